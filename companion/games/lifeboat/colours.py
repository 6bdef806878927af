"""Characters' colours, on the screen, the ring and the virtual table, and their letters."""

from collections.abc import Mapping

from companion.screen.theme import Rgb
from engine.lifeboat.components import Character

COLOURS: Mapping[Character, Rgb] = {
    Character.LAUREN: (170, 96, 214),
    Character.STEPHEN: (236, 200, 60),
    Character.CAPTAIN: (72, 132, 232),
    Character.MATE: (74, 182, 98),
    Character.FRENCHY: (224, 72, 66),
    Character.HARTER: (206, 176, 138),
    Character.KID: (236, 238, 242),
}
#: No two characters' ids begin with the same letter.
LETTERS: Mapping[Character, str] = {who: str(who)[0].upper() for who in Character}
