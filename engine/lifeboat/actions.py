"""Actions on a turn, and laying, trading and using cards (rules L9 to L11, L14, L24)."""

from engine.values import replaced

from .components import Character, Provision, Variant
from .days import turn_over, with_birds
from .events import CardSource, DemandKind, Laid, Rowed, Traded, Used
from .navigation import Bird, birds_after
from .state import Demand, Person, Phase, State, own_cards


def laid(state: State, event: Laid) -> State:
    """Lay a hand card open, for good (L24); a preserver before another is theirs (LR12)."""
    state = state.changed(event.by, hand=state.person(event.by).hand - 1)
    return state.with_person(state.person(event.to or event.by).with_open(event.card))


def traded(state: State, event: Traded) -> State:
    """Hand cards change hands (L9)."""
    actor, partner = state.person(event.by), state.person(event.partner)
    given = event.gave - event.got
    return state.with_person(replaced(actor, hand=actor.hand - given), replaced(partner, hand=partner.hand + given))


def rowing_draws(state: State, person: Person) -> int:
    """Return the cards drawn by rowing (L11): two, and one for every own open oar.

    With the short row (V1) it is one, and one for every oar.
    """
    return (1 if state.plays(Variant.SHORT_ROW) else 2) + person.open.count(Provision.OAR)


def rowed(state: State, event: Rowed) -> State:
    """Put the kept cards on the row stack; without any there is no token (L11, LR3)."""
    state = replaced(state, deck=state.deck - event.kept, row=state.row + event.kept)
    if event.kept:
        state = state.changed(event.by, rowed=True)
    return turn_over(state, event.by)


def without(state: State, character: Character, card: Provision, source: CardSource) -> State:
    """Return the state without this card in the character's hand, or open before it."""
    person = state.person(character)
    if source is CardSource.OPEN:
        return state.with_person(person.without_open(card))
    return state.with_person(replaced(person, hand=person.hand - 1))


def used(state: State, event: Used) -> State:
    """Carry out the special action with a card (L14)."""
    match event.card:
        case Provision.MEDKIT:
            state = _use_medkit(state, event)
        case Provision.FLARE:
            state = without(state, event.by, event.card, event.source).discarding(event.card)
            birds = state.birds
            for bird in flare_birds(state, event) or ():
                birds = birds_after(birds, bird)
            state = with_birds(state, birds)
        case Provision.PARASOL:
            state = _opened(state, event)
            state = state.changed(event.by, parasol=True)
        case _:
            assert event.on is not None
            # LR20: the card lies open from the announcement on, and others may object (V4).
            demand = Demand(event.by, event.on, DemandKind.EAT)
            return replaced(_opened(state, event), step=Phase.OBJECTION, demand=demand)
    return turn_over(state, event.by)


def _opened(state: State, event: Used) -> State:
    """Lay the used card open before its user, unless it lies there."""
    if event.source is CardSource.OPEN:
        return state
    state = without(state, event.by, event.card, event.source)
    return state.with_person(state.person(event.by).with_open(event.card))


def _use_medkit(state: State, event: Used) -> State:
    """Remove one wound by a medical kit.

    The kit is discarded, but Harter's lies open before him after use (LR21).
    """
    assert event.on is not None
    if event.by is Character.HARTER:
        state = _opened(state, event)
    else:
        state = without(state, event.by, event.card, event.source).discarding(event.card)
    return state.changed(event.on, wounds=state.person(event.on).wounds - 1)


def flare_birds(state: State, event: Used) -> tuple[Bird, ...] | None:
    """Return the birds that a flare turned over, one by one (LR16).

    Returns None if a card is not one of the game's.
    """
    if event.birds is not None:
        return event.birds
    birds = {card.id: card.bird for card in own_cards(state.started) or ()}
    if any(card not in birds for card in event.cards or ()):
        return None
    return tuple(birds[card] for card in event.cards or ())
