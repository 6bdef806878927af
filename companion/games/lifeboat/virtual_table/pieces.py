"""The cards at the virtual table: what they are to hands, and what they look like to the camera."""

from companion.cards.pieces import CardPieces, lay_piles
from companion.games.lifeboat.mat import DISCARD, NAVIGATION_DECK, ROW_STACK, SUPPLY, CardKind
from companion.games.lifeboat.photographs import CARDS
from companion.games.lifeboat.tags import NAVIGATION_TAGS, PROVISION_OF, TAGS
from companion.virtual_table.table import VirtualTable
from engine.lifeboat.state import State

_PROVISION = next(iter(PROVISION_OF))
PIECES = CardPieces(
    TAGS,
    CARDS,
    {SUPPLY: _PROVISION, DISCARD: _PROVISION, NAVIGATION_DECK: NAVIGATION_TAGS[0], ROW_STACK: NAVIGATION_TAGS[0]},
    alike=PROVISION_OF,
    put_on={CardKind.PROVISION: DISCARD, CardKind.NAVIGATION: NAVIGATION_DECK},
)


def lay_piles_of(table: VirtualTable, state: State) -> None:
    """The piles of a state lie in their zones."""
    counts = {
        SUPPLY: state.bow + state.passing,
        DISCARD: len(state.discard),
        NAVIGATION_DECK: state.deck,
        ROW_STACK: state.row,
    }
    lay_piles(PIECES, table, counts)
