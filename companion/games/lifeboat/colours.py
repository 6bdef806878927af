"""Characters' colours, on the screen, the ring and the virtual table.

They can be told apart with any colour vision deficiency.
"""

from collections.abc import Mapping

from companion.screen.theme import Rgb
from engine.lifeboat.components import Character

COLOURS: Mapping[Character, Rgb] = {
    Character.LAUREN: (154, 85, 196),
    Character.STEPHEN: (239, 207, 0),
    Character.CAPTAIN: (88, 149, 254),
    Character.MATE: (55, 142, 79),
    Character.FRENCHY: (224, 38, 43),
    Character.HARTER: (197, 162, 116),
    Character.KID: (231, 235, 238),
}
