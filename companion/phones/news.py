"""News of seats with phones: what each has got and lost, told to it alone."""

from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.device.language import said_again
from companion.table.session import Session

#: So many lines of a seat are shown.
_LINES = 3


@dataclass
class _Told:
    """Seat's lines, and the view and number of events after which they are true."""

    view: Any = None
    events: int = 0
    lines: deque[str] = field(default_factory=lambda: deque(maxlen=_LINES))


class SeatNews:
    """News of each phone in its seat, by what that seat knows now and knew before."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._game_id: int | None = None
        #: By seat and phone: whoever has a seat next reads nothing of what came before.
        self._told: dict[tuple[str, int], _Told] = {}

    def keep(self, sitting: Collection[tuple[str, int]]) -> None:
        """Forget seats that these phones do not have any more, and those of another game."""
        if self._game_id != self._session.game_id:
            self._game_id = self._session.game_id
            self._told.clear()
        for guest_id in self._told.keys() - sitting:
            del self._told[guest_id]

    def lines(self, seat: str, phone: int, view: Any) -> Sequence[str]:
        """Return the last news of a phone in a seat with this view, in the language in use."""
        game = self._session.game
        if game is None or view is None:
            return ()
        told = self._told.setdefault((seat, phone), _Told())
        if len(game.events) < told.events:
            # What was taken back was no news.
            told.lines.clear()
            told.view = view
        if view != told.view:
            events = game.events[told.events :] if told.view is not None else ()
            told.lines.extend(self._session.table_game.seat_screen.seat_news(told.view, view, events, seat))
        told.view, told.events = view, len(game.events)
        return [str(said_again(line)) for line in told.lines]
