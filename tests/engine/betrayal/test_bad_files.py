"""Broken, foreign and cut-off game files: one sentence with the line, never anything else."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.betrayal.game import RULES
from engine.betrayal.problems import Code
from engine.errors import NotationError
from engine.gamefile import game_to_text, judge
from tests.engine.betrayal.random_games import random_game

GAMES = [
    game_to_text(RULES, list(random_game(Random(seed), most=90, odd=0.3))[-1].events).splitlines() for seed in (1, 2)
]
WORDS = st.sampled_from(["heather", "ox", "rat-1", "foyer", "attic", "bell", "speed", "N", "roof", "gone", ""])
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 200) | st.floats() | WORDS | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS | st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
_KEYS = (
    "event by to door tile turn aside faces at room bonus plus crash rooms card cards on against trait with kind split",
    "gain number traitor candidates monsters name gains what steps points dog side floor because token counter value",
    "set why players first variants overruled",
)
KEYS = st.sampled_from(" ".join(_KEYS).split())
_NAMES = (
    "moved discovered fell elevator_ran rearranged attacked turn_ended drew damaged card_moved placed tile_laid",
    "haunt_began monsters_added counted corrected started dropped rolled",
)
NAMES = st.sampled_from(" ".join(_NAMES).split())


def is_told_in_a_sentence(lines: list[str]) -> None:
    """Read it: it is a game, or there is one clause for each problem."""
    for judgement in judge(RULES, lines):
        for problem in judgement.problems:
            assert problem.code in {code.word for code in Code}
            assert problem.text.isprintable()
            assert 0 < len(problem.text) < 2000


@pytest.mark.slow
@given(st.sampled_from(GAMES), st.integers(0, 1000), KEYS, VALUES)
def test_a_file_in_which_a_key_says_something_else(lines: list[str], index: int, key: str, value: Any) -> None:
    number = 1 + index % (len(lines) - 1)
    spoiled = [*lines[:number], json.dumps({**json.loads(lines[number]), key: value})]
    is_told_in_a_sentence(spoiled)


@pytest.mark.slow
@given(st.sampled_from(GAMES), st.integers(0, 1000), st.integers(0, 100), st.text(max_size=4))
def test_a_line_with_a_piece_cut_out_or_put_in(lines: list[str], index: int, cut: int, put_in: str) -> None:
    number = index % len(lines)
    line = lines[number]
    is_told_in_a_sentence([*lines[:number], line[: cut % len(line)] + put_in + line[cut % len(line) + 3 :]])


@given(st.dictionaries(KEYS, VALUES, max_size=6), NAMES)
def test_an_event_of_anything_is_read_or_refused(data: dict[str, Any], name: str) -> None:
    try:
        event = RULES.event_from_json({**data, "event": name})
    except NotationError:
        return
    assert RULES.event_from_json(json.loads(json.dumps(RULES.event_to_json(event)))) == event


def test_events_of_another_game_are_refused_with_codes_and_change_nothing() -> None:
    """Events of one game are tried in another, as they are and overruled."""
    rng, tried = Random(7), 0
    games = [list(random_game(Random(seed), odd=0.2, most=200)) for seed in (11, 12)]
    for game in games[0][::4]:
        for event in rng.sample(games[1][-1].events, 6):
            data = RULES.event_to_json(event) | ({"overruled": True} if rng.random() < 0.5 else {})
            if data["event"] in ("started", "corrected"):
                continue
            other = RULES.event_from_json(data)
            if not RULES.problems(game.state, other):
                after = RULES.follow(game.state, other)
                assert json.dumps(RULES.public_state(after))
                tried += 1
    assert tried > 5


def problem_of(lines: list[str]) -> tuple[int, str, str]:
    """Return the line, the code and the words of the first problem of a file."""
    *_, last = judge(RULES, lines)
    return last.line, str(last.problems[0].code), last.problems[0].text


def test_newer_files_huge_numbers_and_wrong_types_are_refused_with_their_line() -> None:
    header, started, *remaining = GAMES[0]
    newer = json.dumps({**json.loads(header), "version": 2})
    assert problem_of([newer, started])[0] == 1
    huge = "9" * 5000
    for spoiled in (
        '{"event": "moved", "by": "heather", "to": 7}',
        '{"event": "moved", "by": ["heather"], "to": "foyer"}',
        f'{{"event": "damaged", "by": "heather", "kind": "physical", "points": {huge}, "split": {{}}}}',
        f'{{"event": "adjusted", "by": "heather", "trait": "speed", "steps": -{huge}}}',
        '{"event": "adjusted", "by": "heather", "trait": "speed", "steps": 1e400}',
        "[" * 5000,
    ):
        line, code, text = problem_of([header, started, spoiled, *remaining])
        assert (line, code) == (3, "not-understood"), spoiled[:60]
        assert text.isprintable()
        assert len(text) < 300


@pytest.mark.slow
@pytest.mark.thorough(but=["2000"])
@pytest.mark.parametrize("count", [2_000, 10_000])
def test_thousands_of_events_are_judged_and_refused_where_they_begin_to_be_wrong(count: int) -> None:
    """Figures go to and fro between two rooms, turn by turn."""
    header = GAMES[0][0]
    lines = [
        header,
        '{"event": "started", "players": ["heather", "brandon", "rhinehardt"], "first": "heather", "variants": []}',
    ]
    turns = [
        f'{{"event": "{event}", "by": "{explorer}"{more}}}'
        for room in ("foyer", "entrance-hall")
        for explorer in ("heather", "brandon", "rhinehardt")
        for event, more in (("moved", f', "to": "{room}"'), ("turn_ended", ""))
    ]
    lines += (turns * (count // len(turns) + 1))[:count]
    *good, last = judge(RULES, [*lines, turns[0].replace("heather", "ox")])
    assert len(good) > count
    assert not any(judgement.problems for judgement in good)
    assert (last.line, str(last.problems[0].code)) == (count + 3, "not-in-game")
