"""Events by chance that the rules allow now, one for each that they name."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from companion.games.coach_ride.table.dialog import ask
from companion.table.questions import Answers, Question
from engine.coach_ride import events as e
from engine.coach_ride.cards import Association, Item, Person, Profession, Variant, associations_each, is_single
from engine.coach_ride.game import RULES
from engine.coach_ride.holders import may_have, must_have
from engine.coach_ride.state import Phase, State
from engine.game import Choice, Game

#: How the telling of an event begins, where its own name does not say it.
_FIRST = {
    "announced": (),
    "supported": (),
    "sextant": (),
    "gave": (),
    "named": ("done",),
    "hypnotised": ("hypnotist",),
    "searched": ("took",),
}
#: Of these somebody must be said.
_BY_ANYBODY = ("priest", "doctor", "used")
_THREE = 3


def samples(game: Game[State, e.GameEvent], rng: Random) -> Iterator[e.GameEvent]:
    """Yield one event for each choice.

    It is refused if only what K25 does not tell forbids all that could be told.
    """
    state = game.state
    for choice in RULES.next(state):
        if choice.event == "shown":
            yield _shown(state, Person(choice.by), rng)
        else:
            yield _random_event(state, choice, rng)


def _random_event(state: State, choice: Choice, rng: Random) -> e.GameEvent:
    first = _FIRST.get(choice.event, (choice.event,))
    if choice.event in _BY_ANYBODY:
        first = (*first, choice.by)
    if choice.event == "used" and state.phase is Phase.SUPPORT:
        first = (str(Profession.DUELIST), choice.by)
    refused: e.GameEvent | None = None
    for event in _ways(state, first, rng):
        named = RULES.event_to_json(event)
        if (named["event"], named.get("by", "")) != (choice.event, choice.by):
            continue
        codes = {problem.code for problem in RULES.problems(state, event)}
        if not codes:
            return event
        if codes <= RULES.untold:
            refused = event
    if refused is None:
        raise RuntimeError(f"no way through the questions tells {choice}")
    return refused


def _ways(state: State, answers: Answers, rng: Random) -> Iterator[e.GameEvent]:
    """Yield all single events that can be told after these answers, in an order by chance."""
    asked = ask(state, answers)
    if isinstance(asked, Question):
        for answer in rng.sample(asked.ids, len(asked.ids)):
            yield from _ways(state, (*answers, answer), rng)
    elif not isinstance(asked.event, tuple):
        yield asked.event


def _shown(state: State, person: Person, rng: Random) -> e.Shown:
    """Return cards that somebody may show, by chance."""
    claim = state.claim
    assert claim is not None
    left = Counter(dict.fromkeys(Association, associations_each(len(state.players), state.variants)))
    left -= Counter(side for cards in claim.shown.values() for side in cards.association)
    sides = rng.sample(sorted(left.elements(), key=str), _THREE if Variant.THREE_ADVANCED in state.variants else 1)
    free = [card for card in Profession if card not in state.professions.values()]
    profession = state.professions.get(person) or rng.choice(free)
    return e.Shown(
        person,
        tuple(sides),
        profession if state.phase is Phase.CLAIM else None,
        None if state.phase is Phase.REVEAL else _random_hand(state, person, rng),
    )


def _random_hand(state: State, person: Person, rng: Random) -> tuple[Item, ...]:
    """Return as many items as the hand holds.

    First comes what is surely there, then what may be (K25), the rest only if these are too few.
    """
    assert state.claim is not None
    shown = Counter(item for cards in state.claim.shown.values() for item in cards.items or ())
    items = sorted((Counter(state.items) - shown).elements())
    rng.shuffle(items)

    def doubt(item: Item) -> int:
        if not is_single(item):
            return 1
        return 0 if must_have(state.holders, item, person) else 1 if may_have(state.holders, item, person) else 2

    return tuple(sorted(sorted(items, key=doubt)[: state.hands[person]]))
