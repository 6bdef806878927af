"""The running game of a session."""

from typing import TypeVar

from companion.table.session import Session

StateT = TypeVar("StateT")


def state_of(session: Session, kind: type[StateT]) -> StateT:
    """Return the state of the game that runs, which is of this kind.

    Raises AssertionError if none runs.
    """
    assert session.game is not None
    state = session.game.state
    assert isinstance(state, kind)
    return state
