"""Colours of the castle on the screen.

The players' colours are in `palette`, those that all games share in `screen.theme`.
"""

from companion.screen.theme import Rgb

GROUT: Rgb = (20, 22, 27)
FLOOR: Rgb = (47, 51, 60)
WALL: Rgb = (66, 55, 47)
WALL_EDGE: Rgb = (98, 82, 66)
LETTER: Rgb = (206, 178, 132)
EXIT: Rgb = (82, 178, 120)
ENTRANCE: Rgb = (226, 148, 72)
SIGHT: Rgb = (255, 224, 150)
TRAIL: Rgb = (255, 122, 60)
CONFUSED: Rgb = (255, 150, 84)
