"""View of pages on the screen, drawn from page, ring colours and held button; finds touches.

::

    fonts = Fonts()
    view = PageView(fonts, game.pictures(fonts))
    changed = view.draw(surface, page, ring=colours, time_s=time.monotonic(), holding=("advance", 0.4))
    target = view.target_at(surface.get_size(), page, point)
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pygame

from companion.device.language import language_in_use, say
from companion.device.settings import TYPE_SIZE
from companion.screen import theme
from companion.screen.bar import draw_pressed, paint_button, paint_buttons, ring_picture
from companion.screen.canvas import Canvas
from companion.screen.fitting import fit_problems
from companion.screen.list_page import paint_list
from companion.screen.page_layout import PageLayout, lay_out_page
from companion.screen.page_paint import (
    Painted,
    first_sentence,
    headline_box,
    least_status,
    paint_board,
    paint_headline,
    paint_status,
    status_height,
)
from companion.screen.pages import BoardPage, Keys, ListPage, Page, PlayedPage
from companion.screen.pictures import Highlight, Pictures
from companion.screen.pulse import draw_pulse, pulse_box, pulse_picture, until_next_picture
from companion.screen.row_plan import RowPlace, row_in_focus
from companion.screen.scrubber import moment_at, paint_scrubber, scrubber_of
from companion.screen.text import Fonts
from companion.screen.theme import Rgb, theme_in_use
from hardware.buttons import Button


@dataclass(frozen=True)
class ButtonTouched:
    """Touch of one of the three buttons."""

    button: Button


@dataclass(frozen=True)
class RowTouched:
    """A row of a list that has this id."""

    id: str


@dataclass(frozen=True)
class PlaceTouched:
    """A place of the board that has this id."""

    id: str


@dataclass(frozen=True)
class MomentTouched:
    """A moment of a replay that has this id."""

    id: str


@dataclass(frozen=True)
class MoreTouched:
    """Touch of the pager below a list that is too long."""

    down: bool


#: A number in a title.
_NUMBER = re.compile(r"\d+")
#: Letters are so large at most that a list too long for its room shows so many rows.
_FEWEST_ROWS = 3
#: The places of so many lists are remembered that have been left.
_MOST_LEFT = 12
#: While something plays there are so many seconds between its pictures.
_FRAME_S = 1 / 30

Target = ButtonTouched | RowTouched | PlaceTouched | MomentTouched | MoreTouched


@dataclass(frozen=True)
class _StaticPage:
    """Static part of a page: its picture, with the rows and the board on it."""

    key: tuple[object, ...]
    page: Page
    canvas: Canvas
    painted: Painted
    highlight: Highlight | None
    draw_pages: bool | None
    """See `PageView.pages_with_draw`."""

    @property
    def keys(self) -> Keys:
        """The labels of the buttons, with that of turning over."""
        match self.draw_pages:
            case True:
                return replace(self.page.keys, draw_hold=say("Down"))
            case False:
                return replace(self.page.keys, draw=say("Down"))
        return self.page.keys


@dataclass(frozen=True)
class _PaintedList:
    """A list without the board, as it was painted."""

    key: tuple[object, ...]
    page: ListPage
    painted: Painted


@dataclass(frozen=True)
class _LastDrawing:
    """State of the last drawing."""

    still: _StaticPage
    lights: tuple[Rgb, ...]
    holding: tuple[str, float] | None
    pressed: pygame.Rect | None
    pulse: int


@dataclass(frozen=True)
class _ScrollState:
    """Scroll state of a list: its question, its row in focus, and the first row in sight.

    For the question see `question_of`.
    """

    question: tuple[object, ...]
    focus: int
    first: int


class PageView:
    """View that draws pages on surfaces of one size at a time; static parts are drawn once.

    `pictures` are those of the game that the pages are about; `bar`: there are buttons and the ring.
    """

    def __init__(self, fonts: Fonts, pictures: Pictures, *, bar: bool = True) -> None:
        self._fonts, self._bar = fonts, bar
        self._pictures = pictures
        #: How many times as large as usual letters are on pages that have room for it.
        self.type_size = 1.0
        self._still: _StaticPage | None = None
        #: The lists that were on the screen last, by their names, the latest at the end: each comes back as it was.
        self._left: dict[str, _PaintedList] = {}
        self._ring: tuple[tuple[Rgb, ...], pygame.Surface] | None = None
        self._shown: _LastDrawing | None = None
        self._scrolled: _ScrollState | None = None

    def draw(
        self,
        surface: pygame.Surface,
        page: Page,
        *,
        ring: Sequence[Rgb],
        time_s: float,
        holding: tuple[str, float] | None = None,
        pressed: Target | None = None,
    ) -> list[pygame.Rect]:
        """Draw the whole page; return the changed boxes (pixels of `surface`).

        `ring` are the colours of the ring's lights, the first on top, clockwise. `holding` is the button that is
        held down (``advance``, ``draw``, ``back``) and the share (0..1) of a hold that is done; `pressed` is any
        other thing that a finger or the mouse is pressing. `time_s` are seconds that never run backwards.
        """
        still = self._prepare(surface.get_size(), page)
        layout = still.canvas.layout
        if isinstance(page, PlayedPage):
            room = _played_room(still.canvas, page)
            for top, bottom in ((0, room.top), (room.bottom, layout.size[1])):
                beside = pygame.Rect(0, top, layout.size[0], bottom - top)
                surface.blit(still.canvas.surface, beside, beside)
            self._pictures.paint_played(surface.subsurface(room.clip(surface.get_rect())), page.played)
        else:
            surface.blit(still.canvas.surface, (0, 0))
        if still.highlight is not None:
            draw_pulse(surface, still.highlight, pulse_picture(time_s))
        touched = self._box_of(still, page, pressed)
        if touched is not None:
            draw_pressed(surface, touched)
        shown = _LastDrawing(still, tuple(ring), holding, touched, pulse_picture(time_s) if still.highlight else 0)
        if layout.ring:
            surface.blit(self._ring_picture(shown.lights, layout.ring.width), layout.ring)
        if holding is not None:
            held = Canvas(surface, self._fonts, layout)
            paint_button(held, Button(holding[0]), still.keys, holding[1])
        changed = self._changed(shown, page)
        self._shown = shown
        return changed

    def target_at(self, size: tuple[int, int], page: Page, point: tuple[int, int]) -> Target | None:
        """Return the target of the page under a pixel of a surface of this size."""
        still = self._prepare(size, page)
        for button, box in still.canvas.layout.buttons.items():
            if box.collidepoint(point):
                return ButtonTouched(button)
        line, scrubber = still.canvas.layout.scrubber, scrubber_of(page)
        around = line.inflate(0, 2 * still.canvas.layout.gap) if line else None
        if line and around and scrubber is not None and around.collidepoint(point):
            return MomentTouched(moment_at(line, scrubber, point[0]))
        plan = still.painted.list
        if plan and plan.pager:
            for down, half in enumerate(plan.pager):
                # Fingers may miss it a little.
                if half.inflate(0, max(0, still.canvas.layout.touch - half.height)).collidepoint(point):
                    return MoreTouched(bool(down))
        for place in still.painted.row_places:
            if place.row.id and place.box.collidepoint(point):
                return RowTouched(place.row.id)
        if isinstance(page, BoardPage) and still.painted.board:
            touched = self._pictures.place_at(still.painted.board, page.board, point)
            return PlaceTouched(touched) if touched else None
        return None

    def target_at_before(self, size: tuple[int, int], page: Page, point: tuple[int, int]) -> Target | None:
        """Return the target on a page of a moment ago; the shown page stays as it is."""
        shown = self._scrolled, self._still
        try:
            return self.target_at(size, page, point)
        finally:
            self._scrolled, self._still = shown

    def places(self, size: tuple[int, int], page: Page) -> tuple[RowPlace, ...]:
        """Return the visible places of the page's rows and its action.

        They are in pixels of a surface of this size.
        """
        return self._prepare(size, page).painted.row_places

    def board_box(self, size: tuple[int, int], page: Page) -> pygame.Rect | None:
        """Return the box of the game's picture (pixels of a surface of this size).

        The picture shrinks if the rows need the room.
        """
        return self._prepare(size, page).painted.board

    def painted(self, size: tuple[int, int], page: Page) -> Canvas:
        """Return the static part of the page as painted, with a note of every text on it."""
        return self._prepare(size, page).canvas

    def next_change(self, size: tuple[int, int], page: Page, time_s: float) -> float | None:
        """Return the seconds until the page's picture, of this size, changes by itself, or None.

        None: it does not change. The ring and a held button change it too, but the caller knows about those.
        """
        if isinstance(page, PlayedPage):
            return _FRAME_S if page.moving else None
        return until_next_picture(time_s) if self._prepare(size, page).highlight else None

    # --- long lists ---------------------------------------------------------------------------------------------------

    def row_step(self, size: tuple[int, int], page: Page) -> int | None:
        """Return the row height (pixels) of a list that can be scrolled; None if there is none."""
        plan = self._prepare(size, page).painted.list
        return plan.step if plan and plan.pager else None

    def scroll(self, size: tuple[int, int], page: Page, rows: int) -> None:
        """Scroll the page's list, if it is too long, down by so many rows (or up).

        It stays so until another row comes into focus that is not in sight, or another page comes, or the same one
        for somebody else.
        """
        plan = self._prepare(size, page).painted.list
        if plan is not None and plan.pager:
            focus = _focus(page, listed=self._lists_tiles(page))
            self._scrolled = _ScrollState(question_of(page), focus, max(0, plan.above + rows))

    def pages_with_draw(self, size: tuple[int, int], page: Page) -> bool | None:
        """Return True if holding Draw turns the page's list over, False if a press does.

        None: neither does. It does where the list is too long, nobody chooses from it, and the page gives the button
        nothing else to do.
        """
        return self._prepare(size, page).draw_pages

    def turn_over_with_draw(self, size: tuple[int, int], page: Page) -> None:
        """Turn the list over, from the last rows back to the first."""
        plan = self._prepare(size, page).painted.list
        if plan is not None and not plan.below:
            self.scroll(size, page, -plan.above)
        else:
            self.turn_over(size, page, down=True)

    def turn_over(self, size: tuple[int, int], page: Page, *, down: bool) -> None:
        """Scroll by what is in sight, but for one row by which to find one's place."""
        plan = self._prepare(size, page).painted.list
        rows = max(1, (len(plan.places) if plan else 0) - 1)
        self.scroll(size, page, rows if down else -rows)

    def _first_row(self, page: Page) -> int | None:
        """Return the first row of the page's list if it was scrolled.

        None if the list follows the row in focus.
        """
        if self._scrolled is None or self._scrolled.question != question_of(page):
            self._scrolled = None
            return self._first_kept(page)
        focus = _focus(page, listed=self._lists_tiles(page))
        if focus != self._scrolled.focus:
            plan = self._still.painted.list if self._still else None
            in_sight = plan is not None and focus in plan.in_sight
            self._scrolled = replace(self._scrolled, focus=focus) if in_sight else None
        return self._scrolled.first if self._scrolled else None

    def _lists_tiles(self, page: Page) -> bool:
        """Return True if the page's tiles were painted as rows, for want of room."""
        return isinstance(page, ListPage) and self._still is not None and self._still.painted.lists_tiles

    def _first_kept(self, page: Page) -> int | None:
        """Return the first row in sight of a list that stays; None if it may scroll.

        It follows the row that the buttons mark, and nothing else.
        """
        before = self._still
        if before is None or not _is_same_list(before.page, page):
            return None
        plan, marked = before.painted.list, _selected(page, listed=self._lists_tiles(page))
        if plan is None or plan.pager is None or (marked is not None and marked not in plan.in_sight):
            return None
        return plan.above

    # --- what stays ----------------------------------------------------------------------------------------------

    def _prepare(self, size: tuple[int, int], page: Page) -> _StaticPage:
        # Where something plays only the bar stands still.
        shown = replace(page, played=None, moving=False) if isinstance(page, PlayedPage) else page
        first = self._first_row(page)
        key = (size, language_in_use(), theme_in_use(), self.type_size, shown, first)
        if self._still is None or self._still.key != key:
            before = self._still
            if before is not None and isinstance(before.page, ListPage):
                self._leave(before.key, before.page, before.painted)
            for type_size in _type_sizes(self.type_size):
                self._still, layout = before, self._lay_out(size, page, type_size)
                self._still = self._paint(key, layout, page, first)
                if type_size == TYPE_SIZE.least or _has_room(self._still):
                    break
        assert self._still is not None
        return self._still

    def _lay_out(self, size: tuple[int, int], page: Page, type_size: float) -> PageLayout:
        return lay_out_page(size, bar=self._bar, type_size=type_size, scrubs=scrubber_of(page) is not None)

    def _paint(self, key: tuple[object, ...], layout: PageLayout, page: Page, first: int | None) -> _StaticPage:
        canvas = Canvas(pygame.Surface(layout.size), self._fonts, layout)
        canvas.surface.fill(theme.BACKGROUND)
        painted, highlight = Painted(), None
        match page:
            case ListPage():
                painted = paint_list(canvas, self._pictures, page, first, self._kept(key, page))
            case BoardPage():
                painted = paint_board(canvas, self._pictures, page, first, self._kept(key, page))
                if painted.board:
                    highlight = self._pictures.highlight(painted.board, page.board)
            case PlayedPage():
                room = _played_room(canvas, page)
                line = pygame.Rect(layout.body.left, room.bottom, layout.body.width, layout.body.bottom - room.bottom)
                paint_status(canvas, line, page.status)
                paint_headline(canvas, page)
        still = _StaticPage(key, page, canvas, painted, highlight, _draw_pages(page, painted))
        if layout.buttons:
            paint_buttons(canvas, still.keys)
        scrubber = scrubber_of(page)
        if layout.scrubber and scrubber is not None:
            paint_scrubber(canvas, layout.scrubber, scrubber)
        return still

    def _kept(self, key: tuple[object, ...], page: Page) -> Painted | None:
        """Return the parts as they were painted last if the page had the same list at the same size."""
        for before in (self._still, self._left.get(page.name)):
            if before is not None and before.key[:4] == key[:4] and _is_same_list(before.page, page):
                return before.painted
        return None

    def _leave(self, key: tuple[object, ...], page: ListPage, painted: Painted) -> None:
        """Remember where a list has its rows, for what may come back."""
        self._left.pop(page.name, None)
        self._left[page.name] = _PaintedList(key, page, painted)
        if len(self._left) > _MOST_LEFT:
            del self._left[next(iter(self._left))]

    # --- what moves ----------------------------------------------------------------------------------------------

    def _ring_picture(self, lights: tuple[Rgb, ...], size: int) -> pygame.Surface:
        if self._ring is None or self._ring[0] != lights or self._ring[1].get_width() != size:
            self._ring = (lights, ring_picture(lights, size))
        return self._ring[1]

    def _box_of(self, still: _StaticPage, page: Page, pressed: Target | None) -> pygame.Rect | None:
        """Return the box of what is pressed; None for buttons, which show it in their own way."""
        plan, board = still.painted.list, still.painted.board
        match pressed:
            case RowTouched(id=row):
                return next((place.box for place in still.painted.row_places if place.row.id == row), None)
            case MoreTouched(down=down) if plan and plan.pager:
                return plan.pager[down]
            case PlaceTouched(id=place) if board and isinstance(page, BoardPage):
                return self._pictures.place_box(board, page.board, place)
        return None

    def _changed(self, shown: _LastDrawing, page: Page) -> list[pygame.Rect]:
        layout, before = shown.still.canvas.layout, self._shown
        if before is None or before.still is not shown.still:
            return [pygame.Rect((0, 0), layout.size)]
        changed = [_played_room(shown.still.canvas, page)] if isinstance(page, PlayedPage) else []
        if shown.lights != before.lights:
            changed.append(layout.ring)
        if shown.holding != before.holding:
            helds = (shown.holding, before.holding)
            changed += [layout.buttons[Button(held[0])] for held in helds if held is not None]
        if shown.pressed != before.pressed:
            changed += [box for box in (shown.pressed, before.pressed) if box is not None]
        if shown.pulse != before.pulse and shown.still.highlight is not None:
            changed.append(pulse_box(shown.still.highlight))
        return changed


def _has_room(still: _StaticPage) -> bool:
    """Return True if a page's texts can be read and lie apart, and its list shows enough rows."""
    plan = still.painted.list
    if plan is not None and plan.pager is not None and len(plan.places) < _FEWEST_ROWS:
        return False
    least, status = least_status(still.canvas.layout), still.page.status
    first = first_sentence(status)
    # Smaller type may show all of a notice of which only the first sentence can be read.
    too_small = any(
        (text.text == status and text.paragraph.size < least) or (text.text == first and first != status)
        for text in still.canvas.written
    )
    return not too_small and next(iter(fit_problems(still.canvas)), None) is None


def _type_sizes(largest: float) -> Iterator[float]:
    """Yield the sizes of letters with which a page is tried, from the largest to the usual one."""
    yield largest
    yield from (size for size in TYPE_SIZE.values[::-1] if size < largest)


def _draw_pages(page: Page, painted: Painted) -> bool | None:
    """Return with what Draw turns the list over (see `PageView.pages_with_draw`)."""
    if isinstance(page, PlayedPage) or painted.list is None or painted.list.pager is None:
        return None
    if any(row.id for row in page.rows):
        return None
    if not page.keys.draw:
        return False
    return None if page.keys.draw_hold else True


def question_of(page: Page) -> tuple[object, ...]:
    """Return the identity of a page's question and of the player it asks.

    It stays the same while only texts, numbers and ticks change.
    """
    if isinstance(page, PlayedPage):
        return (page.name,)
    # The title may count what is left to do.
    return (page.name, _NUMBER.sub("", page.title), page.sign)


def _is_same_list(before: Page, after: Page) -> bool:
    """Return True if both pages have the same rows to touch, whatever else has changed."""
    if isinstance(before, PlayedPage) or isinstance(after, PlayedPage) or type(before) is not type(after):
        return False
    if (before.name, before.sign, len(before.rows)) != (after.name, after.sign, len(after.rows)):
        return False
    tiles = [page.tiles if isinstance(page, ListPage) else () for page in (before, after)]
    if len(tiles[0]) != len(tiles[1]):
        return False
    pairs = [(row.id, other.id) for row, other in zip(before.rows, after.rows, strict=True)]
    # A row may be taken away from the choices and come back, such as the start of a game.
    return any(all(pair) for pair in pairs) and all(first == other or not (first and other) for first, other in pairs)


def _selected(page: Page, *, listed: bool) -> int | None:
    """Return the row that the buttons mark; `listed`: tiles are rows, too."""
    match page:
        case ListPage(selected=int(selected), tiles=tiles):
            return selected if listed else max(0, selected - len(tiles))
        case BoardPage(selected=selected):
            return selected
    return None


def _focus(page: Page, *, listed: bool) -> int:
    match page:
        case ListPage(rows=rows, tiles=tiles):
            return row_in_focus((*tiles, *rows) if listed else rows, _selected(page, listed=listed))
        case BoardPage(rows=rows, selected=selected):
            return row_in_focus(rows, selected)
    return 0


def _played_room(canvas: Canvas, page: PlayedPage) -> pygame.Rect:
    """Return the room of a played page: between the headline and the line for the status."""
    body, box = canvas.layout.body, headline_box(canvas, page)
    top = 0 if box is None else box.bottom
    bottom = body.bottom - status_height(canvas, page.status, body.width)
    return pygame.Rect(0, top, canvas.layout.size[0], bottom - top)
