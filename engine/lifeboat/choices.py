"""Choices now: every event, and its player, that some arguments make allowed.

Nothing is overruled for it.
"""

from collections.abc import Iterator

from engine.game import Choice

from .components import Character, Provision, Variant
from .state import DepartureReason, Person, Phase, State


def choices(state: State) -> tuple[Choice, ...]:
    """Sorted by event, then by character; corrections are always left out."""
    return tuple(sorted(Choice(event, str(actor) if actor else "") for event, actor in _choices(state)))


def _choices(state: State) -> Iterator[tuple[str, Character | None]]:
    if state.step not in (Phase.REVEAL, Phase.OVER):
        yield from (("laid", character) for character in state.conscious if state.person(character).hand)
    if state.step in (Phase.ACT, Phase.ANSWER, Phase.OBJECTION):
        yield from _traders(state)
    match state.step:
        case Phase.TAKE:
            yield "took", state.turn
        case Phase.ACT:
            yield from _actions(state)
        case Phase.ANSWER:
            yield from (("agreed", state.turn), ("refused", state.turn))
        case Phase.OBJECTION:
            assert state.demand is not None
            yield "eaten", None
            yield from (("objected", character) for character in state.conscious if character is not state.demand.by)
        case Phase.FIGHT:
            assert state.fight is not None
            in_it = (*state.fight.attack, *state.fight.defend)
            yield "fought", None
            yield from (("joined", character) for character in state.conscious if character not in in_it)
        case Phase.CHOOSE:
            yield "navigated", state.turn
        case Phase.OVERBOARD:
            yield from _in_the_water(state)
        case Phase.THIRST:
            yield "suffered", state.turn
            yield from (("drank", character) for character in _who_can_have(state, Provision.WATER))
        case Phase.REVEAL:
            done = [revealed.by for revealed in state.revealed]
            yield from (("revealed", person.who) for person in state.people if person.who not in done)


def _traders(state: State) -> Iterator[tuple[str, Character]]:
    """Yield all who are conscious for a trade, if one of them has a card (L9)."""
    conscious = state.conscious
    if len(conscious) > 1 and any(state.person(character).hand for character in conscious):
        yield from (("traded", character) for character in conscious)


def _actions(state: State) -> Iterator[tuple[str, Character | None]]:
    turn = state.turn
    assert turn is not None
    yield "passed", turn
    yield "rowed", turn
    if len(state.seats) > 1:
        yield "demanded", turn
    if _may_use(state, state.person(turn)):
        yield "used", turn


def _may_use(state: State, person: Person) -> bool:
    """Return True if some special action is possible (L14)."""
    return (
        (_can_have(state, person, Provision.MEDKIT) and any(other.alive and other.wounds for other in state.aboard))
        or (_can_have(state, person, Provision.PARASOL) and not person.parasol)
        or _can_have(state, person, Provision.FLARE)
        or (_can_have(state, person, Provision.CANNIBALISM) and any(not other.alive for other in state.aboard))
    )


def _can_have(state: State, person: Person, card: Provision) -> bool:
    """Return True if the card lies open there, or may be in the hand by all public knowledge."""
    return card in person.open or (person.hand > 0 and state.unseen[card] > 0)


def _who_can_have(state: State, card: Provision) -> Iterator[Character]:
    return (character for character in state.conscious if _can_have(state, state.person(character), card))


def _in_the_water(state: State) -> Iterator[tuple[str, Character | None]]:
    assert state.overboard is not None
    yield "fell", None
    yield from (("chummed", character) for character in _who_can_have(state, Provision.CHUM))
    if state.plays(Variant.SHARKS):
        drowned = (person.who for person in state.people if person.left is DepartureReason.DROWNED)
        yield from (("haunted", character) for character in drowned if character not in state.overboard.called)
