"""Notices at the screen's edge: each goes by itself after a while."""

from typing import Generic, TypeVar

#: What was done from afar is shown for so long (seconds).
NEWS_S = 20.0
#: What failed is shown for so long (seconds).
FAILURE_S = 20.0
#: Why a touch did nothing is shown for so long (seconds).
HINT_S = 5.0
#: A place at which the other table points is shown for so long (seconds).
POINTED_S = 6.0

ValueT = TypeVar("ValueT")


class TimedValue(Generic[ValueT]):
    """Value that is shown for `duration_s` seconds after it was set."""

    def __init__(self, duration_s: float) -> None:
        self._duration_s = duration_s
        self._value: ValueT | None = None
        self._set_at = 0.0

    def set(self, value: ValueT, time_s: float) -> None:
        """Show a value from this time on."""
        self._value, self._set_at = value, time_s

    def clear(self) -> None:
        """Show nothing any more."""
        self._value = None

    def shown(self, time_s: float) -> ValueT | None:
        """Return the value that is shown at this time."""
        return self._value if time_s - self._set_at < self._duration_s else None
