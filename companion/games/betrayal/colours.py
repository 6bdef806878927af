"""Explorers' colours, on the screen, the ring and the virtual table.

Two sides of one card have the same colour. The others can be told apart with any colour vision deficiency.
"""

from collections.abc import Mapping

from companion.screen.theme import Rgb
from engine.betrayal.components import CHARACTERS

_OF: Mapping[str, Rgb] = {
    "red": (209, 62, 51),
    "yellow": (224, 189, 19),
    "green": (25, 182, 94),
    "blue": (77, 147, 255),
    "white": (236, 238, 242),
    "purple": (154, 84, 193),
}
COLOURS: Mapping[str, Rgb] = {explorer: _OF[character.colour] for explorer, character in CHARACTERS.items()}
HERO: Rgb = (236, 238, 242)
TRAITOR: Rgb = (224, 54, 48)
MONSTER: Rgb = (110, 196, 84)
OMEN: Rgb = (168, 92, 232)
EVENT: Rgb = (214, 168, 66)
ITEM: Rgb = (76, 140, 226)
