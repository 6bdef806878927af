"""The virtual table as a part of a window: people see it from straight above and move the pieces by mouse or touch.

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

from companion.screen.text import Fonts, draw, fit
from companion.screen.theme import ACCENT, INK, TEXT, mix
from companion.virtual_table.ground import ground_surface, help_text, surface_of
from companion.virtual_table.hand_covers import HandCovers
from companion.virtual_table.hand_picture import hand_picture
from companion.virtual_table.pictures import TablePictures
from companion.virtual_table.piece import Piece, Point
from companion.virtual_table.secret_hands import OwnPlace, SecretHands
from companion.virtual_table.table import VirtualTable
from companion.virtual_table.widget_layout import WidgetLayout
from vision.picture import Pixels

#: A piece is dragged once the pointer has moved so far (pixels): a click leaves it where it lies.
_DRAG_PX = 5
#: Two clicks within this time are a double click.
_TWICE_S = 0.4
#: A piece in the air looks so much larger.
_RAISED = 1.18
#: The frame round a round piece is so many times as wide as the piece.
_ROUND_FRAME = 1.3
#: Where shadows fall, in units of the surface: of what lies, and of what is in the air.
_SHADOW_OF_LYING, _SHADOW_OF_RAISED = (0.03, 0.05), (0.16, 0.24)


class TableWidget:
    """Draws the table and lets hands move it.

    Dragging moves a piece, or the topmost one of a pile (with the shift key it lies exactly where it is dropped, else
    in the middle of its cell). A double click, the right button or the key F turns it over, or round if it has one face
    only; the wheel or the key R turns it. The key C shows `camera_picture` (BGR), what the camera saw last, or hides
    it.

    Where cards are hidden in hands their covers are below the table (`HandCovers`).
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
            self._covers = HandCovers(hands, lambda px: pictures.pieces(self._fonts, px), table.unit_mm)
        self.camera_picture: Pixels | None = None
        #: Whether the camera's picture is shown; None: if there is room for it.
        self.camera_shown: bool | None = None
        self._clock = clock
        self._fonts = Fonts()
        self._layout: WidgetLayout | None = None
        self._offset = (0, 0)
        self._hovered: str | None = None
        #: The piece under the pressed button, and where (pixels) it was pressed; the last click and when it was.
        self._pressed: tuple[str, Point] | None = None
        self._clicked: tuple[str, float] | None = None
        self._drawn: Hashable = None
        self._on: pygame.Surface | None = None
        self._laid_out: Hashable = None
        self._lying: list[Piece] | None = None
        self._places: tuple[OwnPlace, ...] = ()
        #: The camera's picture that is shown, and how.
        self._shown: Pixels | None = None
        self._inset: pygame.Surface | None = None

    # -- drawing ------------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> bool:
        """Draws the table onto the whole surface, a part of the window; whether there was anything new to draw."""
        self._offset = surface.get_abs_offset()
        window = surface.get_abs_parent()
        picture = self.camera_picture if self._shows_camera(surface.get_size()) else None
        now = (
            (surface.get_size(), self._offset, help_text()),
            (tuple(self.table.pieces.values()), self.table.lifted, self._hovered, self.table.arm),
            self._secrets and (self._covers and self._covers.state(), tuple(self._secrets.places())),
        )
        if now == self._drawn and window is self._on and picture is self._shown:
            return False
        self._drawn, self._on = now, window
        self._lay_out(surface)
        surface.blit(self._table_with_lying(), (0, 0))
        self._draw_marked(surface)
        self._draw_raised(surface)
        self._draw_hand(surface)
        self._draw_inset(surface, picture)
        if self._covers is not None:
            self._covers.draw(surface, self._fonts)
        return True

    def _shows_camera(self, size: tuple[int, int]) -> bool:
        if self.camera_shown is None:
            return self._layout_in(size).inset_has_room
        return self.camera_shown

    def _layout_in(self, size: tuple[int, int]) -> WidgetLayout:
        """The layout of the table above the covers."""
        covers = self._covers.room(size) if self._covers is not None else 0
        return WidgetLayout((size[0], size[1] - covers), self.table.areas.table, self.table.unit_mm)

    def _lay_out(self, surface: pygame.Surface) -> None:
        """Makes everything anew that depends on the widget's size and the language."""
        size = surface.get_size()
        key = (self._layout_in(size), help_text())
        if self._layout is not None and key == self._laid_out:
            return
        self._laid_out = key
        layout = self._layout = self._layout_in(size)
        pictures = self._table_pictures
        self._ground = ground_surface(layout, self.table.catalogue, pictures, self._fonts).convert(surface)
        self._pictures = pictures.pieces(self._fonts, layout.unit)
        self._raised = pictures.pieces(self._fonts, round(_RAISED * layout.unit))
        self._hands: dict[float, tuple[pygame.Surface, Point]] = {}
        self._lying, self._inset = None, None

    def _table_with_lying(self) -> pygame.Surface:
        """The table with everything that lies on it, kept until something else does."""
        lying = self.table.stacked()
        places = tuple(self._secrets.places()) if self._secrets is not None else ()
        if lying != self._lying or places != self._places:
            self._lying, self._places = lying, places
            self._still = self._ground.copy()
            for place in places:
                self._draw_place(self._still, place)
            for piece in lying:
                self._blit(self._still, self._pictures.shadow(piece), piece, _SHADOW_OF_LYING)
                self._blit(self._still, self._pictures.of(piece), piece)
        return self._still

    def _draw_place(self, surface: pygame.Surface, place: OwnPlace) -> None:
        """Whose place it is: a frame in their colour, and the name."""
        assert self._layout is not None
        left, top = self._layout.to_px(place.area_mm[:2])
        right, bottom = self._layout.to_px(place.area_mm[2:])
        box = pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))
        colour = mix(place.holder.colour, INK, 0.25)
        pygame.draw.rect(surface, colour, box, 3, border_radius=4)
        inner = box.inflate(-8, -6)
        name = fit(self._fonts, place.holder.name, inner.size, max(10, round(0.22 * inner.height)), 8, wrap=False)
        draw(surface, self._fonts, name, inner, mix(place.holder.colour, INK, 0.5), across=1.0, down=1.0)

    def _blit(self, surface: pygame.Surface, picture: pygame.Surface, piece: Piece, aside: Point = (0.0, 0.0)) -> None:
        assert self._layout is not None
        x, y = self._layout.to_px(self.table.middle_mm(piece))
        dx, dy = (share * self._layout.unit for share in aside)
        surface.blit(picture, picture.get_rect(center=(round(x + dx), round(y + dy))))

    def _draw_marked(self, surface: pygame.Surface) -> None:
        """A frame round the piece under the pointer."""
        piece = self.table.pieces.get(self._hovered or "")
        if piece is None or self.table.lifted is not None:
            return
        assert self._layout is not None
        left, top, right, bottom = self.table.things.edges_mm(piece.tag_id)
        corners = [piece.to_board(corner) for corner in ((left, top), (right, top), (right, bottom), (left, bottom))]
        points = [self._layout.to_px(corner) for corner in corners]
        middle = self._layout.to_px(self.table.middle_mm(piece))
        wide = max(2, self._layout.unit // 14)
        if self.table.kind(piece).is_round:
            pygame.draw.circle(surface, ACCENT, middle, _ROUND_FRAME * right * self._layout.px_per_mm, wide)
        else:
            pygame.draw.lines(surface, ACCENT, True, points, wide)

    def _draw_raised(self, surface: pygame.Surface) -> None:
        if self.table.lifted is None:
            return
        piece = self.table.pieces[self.table.lifted]
        self._draw_target(surface, piece)
        self._blit(surface, self._raised.shadow(piece), piece, _SHADOW_OF_RAISED)
        self._blit(surface, self._raised.of(piece), piece, (0.0, -0.06))

    def _draw_target(self, surface: pygame.Surface, piece: Piece) -> None:
        """A frame round the cell on which the piece in the air would come to lie with its tag."""
        cell = self.table.cell_of(piece)
        if cell is None:
            return
        assert self._layout is not None
        x, y = self._layout.to_px(self.table.catalogue.grid.centre(cell))
        box = pygame.Rect(0, 0, self._layout.unit, self._layout.unit)
        box.center = round(x), round(y)
        pygame.draw.rect(surface, ACCENT, box, max(2, self._layout.unit // 14), border_radius=self._layout.unit // 8)

    def _draw_hand(self, surface: pygame.Surface) -> None:
        hand = self.table.arm
        if hand is None:
            return
        assert self._layout is not None
        if hand.from_deg not in self._hands:
            self._hands[hand.from_deg] = hand_picture(self._layout.unit, hand.from_deg)
        picture, (dx, dy) = self._hands[hand.from_deg]
        x, y = self._layout.to_px(hand.over_mm)
        surface.blit(picture, picture.get_rect(center=(round(x - dx), round(y - dy))))

    def _draw_inset(self, surface: pygame.Surface, picture: Pixels | None) -> None:
        """What the camera saw, made small when it is another picture than before."""
        assert self._layout is not None
        box = self._layout.inset
        if picture is not self._shown or self._inset is None:
            self._shown = picture
            self._inset = None if picture is None else _framed(picture, box.size).convert(surface)
        if self._inset is not None:
            surface.blit(self._inset, box)

    # -- hands --------------------------------------------------------------------------------------------------

    def to_mm(self, pixel: Point) -> Point:
        """The point of the table under a pixel of the window. The table must have been drawn."""
        assert self._layout is not None, "the table has not been drawn yet"
        return self._layout.to_mm((pixel[0] - self._offset[0], pixel[1] - self._offset[1]))

    def to_px(self, point_mm: Point) -> Point:
        """The pixel of the window over a point of the table. The table must have been drawn."""
        assert self._layout is not None, "the table has not been drawn yet"
        x, y = self._layout.to_px(point_mm)
        return x + self._offset[0], y + self._offset[1]

    def piece_at(self, pixel: Point) -> str | None:
        """The topmost piece under a pixel of the window that hands move; None if there is none."""
        piece = self.table.piece_at(self.to_mm(pixel))
        return None if piece is None or self.table.kind(self.table.pieces[piece]).stays else piece

    def handle(self, event: pygame.event.Event) -> bool:
        """Does what a mouse, a finger or a key means for the table; whether it meant the table at all."""
        if self._layout is None:
            return False
        match event.type:
            case pygame.MOUSEBUTTONDOWN:
                return self._press(event.button, event.pos)
            case pygame.MOUSEMOTION:
                return self._move(event.pos)
            case pygame.MOUSEBUTTONUP if event.button == pygame.BUTTON_LEFT:
                return self._let_go(event.pos)
            case pygame.WINDOWFOCUSLOST if self._covers is not None:
                self._covers.hide()
            case pygame.MOUSEWHEEL:
                return self._turn(1 if event.y < 0 else -1)
            case pygame.KEYDOWN:
                return self._key(event.key)
        return False

    def _inside(self, pixel: Point) -> bool:
        assert self._layout is not None
        return pygame.Rect(self._offset, self._layout.size).collidepoint(pixel)

    def _on_covers(self, pixel: Point) -> Point:
        """The pixel of the widget under a pixel of the window."""
        return pixel[0] - self._offset[0], pixel[1] - self._offset[1]

    def _press(self, button: int, pixel: Point) -> bool:
        if self._covers is not None and button == pygame.BUTTON_LEFT and self._covers.press(self._on_covers(pixel)):
            return True
        if not self._inside(pixel):
            return False
        piece = self.piece_at(pixel)
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
        """The piece that comes off the pile under a pixel of the window."""
        pile = self.table.piece_at(self.to_mm(pixel))
        return self._secrets.take_from(pile) if self._secrets is not None and pile is not None else None

    def _move(self, pixel: Point) -> bool:
        if self._covers is not None and self._covers.move(self._on_covers(pixel)):
            return True
        if self._pressed is not None and self.table.lifted is None:
            piece, start = self._pressed
            if math.dist(pixel, start) >= _DRAG_PX:
                self._clicked = None
                self.table.pick_up(piece, self.to_mm(start))
        if self._pressed is None:
            self._hovered = self.piece_at(pixel) if self._inside(pixel) else None
            return False
        if self.table.lifted is not None:
            self.table.drag(self.to_mm(pixel))
        return True

    def _let_go(self, pixel: Point) -> bool:
        if self._covers is not None and self._covers.release(self._on_covers(pixel)):
            return True
        if self._pressed is None:
            return False
        self._pressed = None
        piece = self.table.lifted
        if piece is not None:
            self.table.drop(exactly=bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))
            self._laid(piece, pixel)
        return True

    def _laid(self, piece: str, pixel: Point) -> None:
        """The game says what comes of a card that was laid somewhere, or on a cover."""
        if self._secrets is None or self._covers is None:
            return
        holder = self._covers.holder_at(self._on_covers(pixel))
        if holder is None or not self._secrets.give(holder, piece):
            self._secrets.laid(piece)

    def _key(self, key: int) -> bool:
        if key == pygame.K_c:
            assert self._layout is not None
            self.camera_shown = not self._shows_camera(self._layout.size)
            return True
        if key == pygame.K_r:
            return self._turn(1)
        piece = self.table.lifted or self._hovered
        if key == pygame.K_f and piece is not None:
            self._turn_over(piece)
            return True
        return False

    def _turn(self, quarters: int) -> bool:
        """Turns the piece in the air or under the pointer; whether there is one."""
        piece = self.table.lifted or self._hovered
        if piece is None:
            return False
        self.table.turn(piece, quarters)
        return True

    def _turn_over(self, piece: str) -> None:
        """Turns the piece over; round if it has only one face."""
        if self._secrets is not None and not self._secrets.may_turn_over(piece):
            return
        if not self.table.flip(piece):
            self.table.turn(piece)


def _framed(picture: Pixels, size: tuple[int, int]) -> pygame.Surface:
    """The picture (BGR) in this size with a frame."""
    surface = surface_of(np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8))
    for colour, inset in ((INK, 0), (TEXT, 1)):
        pygame.draw.rect(surface, colour, surface.get_rect().inflate(-2 * inset, -2 * inset), 1)
    return surface
