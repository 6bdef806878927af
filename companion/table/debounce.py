"""Debounce of observations: accepted after a still time, reported as a problem later.

An observation counts when it has been still for a while. It is reported as wrong when it has been wrong for a
while.
"""

from typing import Generic, TypeVar

from companion.table.session import Session
from companion.table.step import Step

SeenT = TypeVar("SeenT")


class DebouncedStep(Step[Session], Generic[SeenT]):
    """Step that watches one thing on the table.

    It knows the thing (`found`), for how long it has been there, and if it was reported.
    """

    def __init__(self, session: Session, nothing: SeenT) -> None:
        """Take `nothing` as found while nothing is seen."""
        super().__init__(session)
        self._nothing = nothing
        self.found = nothing
        #: Whether the players have been told that what is found is wrong.
        self.reported = False
        #: Since when it is so (seconds of the session).
        self.since = session.now

    @property
    def age_s(self) -> float:
        """Age of what is found now, in seconds."""
        return self.session.now - self.since

    def find(self, found: SeenT) -> bool:
        """Take what the table shows now; return True if it differs from before.

        The time restarts at news.
        """
        if found == self.found:
            return False
        if self.is_news(found):
            self.reported = False
            self.unsettled()
        self.found = found
        return True

    def is_news(self, found: SeenT) -> bool:  # noqa: ARG002 - steps override it
        """Return True if the time restarts when this follows the earlier, different value."""
        return True

    def forget_observation(self) -> None:
        """Forget what was found: the camera sees the table no more."""
        self.found, self.reported = self._nothing, False

    def unsettled(self) -> None:
        """Start the wait for a still table anew."""
        self.since = self.session.now
