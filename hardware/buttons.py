"""Three buttons, whoever presses them: from levels that go up and down (and bounce) to short and held presses.

The clock comes in with each call, in seconds that never run backwards (`time.monotonic`). What comes out depends only
on when the levels changed, not on how often anyone asks.
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
    """Where a button is pressed: each has all three."""

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
    """One source's level of one button."""

    raw: bool = False
    raw_since: float = 0.0
    down: bool = False
    """The level that counts."""
    spent: bool = False
    """It took part in a press that was reported as held: up to its release it counts no more."""

    @property
    def pressing(self) -> bool:
        return self.down and not self.spent


@dataclass
class _State:
    """One button: its contacts, and since when it has been pressed (None: it is not)."""

    contacts: dict[Source, _Contact] = field(default_factory=lambda: {source: _Contact() for source in Source})
    since: float | None = None

    def settle(self) -> None:
        """Begin a press, or end it unreported, as the contacts say."""
        starts = [contact.raw_since for contact in self.contacts.values() if contact.pressing]
        if not starts:
            self.since = None
        elif self.since is None:
            self.since = min(starts)


class Buttons:
    """Levels in (`changed`, from any thread), presses out (`presses`).

    A short press is reported when the button is let go, a held one as soon as `hold_s` have passed while it is down;
    the release after that reports nothing. A button is down while any source holds it down. A contact that never
    comes up again (stuck, or its release was lost) makes one held press and is then ignored, so that the other
    sources still work.
    """

    def __init__(self, *, hold_s: float = HOLD_S, debounce_s: float = DEBOUNCE_S) -> None:
        """`hold_s` of being down make a hold; a level of real contacts counts after `debounce_s`."""
        self._hold_s, self._debounce_s = hold_s, debounce_s
        self._states = {button: _State() for button in Button}
        self._presses: list[Press] = []
        self._now = float("-inf")
        self._lock = threading.Lock()

    def changed(self, button: Button, down: bool, now: float, source: Source = Source.PINS) -> None:
        """The button's level at `source` went down or up at `now`. The same level again changes nothing."""
        with self._lock:
            self._advance(now)
            contact = self._states[button].contacts[source]
            if contact.raw != down:
                contact.raw, contact.raw_since = down, self._now
                self._advance(now)

    def let_go(self, source: Source, now: float) -> None:
        """Nothing is down at `source` any more, and nothing was pressed: a finger slid off, a device is gone."""
        with self._lock:
            self._advance(now)
            for state in self._states.values():
                state.contacts[source] = _Contact(raw_since=self._now)
                state.settle()

    def presses(self, now: float) -> list[Press]:
        """The presses since the last call, in their order."""
        with self._lock:
            self._advance(now)
            presses, self._presses = self._presses, []
            return presses

    def is_down(self, button: Button, now: float) -> bool:
        """Whether any source holds the button down, for showing it pressed."""
        with self._lock:
            self._advance(now)
            return any(contact.down for contact in self._states[button].contacts.values())

    def down_for_s(self, button: Button, now: float, source: Source = Source.PINS) -> float:
        """For how many seconds the button has been down at `source`, held or not; 0 while it is up."""
        with self._lock:
            self._advance(now)
            contact = self._states[button].contacts[source]
            return self._now - contact.raw_since if contact.down and contact.raw else 0.0

    def hold_progress(self, button: Button, now: float) -> float:
        """How much of a hold is done, 0..1: 0 while the button is up, 1 from the held press to the release."""
        with self._lock:
            self._advance(now)
            state = self._states[button]
            if state.since is None:
                return 1.0 if any(contact.down for contact in state.contacts.values()) else 0.0
            return min(1.0, (self._now - state.since) / self._hold_s)

    def _advance(self, now: float) -> None:
        """Let time pass up to `now`: levels settle, holds come due. For a thread that comes late, time stands still."""
        self._now = max(self._now, now)
        due: list[tuple[float, Press]] = []
        for button, state in self._states.items():
            due += [(when, Press(button, held)) for when, held in self._pass_time(state, self._now)]
        self._presses += [press for _, press in sorted(due, key=lambda entry: entry[0])]

    def _pass_time(self, state: _State, now: float) -> list[tuple[float, bool]]:
        """Bring one button up to `now`; the presses that this makes, each with its moment and whether it was held."""
        made: list[tuple[float, bool]] = []
        while True:
            # One thing after the other, as they come due: a contact that settles after a hold is not part of it.
            settling = min(self._settling(state, now), key=lambda entry: entry[0], default=None)
            # A level that has just gone up may be a bounce or the release: which, will be known when it has settled.
            still_down = any(contact.pressing and contact.raw for contact in state.contacts.values())
            held = state.since + self._hold_s if state.since is not None and still_down else float("inf")
            if held <= now and (settling is None or held <= settling[0]):
                made.append((held, True))
                for contact in state.contacts.values():
                    contact.spent = contact.down
            elif settling is not None:
                settled, contact = settling
                was_pressing = contact.pressing
                contact.down, contact.spent = contact.raw, False
                if was_pressing and not any(other.pressing for other in state.contacts.values()):
                    made.append((settled, False))
            else:
                return made
            state.settle()

    def _settling(self, state: _State, now: float) -> Iterator[tuple[float, _Contact]]:
        """The contacts whose new level counts by now, and since when."""
        for source, contact in state.contacts.items():
            # Only real contacts bounce.
            settled = contact.raw_since + (self._debounce_s if source is Source.PINS else 0.0)
            if contact.raw != contact.down and settled <= now:
                yield settled, contact
