"""The cards at the virtual table: what they are to hands, and what they look like to the camera."""

from companion.games.lifeboat.card_art import ART
from companion.games.lifeboat.photographs import CARDS
from companion.games.lifeboat.tags import TAGS
from companion.virtual_table.card_things import BACK, CardThings, Sleeves
from companion.virtual_table.piece import PieceKind
from companion.virtual_table.pieces import Areas, PieceSet
from vision.catalogue import Catalogue
from vision.virtual import Print

#: Every card can be turned over; hands lay it a little askew.
_CARD = PieceKind(("", BACK), off_mm=1.5, askew_deg=1.5)
#: The table goes on so far round the mat; below it lie the cards that are in nobody's sight.
_MARGIN_MM, _BELOW_MM = 12.0, 110.0
_SHINE = 0.3


class LifeboatPieces(PieceSet):
    """Sleeved cards on the mat."""

    def catalogue(self) -> Catalogue:
        """The usual tags."""
        return TAGS.catalogue()

    def things(self, catalogue: Catalogue) -> CardThings:
        """Cards in sleeves that shine a little."""
        return CardThings(catalogue, ART, Sleeves(_SHINE, 0))

    def kind(self, piece_id: str) -> PieceKind:  # noqa: ARG002 - all are alike
        """A card."""
        return _CARD

    def areas(self, catalogue: Catalogue) -> Areas:
        """The camera sees the mat; below it there is room for cards."""
        left, top, right, bottom = catalogue.surface.extent_mm
        seen = (left - _MARGIN_MM, top - _MARGIN_MM, right + _MARGIN_MM, bottom + _MARGIN_MM)
        return Areas((*seen[:3], seen[3] + _BELOW_MM), seen)

    def ground(self, catalogue: Catalogue) -> tuple[Print, ...]:
        """A wooden table and the mat on it."""
        return CARDS.ground(catalogue)


PIECES = LifeboatPieces()
