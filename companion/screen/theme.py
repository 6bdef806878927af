"""The screen's colours: dark and calm, with one warm accent for what matters now.

Other themes have the same colours by the same names. Whoever draws takes a colour when it draws (``theme.TEXT``): the
players may choose another theme at any time, for the whole process, as they do a language.
"""

from dataclasses import asdict, dataclass

Rgb = tuple[int, int, int]


@dataclass(frozen=True)
class Theme:
    """The colours that a theme sets.

    `accent` is what counts now, `good` what is right, `loss` what is wrong, `waiting` what is not decided.
    """

    background: Rgb = (12, 14, 18)
    panel: Rgb = (22, 25, 32)
    panel_raised: Rgb = (34, 38, 48)
    line: Rgb = (52, 58, 70)
    text: Rgb = (238, 236, 229)
    text_soft: Rgb = (188, 192, 202)
    text_faint: Rgb = (154, 160, 172)
    accent: Rgb = (240, 186, 92)
    loss: Rgb = (240, 98, 92)
    good: Rgb = (104, 200, 134)
    waiting: Rgb = (124, 176, 236)


USUAL = "usual"
THEMES = {
    USUAL: Theme(),
    "contrast": Theme(
        background=(0, 0, 0),
        panel=(0, 0, 0),
        panel_raised=(20, 22, 28),
        line=(150, 156, 170),
        text=(255, 255, 255),
        text_soft=(236, 238, 244),
        text_faint=(206, 210, 220),
        accent=(255, 214, 64),
        loss=(255, 136, 128),
        good=(120, 240, 156),
        waiting=(150, 204, 255),
    ),
    # Yellow, blue, vermilion and a bluish white: apart for every kind of colour blindness.
    "colour-blind": Theme(accent=(227, 231, 56), loss=(232, 101, 73), good=(98, 159, 217), waiting=(200, 234, 251)),
}
"""The themes by their names: dark, of high contrast, and for colour-blind players."""

BACKGROUND = THEMES[USUAL].background
PANEL = THEMES[USUAL].panel
PANEL_RAISED = THEMES[USUAL].panel_raised
LINE = THEMES[USUAL].line
TEXT = THEMES[USUAL].text
TEXT_SOFT = THEMES[USUAL].text_soft
TEXT_FAINT = THEMES[USUAL].text_faint
ACCENT = THEMES[USUAL].accent
"""What counts now."""
LOSS = THEMES[USUAL].loss
GOOD = THEMES[USUAL].good
WAITING = THEMES[USUAL].waiting

WHITE: Rgb = (255, 255, 255)
INK: Rgb = (16, 16, 20)

_name = USUAL


def use_theme(name: str) -> None:
    """Use the theme of this name, one of `THEMES`, for all that is drawn from now on."""
    global _name
    _name = name
    globals().update({field.upper(): colour for field, colour in asdict(THEMES[name]).items()})


def theme_in_use() -> str:
    """Return the name of the theme in use: part of the key of every picture that is kept."""
    return _name


def mix(first: Rgb, second: Rgb, share: float) -> Rgb:
    """Return the colour `share` (0..1) of the way from the first to the second."""
    (r, g, b), (to_r, to_g, to_b) = first, second
    return round(r + (to_r - r) * share), round(g + (to_g - g) * share), round(b + (to_b - b) * share)
