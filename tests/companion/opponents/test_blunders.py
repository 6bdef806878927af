"""Blunders that bots once made, or weaker ones make: who avoids them goes on doing so.

`tools.blunders` finds them. A position is the moves that led to it.
"""

import json
from collections import Counter, defaultdict
from pathlib import Path
from random import Random

import pytest

from companion.games.opponents import bots_of
from companion.opponents.bots import BOTS
from tools.blunders import Blunder, BlunderPosition, asked_bots, blunders_in, chosen_by, game_of, position_of
from tools.hint_reasons.__main__ import example_games

TABLE = Path(__file__).parents[2] / "data" / "blunders.jsonl"
BLUNDERS = [Blunder.from_json(json.loads(line)) for line in TABLE.read_text(encoding="utf-8").splitlines()]


JUDGED = TABLE.with_name("blunders_judged.jsonl")
#: Chess is played by engines: what they blunder is not ours.
GAMES = {"betrayal", "coach-ride", "finstere-flure", "lifeboat", *example_games()} - {"chess"}


def name_of(blunder: Blunder) -> str:
    return f"{blunder.game} {blunder.digest} {blunder.bad}"


@pytest.mark.parametrize("blunder", BLUNDERS, ids=name_of)
def test_bots_go_on_avoiding_blunders(blunder: Blunder) -> None:
    position = position_of(blunder)
    bots, bad = bots_of(position.game), position.moves[blunder.bad]
    assert blunder.better < len(position.moves)
    for name in blunder.avoids:
        assert chosen_by(bots[name], position, blunder.nodes) != bad, (name, blunder.text)


def test_a_hundred_games_of_each_were_judged() -> None:
    judged = Counter[str]()
    for line in JUDGED.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        assert "strong" in record["blunders"]
        judged[record["game"]] += min(record["games"], record["positions"])
    assert {game for game in GAMES if judged[game] >= 100} == GAMES


@pytest.mark.slow
def test_the_table_has_every_game_and_the_bots_that_players_are_offered() -> None:
    avoided = defaultdict[str, set[str]](set)
    for blunder in BLUNDERS:
        assert {*blunder.makes, *blunder.avoids} == {*asked_bots(position_of(blunder).game)}
        avoided[blunder.game].update(blunder.avoids)
    assert {game for game, bots in avoided.items() if "strong" in bots} == GAMES


def test_other_moves_are_noticed() -> None:
    blunder = BLUNDERS[0]
    with pytest.raises(ValueError, match="others by now"):
        position_of(Blunder.from_json({**blunder.__dict__, "digest": "0" * 12}))


@pytest.mark.slow
def test_a_third_cross_that_is_not_stopped_is_found() -> None:
    position = BlunderPosition(game_of("noughts-and-crosses"), None, seed=2)
    for number in (3, 7, 0):
        position.go_on(number)
    found = list(blunders_in(position, None, 2, 100, Random(1)))
    assert found
    assert all(blunder.loss == 1 and "strong" in blunder.avoids for blunder in found)
    assert found[0].makes == ()
    assert {position.moves[blunder.better] for blunder in found} == {chosen_by(BOTS["strong"], position, 1000)}
