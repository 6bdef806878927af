"""The house at the virtual table: what its pieces are to hands, and how they look to the camera."""

from typing import ClassVar

from companion.games.betrayal.photographs import HouseThings
from companion.games.betrayal.tags import TAGS, Face
from companion.virtual_table.card_things import Sleeves
from companion.virtual_table.piece import PieceKind
from companion.virtual_table.pieces import Areas, PieceSet
from companion.virtual_table.wood import wood_print
from vision.catalogue import Catalogue
from vision.virtual import Print

#: What lies on what: cards on tiles, tokens on cards, plates on top; a token is turned over.
_KINDS = {
    "tile": PieceKind(layer=0, off_mm=0.8, askew_deg=1.2),
    "card": PieceKind(layer=1, off_mm=1.0, askew_deg=1.5),
    "monster": PieceKind(tuple(Face), layer=2, off_mm=1.0, askew_deg=3.0),
    "explorer": PieceKind(layer=3, off_mm=1.0, askew_deg=3.0),
}
#: The table goes on so far round the references; cards are held beyond its long edges.
_MARGIN_MM, _BESIDE_MM = 12.0, 30.0
_SHINE = 0.3


class BetrayalPieces(PieceSet):
    """Tiles, plates with figures, tokens, cards in sleeves."""

    #: A figure's tag has two pixels a module.
    picture_px: ClassVar[tuple[int, int]] = (3456, 2004)

    def catalogue(self) -> Catalogue:
        """The usual tags."""
        return TAGS.catalogue()

    def things(self, catalogue: Catalogue) -> HouseThings:
        """As in photographs; sleeves shine a little."""
        return HouseThings(catalogue, Sleeves(_SHINE, 0))

    def kind(self, piece_id: str) -> PieceKind:
        """By what the piece is."""
        return _KINDS[piece_id.partition("/")[0]]

    def areas(self, catalogue: Catalogue) -> Areas:
        """The camera sees what the references enclose."""
        left, top, right, bottom = catalogue.surface.extent_mm
        seen = (left - _MARGIN_MM, top - _MARGIN_MM, right + _MARGIN_MM, bottom + _MARGIN_MM)
        return Areas((seen[0], seen[1] - _BESIDE_MM, seen[2], seen[3] + _BESIDE_MM), seen)

    def ground(self, catalogue: Catalogue) -> tuple[Print, ...]:
        """A wooden table."""
        return (wood_print(catalogue.surface.extent_mm),)


PIECES = BetrayalPieces()
