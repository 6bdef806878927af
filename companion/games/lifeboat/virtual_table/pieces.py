"""The cards at the virtual table: what they are to hands, and what they look like to the camera."""

from companion.games.lifeboat.photographs import CARDS
from companion.games.lifeboat.tags import TAGS
from companion.virtual_table.card_pieces import CardPieces

PIECES = CardPieces(TAGS, CARDS)
