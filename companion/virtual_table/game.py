"""What the virtual table asks of a game: its pieces, how they look, who plays, and what hands do for them."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from companion.device.options import Values
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


class VirtualGame(Photographs):
    """One game at the virtual table. Stateless. A game's first event and the game itself are values of its own."""

    @property
    @abstractmethod
    def pieces(self) -> PieceSet:
        """What lies on the table."""

    @property
    @abstractmethod
    def pictures(self) -> "TablePictures":
        """How the table looks to people."""

    @property
    @abstractmethod
    def table(self) -> TableGame[Session]:
        """The game at the table."""

    # -- playing ------------------------------------------------------------------------------------------------

    @abstractmethod
    def start(self, players: int | None, seed: int, options: Values) -> Any:
        """The first event of a game that bots play, of so many players (None: as many as usual) and with these values
        of the game's options. Raises UserError for what cannot be."""

    @abstractmethod
    def table_before(self, start: Any, seed: int) -> VirtualTable:
        """The table on which a game with this first event begins."""

    @abstractmethod
    def bring(self, session: Session, table: VirtualTable) -> None:
        """The session has come to another step: pieces come out of the box, or lie as they lay, without any hands."""

    @abstractmethod
    def players(self, table: VirtualTable, chance: Random) -> Players:
        """All players of one game, who move pieces on this table."""

    def secret_hands(
        self,
        session: Session,  # noqa: ARG002 - most games hide nothing
        table: VirtualTable,  # noqa: ARG002
        seed: int,  # noqa: ARG002
    ) -> "SecretHands | None":
        """What only some may see of the games at this table; None where everything lies open."""
        return None

    def hurry(self, step: Step[Session]) -> None:
        """Nobody watches: what only shows something and takes its time is over at once."""

    @abstractmethod
    def summary(self, game: Any) -> Mapping[str, Any]:
        """What there is to say of a game that is over besides its result: ``players`` and the game's own."""

    @abstractmethod
    def samples(self, game: Game[Any, Any], chance: Random) -> Iterable[Any]:
        """Events that the rules allow now, at least one of each kind that they name, for tests by random play.

        Where all of a kind are refused for problems that are `Rules.untold` one of these stands for it.
        """

    # -- something to look at -----------------------------------------------------------------------------------

    @abstractmethod
    def some_table(self, chance: Random, seed: int) -> VirtualTable:
        """A table in the middle of some game; hands are unsteady by `seed`."""

    @abstractmethod
    def some_move(self, table: VirtualTable, chance: Random) -> Piece:
        """Some piece of this table, as it might come to lie elsewhere."""
