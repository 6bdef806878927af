"""Possible events, and what players know: the order of the cards face down is hidden."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from random import Random

from engine.game import equally_likely
from engine.values import replaced

from .deck import draw_card, shuffle_deck
from .events import CardDrawn, DeckShuffled, GameEvent, TilePlaced, TokenMoved, token_events
from .moves import draw_move, token_moves
from .position import Position
from .setup import placements
from .state import Phase, State


# A screen asks many times for each page.
@lru_cache(maxsize=64)
def moves_of_token(position: Position, token_id: str) -> tuple[TokenMoved, ...]:
    """Return every event that moves this token of a position."""
    return token_events(position, token_id, token_moves(position, token_id))


def possible_events(state: State) -> tuple[GameEvent, ...]:
    """Return events that may happen now, without orders of shuffled cards and overruled moves."""
    match state.phase:
        case Phase.PLACE_TILE:
            return tuple(_placements(state))
        case Phase.SHUFFLE:
            return (DeckShuffled(None),)
        case Phase.MOVE_TOKEN:
            assert state.turn is not None
            tokens = state.tokens_to_move(state.turn)
            return tuple([event for token in tokens for event in moves_of_token(state.position, token)])
        case Phase.DRAW_CARD:
            return _draws(state)
    return ()


def _placements(state: State) -> Iterator[TilePlaced]:
    for tile in state.tiles_to_place:
        yield from map(TilePlaced, placements(tile, state.placed, state.started))


def _draws(state: State) -> tuple[CardDrawn, ...]:
    """Return draws of the top card, or, of a deck in unknown order, of each card it has."""
    if state.deck.order_known:
        return (draw(state, Random(0)),)
    return tuple(CardDrawn((card,)) for card in state.cards_to_come)


def outcomes_of(state: State) -> Mapping[GameEvent, float] | None:
    """Return the cards or the places of tiles that may come; None: cards are shuffled."""
    possible = possible_events(state)
    shuffles = any(
        isinstance(event, DeckShuffled) or (isinstance(event, CardDrawn) and event.order) for event in possible
    )
    return None if shuffles else equally_likely(possible)


def draw_event(state: State, rng: Random) -> GameEvent:
    """Draw one of the events that may happen now; cards are really shuffled."""
    match state.phase:
        case Phase.SHUFFLE:
            return shuffle_deck(rng)
        case Phase.DRAW_CARD if state.deck.order_known:
            return draw(state, rng)
        case Phase.MOVE_TOKEN:
            assert state.turn is not None
            token, move = draw_move(state.position, state.tokens_to_move(state.turn), rng)
            return token_events(state.position, token, (move,))[0]
    return rng.choice(possible_events(state))


def draw(state: State, rng: Random) -> CardDrawn:
    """Draw the next card of a known order; `rng` shuffles a first hit card back in."""
    return draw_card(state.deck, first=state.first_card, five_as_three=state.started.five_as_three, rng=rng)


def view_of(state: State) -> State:
    """Return the state as all players know it: without the order of the cards face down."""
    if not state.deck.order_known:
        return state
    cards = tuple(sorted(state.deck.face_down))
    return replaced(state, deck=replaced(state.deck, face_down=cards, order_known=False))


def determinized(view: State, rng: Random) -> State:
    """Return the state with the cards that lie face down in some order."""
    cards = list(view.deck.face_down)
    rng.shuffle(cards)
    return replaced(view, deck=replaced(view.deck, face_down=tuple(cards), order_known=True))
