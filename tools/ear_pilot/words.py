"""Words of what is heard, and whether a marked row is the one that is looked for."""

import re
from collections.abc import Callable, Collection, Sequence
from itertools import islice

from companion.device.language import say, traits_in_use
from companion.voice.brevity import split_sentences
from companion.voice.wording import reading_text

#: A word; a Chinese character is one.
_WORD = re.compile(r"[㐀-鿿]|[^\W_㐀-鿿]+")
_CELL = re.compile(r"[a-z][1-9]\d?")
#: What may follow the name of a row: its value and its details.
_AFTER = re.compile(r"\s*(?:[,.;:!?，。；：！？、]|$)")
#: Signs at the end of a question.
_ASKS = ("?", "？")
#: Between a row's name and the rest of it.
_DETAILS = re.compile(r"[,，、] ?")
#: Of a row like the one before only the end may be said, with one word of what is the same.
_LEAST_SAME = 3
#: So many readings of a row that was heard in part are kept in mind.
_MOST_READINGS = 20
#: Of a long question so many words are heard at first; fewer than this could be any.
_MOST_BEGUN = 8
_LEAST_BEGUN = 3


#: Words of a row.
Row = tuple[str, ...]


def words(text: str) -> Row:
    """Return the words of a text, in small letters."""
    return tuple(_WORD.findall(text.casefold()))


class Phrases:
    """Words of the game and of the language as its players know them."""

    def __init__(self, spoken: Callable[[str], str]) -> None:
        self._spoken = spoken

    def sound(self, text: str) -> str:
        """Return a text as it sounds."""
        return reading_text(self._spoken(text))

    def is_row(self, heard: str, name: str, hint: str, before: Collection[Row], details: str) -> bool:
        """Return True if what was heard is the row of this name.

        `before`: the words of which the row before may be; `details`: what was said last of a row besides its name, and
        `hint` what must be among that.
        """
        if hint and not _has(words(details), words(self.sound(hint))):
            return False
        sound = self.sound(name)
        # A question may begin with the name of a player; no row is called so.
        is_question = heard.endswith(_ASKS) and not sound.endswith(_ASKS)
        # A name may have a full stop in it.
        begins = heard.casefold().startswith(sound.casefold()) and _AFTER.match(heard, len(sound))
        if begins or (words(heard)[: len(words(sound))] == words(sound) and not traits_in_use().spaces):
            return not is_question
        if _CELL.fullmatch(name):
            return _last_cell(heard) == words(sound)
        return any(self._is_end_of(words(heard), words(sound), row) for row in before)

    @staticmethod
    def details(heard: str) -> str:
        """Return what is said of a row after its name, but not whether it is ticked."""
        parts = [part.strip(" .。") for part in _DETAILS.split(heard)[1:]]
        return ", ".join(part for part in parts if part not in _ticks())

    @staticmethod
    def is_change(heard: str) -> bool:
        """Return True if only what has changed in a row was said: its tick or its number."""
        parts = [part.strip(" .。") for part in _DETAILS.split(heard)]
        return all(part in _ticks() or part.isdigit() for part in parts)

    @staticmethod
    def _is_end_of(heard: Sequence[str], name: Sequence[str], before: Sequence[str]) -> bool:
        """Return True if only the words were said in which a row differs from the one before."""
        if not heard:
            return False
        for start in range(_LEAST_SAME - 1, len(name)):
            if list(name[start : start + len(heard)]) == list(heard[: len(name) - start]):
                return list(name[:start]) == list(before[:start])
        return False

    def begins(self, heard: str, text: str) -> bool:
        """Return True if one of the sentences of a text was heard, or at least begun."""
        said = words(heard)
        for sentence in split_sentences(text):
            wanted = words(self.sound(sentence))
            if _has(said, wanted[:_MOST_BEGUN]) or (len(said) >= _LEAST_BEGUN and said == wanted[: len(said)]):
                return True
        return False

    def has(self, heard: str, text: str) -> bool:
        """Return True if a text was heard."""
        return _has(words(heard), words(self.sound(text)))


def _ticks() -> tuple[str, str]:
    return say("ticked"), say("not ticked")


def join_row(before: Collection[Row], heard: Row) -> frozenset[Row]:
    """Return the words of which a row may be.

    That is all that was heard, or the row before with it in the place of its end.
    """
    joined = (
        (*row[:place], *heard)
        for row in before
        for place in range(_LEAST_SAME - 1, len(row))
        if heard and row[place] == heard[0] and len(heard) < len(row)
    )
    return frozenset((heard, *islice(joined, _MOST_READINGS)))


def _has(heard: Sequence[str], wanted: Sequence[str]) -> bool:
    return any(
        list(heard[start : start + len(wanted)]) == list(wanted) for start in range(len(heard) - len(wanted) + 1)
    )


def _last_cell(heard: str) -> Row:
    """Return the two words of the last cell in a sentence; a cell has a capital letter."""
    found = re.findall(r"(?<![^\W_])([A-Z])[ -](\d{1,2})(?![^\W_])", heard)
    return tuple(map(str.casefold, found[-1])) if found else ()
