"""Chances in words."""

from fractions import Fraction

from companion.device.sentences import number_text
from companion.games.betrayal.language import say


def percent(probability: Fraction) -> str:
    """Return the chance in percent, with one place behind the point.

    A chance that is not quite certain is never told as certain.
    """
    tenths = round(1000 * probability)
    if probability > 0:
        tenths = max(1, tenths)
    if probability < 1:
        tenths = min(999, tenths)
    number = str(tenths // 10) if tenths in (0, 1000) else number_text(tenths / 10, ".1f")
    # No line ends between the number and its sign.
    return say("{number} %", number=number).replace(" ", "\u00a0")
