"""Tests of bots: they use only their player's knowledge, and finish games by the rules.

They are read from the mat like people.
"""

import json
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from companion.device.errors import UserError
from companion.games.lifeboat.virtual_table.dealing import LifeboatDealer
from companion.games.lifeboat.virtual_table.game import VIRTUAL
from companion.games.lifeboat.virtual_table.truth import contradiction
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

#: One game of bots: how many play, its seed, and its variants.
Kind = tuple[int, int, tuple[str, ...]]
#: Games in which each number of players and each variant is; others like them, of other seeds.
GAMES: tuple[Kind, ...] = (
    (4, 0, ()),
    (5, 0, ("short_row", "quick")),
    (5, 0, ("navigation",)),
    (6, 0, ("sharks", "drowned_score")),
    *((6, seed, ()) for seed in range(6)),
    (7, 0, ("cannibalism", "harter", "sharks", "quick", "short_row")),
)
MORE_GAMES = tuple((players, seed, variants) for seed in range(3, 9) for players, _, variants in GAMES)


def start_of(kind: Kind) -> e.GameStarted:
    """Return the start of a game; the cards for navigating are the box's own in their variant."""
    players, seed, variants = kind
    options = {variant: "told" if variant == "navigation" else True for variant in variants}
    started: e.GameStarted = VIRTUAL.start(players, seed, options)
    return started


def play_moves(kind: Kind) -> list[tuple[Dealt, Move]]:
    """Play a game of bots: the whole state before each move, and the move."""
    rng, made = Random(kind[1]), list[tuple[Dealt, Move]]()
    whole = PLAY.deal(start_of(kind), rng)
    while PLAY.over(whole) is None:
        move = next_move(PLAY, whole, rng)
        made.append((whole, move))
        whole = PLAY.follow(whole, move)
    return made


#: The moves of a game that several tests look at.
moves = cache(play_moves)


def events_of(made: list[tuple[Dealt, Move]]) -> list[e.GameEvent]:
    """Return the events of moves."""
    return [move.event for _, move in made if move.event is not None]


def played(kind: Kind) -> Game[State, e.GameEvent]:
    """Return a game of bots.

    Whoever follows its events alone knows as many hidden cards at each.
    """
    game, dealer = RULES.replay([start_of(kind), *events_of(moves(kind))]), LifeboatDealer(kind[1])
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
@pytest.mark.thorough(but=["some"])
@pytest.mark.parametrize("kinds", [GAMES, MORE_GAMES], ids=["some", "more"])
def test_bots_end_every_kind_of_game_by_the_rules(kinds: tuple[Kind, ...]) -> None:
    games = [played(kind) for kind in kinds]
    assert len({game.events for game in games}) == len(games)


def test_the_same_seed_is_the_same_game() -> None:
    assert events_of(play_moves(GAMES[1])) == events_of(moves(GAMES[1]))


@pytest.mark.slow
def test_whatever_bots_do_contradicts_no_card_in_the_boat() -> None:
    """Bots do only what their cards allow: nothing of it may be refused."""
    for whole, move in chain.from_iterable(map(moves, GAMES)):
        if move.event is not None:
            assert not contradiction(whole.hidden, whole.state, move.event), move


def test_too_few_and_too_many_players_are_refused() -> None:
    for players, options in ((3, {}), (7, {}), (8, {"cannibalism": True, "harter": True})):
        with pytest.raises(UserError, match="4 to 6 can play"):
            VIRTUAL.start(players, 1, options)
    with pytest.raises(UserError, match="only with cannibalism"):
        VIRTUAL.start(None, 1, {"harter": True})


@pytest.mark.slow
def test_bots_do_the_same_when_what_they_cannot_know_is_dealt_anew() -> None:
    asked = 0
    for number, (whole, _) in enumerate(moves(GAMES[5])):
        for seat in PLAY.acting_seats(whole)[:1]:
            other = PLAY.determinize(PLAY.view(whole, seat), seat, Random(number))
            asked += other.hidden != whole.hidden
            assert next_move(PLAY, other, Random(number)) == next_move(PLAY, whole, Random(number))
    assert asked > 40


@pytest.mark.slow
def test_bots_follow_love_hate_and_thirst() -> None:
    against = {"loved": 0, "hated": 0}
    thirsts = {"drank": 0, "suffered with water": 0}
    for whole, move in chain.from_iterable(map(moves, GAMES)):
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
    print(against, thirsts)
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
