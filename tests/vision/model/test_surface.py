"""Surfaces as data: which place holds a point, and what is read where."""

import pytest

from tests.vision.card_mat import MAT
from vision.model.catalogue import Catalogue
from vision.model.surface import Grid, Mat, Zone, ZoneUse

GRID = Grid(20.0, {"a1": (0, 0), "b1": (1, 0), "b2": (1, 1)})


def test_a_grid_names_its_cells() -> None:
    assert GRID.places == ("a1", "b1", "b2")
    assert GRID.extent_mm == (0, 0, 40, 40)
    assert GRID.unit_mm == 20
    assert GRID.place_at(39, 39) == "b2"
    assert GRID.place_at(1, 39) is None
    assert GRID.centre("b2") == (30, 30)
    assert GRID.area_mm("b1") == (20, 0, 40, 20)
    assert GRID.spread_mm == ((10, 10), (30, 10), (30, 30))


def test_of_a_mat_only_the_zones_that_are_read_are_places() -> None:
    assert MAT.places == ("row-1", "row-2", "boat", "show")
    assert MAT.place_at(100, 50) == "row-1"
    assert MAT.place_at(450, 150) is None, "the deck is secret"
    assert MAT.place_at(100, 300) is None, "the pile is ignored"
    assert MAT.place_at(5, 5) is None, "there is no zone"
    assert MAT.zone("deck").use is ZoneUse.SECRET
    assert MAT.centre("row-1") == (175, 65)
    assert MAT.corners_mm == ((0, 0), (600, 0), (600, 370), (0, 370))


def test_the_edge_between_two_zones_belongs_to_one_of_them() -> None:
    mat = Mat((100, 50), (Zone("left", (0, 0, 50, 50)), Zone("right", (50, 0, 100, 50))))
    assert [mat.place_at(x, 25) for x in (0, 49.9, 50, 99.9, 100)] == ["left", "left", "right", "right", None]


def test_a_moment_reads_its_own_zones_and_kinds_and_never_a_secret_one() -> None:
    mat = MAT.at_moment({"pile": None, "boat": frozenset({"secret"}), "deck": None})
    assert mat.places == ("boat", "pile")
    assert mat.zone("boat").reads("secret")
    assert not mat.zone("boat").reads("card")
    assert not mat.zone("deck").reads("card")
    assert not mat.zone("row-1").reads("card")


def test_a_point_of_a_mats_spread_is_on_it() -> None:
    assert all(0 < x < 600 and 0 < y < 370 for x, y in MAT.spread_mm)


def test_who_asks_for_cells_where_there_are_none_is_told_so() -> None:
    with pytest.raises(TypeError, match="has no cells: it is a Mat"):
        _ = Catalogue("qr", MAT, ()).grid
    with pytest.raises(TypeError, match="has no zones: it is a Grid"):
        _ = Catalogue("qr", GRID, ()).mat
