"""Navigation cards: their content, and the stand-in set, made up for this project.

The print of the published cards is not in here: a table enters its own (`navigationfile`).
"""

import re
from dataclasses import dataclass
from typing import Annotated

from engine.codec import Explicit, ObjectCodec, Predicate, Size
from engine.names import Name

from .components import Character


class Bird(Name):
    """The bird on a navigation card (L18)."""

    BIRD = "bird"
    CROSSED = "crossed"
    NONE = "none"


_ID = re.compile(r"[a-z0-9-]{1,12}")


def _is_id(value: object) -> bool:
    return isinstance(value, str) and _ID.fullmatch(value) is not None


Signed = Annotated[tuple[Character, ...], Size(unique=True)]
"""Characters that a sign of a card names."""


@dataclass(frozen=True)
class NavigationCard:
    """Content of a navigation card.

    It has no id where a real table tells only the signs of the day's card.
    """

    id: Annotated[str | None, Predicate(_is_id, "1 to 12 small letters, digits and hyphens")]
    bird: Bird
    overboard: Explicit[Signed] = ()
    thirsty: Explicit[Signed] = ()
    oars: Explicit[bool] = False
    fists: Explicit[bool] = False


#: Navigation card whose front a seat does not know.
UNKNOWN = NavigationCard(None, Bird.NONE)

#: Navigation cards in JSON (rules, section 6), for the files of a table's own set and for states.
CARD_CODEC: ObjectCodec[NavigationCard] = ObjectCodec(NavigationCard, "a navigation card")


#: Id, bird (b, x: crossed, -), overboard/thirsty by first letters, and the tokens that make thirsty: o: oars, f: fists.
_STAND_IN = """
    n01 b -/f o
    n02 - f/m -
    n03 - c/l -
    n04 b c/f of
    n05 b f/c o
    n06 - c/s -
    n07 b m/k o
    n08 - sf/m of
    n09 b s/l f
    n10 - -/k f
    n11 b lm/- -
    n12 b k/s of
    n13 b f/c -
    n14 b c/sk of
    n15 - k/f -
    n16 b k/- -
    n17 b ls/m -
    n18 - lk/- o
    n19 - m/- o
    n20 - l/s -
    n21 x s/k f
    n22 b -/lm -
    n23 - m/cf f
    n24 - -/lc o
    x01 b h/h o
    x02 - h/h f
    x03 b h/h -
    x04 - h/h o
"""
_BIRDS = {"b": Bird.BIRD, "x": Bird.CROSSED, "-": Bird.NONE}


def _card(line: str) -> NavigationCard:
    card_id, bird, names, tokens = line.split()
    overboard, thirsty = (
        [character for character in Character if character[0] in letters] for letters in names.split("/")
    )
    return NavigationCard(card_id, _BIRDS[bird], tuple(overboard), tuple(thirsty), "o" in tokens, "f" in tokens)


_ALL = tuple(map(_card, _STAND_IN.strip().splitlines()))
#: Part of our own made-up set that is used in every game.
STAND_IN = _ALL[:24]
#: Last four cards of our own made-up set, which are used with V4 only.
STAND_IN_EXTRA = _ALL[24:]


def birds_after(birds: int, bird: Bird) -> int:
    """Return the number of birds out after one more card (L18, LR23).

    A crossed bird takes one back, never below none.
    """
    if bird is Bird.BIRD:
        return birds + 1
    return max(0, birds - 1) if bird is Bird.CROSSED else birds


#: With so many birds the game ends at once (L18).
LAND = 4
