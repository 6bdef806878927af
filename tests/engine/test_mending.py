"""Tests of mending a game in the middle: nothing is taken over unasked."""

from random import Random
from typing import Any

import pytest

from engine.errors import NotAllowedError
from engine.game import EventNotAllowedError, Game
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.game import RULES
from engine.mending import MendAct, Mending, mend

LAUREN = Character.LAUREN
STEPHEN = Character.STEPHEN
GAME = RULES.replay(
    (
        e.GameStarted((LAUREN, STEPHEN, Character.CAPTAIN, Character.MATE)),
        e.Took(LAUREN),
        e.Laid(LAUREN, Provision.KNIFE),
        e.Took(STEPHEN),
    )
)


def test_what_still_fits_is_played_again() -> None:
    mended = mend(GAME, MendAct.DROP, 2)
    assert mended.misfit is None
    assert mended.game.events == (GAME.events[0], GAME.events[1], GAME.events[3])
    assert (mended.origins, mended.kept) == ((0, 1, 3), 2)


def test_the_first_event_that_no_longer_fits_stops_it_until_somebody_decides() -> None:
    stopped = mend(GAME, MendAct.DROP, 1)
    assert stopped.misfit == e.Laid(LAUREN, Provision.KNIFE) or stopped.misfit == e.Took(STEPHEN)
    assert stopped.problems
    assert stopped.stop().game.events == stopped.game.events
    assert stopped.stop().misfit is None
    changed = stopped.change(e.Took(LAUREN))
    assert changed.origins[len(stopped.origins)] is None
    with pytest.raises(EventNotAllowedError):
        stopped.change(e.Took(Character.MATE))


def test_an_event_that_does_not_fit_in_its_place_is_refused() -> None:
    with pytest.raises(EventNotAllowedError):
        mend(GAME, MendAct.INSERT, 1, e.Took(Character.MATE))
    for act, number in (
        (MendAct.DROP, 0),
        (MendAct.INSERT, 0),
        (MendAct.DROP, 4),
        (MendAct.CHANGE, -1),
        (MendAct.INSERT, 5),
    ):
        with pytest.raises(NotAllowedError):
            mend(GAME, act, number, GAME.events[0])


def test_the_first_event_can_be_changed() -> None:
    more = e.GameStarted((LAUREN, STEPHEN, Character.CAPTAIN, Character.MATE, Character.FRENCHY))
    mended = mend(GAME, MendAct.CHANGE, 0, more)
    assert mended.game.events == (more, *GAME.events[1:])


def judged(mending: Mending[Any, Any]) -> Game[Any, Any]:
    """Return the mended game, played anew from its events."""
    return mending.game.rules.replay(mending.game.events)


def test_a_mended_game_is_one_that_the_rules_allow() -> None:
    rng = Random(1)
    for _ in range(50):
        mending = mend(GAME, MendAct.DROP, rng.randrange(1, len(GAME.events)))
        while mending.misfit is not None:
            mending = mending.drop() if rng.random() < 0.5 else mending.stop()
        assert judged(mending).state == mending.game.state
