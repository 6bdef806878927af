"""Interface between the virtual table and a game's pieces: their properties and their look.

The look is for the camera.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Protocol

from companion.device.errors import UserError
from companion.virtual_table.piece import PieceKind, Point
from vision.model.catalogue import Catalogue, Tag
from vision.model.surface import Area
from vision.virtual import Print, Thing
from vision.virtual.tag_art import reference_thing


class Things(Protocol):
    """Maker of the things before the virtual camera that a catalogue's tags are printed on."""

    def tag(self, tag_id: str) -> Tag:
        """Return the tag of this id. Raises UserError if the catalogue has none."""

    def edges_mm(self, tag_id: str) -> Area:
        """Return the edges of the piece that bears this tag, in mm from its tag's centre."""

    def make(self, tag_id: str, centre_mm: Point, turn_deg: float, base_mm: float = 0.0) -> Thing:
        """Make the piece with this tag, its tag's centre at `centre_mm`, on a base of `base_mm`."""

    def references(self) -> list[Thing]:
        """Return the reference tags at their places."""


class CatalogueThings:
    """Tags and reference cards of a catalogue, for makers of its pieces."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._tags = {tag.id: tag for tag in catalogue.tags}

    def tag(self, tag_id: str) -> Tag:
        """Return the tag of this id. Raises UserError if the catalogue has none."""
        try:
            return self._tags[tag_id]
        except KeyError:
            raise UserError(f"the list of tags has none for {tag_id}; make the tags anew with companion tags") from None

    def references(self) -> list[Thing]:
        """Return the reference tags at their places."""
        return [reference_thing(tag, self._catalogue) for tag in self._catalogue.references]


@dataclass(frozen=True)
class Areas:
    """Areas of the table in mm of the surface: the whole table, and the part in the picture."""

    table: Area
    seen: Area

    def shows(self, point_mm: Point) -> bool:
        """Return True if the picture shows this point of the surface."""
        left, top, right, bottom = self.seen
        x, y = point_mm
        return left < x < right and top < y < bottom


class PieceSet(ABC):
    """The pieces of one game and what they lie on. Stateless."""

    #: The virtual camera's picture, (width, height) in pixels, so that it shows the smallest tag sharply enough.
    picture_px: ClassVar[tuple[int, int]] = (2048, 1536)
    #: Thin pieces that overlap anywhere lie on each other, as cards of a fan do; others stand beside each other.
    fanned: ClassVar[bool] = False

    @abstractmethod
    def catalogue(self) -> Catalogue:
        """Return the tags of the game in their usual sizes."""

    @abstractmethod
    def things(self, catalogue: Catalogue) -> Things:
        """Return the things on which the tags are printed."""

    @abstractmethod
    def kind(self, piece_id: str) -> PieceKind:
        """Return the properties of this piece for the hands."""

    @abstractmethod
    def areas(self, catalogue: Catalogue) -> Areas:
        """Return the size of the table and the part of it that the camera sees."""

    @abstractmethod
    def ground(self, catalogue: Catalogue) -> tuple[Print, ...]:
        """Return the ground below the pieces for the camera; the first print has no end."""
