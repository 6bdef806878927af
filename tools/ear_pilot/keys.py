"""Three keys, and the patience to wait: all that the player does at a table."""

from hardware.buttons import Button
from tools.ear_pilot.ear import Heard
from tools.ear_pilot.table import HeardTable

#: A turn of the window's loop while nobody presses (seconds): long, as each costs as much as a short one.
_TURN_S = 0.3
#: The shortest turn while somebody speaks, and the longest (seconds).
_LEAST_HEARS_S = 0.05
_HEARS_S = 1.0


class Senses:
    """Senses of a player at a table: ears, and a hand on three keys; nothing else is reached."""

    def __init__(self, table: HeardTable) -> None:
        def press(button: Button, held: bool) -> None:
            table.press(button, held=held)

        def wait(seconds: float) -> None:
            table.wait(seconds, _TURN_S)

        def listen() -> None:
            seconds = min(_HEARS_S, max(_LEAST_HEARS_S, table.ear.speaks_s))
            table.wait(seconds, seconds)

        self._press, self._wait, self._listen, self._ear = press, wait, listen, table.ear

    def press(self, button: Button) -> None:
        """Press a key."""
        self._press(button, False)

    def hold(self, button: Button) -> None:
        """Hold a key."""
        self._press(button, True)

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self._wait(seconds)

    def listen(self) -> None:
        """Let time pass while a sentence is being said, to its end or for a moment."""
        self._listen()

    @property
    def is_silent(self) -> bool:
        """True if nothing is being said."""
        return self._ear.is_silent

    @property
    def being_said(self) -> str:
        """Part of the sentence being said that has been heard so far."""
        return self._ear.being_said

    def take(self) -> list[Heard]:
        """Return what was heard since the last call."""
        return self._ear.take()
