"""Cells that a page marks are framed on the virtual table of any game of cells."""

from random import Random

import pygame
import pytest

from companion.cells.board import CellBoard
from companion.screen.pages import BoardPage, ListPage, Page, Tone
from companion.screen.signs import tone_colour
from companion.virtual_table.drawing import TableWidget
from tests.companion.cells.noughts_and_crosses import GAME

pytestmark = pytest.mark.usefixtures("display")


def framed(page: Page | None, cell: str) -> bool:
    """Return True if the table has the frame's colour at the left edge of this cell."""
    widget = TableWidget(GAME.virtual.some_table(Random(1), 1), GAME.virtual.pictures)
    window = pygame.Surface((480, 480))
    widget.draw(window, page)
    grid = widget.table.catalogue.grid
    x, y = grid.centre(cell)
    left, _ = widget.to_px((x - grid.cell_mm / 2, y))
    middle = round(widget.to_px((x, y))[1])
    return tone_colour(Tone.NOW) in [tuple(window.get_at((round(left) + dx, middle))[:3]) for dx in range(5)]


def test_marked_cells_have_a_frame_and_others_have_none() -> None:
    page = BoardPage("act", "Noughts", CellBoard.of({}, {"b2": Tone.NOW}), "Where?")
    assert framed(page, "b2")
    assert not framed(page, "a1")
    assert not framed(None, "b2")
    assert not framed(ListPage("menu", "Menu"), "b2")
