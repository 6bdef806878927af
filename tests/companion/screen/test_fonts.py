"""Fonts of several languages that write one character in different forms."""

from companion.device.language import use_language
from companion.fonts import BOLD, REGULAR, TITLE
from companion.screen.fonts import Fonts


def test_a_character_comes_first_from_the_font_of_the_language_in_use() -> None:
    # Any two fonts serve that have a character which the typeface lacks, in two widths.
    fonts = Fonts(TITLE, TITLE, {"ja": [REGULAR], "zh": [BOLD]}, None)
    widths = {}
    for code in ("ja", "zh", "en"):
        use_language(code)
        widths[code] = fonts.width("ж", 40), fonts.render("ж", 40, False, (0, 0, 0)).get_width()
    assert widths["ja"] != widths["zh"]
    assert widths["en"] == widths["ja"], "else from the first that has it"
