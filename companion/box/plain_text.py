"""Text from elsewhere as it may be shown: no characters that steer a terminal, no passwords, and not without end."""

import re

from vision.addresses import masked

#: No sentence of ours is longer; what is longer repeats what somebody wrote.
LONGEST = 2000
#: In so many characters passwords are looked for; of what is longer the middle is left out first.
_MOST_LOOKED_AT = 50 * LONGEST
#: Control characters but for the end of a line, what turns the direction of writing, and halves of characters.
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def plain(text: str, longest: int = LONGEST) -> str:
    """The text on one screen: what steers a terminal is written out (``\\x1b``), passwords are masked, and of a text
    longer than `longest` characters the middle is left out.
    """
    # Masked before it is cut: half an address would not show where its password is.
    text = masked(_cut(text, _MOST_LOOKED_AT))
    return _STEERING.sub(lambda found: ascii(found[0])[1:-1], _cut(text, longest))


def _cut(text: str, longest: int) -> str:
    half = longest // 2
    return f"{text[:half]} ... {text[-half:]}" if len(text) > longest else text
