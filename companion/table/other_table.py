"""Interface between a session and another table with the same game."""

from collections.abc import Collection, Mapping
from typing import Protocol

from companion.device.language import say
from companion.screen.pages import BoardElsewhere
from companion.table.step import SessionT, Step


class OtherTable(Protocol[SessionT]):
    """The table at which other seats of the running game sit."""

    @property
    def seats(self) -> Collection[str]:
        """Seats of the running game that are at the other table; none where it is played here alone."""

    @property
    def is_awaited(self) -> bool:
        """True while only the other table can go on with the running game."""

    @property
    def is_broken_off(self) -> bool:
        """True if the other table has the cards of the running game, and has left this one."""

    def shares(self, game_id: int | None) -> bool:
        """Return True for a game of the journal that is played with another table."""

    def tells(self, game_id: int | None) -> bool:
        """Return True for a game of the journal whose hidden cards another table keeps and tells."""

    def ask(self, move: Mapping[str, object]) -> None:
        """Ask the table that keeps the hidden cards for a move that others do not notice, in JSON."""

    def describe_waiting(self) -> str:
        """Say for what this table waits, or why the other one does not answer."""

    def notice(self) -> str:
        """Say what is wrong with the other table, in a line; empty: nothing."""

    def board_there(self) -> BoardElsewhere | None:
        """Return the picture of the other table's board; None where not both tables want it."""

    def asks(self, event: object) -> bool:
        """Return True if an event is not this table's to enter: the other one is asked to."""

    def asks_undo(self, keep: int) -> bool:
        """Return True if an undo is not this table's to do: the other one is asked to."""

    def may_move(self, seat: str) -> bool:
        """Return True if the player of a seat may go on at the other of the two tables."""

    def move(self, seat: str) -> None:
        """Let the player of a seat go on at the other of the two tables, if those there agree."""

    def point(self, place: str) -> None:
        """Show a place of the board at the other table."""

    def tick(self, time_s: float) -> None:
        """Take what has come from the other table, and send what is new."""

    def menu_step(self, session: SessionT) -> Step[SessionT]:
        """Return the page with the other table of the running game: invite one, or see how it is."""

    def join_step(self, session: SessionT) -> Step[SessionT]:
        """Return the page on which this table joins another one's game."""

    def close(self) -> None:
        """Talk to the other table no more."""


def why_not_mended(other: OtherTable[SessionT] | None, game_id: int | None) -> str:
    """Say why a kept game cannot be mended: another table keeps the same events; empty: it can."""
    if other is None or not other.shares(game_id):
        return ""
    return say("A game with another table cannot be mended. Play on from a moment of it: that is a game of your own.")
