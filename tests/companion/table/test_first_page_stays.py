"""Nothing jumps on the first page: every tile and row keeps its place under any notice.

And it says what can go on: each unfinished game with its name, its players and how far it is.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from companion.device.language import LANGUAGES
from companion.device.settings import Settings
from companion.games import CompanionGame, find_game
from companion.journal import Journal
from companion.screen.fitting import fit_problems
from companion.screen.fonts import Fonts
from companion.screen.page_view import PageView
from companion.screen.pages import ListPage, Poster, Row, Tone
from companion.table.game import TableGame
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from hardware.buttons import Button, Press
from tests.companion.cells.cat_and_mice import Table as CatAndMice
from tests.companion.table.counting import Counting
from tests.companion.written_language import use_written_language

FONTS = Fonts()
Size = tuple[int, int]
# Widths and heights of windows (pixels).
SIZES: tuple[Size, ...] = ((800, 480), (640, 720), (480, 800), (1280, 720), (1920, 1080))
FOUR = ("finstere-flure", "lifeboat", "coach-ride", "betrayal")
#: Numbers of unfinished games.
COUNTS = (0, 1, 2, 5, 40)
#: Notices of one line, of two and of three.
NOTICES = (
    "The camera is gone.",
    "The camera shows nothing new any more. Is its cable loose? Then plug it in again.",
    "The journal cannot be written: there is no room left on the disk. All is kept in memory only. Make room, and do"
    " not switch the table off before this notice is gone.",
)


def first_event(game: CompanionGame, seed: int) -> str:
    return json.dumps(game.rules.event_to_json(game.virtual.start(None, seed, {})))


def table(path: Path, games: Sequence[str], unfinished: int, finished: int = 0, language: str = "en") -> Session:
    """A table at its first page, with so many games begun and finished."""
    journal, found = Journal.open(path / "games.sqlite"), [find_game(game) for game in games]
    for number in range(finished):
        journal.finish(journal.start(found[0].rules.id, first_event(found[0], number)), '{"winners": []}')
    for number in range(unfinished):
        game = found[number % len(found)]
        journal.start(game.rules.id, first_event(game, number))
    tables = [game.table for game in found]
    around = SessionContext(watched=lambda _: None)
    session = open_session(journal, Settings(language=language), tables, sees=False, around=around)
    session.open_start_page()
    return session


def plain_picture(_fonts: Fonts, size: Size) -> pygame.Surface:
    return pygame.Surface(size)


PLAIN = Poster(plain_picture)


def page_of(session: Session) -> ListPage:
    """The page; its pictures, which take no part in its layout, are plain."""
    page = session.page
    assert isinstance(page, ListPage)

    def plain(rows: Sequence[Row]) -> tuple[Row, ...]:
        return tuple(replace(row, sign=PLAIN if isinstance(row.sign, Poster) else row.sign) for row in rows)

    return replace(page, tiles=plain(page.tiles), rows=plain(page.rows))


def places(session: Session, page: ListPage, size: Size) -> Mapping[tuple[str, str], pygame.Rect]:
    """Boxes of all tiles and rows on a page that was never painted before."""
    view = PageView(FONTS, session.table_game.pictures(FONTS))
    return {(place.row.id, place.row.text): place.box for place in view.places(size, page)}


CASES = [
    (games, unfinished, finished, size, language)
    for games in (FOUR[:1], FOUR)
    for unfinished in COUNTS
    for finished in (0, 1)
    for size in SIZES
    for language in LANGUAGES
]
#: Each size in a language of its own; every number of games on one of the tables.
SAMPLE = {
    (FOUR if (number + finished) % 2 else FOUR[:1], unfinished, finished, size, tuple(LANGUAGES)[number % 4])
    for number, size in enumerate(SIZES)
    for finished, unfinished in enumerate(COUNTS[number % 2 :: 2][:2])
} | {(FOUR, 5, 0, (800, 480), "de"), (FOUR, 40, 1, (640, 720), "fr")}


def name_of(case: tuple[tuple[str, ...], int, int, Size, str]) -> str:
    games, unfinished, finished, (width, height), language = case
    return f"{len(games)}-{unfinished}-{finished}-{width}x{height}-{language}"


@pytest.mark.slow
@pytest.mark.thorough(but=[name_of(case) for case in CASES if case in SAMPLE])
@pytest.mark.parametrize("case", CASES, ids=name_of)
def test_no_tile_and_no_row_moves_by_a_notice(
    case: tuple[tuple[str, ...], int, int, Size, str], tmp_path: Path
) -> None:
    games, unfinished, finished, size, language = case
    use_written_language(language, FONTS)
    session = table(tmp_path, games, unfinished, finished, language)
    page = page_of(session)
    before = places(session, page, size)
    assert len(before) >= len(page.tiles)
    for notice in NOTICES:
        assert places(session, replace(page, status=notice), size) == before, notice
    for selected in range(len(page.tiles)):
        assert places(session, replace(page, selected=selected), size) == before, selected
    width, height = size
    for box in before.values():
        assert pygame.Rect(0, 0, width, height).contains(box)
    view = PageView(FONTS, session.table_game.pictures(FONTS))
    assert list(fit_problems(view.painted(size, replace(page, status=NOTICES[1])))) == []


def test_an_answer_moves_nothing(tmp_path: Path) -> None:
    session = table(tmp_path, FOUR, 2)
    session.around = SessionContext(kiosk=True, switch_off=lambda: "Switching off.")
    before = places(session, page_of(session), SIZES[0])
    session.touch("off", 1.0)
    assert page_of(session).status == "Switching off."
    assert places(session, page_of(session), SIZES[0]) == before


@pytest.mark.parametrize("game", FOUR)
def test_a_game_that_cannot_be_read_keeps_its_place(game: str, tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    number = journal.start(game, "{}")
    journal.close()
    session = table(tmp_path, FOUR, 1)
    before = places(session, page_of(session), SIZES[0])
    session.touch(f"resume {number}", 1.0)
    assert page_of(session).status.startswith("The game cannot be read: ")
    after = places(session, page_of(session), SIZES[0])
    assert list(after.values()) == list(before.values())
    assert page_of(session).tiles[2].detail.startswith("Started ")


# --- what can go on ---------------------------------------------------------------------------------------------------


def test_each_unfinished_game_says_its_name_its_players_and_how_far_it_is(tmp_path: Path) -> None:
    session = table(tmp_path, FOUR, 4, finished=1)
    cards = (
        [row for row in session.page.tiles if row.tone is Tone.WAITING] if isinstance(session.page, ListPage) else []
    )
    assert [(row.text, row.value) for row in cards] == [
        ("Continue", "Betrayal at House on the Hill"),
        ("Continue", "Coach Ride to Devil's Castle"),
        ("Continue", "Lifeboat"),
        ("Continue", "Finstere Flure"),
    ]
    for row, stage in zip(cards, ("rooms", "Turn", "Day", "Round 1, stage 1"), strict=True):
        table_game, game = session.kept(int(row.id.removeprefix("resume ")))
        assert stage in row.detail
        for seat in table_game.seats(game.events[0]):
            name = next(shown.text for shown in table_game.seat_rows() if shown.id == seat)
            assert name in row.detail, name


class Stranger(Counting):
    """A stranger's game that cannot say who plays."""

    def seat_rows(self) -> Sequence[Row]:
        raise LookupError("nobody")


@pytest.mark.parametrize(
    ("game", "started", "detail"),
    [
        (CatAndMice(), CatAndMice().started({}), "The cat's turn · The cat, The mice"),
        (Counting(), "started", "at 0"),
        (Stranger(), "started", "Started 2026-11-21 19:30, 1 event"),
    ],
)
def test_games_on_cells_and_strangers_say_what_they_can(
    game: TableGame[Session], started: object, detail: str, tmp_path: Path
) -> None:
    journal = Journal.open(tmp_path / "games.sqlite", lambda: 1_795_289_400.0)
    journal.start(game.rules.id, json.dumps(game.rules.event_to_json(started)))
    session = open_session(journal, Settings(), [game], sees=False)
    session.open_start_page()
    assert [row.detail for row in page_of(session).tiles] == [detail, "New game"]


def test_first_evening_is_first_until_somebody_has_finished_a_game_and_advance_goes_on(tmp_path: Path) -> None:
    session = table(tmp_path, FOUR, 1)
    page = page_of(session)
    assert [(row.id, row.tone) for row in page.tiles[:2]] == [
        ("show finstere-flure first-evening", Tone.NOW),
        ("resume 1", Tone.WAITING),
    ]
    assert page.selected == 1, "the ring says that Advance goes on"
    game_id = session.game_id
    session.press(Press(Button.ADVANCE, held=False), 1.0)
    assert (game_id, session.game_id) == (None, 1)
    session.journal.finish(1, '{"winners": []}')
    session.open_start_page()
    page = page_of(session)
    assert [row.id for row in page.tiles] == [f"new {game}" for game in FOUR]
    assert "show finstere-flure first-evening" in [row.id for row in page.rows]


def test_where_nothing_was_begun_advance_opens_the_first_evening(tmp_path: Path) -> None:
    session = table(tmp_path, FOUR, 0)
    session.press(Press(Button.ADVANCE, held=False), 1.0)
    assert session.page.name == "first-evening"
