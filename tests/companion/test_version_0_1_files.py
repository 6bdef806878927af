"""Files that version 0.1.0 wrote (tests/data/version-0.1.0) are taken over without loss."""

import json
import shutil
from pathlib import Path

import pytest

from companion.device.config import WIRED
from companion.device.config_file import load_config
from companion.device.settings import Settings, load_settings
from companion.games import find_game, game_options
from companion.journal import Journal
from companion.main import main
from companion.virtual_table.autoplay import Autoplay
from tests import DATA
from vision.model.profile import load_profile

FILES = DATA / "version-0.1.0"


def test_the_journal_lists_and_tells_its_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = shutil.copy(FILES / "games.sqlite", tmp_path)
    assert main(["games", "--journal", str(journal), "--json"]) == 0
    games = json.loads(capsys.readouterr().out)["games"]
    assert [(game["id"], game["kind"], game["result"] is not None) for game in games] == [
        (3, "finstere-flure", False),
        (2, "finstere-flure", True),
        (1, "finstere-flure", True),
    ]
    assert [len(game["players"]) for game in games] == [2, 7, 4]
    assert main(["games", "--journal", str(journal), "export", "2"]) == 0
    assert capsys.readouterr().out == (FILES / "game.jsonl").read_text()


@pytest.mark.slow
def test_a_game_file_is_judged_and_shown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["referee", str(FILES / "game.jsonl"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["state"]["phase"] == "over"
    assert main(["games", "--journal", str(tmp_path / "new.sqlite"), "import", str(FILES / "game.jsonl")]) == 0


def test_every_setting_is_kept() -> None:
    settings, warnings = load_settings(FILES / "settings.toml", Settings(), game_options())
    assert warnings == ()
    assert (settings.language, settings.volume, settings.speed, settings.talk) == ("de", 45, 1.5, "phases")
    assert (settings.camera, settings.full_screen) == ("none", True)
    assert settings.games == {
        "finstere-flure": {
            "set_up": "expert",
            "dm_placing": True,
            "dm_end": True,
            "five_as_three": True,
            "real_deck": True,
        }
    }


def test_the_config_holds() -> None:
    assert load_config(FILES / "config.toml", game_options()) == (WIRED, ())


def test_the_profile_is_read() -> None:
    written = json.loads((FILES / "profile.json").read_text())
    assert load_profile(FILES / "profile.json").matrix.tolist() == written["camera_matrix"]


@pytest.mark.slow
@pytest.mark.parametrize("manifest", ["manifest.json", "manifest-micro.json"])
def test_pieces_with_printed_tags_are_read(manifest: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = tmp_path / "board.txt"
    board.write_text("   h  i  j\n5  R4 M> s1\n")
    tags = ["--tags", str(FILES / manifest)]
    picture = str(tmp_path / "table.jpg")
    assert main(["render", str(board), "-o", picture, *tags]) == 0
    capsys.readouterr()
    assert main(["read", picture, "--json", *tags]) == 0
    pieces = {piece["id"] for piece in json.loads(capsys.readouterr().out)["pieces"]}
    assert pieces == {"red-4/white", "monster", "stone-1/back"}


@pytest.mark.slow
@pytest.mark.usefixtures("faultless_reading")
def test_the_unfinished_game_goes_on(tmp_path: Path) -> None:
    journal = Journal.open(Path(shutil.copy(FILES / "games.sqlite", tmp_path)))
    try:
        game, kept = find_game("finstere-flure"), journal.events(3)
        start = game.rules.event_from_json(json.loads(kept[0]))
        again = Autoplay(game.virtual, start, journal, seed=5, resume=3)
        for _ in range(300):
            again.pilot.act(again.now)
            again.look()
            if len(journal.events(3)) > len(kept):
                break
        assert journal.events(3)[: len(kept)] == kept
        assert len(journal.events(3)) > len(kept)
    finally:
        journal.close()
