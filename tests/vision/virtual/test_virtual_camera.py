"""Tests of the virtual camera: things are where the pinhole camera says, and truth is right."""

import json
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from vision.errors import VisionError
from vision.model.pinhole import Pinhole
from vision.model.surface import Grid
from vision.virtual import (
    HAND_POSES,
    LIGHTS,
    Body,
    Hand,
    PictureLook,
    Print,
    PrintedCode,
    Scene,
    Shot,
    Thing,
    Viewpoint,
    disc,
    fit_view,
    rectangle,
    render,
    view_at_scale,
)

pytestmark = pytest.mark.slow

GRID = Grid(25.0, {f"{column}-{row}": (column, row) for column in range(16) for row in range(11)})
BOARD_MM = np.array([(0, 0), (400, 0), (400, 275), (0, 275)], dtype=np.float64)
#: Nothing between the scene and the picture but the lens: for measuring.
CLEAN = PictureLook(warmth=0, vignette=0, lamp=0, gloss=0, blur_px=0, noise=0, jpeg_quality=None)
WHITE = (255, 255, 255)
#: Side of the black square printed on each plate.
SQUARE_MM = 12.6
#: Side of each plate.
PLATE_MM = 30.0
PAPER = Print(np.full((8, 8, 3), 255, np.uint8), 0.02, (0, 0))


def plate(name: str, centre_mm: tuple[float, float], turn_deg: float, height_mm: float) -> Thing:
    """Return a white plate with a black square in its middle."""
    picture = np.full((300, 300, 3), 255, np.uint8)
    picture[87:213, 87:213] = 0
    edge = PLATE_MM / 2
    body = Body(rectangle(-edge, -edge, edge, edge), 0.0, height_mm, WHITE, prints=(Print.centred(picture, PLATE_MM),))
    return Thing(name, centre_mm, turn_deg, (body,), PrintedCode(SQUARE_MM))


def scene(*things: Thing, hand: Hand | None = None) -> Scene:
    return Scene((PAPER,), things, GRID, hand)


def view(tilt: float = 0.0, azimuth: float = 0.0, roll: float = 0.0, k1: float = 0.0, width: int = 1640) -> Viewpoint:
    return fit_view(
        BOARD_MM,
        (width, width * 3 // 4),
        focal_px=width / 1.3,
        tilt_deg=tilt,
        azimuth_deg=azimuth,
        roll_deg=roll,
        distortion=(k1, 0, 0, 0, 0),
        margin=0.12,
    )


def entry(shot: Shot, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(thing for thing in shot.truth["things"] if thing["id"] == name)
    return found


def dark_area_and_centre(
    picture: npt.NDArray[np.uint8], polygon: npt.NDArray[np.float64]
) -> tuple[float, npt.NDArray[np.float64]]:
    """Return the darkness in a polygon, summed up in pixels, and its centre of gravity.

    The area includes three pixels round the polygon.
    """
    near = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(near, np.round(polygon).astype(np.int32), 1)
    near = np.asarray(cv2.dilate(near, np.ones((7, 7), np.uint8)), dtype=np.uint8)
    y, x = np.nonzero(near)
    dark = 1 - picture[y, x, 0] / 255
    return float(dark.sum()), np.array([(dark * x).sum(), (dark * y).sum()]) / dark.sum()


class TestGeometry:
    @pytest.mark.parametrize(
        ("k1", "pose", "height_mm"),
        [
            (0.0, (0, 0, 0), 0.0),
            (0.0, (40, 30, 70), 40.0),
            (-0.1, (20, 200, 5), 8.0),
            (-0.1, (0, 0, 0), 40.0),
            (-0.2, (40, 30, 70), 8.0),
            (-0.2, (20, 200, 5), 0.0),
            (0.1, (0, 0, 0), 8.0),
            (0.1, (20, 200, 5), 40.0),
            (0.1, (40, 30, 70), 0.0),
        ],
    )
    def test_a_print_is_where_the_pinhole_camera_projects_it(
        self, k1: float, pose: tuple[float, float, float], height_mm: float
    ) -> None:
        things = [plate(f"{x}", (x, y), 17.0 * x, height_mm) for x, y in ((15, 15), (140, 200), (390, 30), (380, 260))]
        camera = view(*pose, k1)
        shot = render(scene(*things), camera, CLEAN)
        for thing in things:
            half = SQUARE_MM / 2
            border = thing.to_board(rectangle(-half, -half, half, half))
            outline = camera.camera.project(np.column_stack([border, np.full(len(border), height_mm)]))
            moments = cv2.moments(outline.astype(np.float32))
            area, centre = dark_area_and_centre(shot.picture, outline)
            wanted = np.array([moments["m10"], moments["m01"]]) / moments["m00"]
            assert np.abs(centre - wanted).max() < 0.1
            assert area == pytest.approx(moments["m00"], rel=0.01)

    def test_the_truth_names_the_corners_as_printed(self) -> None:
        camera = view(tilt=25, azimuth=60, roll=10, k1=-0.05)
        shot = render(scene(plate("turned", (300, 100), 90.0, 8.0)), camera, CLEAN)
        half = SQUARE_MM / 2
        # Turned a quarter clockwise, the printed top-left corner is at the upper right.
        corners = [
            (300 + half, 100 - half),
            (300 + half, 100 + half),
            (300 - half, 100 + half),
            (300 - half, 100 - half),
        ]
        wanted = camera.camera.project([(x, y, 8.0) for x, y in corners])
        assert np.allclose(entry(shot, "turned")["corners_px"], wanted, atol=0.001)
        assert np.allclose(entry(shot, "turned")["centre_px"], camera.camera.project([(300, 100, 8.0)])[0], atol=0.001)

    def test_a_tall_thing_hides_what_is_behind_it_but_not_what_is_before_it(self) -> None:
        pillar = Thing("pillar", (200, 140), 0, (Body(disc(24), 0, 60, (0, 0, 0)),), PrintedCode(10))
        behind, before = plate("behind", (200, 115), 0, 2), plate("before", (200, 165), 0, 2)
        for things in ((pillar, behind, before), (before, behind, pillar)):
            shot = render(scene(*things), view(tilt=40), CLEAN)
            assert entry(shot, "behind")["visible"] < 0.2
            assert entry(shot, "before")["visible"] == 1.0
            assert entry(shot, "pillar")["visible"] == 1.0

    def test_what_lies_on_a_flat_thing_hides_it(self) -> None:
        lower = plate("lower", (200, 140), 0, 2)
        body = replace(lower.bodies[0], base_mm=2.0, top_mm=4.0)
        upper = Thing("upper", (200, 140), 30, (body,), PrintedCode(SQUARE_MM))
        shot = render(scene(upper, lower), view(tilt=10), CLEAN)
        assert entry(shot, "lower")["visible"] == 0.0
        assert entry(shot, "upper")["visible"] == 1.0

    def test_what_is_outside_the_picture_is_not_visible(self) -> None:
        shot = render(scene(plate("far", (2000, 100), 0, 2), plate("here", (200, 100), 0, 2)), view(), CLEAN)
        assert entry(shot, "far")["visible"] == 0.0
        assert entry(shot, "here")["visible"] == 1.0

    def test_a_ground_print_with_alpha_shows_what_is_below_it_where_it_is_clear(self) -> None:
        sheet = np.zeros((100, 100, 4), np.uint8)
        sheet[:, 50:] = (0, 0, 200, 255)
        ground = (PAPER, Print(sheet, 1.0, (150.0, 90.0)))
        camera = view(tilt=20)
        picture = render(Scene(ground, (), GRID), camera, CLEAN).picture
        clear, red, beside = np.round(camera.camera.project([(170, 140), (230, 140), (260, 140)])).astype(int)
        assert picture[clear[1], clear[0]].tolist() == [255, 255, 255]
        assert picture[red[1], red[0]].tolist() == [0, 0, 200]
        assert picture[beside[1], beside[0]].tolist() == [255, 255, 255]


class TestTruth:
    def test_the_camera_can_be_built_again_from_it(self) -> None:
        camera = view(30, 100, 20, k1=-0.1)
        shot = render(scene(plate("p", (100, 100), 0, 8)), camera, CLEAN)
        told = json.loads(json.dumps(shot.truth))["camera"]
        again = Pinhole(*(np.array(told[key]) for key in ("matrix", "distortion", "rotation", "translation")))
        assert np.allclose(again.project(BOARD_MM), camera.camera.project(BOARD_MM))
        assert told["size_px"] == [shot.picture.shape[1], shot.picture.shape[0]]
        assert np.allclose(told["position_mm"], camera.camera.position_mm)

    def test_the_homography_takes_millimetres_to_pixels(self) -> None:
        camera = view(35, 10, 5)
        matrix = np.array(render(scene(), camera, CLEAN).truth["homography"])
        mapped = np.column_stack([BOARD_MM, np.ones(4)]) @ matrix.T
        assert np.allclose(mapped[:, :2] / mapped[:, 2:], camera.camera.project(BOARD_MM), atol=1e-6)


class TestHand:
    @pytest.mark.thorough(but=["0.0-flat", "135.0-point"])
    @pytest.mark.parametrize("pose", HAND_POSES)
    @pytest.mark.parametrize("from_deg", [0.0, 135.0])
    def test_the_cells_that_the_truth_calls_hidden_are_those_the_hand_hides(self, pose: str, from_deg: float) -> None:
        camera = view(tilt=15)
        blue = Hand((200, 137.5), from_deg, pose, skin=(255, 0, 0), sleeve=(255, 0, 0))
        shot = render(scene(hand=blue), camera, CLEAN)
        # The paper and the shadow on it are grey; only the hand is blue.
        hand = (shot.picture[..., 0].astype(int) - shot.picture[..., 1]) > 60
        for name, place in GRID.cells.items():
            square = camera.camera.project((np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) + place) * 25.0)
            cell = np.zeros(hand.shape, np.uint8)
            cv2.fillConvexPoly(cell, np.round(square).astype(np.int32), 1)
            share = hand[cell > 0].mean()
            assert shot.truth["hidden_cells"].get(name, 0.0) == pytest.approx(share, abs=0.08), name
        assert shot.truth["hidden_cells"]["8-5" if pose == "flat" else "7-5"] > 0.1

    def test_it_hides_the_things_below_it(self) -> None:
        things = (plate("under", (200, 140), 0, 8), plate("away", (30, 30), 0, 8))
        shot = render(scene(*things, hand=Hand((200, 120))), view(), CLEAN)
        assert entry(shot, "under")["visible"] == 0.0
        assert entry(shot, "away")["visible"] == 1.0

    def test_without_a_hand_no_cell_is_hidden(self) -> None:
        assert render(scene(), view(), CLEAN).truth["hidden_cells"] == {}


class TestLook:
    SCENE = scene(*(plate(str(x), (x, 140), 20, 8) for x in range(40, 380, 60)))

    def shoot(self, look: PictureLook, seed: int = 3) -> npt.NDArray[np.uint8]:
        return render(self.SCENE, view(width=1024), look, seed).picture

    def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(self) -> None:
        look = LIGHTS["warm"]
        first = self.shoot(look)
        assert np.array_equal(first, self.shoot(look))
        assert not np.array_equal(first, self.shoot(look, seed=4))

    @pytest.mark.parametrize("light", LIGHTS)
    def test_every_light_leaves_a_picture_with_contrast(self, light: str) -> None:
        picture = self.shoot(LIGHTS[light])
        assert picture.shape == (768, 1024, 3)
        assert picture.dtype == np.uint8
        assert np.percentile(picture, 95) - np.percentile(picture, 1) > 50

    def test_dim_light_is_darker_and_warm_light_redder(self) -> None:
        means = {light: self.shoot(LIGHTS[light]).mean((0, 1)) for light in LIGHTS}
        assert means["dim"].mean() < 0.7 * means["normal"].mean()
        blue_to_red = {light: mean[0] / mean[2] for light, mean in means.items()}
        assert blue_to_red["warm"] < blue_to_red["normal"] < 1

    def test_noise_has_the_strength_asked_for_at_a_middle_grey(self) -> None:
        look = replace(CLEAN, brightness=128 / 255, noise=5.0)
        paper = render(scene(), view(width=640), look, 1).picture.astype(float)
        assert paper.std() == pytest.approx(5.0, rel=0.05)
        assert paper.mean() == pytest.approx(128, abs=1)

    @pytest.mark.parametrize("blurred", [replace(CLEAN, blur_px=1.5), replace(CLEAN, motion_px=6.0)])
    def test_blur_softens_edges_without_moving_or_darkening_anything(self, blurred: PictureLook) -> None:
        sharp, soft = self.shoot(CLEAN), self.shoot(blurred)
        steepest = [np.abs(np.diff(picture[..., 0].astype(int), axis=1)).max() for picture in (sharp, soft)]
        assert steepest[1] < 0.7 * steepest[0]
        corners = np.array(entry(render(self.SCENE, view(width=1024), CLEAN), "160")["corners_px"])
        areas, centres = zip(*(dark_area_and_centre(picture, corners) for picture in (sharp, soft)), strict=True)
        assert areas[1] == pytest.approx(areas[0], rel=0.02)
        assert np.abs(centres[1] - centres[0]).max() < 0.15

    def test_gloss_burns_out_a_spot(self) -> None:
        dark = replace(CLEAN, brightness=0.4)
        change = self.shoot(replace(dark, gloss=1.0)).astype(int) - self.shoot(dark)
        assert change.min() == 0
        assert change.max() > 60
        assert 0.01 < (change > 5).mean() < 0.5


class TestFraming:
    @settings(max_examples=50)
    @example(tilt=38.0, azimuth=36.0, roll=36.0, k1=0.09375, wide=1.0)
    @given(
        tilt=st.floats(0, 40),
        azimuth=st.floats(0, 360),
        roll=st.floats(0, 360),
        k1=st.floats(-0.1, 0.1),
        wide=st.sampled_from([0.4, 0.65, 1.0]),
    )
    def test_everything_fits_with_a_margin_and_nearly_fills_the_picture(
        self, tilt: float, azimuth: float, roll: float, k1: float, wide: float
    ) -> None:
        size = (1640, 1232)
        lens = (k1, 0, 0, 0, 0)
        fitted = fit_view(
            BOARD_MM,
            size,
            focal_px=size[0] / 2 / wide,
            tilt_deg=tilt,
            azimuth_deg=azimuth,
            roll_deg=roll,
            distortion=lens,
            margin=0.05,
        )
        pixels = fitted.camera.project(BOARD_MM)
        margin = 0.05 * size[1]
        low, high = pixels.min(0), pixels.max(0)
        assert np.all(low >= margin)
        assert np.all(high <= np.array(size) - 1 - margin)
        assert np.any(high - low > 0.85 * (np.array(size) - 2 * margin))

    def test_what_can_never_fit_is_said(self) -> None:
        with pytest.raises(VisionError, match="does not fit"):
            fit_view(BOARD_MM, (640, 480), focal_px=50_000.0)

    @pytest.mark.parametrize("tilt", [0.0, 35.0])
    def test_at_scale_a_millimetre_in_the_middle_has_the_pixels_asked_for(self, tilt: float) -> None:
        scaled = view_at_scale(BOARD_MM, 4.0, tilt_deg=tilt, azimuth_deg=90)
        # Tilted towards the right, the board's up direction stays across the line of sight.
        ends = scaled.camera.project([(200, 137), (200, 138)])
        assert np.hypot(*(ends[1] - ends[0])) == pytest.approx(4.0, rel=0.01)
        pixels = scaled.camera.project(BOARD_MM)
        assert np.all(pixels > 0)
        assert np.all(pixels < np.array(scaled.size_px))
