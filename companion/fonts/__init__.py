"""The program's typeface, DejaVu Sans: Latin letters with all accents, the star on the wall, arrows and signs.

The same files serve the printed tags and the window. Their licence is in ``LICENSE.txt`` beside them.
"""

from pathlib import Path

_FOLDER = Path(__file__).parent
REGULAR = _FOLDER / "DejaVuSans.ttf"
BOLD = _FOLDER / "DejaVuSans-Bold.ttf"
