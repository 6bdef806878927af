"""Forecasts are exact: they count what the readable engine does with each card of the deck."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import NotAllowedError, NotationError
from engine.finstere_flure.events import token_events
from engine.finstere_flure.forecast import MOST_CARDS, Odds, forecast, move_forecasts
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.moves import token_moves
from engine.finstere_flure.pieces import DECK, TOKENS, Place
from engine.finstere_flure.position import Position
from engine.finstere_flure.rounds import position_after
from engine.finstere_flure.textboard import parse_board
from tests.engine.finstere_flure.dense_positions import positions

#: The monster sees red 4 six cells ahead: cards 7, 8 and 10, and hit cards reach it, 5 does not.
CORRIDOR = parse_board("""
    c  d  e  f  g  h  i  j
 6  M> .  .  .  .  .  R4 .
 outside: Y5 b1
""")


def test_the_risk_of_a_token_is_the_share_of_the_cards_that_reach_it() -> None:
    found = forecast(CORRIDOR, Odds())
    assert found.risk == {"red-4": 7 / 8}
    assert [(card.card, card.p, card.eaten) for card in found.cards] == [
        ("5", 1 / 8, ()),
        ("7", 2 / 8, ("red-4",)),
        ("8", 2 / 8, ("red-4",)),
        ("10", 1 / 8, ("red-4",)),
        ("X", 1 / 8, ("red-4",)),
        ("XX", 1 / 8, ("red-4",)),
    ]
    assert (found.cards[0].cell, found.cards[1].cell) == ("h6", "j6")
    assert (found.visits["c6"], found.visits["i6"]) == (1.0, 7 / 8)
    assert "c5" not in found.visits


def test_a_deck_with_one_card_left_is_certain() -> None:
    assert forecast(CORRIDOR, Odds(["5"])).risk == {"red-4": 0.0}
    assert forecast(CORRIDOR, Odds(["X"])).risk == {"red-4": 1.0}


def test_a_token_that_stays_outside_or_gets_out_has_no_risk() -> None:
    position = parse_board("""
        a  b  c  d
     1  R4 .  .  .
     2  .  .  .  .
     3  M^ .  .  .
     outside: Y5
    """)
    by_end = {move_forecast.move.to: move_forecast for move_forecast in move_forecasts(position, "red-4", Odds())}
    assert (by_end[Place.OUT].risk, by_end["a1"].risk) == (0.0, 1.0)
    stays = next(
        move_forecast
        for move_forecast in move_forecasts(position, "yellow-5", Odds())
        if move_forecast.move.to is Place.OUTSIDE
    )
    assert (stays.risk, stays.own, stays.others) == (0.0, 0.0, 1.0)


@pytest.mark.slow
@settings(max_examples=30)
@given(positions(), st.data())
def test_forecasts_count_the_moves_of_the_readable_engine(position: Position, data: st.DataObject) -> None:
    found = forecast(position, Odds())
    assert found.risk == {
        token.id: sum(token.id in eaten(position, card) for card in DECK) / len(DECK)
        for token in position.tokens
        if token.cell is not None
    }
    movable = [token.id for token in position.tokens if token.place not in (Place.OUT, Place.DEAD)]
    if not movable:
        return
    token = data.draw(st.sampled_from(movable))
    forecasts = move_forecasts(position, token, Odds())
    assert [forecast.move for forecast in forecasts] == list(token_moves(position, token))
    for drawn in data.draw(st.lists(st.sampled_from(forecasts), max_size=3)):
        after = position_after(position, *token_events(position, token, [drawn.move]))
        hits = [eaten(after, card) for card in DECK]
        own = sum(TOKENS[hit][0] is TOKENS[token][0] for each in hits for hit in each)
        assert drawn.risk == sum(token in each for each in hits) / len(DECK)
        assert (drawn.own, drawn.others) == (own / len(DECK), (sum(map(len, hits)) - own) / len(DECK))


@pytest.mark.parametrize("deck", [[], ["5", "Y"], ["0"], ["5"] * (MOST_CARDS + 1)])
def test_what_is_no_deck_is_refused(deck: list[str]) -> None:
    with pytest.raises(NotationError, match=r"card|deck"):
        Odds(deck)


def test_a_token_that_cannot_move_has_no_forecast() -> None:
    with pytest.raises(NotAllowedError, match="not in this position"):
        move_forecasts(CORRIDOR, "green-1", Odds())


def eaten(position: Position, card: str) -> tuple[str, ...]:
    """Return the tokens that the monster's move by this card hits."""
    return tuple(meal.token for meal in move_monster(position, card).eaten)
