"""Tests of the stages of comparing a patch with known symbols: ink, turn, fit."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
import pytest

from vision.decode import codebook
from vision.decode.alignment import Floats, data_area
from vision.decode.codebook import best_match, match_symbol, recognised
from vision.decode.correlation import Singles
from vision.decode.finder_patterns import FinderSearch
from vision.decode.symbols import symbol_modules
from vision.model.code_detection import CodeDetection
from vision.picture import Pixels
from vision.symbology import Symbology

PAYLOADS = tuple(f"FF{n:02}" for n in range(20))
MODULE_PX = 5
SIZE = 220


def patch_with_symbol(
    text: str, at_px: tuple[float, float], turn_deg: float, module_px: float = MODULE_PX, code: Symbology = "micro"
) -> tuple[Pixels, Floats]:
    """A grey part that shows a symbol on paper, turned clockwise; and the corners of the symbol."""
    dark = symbol_modules(text, code)
    modules = len(dark)
    drawn = np.kron(np.where(np.pad(dark, 2), 30, 220), np.ones((8, 8))).astype(np.uint8)
    scale, turn = module_px / 8, math.radians(turn_deg)
    rotation = scale * np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    middle = (len(drawn) - 1) / 2
    matrix = np.column_stack([rotation, np.array(at_px) - rotation @ np.full(2, middle)])
    part = cv2.warpAffine(drawn, matrix, (SIZE, SIZE), flags=cv2.INTER_AREA, borderValue=150)
    half = modules * 8 / 2
    corners = np.array([(-half, -half), (half, -half), (half, half), (-half, half)]) @ rotation.T + np.array(at_px)
    return np.asarray(cv2.GaussianBlur(part, (0, 0), 0.8), np.uint8), corners


def test_of_a_symbol_in_full_sight_all_modules_tell() -> None:
    part, _ = patch_with_symbol("FF07", (110.0, 110.0), 0.0)
    assert best_match(part, [side_of("FF07")], "micro", PAYLOADS).seen == data_area("micro").sum()


def side_of(text: str, module_px: float = MODULE_PX, code: Symbology = "micro") -> float:
    return len(symbol_modules(text, code)) * module_px


@pytest.mark.parametrize("turn_deg", [0.0, 7.0, 30.0, 45.0, 61.0, 88.0, 123.0, 200.0, 305.0])
@pytest.mark.parametrize("at_px", [(110.0, 110.0), (125.0, 98.0)])
def test_a_turned_symbol_is_read_where_it_lies(turn_deg: float, at_px: tuple[float, float]) -> None:
    part, corners = patch_with_symbol("FF07", at_px, turn_deg)
    code = match_symbol(part, [side_of("FF07")], "micro", PAYLOADS)
    assert code is not None
    assert code.text == "FF07"
    assert np.abs(code.corners - corners).max() < 1.0


@pytest.mark.parametrize("turn_deg", [3.0, 20.0, 45.0, 70.0, 87.0])
@pytest.mark.parametrize("at_px", [(110.0, 110.0), (140.0, 80.0), (70.0, 150.0)])
def test_the_turn_of_its_edges_is_told_by_degrees_wherever_it_is(turn_deg: float, at_px: tuple[float, float]) -> None:
    part, _ = patch_with_symbol("FF03", at_px, turn_deg)
    edges = codebook._edges(part)
    turn = math.degrees(codebook._edge_angle(edges, np.array(at_px), side_of("FF03") * 0.6, codebook._SMOOTH[0]))
    assert abs((turn - turn_deg + 45) % 90 - 45) < 1.0


def test_the_turn_of_edges_is_neither_too_large_nor_too_small_in_the_mean() -> None:
    off = []
    for turn_deg in np.arange(0.0, 90.0, 2.7):
        part, _ = patch_with_symbol("FF03", (110.0, 110.0), float(turn_deg))
        turn = math.degrees(codebook._edge_angle(codebook._edges(part), np.array([110.0, 110.0]), 45.0, 4.0))
        off.append((turn - turn_deg + 45) % 90 - 45)
    assert abs(np.mean(off)) < 0.2
    assert np.max(np.abs(off)) < 0.6


def edges_at(steps: Floats, strength: Floats) -> tuple[Singles, Singles]:
    """Return slopes (h, w) that are turned by so many steps of a quarter turn, and so strong."""
    angle = steps * (math.pi / 2 / codebook._ANGLES)
    return (strength * np.cos(angle)).astype(np.float32), (strength * np.sin(angle)).astype(np.float32)


@pytest.mark.parametrize("smooth", [4.0, 12.0])
def test_edges_turned_by_less_than_two_sigmas_from_each_other_are_taken_for_one(smooth: float) -> None:
    of_two = np.indices((40, 40)).sum(axis=0) % 2
    middle = np.array([19.5, 19.5])
    for apart, as_one in ((1.9 * smooth, True), (2.2 * smooth, False)):
        edges = edges_at(20.0 + np.round(apart) * of_two, np.ones((40, 40)))
        turn = codebook._edge_angle(edges, middle, 30.0, smooth) / (math.pi / 2 / codebook._ANGLES) - 20.0
        assert (abs(turn - np.round(apart) / 2) < 0.5) == as_one


def test_an_edge_a_window_away_counts_a_third_of_one_in_the_middle() -> None:
    radius = 30.0
    across, down = np.indices((101, 101)) - 50
    middle, away = np.hypot(across, down) < 1, (down == radius) & (across == 0)
    for share, expected in ((0.3, 40.0), (0.36, 10.0)):
        edges = edges_at(np.where(middle, 10.0, 40.0), middle * math.sqrt(share) + away)
        turn = codebook._edge_angle(edges, np.array([50.0, 50.0]), radius, 4.0)
        assert turn / (math.pi / 2 / codebook._ANGLES) == pytest.approx(expected, abs=0.5)


def test_slopes_are_told_in_grey_levels_a_pixel_up_to_the_steepest() -> None:
    x, y = np.meshgrid(np.arange(40.0), np.arange(40.0))
    across, down = codebook._edges(np.asarray(20 + 3 * x + 2 * y, np.uint8))
    assert across[10:30, 10:30] == pytest.approx(3.0, abs=0.05)
    assert down[10:30, 10:30] == pytest.approx(2.0, abs=0.05)
    across, down = codebook._edges(np.asarray(np.clip(20 * (x - 14), 0, 255), np.uint8))
    assert across[20, 20] == pytest.approx(codebook._STEEPEST)
    assert np.abs(down).max() == 0


def test_a_sharp_step_is_as_steep_across_as_down_and_hardly_blurred() -> None:
    step = np.repeat(np.where(np.arange(40) < 20, 100, 120), 40).reshape(40, 40).astype(np.uint8)
    across, down = codebook._edges(step.T.copy())[0], codebook._edges(step)[1]
    assert across == pytest.approx(down.T)
    assert 6 < down.max() < 10


@pytest.mark.parametrize(("in_the_middle", "found"), [(0.6, (190, 110)), (0.85, (110, 110))])
def test_ink_aside_must_be_more_than_ink_in_the_middle_to_be_taken_for_a_symbol(
    in_the_middle: float, found: tuple[int, int]
) -> None:
    ink = np.zeros((221, 221), np.float32)
    ink[105:116, 105:116] = in_the_middle
    ink[105:116, 185:196] = 1.0
    none = np.zeros_like(ink)
    assert tuple(codebook._densest_edges((ink, none), 11.0)) == pytest.approx(found, abs=1)
    assert tuple(codebook._densest_edges((none, ink.T), 11.0)) == pytest.approx(found[::-1], abs=1)


@pytest.mark.parametrize("at_px", [(110.0, 110.0), (135.0, 90.0), (85.0, 128.0)])
def test_ink_is_found_where_the_symbol_is(at_px: tuple[float, float]) -> None:
    part, _ = patch_with_symbol("FF03", at_px, 0.0)
    x, y = codebook._densest_edges(codebook._edges(part), side_of("FF03"))
    assert math.dist((x, y), at_px) < 0.25 * side_of("FF03")


def test_of_two_symbols_the_one_nearer_the_middle_counts() -> None:
    near, _ = patch_with_symbol("FF03", (95.0, 110.0), 0.0)
    far, _ = patch_with_symbol("FF03", (180.0, 110.0), 0.0)
    both = np.where(np.arange(SIZE)[None, :] < 140, near, far)
    x, _ = codebook._densest_edges(codebook._edges(np.asarray(both, np.uint8)), side_of("FF03"))
    assert x < 140


@pytest.mark.parametrize("quarter", [0, 1, 2, 3])
def test_the_first_place_of_an_upright_part_is_that_of_the_symbol(quarter: int) -> None:
    part, corners = patch_with_symbol("FF05", (108.0, 113.0), 90.0 * quarter)
    sides = [side_of("FF05") * share for share in (0.8, 1.0, 1.2)]
    quads = codebook._places(part, sides, "micro", PAYLOADS)
    assert len(quads) == codebook._PLACES
    assert np.abs(quads[0] - corners).max() <= 0.2
    assert len({quad.tobytes() for quad in quads}) == len(quads), "no place is tried twice"


def test_a_shadow_over_half_of_a_symbol_moves_its_place_nowhere() -> None:
    part, corners = patch_with_symbol("FF05", (108.0, 113.0), 0.0)
    shaded = np.asarray(part * np.where(np.arange(SIZE) < 108, 0.25, 1.0), np.uint8)
    quads = codebook._places(shaded, [side_of("FF05")], "micro", PAYLOADS)
    assert np.abs(quads[0] - corners).max() <= 0.5


def test_of_places_side_by_side_only_the_best_is_a_peak() -> None:
    fits = np.full((9, 12), 0.1, np.float32)
    for (x, y), score in {(0, 0): 0.9, (1, 1): 0.8, (5, 4): 0.7, (7, 4): 0.6, (4, 3): 0.65, (6, 5): 0.65}.items():
        fits[y, x] = score
    scores, places = zip(*codebook._peaks_of(fits), strict=True)
    assert scores == pytest.approx((0.9, 0.7, 0.6))
    assert places == ((0, 0), (5, 4), (7, 4))
    fits = np.full((9, 12), 0.1, np.float32)
    fits[4, 5], fits[6, 5], fits[2, 5] = 0.9, 0.7, 0.8
    assert [place for _, place in codebook._peaks_of(fits)] == [(5, 4), (5, 2), (5, 6)]
    fits = np.full((9, 12), 0.1, np.float32)
    fits[4, 5], fits[4, 3], fits[8, 11] = 0.9, 0.7, 0.5
    assert [place for _, place in codebook._peaks_of(fits)] == [(5, 4), (3, 4), (11, 8)]


@dataclass
class Looks:
    """Parameters of each look at the edges, and the upright parts that came of it.

    The parameters are the place, the radius and how smoothed the edges were.
    """

    centres: list[Floats]
    radii: list[float]
    smooths: list[float]
    uprights: list[Pixels]


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Looks:
    seen = Looks([], [], [], [])
    turn_of_edges, turned = codebook._edge_angle, codebook._turned

    def look(edges: tuple[Singles, Singles], centre: Floats, radius: float, smooth: float) -> float:
        seen.centres.append(centre)
        seen.radii.append(radius)
        seen.smooths.append(smooth)
        return turn_of_edges(edges, centre, radius, smooth)

    def upright(part: Pixels, centre: Floats, turn: float, side: float) -> tuple[Pixels, Floats]:
        result = turned(part, centre, turn, side)
        seen.uprights.append(result[0])
        return result

    monkeypatch.setattr(codebook, "_edge_angle", look)
    monkeypatch.setattr(codebook, "_turned", upright)
    return seen


def test_what_is_likely_is_looked_at_again_where_its_patterns_fit(looks: Looks) -> None:
    at_px = (118.0, 104.0)
    patched = np.where(
        np.arange(SIZE) < 110, patch_with_symbol("FF03", at_px, 20.0)[0], patch_with_symbol("FF08", at_px, 20.0)[0]
    )
    match = best_match(np.asarray(patched, np.uint8), [side_of("FF03")], "micro", PAYLOADS)
    assert not match.sure
    assert match.score > 0.5
    assert looks.smooths == [4.0, 4.0, 12.0]
    assert math.dist(looks.centres[0], at_px) > 3
    assert math.dist(looks.centres[1], at_px) < 1
    assert max(looks.radii) < side_of("FF03"), "what is beside a symbol tells little of its turn"
    assert len(looks.uprights[0]) < 2.2 * side_of("FF03"), "nothing is searched far from it"


def test_what_is_unlikely_is_looked_at_once_more_as_noise_needs(looks: Looks) -> None:
    noise = np.random.default_rng(1).integers(100, 200, (SIZE, SIZE)).astype(np.uint8)
    assert not best_match(noise, [side_of("FF03")], "micro", PAYLOADS).sure
    assert looks.smooths == [4.0, 12.0]


def test_a_symbol_with_its_finder_patterns_in_sight_needs_no_edges(looks: Looks) -> None:
    part, corners = patch_with_symbol("FF07", (115.0, 108.0), 33.0, code="qr")
    match = best_match(part, [side_of("FF07", code="qr")], "qr", PAYLOADS)
    assert match.sure
    assert match.code.text == "FF07"
    assert np.abs(match.code.corners - corners).max() < 1.0
    assert looks.smooths == []


def test_a_part_that_is_turned_upright_is_turned_back_by_its_map() -> None:
    at_px = np.array([120.0, 100.0])
    part, corners = patch_with_symbol("FF05", (120.0, 100.0), 25.0)
    upright, to_part = codebook._turned(part, at_px, math.radians(25.0), 90.0)
    assert upright.shape == (91, 91), "its middle is that of a pixel"
    straight = (corners - at_px) @ np.array(
        [[math.cos(0.4363), -math.sin(0.4363)], [math.sin(0.4363), math.cos(0.4363)]]
    )
    assert np.abs((straight + 45) @ to_part[:, :2].T + to_part[:, 2] - corners).max() < 0.1
    column, row = (straight[0] + 45 + MODULE_PX / 2).round().astype(int)
    assert upright[row, column] < 100, "the dark corner of its finder"


def test_sides_that_hardly_differ_are_tried_once() -> None:
    assert codebook.distinct_sides([40.0, 40.5, 60.0, 39.9]) == [39.9, 60.0]
    assert codebook.distinct_sides([40.0, 42.0, 42.1]) == [40.0, 42.1]
    assert codebook.distinct_sides([]) == []


def test_shade_and_glare_are_taken_out() -> None:
    part, _ = patch_with_symbol("FF03", (110.0, 110.0), 0.0)
    shade = np.linspace(0.5, 1.0, SIZE)[None, :]
    even = codebook._even(np.asarray(part * shade, np.uint8), 60.0).astype(float)
    assert abs(even[20:60, 20:40].mean() - even[20:60, 180:200].mean()) < 12
    assert 100 < np.median(even) < 160


@pytest.mark.parametrize(("window", "reach"), [(8.0, 4), (9.9, 4), (10.0, 5)])
def test_a_dot_darkens_what_is_within_half_a_window(window: float, reach: int) -> None:
    part = np.full((41, 41), 100, np.uint8)
    part[20, 20] = 255
    rows, columns = np.nonzero(codebook._even(part, window) != 128)
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == (20 - reach, 20 + reach) * 2


@pytest.mark.parametrize(("contrast", "expected"), [(10, 50.0), (40, 50.0), (1, 25.0)])
def test_weak_and_strong_contrast_is_made_the_same_but_noise_is_not_blown_up(contrast: int, expected: float) -> None:
    chequered = np.asarray(100 + contrast * (2 * (np.indices((60, 60)).sum(axis=0) % 2) - 1), np.uint8)
    even = codebook._even(chequered, 20.0).astype(float)
    assert np.abs(even - 128).mean() == pytest.approx(expected, rel=0.01)


@pytest.mark.parametrize("quarter", [0, 1, 2, 3])
def test_a_symbol_that_was_located_is_recognised_whichever_corner_came_first(quarter: int) -> None:
    part, corners = patch_with_symbol("FF05", (110.0, 110.0), 10.0)
    # Where it was located is not quite where it lies.
    located = CodeDetection(None, "micro", np.roll(corners + 1.5, quarter, axis=0))
    found = recognised(part, located, PAYLOADS)
    assert found is not None
    assert found.text == "FF05"
    assert np.abs(found.corners - corners).max() < 1.0
    plain = np.full((SIZE, SIZE), 150, np.uint8)
    assert recognised(plain, located, PAYLOADS) is None


def test_a_symbol_shows_at_first_sight_by_two_of_its_finder_patterns_and_lines_show_none() -> None:
    part, corners = patch_with_symbol("FF05", (110.0, 110.0), 25.0, module_px=4, code="qr")
    side = float(np.linalg.norm(corners[1] - corners[0]))
    assert FinderSearch(part).shows_symbol([1.5 * side, side])
    assert not FinderSearch(part).shows_symbol([0.5 * side])
    covered = part.copy()
    cv2.circle(covered, (int(corners[0, 0]), int(corners[0, 1])), 40, 128, cv2.FILLED)
    assert FinderSearch(covered).shows_symbol([side])
    lines = np.full_like(part, 220)
    lines[::30] = lines[:, ::30] = 40
    assert not FinderSearch(lines).shows_symbol([side])
