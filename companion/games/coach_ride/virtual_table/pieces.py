"""The cards at the virtual table: what they are to hands, and what they look like to the camera."""

from companion.cards.pieces import CardPieces
from companion.games.coach_ride.mat import ITEM_PILE, PROFESSION_PILE, CardKind
from companion.games.coach_ride.photographs import CARDS
from companion.games.coach_ride.tags import ASSOCIATION_OF, ITEM_OF, PROFESSION_OF, SHIELD, SWORD, TAGS
from companion.virtual_table.piece import PieceKind

#: A person card has a side with a sword and one with a shield.
_PERSON = PieceKind((SWORD, SHIELD), layer=1, off_mm=1.5, askew_deg=1.5)


class CoachRidePieces(CardPieces):
    """Sleeved cards; persons have two fronts."""

    def kind(self, piece_id: str) -> PieceKind:
        """A person card, or another one."""
        return _PERSON if piece_id.startswith(CardKind.PERSON) else super().kind(piece_id)


PIECES = CoachRidePieces(
    TAGS,
    CARDS,
    {ITEM_PILE: next(iter(ITEM_OF)), PROFESSION_PILE: next(iter(PROFESSION_OF))},
    alike={**ITEM_OF, **ASSOCIATION_OF},
)
