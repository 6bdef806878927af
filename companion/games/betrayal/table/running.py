"""The running game of a session."""

from companion.table.session import Session
from engine.betrayal.state import State


def running(session: Session) -> State:
    """The state of the game that runs. Raises AssertionError if none does."""
    assert session.game is not None
    state = session.game.state
    assert isinstance(state, State)
    return state
