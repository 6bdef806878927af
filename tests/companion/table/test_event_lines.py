"""Lines of JSON about a running game, for other programs."""

import json
from random import Random
from typing import Any

from companion.device.settings import Settings
from companion.games.finstere_flure.table.game import TABLE
from companion.journal import Journal
from companion.table.announcement import Announcement
from companion.table.event_lines import EventLines
from companion.table.session import Session
from companion.table.session_start import open_session
from companion.voice import Level
from engine.finstere_flure.events import DeckShuffled, GameStarted
from engine.finstere_flure.game import RULES
from engine.finstere_flure.pieces import Colour


class Listener:
    """A session, and the program that follows it."""

    def __init__(self, journal: Journal) -> None:
        self.session: Session = open_session(journal, Settings(), [TABLE], sees=False, rng=Random(1))
        self.session.open_start_page()
        self._written: list[str] = []
        self.lines = EventLines(self.session, self._written.append, clock=lambda: 1_700_000_000.1234)

    @property
    def game(self) -> Any:
        return self.session.game

    def start(self) -> None:
        self.session.start(GameStarted((Colour.RED, Colour.BLUE), Colour.RED))

    def read(self) -> list[dict[str, Any]]:
        self.lines.tick(0.0)
        read = [json.loads(line) for line in self._written]
        self._written.clear()
        return read


def test_each_event_is_told_once_with_its_sentence(journal: Journal) -> None:
    listener = Listener(journal)
    assert listener.read() == []
    listener.start()
    started, *_ = listener.read()
    assert (started["kind"], started["game"]) == ("event", "finstere-flure")
    assert started["number"] == 0
    assert started["time"] == 1_700_000_000.123
    assert started["event"]["players"] == ["red", "blue"]
    assert started["text"]
    assert listener.read() == []


def test_the_order_of_a_shuffled_deck_is_told_nobody(journal: Journal) -> None:
    listener = Listener(journal)
    listener.start()
    assert any(isinstance(event, DeckShuffled) and event.order for event in listener.game.events)
    _, shuffled = listener.read()
    assert shuffled["event"] == {"event": "shuffled", "order": None}


def test_what_is_taken_back_is_said_and_what_comes_then_is_told(journal: Journal) -> None:
    listener = Listener(journal)
    listener.start()
    first, other, *_ = RULES.possible(listener.game.state)
    listener.session.apply(first)
    listener.read()
    listener.session.undo(2)
    assert [(line["kind"], line["number"]) for line in listener.read()] == [("undo", 2)]
    listener.session.apply(other)
    assert [(line["kind"], line["number"]) for line in listener.read()] == [("event", 2)]


def test_a_game_that_is_continued_begins_where_it_is(journal: Journal) -> None:
    listener = Listener(journal)
    listener.start()
    listener.read()
    listener.session.open_start_page()
    assert [line["kind"] for line in listener.read()] == ["left"]
    game = journal.latest_unfinished()
    assert game is not None
    listener.session.resume(game.id)
    assert [(line["kind"], line.get("number")) for line in listener.read()] == [("continued", 2)]


def test_the_end_of_a_game_is_told_once(journal: Journal) -> None:
    listener = Listener(journal)
    listener.start()
    rng = Random(3)
    while RULES.over(listener.game.state) is None:
        listener.session.apply(RULES.draw(listener.game.state, rng))
        *_, last, finish = ({}, *listener.read())
    assert (last["kind"], finish["kind"]) == ("event", "finish")
    result = RULES.over(listener.game.state)
    assert result is not None
    assert finish["winners"] == [*result.winners]
    assert listener.read() == []


def test_a_sound_is_told_by_its_name(journal: Journal) -> None:
    listener = Listener(journal)
    listener.lines.announce(Announcement("", Level.PHASE, chime="eaten"))
    listener.lines.announce(Announcement("A sentence without a sound.", Level.PHASE))
    assert [line["chime"] for line in listener.read()] == ["eaten"]
