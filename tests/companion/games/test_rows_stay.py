"""Rows that can be touched stay where they are: nothing moves under a finger.

Time passes, a notice comes and goes, the mark moves, another row is ticked: as long as the list is the same, every row
keeps its place, at every size and in every language.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

import pygame
import pytest

from companion.device.language import COMPLETE
from companion.device.settings import Settings
from companion.games.betrayal.table.game import TABLE as BETRAYAL
from companion.games.coach_ride.table.game import TABLE as COACH_RIDE
from companion.games.finstere_flure.table.game import TABLE as FINSTERE_FLURE
from companion.games.lifeboat.table.game import TABLE as LIFEBOAT
from companion.journal import Journal
from companion.screen.fonts import Fonts
from companion.screen.page_view import PageView
from companion.screen.pages import BoardPage, ListPage, Page, PlayedPage
from companion.table.game import TableGame
from companion.table.session import Session
from companion.table.session_start import open_session
from hardware.buttons import Button, Press
from tests.companion.written_language import use_written_language

FONTS = Fonts()
Size = tuple[int, int]
# Widths and heights of windows (pixels).
SMALL = (800, 480)
HALF = (640, 720)
UPRIGHT = (480, 800)
MIDDLE = (1280, 720)
LARGE = (1920, 1080)
SIZES = [SMALL, HALF, UPRIGHT, MIDDLE, LARGE]
#: The games, with those who play.
GAMES: Mapping[str, tuple[TableGame[Session], tuple[str, ...]]] = {
    "finstere-flure": (FINSTERE_FLURE, ("red", "blue", "green", "yellow")),
    "lifeboat": (LIFEBOAT, ("lauren", "stephen", "captain", "mate", "frenchy")),
    "coach-ride": (COACH_RIDE, ("marie", "gundla", "sarah", "romana")),
    "betrayal": (BETRAYAL, ("heather", "brandon", "rhinehardt")),
}
#: A sentence about the camera: it comes by itself.
NOTICE = "The camera shows nothing new any more. Is its cable loose? Then plug it in again."
#: Rows that open another page.
LEAVE_THE_PAGE = ("start", "settings", "cards", "done")
Places = Mapping[str, pygame.Rect]


def places(view: PageView, page: Page, size: Size) -> Places:
    """Return boxes of the rows that can be touched."""
    return {place.row.id: place.box for place in view.places(size, page) if place.row.id}


def moved(before: Places, after: Places) -> list[str]:
    """Return the rows that are on both pages, and not in the same place."""
    return [row for row in before if row in after and before[row] != after[row]]


class Table:
    """A game by hand, and the screen of one size on which it is shown."""

    def __init__(self, folder: Path, game: str, size: Size, language: str) -> None:
        table, self.players = GAMES[game]
        settings = Settings(language=language)
        self.session = open_session(Journal.open(folder / "games.sqlite"), settings, [table], sees=False, rng=Random(1))
        self.view, self.size = PageView(FONTS, table.pictures(FONTS)), size
        self.now = 0.0
        self.session.open_start_page()

    @property
    def page(self) -> Page:
        return self.session.page

    def places(self) -> Places:
        return places(self.view, self.page, self.size)

    def touch(self, row: str) -> None:
        self.session.touch(row, self.now)

    def press(self, button: Button, *, held: bool = False) -> None:
        self.session.press(Press(button, held), self.now)

    def later(self, seconds: float) -> None:
        self.now += seconds
        self.session.tick(self.now)

    @property
    def kept(self) -> bool:
        """True if a touch here only ticks or changes a value: the list stays."""
        page = self.page
        if isinstance(page, PlayedPage):
            return False
        tiles = page.tiles if isinstance(page, ListPage) else ()
        return any(row.done is not None for row in (*tiles, *page.rows)) or page.name in ("settings", "game-settings")

    def _was_window(self, page: Page) -> bool:
        """Return True for a page on which somebody may speak up for some seconds."""
        return isinstance(page, BoardPage) and page.name in ("support", "result") and len(page.rows) < 4

    def disturb(self) -> Iterator[str]:
        """Let things happen by themselves; yield what happened if a row has moved."""
        before = self.places()
        page = self.page
        if isinstance(page, PlayedPage):
            return
        for what, seconds in (("time", 4.0), ("more time", 16.0)):
            self.later(seconds)
            if self.page.name == page.name and not self._was_window(page) and (gone := moved(before, self.places())):
                yield f"{page.name}: {what} moved {gone}"
        shown, before = self.page, self.places()
        assert not isinstance(shown, PlayedPage)
        for status in (NOTICE, ""):
            if gone := moved(before, places(self.view, replace(shown, status=status), self.size)):
                yield f"{page.name}: a notice moved {gone}"
        self.places()


def steps(table: Table) -> Iterator[str]:
    """Go through a game from the first page on; yield at each page's first time."""
    seen = set[tuple[str, tuple[str, ...]]]()

    def new() -> bool:
        page = table.page
        if isinstance(page, PlayedPage):
            return False
        key = page.name, tuple(row.id for row in page.rows)
        if key in seen or not any(key[1]):
            return False
        seen.add(key)
        return True

    table.touch("new")
    for player in table.players:
        yield "players"
        table.touch(player)
    yield "players"
    rng = Random(4)
    table.touch("start")
    for _ in range(40):
        if new():
            yield table.page.name
        page = table.page
        if page.name in ("set-up", "put-right", "move", "moment", "problem", "stage", "sums") or isinstance(
            page, PlayedPage
        ):
            table.press(Button.ADVANCE)
        elif page.name == "draw":
            table.press(Button.DRAW)
        elif page.name == "over":
            return
        else:
            for _ in range(rng.randrange(4)):
                table.press(Button.DRAW)
            table.press(Button.ADVANCE)


@pytest.fixture
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Table:
    game, size, language = request.param
    use_written_language(language, FONTS)
    return Table(tmp_path, game, size, language)


#: Each game at a size and in a language of its own; and everything.
SAMPLE = [*zip(GAMES, (HALF, SMALL, UPRIGHT, SMALL), ("en", "de", "fr", "zh"), strict=True)]
EVERYTHING = [
    (game, size, language)
    for game in GAMES
    for size in SIZES
    for language in COMPLETE
    if (game, size, language) not in SAMPLE
]


def name_of(case: tuple[str, Size, str]) -> str:
    game, (width, height), language = case
    return f"{game}-{width}x{height}-{language}"


each_table = pytest.mark.parametrize("table", [*SAMPLE, *EVERYTHING], ids=name_of, indirect=True)


@pytest.mark.slow
@pytest.mark.thorough(but=[name_of(case) for case in SAMPLE[::3]])
@each_table
def test_no_row_moves_by_itself_or_by_another_rows_choice(table: Table) -> None:
    found = list[str]()
    for _ in steps(table):
        found += table.disturb()
        if not table.kept:
            continue
        before, page = table.places(), table.page
        assert not isinstance(page, PlayedPage)
        for row in [row for row in before if row not in LEAVE_THE_PAGE][:8]:
            table.touch(row)
            if table.page.name == page.name and (gone := moved(before, table.places())):
                found.append(f"{page.name}: {row} moved {gone}")
            table.touch(row)
    assert found == []


@pytest.mark.slow
@pytest.mark.thorough(but=["800x480-en", "800x480-de", "480x800-fr"])
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "{}x{}".format(*size))
def test_all_tokens_are_in_sight(size: Size, language: str, tmp_path: Path) -> None:
    use_written_language(language, FONTS)
    table = Table(tmp_path, "finstere-flure", size, language)
    for _ in steps(table):
        if table.page.name == "tokens":
            page = table.page
            assert isinstance(page, BoardPage)
            assert set(table.places()) == {row.id for row in page.rows if row.id}


@pytest.mark.slow
@pytest.mark.thorough(but=["800x480-de", "480x800-en", "1280x720-fr"])
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "{}x{}".format(*size))
def test_tokens_stand_in_one_place_from_turn_to_turn(size: Size, language: str, tmp_path: Path) -> None:
    use_written_language(language, FONTS)
    table = Table(tmp_path, "finstere-flure", size, language)
    places = [table.view.places(size, table.page) for name in steps(table) if name == "tokens"]
    # The page of a chosen token has other rows.
    tokens = [rows for rows in places if len(rows) == 4]
    assert len(tokens) > 4
    assert len({rows[0].box.topleft for rows in tokens}) == 1
