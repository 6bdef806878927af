"""Tests of going back: the code of earlier versions, from git, reads what this one writes."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.device.options import Option
from companion.device.settings import BOX_OPTIONS, Settings, save_settings
from companion.games import find_game, game_options
from companion.journal import Journal
from companion.main import main
from tests import DATA, ROOT
from vision.model.profile import load_profile, profile_to_json

pytestmark = pytest.mark.slow

#: The last commit of each version.
COMMITS = {"0.1.0": "1f14bef0", "0.2.0": "126fd5bb", "0.3.0": "f8b3a964", "0.4.0": "e957691a"}
#: From this version on all games are known.
ALL_GAMES = ("0.2.0", "0.3.0", "0.4.0")
PARTS = ("companion", "engine", "hardware", "vision")
KINDS = ("finstere-flure", "lifeboat", "coach-ride", "betrayal")

Run = Callable[[str], str]


@pytest.fixture(scope="module", params=COMMITS)
def version(request: pytest.FixtureRequest) -> str:
    """Number of an earlier version."""
    return str(request.param)


@pytest.fixture(scope="module")
def run(version: str, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run a program with that version's code; return what it prints."""
    command = ["git", "archive", COMMITS[version], *PARTS]
    archive = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if archive.returncode:
        pytest.skip("the git history is not there")
    code = tmp_path_factory.mktemp(f"version-{version}")
    subprocess.run(["tar", "-x", "-C", code], input=archive.stdout, check=True)

    def run_program(program: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=code,
            env={**os.environ, "PYTHONPATH": str(code), "HOME": str(code), "SDL_VIDEODRIVER": "dummy"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run_program


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Journal of a game of each kind, with bots and players who left."""
    path = tmp_path / "games.sqlite"
    opened = Journal.open(path)
    for file in (DATA / "version-0.1.0" / "game.jsonl", *sorted((DATA / "version-0.2.0").glob("*.jsonl"))):
        head, *lines = file.read_text().splitlines()
        kind = json.loads(head)["format"].removesuffix("/game")
        rules = find_game(kind).rules
        # As this version writes them.
        first, *others = [json.dumps(rules.event_to_json(rules.event_from_json(json.loads(line)))) for line in lines]
        game = opened.start(kind, first)
        opened.change_seats(game, '{"seats": "bot", "players": ["blue"], "bot": "strong"}')
        for event in others[:3]:
            opened.append(game, event)
        opened.undo(game, 2)
        opened.change_seats(game, '{"seats": "left", "players": ["red"]}')
        for event in others[1:]:
            opened.append(game, event)
    opened.close()
    return path


def test_games_are_listed(version: str, run: Run, journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["games", "--journal", str(journal), "--json"]
    assert main(command) == 0
    listed = {game["id"]: game for game in json.loads(capsys.readouterr().out)["games"]}
    then = json.loads(run(f"import sys; from companion.main import main; sys.exit(main({command}))"))["games"]
    assert {game["kind"] for game in then} == set(KINDS)
    for game in then:
        assert (game["events"], game["kind"]) == (listed[game["id"]]["events"], listed[game["id"]]["kind"])
        if version in ALL_GAMES:
            assert game["players"] == listed[game["id"]]["players"]


REPLAY = """
import json
from pathlib import Path
from companion.games import find_game
from companion.journal import Journal
journal = Journal.open(Path({journal!r}))
assert journal.warning is None, journal.warning
for game in journal.games():
    rules = find_game(game.kind).rules
    events = [rules.event_from_json(json.loads(line)) for line in journal.events(game.id)]
    assert rules.replay(events).events
    print(game.kind, len(events))
game = journal.games()[0].id
kept = journal.events(game)
journal.undo(game, len(kept) - 1)
journal.append(game, kept[-1])
journal.close()
"""


def test_games_go_on_and_come_back(version: str, run: Run, journal: Path) -> None:
    """Versions that know all games can go on with them; 0.1.0 knew other events."""
    if version not in ALL_GAMES:
        pytest.skip("0.1.0 lists these games and leaves them alone")
    before = read(journal)
    assert {line.split()[0] for line in run(REPLAY.format(journal=str(journal))).splitlines()} == set(KINDS)
    assert read(journal) == before


def read(path: Path) -> dict[int, tuple[tuple[str, ...], tuple[tuple[int, str], ...]]]:
    """Return the events and changes of seats of each game, as this version reads them."""
    opened = Journal.open(path)
    assert opened.warning is None
    games = {game.id: (opened.events(game.id), opened.seat_changes(game.id)) for game in opened.games()}
    opened.close()
    return games


def other_value(option: Option[Any]) -> Any:
    """Return a value of the option that is not the default."""
    return next(value for value in option.values if value != option.default)


def test_settings_are_taken_over(version: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    values: dict[str, Any] = {option.id: other_value(option) for option in BOX_OPTIONS}
    changed = replace(Settings(), **values)
    for game, options in game_options().items():
        changed = changed.with_game(game, {option.id: other_value(option) for option in options})
    save_settings(changed, path)
    module = "companion.box.settings" if version == "0.1.0" else "companion.device.settings"
    said = run(f"""
import dataclasses, json
from pathlib import Path
from {module} import load_settings
print(json.dumps(dataclasses.asdict(load_settings(Path({str(path)!r}))[0]), default=str))
""")
    found = json.loads(said)
    for name in ("language", "volume", "speed", "talk", "camera", "full_screen"):
        assert found[name] == getattr(changed, name)


def test_camera_profiles_are_read(version: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "profile.json"
    profile = load_profile(DATA / "version-0.1.0" / "profile.json")
    path.write_text(json.dumps(profile_to_json(profile)))
    module = "vision.profile" if version == "0.1.0" else "vision.model.profile"
    said = run(f"""
import json
from {module} import load_profile
print(json.dumps(load_profile({str(path)!r}).matrix.tolist()))
""")
    assert np.allclose(json.loads(said), profile.matrix)
