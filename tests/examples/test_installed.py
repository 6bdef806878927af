"""Tests of the installed examples: found by their entry points, played by camera, judged.

They are also read in photos, and saved.
"""

import json
from pathlib import Path

import pytest

from tests.examples.conftest import Companion

pytestmark = pytest.mark.slow


def test_bots_play_it_from_beginning_to_end_before_the_camera(companion: Companion, tmp_path: Path) -> None:
    journal = ["--journal", str(tmp_path / "games.sqlite")]
    words = ["play", "--game", "noughts-and-crosses", "--virtual", "--autoplay", "--headless", "--seed", "3", *journal]
    told = json.loads(companion(*words))
    assert told["same_as_replay"] is True
    assert told["winners"] in (["noughts"], ["crosses"], [])
    assert told["readings"] >= told["events"]
    assert told["problems"] == 0
    listed = companion("games", *journal)
    assert ("Victory for" in listed) is bool(told["winners"])
    exported = tmp_path / "exported.jsonl"
    companion("games", *journal, "export", "1", "-o", str(exported))
    judged = json.loads(companion("referee", "--json", str(exported)))
    assert judged["state"]["over"]["winners"] == told["winners"]
    end = tmp_path / "end.png"
    companion("replay", str(exported), "--export", str(end))
    assert end.stat().st_size > 0


@pytest.mark.thorough(but=["april"])
@pytest.mark.parametrize("code", ["qr", "april"])
def test_a_photo_of_it_is_read_as_the_truth_says(
    companion: Companion, game_file: Path, tmp_path: Path, code: str
) -> None:
    sheets, photo, truth = tmp_path / "tags", tmp_path / "photo.jpg", tmp_path / "truth.json"
    companion("tags", "--game", "fox-and-geese", "--out", str(sheets), "--code", code)
    tags = ["--tags", str(sheets / "manifest.json")]
    companion("render", str(game_file), "-o", str(photo), "--truth", str(truth), "--seed", "11", *tags)
    read = json.loads(companion("read", str(photo), "--json", *tags))
    lying = {piece["id"]: piece["cell"] for piece in read["pieces"]}
    assert lying == {piece["id"]: piece["cell"] for piece in json.loads(truth.read_text())["pieces"]}
    assert lying["fox"] == "d3"
    assert "goose-10" not in lying
    assert read["unreadable"] == read["problems"] == []


def test_a_photo_of_cards_is_read_as_the_truth_says(companion: Companion, tmp_path: Path) -> None:
    cards = [
        {"event": "played", "by": actor, "card": card} for actor, card in (("west", "red-6"), ("north", "green-5"))
    ]
    lines = [{"format": "mouse-and-elephant/game", "version": 1}, {"event": "started"}, *cards]
    game, photo, truth = (tmp_path / name for name in ("game.jsonl", "photo.jpg", "truth.json"))
    game.write_text("".join(json.dumps(line) + "\n" for line in lines))
    companion("render", str(game), "-o", str(photo), "--truth", str(truth), "--seed", "11")
    read = json.loads(companion("read", str(photo), "--json", "--game", "mouse-and-elephant"))
    lying = {piece["id"]: piece["zone"] for piece in read["pieces"]}
    assert lying == {piece["id"]: piece["zone"] for piece in json.loads(truth.read_text())["pieces"]}
    assert lying == {"red-6": "west", "green-5": "north"}
    assert read["unreadable"] == read["problems"] == []


def test_a_move_against_the_rules_is_refused(companion: Companion, game_file: Path) -> None:
    with game_file.open("a") as file:
        file.write('{"event": "moved", "by": "geese", "piece": "goose-1", "to": "c7"}\n')
    told = json.loads(companion("referee", "--json", str(game_file), status=2))
    assert (told["line"], [problem["code"] for problem in told["problems"]]) == (7, ["cannot-go-there"])


@pytest.mark.parametrize(
    ("game", "checks"),
    [
        ("fox-and-geese", "reading,words"),
        ("mouse-and-elephant", "words"),
        ("othello", "tags,words"),
    ],
)
def test_it_keeps_to_what_every_game_must_keep_to(companion: Companion, game: str, checks: str) -> None:
    checked = companion("check-game", game, "--games", "1", "--only", checks)
    assert [line.split()[0] for line in checked.splitlines()] == ["ok"] * len(checks.split(","))


def test_a_file_of_another_game_is_not_rendered(companion: Companion, game_file: Path, tmp_path: Path) -> None:
    words = ["render", "--game", "finstere-flure", str(game_file), "-o", str(tmp_path / "photo.png")]
    told = companion(*words, status=2)
    assert "is for the game fox-and-geese, but this is finstere-flure; give --game fox-and-geese" in told
