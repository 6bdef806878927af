"""Pictures of mat and cards for people at the virtual table."""

import pygame

from companion.cards.pictures import CardTablePictures
from companion.games.coach_ride.mat import AREAS, PERSON_PLACES, zone_names
from companion.games.coach_ride.screen.pictures import CoachRidePictures
from companion.games.coach_ride.tags import ASSOCIATION_OF, ITEM_OF, PERSON_OF, PROFESSION_OF
from companion.games.coach_ride.virtual_table.pieces import PIECES
from companion.screen.scale import LEGIBLE_PX
from companion.screen.text import Fonts, draw, fit
from companion.virtual_table.widget_layout import WidgetLayout
from engine.coach_ride.events import Support

#: Colour of what is printed on the mat, dark enough to be read.
_PRINT = (110, 110, 110)


def _sign_of(tag_id: str) -> object | None:
    """Return what a card is about.

    For a person it is the side that lies up, the name stands on it.
    """
    if tag_id in PERSON_OF:
        return Support(PERSON_OF[tag_id][1])
    return ITEM_OF.get(tag_id) or PROFESSION_OF.get(tag_id) or ASSOCIATION_OF.get(tag_id)


class CoachRideTablePictures(CardTablePictures):
    """The printed mat with the fields for person cards named, and the cards."""

    def name_places(self, surface: pygame.Surface, layout: WidgetLayout, fonts: Fonts) -> None:
        """Write on the fields for person cards what is printed there: the page names them so.

        It is left out where it has no room.
        """
        names = zone_names()
        for place in PERSON_PLACES:
            left, top, right, bottom = AREAS[place]
            (x, y), (x_end, y_end) = layout.to_px((left, top)), layout.to_px((right, bottom))
            box = pygame.Rect(round(x), round(y), round(x_end - x), round(y_end - y))
            largest = max(LEGIBLE_PX, box.width // 5)
            text = fit(fonts, names[place], box.size, largest, LEGIBLE_PX)
            if not text.cut:
                draw(surface, fonts, text, box, _PRINT, across=0.5, down=0.5)


PICTURES = CoachRideTablePictures(PIECES, CoachRidePictures, _sign_of)
