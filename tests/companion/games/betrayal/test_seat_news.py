"""Lines for a seat: the own explorer's cards and traits, for every event."""

from random import Random

import pytest

from companion.games.betrayal.names import card_name, explorer_name
from companion.games.betrayal.table.game import TABLE
from companion.games.betrayal.words import trait_name
from engine.betrayal import events as e
from engine.betrayal.components import Trait
from engine.betrayal.play import PLAY

STARTED = e.GameStarted(players=("heather", "brandon", "rhinehardt"), first="heather", variants=())
#: So many games are played.
GAMES = 4
#: Each game has so many moves at most.
MOVES = 250


@pytest.mark.slow
def test_each_card_and_trait_that_changes_is_told_to_its_explorer() -> None:
    rng, changed, given = Random(1), 0, 0
    for _ in range(GAMES):
        whole = PLAY.deal(STARTED, rng)
        for _ in range(MOVES):
            if PLAY.over(whole) is not None:
                break
            before, whole = whole, PLAY.follow(whole, PLAY.draw(whole, rng))
            for player in STARTED.players:
                text = " ".join(
                    TABLE.seat_screen.seat_news(PLAY.view(before, player), PLAY.view(whole, player), (), player)
                )
                was, is_now = (set(haunted.state.cards_at(player)) for haunted in (before, whole))
                for card in was ^ is_now:
                    assert card_name(card) in text
                for trait in Trait:
                    values = [haunted.state.explorers[player].value(trait) for haunted in (before, whole)]
                    assert (f"{trait_name(trait)}: {values[0]}, now {values[1]}." in text) == (values[0] != values[1])
                changed += bool(text)
                given += any(f": {explorer_name(other)})" in text for other in STARTED.players)
    assert changed > GAMES
    assert given
