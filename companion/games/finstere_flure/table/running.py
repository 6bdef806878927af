"""The game that runs at a session's table, as this game's own value."""

from companion.table.session import Session
from engine.finstere_flure.game import Game


def running(session: Session) -> Game:
    """The session's game, which must be one of this kind."""
    assert isinstance(session.game, Game)
    return session.game
