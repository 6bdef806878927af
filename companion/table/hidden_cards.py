"""Boundary between the session and whoever keeps cards that nobody at the table sees, as a virtual table does."""

from typing import Any, Protocol


class HiddenCards(Protocol):
    """The hidden cards of the running game; nothing is asked where nobody keeps any."""

    def contradiction(self, event: Any) -> str:
        """Return the sentence why the hidden cards do not allow an event that the rules allow; empty: they do."""

    def true_answer(self, answers: tuple[str, ...]) -> str:
        """Return the row that tells what the hidden cards say, after these answers; empty: they leave it open."""
