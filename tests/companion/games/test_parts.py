"""Tests of a game with rules but not all parts: its parts work, a missing one is named.

One sentence names it.
"""

import json
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random

import pytest
from fox_and_geese.rules import RULES, Event, Side, Started, moves

from companion import games
from companion.device.errors import UserError
from companion.games import CompanionGame, GamePart, find_game, games_with
from companion.games.conformance import check_game
from companion.main import main

WHOLE = "finstere-flure"
FILE = [{"format": "fox-and-geese/game", "version": 1}, RULES.event_to_json(Started())]


class OnlyRules(CompanionGame):
    """A game that nobody can play here yet."""

    title = "Fox and Geese"
    rules = RULES

    def describe_state(self, state: object) -> list[str]:  # noqa: ARG002
        return ["The fox waits."]

    def players(self, started: Event) -> tuple[str, ...]:  # noqa: ARG002
        return tuple(map(str, Side))

    def describe_player(self, player: str) -> str:
        return player


GAME = OnlyRules()


@pytest.fixture(autouse=True)
def _beside_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("fox-and-geese", f"{__name__}:GAME", "companion.games")
    found = {**games._found(), "fox-and-geese": entry}
    monkeypatch.setattr(games, "_found", lambda: found)


@pytest.fixture
def game_file(tmp_path: Path) -> str:
    path = tmp_path / "game.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in FILE))
    return str(path)


def test_it_has_the_parts_that_it_overrides() -> None:
    assert [part for part in GamePart if GAME.has(part)] == []
    assert all(find_game(WHOLE).has(part) for part in GamePart)
    for part in GamePart:
        assert "fox-and-geese" not in games_with(part)
        assert WHOLE in games_with(part)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["play"], "Fox and Geese cannot be played at the table yet"),
        (["play", "--virtual", "--autoplay", "--headless"], "Fox and Geese cannot be played at the table yet"),
        (["read", "photo.jpg"], "Fox and Geese cannot be read from pictures yet"),
        (["tags", "--out", "tags"], "Fox and Geese has no tags to print yet"),
        (["render", "game.jsonl", "-o", "photo.jpg"], "Fox and Geese cannot be photographed yet"),
    ],
)
def test_a_command_that_needs_a_missing_part_says_so(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--game", "fox-and-geese"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert sentence in error
    assert "companion referee" in error


def test_it_is_offered_nowhere_where_it_cannot_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    told = capsys.readouterr().out
    assert WHOLE in told
    assert "fox-and-geese" not in told


def test_replaying_and_checking_it_say_so(game_file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", game_file]) == 2
    assert "games of Fox and Geese cannot be replayed yet" in capsys.readouterr().err
    with pytest.raises(UserError, match="cannot be played"):
        list(check_game(GAME))
    assert main(["check-game", "fox-and-geese"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_its_games_are_judged_and_kept(game_file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = ["--journal", str(tmp_path / "games.sqlite")]
    assert main(["referee", game_file]) == 0
    assert capsys.readouterr().out == "The fox waits.\n"
    assert main(["games", *journal, "import", game_file]) == 0
    capsys.readouterr()
    assert main(["games", *journal, "export", "1"]) == 0
    assert capsys.readouterr().out == Path(game_file).read_text()
    assert main(["games", *journal]) == 0
    assert "not finished" in capsys.readouterr().out


@pytest.mark.slow
def test_a_finished_game_is_kept_with_its_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = RULES.start(Started())
    rng = Random(1)
    while RULES.over(game.state) is None:
        game = game.apply(rng.choice([move for move in moves(game.state) if not game.problems(move)]))
    lines = [FILE[0], *map(RULES.event_to_json, game.events)]
    path = tmp_path / "ended.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    journal = ["--journal", str(tmp_path / "games.sqlite")]
    assert main(["games", *journal, "import", str(path)]) == 0
    capsys.readouterr()
    assert main(["games", *journal, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["games"]
    result = RULES.over(game.state)
    assert result is not None
    assert row["result"] == result.to_json()
