"""The base of the enums whose members are written in files and notations by their value."""

from enum import StrEnum


class Name(StrEnum):
    """A fixed set of words; `str` gives the word itself, `repr` what constructs the member."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"
