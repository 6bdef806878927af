"""Bar at the bottom of every page: three buttons with their functions, and the light ring."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import pygame

from companion.device.button_colours import button_colour
from companion.device.language import say
from companion.screen import scale, theme
from companion.screen.canvas import Canvas
from companion.screen.page_layout import BUTTON_ROW
from companion.screen.pages import Keys
from companion.screen.pen import Pen, on_circle, smooth
from companion.screen.signs import button_sign
from companion.screen.text import fit
from companion.screen.theme import INK, WHITE, Rgb, mix
from hardware.buttons import Button

#: The keys of a keyboard that do the same, as they are marked on most.
KEY_CAPS = {Button.BACK: "⌫", Button.DRAW: "D", Button.ADVANCE: "↵"}
_LIGHT_OFF: Rgb = (38, 41, 50)
#: How much of its colour each button shows: what goes on is loud, what takes back is quiet.
_LOUDNESS = {Button.BACK: 0.0, Button.DRAW: 0.6, Button.ADVANCE: 1.0}


@dataclass(frozen=True)
class _Labels:
    """Labels of a button for press and hold; empty if it has no function."""

    press: str
    hold: str

    @classmethod
    def of(cls, keys: Keys, button: Button) -> "_Labels":
        match button:
            case Button.BACK:
                return cls(keys.back, keys.back_hold)
            case Button.DRAW:
                return cls(keys.draw, keys.draw_hold)
            case Button.ADVANCE:
                return cls(keys.advance, keys.advance_hold)


def paint_buttons(canvas: Canvas, keys: Keys) -> None:
    """Paint all three buttons, with none of them down."""
    for button in BUTTON_ROW:
        paint_button(canvas, button, keys, None)


def paint_button(canvas: Canvas, button: Button, keys: Keys, held: float | None) -> None:
    """Draw a button; `held` is the share (0..1) of a complete hold, None if it is up."""
    box = canvas.layout.buttons[button]
    labels = _Labels.of(keys, button)
    alive = bool(labels.press or labels.hold)
    _face(canvas, box, alive, button_colour(button), _LOUDNESS[button])
    if held is not None and alive:
        if labels.hold:
            _paint_hold(canvas, box, held)
        draw_pressed(canvas.surface, box, _corner(box))
    pad = max(4, canvas.layout.gap // 2)
    inner = box.inflate(-2 * pad, -2 * pad)
    cap = _key_cap_box(canvas, button, box)
    if button not in keys.typed:
        _paint_key_cap(canvas, button, cap, alive)
    if inner.width > 2.6 * inner.height:
        side = round(inner.height * 0.74)
        sign = pygame.Rect(inner.left + pad, inner.centery - side // 2, side, side)
        words = pygame.Rect(sign.right + 2 * pad, inner.top, inner.right - sign.right - 2 * pad, inner.height)
        beside = inner.right - cap.left
        across = 0.0
    else:
        # A narrow one: the sign stands beside the key's, the words below.
        side = round(inner.height * 0.36)
        sign = pygame.Rect(inner.left, inner.top, side, side)
        words = pygame.Rect(inner.left, sign.bottom, inner.width, inner.bottom - sign.bottom)
        beside = 0
        across = 0.5
    _cap(canvas, button, sign, alive)
    _paint_labels(canvas, labels, words, across, beside, quiet=not _LOUDNESS[button])


def _paint_labels(
    canvas: Canvas, labels: _Labels, box: pygame.Rect, across: float, beside: int, *, quiet: bool
) -> None:
    """Write the function of a press and, smaller, the function of a hold.

    `beside`: so many pixels at the right of the upper one are the key's.
    """
    largest = canvas.layout.letters(scale.TEXT if quiet else scale.BUTTON)
    text = say("Hold: {what}", what=labels.hold) if labels.hold else ""
    if not labels.press:
        box = pygame.Rect(box.left, box.top, box.width - beside, box.height)
    small = canvas.layout.letters(scale.HOLD)
    hold_height = round(box.height * (0.64 if labels.press else 1.0))
    hold = fit(canvas.fonts, text, (box.width, hold_height), small, canvas.layout.least)
    if labels.press:
        press = pygame.Rect(box.left, box.top, box.width - beside, box.height - hold.height)
        canvas.write(labels.press, press, theme.TEXT, largest=largest, bold=not quiet, across=across)
        box = pygame.Rect(box.left, press.bottom, box.width, hold.height)
    if text:
        canvas.write(text, box, theme.TEXT_SOFT, largest=hold.size, across=across)


def _corner(box: pygame.Rect) -> int:
    return min(box.size) // 6


def _face(canvas: Canvas, box: pygame.Rect, alive: bool, colour: Rgb, loudness: float) -> None:
    """Draw the plate in a frame of the button's colour: the louder, the more of it."""
    pygame.draw.rect(canvas.surface, theme.BACKGROUND, box)
    if not alive:
        pygame.draw.rect(canvas.surface, theme.PANEL, box, border_radius=_corner(box))
        return
    pygame.draw.rect(canvas.surface, mix(theme.PANEL_RAISED, colour, 0.24 * loudness), box, border_radius=_corner(box))
    pygame.draw.rect(
        canvas.surface, mix(theme.PANEL_RAISED, colour, 0.9 * loudness), box, max(2, _corner(box) // 5), _corner(box)
    )


def _cap(canvas: Canvas, button: Button, box: pygame.Rect, alive: bool) -> None:
    """Draw the button as it is on the box, in its colour, with its sign."""
    colour = button_colour(button) if alive else theme.LINE
    canvas.surface.blit(_cap_picture(box.size, colour), box)
    side = round(0.56 * box.width)
    light = sum(colour) > 3 * 100
    canvas.blit(button_sign(button, side, INK if light else WHITE, colour), box.center)


# The bar of every page has the same ones; nobody draws on them.
@lru_cache(maxsize=32)
def _cap_picture(size: tuple[int, int], colour: Rgb) -> pygame.Surface:
    def paint(pen: Pen) -> None:
        pen.disc(mix(colour, INK, 0.45), (0, 0), 1.0)
        pen.disc(colour, (0, -0.06), 0.88)

    return smooth(size, paint)


def _paint_hold(canvas: Canvas, box: pygame.Rect, held: float) -> None:
    """Draw how much of a hold is done."""
    filled = canvas.surface.get_clip().clip(pygame.Rect(box.left, box.top, round(box.width * held), box.height))
    before = canvas.surface.get_clip()
    canvas.surface.set_clip(filled)
    pygame.draw.rect(canvas.surface, mix(theme.PANEL_RAISED, theme.ACCENT, 0.42), box, border_radius=_corner(box))
    canvas.surface.set_clip(before)


def draw_pressed(surface: pygame.Surface, box: pygame.Rect, corner: int = 4) -> None:
    """Draw a box that is being touched: lighter, in a bright frame."""
    light = pygame.Surface(box.size, pygame.SRCALPHA)
    pygame.draw.rect(light, (*WHITE, 46), light.get_rect(), border_radius=corner)
    pygame.draw.rect(light, (*WHITE, 210), light.get_rect(), max(2, min(box.size) // 24), border_radius=corner)
    surface.blit(light, box)


def _key_cap_letters(canvas: Canvas) -> int:
    """Return the letters (pixels) of a key, whatever size players want letters in."""
    return max(canvas.layout.least, scale.letters(canvas.layout.short, scale.SMALL))


def _key_cap_box(canvas: Canvas, button: Button, box: pygame.Rect) -> pygame.Rect:
    """Return the box, in the button's corner, of the key that does the same."""
    letters = _key_cap_letters(canvas)
    width = max(canvas.fonts.width(KEY_CAPS[button], letters), letters) + letters // 2
    cap = pygame.Rect(0, 0, width, round(letters * 1.25))
    cap.topright = (box.right - canvas.layout.gap // 3, box.top + canvas.layout.gap // 3)
    return cap


def _paint_key_cap(canvas: Canvas, button: Button, cap: pygame.Rect, alive: bool) -> None:
    letters, colour = _key_cap_letters(canvas), theme.TEXT_SOFT if alive else theme.LINE
    pygame.draw.rect(canvas.surface, theme.LINE, cap, 1, border_radius=letters // 4)
    canvas.write(KEY_CAPS[button], cap, colour, largest=letters, wrap=False, across=0.5)


def ring_picture(colours: Sequence[Rgb], size: int) -> pygame.Surface:
    """Return the ring of lights, `size` pixels wide: the first on top, then clockwise."""

    def paint(pen: Pen) -> None:
        pen.disc(theme.PANEL, (0, 0), 0.98)
        pen.disc(theme.BACKGROUND, (0, 0), 0.52)
        if not colours:
            return
        reach = 0.75
        radius = min(0.17, 3.0 * reach / len(colours) * 0.88)
        for number, colour in enumerate(colours):
            middle = on_circle(reach, 360 * number / len(colours))
            glow = max(colour) / 255
            pen.disc(mix(theme.PANEL, colour, 0.45 * glow), middle, radius * 1.35)
            pen.disc(mix(_LIGHT_OFF, colour, glow), middle, radius)
            pen.disc(mix(mix(_LIGHT_OFF, colour, glow), WHITE, 0.35 * glow), middle, radius * 0.5)
        pen.ring(INK, (0, 0), 0.98, 0.02)

    return smooth((size, size), paint)
