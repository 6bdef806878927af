"""Tests of the menus over the game and the first page, with a small game.

They test the offered rows, and the effect of buttons and touches.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.device.settings import Settings
from companion.journal import Journal
from companion.screen.pages import ListPage, Tone
from companion.table.history import History
from companion.table.menu_lock import LOCK_SHOWN_S
from companion.table.menus import HelpStep
from companion.table.session import Session
from companion.table.session_start import open_session
from companion.table.step import Step
from companion.voice import Level
from hardware.buttons import Button, Press
from hardware.ring.patterns import Off, Resume
from tests.companion.table.counting import Counting, CountingRules, Untagged

ADVANCE, DRAW, BACK = (Press(button, held=False) for button in (Button.ADVANCE, Button.DRAW, Button.BACK))
MENU = Press(Button.BACK, held=True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def session(path: Path) -> Session:
    """Return a session in a game in which one was counted."""
    session = at_start(path)
    play(session, times=1)
    session.announcements()
    return session


def at_start(path: Path) -> Session:
    session = open_session(Journal.open(path), Settings(), [Counting()], sees=True)
    session.open_start_page()
    return session


def play(session: Session, *, times: int) -> None:
    for target in ("new", "all", *["count"] * times):
        session.touch(target, 0.0)


def page(session: Session) -> ListPage:
    assert isinstance(session.page, ListPage)
    return session.page


def row_ids(session: Session) -> list[str]:
    return [row.id for row in (*page(session).tiles, *page(session).rows)]


def selected(session: Session) -> str:
    place = page(session).selected
    return "" if place is None else page(session).rows[place].id


# --- a list -----------------------------------------------------------------------------------------------------------


def test_draw_goes_down_a_list_and_begins_again_at_its_top_and_advance_chooses(session: Session) -> None:
    session.press(MENU, 1.0)
    assert row_ids(session) == ["help", "undo", "log", "ask", "as-it-lies", "pause", "settings", "start"]
    passed = []
    for _ in range(9):
        passed.append(selected(session))
        session.press(DRAW, 1.0)
    assert passed == ["help", "undo", "log", "ask", "as-it-lies", "pause", "settings", "start", "help"]
    session.press(ADVANCE, 2.0)
    assert session.page.name == "undo"


def test_a_touched_row_is_chosen_and_stays_marked(session: Session) -> None:
    session.press(MENU, 1.0)
    session.touch("log", 1.0)
    session.press(BACK, 1.0)
    assert selected(session) == "log"
    session.touch("no such row", 1.0)
    assert (session.page.name, selected(session)) == ("menu", "log")


def test_a_list_in_which_nothing_can_be_chosen_marks_nothing(session: Session) -> None:
    session.press(MENU, 1.0)
    session.touch("help", 1.0)
    assert page(session).selected is None
    assert not page(session).keys.advance
    session.press(ADVANCE, 1.0)
    session.press(DRAW, 1.0)
    assert session.page.name == "help"
    session.press(BACK, 1.0)
    assert session.page.name == "menu"
    session.press(BACK, 1.0)
    assert session.page.name == "count"


# --- the menu ---------------------------------------------------------------------------------------------------------


def test_help_tells_the_rules_of_now_and_what_the_three_buttons_do(session: Session) -> None:
    session.press(MENU, 1.0)
    session.touch("help", 1.0)
    texts = [row.text for row in page(session).rows]
    assert texts[0] == "You are at 1."
    assert len(texts) == 4


def test_the_log_has_the_latest_first(session: Session) -> None:
    session.touch("count", 1.0)
    session.press(MENU, 1.0)
    session.touch("log", 1.0)
    rows = [(row.id, row.text, row.value) for row in page(session).rows]
    assert rows == [("2", "counted: 2", "at 2"), ("1", "counted: 1", "at 1"), ("0", "started: 0", "at 0")]
    session.touch("1", 1.0)
    assert session.page.name == "replay", "an event leads to its moment"


def test_what_would_be_taken_back_is_marked_and_one_press_takes_it_back(session: Session) -> None:
    session.touch("count", 1.0)
    session.press(MENU, 1.0)
    session.touch("undo", 1.0)
    assert [(row.id, row.tone) for row in page(session).rows] == [("2", Tone.BAD), ("1", Tone.PLAIN)]
    assert page(session).keys.advance == "Take back"
    session.press(DRAW, 1.0)
    assert [(row.id, row.tone) for row in page(session).rows] == [("2", Tone.BAD), ("1", Tone.BAD)]
    session.press(DRAW, 1.0)
    session.press(ADVANCE, 1.0)
    assert (session.page.name, session.status) == ("count", "at 1")


def test_where_nothing_was_played_nothing_can_be_taken_back(path: Path) -> None:
    session = at_start(path)
    play(session, times=0)
    session.press(MENU, 1.0)
    row = page(session).rows[1]
    assert (row.text, row.id, row.detail) == ("Undo", "", "There is nothing to take back yet.")
    session.touch("undo", 1.0)
    assert session.page.name == "menu"


def test_what_follows_by_itself_is_not_offered_to_be_taken_back(path: Path) -> None:
    class FollowingHistory(History[int, str]):
        def can_undo(self, event: str) -> bool:
            return event != "counted"

    class Following(Counting):
        history = FollowingHistory(Counting.rules)

    session = open_session(Journal.open(path), Settings(), [Following()], sees=True)
    session.open_start_page()
    play(session, times=2)
    session.press(MENU, 1.0)
    assert "undo" not in row_ids(session)


def test_settings_go_through_their_values_and_one_game_has_a_group_of_its_own(session: Session) -> None:
    session.press(MENU, 1.0)
    session.touch("settings", 1.0)
    assert row_ids(session)[-4:] == ["menu_lock", "game counting", "first_run", "version"]
    before = session.settings
    session.touch("game counting", 1.0)
    assert row_ids(session) == ["counting aloud"]
    session.touch("counting aloud", 1.0)
    assert session.settings.of_game("counting", Counting.options) == {"aloud": True}
    session.touch("counting aloud", 1.0)
    assert session.settings.of_game("counting", Counting.options) == {"aloud": False}
    session.press(BACK, 1.0)
    session.touch("group screen", 1.0)
    session.touch("full_screen", 1.0)
    assert session.settings.full_screen != before.full_screen
    session.press(BACK, 1.0)
    session.touch("first_run", 1.0)
    assert session.page.name == "first-language"


def test_a_language_without_letters_is_passed_over_and_that_is_said(session: Session) -> None:
    session.press(MENU, 1.0)
    session.touch("settings", 1.0)
    assert page(session).rows[0].detail == ""
    session.offer_languages(["en", "de"], "en")
    assert "font" in page(session).rows[0].detail
    assert [row.detail for row in page(session).rows[1:] if "font" in row.detail] == []
    session.touch("language", 1.0)
    session.touch("language", 1.0)
    assert session.settings.language == "en"


def test_the_menu_has_what_a_game_adds_and_leads_back_to_the_first_page(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Counting, "menu", lambda _: {"own": ("Something of its own", HelpStep)}, raising=False)
    session.press(MENU, 1.0)
    assert row_ids(session) == ["help", "undo", "log", "ask", "as-it-lies", "own", "pause", "settings", "start"]
    session.touch("own", 1.0)
    assert session.page.name == "help"
    session.press(BACK, 1.0)
    session.touch("start", 1.0)
    assert session.page.name == "start"


def test_the_menu_promises_no_game_to_go_on_with_once_it_is_over(session: Session) -> None:
    session.press(MENU, 1.0)
    assert page(session).rows[-1].detail == "The game is kept and can go on later."
    session.press(BACK, 2.0)
    while session.game is not None and session.table_game.history.result_line(session.game.state) is None:
        session.apply("counted")
    session.go_on()
    session.press(MENU, 3.0)
    assert (page(session).rows[-1].id, page(session).rows[-1].detail) == ("start", "")


def test_in_a_pause_time_stands_still_until_advance_goes_on_with_the_game(session: Session) -> None:
    session.press(MENU, 1.0)
    session.touch("pause", 2.0)
    assert (session.page.name, session.pattern) == ("pause", Off())
    session.tick(4000.0)
    session.press(DRAW, 5000.0)
    session.touch("anything", 6000.0)
    assert (session.page.name, session.now) == ("pause", 2.0)
    session.press(ADVANCE, 7000.0)
    assert session.page.name == "count"
    session.tick(7001.0)
    assert session.now == 3.0


def test_a_locked_menu_opens_only_when_advance_is_held_too(session: Session) -> None:
    session.change_settings(replace(session.settings, menu_lock=True))
    session.press(MENU, 1.0)
    assert page(session).text == "The menu is locked. The green button opens it when held."
    session.press(ADVANCE, 1.0)
    session.touch("settings", 1.0)
    assert session.page.name == "menu-lock"
    session.press(Press(Button.ADVANCE, held=True), 2.0)
    assert session.page.name == "menu"
    session.press(BACK, 3.0)
    assert session.page.name == "count"


def test_a_locked_menu_that_nobody_opens_goes_away(session: Session) -> None:
    session.change_settings(replace(session.settings, menu_lock=True))
    session.press(MENU, 1.0)
    session.tick(LOCK_SHOWN_S)
    assert session.page.name == "menu-lock"
    session.tick(1.0 + LOCK_SHOWN_S)
    assert session.page.name == "count"
    session.press(MENU, 20.0)
    session.press(BACK, 21.0)
    assert session.page.name == "count"


# --- the first page ---------------------------------------------------------------------------------------------------


def test_what_a_game_shows_can_be_watched_from_the_first_page(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = at_start(path)
    assert not [row for row in row_ids(session) if row.startswith("show")]
    monkeypatch.setattr(Untagged, "shows", lambda _: {"help": ("Show me", HelpStep)})
    session.games = (Counting(), *session.games)
    session.open_start_page()
    session.games = session.games[:1]
    session.open_start_page()
    assert row_ids(session) == ["new", "show counting help", "settings", "leave"]
    shown = session.games[0]
    session.touch("show counting help", 1.0)
    assert isinstance(session.step, HelpStep)
    assert session.table_game is shown


def test_the_games_last_played_are_offered_first_and_the_very_last_is_marked(path: Path) -> None:
    session = at_start(path)
    assert session.pattern == Off()
    session.announcements()
    for times in (0, 1, 2, 2, 3):
        play(session, times=times)
        session.open_start_page()
    assert [(row.id, row.detail, row.tone) for row in page(session).tiles] == [
        ("resume 4", "at 2", Tone.WAITING),
        ("resume 3", "at 2", Tone.WAITING),
        ("resume 2", "at 1", Tone.WAITING),
        ("resume 1", "at 0", Tone.WAITING),
        ("new", "New game", Tone.PLAIN),
    ]
    assert page(session).selected == 0
    assert session.pattern != Off()
    assert isinstance(session.pattern, Resume)
    assert ("A game can be continued.", Level.PHASE) in [(said.text, said.level) for said in session.announcements()]
    session.press(BACK, 1.0)
    assert session.page.name == "start"


def test_of_many_unfinished_games_the_last_played_are_offered_and_the_others_one_touch_away(path: Path) -> None:
    session = at_start(path)
    for number in range(15):
        play(session, times=number % 3)
        session.open_start_page()
    tiles = [(row.id, row.value) for row in page(session).tiles]
    assert tiles == [("resume 15", ""), ("resume 14", ""), ("resume 13", ""), ("others", "12 more games"), ("new", "")]
    session.touch("others", 1.0)
    assert [(row.id, row.text) for row in page(session).rows] == [
        *((f"resume {number}", "Continue") for number in range(12, 4, -1)),
        ("others", "4 more games"),
    ]
    session.touch("others", 2.0)
    assert row_ids(session) == ["resume 4", "resume 3", "resume 2", "resume 1"]
    session.press(BACK, 3.0)
    session.press(BACK, 3.0)
    assert session.page.name == "start"
    session.touch("others", 4.0)
    session.touch("resume 11", 5.0)
    assert (session.game_id, session.page.name) == (11, "count")


def test_a_game_that_cannot_be_read_is_told_by_its_time_and_keeps_its_place_once_it_is_chosen(path: Path) -> None:
    journal = Journal.open(path, lambda: 1_795_289_400.0)
    number = journal.start("counting", '{"event": "counted"}')
    journal.append(number, '{"event": "counted"}')
    session = open_session(journal, Settings(), [Counting()], sees=True)
    session.open_start_page()
    assert page(session).tiles[0].detail == "Started 2026-11-21 19:30, 2 events"
    session.touch(f"resume {number}", 1.0)
    assert page(session).status.startswith("The game cannot be read: ")
    assert page(session).tiles[0].detail == "Started 2026-11-21 19:30, 2 events"
    assert row_ids(session)[:2] == ["", "new"]
    assert session.game is None
    session.touch("settings", 2.0)
    session.press(BACK, 3.0)
    assert page(session).status == "", "it was told"


def test_a_game_whose_code_fails_at_its_events_says_that_they_cannot_be_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_rules: CountingRules, data: Mapping[str, Any]) -> str:
        return str({}[data["event"]])

    journal = Journal.open(path)
    number = journal.start("counting", '{"event": "started"}')
    session = open_session(journal, Settings(), [Counting()], sees=True)
    session.open_start_page()
    monkeypatch.setattr(CountingRules, "event_from_json", fail)
    session.touch(f"resume {number}", 1.0)
    assert page(session).status == "The game cannot be read: KeyError('started')"
    assert row_ids(session)[:2] == ["", "new"]


def test_a_game_that_was_read_and_whose_pages_fail_is_not_called_unreadable(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_game: Counting, _session: Session) -> Step[Session]:
        raise ValueError("no page")

    journal = Journal.open(path)
    number = journal.start("counting", '{"event": "started"}')
    session = open_session(journal, Settings(), [Counting()], sees=True)
    session.open_start_page()
    monkeypatch.setattr(Counting, "next_step", fail)
    with pytest.raises(ValueError, match="no page"):
        session.touch(f"resume {number}", 1.0)


def test_games_of_another_kind_are_not_offered(path: Path) -> None:
    journal = Journal.open(path)
    journal.start("some-game", "{}")
    session = open_session(journal, Settings(), [Counting()], sees=True)
    session.open_start_page()
    assert row_ids(session)[0] == "new"
    assert page(session).tiles[0].id == "new"


def test_what_cannot_be_switched_off_says_nothing(path: Path) -> None:
    session = at_start(path)
    session.around = replace(session.around, switch_off=lambda: "", kiosk=True)
    session.touch("off", 1.0)
    assert (page(session).text, page(session).status) == ("", "")


def test_draw_held_steps_back_in_a_list(session: Session) -> None:
    session.press(MENU, 0.0)
    assert page(session).keys.draw_hold == "Previous"
    for _ in range(2):
        session.press(DRAW, 0.0)
    session.press(Press(Button.DRAW, held=True), 0.0)
    assert page(session).selected == 1
    for _ in range(2):
        session.press(Press(Button.DRAW, held=True), 0.0)
    assert page(session).selected == len(row_ids(session)) - 1, "from the first row to the last"


def test_red_held_in_the_menu_marks_the_main_menu_and_leaves_nothing(session: Session) -> None:
    session.press(MENU, 0.0)
    assert session.page.keys.back_hold == "Main menu"
    session.press(MENU, 0.0)
    page = session.page
    assert isinstance(page, ListPage)
    assert page.selected is not None
    assert (page.name, page.rows[page.selected].text) == ("menu", "Main menu")
    session.press(MENU, 0.0)
    assert session.page == page, "a third long press loses nothing either"
    session.press(ADVANCE, 0.0)
    assert session.page.name == "start"
