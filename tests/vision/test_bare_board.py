"""The look of the bare board: what lies on it without a tag is noticed, whatever the print; other light is not."""

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.finstere_flure.reading import cells_under
from tests.vision.bare_tables import (
    CATALOGUE,
    GRID,
    bare_black_print,
    bare_board,
    black_print,
    blank,
    coin,
    finger_tip,
    free_cells,
    ground_in,
    picture,
    taken_cells,
)
from vision.bare_board import BareBoard, bare_board_of, bare_board_to_json, nothing_known, parse_bare_board, with_cells
from vision.bare_comparison import CellLook, looks_of
from vision.errors import ProfileError
from vision.grid_lines import CellLines
from vision.ground import CELL_PX, Ground, cells_of
from vision.occupancy import Unread
from vision.reading import read_picture
from vision.same_light import in_light_of
from vision.surface import Grid
from vision.virtual import LIGHTS, Body, disc, rectangle
from vision.virtual import PictureLook as Light

pytestmark = pytest.mark.slow

THINGS = dict(
    zip(
        free_cells(5),
        (coin(), finger_tip(), blank((240, 240, 240)), blank((190, 120, 40)), blank((60, 140, 60))),
        strict=True,
    )
)


def compared(bare: BareBoard, ground: Ground, lines: CellLines | None = None) -> dict[str, CellLook]:
    """How each cell of the ground looks beside the bare board."""
    return looks_of(bare, in_light_of(bare, ground), GRID, lines or CellLines())


@pytest.mark.thorough(but=["0"])
@pytest.mark.parametrize("print_seed", [0, 4])
def test_things_without_a_tag_are_noticed_and_nothing_else_is(print_seed: int) -> None:
    bare = bare_board(print_seed)
    pixels = picture(THINGS, print_seed=print_seed, tilt_deg=12.0, azimuth_deg=160.0, look=LIGHTS["warm"], seed=21)
    ground, _ = ground_in(pixels)
    looks = compared(bare, ground)
    assert {cell for cell, look in looks.items() if look is CellLook.COVERED} == set(THINGS)


def test_things_are_noticed_in_cells_whose_lines_are_seen() -> None:
    ground, _ = ground_in(picture(THINGS, seed=21))
    looks = compared(bare_board(0), ground, CellLines(list(GRID.cells)))
    assert {cell for cell, look in looks.items() if look is CellLook.COVERED} == set(THINGS)


def test_a_tile_without_any_print_is_noticed_though_it_is_hardly_brighter_than_the_board() -> None:
    ground, _ = ground_in(picture({}, pieces=False, seed=24))
    cell = free_cells(5)[2]
    column, row = GRID.cells[cell]
    lit = ground.colours.copy()
    # It ends a pixel before the cell's sides; what is printed below it is gone.
    place = slice(row * CELL_PX + 1, (row + 1) * CELL_PX - 1), slice(column * CELL_PX + 1, (column + 1) * CELL_PX - 1)
    lit[place] = 1.35 * np.median(lit[place], axis=(0, 1))
    looks = compared(bare_board(), replace(ground, colours=lit))
    assert [cell for cell, look in looks.items() if look is CellLook.COVERED] == [cell]


def test_a_disc_as_dark_as_the_board_is_noticed_by_its_tint() -> None:
    cell = free_cells(7)[4]
    violet = (Body(disc(23.0), 0.0, 3.0, (85, 48, 55), (85, 48, 55)),)
    ground, _ = ground_in(picture({cell: violet}, seed=24))
    looks = compared(bare_board(), ground)
    assert [cell for cell, look in looks.items() if look is CellLook.COVERED] == [cell]


@pytest.mark.thorough(but=["0.2"])
@pytest.mark.parametrize("strength", [0.05, 0.2])
def test_a_mirrored_lamp_is_no_thing(strength: float) -> None:
    ground, _ = ground_in(picture({}, pieces=False, seed=24))
    y, x = np.mgrid[: ground.visible.shape[0], : ground.visible.shape[1]]
    lamp = strength * np.clip((60 - np.hypot(x - 120, y - 90)) / 20, 0, 1)[..., None]
    # Light is added; pictures show it by a power.
    lit = ((np.maximum(ground.colours, 0) ** 2.2 + lamp) ** (1 / 2.2)).astype(np.float32)
    looks = compared(bare_board(), replace(ground, colours=lit), CellLines(list(GRID.cells)))
    assert CellLook.COVERED not in looks.values()


def test_light_that_fades_away_within_a_cell_is_no_thing() -> None:
    ground, _ = ground_in(picture({}, pieces=False, seed=24))
    column, row = GRID.cells[free_cells(5)[2]]
    y, x = np.mgrid[: ground.visible.shape[0], : ground.visible.shape[1]]
    # The light of a strong lamp, mirrored beside the cell, burns out its middle.
    off = np.hypot(x - (column - 0.5) * CELL_PX, y - (row + 0.5) * CELL_PX) / CELL_PX
    lamp = 0.8 * np.exp(-0.5 * (off / 0.5) ** 2)[..., None]
    lit = ((np.maximum(ground.colours, 0) ** 2.2 + lamp) ** (1 / 2.2)).astype(np.float32)
    burnt = cv2.dilate((lit.max(axis=2) > 1.1).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    seen = replace(ground, colours=np.minimum(lit, np.float32(1.1)), visible=ground.visible & ~burnt)
    assert CellLook.COVERED not in compared(bare_board(), seen, CellLines(list(GRID.cells))).values()


def test_the_rest_of_a_cell_beside_a_piece_is_known_again_and_a_thing_there_is_not() -> None:
    ground, _ = ground_in(picture({}, print_seed=4, pieces=False, seed=24))
    cell = free_cells(5)[2]
    column, row = GRID.cells[cell]
    behind, other = ground.behind.copy(), ground.colours.copy()
    left, top = column * CELL_PX, row * CELL_PX
    behind[top : top + CELL_PX, left : left + CELL_PX * 5 // 16] = True
    beside = replace(ground, behind=behind, visible=ground.visible & ~behind)
    assert compared(bare_board(4), beside)[cell] is CellLook.REST_SEEN
    other[top : top + CELL_PX, left : left + CELL_PX] = other[top : top + CELL_PX, left : left + CELL_PX].mean()
    look = compared(bare_board(4), replace(beside, colours=other))[cell]
    assert look not in (CellLook.REST_SEEN, CellLook.BARE, CellLook.PRINT_SEEN)


def test_a_cell_half_in_the_shadow_of_an_arm_is_known_again() -> None:
    ground, _ = ground_in(picture({}, print_seed=4, pieces=False, seed=24))
    cell = free_cells(5)[2]
    column, row = GRID.cells[cell]
    shade = np.ones(ground.visible.shape, np.float32)
    shade[: (row + 2) * CELL_PX, : column * CELL_PX + CELL_PX // 2] = 0.75
    soft = np.asarray(cv2.blur(shade, (5, 5)))[..., None]
    looks = compared(bare_board(4), replace(ground, colours=ground.colours * soft))
    assert looks[cell] is CellLook.PRINT_SEEN


def test_what_light_explains_hides_no_print_in_a_cell_whose_lines_are_unbroken() -> None:
    """Within its lines the cell's details are a little paler and lie two pixels aside."""
    ground, _ = ground_in(picture({}, print_seed=2, pieces=False, seed=24))
    cell = "i4"
    column, row = GRID.cells[cell]
    colours, soft = ground.colours.copy(), cv2.blur(ground.colours, (9, 9))
    rows, columns = (slice(at * CELL_PX + 2, (at + 1) * CELL_PX - 2) for at in (row, column))
    details = colours[rows, columns] - soft[rows, columns]
    colours[rows, columns] = soft[rows, columns] + 0.9 * np.roll(details, 2, axis=1)
    seen = replace(ground, colours=colours)
    assert compared(bare_board(2), seen)[cell] is CellLook.COVERED
    assert compared(bare_board(2), seen, CellLines(unbroken=[cell]))[cell].is_bare


def test_in_a_black_part_of_a_print_nothing_is_known_again_but_its_colour() -> None:
    ground, _ = ground_in(picture({}, prints=black_print(), pieces=False, seed=24))
    known = bare_black_print()
    cells = ("b4", "c4", "c5")
    looks = compared(known, ground)
    assert {looks[cell] for cell in cells} == {CellLook.AS_KNOWN}
    # A dark sleeve is brown.
    seen = ground.colours.copy()
    column, row = GRID.cells["c4"]
    seen[row * CELL_PX : (row + 1) * CELL_PX, column * CELL_PX : (column + 1) * CELL_PX] += (0.0, 0.03, 0.08)
    looks = compared(known, replace(ground, colours=seen))
    assert [looks[cell] is CellLook.AS_KNOWN for cell in cells] == [True, False, True]


def test_a_black_part_of_a_print_in_other_light_is_covered_where_no_line_is_seen_either() -> None:
    ground, _ = ground_in(picture({}, prints=black_print(), pieces=False, seed=24))
    seen, fade = ground.colours.copy(), np.linspace(0.06, 0.14, 3 * CELL_PX, dtype=np.float32)
    column, row = GRID.cells["b3"]
    seen[row * CELL_PX : (row + 3) * CELL_PX, column * CELL_PX : (column + 2) * CELL_PX] += fade[:, None, None]
    other = replace(ground, colours=seen)
    assert compared(bare_black_print(), other)["b4"] is CellLook.UNKNOWN
    assert compared(bare_black_print(), other, CellLines(unseen=["b4"]))["b4"] is CellLook.COVERED


def test_in_dazzling_light_nothing_lies_where_lines_show_all_round() -> None:
    ground, _ = ground_in(picture({}, pieces=False, seed=24))
    column, row = GRID.cells["c5"]
    place = slice(row * CELL_PX, (row + 1) * CELL_PX), slice(column * CELL_PX, (column + 1) * CELL_PX)
    lit = ground.colours.copy()
    lit[place] = 0.7 + 0.02 * np.random.default_rng(4).random(lit[place].shape, np.float32)
    seen = replace(ground, colours=lit)
    assert compared(bare_board(), seen, CellLines(["c5"]))["c5"] is CellLook.COVERED
    assert compared(bare_board(), seen, CellLines(["c5"], all_round=["c5"]))["c5"] is not CellLook.COVERED


def test_a_black_part_of_a_print_beside_an_arm_is_not_taken_for_its_sleeve() -> None:
    known = bare_black_print()
    side = GRID.cell_mm
    # It reaches in from the left.
    arm = (Body(rectangle(-9 * side, -side, side, side), 0.0, 40.0, (70, 105, 160), (80, 115, 170)),)
    pixels = picture({"a5": arm}, prints=black_print(), seed=3)
    beside = {"c3", "c4", "c5"}
    known_so = read_picture(pixels, CATALOGUE, covers=cells_under, bare=known)
    assert not beside & set(known_so.unreadable)
    assert {"a4", "a5"} <= set(known_so.unreadable)


def test_only_a_print_that_is_known_again_clears_what_reaches_in() -> None:
    rest = Unread(("c3", "d3"), ("c3", "d3"), ())
    assert rest.compared((), ("c3", "d3"), (), (), GRID).strange == ("c3", "d3")
    cleared = rest.compared((), ("c3", "d3"), ("d3",), (), GRID)
    assert cleared.strange == cleared.covered == ("c3",)


def test_what_hides_the_lines_is_not_cleared_by_the_colours_of_the_print() -> None:
    """A dark sleeve may have the very colours of a dark print."""
    rest = Unread(("c3", "d3"), ("c3", "d3"), ("c3",))
    assert rest.compared((), ("c3", "d3"), (), ("c3", "d3"), GRID).strange == ("c3",)
    assert rest.compared((), ("c3", "d3"), ("c3",), ("d3",), GRID).strange == ()


def test_where_most_is_known_again_and_nothing_hides_the_print_no_arm_reaches_in() -> None:
    """A print's own picture may look like something that reaches in."""
    rest = Unread(("c3", "d3", "e3", "h8"), ("c3", "d3", "e3", "h8"), ())
    known, bare = ("c3", "d3"), ("c3", "d3", "e3", "h8")
    assert rest.compared((), bare, known, (), GRID).covered == ("h8",)
    assert rest.compared(("e3",), ("c3", "d3", "h8"), known, (), GRID).covered == ("e3", "h8")


def test_a_dark_inside_that_hides_the_lines_is_no_shadow_on_bare_print() -> None:
    rest = Unread(("c3", "d3"), (), ("c3",))
    assert rest.compared((), ("c3", "d3"), (), (), GRID).strange == ("c3",)
    assert rest.compared((), ("c3", "d3"), ("c3",), (), GRID).strange == ()


def test_things_are_looked_at_again_but_for_those_under_an_arm() -> None:
    rest = Unread(("c3",), ("c3",), ())
    assert rest.compared(("c3", "h8"), (), (), (), GRID).things == ("h8",)


def test_the_reader_calls_their_cells_unreadable_with_the_look_of_the_bare_board() -> None:
    pixels = picture(THINGS, print_seed=4, seed=22)
    without = read_picture(pixels, CATALOGUE, covers=cells_under)
    with_it = read_picture(pixels, CATALOGUE, covers=cells_under, bare=bare_board(4))
    assert set(with_it.unreadable) == set(THINGS)
    assert set(without.unreadable) != set(THINGS)
    assert [one.tag.id for one in with_it.placed_tags] == [one.tag.id for one in without.placed_tags]


@pytest.mark.thorough(but=["dim", "gloss"])
@pytest.mark.parametrize(
    "light",
    [
        Light(gloss=0.4),
        LIGHTS["dim"],
        Light(noise=8.0, jpeg_quality=60),
        Light(blur_px=2.0),
    ],
    ids=["gloss", "dim", "noise", "blur"],
)
def test_other_light_is_no_thing(light: Light) -> None:
    ground, reading = ground_in(picture({}, print_seed=4, look=light, tilt_deg=15.0, seed=23))
    looks = compared(bare_board(4), ground)
    covered = {cell for cell, look in looks.items() if look is CellLook.COVERED}
    read = {cell for one in reading.placed_tags for cell in cells_under(one)}
    # Blur leaves some pieces unread: these are things.
    assert covered <= taken_cells() - read
    assert not {cell for cell in taken_cells() - read if looks[cell].is_bare}


def test_a_hard_shadow_is_no_thing() -> None:
    ground, _ = ground_in(picture({}, pieces=False, seed=24))
    shade = np.ones(ground.visible.shape, np.float32)
    shade[20:90, 170:] = 0.6
    soft = np.asarray(cv2.blur(shade, (3, 3)))[..., None]
    looks = compared(bare_board(), replace(ground, colours=ground.colours * soft))
    assert CellLook.COVERED not in looks.values()


def test_a_shadow_with_a_sharp_outline_all_round_is_no_thing_and_a_disc_as_dark_is() -> None:
    ground, _ = ground_in(picture({}, pieces=False, seed=24))
    cell = free_cells(5)[2]
    y, x = np.mgrid[: ground.visible.shape[0], : ground.visible.shape[1]]
    column, row = GRID.cells[cell]
    off = np.hypot(x - (column + 0.5) * CELL_PX, y - (row + 0.5) * CELL_PX)
    inside = np.clip((9.5 - off) / 1.5, 0, 1)[..., None].astype(np.float32)
    shaded = ground.colours * (1 - 0.4 * inside)
    assert compared(bare_board(), replace(ground, colours=shaded))[cell] is CellLook.PRINT_SEEN
    even = 0.6 * np.median(ground.colours[off < 9.5], axis=0)
    with_disc = np.asarray(ground.colours * (1 - inside) + even * inside, np.float32)
    assert compared(bare_board(), replace(ground, colours=with_disc))[cell] is CellLook.COVERED


def test_the_shadow_of_a_figure_that_ends_beside_printed_lines_hides_nothing() -> None:
    ground, _ = ground_in(picture({}, pieces=False, seed=24))
    column, row = (CELL_PX * place for place in GRID.cells["c3"])
    shade = np.zeros(ground.visible.shape, np.float32)
    shade[row + 8 : row + 34, column - 13 : column + 6] = 0.6
    soft = 1 - cv2.GaussianBlur(shade, (0, 0), 1.2)[..., None]
    looks = compared(bare_board(), replace(ground, colours=ground.colours * soft), CellLines(list(GRID.cells)))
    assert CellLook.COVERED not in looks.values()


def test_a_bright_fist_is_no_lamp_but_where_the_printed_lines_show_in_it() -> None:
    """It is as bright and white as gloss, and leaves nothing of the print."""
    ground, _ = ground_in(picture({}, pieces=False, seed=24))
    y, x = np.mgrid[: ground.visible.shape[0], : ground.visible.shape[1]]
    cell = free_cells(5)[2]
    column, row = GRID.cells[cell]
    off = np.hypot(x - (column + 0.5) * CELL_PX - 19, y - (row + 0.5) * CELL_PX - 11) / 30
    fist = cv2.GaussianBlur((off < 1).astype(np.float32), (0, 0), 3.0)[..., None]
    grain = cv2.GaussianBlur(np.random.default_rng(3).normal(0, 1, off.shape).astype(np.float32), (0, 0), 1.5)
    board = ground.colours[row * CELL_PX : (row + 1) * CELL_PX, column * CELL_PX : (column + 1) * CELL_PX]
    skin = board.mean(axis=(0, 1)) + np.array([0.4, 0.45, 0.5]) + (0.15 * off + 0.03 / grain.std() * grain)[..., None]
    seen = replace(ground, colours=np.asarray(ground.colours * (1 - fist) + skin * fist, np.float32))
    lined = list(GRID.cells)
    assert compared(bare_board(), seen, CellLines(lined))[cell] is CellLook.COVERED
    assert compared(bare_board(), seen, CellLines(lined, lined))[cell] is CellLook.UNKNOWN


def test_nothing_is_said_of_cells_that_are_not_known() -> None:
    ground, _ = ground_in(picture({}, pieces=False, seed=9))
    some = [cell for cell, (column, _) in GRID.cells.items() if column < 8]
    bare = bare_board_of(ground, some, GRID)
    looks = compared(bare, ground_in(picture(THINGS, seed=25))[0])
    assert all(looks[cell] is CellLook.UNKNOWN for cell in GRID.cells if cell not in some)
    assert {cell for cell in THINGS if cell in some} == {cell for cell in GRID.cells if looks[cell] is CellLook.COVERED}
    assert set(compared(nothing_known(GRID), ground).values()) == {CellLook.UNKNOWN}


def test_a_grey_picture_is_compared_with_a_known_board_in_colour() -> None:
    pixels = cv2.cvtColor(picture({free_cells(5)[2]: blank((240, 240, 240))}, seed=26), cv2.COLOR_BGR2GRAY)
    reading = read_picture(np.asarray(pixels, np.uint8), CATALOGUE, covers=cells_under, bare=bare_board())
    assert reading.unreadable == (free_cells(5)[2],)


def test_it_shows_the_cells_and_nothing_beside_them() -> None:
    bare = bare_board()
    of_cells = np.zeros(bare.known.shape, np.bool_)
    for column, row in GRID.cells.values():
        of_cells[row * CELL_PX : (row + 1) * CELL_PX, column * CELL_PX : (column + 1) * CELL_PX] = True
    assert not bare.known[~of_cells].any()
    assert not bare.colours[~bare.known].any()
    assert len(bare.cells(GRID)) > 0.9 * len(GRID.cells)


def test_cells_follow_what_is_seen_of_them() -> None:
    ground, _ = ground_in(picture({}, pieces=False, seed=9))
    brighter = replace(ground, colours=ground.colours * 1.2)
    bare = with_cells(bare_board(), brighter, ["c5"], GRID, share=0.5)
    names = list(GRID.cells)
    change = cells_of(bare.colours, GRID).mean(axis=(1, 2, 3)) / cells_of(bare_board().colours, GRID).mean(
        axis=(1, 2, 3)
    )
    assert change[names.index("c5")] == pytest.approx(1.1, abs=0.01)
    assert change[names.index("d5")] == 1.0


def test_it_is_kept_as_json() -> None:
    bare = bare_board(4)
    text = json.dumps(bare_board_to_json(bare))
    assert len(text) < 300_000
    again = parse_bare_board(json.loads(text), "the look")
    assert np.array_equal(again.known, bare.known)
    assert np.abs(again.colours - np.clip(bare.colours, 0, 1.275)).max() < 0.004
    assert again.fits(GRID)
    assert not again.fits(Grid(25.0, {"a1": (0, 0)}))


@pytest.mark.parametrize(
    ("key", "value"),
    [("version", 2), ("cell_px", 7), ("channels", 2), ("png", 5), ("png", "x"), ("png", ""), ("png", "A" * 3_000_000)],
)
def test_a_damaged_look_is_refused_with_a_sentence(key: str, value: object) -> None:
    with pytest.raises(ProfileError, match=r"^look: .*calibrate once more, or take it out\.$"):
        parse_bare_board(bare_board_to_json(bare_board()) | {key: value}, "look")


@given(st.integers(0, 400), st.binary(max_size=40))
def test_whatever_was_overwritten_it_is_read_or_refused(at: int, what: bytes) -> None:
    data = bare_board_to_json(bare_board())
    text = bytearray(data["png"].encode())
    text[at : at + len(what)] = what
    try:
        bare = parse_bare_board(data | {"png": text.decode("latin-1")}, "look")
    except ProfileError:
        return
    assert bare.colours.shape[:2] == bare.known.shape


def test_the_look_of_another_board_is_not_used() -> None:
    pixels = picture({}, print_seed=4, seed=27)
    usual = read_picture(pixels, CATALOGUE, covers=cells_under)
    other_size = nothing_known(Grid(25.0, {"a1": (0, 0)}))
    for other in (other_size, bare_board(0)):
        assert read_picture(pixels, CATALOGUE, covers=cells_under, bare=other).unreadable == usual.unreadable
