"""Tests of ``companion referee``: its output for a game, and refusals of forbidden events.

There is a refusal for each kind of event that is not allowed.
"""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from companion.main import main

HEADER = '{"format": "finstere-flure/game", "version": 1}'
STONES = json.dumps([f"stone-{n}" for n in range(1, 12)])
STARTED = (
    '{"event": "started", "players": ["red", "blue"], "first": "red", "set_up": "basic", "dm": false,'
    f' "five_as_three": false, "stones": {STONES}}}'
)
SHUFFLED = '{"event": "shuffled", "order": ["7", "5", "X", "8", "10", "XX", "8", "7"]}'
MOVED = (
    '{"event": "token", "token": "red-5", "to": "o9", "side": "black", "stones": {"stone-9": "o8"}, "overruled": false}'
)
EXPERT = STARTED.replace("basic", "expert")
BEGUN = (HEADER, STARTED, SHUFFLED)


def placed(cell: str) -> str:
    return f'{{"event": "tile", "tile": "stone-1", "kind": "stone", "cells": ["{cell}"], "arrow": null}}'


def judged(
    capsys: pytest.CaptureFixture[str], path: Path, *lines: str, each: bool = False
) -> tuple[int, list[Any], str]:
    """Exit status, the JSON lines on standard output, the sentence on standard error."""
    file = path / "game.jsonl"
    file.write_text("".join(f"{line}\n" for line in lines))
    status = main(["referee", str(file), "--json", *(["--each"] if each else [])])
    out, error = capsys.readouterr()
    return status, [json.loads(line) for line in out.splitlines()], error


def test_a_game_is_told_as_its_state(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, [answer], error = judged(capsys, tmp_path, *BEGUN, MOVED)
    assert (status, error) == (0, "")
    assert (answer["game"], answer["events"], answer["ok"]) == ("finstere-flure", 3, True)
    state = answer["state"]
    assert (state["phase"], state["turn"], state["round"], state["stage"]) == ("tokens", "blue", 1, 1)
    assert state["next"] == [{"event": "token", "by": "blue"}]
    assert state["over"] is False
    assert state["moved"] == ["red-5"]
    assert state["deck"] == {"left": 8, "played": []}
    assert state["scores"]["red"] == {"out": 0, "castle": 1, "outside": 3, "dead": 0}
    assert {"id": "red-5", "side": "black", "cell": "o9"} in state["position"]["tokens"]


def test_each_event_has_a_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, answers, _ = judged(capsys, tmp_path, *BEGUN, MOVED, MOVED, each=True)
    assert status == 2
    assert [(answer["line"], answer["ok"]) for answer in answers] == [(2, True), (3, True), (4, True), (5, False)]
    assert [answer["state"]["next"][0]["event"] for answer in answers[:3]] == ["shuffled", "token", "token"]


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        ((MOVED,), ["not-now"]),
        ((STARTED, STARTED), ["not-now"]),
        ((STARTED.replace('["red", "blue"]', '["red"]'),), ["players-wrong"]),
        ((STARTED.replace("stone-11", "stone-10"),), ["set-up-wrong"]),
        ((STARTED, SHUFFLED.replace('"7"]', '"8"]')), ["order-wrong"]),
        ((STARTED, SHUFFLED, MOVED.replace("red-5", "blue-5")), ["not-your-turn"]),
        ((STARTED, SHUFFLED, MOVED, MOVED), ["not-your-turn", "moved-already"]),
        ((STARTED, SHUFFLED, MOVED.replace('"o9"', '"a5"')), ["not-reachable"]),
        ((STARTED, SHUFFLED, MOVED.replace("black", "white")), ["side-wrong"]),
        ((STARTED, SHUFFLED, MOVED.replace("o8", "n8")), ["stones-wrong"]),
        ((STARTED, SHUFFLED, MOVED.replace("red-5", "red-9")), ["not-understood"]),
        ((STARTED, SHUFFLED, MOVED.replace('"o9"', '"q9"')), ["not-understood"]),
        ((STARTED, SHUFFLED, MOVED.replace('"overruled"', '"overuled"')), ["not-understood"]),
        ((STARTED, "[]"), ["not-understood"]),
        ((STARTED, SHUFFLED, "{"), ["not-understood"]),
        ((STARTED, SHUFFLED, '{"event": "card", "drawn": ["7"], "order": null}'), ["not-now"]),
        ((EXPERT, placed("o11")), ["place-forbidden"]),
        ((EXPERT, placed("d5"), placed("d6")), ["tile-used"]),
    ],
)
def test_a_refusal_names_line_and_codes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lines: tuple[str, ...], codes: list[str]
) -> None:
    status, [answer], error = judged(capsys, tmp_path, HEADER, *lines)
    assert status == 2
    assert (answer["events"], answer["line"], answer["ok"]) == (len(lines) - 1, len(lines) + 1, False)
    assert [problem["code"] for problem in answer["problems"]] == codes
    assert f"line {len(lines) + 1}: " in error
    assert error.count("\n") == 1


def test_a_file_without_events_stands_before_the_first_where_the_rules_know_that(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lifeboat = '{"format": "lifeboat/game", "version": 1}'
    status, [answer], error = judged(capsys, tmp_path, lifeboat)
    before = {"phase": "before", "step": "before", "next": [{"event": "started"}], "over": False}
    assert (status, error) == (0, "")
    assert answer == {"game": "lifeboat", "events": 0, "ok": True, "state": before}
    assert main(["referee", str(tmp_path / "game.jsonl")]) == 0
    assert capsys.readouterr().out == 'No event yet: the first one is "started".\n'
    status, [answer], error = judged(capsys, tmp_path, HEADER)
    assert (status, answer["line"]) == (2, 2)
    assert "line 2: the game file ends before the game has started" in error


@pytest.mark.parametrize("header", ["", "{}", '{"format": "chess/game", "version": 1}', "no JSON"])
def test_another_kind_of_file_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path, header: str) -> None:
    status, [answer], error = judged(capsys, tmp_path, header, STARTED)
    assert status == 2
    assert (answer["line"], [problem["code"] for problem in answer["problems"]]) == (1, ["not-understood"])
    assert "finstere-flure/game" in error


def test_in_words_it_says_where_the_game_stands(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "\n".join((*BEGUN, MOVED)).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert main(["referee", "-"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Round 1, stage 1. Blue moves a token.\n")
    assert "Red: 0 tokens escaped" in out


def test_a_file_that_is_no_text_is_refused_as_json_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"\xff\xd8\xff\xe0 a picture")
    assert main(["referee", str(file), "--json"]) == 2
    out, error = capsys.readouterr()
    answer = json.loads(out)
    assert (answer["game"], answer["ok"], answer["line"]) == (None, False, 1)
    assert [problem["code"] for problem in answer["problems"]] == ["not-understood"]
    assert "it is no text" in error


def test_a_pipe_or_folder_is_no_game_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["referee", str(tmp_path)]) == 2
    assert "it is a folder" in capsys.readouterr().err
    assert main(["referee", "/dev/zero"]) == 2
    assert "it is not a regular file" in capsys.readouterr().err
