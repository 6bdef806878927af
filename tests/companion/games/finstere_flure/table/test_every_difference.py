"""Tests of discrepancies: each gets a message within three seconds, in turn and guide."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.finstere_flure.reading.reading import Misplacement, MisplacementKind, PieceOffBoard
from companion.games.finstere_flure.table.observation import BoardObservation, observation_from_position
from companion.games.finstere_flure.table.put_right import PutBoardRightStep
from companion.games.finstere_flure.table.set_up import FinstereFlureSetUpStep, PlaceTileStep
from companion.games.finstere_flure.table.tokens import TokenStep
from companion.table.layout import Lie
from engine.finstere_flure.board import Direction
from engine.finstere_flure.events import SetUp
from engine.finstere_flure.pieces import Place, Side
from engine.finstere_flure.position import Token
from tests.companion.games.finstere_flure.table.observing import relaid
from tests.companion.games.finstere_flure.table.session_table import TWO, SessionTable
from tests.companion.observing import show_observation

#: The players have a word for it within so long (seconds).
A_WORD_S = 3.0
#: Cell on which nothing lies at the beginning.
FREE = "g5"
#: Another cell on which nothing lies at the beginning.
OTHER = "h8"


def _line(piece: str, cell: object) -> tuple[Misplacement, ...]:
    return (Misplacement(MisplacementKind.ON_A_LINE, (piece,), (str(cell), FREE)),)


def differences(observation: BoardObservation) -> Iterator[tuple[str, BoardObservation]]:
    """Yield each kind of piece gone, elsewhere, turned, flipped or between cells.

    Pieces that do not belong there are added, too.
    """
    assert observation.monster is not None
    cell, facing = observation.monster
    yield (
        "the monster looks elsewhere",
        relaid(observation, monster=(cell, Direction.S if facing is Direction.N else Direction.N)),
    )
    yield "the monster stands elsewhere", relaid(observation, monster=(FREE, facing))
    yield "the monster is gone", relaid(observation, monster=None)
    yield "something unread on a bare cell", relaid(observation, unreadable=(FREE,))
    yield "many bare cells unread", relaid(observation, unreadable=("g5", "g6", "h5", "h6", "i5"))
    yield "the monster cannot be read", relaid(observation, monster=None, unreadable=(cell,))
    stone = observation.stones[0]
    pool = next(tile for tile in observation.tiles if not tile.is_stone)
    without = tuple(tile for tile in observation.tiles if tile is not stone)
    yield "a stone is gone", relaid(observation, tiles=without)
    yield "a stone lies elsewhere", relaid(observation, tiles=(*without, replace(stone, cells=(FREE,))))
    yield "a stone cannot be read", relaid(observation, tiles=without, unreadable=(stone.cell,))
    yield "a stone on a line", relaid(observation, tiles=without, misplacements=_line(stone.id, stone.cell))
    floor = tuple(tile for tile in observation.tiles if tile is not pool)
    yield "a pool is gone", relaid(observation, tiles=floor)
    yield "a pool lies elsewhere", relaid(observation, tiles=(*floor, replace(pool, cells=("e6", "f6", "e7", "f7"))))
    yield "a pool on a line", relaid(observation, tiles=floor, misplacements=_line(pool.id, pool.cell))
    yield "a token of nobody's", relaid(observation, tokens=(*observation.tokens, Token("green-1", Side.WHITE, FREE)))
    for token in observation.tokens[:1]:
        others = tuple(other for other in observation.tokens if other is not token)
        yield "a token is gone", relaid(observation, tokens=others)
        yield "a token cannot be read", relaid(observation, tokens=others, unreadable=(token.cell or FREE,))
        yield "a token is flipped", relaid(observation, tokens=(*others, replace(token, side=token.side.flipped)))
        yield "a token far away", relaid(observation, tokens=(*others, replace(token, at=OTHER)))
        outside = PieceOffBoard(token.id, token.side, Place.OUTSIDE)
        beside: tuple[Lie | PieceOffBoard, ...] = (*observation.beside.values(), outside)
        yield "a token beside the board", relaid(observation, tokens=others, beside=beside)
        yield "a token on a line", relaid(observation, tokens=others, misplacements=_line(token.id, token.at))


def in_the_first_turn(folder: Path) -> SessionTable:
    table = SessionTable(folder)
    table.look()
    assert isinstance(table.session.step, TokenStep)
    return table


def in_a_later_turn(folder: Path) -> SessionTable:
    table = in_the_first_turn(folder)
    table.play_turn()
    table.play_turn()
    return table


def before_the_guide(folder: Path) -> SessionTable:
    """Return a table after the first round, whose tokens hands have not flipped yet."""
    table = in_the_first_turn(folder)
    while isinstance(table.session.step, TokenStep):
        table.play_turn()
    assert isinstance(table.session.step, PutBoardRightStep)
    return table


@pytest.mark.parametrize("begun", [in_the_first_turn, in_a_later_turn, before_the_guide])
def test_every_difference_gives_another_page(begun: Callable[[Path], SessionTable], tmp_path: Path) -> None:
    as_before: list[str] = []
    first = begun(tmp_path / "first")
    kinds = [name for name, _ in differences(observation_from_position(first.lies))]
    assert len(kinds) == len(set(kinds)) >= 10
    for number, kind in enumerate(kinds):
        table = begun(tmp_path / str(number))
        table.look(A_WORD_S)
        page = table.session.page
        seen = dict(differences(observation_from_position(table.lies)))[kind]
        table.look(A_WORD_S, seen)
        if table.session.page == page:
            as_before.append(kind)
        table.journal.close()
    assert as_before == []


def test_what_cannot_be_read_on_a_bare_cell_is_said_once_and_stops_nobody(tmp_path: Path) -> None:
    table = in_the_first_turn(tmp_path)
    unread = relaid(observation_from_position(table.lies), unreadable=(FREE,))
    table.look(A_WORD_S, unread)
    table.look(A_WORD_S, relaid(unread, unreadable=()))
    table.look(A_WORD_S, unread)
    assert table.problems == ["Something on g5 cannot be read."]
    assert isinstance(table.session.step, TokenStep)
    table.play_turn()
    assert len(table.game.events) == 3
    # Of an arm the camera's own sentence tells.
    other = in_the_first_turn(tmp_path / "other")
    page = other.session.page
    other.look(A_WORD_S, relaid(unread, reached_over=(FREE,)))
    assert other.session.page == page


def test_what_cannot_be_read_is_told_while_tiles_are_placed_and_the_floor_is_laid(tmp_path: Path) -> None:
    table = SessionTable(tmp_path, replace(TWO, set_up=SetUp.EXPERT))
    assert isinstance(table.session.step, PlaceTileStep)
    table.look()
    page = table.session.page
    table.look(A_WORD_S, relaid(observation_from_position(table.lies), unreadable=(FREE,)))
    assert table.session.page != page
    step = FinstereFlureSetUpStep(table.session, TWO, {})
    table.session.open(step)
    show_observation(step, observation_from_position(table.lies))
    page = table.session.page
    show_observation(step, relaid(observation_from_position(table.lies), unreadable=(FREE,)))
    assert table.session.page != page
