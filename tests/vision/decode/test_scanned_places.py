"""Tests of scanned places: nothing is scanned twice, unless a code is found beside it."""

from dataclasses import replace

import numpy as np

from tests.vision.board import GRID, make_catalogue
from vision.decode.rescan import SquareToRead
from vision.decode.scanned_places import ScannedPlaces
from vision.model.code_detection import CodeDetection
from vision.model.pinhole import looking_at

TAG = next(tag for tag in make_catalogue().tags if tag.placement_mm is None)
CAMERA = looking_at((200.0, 140.0), 600.0, 1500.0, (2000, 1500))
PRINT = SquareToRead(GRID.centre("d4"), GRID.cell_mm + 18.0, TAG.height_mm, (TAG,), "print")
CELL = replace(PRINT, on="place")


def code_at(cell: str) -> CodeDetection:
    """Return a code on a cell, as the camera sees it."""
    middle = np.array(GRID.centre(cell))
    return CodeDetection("TEXT", "qr", CAMERA.project(middle + 5 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])))


def test_a_place_is_scanned_once() -> None:
    scanned = ScannedPlaces()
    assert scanned.unscanned([PRINT]) == [PRINT]
    assert scanned.unscanned([PRINT, CELL]) == [CELL]


def test_all_places_are_scanned_anew_where_the_board_is_seen_elsewhere() -> None:
    scanned = ScannedPlaces()
    scanned.unscanned([CELL])
    scanned.give_up([PRINT], CAMERA)
    scanned.clear()
    assert scanned.unscanned([CELL]) == [CELL]


def test_a_print_like_no_symbol_is_not_scanned_as_a_cell() -> None:
    scanned = ScannedPlaces()
    scanned.unscanned([PRINT])
    scanned.give_up([PRINT], CAMERA)
    assert scanned.unscanned([CELL]) == []


def test_it_is_scanned_after_all_when_a_code_is_found_beside_it() -> None:
    scanned = ScannedPlaces()
    scanned.give_up([PRINT], CAMERA)
    scanned.found([code_at("h8")])
    assert scanned.unscanned([CELL]) == []
    scanned.found([code_at("e4")])
    assert scanned.unscanned([CELL]) == [CELL]


def test_a_cell_is_given_up_by_nothing_but_its_print() -> None:
    scanned = ScannedPlaces()
    scanned.give_up([replace(PRINT, on="ground")], CAMERA)
    assert scanned.unscanned([CELL]) == [CELL]


def test_cells_are_named_whose_tags_are_too_blurred() -> None:
    scanned = ScannedPlaces()
    scanned.blur([CELL])
    assert scanned.blurred_cells(GRID, ("c4", "d4")) == ("d4",)
    scanned.clear()
    assert scanned.blurred_cells(GRID, ("c4", "d4")) == ()
