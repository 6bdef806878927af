"""Readings of boards and mats have a public format, lines for people, and options."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from companion.cells.readings import CellReadings
from companion.table import photo as photo_module
from companion.table.mat_readings import MatReadings
from companion.table.photo import add_reading_arguments, read_lens, read_photo
from tests.companion.cells.noughts_and_crosses import TAGS
from tests.vision.card_mat import CATALOGUE
from vision.errors import ProfileError
from vision.locate.registration import Registration
from vision.model.catalogue import Tag
from vision.model.pinhole import looking_at
from vision.model.placed_tags import PlacedTag
from vision.occupancy.zones import Spot
from vision.picture import Picture
from vision.reading import Reading

CAMERA = looking_at((200.0, 137.0), 900.0, 1000.0, (640, 480))
CELLS = CellReadings(TAGS)


class Cards(MatReadings):
    """Cards on a mat; in the evening only the boat is read."""

    tags: Any = None
    zones_read: ClassVar[Mapping[str, Mapping[str, None]]] = {
        "day": {"row-1": None, "boat": None},
        "evening": {"boat": None},
    }

    def place_name(self, place: str) -> str:
        return f"the {place}"


class PlainCards(MatReadings):
    """Cards on a mat that is read all the time."""

    tags: Any = None


def placed(piece: str, *, cell: str | None = None, zone: str | None = None, turn_deg: float = 90.04) -> PlacedTag:
    tag = Tag(piece, piece, piece.partition("-")[0], 20.0, 1.0)
    return PlacedTag(tag, np.zeros((4, 2)), (10.04, 20.06), turn_deg, cell, None, "zxing", zone)


def reading(*pieces: PlacedTag, **more: Any) -> Reading:
    told: dict[str, Any] = {"unreadable": (), "foreign": 0}
    return Reading(Registration(np.eye(3), 0.12345, CAMERA, ()), pieces, **told | more)


def test_a_board_in_the_public_format() -> None:
    table = reading(
        placed("nought-1", cell="b2"), placed("cross-1", cell="a1"), placed("cross-2"), unreadable=("c1",), foreign=2,
        occluded=("c3",),
    )  # fmt: skip
    assert CELLS.understand(table, CATALOGUE) is table
    assert CELLS.to_json(table) == {
        "board": {"found": True, "homography": np.eye(3).tolist(), "residual_px": 0.123},
        "pieces": [
            {"id": "cross-1", "kind": "cross", "cell": "a1"},
            {"id": "nought-1", "kind": "nought", "cell": "b2"},
        ],
        "unreadable": ["c1"],
        "foreign": 2,
        "problems": [],
        "hidden": ["c3"],
    }
    assert CELLS.not_found_to_json() == {
        "board": {"found": False, "homography": None, "residual_px": None},
        "pieces": [],
        "unreadable": [],
        "foreign": 0,
        "problems": ["the board was not found"],
    }


def test_a_board_in_lines() -> None:
    twice = reading(placed("x", cell="b2"), placed("x", cell="a1"), placed("o", cell="a1"), unreadable=("c1", "c2"),
                    foreign=3, occluded=("c3",))  # fmt: skip
    assert list(CELLS.lines(twice)) == [
        "a1: o, x",
        "b2: x",
        "3 pieces read.",
        "Something lies there that could not be read: c1, c2.",
        "Problem: x seen twice: a1, b2.",
        "Codes that are none of the game's: 3.",
        "Hidden behind tall pieces: c3.",
    ]
    assert CELLS.to_json(twice)["problems"] == ["x seen twice: a1, b2"]
    single = reading(placed("x", cell="b2"))
    assert list(CELLS.lines(single)) == ["b2: x", "1 piece read."]
    assert CELLS.count(single) == "1 piece on the board"
    assert CELLS.count(reading()) == "0 pieces on the board"


def test_changes_are_told_by_the_places_of_pieces_and_of_what_cannot_be_read() -> None:
    table = reading(placed("x", cell="b2"), placed("o"), unreadable=("c1",))
    assert CELLS.places(table) == {"x": "b2", "unreadable in c1": "something"}


def test_a_mat_in_the_public_format_and_in_lines() -> None:
    cards = Cards()
    table = reading(
        placed("c1", zone="boat", turn_deg=359.96), unreadable=("row-1",), spots=(Spot("row-1", (99.96, 60.4)),)
    )
    told = cards.to_json(table)
    assert told["pieces"] == [{"id": "c1", "zone": "boat", "at_mm": [10.0, 20.1], "turn_deg": 0.0}]
    assert told["unreadable"] == [{"zone": "row-1", "at_mm": [100.0, 60.4]}]
    assert list(cards.lines(table)) == [
        "the boat: c1",
        "1 piece read.",
        "Something lies there that could not be read: the row-1 at 100, 60 mm.",
    ]
    assert cards.count(table) == "1 piece on the mat"
    assert PlainCards().place_name("boat") == "boat"


def test_what_is_read_of_a_mat_depends_on_the_moment() -> None:
    evening = Cards().at_moment("evening")
    assert (Cards().moments, Cards().moment, evening.moment) == (("day", "evening"), "", "evening")
    assert Cards().tags_read(CATALOGUE).mat == CATALOGUE.mat.at_moment({"row-1": None, "boat": None})
    assert evening.tags_read(CATALOGUE).mat == CATALOGUE.mat.at_moment({"boat": None})
    with pytest.raises(ValueError, match="no moment 'night'; there are day, evening"):
        Cards().at_moment("night")


def test_where_all_moments_are_alike_there_is_none_to_name() -> None:
    for readings in (CELLS, PlainCards()):
        assert readings.moments == ()
        assert readings.tags_read(CATALOGUE) is CATALOGUE
        assert readings.at_moment("") == readings
        with pytest.raises(ValueError, match="no moment 'day'"):
            readings.at_moment("day")
    assert CELLS.covered(placed("x", cell="b2")) == ("b2",)
    assert CELLS.covered(placed("x")) == ()


def options(readings: Any, *words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(exit_on_error=False)
    add_reading_arguments(parser, readings)
    return parser.parse_args(words)


def test_the_moment_is_an_option_where_there_are_several() -> None:
    assert Cards().with_arguments(options(Cards())).moment == "day"
    assert Cards().with_arguments(options(Cards(), "--moment", "evening")).moment == "evening"
    with pytest.raises(argparse.ArgumentError, match="night"):
        options(Cards(), "--moment", "night")
    assert not hasattr(options(CELLS), "moment")
    assert CELLS.with_arguments(options(CELLS)) is CELLS


def test_a_picture_is_read_with_the_lens_that_is_named_and_what_was_odd_is_warned_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[object] = []

    def read_picture(pixels: Any, catalogue: Any, profile: Any, *, focal_px: Any, covers: Any) -> Reading:
        asked.extend([pixels.shape, catalogue.code, profile, focal_px, covers(placed("x", cell="a1"))])
        return reading(notes=("It is dark.",))

    picture = Picture(np.zeros((4, 6, 3), np.uint8), focal_px=77.0)
    monkeypatch.setattr(photo_module, "load_picture", lambda _: picture)
    monkeypatch.setattr(photo_module, "read_picture", read_picture)
    args = options(CELLS)
    photo = read_photo("table.jpg", args, CELLS)
    assert photo.table is photo.reading
    assert asked == [(4, 6, 3), TAGS.catalogue().code, None, 77.0, ("a1",)]
    assert "It is dark." in capsys.readouterr().err
    assert read_lens(args, CELLS) == (TAGS.catalogue(), None)
    (tmp_path / "lens.json").write_text("{}")
    with pytest.raises(ProfileError):
        read_lens(options(CELLS, "--profile", str(tmp_path / "lens.json")), CELLS)
