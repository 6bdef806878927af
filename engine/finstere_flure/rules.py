"""Problems of an event that is not allowed now: all of them."""

from collections import Counter
from collections.abc import Iterator

from .board import Cell
from .deck import draw_problems, shuffle_problems
from .errors import PositionError
from .events import CardDrawn, DeckShuffled, GameEvent, GameStarted, TilePlaced, TokenMoved
from .moves import TokenMove, token_moves
from .pieces import TOKENS, Place
from .players import players_problems
from .position import Token
from .problems import EventProblem, Reason
from .rounds import position_after
from .setup import basic_stones_problems, placement_problems
from .state import Phase, State

#: The phase in which each event may happen.
_PHASES = {
    TilePlaced: Phase.PLACE_TILE,
    DeckShuffled: Phase.SHUFFLE,
    TokenMoved: Phase.MOVE_TOKEN,
    CardDrawn: Phase.DRAW_CARD,
}
_MUST_HAPPEN = {
    Phase.PLACE_TILE: "a tile must be placed",
    Phase.SHUFFLE: "the cards must be shuffled",
    Phase.MOVE_TOKEN: "a token must be moved",
    Phase.DRAW_CARD: "a card must be drawn",
    Phase.OVER: "the game is over",
}


def start_problems(event: GameStarted) -> tuple[EventProblem, ...]:
    """Return all that is wrong with starting this game; nothing if it can start."""
    return (
        *players_problems(event.players, event.first, event.five_as_three),
        *basic_stones_problems(event.stones),
    )


def event_problems(state: State, event: GameEvent) -> tuple[EventProblem, ...]:
    """Return all that is wrong with the event now; nothing if it is allowed."""
    if isinstance(event, GameStarted):
        return (EventProblem(Reason.PHASE, "the game has started already"),)
    if state.phase is not _PHASES[type(event)]:
        # Whatever else it says was meant for another moment.
        return (EventProblem(Reason.PHASE, f"not now: {_MUST_HAPPEN[state.phase]}"),)
    five_as_three = state.started.five_as_three
    match event:
        case TilePlaced():
            return tuple(placement_problems(event.tile, state.placed, state.started))
        case DeckShuffled():
            return tuple(shuffle_problems(event))
        case TokenMoved():
            return tuple(_token_problems(state, event))
        case CardDrawn():
            return tuple(draw_problems(state.deck, event, first=state.first_card, five_as_three=five_as_three))


def _token_problems(state: State, event: TokenMoved) -> Iterator[EventProblem]:
    token = state.position.token(event.token)
    if token is None:
        yield EventProblem(Reason.UNKNOWN_PIECE, f"{event.token} is not in this game", event.token)
        return
    yield from _table_problems(state, event)
    if not event.overruled:
        yield from _turn_problems(state, event)
        yield from _move_problems(state, event, token)


def _table_problems(state: State, event: TokenMoved) -> Iterator[EventProblem]:
    """Find problems of the table: pieces that cannot lie as the event says.

    It does not matter who put them there.
    """
    stones = {stone.id for stone in state.position.stones}
    for stone, times in Counter(stone.stone for stone in event.stones).items():
        if stone not in stones:
            yield EventProblem(Reason.UNKNOWN_PIECE, f"{stone} is no stone on the board", stone)
        if times > 1:
            yield EventProblem(Reason.IMPOSSIBLE, f"{stone} is said to lie in {times} places", stone)
    try:
        position_after(state.position, event)
    except PositionError as error:
        for sentence in error.problems:
            yield EventProblem(Reason.IMPOSSIBLE, sentence)


def _turn_problems(state: State, event: TokenMoved) -> Iterator[EventProblem]:
    owner = TOKENS[event.token][0]
    if owner is not state.turn:
        yield EventProblem(Reason.NOT_ON_TURN, f"{event.token} cannot move: it is {state.turn}'s turn", event.token)
    if event.token in state.moved:
        yield EventProblem(Reason.ALREADY_MOVED, f"{event.token} has already moved in this round", event.token)


def _move_problems(state: State, event: TokenMoved, token: Token) -> Iterator[EventProblem]:
    if token.place in (Place.OUT, Place.DEAD):
        gone = "has left the castle" if token.place is Place.OUT else "is out of the game"
        yield EventProblem(Reason.OUT_OF_PLAY, f"{token.id} {gone} and cannot move", token.id)
        return
    if token.id in state.moved:
        # The number that lies up now is for the next round.
        return
    if event.side is not token.side.flipped:
        yield EventProblem(
            Reason.NOT_FLIPPED,
            f"{token.id} must be flipped after its move: then its {token.side.flipped} side lies up",
            token.id,
        )
    moves = [move for move in token_moves(state.position, token.id) if move.to == event.to]
    where = event.to if not isinstance(event.to, Place) else _PLACES[event.to]
    cells = () if isinstance(event.to, Place) else (event.to,)
    if not moves:
        yield EventProblem(
            Reason.CANNOT_COME_THERE,
            f"{token.id} cannot come to {where} with its {token.visible_number}",
            token.id,
            cells,
        )
    elif not any(_stones_match(state, event, move) for move in moves):
        said = ", ".join(f"{stone.stone} {f'on {stone.to}' if stone.to else 'removed'}" for stone in event.stones)
        yield EventProblem(
            Reason.STONES_DIFFER,
            f"{token.id} may come to {where}, but not with {said or 'every stone where it lay'}",
            token.id,
            cells,
        )


_PLACES = {Place.OUT: "the outside through the exit", Place.OUTSIDE: "beside the entrance", Place.DEAD: "its grave"}


def _stones_match(state: State, event: TokenMoved, move: TokenMove) -> bool:
    """Return True if every stone lies after this move where it lies after the event."""
    said: dict[str, Cell | None] = {stone.stone: stone.to for stone in event.stones}
    stones = state.position.stones
    return all(said.get(stone.id, stone.cell) == after for stone, after in zip(stones, move.stones, strict=True))
