"""Broken, foreign and cut-off game files: one sentence with the line, never anything else."""

import json
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import NotationError
from engine.gamefile import game_from_text, game_to_text, judge
from engine.lifeboat.game import RULES
from engine.lifeboat.problems import CODES
from tests.engine.lifeboat.random_games import random_game


@cache
def games() -> list[str]:
    played = [list(random_game(Random(seed), players))[-1] for seed, players in ((1, 4), (2, 7))]
    return [game_to_text(RULES, game.events) for game in played]


#: Whole games of four and of seven, which are played when a test needs them.
GAMES = st.deferred(lambda: st.sampled_from(games()))
WORDS = st.sampled_from(["lauren", "kid", "harter", "knife", "hand", "open", "seat", "bird", "n01", "chess", ""])
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 50) | st.floats() | WORDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS | st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
WHO_AND_WHAT = ["event", "by", "of", "for", "card", "from", "on", "with", "gave", "got", "kept", "to", "side", "signs"]
OTHERS = ["compass", "cards", "birds", "love", "hate", "hand", "set", "why", "players", "variants", "navigation"]
KEYS = st.sampled_from([*WHO_AND_WHAT, *OTHERS, "overruled"])
NAMES = st.sampled_from(["corrected", "used", "navigated", "revealed", "laid", "started"])


def is_told_in_a_sentence(text: str) -> None:
    """Read it: it is a game, or there is one clause for each problem."""
    for judgement in judge(RULES, text.split("\n")):
        for problem in judgement.problems:
            assert problem.code in CODES
            assert problem.text
            assert problem.text.isprintable()
            assert len(problem.text) < 2000


@pytest.mark.slow
@given(GAMES, st.integers(0, 100_000), st.integers(0, 40), st.text(max_size=4))
def test_a_file_with_a_piece_cut_out_or_put_in(text: str, index: int, length: int, put_in: str) -> None:
    index %= len(text)
    is_told_in_a_sentence(text[:index] + put_in + text[index + length :])


@pytest.mark.slow
@given(GAMES, st.integers(0, 1000), KEYS, VALUES)
def test_a_file_in_which_a_key_says_something_else(text: str, index: int, key: str, value: Any) -> None:
    lines = text.splitlines()
    number = 1 + index % (len(lines) - 1)
    lines[number] = json.dumps({**json.loads(lines[number]), key: value})
    is_told_in_a_sentence("\n".join(lines))


@given(st.dictionaries(KEYS, VALUES, max_size=6), NAMES)
def test_an_event_of_anything_is_read_or_refused(data: dict[str, Any], name: str) -> None:
    try:
        event = RULES.event_from_json({**data, "event": name})
    except NotationError:
        return
    assert RULES.event_from_json(json.loads(json.dumps(RULES.event_to_json(event)))) == event


@pytest.mark.slow
@settings(max_examples=10)
@given(GAMES, st.integers(0, 1000))
def test_a_part_and_then_the_rest_is_the_whole(text: str, index: int) -> None:
    header, *lines = text.splitlines()
    cut = 1 + index % len(lines)
    part = game_from_text(RULES, "\n".join([header, *lines[:cut]]))
    for line in lines[cut:]:
        part = part.apply(RULES.event_from_json(json.loads(line)))
    assert part == game_from_text(RULES, text)
