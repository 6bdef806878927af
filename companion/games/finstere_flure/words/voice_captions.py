"""Captions in words for a voice.

What a caption shows short becomes words; signs follow in `companion.voice.wording`.
"""

import re

from companion.cells.spelling import speak_cells
from companion.device.language import language_in_use
from companion.device.sentences import without_rules
from companion.games.finstere_flure.language import say, say_as
from engine.finstere_flure.board import CELL_SET

#: The number of a ruling.
_RULING = r"R\d+"
_HITS = re.compile(r"(?<![A-Za-z])X{1,3}(?![A-Za-z])")
#: In English the A of a wall is the letter, and not "a".
_WALL_A = re.compile(r"(?<=\w )A(?= [a-z])")


def spoken(text: str) -> str:
    """Return a caption in the language in use, as people say it.

    ``c5`` becomes ``C 5``, the card ``XX`` becomes ``two hits``.
    """
    text = without_rules(text, _RULING)
    text = _HITS.sub(lambda found: _hits(found), text)
    text = speak_cells(text, CELL_SET)
    text = text.replace("★", say("star"))
    return _WALL_A.sub("A,", text) if language_in_use() == "en" else text


def _hits(found: re.Match[str]) -> str:
    """Return the name of a hit card, unless it is the X on a wall."""
    match len(found[0]):
        case 1:
            before = found.string[: found.start()].replace("’", "'").rstrip()
            is_wall = before.endswith(tuple(say_as("stand before a wall's letter", "wall|other").split("|")))
            return found[0] if is_wall else say("one hit")
        case 2:
            return say("two hits")
        case _:
            return say("three hits")
