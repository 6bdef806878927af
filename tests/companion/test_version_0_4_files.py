"""Files that version 0.4.0 wrote (tests/data/version-0.4.0) open, and their games go on."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.device.config import WIRED
from companion.device.config_file import load_config
from companion.device.settings import BOX_OPTIONS, Settings, load_settings
from companion.games import find_game, game_options
from companion.journal import Journal
from companion.journal.player_names import PlayerNames
from companion.main import main
from companion.table.learned_looks import LearnedLooks
from companion.virtual_table.autoplay import Autoplay
from tests import DATA
from vision.model.profile import load_profile

FILES = DATA / "version-0.4.0"
#: Games in the journal and its archive, each of 40 events.
GAMES = {"finstere-flure": 1, "betrayal": 2, "coach-ride": 3, "lifeboat": 4}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    shutil.copy(FILES / "games.players.json", tmp_path)
    return Path(shutil.copy(FILES / "games.sqlite", tmp_path))


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    journal = Journal.open(path)
    yield journal
    journal.close()


def listed(journal: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, int]:
    assert main(["games", "--journal", str(journal), "--json"]) == 0
    return {game["kind"]: game["events"] for game in json.loads(capsys.readouterr().out)["games"]}


def test_the_journal_lists_games_of_all_kinds(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert listed(path, capsys) == dict.fromkeys(GAMES, 40)


def test_bots_and_names_are_those_that_sat_there(journal: Journal, path: Path) -> None:
    for number in GAMES.values():
        assert [json.loads(change)["bot"] for _, change in journal.seat_changes(number)] == ["strong"]
    key = journal.key(GAMES["finstere-flure"])
    assert PlayerNames(path).sitting(key) == {"red": "Anna", "blue": "Ben"}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["finstere-flure", "lifeboat"])
@pytest.mark.usefixtures("faultless_reading")
def test_an_unfinished_game_goes_on(kind: str, journal: Journal) -> None:
    number = GAMES[kind]
    game = find_game(kind)
    kept = [game.rules.event_from_json(json.loads(line)) for line in journal.events(number)]
    again = Autoplay(game.virtual, kept[0], journal, seed=5, resume=number)
    assert list(again.game.events) == kept
    for _ in range(300):
        again.pilot.act(again.now)
        again.look()
        if len(again.game.events) > len(kept):
            break
    assert again.game.events[: len(kept)] == tuple(kept)
    assert len(journal.events(number)) > len(kept)


def test_an_archive_is_taken_with_its_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.sqlite"
    assert main(["games", "--journal", str(path), "import", str(FILES / "games.gz")]) == 0
    capsys.readouterr()
    assert listed(path, capsys) == dict.fromkeys(GAMES, 40)
    assert PlayerNames(path).names() == ("Anna", "Ben")


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_file_is_read_and_judged(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["referee", str(FILES / f"{kind}.jsonl"), "--json"]) == 0
    assert "state" in json.loads(capsys.readouterr().out)


def test_every_setting_is_kept() -> None:
    settings, warnings = load_settings(FILES / "settings.toml", Settings(), game_options())
    assert warnings == ()
    assert (settings.language, settings.by_ear, settings.theme, settings.pace) == ("de", "short", "contrast", "slow")
    assert settings.stickers == "some"
    known = {option.id for option in BOX_OPTIONS}
    assert known >= {"menu_lock", "opponents", "hints", "type_size", "words_per_minute", "voice", "rating"}
    assert settings.games["coach-ride"]["claim_only"] is True
    assert settings.games["finstere-flure"]["foresight"] == "replay"


def test_the_config_holds() -> None:
    assert load_config(FILES / "config.toml", game_options()) == (WIRED, ())


def test_the_profile_and_the_looks_of_plain_pieces_are_read() -> None:
    assert load_profile(FILES / "profile.json").image_size == (2304, 1296)
    assert LearnedLooks(FILES / "plain-looks.json").count == 1
