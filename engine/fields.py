"""Reading the keys of a JSON object strictly: every defect is named, not only the first."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeVar

from .errors import shown as shown

#: No id, cell or card is longer, and no list; a message must be able to show them.
LONGEST_TEXT = 40
LONGEST_LIST = 40

_Choice = TypeVar("_Choice", bound=StrEnum)


class Fields:
    """Reads the keys of one event and collects every problem; what it returns after a problem is never used."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.problems: list[str] = []
        self.known = {"event"}

    def get(self, key: str) -> Any:
        """The value of a key that the object may have; None if it is not there."""
        self.known.add(key)
        return self.data.get(key)

    def problem(self, key: str, expected: str) -> None:
        """Notes that a key does not say what it should."""
        found = shown(self.data[key]) if key in self.data else "nothing"
        self.problems.append(f"{key}: expected {expected}, found {found}")

    def refuse_the_rest(self, of: str = "this event") -> None:
        """An unknown key is a misspelt one: what it should have said would be lost. `of` says whose keys these are."""
        for key in self.data:
            if key not in self.known:
                self.problems.append(f"{shown(key)} is no key of {of}")

    def text(self, key: str) -> str:
        """A short text."""
        value = self.get(key)
        if is_short_text(value):
            return str(value)
        self.problem(key, "a short text")
        return ""

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of short texts."""
        value = self.get(key)
        if isinstance(value, list) and len(value) <= LONGEST_LIST and all(map(is_short_text, value)):
            return tuple(value)
        self.problem(key, "a list of short texts")
        return ()

    def texts_or_null(self, key: str) -> tuple[str, ...] | None:
        """A list of short texts, or null."""
        if key in self.data and self.get(key) is None:
            return None
        return self.texts(key)

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self.get(key)
        if not isinstance(value, bool):
            self.problem(key, "true or false")
        return value is True

    def choice(self, key: str, kind: type[_Choice]) -> _Choice:
        """The member of the enum that the value names."""
        members = list(kind)
        value = self.get(key)
        for member in members:
            if value == member.value:
                return member
        self.problem(key, f"one of {' '.join(map(str, members))}")
        return members[0]

    def choice_or_null(self, key: str, kind: type[_Choice]) -> _Choice | None:
        """The member of the enum that the value names, or null."""
        if key in self.data and self.get(key) is None:
            return None
        return self.choice(key, kind)


def is_short_text(value: object) -> bool:
    """Whether it is a text that a message can show: printable and not too long."""
    return isinstance(value, str) and value.isprintable() and len(value) <= LONGEST_TEXT
