"""Boundary between the session and a keeper of hidden cards, like a virtual table.

Nobody at the table sees these cards.
"""

from typing import Any, Protocol


class HiddenCards(Protocol):
    """The hidden cards of the running game; nothing is asked where nobody keeps any."""

    @property
    def plays_absent(self) -> bool:
        """True if bots play for absent players by themselves."""

    def contradiction(self, event: Any) -> str:
        """Describe why the hidden cards do not allow an event that the rules allow.

        Empty: they allow it.
        """

    def true_answer(self, answers: tuple[str, ...]) -> str:
        """Return the row of the true answer by the hidden cards, after these answers.

        Empty: the hidden cards leave it open.
        """
