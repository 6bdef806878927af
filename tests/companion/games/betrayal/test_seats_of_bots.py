"""Bots in seats at the virtual table: whole games, and what people decide beside them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.betrayal.virtual_table.game import VIRTUAL
from companion.journal import Journal
from engine.betrayal.events import GameStarted
from engine.betrayal.game import RULES
from hardware.buttons import Button
from tests.companion.virtual_table.bot_table import BotTable
from tests.companion.virtual_table.faultless_reading import faultless_reading  # noqa: F401

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("faultless_reading")]

STARTED: GameStarted = VIRTUAL.start(3, 3, {})


@pytest.fixture
def table(tmp_path: Path) -> Iterator[BotTable]:
    journal = Journal.open(tmp_path / "games.sqlite")
    opened = BotTable(VIRTUAL, STARTED, journal)
    yield opened
    opened.close()
    journal.close()


def test_bots_play_a_game_to_its_end(table: BotTable) -> None:
    one, *others = STARTED.players
    table.begin(**{one: "greedy:0.02"}, **dict.fromkeys(others, "random"))
    table.play()
    journal, number = table.session.journal, table.session.game_id
    assert number is not None
    events = [RULES.event_from_json(RULES.event_to_json(event)) for event in table.game.events]
    assert RULES.replay(events).state == table.game.state
    assert len(journal.events(number)) == len(events)
