"""Events of a game that plays itself without a window."""

import json

import pytest
from classics.noughts_and_crosses import GAME

from companion.journal import Journal
from companion.virtual_table.autoplay import play_headless


@pytest.mark.usefixtures("display", "faultless_reading")
def test_a_game_without_a_window_writes_its_events_as_one_in_the_window(journal: Journal) -> None:
    written: list[str] = []
    summary = play_headless(GAME.virtual, GAME.virtual.start(None, 3, {}), journal, seed=3, write=written.append)
    lines = [json.loads(line) for line in written]
    events = [line["number"] for line in lines if line["kind"] == "event"]
    assert events == [*range(summary["events"])]
    (finish,) = (line for line in lines if line["kind"] == "finish")
    assert finish["winners"] == summary["winners"]
    assert {line["kind"] for line in lines} == {"event", "chime", "finish"}
