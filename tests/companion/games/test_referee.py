"""`companion referee` and kept games work the same for every game.

What is a game's own is tested beside it.
"""

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.device.language import COMPLETE, use_language
from companion.games import find_game, game_ids
from companion.games.random_play import random_game
from companion.main import main
from engine.coach_ride.state import Phase
from engine.game import Game
from engine.gamefile import game_to_text
from tests.engine.betrayal.random_games import random_game as random_betrayal
from tests.engine.coach_ride.test_random_games import table as coach_ride_table
from tests.engine.lifeboat.random_games import random_game as random_lifeboat

GAMES = game_ids()


@cache
def played(game_id: str) -> Game[Any, Any]:
    return random_game(find_game(game_id), 3)


def states(game_id: str, number: int) -> list[Any]:
    """Return states of random games, of other games for each number from 0 to 3."""
    match game_id:
        case "betrayal":
            return [game.state for game in [*random_betrayal(Random(3 + number % 2), odd=0.3)][::-6]]
        case "lifeboat":
            return [game.state for game in [*random_lifeboat(Random(number), 4 + number)][::-4]]
        case "coach-ride":
            dealt = coach_ride_table(number, (3, 6, 10, 5)[number])
            while dealt.state.phase is not Phase.OVER:
                dealt.step()
            return list(dealt.game.states()[::3])
    return list(played(game_id).states()[number::4])


@pytest.fixture
def file(tmp_path: Path, game: str) -> Path:
    """Return a game's file."""
    path = tmp_path / "game.jsonl"
    path.write_text(game_to_text(find_game(game).rules, played(game).events))
    return path


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_found_by_its_id_and_its_files_name_it(game: str) -> None:
    assert find_game(game).id == game
    assert find_game(game).rules.format == f"{game}/game"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_each_event_and_the_last_state_are_told_as_json(
    game: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    events = len(played(game).events)
    assert main(["referee", "--json", str(file)]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert (whole["game"], whole["events"], whole["ok"]) == (game, events, True)
    assert main(["referee", "--json", "--each", str(file)]) == 0
    each = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["line"] for line in each] == list(range(2, 2 + events))
    assert each[-1]["state"] == whole["state"]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_games_are_imported_kept_and_exported(game: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = ["--journal", str(file.with_name("games.sqlite"))]
    assert main(["games", *journal, "import", str(file)]) == 0
    capsys.readouterr()
    assert main(["games", *journal, "export", "1"]) == 0
    assert capsys.readouterr().out == file.read_text()
    assert main(["games", *journal, "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["games"]
    assert row["kind"] == game
    result = find_game(game).result_line(played(game).state)
    assert row["result"] == (None if result is None else json.loads(result))
    assert main(["games", *journal]) == 0
    assert (find_game(game).describe_result(result) if result else "") in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("game", GAMES)
def test_every_state_can_be_told_in_every_language(game: str, language: str) -> None:
    use_language(language)
    for state in states(game, [*COMPLETE].index(language) % 4):
        lines = find_game(game).describe_state(state)
        assert len(lines) >= 3
        # French signs stand behind a no-break space, which Python does not call printable.
        assert all(line and line.replace("\u00a0", " ").isprintable() and "{" not in line for line in lines)
        assert not any("None" in line for line in lines)


@pytest.mark.parametrize("result", ["", "[]", "{}", '{"winners": 3}', '{"winners": ["nobody"]}', "null"])
@pytest.mark.parametrize("game", GAMES)
def test_what_is_no_result_is_not_told(game: str, result: str) -> None:
    with pytest.raises(ValueError, match=r"no result|not a valid|Expecting"):
        find_game(game).describe_result(result)
