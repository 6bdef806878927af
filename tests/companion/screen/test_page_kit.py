"""The screen serves any game: here noughts and crosses, with pictures of its own."""

from dataclasses import replace

import numpy as np
import pygame
import pytest

from companion.screen import scale, theme
from companion.screen.fonts import Fonts
from companion.screen.page_layout import lay_out_board, lay_out_page
from companion.screen.page_paint import least_status
from companion.screen.page_view import ButtonTouched, PageView, PlaceTouched, RowTouched
from companion.screen.pages import BoardPage, Keys, ListPage, Page, PlayedPage, Row, Snapshot, Tone
from companion.screen.pictures import Pictures
from companion.screen.pulse import PERIOD_S
from companion.screen.theme import Rgb
from hardware.buttons import Button
from tests.companion.screen.contrast import contrast
from tests.companion.screen.plain_pictures import SIGNS, Crosses, Fading, PlainPictures

Size = tuple[int, int]
SIZES: list[Size] = [(800, 480), (1280, 720), (1920, 1080), (480, 800), (640, 720)]
FONTS = Fonts()
PICTURES: Pictures = PlainPictures()
RING: list[Rgb] = [(0, 0, 0)] * 12

MIDGAME = BoardPage("move", "X plays", Crosses("X.O.X...."), "Where?", (Row("O", "o", sign="O"),), sign="X")


def drawn(view: PageView, page: Page, size: Size = (800, 480), time_s: float = 0.0) -> pygame.Surface:
    surface = pygame.Surface(size)
    view.draw(surface, page, ring=RING, time_s=time_s)
    return surface


def share_of(colour: Rgb, surface: pygame.Surface, box: pygame.Rect) -> float:
    pixels = pygame.surfarray.array3d(surface.subsurface(box))
    return float((pixels == colour).all(axis=2).mean())


@pytest.mark.parametrize("size", SIZES)
def test_every_place_of_the_board_can_be_touched_and_nothing_beside_it(size: Size) -> None:
    view = PageView(FONTS, PICTURES)
    box = view.board_box(size, MIDGAME)
    assert box is not None
    for place in (file + row for file in "abc" for row in "123"):
        middle = PICTURES.place_box(box, MIDGAME.board, place).center
        assert view.target_at(size, MIDGAME, middle) == PlaceTouched(place)
    assert view.target_at(size, MIDGAME, (box.left - 2, box.top)) is None
    (row,) = view.places(size, MIDGAME)
    assert view.target_at(size, MIDGAME, row.box.center) == RowTouched("o")
    assert view.target_at(size, MIDGAME, lay_out_page(size).buttons[Button.DRAW].center) == ButtonTouched(Button.DRAW)


def test_the_board_makes_way_for_rows_that_would_be_out_of_sight() -> None:
    view, size = PageView(FONTS, PICTURES), (640, 720)
    box = lay_out_board(lay_out_page(size), PICTURES.board_in).board
    corner = box.right - 4, box.bottom - 4
    assert view.target_at(size, MIDGAME, corner) == PlaceTouched("c3")
    rows = tuple(Row(f"The sentence of answer {number}, which is a long one", str(number)) for number in range(9))
    many = replace(MIDGAME, rows=rows)
    assert len(view.places(size, many)) == len(rows)
    assert view.target_at(size, many, corner) != PlaceTouched("c3")


def test_of_tasks_that_must_be_turned_over_as_many_as_possible_are_in_sight() -> None:
    view, size = PageView(FONTS, PICTURES), (640, 720)
    text = "Shuffle all cards of this kind well, and lay them face down on their own place beside the others"
    rows = tuple(Row(f"{text} {number}", str(number), done=False) for number in range(15))
    action = Row("Do it for me", "all")
    page = replace(MIDGAME, caption=text, rows=rows, one_column=True, action=action)
    tasks = [place for place in view.places(size, page) if place.row.id != "all"]
    assert 3 <= len(tasks) < len(rows)
    box = view.board_box(size, page)
    assert box is not None
    assert box.height < lay_out_board(lay_out_page(size), PICTURES.board_in).board.height * 0.7


def test_a_list_that_is_too_long_beside_the_board_has_rows_side_by_side() -> None:
    view = PageView(FONTS, PICTURES)
    rows = tuple(Row(f"Row {number}", str(number)) for number in range(60))
    places = view.places((640, 720), replace(MIDGAME, rows=rows))
    assert [place.row.id for place in places] == [str(number) for number in range(len(places))]
    assert len({place.box.left for place in places}) > 1
    assert not [
        place for place in places for other in places if place is not other and place.box.colliderect(other.box)
    ]
    view.turn_over((640, 720), replace(MIDGAME, rows=rows), down=True)
    turned = view.places((640, 720), replace(MIDGAME, rows=rows))
    assert turned[0].row.id == places[-1].row.id


@pytest.mark.parametrize("size", SIZES)
def test_without_a_bar_no_button_is_there_and_the_page_has_its_room(size: Size) -> None:
    view = PageView(FONTS, PICTURES, bar=False)
    drawn(view, MIDGAME, size)
    bar = lay_out_page(size).buttons[Button.DRAW]
    assert not isinstance(view.target_at(size, MIDGAME, bar.center), ButtonTouched)
    assert lay_out_page(size, bar=False).body.bottom > bar.top


@pytest.mark.parametrize("size", SIZES)
def test_the_games_board_and_signs_are_on_its_page(size: Size) -> None:
    view = PageView(FONTS, PICTURES)
    surface = drawn(view, MIDGAME, size)
    board = view.board_box(size, MIDGAME)
    assert board is not None
    assert share_of(theme.ACCENT, surface, PICTURES.place_box(board, MIDGAME.board, "b2")) > 0.2
    assert share_of(theme.ACCENT, surface, PICTURES.place_box(board, MIDGAME.board, "b1")) == 0.0
    head = lay_out_board(lay_out_page(size), PICTURES.board_in).head
    assert share_of(theme.ACCENT, surface, head) > 0.02, "whose turn it is"
    assert share_of(SIGNS["O"], surface, view.places(size, MIDGAME)[0].box) > 0.02


def test_a_list_has_the_games_emblem_or_somebodys_sign_before_its_title() -> None:
    view = PageView(FONTS, PICTURES)
    title = pygame.Rect(0, 0, 200, 80)
    assert share_of(theme.TEXT, drawn(view, ListPage("menu", "")), title) > 0.05
    assert share_of(SIGNS["O"], drawn(view, ListPage("over", "", sign="O")), title) > 0.05


def test_few_rows_of_a_tall_page_leave_room_for_a_large_sign_below_them() -> None:
    view, size = PageView(FONTS, PICTURES), (480, 800)
    few = ListPage("lot", "Who begins", (Row("Ann", "a"), Row("Bob", "b")), sign="O")
    bottom = max(place.box.bottom for place in view.places(size, few))
    below = pygame.Rect(0, bottom, size[0], lay_out_page(size).body.bottom - bottom)
    assert share_of(SIGNS["O"], drawn(view, few, size), below) > 0.1
    many = replace(few, rows=tuple(Row(f"Row {number}", str(number)) for number in range(9)))
    assert share_of(SIGNS["O"], drawn(view, many, size), below) == 0.0


@pytest.mark.parametrize("size", [(640, 720), (400, 480), (480, 400)])
def test_a_large_sign_beside_another_board_lies_on_no_row(size: Size) -> None:
    view = PageView(FONTS, PICTURES)
    seen = False
    for number in range(1, 13):
        rows = tuple(Row(f"Token {index}", str(index), value="At the entrance") for index in range(number))
        page = replace(MIDGAME, rows=rows, sign="O", board_shown=False)
        places, surface = view.places(size, page), drawn(view, page, size)
        assert all(share_of(SIGNS["O"], surface, place.box) == 0.0 for place in places)
        bottom = max(place.box.bottom for place in places)
        below = pygame.Rect(0, bottom, size[0], lay_out_page(size).body.bottom - bottom)
        seen = seen or (below.height > 0 and share_of(SIGNS["O"], surface, below) > 0.0)
    assert seen


def test_rows_to_tick_stay_where_they_are_when_some_can_be_touched_no_more() -> None:
    def boxes(gone: int) -> list[pygame.Rect]:
        rows = tuple(Row(f"token {n}", "" if n < gone else str(n), done=n < gone, sign="X") for n in range(4))
        return [place.box for place in PageView(FONTS, PICTURES).places((640, 680), replace(page, rows=(*rows, other)))]

    page, other = replace(MIDGAME, board_shown=False), Row("What if ...?", "what-if")
    assert boxes(0) == boxes(1) == boxes(3)


def test_a_scrolled_list_stays_for_the_same_question_and_no_longer() -> None:
    def asks(title: str, caption: str, sign: object = "X") -> BoardPage:
        rows = tuple(Row(f"answer {number}", f"a{number}", done=number < 2) for number in range(40))
        return BoardPage("act", title, None, caption, rows, sign=sign, one_column=True)

    def first(page: BoardPage) -> int:
        drawn(view, page)
        return view.places((800, 480), page)[0].index

    view = PageView(FONTS, PICTURES)
    ann = asks("Action", "Ann: which action?")
    at_first = first(ann)
    view.scroll((800, 480), ann, 20)
    assert first(ann) == at_first + 20
    # Numbers in the caption change while people look at the list.
    assert first(asks("Action", "Ann: which action? 4 against 3")) == at_first + 20
    assert first(asks("Action", "Bob: which action?", "O")) == at_first
    view.scroll((800, 480), ann, 20)
    assert first(asks("Navigation", "Ann: which card?")) == at_first


def test_an_empty_board_and_the_cameras_picture_take_the_boards_place() -> None:
    view = PageView(FONTS, PICTURES)
    size = (800, 480)
    box = lay_out_board(lay_out_page(size), PICTURES.board_in).board
    empty = BoardPage("first", "Camera", None, "I wait.")
    assert view.target_at(size, empty, box.center) == PlaceTouched("b2")
    seen = BoardPage("first", "Camera", Snapshot(np.full((90, 120, 3), (10, 200, 40), np.uint8)), "There it is.")
    assert view.target_at(size, seen, box.center) is None
    assert share_of((40, 200, 10), drawn(view, seen), box) > 0.7


def test_the_place_that_pulses_changes_by_itself_and_nothing_else_does() -> None:
    view = PageView(FONTS, PICTURES)
    size = (800, 480)
    page = BoardPage("move", "X plays", Crosses(next="c2"), "There.")
    assert view.next_change(size, MIDGAME, 0.0) is None
    wait_s = view.next_change(size, page, 0.0)
    assert wait_s is not None
    assert 0.0 < wait_s < PERIOD_S
    surface = drawn(view, page)
    before = pygame.surfarray.array3d(surface)
    changed = view.draw(surface, page, ring=RING, time_s=0.5 * PERIOD_S)
    places = np.argwhere((pygame.surfarray.array3d(surface) != before).any(axis=2))
    assert len(places)
    box = lay_out_board(lay_out_page(size), PICTURES.board_in).board
    around = PICTURES.place_box(box, page.board, "c2")
    assert changed == [around.inflate(around.size)]
    assert all(changed[0].collidepoint(x, y) for x, y in places)


def test_what_is_played_fills_all_above_the_bar() -> None:
    view = PageView(FONTS, PICTURES)
    size = (800, 480)
    page = PlayedPage("move", Fading(1.0), moving=True, keys=Keys(advance="Skip"))
    surface = drawn(view, page)
    body = lay_out_page(size).body
    assert share_of(theme.ACCENT, surface, pygame.Rect(0, 0, size[0], body.bottom)) == 1.0
    assert view.next_change(size, page, 0.0) is not None
    dark = PlayedPage("move", Fading(0.0), moving=False, keys=Keys(advance="Skip"))
    assert view.next_change(size, dark, 0.0) is None
    assert share_of(theme.ACCENT, drawn(view, dark), body) == 0.0


# --- legible -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ground", [theme.BACKGROUND, theme.PANEL, theme.PANEL_RAISED])
def test_letters_of_every_colour_stand_out_from_every_ground(ground: Rgb) -> None:
    colours = (theme.TEXT, theme.TEXT_SOFT, theme.TEXT_FAINT, theme.ACCENT, theme.LOSS, theme.GOOD, theme.WAITING)
    assert min(contrast(colour, ground) for colour in colours) >= 4.5


def test_rows_stay_where_they_are_whatever_comes_beside_them() -> None:
    rows = tuple(Row(f"answer {number}", f"a{number}", done=False) for number in range(4))
    page = BoardPage("act", "Action", None, "Which one?", rows)
    view = PageView(FONTS, PICTURES)

    def boxes(shown: BoardPage) -> list[pygame.Rect]:
        drawn(view, shown)
        return [place.box for place in view.places((800, 480), shown)]

    before = boxes(page)
    assert len(before) == 4
    ticked = tuple(replace(row, done=True, tone=Tone.FADED, value="2") for row in rows)
    for after in (
        replace(page, caption="Which one of them shall it be this time, and who says so?"),
        replace(page, status="Something is in the way of the camera, and it cannot see the whole table."),
        replace(page, rows=ticked),
        replace(page, rows=(replace(rows[0], id=""), *rows[1:]), selected=2),
    ):
        assert boxes(after) == before, after


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1280, 720)], ids=str)
def test_no_notice_is_written_in_small_letters_however_long_it_is(size: tuple[int, int]) -> None:
    rows = tuple(Row(f"answer {number}", f"a{number}") for number in range(4))
    page = BoardPage("act", "Action", None, "Which one?", rows)
    notice = "The last 12 entries are kept in memory only: there is no room left on the disk. Writing is retried. " * 2
    view = PageView(FONTS, PICTURES)
    view.painted(size, page)
    canvas = view.painted(size, replace(page, status=notice))
    written = next(text for text in canvas.written if text.text == notice)
    assert written.paragraph.size >= least_status(canvas.layout)
    assert not written.paragraph.cut


def test_a_long_list_that_is_touched_does_not_scroll_by_itself() -> None:
    rows = tuple(Row(f"task {number}", f"{number}", done=False) for number in range(40))
    page = BoardPage("guide", "40 things to do", None, "Do these things.", rows, one_column=True)
    view = PageView(FONTS, PICTURES)

    def in_sight(shown: BoardPage) -> list[int]:
        drawn(view, shown)
        return [place.index for place in view.places((800, 480), shown)]

    before = in_sight(page)
    done = tuple(replace(row, done=number < 30) for number, row in enumerate(rows))
    assert in_sight(replace(page, rows=done, title="10 things to do")) == before
    marked = replace(page, rows=done, selected=35)
    assert 35 in in_sight(marked), "the buttons lead it on"


# --- long lists ----------------------------------------------------------------------------------------------------


def test_a_list_to_choose_from_is_in_sight_as_a_whole_on_a_small_panel() -> None:
    view, size = PageView(FONTS, PICTURES), (800, 480)
    rows = tuple(Row(f"Somebody {number}", str(number), value="plays", done=False) for number in range(16))
    assert len(view.places(size, ListPage("players", "Who plays?", rows, "Touch them.", 0))) == 16


def test_draw_turns_over_a_long_text_that_nobody_chooses_from() -> None:
    view, size = PageView(FONTS, PICTURES), (800, 480)
    rows = tuple(Row(f"Sentence {number}, which is a long one and says more than one thing.") for number in range(30))
    page = ListPage("help", "What now?", rows, keys=Keys(back="Back"))
    drawn(view, page)
    assert view.pages_with_draw(size, page) is False
    assert "Down" in [text.text for text in view.painted(size, page).written]
    seen: list[int] = []
    for _ in range(10):
        seen += [place.index for place in view.places(size, page)]
        if max(seen) == 29:
            break
        view.turn_over_with_draw(size, page)
        drawn(view, page)
    assert set(seen) == set(range(30))
    view.turn_over_with_draw(size, page)
    drawn(view, page)
    assert view.places(size, page)[0].index == 0, "after the last rows come the first ones"


def test_draw_that_has_something_else_to_do_turns_over_when_held_or_never() -> None:
    view, size = PageView(FONTS, PICTURES), (800, 480)
    rows = tuple(Row(f"Sentence {number}, which is a long one and says more than one thing.") for number in range(30))
    again = ListPage("rules", "Rules", rows, keys=Keys(draw="Say again"))
    assert view.pages_with_draw(size, again) is True
    assert view.pages_with_draw(size, replace(again, keys=Keys(draw="Next", draw_hold="Previous"))) is None
    assert view.pages_with_draw(size, replace(again, rows=rows[:2])) is None
    choices = tuple(replace(row, id=row.text) for row in rows)
    assert view.pages_with_draw(size, replace(again, rows=choices)) is None


def test_a_text_alone_stands_large_in_the_middle_of_its_room() -> None:
    view, size = PageView(FONTS, PICTURES), (800, 480)
    page = ListPage("pause", "Pause", text="The game waits for you.")
    (text,) = (written for written in view.painted(size, page).written if written.text == page.text)
    body = lay_out_page(size).body
    assert text.paragraph.size == lay_out_page(size).letters(scale.LARGE)
    assert abs(text.covered.centerx - body.centerx) <= 2
    assert text.covered.top > body.top + body.height // 3
