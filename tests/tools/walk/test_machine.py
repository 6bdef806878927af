"""Walks by Hypothesis: the shortest failing one is told as lines of a test."""

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import seed as seeded
from hypothesis.stateful import run_state_machine_as_test

from companion.table.menus import PauseStep
from tools.walk.machine import FoundFailures, Walk

pytestmark = pytest.mark.slow

#: A short walk; `.ci/run` walks for minutes.
FEW = settings(
    max_examples=2,
    stateful_step_count=25,
    deadline=None,
    database=None,
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(autouse=True)
def nothing_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let walks remember no failure of other tests."""
    monkeypatch.setattr(Walk, "found", FoundFailures())


def test_a_walk_finds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Walk, "played", ("hex",))
    run_state_machine_as_test(seeded(1)(Walk), settings=FEW)
    assert Walk.found.acts > 10


@pytest.mark.thorough
def test_a_failing_walk_is_told_as_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Walk, "played", ("hex",))
    monkeypatch.setattr("tools.walk.table.MOST_PRESSES", -1)
    monkeypatch.setattr(PauseStep, "page", lambda _: None)
    with pytest.raises(AssertionError) as failed:
        run_state_machine_as_test(seeded(1)(Walk), settings=FEW)
    assert failed.value.__notes__[0].startswith("table = WalkedTable(")


def test_a_failure_that_is_known_ends_a_walk_in_silence() -> None:
    def fail() -> None:
        raise AssertionError("as before")

    with pytest.raises(AssertionError) as failed:
        Walk()._do(fail)
    Walk.found.known.add(Walk.found.signature(failed.value))
    Walk()._do(fail)
