"""Whole game as one long timeline, with a chapter of beats for every event.

The player walks along it as along a move.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.device.sentences import together
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.outlook import Deck
from companion.games.finstere_flure.playback.timeline import (
    Segment,
    played_position,
    reading_time_s,
    still,
    timeline,
)
from companion.games.finstere_flure.words.event_words import (
    describe_deck,
    describe_event,
    describe_reason,
    describe_result,
)
from companion.games.finstere_flure.words.piece_names import player_name
from engine.finstere_flure.board import Cell
from engine.finstere_flure.events import CardDrawn, GameEvent, GameStarted, TokenMoved
from engine.finstere_flure.forecast import deck_to_come
from engine.finstere_flure.game import Game
from engine.finstere_flure.moves import token_moves
from engine.finstere_flure.pieces import TELEPORTER_PAIRS, Place
from engine.finstere_flure.position import Position, Tile, Token
from engine.finstere_flure.rounds import begin, follow, position_after
from engine.finstere_flure.state import State
from engine.finstere_flure.trace import MonsterMove

#: How long a token takes for a cell at speed 1, in seconds.
CELL_S = 0.15


@dataclass(frozen=True)
class TokenWalk:
    """Player's move: the token before and after it, the cells of its way, the pushed stones.

    The way begins where the token lay and ends where it lies; it is empty for a token that stays beside the board.
    Each stone comes with its cell before and after, None for one that left the game.
    """

    before: Token
    after: Token
    way: tuple[Cell, ...]
    pushed: tuple[tuple[Tile, Cell | None], ...]


@dataclass(frozen=True)
class EventTimeline:
    """Event with its beats, floor tiles and news: the monster's move or a table.

    `floor` are the tiles that lie on the floor: it has what stands still all the time, and also what a position
    cannot have: one teleporter of a pair. `marked` are the cells to look at: what is new. On a table the pieces of
    `walk` are not in the beats: they are on their way. `deck`: the cards of which one comes next, where what they may
    bring is shown.
    """

    shown: MonsterMove | Position
    segments: tuple[Segment, ...]
    floor: tuple[Tile, ...]
    marked: tuple[Cell, ...] = ()
    walk: TokenWalk | None = None
    deck: Deck = ()


def event_timelines(game: Game, *, foresight: bool = False) -> tuple[EventTimeline, ...]:
    """Return the chapters of a game, from its first event to its last or its end.

    `foresight`: before each card there is one of what may come.
    """
    return tuple(_event_timelines(game.events, foresight))


def _event_timelines(events: Sequence[GameEvent], foresight: bool) -> Iterator[EventTimeline]:
    before: State | None = None
    for event in events:
        if before is None:
            assert isinstance(event, GameStarted)
            after = begin(event)
        else:
            after = follow(before, event)
        caption = describe_event(before, event, after)
        if isinstance(event, TokenMoved):
            assert before is not None
            yield _token_timeline(before.position, event, caption)
        elif isinstance(event, CardDrawn):
            assert before is not None
            assert after.monster_move is not None
            if foresight:
                deck = deck_to_come(before)
                yield replace(_still_timeline(before, describe_deck(deck)), deck=deck)
            yield EventTimeline(after.monster_move, timeline(after.monster_move, imagined=True), _floor(after))
        else:
            marked = after.placed[-1].cells if after.placed and before and after.placed != before.placed else ()
            yield _still_timeline(after, caption, marked)
        if before is not None and after.round != before.round:
            begins = say("Round {n} begins with {player}.", n=after.round, player=player_name(after.start_player))
            yield _still_timeline(after, begins)
        before = after
    if before is not None and before.outcome is not None:
        yield _still_timeline(before, together(describe_result(before.outcome), describe_reason(before.outcome)))


def _still_timeline(state: State, caption: str, marked: tuple[Cell, ...] = ()) -> EventTimeline:
    position = _position(state)
    (segment,) = still(position)
    segment = replace(segment, caption=caption, duration_s=reading_time_s(caption))
    return EventTimeline(position, (segment,), _floor(state), marked)


def _token_timeline(position: Position, event: TokenMoved, caption: str) -> EventTimeline:
    end = position_after(position, event)
    before, after = position.token(event.token), end.token(event.token)
    assert before is not None
    assert after is not None
    stones = {stone.stone: stone.to for stone in event.stones}
    pushed = tuple((tile, stones[tile.id]) for tile in position.stones if tile.id in stones)
    walk = TokenWalk(before, after, _way(position, before, event), pushed)
    played = played_position(end)
    played = replace(
        played,
        tokens={token: cell for token, cell in played.tokens.items() if token != event.token},
        stones={stone: cell for stone, cell in played.stones.items() if stone not in stones},
    )
    motion_s = CELL_S * max(0, len(walk.way) - 1)
    (segment,) = still(end)
    segment = replace(
        segment,
        before=played,
        after=played,
        caption=caption,
        motion_s=motion_s,
        duration_s=max(motion_s + 0.2, reading_time_s(caption)),
    )
    marked = () if after.cell is None else (after.cell,)
    return EventTimeline(end, (segment,), _not_stones(end.tiles), marked, walk)


def _way(position: Position, token: Token, event: TokenMoved) -> tuple[Cell, ...]:
    """Return the cells that a token passed by the rules.

    If the rules did not allow the move, these are just its two ends.
    """
    start = () if token.cell is None else (token.cell,)
    if token.place in (None, Place.OUTSIDE):
        stones = {stone.stone: stone.to for stone in event.stones}
        cells = tuple(stones.get(stone.id, stone.cell) for stone in position.stones)
        for move in token_moves(position, token.id):
            if (move.to, move.stones) == (event.to, cells):
                return (*start, *move.path)
    return (*start, *(() if isinstance(event.to, Place) else (event.to,)))


def _position(state: State) -> Position:
    """Return the table as far as it is laid.

    While tiles are placed, it leaves out a teleporter that is still alone.
    """
    if not state.tiles_to_place:
        return state.position
    placed = {tile.id for tile in state.placed}
    return replace(
        state.position, tiles=tuple(tile for tile in state.placed if TELEPORTER_PAIRS.get(tile.id, tile.id) in placed)
    )


def _floor(state: State) -> tuple[Tile, ...]:
    return _not_stones(state.placed if state.tiles_to_place else state.position.tiles)


def _not_stones(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    return tuple(tile for tile in tiles if not tile.is_stone)
