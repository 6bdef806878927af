"""Lines for a seat alone: what it has got and lost, for every event of whole games."""

from collections import Counter
from random import Random

import pytest

from companion.games.coach_ride.table.game import TABLE
from companion.games.coach_ride.virtual_table.game import VIRTUAL
from companion.games.coach_ride.words import card_name, first_name
from engine.coach_ride import events as e
from engine.coach_ride.play import PLAY

#: So many games are played.
GAMES = 6
#: Each game has so many moves at most.
MOVES = 400


@pytest.mark.slow
def test_each_item_that_a_seat_gets_or_loses_is_told_to_it_alone() -> None:
    rng, partners = Random(1), set[type]()
    for seed in range(GAMES):
        started = VIRTUAL.start(5, seed, {"sextant": True})
        dealt = PLAY.deal(started, rng)
        for _ in range(MOVES):
            if PLAY.over(dealt) is not None:
                break
            move = PLAY.draw(dealt, rng)
            after = PLAY.follow(dealt, move)
            events = () if move.event is None else (move.event,)
            for player in started.players:
                views = PLAY.view(dealt, player), PLAY.view(after, player)
                text = " ".join(TABLE.seat_screen.seat_news(*views, events, player))
                was, is_now = (Counter(coach.cards.hands[player]) for coach in (dealt, after))
                for card in (is_now - was) + (was - is_now):
                    assert card_name(card) in text, (move, player, text)
                if dealt.cards.professions[player] is not after.cards.professions[player]:
                    assert card_name(after.cards.professions[player]) in text
                if was == is_now and not isinstance(move.event, e.Accepted | e.Handed):
                    assert "You " not in text, (move, player, text)
                if any(f": {first_name(other)})" in text for other in started.players if other is not player):
                    partners.add(type(move.event))
            dealt = after
    assert {e.Accepted, e.SextantUsed, e.Searched} <= partners


def test_what_a_trade_has_brought_is_told_also_when_it_is_looked_at_later() -> None:
    rng = Random(1)
    dealt = PLAY.deal(VIRTUAL.start(5, 1, {}), rng)
    while not isinstance((move := PLAY.draw(dealt, rng)).event, e.Accepted):
        dealt = PLAY.follow(dealt, move)
    after = PLAY.follow(dealt, move)
    trade = after.state.trade
    assert trade is not None
    told = {
        player: TABLE.seat_screen.seat_news(None, PLAY.view(after, player), (), player)
        for player in after.state.players
    }
    assert [player for player, lines in told.items() if lines] == [
        player for player in after.state.players if player in (trade.active, trade.passive)
    ]
    # It is told once.
    view = PLAY.view(after, trade.active)
    assert TABLE.seat_screen.seat_news(view, view, (), trade.active) == ()
