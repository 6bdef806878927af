"""Tests of floors of tiles, read by walking from their landings: tag places, no pictures."""

import math
from collections.abc import Iterable, Mapping
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.model.catalogue import Tag
from vision.model.floors import Cell, FloorsRead, Gap, GapKind, read_floors
from vision.model.placed_tags import PlacedTag
from vision.model.surface import Floors, Point, Zone

SIDE = 60.0
EVERY_WAY = {"N": (0.0, -1.0), "E": (1.0, 0.0), "S": (0.0, 1.0), "W": (-1.0, 0.0)}
SURFACE = Floors(
    (1300.0, 700.0),
    (Zone("house", (0.0, 0.0, 1300.0, 700.0)),),
    tile_kind="tile",
    patches_in="house",
    origins={"low": ("low", 0, 0), "high": ("high", 0, 0), "long-1": ("low", 2, 0)},
    openings={"bridge": {"E": (1.0, 0.0), "W": (-1.0, 0.0)}},
    two_sided=frozenset({"bridge"}),
)


def tile(name: str, middle: Point, turn_deg: float = 0.0) -> PlacedTag:
    """A tile by its middle; its tag lies in its own upper left corner."""
    edges = (-12.0, -12.0, SIDE - 12, SIDE - 12)
    turn = math.radians(turn_deg)
    x, y = (math.cos(turn) - math.sin(turn)) * 18, (math.sin(turn) + math.cos(turn)) * 18
    tag = Tag(name, name, "tile", 18.0, 2.0, piece_mm=edges)
    return placed(tag, (middle[0] - x, middle[1] - y), turn_deg)


def piece(name: str, at_mm: Point, half: float = 9.0) -> PlacedTag:
    return placed(Tag(name, name, "figure", 14.0, 3.0, piece_mm=(-half, -half, half, half)), at_mm, 0.0)


def placed(tag: Tag, at_mm: Point, turn_deg: float) -> PlacedTag:
    return PlacedTag(tag, np.zeros((4, 2)), at_mm, turn_deg % 360, None, None, "zxing", "house")


def patch(
    cells: Mapping[str, tuple[int, int, int]], at_mm: Point, angle: float, rng: Random | None = None
) -> list[PlacedTag]:
    """Return tiles by their cells and turns about a landing.

    With `rng` they are a little off, drifting outward.
    """
    laid = []
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    for name, (column, row, turn) in cells.items():
        x, y = column * (SIDE + (2.0 if rng else 0.0)), row * (SIDE + (2.0 if rng else 0.0))
        askew = 0.0
        if rng:
            x, y, askew = x + rng.uniform(-1, 1), y + rng.uniform(-1, 1), rng.uniform(-6, 6)
        middle = (at_mm[0] + cos * x - sin * y, at_mm[1] + sin * x + cos * y)
        laid.append(tile(name, middle, angle + 90 * turn + askew))
    return laid


def cells_of(read: FloorsRead) -> dict[str, tuple[Cell, int]]:
    return {tile.id: (tile.cell, tile.turn) for tile in read.tiles}


def expected(floor: str, cells: Mapping[str, tuple[int, int, int]]) -> dict[str, tuple[Cell, int]]:
    return {name: ((floor, x, y), turn) for name, (x, y, turn) in cells.items()}


def gaps(tiles: Iterable[PlacedTag]) -> set[Gap]:
    return set(read_floors(list(tiles), SURFACE).gaps)


CELLS = {"low": (0, 0, 0), "a": (1, 0, 1), "b": (1, 1, 2), "c": (1, 2, 3), "d": (0, -1, 0)}


@pytest.mark.parametrize("angle", [0.0, 37.0, 90.0, 181.0, 300.0])
def test_a_landing_may_lie_at_any_angle(angle: float) -> None:
    read = read_floors(patch(CELLS, (600, 350), angle), SURFACE)
    assert cells_of(read) == expected("low", CELLS)
    assert read.floors == ("low",)
    assert (read.unplaced, read.gaps) == ((), ())


@given(st.integers(0, 10_000))
def test_a_patch_that_drifts_is_followed_tile_by_tile(seed: int) -> None:
    rng = Random(seed)
    cells = {"low": (0, 0, 0)}
    while len(cells) < 20:
        x, y, _ = rng.choice(list(cells.values()))
        dx, dy = rng.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
        if (x + dx, y + dy) not in {cell[:2] for cell in cells.values()}:
            cells[f"t{len(cells)}"] = (x + dx, y + dy, rng.randrange(4))
    tiles = patch(cells, (600, 350), rng.uniform(0, 360), rng)
    # The landing itself lies askew, too: all others are as it says.
    read = read_floors(tiles, SURFACE)
    assert cells_of(read) == expected("low", cells)
    assert not read.gaps


def test_fourteen_tiles_on_a_tile_and_a_half_has_gone_by() -> None:
    """The last tile would be a cell farther by its distance from the landing alone."""
    tiles = [tile("low", (100, 300)), *(tile(f"t{n}", (100 + n * 63.0, 300 + n * 2)) for n in range(1, 15))]
    read = read_floors(tiles, SURFACE)
    assert cells_of(read)["t14"] == (("low", 14, 0), 0)


def test_floors_that_almost_touch_keep_their_own_tiles() -> None:
    low = {"low": (0, 0, 0), "a": (1, 0, 1), "b": (2, 0, 2)}
    high = {"high": (0, 0, 0), "c": (-1, 0, 3), "d": (-2, 0, 0)}
    tiles = patch(low, (300, 300), 2.0) + patch(high, (300 + 5 * SIDE + 7, 312), -3.0)
    read = read_floors(tiles, SURFACE)
    assert cells_of(read) == expected("low", low) | expected("high", high)
    assert read.floors == ("low", "high")


def test_a_tile_that_may_be_of_either_floor_is_told_as_unplaced_with_all_that_hangs_on_it() -> None:
    tiles = [tile("low", (300, 300)), tile("a", (360.5, 300)), tile("high", (421, 300)), tile("b", (360.5, 360.5))]
    read = read_floors(tiles, SURFACE)
    assert set(cells_of(read)) == {"low", "high"}
    assert {unplaced.tag.id for unplaced in read.unplaced} == {"a", "b"}


def test_without_its_landing_a_patch_is_unplaced() -> None:
    read = read_floors(patch({"a": (0, 0, 0), "b": (1, 0, 0)}, (300, 300), 0.0), SURFACE)
    assert read.tiles == ()
    assert {unplaced.tag.id for unplaced in read.unplaced} == {"a", "b"}
    assert read.floors == ()


def test_any_tile_of_a_rigid_piece_finds_the_patch() -> None:
    read = read_floors([tile("long-1", (300, 300), 90.0), tile("a", (300, 360), 180.0)], SURFACE)
    assert cells_of(read) == {"long-1": (("low", 2, 0), 0), "a": (("low", 3, 0), 1)}


@pytest.mark.parametrize(
    ("middle", "turn_deg", "kind"),
    [
        ((385, 300), 0.0, GapKind.GAP),
        ((340, 300), 0.0, GapKind.OVERLAP),
        ((362, 300), 40.0, GapKind.ASKEW),
        ((362, 322), 0.0, GapKind.GAP),
    ],
)
def test_what_does_not_lie_edge_to_edge_is_named_and_not_guessed(middle: Point, turn_deg: float, kind: GapKind) -> None:
    tiles = [tile("low", (300, 300)), tile("a", middle, turn_deg)]
    (gap,) = gaps(tiles)
    assert (gap.kind, set(gap.tiles)) == (kind, {"low", "a"})
    assert [unplaced.tag.id for unplaced in read_floors(tiles, SURFACE).unplaced] == ["a"]


def test_a_tile_a_little_askew_is_read_and_named() -> None:
    tiles = [tile("low", (300, 300)), tile("a", (362, 300), 20.0)]
    assert cells_of(read_floors(tiles, SURFACE))["a"] == (("low", 1, 0), 0)
    assert gaps(tiles) == {Gap(GapKind.ASKEW, ("a", "low"))}


def test_patches_a_tile_apart_have_no_gap() -> None:
    assert not gaps([tile("low", (300, 300)), tile("high", (421, 300))])


def test_one_tile_seen_twice_takes_no_two_cells() -> None:
    read = read_floors([tile("low", (300, 300)), tile("a", (360, 300)), tile("a", (300, 360))], SURFACE)
    assert [tile.id for tile in read.tiles] == ["low", "a", "a"], "whoever asks is told both"


def test_a_piece_stands_on_the_tile_under_its_tag_and_near_an_opening() -> None:
    tiles = [tile("low", (300, 300)), tile("bridge", (360, 300), 90.0)]
    pieces = [piece("on", (310, 310)), piece("north", (360, 285)), piece("south", (350, 318)), piece("off", (300, 500))]
    stands = {
        piece.placed.tag.id: (piece.tile, piece.opening) for piece in read_floors(tiles + pieces, SURFACE).standing
    }
    # A quarter turn clockwise takes the bridge's west to the north.
    assert stands == {"on": ("low", None), "north": ("bridge", "W"), "south": ("bridge", "E"), "off": (None, None)}


def test_where_a_piece_hides_what_lies_under_it_a_tile_may_be() -> None:
    tiles = [tile("low", (300, 300))]
    read = read_floors([*tiles, piece("figure", (362, 300))], SURFACE)
    assert read.standing[0].cell == ("low", 1, 0)
    assert read.hidden == (("low", 1, 0),)
    # It reaches over the cells above and below, too, far enough to hide a tag there.
    reached = tuple(("low", x, y) for x, y in ((0, -1), (0, 1), (1, -1), (1, 0), (1, 1)))
    assert read_floors([*tiles, piece("card", (322, 300), half=45)], SURFACE).hidden == reached
    assert read_floors([*tiles, piece("figure", (300, 300))], SURFACE).hidden == ()
    assert ("low", 1, 0) in read_floors([*tiles, piece("card", (300, 300), half=45)], SURFACE).over


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_a_tile_may_be_hidden_behind_tiles_that_join_nothing_because_one_before_them_is(turn: int) -> None:
    cells = {"low": (0, 0, 0), "a": (2, 0, turn), "b": (2, 1, turn)}
    figures = [piece("one", (360, 300)), piece("two", (420, 420))]
    read = read_floors([*patch(cells, (300, 300), 0.0), *figures], SURFACE)
    assert {unplaced.tag.id for unplaced in read.unplaced} == {"a", "b"}
    assert read.hidden == (("low", 1, 0), ("low", 2, 2))
    apart = [*patch(cells, (300, 300), 0.0)[1:], tile("low", (300, 800)), *figures]
    assert not any(read.cell_at((420, 420)) or read.hidden for read in [read_floors(apart, SURFACE)])
