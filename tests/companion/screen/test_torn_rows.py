"""Rows with values, of which neither values nor names are torn in any window."""

import pygame
import pytest

from companion.screen import scale
from companion.screen.fitting import fit_problems
from companion.screen.fonts import Fonts
from companion.screen.page_view import PageView
from companion.screen.pages import BoardPage, Keys, ListPage, Row, Tone
from companion.screen.pictures import BoardShrinking
from tests.companion.screen.plain_pictures import Crosses, PlainPictures
from tests.companion.screen.torn_rows import torn_rows

FONTS = Fonts()
#: Widths and heights of windows (pixels).
SIZES = ((1280, 720), (1920, 1080), (1024, 600), (800, 480), (640, 720), (480, 800))
NAMES = ("Professor Longfellow", 'Darrin "Flash" Williams', "Ox", "Madame Zostra", "Heather Granville", "Zacharias")
KEYS = Keys(advance="New game", draw="Say again", back="Undo", back_hold="Menu")


def view() -> PageView:
    return PageView(FONTS, PlainPictures())


def players(count: int) -> tuple[Row, ...]:
    """Return rows of so many players with long names, and what each has reached."""
    return tuple(Row(NAMES[number % len(NAMES)], value=f"{number} tokens escaped", sign="X") for number in range(count))


@pytest.mark.parametrize("size", SIZES)
def test_a_list_that_is_read_has_small_letters_rather_than_torn_rows(size: tuple[int, int]) -> None:
    screen = view()
    for count in range(2, 11):
        page = ListPage("over", "Professor Longfellow wins!", players(count), "All tokens are gone.", keys=KEYS)
        found = [*fit_problems(screen.painted(size, page)), *torn_rows(screen, page, size)]
        assert (count, found) == (count, [])
        assert screen.row_step(size, page) is None


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (640, 720)])
def test_rows_that_are_read_beside_a_board_are_not_torn(size: tuple[int, int]) -> None:
    screen = view()
    for count in (2, 4, 6):
        page = BoardPage("over", "Nought wins!", Crosses("XOX......"), "Three in a row.", players(count), keys=KEYS)
        assert (count, list(torn_rows(screen, page, size))) == (count, [])


@pytest.mark.parametrize("size", SIZES)
def test_a_long_sentence_leaves_room_for_the_rows_below_a_board_that_stays(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PlainPictures, "board_shrinking", BoardShrinking.NOWHERE)
    for count in range(1, 10):
        sentence = " ".join(["Whoever holds the pearl cannot claim."] * count)
        page = BoardPage("reveal", "Wrong", Crosses(), sentence, players(2), keys=KEYS, tone=Tone.BAD)
        assert (count, [*fit_problems(view().painted(size, page))]) == (count, [])


def test_a_value_stands_in_one_line_beside_a_short_text() -> None:
    screen, size = view(), (480, 800)
    page = ListPage(
        "stage", "Stage two", (Row("Red", value="0 tokens have escaped"), Row("Blue", value="1")), keys=KEYS
    )
    (value,) = (text for text in screen.painted(size, page).written if text.text == "0 tokens have escaped")
    assert len(value.paragraph.lines) == 1


def test_a_list_to_choose_from_keeps_its_letters() -> None:
    """Large letters count more there than a value in one line."""
    screen, size = view(), (800, 480)
    rows = tuple(Row(f"Heather Granville {number}", str(number), "has escaped twice") for number in range(9))
    page = ListPage("menu", "Who?", rows, selected=0, keys=KEYS)
    canvas = screen.painted(size, page)
    letters = {text.paragraph.size for text in canvas.written if text.text.startswith("Heather")}
    assert letters == {canvas.layout.letters(scale.MIDDLE)}
    assert any(torn_rows(screen, page, size))


def test_a_number_may_stand_beside_a_short_last_line() -> None:
    """Lines that touch lie on each other; the empty end of a text's last line does not count."""
    screen, size = view(), (800, 480)
    canvas = screen.painted(size, ListPage("text", "Title", (Row("A"),), keys=KEYS))
    canvas.written.clear()
    box = canvas.layout.body.copy()
    box.width = FONTS.width("a long line of text", 20) + 2
    canvas.write("a long line of text end", box, largest=20, down=0.0)
    first, last = canvas.written[0].lines
    beside = pygame.Rect(last.right + 4, first.bottom, 40, last.height)
    canvas.write("7", beside, largest=20)
    assert list(fit_problems(canvas)) == []
    canvas.write("8", first.move(4, 0), largest=20)
    assert any("'8'" in problem for problem in fit_problems(canvas))


def test_what_is_said_before_the_choices_has_the_whole_width() -> None:
    choices = tuple(Row(text, text) for text in ("Row", "Change seats", "Use a card", "Trade", "Nothing"))
    note = Row("The numbers are the order of this morning.")
    page = BoardPage("act", "Day 1", Crosses("XOX......"), caption="Which action?", rows=(note, *choices), keys=KEYS)
    boxes = [place.box for place in view().places((800, 480), page)]
    assert boxes[0].left == min(box.left for box in boxes)
    assert boxes[0].right == max(box.right for box in boxes)
    assert boxes[0].bottom < min(box.top for box in boxes[1:])
    assert len({box.left for box in boxes[1:]}) > 1, "the choices stand side by side"
