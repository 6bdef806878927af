"""Estimate of the speaking time of a text from its letters, for decisions in advance."""

import re
from collections.abc import Callable

from companion.device.language import ENGLISH, LANGUAGES, traits_in_use

#: The pause (seconds) after a sentence.
_PAUSE_S = 0.25
_ENDS = ".!?:;。！？：；"


def spoken_s(text: str) -> float:
    """Estimate how many seconds it takes to say a text in the language in use."""
    ends = sum(sign in _ENDS for sign in text.rstrip()[:-1])
    language = traits_in_use()
    if not language.spaces:
        # Names keep their letters, of which many are one syllable.
        latin = sum(sign.isascii() and sign.isalpha() for sign in text)
        signs = sum(map(str.isalnum, text)) - latin
        return signs / language.letters_per_s + latin / LANGUAGES[ENGLISH].letters_per_s + _PAUSE_S * ends
    letters = sum(1 for sign in text if sign.isalnum() or sign == " ")
    # A digit is a word of its own.
    digits = sum(2 for sign in text if sign.isdigit())
    return (letters + digits) / language.letters_per_s + _PAUSE_S * ends


def shortened(text: str, longest_s: float, spoken: Callable[[str], str] = str) -> str:
    """Return the first sentences that can be said, as `spoken`, within `longest_s` seconds.

    The result is empty if the first one is too long.
    """
    sentences = re.findall(r"[^.!?。！？]+[.!?。！？]*\s*", text)
    while sentences and spoken_s(spoken("".join(sentences).rstrip())) > longest_s:
        sentences.pop()
    return "".join(sentences).rstrip()
