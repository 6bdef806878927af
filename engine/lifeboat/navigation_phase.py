"""Navigation phase: the day's card, falls overboard, thirst (rules L17 to L22)."""

from engine.values import replaced

from .actions import without
from .components import Character, Provision, Variant
from .days import next_day, nobody_alive, with_birds
from .events import Chummed, Drank, Haunted, Navigated, Suffered
from .fights import gone
from .navigation import NavigationCard, birds_after
from .state import Cause, Condition, DepartureReason, Note, Overboard, Person, Phase, State, Thirst, own_cards


def card_of(state: State, event: Navigated) -> NavigationCard | None:
    """Return the day's card; None if no card of the game has that id."""
    if event.signs is not None:
        return event.signs
    return next((card for card in own_cards(state.started) or () if card.id == event.card), None)


def deck_for_compass(state: State) -> int:
    """Return the number of cards in the deck when a compass adds one.

    The short row (V1) has added its own before.
    """
    added = state.plays(Variant.SHORT_ROW) and state.deck > 0
    return state.deck - added


def navigated(state: State, event: Navigated) -> State:
    """Choose the day's card out of the row stack; its bird counts (L17, LR17).

    The other cards go under the deck.
    """
    card = card_of(state, event)
    assert card is not None
    # Whatever V1 and the compass added to the row stack goes under the deck with the rest of it.
    state = replaced(state, card=card, deck=state.deck + state.row - 1, row=0)
    state = with_birds(state, birds_after(state.birds, card.bird))
    if state.ended:
        return state
    # LR6: who is not in play, or out, is passed over.
    for name in card.overboard:
        if name not in state.seats:
            state = state.noting(Note.NOT_ABOARD, name)
    falling = tuple(seat for seat in state.seats if seat in card.overboard)
    if not falling:
        return _begin_thirst(state)
    return replaced(state, step=Phase.OVERBOARD, overboard=Overboard(falling))


def chummed(state: State, event: Chummed) -> State:
    """Use one chum and discard it (L19)."""
    overboard = state.overboard
    assert overboard is not None
    state = without(state, event.by, Provision.CHUM, event.source).discarding(Provision.CHUM)
    return replaced(state, overboard=replaced(overboard, chum=overboard.chum + 1))


def haunted(state: State, event: Haunted) -> State:
    """Let a character who drowned call the sharks (V2)."""
    assert state.overboard is not None
    return replaced(state, overboard=replaced(state.overboard, called=(*state.overboard.called, event.by)))


def shark_wounds(state: State, overboard: Overboard) -> int:
    """Return the additional wounds of all who fall (L19, LR7, LR8).

    They take one for each chum used, or open before one of them. With the sharks (V2) all chum and calls together
    make one at most.
    """
    before_them = sum(state.person(character).open.count(Provision.CHUM) for character in overboard.falling)
    wounds = overboard.chum + before_them
    return min(1, wounds + len(overboard.called)) if state.plays(Variant.SHARKS) else wounds


def fell(state: State) -> State:
    """Let all fall in at once, as they are at that moment (L19, L20, LR7)."""
    overboard = state.overboard
    assert overboard is not None
    wounds = shark_wounds(state, overboard)
    for character in overboard.falling:
        person = state.person(character)
        if _goes_under(person):
            # L19: chum and calls wound all who fall, and who is out keeps these wounds too.
            state = state.changed(character, wounds=person.wounds + wounds)
            state = gone(state, character, DepartureReason.DROWNED).noting(Note.DROWNED, character)
        else:
            state = _climb_back(state, person, wounds).noting(Note.CLIMBED_BACK, character)
    return _begin_thirst(replaced(state, overboard=None))


def _goes_under(person: Person) -> bool:
    """Return True for the dead, and the unconscious without an open preserver (L20)."""
    if person.condition is Condition.UNCONSCIOUS:
        return Provision.PRESERVER not in person.open
    return person.condition is Condition.DEAD


def _climb_back(state: State, person: Person, sharks: int) -> State:
    """Put a person back on the seat, wounded by the water, a preserver the only open card."""
    # L19: the water wounds the conscious, but not Frenchy and nobody with a preserver.
    spared = person.who is Character.FRENCHY or Provision.PRESERVER in person.open or not person.conscious
    kept = tuple(card for card in person.open if card is Provision.PRESERVER)
    lost = tuple(card for card in person.open if card is not Provision.PRESERVER)
    back = replaced(person, wounds=person.wounds + (not spared) + sharks, open=kept, parasol=False)
    return state.with_person(back).discarding(*lost)


def _begin_thirst(state: State) -> State:
    """Ask all who are thirsty, from the bow to the stern (L21, LR10).

    The dead do not thirst (LR6).
    """
    if not any(person.alive for person in state.aboard):
        return nobody_alive(state)
    thirst = []
    for person in state.aboard:
        causes = _causes(state.card, person)
        if causes and person.parasol:
            # L22, LR10: an opened parasol takes away the first of them.
            state = state.noting(Note.SHADED, person.who)
            causes = causes[1:]
        if causes:
            thirst.append(Thirst(person.who, causes))
    return _ask_thirsty(state, tuple(thirst))


def _causes(card: NavigationCard | None, person: Person) -> tuple[Cause, ...]:
    if card is None or not person.alive:
        return ()
    causes = {
        Cause.ROWED: person.rowed and card.oars,
        Cause.FOUGHT: person.fought and card.fists,
        Cause.NAMED: person.who in card.thirsty,
    }
    return tuple(cause for cause, holds in causes.items() if holds)


def _ask_thirsty(state: State, thirst: tuple[Thirst, ...]) -> State:
    """Ask the thirsty who are left; after the last the next day begins."""
    return replaced(state, step=Phase.THIRST, thirst=thirst) if thirst else next_day(state)


def drank(state: State, event: Drank) -> State:
    """Use one water against one thirst, own or given; it is discarded (L21)."""
    state = without(state, event.by, Provision.WATER, event.source).discarding(Provision.WATER)
    return _quench(state)


def suffered(state: State, event: Suffered) -> State:
    """Take one wound for one thirst; a character who dies of it has no more (L21, LR10)."""
    state = state.changed(event.by, wounds=state.person(event.by).wounds + 1)
    if not any(person.alive for person in state.aboard):
        return nobody_alive(state)
    if not state.person(event.by).alive:
        return _ask_thirsty(state, state.thirst[1:])
    return _quench(state)


def _quench(state: State) -> State:
    """Quench the first thirst of the character who is asked."""
    first, *others = state.thirst
    remaining = (replaced(first, causes=first.causes[1:]),) if len(first.causes) > 1 else ()
    return _ask_thirsty(state, (*remaining, *others))
