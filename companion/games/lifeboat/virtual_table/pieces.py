"""The cards at the virtual table: what they are to hands, and what they look like to the camera."""

from companion.cards.pieces import CardPieces
from companion.games.lifeboat.mat import DISCARD, NAVIGATION_DECK, ROW_STACK, SUPPLY, CardKind
from companion.games.lifeboat.photographs import CARDS
from companion.games.lifeboat.tags import NAVIGATION_TAGS, PROVISION_OF, TAGS

_PROVISION = next(iter(PROVISION_OF))
PIECES = CardPieces(
    TAGS,
    CARDS,
    {SUPPLY: _PROVISION, DISCARD: _PROVISION, NAVIGATION_DECK: NAVIGATION_TAGS[0], ROW_STACK: NAVIGATION_TAGS[0]},
    alike=PROVISION_OF,
    put_on={CardKind.PROVISION: DISCARD, CardKind.NAVIGATION: NAVIGATION_DECK},
)
