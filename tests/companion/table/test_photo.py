"""Tests of pictures with tags of another symbology than the default, without manifest."""

import math
import re
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.games import find_game
from companion.games.betrayal.photographs import scene_of
from companion.games.coach_ride.photographs import CARDS as COACH_RIDE_CARDS
from companion.games.finstere_flure.virtual_table.scene import scene_from_position
from companion.games.lifeboat.photographs import CARDS as LIFEBOAT_CARDS
from companion.main import main
from companion.sheets.manifest import tags_of
from companion.table.photo import photo_of
from engine.finstere_flure.board import Direction
from engine.finstere_flure.position import Position
from vision.errors import BoardNotFoundError, OtherSymbologyError
from vision.model.catalogue import Catalogue
from vision.picture import Pixels
from vision.reading import read_picture
from vision.symbology import SYMBOLOGIES, Symbology
from vision.virtual import Scene, fit_view, render

pytestmark = pytest.mark.slow

SIZE = (2304, 1296)
#: A table of each game on which next to nothing lies but its references.
SCENES: dict[str, Callable[[Catalogue], Scene]] = {
    "finstere-flure": lambda catalogue: scene_from_position(Position("a1", Direction.E), catalogue, seed=3),
    "lifeboat": lambda catalogue: LIFEBOAT_CARDS.scene([], catalogue),
    "coach-ride": lambda catalogue: COACH_RIDE_CARDS.scene([], catalogue),
    "betrayal": lambda catalogue: scene_of([], catalogue),
}


def picture_of(game_id: str, code: Symbology) -> Pixels:
    """Return a picture of the game's table with tags of a symbology."""
    game = find_game(game_id)
    catalogue = tags_of(game.sheets.tags, None, code)
    seen = game.photographs.required_points(catalogue)
    camera = fit_view(seen, SIZE, focal_px=SIZE[0] / 2 / math.tan(math.radians(33)), tilt_deg=10)
    return render(SCENES[game_id](catalogue), camera).picture


OTHERS = [
    (game_id, code)
    for game_id in sorted(SCENES)
    for code in SYMBOLOGIES
    if code != find_game(game_id).sheets.tags.default_code
]


@pytest.mark.thorough(but=["finstere-flure-april", "lifeboat-april"])
@pytest.mark.parametrize(("game_id", "code"), OTHERS)
def test_tags_of_another_symbology_are_recognised_and_named(game_id: str, code: Symbology) -> None:
    readings = find_game(game_id).readings
    photo = photo_of(picture_of(game_id, code), tags_of(readings.tags, None), readings)
    assert photo.catalogue.code == code
    assert len(photo.reading.registration.references) == len(photo.catalogue.references)
    names = {"qr": "QR tags", "april": "AprilTags", "micro": "Micro QR tags"}
    assert photo.reading.notes[-1] == (
        f"{names[code]} are seen in the picture, but {names[readings.tags.default_code]} are expected; give the list "
        "of your tags with --tags manifest.json. They were read with the default sizes."
    )


def test_qr_tags_are_recognised_with_a_manifest_of_apriltags() -> None:
    readings = find_game("finstere-flure").readings
    photo = photo_of(picture_of("finstere-flure", "qr"), tags_of(readings.tags, None, "april"), readings)
    assert photo.catalogue.code == "qr"
    assert "but AprilTags are expected" in photo.reading.notes[-1]


def test_without_the_platform_they_are_named_and_the_manifest_asked_for() -> None:
    catalogue = tags_of(find_game("finstere-flure").sheets.tags, None)
    with pytest.raises(OtherSymbologyError, match=r"AprilTags are seen .* --tags manifest\.json") as refused:
        read_picture(picture_of("finstere-flure", "april"), catalogue)
    assert refused.value.seen == "april"


def test_a_picture_without_any_tag_is_refused_as_before() -> None:
    readings = find_game("finstere-flure").readings
    grey = np.random.default_rng(1).integers(90, 110, (600, 800), np.uint8)
    with pytest.raises(BoardNotFoundError, match="no code can be read"):
        photo_of(grey, tags_of(readings.tags, None), readings)


@pytest.mark.parametrize(
    ("command", "game_id", "scale"),
    [
        (["read"], "finstere-flure", 0.5),
        (["predict", "--card", "8"], "finstere-flure", 0.5),
        (["read", "--game", "lifeboat"], "lifeboat", 0.6),
        (["read", "--game", "coach-ride"], "coach-ride", 0.7),
    ],
)
def test_a_picture_too_coarse_for_its_tags_is_named_with_what_to_change(
    command: list[str], game_id: str, scale: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture, file = picture_of(game_id, "qr"), tmp_path / "table.png"
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(file), small)
    main([*command, str(file)])
    told = capsys.readouterr().err
    assert re.search(r"The picture is coarse: 1\.[0-2] pixels a module where they are fewest, 1\.5 are needed\.", told)
    assert told.count("Go nearer, or take a larger picture;") == 1
