"""Hint on a phone: what a strong bot would do, told to the seat that asks alone."""

from typing import Any

from companion.device.language import say
from companion.opponents.worker import Audience, ChosenMove
from companion.table.bots import has_bots, stop_bot
from companion.table.hint import describe_private_hint
from companion.table.hint_request import ask_hint, take_hint
from companion.table.session import Session


class PhoneHints:
    """The hint that was asked for last; it is void once the game has gone on."""

    def __init__(self, session: Session) -> None:
        self._session = session
        #: Who has asked, and after how many events.
        self._seat, self._events = "", 0
        self._thinks = False
        #: The move that is advised, and why; None without one.
        self._hint: ChosenMove | None = None

    def may_ask(self, seat: str, view: Any | None) -> bool:
        """Return True if a seat with this view can get a hint now, or got one at the table."""
        session, given = self._session, self._session.private_hint
        if given is not None and given.seat == seat:
            return True
        allowed = session.settings.hints and has_bots(session) and session.step.takes_events
        return allowed and view is not None and seat in session.table_game.play.acting_seats(view)

    def ask(self, seat: str) -> None:
        """Ask a bot for a seat, and drop the question of another seat."""
        assert self._session.game is not None
        self._seat, self._events, self._thinks, self._hint = seat, len(self._session.game.events), True, None
        ask_hint(self._session, seat, Audience.PLAYER)

    def tick(self) -> bool:
        """Take the answer; return True if there is another hint now, or none any more."""
        game, step = self._session.game, self._session.step
        if not self._seat:
            return False
        if game is None or len(game.events) != self._events or not step.takes_events:
            # What thinks now may be a bot in its own seat.
            if self._thinks and step.takes_events:
                stop_bot(self._session)
            self._seat, self._thinks = "", False
            return True
        if not self._thinks:
            return False
        done, self._hint = take_hint(self._session)
        self._thinks = not done
        return done

    def text(self, seat: str) -> str:
        """Return the hint for a seat, in the language in use; empty for others."""
        given = self._session.private_hint
        if given is not None and given.seat == seat:
            return given.text()
        if seat != self._seat:
            return ""
        if self._thinks:
            return say("A moment: I am thinking.")
        if self._hint is None:
            return say("There is no hint now.")
        return describe_private_hint(self._session, seat, self._hint)
