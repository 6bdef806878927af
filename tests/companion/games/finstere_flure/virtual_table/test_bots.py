"""The bots play by the rules, to the end, and not without sense."""

from dataclasses import replace
from random import Random

import pytest

from companion.games.finstere_flure.virtual_table.bots import choose_token_move
from engine.finstere_flure.board import EXIT, Direction
from engine.finstere_flure.deck import shuffle_deck
from engine.finstere_flure.events import GameStarted, SetUp, TokenMoved
from engine.finstere_flure.game import Game
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.pieces import Colour, Place, Side
from engine.finstere_flure.position import Position, Token
from engine.finstere_flure.rounds import position_after
from engine.finstere_flure.setup import STEPS
from tests.companion.games.finstere_flure.virtual_table.bots_game import bots_game

RED_AND_BLUE = GameStarted((Colour.RED, Colour.BLUE), Colour.RED)


@pytest.mark.thorough(but=["2-basic", "4-expert"])
@pytest.mark.slow
@pytest.mark.parametrize(("players", "set_up"), [(2, SetUp.BASIC), (4, SetUp.EXPERT), (7, SetUp.BASIC)])
def test_they_play_whole_games_and_bring_tokens_out(players: int, set_up: SetUp) -> None:
    *_, (game, event) = bots_game(players, players, set_up)
    outcome = game.apply(event).state.outcome
    assert outcome is not None
    assert sum(standing.out for standing in outcome.ranking) >= 1


def test_the_same_chance_makes_the_same_choice() -> None:
    game = Game.start(RED_AND_BLUE).apply(shuffle_deck(Random(1)))
    assert choose_token_move(game, Random(5)) == choose_token_move(game, Random(5))


def with_token(at: str, monster: str, facing: Direction) -> Game:
    """A game in which red, on turn, has just one token in the castle, which may go four cells."""
    game = Game.start(RED_AND_BLUE).apply(shuffle_deck(Random(1)))
    tokens = (Token("red-4", Side.WHITE, at), Token("blue-1", Side.WHITE, Place.OUT))
    return replace(game, state=replace(game.state, position=Position(monster, facing, tokens)))


def test_who_stands_before_the_exit_leaves() -> None:
    assert choose_token_move(with_token("c1", "p6", Direction.N), Random(0)).to is Place.OUT


def way_to_go(event: TokenMoved) -> int:
    return STEPS[EXIT].get(event.to, 0 if event.to is Place.OUT else 99)


@pytest.mark.slow
def test_they_keep_out_of_the_monsters_way_better_than_those_who_just_run() -> None:
    eaten = {"bots": 0, "runners": 0}
    for game, event in bots_game(6, 4, SetUp.BASIC):
        if isinstance(event, TokenMoved):
            runs = min(game.token_choices(event.token), key=way_to_go)
            for who, choice in (("bots", event), ("runners", runs)):
                after = position_after(game.state.position, choice)
                eaten[who] += sum(meal.token == choice.token for meal in move_monster(after, "8").eaten)
    assert eaten["bots"] < 0.6 * eaten["runners"]
