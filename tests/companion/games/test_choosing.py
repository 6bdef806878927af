"""Tests of the choice of the game for a command."""

import json
from collections.abc import Mapping, Sequence
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.device.config import Config
from companion.device.config_file import load_config
from companion.device.errors import UserError
from companion.device.options import Option
from companion.games import DEFAULT_GAME, choosing, find_game, find_game_by_format, game_ids
from companion.games.choosing import ConfigOfCommand, chosen_game
from companion.main import main
from engine.gamefile import game_to_text


def test_the_usual_game_is_meant_where_nothing_names_one() -> None:
    assert chosen_game([]).id == DEFAULT_GAME
    assert chosen_game(["picture.jpg", "--json"]).id == DEFAULT_GAME


@pytest.mark.parametrize("words", [["--game", "chess"], ["--game=chess"], ["x", "--game", "chess", "y"]])
def test_a_game_that_there_is_not_is_told_with_those_that_there_are(words: list[str]) -> None:
    with pytest.raises(UserError, match=r"there is no game 'chess'; the games are .*finstere-flure"):
        chosen_game(words)


def test_a_file_says_its_game(tmp_path: Path) -> None:
    manifest = tmp_path / "manifest.json"
    manifest.write_text(json.dumps({"format": f"{DEFAULT_GAME}/tags", "version": 1}))
    assert chosen_game(["--tags", str(manifest)]).id == DEFAULT_GAME
    manifest.write_text(json.dumps({"format": "chess/tags"}))
    # Of a file of a game that is not here, the command itself says what is wrong with it.
    assert chosen_game(["--tags", str(manifest)]).id == DEFAULT_GAME


def test_the_config_file_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []

    def load(path: Path, options: Mapping[str, Sequence[Option[Any]]]) -> tuple[Config, tuple[str, ...]]:
        read.append(path)
        return load_config(path, options)

    monkeypatch.setattr(choosing, "load_config", load)
    config = tmp_path / "config.toml"
    config.write_text('[games]\ngame = "finstere-flure"\n')
    asked = ConfigOfCommand(["--config", str(config)])
    assert chosen_game([], asked).id == DEFAULT_GAME
    assert asked.read[0].games.game == DEFAULT_GAME
    assert read == [config]
    journal = tmp_path / "games.sqlite"
    words = ["play", "--virtual", "--autoplay", "--headless", "--players", "99", "--journal", str(journal)]
    assert main([*words, "--config", str(config)]) == 2
    assert read == [config, config]


def test_the_config_file_may_name_a_game(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[games]\ngame = "chess"\n')
    with pytest.raises(UserError, match="there is no game 'chess'"):
        chosen_game(["--config", str(config)])


def test_every_game_is_found_by_its_own_id() -> None:
    assert [find_game(game_id).id for game_id in game_ids()] == list(game_ids())
    assert find_game_by_format(f"{DEFAULT_GAME}/game") is find_game(DEFAULT_GAME)
    assert find_game_by_format("chess/game") is None
    assert find_game_by_format(None) is None


def test_on_the_command_line_it_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "picture.jpg", "--game", "chess"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_broken_game_is_said_and_hinders_no_other(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = EntryPoint("broken", "companion.nowhere:GAME", "companion.games")
    usual = games._found()
    monkeypatch.setattr(games, "_found", lambda: {"broken": broken, **usual})
    games._warn_once.cache_clear()
    assert main(["--help"]) == 0
    out, error = capsys.readouterr()
    assert "  monster " in out
    assert error.count("\n") == 1
    assert "the game broken cannot be used" in error


class Broken(type(find_game(DEFAULT_GAME))):  # type: ignore[misc]
    """A game that is found and loaded, and fails when it is asked for more."""

    id = "broken"

    @property
    def options(self) -> Any:
        raise KeyError("options")


BROKEN = Broken()


@pytest.mark.slow
@pytest.mark.parametrize("value", ["companion.nowhere:GAME", f"{__name__}:BROKEN"])
@pytest.mark.parametrize("words", [["config"], ["referee", "{game}"], ["tags", "--out", "{folder}"]])
def test_no_command_about_another_game_minds_a_broken_one(
    words: list[str], value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = games._found()
    monkeypatch.setattr(games, "_found", lambda: {"broken": EntryPoint("broken", value, "companion.games"), **usual})
    games._warn_once.cache_clear()
    rules = find_game(DEFAULT_GAME).rules
    path = tmp_path / "game.jsonl"
    path.write_text(game_to_text(rules, [find_game(DEFAULT_GAME).virtual.start(2, 1, {})]))
    assert main([word.format(game=path, folder=tmp_path / "tags") for word in words]) == 0
    error = capsys.readouterr().err
    assert error.count("\n") == error.count("the game broken cannot be used") <= 1
