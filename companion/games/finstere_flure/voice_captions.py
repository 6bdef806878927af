"""Captions in words for a voice.

What a caption shows short, or as a sign, becomes words that a voice reads rightly.
"""

import re
from collections.abc import Mapping
from re import Pattern

from companion.cells.spelling import speak_cells
from companion.device.language import language_in_use
from companion.device.sentences import without_rules
from companion.games.finstere_flure.language import say
from engine.finstere_flure.board import CELL_SET

#: The number of a ruling.
_RULING = r"R\d+"
_HITS = re.compile(r"(?<![A-Za-z])X{1,3}(?![A-Za-z])")
#: Signs that are seen, not said; a voice would read the arrow as "right arrow".
_SIGNS = str.maketrans(
    {"→": ",", "·": ",", "•": ",", "×": " ", "’": "'", "\u00a0": " ", "[": " ", "]": " ", **dict.fromkeys('«»„“”"', "")}
)

#: What is put before the letter of a wall: there an X is no card.
_WALL = {
    "en": re.compile(r"(wall|other) $"),
    "de": re.compile(r"(Wand|anderen) $"),
    "fr": re.compile(r"(mur|l.autre) $"),
    "zh": re.compile(r"(墙|另一个)$"),
}

#: What each language's voice reads wrongly, and how it reads it rightly.
_MENDED: Mapping[str, tuple[tuple[Pattern[str], str], ...]] = {
    "en": (
        # The A of a wall is the letter, and not "a".
        (re.compile(r"(?<=\w )A(?= [a-z])"), "A,"),
    ),
    "de": (),
    # The point of the compass, and not the verb.
    "fr": ((re.compile(r"\bl'est\b"), "lest"),),
    # Two of something is another word than the number two.
    "zh": ((re.compile(r"(?<![\d第])2(?=[个格步块张件处条])"), "两"),),
}


def spoken(text: str) -> str:
    """Return a caption in the language in use, as people say it.

    ``c5`` becomes ``C 5``, the card ``XX`` becomes ``two hits``.
    """
    language = language_in_use()
    text = without_rules(text, _RULING)
    text = _HITS.sub(lambda found: _hits(found, _WALL[language]), text)
    text = speak_cells(text, CELL_SET)
    text = text.replace("★", say("star")).translate(_SIGNS)
    for wrong, right in _MENDED[language]:
        text = wrong.sub(right, text)
    return re.sub(r"\s+([,.])", r"\1", " ".join(text.split()))


def _hits(found: re.Match[str], wall: Pattern[str]) -> str:
    """The name of a hit card, unless it is the X on a wall."""
    match len(found[0]):
        case 1:
            return found[0] if wall.search(found.string, 0, found.start()) else say("one hit")
        case 2:
            return say("two hits")
        case _:
            return say("three hits")
