"""Act: an event of the running game as it has happened."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Act:
    """Event of the running game with the states around it.

    `at_s`: when it happened (seconds, without the pauses).
    """

    before: Any
    event: Any
    after: Any
    at_s: float
