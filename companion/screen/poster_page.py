"""Posters on a list page: the largest first, cards of what can go on, then all others."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import product

import pygame

from companion.screen import scale, theme
from companion.screen.canvas import Canvas
from companion.screen.pages import ListPage, Poster, Row, Tone
from companion.screen.pictures import Pictures
from companion.screen.poster import poster_picture
from companion.screen.row_plan import LEAST_ROWS, MOST_ABREAST, RowPlace, RowPlanner, RowsPlan
from companion.screen.rows import RowList
from companion.screen.signs import tone_sign
from companion.screen.text import fit, set_text
from companion.screen.theme import INK, mix

#: Shares of the room that the posters have, from the largest on, until all rows fit below them.
_SHARES = tuple(share / 100 for share in range(88, 40, -3))
#: Width of a poster in its height, at least: otherwise fewer stand side by side.
_NARROWEST = 0.92
#: Share of the room that the posters have where the rows below have to be turned over anyway.
_SHARE_ABOVE_LONG_LIST = 0.76
#: Width of a poster, in what can be touched, at least.
_LEAST_WIDTH = 1.6
#: Share of a room that the largest poster has: of a wide one at the left of the others, of a narrow one above them.
_LARGEST = 0.36
#: The same of a narrow room in which the others would be small.
_SMALLER = 0.2
#: The same where the others would have no room for their names.
_LEAST_SHARE = 0.1
#: The same of a wide room, at least: its own name has room.
_BESIDE = 0.24
#: Width of a card with a picture, in large letters, at least: otherwise fewer stand side by side.
_CARD_WITH_PICTURE = 10.5
#: Width of a card without a picture, in large letters, at least.
_CARD = 8.0
#: Width of a card's picture in its height.
_CARD_PICTURE = 1.6
#: The same in the card's width, at most.
_MOST_PICTURE = 0.3
#: Height of the plate with a poster's words, in the poster's height, at most.
_PLATE = 0.36
#: The same of a small poster, whose text then stands alone.
_MOST_PLATE = 0.75
#: The same where a text that stands alone is longer.
_WHOLE_PLATE = 0.95
#: Share of a poster's height from which on its words stand below the picture: they would hide what it shows.
_COVERED = 0.4
#: Lines of a poster's text for which the plate has room, at most.
_TEXT_LINES = 2
#: Lines of the sentence on the largest poster.
_SENTENCE_LINES = 3
#: Height of a line below a poster's text, in its letters.
_LINE = 1.45
#: Letters of a poster's text, and of that of the largest poster.
_TEXTS = {False: scale.TEXT, True: scale.LARGE}
#: Share of the words' room that the text has; the rest is for what stands below it.
_TEXT_SHARE = 0.58
#: So many ways to place the posters are tried until their texts can be read.
_TRIED = 4
#: How dark the plate behind the words is, 0 to 255.
_PLATE_SHADE = 190


@dataclass(frozen=True)
class _Measures:
    """Measures of tiles.

    `largest`: least height of the largest poster, in what can be touched at least; `share`: its part of a narrow room.
    `lines`: most lines of cards; on a tall screen two mean any number. `sentence`: lines of a card's sentence.
    """

    largest: float = 2.0
    share: float = _LARGEST
    lines: int = 2
    sentence: int = 2


#: What is tried until all rows have room below the tiles, from the roomiest on: the least height of a poster, in what
#: can be touched at least, the letters of the rows, and the measures of the tiles.
_TRIALS = (
    (1.6, scale.MIDDLE, _Measures()),
    (1.6, scale.SMALL, _Measures()),
    (1.6, scale.MIDDLE, _Measures(share=_SMALLER)),
    (1.6, scale.MIDDLE, _Measures(share=_SMALLER, lines=1)),
    (1.6, scale.SMALL, _Measures(share=_SMALLER, lines=1)),
    (1.0, scale.SMALL, _Measures()),
    (1.0, scale.SMALL, _Measures(lines=1)),
    (1.0, scale.SMALL, _Measures(largest=1.4, share=_SMALLER)),
    (1.0, scale.SMALL, _Measures(largest=1.4, share=_SMALLER, lines=1)),
    (1.0, scale.SMALL, _Measures(largest=1.4, share=_SMALLER, lines=1, sentence=1)),
    (1.0, scale.SMALL, _Measures(largest=1.0, share=_LEAST_SHARE, lines=1, sentence=1)),
)


@dataclass(frozen=True)
class _Arrangement:
    """Boxes of the tiles, the bottom of the lowest, and the least height of a poster (pixels).

    `letters`: the largest (pixels) in which no text of the usual posters is cut.
    """

    boxes: tuple[pygame.Rect, ...]
    bottom: int
    least: int
    letters: int


@dataclass(frozen=True)
class PosterPlan:
    """Boxes of a page's tiles, the room of its rows below, and the letters (pixels) of those."""

    boxes: tuple[pygame.Rect, ...]
    below: pygame.Rect
    letters: int


def paint_poster_page(
    canvas: Canvas, pictures: Pictures, page: ListPage, plan: PosterPlan, first: int | None
) -> tuple[RowsPlan | None, tuple[RowPlace, ...]]:
    """Paint the page's tiles as posters and cards, and its rows below; return their places."""
    places = tuple(_placed(page.tiles, plan.boxes))
    cards = [place for place in places if place.row.tone is Tone.WAITING]
    _paint_cards(canvas, cards, page.selected)
    for tone in (Tone.NOW, Tone.PLAIN):
        alike = [place for place in places if place.row.tone is tone]
        letters, alone = _words(canvas, alike)
        for place in alike:
            _poster(canvas, place, letters, alone=alone, chosen=place.index == page.selected)
    if not page.rows:
        return None, places
    selected = None if page.selected is None or page.selected < len(places) else page.selected - len(places)
    planner = RowPlanner(
        canvas.fonts, canvas.layout, page.rows, plan.below, plan.letters, plan.letters, selected, first, MOST_ABREAST
    )
    rows = RowList(canvas, pictures, planner)
    rows.paint()
    return rows.plan, places


def plan_posters(canvas: Canvas, page: ListPage, room: pygame.Rect) -> PosterPlan | None:
    """Return the plan with tiles as large as all rows fit below them; None: there is no room.

    There is none if the tiles do not fit, a name is cut, or no rows fit below.
    """
    arrangement, letters = _arrange(canvas, page, room)
    if arrangement.letters < canvas.layout.least or arrangement.bottom > room.bottom:
        return None
    below = _under(room, arrangement.bottom + canvas.layout.gap)
    if page.rows and below.height < LEAST_ROWS * canvas.layout.touch and _scrolls(canvas, page, below, letters):
        return None
    return PosterPlan(arrangement.boxes, below, letters)


def _arrange(canvas: Canvas, page: ListPage, room: pygame.Rect) -> tuple[_Arrangement, int]:
    """Return the tiles as large as all rows fit below them, and letters of rows (pixels)."""
    layout, unread = canvas.layout, None
    arranged = cache(partial(_arranged, canvas, page.tiles, room))
    for (poster, letters, measures), share in product(
        _TRIALS[1:] if layout.low else _TRIALS, _SHARES if page.rows else (1.0,)
    ):
        arrangement = arranged(share, measures)
        if page.rows and arrangement.least < poster * layout.touch:
            continue
        below = _under(room, arrangement.bottom + layout.gap)
        if page.rows and _scrolls(canvas, page, below, layout.letters(letters)):
            continue
        if arrangement.letters >= layout.least:
            return arrangement, layout.letters(letters)
        # What cuts no text comes first, however small the letters of the rest are; on some screens nothing does.
        if unread is None or arrangement.letters > unread[0].letters:
            unread = arrangement, layout.letters(letters)
    if unread is None:
        return arranged(_SHARE_ABOVE_LONG_LIST, measures), layout.letters(letters)
    # With all texts above rows that are turned over, if that helps.
    for (_, _, measures), share in product(_TRIALS[-3:], _SHARES):
        arrangement = arranged(share, measures)
        below = _under(room, arrangement.bottom + layout.gap)
        if below.height >= LEAST_ROWS * layout.touch and arrangement.letters >= layout.least:
            return arrangement, layout.letters(scale.SMALL)
    return unread


def _scrolls(canvas: Canvas, page: ListPage, below: pygame.Rect, letters: int) -> bool:
    """Return True if the page's rows have no room in these letters (pixels): they scroll."""
    return RowPlanner(canvas.fonts, canvas.layout, page.rows, below, letters, letters, smaller=False).scrolls


def _upper(room: pygame.Rect, share: float) -> pygame.Rect:
    """Return the upper part of a room, with this share of its height."""
    return pygame.Rect(room.topleft, (room.width, round(room.height * share)))


def _arranged(
    canvas: Canvas, tiles: Sequence[Row], room: pygame.Rect, part: float, measures: _Measures
) -> _Arrangement:
    """Place the largest posters in a `part` of the room, then cards, then other posters."""
    gap, room = canvas.layout.gap, _upper(room, part)
    largest = [row for row in tiles if row.tone is Tone.NOW]
    cards = [row for row in tiles if row.tone is Tone.WAITING]
    others = [row for row in tiles if row not in largest and row not in cards]
    boxes: list[pygame.Rect] = []
    if largest and canvas.layout.wide:
        left = pygame.Rect(room.topleft, (round(max(_BESIDE, measures.share) * room.width), room.height))
        boxes = _boxes(canvas, left, len(largest), 1)
        room = pygame.Rect(left.right + gap, room.top, room.right - left.right - gap, room.height)
    elif largest:
        high = max(round(measures.largest * canvas.layout.touch), round(measures.share * room.height))
        boxes = _boxes(canvas, pygame.Rect(room.topleft, (room.width, high)), len(largest), len(largest))
        room = _under(room, boxes[-1].bottom + gap)
    if cards:
        boxes += _card_boxes(canvas, room, cards, measures)
        room = _under(room, boxes[-1].bottom + gap)
    posters, letters = _grid(canvas, room, others)
    heights = [box.height for box in posters]
    boxes += posters
    if largest and canvas.layout.wide:
        # What stands beside it is as high.
        boxes[len(largest) - 1].height = max(box.bottom for box in boxes) - boxes[len(largest) - 1].top
    bottom = max((box.bottom for box in boxes), default=room.top)
    return _Arrangement(tuple(boxes), bottom, min(heights, default=0), letters)


def _under(room: pygame.Rect, top: int) -> pygame.Rect:
    """Return the part of a room from this pixel on downwards."""
    return pygame.Rect(room.left, top, room.width, max(1, room.bottom - top))


def _grid(canvas: Canvas, room: pygame.Rect, rows: Sequence[Row]) -> tuple[list[pygame.Rect], int]:
    """Return boxes of posters of one size, and letters (pixels) in which all texts fit."""
    gap, count = canvas.layout.gap, len(rows)
    if not count:
        return [], canvas.layout.letters(scale.TEXT)
    most = max(1, min(count, int((room.width + gap) / (_LEAST_WIDTH * canvas.layout.touch + gap))))
    aspects = [row.sign.aspect(canvas.fonts) for row in rows if isinstance(row.sign, Poster) and row.sign.aspect]
    # Whole pictures stand above their words.
    form = (max(aspects), _line_height(canvas, scale.TEXT)) if aspects else (_NARROWEST, 0)
    ways = sorted(
        range(1, most + 1),
        key=lambda abreast: _shown_height(room.width, room.height, count, abreast, gap, *form),
        reverse=True,
    )
    grids = [_boxes(canvas, room, count, abreast) for abreast in ways]
    # Where not even the lowest lines have room, as few as can be.
    grids = [grid for grid in grids if grid[-1].bottom <= room.bottom][:_TRIED] or [_boxes(canvas, room, count, most)]
    # The first in which all texts can be read, else that with the largest letters.
    best, most = grids[0], 0
    for grid in grids:
        letters, _ = _words(canvas, _placed(rows, grid))
        if letters > most:
            best, most = grid, letters
        if most >= canvas.layout.letters(scale.SMALL):
            break
    return best, most


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


def _shown_height(width: int, height: int, count: int, abreast: int, gap: int, narrowest: float, words: int) -> float:
    """Return the size of posters with so many side by side, without the height of their `words`.

    It counts less if they are narrower than this in their height, or places stay empty.
    """
    lines = -(-count // abreast)
    wide, high = (width - (abreast - 1) * gap) / abreast, (height - (lines - 1) * gap) / lines - words
    alone = lines * abreast - count
    return min(wide / narrowest, high) - alone * 0.2 * high


def _places_in(canvas: Canvas, place: RowPlace, *, alone: bool) -> tuple[pygame.Rect, pygame.Rect | None]:
    """Return the boxes of a poster's text, at the foot of its picture, and of what is below it.

    None: there is no room for that, or the text shall stand `alone`. On the largest poster it is a sentence.
    """
    box, pad, largest = place.box, canvas.layout.gap, place.row.tone is Tone.NOW
    if largest:
        sentence = set_text(canvas.fonts, _below(place.row), box.width - pad, canvas.layout.letters(scale.SMALL)).height
        text = _line_height(canvas, scale.LARGE)
        below = min(sentence, _SENTENCE_LINES * _line_height(canvas, scale.SMALL))
    else:
        below = round(_LINE * canvas.layout.letters(scale.ROWS[1]))
        lines = round(_TEXT_LINES * _LINE * canvas.layout.letters(scale.TEXT))
        text = max(round(below / (1 - _TEXT_SHARE)), min(round(_PLATE * box.height), lines + below)) - below
    high = text + below + pad // 3
    if alone or high > (_WHOLE_PLATE if largest else _MOST_PLATE) * box.height:
        text, below = round((_WHOLE_PLATE if alone else _MOST_PLATE) * box.height) - pad // 3, 0
        high = text + pad // 3
    upper = pygame.Rect(box.left + pad // 2, box.bottom - high, box.width - pad, text)
    return upper, pygame.Rect(upper.left, upper.bottom, upper.width, below) if below else None


def _below(row: Row) -> str:
    """Return what stands below a poster's text."""
    return " · ".join(text for text in (row.value, row.detail) if text)


def _sign_side(canvas: Canvas) -> int:
    """Return the side of the sign on the chosen poster."""
    return round(1.4 * canvas.layout.letters(scale.TEXT))


def _words(canvas: Canvas, places: Sequence[RowPlace]) -> tuple[int, bool]:
    """Return the letters (pixels) in which all these texts fit, and whether they stand alone."""
    usual = _letters(canvas, places, alone=False)
    if usual >= canvas.layout.letters(scale.SMALL):
        return usual, False
    return _letters(canvas, places, alone=True), True


def _letters(canvas: Canvas, places: Sequence[RowPlace], *, alone: bool) -> int:
    largest = [canvas.layout.letters(_TEXTS[place.row.tone is Tone.NOW]) for place in places]
    sizes = (
        fit(canvas.fonts, place.row.text, _places_in(canvas, place, alone=alone)[0].size, most, 1, bold=not alone).size
        for place, most in zip(places, largest, strict=True)
    )
    return min(sizes, default=canvas.layout.letters(scale.TEXT))


def _poster(canvas: Canvas, place: RowPlace, letters: int, *, alone: bool, chosen: bool) -> None:
    layout, row, box = canvas.layout, place.row, place.box
    text, lower = _places_in(canvas, place, alone=alone)
    picture, is_whole = box, isinstance(row.sign, Poster) and row.sign.aspect is not None
    if lower is None or is_whole:
        # A text that stands alone hides no more of the picture than it needs.
        high = set_text(canvas.fonts, row.text, text.width, max(layout.least, letters), bold=not alone).height
        text = pygame.Rect(text.left, max(text.top, text.bottom - high), text.width, min(text.height, high))
    if is_whole:
        text.bottom, lower = box.bottom - layout.gap // 3, None
    if is_whole or box.bottom - text.top > _COVERED * box.height:
        picture = pygame.Rect(box.topleft, (box.width, text.top - box.top))
    if isinstance(row.sign, Poster):
        canvas.surface.blit(poster_picture(canvas.fonts, row.sign, picture.size), picture)
    _shade(canvas, box, text.top)
    canvas.write(
        row.text, text, theme.TEXT, largest=max(layout.least, letters), bold=not alone, may_be_cut=lower is None
    )
    below = _below(row)
    if below and lower is not None:
        letters = layout.letters(scale.SMALL if row.tone is Tone.NOW else scale.ROWS[1])
        canvas.write(below, lower, theme.TEXT_SOFT, largest=letters, may_be_cut=True)
    _frame(canvas, box, chosen=chosen)


def _shade(canvas: Canvas, picture: pygame.Rect, top: int) -> None:
    """Darken a picture from this pixel on downwards, for words."""
    shade = pygame.Surface((picture.width, picture.bottom - top), pygame.SRCALPHA)
    shade.fill((*INK, _PLATE_SHADE))
    canvas.surface.blit(shade, (picture.left, top))


def _frame(canvas: Canvas, box: pygame.Rect, *, chosen: bool) -> None:
    """Paint a tile's frame, with a sign on the chosen one."""
    layout, colour = canvas.layout, theme.ACCENT if chosen else mix(theme.PANEL_RAISED, theme.TEXT_SOFT, 0.35)
    width = max(2, layout.short // (140 if chosen else 400))
    pygame.draw.rect(canvas.surface, colour, box, width, border_radius=layout.gap // 2)
    if chosen:
        side = _sign_side(canvas)
        sign = tone_sign(Tone.NOW, side)
        assert sign is not None
        canvas.blit(sign, (box.right - 0.6 * side, box.top + 0.6 * side))


# --- cards ------------------------------------------------------------------------------------------------------------


def _line_height(canvas: Canvas, share: float) -> int:
    """Return the height (pixels) of a line in letters of this share."""
    return set_text(canvas.fonts, "|", 1, canvas.layout.letters(share)).height


def _title_height(canvas: Canvas) -> int:
    """Return the height (pixels) of a card's title: one line, or two of the smallest letters."""
    return max(_line_height(canvas, scale.TEXT), set_text(canvas.fonts, "|\n|", 1, canvas.layout.least).height)


def _card_boxes(canvas: Canvas, room: pygame.Rect, cards: Sequence[Row], measures: _Measures) -> list[pygame.Rect]:
    """Return the boxes of cards at the top of the room, in as few lines as have room for words."""
    count, large = len(cards), canvas.layout.letters(scale.LARGE)
    most = max(1, int(room.width / (_CARD * large)))
    usual = max(1, int(room.width / (_CARD_WITH_PICTURE * large)))
    abreast = min(
        count, usual if canvas.layout.tall and measures.lines > 1 else max(usual, -(-count // measures.lines)), most
    )
    rows = -(-count // abreast)
    abreast = -(-count // rows)
    words = _title_height(canvas) + measures.sentence * _line_height(canvas, scale.SMALL)
    width = (room.width - (abreast - 1) * canvas.layout.gap) // abreast
    high = max(canvas.layout.touch, words + canvas.layout.gap, *(_least_height(canvas, row, width) for row in cards))
    upper = pygame.Rect(room.topleft, (room.width, rows * high + (rows - 1) * canvas.layout.gap))
    return _boxes(canvas, upper, count, abreast)


def _least_height(canvas: Canvas, row: Row, width: int) -> int:
    """Return the least height (pixels) of a card in which its title is whole above two lines.

    It does not depend on the details: these change while a game is followed.
    """
    least = canvas.layout.least
    card = _card(canvas, RowPlace(row, 0, pygame.Rect(0, 0, width, canvas.layout.touch)), least, least)
    return card.title.height + set_text(canvas.fonts, "|\n|", 1, least).height + canvas.layout.gap


@dataclass(frozen=True)
class _Card:
    """Boxes of a card: picture, label over the picture's foot, title, and sentence.

    The label says what a touch does. Without a text for what a touch does, and on a narrow card, there is no picture.
    """

    picture: pygame.Rect
    label: pygame.Rect
    title: pygame.Rect
    sentence: pygame.Rect


def _card(canvas: Canvas, place: RowPlace, small: int, letters: int | None = None) -> _Card:
    """Return the boxes of a card with a label in `small` letters (pixels).

    The title is as high as it is in these `letters` (pixels), or usual.
    """
    box, row, pad = place.box, place.row, canvas.layout.gap
    words = canvas.fonts.width(row.text, small, False) + pad if row.value else 0
    has_picture = box.width >= _CARD_WITH_PICTURE * canvas.layout.letters(scale.LARGE)
    shown = round(min(_CARD_PICTURE * box.height, _MOST_PICTURE * box.width)) if has_picture else 0
    picture = pygame.Rect(box.topleft, (max(words, shown), box.height))
    line = set_text(canvas.fonts, "|", 1, small).height
    label = pygame.Rect(picture.left, picture.bottom - line - pad // 2, picture.width, line)
    left = picture.right + pad
    width, high = box.right - left - _sign_side(canvas), _title_height(canvas)
    if letters is not None:
        high = set_text(canvas.fonts, row.value or row.text, width, letters, bold=True).height
    title = pygame.Rect(left, box.top + pad // 2, width, high)
    # Below a title that is lower than the sign on the chosen card, the sentence is beside that too.
    wide = width if high < min(_title_height(canvas), _sign_side(canvas)) else box.right - left - pad // 2
    sentence = pygame.Rect(left, title.bottom, wide, box.bottom - title.bottom - pad // 2)
    return _Card(picture, label, title, sentence)


def _set_cards(canvas: Canvas, places: Sequence[RowPlace]) -> tuple[list[_Card], int, int]:
    """Return the boxes of cards, and the letters (pixels) of their labels and titles.

    Where something would be cut, titles have smaller letters, then as many lines as they need, then labels are smaller.
    """
    layout = canvas.layout
    most, small, least = layout.letters(scale.TEXT), layout.letters(scale.SMALL), layout.least
    for label, is_usual, letters in product((small, least), (True, False), range(most, least - 1, -1)):
        cards = [_card(canvas, place, label, None if is_usual else letters) for place in places]
        if all(_is_whole(canvas, place.row, card, small, letters) for place, card in zip(places, cards, strict=True)):
            break
    return cards, label, letters


def _is_whole(canvas: Canvas, row: Row, card: _Card, small: int, letters: int) -> bool:
    """Return True if neither a card's title nor the shortest of its details is cut."""
    title = fit(canvas.fonts, row.value or row.text, card.title.size, letters, letters, bold=True)
    shortest = (row.detail, *row.shorter)[-1]
    return not title.cut and not fit(canvas.fonts, shortest, card.sentence.size, small, canvas.layout.least).cut


def _paint_cards(canvas: Canvas, places: Sequence[RowPlace], selected: int | None) -> None:
    """Paint cards; their titles have equally large letters."""
    if not places:
        return
    cards, label, letters = _set_cards(canvas, places)
    # No detail in larger letters than its title.
    small = min(canvas.layout.letters(scale.SMALL), letters)
    for place, card in zip(places, cards, strict=True):
        row = place.row
        canvas.plate(place.box, mix(theme.PANEL_RAISED, theme.ACCENT, 0.2) if row.id else theme.PANEL_RAISED)
        if card.picture.width and isinstance(row.sign, Poster):
            canvas.surface.blit(poster_picture(canvas.fonts, row.sign, card.picture.size), card.picture)
        if row.value:
            _shade(canvas, card.picture, card.label.top)
            colour = theme.ACCENT if row.id else theme.TEXT_SOFT
            canvas.write(row.text, card.label, colour, largest=label, wrap=False, across=0.5)
        name, colour = row.value or row.text, theme.TEXT if row.id else theme.TEXT_SOFT
        canvas.write(name, card.title, colour, largest=letters, bold=True, may_be_cut=True)
        told = _uncut(canvas, row, card.sentence, small)
        canvas.write(told, card.sentence, theme.TEXT_SOFT, largest=small, may_be_cut=True, down=0.0)
        _frame(canvas, place.box, chosen=place.index == selected)


def _uncut(canvas: Canvas, row: Row, box: pygame.Rect, letters: int) -> str:
    """Return the longest of a card's details that has room; the shortest if none has."""
    *longer, shortest = (row.detail, *row.shorter)
    least = canvas.layout.least
    return next((text for text in longer if not fit(canvas.fonts, text, box.size, letters, least).cut), shortest)
