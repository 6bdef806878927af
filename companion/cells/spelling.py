"""Names of cells as a voice reads them: ``c5`` as ``C 5``."""

import re
from collections.abc import Container

from companion.device.language import language_in_use

#: A letter and a number by themselves; whether there is such a cell, the board knows.
_CELL = re.compile(r"(?<![A-Za-z0-9])([a-z])([1-9]\d?)(?![A-Za-z0-9])")


def speak_cells(text: str, cells: Container[str]) -> str:
    """Spell the names of `cells` in a text, so that a voice reads the letter by its name.

    The spelling depends on the language in use.
    """

    def spell(found: re.Match[str]) -> str:
        if found[0] not in cells:
            return found[0]
        # An English voice takes an A that stands by itself for the article, wherever a sentence may pause before it.
        between = "-" if found[1] == "a" and language_in_use() == "en" else " "
        return f"{found[1].upper()}{between}{found[2]}"

    return _CELL.sub(spell, text)
