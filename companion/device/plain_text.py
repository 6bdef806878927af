"""Foreign text made safe to show: one line without end marks, passwords or control codes.

Control codes would steer a terminal.
"""

import re

from vision.addresses import masked

#: No line of ours is longer (characters); what is longer repeats what somebody wrote.
LONGEST = 1000
#: In so many characters passwords are looked for; of what is longer the middle is left out first.
_MOST_LOOKED_AT = 100 * LONGEST
#: What stands where a middle is left out.
_LEFT_OUT = " ... "
#: Control characters and ends of lines but no tabs, what turns the direction of writing, and halves of characters.
_STEERING = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def plain(text: str, longest: int = LONGEST) -> str:
    """Return the text in one line that is safe to show.

    Control characters and line ends are written out (``\\x1b``, ``\\n``), passwords are masked, and if the text is
    then longer than `longest` characters its middle is left out.
    """
    # Masked before it is cut: half an address would not show where its password is.
    shown = masked(_shortened(text, _MOST_LOOKED_AT))
    return _shortened(_STEERING.sub(lambda found: ascii(found[0])[1:-1], shown), longest)


def _shortened(text: str, longest: int) -> str:
    if len(text) <= longest:
        return text
    half = (longest - len(_LEFT_OUT)) // 2
    return f"{text[:half]}{_LEFT_OUT}{text[-half:]}"
