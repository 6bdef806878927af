"""What is seen counts when it has lain still for a while, and is called wrong when it has been wrong for a while."""

from typing import Generic, TypeVar

from companion.table.session import Session
from companion.table.step import Step

SeenT = TypeVar("SeenT")


class SettlingStep(Step[Session], Generic[SeenT]):
    """A step that watches one thing on the table: what it is (`found`), for how long, and whether it was reported."""

    def __init__(self, session: Session, nothing: SeenT) -> None:
        """`nothing`: what is found while nothing is seen."""
        super().__init__(session)
        self._nothing = nothing
        self.found = nothing
        #: Whether the players have been told that what is found is wrong.
        self.reported = False
        #: Since when it is so (seconds of the session).
        self.since = session.now

    @property
    def age_s(self) -> float:
        """For how long it has been so (seconds)."""
        return self.session.now - self.since

    def find(self, found: SeenT) -> bool:
        """The table shows this now; whether that is something else than before. The time begins again at news."""
        if found == self.found:
            return False
        if self.is_news(found):
            self.reported = False
            self.unsettled()
        self.found = found
        return True

    def is_news(self, found: SeenT) -> bool:  # noqa: ARG002 - steps override it
        """Whether the time begins again when this follows on what was found before, which is something else."""
        return True

    def forget_seen(self) -> None:
        """Nothing is seen."""
        self.found, self.reported = self._nothing, False

    def unsettled(self) -> None:
        """Nothing settles."""
        self.since = self.session.now
