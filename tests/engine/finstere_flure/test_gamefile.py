"""Tests of the game file: its look, and a sentence with the line for every defect."""

import contextlib
import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import NotationError
from engine.finstere_flure.events import (
    CardDrawn,
    DeckShuffled,
    Faces,
    GameEvent,
    GameStarted,
    SetUp,
    StoneMoved,
    TilePlaced,
)
from engine.finstere_flure.events import TokenMoved as Moved
from engine.finstere_flure.game import RULES
from engine.finstere_flure.gamefile import event_from_json, event_to_json
from engine.finstere_flure.pieces import Place, Side
from engine.gamefile import game_from_text, game_to_text
from tests.engine.finstere_flure.game_helpers import (
    BLUE,
    ORDER,
    OUT,
    RED,
    SEVEN,
    begun,
    expert,
    place,
    put,
    stay_all,
    tile,
)

HEADER = '{"format": "finstere-flure/game", "version": 1}\n'
STARTED = (
    '{"event": "started", "players": ["red", "blue"], "first": "red", "set_up": "basic", "dm_placing": false, '
    '"dm_end": false, "five_as_three": false, "faces": "fronts", "stones": ["stone-1", "stone-2", "stone-3", '
    '"stone-4", "stone-5", "stone-6", "stone-7", "stone-8", "stone-9", "stone-10", "stone-11"]}\n'
)
SHUFFLED = '{"event": "shuffled", "order": ["7", "5", "X", "8", "10", "XX", "8", "7"]}\n'
MOVED = (
    '{"event": "token", "token": "red-5", "to": "o9", "side": "black", "stones": {"stone-9": "o8"}, '
    '"overruled": false}\n'
)
GAME = HEADER + STARTED + SHUFFLED + MOVED


def complaint(text: str) -> str:
    """Return the sentence with which the text is refused."""
    with pytest.raises(NotationError) as caught:
        game_from_text(RULES, text)
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 1000
    return message


# --- there and back -----------------------------------------------------------------------------------------------


def test_a_file_has_a_header_and_one_event_a_line() -> None:
    game = game_from_text(RULES, GAME)
    assert game.events[-1] == Moved("red-5", "o9", Side.BLACK, (StoneMoved("stone-9", "o8"),))
    assert game_to_text(RULES, game.events) == GAME


def test_the_last_line_need_not_end() -> None:
    assert game_from_text(RULES, GAME.removesuffix("\n")) == game_from_text(RULES, GAME)


@pytest.mark.parametrize(
    ("event", "data"),
    [
        (
            TilePlaced(tile("teleporter-A1 d5 N")),
            {"event": "tile", "tile": "teleporter-A1", "kind": "teleporter", "cells": ["d5"], "arrow": "N"},
        ),
        (
            TilePlaced(tile("pool-2x2 d5 e5 d6 e6")),
            {"event": "tile", "tile": "pool-2x2", "kind": "pool", "cells": ["d5", "e5", "d6", "e6"], "arrow": None},
        ),
        (DeckShuffled(None), {"event": "shuffled", "order": None}),
        (
            Moved("red-4", OUT, Side.WHITE, (StoneMoved("stone-1", None),), overruled=True),
            {
                "event": "token",
                "token": "red-4",
                "to": "out",
                "side": "white",
                "stones": {"stone-1": None},
                "overruled": True,
            },
        ),
        (CardDrawn(("10",)), {"event": "card", "drawn": ["10"], "order": None}),
        (
            CardDrawn(("X", "7"), ("X", "XX", "5", "7", "8", "8", "10")),
            {"event": "card", "drawn": ["X", "7"], "order": ["X", "XX", "5", "7", "8", "8", "10"]},
        ),
        (
            GameStarted(SEVEN, BLUE, SetUp.EXPERT, dm_end=True, five_as_three=True, stones=("stone-2",)),
            {
                "event": "started",
                "players": ["green", "red", "blue", "yellow", "beige", "purple", "black"],
                "first": "blue",
                "set_up": "expert",
                "dm_placing": False,
                "dm_end": True,
                "five_as_three": True,
                "faces": "fronts",
                "stones": ["stone-2"],
            },
        ),
    ],
)
def test_each_event_has_its_keys(event: GameEvent, data: Mapping[str, Any]) -> None:
    assert event_to_json(event) == data
    assert event_from_json(json.loads(json.dumps(data))) == event
    assert repr(event_from_json(data)) == repr(event)


@pytest.mark.parametrize("dm", [True, False])
def test_the_older_key_dm_says_how_tiles_are_placed_and_how_the_game_ends(dm: bool) -> None:
    old = {"event": "started", "players": ["red", "blue"], "first": "red", "set_up": "expert", "dm": dm}
    old |= {"five_as_three": False, "stones": []}
    event = event_from_json(old)
    assert isinstance(event, GameStarted)
    assert (event.dm_placing, event.dm_end) == (dm, dm)
    # In files of version 0.1 any face may lie up.
    assert event.faces is Faces.ANY
    # It may be written still, beside the newer keys, if it says the same.
    assert event_from_json({**event_to_json(event), "dm": dm}) == event
    assert event_from_json({**old, "dm_end": dm}) == event
    with pytest.raises(NotationError, match="dm: expected what dm_placing and dm_end say, or no such key"):
        event_from_json({**event_to_json(event), "dm": not dm})


def test_without_the_older_key_both_newer_ones_are_needed() -> None:
    for key in ("dm_placing", "dm_end"):
        assert key in complaint(GAME.replace(f'"{key}": false, ', ""))


def test_places_are_places_again() -> None:
    game = game_from_text(RULES, game_to_text(RULES, put(begun(RED, BLUE), "red-5", OUT).events))
    event = game.events[-1]
    assert isinstance(event, Moved)
    assert isinstance(event.to, Place)


def test_an_unfinished_set_up_is_kept_too() -> None:
    game = place(expert(RED, BLUE), "stone-4 c5 crystal", "teleporter-B2 d7 W")
    assert game_from_text(RULES, game_to_text(RULES, game.events)) == game


# --- defects ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: expected a JSON object, found ''"),
        ("[]\n" + STARTED, "line 1: expected a JSON object, found []"),
        ("{}\n" + STARTED, 'line 1: not a game file: expected "format": "finstere-flure/game", found null'),
        (
            HEADER.replace("game", "position") + STARTED,
            'line 1: not a game file: expected "format": "finstere-flure/game", found \'finstere-flure/position\'',
        ),
        (HEADER.replace("1", "2") + STARTED, "line 1: this program reads version 1 of the game file, found 2"),
        (HEADER.replace("1", "true") + STARTED, "line 1: this program reads version 1 of the game file, found true"),
        (HEADER, 'line 2: the game file ends before the game has started: the first event is "started"'),
        (HEADER + SHUFFLED, "line 2: a game begins with who plays and by which rules"),
        (HEADER + STARTED + STARTED, "line 3: the game has started already"),
        (GAME + "\n", "line 5: expected a JSON object, found ''"),
        (GAME + "null\n", "line 5: expected a JSON object, found null"),
        (HEADER + '{"event": "car\n', 'line 2: expected a JSON object, found \'{"event": "car\''),
        (GAME + '{"event": "undo"}', "line 5: event: expected one of started tile shuffled token card, found 'undo'"),
        (
            GAME + '{"event": ["card"]}',
            "line 5: event: expected one of started tile shuffled token card, found ['card']",
        ),
        (GAME + '{"event": "card", "event": "card"}', "line 5: 'event' stands twice in one object; leave one of them"),
        (GAME + MOVED, "line 5: red-5 cannot move: it is blue's turn; red-5 has already moved in this round"),
        (
            HEADER + STARTED.replace('"blue"', '"red"'),
            "line 2: red is there 2 times: each player has one colour",
        ),
    ],
)
def test_a_defect_names_its_line(text: str, sentence: str) -> None:
    assert complaint(text) == sentence


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"red-5"', "5", "token: expected a short text, found 5"),
        ('"token": "red-5", ', "", "token: expected a short text, found nothing"),
        ('"o9"', '"' + "o" * 60 + '"', "to: expected a short text, found"),
        ('"o9"', '"o\\u0007"', "to: expected a short text, found 'o\\x07'"),
        ('"o9"', '"q9"', "q9 is no cell of the board"),
        ('"black"', '"grey"', "side: expected one of white black, found 'grey'"),
        ('{"stone-9": "o8"}', "[]", "stones: expected an object with a cell or null for each stone, found []"),
        ('"o8"', "8", "stones: expected an object with a cell or null for each stone"),
        ('"stone-9": "o8"', '"stone-9": "o8", "stone-9": "o7"', "'stone-9' stands twice in one object"),
        ("false", "0", "overruled: expected true or false, found 0"),
        (', "overruled": false', "", "overruled: expected true or false, found nothing"),
        (
            "overruled",
            "overuled",
            "overruled: expected true or false, found nothing; 'overuled' is no key of this event",
        ),
    ],
)
def test_each_key_of_a_move_is_read_strictly(old: str, new: str, sentence: str) -> None:
    assert complaint(HEADER + STARTED + SHUFFLED + MOVED.replace(old, new)).startswith(f"line 4: {sentence}")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('["red", "blue"]', '["red", "pink"]', "players: expected colours out of green red blue yellow"),
        ('["red", "blue"]', '"red"', "players: expected a list of short texts, found 'red'"),
        (
            '"first": "red"',
            '"first": null',
            "first: expected one of green red blue yellow beige purple black, found null",
        ),
        ('"basic"', '"Basic"', "set_up: expected one of basic expert placed, found 'Basic'"),
        ('"dm_end": false', '"dm_end": "no"', "dm_end: expected true or false, found 'no'"),
        ('"stone-11"]', '"stone-11", 12]', "stones: expected a list of short texts"),
    ],
)
def test_each_key_of_a_start_is_read_strictly(old: str, new: str, sentence: str) -> None:
    assert complaint(HEADER + STARTED.replace(old, new)).startswith(f"line 2: {sentence}")


def test_all_problems_of_a_line_are_named() -> None:
    line = '{"event": "token", "to": 5, "side": "grey", "stones": {}, "overruled": 1, "why": ""}'
    assert complaint(HEADER + STARTED + SHUFFLED + line).count(";") == 4


@pytest.mark.parametrize("text", ["[" * 100_000, "9" * 5000, '{"event": NaN}', '{"event": "token", "to": "\\ud800"}'])
def test_odd_json_is_refused_in_a_sentence(text: str) -> None:
    assert complaint(HEADER + text).startswith("line 2: ")
    assert complaint(text).startswith("line 1: ")


def test_a_separator_inside_a_text_does_not_break_the_line() -> None:
    assert complaint(HEADER + STARTED + SHUFFLED + MOVED.replace("o9", "o9\u2028")).startswith("line 4: to: expected")


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["red", "p11", "7"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
FINISHED = stay_all(begun(RED, BLUE)).apply(CardDrawn(ORDER[:1]))


@given(st.data())
def test_any_value_in_any_key_is_read_or_refused_in_a_sentence(data: st.DataObject) -> None:
    lines = game_to_text(RULES, FINISHED.events).splitlines()
    number = data.draw(st.integers(0, len(lines) - 1))
    entry = json.loads(lines[number])
    entry[data.draw(st.sampled_from(sorted(entry)))] = data.draw(VALUES)
    lines[number] = json.dumps(entry)
    # A NotationError is the only error that may come of it.
    with contextlib.suppress(NotationError):
        game = game_from_text(RULES, "\n".join(lines))
        assert game_from_text(RULES, game_to_text(RULES, game.events)) == game
