"""Opening professions (K26), and the two that are used in one's own turn (K11, K12)."""

from collections.abc import Iterator

from engine.game import RuleProblem
from engine.values import replaced

from .cards import ONCE, Person, Profession
from .events import ClairvoyantUsed, DiplomatUsed, DoctorUsed, GameEvent, Hypnotised, PriestUsed, Used
from .problems import Code, problem
from .state import Phase, State, Trade, TradeKind
from .turns import self_target_problems, turn_problems


def open_problems(state: State, person: Person, profession: Profession) -> Iterator[RuleProblem]:
    """Find problems of opening this profession (K26).

    A player who has it open opens nothing, even if the table let another open it too.
    """
    own = state.professions.get(person)
    if own is profession:
        return
    if own is not None:
        yield problem(Code.OTHER_PROFESSION, f"{person} cannot open the {profession}: the {own} lies open there (K26)")
    others = [player for player, what in state.professions.items() if what is profession and player != person]
    if others:
        yield problem(
            Code.PROFESSION_ELSEWHERE, f"{person} cannot open the {profession}: it lies open before {others[0]} (K26)"
        )


def use_problems(state: State, person: Person, profession: Profession) -> Iterator[RuleProblem]:
    """Find problems of using this profession, as far as it lies open."""
    yield from open_problems(state, person, profession)
    if profession in ONCE and state.professions.get(person) is profession:
        yield problem(Code.USED_UP, f"{person} cannot use the {profession} again: it is used up (section 1)")


def clairvoyant_problems(state: State, event: ClairvoyantUsed) -> Iterator[RuleProblem]:
    """Yield all that is wrong with looking through the item pile."""
    yield from turn_problems(state, event.by)
    yield from pile_problems(state, f"{event.by} cannot look through the item pile", "K12")
    yield from use_problems(state, event.by, Profession.CLAIRVOYANT)


def pile_problems(state: State, what: str, ruling: str) -> Iterator[RuleProblem]:
    """Find the problem that the item pile is empty, for an action that needs a card of it."""
    if state.pile < 1:
        yield problem(Code.PILE_EMPTY, f"{what}: it is empty ({ruling})")


def use_clairvoyant(state: State, event: ClairvoyantUsed) -> State:
    """Use the Clairvoyant; the turn goes on."""
    return replaced(state, turn=event.by).with_open(event.by, Profession.CLAIRVOYANT)


def diplomat_problems(state: State, event: DiplomatUsed) -> Iterator[RuleProblem]:
    """Yield all that is wrong with demanding an item."""
    yield from self_target_problems(event)
    yield from turn_problems(state, event.by)
    if event.item not in state.items:
        yield problem(
            Code.NOT_IN_GAME, f"{event.by} cannot demand the {event.item}: it is not in this game (section 2)"
        )
    yield from use_problems(state, event.by, Profession.DIPLOMAT)


def use_diplomat(state: State, event: DiplomatUsed) -> State:
    """Demand an item by the Diplomat, as the turn's trade (K11)."""
    trade = Trade(TradeKind.DEMAND, event.by, event.to, before=state.holders, demanded=event.item)
    return replaced(state, turn=event.by, trade=trade, phase=Phase.DEMAND).with_open(event.by, Profession.DIPLOMAT)


def used_profession(event: GameEvent) -> tuple[Person, Profession] | None:
    """Return who uses which profession in this event."""
    match event:
        case ClairvoyantUsed(by=actor):
            return actor, Profession.CLAIRVOYANT
        case DiplomatUsed(by=actor):
            return actor, Profession.DIPLOMAT
        case PriestUsed(by=actor):
            return actor, Profession.PRIEST
        case DoctorUsed(by=actor):
            return actor, Profession.DOCTOR
        case Hypnotised(by=actor):
            return actor, Profession.HYPNOTIST
        case Used(by=actor, card=Profession() as card):
            return actor, card
    return None
