"""Kinds of pictures with drawn prints, with sleeves that resemble them, and small things."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace

from tools.evidence.arm import Arm, Bgr, Sleeve
from tools.evidence.drawn_prints import DRAWN_PRINTS
from tools.evidence.room import GLOSSY, SATIN
from tools.evidence.rooms import Setting, any_arm, any_light, any_table, good_light, over_board
from tools.evidence.small_things import paw, small_thing

#: Greys and off-whites of sleeves that look like print in another light.
_PALE_SLEEVES: tuple[Bgr, ...] = ((105, 105, 105), (140, 140, 140), (170, 175, 178), (200, 206, 210), (225, 232, 236))


def drawn_print(sort: str, rng: random.Random) -> Setting:
    """Draw a setting with a print of this sort, many under a hand or with small things."""
    setting = Setting(board=sort, table=any_table(rng), room=good_light(rng))
    if sort == "playing cards":
        setting = replace(setting, room=replace(setting.room, board=rng.choice((SATIN, GLOSSY))))
    if rng.random() < 0.5:
        setting = replace(setting, room=any_light(rng), arms=(any_arm(rng, over_board(rng)),))
    if rng.random() < 0.5:
        setting = replace(setting, objects=tuple(small_thing(rng, n) for n in range(rng.randint(2, 5))))
    return setting


def with_pale_sleeve(arm: Arm, rng: random.Random) -> Arm:
    """Return the arm in a plain grey or off-white sleeve."""
    colour = rng.choice(_PALE_SLEEVES)
    return replace(arm, sleeve=Sleeve(colour, "plain", (90, 90, 90), rng.choice((0.0, 10.0, 40.0))))


def _pale_sleeve(rng: random.Random) -> Setting:
    """Draw a setting with a plain grey or off-white sleeve over fields or lines."""
    arm = with_pale_sleeve(any_arm(rng, over_board(rng)), rng)
    board = rng.choice(("coloured fields", "ink lines", "flat shapes", "newspaper"))
    return Setting(board=board, table=any_table(rng), room=any_light(rng), arms=(arm,))


def _small_things(rng: random.Random) -> Setting:
    """Draw a setting with many small things, or with a cat's paw, on our own or another board."""
    board = rng.choice(("own", "own", "text", "dungeon", "blotches", "wood", "contour map"))
    setting = Setting(board=board, table=any_table(rng), room=good_light(rng))
    if rng.random() < 0.3:
        return replace(setting, arms=(paw(rng, over_board(rng)),))
    return replace(setting, objects=tuple(small_thing(rng, n) for n in range(rng.randint(4, 12))))


def _of_sort(sort: str) -> Callable[[random.Random], Setting]:
    return lambda rng: drawn_print(sort, rng)


#: The kinds of picture by name.
PRINT_KINDS: Mapping[str, Callable[[random.Random], Setting]] = {
    **{f"{sort} board": _of_sort(sort) for sort in DRAWN_PRINTS},
    "pale sleeve": _pale_sleeve,
    "small things": _small_things,
}
