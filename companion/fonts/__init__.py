"""Typeface of the program, DejaVu Sans: Latin letters with accents, the star, arrows, signs.

The Latin letters have all accents; the star is that on the wall. The same files serve the printed tags and the
window. Their licence is in ``LICENSE.txt`` beside them. Titles on the screen are set in Cinzel, whose licence
is in ``Cinzel-OFL.txt``. Neither has Chinese characters: those come from a font of the system, if there is one.
"""

from pathlib import Path

_FOLDER = Path(__file__).parent
REGULAR = _FOLDER / "DejaVuSans.ttf"
BOLD = _FOLDER / "DejaVuSans-Bold.ttf"
TITLE = _FOLDER / "Cinzel-Bold.ttf"

#: The smallest of the packages that bring one on Debian and Raspberry Pi OS.
CHINESE_PACKAGE = "fonts-wqy-microhei"
#: Where systems keep fonts with Chinese characters, the best for a screen first. On Debian and Raspberry Pi OS the
#: packages fonts-wqy-microhei, fonts-wqy-zenhei, fonts-droid-fallback and fonts-noto-cjk.
CHINESE = (
    Path("/usr/share/fonts/truetype/wqy/wqy-microhei.ttc"),
    Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"),
    Path("/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf"),
    Path("/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc"),
    Path("/usr/share/fonts/wqy-microhei/wqy-microhei.ttc"),
    Path("/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc"),
    Path("/System/Library/Fonts/PingFang.ttc"),
    Path("/System/Library/Fonts/STHeiti Light.ttc"),
    Path("C:/Windows/Fonts/msyh.ttc"),
    Path("C:/Windows/Fonts/simsun.ttc"),
)
