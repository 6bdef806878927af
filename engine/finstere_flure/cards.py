"""Monster cards: a number of steps, or a number of hits."""

from dataclasses import dataclass

from engine.errors import NotationError

#: The monster never walks farther than this in one move (rules, section 7).
MOST_STEPS = 20


@dataclass(frozen=True)
class Card:
    """Monster card. `steps`: its longest walk; `hits` ends the move early on a hit card."""

    name: str
    steps: int
    hits: int | None = None


def parse_card(text: str) -> Card:
    """Return the card written as ``5``, ``10``, ``X``, ``XX`` or ``XXX``.

    Any whole number from 1 to 20 is a number card. Raises NotationError for anything else.
    """
    name = text.strip().upper()
    if name in ("X", "XX", "XXX"):
        return Card(name, MOST_STEPS, len(name))
    if name.isascii() and name.isdigit() and len(name) <= 2 and 1 <= int(name) <= MOST_STEPS:
        return Card(str(int(name)), int(name))
    shown = text if len(text) <= 20 else text[:17] + "..."
    raise NotationError(f"card {shown!r}: expected 5, 7, 8, 10, X, XX or XXX (or a whole number from 1 to 20)")
