"""Tests of reading photos of Lifeboat's mat: few references, off-centre, turned, coarse.

Photos of anything else are refused.
"""

import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cards.laid_cards import PlacedCard
from companion.games.lifeboat.mat import AREAS, MAT, OPEN_ROWS
from companion.games.lifeboat.photographs import CARDS
from companion.games.lifeboat.readings import READINGS
from companion.main import main
from tests.companion.games.lifeboat.mat_shots import (
    BINNED,
    CATALOGUE,
    catalogue_in,
    focal_px,
    middle_card,
    photograph,
    view,
)
from vision.picture import Pixels
from vision.reading import read_picture
from vision.symbology import Symbology
from vision.virtual import LIGHTS, Scene, render

pytestmark = pytest.mark.slow

PROVISIONS = [tag.id for tag in CATALOGUE.tags if tag.kind == "provision"]
POSITIONS = [tag.id for tag in CATALOGUE.tags if tag.kind == "position"]


def table(seed: int) -> list[PlacedCard]:
    """Return the boat row, some of it pushed, and cards in every open row, turned by any angle."""
    rng = np.random.default_rng(seed)
    left, _, right, _ = AREAS["boat"]
    cards = [
        middle_card(tag, (left + (place + 0.5) * (right - left) / 7, 255 + int(rng.choice((-34, 0, 34)))))
        for place, tag in enumerate(rng.permutation(POSITIONS).tolist())
    ]
    left_over = iter(rng.permutation(PROVISIONS).tolist())
    for row in OPEN_ROWS:
        x0, y0, x1, y1 = AREAS[row]
        for share in (0.3, 0.75):
            at_mm = x0 + share * (x1 - x0), (y0 + y1) / 2
            cards.append(middle_card(next(left_over), at_mm, float(rng.uniform(0, 360))))
    return cards


def read_ids(picture: Pixels, focal: float | None = None) -> dict[str, str | None]:
    reading = read_picture(picture, READINGS.tags_read(CATALOGUE), focal_px=focal)
    assert reading.spots == ()
    return {placed_tag.tag.id: placed_tag.zone for placed_tag in reading.placed_tags}


def lying(cards: Sequence[PlacedCard]) -> dict[str, str | None]:
    return {card.tag_id: MAT.place_at(*card.at_mm) for card in cards}


# Seeds on which nothing was tuned.
@pytest.mark.thorough(but=["303-25-0"])
@pytest.mark.parametrize(("seed", "tilt_deg", "azimuth_deg"), [(301, 0, 0), (303, 25, 0)])
def test_every_card_is_read_in_the_coarser_picture_from_90_centimetres(
    seed: int, tilt_deg: float, azimuth_deg: float
) -> None:
    cards = table(seed)
    camera = view(BINNED, tilt_deg=tilt_deg, azimuth_deg=azimuth_deg)
    assert read_ids(photograph(cards, camera=camera, seed=seed).picture, focal_px(camera)) == lying(cards)


def test_from_40_degrees_aside_what_is_too_coarse_is_said_and_nothing_is_wrong() -> None:
    cards = table(302)
    camera = view(BINNED, tilt_deg=40, azimuth_deg=180)
    shot = photograph(cards, camera=camera, seed=302)
    reading = read_picture(shot.picture, READINGS.tags_read(CATALOGUE), focal_px=focal_px(camera))
    read, zones = {placed_tag.tag.id: placed_tag.zone for placed_tag in reading.placed_tags}, lying(cards)
    assert read.items() <= zones.items()
    missed = zones.keys() - read.keys()
    assert len(missed) <= 2
    assert {zones[tag] for tag in missed} <= set(reading.unreadable)


@pytest.mark.thorough(but=["ref-NW ref-SE", "ref-W ref-E"])
@pytest.mark.parametrize("missing", ["ref-NW ref-SE", "ref-W ref-E", "ref-NE ref-SE", "ref-W ref-SW"])
def test_any_four_references_find_the_mat(missing: str) -> None:
    """Any four references find the mat, the lens being unknown."""
    cards = table(310)[::3]
    scene = CARDS.scene(cards, CATALOGUE)
    things = tuple(thing for thing in scene.things if thing.name not in missing.split())
    camera = view(BINNED, tilt_deg=12, azimuth_deg=180)
    shot = render(Scene(scene.ground, things, scene.surface), camera, LIGHTS["normal"], 310)
    assert read_ids(shot.picture) == lying(cards)


@pytest.mark.parametrize("code", ["micro", "april"])
def test_other_symbologies_are_read(code: Symbology) -> None:
    cards, catalogue = table(320)[::2], catalogue_in(code)
    shot = photograph(cards, catalogue=catalogue, seed=320)
    reading = read_picture(shot.picture, READINGS.tags_read(catalogue), focal_px=focal_px(view()))
    assert {placed_tag.tag.id: placed_tag.zone for placed_tag in reading.placed_tags} == lying(cards)


@pytest.fixture(scope="module")
def photo() -> Pixels:
    return photograph(table(330)[::2], camera=view(away_mm=780.0)).picture


def read_file(picture: Pixels, folder: Path, *words: str) -> int:
    path = folder / "photo.png"
    cv2.imwrite(str(path), picture)
    return main(["read", "--game", "lifeboat", str(path), *words])


def test_a_picture_that_is_turned_is_read_all_the_same(
    photo: Pixels, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert read_file(np.ascontiguousarray(photo[::-1, ::-1]), tmp_path, "--json") == 0
    pieces = json.loads(capsys.readouterr().out)["pieces"]
    assert {piece["id"]: piece["zone"] for piece in pieces} == lying(table(330)[::2])


@pytest.mark.parametrize(
    ("part", "sentence"),
    [
        ("mirrored", "mirror"),
        ("half", "too few to locate"),
        ("nothing", "no reference tag is seen"),
    ],
)
def test_a_picture_in_which_the_mat_is_not_found_is_refused_in_a_sentence(
    part: str, sentence: str, photo: Pixels, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    height, width = photo.shape[:2]
    shown = {
        "mirrored": photo[:, ::-1],
        "half": photo[height // 2 :, : width // 3],
        "nothing": photo[height // 3 : height // 2, width // 3 : width // 2],
    }[part]
    assert read_file(np.ascontiguousarray(shown), tmp_path, "--json") == 2
    told = capsys.readouterr()
    assert sentence in told.err
    assert told.err.count("\n") == 1
    if part != "mirrored":
        assert json.loads(told.out)["board"]["found"] is False


def test_tags_of_another_game_are_foreign_and_its_manifest_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tags", "--out", str(tmp_path / "ff")]) == 0
    capsys.readouterr()
    manifest = str(tmp_path / "ff" / "manifest.json")
    assert main(["read", "--game", "lifeboat", "photo.png", "--tags", manifest]) == 2
    assert "is for the game finstere-flure, but this is lifeboat" in capsys.readouterr().err
    assert main(["read", "--game", "lifeboat", "photo.png", "--moment", "night"]) == 2
    assert "--moment" in capsys.readouterr().err
