"""Virtual table as a part of a window, seen from straight above.

People move the pieces by mouse or touch.

::

    widget = TableWidget(table, pictures)
    changed = widget.draw(window.subsurface(left_half))
    for event in pygame.event.get():
        meant_for_the_table = widget.handle(event)
"""

import math
import time
from collections.abc import Callable, Hashable

import cv2
import numpy as np
import pygame

from companion.screen import theme
from companion.screen.keys import digit_key, latin_key
from companion.screen.pages import BoardPage, Page, Tone, imagined_board
from companion.screen.signs import tone_colour
from companion.screen.text import Fonts
from companion.screen.theme import INK, theme_in_use
from companion.virtual_table.close_ups import CloseUps
from companion.virtual_table.ground import help_text, surface_of
from companion.virtual_table.hand_covers import HandCovers
from companion.virtual_table.pictures import Overlay, TablePictures
from companion.virtual_table.piece import Point
from companion.virtual_table.secret_hands import CloseUp, SecretHands
from companion.virtual_table.table import Carry, VirtualTable
from companion.virtual_table.widget_layout import WidgetLayout
from companion.virtual_table.widget_view import WidgetView
from vision.model.surface import Grid
from vision.picture import Pixels

#: A piece is dragged once the pointer has moved so far (pixels): a click leaves it where it lies.
_DRAG_PX = 5
#: Two clicks within this time are a double click.
_TWICE_S = 0.4


class TableWidget:
    """Drawing of the table, whose pieces hands can move.

    Dragging moves a piece, or the topmost one of a pile (with the shift key it lies exactly where it is dropped, else
    in the middle of its cell). A double click, the right button or the key F turns it over, or round if it has one face
    only; the wheel or the key R turns it. The key C shows `camera_picture` (BGR), what the camera saw last, or hides
    it.

    Where cards are hidden in hands their covers are below the table (`HandCovers`). Of a large table a part is shown
    close up (`CloseUps`), where hands move pieces as well.
    """

    def __init__(
        self,
        table: VirtualTable,
        pictures: TablePictures,
        clock: Callable[[], float] = time.monotonic,
        hands: SecretHands | None = None,
    ) -> None:
        self.table = table
        self._table_pictures = pictures
        self._secrets = hands
        self._covers: HandCovers | None = None
        if hands is not None:
            self._covers = HandCovers(hands, lambda px: pictures.pieces(self._fonts, px), table.unit_mm, clock)
        self._close_ups = CloseUps(hands.close_ups if hands is not None else tuple)
        self.camera_picture: Pixels | None = None
        #: Whether people have switched the camera off: what they move then tells nothing.
        self.is_camera_off = False
        #: Whether moves are told by keys, by ear, and hands lay them.
        self.is_told_by_keys = False
        #: Whether the camera's picture is shown; None: if there is room for it.
        self.camera_shown: bool | None = None
        self._clock = clock
        self._fonts = Fonts()
        #: The whole table, and the part that is shown close up, if any; what that is.
        self._view: WidgetView | None = None
        self._close_view: WidgetView | None = None
        self._close_up: CloseUp | None = None
        self._offset = (0, 0)
        self._hovered: str | None = None
        #: The piece under the pressed button, and where (pixels) it was pressed; the last click and when it was.
        self._pressed: tuple[str, Point] | None = None
        #: What the pointer carries.
        self._carry: Carry | None = None
        self._clicked: tuple[str, float] | None = None
        self._drawn: Hashable = None
        #: The page beside the table, and what it tells on the table.
        self._page: Page | None = None
        self._overlay: Overlay | None = None
        self._on: pygame.Surface | None = None
        self._layout_key: Hashable = None
        #: The camera's picture that is shown, and how.
        self._shown: Pixels | None = None
        self._inset: pygame.Surface | None = None

    @property
    def help_line(self) -> str:
        """Line that says what people can do on the table."""
        return help_text(is_camera_off=self.is_camera_off, is_told_by_keys=self.is_told_by_keys)

    # -- drawing ------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface, page: Page | None = None) -> bool:
        """Draw the table onto the whole surface, a part of the window; return True if it changed.

        On it stands what the `page` tells of the board, if anything.
        """
        if page != self._page:
            self._page, self._overlay = page, None
            # What lies on no table is never drawn over the pieces on this one.
            if page is not None and imagined_board(page) is None:
                self._overlay = self._table_pictures.overlay(page, self.table.catalogue, self._fonts)
        self._offset = surface.get_abs_offset()
        window = surface.get_abs_parent()
        picture = self.camera_picture if self._shows_camera(surface.get_size()) else None
        open_areas = tuple(self._secrets.open_areas()) if self._secrets is not None else ()
        drawn_state = (
            (surface.get_size(), self._offset, self.help_line),
            (tuple(self.table.pieces.values()), tuple(self.table.carries), self._hovered, self.table.arm),
            self._secrets and (self._covers and self._covers.state(), tuple(self._secrets.places()), open_areas),
            (self._close_ups.parts(), self._close_ups.shown()),
            (self._overlay, self._marked_cells),
        )
        if drawn_state == self._drawn and window is self._on and picture is self._shown:
            return False
        self._drawn = None
        self._lay_out(surface)
        assert self._view is not None
        places = self._secrets.places if self._secrets is not None else tuple
        self._view.draw(surface, self._hovered, places, open_areas, self._overlay)
        self._frame_marked(surface, self._view)
        if self._close_view is not None:
            self._close_view.draw(surface, self._hovered, places, open_areas, self._overlay)
            pygame.draw.rect(surface, INK, self._close_view.box, 2)
        if self._close_ups.parts():
            self._close_ups.draw(surface, self._close_ups.row(self._view.layout.close_up(self._beside_mm)), self._fonts)
        self._draw_inset(surface, picture)
        if self._covers is not None:
            self._covers.draw(surface, self._fonts)
        self._drawn, self._on = drawn_state, window
        return True

    def hide(self) -> None:
        """Let go of everything: something else takes the table's place until it is drawn."""
        self._let_everything_go()
        self._drawn, self._hovered = None, None

    @property
    def _marked_cells(self) -> tuple[str, ...]:
        """The cells of the board at which people elsewhere point, or that are disturbed."""
        return self._page.disturbed if isinstance(self._page, BoardPage) else ()

    def _frame_marked(self, surface: pygame.Surface, view: WidgetView) -> None:
        """Frame the marked cells, as on a page's drawing."""
        places = self.table.catalogue.surface
        for cell in self._marked_cells if isinstance(places, Grid) else ():
            left, top, right, bottom = places.area_mm(cell)
            (x, y), (x_after, y_after) = view.to_px((left, top)), view.to_px((right, bottom))
            box = pygame.Rect(round(x), round(y), round(x_after - x), round(y_after - y))
            pygame.draw.rect(surface, tone_colour(Tone.WAITING), box, max(2, box.width // 14))

    def _shows_camera(self, size: tuple[int, int]) -> bool:
        if self.camera_shown is None:
            return self._layout_in(size).inset_has_room
        return self.camera_shown

    def _layout_in(self, size: tuple[int, int]) -> WidgetLayout:
        """Return the layout of the table above the covers."""
        covers = self._covers.room(size) if self._covers is not None else 0
        has_close_up = bool(self._close_ups.parts())
        return WidgetLayout(
            # In a window that is too small for them the covers lie over the table.
            (max(1, size[0]), max(1, size[1] - covers)),
            self.table.areas.table,
            self.table.unit_mm,
            has_close_up=has_close_up,
        )

    @property
    def _beside_mm(self) -> float:
        """Left edge of the box from which pieces come; a close-up never hides what is right of it."""
        return self.table.areas.seen[2]

    def _lay_out(self, surface: pygame.Surface) -> None:
        """Make the parts that depend on the widget's size, the language and the close-up."""
        size = surface.get_size()
        layout = self._layout_in(size)
        key = layout, self.help_line, theme_in_use()
        if self._view is None or key != self._layout_key:
            self._view = self._make_view(layout, (0, 0), surface)
            self._close_up, self._inset = None, None
        shown = self._close_ups.shown()
        # While a piece is in the air nothing moves below it, unless somebody wants to see another part.
        is_same = shown is not None and self._close_up is not None and shown.id == self._close_up.id
        if key == self._layout_key and (shown == self._close_up or (is_same and self.table.carries)):
            return
        self._layout_key, self._close_up, self._close_view = key, shown, None
        if shown is not None:
            box = layout.close_up(self._beside_mm)
            row = self._close_ups.row(box)
            room = pygame.Rect(box.left, row.bottom, box.width, box.bottom - row.bottom)
            close_size = max(1, room.width), max(1, room.height)
            close = WidgetLayout(close_size, shown.area_mm, self.table.unit_mm, is_close_up=True)
            self._close_view = self._make_view(close, room.topleft, surface)

    def _make_view(self, layout: WidgetLayout, corner: tuple[int, int], surface: pygame.Surface) -> WidgetView:
        return WidgetView(layout, corner, self.table, self._table_pictures, self._fonts, surface, self.help_line)

    def _view_at(self, pixel: Point) -> WidgetView:
        """Return the view that a pixel of the widget is in."""
        assert self._view is not None, "the table has not been drawn yet"
        close = self._close_view
        return close if close is not None and close.box.collidepoint(pixel) else self._view

    def _draw_inset(self, surface: pygame.Surface, picture: Pixels | None) -> None:
        """Draw the camera's picture, reduced; a new picture is reduced again."""
        assert self._view is not None
        box = self._view.layout.inset
        if picture is not self._shown or self._inset is None:
            self._shown = picture
            self._inset = None if picture is None else _framed(picture, box.size).convert(surface)
        if self._inset is not None:
            surface.blit(self._inset, box)

    # -- hands --------------------------------------------------------------------------------------------------

    def to_mm(self, pixel: Point) -> Point:
        """Return the point of the table under a pixel of the window. The table must have been drawn."""
        within = self._within(pixel)
        return self._view_at(within).to_mm(within)

    def to_px(self, point_mm: Point) -> Point:
        """Return the window pixel over a point of the table, in the close-up if it is there.

        The table must have been drawn.
        """
        assert self._view is not None, "the table has not been drawn yet"
        close = self._close_view
        x, y = self._view.to_px(point_mm)
        if close is not None and close.box.collidepoint(close.to_px(point_mm)):
            x, y = close.to_px(point_mm)
        return x + self._offset[0], y + self._offset[1]

    def piece_at(self, pixel: Point) -> str | None:
        """Return the topmost movable piece under a pixel of the window; None if there is none."""
        piece = self.table.piece_at(self.to_mm(pixel))
        return None if piece is None or self.table.kind(self.table.pieces[piece]).stays else piece

    def free_cell_at(self, pixel: Point) -> str | None:
        """Return the cell under a pixel of the window if nothing lies there; None if there is none."""
        surface = self.table.catalogue.surface
        if self._view is None or not self._inside(pixel) or not isinstance(surface, Grid):
            return None
        point_mm = self.to_mm(pixel)
        return surface.cell_at(*point_mm) if self.table.piece_at(point_mm) is None else None

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event of a mouse, a finger or a key; return True if it was for the table."""
        if self._view is None:
            return False
        match event.type:
            case pygame.MOUSEBUTTONDOWN:
                return self._press(event.button, event.pos)
            case pygame.MOUSEMOTION:
                return self._move(event.pos)
            case pygame.MOUSEBUTTONUP if event.button == pygame.BUTTON_LEFT:
                return self._let_go(event.pos)
            case pygame.WINDOWFOCUSLOST:
                # Where the button is let go nobody tells this window.
                self._let_everything_go()
            case pygame.MOUSEWHEEL:
                return self._turn(1 if event.y < 0 else -1)
            case pygame.KEYDOWN:
                return self._key(event)
        return False

    def _let_everything_go(self) -> None:
        self._put_down()
        if self._covers is not None:
            self._covers.hide()

    def _inside(self, pixel: Point) -> bool:
        assert self._view is not None
        return pygame.Rect(self._offset, self._view.layout.size).collidepoint(pixel)

    def _within(self, pixel: Point) -> Point:
        """Return the pixel of the widget under a pixel of the window."""
        return pixel[0] - self._offset[0], pixel[1] - self._offset[1]

    def _press(self, button: int, pixel: Point) -> bool:
        if button == pygame.BUTTON_LEFT:
            # It was let go where nobody told this window.
            self._put_down()
            if self._covers is not None and self._covers.press(self._within(pixel)):
                return True
        if not self._inside(pixel):
            return False
        if button == pygame.BUTTON_LEFT and self._close_ups.press(self._within(pixel)):
            return True
        piece = self._carry.piece_id if self._carry is not None else self.piece_at(pixel)
        if piece is None and button == pygame.BUTTON_LEFT:
            piece = self._drawn_at(pixel)
        if piece is None:
            self._clicked = None
        elif button == pygame.BUTTON_RIGHT:
            self._turn_over(piece)
        elif button == pygame.BUTTON_LEFT:
            before, self._clicked = self._clicked, (piece, self._clock())
            if before is not None and before[0] == piece and self._clock() - before[1] <= _TWICE_S:
                self._clicked = None
                self._turn_over(piece)
            else:
                self._pressed = (piece, pixel)
        return True

    def _drawn_at(self, pixel: Point) -> str | None:
        """Take the card off the pile under a pixel of the window; return its id or None."""
        pile = self.table.piece_at(self.to_mm(pixel))
        return self._secrets.take_top(pile) if self._secrets is not None and pile is not None else None

    def _move(self, pixel: Point) -> bool:
        if self._covers is not None and self._covers.move(self._within(pixel)):
            return True
        if self._pressed is None:
            self._hovered = self.piece_at(pixel) if self._inside(pixel) else None
            return False
        piece, start = self._pressed
        if self._carry is None and self.table.lies(piece) and math.dist(pixel, start) >= _DRAG_PX:
            self._clicked = None
            self._carry = self.table.pick_up(piece, self.to_mm(start))
        if self._carry is not None:
            # Over the name of a part that part is shown: the piece can be laid there.
            self._close_ups.press(self._within(pixel))
            self._carry.drag(self.to_mm(pixel))
        return True

    def _let_go(self, pixel: Point) -> bool:
        if self._covers is not None and self._covers.release(self._within(pixel)):
            return True
        if self._pressed is None:
            return False
        self._put_down(pixel)
        return True

    def _put_down(self, pixel: Point | None = None) -> None:
        """Put down the pointer's piece, below it or at `pixel`, for example on a cover.

        The pointer holds nothing any more.
        """
        carry, self._carry, self._pressed = self._carry, None, None
        if carry is not None and carry.drop(exactly=bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)):
            self._piece_dropped(carry.piece_id, pixel)

    def _piece_dropped(self, piece: str, pixel: Point | None) -> None:
        """Let the game say what comes of a card that was laid somewhere, or on a cover."""
        if self._secrets is None or self._covers is None:
            return
        holder = None if pixel is None else self._covers.holder_at(self._within(pixel))
        if holder is None or not self._secrets.give(holder, piece):
            self._secrets.laid(piece)

    def _key(self, event: pygame.event.Event) -> bool:
        key = latin_key(event)
        if key == pygame.K_c:
            assert self._view is not None
            self.camera_shown = not self._shows_camera(self._view.layout.size)
            return True
        digit = digit_key(event)
        if digit is not None and self._close_ups.digit(digit):
            return True
        if key == pygame.K_r:
            return self._turn(1)
        if key == pygame.K_f and self._in_hand is not None:
            self._turn_over(self._in_hand)
            return True
        return False

    @property
    def _in_hand(self) -> str | None:
        """The piece that the pointer carries, else the one under it."""
        return self._hovered if self._carry is None else self._carry.piece_id

    def _turn(self, quarters: int) -> bool:
        """Turn the piece in the air or under the pointer; return True if there is one."""
        if self._carry is not None:
            self._carry.turn(quarters)
        elif self._hovered is not None:
            self.table.turn(self._hovered, quarters)
        return self._in_hand is not None

    def _turn_over(self, piece: str) -> None:
        """Turn the piece over; round if it has only one face."""
        if self._secrets is not None and not self._secrets.may_turn_over(piece):
            return
        if self._carry is not None and self._carry.piece_id == piece:
            if not self._carry.flip():
                self._carry.turn()
        elif not self.table.flip(piece):
            self.table.turn(piece)


def _framed(picture: Pixels, size: tuple[int, int]) -> pygame.Surface:
    """Return the picture (BGR) in this size with a frame."""
    surface = surface_of(np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8))
    for colour, inset in ((INK, 0), (theme.TEXT, 1)):
        pygame.draw.rect(surface, colour, surface.get_rect().inflate(-2 * inset, -2 * inset), 1)
    return surface
