"""Hints that name what only their seat may see: they are given to that seat alone."""

from random import Random

from companion.opponents.reasons import StaysUnsaid
from companion.opponents.worker import ChosenMove
from companion.table.bots import whole_state
from companion.table.seat_names import seats_of
from companion.table.session import Session

#: So often the cards are dealt anew as others know them: a move that is possible each time is no secret.
_DEALS = 12


def names_hidden(session: Session, seat: str, hint: ChosenMove) -> bool:
    """Return True if a hint for a seat names what others do not know, or its reason would.

    They do not if, by what they know, the same move may be impossible: it is made with a card of the hand.
    """
    play, whole = session.table_game.play, whole_state(session)
    others = [other for other in seats_of(session) if other != seat]
    if play.is_public or whole is None or not others:
        return False
    if isinstance(hint.reason, StaysUnsaid):
        return True
    named, rng = _name(session, hint.move), Random(_DEALS)
    for number in range(_DEALS):
        other = others[number % len(others)]
        dealt = play.determinize(play.view(whole, other), other, rng)
        if seat not in play.acting_seats(dealt):
            return True
        moves = session.table_game.seat_screen.seat_moves(play.view(dealt, seat), seat)
        if all(_name(session, move) != named for move in moves):
            return True
    return False


def _name(session: Session, move: object) -> object:
    """Return what all are told of a move that is advised: its event, or how it is announced."""
    event = session.table_game.play.event(move)
    return session.table_game.hints.describe_announced(move) if event is None else event
