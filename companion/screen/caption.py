"""Caption of a page: the sentence that counts, in one place and one size."""

import pygame

from companion.screen import scale, theme
from companion.screen.canvas import Canvas
from companion.screen.page_layout import PageLayout, from_top
from companion.screen.pages import Tone
from companion.screen.signs import has_sign, tone_colour, tone_sign
from companion.screen.text import set_text
from companion.screen.theme import mix

#: The caption's box has room for so many lines of large letters beside the board, and above it on a tall screen.
_LINES = 3
#: It has room for so many below the board, where lines are longer, and on a low screen.
_FEW_LINES = 2
#: A longer sentence has up to so many.
_MOST_LINES = 7


def paint_caption(
    canvas: Canvas, room: pygame.Rect, text: str, tone: Tone, lines: int, above: int | None = None
) -> pygame.Rect:
    """Draw the caption, the main sentence, in a box for so many lines of large letters.

    Returns the room that is left below it. `above`: so high is its box, because the list below it stays.
    """
    layout = canvas.layout
    pad = _pad(layout)
    sign_side = _sign_side(layout)
    sign = tone_sign(tone, sign_side) if tone is not Tone.NOW else None
    left, width = _columns(layout, tone, room.width)
    inner_height = _inner_height(canvas, lines) if above is None else max(1, above - 2 * pad)
    for share in scale.CAPTION:
        paragraph = set_text(canvas.fonts, text, width, layout.letters(share))
        if paragraph.width <= width and paragraph.height <= inner_height:
            break
    height = min(room.height, inner_height + 2 * pad)
    box, remaining = from_top(room, height, layout.gap)
    colour = tone_colour(tone)
    canvas.plate(box, mix(theme.PANEL, colour, 0.16) if tone is Tone.BAD else theme.PANEL)
    stripe = pygame.Rect(box.left, box.top, max(3, pad // 2), box.height)
    pygame.draw.rect(canvas.surface, colour, stripe, border_radius=stripe.width // 2)
    if sign is not None:
        canvas.blit(sign, (box.left + 2 * pad + sign_side / 2, box.top + pad + sign_side / 2))
    inner = pygame.Rect(box.left + left, box.top + pad, width, box.height - 2 * pad)
    canvas.write(text, inner, largest=paragraph.size)
    return remaining


def _pad(layout: PageLayout) -> int:
    return round(0.7 * layout.gap)


def _sign_side(layout: PageLayout) -> int:
    return round(layout.short * 0.06)


def _columns(layout: PageLayout, tone: Tone, width: int) -> tuple[int, int]:
    """Return the start and the width (pixels) of the caption's letters in its box."""
    pad = _pad(layout)
    left = 2 * pad + (_sign_side(layout) + pad if tone is not Tone.NOW and has_sign(tone) else 0)
    return left, max(1, width - left - pad)


def _inner_height(canvas: Canvas, lines: int) -> int:
    """Return the height (pixels) of so many large lines, or one more of the next size."""
    large, middle = (canvas.layout.letters(share) for share in scale.CAPTION[:2])
    heights = [
        set_text(canvas.fonts, "\n".join("X" * count), 1, size).height
        for count, size in ((lines, large), (lines + 1, middle))
    ]
    return max(heights)


def usual_lines(layout: PageLayout) -> int:
    """Return the lines of large letters in the caption's box, the same on every page."""
    return _LINES if layout.tall or (layout.wide and not layout.low) else _FEW_LINES


def caption_height(canvas: Canvas, lines: int) -> int:
    """Return the height (pixels) of a box for so many lines of large letters."""
    return _inner_height(canvas, lines) + 2 * _pad(canvas.layout)


def caption_lines(canvas: Canvas, text: str, tone: Tone, width: int, share: float) -> int:
    """Return the lines of the caption's box in which the sentence fits in letters of this share."""
    _, inner = _columns(canvas.layout, tone, width)
    height = set_text(canvas.fonts, text, inner, canvas.layout.letters(share)).height
    return next((count for count in range(1, _MOST_LINES) if height <= _inner_height(canvas, count)), _MOST_LINES)


def sentence_height(canvas: Canvas, text: str, width: int, *, flat: bool) -> int:
    """Return the height (pixels) of the box of a sentence above a list.

    It has room for one large line, or for more middle ones; `flat`: in small letters, where the list needs the room.
    """
    layout = canvas.layout
    _, inner = _columns(layout, Tone.NOW, width)
    height = set_text(canvas.fonts, text, inner, layout.letters(scale.SMALL if flat else scale.MIDDLE)).height
    line = 0 if flat else set_text(canvas.fonts, "|", 1, layout.letters(scale.LARGE)).height
    return max(line, height) + 2 * _pad(layout)
