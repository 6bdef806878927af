"""Budget of a bot's thinking: states that it may look at, or time."""

import time
from collections.abc import Callable


def _never() -> bool:
    return False


class Budget:
    """Limit of thinking for one move: states, time, or a stop from outside."""

    def __init__(
        self, *, nodes: int | None = None, seconds: float | None = None, stopped: Callable[[], bool] = _never
    ) -> None:
        """Start the clock. Without `nodes` and `seconds` a bot thinks until it is stopped."""
        self.used = 0
        self._nodes, self._stopped = nodes, stopped
        self._until = None if seconds is None else time.monotonic() + seconds

    def spend(self) -> None:
        """Count one more state that was looked at."""
        self.used += 1

    @property
    def nodes_left(self) -> int | None:
        """States that may still be looked at; None: as many as the time allows."""
        return None if self._nodes is None else max(0, self._nodes - self.used)

    @property
    def seconds_left(self) -> float | None:
        """Seconds that are left to think; None: no clock runs."""
        return None if self._until is None else max(0.0, self._until - time.monotonic())

    @property
    def is_spent(self) -> bool:
        """True when the bot has to say what it wants."""
        if self._nodes is not None and self.used >= self._nodes:
            return True
        return self._stopped() or (self._until is not None and time.monotonic() >= self._until)
