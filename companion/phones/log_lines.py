"""Last events of the running game, as lines in any language."""

from typing import Any

from companion.device.language import language_in_use
from companion.table.followed_game import FollowedGame
from companion.table.session import Session
from companion.table.table_answers import describe_board_change, open_state, open_view

#: So many events are shown, the latest first.
_LINES = 12
#: Of so many of them it is told what lies otherwise.
_CHANGES = 3


class LogLines:
    """Log of the session's game, from event to event."""

    def __init__(self) -> None:
        self._game = FollowedGame[Any, Any]()
        #: The last lines of each language, by the number of their event.
        self._lines: dict[str, dict[int, str]] = {}

    def lines(self, session: Session) -> list[str]:
        """Return the last lines in the language in use."""
        if session.game is None:
            return []
        self._follow(session)
        describe, last = session.table_game.describe_event, len(self._game.events) - 1
        known, lines = self._lines.get(language_in_use(), {}), dict[int, str]()
        for number in range(last, max(-1, last - _LINES), -1):
            before = self._game.states[number - 1] if number else None
            lines[number] = known.get(number) or describe(before, self._game.events[number], self._game.states[number])
        self._lines[language_in_use()] = lines
        return [*lines.values()]

    def describe_board(self, session: Session) -> str:
        """Return what lies on the board, in the language in use: the words of its picture."""
        return "" if session.game is None else " ".join(session.table_game.describe_board(open_state(session)))

    def changes(self, session: Session) -> list[dict[str, Any]]:
        """Return what lies otherwise after each of the last events, with their numbers."""
        if session.game is None:
            return []
        self._follow(session)
        found, states = [], self._game.states
        for number in range(max(1, len(states) - _CHANGES), len(states)):
            before, after = (open_view(session.table_game, state) for state in states[number - 1 : number + 1])
            if text := " ".join(describe_board_change(session.table_game, before, after)):
                found.append({"number": number, "text": text})
        return found

    def _follow(self, session: Session) -> None:
        """Follow the game, and keep no lines of events that were taken back."""
        assert session.game is not None
        last = len(self._game.events)
        if session.game.events != self._game.events and self._game.follow(session.game) < last:
            self._lines.clear()
