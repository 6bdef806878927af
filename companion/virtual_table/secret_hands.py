"""What the virtual table asks of a card game about what only some may see: hands, piles, and who is played by a bot.

The widget shows a cover for everybody at the table. While a cover is held, what that one may see is shown; a card on
which it is let go is chosen. What happens then is the game's: usually the card comes out of the hand, face down, and
is carried on as every piece.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.screen.theme import Rgb
from companion.virtual_table.players import Players
from vision.model.surface import Area


@dataclass(frozen=True)
class Holder:
    """Somebody at the table, as everybody knows them.

    `note`: what everybody knows of the cards, in a few words. `turn`: it is about them now. `bot`: nobody sits there.
    """

    id: str
    name: str
    colour: Rgb
    note: str = ""
    turn: bool = False
    bot: bool = False


@dataclass(frozen=True)
class HeldCard:
    """A card that somebody looks at: `key` is its own among all that are shown, `piece_id` the piece that it is.

    `words` stand beside it. `chosen`: it was chosen before. `idle`: it can only be looked at.
    """

    key: str
    piece_id: str
    words: str = ""
    chosen: bool = False
    idle: bool = False


@dataclass(frozen=True)
class HeldCards:
    """Some cards that belong together, and what they are, in a few words."""

    title: str
    cards: tuple[HeldCard, ...]


@dataclass(frozen=True)
class OwnPlace:
    """A part of the table that belongs to somebody: its rectangle in millimetres, and who that is."""

    area_mm: Area
    holder: Holder


@dataclass(frozen=True)
class CloseUp:
    """A part of the table that people may look at close up: its rectangle in millimetres, and what it is called.

    `now`: something goes on there.
    """

    id: str
    name: str
    area_mm: Area
    now: bool = False


class SecretHands(ABC):
    """The hidden cards of one game at the virtual table. The camera never sees any of it."""

    @property
    @abstractmethod
    def players(self) -> Players:
        """The bots: they do nothing for people, unless a step's work is to be done for them."""

    @property
    @abstractmethod
    def trouble(self) -> str:
        """Why nobody can look at any cards, a sentence; empty: nothing is wrong."""

    @abstractmethod
    def tick(self) -> None:
        """Time passes: follows the game, and keeps what is new in its file."""

    @abstractmethod
    def holders(self) -> Sequence[Holder]:
        """Who sits at the table, in the order in which they sit; nobody while there is no game."""

    @abstractmethod
    def places(self) -> Sequence[OwnPlace]:
        """Which parts of the table belong to whom."""

    def close_ups(self) -> Sequence[CloseUp]:
        """Parts of a large table that are worth looking at close up; of most tables none."""
        return ()

    def contradiction(self, event: Any) -> str:  # noqa: ARG002 - of many games everything told can be
        """Return the sentence why the hidden cards do not allow an event that the rules allow; empty: they do."""
        return ""

    def true_answer(self, answers: tuple[str, ...]) -> str:  # noqa: ARG002
        """Return the row that tells what the hidden cards say, after these answers; empty: they leave it open."""
        return ""

    @abstractmethod
    def look(self, holder_id: str) -> Sequence[HeldCards]:
        """What this one may see now, and nobody else."""

    @abstractmethod
    def choose(self, holder_id: str, key: str) -> None:
        """A card that this one looked at was chosen."""

    @abstractmethod
    def give(self, holder_id: str, piece_id: str) -> bool:
        """A piece was laid on this one's cover; whether it belongs there: it is in the hand now."""

    def take_from(self, piece_id: str) -> str | None:  # noqa: ARG002 - most piles only lie there
        """Hands take hold of a piece that stays where it lies, such as a pile: the piece that comes off it, if any."""
        return None

    @abstractmethod
    def laid(self, piece_id: str) -> None:
        """Hands have laid this piece somewhere: it is turned up, goes into a pile, or back to where it was."""

    @abstractmethod
    def may_turn_over(self, piece_id: str) -> bool:
        """Whether hands may turn this piece over: not what is hidden from others."""

    @abstractmethod
    def change_player(self, holder_id: str) -> None:
        """From now on a bot plays for this one, or a person again."""
