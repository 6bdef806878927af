"""Three buttons: from levels that go up and down (and bounce) to short and held presses.

The source of a press does not matter. The clock comes in with each call, in seconds that never run backwards
(`time.monotonic`). The result depends only on the times of level changes, not on how often it is asked.
"""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

HOLD_S = 1.0
"""A button that has been down for this long is usually held."""
DEBOUNCE_S = 0.03
"""A contact's level usually counts when it has stood for this long; contacts chatter for some milliseconds."""


class Button(StrEnum):
    """The three buttons."""

    ADVANCE = "advance"
    DRAW = "draw"
    BACK = "back"


class Source(StrEnum):
    """Source of button presses: each has all three buttons."""

    PINS = "pins"
    KEYS = "keys"
    SCREEN = "screen"


@dataclass(frozen=True)
class Press:
    """A button was pressed: `held` for as long as makes a hold, or shorter."""

    button: Button
    held: bool


@dataclass
class _Contact:
    """Level of one button at one source."""

    raw: bool = False
    raw_since: float = 0.0
    down: bool = False
    """The level that counts."""
    spent: bool = False
    """It took part in a press that is over before its release: up to that it counts no more."""
    joint: bool = False
    """It is spent because another button was held with it."""

    @property
    def pressing(self) -> bool:
        return self.down and not self.spent

    def settle(self) -> None:
        """Let the raw level count."""
        self.down, self.spent, self.joint = self.raw, False, False


@dataclass
class _State:
    """Button: its contacts, and its press."""

    contacts: dict[Source, _Contact] = field(default_factory=lambda: {source: _Contact() for source in Source})
    since: float | None = None
    """When its press began; None: it is not pressed."""
    alone_since: float | None = None
    """Since when no other button is pressed; None while one is."""
    shared: bool = False
    """Another button was pressed during its press."""

    @property
    def pressing(self) -> bool:
        return any(contact.pressing for contact in self.contacts.values())

    @property
    def still_down(self) -> bool:
        """A contact is certainly down; a level just gone up may be a bounce or the release."""
        return any(contact.pressing and contact.raw for contact in self.contacts.values())

    @property
    def going_down(self) -> bool:
        """A contact is perhaps about to begin a press."""
        return any(contact.raw and not contact.down for contact in self.contacts.values())

    def spend(self, *, joint: bool) -> None:
        """Let its contacts count no more up to their release."""
        for contact in self.contacts.values():
            contact.spent, contact.joint = contact.down, joint and contact.down

    def begin_or_end(self) -> None:
        """Begin a press, or end it unreported, as the contacts say."""
        if not self.pressing:
            self.since, self.alone_since, self.shared = None, None, False
        elif self.since is None:
            self.since = min(contact.raw_since for contact in self.contacts.values() if contact.pressing)


class Buttons:
    """Levels in (`changed`, from any thread), presses out (`presses`).

    A short press is reported when the button is let go, a held one as soon as `hold_s` have passed while it is down;
    the release after that reports nothing. A button is down while any source holds it down. A contact that never
    comes up again (stuck, or its release was lost) makes one held press and is then ignored, so that the other
    sources still work.

    A hold is that of one button alone: it counts from when no other is pressed any more. Buttons that are pressed
    together for `hold_s` (a hand or a book lies on the box) make no press at all, up to their release; nor does
    one that was down for so long and at no time alone for `hold_s`.

    >>> from hardware import Button, Buttons
    >>> buttons = Buttons()
    >>> buttons.changed(Button.DRAW, True, 10.0)
    >>> buttons.changed(Button.DRAW, False, 10.3)
    >>> buttons.presses(11.0)
    [Press(button=<Button.DRAW: 'draw'>, held=False)]
    """

    def __init__(self, *, hold_s: float = HOLD_S, debounce_s: float = DEBOUNCE_S) -> None:
        """Debounce levels for `debounce_s`; `hold_s` of being down make a hold."""
        self._hold_s, self._debounce_s = hold_s, debounce_s
        self._states = {button: _State() for button in Button}
        self._presses: list[Press] = []
        self._time_s = float("-inf")
        self._lock = threading.Lock()

    def changed(self, button: Button, down: bool, time_s: float, source: Source = Source.PINS) -> None:
        """Report that the button's level at `source` went down or up at `time_s`.

        The same level again changes nothing.
        """
        with self._lock:
            self._advance(time_s)
            contact = self._states[button].contacts[source]
            if contact.raw != down:
                contact.raw, contact.raw_since = down, self._time_s
                self._advance(time_s)

    def release_source(self, source: Source, time_s: float) -> None:
        """Release all buttons at `source` without a press: a finger slid off, a device is gone."""
        with self._lock:
            self._advance(time_s)
            for state in self._states.values():
                state.contacts[source] = _Contact(raw_since=self._time_s)
            self._update(self._time_s)

    def presses(self, time_s: float) -> list[Press]:
        """Return the presses since the last call, in their order."""
        with self._lock:
            self._advance(time_s)
            presses, self._presses = self._presses, []
            return presses

    def is_down(self, button: Button, time_s: float) -> bool:
        """Return True if any source holds the button down, for showing it pressed."""
        with self._lock:
            self._advance(time_s)
            return any(contact.down for contact in self._states[button].contacts.values())

    def down_for_s(self, button: Button, time_s: float, source: Source = Source.PINS) -> float:
        """Return the seconds for which the button has been down at `source`, held or not.

        Returns 0 while it is up or held with others.
        """
        with self._lock:
            self._advance(time_s)
            contact = self._states[button].contacts[source]
            counts = contact.down and contact.raw and not contact.joint
            return self._time_s - contact.raw_since if counts else 0.0

    def hold_progress(self, button: Button, time_s: float) -> float:
        """Return the progress of a hold, 0..1.

        It is 0 while the button is up, 1 from the held press to the release.
        """
        with self._lock:
            self._advance(time_s)
            state = self._states[button]
            if state.since is None:
                return 1.0 if any(contact.down and not contact.joint for contact in state.contacts.values()) else 0.0
            return 0.0 if state.alone_since is None else min(1.0, (self._time_s - state.alone_since) / self._hold_s)

    def _advance(self, time_s: float) -> None:
        """Let time pass up to `time_s`: levels settle, holds come due.

        For a thread that comes late, time stands still.
        """
        self._time_s = max(self._time_s, time_s)
        while True:
            # One thing after the other, as they come due: a contact that settles after a hold is not part of it.
            debouncing = min(self._debouncing(), key=lambda entry: entry[0], default=None)
            hold = self._next_hold()
            if hold is not None and (debouncing is None or hold[0] <= debouncing[0]):
                self._hold(*hold)
            elif debouncing is not None:
                self._settle(*debouncing)
            else:
                return

    def _next_hold(self) -> tuple[float, list[Button]] | None:
        """Return the hold that is due by now, and its buttons: one, or several that make no hold."""
        states = self._states.items()
        down = sorted((state.since, button) for button, state in states if state.since is not None and state.still_down)
        if len(down) > 1:
            # From the moment on at which the second was pressed.
            due = down[1][0] + self._hold_s
        elif down and (alone_since := self._states[down[0][1]].alone_since) is not None:
            due = alone_since + self._hold_s
            if any(state.going_down for button, state in states if button is not down[0][1]):
                return None
        else:
            return None
        return (due, [button for _, button in down]) if due <= self._time_s else None

    def _hold(self, time_s: float, buttons: list[Button]) -> None:
        if len(buttons) == 1:
            self._presses.append(Press(buttons[0], held=True))
        for button in buttons:
            self._states[button].spend(joint=len(buttons) > 1)
        self._update(time_s)

    def _settle(self, _settled: float, button: Button, contact: _Contact) -> None:
        state = self._states[button]
        was_pressing = contact.pressing
        contact.settle()
        if was_pressing and not state.pressing and state.since is not None:
            # As long as a hold, and yet none: nobody can tell what was meant.
            unclear = state.shared and contact.raw_since - state.since >= self._hold_s
            if not unclear:
                self._presses.append(Press(button, held=False))
        self._update(contact.raw_since)

    def _update(self, time_s: float) -> None:
        """Begin and end presses by the contacts since `time_s`, and note the button pressed alone."""
        for state in self._states.values():
            state.begin_or_end()
        pressed = [state for state in self._states.values() if state.since is not None]
        for state in pressed:
            if len(pressed) > 1:
                state.alone_since, state.shared = None, True
            elif state.alone_since is None:
                assert state.since is not None
                state.alone_since = max(state.since, time_s) if state.shared else state.since

    def _debouncing(self) -> Iterator[tuple[float, Button, _Contact]]:
        """Yield the contacts whose new level counts by now, and since when."""
        for button, state in self._states.items():
            for source, contact in state.contacts.items():
                # Only real contacts bounce.
                settled = contact.raw_since + (self._debounce_s if source is Source.PINS else 0.0)
                if contact.raw != contact.down and settled <= self._time_s:
                    yield settled, button, contact
