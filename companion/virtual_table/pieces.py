"""What the virtual table asks of a game about its pieces: what they are, and how they look to the camera."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Protocol

from companion.virtual_table.piece import PieceKind, Point
from vision.model.catalogue import Catalogue, Tag
from vision.model.surface import Area
from vision.virtual import Print, Thing


class Things(Protocol):
    """Makes the things before the virtual camera that the tags of a catalogue are printed on."""

    def tag(self, tag_id: str) -> Tag:
        """The tag of this id. Raises UserError if the catalogue has none."""

    def edges_mm(self, tag_id: str) -> Area:
        """The edges of the piece that bears this tag, in its own frame: from its tag's centre."""

    def make(self, tag_id: str, centre_mm: Point, turn_deg: float, base_mm: float = 0.0) -> Thing:
        """The piece that bears this tag, its tag's centre at `centre_mm`, on something `base_mm` high."""

    def references(self) -> list[Thing]:
        """The reference tags at their places."""


@dataclass(frozen=True)
class Areas:
    """Parts of the table in millimetres of the surface: all that there is, and what the camera has in its picture."""

    table: Area
    seen: Area


class PieceSet(ABC):
    """The pieces of one game and what they lie on. Stateless."""

    #: The virtual camera's picture, (width, height) in pixels, so that it shows the smallest tag sharply enough.
    picture_px: ClassVar[tuple[int, int]] = (2048, 1536)
    #: Thin pieces that overlap anywhere lie on each other, as cards of a fan do; others stand beside each other.
    fanned: ClassVar[bool] = False

    @abstractmethod
    def catalogue(self) -> Catalogue:
        """The tags of the game in their usual sizes."""

    @abstractmethod
    def things(self, catalogue: Catalogue) -> Things:
        """What the tags are printed on."""

    @abstractmethod
    def kind(self, piece_id: str) -> PieceKind:
        """What hands know of this piece."""

    @abstractmethod
    def areas(self, catalogue: Catalogue) -> Areas:
        """How large the table is, and what the camera sees of it."""

    @abstractmethod
    def ground(self, catalogue: Catalogue) -> tuple[Print, ...]:
        """What the pieces lie on before the camera; the first print goes on for ever."""
