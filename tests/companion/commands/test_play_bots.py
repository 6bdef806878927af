"""Seats of bots on the command line of ``companion play``."""

import pytest

from companion.commands.play import _bots
from companion.games import find_game
from companion.main import main


def test_bots_are_given_by_seat_name_and_time() -> None:
    bots = _bots("red=strong, blue=careful:0.5", find_game("finstere-flure"))
    assert bots == {"red": "strong", "blue": "careful:0.5"}


@pytest.mark.parametrize(
    ("bots", "told"),
    [
        ("red", "--bots red: expected SEAT=NAME; the seats are green, red, "),
        ("pink=strong", "--bots pink=strong: expected SEAT=NAME; the seats are green, red, "),
        ("red=stong", "--bots: there is no bot 'stong'; did you mean strong?"),
        ("red=strong:soon", "--bots red=strong:soon: expected seconds above 0, at most 600"),
        ("red=strong:nan", "--bots red=strong:nan: expected seconds above 0, at most 600"),
        ("red=strong:0", "--bots red=strong:0: expected seconds above 0, at most 600"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(bots: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--virtual", "--bots", bots]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"companion: {told}"), error
    assert error.count("\n") == 1


def test_a_table_that_plays_itself_takes_no_bots(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--virtual", "--autoplay", "--bots", "red=strong"]) == 2
    assert "--autoplay plays all seats" in capsys.readouterr().err
