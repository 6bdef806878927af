"""Demands and fights (rules L6, L12, L13, L15, L16), and the eating of the dead (V4)."""

from engine.values import replaced

from .components import WEAPONS, Character, Provision
from .days import turn_over
from .events import Agreed, Demanded, DemandKind, Joined, Objected, Refused, Side
from .state import Demand, DepartureReason, Fight, Note, Phase, State


def demanded(state: State, event: Demanded) -> State:
    """Carried out at once if the other cannot refuse, else they must answer (L12)."""
    state = replaced(state, demand=Demand(event.by, event.of, event.want, event.card))
    if not state.person(event.of).conscious:
        # L6: who is not conscious cannot refuse.
        return _carried_out(state.noting(Note.CANNOT_REFUSE, event.of))
    if event.by is Character.KID and event.want is DemandKind.HAND:
        # L13; an open card or a seat the Kid demands like everyone (LR15).
        return _carried_out(state.noting(Note.KID_TAKES, event.of))
    return replaced(state, step=Phase.ANSWER)


def agreed(state: State, event: Agreed) -> State:  # noqa: ARG001 - as every event
    """Carry out the demand (L12)."""
    return _carried_out(state)


def refused(state: State, event: Refused | Objected) -> State:
    """Begin a fight: demander against refuser (L12), eater against objector (V4)."""
    assert state.demand is not None
    return replaced(state, step=Phase.FIGHT, fight=Fight((state.demand.by,), (event.by,)))


def joined(state: State, event: Joined) -> State:
    """Add one more on a side; nobody leaves again (L15)."""
    assert state.fight is not None
    side = str(event.side)
    return replaced(state, fight=replaced(state.fight, **{side: (*state.fight.side(event.side), event.by)}))


def strength(state: State, fight: Fight, side: Side) -> int:
    """Return the sizes and all the open weapons of a side's members (L16, LR2)."""
    people = [state.person(character) for character in fight.side(side)]
    return sum(person.size + sum(WEAPONS.get(card, 0) for card in person.open) for person in people)


def fought(state: State) -> State:
    """End the fight: more wins, a tie is the defender's (L16).

    Every loser takes a wound, all who took part a token.
    """
    fight = state.fight
    assert fight is not None
    won = strength(state, fight, Side.ATTACK) > strength(state, fight, Side.DEFEND)
    for character in fight.defend if won else fight.attack:
        state = state.changed(character, wounds=state.person(character).wounds + 1)
    for character in (*fight.attack, *fight.defend):
        state = state.changed(character, fought=True)
    if won:
        return _carried_out(state.noting(Note.ATTACKERS_WON))
    return _turn_over(state.noting(Note.DEFENDERS_WON))


def eaten(state: State) -> State:
    """Carry out the meal to which nobody objects (V4)."""
    return _carried_out(state)


def _turn_over(state: State) -> State:
    """End the turn of the demander, as the demand has ended (L10, L16)."""
    assert state.demand is not None
    return turn_over(state, state.demand.by)


def _carried_out(state: State) -> State:
    demand = state.demand
    assert demand is not None
    match demand.want:
        case DemandKind.SEAT:
            state = _seats_changed(state, demand)
        case DemandKind.HAND:
            state = _hand_card_taken(state, demand)
        case DemandKind.OPEN:
            assert demand.card is not None
            # LR12: it lies open before its new owner.
            state = state.with_person(state.person(demand.of).without_open(demand.card))
            state = state.with_person(state.person(demand.by).with_open(demand.card))
        case DemandKind.EAT:
            state = _eat_body(state, demand)
    return _turn_over(state)


def _seats_changed(state: State, demand: Demand) -> State:
    changed = {demand.by: demand.of, demand.of: demand.by}
    return replaced(state, seats=tuple(changed.get(seat, seat) for seat in state.seats))


def _hand_card_taken(state: State, demand: Demand) -> State:
    hand = state.person(demand.of).hand
    if hand == 0:
        # LR14: all hand cards were laid meanwhile.
        return state.noting(Note.NOTHING_TAKEN, demand.of)
    state = state.changed(demand.of, hand=hand - 1)
    return state.changed(demand.by, hand=state.person(demand.by).hand + 1)


def _eat_body(state: State, demand: Demand) -> State:
    """Eat the body (V4, LR20).

    The body is out with all it has, and every other one aboard who is not dead loses a wound.
    """
    eater = state.person(demand.by).without_open(Provision.CANNIBALISM)
    state = gone(state.with_person(eater).discarding(Provision.CANNIBALISM), demand.of, DepartureReason.EATEN)
    healed = (replaced(person, wounds=person.wounds - 1) for person in state.aboard if person.alive and person.wounds)
    return state.with_person(*healed).noting(Note.EATEN, demand.of)


def gone(state: State, character: Character, left: DepartureReason) -> State:
    """Take a character out: hand, open cards and position card leave the game (L20)."""
    person = state.person(character)
    out = replaced(person, hand=0, open=(), parasol=False, rowed=False, fought=False, left=left)
    return replaced(
        state.with_person(out),
        seats=tuple(other for other in state.seats if other is not character),
        gone_hands=state.gone_hands + person.hand,
        gone_open=tuple(sorted((*state.gone_open, *person.open))),
    )
