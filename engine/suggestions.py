"""Words that come near a word that is not known, to be offered in the sentence that says so."""

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher

#: Likeness below which a word is no slip of the finger.
_ALIKE = 0.6
#: Difference of likeness below which words are equally near.
_AS_NEAR = 0.01
#: More words that are equally near are no help.
_MOST = 4
#: Nothing that is known is longer.
_LONGEST = 100


def known_word(word: str, known: Iterable[str], short: Mapping[str, str] | None = None) -> str | None:
    """Return the known word with this spelling; None if there is none.

    Capitals, blanks, hyphens and underscores do not matter. `short` are other ways to write known words, such as
    ``R1`` for ``red-1``.
    """
    return _written(known, short).get(_plain(word))


def did_you_mean(word: str, known: Iterable[str], short: Mapping[str, str] | None = None) -> str:
    """Return ``; did you mean predict?`` to be added to a sentence.

    Returns nothing if no known word comes near, or if too many do.
    """
    written = _written(known, short)
    plain = _plain(word)
    found = [written[plain]] if plain in written else _nearest(plain, written)
    if not found:
        return ""
    *others, last = found
    return f"; did you mean {', '.join(others)} or {last}?" if others else f"; did you mean {last}?"


def _nearest(plain: str, written: Mapping[str, str]) -> list[str]:
    alike = {other: SequenceMatcher(None, other, plain).ratio() for other in written}
    best = max(alike.values(), default=0.0)
    found = dict.fromkeys(written[other] for other, share in alike.items() if share > best - _AS_NEAR)
    return list(found) if best >= _ALIKE and len(found) <= _MOST else []


def _written(known: Iterable[str], short: Mapping[str, str] | None) -> dict[str, str]:
    """Return the known words by their normalised spelling."""
    written = {_plain(word): word for word in known}
    words = set(written.values())
    return {_plain(other): word for other, word in (short or {}).items() if word in words} | written


def _plain(word: str) -> str:
    return "".join(letter for letter in word[:_LONGEST].lower() if letter not in "-_ ")
