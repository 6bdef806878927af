"""Pictures of mat and cards for people at the virtual table."""

from companion.cards.pictures import CardTablePictures
from companion.games.coach_ride.screen.pictures import CoachRidePictures
from companion.games.coach_ride.tags import ASSOCIATION_OF, ITEM_OF, PERSON_OF, PROFESSION_OF
from companion.games.coach_ride.virtual_table.pieces import PIECES
from engine.coach_ride.events import Support


def _sign_of(tag_id: str) -> object | None:
    """Return what a card is about.

    For a person it is the side that lies up, the name stands on it.
    """
    if tag_id in PERSON_OF:
        return Support(PERSON_OF[tag_id][1])
    return ITEM_OF.get(tag_id) or PROFESSION_OF.get(tag_id) or ASSOCIATION_OF.get(tag_id)


PICTURES = CardTablePictures(PIECES, CoachRidePictures, _sign_of)
