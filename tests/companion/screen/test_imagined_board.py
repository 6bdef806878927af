"""Frame and label of a board that lies on no table."""

from dataclasses import replace

import pygame
import pytest

from companion.screen import scale
from companion.screen.imagined_board import ImaginedBoard, board_in_frame, framed_board_in
from companion.screen.page_view import PageView, PlaceTouched
from companion.screen.pages import BoardPage, ListPage, PlayedPage, Row, Tone, imagined_board
from companion.screen.text import Fonts
from tests.companion.screen.plain_pictures import PlainPictures

FONTS = Fonts()
PICTURES = PlainPictures()
SIZES = [(1280, 720), (1920, 1080), (800, 480), (480, 800), (640, 720)]
LABEL = "Only on the screen"
ROWS = tuple(Row(f"Row {number}", str(number)) for number in range(3))
PAGE = BoardPage("lesson", "First evening", "board", "Where does it stop?", ROWS, Tone.NOW, imagined=True)

pytestmark = pytest.mark.usefixtures("display")


@pytest.mark.parametrize("size", SIZES)
def test_the_page_calls_its_board_what_it_is_and_keeps_it_apart(size: tuple[int, int]) -> None:
    view = PageView(FONTS, PICTURES)
    canvas = view.painted(size, PAGE)
    label = next(written for written in canvas.written if written.text == LABEL)
    assert label.paragraph.size >= canvas.layout.least
    assert not label.paragraph.cut
    box = view.board_box(size, PAGE)
    assert box is not None
    assert not box.colliderect(label.covered)
    assert not any(place.box.colliderect(box) for place in view.places(size, PAGE))
    assert isinstance(view.target_at(size, PAGE, box.center), PlaceTouched)
    real = view.painted(size, replace(PAGE, imagined=False))
    assert LABEL not in [written.text for written in real.written]


@pytest.mark.parametrize("size", SIZES)
def test_what_moves_over_the_table_is_not_outlined_on_a_board_that_lies_on_none(size: tuple[int, int]) -> None:
    view = PageView(FONTS, PICTURES)
    calm = pygame.image.tobytes(view.painted(size, PAGE).surface, "RGB")
    place = view.target_at(size, PAGE, view.board_box(size, PAGE).center)  # type: ignore[union-attr]
    assert isinstance(place, PlaceTouched)
    moved = replace(PAGE, disturbed=(place.id,))
    assert pygame.image.tobytes(view.painted(size, moved).surface, "RGB") == calm


def test_a_framed_board_gives_its_own_box_back() -> None:
    for short in (240, 480, 720, 1080):
        frame = framed_board_in(short, PICTURES.board_in)(pygame.Rect(10, 20, 900, 700))
        room = board_in_frame(short, frame)
        assert frame.contains(room)
        assert PICTURES.board_in(room) == room
        assert pygame.Rect(10, 20, 900, 700).contains(frame)


def test_in_the_tables_place_a_point_of_the_window_is_a_place_of_the_board() -> None:
    window = pygame.Surface((1280, 720))
    half = window.subsurface((640, 0, 640, 720))
    shown = ImaginedBoard(FONTS, PICTURES)
    assert shown.place_at(PAGE, (960, 360)) is None, "not before it is drawn"
    assert shown.draw(half, PAGE)
    assert not shown.draw(half, PAGE), "it is drawn when it changes"
    place = shown.place_at(PAGE, (960, 360))
    assert place is not None
    assert shown.place_at(PAGE, (320, 360)) != place
    assert shown.draw(half, PAGE, place), "a press is seen"
    shown.hide()
    assert shown.place_at(PAGE, (960, 360)) is None
    assert not shown.is_shown


def test_only_a_page_that_says_so_has_an_imagined_board() -> None:
    assert imagined_board(PAGE) == "board"
    assert imagined_board(replace(PAGE, imagined=False)) is None
    assert imagined_board(PlayedPage("move", "moment", moving=True, imagined=True)) == "moment"
    assert imagined_board(PlayedPage("move", "moment", moving=True)) is None
    assert imagined_board(ListPage("menu", "Menu")) is None


@pytest.mark.parametrize("size", SIZES)
def test_a_headline_is_larger_than_the_sentence_of_any_page(size: tuple[int, int]) -> None:
    view = PageView(FONTS, PICTURES)
    page = PlayedPage("move", "moment", moving=False, headline="Right! It stops on g1.", tone=Tone.GOOD)
    canvas = view.painted(size, page)
    headline = next(written for written in canvas.written if written.text == page.headline)
    assert not headline.paragraph.cut
    assert headline.paragraph.size > canvas.layout.letters(scale.LARGE), "larger than the sentences of other pages"
    right = pygame.image.tobytes(canvas.surface, "RGB")
    wrong = view.painted(size, replace(page, tone=Tone.BAD)).surface
    assert pygame.image.tobytes(wrong, "RGB") != right
