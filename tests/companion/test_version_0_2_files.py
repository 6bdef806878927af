"""Files that version 0.2.0 wrote (tests/data/version-0.2.0) open, and their games go on."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from companion.device.config import WIRED
from companion.device.config_file import load_config
from companion.device.settings import Settings, load_settings
from companion.games import find_game, game_options
from companion.journal import Journal
from companion.main import main
from companion.virtual_table.autoplay import Autoplay
from engine.coach_ride import events as e
from engine.gamefile import game_from_text
from tests import DATA
from tests.companion.games.coach_ride.test_hands import Coach

FILES = DATA / "version-0.2.0"
#: Unfinished games in the journal: number, and how many events each has.
UNFINISHED = {"lifeboat": (2, 12), "betrayal": (3, 10), "finstere-flure": (4, 40)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the journal in a folder of its own, with the hidden cards of its virtual tables."""
    shutil.copytree(FILES / "virtual", tmp_path / "virtual")
    return Path(shutil.copy(FILES / "games.sqlite", tmp_path))


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    journal = Journal.open(path)
    yield journal
    journal.close()


def test_the_journal_lists_the_games_of_all_kinds(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--journal", str(path), "--json"]) == 0
    games = json.loads(capsys.readouterr().out)["games"]
    assert [(game["id"], game["kind"], game["events"]) for game in games if game["result"] is None] == [
        *((number, kind, events) for kind, (number, events) in reversed(UNFINISHED.items())),
        (1, "coach-ride", 2),
    ]
    assert [game["id"] for game in games if game["result"] is not None] == [5]


@pytest.mark.slow
@pytest.mark.parametrize("kind", UNFINISHED)
@pytest.mark.usefixtures("faultless_reading")
def test_an_unfinished_game_goes_on(kind: str, journal: Journal) -> None:
    number, events = UNFINISHED[kind]
    game = find_game(kind)
    kept = [game.rules.event_from_json(json.loads(line)) for line in journal.events(number)]
    again = Autoplay(game.virtual, kept[0], journal, seed=5, resume=number)
    assert list(again.game.events) == kept
    for _ in range(300):
        again.pilot.act(again.now)
        again.look()
        if len(again.game.events) > events:
            break
    assert again.game.events[:events] == tuple(kept)
    assert len(journal.events(number)) > events


def test_hidden_cards_of_a_virtual_table_are_where_they_were(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    started, offered = [find_game("coach-ride").rules.event_from_json(json.loads(line)) for line in journal.events(1)]
    table = Coach(journal, 1, started)
    assert not table.hands.trouble
    assert [str(card) for card in table.hidden.hands[offered.to]] == ["ring"]
    assert table.hands.secrets.kept is not None
    assert table.hands.secrets.kept.picks == {0: ("gives marie goblet",)}
    table.tell(e.Accepted(offered.to))
    assert len(journal.events(1)) == 3


@pytest.mark.parametrize("kind", ["betrayal", "coach-ride", "lifeboat"])
def test_a_game_file_is_read_and_judged(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = FILES / f"{kind}.jsonl"
    game = game_from_text(find_game(kind).rules, file.read_text())
    assert game.rules.over(game.state) is not None
    assert main(["referee", str(file), "--json"]) == 0
    assert "state" in json.loads(capsys.readouterr().out)


def test_every_setting_is_kept() -> None:
    settings, warnings = load_settings(FILES / "settings.toml", Settings(), game_options())
    assert warnings == ()
    assert settings == Settings(
        language="fr",
        volume=25,
        speed=2.0,
        hurry=8.0,
        talk="phases",
        camera="none",
        games={
            "betrayal": {"widows_walk": True},
            "coach-ride": {"smuggling": True},
            "finstere-flure": {"set_up": "placed"},
            "lifeboat": {"cannibalism": True, "harter": True, "sharks": True},
        },
    )


def test_the_config_holds() -> None:
    assert load_config(FILES / "config.toml", game_options()) == (WIRED, ())


@pytest.mark.slow
def test_printed_tags_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tags, picture = ["--tags", str(FILES / "manifest-lifeboat.json")], str(tmp_path / "table.jpg")
    assert main(["render", str(FILES / "lifeboat.jsonl"), "-o", picture, "--game", "lifeboat", *tags]) == 0
    capsys.readouterr()
    assert main(["read", picture, "--json", "--game", "lifeboat", *tags]) == 0
    assert json.loads(capsys.readouterr().out)["pieces"]
