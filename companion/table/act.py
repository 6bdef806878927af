"""Act: an event of the running game as it has happened."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Act:
    """Event of the running game with the states around it.

    `at_s`: when it happened (seconds, without the pauses). `told_here`: people have just told it at the table, with
    its buttons or its screen.
    """

    before: Any
    event: Any
    after: Any
    at_s: float
    told_here: bool = False
