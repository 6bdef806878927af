"""Tests of `companion navigation`: a table's own cards are set, checked and shown.

The stand-in set is named as one.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.lifeboat.navigation_file import STAND_IN_SET, check_set, set_to_text
from companion.main import main
from tests import DATA

STAND_IN = (DATA / "lifeboat" / "navigation.json").read_text(encoding="utf-8")


def test_the_stand_in_set_is_the_one_of_the_rules() -> None:
    assert json.loads(set_to_text(STAND_IN_SET)) == json.loads(STAND_IN)
    assert check_set(STAND_IN) == (STAND_IN_SET, ())


def test_set_show_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = ["--journal", str(tmp_path / "games.sqlite")]
    assert main(["navigation", "show", *journal]) == 0
    told = capsys.readouterr().out
    assert told.startswith("stand-in (made up for this project")
    assert "n08: no bird, overboard stephen frenchy, thirsty mate, oars, fists" in told
    own = {**json.loads(STAND_IN), "name": "our box", "extra": []}
    file = tmp_path / "own.json"
    file.write_text(json.dumps(own))
    assert main(["navigation", "check", str(file)]) == 0
    assert main(["navigation", "set", str(file), *journal]) == 0
    assert (tmp_path / "lifeboat" / "navigation.json").is_file()
    capsys.readouterr()
    assert main(["navigation", "show", "--json", *journal]) == 0
    assert json.loads(capsys.readouterr().out) == own
    assert main(["navigation", "set", "stand-in", *journal]) == 0
    assert main(["navigation", "set", "stand-in", *journal]) == 0
    capsys.readouterr()
    assert main(["navigation", "show", "--json", *journal]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(STAND_IN)


def changed(**changes: Any) -> str:
    return json.dumps({**json.loads(STAND_IN), **changes})


CARDS = json.loads(STAND_IN)["cards"]


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("nonsense", ["expected a JSON object"]),
        (changed(format="lifeboat/game"), ["no navigation cards"]),
        (changed(version=2), ["reads version 1"]),
        (changed(name=""), ["name: expected a text"]),
        (changed(more=1), ["'more' is no key"]),
        (changed(cards=CARDS[:17]), ["there are 17; it is 18 to 40"]),
        (changed(cards=[*CARDS[1:], CARDS[1]]), ["the id n02 stands there 2 times"]),
        (changed(extra=CARDS[:2]), ["the id n01", "the id n02"]),
        (changed(cards=[{**card, "bird": "none"} for card in CARDS]), ["none has a plain bird"]),
        (
            changed(cards=[{**CARDS[0], "bird": "eagle"}, {**CARDS[1], "thirsty": ["kid", "kid"]}, 3, *CARDS[3:]]),
            ["cards, card 1: bird", "cards, card 2: thirsty: expected no name twice", "cards, card 3"],
        ),
        (
            changed(cards=[{**CARDS[0], "bird": "eagle"}, CARDS[1], CARDS[1]]),
            ["cards, card 1: bird", "there are 3; it is 18 to 40", "the id n02 stands there 2 times"],
        ),
    ],
)
def test_every_problem_is_named(
    text: str, problems: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "own.json"
    file.write_text(text)
    assert main(["navigation", "check", str(file)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == len(problems)
    assert all(problem in line for problem, line in zip(problems, lines, strict=True))
    journal = tmp_path / "games.sqlite"
    assert main(["navigation", "set", str(file), "--journal", str(journal)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "lifeboat").exists()


@pytest.mark.slow
@given(st.integers(0, len(STAND_IN) - 1), st.integers(0, 30), st.text(max_size=4))
def test_a_broken_file_is_told_in_sentences(start: int, length: int, put_in: str) -> None:
    found, problems = check_set(STAND_IN[:start] + put_in + STAND_IN[start + length :])
    assert (found is None) is bool(problems)
    assert all(problem.isprintable() for problem in problems)


def test_a_file_that_is_not_there_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("set", "check"):
        assert main(["navigation", command, "/nowhere/own.json"]) == 2
        assert capsys.readouterr().err.count("\n") == 1
