"""Observations for a test's step, without a camera."""

from typing import Any

from companion.table.session import GameSession
from companion.table.step import Step


def show_observation(step: Step[GameSession[Any, Any]], observation: Any) -> None:
    """Let the step see this observation for a moment; the session goes on with the one before."""
    session = step.session
    before, session.observation = session.observation, observation
    step.see()
    session.observation = before
