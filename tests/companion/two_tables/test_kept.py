"""File of the games at two tables: what in it is none is passed over, and the others stay."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.two_tables.kept import KeptShare, ShareFile
from companion.two_tables.order import Side

pytest.importorskip("starlette")

SHARE = KeptShare(1, Side.GUEST, ("red",), "5" * 64, "http://192.168.1.5:8720", "6" * 64)


@pytest.mark.parametrize(
    "damage",
    [
        {"url": "somewhere"},
        {"url": "http://a..b:8720"},
        {"url": 5},
        {"key": "5"},
        {"coin": None},
        {"side": "both"},
        {"game": 1e999},
        {"guest_seats": ["\n"]},
    ],
)
def test_a_damaged_game_is_passed_over_and_the_others_are_kept(damage: dict[str, Any], tmp_path: Path) -> None:
    journal = tmp_path / "games.sqlite"
    for game in (1, 2):
        ShareFile.beside(journal).keep(replace(SHARE, game=game))
    path = tmp_path / "two-tables.json"
    kept = json.loads(path.read_text())
    kept["games"][0] |= damage
    path.write_text(json.dumps(kept))
    found = ShareFile.beside(journal)
    assert found.of(1) is None
    assert found.of(2) == replace(SHARE, game=2)
