"""Words for what a voice reads wrongly, or in English: signs, numbers, abbreviations."""

import re
from collections.abc import Mapping
from re import Pattern

from companion.device.language import language_in_use, say

#: Signs that are seen, not said; a voice would read the arrow as "right arrow".
_SILENT = str.maketrans(
    {
        "→": ",",
        "·": ",",
        "•": ",",
        "×": " ",
        "’": "'",
        "\u00a0": " ",
        "[": " ",
        "]": " ",
        **dict.fromkeys('«»„“”"▁', ""),
    }
)
_NUMBER = r"\d+(?:[.,]\d+)?"
_SIGNED = re.compile(rf"(?<![A-Za-z0-9.,])([+−])({_NUMBER})")
_PERCENT = re.compile(rf"({_NUMBER}) ?%")

#: What each language's voice reads wrongly, and how it reads it rightly.
_MENDED: Mapping[str, tuple[tuple[Pattern[str], str], ...]] = {
    "en": (),
    # It would be spelled.
    "de": ((re.compile(r"\bDr\. "), "Doktor "),),
    # East, and not the verb.
    "fr": ((re.compile(r"\bl'est\b"), "lest"),),
    # Two of something is another word than the number two.
    "zh": ((re.compile(r"(?<![\d.第])2(?=[个格步块张件处条枚扇级点轮只名次分])"), "两"),),
}


def reading_text(text: str) -> str:
    """Return a sentence with words in place of signs, in the language in use."""
    text = text.translate(_SILENT)
    text = _SIGNED.sub(lambda found: _signed(found[1], found[2]), text)
    text = _PERCENT.sub(lambda found: say("{n} percent", n=found[1]), text)
    for wrong, right in _MENDED[language_in_use()]:
        text = wrong.sub(right, text)
    return re.sub(r"\s+([,.])", r"\1", " ".join(text.split()))


def _signed(sign: str, number: str) -> str:
    return say("plus {n}", n=number) if sign == "+" else say("minus {n}", n=number)
