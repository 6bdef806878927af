"""A table with two games: the first page offers both, each goes on where it was left, and each is shown as its own.

The second game is counting: whoever is on turn says one; at three the game is over.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.box.options import flag
from companion.box.settings import Settings
from companion.games.finstere_flure.table.game import TABLE as FLURE
from companion.journal import Journal
from companion.journal.journal import PAUSE_S
from companion.screen.pages import ListPage, Row
from companion.table.game import TableGame
from companion.table.lists import ListStep
from companion.table.opening import open_session
from companion.table.session import Session, Surroundings
from companion.table.step import Step
from engine.errors import NotationError
from engine.game import Choice, Result, RuleProblem, Rules
from tests.companion.journal.disk import full_disk

LAST = 3


class CountingRules(Rules[int, str]):
    """The state is how far they have counted; the events are ``started`` and ``counted``."""

    id = "counting"

    def event_from_json(self, data: Mapping[str, Any]) -> str:
        if data.get("event") not in ("started", "counted"):
            raise NotationError("no event of counting")
        return str(data["event"])

    def event_to_json(self, event: str) -> dict[str, Any]:
        return {"event": event}

    def problems(self, state: int | None, event: str) -> tuple[RuleProblem, ...]:
        allowed = event == "started" if state is None else event == "counted" and state < LAST
        return () if allowed else (RuleProblem("phase", "not now"),)

    def begin(self, _event: str) -> int:
        return 0

    def follow(self, state: int, _event: str) -> int:
        return state + 1

    def next(self, state: int) -> tuple[Choice, ...]:
        return (Choice("counted"),) if state < LAST else ()

    def over(self, state: int) -> Result | None:
        return Result(("all",), "counted") if state == LAST else None

    def state_to_json(self, state: int) -> dict[str, Any]:
        return {"count": state}


class CountStep(ListStep):
    """Says how far they are; Advance counts on."""

    name = "count"

    def title(self) -> str:
        assert self.session.game is not None
        return str(self.session.game.state)

    def rows(self) -> Sequence[Row]:
        return (Row("Count", "count"),)

    def choose(self, _row_id: str) -> None:
        self.session.apply("counted")
        self.session.go_on()


class WhoStep(ListStep):
    """Before the game."""

    name = "who"

    def title(self) -> str:
        return "Who counts?"

    def rows(self) -> Sequence[Row]:
        return (Row("Everybody", "all"),)

    def choose(self, _row_id: str) -> None:
        self.session.table_game.begin(self.session, "started", {})


@dataclass(frozen=True)
class Seen:
    """What the camera saw, with what it had seen before."""

    now: str
    before: str


class Counting(TableGame[Session]):
    """Counting at the table."""

    rules = CountingRules()
    options = (flag("aloud", "Aloud"),)
    readings: Any = None

    def title(self) -> str:
        return "Counting"

    def help(self, state: int) -> Sequence[str]:
        return (f"You are at {state}.",)

    def status(self, state: int) -> str:
        return f"at {state}"

    def tell_event(self, _before: int | None, event: str, after: int) -> str:
        return f"{event}: {after}"

    def tell_when(self, _before: int | None, after: int) -> str:
        return f"at {after}"

    def pictures(self, _fonts: object) -> Any:
        raise NotImplementedError

    def new_game(self, session: Session) -> Step[Session]:
        return WhoStep(session)

    def begin(self, session: Session, started: str, variants: Mapping[str, Any]) -> None:
        session.start(started, variants)

    def next_step(self, session: Session) -> Step[Session]:
        return CountStep(session)

    def anchors(self, _catalogue: object) -> Any:
        raise NotImplementedError

    def observe(self, _reading: object, _catalogue: object) -> Any:
        raise NotImplementedError

    def remember(self, seen: str, memory: str | None) -> tuple[Seen, str]:
        return Seen(seen, memory or ""), seen

    def lies_after(self, laid: Any, _before: int | None, _event: str, after: int, *, lies_already: bool) -> Any:
        return after if lies_already else laid

    def signs(self) -> Sequence[Row]:
        return ()

    def tags_guide(self) -> Sequence[Row]:
        return ()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def at_the_table(path: Path) -> Session:
    session = open_session(Journal.open(path), Settings(), [FLURE, Counting()], sees=True)
    session.to_start()
    return session


def rows(session: Session) -> list[tuple[str, str, str]]:
    assert isinstance(session.page, ListPage)
    return [(row.id, row.text, row.value) for row in session.page.rows]


def count(session: Session, *, times: int) -> None:
    session.touch("new counting", 0.0)
    session.touch("all", 0.0)
    for _ in range(times):
        session.touch("count", 0.0)


def test_the_first_page_offers_every_game(path: Path) -> None:
    session = at_the_table(path)
    assert isinstance(session.page, ListPage)
    assert session.page.title == "Which game?"
    assert rows(session)[:2] == [
        ("new finstere-flure", "New game", "Finstere Flure"),
        ("new counting", "New game", "Counting"),
    ]


def test_each_game_opens_its_own_pages_and_keeps_its_own_events(path: Path) -> None:
    session = at_the_table(path)
    session.touch("new finstere-flure", 0.0)
    assert session.page.name == "players"
    session.to_start()
    count(session, times=2)
    assert (session.page.name, session.status) == ("count", "at 2")
    (record,) = session.journal.games()
    assert (record.kind, record.events) == ("counting", 3)
    assert session.journal.events(record.id)[1] == '{"event": "counted"}'


def test_what_a_full_disk_kept_out_is_written_while_nobody_touches_anything(path: Path) -> None:
    session = at_the_table(path)
    count(session, times=1)
    with full_disk():
        session.touch("count", 0.0)
        assert "memory only" in session.status
    session.tick(PAUSE_S)
    assert session.status == "at 2"
    assert session.journal.unwritten == 0


def test_menu_log_help_and_undo_speak_of_the_game_that_is_played(path: Path) -> None:
    session = at_the_table(path)
    count(session, times=2)
    session.open_menu()
    session.touch("help", 0.0)
    assert rows(session)[0] == ("", "You are at 2.", "")
    session.step.back()
    session.touch("log", 0.0)
    assert rows(session)[0] == ("2", "counted: 2", "at 2")
    session.step.back()
    session.touch("undo", 0.0)
    session.touch("2", 0.0)
    assert session.status == "at 1"


def test_the_last_unfinished_game_of_each_kind_is_offered_and_goes_on(path: Path) -> None:
    session = at_the_table(path)
    count(session, times=1)
    session.to_start()
    session.touch("new finstere-flure", 0.0)
    for row in ("red", "blue", "settings", "set_up"):
        session.touch(row, 0.0)
    session.close()
    for row in ("start",):
        session.touch(row, 0.0)
    assert session.page.name == "place-tile"
    session.journal.close()

    again = at_the_table(path)
    offered = {value: row_id for row_id, _, value in rows(again) if row_id.startswith("resume")}
    assert list(offered) == ["Finstere Flure", "Counting"]
    again.touch(offered["Counting"], 0.0)
    assert (again.page.name, again.status, again.laid) == ("count", "at 1", None)
    again.touch("count", 0.0)
    again.touch("count", 0.0)
    again.to_start()
    assert offered["Counting"] not in {row_id for row_id, _, _ in rows(again)}
    again.touch(offered["Finstere Flure"], 0.0)
    assert again.page.name == "place-tile"


def test_a_finished_game_has_its_result_in_the_journal(path: Path) -> None:
    session = at_the_table(path)
    count(session, times=LAST)
    (record,) = session.journal.games()
    assert record.result == '{"winners": ["all"], "reason": "counted"}'


def test_a_game_remembers_nothing_of_what_was_seen_of_another(path: Path) -> None:
    session = at_the_table(path)
    count(session, times=0)
    session.see("one", 1.0)
    session.see("two", 2.0)
    assert session.seen == Seen("two", "one")
    session.to_start()
    count(session, times=0)
    session.see("three", 3.0)
    assert session.seen == Seen("three", "")


def test_the_settings_have_the_options_of_every_game(path: Path) -> None:
    session = at_the_table(path)
    session.touch("settings", 0.0)
    assert ("counting aloud", "Aloud", "no") in rows(session)
    session.touch("counting aloud", 0.0)
    session.touch("finstere-flure dm_end", 0.0)
    assert ("counting aloud", "Aloud", "yes") in rows(session)
    assert session.settings.games == {"counting": {"aloud": True}, "finstere-flure": {"dm_end": True}}


def test_at_a_virtual_table_each_game_can_be_watched(path: Path) -> None:
    around = Surroundings(watched={"counting": "started", "finstere-flure": None}.__getitem__)
    session = open_session(Journal.open(path), Settings(), [FLURE, Counting()], sees=True, around=around)
    session.to_start()
    assert ("watch finstere-flure", "Watch a game", "Finstere Flure") in rows(session)
    session.touch("watch counting", 0.0)
    assert session.watching
    assert (session.page.name, session.table_game.title()) == ("count", "Counting")
