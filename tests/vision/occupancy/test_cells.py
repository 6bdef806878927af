"""Tests of unexplained print beside the print that is everywhere, and of hidden cells.

The print of these cells is hidden.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from types import MappingProxyType

import cv2
import numpy as np
import pytest

from tests.vision.bare_tables import CATALOGUE, coin, free_cells, picture, taken_cells
from tests.vision.board import covered_cells, make_catalogue
from vision.decode.known_tags import detect_tags
from vision.locate.rectified import BLOCKS, MARGIN_CELLS, rectify
from vision.occupancy.cells import UnexplainedInk, Unread, find_unexplained_ink, unread
from vision.occupancy.footprints import cell_numbers, core_shares
from vision.occupancy.ground import compute_ground
from vision.reading import read_picture
from vision.virtual import Body, disc, rectangle

GRID = make_catalogue().grid
CELLS = cell_numbers(GRID)
PLACES = (np.array(list(GRID.cells.values())) + MARGIN_CELLS + 0.5) * BLOCKS


@pytest.mark.parametrize(("bare_rows", "told"), [(11, False), (2, True)], ids=["a print", "a board full of codes"])
def test_ink_on_every_cell_is_the_print_unless_few_cells_are_left_to_tell(bare_rows: int, told: bool) -> None:
    explained = np.zeros(CELLS.shape, np.bool_)
    explained[int((MARGIN_CELLS + bare_rows) * BLOCKS) :] = True
    ink = np.where(CELLS >= 0, 1.0, 0.0).astype(np.float32)
    in_sight = core_shares(~explained, PLACES)
    found = UnexplainedInk(explained, ink, ink, PLACES, in_sight, np.zeros(len(PLACES), np.bool_), (), ())
    assert found.bare.any()
    assert (found.much(0.5) == (found.bare & told)).all()


def test_where_letters_are_dense_on_some_cells_those_with_most_are_looked_at_again() -> None:
    """Letters fill a seventh of the cores of two cells in five, and two sevenths of a1."""
    ink = np.zeros(CELLS.shape, np.float32)
    for number, (column, row) in enumerate(GRID.cells.values()):
        filled = 2 if number == 0 else int(number % 5 < 2)
        left, top = (int((index + MARGIN_CELLS) * BLOCKS) for index in (column, row))
        ink[top : top + BLOCKS, left + 3 : left + 3 + filled] = 1.0
    nothing = np.zeros(CELLS.shape, np.bool_)
    in_sight = core_shares(~nothing, PLACES)
    found = UnexplainedInk(nothing, ink, ink, PLACES, in_sight, np.zeros(len(PLACES), np.bool_), (), ())
    assert found.much(0.5).nonzero()[0].tolist() == [0]


def letters_with_tags(usual: float, tags: Collection[str] = ()) -> UnexplainedInk:
    """Return letters that fill parts of all cells, and symbols that fill most of theirs.

    The letters fill up to twice the usual part.
    """
    ink = np.zeros(CELLS.shape, np.float32)
    for number, (cell, (column, row)) in enumerate(GRID.cells.items()):
        share = 0.7 if cell in tags else usual * 2 * (number % 10) / 9
        left, top = (int((index + MARGIN_CELLS) * BLOCKS) for index in (column, row))
        core = ink[top + 1 : top + BLOCKS - 1, left + 1 : left + BLOCKS - 1]
        core.flat[: round(share * core.size)] = 1.0
    nothing = np.zeros(CELLS.shape, np.bool_)
    in_sight = core_shares(~nothing, PLACES)
    return UnexplainedInk(nothing, ink, ink, PLACES, in_sight, np.zeros(len(PLACES), np.bool_), (), ())


def test_tags_among_dense_letters_are_looked_at_again_however_much_ink_is_usual() -> None:
    tags = {"c9", "d1", "d5", "e11", "j7"}
    found = letters_with_tags(0.35, tags).much(0.5)
    assert {cell for cell, inked in zip(GRID.cells, found, strict=True) if inked} >= tags


def told(
    chances: Mapping[str, float],
    things: Mapping[str, tuple[Body, ...]] = MappingProxyType({}),
    burnt: float = 0.0,
    white: Collection[str] = (),
    behind_tall: Mapping[str, float] = MappingProxyType({}),
    explained: Collection[str] = (),
    inked: Collection[str] = (),
    full: Collection[str] = (),
    light: float | None = None,
) -> Unread:
    """Return the reported cells of a table with these things.

    `chances` are the probabilities that they hide the prints of these cells, and of no others. `burnt` is the share
    of each cell that is burnt out, and most of the `white` ones looks white. Tall pieces hide shares of the cells
    `behind_tall`; nothing of the `explained` ones is in sight. `inked` ones have as much ink as a tag, and `full` ones
    are inked all over. The board is as `light` as this, paper being 1.
    """
    pixels = picture(things, pieces=False)
    reading = read_picture(pixels, CATALOGUE)
    seen = detect_tags(np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8), CATALOGUE, reading.codes)
    board = rectify(pixels, reading.registration.camera, CATALOGUE, seen, 5.0)
    ink = find_unexplained_ink(board, CATALOGUE, seen, (), ())
    out_of_sight = np.array([cell in explained for cell in GRID.cells])
    ink = replace(ink, in_sight=np.where(out_of_sight, 0.0, ink.in_sight), inked=(*ink.inked, *inked))
    likely = np.array([chances.get(cell, 0.01) for cell in GRID.cells], np.float32)
    whitened = np.array([0.6 * (cell in white) for cell in GRID.cells], np.float32)
    burnt_out = np.full(len(likely), burnt, np.float32)
    inked_all_over = np.isin(CELLS, [number for number, cell in enumerate(GRID.cells) if cell in full])
    ink = replace(ink, density=np.where(inked_all_over, 1.0, ink.density).astype(np.float32))
    floor = compute_ground(pixels, reading.registration.camera, CATALOGUE, seen).floor
    if light is not None:
        floor = np.full_like(floor, light)
    hidden = np.array([behind_tall.get(cell, 0.0) for cell in GRID.cells])
    nowhere = np.zeros(len(likely), np.bool_)
    return unread(board, CATALOGUE, seen, ink, floor, likely, nowhere, burnt_out, whitened, hidden)


@pytest.mark.slow
def test_cells_whose_print_is_very_likely_hidden_are_told() -> None:
    assert told({"f5": 0.91, "h7": 0.89}) == Unread(("f5",), (), (), ())


@pytest.mark.slow
def test_where_there_is_ink_cells_whose_print_is_likely_hidden_are_told() -> None:
    coins = {cell: coin() for cell in ("c3", "f5", "j7")}
    chances = {"c3": 0.61, "f5": 0.34, "j7": 0.01, "h7": 0.59}
    # A coin has less ink than a tag: no tag is looked for there.
    assert told(chances, coins) == Unread(("c3",), (), (), ())


@pytest.mark.slow
def test_cells_that_may_be_covered_are_looked_at_where_the_ink_is_as_much_as_a_tags() -> None:
    chances = {"c3": 0.06, "f5": 0.01, "h7": 0.06}
    assert told(chances, {"h7": coin()}, full=("c3", "f5")).worth_a_look == ("c3",)


@pytest.mark.slow
def test_where_there_is_as_much_ink_as_on_a_tag_less_is_enough() -> None:
    assert told({"f5": 0.36, "h7": 0.34, "m9": 0.36}, inked=("f5", "h7")) == Unread(("f5",), (), (), ())


@pytest.mark.slow
def test_where_a_cell_is_inked_all_over_a_little_is_enough() -> None:
    assert told({"f5": 0.05, "h7": 0.03, "m9": 0.05}, full=("f5", "h7")).strange == ("f5",)


@pytest.mark.slow
def test_where_half_of_a_cell_is_burnt_out_it_is_told_if_its_print_is_likely_hidden() -> None:
    assert told({"f5": 0.61, "h7": 0.59}, burnt=0.6) == Unread(("f5",), (), (), ())


@pytest.mark.slow
def test_cells_whose_print_is_likely_hidden_are_told_beside_told_ones_at_their_corners_too_and_one_by_one() -> None:
    finger = {"f5": 0.95, "g6": 0.36, "h6": 0.36}
    assert told(finger | {"f4": 0.34, "m9": 0.36}) == Unread(("f5", "g6", "h6"), (), (), ())


@pytest.mark.slow
def test_white_cells_are_told_unless_their_print_is_sure_to_be_seen_or_most_of_the_board_is_white() -> None:
    assert told({"f5": 0.003, "g7": 0.001}, white=("f5", "g7")) == Unread(("f5",), (), (), ())
    assert told({}, white=tuple(GRID.cells), light=0.97) == Unread((), (), (), ())


@pytest.mark.slow
def test_white_cells_are_told_on_most_of_the_board_too_if_they_are_brighter_than_paper() -> None:
    print_seen = {"f5": 0.001}
    found = told(print_seen, white=tuple(GRID.cells), light=1.05)
    assert set(found.strange) == set(GRID.cells) - {"f5"}


@pytest.mark.slow
def test_pieces_under_a_window_that_is_mirrored_in_half_of_the_board_are_told_if_they_are_not_read() -> None:
    pixels = picture({})
    height, width = pixels.shape[:2]
    veil = np.zeros((height, width), np.uint8)
    corners = np.array([(0.2, 0.0), (0.62, 0.0), (0.7, 1.0), (0.28, 1.0)]) * (width, height)
    cv2.fillConvexPoly(veil, corners.astype(np.int32), 225)
    veil = np.asarray(cv2.GaussianBlur(veil, (0, 0), 6), np.uint8)
    veiled = np.asarray(cv2.add(pixels, cv2.cvtColor(veil, cv2.COLOR_GRAY2BGR)), np.uint8)
    reading = read_picture(veiled, CATALOGUE, covers=covered_cells)
    read = {cell for placed in reading.placed_tags for cell in covered_cells(placed)}
    assert len(taken_cells() - read) > 10
    assert taken_cells() - read <= {*reading.unreadable, *reading.hidden}


@pytest.mark.slow
@pytest.mark.parametrize(("sigma", "blurred"), [(0.8, False), (2.0, True)])
def test_cells_are_named_whose_tags_are_too_blurred_to_be_told_apart(sigma: float, blurred: bool) -> None:
    pixels = np.asarray(cv2.GaussianBlur(picture({}), (0, 0), sigma), np.uint8)
    reading = read_picture(pixels, CATALOGUE, covers=covered_cells)
    assert set(reading.blurred) <= taken_cells() & set(reading.unreadable)
    assert (len(reading.blurred) > 5) is blurred
    assert reading.obstacle(reading.unreadable) == ("blur" if blurred else None)


@pytest.mark.slow
def test_behind_a_tall_piece_cells_are_occluded_unless_their_print_is_seen() -> None:
    behind = {"f5": 0.15, "g5": 0.35, "h5": 0.35, "j5": 0.5}
    assert told({"f5": 0.1, "h5": 0.1}, behind_tall=behind).occluded == ("h5", "j5")


@pytest.mark.slow
def test_what_peeps_out_from_behind_a_tall_piece_is_told_if_it_is_likely_enough_for_how_little_is_seen() -> None:
    behind = {"f5": 0.65, "g7": 0.5, "j5": 0.75, "k8": 0.75, "m7": 0.9}
    chances = {"f5": 0.91, "g7": 0.89, "j5": 0.99, "k8": 0.98, "m7": 0.99}
    found = told(chances, behind_tall=behind, explained=tuple(behind))
    assert found.strange == ("f5", "j5")
    # A tag may be half in sight; what is as good as hidden is not looked at again.
    assert set(found.worth_a_look) == {"f5", "g7", "j5", "k8"}
    assert set(found.occluded) == set(behind)


@pytest.mark.slow
def test_many_cells_side_by_side_that_reach_the_rim_are_an_arm_and_others_are_not() -> None:
    arm = dict.fromkeys(("f1", "f2", "g2", "g3", "h4"), 0.95)
    pile = dict.fromkeys(("j6", "k6", "k7", "l7", "l8"), 0.95)
    at_the_rim = dict.fromkeys(("c1", "b1"), 0.95)
    found = told(arm | pile | at_the_rim)
    assert set(found.strange) == {*arm, *pile, *at_the_rim}
    assert set(found.covered) == set(arm)


@pytest.mark.slow
def test_a_wrist_that_reaches_in_over_the_outline_covers_its_cell() -> None:
    wrist = rectangle(-12.0, -60.0, 12.0, 10.0)
    skin = (Body(wrist, 0.0, 15.0, (90, 120, 180), (100, 135, 195)),)
    reading = read_picture(picture({"j1": skin}, seed=4), CATALOGUE, covers=covered_cells)
    assert "j1" in reading.covered


@pytest.mark.slow
def test_chips_that_hide_printed_lines_are_told_though_nobody_knows_how_the_bare_board_looks() -> None:
    """Chips that hide printed lines are reported even without the bare board's look.

    Five of them, each of another colour, lie over a corner of their cells: as many colours are a motley print's.
    """
    colours = ((150, 60, 50), (60, 150, 60), (40, 60, 190), (180, 150, 40), (140, 40, 140))
    cells = free_cells(7)[1:-1]
    over_a_corner = disc(30.0) + np.array([8.0, 7.0])
    chips = {
        cell: (Body(over_a_corner, 0.0, 3.0, (90, 90, 90), colour),)
        for cell, colour in zip(cells, colours, strict=True)
    }
    reading = read_picture(picture(chips, tilt_deg=8.0, seed=33), CATALOGUE, covers=covered_cells)
    assert set(cells) <= set(reading.unreadable)
