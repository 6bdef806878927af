"""A page has letters of three sizes, and its sentence stands in one place whatever it says."""

import pytest

from companion.games.betrayal.table.game import TABLE as BETRAYAL
from companion.games.coach_ride.table.game import TABLE as COACH_RIDE
from companion.games.finstere_flure.table.game import TABLE as FLOORS
from companion.games.lifeboat.table.game import TABLE as LIFEBOAT
from companion.screen import scale
from companion.screen.fonts import Fonts
from companion.screen.page_layout import lay_out_page
from companion.screen.page_view import PageView
from companion.screen.pages import BoardPage, Page, Row, Standings
from companion.screen.text import set_text
from tests.companion.games.betrayal.sample_pages import samples as betrayal_samples
from tests.companion.games.coach_ride.sample_pages import samples as coach_ride_samples
from tests.companion.games.finstere_flure.screen import sample_pages
from tests.companion.games.lifeboat.sample_pages import samples as lifeboat_samples
from tests.companion.screen.plain_pictures import Crosses, PlainPictures
from tests.companion.written_language import use_written_language

Size = tuple[int, int]
SIZES: list[Size] = [(1280, 720), (1920, 1080), (800, 480), (480, 800), (1024, 600), (640, 720)]
FONTS = Fonts()
STANDING = Standings(("X", "O"), (("Won", ("3", "1")), ("Lost", ("1", "3"))))
ROWS = tuple(Row(f"Cell {number}", str(number)) for number in range(1, 4))
SENTENCES = ("X plays.", "Where does X go now?", "Move the stone to the upper row.", "X: choose a cell that is free.")


def page(caption: str, rows: tuple[Row, ...] = ROWS) -> BoardPage:
    return BoardPage(
        "move", "X plays", Crosses("X.O.X...."), caption, rows, sign="X", standing=STANDING, status="Game 1"
    )


def sentence_box(size: Size, shown: BoardPage) -> tuple[int, int, int]:
    written = PageView(FONTS, PlainPictures()).painted(size, shown).written
    box = next(text.box for text in written if text.text == shown.caption)
    return box.top, box.bottom, box.right


@pytest.mark.parametrize("size", SIZES)
def test_the_sentence_has_one_place_and_one_size_whatever_stands_below_it(size: Size) -> None:
    pages = [page(caption, rows) for caption in SENTENCES for rows in ((), ROWS[:1], ROWS)]
    assert len({sentence_box(size, shown) for shown in pages}) == 1
    view = PageView(FONTS, PlainPictures())
    letters = {
        text.paragraph.size for shown in pages for text in view.painted(size, shown).written if text.text in SENTENCES
    }
    assert letters == {lay_out_page(size).letters(scale.LARGE)}


@pytest.mark.parametrize("size", SIZES)
def test_a_long_sentence_is_never_as_small_as_what_stands_beside(size: Size) -> None:
    long = "Move the stone that lies on the upper row to the lower row, turn it over, and press the green button: Done."
    shown = page(long, ROWS[:1])
    written = PageView(FONTS, PlainPictures()).painted(size, shown).written
    letters = next(text.paragraph.size for text in written if text.text == long)
    assert letters >= lay_out_page(size).letters(scale.MIDDLE)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1280, 720), (800, 480), (480, 800)])
def test_pages_of_a_game_have_three_sizes_besides_the_titles(size: Size) -> None:
    view = PageView(FONTS, FLOORS.pictures(FONTS))
    for shown in (sample_pages.tokens(), sample_pages.choice(), sample_pages.put_right(), sample_pages.draw_real()):
        assert sizes_of(view, size, shown) <= set(lay_out_page(size).sizes), shown.name
    boat = PageView(FONTS, LIFEBOAT.pictures(FONTS))
    for name in ("act", "fight", "overboard", "over"):
        assert sizes_of(boat, size, lifeboat_samples()[name]) <= set(lay_out_page(size).sizes), name


def sizes_of(view: PageView, size: Size, shown: Page) -> set[int]:
    """Return the sizes of the page's letters above the bar, without title and board."""
    board, bar = view.board_box(size, shown), lay_out_page(size).body.bottom
    return {
        text.paragraph.size
        for text in view.painted(size, shown).written
        if not (board and board.contains(text.covered))
        and text.covered.top < bar
        and text.text != getattr(shown, "title", "")
    }


@pytest.mark.slow
@pytest.mark.parametrize("size", [(480, 800), (1080, 1920)])
def test_the_sentence_stands_above_the_board_of_a_tall_screen_on_every_page(size: Size) -> None:
    view = PageView(FONTS, FLOORS.pictures(FONTS))
    boards = [shown for shown in sample_pages.samples().values() if isinstance(shown, BoardPage)]
    places = {}
    for shown in boards:
        written = next(text for text in view.painted(size, shown).written if text.text == shown.caption)
        places[shown.name] = written.box.top
        board = view.board_box(size, shown)
        assert board is None or board.top > written.box.bottom, shown.name
    assert len(boards) > 20
    assert len(set(places.values())) == 1, places


@pytest.mark.slow
@pytest.mark.thorough(but=["800x480-en"])
@pytest.mark.parametrize("language", ["en", "de", "zh"])
@pytest.mark.parametrize("size", [(800, 480), (480, 800)], ids=lambda size: "{}x{}".format(*size))
def test_nothing_beside_the_board_is_too_small_for_a_small_panel(size: Size, language: str) -> None:
    use_written_language(language, FONTS)
    least = 17
    for game, pages in (
        (LIFEBOAT, lifeboat_samples()),
        (FLOORS, sample_pages.samples()),
        (BETRAYAL, betrayal_samples()),
        (COACH_RIDE, coach_ride_samples()),
    ):
        view = PageView(FONTS, game.pictures(FONTS))
        for shown in pages.values():
            assert min(sizes_of(view, size, shown), default=least) >= least, shown.name


@pytest.mark.parametrize("size", SIZES)
def test_the_sizes_are_told_apart_and_none_is_below_the_least(size: Size) -> None:
    layout = lay_out_page(size)
    large, middle, small = layout.sizes
    assert large >= 1.25 * middle
    assert middle >= 1.15 * small
    assert small >= layout.least
    assert set_text(FONTS, "X", 1000, small).size == small
