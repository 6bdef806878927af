"""Text from elsewhere as it may be shown: no characters that steer a terminal, no passwords, and not without end."""

import re

from vision.addresses import masked

#: No sentence of ours is longer; what is longer repeats what somebody wrote.
LONGEST = 2000
#: Control characters but for the end of a line, what turns the direction of writing, and halves of characters.
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def plain(text: str, longest: int = LONGEST) -> str:
    """The text on one screen: what steers a terminal is written out (``\\x1b``), passwords are masked, and of a text
    longer than `longest` characters the middle is left out.
    """
    if len(text) > longest:
        half = longest // 2
        text = f"{text[:half]} ... {text[-half:]}"
    return masked(_STEERING.sub(lambda found: ascii(found[0])[1:-1], text))
