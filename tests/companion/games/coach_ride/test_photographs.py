"""Tests of photographs of Coach Ride: a fight and a claim, hands and piles face down.

They are read again as they lie.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.main import main

PLAYERS = ["marie", "gundla", "sarah", "romana", "theodora"]
STARTED: Mapping[str, Any] = {"event": "started", "players": PLAYERS, "first": "marie", "items": [], "variants": []}
FIGHT: list[Mapping[str, Any]] = [
    STARTED,
    {"event": "attacked", "by": "marie", "to": "gundla"},
    {"event": "supported", "by": "sarah", "side": "sword"},
    {"event": "supported", "by": "romana", "side": "shield"},
    {"event": "supported", "by": "theodora", "side": "none"},
    {"event": "used", "by": "sarah", "card": "knives"},
    {"event": "used", "by": "marie", "card": "thug"},
]
CLAIM: list[Mapping[str, Any]] = [
    STARTED,
    {"event": "corrected", "set": {"hands": {"marie": 3, "gundla": 2}, "pile": 8}, "why": "a test"},
    {"event": "claimed", "by": "marie", "kind": "own"},
    {
        "event": "shown",
        "by": "marie",
        "association": "order",
        "profession": "thug",
        "items": ["dagger", "key", "key"],
    },
    {"event": "named", "by": "marie", "players": ["gundla"]},
]


def photographed(events: list[Mapping[str, Any]], folder: Path, moment: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the reading of a photo of a game at a moment, and the truth."""
    game, photo, truth = folder / "game.jsonl", folder / "photo.jpg", folder / "truth.json"
    lines = [{"format": "coach-ride/game", "version": 1}, *events]
    game.write_text("".join(json.dumps(line) + "\n" for line in lines))
    words = ["--moment", moment, "--tilt", "8", "--size", "2304x1296"]
    assert main(["render", str(game), "-o", str(photo), "--truth", str(truth), *words]) == 0
    return json.loads(truth.read_text()), {"photo": str(photo)}


@pytest.mark.thorough(but=["events1-claim-lying1"])
@pytest.mark.slow
@pytest.mark.parametrize(
    ("events", "moment", "lying"),
    [
        (
            FIGHT,
            "fight",
            {
                "person-marie/sword": "seat-1/person",
                "profession-thug": "seat-1/open",
                "person-gundla/shield": "seat-3/person",
                "person-sarah/sword": "seat-5/person",
                "item-knives": "seat-5/open",
                "person-romana/shield": "seat-7/person",
            },
        ),
        (
            CLAIM,
            "claim",
            {
                "association-order-1": "claim",
                "profession-thug": "claim",
                "item-dagger": "claim",
                "item-key-1": "claim",
                "item-key-2": "claim",
            },
        ),
    ],
)
def test_a_photo_is_read_as_it_lies(
    events: list[Mapping[str, Any]],
    moment: str,
    lying: dict[str, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    truth, told = photographed(events, tmp_path, moment)
    assert {piece["id"]: piece["zone"] for piece in truth["pieces"]} == lying
    capsys.readouterr()
    assert main(["read", "--game", "coach-ride", "--json", "--moment", moment, told["photo"]]) == 0
    read = json.loads(capsys.readouterr().out)
    assert {piece["id"]: piece["zone"] for piece in read["pieces"]} == lying
    assert read["unreadable"] == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{}", "players: expected a list of those who play, found null"),
        ('{"players": [{"id": "kid"}]}', "players: expected a list of marie gundla"),
        ('{"players": [{"id": "marie", "hand": 99}]}', "marie.hand: expected 0 to 60, found 99"),
        (
            '{"players": [{"id": "marie"}], "fight": {"attacker": "juan", "support": 3}}',
            "fight.support: expected an",
        ),
    ],
)
def test_a_file_that_is_no_table_is_refused_in_a_sentence(
    text: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "state.json"
    source.write_text(text)
    assert main(["render", "--game", "coach-ride", str(source), "-o", str(tmp_path / "photo.png")]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1


def test_a_file_of_another_game_is_refused_with_both_names_also_if_it_has_only_its_first_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "game.jsonl"
    source.write_text('{"format": "lifeboat/game", "version": 1}\n')
    assert main(["render", "--game", "coach-ride", str(source), "-o", str(tmp_path / "photo.png")]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "lifeboat" in error
    assert "coach-ride" in error
