"""Pictures of mat and cards for people at the virtual table."""

from companion.cards.pictures import CardTablePictures
from companion.games.lifeboat.mat import BoatCard
from companion.games.lifeboat.screen.pictures import LifeboatPictures
from companion.games.lifeboat.tags import PROVISION_OF, TAGS, character_of
from companion.games.lifeboat.virtual_table.pieces import PIECES
from engine.lifeboat.components import Character, Provision


def _sign_of(tag_id: str) -> Character | Provision | None:
    """Return what a card is about."""
    if tag_id in PROVISION_OF:
        return PROVISION_OF[tag_id]
    return None if TAGS.cards[tag_id] == BoatCard.NAVIGATION else character_of(tag_id)


PICTURES = CardTablePictures(PIECES, LifeboatPictures, _sign_of)
