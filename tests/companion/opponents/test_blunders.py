"""Blunders that bots once made, or weaker ones make: who avoids them goes on doing so.

`tools.blunders` finds them. A position is the moves that led to it.
"""

import json
from collections import defaultdict
from pathlib import Path

import pytest

from companion.games.opponents import bots_of
from tools.blunders import Blunder, asked_bots, chosen_by, position_of

TABLE = Path(__file__).parents[2] / "data" / "blunders.jsonl"
BLUNDERS = [Blunder.from_json(json.loads(line)) for line in TABLE.read_text(encoding="utf-8").splitlines()]


def name_of(blunder: Blunder) -> str:
    return f"{blunder.game} {blunder.digest} {blunder.bad}"


@pytest.mark.parametrize("blunder", BLUNDERS, ids=name_of)
def test_bots_go_on_avoiding_blunders(blunder: Blunder) -> None:
    position = position_of(blunder)
    bots, bad = bots_of(position.game), position.moves[blunder.bad]
    assert blunder.better < len(position.moves)
    for name in blunder.avoids:
        assert chosen_by(bots[name], position, blunder.nodes) != bad, (name, blunder.text)


def test_the_table_has_every_game_and_the_bots_that_players_are_offered() -> None:
    avoided = defaultdict[str, set[str]](set)
    for blunder in BLUNDERS:
        assert {*blunder.makes, *blunder.avoids} == {*asked_bots(position_of(blunder).game)}
        avoided[blunder.game].update(blunder.avoids)
    assert all("strong" in bots for bots in avoided.values())


def test_other_moves_are_noticed() -> None:
    blunder = BLUNDERS[0]
    with pytest.raises(ValueError, match="others by now"):
        position_of(Blunder.from_json({**blunder.__dict__, "digest": "0" * 12}))
