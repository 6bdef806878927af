"""Tests of the first sight: prints without a symbol are passed over, all else is kept."""

from dataclasses import replace
from typing import Literal

import cv2
import numpy as np
import pytest

from tests.vision.board import GRID, make_catalogue
from vision.decode.rescan import SquareToRead
from vision.decode.symbols import tag_picture
from vision.locate.rectified import BLOCKS, MARGIN_CELLS, SHADES_PX, RectifiedBoard
from vision.model.catalogue import Tag
from vision.model.code_detection import CodeDetection
from vision.model.pinhole import looking_at
from vision.occupancy.first_sight import shown_at_first_sight

CATALOGUE = make_catalogue()
TAG = next(tag for tag in CATALOGUE.tags if tag.placement_mm is None and tag.size_mm < GRID.cell_mm)
CAMERA = looking_at((200.0, 140.0), 600.0, 1500.0, (2000, 1500))
PX_PER_MM = BLOCKS * SHADES_PX / GRID.cell_mm
HEIGHT_MM = TAG.height_mm


def place(cell: str) -> SquareToRead:
    """Return the square about a cell, taken for its print."""
    return SquareToRead(GRID.centre(cell), GRID.cell_mm + 18.0, HEIGHT_MM, (TAG,), "print")


#: The prints of rows that lie apart, so that a symbol shows on one alone.
PRINTS = [place(f"{column}{row}") for row in (4, 6, 8) for column in "dfhjln"]


def board(tag: Tag, cell: str) -> RectifiedBoard:
    """Return the rectified board with lines on all cells and this tag on one."""
    columns, rows = (max(side) + 1 + int(2 * MARGIN_CELLS) for side in zip(*GRID.cells.values(), strict=True))
    shades = np.full((rows * BLOCKS * SHADES_PX, columns * BLOCKS * SHADES_PX), 200, np.uint8)
    shades[::25] = shades[:, ::25] = 90
    side = round(tag.size_mm * PX_PER_MM)
    drawn = cv2.resize(tag_picture(tag.payload, "qr"), (side, side), interpolation=cv2.INTER_AREA)
    left, top = ((np.array(GRID.centre(cell)) + MARGIN_CELLS * GRID.cell_mm) * PX_PER_MM - side / 2).astype(int)
    shades[top : top + side, left : left + side] = drawn
    colours = np.ones((3, rows * BLOCKS, columns * BLOCKS), np.float32)
    seen = np.ones(colours.shape[1:], np.bool_)
    return RectifiedBoard(colours, colours[0], colours, CAMERA, HEIGHT_MM, GRID.cell_mm, seen, shades)


def test_only_prints_with_a_symbol_on_them_are_looked_at() -> None:
    assert shown_at_first_sight(PRINTS, board(TAG, "h6"), CATALOGUE, ()) == [place("h6")]


def test_few_prints_are_all_looked_at() -> None:
    assert shown_at_first_sight(PRINTS[:8], board(TAG, "h6"), CATALOGUE, ()) == PRINTS[:8]


@pytest.mark.parametrize("on", ["place", "ground"])
def test_what_is_no_print_is_looked_at_whatever_shows(on: Literal["place", "ground"]) -> None:
    sure = replace(place("d4"), on=on)
    assert shown_at_first_sight([sure, *PRINTS], board(TAG, "h6"), CATALOGUE, ()) == [sure, place("h6")]


def test_a_symbol_that_is_known_already_is_not_seen_again() -> None:
    half = CATALOGUE.symbol_mm(TAG) / 2
    corners = np.array(GRID.centre("h6")) + half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    pixels = CAMERA.project(np.column_stack([corners, np.full(4, HEIGHT_MM)]))
    known = CodeDetection(TAG.payload, "qr", pixels)
    assert shown_at_first_sight(PRINTS, board(TAG, "h6"), CATALOGUE, [known]) == []
    unknown = replace(known, text=None)
    assert shown_at_first_sight(PRINTS, board(TAG, "h6"), CATALOGUE, [unknown]) == [place("h6")]
