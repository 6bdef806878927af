"""Painting of pages without the board: title, text, tiles and rows from top to bottom."""

from dataclasses import dataclass, replace

import pygame

from companion.screen import scale, theme
from companion.screen.canvas import Canvas
from companion.screen.caption import paint_caption, sentence_height
from companion.screen.page_layout import PageLayout, from_bottom, from_top
from companion.screen.page_paint import (
    Painted,
    are_read,
    first_sentence,
    is_cut,
    least_status,
    paint_status,
    paint_title,
    row_list,
    status_height,
    status_room,
    stays,
)
from companion.screen.pages import ListPage, Tone
from companion.screen.pictures import Pictures
from companion.screen.poster_page import PosterPlan, paint_poster_page, plan_posters
from companion.screen.row_plan import LEAST_ROWS, MOST_ABREAST, RowPlace, RowPlanner
from companion.screen.text import fit
from companion.screen.tile_grid import HEIGHTS, paint_tiles, tiles_height

#: Lists are no wider than so many times the screen's shorter side, or their values would stand too far off.
_WIDEST = 1.5
#: The large sign above a text that stands alone has this share of the shorter side of its room.
_SIGN = 0.38
#: So much of the room that is left is above both.
_ABOVE = 0.35
#: The sentence above a list takes at most this share of the room.
_TEXT_SHARE = 0.5
#: From this share of the body's height on, the room below few rows has a large sign.
_EMPTY = 0.3
#: Side of that sign in the shorter side of its room.
_FILLED = 0.6
#: A list that is turned over shows so many rows at once where it can.
_ENOUGH_ROWS = 6
#: Lines of a notice for which a page has room, from the usual number on: nothing moves when one comes.
_STATUS_LINES = (2, 1)
#: A notice stands beside the title where the rows or large tiles take its room, if that leaves so much of the width.
_BESIDE_TITLE = 0.4


@dataclass(frozen=True)
class _Way:
    """Way to lay out a page: width of the list (pixels), sizes of letters and tiles, columns.

    `flat`: the sentence has small letters. `tiles`: a height (see `HEIGHTS`), `abreast`: the most rows side by side.
    `status`: so many lines of a notice have room.
    """

    width: int
    flat: bool = False
    tiles: float = HEIGHTS[0]
    abreast: int = MOST_ABREAST
    status: int = _STATUS_LINES[0]
    rows: tuple[float, ...] = scale.ROWS
    smaller: bool = False
    """Whether the rows' letters may be smaller still."""
    whole: bool = False
    """Whether no value and no text beside a value is torn (see `RowPlanner`)."""


@dataclass(frozen=True)
class ListPlan:
    """Plan of a page without the board: its way, and the boxes of all its parts."""

    way: _Way
    head: pygame.Rect
    text: pygame.Rect | None
    tiles: pygame.Rect
    room: pygame.Rect
    status: pygame.Rect


def paint_list(
    canvas: Canvas, pictures: Pictures, page: ListPage, first: int | None = None, kept: Painted | None = None
) -> Painted:
    """Paint title, text and rows from top to bottom.

    A list too long for the screen begins with the row of index `first`. `kept`: see `paint_board`.
    """
    if page.posters:
        plan = _poster_plan(canvas, page)
        posters = plan_posters(canvas, page, plan.room)
        if posters is not None:
            return _paint_posters(canvas, pictures, page, plan, posters, first)
        # On a small panel tiles are rows of the list: which game goes on stays, other sentences would push rows off it.
        tiles = tuple(tile if tile.tone is Tone.WAITING else replace(tile, detail="") for tile in page.tiles)
        return _paint_listed(canvas, pictures, replace(page, posters=False, tiles=tiles), first, kept)
    if page.tiles and kept is not None and kept.lists_tiles:
        return _paint_listed(canvas, pictures, page, first, kept)
    known = kept.plan if kept is not None else None
    if kept is not None and isinstance(known, ListPlan) and bool(page.text) == (known.text is not None):
        draft = canvas.draft()
        is_narrow = known.way.status < _STATUS_LINES[0]
        if stays(kept, _paint_plan(draft, pictures, page, known, first, kept)) and not is_cut(
            draft, page.status, one_line=is_narrow
        ):
            return _paint_plan(canvas, pictures, page, known, first, kept)
    plan = _choose_plan(canvas, page)
    if (
        page.tiles
        and page.rows
        and plan.room.height < LEAST_ROWS * canvas.layout.touch
        and _scrolls(canvas, page, plan)
    ):
        return _paint_listed(canvas, pictures, page, first, kept)
    return _paint_plan(canvas, pictures, page, plan, first, None)


def _paint_listed(
    canvas: Canvas, pictures: Pictures, page: ListPage, first: int | None, kept: Painted | None
) -> Painted:
    """Paint a page whose tiles leave too little room for its rows: all are rows of one list."""
    listed = replace(page, tiles=(), rows=(*page.tiles, *page.rows))
    before = kept if kept is not None and kept.lists_tiles else None
    return replace(paint_list(canvas, pictures, listed, first, before), lists_tiles=True)


def _smallest_rows(canvas: Canvas, page: ListPage, plan: ListPlan) -> RowPlanner:
    """Return the planner of a page's rows in the room of a plan, in its smallest letters."""
    way, least = plan.way, canvas.layout.letters(plan.way.rows[-1])
    return RowPlanner(
        canvas.fonts,
        canvas.layout,
        page.rows,
        plan.room,
        least,
        least,
        most_abreast=way.abreast,
        smaller=way.smaller,
        whole=way.whole,
    )


def _scrolls(canvas: Canvas, page: ListPage, plan: ListPlan) -> bool:
    """Return True if not all rows of a page fit into the room of a plan."""
    return _smallest_rows(canvas, page, plan).scrolls


def _ways(canvas: Canvas, page: ListPage) -> list[_Way]:
    """Return ways to lay out the page, from the roomiest on.

    A later one is taken where not all rows fit. A list that is read rather has small letters than torn rows; one to
    choose from keeps its letters.
    """
    layout = canvas.layout
    usual = _Way(min(layout.body.width, round(_WIDEST * layout.short)))
    smallest = (*scale.ROWS[1:], scale.SMALL)
    if not page.rows:
        return [usual]
    ways = [replace(usual, abreast=1), replace(usual, tiles=HEIGHTS[1])] if page.tiles else [usual]
    wide = replace(ways[-1], width=layout.body.width)
    flat = replace(wide, flat=True)
    lowest = replace(flat, rows=smallest)
    ways += [wide, flat, lowest]
    whole = [replace(way, whole=True) for way in ways if way is not lowest or are_read(page.rows)]
    ways = [*whole, *ways, *([] if layout.wide else [replace(lowest, smaller=True)])]
    roomy = [replace(way, status=lines) for way in ways for lines in _STATUS_LINES]
    # Rather than that something is torn, a page gives up the room for a notice.
    tight = [replace(way, status=0) for way in whole[-1:]]
    torn = next((place for place, way in enumerate(roomy) if not way.whole), len(roomy))
    return [*roomy[:torn], *tight, *roomy[torn:], replace(ways[-1], status=0)]


def _choose_plan(canvas: Canvas, page: ListPage) -> ListPlan:
    """Return the plan of the first way in which all rows are in sight.

    For a list too long in all it is the roomiest one in which enough rows are in sight, or else the most.
    """
    ways = _ways(canvas, page)
    for way in ways if len(ways) > 1 else ():
        plan = _plan(canvas, page, way)
        if not _scrolls(canvas, page, plan):
            return plan
    best, most = _plan(canvas, page, ways[-1]), 0
    for way in dict.fromkeys(replace(way, whole=False) for way in ways):
        plan = _plan(canvas, page, way)
        if plan.room.height >= LEAST_ROWS * canvas.layout.touch:
            count = len(_smallest_rows(canvas, page, plan).plan.places)
            if count >= _ENOUGH_ROWS:
                return plan
            if count > most:
                best, most = plan, count
    return best


def _plan(canvas: Canvas, page: ListPage, way: _Way) -> ListPlan:
    layout = canvas.layout
    room = pygame.Rect(0, layout.body.top, way.width, layout.body.height)
    room.centerx = layout.body.centerx
    head, room = from_top(room, round(1.45 * _title_letters(layout, page)), layout.gap)
    status, room = from_bottom(room, status_room(canvas, way.status), layout.gap)
    if way.status == 0:
        # What the rows have taken is left beside the title.
        head, status = _beside_title(canvas, page, head) or (head, status)
    text, room = _list_text(canvas, page, room, flat=way.flat)
    tiles, room = _tiles_box(canvas, page, room, way.tiles)
    return ListPlan(way, head, text, tiles, room, status)


def _paint_plan(
    canvas: Canvas, pictures: Pictures, page: ListPage, plan: ListPlan, first: int | None, kept: Painted | None
) -> Painted:
    _paint_frame(canvas, pictures, page, plan)
    room = plan.room
    tiles: tuple[RowPlace, ...] = ()
    selected = page.selected
    if page.tiles:
        tiles = paint_tiles(canvas, pictures, page.tiles, plan.tiles, selected, plan.way.tiles)
        selected = None if selected is None or selected < len(tiles) else selected - len(tiles)
    if not page.rows:
        _paint_notice(canvas, page, plan, plan.status.top)
        if page.tiles:
            _paint_sentence(canvas, page, plan)
        elif plan.text is not None:
            _paint_text_alone(canvas, pictures, page, plan.text)
        return Painted(others=tiles)
    before = kept.list if kept is not None else None
    rows = row_list(
        canvas,
        pictures,
        page,
        room,
        plan.way.rows,
        selected,
        first,
        plan.way.abreast,
        smaller=plan.way.smaller,
        whole=plan.way.whole,
        kept=before,
    )
    _paint_sentence(canvas, page, plan)
    rows.paint()
    bottom = max(place.box.bottom for place in (*rows.plan.places, *tiles))
    _paint_notice(canvas, page, plan, room.bottom if rows.plan.pager else bottom)
    _fill_below(canvas, pictures, page, room, bottom)
    return Painted(rows.plan, others=tiles, room=room, plan=plan)


def _fill_below(canvas: Canvas, pictures: Pictures, page: ListPage, room: pygame.Rect, top: int) -> None:
    """Paint a large sign below the rows, from `top` on, where much of the page would be empty."""
    left = pygame.Rect(room.left, top, room.width, room.bottom - top)
    if left.height < _EMPTY * canvas.layout.body.height:
        return
    side = round(_FILLED * min(left.size))
    canvas.blit(pictures.emblem(side) if page.sign is None else pictures.sign(page.sign, side), left.center)


def _paint_posters(
    canvas: Canvas, pictures: Pictures, page: ListPage, plan: ListPlan, posters: PosterPlan, first: int | None
) -> Painted:
    """Paint a page with large tiles, which take all of the body."""
    _paint_frame(canvas, pictures, page, plan)
    _paint_notice(canvas, page, plan, plan.status.top)
    _paint_sentence(canvas, page, plan)
    rows, tiles = paint_poster_page(canvas, pictures, page, posters, first)
    return Painted(rows, others=tiles)


def _poster_plan(canvas: Canvas, page: ListPage) -> ListPlan:
    """Return the plan of a page with large tiles.

    Its notices stand beside the title where there is room.
    """
    layout = canvas.layout
    plan = _plan(canvas, replace(page, tiles=()), _Way(layout.body.width))
    beside = None if layout.tall else _beside_title(canvas, page, plan.head)
    if beside is None:
        return plan
    room = pygame.Rect(plan.room.topleft, (plan.room.width, layout.body.bottom - plan.room.top))
    return replace(plan, head=beside[0], status=beside[1], room=room)


def _beside_title(canvas: Canvas, page: ListPage, head: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect] | None:
    """Divide the title's `head` into boxes of the title and a notice; None: there is no room."""
    layout = canvas.layout
    letters = _title_letters(layout, page)
    title = canvas.fonts.for_title(page.title).width(page.title, letters, True) + head.height + 3 * layout.gap
    if title > (1 - _BESIDE_TITLE) * head.width:
        return None
    # Three lines may need a little of the space above and below the title.
    status = pygame.Rect(head.left + title, head.top, head.width - title, head.height).inflate(0, layout.gap)
    return pygame.Rect(head.topleft, (title - layout.gap, head.height)), status


def _title_letters(layout: PageLayout, page: ListPage) -> int:
    """Return the size (pixels) of the title's letters: on all pages with a list the same.

    In half a window large tiles need the height that a large title would have.
    """
    has_room = not page.rows or (page.posters and (layout.wide or layout.tall))
    return layout.letters(scale.LIST_TITLE if has_room else scale.BOARD_TITLE)


def _paint_frame(canvas: Canvas, pictures: Pictures, page: ListPage, plan: ListPlan) -> None:
    """Paint the title."""
    head = plan.head
    sign = pictures.emblem(head.height) if page.sign is None else pictures.sign(page.sign, head.height)
    paint_title(canvas, head, page.title, sign, _title_letters(canvas.layout, page))


def _paint_notice(canvas: Canvas, page: ListPage, plan: ListPlan, top: int) -> None:
    """Paint the status; a long one reaches up to `top` (pixels), where nothing else stands.

    Where all of it could not be read, its first sentence is.
    """
    least, needed = least_status(canvas.layout), status_height(canvas, page.status, plan.status.width)
    high = plan.status.height
    if plan.status.bottom > plan.room.top:
        # Rows that were there before it reach into its room: they stay where they are.
        high = min(max(high, needed), plan.status.bottom - top)
        if high < least:
            return
    box = pygame.Rect(plan.status.left, plan.status.bottom - high, plan.status.width, high)
    is_small = fit(canvas.fonts, page.status, box.size, least, least).cut
    paint_status(canvas, box, first_sentence(page.status) if is_small else page.status, page.status_tone)


def _list_text(
    canvas: Canvas, page: ListPage, room: pygame.Rect, *, flat: bool
) -> tuple[pygame.Rect | None, pygame.Rect]:
    """Return the box of the text, and the room that is left below it.

    The sentence above a list has one place and one height on all pages, unless it is too long or must be `flat`.
    """
    if not page.text:
        return None, room
    if page.rows or page.tiles:
        height = min(sentence_height(canvas, page.text, room.width, flat=flat), round(_TEXT_SHARE * room.height))
    else:
        largest = canvas.layout.letters(scale.LARGE)
        height = fit(canvas.fonts, page.text, room.size, largest, canvas.layout.least).height
    return from_top(room, height, canvas.layout.gap // 3 if flat else canvas.layout.gap)


def _paint_sentence(canvas: Canvas, page: ListPage, plan: ListPlan) -> None:
    """Paint the sentence above a list, as that of a page with the board."""
    if plan.text is not None:
        paint_caption(canvas, plan.text, page.text, Tone.NOW, 1, plan.text.height)


def _paint_text_alone(canvas: Canvas, pictures: Pictures, page: ListPage, text: pygame.Rect) -> None:
    """Paint the text of a page that has nothing else, below a large sign, in the middle."""
    room = pygame.Rect(text.left, text.top, text.width, canvas.layout.body.bottom - text.top)
    side = round(_SIGN * min(room.size))
    gap = 2 * canvas.layout.gap
    if side + gap + text.height > room.height:
        side = gap = 0
    top = room.top + round(_ABOVE * (room.height - side - gap - text.height))
    if side:
        sign = pictures.emblem(side) if page.sign is None else pictures.sign(page.sign, side)
        canvas.blit(sign, (room.centerx, top + side / 2))
    box = pygame.Rect(room.left, top + side + gap, room.width, text.height)
    canvas.write(page.text, box, theme.TEXT, largest=canvas.layout.letters(scale.LARGE), across=0.5)


def _tiles_box(canvas: Canvas, page: ListPage, room: pygame.Rect, high: float) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the box of the tiles, each `high` high, and the room that is left below them."""
    if not page.tiles:
        return room, room
    return from_top(room, tiles_height(canvas, page.tiles, room.width, high), 2 * canvas.layout.gap)
