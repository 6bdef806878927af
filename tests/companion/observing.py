"""Observations for a test's step, without a camera."""

from typing import Any

from companion.table.session import GameSession
from companion.table.step import Step


def show_observation(step: Step[GameSession[Any, Any, Any, Any, Any]], observation: object) -> None:
    """Let the step see this observation, as if the camera had just reported it."""
    step.session.observation = observation
    step.see()
