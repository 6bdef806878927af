"""Act: an event of the running game as it has happened."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Act:
    """Event of the running game with the states around it.

    `at_s`: when it happened (seconds, without the pauses).
    """

    before: object
    event: object
    after: object
    at_s: float
