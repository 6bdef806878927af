"""Moves at which people would laugh: no bot but the random one makes them."""

from dataclasses import replace
from random import Random

import pytest

from companion.opponents.bots import BOTS
from companion.opponents.budget import Budget
from engine.finstere_flure.deck import Deck
from engine.finstere_flure.events import CardDrawn, GameStarted, TokenMoved
from engine.finstere_flure.game import RULES
from engine.finstere_flure.pieces import DECK, Colour, Place, Side
from engine.finstere_flure.position import Token
from engine.finstere_flure.state import Phase, State
from engine.finstere_flure.textboard import parse_board

ROUND = 9


def red_to_move(board: str, *, out: tuple[str, ...] = ()) -> State:
    """Red is to move on the drawn board, in stage two."""
    drawn = parse_board(board)
    gone = tuple(Token(token, Side.WHITE, Place.OUT) for token in out)
    position = replace(drawn, tokens=(*drawn.tokens, *gone), stage=2)
    deck = Deck(DECK[1:], order_known=False, played=DECK[:1])
    return State(
        GameStarted((Colour.RED, Colour.BLUE), Colour.RED),
        position,
        Phase.MOVE_TOKEN,
        Colour.RED,
        turn=Colour.RED,
        round=ROUND,
        deck=deck,
        out=out,
    )


def choose(bot: str, state: State) -> TokenMoved:
    move = BOTS[bot](RULES, RULES.view(state, "red"), "red", Budget(nodes=200), Random(1))
    assert isinstance(move, TokenMoved)
    return move


LEAVE = """
    a   b   c   l
 1  .   .   r4  .
 5  .   .   .   Mv
"""
WIN = """
    a   b   c   d   l
 1  .   .   r4  .   .
 2  .   .   .   R5  .
 5  .   .   .   .   Mv
 outside: B1
"""
STEP_ASIDE = """
    f   g   h   i   j   k
 5  .   .   .   .   .   .
 6  M>  .   .   R5  .   .
 7  .   .   .   .   .   .
"""
STAY_AWAY = """
    d   e   f   g   h   i
 4  .   .   .   .   .   .
 5  .   .   .   .   .   R4
 6  .   M>  .   .   .   .
"""


@pytest.mark.parametrize("bot", ["greedy", "strong"])
def test_a_token_that_can_leave_leaves(bot: str) -> None:
    assert choose(bot, red_to_move(LEAVE)).to is Place.OUT


@pytest.mark.parametrize("bot", ["greedy", "strong"])
def test_the_move_that_wins_is_made(bot: str) -> None:
    state = red_to_move(WIN, out=("red-1", "red-3"))
    result = RULES.over(RULES.follow(state, choose(bot, state)))
    assert result is not None
    assert result.winners == ("red",)


@pytest.mark.parametrize("bot", ["greedy", "strong"])
@pytest.mark.parametrize("board", [STEP_ASIDE, STAY_AWAY], ids=["step aside", "stay away"])
def test_the_last_token_is_not_put_before_the_monster(bot: str, board: str) -> None:
    state = red_to_move(board)
    after = RULES.follow(state, choose(bot, state))
    # The smallest number card that is left eats nothing, if any move allows that.
    assert after.phase is Phase.DRAW_CARD
    eaten = RULES.follow(after, CardDrawn(("7",))).monster_move
    assert eaten is not None
    safe = [
        move
        for move in RULES.possible(state)
        if not RULES.follow(RULES.follow(state, move), CardDrawn(("7",))).monster_move.eaten  # type: ignore[union-attr]
    ]
    assert not safe or not eaten.eaten


def test_more_tokens_out_are_worth_more() -> None:
    one_out, two = red_to_move(WIN, out=("red-1",)), red_to_move(LEAVE, out=("red-1", "red-3"))
    assert 0 < RULES.worth(one_out, "blue") < RULES.worth(one_out, "red") < 1
    assert RULES.worth(two, "red") + RULES.worth(two, "blue") == pytest.approx(1)
