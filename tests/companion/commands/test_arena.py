"""`companion arena`: tournaments of bots, the same for the same seed."""

import json
from typing import Any

import pytest

from companion.main import main

FAST = ("arena", "--game", "finstere-flure", "--players", "2", "--nodes", "1")


def table(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main([*FAST, *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def without_times(found: Any) -> Any:
    for bot in found["bots"].values():
        del bot["ms_per_move"]
    return found


@pytest.mark.slow
def test_every_deal_is_played_in_all_seats_the_same_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    found = table(capsys, "--bots", "random,careful", "--games", "3", "--seed", "4")
    assert found["games"] == 4, "two deals, each with changed seats"
    assert set(found["bots"]) == {"random", "careful"}
    for bot in found["bots"].values():
        assert set(bot) >= {"games", "wins", "share", "ci95", "ms_per_move", "seats"}
        assert bot["games"] == 4
        assert {seat: figures["games"] for seat, figures in bot["seats"].items()} == {"1": 2, "2": 2}
    again = table(capsys, "--bots", "random,careful", "--games", "3", "--seed", "4")
    assert without_times(again) == without_times(found)


def test_a_table_for_people_has_a_line_for_each_bot_and_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*FAST, "--bots", "random", "--games", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines[1:]] == ["random", "seat 1", "seat 2"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([*FAST, "--bots", "gredy,random"], "there is no bot 'gredy'; did you mean greedy?"),
        ([*FAST, "--bots", "random", "--games", "0"], "--games 0: expected a number from 1 to 1000000"),
        ([*FAST, "--bots", "random", "--move-ms", "5"], "--nodes and --move-ms are two ways to say the same"),
        (["arena", "--game", "finstere-flure", "--players", "9", "--bots", "random"], "players 9: 2 to 7 can play"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1
