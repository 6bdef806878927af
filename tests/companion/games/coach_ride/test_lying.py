"""Tests of a coach told as it lies: open professions are put right, or nothing is."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from companion.games.coach_ride.mat import SEATS, CoachCard, open_place
from companion.games.coach_ride.placement import seats_of
from companion.games.coach_ride.readings import CoachRideObservation
from companion.games.coach_ride.table.game import TABLE
from companion.games.coach_ride.table.layout import FIGHTING, open_professions
from companion.table.history import Lying
from engine.coach_ride.cards import Profession
from engine.coach_ride.game import RULES
from engine.game import Game
from tests.companion.games.coach_ride.observing import seen_mat
from tests.engine.coach_ride.game_text import G, M, R, S, T, corrected, played, started
from tests.engine.coach_ride.hidden_table import HiddenTable

SIT = seats_of((M, G, S, R, T))
FREE = next(seat for seat in SEATS if seat not in SIT.values())
GAME = started(5).apply(corrected(professions={"M": "thug", "S": "doctor"}))
THUG = ("profession-thug",)
DOCTOR = ("profession-doctor",)
OPEN: Mapping[str, tuple[str, ...]] = {SIT[M]: THUG, SIT[S]: DOCTOR}


def lying(game: Game[Any, Any], observation: CoachRideObservation) -> Lying[Any, Any]:
    told = TABLE.history.as_it_lies(game, observation, ())
    assert told is not None
    return told


def test_open_professions_lie_otherwise() -> None:
    assert lying(GAME, seen_mat(open=OPEN, seats=SIT)) == Lying((), None)
    told = lying(GAME, seen_mat(open={SIT[M]: DOCTOR, SIT[R]: ("profession-priest",)}, seats=SIT))
    assert told.mending is not None
    after = told.mending.game.state
    assert dict(after.professions) == {M: Profession.DOCTOR, R: Profession.PRIEST}
    assert (after.hands, after.pile) == (GAME.state.hands, GAME.state.pile)
    assert len(told.differences) == 4


@pytest.mark.parametrize(
    "changes",
    [
        {"seats": {}},
        {"twice": THUG},
        {"unreadable": (open_place(SIT[G]),)},
        {"open": {FREE: THUG}},
        {"open": {SIT[M]: (*THUG, *DOCTOR)}},
    ],
    ids=["seats are not known", "twice", "unread", "before nobody", "two before one"],
)
def test_what_no_correction_tells_is_said_and_nothing_is_taken(changes: dict[str, Any]) -> None:
    told = lying(GAME, seen_mat(**{"open": {}, "seats": SIT, **changes}))
    assert told.mending is None
    assert told.differences


@pytest.mark.parametrize("events", ["attacked M G", "claimed M own"])
def test_in_a_fight_or_a_claim_the_reason_is_said(events: str) -> None:
    told = lying(played(GAME, events), seen_mat(open={}, seats=SIT))
    assert told.mending is None
    assert told.why_not.startswith("That cannot be done now")
    assert told.differences


def test_a_person_card_that_is_missing_in_a_fight_is_a_difference() -> None:
    told = lying(played(GAME, "attacked M G"), seen_mat(open=OPEN, seats=SIT))
    assert told.mending is None
    assert any("person card is not seen" in text for text in told.differences)


@pytest.mark.parametrize("players", [3, 6, 10])
def test_any_table_is_told_wholly_or_not_at_all(players: int) -> None:
    rng = Random(players)
    table, told_times = HiddenTable(rng, players, claims=0.0), 0
    for _ in range(80):
        table.step()
        game = table.game
        sit = seats_of(game.state.players)
        opened = dict(zip(rng.sample(game.state.players, 3), rng.sample(list(Profession), 3), strict=True))
        lies = {sit[player]: (f"{CoachCard.PROFESSION}-{card}",) for player, card in opened.items()}
        observation = seen_mat(open=lies, seats=sit)
        told = lying(game, observation)
        if told.mending is None:
            assert told.why_not or game.state.phase in FIGHTING
            continue
        told_times += 1
        after = told.mending.game
        assert after.undo(1).state == game.state
        assert lying(after, observation).differences == ()
        assert open_professions(after.state) == opened
        assert RULES.replay(after.events).state == after.state
    assert told_times
