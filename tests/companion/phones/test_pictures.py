"""Pictures for phones: a board that lies on no table is framed there as well."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from companion.phones.pictures import PhonePictures
from companion.screen.fonts import Fonts
from companion.screen.pages import BoardPage, PlayedPage
from tests.companion.screen.plain_pictures import SIGNS, Crosses, Fading, PlainPictures

PAGE = BoardPage("lesson", "First evening", Crosses("X........"), "Where does it stop?")

pytestmark = pytest.mark.usefixtures("display")


#: A place that is not on the board: its box is the whole board.
_NOWHERE = "z9"


def test_an_imagined_board_is_framed_and_its_places_are_where_they_are_drawn() -> None:
    pictures = PhonePictures(Fonts(), PlainPictures())
    imagined = replace(PAGE, imagined=True)
    assert pictures.board(imagined, "en") != pictures.board(PAGE, "en")
    left, top, wide, high = pictures.places(PAGE, ["a1"])["a1"]
    assert (left, top) == (0.0, 0.0)
    assert [*pictures.places(PAGE, [_NOWHERE, "a1"])] == ["a1"]
    inner = pictures.places(imagined, ["a1", "c3"])
    left, top, wide, high = inner["a1"]
    assert left > 0.0
    assert top > left, "the label stands above the board"
    right, bottom = inner["c3"][0] + wide, inner["c3"][1] + high
    assert right < 1.0
    assert bottom < 1.0
    encoded = pictures.by_key[pictures.board(imagined, "en")].encoded()
    picture = Image.open(BytesIO(encoded)).convert("RGB")
    found = picture.getpixel((round((left + wide / 2) * picture.width), round((top + high / 2) * picture.height)))
    assert found == pytest.approx(SIGNS["X"], abs=12)


def test_what_plays_is_drawn_anew_in_each_language_and_as_seen_without_a_table_beside_it() -> None:
    pictures = PhonePictures(Fonts(), PlainPictures())
    page = PlayedPage("move", Fading(1.0), moving=True)
    assert pictures.board(page, "en") == pictures.board(replace(page, played=Fading(0.0), alone=Fading(1.0)), "en")
    drawn = len(pictures._kept)
    pictures.board(page, "ja")
    assert len(pictures._kept) == drawn + 1
