"""Bots in seats at the virtual table: whole games, windows that people share, what is kept and taken back."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.games.coach_ride.virtual_table.game import VIRTUAL
from companion.journal import Journal
from engine.coach_ride.events import Started
from engine.coach_ride.game import RULES
from tests.companion.virtual_table.bot_table import BotTable
from tests.companion.virtual_table.faultless_reading import faultless_reading  # noqa: F401

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("faultless_reading")]

STARTED: Started = VIRTUAL.start(3, 2, {})

Open = Callable[[], BotTable]


@pytest.fixture
def open_table(tmp_path: Path) -> Iterator[Open]:
    tables: list[BotTable] = []
    journal = Journal.open(tmp_path / "games.sqlite")

    def open_() -> BotTable:
        tables.append(BotTable(VIRTUAL, STARTED, journal))
        return tables[-1]

    yield open_
    for table in tables:
        table.close()
    journal.close()


def test_bots_play_a_game_to_its_end(open_table: Open) -> None:
    table = open_table()
    one, *others = STARTED.players
    table.begin(**{one: "greedy:0.02"}, **dict.fromkeys(others, "random"))
    table.play()
    assert table.counts.problems == 0
    journal, number = table.session.journal, table.session.game_id
    assert number is not None
    events = [RULES.event_from_json(RULES.event_to_json(event)) for event in table.game.events]
    assert RULES.replay(events).state == table.game.state
    assert len(journal.events(number)) == len(events)
