"""Tests of the commands as a user calls them: output formats, and errors for bad input.

An error is one clear sentence with exit status 2.
"""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.main import main

#: The first example of the printed rule sheet.
EXAMPLE = """
   h  i  j  k  l  m  n  o  p
2  .  .  R1 .  .  .  #  #  #
3  .  .  .  .  .  B5 .  #  #
5  K4 .  .  .  .  .  .  .  .
6  .  .  .  ~  ~  G3 s1 Y1 .
7  .  .  .  ~  ~  .  .  .  P5
8  .  B1 M> .  .  .  .  .  .
9  .  .  .  .  .  E1 .  .  .
"""


@pytest.fixture
def example(tmp_path: Path) -> str:
    path = tmp_path / "example.txt"
    path.write_text(EXAMPLE, encoding="utf-8")
    return str(path)


def complaint(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command line that must fail, and return its one sentence."""
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("companion: ")
    assert captured.err.count("\n") == 1
    return captured.err


def test_monster_explains_the_printed_example(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["monster", example, "--card", "8"]) == 0
    text = capsys.readouterr().out
    assert "Step 3:" in text
    assert "slides east over the pool to m6 and eats green 3" in text
    assert "confused" in text
    assert text.count("\n") >= 9


def test_monster_json_has_the_public_format(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["monster", example, "--card", "8", "--json"]) == 0
    move = json.loads(capsys.readouterr().out)
    assert move["card"] == "8"
    assert [(step["step"], step["facing"], step["cell"]) for step in move["steps"]] == [
        (1, "N", "j7"),
        (2, "N", "j6"),
        (3, "E", "m6"),
        (4, "E", "n6"),
        (5, "E", "o6"),
        (6, "E", "p6"),
        (7, "S", "p7"),
        (8, "S", "p8"),
    ]
    first = move["steps"][0]["events"]
    assert first[0]["seen"] == [{"token": "red-1", "direction": "N", "distance": 6}]
    assert first[0]["decision"] == "turn"
    assert {"event": "move", "from": "j8", "to": "j7"} in first
    assert move["eaten"] == [
        {"token": "green-3", "step": 3, "how": "caught"},
        {"token": "yellow-1", "step": 5, "how": "pushed-off"},
        {"token": "purple-5", "step": 7, "how": "caught"},
    ]
    assert move["final_look"]["facing"] == "W"
    assert move["final"]["monster"] == {"cell": "p8", "facing": "W"}
    assert {"id": "green-3", "side": "white", "place": "outside"} in move["final"]["tokens"]
    assert [tile["id"] for tile in move["final"]["tiles"]] == ["pool-2x2"]


def test_the_final_position_can_be_fed_back(example: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    main(["monster", example, "--card", "8", "--json"])
    following = tmp_path / "following.json"
    following.write_text(json.dumps(json.loads(capsys.readouterr().out)["final"]), encoding="utf-8")
    assert main(["monster", str(following), "--card", "XX", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["card"] == "XX"


def test_moves_json_has_the_public_format(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["moves", example, "--token", "green-3", "--json"]) == 0
    moves = json.loads(capsys.readouterr().out)["moves"]
    assert set(moves) == {"green-3"}
    assert {"to": "m6", "path": [], "pushes": [], "steps": 0} in moves["green-3"]
    assert {"to": "j6", "path": ["l6", "k6", "j6"], "pushes": [], "steps": 1} in moves["green-3"]
    assert all(set(move) == {"to", "path", "pushes", "steps"} for move in moves["green-3"])


def test_moves_lists_every_token_that_can_move(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["moves", example, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["moves"]) == 8
    assert main(["moves", example]) == 0
    assert "red 1, on j2, may go up to one cell" in capsys.readouterr().out


def test_monster_explains_a_step(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["monster", example, "--card", "8", "--why", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Furunkulus stands on ")
    assert [line.partition(",")[0] for line in lines[1:4]] == ["Straight ahead", "To its left", "To its right"]
    assert lines[-1].endswith("(rule 7).")
    assert main(["monster", example, "--card", "8", "--why", "last"]) == 0
    assert "(rule R14)." in capsys.readouterr().out


@pytest.mark.parametrize("step", ["0", "9", "-1", "first", ""])
def test_monster_explains_only_steps_that_there_are(
    step: str, example: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "expected a step from 1 to 8, or last" in complaint(capsys, "monster", example, "--card=8", f"--why={step}")


def test_forecast_json_has_the_public_format(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["forecast", example, "--deck", "8,8,X,5", "--token", "G3", "--token", "red-1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(card["card"], card["p"]) for card in found["cards"]] == [("8", 0.5), ("X", 0.25), ("5", 0.25)]
    assert set(found["cards"][0]) == {"card", "p", "end", "eaten"}
    assert set(found["moves"]) == {"green-3", "red-1"}
    assert set(found["moves"]["green-3"][0]) == {"to", "path", "pushes", "steps", "risk", "own", "others"}
    main(["monster", example, "--card", "8", "--json"])
    final = json.loads(capsys.readouterr().out)["final"]["monster"]
    assert found["cards"][0]["end"] == final


def test_forecast_names_the_risks_in_words(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["forecast", example, "--token", "red-1"]) == 0
    words = capsys.readouterr().out
    assert "8 (25 %): stops on p8, faces west, eats" in words
    assert "red 1: risk after each move" in words


@pytest.mark.parametrize("deck", ["", "5,,7", "5;7", "Y"])
def test_forecast_refuses_a_deck_that_is_none(deck: str, example: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "expected 5, 7, 8, 10, X, XX or XXX" in complaint(capsys, "forecast", example, f"--deck={deck}")


def test_board_turns_text_into_json_and_back(example: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    main(["board", example, "--json"])
    as_json = tmp_path / "position.json"
    as_json.write_text(capsys.readouterr().out, encoding="utf-8")
    main(["board", str(as_json)])
    from_json = capsys.readouterr().out
    main(["board", example])
    assert capsys.readouterr().out == from_json


def test_standard_input_is_a_position_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(EXAMPLE.encode())))
    assert main(["monster", "-", "--card", "5"]) == 0
    assert "Step 5" in capsys.readouterr().out


@pytest.mark.parametrize("card", ["0", "21", "-3", "XXXX", "", "8.5", "²", "seven", "1" * 5000])
def test_unknown_cards_are_named(card: str, example: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "expected 5, 7, 8, 10, X, XX or XXX" in complaint(capsys, "monster", example, f"--card={card}")


def position_file(**changes: object) -> dict[str, object]:
    """Return a position file with the given parts changed."""
    return {
        "format": "finstere-flure/position",
        "version": 1,
        "monster": {"cell": "a1", "facing": "E"},
        "tokens": [],
        "tiles": [],
    } | changes


def token(token_id: str, cell: str) -> dict[str, str]:
    return {"id": token_id, "side": "white", "cell": cell}


TELEPORTER = {"id": "teleporter-A1", "kind": "teleporter", "cell": "n5", "arrow": "S"}


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("", "is empty"),
        ("{", "line 1, column 2"),
        ("[1, 2]", "expected an object"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a": ' + "9" * 10_000 + "}", "not valid JSON"),
        ("hello", "'hello' is no file of the board"),
        ("null", "expected an object"),
        (position_file(format="chess"), "format"),
        (position_file(version=2), "version"),
        (position_file(stage=3), "stage: expected 1 or 2"),
        (position_file(monster={"cell": "a1"}), "monster.facing"),
        (position_file(monster={"cell": "q1", "facing": "E"}), "q1 is no cell"),
        (position_file(monster=[]), "monster: expected an object"),
        (position_file(tokens=[{}]), "tokens[0]"),
        (position_file(tokens={"id": 1}), "tokens: expected a list"),
        (position_file(tokens=[token("beige-3", "c4")]), "beige-3: there is no such token"),
        (position_file(tokens=[token("red-4", "m1")]), "m1 is no cell of the board"),
        (position_file(tokens=[token("red-4", "c4"), token("red-4", "c5")]), "red-4 is there 2 times"),
        (position_file(tokens=[token("red-4", "c4"), token("red-1", "c4")]), "c4: red-4 and red-1"),
        (position_file(tokens=[token("red-4", "a1")]), "a1: red-4 and monster"),
        (position_file(tiles=[TELEPORTER]), "teleporter-A1 is there without teleporter-A2"),
        (position_file(tiles=[{"id": "pool-2x2", "kind": "pool", "cells": ["c1", "c2"]}]), "pool-2x2 cannot cover"),
        (position_file(tiles=[{"id": "stone-1", "kind": "crystal", "cell": "c3"}]), "stone-1 cannot be a crystal"),
    ],
)
def test_positions_that_cannot_be_are_refused(
    content: object, named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "position.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    sentence = complaint(capsys, "monster", str(path), "--card", "8")
    assert str(path) in sentence
    assert named in sentence


def test_all_problems_of_a_position_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(position_file(tokens=[token("pink-1", "c4"), token("red-4", "z9")])), encoding="utf-8")
    sentence = complaint(capsys, "moves", str(path))
    assert "pink-1" in sentence
    assert "z9" in sentence


@pytest.mark.parametrize("state", ["out", "dead"])
def test_a_token_that_has_left_cannot_be_asked_for(
    state: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "position.json"
    gone = {"id": "red-4", "side": "white", "place": state}
    path.write_text(json.dumps(position_file(tokens=[gone])), encoding="utf-8")
    assert "red-4" in complaint(capsys, "moves", str(path), "--token", "red-4")
    assert "blue-1 is not in this position" in complaint(capsys, "moves", str(path), "--token", "blue-1")
    assert main(["moves", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"moves": {}}


def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "No such file" in complaint(capsys, "monster", str(tmp_path / "none.json"), "--card", "8")
    assert "folder" in complaint(capsys, "monster", str(tmp_path), "--card", "8")
    assert "cannot be read" in complaint(capsys, "monster", "a\0b", "--card", "8")
    picture = tmp_path / "photo.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    assert "companion read" in complaint(capsys, "monster", str(picture), "--card", "8")
    huge = tmp_path / "huge.json"
    huge.write_bytes(b" " * 2_000_000)
    assert "too large" in complaint(capsys, "monster", str(huge), "--card", "8")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=400) | st.text(max_size=400).map(str.encode))
def test_no_file_can_crash_the_command(data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "fuzz"
    path.write_bytes(data)
    complaint(capsys, "monster", str(path), "--card", "8")


def test_unknown_commands_and_missing_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert "there is no command 'dance'" in complaint(capsys, "dance")
    assert "--card" in complaint(capsys, "monster")
    assert "companion read --help" in complaint(capsys, "read", "photo.jpg", "--stage", "3")


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    text = capsys.readouterr().out
    for command in ("monster", "moves", "read", "predict", "show", "tags", "render", "demo", "board"):
        assert f"\n  {command} " in text


@pytest.mark.parametrize("command", ["show", "predict", "read", "monster", "moves", "board", "tags", "render", "demo"])
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    assert f"usage: companion {command}" in capsys.readouterr().out


def test_the_rules_start_without_the_heavy_libraries() -> None:
    """`companion monster` answers at once, because it does not load the heavy libraries.

    It loads neither OpenCV nor pygame nor NumPy nor all rules.
    """
    code = (
        "import sys; from companion.main import main; main(['monster', '-', '--card', '8', '--json']);"
        "heavy = ('cv2', 'numpy', 'pygame', 'PIL', 'engine.finstere_flure.game');"
        "print([name for name in heavy if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=EXAMPLE, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stderr.strip() == "[]"
    assert json.loads(done.stdout)["card"] == "8"


def test_a_reader_that_goes_away_is_no_error(example: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m companion.main moves {example} --json | head -c 1"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert "Traceback" not in done.stderr
