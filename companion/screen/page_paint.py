"""Painting of each kind of page above the bar with the buttons."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from math import ceil

import cv2
import pygame

from companion.screen import scale, theme
from companion.screen.canvas import Canvas
from companion.screen.caption import caption_height, caption_lines, paint_caption, usual_lines
from companion.screen.imagined_board import board_in_frame, framed_board_in, paint_frame
from companion.screen.page_layout import (
    BoardBoxes,
    PageLayout,
    from_bottom,
    from_top,
    lay_out_below_board,
    lay_out_board,
    lay_out_without_board,
)
from companion.screen.pages import BoardElsewhere, BoardPage, ListPage, PlayedPage, Row, Snapshot, Standings, Tone
from companion.screen.pictures import BoardShrinking, Pictures
from companion.screen.row_plan import CHOSEN_FROM, LEAST_ROWS, MOST_ABREAST, RowPlace, RowPlanner, RowsPlan
from companion.screen.rows import RowList
from companion.screen.signs import tone_colour, tone_sign
from companion.screen.standing import paint_standing, plan_standing
from companion.screen.text import fit, set_text
from companion.screen.theme import WHITE, Rgb, mix

#: The smallest letters of a notice, as a share of the usual ones.
_LEAST_STATUS = 0.7
#: So many lines has the status of most pages.
_USUAL_STATUS = 2
#: A large sign takes this share of the height that is left for it.
_SIGN_SHARE = 0.7
#: It is at least so large, as a share of the shorter side.
_LEAST_SIGN = 0.1
#: A board elsewhere is shown if its picture may have this share of the screen's shorter side.
_LEAST_ELSEWHERE = 0.2
#: The board's sizes, from the usual one on: it makes way for rows that had to be scrolled otherwise.
_BOARD_SIZES: tuple[float, ...] = (1.0, 0.86, 0.72, 0.62)
#: In a narrow window only so many of them.
_NARROW_SIZES = 3
#: And those of a board that usually does not: in small steps, because its cells are touched.
_STURDY_SIZES = (0.93, 0.86, 0.79, 0.72)
#: In a narrow window, if nothing else helps: names and numbers are still to be read there, from near.
_LEAST_BOARD = 0.62


@dataclass(frozen=True)
class Painted:
    """Touchable parts of a page besides the buttons: its rows, and the board in its box."""

    list: RowsPlan | None = None
    board: pygame.Rect | None = None
    others: tuple[RowPlace, ...] = ()
    """Rows that stand outside the list: tiles, an action."""
    room: pygame.Rect | None = None
    """The room of the list."""
    plan: object | None = None
    """How the rest of the page was planned."""
    lists_tiles: bool = False
    """Whether tiles are among the rows of the list, for want of room."""

    @property
    def row_places(self) -> tuple[RowPlace, ...]:
        """Places of everything with a row's id."""
        return (*(self.list.places if self.list else ()), *self.others)


def status_height(canvas: Canvas, text: str, width: int) -> int:
    """Return the height (pixels) of the line at the edge.

    A long text takes more than one line, an empty one takes nothing.
    """
    return set_text(canvas.fonts, text, width, canvas.layout.letters(scale.STATUS)).height if text else 0


def status_room(canvas: Canvas, lines: int) -> int:
    """Return the height (pixels) of so many lines at the edge."""
    text = "\n".join("|" * lines)
    return set_text(canvas.fonts, text, 1, canvas.layout.letters(scale.STATUS)).height


def _status_room(canvas: Canvas, text: str, width: int, *, kept: bool, second: bool) -> int:
    """Return the height (pixels) of the line at the edge of a page with the board.

    Mostly there is room for a `second` line: when a notice comes nothing else moves. Below a `kept`
    list there is no more than that.
    """
    letters = canvas.layout.letters(scale.STATUS)
    usual = status_room(canvas, 2 if second else 1)
    return usual if kept else max(usual, set_text(canvas.fonts, text, width, letters).height if text else 0)


def row_list(
    canvas: Canvas,
    pictures: Pictures,
    page: ListPage | BoardPage,
    room: pygame.Rect,
    sizes: Sequence[float],
    selected: int | None,
    first: int | None,
    abreast: int,
    *,
    smaller: bool = True,
    whole: bool = False,
    single_first: bool = False,
    kept: RowsPlan | None = None,
) -> RowList:
    """Return the page's rows in the first of two sizes if all are in sight, else the second.

    At most `abreast` stand side by side; with `single_first` none do where any of the sizes allows it. With `whole`
    no row is torn where any of the sizes allows that (see `RowPlanner`). Those of a `kept` list stay where they are.
    """

    def rows(letters: int, abreast: int, *, smaller: bool, whole: bool) -> RowList:
        listed = (page.rows, room, letters, letters, selected, first, abreast)
        planner = RowPlanner(canvas.fonts, canvas.layout, *listed, smaller=smaller, whole=whole, kept=kept)
        return RowList(canvas, pictures, planner)

    columns = (1, abreast) if single_first else (abreast,)
    tried = product((True, False) if whole else (False,), columns, map(canvas.layout.letters, sizes))
    for untorn, most, letters in tried if kept is None else ():
        fitting = rows(letters, most, smaller=False, whole=untorn)
        if not fitting.scrolls:
            return fitting
    return rows(canvas.layout.letters(sizes[min(1, len(sizes) - 1)]), abreast, smaller=smaller, whole=False)


def are_read(rows: Sequence[Row]) -> bool:
    """Return True if the rows are read rather than chosen from.

    Small letters are better there than torn rows.
    """
    return 2 * sum(1 for row in rows if row.id) < len(rows)


@dataclass(frozen=True)
class BoardPlan:
    """Plan of a page with the board: its boxes, and the lines that the caption has room for.

    `smaller_rows`: the rows' letters may be smaller than the default. `standing`: how all stand has room, too.
    `second_line`: so has a second line of the status.
    """

    boxes: BoardBoxes
    lines: int
    smaller_rows: bool = False
    standing: bool = True
    second_line: bool = True


def paint_board(
    canvas: Canvas, pictures: Pictures, page: BoardPage, first: int | None = None, kept: Painted | None = None
) -> Painted:
    """Paint the board and, beside or below it, title, caption, rows (`paint_list`) and status.

    `kept`: the same list as it was painted last; its rows stay where they are, if their texts have room there.
    """
    draft = canvas.draft()
    if kept is not None and isinstance(kept.plan, BoardPlan):
        painted = _paint_beside(draft, pictures, page, kept.plan, first, kept)
        if (
            painted.room == kept.room
            and stays(kept, painted)
            and not is_cut(draft, page.status, one_line=not kept.plan.second_line)
        ):
            return _paint_plan(canvas, pictures, page, kept.plan, first, kept)
    plans, otherwise = _plans(canvas, pictures, page)
    for plan in plans:
        _, rows = _paint_above_rows(draft, pictures, page, plan, first)
        if rows is not None and not rows.scrolls:
            return _paint_plan(canvas, pictures, page, plan, first)
    # A list that is turned over has room for some rows at least, whether a notice is there or not.
    quiet = replace(page, status="")
    for plan in (otherwise, *plans):
        painted, _ = _paint_above_rows(draft, pictures, quiet, plan, first)
        if painted.room is None or painted.room.height >= LEAST_ROWS * canvas.layout.touch:
            return _paint_plan(canvas, pictures, page, plan, first)
    return _paint_plan(canvas, pictures, page, otherwise, first)


def stays(kept: Painted, painted: Painted) -> bool:
    """Return True if every row in sight is where it was."""
    if kept.list is None or painted.list is None:
        return False
    before = {place.index: place.box for place in kept.list.places}
    return all(before.get(place.index, place.box) == place.box for place in painted.list.places)


def is_cut(canvas: Canvas, status: str, *, one_line: bool = False) -> bool:
    """Return True if a text is cut, or smaller than it may be.

    The smallest letters of the status are `least_status`; where it has `one_line` they may be smaller for once.
    """
    least = 0 if one_line else least_status(canvas.layout)
    return any(
        (written.paragraph.cut and not written.may_be_cut)
        or written.paragraph.size < (least if written.text == status else canvas.layout.least)
        for written in canvas.written
    )


def least_status(layout: PageLayout) -> int:
    """Return the smallest letters (pixels) of a notice, which rather takes room from others."""
    return max(layout.least, ceil(_LEAST_STATUS * layout.letters(scale.STATUS)))


def _paint_plan(
    canvas: Canvas, pictures: Pictures, page: BoardPage, plan: BoardPlan, first: int | None, kept: Painted | None = None
) -> Painted:
    """Paint the board, which may take all of the background, and then what is beside it."""
    board = plan.boxes.board
    if not board.width:
        return _paint_beside(canvas, pictures, page, plan, first, kept)
    if isinstance(page.board, Snapshot):
        _camera_picture(canvas, board, page.board)
        return _paint_beside(canvas, pictures, page, plan, first, kept)
    if page.imagined:
        frame, board = board, board_in_frame(canvas.layout.short, board)
        pictures.paint_board(canvas, board, page.board)
        paint_frame(canvas, frame)
    else:
        pictures.paint_board(canvas, board, page.board)
        for place in page.disturbed:
            _outline(canvas, board, pictures.place_box(board, page.board, place))
    return replace(_paint_beside(canvas, pictures, page, plan, first, kept), board=board)


def _board_in(canvas: Canvas, pictures: Pictures, page: BoardPage) -> Callable[[pygame.Rect], pygame.Rect]:
    """Return the function that gives the box of the largest board, frame or snapshot in a room."""
    if isinstance(page.board, Snapshot):
        return partial(_snapshot_in, page.board)
    return framed_board_in(canvas.layout.short, pictures.board_in) if page.imagined else pictures.board_in


def _snapshot_in(snapshot: Snapshot, room: pygame.Rect) -> pygame.Rect:
    """Return the box of the largest picture of a snapshot in the middle of a room."""
    height, width = snapshot.pixels.shape[:2]
    return pygame.Rect(0, 0, width, height).fit(room)


def _plans(canvas: Canvas, pictures: Pictures, page: BoardPage) -> tuple[list[BoardPlan], BoardPlan]:
    """Return plans with ever smaller board and caption to try until all rows fit; a fallback.

    The fallback is used if no plan helps. How all stand makes way first, then the second line of the status and a board
    that otherwise does not give way on a wide screen, then the rows' letters and the sentence. On a wide screen
    all rows of a list to choose from may stand below a small board, on a low one without it.
    """
    board_in = _board_in(canvas, pictures, page)
    if not page.board_shown:
        alone = BoardPlan(lay_out_without_board(canvas.layout), usual_lines(canvas.layout))
        if not page.imagined:
            return [alone], alone
        # Nothing of such a page stands still from turn to turn: a long sentence has its lines where the rows fit.
        lines = caption_lines(canvas, page.caption, page.tone, alone.boxes.panel.width, scale.LARGE)
        return [replace(alone, lines=more) for more in range(max(lines, alone.lines), alone.lines - 1, -1)], alone
    if not canvas.layout.wide:
        return _narrow_plans(canvas, pictures, page)
    shrinks = isinstance(page.board, Snapshot) or pictures.board_shrinking is BoardShrinking.EVERYWHERE
    sizes = _BOARD_SIZES if page.rows and shrinks else _BOARD_SIZES[:1]
    boxes = [lay_out_board(canvas.layout, board_in, smaller) for smaller in sizes]
    usual = usual_lines(canvas.layout)
    lines = max(usual, caption_lines(canvas, page.caption, page.tone, boxes[0].panel.width, scale.LARGE))
    plans = [BoardPlan(board_boxes, lines) for board_boxes in boxes]
    if not page.rows:
        return [], plans[0]
    long, otherwise = _add_standing_plan(plans, page)
    if len(boxes) == 1:
        plans.append(replace(plans[-1], second_line=False))
        boxes = [lay_out_board(canvas.layout, board_in, smaller) for smaller in _STURDY_SIZES]
        plans += [replace(plans[-1], boxes=board_boxes, second_line=True) for board_boxes in boxes]
    least = caption_lines(canvas, page.caption, page.tone, boxes[-1].panel.width, scale.SMALL)
    plans += [replace(plans[-1], lines=fewer) for fewer in range(min(lines - 1, max(usual, least)), least - 1, -1)]
    if canvas.layout.low and not long:
        # Where a list has to be turned over at any rate, as much of it as possible is in sight.
        otherwise = plans[-1]
    if not long and shrinks:
        below = lay_out_below_board(canvas.layout, board_in)
        otherwise = replace(otherwise, boxes=below, standing=False, second_line=False)
        plans.append(otherwise)
        if canvas.layout.low and not isinstance(page.board, Snapshot):
            alone = replace(otherwise, boxes=lay_out_without_board(canvas.layout), lines=usual)
            otherwise = replace(alone, lines=max(1, usual - 1))
            plans += [alone, otherwise]
    return plans, otherwise


def _add_standing_plan(plans: list[BoardPlan], page: BoardPage) -> tuple[bool, BoardPlan]:
    """Add the plan in which the standing gives way.

    Return True if the list is too long at any rate, and the fallback: such a list leaves the board its size.
    """
    if page.standing is not None:
        plans.append(replace(plans[-1], standing=False))
    long = len(page.rows) > CHOSEN_FROM
    return long, replace(plans[0], standing=plans[-1].standing) if long else plans[-1]


def _narrow_plans(canvas: Canvas, pictures: Pictures, page: BoardPage) -> tuple[list[BoardPlan], BoardPlan]:
    """Return the plans of a screen on which the rows stand below the board, and the fallback.

    On a tall screen the sentence's box above the board is the same on all pages, but for a long sentence. There a list
    to choose from rather stands without the board than in smaller letters.
    """
    layout, usual = canvas.layout, usual_lines(canvas.layout)
    board_in = _board_in(canvas, pictures, page)
    is_snapshot = isinstance(page.board, Snapshot)
    shrinks = page.rows and (is_snapshot or pictures.board_shrinking is not BoardShrinking.NOWHERE)
    lines = max(usual, caption_lines(canvas, page.caption, page.tone, layout.body.width, scale.LARGE))

    def boxes(smaller: float) -> BoardBoxes:
        return lay_out_board(layout, board_in, smaller, caption_height(canvas, lines))

    plans = [BoardPlan(boxes(smaller), lines) for smaller in (_BOARD_SIZES[:_NARROW_SIZES] if shrinks else (1.0,))]
    if not page.rows:
        return [], plans[0]
    long, otherwise = _add_standing_plan(plans, page)
    if shrinks and layout.tall:
        plans.append(replace(plans[-1], boxes=boxes(_LEAST_BOARD)))
        plans.append(replace(plans[-1], second_line=False))
        # An imagined board and a snapshot are seen nowhere else.
        if not long and not page.imagined and not is_snapshot and any(row.id for row in page.rows):
            plans.append(replace(plans[-1], boxes=lay_out_without_board(layout), lines=usual))
    if layout.tall and not shrinks:
        # A board that usually stays gives way before the rows have no room.
        plans.append(replace(plans[-1], second_line=False))
        plans += [replace(plans[-1], boxes=boxes(smaller)) for smaller in (*_STURDY_SIZES, _LEAST_BOARD)]
    plans.append(replace(plans[-1], smaller_rows=True))
    if not layout.tall:
        least = caption_lines(canvas, page.caption, page.tone, plans[-1].boxes.panel.width, scale.SMALL)
        plans += [replace(plans[-1], lines=fewer) for fewer in range(min(lines - 1, max(usual, least)), least - 1, -1)]
        if shrinks:
            plans.append(replace(plans[-1], boxes=boxes(_LEAST_BOARD)))
            plans.append(replace(plans[-1], second_line=False))
        if not long:
            # Where a list has to be turned over at any rate, as much of it as possible is in sight.
            otherwise = plans[-1]
    return plans, otherwise


def _paint_beside(
    canvas: Canvas, pictures: Pictures, page: BoardPage, plan: BoardPlan, first: int | None, kept: Painted | None = None
) -> Painted:
    """Paint all but the board; the room of a `kept` list stays as it was."""
    painted, rows = _paint_above_rows(canvas, pictures, page, plan, first, kept)
    if rows is None:
        if painted.room is not None and not _paint_elsewhere(canvas, page.elsewhere, painted.room, painted.room.top):
            _large_sign(canvas, pictures, page.sign, painted.room, painted.room.top)
        return painted
    rows.paint()
    top = max(place.box.bottom for place in rows.plan.places)
    if painted.room is not None and not _paint_elsewhere(canvas, page.elsewhere, painted.room, top + canvas.layout.gap):
        _large_sign(canvas, pictures, None if page.board_shown else page.sign, painted.room, top)
    return replace(painted, list=rows.plan)


def _paint_above_rows(
    canvas: Canvas, pictures: Pictures, page: BoardPage, plan: BoardPlan, first: int | None, kept: Painted | None = None
) -> tuple[Painted, RowList | None]:
    """Paint all but the board and the rows; return the rows too, if there are any."""
    layout, boxes, stays = canvas.layout, plan.boxes, kept is not None
    side = min(boxes.head.height, round(1.45 * layout.letters(scale.BOARD_TITLE)))
    sign = None if page.sign is None else pictures.sign(page.sign, side)
    paint_title(canvas, boxes.head, page.title, sign, layout.letters(scale.BOARD_TITLE))
    room = boxes.panel
    standing = page.standing if plan.standing or boxes.status is not None else None
    if boxes.status is not None:
        if _paint_status_column(canvas, pictures, page, standing, boxes.status) or not plan.standing:
            standing = None
    else:
        status, room = from_bottom(
            room,
            _status_room(canvas, page.status, room.width, kept=stays, second=plan.second_line),
            layout.gap,
        )
        paint_status(canvas, status, page.status, page.status_tone)
    if standing is not None:
        columns = plan_standing(canvas, standing, room.width)
        table, room = from_bottom(room, columns.height, layout.gap // 2)
        paint_standing(canvas, pictures, standing, table, columns)
    others: tuple[RowPlace, ...] = ()
    if page.action is not None:
        box, room = from_bottom(room, layout.touch, layout.gap)
        others = (RowPlace(page.action, -1, box),)
        _action(canvas, box, page.action)
    if boxes.caption is None:
        room = paint_caption(canvas, room, page.caption, page.tone, plan.lines, _above(room, kept, layout.gap))
    else:
        paint_caption(canvas, boxes.caption, page.caption, page.tone, plan.lines, boxes.caption.height)
    if not page.rows:
        return Painted(others=others, room=room), None
    beside = boxes.board.width > 0 and (boxes.caption is None or layout.tall)
    # Four rows stand two by two in every language, rather than side by side where their words are short.
    pairs = layout.tall and page.board_shown and len(page.rows) <= 4
    abreast = 1 if page.one_column and beside else 2 if pairs else MOST_ABREAST
    rows = row_list(
        canvas,
        pictures,
        page,
        room,
        scale.SIDE_ROWS if page.board_shown else (*scale.ROWS, scale.SMALL),
        page.selected,
        first,
        abreast,
        smaller=plan.smaller_rows,
        whole=are_read(page.rows),
        # Beside the board of a low screen columns are too narrow for names.
        single_first=not page.board_shown or (layout.wide and layout.low),
        kept=kept.list if kept is not None else None,
    )
    return Painted(others=others, room=room, plan=plan), rows


def _paint_elsewhere(canvas: Canvas, elsewhere: BoardElsewhere | None, room: pygame.Rect, top: int) -> bool:
    """Paint a board elsewhere into the room below `top`, if that is enough; return True if so."""
    if elsewhere is None:
        return False
    left = pygame.Rect(room.left, top, room.width, room.bottom - top)
    line, left = from_bottom(left, 2 * canvas.layout.letters(scale.STATUS), canvas.layout.gap // 2)
    box = _snapshot_in(elsewhere.snapshot, left)
    if left.height <= 0 or min(box.size) < _LEAST_ELSEWHERE * canvas.layout.short:
        return False
    _camera_picture(canvas, box, elsewhere.snapshot)
    letters = canvas.layout.letters(scale.STATUS)
    canvas.write(elsewhere.text, line, theme.TEXT_SOFT, largest=letters, across=0.5, may_be_cut=True)
    return True


def _large_sign(canvas: Canvas, pictures: Pictures, sign: object | None, room: pygame.Rect, top: int) -> None:
    """Paint whose turn it is into the room below `top`, if that is enough."""
    if sign is None:
        return
    left = pygame.Rect(room.left, top, room.width, room.bottom - top)
    side = round(min(_SIGN_SHARE * left.height, room.width / 2))
    if side >= _LEAST_SIGN * canvas.layout.short:
        canvas.blit(pictures.sign(sign, side), left.center)


def _outline(canvas: Canvas, board: pygame.Rect, place: pygame.Rect) -> None:
    """Outline a place of the board over which something moves.

    A place that the game does not show is the whole board, and gets no outline.
    """
    if place != board:
        pygame.draw.rect(canvas.surface, tone_colour(Tone.WAITING), place, max(2, place.width // 14))


def _paint_status_column(
    canvas: Canvas, pictures: Pictures, page: BoardPage, standing: Standings | None, room: pygame.Rect
) -> bool:
    """Paint the status in a column of its own, the standing below it if it has its place there.

    It has where a usual status leaves it room. A long notice is written smaller, or takes its place for a while, so
    that the rows stay where they are. Return True if the standing has its place there.
    """
    letters, gap = canvas.layout.letters(scale.STATUS), canvas.layout.gap
    height = status_height(canvas, page.status, room.width)
    plan = None if standing is None else plan_standing(canvas, standing, room.width)
    left = 0 if plan is None else room.height - plan.height - gap
    has_place = plan is not None and left >= status_room(canvas, _USUAL_STATUS)
    fits = has_place and not fit(canvas.fonts, page.status, (room.width, left), letters, canvas.layout.least).cut
    if fits and standing is not None and plan is not None:
        height = min(height, left)
        paint_standing(canvas, pictures, standing, from_bottom(room, plan.height, 0)[0], plan)
    paint_status(canvas, from_top(room, height, gap)[0], page.status, page.status_tone)
    return has_place


def _action(canvas: Canvas, box: pygame.Rect, row: Row) -> None:
    """Draw a button: raised, framed, its words in the middle; flat while it is out of use."""
    corner = box.height // 4
    ground, frame, text = (
        (mix(theme.PANEL_RAISED, WHITE, 0.1), theme.TEXT_SOFT, theme.TEXT)
        if row.id
        else (theme.PANEL, theme.LINE, theme.TEXT_SOFT)
    )
    pygame.draw.rect(canvas.surface, ground, box, border_radius=corner)
    pygame.draw.rect(canvas.surface, frame, box, max(2, canvas.layout.short // 300), border_radius=corner)
    inner = box.inflate(-2 * corner, 0)
    canvas.write(row.text, inner, text, largest=canvas.layout.letters(scale.TEXT), bold=True, across=0.5)


def _camera_picture(canvas: Canvas, room: pygame.Rect, snapshot: Snapshot) -> None:
    """Draw the camera's picture, as large as there is room."""
    size = _snapshot_in(snapshot, room).size
    small = cv2.resize(snapshot.pixels, size, interpolation=cv2.INTER_AREA)
    surface = pygame.image.frombuffer(cv2.cvtColor(small, cv2.COLOR_BGR2RGB).tobytes(), size, "RGB")
    canvas.surface.blit(surface, surface.get_rect(center=room.center))


def paint_status(canvas: Canvas, box: pygame.Rect, text: str, tone: Tone = Tone.PLAIN) -> None:
    """Paint the line at the edge of a page; what people wait for is larger if it fits."""
    letters = canvas.layout.letters(scale.STATUS if tone is Tone.PLAIN else scale.MIDDLE)
    canvas.write(text, box, _status_colour(tone), largest=letters)


def first_sentence(text: str) -> str:
    """Return the first sentence of a text; all of it where there is no other one."""
    sentence, _, others = text.partition(". ")
    return f"{sentence}." if others else text


def headline_box(canvas: Canvas, page: PlayedPage) -> pygame.Rect | None:
    """Return the box of the large sentence above what is played; None if there is none."""
    body, letters = canvas.layout.body, canvas.layout.letters(scale.LIST_TITLE)
    return pygame.Rect(body.left, body.top, body.width, round(1.5 * letters)) if page.headline else None


def paint_headline(canvas: Canvas, page: PlayedPage) -> None:
    """Paint the large sentence above what is played, with the sign of its tone."""
    box = headline_box(canvas, page)
    if box is None:
        return
    colour, pad = tone_colour(page.tone), canvas.layout.gap
    canvas.plate(box, mix(theme.PANEL, colour, 0.3))
    sign = tone_sign(page.tone, round(0.6 * box.height))
    left = box.left + pad
    if sign is not None:
        canvas.blit(sign, (left + sign.get_width() / 2, box.centery))
        left += sign.get_width() + pad
    text = pygame.Rect(left, box.top, box.right - pad - left, box.height)
    canvas.write(page.headline, text, largest=canvas.layout.letters(scale.LIST_TITLE), bold=True)


def _above(room: pygame.Rect, kept: Painted | None, gap: int) -> int | None:
    """Return the caption's height (pixels) above a kept list; None without such a list."""
    return None if kept is None or kept.room is None else kept.room.top - gap - room.top


def paint_title(canvas: Canvas, box: pygame.Rect, title: str, sign: pygame.Surface | None, letters: int) -> None:
    """Paint the title, behind its sign if it has one."""
    text = box
    if sign is not None:
        side = sign.get_width()
        canvas.blit(sign, (box.left + side / 2, box.centery))
        left = box.left + side + canvas.layout.gap
        text = pygame.Rect(left, box.top, box.right - left, box.height)
    canvas.write(title, text, theme.TEXT, largest=letters, bold=True, title=True)


def _status_colour(tone: Tone) -> Rgb:
    return theme.TEXT_SOFT if tone is Tone.PLAIN else tone_colour(tone)
