"""Spoken forms of the pages round the games, found by walks."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.device.language import COMPLETE, use_language
from companion.device.settings import Settings
from companion.games.random_play import as_json, random_game
from companion.journal import Journal
from companion.phones.table import PhoneTable
from companion.screen.pages import ListPage, PlayedPage
from companion.table.past_games import PastGamesStep
from companion.table.replay_step import running_replay
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.table.spoken_page import spoken_page
from companion.table.statistics_pages import StatisticsStep
from companion.two_tables.tables import OtherTables
from hardware.buttons import Button, Press
from tests.companion.games.test_spoken_pages import lacking, names
from tests.companion.phones.evening import HERE
from tools.phone_secrets import Line, UnpaintedPictures
from tools.walk.games import games

pytest.importorskip("starlette")
pytest.importorskip("spake2")

#: Pages that the walk must come to: what is kept, players, figures, phones, another table.
LEAST = {
    *(
        "start",
        "menu",
        "settings",
        "settings-group",
        "help",
        "log",
        "undo",
        "seats",
        "seat",
        "ask",
        "pause",
        "unfinished",
    ),
    *("games", "past", "past-game", "search", "chapters", "from-here", "mend", "misfit", "as-it-lies"),
    *("players-list", "player", "merge", "forget", "who-sits", "write-name", "leave-name"),
    *("statistics", "figure-table", "game-figures", "phones", "guests", "another-table", "join-table", "version"),
}
#: So many walks, each of so many acts.
WALKS = 120
ACTS = 18


class House:
    """Session by ear with kept games and players, phones, and a way to another table."""

    def __init__(self, folder: Path, language: str) -> None:
        use_language(language)
        self.rng, self.now = Random(1), 0.0
        self.journal = Journal.open(folder / "games.sqlite")
        self.journal.finish(self._keep("noughts-and-crosses", events=100), "Nought has won.")
        #: Games that are not over.
        self.running = {game_id: self._keep(game_id, events=6) for game_id in ("noughts-and-crosses", "lifeboat")}
        around = SessionContext(kiosk=True, phones=lambda _: self.phones.step(self.session))
        tables = [games()[game_id].table for game_id in self.running]
        self.settings = Settings(language=language, by_ear="short")
        self.session: Session = open_session(
            self.journal, self.settings, tables, sees=False, rng=self.rng, around=around
        )
        for name in ("Anna", "Ben"):
            self.session.names.add(name)
        self.phones = PhoneTable(self.session, HERE, start=lambda *_: Line(), draw=UnpaintedPictures)
        self.tables = OtherTables(self.session, self.phones)
        self.session.use_other_table(self.tables)
        self.session.open_start_page()
        #: How often what was touched on which page, and what pages lack in their spoken form.
        self.touched = Counter[tuple[str, str]]()
        self.seen: set[str] = set()
        self.faults: dict[str, list[str]] = {}

    def _keep(self, game_id: str, events: int) -> int:
        game = games()[game_id]
        played = random_game(game, 1, events).events
        number = self.journal.start(game_id, as_json(game, played[0]))
        for event in played[1:]:
            self.journal.append(number, as_json(game, event))
        return number

    def walk(self, number: int) -> None:
        """Walk from the first page, kept games, statistics, a game's menu or moments."""
        session = self.session
        if number % 5 == 0:
            session.open_start_page()
        elif number % 5 == 1:
            session.open(PastGamesStep(session))
        elif number % 5 == 2:
            session.open(StatisticsStep(session, PastGamesStep(session).counter))
        else:
            session.table_game = self.rng.choice(session.games)
            session.resume(self.running[session.table_game.rules.id])
            session.press(Press(Button.BACK, held=True), self.now)
            if number % 5 == 4:
                session.open(running_replay(session))
        for _ in range(ACTS):
            self.look()
            self.act()

    def look(self) -> None:
        """Compare the page with what is said of it."""
        session = self.session
        self.now += 2.0
        if session.settings != self.settings:
            session.change_settings(self.settings)
        if isinstance(session.step, PastGamesStep | StatisticsStep):
            session.step.counter.wait()
        session.tick(self.now)
        session.announcements()
        page, places = session.page, session.step.places()
        self.seen.add(page.name)
        name_of = names(session.table_game)
        fault = lacking(page, spoken_page(page, name_of, places), name_of, places[0])
        if fault:
            self.faults.setdefault(page.name, fault)

    def act(self) -> None:
        """Touch the row of this page that was touched least; else press a button, or type a name."""
        page, session = self.session.page, self.session
        rows = () if isinstance(page, PlayedPage) else page.rows
        rows = (*page.tiles, *rows) if isinstance(page, ListPage) else rows
        targets = [(page.name, row.id) for row in rows if row.id]
        if targets and self.rng.random() < 0.8:
            target = min(targets, key=lambda target: (self.touched[target], self.rng.random()))
            self.touched[target] += 1
            session.touch(target[1], self.now)
        elif page.name == "write-name" and self.rng.random() < 0.5:
            session.typed("Cleo", self.now)
        else:
            button = self.rng.choices([*Button], [2, 1, 4])[0]
            session.press(Press(button, held=self.rng.random() < 0.2), self.now)

    def close(self) -> None:
        self.tables.close()
        self.phones.close()
        self.journal.close()


@pytest.fixture
def house(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Any]:
    """Return a house in the language that is asked for."""
    house = House(tmp_path, request.param)
    yield house
    house.close()


@pytest.mark.slow
@pytest.mark.thorough(but=["es"])
@pytest.mark.parametrize("house", COMPLETE, indirect=True)
def test_all_that_pages_round_the_games_show_is_in_their_spoken_form(house: House) -> None:
    for number in range(WALKS):
        house.walk(number)
    assert house.faults == {}
    assert LEAST - house.seen == set()
