"""Tiles: choices in places of their own that do not depend on their texts."""

from collections.abc import Sequence

import pygame

from companion.screen import scale, theme
from companion.screen.canvas import Canvas
from companion.screen.pages import Row, Tone
from companion.screen.pictures import Pictures
from companion.screen.row_plan import RowPlace
from companion.screen.theme import INK, mix

#: At most so many stand side by side, where their words have room.
_ABREAST = 5
#: Their heights, in what can be touched at least: the usual one, and where rows below them have no room otherwise.
HEIGHTS = (1.35, 1.0)
#: Side of the sign, in the tile's height.
_SIGN = 0.62
#: Side of the badge, in the tile's height.
_BADGE = 0.44


def tiles_height(canvas: Canvas, tiles: Sequence[Row], width: int, high: float) -> int:
    """Return the height (pixels) of tiles in this width; `high` in touch heights (`HEIGHTS`)."""
    lines = -(-len(tiles) // _abreast(canvas, tiles, width, high))
    return lines * round(high * canvas.layout.touch) + (lines - 1) * (canvas.layout.gap // 2)


def _abreast(canvas: Canvas, tiles: Sequence[Row], width: int, share: float) -> int:
    """Return the number of tiles side by side: as many as leave room for the longest words."""
    pad, high = canvas.layout.gap // 2, round(share * canvas.layout.touch)
    words = max(canvas.fonts.width(row.text, canvas.layout.letters(scale.SMALL), True) for row in tiles)
    needed = words + _signs_width(canvas, high, pad)
    most = max(1, min(_ABREAST, (width + pad) // (needed + pad)))
    # The lines are equally long.
    return -(-len(tiles) // -(-len(tiles) // most))


def _signs_width(canvas: Canvas, high: int, pad: int) -> int:
    """Return the part of a tile's width that is not for words: sign, badge and spaces."""
    return round(_SIGN * high) + _badge(canvas, high) + 3 * pad


def _badge(canvas: Canvas, high: int) -> int:
    """Return the side of a badge (pixels) in a tile so high: two digits have room in it."""
    return max(round(_BADGE * high), 2 * canvas.layout.least)


def paint_tiles(
    canvas: Canvas, pictures: Pictures, tiles: Sequence[Row], box: pygame.Rect, selected: int | None, high: float
) -> tuple[RowPlace, ...]:
    """Paint the tiles from left to right, line by line; return their places.

    The one of index `selected` is set apart.
    """
    space = canvas.layout.gap // 2
    abreast = _abreast(canvas, tiles, box.width, high)
    width = (box.width - (abreast - 1) * space) // abreast
    height = round(high * canvas.layout.touch)
    places = []
    for number, row in enumerate(tiles):
        line, column = divmod(number, abreast)
        tile_box = pygame.Rect(box.left + column * (width + space), box.top + line * (height + space), width, height)
        places.append(RowPlace(row, number, tile_box))
        _tile(canvas, pictures, row, tile_box, chosen=number == selected)
    return tuple(places)


def _tile(canvas: Canvas, pictures: Pictures, row: Row, box: pygame.Rect, *, chosen: bool) -> None:
    corner = canvas.layout.gap // 2
    taken = bool(row.done)
    ground = mix(theme.PANEL_RAISED, theme.GOOD, 0.28) if taken else theme.PANEL_RAISED if row.id else theme.PANEL
    pygame.draw.rect(canvas.surface, ground, box, border_radius=corner)
    if chosen or taken:
        frame = theme.ACCENT if chosen else theme.GOOD
        pygame.draw.rect(canvas.surface, frame, box, max(2, canvas.layout.short // 240), border_radius=corner)
    pad = canvas.layout.gap // 2
    side = round(_SIGN * box.height)
    if row.sign is not None:
        canvas.blit(pictures.sign(row.sign, side), (box.left + pad + side / 2, box.centery))
    left = box.left + pad + side + pad // 2
    badge = _badge(canvas, box.height)
    right = box.right - pad - badge
    words = pygame.Rect(left, box.top, max(1, right - left - pad // 2), box.height)
    largest = canvas.layout.letters(scale.ROWS[1])
    colour = theme.TEXT_SOFT if row.tone is Tone.FADED else theme.TEXT
    if row.sign is None and row.done is None and not row.value:
        # A key has its text alone, in its middle.
        canvas.write(row.text, box.inflate(-2 * pad, 0), colour, largest=largest, wrap=False, across=0.5)
        return
    canvas.write(row.text, words, colour, largest=largest, bold=taken, wrap=False)
    if row.value:
        middle = (right + badge / 2, box.centery)
        pygame.draw.circle(canvas.surface, theme.GOOD, middle, badge / 2)
        value = pygame.Rect(right, box.centery - badge // 2, badge, badge)
        canvas.write(row.value, value, INK, largest=largest, bold=True, wrap=False, across=0.5)
    elif row.id and row.done is not None:
        pygame.draw.circle(canvas.surface, theme.TEXT_FAINT, (right + badge / 2, box.centery), badge / 2, 2)
