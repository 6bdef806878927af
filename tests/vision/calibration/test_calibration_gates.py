"""Tests of each gate on both sides, right at its limit."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from tests.vision.board import ANCHORS
from tests.vision.calibration.calibration_shots import GOOD_LOOK, calibration_shot, default_catalogue
from vision.calibration import gates
from vision.calibration.cell_size import CellSize
from vision.calibration.gates import Gate, Verdict, check_lens, check_table
from vision.calibration.lens import Lens
from vision.calibration.light import TagLight
from vision.calibration.measurement import TableLook, look_at_table
from vision.virtual import PictureLook

CATALOGUE = default_catalogue()
Change = Callable[[TableLook, float], TableLook]


@lru_cache
def good_look() -> TableLook:
    """Return a look at a table as it should be."""
    pixels, _ = calibration_shot()
    return look_at_table(pixels, CATALOGUE, anchors=ANCHORS)


def verdict_on(look: TableLook, gate: Gate) -> Verdict:
    (verdict,) = (verdict for verdict in check_table(look, CATALOGUE) if verdict.gate is gate)
    return verdict


def lit(look: TableLook, light: TagLight) -> TableLook:
    return replace(look, light={**look.light, "W": light})


def coarse(look: TableLook, px: float) -> TableLook:
    return replace(look, px_per_module={**look.px_per_module, "c5": px})


def blurred(look: TableLook, modules: float) -> TableLook:
    return replace(coarse(look, 2.0), blur_px={**look.blur_px, "E": 2.0 * modules})


#: Gate: what makes a good look one with this figure, the limit, and how far beyond it fails.
TABLE_GATES: dict[Gate, tuple[Change, float, float]] = {
    Gate.REFERENCES: (lambda look, n: replace(look, missing=("E",) * int(n)), gates.MOST_MISSING, 1),
    Gate.IN_PICTURE: (lambda look, n: replace(look, outside=("a1",) * int(n)), 0, 1),
    Gate.PLACES: (lambda look, mm: replace(look, off_mm={**look.off_mm, "E": mm}), gates.MOST_OFF_MM, 0.01),
    Gate.FOCUS: (blurred, gates.MOST_BLUR_MODULES, 0.01),
    Gate.BRIGHTNESS: (lambda look, grey: lit(look, TagLight(grey, 5, 0, 0)), gates.LEAST_PAPER, -1),
    Gate.CONTRAST: (lambda look, steps: lit(look, TagLight(100 + steps, 100, 0, 0)), gates.LEAST_CONTRAST, -1),
    Gate.BURNT: (lambda look, share: lit(look, TagLight(255, 5, share, 0)), gates.MOST_BURNT, 0.01),
    Gate.GLARE: (lambda look, share: replace(look, burnt_cells={"f6": share}), gates.MOST_BURNT_CELL, 0.01),
    Gate.RESOLUTION: (coarse, gates.LEAST_PX_PER_MODULE["qr"], -0.01),
    Gate.CELL_SIZE: (
        lambda look, off: replace(look, cells=CellSize(25 * (1 + off), 0.1)),
        gates.MOST_CELL_OFF,
        0.001,
    ),
}


@pytest.mark.slow
def test_a_good_table_passes_every_gate() -> None:
    verdicts = check_table(good_look(), CATALOGUE)
    assert all(verdict.passed for verdict in verdicts)
    assert {verdict.gate for verdict in verdicts} == {*TABLE_GATES, Gate.LOCATED}


@pytest.mark.slow
@pytest.mark.parametrize("gate", TABLE_GATES)
def test_each_gate_of_the_table_has_two_sides(gate: Gate) -> None:
    change, limit, beyond = TABLE_GATES[gate]
    # Binary fractions do not hold the limit exactly.
    good = verdict_on(change(good_look(), limit - beyond * 1e-3), gate)
    assert good.passed
    bad = change(good_look(), limit + beyond)
    verdict = verdict_on(bad, gate)
    assert not verdict.passed
    # Nothing else is blamed for it.
    assert [other.gate for other in check_table(bad, CATALOGUE) if not other.passed] == [gate]


@pytest.mark.slow
def test_a_tag_under_a_reflection_fails_as_glare() -> None:
    assert verdict_on(lit(good_look(), TagLight(200, 5, 0, gates.MOST_LIT)), Gate.GLARE).passed
    verdict = verdict_on(lit(good_look(), TagLight(200, 5, 0, gates.MOST_LIT + 0.01)), Gate.GLARE)
    assert not verdict.passed
    assert verdict.where == ("W",)


@pytest.mark.slow
def test_a_small_cell_is_as_bad_as_a_large_one() -> None:
    small = replace(good_look(), cells=CellSize(24.4, 0.1))
    assert not verdict_on(small, Gate.CELL_SIZE).passed


def test_a_board_that_is_not_found_says_why_and_what_can_be_told_all_the_same() -> None:
    dark = np.full((600, 800), 20, np.uint8)
    verdicts = check_table(look_at_table(dark, CATALOGUE), CATALOGUE)
    assert [verdict.gate for verdict in verdicts] == [Gate.REFERENCES, Gate.LOCATED, Gate.BRIGHTNESS]
    assert not any(verdict.passed for verdict in verdicts)
    assert "no code can be read" in str(verdicts[1].values["why"])
    bright = np.full((600, 800), 120, np.uint8)
    assert Gate.BRIGHTNESS not in {v.gate for v in check_table(look_at_table(bright, CATALOGUE), CATALOGUE)}


@pytest.mark.slow
def test_a_dark_table_is_told_from_a_blurred_one() -> None:
    def failed(light: PictureLook) -> set[Gate]:
        pixels, _ = calibration_shot(look=light)
        look = look_at_table(pixels, CATALOGUE, anchors=ANCHORS)
        return {verdict.gate for verdict in check_table(look, CATALOGUE) if not verdict.passed}

    assert failed(replace(GOOD_LOOK, brightness=0.25)) == {Gate.BRIGHTNESS}
    assert failed(replace(GOOD_LOOK, blur_px=1.4)) == {Gate.FOCUS}


# The lens

GOOD_LENS = Lens((2304, 1296), np.eye(3), np.zeros(5), (0.003, 0.001), 8, 0.2, 2000.0, 50.0)
LENS_GATES: dict[Gate, tuple[Callable[[float], Lens], float, float]] = {
    Gate.LENS_FIT: (lambda px: replace(GOOD_LENS, residual_px=px), gates.MOST_LENS_RESIDUAL_PX, 0.01),
    Gate.LENS_TILT: (lambda deg: replace(GOOD_LENS, spread_deg=deg), gates.LEAST_SPREAD_DEG, -0.1),
    Gate.LENS_SURE: (lambda share: replace(GOOD_LENS, sigma=(share, 0.001)), gates.MOST_FOCAL_SIGMA, 0.001),
    Gate.LENS_REACH: (lambda share: replace(GOOD_LENS, reach_px=share * board_px()), gates.LEAST_LENS_REACH, -0.01),
}


def board_px() -> float:
    """Return the distance in pixels from the picture's middle to the furthest cell's middle."""
    registration = good_look().registration
    assert registration is not None
    centres = np.array([CATALOGUE.grid.centre(cell) for cell in CATALOGUE.grid.cells])
    away = registration.camera.project(centres) - (np.array([2304, 1296]) - 1) / 2
    return float(np.linalg.norm(away, axis=1).max())


def failed_of_lens(lens: Lens | None, views: int = 8) -> list[Gate]:
    return [verdict.gate for verdict in check_lens(views, lens, good_look(), CATALOGUE) if not verdict.passed]


@pytest.mark.slow
@pytest.mark.parametrize("gate", LENS_GATES)
def test_each_gate_of_the_lens_has_two_sides(gate: Gate) -> None:
    make, limit, beyond = LENS_GATES[gate]
    assert failed_of_lens(make(limit - beyond * 1e-3)) == []
    assert failed_of_lens(make(limit + beyond)) == [gate]


def test_so_many_views_are_needed_and_those_that_tell_no_lens_are_refused() -> None:
    assert failed_of_lens(GOOD_LENS, gates.LEAST_VIEWS) == []
    assert failed_of_lens(GOOD_LENS, gates.LEAST_VIEWS - 1) == [Gate.LENS_VIEWS]
    assert failed_of_lens(None) == [Gate.LENS_SURE]
