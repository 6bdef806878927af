"""Few words for the ear: counting words, confirming in few, leaving out what was said."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence

from companion.device.language import say, say_count, traits_in_use

#: An own act is confirmed in at most so many words.
MOST_CONFIRMING_WORDS = 6
#: At most about so many words answer what was asked; the rest comes when it is asked again.
MOST_ANSWERING_WORDS = 100
#: A word, or a number: ``c5`` is said as two of them.
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+")
#: A sentence with what ends it; the full stop of a title of two letters, such as ``Dr.``, ends none, nor does one
#: within an address.
_SENTENCE = re.compile(r"(?:[^.!?。！？]|(?<=\b[A-Z][a-z])\.(?= )|\.(?=\w))+(?:[.!?。！？]+|$)\s*")
#: Chinese characters that take as long as a word.
_CHARACTERS_A_WORD = 2


def count_words(text: str) -> float:
    """Count the words of a text in the language in use; without spaces two characters are one."""
    if not traits_in_use().spaces:
        return sum(map(str.isalnum, text)) / _CHARACTERS_A_WORD
    return len(_WORD.findall(text))


def short_confirmation(text: str) -> str:
    """Return the text if it is short enough to confirm an own act, else a word that does."""
    return text if count_words(text) <= MOST_CONFIRMING_WORDS else say("Done.")


def split_sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text."""
    return (sentence for found in _SENTENCE.finditer(text) if (sentence := found[0].strip()))


def next_portion(
    sentences: Sequence[str], first: int = 0, room: float = MOST_ANSWERING_WORDS
) -> tuple[Sequence[str], int]:
    """Return the sentences from the `first` on that fit, and the number of the next one.

    One at least is said. Where some are left their number is said last; the next one is 0 where none is.
    """
    end = first
    while end < len(sentences) and (end == first or count_words(sentences[end]) <= room):
        room -= count_words(sentences[end])
        end += 1
    if end >= len(sentences):
        return sentences[first:], 0
    return [*sentences[first:end], say_count("{n} more.", "{n} more.", len(sentences) - end)], end


def unsaid(text: str, heard: Collection[str], spoken: Callable[[str], str] = str) -> str:
    """Return the text without the sentences that, as they are `spoken`, were `heard`."""
    sentences = [*split_sentences(text)]
    kept = [sentence for sentence in sentences if spoken(sentence) not in heard]
    return text if len(kept) == len(sentences) else (" " if traits_in_use().spaces else "").join(kept)
