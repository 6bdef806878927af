"""The cards at the virtual table: what they are to hands, and what they look like to the camera."""

from companion.cards.pieces import CardPieces, lay_piles
from companion.games.coach_ride.mat import ITEM_PILE, PROFESSION_PILE, CardKind
from companion.games.coach_ride.photographs import CARDS
from companion.games.coach_ride.tags import ASSOCIATION_OF, ITEM_OF, PROFESSION_OF, SHIELD, SWORD, TAGS
from companion.virtual_table.piece import PieceKind
from companion.virtual_table.table import VirtualTable
from engine.coach_ride.cards import Profession
from engine.coach_ride.state import State

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


def lay_piles_of(table: VirtualTable, state: State) -> None:
    """The piles of a state lie in their zones."""
    lay_piles(PIECES, table, {ITEM_PILE: state.pile, PROFESSION_PILE: len(Profession) - len(state.players)})
