"""Tests of reading pictures of the table: everything visible is read, nothing is wrong.

The rest is reported.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest
import segno
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.vision.board import cells_below, covered_cells, make_catalogue, required_points
from tests.vision.table_shots import (
    Pixels,
    Placement,
    TableShot,
    cover,
    full_table,
    not_read,
    paste,
    scene_of,
    table_shot,
    with_piece_on,
    wrong_tags,
)
from vision.decode.codes import find_codes
from vision.decode.symbols import tag_picture
from vision.errors import (
    BoardNotFoundError,
    MirroredPictureError,
    NegativePictureError,
    PictureError,
    VisionError,
)
from vision.model.catalogue import Tag
from vision.model.profile import CameraProfile
from vision.reading import Reader, Reading, read_picture
from vision.sources.camera import Frame
from vision.symbology import Symbology
from vision.virtual import LIGHTS, Hand, PictureLook, fit_view, render

pytestmark = pytest.mark.slow

CATALOGUE = make_catalogue()


def in_grey(pixels: Pixels) -> Pixels:
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)


SHOTS: dict[str, Callable[[], TableShot]] = {
    "from above": lambda: table_shot(1),
    "oblique, turned, warm": lambda: table_shot(
        2, (3280, 2464), tilt_deg=40, azimuth_deg=200, roll_deg=75, look=LIGHTS["warm"]
    ),
    "wide lens, dim": lambda: table_shot(3, (3280, 2464), tilt_deg=15, fov_deg=90, k1=-0.05, look=LIGHTS["dim"]),
    "full sensor": lambda: table_shot(4, (4608, 2592), tilt_deg=30, azimuth_deg=90, roll_deg=180),
    "coarse, Micro QR": lambda: table_shot(5, (1640, 1232), tilt_deg=20, azimuth_deg=300, code="micro"),
    "very coarse, AprilTags": lambda: table_shot(5, (1024, 768), tilt_deg=20, azimuth_deg=300, code="april"),
}


@pytest.mark.thorough(but=["from above", "very coarse, AprilTags", "coarse, Micro QR"])
@pytest.mark.parametrize("name", SHOTS)
def test_a_full_table_is_read(name: str) -> None:
    shot = SHOTS[name]()
    reading = shot.read()
    assert wrong_tags(reading, shot) == []
    assert not_read(reading, shot) == set()
    assert reading.foreign == 0
    assert reading.notes == ()
    # What cannot be read is partly hidden behind the highest piece, and is the only thing that is said to be there.
    assert set(reading.unreadable) <= shot.cells_of(not_read(reading, shot, 0.0))


def _as_first_printed(tag: Tag) -> Tag:
    """Return a tag with the oldest of its payloads that are still known."""
    return tag.printed_with((tag.before or tag).also[-1])


@pytest.mark.thorough(but=["qr"])
@pytest.mark.parametrize("code", ["qr", "micro"])
def test_tags_of_the_first_edition_are_read_without_a_word_about_them(code: Symbology) -> None:
    # Printed before the payloads were chosen anew; one of them was lost and printed again since.
    catalogue = make_catalogue(code)
    printed = tuple(_as_first_printed(tag) if tag.id != "monster" else tag for tag in catalogue.tags)
    scene = scene_of(full_table(1), replace(catalogue, tags=printed), seed=1)
    view = fit_view(required_points(catalogue), (1632, 918), focal_px=1275.0, tilt_deg=10.0)
    shot = render(scene, view, PictureLook(), 1)
    reading = read_picture(shot.picture, catalogue, covers=covered_cells)
    seen = {thing["id"] for thing in shot.truth["things"] if thing["visible"] >= 0.97}
    references = {tag.id for tag in catalogue.references}
    assert {placed.tag.id for placed in reading.placed_tags} == seen - references
    assert set(reading.registration.references) == references
    assert reading.foreign == 0


def test_a_sighting_says_where_the_tag_lies() -> None:
    shot = table_shot(1)
    for placed in shot.read().placed_tags:
        laid = shot.laid[placed.tag.id]
        assert placed.centre_mm == pytest.approx(laid.centre_mm, abs=1.0)
        assert placed.cell is not None
        assert placed.offset_mm is not None
        middle = CATALOGUE.grid.centre(placed.cell)
        assert np.add(middle, placed.offset_mm) == pytest.approx(placed.centre_mm)
        # The tag lies beside the middle of its piece.
        turn = math.radians(laid.turn_deg)
        off = np.array([(math.cos(turn), -math.sin(turn)), (math.sin(turn), math.cos(turn))]) @ placed.tag.middle_mm
        expected = shot.camera.project([(*(laid.centre_mm - off), placed.tag.height_mm)])[0]
        assert placed.corners_px.mean(axis=0) == pytest.approx(expected, abs=1.5)


def test_a_symbol_that_was_located_twice_and_not_decoded_is_there_once() -> None:
    shot = table_shot(1)
    located = [replace(code, text=None, corners=code.corners + off) for code in shot.read().codes for off in (0, 0.7)]
    reading = Reader(shot.catalogue, covers=covered_cells).read(shot.pixels, codes=located)
    assert wrong_tags(reading, shot) == []
    seen = [placed.tag.id for placed in reading.placed_tags]
    assert len(seen) == len(set(seen)) > 40


def test_too_coarse_for_decoders_is_still_read_by_comparison() -> None:
    # 1.4 pixels a module of the smallest tags: zxing-cpp alone reads a third of them.
    shot = table_shot(6, (1640, 1232), tilt_deg=10, azimuth_deg=45)
    reading = shot.read()
    assert wrong_tags(reading, shot) == []
    assert len(not_read(reading, shot)) <= 2
    assert sum(placed.by == "modules" for placed in reading.placed_tags) > 3


@pytest.mark.thorough(but=["23-135.0-90.0-66.0"])
@pytest.mark.parametrize(
    ("seed", "azimuth_deg", "roll_deg", "fov_deg"), [(23, 135.0, 90.0, 66.0), (7, 175.0, -59.0, 95.0)]
)
def test_references_too_far_to_decode_are_looked_for_where_the_near_ones_expect_them(
    seed: int, azimuth_deg: float, roll_deg: float, fov_deg: float
) -> None:
    shot = table_shot(seed, (1640, 1232), tilt_deg=40, azimuth_deg=azimuth_deg, roll_deg=roll_deg, fov_deg=fov_deg)
    by_payload = shot.catalogue.by_payload
    at_once = [by_payload[code.text].id for code in find_codes(in_grey(shot.pixels)) if code.text in by_payload]
    assert len([name for name in at_once if name.startswith("ref-")]) < 4
    reading = shot.read()
    assert len(reading.registration.references) > 4
    assert wrong_tags(reading, shot) == []
    assert len(reading.placed_tags) > 30


@pytest.mark.thorough(but=["e11"])
@pytest.mark.parametrize("cell", ["e11", "k11"])
def test_a_high_piece_at_the_far_edge_is_looked_for_beyond_the_board(cell: str) -> None:
    # Seen from so far aside its cap appears two cells beyond the edge, too coarse for a decoder.
    shot = table_shot(
        0, (1640, 1232), tilt_deg=40, azimuth_deg=180, table=with_piece_on(full_table(0), "monster", cell)
    )
    assert [s.cell for s in shot.read().placed_tags if s.tag.kind == "monster"] == [cell]


def test_a_grey_picture_does_as_well() -> None:
    shot = table_shot(1)
    reading = shot.read(in_grey(shot.pixels))
    assert wrong_tags(reading, shot) == []
    assert not_read(reading, shot) == set()
    assert reading.unreadable == shot.read().unreadable


@pytest.mark.parametrize("channels", [1, 4])
def test_a_picture_with_one_channel_or_with_transparency_does_as_well(channels: int) -> None:
    shot = table_shot(1)
    pixels = in_grey(shot.pixels)[:, :, None] if channels == 1 else cv2.cvtColor(shot.pixels, cv2.COLOR_BGR2BGRA)
    reading = shot.read(np.asarray(pixels, np.uint8))
    assert wrong_tags(reading, shot) == []
    assert not_read(reading, shot) == set()


@pytest.mark.parametrize(
    ("pixels", "said"),
    [
        (np.zeros((480, 640, 3), np.float32), "not of float32"),
        (np.zeros((480, 640), np.uint16), "not of uint16"),
        (np.zeros((480, 640, 2), np.uint8), r"not of shape \(480, 640, 2\)"),
        (np.zeros(640, np.uint8), r"not of shape \(640,\)"),
        (np.zeros((1, 480, 640, 3), np.uint8), "not of shape"),
        (np.zeros((0, 640, 3), np.uint8), "is empty"),
        (np.zeros((480, 0), np.uint8), "is empty"),
        (None, "not of NoneType"),
    ],
    ids=["float", "16 bits", "two channels", "a row", "many", "no rows", "no columns", "none"],
)
def test_an_array_that_is_no_picture_is_refused_in_a_sentence(pixels: Any, said: str) -> None:
    for take in (Reader(CATALOGUE).read, lambda pixels: Frame(pixels, 0.0)):
        with pytest.raises(PictureError, match=said) as caught:
            take(pixels)
        assert str(caught.value).count(".") == 1


def test_a_camera_profile_is_used() -> None:
    shot = table_shot(1)
    height, width = shot.pixels.shape[:2]
    profile = CameraProfile((2 * width, 2 * height), shot.camera.matrix * 2, shot.camera.distortion)
    camera = read_picture(shot.pixels, shot.catalogue, profile).registration.camera
    assert camera.matrix[0, 0] == pytest.approx(shot.camera.matrix[0, 0])
    assert camera.position_mm == pytest.approx(shot.camera.position_mm, abs=2)


def test_a_tag_at_two_places_is_there_twice() -> None:
    shot = table_shot(1)
    tag = next(tag for tag in CATALOGUE.tags if tag.id in shot.laid and tag.kind == "token")
    empty = empty_cell(shot)

    def copy(pixels: Pixels, shot: TableShot) -> None:
        polygon = shot.square_px(*CATALOGUE.grid.centre(empty), tag.size_mm, tag.height_mm)
        paste(pixels, tag_picture(tag.payload, "qr", 8), polygon)

    reading = shot.read(shot.with_drawing(copy))
    cells = sorted(str(placed.cell) for placed in reading.placed_tags if placed.tag.id == tag.id)
    assert cells == sorted([shot.laid[tag.id].cell, empty])


def test_a_tag_beside_the_board_has_no_cell() -> None:
    shot = table_shot(1)
    tag = next(tag for tag in CATALOGUE.tags if tag.kind == "card")

    def lay(pixels: Pixels, shot: TableShot) -> None:
        paste(pixels, tag_picture(tag.payload, "qr", 8), shot.square_px(-25, 90, tag.size_mm))

    placed = next(s for s in shot.read(shot.with_drawing(lay)).placed_tags if s.tag.id == tag.id)
    assert placed.cell is None
    assert placed.offset_mm is None


# -- what cannot be read ----------------------------------------------------------------------------------------------


def empty_cell(shot: TableShot) -> str:
    """Return a cell near the middle of the board on which nothing lies, nor on those beside it."""
    grid = CATALOGUE.grid
    taken = np.array([grid.cells[laid.cell] for laid in shot.laid.values()])
    taken = np.vstack([taken, [grid.cells[cell] for s in shot.read().placed_tags for cell in covered_cells(s)]])
    free = [
        cell
        for cell, place in grid.cells.items()
        if np.abs(taken - place).max(axis=1).min() > 1 and cell[0] in "efghijkl"
    ]
    return free[0]


Drawing = Callable[[Pixels, npt.NDArray[np.float64]], None]


def scribbled(pixels: Pixels, polygon: npt.NDArray[np.float64]) -> None:
    rng = np.random.default_rng(0)
    for _ in range(20):
        ends = rng.uniform(0, 1, (2, 2))
        start, end = polygon[0] + ends[:, :1] * (polygon[1] - polygon[0]) + ends[:, 1:] * (polygon[3] - polygon[0])
        cv2.line(pixels, start.astype(int).tolist(), end.astype(int).tolist(), (40, 30, 30), 5, cv2.LINE_AA)


def smeared(pixels: Pixels, polygon: npt.NDArray[np.float64]) -> None:
    low, high = polygon.min(axis=0).astype(int), polygon.max(axis=0).astype(int)
    part = pixels[low[1] : high[1], low[0] : high[0]]
    part[:] = cv2.GaussianBlur(part, (0, 0), 6)


def blank(pixels: Pixels, polygon: npt.NDArray[np.float64]) -> None:
    cover(pixels, polygon, (225, 228, 228))


def grey_patch(pixels: Pixels, polygon: npt.NDArray[np.float64]) -> None:
    cover(pixels, polygon, (128, 128, 128))


def test_many_blank_pieces_do_not_pass_for_the_board() -> None:
    shot = table_shot(1)
    before = shot.read()
    grid = CATALOGUE.grid
    taken = {cell for placed in before.placed_tags for cell in (placed.cell, *covered_cells(placed))}
    free = [cell for cell in grid.cells if cell not in taken]
    turned_blank = {str(cell) for cell in np.random.default_rng(0).permutation(free)[:12]}

    def draw(pixels: Pixels, shot: TableShot) -> None:
        angle = np.linspace(0, 2 * np.pi, 40, endpoint=False)
        rim = np.column_stack([10 * np.cos(angle), 10 * np.sin(angle), np.full(40, 8.0)])
        for cell in turned_blank:
            blank(pixels, shot.camera.project(np.add(rim, (*grid.centre(cell), 0.0))))

    assert set(shot.read(shot.with_drawing(draw)).unreadable) == {*before.unreadable, *turned_blank}


@pytest.mark.thorough(but=["45-40-10-normal"])
@pytest.mark.parametrize(("seed", "tilt_deg", "azimuth_deg", "light"), [(40, 20, 45, "dim"), (45, 40, 10, "normal")])
def test_what_is_painted_on_a_few_cells_of_the_board_is_no_piece(
    seed: int, tilt_deg: float, azimuth_deg: float, light: str
) -> None:
    shot = table_shot(seed, (1640, 1232), tilt_deg=tilt_deg, azimuth_deg=azimuth_deg, look=LIGHTS[light])
    reading = shot.read()
    # Nothing lies on the exit and the entrance, which the board's art marks.
    assert not {"a1", "p11"} & set(reading.unreadable)


@pytest.mark.thorough(but=["62"])
@pytest.mark.parametrize("seed", [62, 68])
def test_gloss_beside_a_large_piece_is_no_part_of_it(seed: int) -> None:
    # The lamp's reflection lies half on a pool.
    shot = table_shot(seed, (1640, 1232), tilt_deg=15, look=LIGHTS["warm"])
    reading = shot.read()
    assert set(reading.unreadable) <= shot.cells_of(not_read(reading, shot, 0.0))


@pytest.mark.thorough(but=["2"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_tokens_on_a_pool_hide_its_tag_at_most(seed: int) -> None:
    table = full_table(seed)
    pools = [cells_below(piece.tag, piece.cell, piece.turn_deg or 0.0) for piece in table[:2]]
    discs = [piece.tag for piece in table if piece.turn_deg is None]
    wet = dict(zip(discs, (*pools[0], *pools[1][:2]), strict=False))
    for tag, cell in wet.items():
        table = with_piece_on(table, tag, cell)
    view = fit_view(required_points(CATALOGUE), (1632, 918), focal_px=1257, tilt_deg=20, azimuth_deg=70 * seed)
    # Some lie half over the tag.
    shot = render(scene_of(table, CATALOGUE, seed=seed, jitter_mm=4.5), view, LIGHTS["normal"], seed)
    reading = read_picture(shot.picture, CATALOGUE, covers=covered_cells)
    cells = {placed.tag.id: placed.cell for placed in reading.placed_tags}
    assert {tag: cells.get(tag) for tag in wet} == wet
    # Of what was read no cell is in doubt; of a pool whose tag is hidden the bare ones are.
    read = {cell for placed in reading.placed_tags for cell in (placed.cell, *covered_cells(placed))}
    assert not read & set(reading.unreadable)


@pytest.mark.thorough(but=["token-scribbled", "stone-smeared", "token-blank", "stone-grey_patch"])
@pytest.mark.parametrize("damage", [scribbled, smeared, blank, grey_patch])
@pytest.mark.parametrize("kind", ["token", "stone"])
def test_a_damaged_tag_is_unreadable_and_nothing_else_is(damage: Drawing, kind: str) -> None:
    shot = table_shot(1, (2304, 1296))
    before = shot.read()
    victim = next(tag for tag in CATALOGUE.tags if tag.kind == kind and shot.laid.get(tag.id, None) is not None)
    laid = shot.laid[victim.id]

    def draw(pixels: Pixels, shot: TableShot) -> None:
        damage(pixels, shot.square_px(*laid.centre_mm, victim.size_mm, victim.height_mm))

    reading = shot.read(shot.with_drawing(draw))
    assert wrong_tags(reading, shot) == []
    assert victim.id not in {placed.tag.id for placed in reading.placed_tags}
    assert set(reading.unreadable) == {*before.unreadable, laid.cell}


def test_an_unknown_thing_on_an_empty_cell_is_unreadable() -> None:
    shot = table_shot(1)
    cell = empty_cell(shot)

    def coin(pixels: Pixels, shot: TableShot) -> None:
        middle = shot.camera.project([(*CATALOGUE.grid.centre(cell), 2.0)])[0]
        radius = int(np.linalg.norm(shot.square_px(0, 0, 11)[1] - shot.square_px(0, 0, 11)[0]))
        cv2.circle(pixels, middle.astype(int).tolist(), radius, (70, 140, 190), -1, cv2.LINE_AA)

    assert cell in shot.read(shot.with_drawing(coin)).unreadable


def test_a_stone_half_behind_the_monster_is_unreadable_and_the_bare_board_there_is_not() -> None:
    stone = Placement("stone-5/back", "h7", 180.0)
    for lower, unreadable in (((stone,), ("h7",)), ((), ())):
        shot = table_shot(tilt_deg=12, azimuth_deg=180, table=(*lower, Placement("monster", "h6", 0.0)))
        assert shot.read().unreadable == unreadable


def test_foreign_codes_are_counted_and_ignored() -> None:
    shot = table_shot(1)
    before = shot.read()
    cell = empty_cell(shot)

    def draw(pixels: Pixels, shot: TableShot) -> None:
        for text, (x, y) in (("HTTP://X.DE", CATALOGUE.grid.centre(cell)), ("FF?", (-25, 80)), ("FFXNE2", (-25, 200))):
            code = segno.make(text, micro=False, version=1)
            modules = np.pad(np.array([list(row) for row in code.matrix]) > 0, 4)
            print_ = np.kron(np.where(modules, 20, 240), np.ones((8, 8))).astype(np.uint8)
            paste(pixels, print_, shot.square_px(x, y, 20))

    reading = shot.read(shot.with_drawing(draw))
    assert reading.foreign == 3
    assert wrong_tags(reading, shot) == []
    assert reading.unreadable == before.unreadable


@pytest.mark.thorough(but=["flat"])
@pytest.mark.parametrize("pose", ["flat", "point"])
def test_a_hand_hides_what_is_under_it_and_is_said_to_lie_there(pose: str) -> None:
    shot = table_shot(7, hand=Hand((210.0, 150.0), from_deg=150, pose=pose))
    reading = shot.read()
    assert wrong_tags(reading, shot) == []
    read_there = {cell for placed in reading.placed_tags for cell in covered_cells(placed)}
    hidden = {cell for cell, share in shot.hidden.items() if share > 0.8} - read_there
    assert len(hidden & set(reading.unreadable)) > 0.8 * len(hidden)
    touched = {cell for cell, share in shot.hidden.items() if share > 0.1}
    assert set(reading.unreadable) <= touched | shot.cells_of(not_read(reading, shot, 0.0))


@pytest.mark.thorough(but=["dim"])
@pytest.mark.parametrize("light", LIGHTS)
def test_an_empty_cell_is_never_unreadable(light: str) -> None:
    shot = table_shot(8, tilt_deg=25, azimuth_deg=120, look=LIGHTS[light])
    reading = shot.read()
    assert set(reading.unreadable) <= shot.cells_of(not_read(reading, shot, 0.0))


# -- pictures that cannot be read -------------------------------------------------------------------------------------


def read(pixels: Pixels) -> Reading:
    return read_picture(pixels, CATALOGUE, covers=covered_cells)


@pytest.mark.parametrize("axis", [0, 1])
def test_a_mirrored_picture_is_refused_with_a_hint(axis: int) -> None:
    with pytest.raises(MirroredPictureError, match="mirrored; switch off the mirroring"):
        read(np.ascontiguousarray(np.flip(table_shot(1).pixels, axis)))


def test_a_mirrored_picture_of_april_tags_is_told_too() -> None:
    shot = table_shot(1, (1024, 768), code="april")
    # A quarter of the table is enough to tell by, and looked over in a third of the time.
    with pytest.raises(MirroredPictureError, match="mirrored; switch off the mirroring"):
        shot.read(np.ascontiguousarray(shot.pixels[:400, 520::-1]))


@pytest.mark.parametrize("code", ["qr", "micro"])
def test_a_negative_picture_is_refused_with_a_hint(code: Symbology) -> None:
    shot = table_shot(1, code=code)
    with pytest.raises(NegativePictureError, match="negative, with dark and light swapped; switch off"):
        shot.read(np.asarray(255 - shot.pixels, np.uint8))


def test_a_negative_picture_of_april_tags_is_told_too() -> None:
    shot = table_shot(1, (1024, 768), code="april")
    with pytest.raises(NegativePictureError, match="negative, with dark and light swapped; switch off"):
        shot.read(np.asarray(255 - shot.pixels[:400, 520:], np.uint8))


def test_a_picture_upside_down_is_not_mirrored() -> None:
    shot = table_shot(1)
    reading = shot.read(np.ascontiguousarray(shot.pixels[::-1, ::-1]))
    assert wrong_tags(reading, shot) == []
    assert not_read(reading, shot) == set()


@pytest.mark.parametrize("shade", [0, 128, 255])
def test_a_picture_of_nothing(shade: int) -> None:
    with pytest.raises(BoardNotFoundError, match="no code can be read in the picture; show the whole board"):
        read(np.full((400, 600, 3), shade, np.uint8))


def test_a_picture_without_reference_tags() -> None:
    shot = table_shot(1)
    pixels = shot.pixels.copy()
    for tag in CATALOGUE.references:
        assert tag.placement_mm is not None
        cover(pixels, shot.square_px(*tag.placement_mm, tag.size_mm, 0.0), (60, 80, 100))
    with pytest.raises(BoardNotFoundError, match=r"\d+ codes are seen in the picture, but none of the reference tags"):
        read(pixels)


def test_a_picture_of_half_the_board() -> None:
    pixels = table_shot(1).pixels
    with pytest.raises(BoardNotFoundError, match=r"only 3 of the 6 .*\(NW, W, SW\), too close together"):
        read(pixels[:, :850])
    with pytest.raises(BoardNotFoundError, match=r"only 1 of the 6 reference tags is read \(NW\)"):
        read(pixels[:354, :850])


def test_three_quarters_of_the_board_are_enough() -> None:
    shot = table_shot(1)
    reading = read(shot.pixels[:, :1452])
    assert wrong_tags(reading, shot) == []
    assert len(reading.placed_tags) > 30


@settings(max_examples=8)
@given(st.integers(0, 1), st.floats(0, 0.9), st.floats(0, 0.9), st.floats(0.1, 1), st.floats(0.1, 1))
# The middle of what is left is no longer where the lens looks: the tall monster would seem to be on the next cell.
@example(seed=1, left=0.0, top=0.375, width=1.0, height=1.0)
def test_any_part_of_a_picture_is_read_rightly_or_refused(
    seed: int, left: float, top: float, width: float, height: float
) -> None:
    shot = table_shot(9 + seed, (1640, 1232), tilt_deg=20 * seed)
    rows, columns = shot.pixels.shape[:2]
    part = shot.pixels[
        int(top * rows) : int((top + height) * rows) + 1, int(left * columns) : int((left + width) * columns) + 1
    ]
    try:
        reading = shot.read(np.ascontiguousarray(part))
    except VisionError as error:
        assert str(error).endswith(".")  # noqa: PT017
    else:
        assert wrong_tags(reading, shot) == []


@settings(max_examples=12)
@given(st.integers(0, 2**32 - 1), st.sampled_from([0.0, 1.5, 6.0]), st.integers(8, 400), st.integers(8, 400))
def test_noise_is_no_board(seed: int, blur: float, width: int, height: int) -> None:
    pixels = np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)
    if blur:
        soft = cv2.GaussianBlur(pixels, (0, 0), blur).astype(np.float64)
        pixels = ((soft - soft.min()) * (255 / np.ptp(soft))).astype(np.uint8)
    with pytest.raises(BoardNotFoundError):
        read(pixels)
