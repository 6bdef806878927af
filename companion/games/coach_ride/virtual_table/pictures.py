"""How mat and cards look to people at the virtual table."""

from companion.games.coach_ride.card_art import ART
from companion.games.coach_ride.mat import ZONE_NAMES
from companion.games.coach_ride.tags import TAGS
from companion.virtual_table.card_pictures import CardTablePictures

PICTURES = CardTablePictures(TAGS, ART, ZONE_NAMES)
