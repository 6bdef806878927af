"""Words that come near a word that is not known, to be offered in the sentence that says so."""

import difflib
from collections.abc import Iterable, Mapping

#: Words that are less alike than this are no slip of the finger.
_ALIKE = 0.6


def nearest(word: str, known: Iterable[str], short: Mapping[str, str] | None = None) -> str | None:
    """The known word that `word` was probably meant to be; None if none comes near.

    `short` are other ways to write known words, such as ``R1`` for ``red-1``. Capitals, blanks, hyphens and underscores
    make no difference.
    """
    written = {_plain(other): meant for other, meant in (short or {}).items()}
    written |= {_plain(other): other for other in known}
    plain = _plain(word[:100])
    if plain in written:
        return written[plain]
    found = difflib.get_close_matches(plain, written, 1, _ALIKE)
    return written[found[0]] if found else None


def did_you_mean(word: str, known: Iterable[str], short: Mapping[str, str] | None = None) -> str:
    """``; did you mean predict?`` to be added to a sentence; nothing if no known word comes near."""
    found = nearest(word, known, short)
    return "" if found is None else f"; did you mean {found}?"


def _plain(word: str) -> str:
    return "".join(letter for letter in word.lower() if letter not in "-_ ")
