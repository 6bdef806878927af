"""Interface between the virtual table and a card game's secrets: hands, piles, bots.

The widget shows a cover for everybody at the table. While a cover is held, it shows what its holder may see;
the card on which it is released is chosen. The game says what happens then: usually the card comes out of the
hand, face down, and is carried on like every piece.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.screen.theme import Rgb
from companion.table.hidden_cards import CardsAcross
from companion.virtual_table.players import Players
from vision.model.surface import Area


@dataclass(frozen=True)
class Holder:
    """Player at the table, as all others know them.

    `note`: what everybody knows of the cards, in a few words. `turn`: it is about them now. `bot`: nobody sits there.
    `phone`: a phone is their hand, `elsewhere`: they sit at another table; nobody looks at it here.
    """

    id: str
    name: str
    colour: Rgb
    note: str = ""
    turn: bool = False
    bot: bool = False
    phone: bool = False
    elsewhere: bool = False

    @property
    def looks_here(self) -> bool:
        """True for a person who looks under the cover."""
        return not (self.bot or self.phone or self.elsewhere)


@dataclass(frozen=True)
class HeldCard:
    """Card that somebody looks at.

    `key` is its own among all that are shown, `piece_id` the piece that it is. `words` stand beside it. `chosen`:
    it was chosen before. `idle`: it can only be looked at.
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
    """Part of the table that belongs to a holder: its rectangle in mm, and the holder."""

    area_mm: Area
    holder: Holder


@dataclass(frozen=True)
class CloseUp:
    """Part of the table that can be shown close up: its rectangle in mm, and its name.

    `is_active`: something goes on there.
    """

    id: str
    name: str
    area_mm: Area
    is_active: bool = False


class SecretHands(ABC):
    """The hidden cards of one game at the virtual table. The camera never sees any of it."""

    @property
    @abstractmethod
    def players(self) -> Players:
        """The bots: they do nothing for people, unless a step's work is to be done for them."""

    @property
    def plays_absent(self) -> bool:
        """True if bots play for absent players by themselves."""
        return False

    @property
    @abstractmethod
    def trouble(self) -> str:
        """Reason why nobody can look at any cards, a sentence; empty: nothing is wrong."""

    @abstractmethod
    def tick(self) -> None:
        """Follow the game as time passes, and keep what is new in its file."""

    @abstractmethod
    def holders(self) -> Sequence[Holder]:
        """Return the holders in the order of their seats; empty while there is no game."""

    @property
    def bot_seats(self) -> Collection[str]:
        """Seats in which bots play, with those of which the session does not know."""
        return [holder.id for holder in self.holders() if holder.bot]

    @abstractmethod
    def places(self) -> Sequence[OwnPlace]:
        """Return the parts of the table with their owners."""

    def open_areas(self) -> Sequence[Area]:
        """Return the rectangles (mm) in which something may be laid now, for all that is public."""
        return ()

    def close_ups(self) -> Sequence[CloseUp]:
        """Return parts of a large table that are worth looking at close up; of most tables none."""
        return ()

    def contradiction(self, event: Any) -> str:  # noqa: ARG002 - of many games everything told can be
        """Describe why the hidden cards do not allow an event that the rules allow.

        Empty: they allow it.
        """
        return ""

    def fits_view(self, event: Any, seat: str) -> bool:  # noqa: ARG002 - asked where cards are `across`
        """Return True if what a seat knows allows its event, whatever else is hidden."""
        return True

    def warn_of_answers(self, answers: tuple[str, ...]) -> str:  # noqa: ARG002 - in many games nothing does
        """Describe what stands against an event that begins with these answers.

        It is public. Empty: nothing stands against it.
        """
        return ""

    def uses_own_card(self, event: Any) -> bool:  # noqa: ARG002 - in many games nobody tells of another's cards
        """Return True for an event in which its player uses what only that player holds."""
        return False

    def unfinished_act(self, event: Any) -> str:  # noqa: ARG002 - in many games nobody looks before an act
        """Describe what somebody has looked at hidden cards for, and must do before this event.

        Empty: nobody has, or the event is what they looked for.
        """
        return ""

    @property
    def has_whole_states(self) -> bool:
        """True for a game whose bots can be given what they hold (`whole_state`)."""
        return False

    def deal_elsewhere(self, seats: Collection[str]) -> Mapping[str, Sequence[str]]:  # noqa: ARG002 - most games do not
        """Deal anew for two tables; return the hands as the table with these seats knows them.

        None where the game does not deal to other tables (`SeatScreen.deals_to_other_tables`).
        """
        return {}

    @property
    def across(self) -> CardsAcross | None:
        """The cards as another table is told them; None where they are kept otherwise."""
        return None

    def whole_state(self) -> Any | None:
        """Return the game's state as `TableGame.play` has it; None while nobody knows the cards."""
        return None

    @property
    def wait_for_people(self) -> bool:
        """True while bots leave time to people who may speak before they go on."""
        return False

    def keep_move(self, move: Any) -> None:  # noqa: B027 - of many games everybody knows all of it
        """Keep what only its player knows of a bot's move, before its event happens."""

    def completed(self, move: Any) -> Any:
        """Return a bot's move with what chance adds to it at once."""
        return move

    def true_answer(self, answers: tuple[str, ...]) -> str:  # noqa: ARG002
        """Return the row of the true answer by the hidden cards, after these answers.

        Empty: the hidden cards leave it open.
        """
        return ""

    @abstractmethod
    def look(self, holder_id: str) -> Sequence[HeldCards]:
        """Return the cards that only this holder may see now."""

    def private_hint(self, holder_id: str) -> str:  # noqa: ARG002 - where nothing is hidden all hear it
        """Return the hint that this holder alone may read now; empty: there is none."""
        return ""

    @abstractmethod
    def choose(self, holder_id: str, key: str) -> None:
        """Choose a card that this holder looked at."""

    @abstractmethod
    def give(self, holder_id: str, piece_id: str) -> bool:
        """Take a piece laid on this holder's cover into the hand; return True if it belongs there."""

    def take_top(self, piece_id: str) -> str | None:  # noqa: ARG002 - most piles only lie there
        """Take the top piece off a fixed piece, like a pile; return its id, None if there is none."""
        return None

    @abstractmethod
    def laid(self, piece_id: str) -> None:
        """Handle a piece that hands have put down: it turns up, joins a pile, or goes back."""

    @abstractmethod
    def may_turn_over(self, piece_id: str) -> bool:
        """Return True if hands may turn this piece over: not if it is hidden from others."""

    @abstractmethod
    def change_player(self, holder_id: str) -> None:
        """Let a bot play for this holder from now on, or a person again."""
