"""Tests of saved and shown pictures of a mat without secrets: pixel for pixel.

The camera is straight above.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.card_mat import CATALOGUE
from vision.locate.registration import Registration
from vision.model.catalogue import Catalogue, Tag
from vision.model.code_detection import CodeDetection
from vision.model.pinhole import Pinhole
from vision.model.placed_tags import PlacedTag
from vision.model.surface import Area, Grid, Mat, Zone, ZoneUse
from vision.occupancy.zones import Spot
from vision.picture import Pixels
from vision.reading import Reading
from vision.reading.redaction import cut_to_table, redacted

#: Number of pixels a millimetre on the mat.
SCALE = 2
#: Width of the picture's rim round the mat.
RIM_PX = 20
#: Width of the mat.
WIDTH_MM = 300
#: Height of the mat.
HEIGHT_MM = 200
#: Height of a camera that sees nothing of how high things are.
FAR_MM = 1e7
#: Height of a low camera, which does see it.
NEAR_MM = 400.0

# Left, upper, right and lower edge of zones (mm).
OPEN = (20.0, 20.0, 140.0, 180.0)
SECRET = (140.0, 20.0, 220.0, 180.0)
IGNORED = (230.0, 20.0, 280.0, 100.0)
REFERENCE = Tag("ref", "TR1", "reference", 20.0, 0.0, placement_mm=(250.0, 150.0))
CARD = Tag("card", "TC1", "card", 26.0, 0.0, piece_mm=(-6.0, -8.0, 6.0, 8.0))


def catalogue(*zones: Zone, height_mm: float = 0.0) -> Catalogue:
    mat = Mat((WIDTH_MM, HEIGHT_MM), zones)
    return Catalogue("qr", mat, (replace(CARD, height_mm=height_mm), REFERENCE))


ZONES = (
    Zone("open", OPEN),
    Zone("secret", SECRET, ZoneUse.SECRET),
    Zone("ignored", IGNORED, ZoneUse.IGNORED),
)


def camera(above_mm: float = FAR_MM) -> Pinhole:
    """Return a camera that looks straight down on the middle of the mat from this height."""
    x, y = WIDTH_MM / 2, HEIGHT_MM / 2
    matrix = np.array([[SCALE * above_mm, 0, RIM_PX + SCALE * x], [0, SCALE * above_mm, RIM_PX + SCALE * y], [0, 0, 1]])
    return Pinhole(matrix, np.zeros(5), np.eye(3), np.array([-x, -y, above_mm]))


def reading(codes: Sequence[CodeDetection] = (), spots: Sequence[Spot] = (), *, above_mm: float = FAR_MM) -> Reading:
    registration = Registration(np.eye(3), 0.1, camera(above_mm), ("ref",))
    return Reading(registration, (), (), 0, codes=tuple(codes), spots=tuple(spots))


def picture() -> Pixels:
    """Return a random picture without black pixels."""
    size = (HEIGHT_MM * SCALE + 2 * RIM_PX, WIDTH_MM * SCALE + 2 * RIM_PX, 3)
    return np.random.default_rng(1).integers(1, 256, size, np.uint8)


def visible_pixels(kept: Pixels) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Return the pixels that are not black."""
    return np.asarray(kept.any(axis=2), np.bool_)


def inside(area: Area, *, margin_mm: float = 0.0) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Return the pixels that show a point of this rectangle, enlarged by a margin."""
    rows, columns = np.indices((HEIGHT_MM * SCALE + 2 * RIM_PX, WIDTH_MM * SCALE + 2 * RIM_PX))
    x, y = (columns - RIM_PX) / SCALE, (rows - RIM_PX) / SCALE
    left, top, right, bottom = area
    across = (left - margin_mm <= x) & (x <= right + margin_mm)
    return np.asarray(across & (top - margin_mm <= y) & (y <= bottom + margin_mm), np.bool_)


def assert_shows(kept: Pixels, *areas: Area) -> None:
    """Assert that these rectangles alone are shown; a pixel of their edges may be either."""
    shown = visible_pixels(kept)
    within = np.logical_or.reduce([inside(area, margin_mm=-0.4) for area in areas])
    around = np.logical_or.reduce([inside(area, margin_mm=0.6) for area in areas])
    assert shown[within].all()
    assert not shown[~around].any()


REFERENCE_AREA = (240.0, 140.0, 260.0, 160.0)


def test_only_open_zones_and_reference_tags_are_shown_as_they_were() -> None:
    before = picture()
    kept = redacted(before, reading(), catalogue(*ZONES))
    assert_shows(kept, OPEN, REFERENCE_AREA)
    assert (kept[visible_pixels(kept)] == before[visible_pixels(kept)]).all()


def test_a_grey_picture_is_redacted_like_a_coloured_one() -> None:
    grey = picture()[:, :, 0].copy()
    kept = redacted(grey, reading(), catalogue(*ZONES))
    assert_shows(np.dstack([kept] * 3), OPEN, REFERENCE_AREA)


def test_what_lies_there_and_could_not_be_read_is_black_as_far_as_a_piece_may_reach() -> None:
    spot = Spot("open", (80.0, 100.0))
    shown = visible_pixels(redacted(picture(), reading(spots=[spot]), catalogue(*ZONES)))
    # A card's half diagonal.
    reach = 10.0
    square = (80 - 0.7 * reach, 100 - 0.7 * reach, 80 + 0.7 * reach, 100 + 0.7 * reach)
    assert not shown[inside(square)].any()
    for x, y in ((80 - reach + 0.5, 100), (80 + reach - 0.5, 100), (80, 100 - reach + 0.5), (80, 100 + reach - 0.5)):
        assert not shown[round(RIM_PX + SCALE * y), round(RIM_PX + SCALE * x)], (x, y)
    beyond = inside((80 - reach - 1, 100 - reach - 1, 80 + reach + 1, 100 + reach + 1))
    assert shown[inside(OPEN, margin_mm=-1.0) & ~beyond].all()


def test_without_pieces_of_a_known_size_a_spot_is_black_as_far_as_the_mats_unit() -> None:
    known = catalogue(*ZONES)
    shown = visible_pixels(
        redacted(picture(), reading(spots=[Spot("open", (80.0, 100.0))]), replace(known, tags=(REFERENCE,)))
    )
    reach = known.surface.unit_mm
    for distance, seen in ((reach - 1, False), (reach + 1, True)):
        assert shown[RIM_PX + SCALE * 100, round(RIM_PX + SCALE * (80 + distance))] == seen


def test_of_a_dropped_piece_in_an_open_zone_nothing_is_shown() -> None:
    # As a card looks from the side.
    outline = np.array([(60.0, 80.0), (100.0, 80.0), (90.0, 120.0), (70.0, 120.0)]) * SCALE + RIM_PX
    dropped = CodeDetection(None, "qr", outline, dropped_px=outline)
    shown = visible_pixels(redacted(picture(), reading([dropped]), catalogue(*ZONES)))
    assert not shown[inside((70.0, 80.0, 90.0, 120.0), margin_mm=1.0)].any()
    for x, y in ((61, 80.5), (99, 80.5), (80, 118)):
        assert not shown[round(RIM_PX + SCALE * y), round(RIM_PX + SCALE * x)], (x, y)
    around = inside((60.0, 80.0, 100.0, 120.0), margin_mm=3.0)
    assert shown[inside(OPEN, margin_mm=-1.0) & ~around].all()
    for x, y in ((62, 118), (98, 118)):
        assert shown[RIM_PX + SCALE * y, RIM_PX + SCALE * x], (x, y)


def test_a_code_that_was_read_stays_in_the_picture() -> None:
    corners = np.array([(60.0, 80.0), (100.0, 80.0), (100.0, 120.0), (60.0, 120.0)]) * SCALE + RIM_PX
    kept = redacted(picture(), reading([CodeDetection("TC1", "qr", corners)]), catalogue(*ZONES))
    assert_shows(kept, OPEN, REFERENCE_AREA)


@pytest.mark.parametrize("first", ["open", "secret"])
def test_a_secret_zone_is_black_also_where_a_high_piece_of_an_open_one_would_stand_before_it(first: str) -> None:
    zones = [Zone("open", (160.0, 20.0, 200.0, 180.0)), Zone("secret", (200.0, 20.0, 280.0, 180.0), ZoneUse.SECRET)]
    zones.sort(key=lambda zone: zone.name != first)
    kept = visible_pixels(redacted(picture(), reading(above_mm=NEAR_MM), catalogue(*zones, height_mm=40.0)))
    assert kept[inside(zones[first != "open"].area_mm, margin_mm=-1.0)].all()
    assert not kept[inside(zones[first == "open"].area_mm, margin_mm=-1.0)].any()


def test_as_low_as_the_mat_an_open_zone_is_shown_up_to_its_edges() -> None:
    # So near above the mat a millimetre of height is two pixels.
    kept = visible_pixels(
        redacted(picture(), reading(above_mm=100.0), catalogue(Zone("open", (250.0, 20.0, 280.0, 90.0))))
    )
    assert kept[RIM_PX + SCALE * 50, RIM_PX + SCALE * 250 + 1]


def test_as_high_as_pieces_are_an_open_zone_is_shown_and_a_secret_one_black() -> None:
    height_mm = 40.0
    kept = visible_pixels(redacted(picture(), reading(above_mm=NEAR_MM), catalogue(*ZONES, height_mm=height_mm)))
    over_open, over_secret, beyond = camera(NEAR_MM).project(
        [(OPEN[0] + 1, 100.0, height_mm), (SECRET[2] - 1, 100.0, height_mm), (OPEN[0] + 1, 100.0, 2 * height_mm)]
    )
    assert kept[round(over_open[1]), round(over_open[0])]
    assert not kept[round(over_secret[1]), round(over_secret[0])]
    assert not kept[round(beyond[1]), round(beyond[0])]


def test_through_a_bent_lens_the_edges_are_followed() -> None:
    bent = replace(camera(), distortion=np.array([-0.3, 0.0, 0.0, 0.0, 0.0]))
    # So near that the lens bends much.
    near = replace(
        bent, matrix=np.array([[600.0, 0, 320], [0, 600.0, 220], [0, 0, 1]]), translation=np.array([-150, -100, 300.0])
    )
    known = catalogue(Zone("open", (0.0, 0.0, WIDTH_MM, HEIGHT_MM)))
    bare = replace(reading(), registration=replace(reading().registration, camera=near))
    shown = visible_pixels(redacted(picture(), bare, known))
    for along in np.linspace(0.02, 0.98, 25):
        for x, y in ((WIDTH_MM * along, 1.5), (WIDTH_MM * along, HEIGHT_MM - 1.5), (1.5, HEIGHT_MM * along)):
            column, row = near.project([(x, y)])[0].round().astype(int)
            assert shown[row, column], (x, y)


def test_where_the_mat_is_not_located_nothing_is_shown() -> None:
    assert not redacted(picture(), None, CATALOGUE).any()


def test_a_board_of_cells_has_no_secrets() -> None:
    before = picture()
    board = Catalogue("qr", Grid(30.0, {"a1": (0, 0)}), (CARD, REFERENCE))
    assert redacted(before, None, board) is before


#: A board of two by three cells of 30 mm in the corner of the mat's picture, and a tag that lies beside it.
BOARD = Catalogue(
    "qr",
    Grid(30.0, {f"{name}{row + 1}": (column, row) for column, name in enumerate("ab") for row in range(3)}),
    (CARD, REFERENCE),
)
CELLS_AREA = (0.0, 0.0, 60.0, 90.0)


def placed(x: float, y: float, cell: str | None) -> PlacedTag:
    """Return the card's tag, with a symbol of 10 mm, as it is seen at this point of the board."""
    corners = np.array([(x + dx, y + dy) for dx, dy in ((-5, -5), (5, -5), (5, 5), (-5, 5))])
    return PlacedTag(CARD, camera().project(corners), (x, y), 0.0, cell, None, "zxing")


@given(x=st.floats(90, 200), y=st.floats(20, 170), above_mm=st.sampled_from([FAR_MM, 600.0]), seed=st.integers(0, 1000))
def test_of_a_board_nothing_but_cells_tags_and_pieces_survives_the_cut(
    x: float, y: float, above_mm: float, seed: int
) -> None:
    seen = replace(reading(above_mm=above_mm), placed_tags=(placed(x, y, None), placed(15.0, 15.0, "a1")))
    before = picture()
    kept = cut_to_table(before, seen, BOARD)
    shown = visible_pixels(kept)
    assert (kept[shown] == before[shown]).all()
    around = [inside(CELLS_AREA, margin_mm=10.0), inside(REFERENCE_AREA, margin_mm=4.0)]
    around.append(inside((x, y, x, y), margin_mm=8.0))
    assert not shown[~np.logical_or.reduce(around)].any()
    assert shown[inside(CELLS_AREA, margin_mm=-0.4) | inside((x, y, x, y), margin_mm=6.0)].all()
    # Whatever else is in the room, the very same is given.
    room = np.random.default_rng(seed).integers(1, 256, before.shape, np.uint8)
    room[shown] = before[shown]
    assert (cut_to_table(room, seen, BOARD) == kept).all()


@pytest.mark.parametrize(("column", "row"), [(3, 1), (6, 1), (3, 4), (6, 4)])
def test_a_tall_piece_is_shown_from_its_cell_up_to_its_tag(column: int, row: int) -> None:
    x, y, height_mm = 30 * column + 15, 30 * row + 15, 150
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    foot = camera(NEAR_MM).project((x, y) + 15 * corners)
    top = camera(NEAR_MM).project(np.column_stack([(x, y) + 5 * corners, np.full(4, height_mm)]))
    seen = replace(reading(above_mm=NEAR_MM), placed_tags=(replace(placed(x, y, "a1"), corners_px=top),))
    board = Catalogue("qr", Grid(30.0, {"a1": (column, row)}), (CARD,))
    shown = visible_pixels(cut_to_table(picture(), seen, board))
    for share in np.linspace(0, 1, 7):
        for across, down in (foot + share * (top - foot)).round().astype(int):
            assert shown[down, across], (share, across, down)


def test_a_code_that_is_none_of_the_games_is_not_given() -> None:
    corners = np.array([(300.0, 100.0), (360.0, 100.0), (360.0, 160.0), (300.0, 160.0)])
    shown = visible_pixels(cut_to_table(picture(), reading([CodeDetection("boarding pass", "qr", corners)]), BOARD))
    assert not shown[100:160, 300:360].any()


def test_a_mat_is_given_as_it_is_kept() -> None:
    before, known = picture(), catalogue(*ZONES)
    assert (cut_to_table(before, reading(), known) == redacted(before, reading(), known)).all()
