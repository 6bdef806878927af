"""Tests that hands can lay a table by words alone, where no camera sees it."""

import re
from collections.abc import Sequence

import pytest

from companion.cells.game import CellGame
from companion.device.settings import Settings
from companion.games import CompanionGame
from companion.games.random_play import as_json, random_game
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.table.session import Session
from companion.table.session_start import open_session
from engine.finstere_flure.events import GameStarted as FlureStarted
from engine.finstere_flure.pieces import STONE_FRONTS, Colour
from engine.finstere_flure.setup import basic_tiles
from hardware.buttons import Button, Press
from tools.walk.games import games

ADVANCE, DRAW = (Press(button, held=False) for button in (Button.ADVANCE, Button.DRAW))
GRIDS = [game for game in games().values() if isinstance(game.table, CellGame) and game.table.cells]


def by_ear(journal: Journal, game: CompanionGame) -> Session:
    return open_session(journal, Settings(by_ear="short"), [game.table], sees=False)


def page(session: Session) -> BoardPage:
    assert isinstance(session.page, BoardPage)
    return session.page


def tasks(session: Session) -> list[str]:
    """Return what is to be laid, line by line, also what the caption tells."""
    return [row.room_for or row.text for row in page(session).rows]


def cells_in(text: str, cells: Sequence[str]) -> list[str]:
    """Return the cells that a line names, those between two cells of a run too."""
    found: list[str] = []
    for first, last in re.findall(r"\b([a-z]\d+)\b(?: to ([a-z]\d+))?", text):
        letters = range(ord(first[0]), ord((last or first)[0]) + 1)
        run = [f"{chr(letter)}{first[1:]}" for letter in letters]
        found += [cell for cell in run if cell in cells]
    return found


@pytest.mark.parametrize("game", GRIDS, ids=lambda game: game.id)
def test_each_piece_of_a_grid_has_its_cell_told_a_few_at_a_time(journal: Journal, game: CompanionGame) -> None:
    session = by_ear(journal, game)
    table = game.table
    assert isinstance(table, CellGame)
    session.new_game(table)
    session.start(table.started({option.id: option.default for option in table.options}))
    assert session.game is not None
    lying = table.lying(session.game.state)
    if not lying:
        return
    told = tasks(session)
    named = [cells_in(line, tuple(table.cells)) for line in told]
    assert sorted(cell for line in named for cell in line) == sorted(lying.values())
    assert all(len(re.findall(r"[a-z]\d+", line)) <= 8 for line in told), "a line is one step for hands"
    for _ in told:
        session.press(DRAW, session.now + 1.0)
    for _ in told:
        assert session.page.name == "put-right"
        session.press(ADVANCE, session.now + 1.0)
    assert session.page.keys.advance == "Done", "all of it was ticked"


def test_the_castle_s_floor_is_told_line_by_line_and_ticked(journal: Journal) -> None:
    game = games()["finstere-flure"]
    session = by_ear(journal, game)
    game.table.begin(session, FlureStarted((Colour.RED, Colour.BLUE), Colour.RED), {})
    lines = tasks(session)
    told = [cell for line in lines for cell in re.findall(r"[a-p]\d+", line)]
    assert sorted(told) == sorted([cell for tile in basic_tiles(tuple(STONE_FRONTS)) for cell in tile.cells] + ["a1"])
    assert lines[-1] == "Put Furunkulus on a1, facing east."
    assert page(session).caption == lines[0]
    session.press(DRAW, 1.0)
    session.press(ADVANCE, 2.0)
    assert (page(session).name, page(session).caption) == ("set-up", lines[1]), "the first line is ticked off"
    for number in range(1, len(lines)):
        session.press(ADVANCE, 2.0 + number)
    assert session.page.keys.advance == "Done"
    session.press(ADVANCE, 20.0)
    assert session.game is not None


@pytest.mark.parametrize(
    ("game_id", "words"), [("finstere-flure", "Furunkulus: "), ("lifeboat", "Lay the boat row, from the bow: ")]
)
def test_a_game_that_goes_on_is_laid_by_words(journal: Journal, game_id: str, words: str) -> None:
    game = games()[game_id]
    first, *others = random_game(game, 1, 30).events
    number = journal.start(game_id, as_json(game, first))
    for event in others:
        journal.append(number, as_json(game, event))
    session = by_ear(journal, game)
    session.resume(number)
    assert session.page.name == "put-right"
    assert tasks(session)[0].startswith(words)
    assert not any("picture" in line for line in tasks(session))
