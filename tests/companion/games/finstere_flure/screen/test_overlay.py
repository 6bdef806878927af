"""The monster's move drawn into the photo, in the photo's own perspective."""

import numpy as np
import pytest

from companion.games.finstere_flure.playback.timeline import Hop, SegmentKind, timeline
from companion.games.finstere_flure.screen.overlay import SHEET_HEIGHT_MM, draw_move, legend_entries
from companion.games.finstere_flure.tags import make_catalogue
from engine.finstere_flure.board import CELLS, Cell, column_row
from tests.engine.finstere_flure.monster_tables import EXAMPLE, TABLES, Table
from vision.locate.registration import Registration
from vision.model.pinhole import Pinhole, looking_at

CATALOGUE = make_catalogue()
CELL_MM = CATALOGUE.grid.cell_mm
SIZE = (1640, 1232)
GREY = 90
BOARD_MIDDLE_MM = (8 * CELL_MM, 5.5 * CELL_MM)

CAMERAS = {
    "straight above": looking_at(BOARD_MIDDLE_MM, 480.0, 1350.0, SIZE),
    "oblique and turned": looking_at(
        BOARD_MIDDLE_MM, 480.0, 1250.0, SIZE, tilt_deg=40.0, azimuth_deg=200.0, roll_deg=25.0
    ),
    "a bulging lens": looking_at(
        BOARD_MIDDLE_MM, 480.0, 1250.0, SIZE, tilt_deg=15.0, distortion=(-0.18, 0.03, 0.0, 0.0, 0.0)
    ),
}
each_camera = pytest.mark.parametrize("camera", CAMERAS.values(), ids=CAMERAS)


def registered(camera: Pinhole) -> Registration:
    return Registration(np.eye(3), 0.1, camera, ())


def photo() -> np.ndarray:
    return np.full((SIZE[1], SIZE[0], 3), GREY, np.uint8)


def drawn(camera: Pinhole, table: Table = EXAMPLE) -> np.ndarray:
    return draw_move(photo(), registered(camera), CATALOGUE, table.move)


def pixel(camera: Pinhole, cell: Cell, dx: float = 0.0, dy: float = 0.0) -> tuple[int, int]:
    """Return the pixel (x, y) of a point of a cell; dx and dy are cells from its middle."""
    column, row = column_row(cell)
    point_mm = ((column + 0.5 + dx) * CELL_MM, (row + 0.5 + dy) * CELL_MM, SHEET_HEIGHT_MM)
    x, y = camera.project([point_mm])[0]
    return round(x), round(y)


def colour(picture: np.ndarray, at_px: tuple[int, int]) -> tuple[int, int, int]:
    """Blue, green, red."""
    blue, green, red = picture[at_px[1], at_px[0]]
    return int(blue), int(green), int(red)


def hops(table: Table) -> list[Hop]:
    return [hop for segment in timeline(table.move) if segment.kind is SegmentKind.WALK for hop in segment.hops]


@each_camera
def test_the_way_is_drawn_where_the_camera_sees_it(camera: Pinhole) -> None:
    picture = drawn(camera)
    for hop in hops(EXAMPLE):
        dx, dy = hop.direction.delta
        red, blue = colour(picture, pixel(camera, hop.before, 0.3 * dx, 0.3 * dy))[::-2]
        assert red > 180
        assert blue < 120


@each_camera
def test_cells_that_the_move_does_not_touch_stay_as_they_are(camera: Pinhole) -> None:
    picture = drawn(camera)
    touched = {"a", "b", "c", "d", "e", "f", "g"}
    for cell in CELLS:
        if cell[0] in touched:
            assert colour(picture, pixel(camera, cell)) == (GREY, GREY, GREY)


@each_camera
def test_eaten_tokens_are_crossed_out_where_they_lie(camera: Pinhole) -> None:
    picture = drawn(camera)
    for cell in ("m6", "o6", "p7"):
        arms = [colour(picture, pixel(camera, cell, dx, dy)) for dx in (-0.25, 0.25) for dy in (-0.25, 0.25)]
        # One arm may lie under the step's number.
        assert sum(red > 150 and max(blue, green) < 110 for blue, green, red in arms) >= 3


@each_camera
def test_the_end_is_marked_with_its_facing(camera: Pinhole) -> None:
    picture = drawn(camera)
    # It ends on p8 and faces west: the pointer is white inside, on the west half of the cell.
    assert min(colour(picture, pixel(camera, "p8", -0.1, 0.0))) > 200
    assert max(colour(picture, pixel(camera, "p8", 0.3, -0.05))) < 120


def test_the_picture_keeps_its_size_and_the_photo_itself_stays_untouched() -> None:
    before = photo()
    picture = draw_move(before, registered(CAMERAS["straight above"]), CATALOGUE, EXAMPLE.move)
    assert picture.shape == before.shape
    assert (before == GREY).all()


def test_a_grey_photo_becomes_one_with_colours() -> None:
    grey = np.full((SIZE[1], SIZE[0]), GREY, np.uint8)
    picture = draw_move(grey, registered(CAMERAS["straight above"]), CATALOGUE, EXAMPLE.move)
    assert np.array_equal(picture, drawn(CAMERAS["straight above"]))


def test_half_a_board_in_the_picture_shows_half_the_way() -> None:
    camera = looking_at((16 * CELL_MM, 5.5 * CELL_MM), 480.0, 3000.0, SIZE)
    picture = drawn(camera)
    assert (picture != GREY).any()


def test_a_board_outside_the_picture_leaves_it_as_it_is() -> None:
    camera = looking_at((90 * CELL_MM, 5.5 * CELL_MM), 480.0, 3000.0, SIZE)
    assert (drawn(camera) == GREY).all()


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_every_kind_of_event_can_be_drawn(table: Table) -> None:
    assert (drawn(CAMERAS["oblique and turned"], table) != GREY).any()


def test_a_way_through_a_wall_is_marked_on_both_sides() -> None:
    camera = CAMERAS["straight above"]
    table = next(table for table in TABLES if table.name == "through a wall")
    picture = drawn(camera, table)
    for cell, dx in (("p6", 0.58), ("a6", -0.58)):
        assert colour(picture, pixel(camera, cell, dx))[2] > 200


def test_the_legend_tells_the_signs_that_are_drawn_and_no_others() -> None:
    tables = {table.name: table.move for table in TABLES}
    assert {entry.text for entry in legend_entries(tables["through a wall"], ["c3"])} >= {
        "through a wall",
        "a cell that is not seen",
    }
    for move in tables.values():
        told = {entry.text for entry in legend_entries(move, [])}
        assert ("eaten" in told) == bool(move.eaten)
        assert "a cell that is not seen" not in told


def test_the_legend_lies_in_a_corner_beside_the_board() -> None:
    camera = CAMERAS["straight above"]
    changed = (drawn(camera) != GREY).any(axis=2)
    height, width = changed.shape
    corners = [
        changed[y, x] for y in (slice(0, 20), slice(height - 20, None)) for x in (slice(0, 20), slice(width - 20, None))
    ]
    assert sum(bool(corner.all()) for corner in corners) == 1


@pytest.mark.parametrize("roll_deg", [0.0, 90.0, 180.0, 270.0])
def test_step_numbers_stand_at_the_lower_right_as_seen_in_the_photo(roll_deg: float) -> None:
    camera = looking_at(BOARD_MIDDLE_MM, 700.0, 1350.0, SIZE, roll_deg=roll_deg)
    corners = [pixel(camera, "j7", dx, dy) for dx in (-0.31, 0.31) for dy in (-0.31, 0.31)]
    picture = drawn(camera)

    def whiteness(at_px: tuple[int, int]) -> int:
        return int((picture[at_px[1] - 6 : at_px[1] + 7, at_px[0] - 6 : at_px[0] + 7].min(axis=2) > 230).sum())

    assert max(corners, key=whiteness) == max(corners, key=sum)
