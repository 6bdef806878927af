"""Lists, names and replayed events beside Coach Ride's table."""

from random import Random

import pytest

from companion.device.language import COMPLETE
from companion.games.coach_ride.screen.pictures import seat_boxes
from companion.games.coach_ride.table.game import TABLE
from companion.games.coach_ride.table_view import TableView
from companion.screen.fitting import fit_problems
from companion.screen.fonts import Fonts
from companion.screen.page_layout import lay_out_page
from companion.screen.page_view import PageView
from companion.screen.pages import BoardPage, Tone
from engine.coach_ride.cards import Variant
from engine.coach_ride.state import Phase
from tests.companion.games.coach_ride.sample_pages import samples
from tests.companion.written_language import use_written_language
from tests.engine.coach_ride.hidden_table import HiddenTable

SMALL = (800, 480)


@pytest.fixture(scope="module")
def shown() -> tuple[Fonts, PageView]:
    """Return fonts and view that draw the pages, in one language after another."""
    fonts = Fonts()
    return fonts, PageView(fonts, TABLE.pictures(fonts))


# The longest words are German; how many play changes the lists more than the language does.
@pytest.mark.slow
@pytest.mark.thorough(but=["10-de", "5-zh"])
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("players", [3, 4, 5, 6, 10])
def test_no_list_beside_the_table_is_turned_over(shown: tuple[Fonts, PageView], language: str, players: int) -> None:
    """Lists beside the table fit on a page.

    This holds on a small screen, and on half a laptop's, of which the other half is the virtual table's. The list
    of the set-up before a game is gone through from top to bottom.
    """
    fonts, view = shown
    use_written_language(language, fonts)
    scrolled = [
        f"{size} {name}"
        for name, page in samples(players).items()
        if (isinstance(page, BoardPage) and name != "set-up") or name in ("naming", "over")
        for size in (SMALL, (640, 720), (480, 800))
        if view.row_step(size, page) is not None
    ]
    assert scrolled == []


def test_names_are_as_large_as_they_can_be_and_alike_at_all_seats() -> None:
    fonts = Fonts()
    pictures = TABLE.pictures(fonts)
    page = samples(10)["powers"]
    assert isinstance(page, BoardPage)
    layout = lay_out_page(SMALL)
    view = PageView(fonts, pictures)
    canvas, board = view.painted(SMALL, page), view.board_box(SMALL, page)
    assert board is not None
    seats, _ = seat_boxes(board, 10)
    names = [
        text.paragraph
        for text in canvas.written
        if text.paragraph.bold and not text.text.isdigit() and any(seat.contains(text.box) for seat in seats)
    ]
    assert len(names) == 10
    assert {name.size for name in names} == {names[0].size}
    assert names[0].size >= layout.least


def test_a_game_that_is_shown_again_tells_each_event_beside_the_table() -> None:
    view = PageView(Fonts(), TABLE.pictures(Fonts()))
    table = HiddenTable(Random(4), 10, (Variant.FORTUNE_TELLING,))
    while table.state.phase is not Phase.OVER:
        table.step()
    states = table.game.states()
    told = zip((None, *states), table.game.events, states, strict=False)
    pages = [TABLE.history.replayed(before, event, after) for before, event, after in told]
    assert all(page.caption and page.board for page in pages)
    view_of_all = pages[-1].board
    assert isinstance(view_of_all, TableView)
    winners = [str(seat.who) for seat in view_of_all.seats if seat.tone is Tone.GOOD]
    assert table.state.result is not None
    assert winners == list(table.state.result.winners)
    some = [*pages[::8], pages[-1]]
    assert [f"{page.caption}: {problem}" for page in some for problem in fit_problems(view.painted(SMALL, page))] == []
