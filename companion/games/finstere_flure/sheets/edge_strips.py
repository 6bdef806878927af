"""Strips with the names of files and rows, to lay along the board's outer lines."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.finstere_flure.language import say
from companion.sheets.cutting import CUT_LINE_MM, cut_rect
from companion.sheets.layout import CONTENT_MM, MARK_MM, Section, SheetPage, Sticker, lay_out
from companion.sheets.pen import CAP_HEIGHT, GREY, PAPER, PdfPen
from engine.finstere_flure.board import CELLS, FILES, column_row

#: Height of a strip: it lies on the board's frame.
_STRIP_MM = 7.0
#: Height of a capital letter or a number.
_LETTER_MM = 4.5


@dataclass(frozen=True)
class _Edge:
    """A straight outer line of the board: its place, the names along it, their turn."""

    where: str
    names: tuple[str, ...]
    turn_deg: int


def _edges() -> tuple[_Edge, ...]:
    """Return the four outer lines, the names from left to right or from top to bottom."""
    places = [column_row(cell) for cell in CELLS]
    last_column, last_row = (max(values) for values in zip(*places, strict=True))

    def files(row: int) -> tuple[str, ...]:
        return tuple(FILES[column] for column in sorted(c for c, r in places if r == row))

    def rows(column: int) -> tuple[str, ...]:
        return tuple(str(row + 1) for row in sorted(r for c, r in places if c == column))

    # A strip of rows is printed lying down: turned clockwise, its left end is at the top and its numbers upright.
    return (
        _Edge(say("above the board"), files(0), 0),
        _Edge(say("below the board"), files(last_row), 0),
        _Edge(say("left of the board"), rows(0), -90),
        _Edge(say("right of the board"), rows(last_column), -90),
    )


def strip_pages(cell_mm: float) -> list[SheetPage]:
    """Return the page with the strips for cells of this side."""
    most = int((CONTENT_MM[0] - 2 * MARK_MM) // cell_mm)
    lines = tuple(
        tuple((_strip(edge, edge.names[first : first + most], cell_mm),) for first in range(0, len(edge.names), most))
        for edge in _edges()
    )
    notes = (
        say(
            "For the players' eyes only. The screen names cells by file and row: lay the strips "
            "along the board's outer lines, beyond the printed letters, each name before its "
            "cells."
        ),
        say("Cut a name out where a reference card lies: the card itself names the cells beside it."),
    )
    return lay_out(Section(say("Names of files and rows (if you like)"), notes, lines))


def _strip(edge: _Edge, names: Sequence[str], cell_mm: float) -> Sticker:
    width = len(names) * cell_mm

    def paint(pen: PdfPen) -> None:
        pen.rect(0, 0, width, _STRIP_MM, fill=PAPER)
        for number, name in enumerate(names):
            with pen.moved((number + 0.5) * cell_mm, _STRIP_MM / 2, edge.turn_deg):
                pen.text(0, 0, name, _LETTER_MM / CAP_HEIGHT, "centre", bold=True, max_width=_STRIP_MM - 1)
            if number:
                pen.lines([(number * cell_mm, 0), (number * cell_mm, _STRIP_MM)], CUT_LINE_MM, GREY)
        cut_rect(pen, width, _STRIP_MM)

    label = names[0] if len(names) == 1 else say("{first} to {last}", first=names[0], last=names[-1])
    return Sticker(width, _STRIP_MM, f"{edge.where}: {label}", paint)
