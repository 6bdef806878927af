"""Posters on a list page: a wide one to go on with, large ones to choose, rows below."""

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from companion.screen import scale
from companion.screen.canvas import Canvas
from companion.screen.pages import ListPage, Poster, Row, Tone
from companion.screen.pictures import Pictures
from companion.screen.poster import poster_picture
from companion.screen.row_plan import MOST_ABREAST, RowPlace, RowPlanner, RowsPlan
from companion.screen.rows import RowList
from companion.screen.signs import tone_sign
from companion.screen.text import fit
from companion.screen.theme import ACCENT, INK, PANEL_RAISED, TEXT, TEXT_SOFT, mix

#: Shares of the room that the posters have, from the largest on, until all rows fit below them.
_SHARES = tuple(share / 100 for share in range(88, 40, -3))
#: Width of a poster in its height, at least: otherwise fewer stand side by side.
_NARROWEST = 0.92
#: Width of the picture in a wide poster, in its height.
_WIDE_PICTURE = 2.1
#: The same in the page's width, at most.
_MOST_PICTURE = 0.3
#: Height of a wide poster, in what can be touched at least.
_WIDE_HEIGHT = 1.8
#: The same on a tall screen, where its sentence has shorter lines.
_WIDE_HEIGHT_TALL = 2.4
#: Height of the plate with a poster's words, in the poster's height, at most.
_PLATE = 0.36
#: The same of a small poster, whose text then stands alone.
_MOST_PLATE = 0.75
#: Lines of a poster's text for which the plate has room, at most.
_TEXT_LINES = 2
#: Height of a line below a poster's text, in its letters.
_LINE = 1.45
#: Share of the words' room that the text has; the rest is for what stands below it.
_TEXT_SHARE = 0.58
#: The same of a wide poster, below whose text a longer sentence stands.
_WIDE_TEXT_SHARE = 0.36
#: So many ways to place the posters are tried until their texts can be read.
_TRIED = 4
#: How dark the plate behind the words is, 0 to 255.
_PLATE_SHADE = 190


@dataclass(frozen=True)
class _Grid:
    """Boxes of the posters, the wide ones first."""

    boxes: tuple[pygame.Rect, ...]
    bottom: int


def paint_poster_page(
    canvas: Canvas, pictures: Pictures, page: ListPage, room: pygame.Rect, first: int | None
) -> tuple[RowsPlan | None, tuple[RowPlace, ...]]:
    """Paint the page's tiles as posters and its rows below; return their places."""
    least = canvas.layout.letters(scale.SMALL if canvas.layout.low else scale.MIDDLE)
    gap = canvas.layout.gap
    for share in _SHARES if page.rows else (1.0,):
        grid = _grid(canvas, page.tiles, pygame.Rect(room.topleft, (room.width, round(room.height * share))))
        rest = pygame.Rect(room.left, grid.bottom + gap, room.width, max(1, room.bottom - grid.bottom - gap))
        if (
            not page.rows
            or not RowPlanner(canvas.fonts, canvas.layout, page.rows, rest, least, least, smaller=False).scrolls
        ):
            break
    places = tuple(_placed(page.tiles, grid.boxes))
    for wide in (True, False):
        alike = [place for place in places if (place.row.tone is Tone.NOW) == wide]
        letters, alone = _words(canvas, alike)
        for place in alike:
            _poster(canvas, place, letters, alone=alone, chosen=place.index == page.selected)
    if not page.rows:
        return None, places
    selected = None if page.selected is None or page.selected < len(places) else page.selected - len(places)
    rows = RowList(canvas, pictures, page.rows, rest, least, least, selected, first, MOST_ABREAST)
    rows.paint()
    return rows.plan, places


def _grid(canvas: Canvas, tiles: Sequence[Row], room: pygame.Rect) -> _Grid:
    """Place the wide posters one below the other, then the others in a grid."""
    gap = canvas.layout.gap
    wide = [row for row in tiles if row.tone is Tone.NOW]
    others = len(tiles) - len(wide)
    high = round((_WIDE_HEIGHT_TALL if canvas.layout.tall else _WIDE_HEIGHT) * canvas.layout.touch)
    boxes = [pygame.Rect(room.left, room.top + number * (high + gap), room.width, high) for number in range(len(wide))]
    top = room.top + len(wide) * (high + gap)
    if not others:
        return _Grid(tuple(boxes), top - gap)
    rest = pygame.Rect(room.left, top, room.width, room.bottom - top)
    ways = sorted(
        range(1, others + 1), key=lambda count: _shown_height(rest.width, rest.height, others, count, gap), reverse=True
    )
    grids = [_boxes(canvas, rest, others, abreast) for abreast in ways[:_TRIED]]
    rows = [row for row in tiles if row.tone is not Tone.NOW]
    # The first in which all texts can be read, else that with the largest letters.
    best = max(grids, key=lambda grid: min(_words(canvas, _placed(rows, grid))[0], canvas.layout.letters(scale.SMALL)))
    boxes += best
    return _Grid(tuple(boxes), boxes[-1].bottom)


def _placed(rows: Sequence[Row], boxes: Sequence[pygame.Rect]) -> list[RowPlace]:
    return [RowPlace(row, number, box) for number, (row, box) in enumerate(zip(rows, boxes, strict=True))]


def _boxes(canvas: Canvas, room: pygame.Rect, count: int, abreast: int) -> list[pygame.Rect]:
    """Return the boxes of so many posters, `abreast` side by side."""
    gap, lines = canvas.layout.gap, -(-count // abreast)
    width = (room.width - (abreast - 1) * gap) // abreast
    height = max(canvas.layout.touch, (room.height - (lines - 1) * gap) // lines)
    places = (divmod(number, abreast) for number in range(count))
    return [
        pygame.Rect(room.left + column * (width + gap), room.top + line * (height + gap), width, height)
        for line, column in places
    ]


def _shown_height(width: int, height: int, count: int, abreast: int, gap: int) -> float:
    """Return the size of posters with so many side by side.

    It counts less if they are too narrow, or places stay empty.
    """
    lines = -(-count // abreast)
    wide, high = (width - (abreast - 1) * gap) / abreast, (height - (lines - 1) * gap) / lines
    alone = lines * abreast - count
    return min(wide / _NARROWEST, high) - alone * 0.2 * high


def _places_in(canvas: Canvas, place: RowPlace, *, alone: bool) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect | None]:
    """Return the boxes of a poster's picture, of its text, and of the line below the text.

    None: there is no room for that line, or the text shall stand `alone`. The words stand beside a wide picture, else
    over its foot.
    """
    box, pad = place.box, canvas.layout.gap
    if place.row.tone is Tone.NOW:
        picture = pygame.Rect(
            box.left, box.top, round(min(_WIDE_PICTURE * box.height, _MOST_PICTURE * box.width)), box.height
        )
        words = pygame.Rect(
            picture.right + pad, box.top, box.right - picture.right - pad - _sign_side(canvas), box.height
        )
        return picture, *_halves(words.inflate(0, -pad), _WIDE_TEXT_SHARE)
    below = _LINE * canvas.layout.letters(scale.ROWS[1])
    text = _TEXT_LINES * _LINE * canvas.layout.letters(scale.TEXT)
    most = min(_PLATE * box.height, text / _TEXT_SHARE)
    high = round(max(most, below / (1 - _TEXT_SHARE))) + pad // 3
    alone = alone or high > _MOST_PLATE * box.height
    high = round(_MOST_PLATE * box.height) if alone else high
    words = pygame.Rect(box.left + pad // 2, box.bottom - high, box.width - pad, high - pad // 3)
    return (box, words, None) if alone else (box, *_halves(words, _TEXT_SHARE))


def _sign_side(canvas: Canvas) -> int:
    """Return the side of the sign on the chosen poster."""
    return round(1.4 * canvas.layout.letters(scale.TEXT))


def _halves(words: pygame.Rect, share: float) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the boxes of a poster's text, with this share of the height, and of the rest."""
    upper = pygame.Rect(words.left, words.top, words.width, round(share * words.height))
    return upper, pygame.Rect(words.left, upper.bottom, words.width, words.bottom - upper.bottom)


def _words(canvas: Canvas, places: Sequence[RowPlace]) -> tuple[int, bool]:
    """Return the letters (pixels) in which all these texts fit, and whether they stand alone."""
    usual = _letters(canvas, places, alone=False)
    if usual >= canvas.layout.letters(scale.SMALL):
        return usual, False
    return _letters(canvas, places, alone=True), True


def _letters(canvas: Canvas, places: Sequence[RowPlace], *, alone: bool) -> int:
    largest = canvas.layout.letters(scale.TEXT)
    sizes = (
        fit(canvas.fonts, place.row.text, _places_in(canvas, place, alone=alone)[1].size, largest, 1, bold=True).size
        for place in places
    )
    return min(sizes, default=largest)


def _poster(canvas: Canvas, place: RowPlace, letters: int, *, alone: bool, chosen: bool) -> None:
    layout, row, box = canvas.layout, place.row, place.box
    corner = layout.gap // 2
    picture, text, lower = _places_in(canvas, place, alone=alone)
    wide = row.tone is Tone.NOW
    if wide:
        pygame.draw.rect(canvas.surface, mix(PANEL_RAISED, ACCENT, 0.2), box, border_radius=corner)
    if isinstance(row.sign, Poster):
        canvas.surface.blit(poster_picture(canvas.fonts, row.sign, picture.size), picture)
    if not wide:
        shade = pygame.Surface((box.width, box.bottom - text.top), pygame.SRCALPHA)
        shade.fill((*INK, _PLATE_SHADE))
        canvas.surface.blit(shade, (box.left, text.top))
    canvas.write(row.text, text, TEXT, largest=letters, bold=True)
    below = " · ".join(text for text in (row.value, row.detail) if text)
    if below and lower is not None:
        canvas.write(below, lower, TEXT_SOFT, largest=layout.letters(scale.ROWS[1]), may_be_cut=True)
    colour = ACCENT if chosen else mix(PANEL_RAISED, TEXT_SOFT, 0.35)
    pygame.draw.rect(
        canvas.surface, colour, box, max(2, layout.short // (140 if chosen else 400)), border_radius=corner
    )
    if chosen:
        side = _sign_side(canvas)
        sign = tone_sign(Tone.NOW, side)
        assert sign is not None
        canvas.blit(sign, (box.right - 0.6 * side, box.top + 0.6 * side))
