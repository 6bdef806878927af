"""Tests of drawings that are kept as SVG files."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

import companion.games
from companion.games.coach_ride.screen.pictures import CoachRidePictures
from companion.games.lifeboat.screen.pictures import LifeboatPictures
from companion.screen.fonts import Fonts
from companion.screen.painted_pictures import PaintedPictures
from engine.coach_ride.cards import Association, Item, Profession
from engine.coach_ride.events import Support
from engine.lifeboat.components import Character, Provision

FILES = sorted(Path(companion.games.__file__).parent.rglob("signs/*.svg"))


@pytest.mark.usefixtures("display")
@pytest.mark.parametrize(
    ("pictures", "signs"),
    [
        (CoachRidePictures, [*Item, *Profession, *Association, Support.SWORD, Support.SHIELD]),
        (LifeboatPictures, [*Character, *Provision]),
    ],
)
def test_each_sign_has_a_drawing_of_its_own(pictures: type[PaintedPictures], signs: list[object]) -> None:
    painted = pictures(Fonts())
    seen = {painted.sign(sign, 24).get_buffer().raw for sign in signs}
    assert len(seen) == len(signs)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-4]}-{file.stem}")
def test_a_drawing_goes_from_minus_one_to_one(file: Path) -> None:
    assert ElementTree.parse(file).getroot().get("viewBox") == "-1 -1 2 2"
