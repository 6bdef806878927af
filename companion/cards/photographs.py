"""Card games before the virtual camera: a game or state on the mat, and its picture's truth."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from companion.cards.laid_cards import CardTable, PlacedCard, mat_corners, shot_truth
from companion.cards.things import Bgr, Sleeves, card_back, card_front
from companion.virtual_table.photographs import Photographs, TrueScene
from vision.model.catalogue import Catalogue
from vision.picture import Pixels
from vision.virtual import Hand, Shot

TableT = TypeVar("TableT")
MomentT = TypeVar("MomentT", bound=StrEnum)

#: Sleeves shine a little.
_SHINE = 0.5
#: Colour of a card of no kind.
_BLANK_BGR: Bgr = (150, 150, 150)


class KindArt(ABC):
    """Fronts and backs in the colours of the cards' kinds; all backs of one deck are alike."""

    def __init__(self, kinds: Mapping[str, str], colours: Mapping[str, Bgr]) -> None:
        """Keep the kind of each tag, and the colour of each kind."""
        self._kinds, self._colours = kinds, colours

    def front(self, card: str, size_px: tuple[int, int]) -> Pixels:
        """Return the front of a card: its kind's colour, and what is printed on it."""
        return card_front(self._colours.get(self._kinds.get(card, ""), _BLANK_BGR), self.printed(card), size_px)

    def blank(self, card: str, size_px: tuple[int, int]) -> Pixels:
        """Return the front of a card on which nothing is written."""
        return card_front(self._colours[self._kinds[card]], (), size_px)

    def back(self, card: str, size_px: tuple[int, int]) -> Pixels:
        """Return the back of a card: its kind's colour."""
        return card_back(self._colours[self._kinds[card]], size_px)

    def printed(self, card: str) -> tuple[str, ...]:
        """Return the lines of text that are printed on a front."""
        return self.lines(card)

    @abstractmethod
    def lines(self, card: str) -> tuple[str, ...]:
        """Return the lines of text on a card, for people."""

    def short_names(self, card: str) -> Sequence[str]:
        """Return the longest word."""
        return (max(self.lines(card), key=len),)

    def letters(self, card: str) -> str:  # noqa: ARG002 - games override it
        """Return nothing: the card has no letters of its own."""
        return ""


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

    def scene(self, source: str, catalogue: Catalogue, *, seed: int, hand: Hand | None, moment: str = "") -> TrueScene:
        """Return the table of a game file or a public state, and the function that gives the truth.

        The function takes a picture's shot and returns the truth about the picture.
        """
        table, state = self.load(source)
        moment_shown = type(self.usual_moment)(moment or self.usual_moment)
        cards = self.lay(table, catalogue, moment_shown, Random(seed))
        scene = self.cards.scene(cards, catalogue, Sleeves(_SHINE, seed), hand)
        return scene, lambda shot: {**self.truth(shot, catalogue), "moment": str(moment_shown), "state": state}
