"""Tests of inferences from any table: every allowed move is recognised, and nothing else."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.finstere_flure.reading.reading import Misplacement, MisplacementKind, PieceOffBoard
from companion.games.finstere_flure.table.lies import layout_of
from companion.games.finstere_flure.table.move_inference import infer_move
from companion.games.finstere_flure.table.observation import BoardObservation, observation_from_position
from companion.games.finstere_flure.table.stones import stone_faces
from companion.table.inference import Happened, Nothing, Problems, Waiting
from engine.finstere_flure.board import CELLS, Cell, Direction, cell_at, column_row
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import MONSTER, STONE_FRONTS, TILE_KINDS, TOKENS, Place, Side
from engine.finstere_flure.position import Position, Tile, Token
from engine.finstere_flure.rounds import position_after
from tests.companion.games.finstere_flure.table.observing import relaid
from tests.companion.games.finstere_flure.table.random_states import GAMES, token_moments

cells = st.sampled_from(CELLS)
EXAMPLES = settings(max_examples=25)


@st.composite
def games(draw: Callable[[st.SearchStrategy[int]], int]) -> Game:
    """Return a moment of a random game at which a token is to be moved."""
    found = token_moments(draw(st.integers(0, GAMES - 1)))
    return found[draw(st.integers(0, len(found) - 1))]


@st.composite
def moves(draw: st.DrawFn) -> tuple[Game, TokenMoved]:
    """Draw a moment with a move that the rules allow."""
    game = draw(games())
    assert game.state.turn is not None
    token = draw(st.sampled_from(game.state.tokens_to_move(game.state.turn)))
    choices = game.token_choices(token)
    return game, choices[draw(st.integers(0, len(choices) - 1))]


def visible_state(position: Position) -> object:
    """Return what players see of a position: tokens and stones with faces, and the monster."""
    tokens = {token.id: (token.at, token.side) for token in position.tokens if token.place is not Place.OUT}
    return tokens, stone_faces(layout_of(position).counts), position.monster, position.facing


@pytest.mark.slow
@EXAMPLES
@given(moves())
def test_every_allowed_move_is_known(move: tuple[Game, TokenMoved]) -> None:
    game, event = move
    before, after = game.state.position, position_after(game.state.position, event)
    inference = infer_move(game, observation_from_position(after))
    assert isinstance(inference, Happened)
    found = inference.event
    assert isinstance(found, TokenMoved)
    assert not game.problems(found)
    # Equal stones may have been pushed to the same places in two ways.
    assert visible_state(position_after(before, found)) == visible_state(after)
    assert infer_move(game, observation_from_position(before)) == Nothing()


@pytest.mark.slow
@EXAMPLES
@given(moves(), cells, st.integers(1, 5), st.integers(1, 5))
def test_a_hand_never_makes_another_move_of_it(
    move: tuple[Game, TokenMoved], corner: Cell, columns: int, rows: int
) -> None:
    game, event = move
    after = position_after(game.state.position, event)
    column, row = column_row(corner)
    hand = {cell_at(column + dx, row + dy) for dx in range(columns) for dy in range(rows)} - {None}
    inference = infer_move(game, under_a_hand(observation_from_position(after), {cell for cell in hand if cell}))
    assert not isinstance(inference, Problems)
    if isinstance(inference, Happened):
        assert isinstance(inference.event, TokenMoved)
        assert visible_state(position_after(game.state.position, inference.event)) == visible_state(after)
    elif isinstance(inference, Nothing):
        # A token that is not seen may still be beside the entrance.
        before = game.state.position.token(event.token)
        assert before is not None
        assert before.place is Place.OUTSIDE
    else:
        assert isinstance(inference, Waiting)


def under_a_hand(observation: BoardObservation, hand: set[Cell]) -> BoardObservation:
    """Return the same table with a hand over some cells."""
    return relaid(
        observation,
        tokens=tuple(token for token in observation.tokens if token.at not in hand),
        tiles=tuple(tile for tile in observation.tiles if tile.cell not in hand),
        monster=None if observation.monster and observation.monster[0] in hand else observation.monster,
        unreadable=tuple(cell for cell in CELLS if cell in hand),
    )


@pytest.mark.slow
@EXAMPLES
@given(games(), st.data())
def test_nothing_else_is_taken_for_a_move(game: Game, data: st.DataObject) -> None:
    before = game.state.position
    changes = st.lists(st.tuples(st.sampled_from([*TOKENS, *STONE_FRONTS, MONSTER]), cells), min_size=1, max_size=3)
    seen = observation_from_position(before)
    for piece, cell in data.draw(changes):
        seen = with_piece_moved(seen, piece, cell, data.draw(st.booleans()))
    inference = infer_move(game, seen)
    if isinstance(inference, Happened):
        assert isinstance(inference.event, TokenMoved)
        assert not game.problems(inference.event)
        lies_as(position_after(before, inference.event), seen)
    elif isinstance(inference, Problems):
        assert inference.problems
        if inference.overrule is not None:
            assert not game.problems(inference.overrule)
            lies_as(position_after(before, inference.overrule), seen)
    elif isinstance(inference, Nothing):
        lies_as(before, seen)
    else:
        assert isinstance(inference, Waiting)
        assert inference.pieces
        assert inference.problems


def with_piece_moved(observation: BoardObservation, piece: str, cell: Cell, flip: bool) -> BoardObservation:
    """Return the same table with one piece elsewhere, or flipped as well.

    A stone may come onto the board again.
    """
    if piece == MONSTER:
        return relaid(observation, monster=(cell, Direction.N))
    if piece in TOKENS:
        token = next((token for token in observation.tokens if token.id == piece), Token(piece, Side.WHITE, cell))
        side = token.side.flipped if flip else token.side
        others = tuple(other for other in observation.tokens if other.id != piece)
        beside = tuple(lie for other, lie in observation.beside.items() if other != piece)
        return relaid(observation, tokens=(*others, Token(piece, side, cell)), beside=beside)
    kinds = sorted(TILE_KINDS[piece])
    remaining = tuple(other for other in observation.tiles if other.id != piece)
    return relaid(observation, tiles=(*remaining, Tile(piece, kinds[flip % len(kinds)], (cell,))))


def lies_as(position: Position, observation: BoardObservation) -> None:
    """The table that is seen is that position."""
    assert {token.id: token for token in observation.tokens} == {
        token.id: token for token in position.tokens if token.cell is not None
    }
    assert stone_faces(observation.layout.counts) == stone_faces(layout_of(position).counts)
    assert observation.monster == (position.monster, position.facing)


tokens_seen = st.builds(Token, st.sampled_from(sorted(TOKENS)), st.sampled_from(Side), cells)
tiles_seen = st.sampled_from(sorted(TILE_KINDS)).flatmap(
    lambda tile: st.builds(
        Tile,
        st.just(tile),
        st.sampled_from(sorted(TILE_KINDS[tile])),
        st.lists(cells, min_size=1, max_size=4).map(tuple),
        st.sampled_from([None, *Direction]),
    )
)
all_pieces = st.sampled_from([*TOKENS, *TILE_KINDS, MONSTER])
anything_seen = st.builds(
    relaid,
    tokens=st.lists(tokens_seen, max_size=8).map(tuple),
    beside=st.lists(
        st.builds(
            PieceOffBoard, all_pieces, st.sampled_from([None, *Side]), st.sampled_from([None, Place.OUT, Place.OUTSIDE])
        ),
        max_size=4,
    ).map(tuple),
    tiles=st.lists(tiles_seen, max_size=8).map(tuple),
    monster=st.none() | st.tuples(cells, st.sampled_from(Direction)),
    unreadable=st.lists(cells, max_size=6, unique=True).map(tuple),
    misplacements=st.lists(
        st.builds(
            Misplacement,
            st.sampled_from(MisplacementKind),
            st.lists(all_pieces, min_size=1, max_size=3).map(tuple),
            st.lists(cells, min_size=1, max_size=2).map(tuple),
        ),
        max_size=3,
    ).map(tuple),
)


@pytest.mark.slow
@EXAMPLES
@given(games(), anything_seen)
def test_any_table_leads_to_a_conclusion(game: Game, observation: BoardObservation) -> None:
    inference = infer_move(game, observation)
    if isinstance(inference, Happened):
        assert not game.problems(inference.event)
    elif isinstance(inference, Problems):
        assert inference.problems
        assert inference.overrule is None or not game.problems(inference.overrule)
