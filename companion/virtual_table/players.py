"""What hands and fingers do for the players of a game at the virtual table."""

from collections.abc import Iterable
from typing import Protocol

from companion.table.session import Session
from companion.table.step import Step
from companion.virtual_table.piece import Piece
from hardware.buttons import Button


class Players(Protocol):
    """All players of a game at the virtual table: they choose by chance and by what they see on the screen."""

    def pieces(self, step: Step[Session]) -> Iterable[Piece]:
        """The pieces that hands move in this step, as they should lie, in an order that works. Asked once a step."""

    def press(self, step: Step[Session]) -> Button | None:
        """The button that is pressed at once in this step."""

    def answer(self, step: Step[Session]) -> Button | str | None:
        """What is pressed, or the id of the row that is touched, after a look at the screen: what no camera sees."""

    def held_up(self, step: Step[Session]) -> str | None:
        """Return the name of the bot that would go on here if people had not begun something else, such as telling.

        None: no bot would; empty: bots, but none of them by name.
        """
