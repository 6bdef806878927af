"""Tiles and rows of the first page keep their places under any notice.

And it says what can go on: each unfinished game with its name, its players and how far it is.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from companion.device.language import COMPLETE
from companion.device.settings import Settings
from companion.games import CompanionGame, find_game
from companion.games.random_play import allowed_events, as_json
from companion.journal import Journal
from companion.screen.fitting import fit_problems
from companion.screen.fonts import Fonts
from companion.screen.page_layout import lay_out_page
from companion.screen.page_view import PageView
from companion.screen.pages import ListPage, Poster, Row, Tone
from companion.table import unfinished
from companion.table.game import TableGame
from companion.table.kept_games import read_game
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from hardware.buttons import Button, Press
from tests.companion.cells.cat_and_mice import Table as CatAndMice
from tests.companion.table.counting import Counting
from tests.companion.written_language import use_written_language
from tests.engine.finstere_flure.whole_game import whole_game

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
    """Return a table at its first page, with so many games begun and finished."""
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
    """Return boxes of all tiles and rows on a page that was never painted before."""
    view = PageView(FONTS, session.table_game.pictures(FONTS))
    return {(place.row.id, place.row.text): place.box for place in view.places(size, page)}


CASES = [
    (games, unfinished, finished, size, language)
    for games in (FOUR[:1], FOUR)
    for unfinished in COUNTS
    for finished in (0, 1)
    for size in SIZES
    for language in COMPLETE
]
#: Each size in a language of its own; every number of games on one of the tables.
SAMPLE = {
    (FOUR if (number + finished) % 2 else FOUR[:1], unfinished, finished, size, COMPLETE[number % len(COMPLETE)])
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
        table_game, game = read_game(session.journal, session.games, int(row.id.removeprefix("resume ")))
        assert stage in row.detail
        for seat in table_game.seats(game.events[0]):
            name = next(shown.text for shown in table_game.seat_rows() if shown.id == seat)
            assert name in row.detail, name


@pytest.mark.slow
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (1024, 600)])
@pytest.mark.parametrize(("unfinished", "finished"), [(2, 0), (2, 1), (4, 0), (4, 1)])
def test_no_card_cuts_a_player_s_name(
    unfinished: int, finished: int, size: Size, language: str, tmp_path: Path
) -> None:
    use_written_language(language, FONTS)
    session = table(tmp_path, FOUR, unfinished, finished, language)
    page = page_of(session)
    written = PageView(FONTS, session.table_game.pictures(FONTS)).painted(size, page).written
    cards = [row for row in page.tiles if row.tone is Tone.WAITING]
    assert len(cards) == unfinished
    for card in cards:
        told = [each for each in written if each.text in (card.detail, *card.shorter)]
        assert told
        assert [each.text for each in told if each.paragraph.cut] == []


@pytest.mark.slow
@pytest.mark.parametrize("language", COMPLETE)
def test_no_card_is_cut_in_any_window(language: str, tmp_path: Path, pytestconfig: pytest.Config) -> None:
    in_all = pytestconfig.getoption("--thorough")
    use_written_language(language, FONTS)
    for count in (2, 4, 5):
        folder = tmp_path / str(count)
        folder.mkdir()
        session = table(folder, FOUR, count, language=language)
        unread = page_of(session)
        for _ in range(20):
            session.tick(0.0)
        sizes = enumerate((*SIZES, (400, 480)))
        for page, (number, size), letters in product((unread, page_of(session)), sizes, (1.0, 1.2)):
            if not in_all and (letters == 1.0) is bool((number + count + COMPLETE.index(language)) % 2):
                # Each pair of language, size, count and letters is tried, not each four.
                continue
            view = PageView(FONTS, session.table_game.pictures(FONTS))
            view.type_size = letters
            canvas = view.painted(size, page)
            cards = [row for row in page.tiles if row.tone is Tone.WAITING]
            told = {text for row in cards for text in (row.value, row.text, row.detail, *row.shorter)}
            cut = [each.text for each in canvas.written if each.text in told and each.paragraph.cut]
            assert (count, size, letters, cut, [*fit_problems(canvas)]) == (count, size, letters, [], [])


@pytest.mark.parametrize("game", FOUR)
def test_start_is_marked_only_while_the_game_can_start(game: str, tmp_path: Path) -> None:
    session = table(tmp_path, FOUR, 0)
    session.touch(f"new {game}", 1.0)
    starts = []
    for number in range(6):
        page = page_of(session)
        starts.append(next(row for row in page.rows if row.text == "Start"))
        choices = [row.id for row in (*page.tiles, *page.rows) if row.done is False and row.id]
        session.touch(choices[0], 2.0 + number)
    assert [row.tone for row in starts] == [Tone.NOW if row.id else Tone.WAITING for row in starts]
    assert {row.tone for row in starts} == {Tone.NOW, Tone.WAITING}


#: So many events has a long game here.
LONG = 40
#: So many of them are followed in one frame.
A_FRAME = 15


def table_of_long_games(path: Path) -> Session:
    """Return a table with a game of each kind of two that has been played for a while."""
    journal, found = Journal.open(path / "games.sqlite"), [find_game(game) for game in FOUR[:2]]
    for game in found:
        rng, played = Random(1), game.rules.start(game.virtual.start(None, 1, {}))
        while len(played.events) < LONG:
            played = played.apply(rng.choice(allowed_events(game, played, rng)))
        kept = journal.start(game.id, as_json(game, played.events[0]))
        for event in played.events[1:]:
            journal.append(kept, as_json(game, event))
    return open_session(journal, Settings(), [game.table for game in found], sees=False)


def test_long_games_are_followed_some_frames_long_and_nothing_moves_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = table_of_long_games(tmp_path)
    monkeypatch.setattr(unfinished, "_EVENTS_A_FRAME", A_FRAME)
    followed = [0]
    for game in map(find_game, FOUR[:2]):

        def count(state: Any, event: Any, follow: Callable[[Any, Any], Any] = game.rules.follow) -> Any:
            followed[-1] += 1
            return follow(state, event)

        monkeypatch.setattr(game.rules, "follow", count)
    session.open_start_page()
    first, boxes = page_of(session), [places(session, page_of(session), size) for size in SIZES]
    assert any(tile.detail.startswith("Started ") for tile in first.tiles)
    while followed[-1]:
        followed.append(0)
        session.tick(0.0)
    assert len(followed) > 4
    assert max(followed) <= A_FRAME, "no frame waits for a game"
    last = page_of(session)
    assert not any(tile.detail.startswith("Started ") for tile in last.tiles)
    assert [places(session, last, size) for size in SIZES] == boxes


def test_slow_games_are_followed_for_some_milliseconds_a_frame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session, clock = table_of_long_games(tmp_path), [0.0]
    for game in map(find_game, FOUR[:2]):

        def take_time(state: Any, event: Any, follow: Callable[[Any, Any], Any] = game.rules.follow) -> Any:
            clock[0] += 0.006
            return follow(state, event)

        monkeypatch.setattr(game.rules, "follow", take_time)
    monkeypatch.setattr(unfinished, "monotonic", lambda: clock[0])
    session.open_start_page()
    frames = [clock[0]]
    while frames[-1] < 2 * (LONG - 1) * 0.006 - 0.001:
        session.tick(0.0)
        frames.append(clock[0])
    assert max(later - before for before, later in pairwise([0.0, *frames])) < 0.02


def test_the_list_of_games_played_longer_ago_waits_for_none_that_was_followed_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = table(tmp_path, FOUR, 20)
    for _ in range(60):
        session.tick(0.0)
    monkeypatch.setattr(session.journal, "events", lambda _: pytest.fail("read once more"))
    session.touch("others", 0.0)
    page = session.page
    assert isinstance(page, ListPage)
    assert not any("Started" in row.detail for row in page.rows)


#: Sizes in which each game must be reached.
REACHED_IN = ((800, 480), (480, 800), (640, 720), (1280, 720))


@pytest.mark.slow
@pytest.mark.thorough(but=["keys-480x800", "touch-800x480", "touch-640x720"])
@pytest.mark.parametrize("size", REACHED_IN, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("means", ["keys", "touch"])
def test_each_of_many_unfinished_games_is_reached(means: str, size: Size, tmp_path: Path) -> None:
    session = table(tmp_path, FOUR, 25)
    found, time_s, pages = set[str](), 0.0, 0
    while True:
        page = page_of(session)
        view = PageView(FONTS, session.table_game.pictures(FONTS))
        if means == "touch":
            seen = list[str]()
            while new := [place.row.id for place in view.places(size, page) if place.row.id not in seen]:
                seen += new
                view.turn_over(size, page, down=True)
        else:
            seen = []
            while (row := (*page.tiles, *page.rows)[page.selected or 0]).id not in seen:
                seen.append(row.id)
                boxes = {place.row.id: place.box for place in view.places(size, page)}
                assert pygame.Rect((0, 0), size).contains(boxes[row.id]), "what is marked is seen"
                time_s += 1.0
                session.press(Press(Button.DRAW, held=False), time_s)
                page = page_of(session)
        found |= {row_id for row_id in seen if row_id.startswith("resume ")}
        pages += 1
        if "others" not in seen:
            break
        if means == "touch":
            session.touch("others", time_s)
        else:
            for _ in range(seen.index("others")):
                time_s += 1.0
                session.press(Press(Button.DRAW, held=False), time_s)
            session.press(Press(Button.ADVANCE, held=False), time_s)
        assert session.page.name == "unfinished"
    assert found == {f"resume {number}" for number in range(1, 26)}
    for _ in range(pages - 1):
        session.press(Press(Button.BACK, held=False), time_s)
    assert session.page.name == "start"


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
    assert [row.id for row in page.tiles] == [f"new {game}" for game in sorted(FOUR)], "by their names"
    assert "show finstere-flure first-evening" in [row.id for row in page.rows]


def test_where_nothing_was_begun_advance_opens_the_first_evening(tmp_path: Path) -> None:
    session = table(tmp_path, FOUR, 0)
    session.press(Press(Button.ADVANCE, held=False), 1.0)
    assert session.page.name == "first-evening"


#: Screens with the least room: there names in another language are looked at, too; those in German are the longest.
NARROW = ((800, 480), (480, 800))
#: Games that others have installed besides.
OTHERS = ("Alquerque", "Brandubh", "Breakthrough")


@pytest.mark.slow
@pytest.mark.thorough(but=[f"{SIZES[0]}-de", f"{SIZES[2]}-de", f"{NARROW[0]}-fr", f"{NARROW[1]}-zh"])
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_name_of_four_or_seven_games_is_cut_and_no_picture_is_a_mere_strip(
    tmp_path: Path, size: Size, language: str
) -> None:
    use_written_language(language, FONTS)
    for number in (4, 7):
        for count in (0, 3, 8) if number == 7 else (1, 8):
            folder = tmp_path / f"{number} {count}"
            folder.mkdir()
            session = table(folder, FOUR, count, language=language)
            page = page_of(session)
            others = [Row(name, f"new {name}", detail="New game", sign=PLAIN) for name in OTHERS[: number - 4]]
            page = replace(page, tiles=(*page.tiles, *others))
            view = PageView(FONTS, session.table_game.pictures(FONTS))
            posters = [place for place in view.places(size, page) if place.row.id.startswith("new ")]
            if (number, size) == (7, NARROW[0]) and count > 2 and len(posters) < number:
                # The smallest screen lists all of them then.
                continue
            assert len(posters) == number
            written = view.painted(size, page).written
            cut = [
                text.text
                for text in written
                if text.paragraph.cut
                and any(text.text == place.row.text and place.box.contains(text.box) for place in posters)
            ]
            assert not cut, (number, count)
            least = 1.3 if (number, size) == (4, (480, 800)) else 0.99
            assert min(place.box.height for place in posters) >= least * lay_out_page(size).touch, (number, count)


#: So many games as those that come along and all examples.
EIGHTEEN = (
    "Fox and Geese",
    "Mouse and Elephant",
    "Nine Men's Morris",
    "Noughts and Crosses",
    *(f"{letter}-Breakthrough" for letter in "ABCDEFG"),
    *OTHERS,
)


@pytest.mark.slow
@pytest.mark.thorough(but=[f"2-{SIZES[1]}-de", f"5-{SIZES[3]}-fr", f"2-{NARROW[0]}-es"])
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("count", [0, 2, 5])
def test_of_many_games_no_name_is_cut(tmp_path: Path, count: int, size: Size, language: str) -> None:
    use_written_language(language, FONTS)
    session = table(tmp_path, FOUR, count, language=language)
    page = page_of(session)
    others = tuple(Row(name, f"new {name}", detail="New game", sign=PLAIN) for name in EIGHTEEN)
    view = PageView(FONTS, session.table_game.pictures(FONTS))
    written = view.painted(size, replace(page, tiles=page.tiles + others))
    names = {row.text for row in (*page.tiles, *others) if row.tone is Tone.PLAIN}
    assert [text.text for text in written.written if text.text in names and text.paragraph.cut] == []


def test_a_list_says_of_each_unfinished_game_whose_it_is(tmp_path: Path) -> None:
    session = table(tmp_path, FOUR, 5)
    page = page_of(session)
    others = tuple(Row(name, f"new {name}", sign=PLAIN) for name in EIGHTEEN)
    page = replace(page, tiles=tuple(replace(row, detail=f"Told of {row.id}") for row in (*page.tiles, *others)))
    painted = PageView(FONTS, session.table_game.pictures(FONTS)).painted(NARROW[0], page)
    written = {text.text for text in painted.written}
    assert [row.tone for row in page.tiles if row.detail in written] == [Tone.WAITING] * 4


def test_two_of_one_game_are_told_apart_by_their_players_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unfinished, "_FOLLOWED_S", 10.0)
    journal, flure = Journal.open(tmp_path / "games.sqlite"), find_game(FOUR[0])
    for players in (2, 3):
        events = whole_game(1, players).events[:20]
        kept = journal.start(flure.id, as_json(flure, events[0]))
        for event in events[1:]:
            journal.append(kept, as_json(flure, event))
    session = open_session(journal, Settings(), [find_game(game).table for game in FOUR], sees=False)
    session.open_start_page()
    for _ in range(20):
        session.tick(0.0)
    begins = [row.detail.split(" · ")[0] for row in page_of(session).tiles if row.tone is Tone.WAITING]
    assert len({*begins}) == 2
    assert not any("Round" in text for text in begins)


def test_more_games_are_told_apart_by_when_they_were_played(tmp_path: Path) -> None:
    session = table(tmp_path, FOUR[:1], 12)
    session.touch("others", 0.0)
    page = session.page
    assert isinstance(page, ListPage)
    rows = [row for row in page.rows if row.id.startswith("resume")]
    assert len(rows) > 5
    for row in rows:
        assert row.value.startswith("today ")
        assert "Round 1" in row.detail


@pytest.mark.parametrize(
    ("played", "told"),
    [
        ("2026-03-02T20:10:00Z", "today 21:10"),
        ("2026-03-01T23:30:00Z", "today 00:30"),
        ("2026-03-01T22:30:00Z", "yesterday 23:30"),
        ("2026-02-27T08:05:00Z", "2026-02-27 09:05"),
        # The clock of a box without network was set back.
        ("2026-03-09T08:05:00Z", "2026-03-09 09:05"),
        ("not a time", "not a time"),
    ],
)
def test_a_day_is_told_in_the_time_of_the_table(played: str, told: str) -> None:
    now_local = datetime(2026, 3, 2, 22, 0, tzinfo=timezone(timedelta(hours=1)))
    assert unfinished.describe_day(played, now_local) == told
