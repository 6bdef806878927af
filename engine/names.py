"""The base of the enums whose members are written in files and notations by their value."""

from enum import StrEnum


class Name(StrEnum):
    """A fixed set of words; `str` gives the word itself, `repr` what constructs the member."""

    #: The word as a plain text.
    word: str

    def __init__(self, word: str) -> None:
        self.word = word

    # That of the word, to which a member is equal. An enum's own is several times slower in tables.
    __hash__ = str.__hash__

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"
