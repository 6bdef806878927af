"""The cards at the virtual table: what they are to hands, and what they look like to the camera."""

from collections.abc import Iterator, Mapping

from companion.games.lifeboat.card_art import ART
from companion.games.lifeboat.mat import AREAS, DISCARD, NAVIGATION_DECK, ROW_STACK, SUPPLY
from companion.games.lifeboat.photographs import CARDS
from companion.games.lifeboat.tags import NAVIGATION_TAGS, PROVISION_OF, TAGS
from companion.virtual_table.card_things import BACK, CardPiles, Sleeves
from companion.virtual_table.laid_cards import THICK_MM, with_middle
from companion.virtual_table.piece import Piece, PieceKind
from companion.virtual_table.pieces import Areas, PieceSet
from engine.lifeboat.state import State
from vision.catalogue import Catalogue
from vision.virtual import Print

#: Every card can be turned over; hands lay it a little askew.
_CARD = PieceKind(("", BACK), layer=1, off_mm=1.5, askew_deg=1.5)
#: The piles that lie face down, each with a card whose back it shows. A pile's face is the number of its cards.
PILES: Mapping[str, str] = {
    SUPPLY: next(iter(PROVISION_OF)),
    DISCARD: next(iter(PROVISION_OF)),
    NAVIGATION_DECK: NAVIGATION_TAGS[0],
    ROW_STACK: NAVIGATION_TAGS[0],
}
_PILE = PieceKind(stays=True)
#: The table goes on so far round the mat; below it lie the cards that are in nobody's sight.
_MARGIN_MM, _BELOW_MM = 12.0, 110.0
_SHINE = 0.3


class LifeboatPieces(PieceSet):
    """Sleeved cards on the mat."""

    def catalogue(self) -> Catalogue:
        """The usual tags."""
        return TAGS.catalogue()

    def things(self, catalogue: Catalogue) -> CardPiles:
        """Cards in sleeves that shine a little."""
        return CardPiles(catalogue, ART, Sleeves(_SHINE, 0), PILES, THICK_MM)

    def kind(self, piece_id: str) -> PieceKind:
        """A card, or a pile."""
        return _PILE if piece_id in PILES else _CARD

    def areas(self, catalogue: Catalogue) -> Areas:
        """The camera sees the mat; below it there is room for cards."""
        left, top, right, bottom = catalogue.surface.extent_mm
        seen = (left - _MARGIN_MM, top - _MARGIN_MM, right + _MARGIN_MM, bottom + _MARGIN_MM)
        return Areas((*seen[:3], seen[3] + _BELOW_MM), seen)

    def ground(self, catalogue: Catalogue) -> tuple[Print, ...]:
        """A wooden table and the mat on it."""
        return CARDS.ground(catalogue)


PIECES = LifeboatPieces()


def piles_of(state: State, catalogue: Catalogue) -> Iterator[Piece]:
    """The piles of a state in their zones, the empty ones too."""
    tags = {tag.id: tag for tag in catalogue.tags}
    counts = {
        SUPPLY: state.bow + state.passing,
        DISCARD: len(state.discard),
        NAVIGATION_DECK: state.deck,
        ROW_STACK: state.row,
    }
    for zone, tag_id in PILES.items():
        left, top, right, bottom = AREAS[zone]
        card = with_middle(tags[tag_id], ((left + right) / 2, (top + bottom) / 2))
        yield Piece(zone, str(counts[zone]), card.at_mm, 0.0)
