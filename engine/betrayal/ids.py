"""Ids, cells and texts in events, with what files may hold of them (section 5)."""

import re
from collections.abc import Mapping
from typing import Annotated, Any

from engine.codec import Choices, Expected, Predicate, Range, Size

from .components import CARDS, CHARACTERS, TILES, Trait
from .state import GONE

#: A counter's name has at most so many characters (B35).
LONGEST_COUNTER = 30
#: A roll's name has at most so many characters.
LONGEST_ROLL = 40
#: A reason for a correction has at most so many characters.
LONGEST_REASON = 200

_KIND = re.compile(r"[a-z][a-z-]{0,18}[a-z]")
_TOKEN = re.compile(rf"{_KIND.pattern}-[1-9][0-9]?")


def _is_kind(value: Any) -> bool:
    return isinstance(value, str) and _KIND.fullmatch(value) is not None


def _is_token(value: Any) -> bool:
    return isinstance(value, str) and _TOKEN.fullmatch(value) is not None


def _is_figure(value: Any) -> bool:
    return isinstance(value, str) and (value in CHARACTERS or _is_token(value))


def _text(longest: int) -> Predicate:
    def test(value: Any) -> bool:
        return isinstance(value, str) and 1 <= len(value) <= longest and value.isprintable()

    return Predicate(test, f"a text of 1 to {longest} characters")


Explorer = Annotated[str, Choices(CHARACTERS, "an explorer", "explorers")]
Room = Annotated[str, Choices(TILES, "a room", "rooms")]
CardId = Annotated[str, Choices(CARDS, "an omen or an item", "omens and items")]
CardPlace = Annotated[str, Choices({*CHARACTERS, *TILES, GONE}, f"an explorer, a room or {GONE}")]
MonsterKind = Annotated[str, Predicate(_is_kind, "a kind of monsters, 2 to 20 small letters or -")]
Token = Annotated[str, Predicate(_is_token, "a monster's token, such as rat-1", "monsters' tokens")]
Figure = Annotated[str, Predicate(_is_figure, "an explorer, or a monster's token such as rat-1")]

Explorers = tuple[Explorer, ...]
Rooms = Annotated[tuple[Room, ...], Size(unique=True)]
Cards = Annotated[tuple[CardId, ...], Size(least=1, unique=True)]
Way = Annotated[tuple[Room, ...], Size(least=1)]

Bonus = Annotated[int, Range(-8, 8)]
Turn = Annotated[int, Range(0, 3)]
#: Cells lie so far from a landing at most.
Coordinate = Annotated[int, Range(-99, 99)]
#: x and y of a cell.
Spot = Annotated[tuple[Coordinate, Coordinate], Expected("[x, y] from -99 to 99")]
#: x and y of a cell, and quarter turns.
SpotAndTurn = Annotated[tuple[Coordinate, Coordinate, Turn], Expected("x and y from -99 to 99 and a turn from 0 to 3")]
Damage = Mapping[Trait, Annotated[int, Range(1, 8)]]

RollName = Annotated[str, _text(LONGEST_ROLL)]
CounterName = Annotated[str, _text(LONGEST_COUNTER)]
Reason = Annotated[str, _text(LONGEST_REASON)]
