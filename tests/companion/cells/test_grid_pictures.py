"""Tests of the pictures of declared games: lines, special cells and counts."""

import re
from collections.abc import Callable
from random import Random
from string import ascii_lowercase

import pygame
import pytest
from classics.ludo import GAME as LUDO
from classics.mancala import GAME as MANCALA
from classics.nine_mens_morris import GAME as MORRIS
from classics.noughts_and_crosses import GAME as NOUGHTS

from companion.cells.board import CellBoard
from companion.games import pages_fit
from companion.games.grid import GridGame
from companion.screen.fitting import fit_problems
from companion.screen.fonts import Fonts
from companion.screen.page_view import PageView
from companion.screen.pages import BoardPage, Page, Row
from companion.virtual_table.drawing import TableWidget
from engine.board import Board, rectangle
from engine.board import drawn as drawn_board

pytestmark = pytest.mark.usefixtures("display")


def drawn(game: GridGame, page: Page | None = None) -> tuple[TableWidget, pygame.Surface]:
    """Return a virtual table without pieces on the board."""
    table = game.virtual.table_before(game.virtual.start(None, 1, {}), 1)
    widget, window = TableWidget(table, game.virtual.pictures), pygame.Surface((480, 480))
    widget.draw(window, page)
    return widget, window


def colour_at(game: GridGame, cell: str, page: Page | None = None) -> tuple[int, ...]:
    """Return the colour in the middle of a cell."""
    widget, window = drawn(game, page)
    x, y = widget.to_px(widget.table.catalogue.grid.centre(cell))
    return tuple(window.get_at((round(x), round(y)))[:3])


def test_homes_shimmer_in_the_colours_of_their_players() -> None:
    red, _, blue = colour_at(LUDO, "e7")
    assert red > blue + 60
    red, _, blue = colour_at(LUDO, "e3")
    assert blue > red - 30


def test_lines_lead_from_point_to_point() -> None:
    assert sum(colour_at(MORRIS, "a4")) < 200 < sum(colour_at(LUDO, "a5"))


def test_counts_stand_on_the_virtual_table() -> None:
    page = BoardPage("move", "South", CellBoard.of({}, labels={"c2": "4"}), "")
    _, plain = drawn(MANCALA)
    widget, counted = drawn(MANCALA, page)
    x, y = widget.to_px(widget.table.catalogue.grid.centre("c2"))
    box = pygame.Rect(0, 0, 20, 20)
    box.center = round(x), round(y)
    assert plain.subsurface(box).get_buffer().raw != counted.subsurface(box).get_buffer().raw


def test_a_table_in_mid_game_has_discs_with_both_sides() -> None:
    table = MANCALA.virtual.some_table(Random(1), 1)
    assert {piece.tag_id for piece in table.pieces.values()} <= {"sun/sun", "sun/moon"}


def test_the_emblem_has_a_piece_of_each_of_two_players() -> None:
    emblem = NOUGHTS.table.pictures(Fonts()).emblem(100)
    colours = {emblem.get_at((x, y))[:3] for x in range(100) for y in range(100)}
    assert {*NOUGHTS.colours.values()} <= colours
    seeds = MANCALA.table.pictures(Fonts())
    assert seeds.emblem(100).get_buffer().raw == seeds.sign(seeds.emblem_piece, 100).get_buffer().raw


@pytest.mark.parametrize("size", pages_fit.SIZES)
@pytest.mark.parametrize(("columns", "rows"), [(10, 10), (13, 13), (19, 19), (26, 8), (8, 26)])
def test_the_names_of_a_large_board_s_cells_can_be_read(columns: int, rows: int, size: tuple[int, int]) -> None:
    class Large(type(NOUGHTS)):  # type: ignore[misc]
        """Noughts and crosses on a larger board."""

        board = rectangle(columns, rows)

    fonts = Fonts()
    page = BoardPage("move", "X's turn", CellBoard.of({}), "Put a disc on a free cell.", (Row("A disc"),))
    painted = PageView(fonts, Large().table.pictures(fonts)).painted(size, page)
    assert list(fit_problems(painted)) == []
    written = {text.text for text in painted.written}
    # Where not all have room every other one is named, or every third.
    assert {"a", "1"} <= written
    assert len(written & {str(row) for row in range(1, rows + 1)}) >= rows / 3
    assert len(written & {*ascii_lowercase[:columns]}) >= columns / 3


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: rectangle(27, 2), "the board has 27 columns; a column has a letter, and there are 26"),
        (lambda: drawn_board("." * 27), "the board has 27 columns; a column has a letter, and there are 26"),
        (lambda: rectangle(3, 0), "the board has no cell: rectangle(3, 0)"),
        (lambda: drawn_board(" "), "the board has no cell: draw a point for each cell"),
    ],
    ids=["too wide", "drawn too wide", "no row", "nothing drawn"],
)
def test_a_board_that_cannot_be_is_refused_in_a_sentence(make: Callable[[], Board], problem: str) -> None:
    with pytest.raises(ValueError, match=re.escape(problem)):
        make()
