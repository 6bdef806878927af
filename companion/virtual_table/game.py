"""Interface between the virtual table and a game: pieces, pictures, players, hands."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from companion.device.errors import UserError
from companion.device.options import Values
from companion.journal.entries import KeptGame
from companion.table.game import TableGame
from companion.table.session import Session
from companion.table.step import Step
from companion.virtual_table.photographs import Photographs
from companion.virtual_table.piece import Piece
from companion.virtual_table.pieces import PieceSet
from companion.virtual_table.players import Players
from companion.virtual_table.table import VirtualTable
from engine.game import Game

if TYPE_CHECKING:
    # Only windows need pygame.
    from companion.virtual_table.pictures import TablePictures
    from companion.virtual_table.secret_hands import SecretHands


def check_players(players: int, fewest: int, most: int) -> None:
    """Raise UserError unless so many can play."""
    if not fewest <= players <= most:
        able = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise UserError(f"--players {players}: {able} can play")


class VirtualGame(Photographs):
    """Game at the virtual table, without state.

    A game's first event and the game itself are values of its own.
    """

    #: The pieces that bear tags, if not all do; where the game knows plain pieces.
    tagged: frozenset[str] | None = None

    @property
    @abstractmethod
    def pieces(self) -> PieceSet:
        """Pieces on the table."""

    @property
    @abstractmethod
    def pictures(self) -> "TablePictures":
        """Pictures of the table for people."""

    @property
    @abstractmethod
    def table(self) -> TableGame[Session]:
        """The game at the table."""

    # -- playing ------------------------------------------------------------------------------------------------

    @abstractmethod
    def start(self, players: int | None, seed: int, options: Values) -> Any:
        """Return the first event of a game that bots play.

        `players`: their number (None: the default number). `options`: the values of the game's options. Raises
        UserError for an impossible start.
        """

    @abstractmethod
    def table_before(self, start: Any, seed: int) -> VirtualTable:
        """Return the table on which a game with this first event begins."""

    @abstractmethod
    def bring(self, session: Session, table: VirtualTable) -> None:
        """Lay the table of a session's game."""

    @abstractmethod
    def players(self, session: Session, table: VirtualTable, seed: int) -> Players:
        """Return bots in all seats of the session's game, who move pieces on this table."""

    def secret_hands(
        self,
        session: Session,  # noqa: ARG002 - most games hide nothing
        table: VirtualTable,  # noqa: ARG002
        seed: int,  # noqa: ARG002
    ) -> "SecretHands | None":
        """Bring pieces out of the box, or to their places, without hands, at a new step.

        The session has come to another step.
        """
        return None

    def kept_states(
        self,
        journal: Path,  # noqa: ARG002 - most games hide nothing
        kept: KeptGame,  # noqa: ARG002
        game: Game[Any, Any],  # noqa: ARG002
    ) -> Sequence[Any] | None:
        """Return the whole states after each event of a game; None: no hidden cards are kept."""
        return None

    def hurry(self, step: Step[Session]) -> None:
        """End at once what only shows something and takes its time: nobody watches."""

    @abstractmethod
    def summary(self, game: Any) -> Mapping[str, Any]:
        """Return the facts of a finished game besides its result: ``players`` and the game's own."""

    @abstractmethod
    def samples(self, game: Game[Any, Any], rng: Random) -> Iterable[Any]:
        """Return allowed events, at least one of each kind named by the rules, for random tests.

        If all events of a kind are refused for problems that are `Rules.untold`, one of these stands for the kind.
        """

    # -- something to look at -----------------------------------------------------------------------------------

    @abstractmethod
    def some_table(self, rng: Random, seed: int) -> VirtualTable:
        """Return a table in the middle of some game; hands are unsteady by `seed`."""

    @abstractmethod
    def some_move(self, table: VirtualTable, rng: Random) -> Piece:
        """Return some piece of this table, as it might come to lie elsewhere."""
