"""Card events: drawn, given, dropped, picked up, used, stolen, moved (B4, B11 to B16, B20).

A text or the Dog moves a card.
"""

from collections.abc import Iterable, Iterator

from engine.values import replaced

from . import events as e
from .changes import card_at, cards_at, handling
from .components import ANY, CARDS, CHAINSAW, DOG, CardKind, cards_in_game
from .problems import Code, Found
from .state import GONE, CardAt, Due, Owed, Phase, State
from .ways import dog_can_walk

# --- what may be wrong with cards -------------------------------------------------------------------------------------


def held_problems(state: State, explorer: str, name: str) -> Iterator[Found]:
    """Yield the problem that the explorer does not hold the card."""
    if name not in state.cards_at(explorer):
        yield Code.NO_SUCH_CARD, f"{explorer} does not hold the {name} (B11)"


def handled_problems(state: State, names: Iterable[str]) -> Iterator[Found]:
    """Yield cards that were given, dropped, picked up, stolen or used this turn already (B11)."""
    for name in names:
        if name in state.handled:
            yield Code.CARD_HANDLED, f"the {name} has been used or handled this turn already (B11)"


def _done_problems(state: State, actor: str, what: str) -> Iterator[Found]:
    if what in state.done:
        yield Code.ALREADY_DONE, f"{actor} has {what} already this turn (B11)"


def can_give_or_drop(state: State, name: str) -> bool:
    """Return True if a card may be given or dropped now."""
    return not CARDS[name].stays and name not in state.handled


def can_be_picked(state: State, name: str) -> bool:
    """Return True if a card that lies in a room may be taken up now."""
    return not CARDS[name].fixed and name not in state.handled


def can_be_stolen(state: State, name: str) -> bool:
    """Return True if a card may be stolen now (B20)."""
    return can_give_or_drop(state, name) and not CARDS[name].no_steal


# --- drawing ----------------------------------------------------------------------------------------------------------


def sign_owed(state: State, actor: str) -> Owed | None:
    """Return the sign or the Vault's item that the explorer draws for, if that is due now."""
    first = state.owed[0] if state.owed else None
    return first if first and (first.event, first.by) == ("drew", actor) else None


def drew_problems(state: State, event: e.Drew) -> Iterator[Found]:
    """Yield problems of a draw: the sign's card if owed; an omen or item nobody has (B8, BR23)."""
    if event.name is not None:
        card = cards_in_game(state.variants).get(event.name)
        if card is None or card.kind is not event.card:
            yield Code.NO_SUCH_CARD, f"the {event.name} is no {event.card} of this game (section 1)"
        elif event.name in state.cards and state.cards[event.name].at != GONE:
            yield Code.NO_SUCH_CARD, f"the {event.name} is drawn already: {state.cards[event.name].at} (section 9)"
    owed = sign_owed(state, event.by)
    if owed is not None and owed.card not in (ANY, event.card):
        yield Code.WRONG_CARD, f"{event.by} draws an {owed.card} here, not an {event.card} (B8)"


def draw(state: State, event: e.Drew) -> State:
    """Draw a card: a draw on one's own turn ends one's movement (B4).

    An omen brings a haunt roll (B16), except for a question mark.
    """
    owed = sign_owed(state, event.by)
    if owed is not None:
        state = replaced(state, owed=state.owed[1:])
    if event.by == state.turn:
        state = replaced(state, stopped=True)
    if event.name is None:
        return state
    state = replaced(state, cards={**state.cards, event.name: CardAt(GONE, event.gains or {})})
    state = card_at(state, event.name, event.by)
    if event.card is not CardKind.OMEN:
        return state
    state = replaced(state, omens=state.omens + 1)
    if state.phase is not Phase.EXPLORE or (owed is not None and owed.card == ANY):
        return state
    due = Due(event.by, event.name, state.explorers[event.by].room)
    # The turn may have been ended already: who drew the last omen rolls (BR4).
    rolling = tuple(replaced(debt, by=due.by) if debt.event == "haunt_rolled" else debt for debt in state.owed)
    return replaced(state, due=due, owed=rolling)


# --- once a turn ------------------------------------------------------------------------------------------------------


def gave_problems(state: State, event: e.Gave) -> Iterator[Found]:
    """Find problems of giving: one card, to a person on one's side of the room (B11, B25)."""
    if event.to == event.by or not state.in_one_spot(event.by, event.to):
        yield Code.NOT_HERE, f"{event.to} is not with {event.by} (B11, B25)"
    yield from held_problems(state, event.by, event.card)
    yield from handled_problems(state, (event.card,))
    yield from _stays_problems((event.card,))
    yield from _done_problems(state, event.by, "gave")


def give(state: State, event: e.Gave) -> State:
    """Give a card to another explorer."""
    return handling(card_at(_doing(state, "gave"), event.card, event.to), event.card)


def dropped_problems(state: State, event: e.Dropped) -> Iterator[Found]:
    """Yield problems of dropping cards: any number that the explorer holds (B11)."""
    for name in event.cards:
        yield from held_problems(state, event.by, name)
    yield from handled_problems(state, event.cards)
    yield from _stays_problems(event.cards)
    yield from _done_problems(state, event.by, "dropped")


def drop(state: State, event: e.Dropped) -> State:
    """Drop cards into the room, for both sides of it (BR27)."""
    room = state.explorers[event.by].room
    return handling(cards_at(_doing(state, "dropped"), event.cards, room), *event.cards)


def picked_problems(state: State, event: e.Picked) -> Iterator[Found]:
    """Yield problems of picking up cards: any number that lie in the room (B11)."""
    room = state.explorers[event.by].room
    for name in event.cards:
        if name not in state.cards_at(room):
            yield Code.NO_SUCH_CARD, f"no {name} lies in the {room} (B11)"
        elif CARDS[name].fixed:
            yield Code.FIXED_CARD, f"the {name} is not picked up (section 1)"
    yield from handled_problems(state, event.cards)
    yield from _done_problems(state, event.by, "picked")


def pick(state: State, event: e.Picked) -> State:
    """Take up cards into the hand."""
    return handling(cards_at(_doing(state, "picked"), event.cards, event.by), *event.cards)


def _doing(state: State, what: str) -> State:
    return replaced(state, done=state.done | {what})


def _stays_problems(names: Iterable[str]) -> Iterator[Found]:
    for name in names:
        if CARDS[name].stays:
            yield Code.FIXED_CARD, f"the {name} is neither given nor dropped nor stolen (section 1)"


def used_problems(state: State, event: e.Used) -> Iterator[Found]:
    """Yield problems of using a card: held, once a turn, weapons only in an attack (B14)."""
    if event.by in state.monsters:
        yield Code.NOT_FOR_MONSTERS, f"{event.by} is a monster and uses no cards (B24)"
        return
    yield from held_problems(state, event.by, event.card)
    yield from handled_problems(state, (event.card,))
    if CARDS[event.card].weapon and event.card != CHAINSAW:
        yield Code.WEAPON_ONLY_ATTACKING, f"the {event.card} is a weapon and used only in an attack (B14)"


def use(state: State, event: e.Used) -> State:
    """Use a card; its effect is told in its text."""
    return handling(state, event.card)


# --- stealing ---------------------------------------------------------------------------------------------------------


def stole_problems(state: State, event: e.Stole) -> Iterator[Found]:
    """Yield what is wrong with a theft in place of the damage that is due (B20)."""
    sufferer = state.owed[0].by
    if event.from_ != sufferer:
        yield Code.NOT_HERE, f"{event.by} may steal from {sufferer} only, who was beaten (B20)"
    yield from held_problems(state, event.from_, event.card)
    yield from handled_problems(state, (event.card,))
    yield from _stays_problems((event.card,))
    if CARDS[event.card].no_steal:
        yield Code.FIXED_CARD, f"the {event.card} is not stolen (section 1)"


def steal(state: State, event: e.Stole) -> State:
    """Steal a card; it is handled for both this turn (BR14)."""
    state = replaced(state, owed=state.owed[1:])
    return handling(card_at(state, event.card, event.by), event.card)


# --- texts and the Dog ------------------------------------------------------------------------------------------------


def card_moved_problems(state: State, event: e.CardMoved) -> Iterator[Found]:
    """Yield problems of moving a card by a text, or by the Dog and its rules (B13, BR34)."""
    if event.card not in state.cards or state.cards[event.card].at == GONE:
        yield Code.NO_SUCH_CARD, f"nobody has the {event.card}, and it lies in no room"
        return
    if event.dog is None:
        return
    yield from held_problems(state, event.by, DOG)
    yield from handled_problems(state, (DOG, event.card))
    yield from _stays_problems((event.card,))
    start, end = state.explorers[event.by].room, event.dog[-1]
    if not dog_can_walk(state, start, event.dog):
        yield Code.DOG_WAY, f"the Dog cannot go from {start} through {', '.join(event.dog)} (B13, BR34)"
    ends = {end, *(explorer for explorer in state.living if state.explorers[explorer].room == end)} - {event.by}
    place = state.cards[event.card].at
    brings, fetches = place == event.by and event.to in ends, place in ends and event.to == event.by
    if not (brings or fetches):
        yield Code.DOG_WAY, f"the Dog has nothing to carry so: the {event.card} is at {place} (B13)"


def move_card(state: State, event: e.CardMoved) -> State:
    """Move a card; the Dog's errand handles both Dog and card."""
    state = card_at(state, event.card, event.to)
    return state if event.dog is None else handling(state, DOG, event.card)
