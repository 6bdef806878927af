"""Tests of finding the board's plane: any lens, any place above the table, and the gates.

A registration must pass the gates. The tags are not drawn here: the positions of their corners in a camera's
view are computed.
"""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from tests.vision.board import make_catalogue, required_points
from vision.errors import BoardNotFoundError, CurledBoardError, ProfileError
from vision.locate.camera_fit import CameraFitter, corners_mm, pixel_covariances
from vision.locate.reference_faults import REFERENCE_LIMIT_MM
from vision.locate.registration import Registration, register, rough_camera
from vision.model.catalogue import Tag
from vision.model.detections import TagDetection, middles_px
from vision.model.pinhole import Pinhole, looking_at
from vision.model.profile import CameraProfile
from vision.virtual import Viewpoint, fit_view

pytestmark = pytest.mark.slow

Points = npt.NDArray[np.float64]

CATALOGUE = make_catalogue()
GRID = CATALOGUE.grid
SIZE = (2304, 1296)
ALL = tuple(tag.id for tag in CATALOGUE.references)


def view(
    fov_deg: float = 66.0, tilt_deg: float = 15.0, azimuth_deg: float = 30.0, k1: float = 0.0, k2: float = 0.0
) -> Viewpoint:
    """Return a camera that has the whole board in its picture."""
    focal = SIZE[0] / 2 / math.tan(math.radians(fov_deg / 2))
    return fit_view(
        required_points(CATALOGUE),
        SIZE,
        focal_px=focal,
        tilt_deg=tilt_deg,
        azimuth_deg=azimuth_deg,
        distortion=(k1, k2, 0.0, 0.0, 0.0),
    )


def seen(camera: Pinhole, tag: Tag, x: float, y: float, turn_deg: float = 0.0, scale: float = 1.0) -> TagDetection:
    """Return the tag as the camera sees it with its centre at (x, y) mm.

    It is printed `scale` times as large as it should be.
    """
    right = np.array([math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))])
    down = np.array([-right[1], right[0]])
    half = scale * CATALOGUE.symbol_mm(tag) / 2
    corners = np.array([x, y]) + half * np.array([-right - down, right - down, right + down, down - right])
    return TagDetection(tag, "qr", camera.project(np.column_stack([corners, np.full(4, tag.height_mm)])), "zxing")


def references(
    camera: Pinhole,
    ids: tuple[str, ...] = ALL,
    *,
    moved: dict[str, tuple[float, float]] | None = None,
    scale: float = 1.0,
) -> list[TagDetection]:
    """Return the reference tags as the camera sees them, some of them moved.

    `moved`: the shift of a tag by (x, y) mm from its place.
    """
    found = []
    for tag in CATALOGUE.references:
        if tag.id in ids:
            assert tag.placement_mm is not None
            x, y = (moved or {}).get(tag.id, (0.0, 0.0))
            found.append(seen(camera, tag, tag.placement_mm[0] + x, tag.placement_mm[1] + y, scale=scale))
    return found


#: Ways in which a board's paper curls: the height of a point at shares (-1 to 1) of the way from its middle.
CURLS: dict[str, Callable[[Points, Points], Points]] = {
    "ends": lambda across, _: across**2,
    "long edges": lambda _, down: down**2,
    "middle": lambda across, _: 1 - across**2,
}


def curled(camera: Pinhole, way: str, height_mm: float) -> list[TagDetection]:
    """Return the reference tags as the camera sees them on a board that stands up so high."""
    left, top, right, bottom = CATALOGUE.surface.extent_mm
    found = []
    for tag in references(camera):
        x, y = corners_mm(tag).T
        heights = CURLS[way](2 * (x - left) / (right - left) - 1, 2 * (y - top) / (bottom - top) - 1)
        found.append(replace(tag, corners_px=camera.project(np.column_stack([x, y, height_mm * heights]))))
    return found


def pieces(camera: Pinhole, count: int, seed: int = 1) -> list[tuple[TagDetection, Points]]:
    """Return the highest piece at the far end of the board and `count` others.

    Each comes with its place.
    """
    rng = np.random.default_rng(seed)
    tags = [tag for tag in CATALOGUE.tags if tag.kind in ("token", "stone", "teleporter")]
    highest = max((tag for tag in CATALOGUE.tags if tag.placement_mm is None), key=lambda tag: tag.height_mm)
    cells = sorted(GRID.cells, key=lambda cell: -math.dist(GRID.centre(cell), camera.position_mm[:2]))
    chosen = [(highest, cells[0])]
    chosen += [(tags[2 * n], str(cell)) for n, cell in enumerate(rng.permutation(cells[1:])[:count])]
    found = []
    for tag, cell in chosen:
        place = np.array(GRID.centre(cell)) + rng.uniform(-2, 2, 2)
        found.append((seen(camera, tag, place[0], place[1], rng.uniform(0, 360)), place))
    return found


def with_noise(tags: list[TagDetection], sigma_px: float, seed: int = 0) -> list[TagDetection]:
    rng = np.random.default_rng(seed)
    return [TagDetection(t.tag, t.code, t.corners_px + rng.normal(0, sigma_px, (4, 2)), t.by) for t in tags]


def furthest_off(registration: Registration, laid: list[tuple[TagDetection, Points]]) -> float:
    """The largest distance in mm between where a piece lies and where the registration has it."""
    return max(
        float(
            np.linalg.norm(registration.camera.on_plane(middles_px(tag.corners_px[None]), tag.tag.height_mm)[0] - place)
        )
        for tag, place in laid
    )


@pytest.mark.parametrize("fov_deg", [40, 66, 100])
@pytest.mark.parametrize("tilt_deg", [0, 20, 40])
def test_any_lens_from_anywhere(fov_deg: float, tilt_deg: float) -> None:
    shot = view(fov_deg, tilt_deg)
    laid = pieces(shot.camera, 20)
    tags = with_noise([*references(shot.camera), *(tag for tag, _ in laid)], 0.15)
    registration = register(tags, CATALOGUE, SIZE)
    # A cell is 25 mm: also the highest piece at the far end of the board lies where it is seen.
    assert furthest_off(registration, laid) < 3.0
    assert registration.residual_px < 1.0
    assert registration.references == ALL
    assert registration.notes == ()


@pytest.mark.parametrize("fov_deg", [45, 66, 90])
@pytest.mark.parametrize("tilt_deg", [0, 40])
def test_the_highest_piece_alone_is_on_its_cell(fov_deg: float, tilt_deg: float) -> None:
    shot = view(fov_deg, tilt_deg)
    laid = pieces(shot.camera, 0)
    registration = register([*references(shot.camera), *(tag for tag, _ in laid)], CATALOGUE, SIZE)
    assert furthest_off(registration, laid) < 6.0


@pytest.mark.parametrize("k1", [-0.15, -0.05, 0.1])
def test_a_distorting_lens_is_estimated(k1: float) -> None:
    shot = view(75, 25, k1=k1)
    laid = pieces(shot.camera, 25)
    registration = register([*references(shot.camera), *(tag for tag, _ in laid)], CATALOGUE, SIZE)
    assert registration.camera.distortion[0] == pytest.approx(k1, abs=0.03)
    assert furthest_off(registration, laid) < 2.0


@pytest.mark.parametrize("azimuth_deg", [0, 150, 260])
@pytest.mark.parametrize(("fov_deg", "k1", "k2"), [(92, -0.24, 0.05), (105, -0.3, 0.1), (110, 0.06, 0.0)])
def test_a_wide_lens_is_located_without_a_profile_and_no_reference_is_left_out(
    fov_deg: float, k1: float, k2: float, azimuth_deg: float
) -> None:
    shot = view(fov_deg, 40, azimuth_deg, k1, k2)
    laid = pieces(shot.camera, 20)
    tags = with_noise([*references(shot.camera), *(tag for tag, _ in laid)], 0.15)
    registration = register(tags, CATALOGUE, SIZE)
    assert registration.references == ALL
    assert registration.notes == ()
    assert furthest_off(registration, laid) < 3.0


def fisheye_detection(camera: Pinhole, tag: TagDetection) -> TagDetection:
    """Return the tag as seen by a lens with equal picture distances for equal angles.

    The angles are those from its axis.
    """
    middle, focal = camera.matrix[:2, 2], camera.matrix[0, 0]
    flat = (tag.corners_px - middle) / focal
    far = np.linalg.norm(flat, axis=1, keepdims=True)
    return TagDetection(tag.tag, tag.code, middle + 1.6 * focal * flat * np.arctan(far) / far, tag.by)


@pytest.mark.parametrize("tilt_deg", [5, 20, 35])
def test_a_fisheye_is_located_though_its_model_fits_in_part_only(tilt_deg: float) -> None:
    shot = view(116, tilt_deg)
    laid = [(fisheye_detection(shot.camera, tag), place) for tag, place in pieces(shot.camera, 15)]
    tags = [*(fisheye_detection(shot.camera, tag) for tag in references(shot.camera)), *(tag for tag, _ in laid)]
    registration = register(tags, CATALOGUE, SIZE)
    assert registration.references == ALL
    assert furthest_off(registration, laid) < 6.0


def test_a_profile_is_taken_as_it_is() -> None:
    shot = view(66, 0, k1=-0.2)
    profile = CameraProfile(SIZE, shot.camera.matrix, shot.camera.distortion)
    laid = pieces(shot.camera, 0)
    registration = register([*references(shot.camera), *(tag for tag, _ in laid)], CATALOGUE, SIZE, profile)
    np.testing.assert_array_equal(registration.camera.matrix, shot.camera.matrix)
    np.testing.assert_array_equal(registration.camera.distortion, shot.camera.distortion)
    assert furthest_off(registration, laid) < 0.05


def test_a_profile_for_pictures_of_another_shape_is_refused() -> None:
    shot = view()
    profile = CameraProfile((1640, 1232), shot.camera.matrix, shot.camera.distortion)
    with pytest.raises(ProfileError, match="another shape"):
        register(references(shot.camera), CATALOGUE, SIZE, profile)


def test_the_focal_length_that_the_camera_wrote_helps_where_nothing_else_tells_it() -> None:
    shot = view(40, 0)
    focal = float(shot.camera.matrix[0, 0])
    guessed = register(references(shot.camera), CATALOGUE, SIZE).camera.matrix[0, 0]
    told = register(references(shot.camera), CATALOGUE, SIZE, focal_px=0.98 * focal).camera.matrix[0, 0]
    assert abs(told / focal - 1) < 0.05 < abs(guessed / focal - 1)


def test_the_homography_takes_board_millimetres_to_pixels() -> None:
    shot = view()
    registration = register(references(shot.camera), CATALOGUE, SIZE)
    for x, y in [(0, 0), (400, 0), (400, 275), (0, 275), (200, 137.5)]:
        u, v, w = registration.homography @ (x, y, 1)
        assert np.hypot(*(np.array([u, v]) / w - shot.camera.project([(x, y)])[0])) < 0.1


# -- gates: enough references, that agree -----------------------------------------------------------------------------


@pytest.mark.parametrize("azimuth_deg", [90, 180, 270])
def test_it_is_as_sure_from_every_side(azimuth_deg: float) -> None:
    def sigma(azimuth_deg: float, seed: int) -> float:
        focal = 0.77 * SIZE[0]
        camera = looking_at((200, 140), 700, focal, SIZE, tilt_deg=40, azimuth_deg=azimuth_deg)
        fit = CameraFitter(with_noise(references(camera), 0.1, seed), SIZE, None, focal).best()
        return float(np.sqrt(np.trace(pixel_covariances(fit, np.array(GRID.corners_mm)), axis1=1, axis2=2)).max())

    # From the upper side the rotation is about a half turn, which has two vectors: the fit may end at either.
    assert max(sigma(azimuth_deg, seed) for seed in range(8)) < 2 * sigma(0, 0)


@pytest.mark.parametrize("missing", ALL)
def test_any_reference_may_be_missing(missing: str) -> None:
    shot = view()
    laid = pieces(shot.camera, 10)
    remaining = tuple(name for name in ALL if name != missing)
    registration = register([*references(shot.camera, remaining), *(tag for tag, _ in laid)], CATALOGUE, SIZE)
    assert registration.references == remaining
    assert furthest_off(registration, laid) < 1.0


def test_one_reference_is_not_enough() -> None:
    with pytest.raises(BoardNotFoundError, match=r"only 1 of the 6 .* \(NE\), too few"):
        register(references(view().camera, ("ref-NE",)), CATALOGUE, SIZE)


def test_two_references_far_apart_are_enough() -> None:
    shot = view()
    registration = register(references(shot.camera, ("ref-NE", "ref-SW")), CATALOGUE, SIZE)
    corners = [(0, 0), (400, 0), (400, 275), (0, 275)]
    off = registration.camera.on_plane(shot.camera.project(corners)) - corners
    assert np.linalg.norm(off, axis=1).max() < 5.0


def test_two_references_close_together_are_not() -> None:
    with pytest.raises(BoardNotFoundError, match=r"2 of the 6 .*\(NW, W\), too close together"):
        register(references(view().camera, ("ref-NW", "ref-W")), CATALOGUE, SIZE)


def test_one_reference_and_pieces_about_it_tell_where_the_other_references_are() -> None:
    shot = view(90, 40)
    laid = pieces(shot.camera, 8)
    tags = with_noise([*references(shot.camera, ("ref-NE",)), *(tag for tag, _ in laid)], 0.15)
    camera = rough_camera(tags, CATALOGUE, SIZE)
    expected = np.array([tag.placement_mm for tag in CATALOGUE.references])
    off = np.linalg.norm(camera.on_plane(shot.camera.project(expected)) - expected, axis=1)
    # Tags are looked for in squares that reach 9 mm beyond them. Without the pieces it would be some 50 mm.
    assert off.max() < 9.0


def test_a_reference_a_little_off_its_place_is_used() -> None:
    moved = {"ref-E": (0.6 * REFERENCE_LIMIT_MM, 0.0)}
    registration = register(references(view().camera, moved=moved), CATALOGUE, SIZE)
    assert registration.references == ALL
    assert registration.notes == ()


@pytest.mark.parametrize("odd_one", ALL)
def test_one_misplaced_reference_is_left_out_and_named(odd_one: str) -> None:
    shot = view()
    laid = pieces(shot.camera, 10)
    tags = [*references(shot.camera, moved={odd_one: (-12.0, 9.0)}), *(tag for tag, _ in laid)]
    registration = register(tags, CATALOGUE, SIZE)
    assert odd_one not in registration.references
    name = odd_one.removeprefix("ref-")
    assert registration.notes == (
        f"reference {name} lies 15 mm from where it belongs and was left out; put it back in its place.",
    )
    assert furthest_off(registration, laid) < 1.5


def test_the_copy_of_a_reference_at_another_place_is_left_out() -> None:
    shot = view()
    copy = references(shot.camera, ("ref-NW",), moved={"ref-NW": (150.0, 120.0)})
    registration = register([*references(shot.camera), *copy], CATALOGUE, SIZE)
    assert registration.references == ALL
    assert len(registration.notes) == 1


def test_references_that_contradict_each_other_are_refused() -> None:
    moved = {"ref-E": (15.0, 0.0), "ref-NW": (0.0, 20.0), "ref-SE": (-12.0, 4.0)}
    with pytest.raises(BoardNotFoundError, match=r"contradict each other by up to \d+ mm.*--tags manifest\.json"):
        register(references(view().camera, moved=moved), CATALOGUE, SIZE)


def test_all_references_that_fit_no_lens_are_counted_as_seen() -> None:
    shot = view(116, 40)
    skewed = [
        TagDetection(t.tag, t.code, t.corners_px + (t.corners_px[:, :1] - SIZE[0] / 2) ** 2 * (0.0, 2e-4), t.by)
        for t in references(shot.camera)
    ]
    with pytest.raises(BoardNotFoundError, match=r"all 6 reference tags are seen, but they contradict .* calibrate"):
        register(skewed, CATALOGUE, SIZE)


@pytest.mark.parametrize("ids", [("ref-NE", "ref-NW", "ref-SE"), ("ref-SW", "ref-W", "ref-E")])
def test_no_lens_is_bent_so_far_that_it_explains_a_misplaced_reference(ids: tuple[str, ...]) -> None:
    tags = references(view().camera, ids, moved={ids[-1]: (30.0, 25.0)})
    with pytest.raises(BoardNotFoundError, match=r"only 3 of the 6 reference tags are read"):
        register(tags, CATALOGUE, SIZE)


def test_too_few_references_beside_many_pieces_are_a_matter_of_the_lens() -> None:
    camera = view().camera
    reference = references(camera, ("ref-NE",))
    with pytest.raises(
        BoardNotFoundError, match=r"only 1 of the 6 reference tags is read .* but 9 pieces are.*calibrate"
    ):
        register([*reference, *(tag for tag, _ in pieces(camera, 8))], CATALOGUE, SIZE)
    with pytest.raises(BoardNotFoundError, match="in focus and uncovered"):
        register(reference, CATALOGUE, SIZE)


def test_with_three_references_no_one_can_tell_which_is_misplaced() -> None:
    ids = ("ref-NE", "ref-SW", "ref-W")
    with pytest.raises(BoardNotFoundError, match="contradict"):
        register(references(view().camera, ids, moved={"ref-W": (0.0, 25.0)}), CATALOGUE, SIZE)


def test_tags_that_the_printer_shrank_to_the_page_are_no_contradiction() -> None:
    shot = view()
    laid = pieces(shot.camera, 0)
    registration = register([*references(shot.camera, scale=0.95), *(tag for tag, _ in laid)], CATALOGUE, SIZE)
    assert registration.notes == ()
    assert furthest_off(registration, laid) < 6.0


@pytest.mark.thorough(but=["66-15-30-long edges", "60-25-90-middle", "66-35-0-ends", "70-20-15-ends"])
@pytest.mark.parametrize("way", CURLS)
@pytest.mark.parametrize(
    ("fov_deg", "tilt_deg", "azimuth_deg"), [(66, 15, 30), (66, 35, 0), (70, 20, 15), (60, 25, 90)]
)
def test_a_curled_board_is_refused_for_its_paper(way: str, fov_deg: float, tilt_deg: float, azimuth_deg: float) -> None:
    camera = view(fov_deg, tilt_deg, azimuth_deg).camera
    with pytest.raises(CurledBoardError, match=r"the board is not flat.*lay the paper flat"):
        register(with_noise(curled(camera, way, 15.0), 0.2), CATALOGUE, SIZE)
    assert register(with_noise(curled(camera, way, 1.0), 0.2), CATALOGUE, SIZE).references == ALL


@pytest.mark.parametrize("k1", [-0.5])
def test_an_odd_lens_is_not_taken_for_a_curled_board(k1: float) -> None:
    camera = view(100.0, 20.0, 20.0, k1).camera
    with pytest.raises(BoardNotFoundError, match="measure the lens"):
        register(with_noise(references(camera), 0.2), CATALOGUE, SIZE)
