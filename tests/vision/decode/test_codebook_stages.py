"""The stages of comparing a part of a picture with known symbols: where ink is, how it is turned, where symbols fit."""

import math

import cv2
import numpy as np
import pytest

from vision.decode import codebook
from vision.decode.codebook import match_symbol, recognised
from vision.decode.codes import CodeDetection
from vision.decode.symbols import symbol_modules
from vision.picture import Pixels

PAYLOADS = tuple(f"FF{n:02}" for n in range(20))
MODULE_PX = 5
SIZE = 220


def part_with(
    text: str, at: tuple[float, float], turn_deg: float, module_px: float = MODULE_PX
) -> tuple[Pixels, np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
    """A grey part that shows a Micro QR code on paper, turned clockwise; and the corners of its symbol."""
    dark = symbol_modules(text, "micro")
    modules = len(dark)
    drawn = np.kron(np.where(np.pad(dark, 2), 30, 220), np.ones((8, 8))).astype(np.uint8)
    scale, turn = module_px / 8, math.radians(turn_deg)
    rotation = scale * np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    middle = (len(drawn) - 1) / 2
    matrix = np.column_stack([rotation, np.array(at) - rotation @ np.full(2, middle)])
    part = cv2.warpAffine(drawn, matrix, (SIZE, SIZE), flags=cv2.INTER_AREA, borderValue=150)
    half = modules * 8 / 2
    corners = np.array([(-half, -half), (half, -half), (half, half), (-half, half)]) @ rotation.T + np.array(at)
    return np.asarray(cv2.GaussianBlur(part, (0, 0), 0.8), np.uint8), corners


def side_of(text: str, module_px: float = MODULE_PX) -> float:
    return len(symbol_modules(text, "micro")) * module_px


@pytest.mark.parametrize("turn_deg", [0.0, 7.0, 30.0, 45.0, 61.0, 88.0, 123.0, 200.0, 305.0])
@pytest.mark.parametrize("at", [(110.0, 110.0), (125.0, 98.0)])
def test_a_turned_symbol_is_read_where_it_lies(turn_deg: float, at: tuple[float, float]) -> None:
    part, corners = part_with("FF07", at, turn_deg)
    code = match_symbol(part, [side_of("FF07")], "micro", PAYLOADS)
    assert code is not None
    assert code.text == "FF07"
    assert np.abs(code.corners - corners).max() < 1.0


@pytest.mark.parametrize("turn_deg", [3.0, 20.0, 45.0, 70.0, 87.0])
@pytest.mark.parametrize("at", [(110.0, 110.0), (140.0, 80.0), (70.0, 150.0)])
def test_the_turn_of_its_edges_is_told_by_degrees_wherever_it_is(turn_deg: float, at: tuple[float, float]) -> None:
    part, _ = part_with("FF03", at, turn_deg)
    edges = codebook._edges(part)
    turn = math.degrees(codebook._turn_of_edges(edges, np.array(at), side_of("FF03") * 0.6, codebook._SMOOTH[0]))
    assert abs((turn - turn_deg + 45) % 90 - 45) < 1.0


@pytest.mark.parametrize("at", [(110.0, 110.0), (135.0, 90.0), (85.0, 128.0)])
def test_ink_is_found_where_the_symbol_is(at: tuple[float, float]) -> None:
    part, _ = part_with("FF03", at, 0.0)
    x, y = codebook._inkiest(codebook._edges(part), side_of("FF03"))
    assert math.dist((x, y), at) < 0.25 * side_of("FF03")


def test_of_two_symbols_the_one_nearer_the_middle_counts() -> None:
    near, _ = part_with("FF03", (95.0, 110.0), 0.0)
    far, _ = part_with("FF03", (180.0, 110.0), 0.0)
    both = np.where(np.arange(SIZE)[None, :] < 140, near, far)
    x, _ = codebook._inkiest(codebook._edges(np.asarray(both, np.uint8)), side_of("FF03"))
    assert x < 140


@pytest.mark.parametrize("quarter", [0, 1, 2, 3])
def test_the_first_place_of_an_upright_part_is_that_of_the_symbol(quarter: int) -> None:
    part, corners = part_with("FF05", (108.0, 113.0), 90.0 * quarter)
    sides = [side_of("FF05") * share for share in (0.8, 1.0, 1.2)]
    quads = codebook._places(part, sides, "micro", PAYLOADS)
    assert len(quads) == codebook._PLACES
    assert np.abs(quads[0] - corners).max() <= 0.5
    assert len({quad.tobytes() for quad in quads}) == len(quads), "no place is tried twice"


def test_a_part_that_is_turned_upright_is_turned_back_by_its_map() -> None:
    at = np.array([120.0, 100.0])
    part, corners = part_with("FF05", (120.0, 100.0), 25.0)
    upright, to_part = codebook._turned(part, at, math.radians(25.0), 90.0)
    assert upright.shape == (90, 90)
    straight = (corners - at) @ np.array([[math.cos(0.4363), -math.sin(0.4363)], [math.sin(0.4363), math.cos(0.4363)]])
    assert np.abs((straight + 44.5) @ to_part[:, :2].T + to_part[:, 2] - corners).max() < 0.1
    column, row = (straight[0] + 44.5 + MODULE_PX / 2).round().astype(int)
    assert upright[row, column] < 100, "the dark corner of its finder"


def test_sides_that_hardly_differ_are_tried_once() -> None:
    assert codebook._distinct([40.0, 40.5, 60.0, 39.9]) == [39.9, 60.0]
    assert codebook._distinct([]) == []


def test_shade_and_glare_are_taken_out() -> None:
    part, _ = part_with("FF03", (110.0, 110.0), 0.0)
    shade = np.linspace(0.5, 1.0, SIZE)[None, :]
    even = codebook._even(np.asarray(part * shade, np.uint8), 60.0).astype(float)
    assert abs(even[20:60, 20:40].mean() - even[20:60, 180:200].mean()) < 12
    assert 100 < np.median(even) < 160


@pytest.mark.parametrize("quarter", [0, 1, 2, 3])
def test_a_symbol_that_was_located_is_recognised_whichever_corner_came_first(quarter: int) -> None:
    part, corners = part_with("FF05", (110.0, 110.0), 10.0)
    # Where it was located is not quite where it lies.
    located = CodeDetection(None, "micro", np.roll(corners + 1.5, quarter, axis=0))
    found = recognised(part, located, PAYLOADS)
    assert found is not None
    assert found.text == "FF05"
    assert np.abs(found.corners - corners).max() < 1.0
    plain = np.full((SIZE, SIZE), 150, np.uint8)
    assert recognised(plain, located, PAYLOADS) is None
