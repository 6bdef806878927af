"""View of a game that another table is told, and dice that are thrown for it."""

import json
from random import Random

import pytest

from engine.betrayal import events as e
from engine.betrayal.components import Dir, Trait
from engine.betrayal.game import RULES
from engine.betrayal.play import PLAY
from engine.betrayal.possible import DiceThrown
from engine.betrayal.throwing import fits_thrown
from engine.betrayal.told_view import announced_from_json, announced_to_json
from engine.errors import NotationError

STARTED = e.GameStarted(players=("heather", "brandon", "rhinehardt"), first="heather", variants=())


@pytest.mark.parametrize("seed", range(3))
def test_views_of_several_seats_are_what_each_knows(seed: int) -> None:
    rng, state = Random(seed), PLAY.deal(STARTED, Random(seed))
    for _ in range(150):
        state = PLAY.follow(state, PLAY.draw(state, rng))
        if PLAY.over(state) is not None:
            break
        if state.announced is not None and not state.announced.rolled:
            continue
        views = {seat: PLAY.view(state, seat) for seat in STARTED.players}
        told = {seat: json.loads(json.dumps(PLAY.view_codec.encode(view))) for seat, view in views.items()}
        joined = PLAY.joined({seat: PLAY.view_codec.decode(data) for seat, data in told.items()}, state.state)
        assert all(PLAY.view(joined, seat) == view for seat, view in views.items())
        assert joined.stacks is None


def test_a_view_tells_neither_tiles_nor_cards_nor_the_dice_to_come() -> None:
    state = PLAY.deal(STARTED, Random(1))
    assert PLAY.view_codec.encode(PLAY.view(state, "heather")) == {"turns": 0}


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"turns": -2},
        {"turns": 0, "stacks": []},
        {"turns": 0, "announced": {"event": "moved", "by": "heather", "to": "foyer"}},
        {"turns": 0, "thrown": {"by": "heather", "event": "moved", "faces": [1]}},
        {"turns": 0, "thrown": {"by": "heather", "event": "rolled", "faces": []}},
    ],
)
def test_what_is_no_view_is_named(told: object) -> None:
    with pytest.raises(NotationError):
        PLAY.view_codec.decode(told)


def test_a_fall_is_announced_before_its_tile_has_a_place() -> None:
    fall = e.Fell(by="heather", faces=(1,), tile="crypt", aside=("chapel",))
    assert announced_from_json(json.loads(json.dumps(announced_to_json(fall)))) == fall


def test_dice_count_for_the_event_and_the_explorer_they_were_thrown_for() -> None:
    state, thrown = RULES.begin(STARTED), DiceThrown("heather", "rolled", 4, (0, 1, 1, 2))

    def rolled(*faces: int, explorer: str = "heather") -> e.Rolled:
        return e.Rolled(by=explorer, what="roll 1", faces=faces)

    assert fits_thrown(state, thrown, rolled(0, 1, 1))
    assert fits_thrown(state, thrown, rolled(2, 1, 1)), "one was thrown again"
    assert not fits_thrown(state, thrown, rolled(2, 2, 1))
    assert not fits_thrown(state, thrown, rolled(0, 1, 1, explorer="brandon"))
    attack = e.Attacked(by="heather", on="brandon", faces=(0, 1), against=(1,), trait=Trait.MIGHT)
    assert not fits_thrown(state, thrown, attack)
    assert fits_thrown(state, DiceThrown("heather", "attacked", 3, (1, 1, 0)), attack)
    assert not fits_thrown(state, thrown, e.Discovered(by="heather", door=Dir.N, tile="crypt", turn=0))


def test_dice_that_were_thrown_bind_whoever_has_thrown_them() -> None:
    state = PLAY.follow(PLAY.deal(STARTED, Random(1)), DiceThrown("heather", "rolled", 1, (2,)))
    assert PLAY.committed_seat(state) == "heather"
    assert PLAY.ends_act(state, e.Rolled(by="heather", what="roll 1", faces=(2,)))
    assert not PLAY.ends_act(state, e.TurnEnded(by="heather"))
