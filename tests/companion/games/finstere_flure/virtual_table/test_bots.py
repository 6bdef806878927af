"""The bots play by the rules, to the end, and not without sense."""

from dataclasses import replace
from random import Random

import pytest

from companion.virtual_table.bot_moves import next_move
from engine.finstere_flure.board import Direction
from engine.finstere_flure.deck import shuffle_deck
from engine.finstere_flure.events import GameStarted, SetUp
from engine.finstere_flure.game import RULES, Game
from engine.finstere_flure.pieces import Colour, Place, Side
from engine.finstere_flure.position import Position, Token
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


def with_token(cell: str, monster: str, facing: Direction) -> Game:
    """A game in which red, on turn, has just one token in the castle, which may go four cells."""
    game = Game.start(RED_AND_BLUE).apply(shuffle_deck(Random(1)))
    tokens = (Token("red-4", Side.WHITE, cell), Token("blue-1", Side.WHITE, Place.OUT))
    return replace(game, state=replace(game.state, position=Position(monster, facing, tokens)))


def test_who_stands_before_the_exit_leaves() -> None:
    assert next_move(RULES, with_token("c1", "p6", Direction.N).state, Random(0)).to is Place.OUT
