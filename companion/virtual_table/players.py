"""Actions of hands and fingers for the players of a game at the virtual table."""

from collections.abc import Iterable
from typing import Any, Protocol

from companion.table.put_right import PutRightStep
from companion.table.session import Session
from companion.table.step import Step
from companion.virtual_table.piece import Piece
from hardware.buttons import Button, Press

#: Press that leaves the table as it lies, and for how long (seconds) players look first at what is called wrong.
LEAVE_AS_IT_IS = Press(Button.ADVANCE, held=True)
_LOOKED_S = 6.0


class Players(Protocol):
    """Players of a game at the virtual table: they choose by chance and by the screen."""

    def pieces(self, step: Step[Session]) -> Iterable[Piece]:
        """Return the pieces that hands move in this step, as they should lie, in a working order.

        It is called once for each step.
        """

    def press(self, step: Step[Session]) -> Button | None:  # noqa: ARG002 - games override it
        """Return the button that is pressed at once in this step."""
        return None

    def answer(self, step: Step[Session]) -> Button | Press | str | None:
        """Return the button to press or to hold, or the id of the row to touch, as the screen asks.

        This answers what no camera sees.
        """

    def waiting_bot(self, step: Step[Session]) -> str | None:  # noqa: ARG002 - games override it
        """Return the name of the bot that waits because people have begun something else.

        An example is an entry that people have begun. None: no bot would go on here; empty: bots would, but none of
        them by name.
        """
        return None


class PlainPlayers(Players, Protocol):
    """Players of a game that knows plain pieces."""

    def has_made(self, step: Step[Session], event: Any) -> bool:
        """Return True if the hands have moved the pieces in this step as this event does."""


def is_left_as_it_is(step: Step[Session]) -> bool:
    """Return True if plain pieces that hands have put right are still called wrong."""
    if not isinstance(step, PutRightStep) or not step.session.settings.is_plain:
        return False
    found = step.found
    return found is not None and not found.matches and step.age_s > _LOOKED_S
