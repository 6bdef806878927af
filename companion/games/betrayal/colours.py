"""Explorers' colours, on the screen, the ring and the virtual table.

Two sides of one card have the same colour.
"""

from collections.abc import Mapping

from companion.screen.theme import Rgb
from engine.betrayal.components import CHARACTERS

_OF: Mapping[str, Rgb] = {
    "red": (224, 72, 66),
    "yellow": (236, 200, 60),
    "green": (74, 182, 98),
    "blue": (72, 132, 232),
    "white": (236, 238, 242),
    "purple": (170, 96, 214),
}
COLOURS: Mapping[str, Rgb] = {who: _OF[character.colour] for who, character in CHARACTERS.items()}
HERO: Rgb = (236, 238, 242)
TRAITOR: Rgb = (224, 54, 48)
MONSTER: Rgb = (110, 196, 84)
OMEN: Rgb = (168, 92, 232)
EVENT: Rgb = (214, 168, 66)
ITEM: Rgb = (76, 140, 226)
