"""Seats of the running game, and the names of who plays there."""

from companion.screen.pages import Row
from companion.table.session import Session


def seats_of(session: Session) -> tuple[str, ...]:
    """Return the ids of those who play, as they sat at the beginning.

    While the table is laid: of those who will.
    """
    assert session.first_event is not None
    return session.table_game.seats(session.first_event)


def player_row(session: Session, seat: str) -> Row:
    """Return a player's name and sign."""
    return next((row for row in session.table_game.seat_rows() if row.id == seat), Row(seat, sign=seat))


def player_name(session: Session, seat: str) -> str:
    """Return a player's name."""
    return player_row(session, seat).text
