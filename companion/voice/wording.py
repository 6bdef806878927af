"""Words for what a voice reads wrongly, or in English: signs, numbers, abbreviations."""

import re

from companion.device.language import language_in_use, say, traits_in_use
from companion.device.languages import with_readings

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


def reading_text(text: str) -> str:
    """Return a sentence with words in place of signs, in the language in use."""
    text = text.translate(_SILENT)
    text = _SIGNED.sub(lambda found: _signed(found[1], found[2]), text)
    text = _PERCENT.sub(lambda found: say("{n} percent", n=found[1]), text)
    for wrong, right in traits_in_use().mended:
        text = wrong.sub(right, text)
    text = with_readings(text, language_in_use())
    return re.sub(r"\s+([,.])", r"\1", " ".join(text.split()))


def _signed(sign: str, number: str) -> str:
    return say("plus {n}", n=number) if sign == "+" else say("minus {n}", n=number)
