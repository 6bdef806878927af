"""Tests of answers that tell several events at once, with the small game of throws."""

from typing import Any

import pytest

from companion.table.event_series import EventSeriesStep
from companion.table.session import Session
from tests.companion.table.test_event_dialog import Throw, ThrowStep, throws
from tests.companion.table.test_event_dialog import session as session

ANN = Throw("ann", "one")
BOB = Throw("bob", "one")


class SeriesStep(EventSeriesStep[Any, Throw], ThrowStep):
    """A throw, or several."""


@pytest.fixture
def step(session: Session) -> SeriesStep:
    step = SeriesStep(session)
    session.open(step)
    return step


def test_events_of_a_series_are_taken_one_after_the_other(session: Session, step: SeriesStep) -> None:
    step.enter_event((ANN, BOB, ANN))
    assert throws(session)[-3:] == (ANN, BOB, ANN)
    assert session.step is not step, "the step after them"


def test_a_single_event_is_taken_as_always(session: Session, step: SeriesStep) -> None:
    step.enter_event(ANN)
    assert throws(session)[-1] == ANN


def test_of_a_series_with_an_event_that_cannot_be_none_is_taken(session: Session, step: SeriesStep) -> None:
    before = throws(session)
    step.enter_event((ANN, ANN))
    assert throws(session) == before
    assert step.refusal == "That cannot be: turn."
