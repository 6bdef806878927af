"""Last events of the running game, as lines in any language."""

from typing import Any

from companion.device.language import language_in_use
from companion.table.session import Session

#: So many events are shown, the latest first.
_LINES = 12


class LogLines:
    """Log of the session's game, from event to event."""

    def __init__(self) -> None:
        self._events: tuple[Any, ...] = ()
        self._states: list[Any] = []
        #: The last lines of each language, by the number of their event.
        self._lines: dict[str, dict[int, str]] = {}

    def lines(self, session: Session) -> list[str]:
        """Return the last lines in the language in use."""
        game = session.game
        if game is None:
            return []
        if game.events != self._events:
            same = len(self._events)
            if same and game.events[:same] == self._events:
                for event in game.events[same:]:
                    self._states.append(game.rules.follow(self._states[-1], event))
            else:
                self._states = list(game.states())
                self._lines.clear()
            self._events = game.events
        describe, last = session.table_game.describe_event, len(self._events) - 1
        known, lines = self._lines.get(language_in_use(), {}), dict[int, str]()
        for number in range(last, max(-1, last - _LINES), -1):
            before = self._states[number - 1] if number else None
            lines[number] = known.get(number) or describe(before, self._events[number], self._states[number])
        self._lines[language_in_use()] = lines
        return [*lines.values()]
