"""Tests of photographs of a house: read again as it lies.

There are floors as patches, figures, tokens, cards and a hand.
"""

import json
import math
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

from companion.games.betrayal.mat import REFERENCES
from companion.games.betrayal.photographs import PHOTOGRAPHS
from companion.games.betrayal.placement import PlacementCare, place_pieces
from companion.games.betrayal.public_table import table_from_state
from companion.games.betrayal.tags import TAGS
from companion.main import main
from engine.betrayal.components import Floor
from engine.betrayal.game import RULES
from engine.betrayal.house import Place
from engine.errors import NotationError
from tests.engine.betrayal.game_text import HEADER, events_of, state_of
from vision.reading import read_picture
from vision.virtual.tag_art import tag_art

HAUNT = (
    "H with drew heather(card item, name axe); drew brandon(card item, name bell):"
    "stunned(token rat-2); tile_laid heather(tile tower, floor upper, at [1 0], turn 2, because card);"
    "tile_laid heather(tile chapel, floor ground, at [0 1], turn 0, because card);"
    "tile_laid heather(tile larder, floor basement, at [0 -1], turn 0, because card);"
    "placed heather(room tower, side E) overruled; placed brandon(room chapel)"
)
CATALOGUE = TAGS.catalogue()
MEANING = ("floor", "x", "y", "turn", "room", "side", "face", "strip")


@pytest.fixture(scope="module")
def shot(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A photo of three floors in a haunt, with a hand on the table's empty side, and the truth."""
    folder = tmp_path_factory.mktemp("house")
    source, photo, truth = folder / "game.jsonl", folder / "photo.png", folder / "truth.json"
    source.write_text("".join(f"{line}\n" for line in (HEADER, *map(json.dumps, events_of(HAUNT)))))
    words = ["--game", "betrayal", str(source), "-o", str(photo), "--truth", str(truth), "--size", "4608x2592"]
    assert main(["render", *words, "--tilt", "8", "--seed", "4"]) == 0
    return photo, json.loads(truth.read_text())


@pytest.mark.slow
def test_a_photo_is_read_as_it_lies(shot: tuple[Path, dict[str, Any]], capsys: pytest.CaptureFixture[str]) -> None:
    photo, truth = shot
    assert main(["read", "--game", "betrayal", "--json", str(photo)]) == 0
    read = json.loads(capsys.readouterr().out)

    def meaning(pieces: list[dict[str, Any]]) -> dict[str, Any]:
        return {piece["id"]: [piece.get(key) for key in MEANING] for piece in pieces}

    assert meaning(read["pieces"]) == meaning(truth["pieces"])
    assert read["floors_seen"] == truth["floors_seen"] == ["basement", "ground", "upper"]
    assert read["board"]["found"]
    for key in ("unplaced", "gaps", "unreadable", "problems", "hidden"):
        assert read[key] == [], key
    by_id = {piece["id"]: piece for piece in read["pieces"]}
    assert by_id["explorer/heather"]["side"] == "E"
    assert by_id["monster/m02/stunned"]["face"] == "stunned"
    assert by_id["card/axe"]["strip"] == "strip-1"
    for piece, true in zip(
        *(sorted(side["pieces"], key=lambda values: values["id"]) for side in (read, truth)), strict=True
    ):
        assert piece["at_mm"] == pytest.approx(true["at_mm"], abs=2.5)


@pytest.mark.slow
def test_a_photo_is_told_in_words(shot: tuple[Path, dict[str, Any]], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "--game", "betrayal", str(shot[0])]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "  (1, 0) Tower, turn 2: Heather Granville (side E)" in lines
    assert "strip-1: Ring, Axe" in lines
    assert "8 tiles and 8 other pieces read." in lines


@pytest.mark.slow
def test_torn_doubled_and_foreign_tags_and_a_landing_that_is_gone_are_told(
    shot: tuple[Path, dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo, truth = shot
    picture = np.asarray(cv2.imread(str(photo)), np.uint8).copy()
    reading = read_picture(picture, CATALOGUE)
    camera, corners = (
        reading.registration.camera,
        {placed_tag.tag.id: placed_tag.corners_px for placed_tag in reading.placed_tags},
    )

    def to_px(x: float, y: float) -> tuple[int, int]:
        column, row = camera.project(np.array([[x, y, 0.0]]))[0]
        return int(column), int(row)

    free = free_place(truth)
    # Torn: half of the Larder's tag is gone, the rest of its paper is there.
    torn = corners["tile/larder"]
    half = np.array([torn[0], (torn[0] + torn[1]) / 2, (torn[2] + torn[3]) / 2, torn[3]])
    cv2.fillConvexPoly(picture, np.round(half).astype(np.int32), (60, 70, 80))
    # Two of one kind: the Chapel's tag lies on the bare table, too, and beside it a code of some other game.
    left, top = (int(value) for value in corners["tile/chapel"].min(axis=0) - 12)
    right, bottom = (int(value) for value in corners["tile/chapel"].max(axis=0) + 12)
    column, row = to_px(*free)
    picture[row : row + bottom - top, column : column + right - left] = picture[top:bottom, left:right]
    other = cv2.resize(tag_art("ZZ7Q", CATALOGUE.code), (68, 68), interpolation=cv2.INTER_NEAREST)
    picture[row : row + 68, column + 150 : column + 218] = other
    # The Upper Landing's tag is out of sight.
    gone = corners["tile/upper-landing"]
    cv2.fillConvexPoly(picture, np.round(gone + 0.35 * (gone - gone.mean(axis=0))).astype(np.int32), (60, 70, 80))
    spoiled = tmp_path / "spoiled.png"
    assert cv2.imwrite(str(spoiled), picture)
    assert main(["read", "--game", "betrayal", "--json", str(spoiled)]) == 0
    read = json.loads(capsys.readouterr().out)
    pieces = {piece["id"]: piece for piece in read["pieces"]}
    assert read["floors_seen"] == ["basement", "ground"]
    assert [piece["id"] for piece in read["unplaced"] if piece["id"] != "tile/chapel"] == ["tile/tower"]
    assert "tile/larder" not in pieces
    assert ("basement", 0, -1) in [(spot.get("floor"), spot.get("x"), spot.get("y")) for spot in read["unreadable"]]
    assert "Chapel is seen twice" in read["problems"]
    assert read["foreign"] >= 1
    # All else is read as before.
    before = {piece["id"]: piece for piece in truth["pieces"]}
    told = [name for name in pieces if name.startswith(("card", "monster", "tile")) and name != "tile/chapel"]
    assert len(told) > 7
    assert all(
        [pieces[name].get(key) for key in MEANING] == [before[name].get(key) for key in MEANING] for name in told
    )


def free_place(truth: dict[str, Any]) -> tuple[float, float]:
    """Return a point of the bare table, in mm, as far as possible from all that lies there."""
    lying = [thing["centre_mm"] for thing in (*truth["pieces"], *truth["references"])]
    points = [(float(x), float(y)) for x in range(150, 1150, 25) for y in range(150, 600, 25)]
    return max(points, key=lambda point: min(math.dist(point, other) for other in lying))


def test_another_games_tags_are_refused_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    manifest = tmp_path / "manifest.json"
    manifest.write_text(json.dumps({"format": "lifeboat/tags", "tags": []}))
    assert main(["read", "--game", "betrayal", "--tags", str(manifest), str(manifest)]) == 2
    assert "is for the game lifeboat, but this is betrayal" in capsys.readouterr().err


def test_one_floor_alone() -> None:
    table = table_from_state(RULES.public_state(state_of(HAUNT)))
    pieces = {piece.tag_id for piece in place_pieces(table, CATALOGUE, Random(1), floor=Floor.UPPER)}
    assert pieces == {"tile/upper-landing", "tile/tower", "explorer/heather", "card/ring", "card/axe", "card/bell"}


@pytest.mark.parametrize("seed", range(4))
def test_tiles_lie_beside_references_and_patches_apart(seed: int) -> None:
    table = table_from_state(RULES.public_state(state_of(HAUNT)))
    care = PlacementCare(gap_mm=3, askew_deg=6, turned=True)
    tiles = [piece for piece in place_pieces(table, CATALOGUE, Random(seed), care) if piece.tag_id.startswith("tile/")]
    places = {piece.tag_id.partition("/")[2]: np.array(piece.at_mm) for piece in tiles}
    for room, place in places.items():
        assert min(np.hypot(*(place - reference)) for reference in REFERENCES.values()) > 25
        for other, other_place in places.items():
            if table.rooms[room].floor is not table.rooms[other].floor:
                assert np.hypot(*(place - other_place)) > 60


@pytest.mark.parametrize("seed", range(3))
def test_dropped_cards_and_figures_hide_nothing_where_there_is_room(seed: int) -> None:
    start = table_from_state(RULES.public_state(state_of("S:")))
    rooms = {**start.rooms, "gardens": Place(Floor.GROUND, 0, -1, 0)}
    figures = {**start.figures, "heather": ("foyer", None)}
    table = replace(start, rooms=rooms, lying=dict.fromkeys(("ring", "axe"), "foyer"), figures=figures)
    edges = {tag.id: tag.piece_mm for tag in CATALOGUE.tags}
    # What comes later lies on top.
    placed = place_pieces(table, CATALOGUE, Random(seed))
    for number, lower in enumerate(placed):
        for upper in placed[number + 1 :]:
            left, top, right, bottom = edges[upper.tag_id] or (0.0, 0.0, 0.0, 0.0)
            (x, y), angle = np.subtract(lower.at_mm, upper.at_mm), math.radians(upper.turn_deg)
            across, down = x * math.cos(angle) + y * math.sin(angle), y * math.cos(angle) - x * math.sin(angle)
            is_hidden = left - 7 < across < right + 7 and top - 7 < down < bottom + 7
            assert not is_hidden, f"{upper.tag_id} lies on the tag of {lower.tag_id}"


def test_the_long_tile_is_one_piece() -> None:
    table = table_from_state(RULES.public_state(state_of("S:")))
    placed = place_pieces(table, CATALOGUE, Random(3), PlacementCare(gap_mm=3, askew_deg=6))
    places = {piece.tag_id: np.array(piece.at_mm) for piece in placed}
    west, middle, east = (places[f"tile/{room}"] for room in ("grand-staircase", "foyer", "entrance-hall"))
    assert middle == pytest.approx((west + east) / 2)
    assert np.hypot(*(east - west)) == pytest.approx(120)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"rooms": 3}, "rooms: expected an object"),
        ({"rooms": {"cellar": {"floor": "ground", "x": 0, "y": 0, "turn": 0}}}, "a room of the game"),
        ({"rooms": {"attic": {"floor": "moon", "x": 0, "y": 0, "turn": 0}}}, "rooms.attic.floor"),
        ({"rooms": {"attic": {"floor": "upper", "x": 10**30, "y": 0, "turn": 4}}}, "rooms.attic.x"),
        ({"explorers": {"ox": {"room": "attic", "cards": ["axe"]}}}, "a room that is laid"),
        ({"explorers": {"fox": {}}}, "an explorer's id"),
        ({"monsters": {"rat-1": {"room": "attic"}}}, "monsters.rat-1.room"),
        ({"cards": {"axe": 3}}, "cards.axe"),
    ],
)
def test_a_state_that_cannot_be_is_refused_with_what_is_wrong(change: dict[str, Any], named: str) -> None:
    state = {**RULES.public_state(state_of("S:")), **change}
    with pytest.raises(NotationError, match=named):
        table_from_state(state)


def test_before_a_game_nothing_lies_there() -> None:
    with pytest.raises(NotationError, match="the game has not begun"):
        table_from_state({"phase": "before"})


def test_a_photograph_shows_all_that_the_references_enclose() -> None:
    assert PHOTOGRAPHS.required_points(CATALOGUE).shape == (4, 2)
