"""Clock, resignation and draws of chess at the table."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from chess_table.clock import clock_text
from chess_table.game import GAME
from chess_table.rules import ClockedMove, Ended
from chess_table.table import PRESSED_S, ChessMoveStep

from companion.device.options import with_defaults
from companion.device.settings import NO_STICKERS, Settings
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.table.layout import PieceObservation
from companion.table.observation import TableObservation
from companion.table.session import Session
from companion.table.session_start import open_session
from hardware.buttons import Button, Press

GREEN = Press(Button.ADVANCE, held=False)
RED = Press(Button.BACK, held=False)


class ClockTable:
    """Session of a game with a clock that people tell by touch, or that a camera sees."""

    def __init__(self, journal: Journal, clock: str, *, sees: bool = False) -> None:
        settings = Settings(language="en", stickers=NO_STICKERS)
        self.session: Session = open_session(journal, settings, [GAME.table], sees=sees)
        self.now = 0.0
        self.session.open_start_page()
        options = with_defaults(GAME.options, {"clock": clock})
        GAME.table.begin(self.session, GAME.table.started(options), options)
        if sees:
            self.look(1.0)
        else:
            self.session.press(GREEN, 0.0)

    def wait(self, seconds: float) -> list[str]:
        """Let time pass, and return what is said."""
        said, end = [], self.now + seconds
        while self.now < end:
            self.now = min(end, self.now + 0.5)
            self.session.tick(self.now)
            said += [told.text for told in self.session.announcements() if told.text]
        return said

    def look(self, seconds: float, *moves: tuple[str, str]) -> None:
        """Let the camera see the men as the game has them, but for these moves, for some seconds."""
        assert self.session.game is not None
        taken = set(self.session.game.state.board)
        for start, end in moves:
            taken = (taken - {start}) | {end}
        end_s = self.now + seconds
        while self.now < end_s:
            self.now += 0.1
            self.session.observe(TableObservation(PieceObservation(unreadable=frozenset(taken))), self.now)
            self.session.tick(self.now)

    def move(self, *cells: str) -> None:
        """Touch a man and its end."""
        for cell in cells:
            self.session.touch(cell, self.now)

    @property
    def times(self) -> tuple[str, ...]:
        """The times on the page: White's, Black's."""
        page = self.session.page
        assert isinstance(page, BoardPage)
        return tuple(row.value for row in page.rows)

    def end(self, row: str) -> None:
        """Choose a row of the menu's page of ends."""
        self.session.open_menu()
        self.session.touch("end", self.now)
        self.session.touch(row, self.now)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = Journal.open(tmp_path / "g.sqlite")
    yield opened
    opened.close()


def test_green_starts_the_clock_and_each_move_adds_its_seconds(journal: Journal) -> None:
    table = ClockTable(journal, "5+3")
    table.wait(60)
    assert table.times == ("5:00", "5:00")
    assert table.session.page.keys.advance == "Start the clock"
    table.session.press(GREEN, table.now)
    table.wait(10)
    assert table.times == ("4:50", "5:00")
    table.move("e2", "e4")
    assert table.session.game is not None
    assert table.session.game.events[-1] == ClockedMove("white", (("e2", ""), ("e4", "white-pawn")), 293_000)
    table.wait(7)
    assert table.times == ("4:53", "4:53")


def test_a_move_that_is_taken_back_gives_its_time_back(journal: Journal) -> None:
    table = ClockTable(journal, "5+3")
    table.session.press(GREEN, table.now)
    table.wait(10)
    table.move("e2", "e4")
    table.wait(20)
    table.session.undo(1)
    # The pawn is put back first.
    table.session.press(GREEN, table.now)
    assert table.times == ("5:00", "5:00")


def test_a_game_that_is_continued_has_the_times_of_its_moves(journal: Journal) -> None:
    table = ClockTable(journal, "5+3")
    table.session.press(GREEN, table.now)
    table.wait(10)
    table.move("e2", "e4")
    table.wait(20)
    number = table.session.game_id
    assert number is not None
    again = open_session(journal, Settings(language="en"), [GAME.table], sees=False)
    again.resume(number)
    again.press(GREEN, 0.0)
    assert isinstance(again.page, BoardPage)
    assert [row.value for row in again.page.rows] == ["4:53", "5:00"]


def test_little_time_is_said_and_none_ends_the_game(journal: Journal) -> None:
    table = ClockTable(journal, "5+3")
    table.session.press(GREEN, table.now)
    assert "White has 60 seconds left." in table.wait(245)
    assert "White has 10 seconds left." in table.wait(50)
    assert any("Black" in text and "The time is up." in text for text in table.wait(6))
    assert table.session.game is not None
    assert table.session.game.events[-1] == Ended("time", ("black",))
    table.session.undo(1)
    assert table.times == ("5:00", "5:00")


def test_the_clock_stands_still_in_a_pause(journal: Journal) -> None:
    table = ClockTable(journal, "5+3")
    table.session.press(GREEN, table.now)
    table.wait(10)
    table.session.open_menu()
    table.session.touch("pause", table.now)
    table.wait(100)
    table.session.press(GREEN, table.now)
    assert table.times[0] in ("4:50", "4:49")


def test_green_stops_the_clock_before_the_move_is_seen(journal: Journal) -> None:
    table = ClockTable(journal, "5+3", sees=True)
    table.session.press(GREEN, table.now)
    table.look(10)
    table.session.press(GREEN, table.now)
    table.look(3)
    assert table.times[0] == "4:50"
    table.look(1.5, ("e2", "e4"))
    assert isinstance(table.session.step, ChessMoveStep)
    assert table.session.step.player == "black"
    assert table.times == ("4:53", "5:00")


def test_without_a_move_the_pressed_clock_goes_on(journal: Journal) -> None:
    table = ClockTable(journal, "5+3", sees=True)
    table.session.press(GREEN, table.now)
    table.look(10)
    table.session.press(GREEN, table.now)
    table.look(PRESSED_S + 1)
    assert table.times[0] == "4:44"
    assert table.session.notice == "I see no move yet: your clock goes on."


def test_resigning_draws_by_agreement_and_claims(journal: Journal) -> None:
    table = ClockTable(journal, "none")
    table.end("resign-white")
    assert [told.text for told in table.session.announcements()][-1] == "Does White resign? Then Black wins."
    assert table.session.game is not None
    assert len(table.session.game.events) == 1
    table.session.press(RED, table.now)
    assert isinstance(table.session.step, ChessMoveStep)
    table.end("resign-white")
    table.session.press(GREEN, table.now)
    assert isinstance(table.session.page, BoardPage)
    assert table.session.page.title == "Victory for Black!"
    table.session.undo(1)
    table.session.open_menu()
    table.session.touch("end", table.now)
    assert "repeated" not in [row.id for row in table.session.step.rows()]  # type: ignore[attr-defined]
    table.session.touch("offer", table.now)
    assert any("Do both agree?" in told.text for told in table.session.announcements())
    table.session.press(RED, table.now)
    for cells in (("g1", "f3"), ("g8", "f6"), ("f3", "g1"), ("f6", "g8")) * 2:
        table.move(*cells)
    table.end("repeated")
    assert table.session.game is not None
    assert table.session.game.events[-1] == Ended("repeated")
    table.session.undo(len(table.session.game.events) - 1)
    table.end("offer")
    table.session.press(GREEN, table.now)
    assert table.session.game.events[-1] == Ended("agreed")


@pytest.mark.parametrize(
    ("left", "text"), [(5_400_000, "1:30:00"), (300_000, "5:00"), (9_001, "0:10"), (0, "0:00"), (-5, "0:00")]
)
def test_a_second_that_has_begun_counts(left: int, text: str) -> None:
    assert clock_text(left) == text
