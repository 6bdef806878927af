"""Card games before the virtual camera: a game or state on the mat, and its picture's truth."""

from abc import abstractmethod
from collections.abc import Callable
from enum import StrEnum
from random import Random
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from companion.cards.laid_cards import CardTable, PlacedCard, mat_corners, shot_truth
from companion.cards.things import Sleeves
from companion.virtual_table.photographs import Photographs
from vision.model.catalogue import Catalogue
from vision.virtual import Hand, Scene, Shot

TableT = TypeVar("TableT")
MomentT = TypeVar("MomentT", bound=StrEnum)

#: Sleeves shine a little.
_SHINE = 0.5


class CardPhotographs(Photographs, Generic[TableT, MomentT]):
    """Scene photographs of a card game.

    Cards show their fronts only where they lie open; hands and piles show their backs. `TableT`: the type of what
    lies on a table.
    """

    cards: CardTable
    #: The moment at which the cards lie if nobody says another one.
    usual_moment: MomentT

    @abstractmethod
    def load(self, source: str, /) -> tuple[TableT, dict[str, Any]]:
        """Return the table in a file with a game or a state, and the public state itself.

        Raises UserError.
        """

    @abstractmethod
    def lay(self, table: TableT, catalogue: Catalogue, moment: MomentT, rng: Random | None, /) -> list[PlacedCard]:
        """Return the cards of a table at this moment, lower ones first, as hands lay them."""

    def truth(self, shot: Shot, catalogue: Catalogue) -> dict[str, Any]:
        """Return the truth about a picture, as ``companion read`` names it."""
        return shot_truth(shot, catalogue)

    def required_points(self, catalogue: Catalogue) -> npt.NDArray[np.float64]:
        """Return the mat's corners."""
        return mat_corners(catalogue)

    def scene(
        self, source: str, catalogue: Catalogue, *, seed: int, hand: Hand | None, moment: str = ""
    ) -> tuple[Scene, Callable[[Shot], dict[str, Any]]]:
        """Return the table of a game file or a public state, and the function that gives the truth.

        The function takes a picture's shot and returns the truth about the picture.
        """
        table, state = self.load(source)
        moment_shown = type(self.usual_moment)(moment or self.usual_moment)
        cards = self.lay(table, catalogue, moment_shown, Random(seed))
        scene = self.cards.scene(cards, catalogue, Sleeves(_SHINE, seed), hand)
        return scene, lambda shot: {**self.truth(shot, catalogue), "moment": str(moment_shown), "state": state}
