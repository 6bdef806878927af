"""Interface between a table and the phones of its players."""

from typing import TYPE_CHECKING, Protocol

from companion.table.step import Step

if TYPE_CHECKING:
    from companion.table.session import Announcement, Session


class Phones(Protocol):
    """Phones that may join this evening."""

    def tick(self, time_s: float) -> None:
        """Take what was touched on phones, and show them what is new."""

    def announce(self, said: "Announcement") -> None:
        """Show on phones what the table announces."""

    def step(self, session: "Session") -> "Step[Session]":
        """Return the page at the table that shows how to join, and who has."""

    def close(self) -> None:
        """Let nobody join any more, and end what listens."""
