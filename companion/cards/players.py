"""Bots of a card game at the virtual table.

They choose, hands lay their cards, fingers touch the rows.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from companion.table.event_dialog import EventDialogStep
from companion.table.preparation import PreparationStep
from companion.table.put_right import PutRightStep
from companion.table.questions import Answers, next_answer
from companion.table.seat_names import seats_of
from companion.table.session import Session
from companion.table.step import Step
from companion.table.undo_step import UndoStep
from companion.virtual_table.piece import Piece
from companion.virtual_table.players import Players
from companion.virtual_table.table import VirtualTable
from hardware.buttons import Button

HiddenT_co = TypeVar("HiddenT_co", covariant=True)
PlayerT = TypeVar("PlayerT", bound=str)
WhoT_co = TypeVar("WhoT_co", bound=str, covariant=True)
StateT = TypeVar("StateT")
EventT = TypeVar("EventT")


class HiddenSide(Protocol[HiddenT_co, WhoT_co]):
    """The hidden cards of the running game, and who is played by a bot."""

    @property
    def out(self) -> Mapping[str, WhoT_co]:
        """Cards that came out of people's hands and are not known to be open yet.

        No bot touches them.
        """

    @property
    def everybody(self) -> tuple[WhoT_co, ...]:
        """All who may play."""

    def hidden(self, events: Sequence[Any]) -> HiddenT_co | None:
        """Return the hidden cards after these events; None if nobody knows them."""

    def bots(self, step: Step[Session]) -> Collection[WhoT_co]:
        """Return the players for whom a bot plays in this step."""


class CardPlayers(Players, ABC, Generic[PlayerT, StateT, EventT]):
    """Bots whose actions follow from the game's seed and its events.

    So a continued game goes on alike.
    """

    def __init__(self, table: VirtualTable, seed: int, secrets: HiddenSide[Any, PlayerT]) -> None:
        self.table, self.seed, self.secrets = table, seed, secrets
        self._chosen: tuple[Step[Session], bool, EventT | None] | None = None

    # --- what the game says -------------------------------------------------------------------------------------

    @abstractmethod
    def choose(self, step: Step[Session]) -> EventT | None:
        """Return the next event of bots among the players, or of chance; None if people act."""

    @abstractmethod
    def answers(self, step: EventDialogStep[Any, Any], event: EventT) -> Answers:
        """Return the answers that tell the event in this step."""

    @abstractmethod
    def moves(self, step: Step[Session], event: EventT | None) -> Iterable[Piece]:
        """Return the cards that lie otherwise than in this step, as they should.

        `event` is shown with cards before it is told; None before the game, and where the table is put right.
        """

    @abstractmethod
    def name(self, player: PlayerT, /) -> str:
        """Return a player's name."""

    def waits(self, step: EventDialogStep[Any, Any]) -> bool:  # noqa: ARG002 - games override it
        """Return True if bots wait for what people have just begun."""
        return False

    # --- hands and fingers --------------------------------------------------------------------------------------

    def pieces(self, step: Step[Session]) -> Iterable[Piece]:
        """Return the public cards that hands move in this step.

        Cards that came out of somebody's hand stay where they are.
        """
        event: EventT | None = None
        match step:
            case PreparationStep() | PutRightStep() if self._all_bots(step):
                pass
            case EventDialogStep() if self.secrets.bots(step):
                event = self._choice(step)
                if event is None or self.waits(step):
                    return ()
            case _:
                return ()
        return [piece for piece in self.moves(step, event) if piece.id not in self.secrets.out]

    def answer(self, step: Step[Session]) -> Button | str | None:
        """Return the next row of what is told, or Advance: done."""
        match step:
            case PreparationStep() | PutRightStep() if self._all_bots(step):
                return Button.ADVANCE
            case EventDialogStep():
                return self._row(step)
        return None

    def waiting_bot(self, step: Step[Session]) -> str | None:
        """Return the bot whose choice has to wait for people.

        They have another page open before it, or overrule the rules instead.
        """
        event: EventT | None = None
        match step:
            case UndoStep():
                event = self._choice(step)
            case EventDialogStep() if (step.answers or step.overruling) and not self.waits(step):
                event = self._choice(step) if self._row(step) is None else None
        if event is None:
            return None
        actor: PlayerT | None = getattr(event, "by", None)
        return self.name(actor) if actor is not None else ""

    def _all_bots(self, step: Step[Session]) -> bool:
        """Return True if only bots are there: what concerns all players is for people to do."""
        bots, elsewhere = self.secrets.bots(step), self.elsewhere(step)
        if elsewhere:
            return {*seats_of(step.session)} <= {*map(str, bots), *elsewhere}
        return len(bots) == len(self.secrets.everybody)

    @staticmethod
    def elsewhere(step: Step[Session]) -> Collection[str]:
        """Return the seats at another table; hands here lay what lies open there."""
        other = step.session.other_table
        return other.seats if other is not None else ()

    def _row(self, step: EventDialogStep[Any, Any]) -> str | None:
        """Return the next row that enters the bots' choice.

        While somebody else enters something the bots wait.
        """
        event = self._choice(step)
        if event is None or step.overruling or self.waits(step):
            return None
        row = next_answer(self.answers(step, event), step.answers)
        return row if row in step.question.ids else None

    def _choice(self, step: Step[Session]) -> EventT | None:
        """Return what bots do next.

        It is chosen once a step, and once more when all of it is left to them.
        """
        if self._chosen is None or self._chosen[:2] != (step, step.auto_move_requested):
            self._chosen = (step, step.auto_move_requested, self.choose(step))
        return self._chosen[2]
