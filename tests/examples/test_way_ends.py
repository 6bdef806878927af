"""Pieces laid exactly where the ways of put-right end lie as the camera wants them."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.cells.board import CellBoard
from companion.cells.game import CellGame
from companion.cells.steps import CellPlacementStep
from companion.cells.table_pictures import ways_mm
from companion.cells.virtual_game import CellVirtual, lay
from companion.device.settings import Settings
from companion.journal import Journal
from companion.screen.pages import BoardPage, Tone
from companion.table.layout import LayoutTask, Lie
from companion.table.observation import TableObservation
from companion.table.session import Session
from companion.table.session_start import open_session
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.table import VirtualTable
from engine.game import Game
from tests.companion.virtual_table.faultless_reading import reading_of
from tests.examples.test_classics import MOST_LINES

#: Modules of the games.
MODULES = {name: f"classics.{name}" for name in MOST_LINES} | {
    "big-fox-and-geese": "fox_and_geese.game",
}
#: So many moves of a game are looked at, done or taken back; more until a piece was to leave the board.
MOVES = 30


def moves(virtual: CellVirtual, seed: int) -> Iterator[tuple[Game[Any, Any], Any]]:
    """Yield games by random players, and the state by which their table still lies."""
    rng, rules = Random(seed), virtual.table.rules
    game = rules.start(virtual.start(None, seed, {}))
    for _ in range(2 * MOVES):
        possible = tuple(virtual.table.possible(game.state))
        if not possible or rules.over(game.state) is not None:
            return
        after = game.apply(rng.choice(possible))
        yield after, game.state
        yield game, after.state
        game = after


def look(session: Session, table: VirtualTable, time_s: float) -> None:
    camera = VirtualCamera(table, seed=1)
    reading = reading_of(table, table.catalogue, camera.view.camera)
    session.observe(TableObservation(session.table_game.observe(reading, table.catalogue)), time_s)


def do(task: LayoutTask, board: CellBoard, table: VirtualTable, game: CellGame) -> None:
    """Do a task by what the board draws of it."""
    ((seen, wanted),) = task.changes
    start, end = (None if lie is None else lie.place for lie in (seen, wanted))
    grid, side = table.catalogue.grid, wanted.face if wanted else ""
    # Of pieces that are alike any other does.
    alike = {
        Lie.from_side(name, "").piece for name in game.tag_set.pieces if game.alike(name) == task.changes[0].lie.side
    }
    disc = next(
        piece.id for piece in table.pieces.values() if table.cell_of(piece) == start and (start or piece.id in alike)
    )
    marked = [cell for cell, tone in board.marks if tone is Tone.NOW]
    assert marked == [end or start]
    held = table.pick_up(disc)
    assert held is not None
    assert held.piece is not None
    way = next((to for begins, to in ways_mm(table, board) if grid.cell_at(*begins) == start), None)
    if start is None:
        held.drag(grid.centre(marked[0]))
    elif way is not None:
        assert table.cell_of(held.piece) == start
        held.drag(way)
    else:
        # It is turned over: the other half of the same act is a task of its own.
        held.flip()
    if held.piece.face != side and end is not None:
        held.flip()
    held.drop()


@pytest.mark.slow
@pytest.mark.thorough(but=["big-fox-and-geese", "othello", "draughts", "nine_mens_morris", "ludo", "mancala"])
@pytest.mark.parametrize("name", MODULES)
def test_whoever_follows_the_ways_puts_the_table_right(name: str, tmp_path: Path) -> None:
    virtual: CellVirtual = import_module(MODULES[name]).GAME.virtual
    session = open_session(Journal.open(tmp_path / "games.sqlite"), Settings(), [virtual.table], sees=True)
    table = VirtualTable(virtual.pieces, 1)
    time_s, off = 0.0, 0
    for number, (game, before) in enumerate(moves(virtual, 3)):
        if number > MOVES and (off or name == "halma"):
            break
        lying = virtual.table.lying(before)
        lay(table, {})
        lay(table, lying)
        session.game, session.game_id, session.layout = game, None, virtual.table.layout(before)
        session.go_on()
        step = session.step
        if not isinstance(step, CellPlacementStep):
            continue
        while tasks := step.remaining_tasks():
            page = session.page
            assert isinstance(page, BoardPage)
            assert isinstance(page.board, CellBoard)
            do(tasks[0], page.board, table, virtual.table)
            off += tasks[0].changes[0].end is None
            time_s += 0.1
            look(session, table, time_s)
            assert tasks[0] not in step.remaining_tasks(), tasks[0].sentence
            assert step.found is not None
            if not step.remaining_tasks():
                assert step.found.matches, (tasks[0].sentence, step.found)
                break
    assert off or name == "halma", "no piece was to leave the board"
