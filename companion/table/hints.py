"""Hints of a game: their words and pictures, and the usual bot."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from companion.table.step import SessionT
from engine.game import EventT, MoveT, StateT


@dataclass(frozen=True)
class PrivateHint:
    """Hint for one seat, on its phone or under its cover.

    `text` says it in the language in use.
    """

    seat: str
    text: Callable[[], str]


class Hints(Generic[SessionT, StateT, EventT, MoveT]):
    """Words and pictures of advised moves; a game overrides what it has more of."""

    #: Bot of a seat for which nobody has chosen another: players know it as the medium one.
    default_bot: str = "greedy"

    def refuse_hint(self, state: StateT) -> str:  # noqa: ARG002 - games override it
        """Return why nobody may be given a hint before all others now, a sentence; empty: they may."""
        return ""

    def allows_foresight(self, session: SessionT) -> bool:  # noqa: ARG002 - games override it
        """Return True if the table answers what may come, such as which piece is threatened."""
        return True

    def describe_advised(self, event: EventT, told: str) -> str:  # noqa: ARG002 - games override it
        """Describe an event that is advised before all; what its player alone sees stays unsaid.

        `told`: how it is told once it has happened.
        """
        return told

    def describe_announced(self, move: MoveT) -> str:  # noqa: ARG002 - of most games nothing is announced
        """Describe a move without an event, to which chance adds something.

        Empty: its player does nothing.
        """
        return ""

    def move_board(self, state: StateT, event: EventT) -> object | None:  # noqa: ARG002 - games override it
        """Return the board with a possible event marked on it; None: a sentence says enough."""
        return None
