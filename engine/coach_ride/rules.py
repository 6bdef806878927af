"""Allowed events in each phase, and all problems of an event."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from engine.game import RuleProblem

from . import claims, corrections, effects, fights, professions, showing, trades, turns
from .cards import Person, Profession
from .events import (
    CODEC,
    Accepted,
    Announced,
    Attacked,
    By,
    Claimed,
    ClairvoyantUsed,
    Corrected,
    Counted,
    Denied,
    DiplomatUsed,
    DoctorUsed,
    Drew,
    GameEvent,
    Gave,
    Handed,
    Hypnotised,
    Looked,
    Named,
    Offered,
    Passed,
    PriestUsed,
    Refused,
    Renewed,
    Searched,
    SextantUsed,
    Shown,
    Started,
    Supported,
    Swapped,
    To,
    Used,
    Waived,
)
from .problems import ORDER, OVERRULABLE, Code, problem
from .state import Phase, State

#: Problems that the public choices leave aside: they would tell where items are (K25).
UNTOLD = frozenset((Code.ITEM_ELSEWHERE, Code.HAS_IT))


@dataclass(frozen=True)
class Rule:
    """Rule of one kind of event: its phases, its possible problems, and its effect."""

    phases: tuple[Phase, ...]
    problems: Callable[[State, Any], Iterable[RuleProblem]]
    follow: Callable[[State, Any], State]


def _nothing_wrong(_state: State, _event: GameEvent) -> Iterable[RuleProblem]:
    return ()


_EFFECT = Rule((Phase.EFFECT,), effects.effect_problems, effects.apply_effect)
_EFFECT_OR_RESULT = Rule((Phase.EFFECT, Phase.RESULT), effects.effect_problems, effects.apply_effect)

RULE_OF: dict[type[GameEvent], Rule] = {
    Passed: Rule((Phase.TURN,), turns.passed_problems, turns.pass_turn),
    Offered: Rule((Phase.TURN,), trades.offered_problems, trades.offer),
    Accepted: Rule((Phase.OFFER,), trades.answer_problems, trades.accept),
    Refused: Rule((Phase.OFFER,), trades.answer_problems, trades.end_trade),
    Announced: Rule((Phase.ANNOUNCE,), trades.announced_problems, trades.announce),
    Drew: _EFFECT_OR_RESULT,
    Looked: _EFFECT_OR_RESULT,
    SextantUsed: _EFFECT,
    Renewed: _EFFECT,
    Swapped: _EFFECT,
    Waived: _EFFECT,
    Gave: Rule((Phase.LIMIT,), turns.gave_problems, turns.give),
    ClairvoyantUsed: Rule((Phase.TURN,), professions.clairvoyant_problems, professions.use_clairvoyant),
    DiplomatUsed: Rule((Phase.TURN,), professions.diplomat_problems, professions.use_diplomat),
    Handed: Rule((Phase.DEMAND,), trades.answer_problems, trades.hand_over),
    Denied: Rule((Phase.DEMAND,), trades.answer_problems, trades.end_trade),
    Attacked: Rule((Phase.TURN,), fights.attacked_problems, fights.attack),
    PriestUsed: Rule((Phase.SUPPORT, Phase.POWERS), fights.priest_problems, fights.use_priest),
    Supported: Rule((Phase.SUPPORT,), fights.supported_problems, fights.support),
    Hypnotised: Rule((Phase.POWERS,), fights.hypnotised_problems, fights.hypnotise),
    Used: Rule((Phase.SUPPORT, Phase.POWERS), fights.used_problems, fights.use),
    Counted: Rule((Phase.POWERS,), _nothing_wrong, fights.count),
    DoctorUsed: Rule((Phase.RESULT,), fights.doctor_problems, fights.use_doctor),
    Searched: Rule((Phase.RESULT,), effects.searched_problems, effects.search),
    Claimed: Rule((Phase.TURN,), claims.claimed_problems, claims.claim),
    Shown: Rule((Phase.CLAIM, Phase.ALLIES, Phase.REVEAL), showing.shown_problems, claims.show),
    Named: Rule((Phase.NAMING,), claims.named_problems, claims.name),
    Corrected: Rule(
        (Phase.TURN, Phase.LIMIT, Phase.CLAIM, Phase.NAMING, Phase.ALLIES),
        corrections.corrected_problems,
        corrections.correct,
    ),
}


def event_problems(state: State, event: GameEvent) -> tuple[RuleProblem, ...]:
    """Return all that is wrong with the event now, in the codes' order; nothing if allowed."""
    alone = _alone(state, event)
    if alone is not None:
        return (alone,)
    # Of one kind the first: there is one sentence for each code.
    found = {found_problem.code: found_problem for found_problem in reversed(list(_counting(state, event)))}
    return tuple(sorted(found.values(), key=lambda found_problem: ORDER[Code(found_problem.code)]))


def may_happen(state: State, event: GameEvent) -> bool:
    """Return True if the event is allowed now by all public knowledge (K25)."""
    if _alone(state, event) is not None:
        return False
    return all(found_problem.code in UNTOLD for found_problem in _counting(state, event))


def _counting(state: State, event: GameEvent) -> Iterator[RuleProblem]:
    """Yield problems that count: of an overruled event not those that the table may overrule."""
    for found in RULE_OF[type(event)].problems(state, event):
        if not (event.overruled and found.code in OVERRULABLE):
            yield found


def _alone(state: State, event: GameEvent) -> RuleProblem | None:
    """Return a problem beside which nothing else is looked at."""
    if state.phase is Phase.OVER:
        return problem(Code.OVER, "the game is over (section 5)")
    if state.phase is Phase.LIMIT and not isinstance(event, Gave | Corrected):
        return problem(Code.LIMIT_FIRST, f"first {state.first_over_limit()} gives away what is over the limit (K10)")
    if not _is_allowed_now(state, event):
        return problem(Code.NOT_NOW, _not_now(state, event))
    stranger = next((person for person in _persons(event) if person not in state.players), None)
    if stranger is not None:
        return problem(Code.NOT_SEATED, f"{stranger} does not play in this game (section 2)")
    return None


def _is_allowed_now(state: State, event: GameEvent) -> bool:
    if isinstance(event, Started) or state.phase not in RULE_OF[type(event)].phases:
        return False
    match event:
        case Used() if state.phase is Phase.SUPPORT:
            # K1: only the Duelist may be used before all have declared.
            return event.card is Profession.DUELIST
        case Drew() | Looked() | Searched() if state.phase is Phase.RESULT:
            assert state.fight is not None
            return effects.fits_result(state.fight, event)
        case Corrected() if event.turn is not None:
            return state.phase is Phase.TURN
    return True


def _not_now(state: State, event: GameEvent) -> str:
    """Return the sentence about an event in the wrong phase."""
    subject = f"{event.by} cannot do that now: " if isinstance(event, By) else ""
    return f"{subject}{CODEC.name_of(event)} does not fit here, in the phase {state.phase} (section 7)"


def _persons(event: GameEvent) -> Iterator[Person]:
    """Yield the persons whom the event names."""
    if isinstance(event, By):
        yield event.by
    if isinstance(event, To):
        yield event.to
    if isinstance(event, Named):
        yield from event.players
    if isinstance(event, Corrected):
        yield from event.hands or ()
        yield from event.professions or ()
        if event.turn is not None:
            yield event.turn
