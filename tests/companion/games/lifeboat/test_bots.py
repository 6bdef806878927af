"""Tests of bots: they use only their player's knowledge, and finish games by the rules.

They are read from the mat like people.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.device.errors import UserError
from companion.games.lifeboat.virtual_table.dealing import LifeboatDealer
from companion.games.lifeboat.virtual_table.game import VIRTUAL
from companion.main import main
from companion.virtual_table.bot_moves import next_move
from engine.game import Game
from engine.lifeboat import events as e
from engine.lifeboat.components import Provision
from engine.lifeboat.dealt import Dealt, Move
from engine.lifeboat.game import RULES
from engine.lifeboat.hidden import FaceDownCards
from engine.lifeboat.play import PLAY
from engine.lifeboat.state import State


def moves(seed: int, players: int, **options: bool | str) -> Iterator[tuple[Dealt, Move]]:
    """Yield the whole state before each move of a game of bots, and the move."""
    rng = Random(seed)
    whole = PLAY.deal(VIRTUAL.start(players, seed, options), rng)
    while PLAY.over(whole) is None:
        move = next_move(PLAY, whole, rng)
        yield whole, move
        whole = PLAY.follow(whole, move)


def played(seed: int, players: int, **options: bool | str) -> Game[State, e.GameEvent]:
    """Play a game of bots; whoever follows its events alone knows as many hidden cards at each."""
    events = [move.event for _, move in moves(seed, players, **options) if move.event is not None]
    game, dealer = RULES.replay([VIRTUAL.start(players, seed, options), *events]), LifeboatDealer(seed)
    for number, state in enumerate(game.states(), start=1):
        assert_counts(dealer.hidden(game.events[:number]), state)
    return game


def assert_counts(hidden: FaceDownCards, state: State) -> None:
    """The hidden cards are as many as the public state says."""
    assert {person.who: len(hidden.hands[person.who]) for person in state.people} == {
        person.who: person.hand for person in state.people
    }
    counts = len(hidden.bow), len(hidden.passing), len(hidden.deck), len(hidden.row)
    assert counts == (state.bow, state.passing, state.deck, state.row)


@pytest.mark.slow
@pytest.mark.thorough(but=["4-options0", "5-options1"])
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (4, {}),
        (5, {"short_row": True, "quick": True}),
        (5, {"navigation": "told"}),
        (6, {"sharks": True, "drowned_score": True}),
        (7, {"cannibalism": True, "harter": True, "sharks": True, "quick": True, "short_row": True}),
    ],
)
def test_bots_end_every_kind_of_game_by_the_rules(players: int, options: dict[str, bool | str]) -> None:
    games = [played(seed, players, **options) for seed in range(6)]
    assert len({game.events for game in games}) == len(games)
    assert played(0, players, **options).events == games[0].events


def test_too_few_and_too_many_players_are_refused() -> None:
    for players, options in ((3, {}), (7, {}), (8, {"cannibalism": True, "harter": True})):
        with pytest.raises(UserError, match="4 to 6 can play"):
            VIRTUAL.start(players, 1, options)
    with pytest.raises(UserError, match="only with cannibalism"):
        VIRTUAL.start(None, 1, {"harter": True})


@pytest.mark.slow
def test_bots_do_the_same_when_what_they_cannot_know_is_dealt_anew() -> None:
    asked = 0
    for number, (whole, _) in enumerate(moves(1, 6)):
        for seat in PLAY.acting_seats(whole)[:1]:
            other = PLAY.determinize(PLAY.view(whole, seat), seat, Random(number))
            asked += other.hidden != whole.hidden
            assert next_move(PLAY, other, Random(number)) == next_move(PLAY, whole, Random(number))
    assert asked > 40


@pytest.mark.slow
def test_bots_follow_love_hate_and_thirst() -> None:
    against = {"loved": 0, "hated": 0}
    thirsts = {"drank": 0, "suffered with water": 0}
    for seed in range(12):
        for whole, move in moves(seed, 6):
            hidden, event = whole.hidden, move.event
            if isinstance(event, e.Joined) and hidden.love[event.by] is not hidden.hate[event.by]:
                fight = whole.state.fight
                assert fight is not None
                others = fight.defend if event.side is e.Side.ATTACK else fight.attack
                against["loved"] += hidden.love[event.by] in others
                against["hated"] += hidden.hate[event.by] in others
            thirsts["drank"] += isinstance(event, e.Drank)
            if isinstance(event, e.Suffered) and whole.state.person(event.by).conscious:
                thirsts["suffered with water"] += Provision.WATER in hidden.hands[event.by]
    assert 2 * against["loved"] < against["hated"], against
    assert 8 * thirsts["suffered with water"] < thirsts["drank"], thirsts


@pytest.mark.slow
@pytest.mark.thorough
def test_a_whole_game_is_played_before_the_camera(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--virtual", "--autoplay", "--headless", "--players", "4", "--seed", "2", "--quick"]
    assert main(["play", "--game", "lifeboat", *words, "--journal", str(tmp_path / "games.sqlite")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["same_as_replay"]
    assert told["problems"] == 0
    assert told["readings"] > 10
    assert set(told["scores"]) == set(told["players"])
    assert told["variants"] == ["quick"]
    best = max(score["total"] for score in told["scores"].values())
    assert [character for character in told["winners"] if told["scores"][character]["total"] != best] == []
