"""Typeface of the program, DejaVu Sans: Latin letters with accents, the star, arrows, signs.

The Latin letters have all accents; the star is that on the wall. The same files serve the printed tags and the
window. Their licence is in ``LICENSE.txt`` beside them. Titles on the screen are set in Cinzel, whose licence
is in ``Cinzel-OFL.txt``. Neither has Chinese or Japanese characters: those come from a font of the system, if there is
one (`companion.device.languages`).
"""

from pathlib import Path

_FOLDER = Path(__file__).parent
REGULAR = _FOLDER / "DejaVuSans.ttf"
BOLD = _FOLDER / "DejaVuSans-Bold.ttf"
TITLE = _FOLDER / "Cinzel-Bold.ttf"

#: Where words stand without spaces, a line ends anywhere, but none begins with one of these or ends with one of those.
NEVER_FIRST = "、。，．：；！？）」』】》〉…‥〜～・ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ%,.:;!?)”’"
NEVER_LAST = "（「『【《〈(“‘"
