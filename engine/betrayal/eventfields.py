"""Reads the keys of this game's events: ids of explorers, rooms and cards, faces of dice, cells."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from engine.fields import Fields, shown

from .components import CARDS, CHARACTERS, TILES, Trait
from .state import GONE

#: No list is longer than all tiles are.
_LONGEST_LIST = 100
#: More dice are never rolled (B9).
_MOST_DICE = 8
#: Cells lie so far from a landing at most.
_FARTHEST = 99
_KIND = re.compile(r"[a-z][a-z-]{0,18}[a-z]")
_TOKEN = re.compile(rf"(?P<kind>{_KIND.pattern})-[1-9][0-9]?")


def _is_in(value: object, names: Collection[str]) -> bool:
    return isinstance(value, str) and value in names


class EventFields(Fields):
    """The fields of one event, or of an object inside it."""

    explorer_names: Mapping[str, object] = CHARACTERS
    room_names: Mapping[str, object] = TILES
    card_names: Mapping[str, object] = CARDS

    # --- ids ----------------------------------------------------------------------------------------------------------

    def _id(self, key: str, names: Collection[str], what: str) -> str:
        value = self.get(key)
        if _is_in(value, names):
            return str(value)
        self.problem(key, what)
        return ""

    def explorer(self, key: str) -> str:
        """An explorer's id."""
        return self._id(key, CHARACTERS, "an explorer")

    def explorer_or_null(self, key: str) -> str | None:
        """An explorer's id, or null."""
        return None if key in self.data and self.get(key) is None else self.explorer(key)

    def room(self, key: str) -> str:
        """A room's id."""
        return self._id(key, TILES, "a room")

    def room_or_null(self, key: str) -> str | None:
        """A room's id, or null."""
        return None if key in self.data and self.get(key) is None else self.room(key)

    def card(self, key: str) -> str:
        """A card's id."""
        return self._id(key, CARDS, "an omen or an item")

    def place(self, key: str) -> str:
        """Where a card may be: an explorer, a room, or `GONE`."""
        return self._id(key, {*CHARACTERS, *TILES, GONE}, f"an explorer, a room or {GONE}")

    def kind(self, key: str) -> str:
        """A kind of monsters: 2 to 20 small letters and hyphens."""
        value = self.get(key)
        if isinstance(value, str) and _KIND.fullmatch(value):
            return value
        self.problem(key, "a kind of monsters, 2 to 20 small letters or -")
        return ""

    def is_token(self, key: str) -> bool:
        """Whether a key of the object is a token; notes it if it is none."""
        if _TOKEN.fullmatch(key):
            return True
        self.known.add(key)
        self.problems.append(f"expected a monster's token, found {shown(key)}")
        return False

    def token(self, key: str) -> str:
        """A monster's token: its kind, a hyphen, and a number from 1 to 99."""
        value = self.get(key)
        if isinstance(value, str) and _TOKEN.fullmatch(value):
            return value
        self.problem(key, "a monster's token, such as rat-1")
        return ""

    def figure(self, key: str) -> str:
        """An explorer, or a monster's token."""
        value = self.get(key)
        if _is_in(value, CHARACTERS) or (isinstance(value, str) and _TOKEN.fullmatch(value)):
            return str(value)
        self.problem(key, "an explorer, or a monster's token such as rat-1")
        return ""

    # --- lists --------------------------------------------------------------------------------------------------------

    def _ids(self, key: str, names: Collection[str], what: str) -> tuple[str, ...]:
        value = self.get(key)
        if isinstance(value, list) and len(value) <= _LONGEST_LIST and all(_is_in(one, names) for one in value):
            return tuple(value)
        self.problem(key, f"a list of {what}")
        return ()

    def refuse_repeats(self, key: str, names: Sequence[str]) -> None:
        """Notes a list in which something stands twice."""
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            self.problems.append(f"{key}: {shown(twice)} stands there twice")

    def explorers(self, key: str) -> tuple[str, ...]:
        """Explorers; whether one stands there twice is judged by the rules."""
        return self._ids(key, CHARACTERS, "explorers")

    def explorers_once(self, key: str) -> tuple[str, ...]:
        """Explorers, none twice."""
        found = self.explorers(key)
        self.refuse_repeats(key, found)
        return found

    def rooms_once(self, key: str) -> tuple[str, ...]:
        """Tiles, none twice."""
        found = self._ids(key, TILES, "tiles")
        self.refuse_repeats(key, found)
        return found

    def cards_once(self, key: str) -> tuple[str, ...]:
        """Cards, one at least, none twice."""
        found = self._ids(key, CARDS, "omens and items")
        self.refuse_repeats(key, found)
        if self.data.get(key) == []:
            self.problem(key, "one card at least")
        return found

    def dog_way(self, key: str) -> tuple[str, ...]:
        """The rooms that the Dog walks through, one at least."""
        if self.data.get(key) == []:
            self.problem(key, "one room at least")
        return self._ids(key, TILES, "rooms")

    # --- numbers ------------------------------------------------------------------------------------------------------

    def number(self, key: str, least: int, most: int) -> int:
        """A whole number from `least` to `most`."""
        value = self.get(key)
        if _is_whole(value, least, most):
            return int(value)
        self.problem(key, f"a whole number from {least} to {most}")
        return least

    def number_or_null(self, key: str, least: int, most: int) -> int | None:
        """The same, or null."""
        return None if key in self.data and self.get(key) is None else self.number(key, least, most)

    def faces(self, key: str) -> tuple[int, ...]:
        """The faces of dice."""
        value = self.get(key)
        if isinstance(value, list) and len(value) <= _MOST_DICE and all(_is_whole(face, 0, 2) for face in value):
            return tuple(value)
        self.problem(key, f"a list of at most {_MOST_DICE} faces from 0 to 2")
        return ()

    def spot(self, key: str) -> tuple[int, int]:
        """x and y of a cell."""
        value = self.get(key)
        if isinstance(value, list) and len(value) == 2 and all(_is_whole(one, -_FARTHEST, _FARTHEST) for one in value):
            return value[0], value[1]
        self.problem(key, f"[x, y] from -{_FARTHEST} to {_FARTHEST}")
        return 0, 0

    def cell_and_turn(self, key: str, value: object) -> tuple[int, int, int]:
        """x, y and quarter turns in a list of three."""
        if (
            isinstance(value, list)
            and len(value) == 3
            and all(_is_whole(one, -_FARTHEST, _FARTHEST) for one in value[:2])
            and _is_whole(value[2], 0, 3)
        ):
            return value[0], value[1], value[2]
        self.problem(key, f"x and y from -{_FARTHEST} to {_FARTHEST} and a turn from 0 to 3")
        return 0, 0, 0

    def by_trait(self, key: str, least: int, most: int, *, zero: bool = True, empty: bool = False) -> dict[Trait, int]:
        """Numbers by trait. `zero`: 0 may be one of them; `empty`: there may be none."""
        value = self.get(key)
        traits = {trait.word: trait for trait in Trait}
        if not isinstance(value, Mapping) or not all(
            _is_in(one, traits) and _is_whole(number, least, most) and (zero or number != 0)
            for one, number in value.items()
        ):
            self.problem(key, f"numbers from {least} to {most} by trait")
            return {}
        if not value and not empty:
            self.problem(key, "one trait at least")
        return {traits[one]: number for one, number in value.items()}

    # --- texts and objects --------------------------------------------------------------------------------------------

    def sentence(self, key: str, longest: int) -> str:
        """A text of 1 to so many characters, all of them printable."""
        value = self.get(key)
        if isinstance(value, str) and 1 <= len(value) <= longest and value.isprintable():
            return value
        self.problem(key, f"a text of 1 to {longest} characters")
        return ""

    def inner(self, key: str, what: str) -> "EventFields | None":
        """The fields of an object inside this one; None, and a problem, if there is none."""
        value = self.get(key)
        if not isinstance(value, Mapping):
            self.problem(key, what)
            return None
        return _fields_in(value)

    def objects(self, key: str) -> "list[EventFields]":
        """The fields of each object of a list."""
        value = self.get(key)
        if isinstance(value, list) and len(value) <= _LONGEST_LIST and all(isinstance(one, Mapping) for one in value):
            return [_fields_in(one) for one in value]
        self.problem(key, "a list of objects")
        return []

    def mapping(self, key: str, names: Collection[str] | None) -> "EventFields | None":
        """The fields of an object whose keys are such names, one at least; None, and a problem, if it is not one."""
        value = self.get(key)
        if isinstance(value, Mapping) and value and (names is None or all(one in names for one in value)):
            return _fields_in(value)
        self.problem(key, "an object with known names")
        return None

    def take_over(self, key: str, inner: "EventFields") -> None:
        """Notes what is wrong inside an object."""
        inner.refuse_the_rest()
        self.problems += [f"{key}: {problem}" for problem in inner.problems]
        inner.problems = []

    def rearranged(self, key: str) -> dict[str, tuple[int, int, int]]:
        """x, y and turn by room, one room at least."""
        inner = self.mapping(key, TILES)
        if inner is None:
            return {}
        found = {room: inner.cell_and_turn(room, inner.get(room)) for room in inner.data}
        self.take_over(key, inner)
        return found


def _fields_in(value: Mapping[str, Any]) -> EventFields:
    fields = EventFields(value)
    fields.known = set()
    return fields


def _is_whole(value: Any, least: int, most: int) -> bool:
    """Whether it is a whole number in the range; true and false are none."""
    return type(value) is int and least <= value <= most
