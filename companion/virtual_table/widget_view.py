"""A view of the table in a part of its widget: all of it, or a part of it close up."""

import math
from collections.abc import Callable, Hashable, Iterator, Sequence

import pygame

from companion.screen import scale, theme
from companion.screen.pages import Tone
from companion.screen.scale import LEGIBLE_PX
from companion.screen.signs import tone_colour
from companion.screen.text import Fonts, draw, fit, set_text
from companion.screen.theme import INK, WHITE, mix
from companion.virtual_table.ground import ground_surface
from companion.virtual_table.hand_picture import hand_picture
from companion.virtual_table.pictures import Overlay, TablePictures
from companion.virtual_table.piece import Piece, Point
from companion.virtual_table.secret_hands import OwnPlace
from companion.virtual_table.table import VirtualTable
from companion.virtual_table.widget_layout import WidgetLayout
from vision.model.surface import Area

#: A piece in the air looks so much larger.
_RAISED = 1.18
#: The frame round a round piece is so many times as wide as the piece.
_ROUND_FRAME = 1.3
#: How much is left of a faded piece, 0 to 255.
_FADED = 80
#: Height of the name of a place's owner, as a share of the place's, and its least height (pixels).
_NAME_SHARE = 0.27
_LEAST_NAME_PX = 12
#: How strong the colour is where something may be laid, 0 to 255.
_OPEN_TINT = 52
#: Offset of the shadow of what lies, in units of the surface.
_SHADOW_OF_LYING = (0.03, 0.05)
#: Offset of the shadow of what is in the air, in units of the surface.
_SHADOW_OF_RAISED = (0.16, 0.24)


def name_room(place: pygame.Rect, high: int, pieces: Sequence[pygame.Rect]) -> pygame.Rect:
    """Return the widest strip of a place that no piece covers, for its owner's name.

    It is `high` pixels high and lies at the place's lower edge, or else at its upper one.
    """
    strips = [pygame.Rect(place.left, top, place.width, high) for top in (place.bottom - high, place.top)]
    free = [room for strip in strips for room in _uncovered(strip, pieces)]
    return max(free, key=lambda room: room.width, default=strips[0])


def room_beside(place: pygame.Rect, high: int, table: pygame.Rect, pieces: Sequence[pygame.Rect]) -> pygame.Rect | None:
    """Return the strip above or below a place that no piece covers; None if both are covered.

    It is `high` pixels high. The one nearer to the middle of the `table` comes first.
    """
    strips = [pygame.Rect(place.left, top, place.width, high) for top in (place.top - high, place.bottom)]
    strips.sort(key=lambda strip: abs(strip.centery - table.centery))
    return next((strip for strip in strips if table.contains(strip) and strip.collidelist(pieces) < 0), None)


def _uncovered(strip: pygame.Rect, pieces: Sequence[pygame.Rect]) -> Iterator[pygame.Rect]:
    """Yield the parts of a strip beside the pieces that lie over it."""
    left = strip.left
    for box in sorted((box for box in pieces if box.colliderect(strip)), key=lambda box: box.left):
        if box.left > left:
            yield pygame.Rect(left, strip.top, box.left - left, strip.height)
        left = max(left, box.right)
    if left < strip.right:
        yield pygame.Rect(left, strip.top, strip.right - left, strip.height)


class WidgetView:
    """Drawing of the table in a layout.

    Points are pixels of the widget; `corner` is where the view begins there.
    """

    def __init__(
        self,
        layout: WidgetLayout,
        corner: tuple[int, int],
        table: VirtualTable,
        pictures: TablePictures,
        fonts: Fonts,
        window: pygame.Surface,
        help_line: str,
    ) -> None:
        """Prepare pictures for the `window`; `help_line`: what people can do on the table."""
        self.layout, self.corner = layout, corner
        self.table = table
        self._fonts = fonts
        self._ground = ground_surface(layout, table.catalogue, pictures, fonts, help_line).convert(window)
        self._name_of = pictures.name_of
        self._pictures = pictures.pieces(fonts, layout.unit)
        self._raised = pictures.pieces(fonts, round(_RAISED * layout.unit))
        self._hands: dict[float, tuple[pygame.Surface, Point]] = {}
        self._drawn_pieces: list[Piece] | None = None
        self._drawn_below: Hashable = None
        self._still = self._ground

    @property
    def box(self) -> pygame.Rect:
        """Rectangle of the view in the widget."""
        return pygame.Rect(self.corner, self.layout.size)

    def to_mm(self, pixel: Point) -> Point:
        """Return the point of the table under a pixel."""
        return self.layout.to_mm((pixel[0] - self.corner[0], pixel[1] - self.corner[1]))

    def to_px(self, point_mm: Point) -> Point:
        """Return the pixel over a point of the table."""
        x, y = self.layout.to_px(point_mm)
        return x + self.corner[0], y + self.corner[1]

    def draw(
        self,
        widget: pygame.Surface,
        marked: str | None,
        places: Callable[[], Sequence[OwnPlace]],
        open_areas: Sequence[Area] = (),
        overlay: Overlay | None = None,
    ) -> None:
        """Draw the table with its pieces, what is told on it, carried pieces, and hands.

        Round the `marked` piece is a frame. In the `open_areas` (mm) something may be laid now.
        """
        seen = self.box.clip(widget.get_rect())
        if not seen.size[0] or not seen.size[1]:
            return
        surface = widget.subsurface(seen)
        surface.blit(
            self._table_with_pieces(tuple(places()), tuple(open_areas), overlay.faded if overlay else frozenset()),
            (0, 0),
        )
        if overlay is not None:
            overlay.paint(surface, self.layout, self.table)
        self._draw_marked(surface, marked)
        self._draw_raised(surface)
        self._draw_hand(surface)

    def _table_with_pieces(
        self, places: tuple[OwnPlace, ...], open_areas: tuple[Area, ...], faded: frozenset[str]
    ) -> pygame.Surface:
        """Return the table with everything that lies on it, kept until something else does."""
        lying = self.table.stacked()
        below = places, open_areas, faded
        if lying != self._drawn_pieces or below != self._drawn_below:
            self._drawn_pieces, self._drawn_below = lying, below
            self._still = self._ground.copy()
            for area in open_areas:
                self._draw_open_area(self._still, area)
            boxes = [self._box_of_piece(piece) for piece in lying]
            for place in places:
                self._draw_place(self._still, place, boxes)
            for piece in lying:
                if piece.id in faded:
                    faint = self._pictures.of(piece).copy()
                    faint.set_alpha(_FADED)
                    self._blit(self._still, faint, piece)
                    continue
                self._blit(self._still, self._pictures.shadow(piece), piece, _SHADOW_OF_LYING)
                self._blit(self._still, self._pictures.of(piece), piece)
        return self._still

    def _box_of(self, area_mm: Area) -> pygame.Rect:
        """Return the pixels of a rectangle of the table."""
        left, top = self.layout.to_px(area_mm[:2])
        right, bottom = self.layout.to_px(area_mm[2:])
        return pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))

    def _draw_open_area(self, surface: pygame.Surface, area_mm: Area) -> None:
        """Tint the area where something may be laid, such as the cells that a piece can reach."""
        box = self._box_of(area_mm)
        tint = pygame.Surface(box.size, pygame.SRCALPHA)
        wide = max(3, self.layout.unit // 20)
        pygame.draw.rect(tint, (*tone_colour(Tone.GOOD), _OPEN_TINT), tint.get_rect(), border_radius=4)
        pygame.draw.rect(tint, tone_colour(Tone.GOOD), tint.get_rect(), wide, border_radius=4)
        surface.blit(tint, box)

    def _box_of_piece(self, piece: Piece) -> pygame.Rect:
        """Return the pixels that a piece that lies there may cover."""
        left, top, right, bottom = self.table.things.edges_mm(piece.tag_id)
        corners = [piece.to_board(corner) for corner in ((left, top), (right, top), (right, bottom), (left, bottom))]
        xs, ys = zip(*map(self.layout.to_px, corners), strict=True)
        return pygame.Rect(
            math.floor(min(xs)), math.floor(min(ys)), *map(math.ceil, (max(xs) - min(xs), max(ys) - min(ys)))
        )

    def _draw_place(self, surface: pygame.Surface, place: OwnPlace, pieces: Sequence[pygame.Rect]) -> None:
        """Draw the owner's place: a frame in the owner's colour, and the name.

        The name stands where none of the `pieces` (pixels) lies over it.
        """
        box = self._box_of(place.area_mm)
        colour = mix(place.holder.colour, INK, 0.25)
        pygame.draw.rect(surface, colour, box, 3, border_radius=4)
        inner = box.inflate(-8, -6)
        high = max(_LEAST_NAME_PX, round(_NAME_SHARE * inner.height))
        room = name_room(inner, high, pieces)
        name = fit(self._fonts, place.holder.name, room.size, round(0.8 * high), LEGIBLE_PX, wrap=False)
        outside = room_beside(box, high, surface.get_rect(), pieces) if name.cut else None
        if outside is not None:
            room = outside
            name = fit(self._fonts, place.holder.name, room.size, round(0.8 * high), LEGIBLE_PX, wrap=False)
        across = 1.0 if room.right == inner.right else 0.0
        ink = mix(place.holder.colour, INK, 0.6)
        # On wood the name stands on a label, or dark letters could not be read.
        label = draw(surface, self._fonts, name, room, ink, across=across, down=0.5).inflate(6, 2)
        pygame.draw.rect(surface, mix(WHITE, INK, 0.08), label.clip(box.union(room)), border_radius=3)
        draw(surface, self._fonts, name, room, ink, across=across, down=0.5)

    def _blit(self, surface: pygame.Surface, picture: pygame.Surface, piece: Piece, aside: Point = (0.0, 0.0)) -> None:
        x, y = self.layout.to_px(self.table.middle_mm(piece))
        dx, dy = (share * self.layout.unit for share in aside)
        surface.blit(picture, picture.get_rect(center=(round(x + dx), round(y + dy))))

    def _draw_marked(self, surface: pygame.Surface, marked: str | None) -> None:
        """Draw a frame round a piece, such as the one under the pointer, and its name."""
        piece = self.table.pieces.get(marked or "")
        if piece is None or self.table.carries:
            return
        left, top, right, bottom = self.table.things.edges_mm(piece.tag_id)
        corners = [piece.to_board(corner) for corner in ((left, top), (right, top), (right, bottom), (left, bottom))]
        points = [self.layout.to_px(corner) for corner in corners]
        middle = self.layout.to_px(self.table.middle_mm(piece))
        wide = max(2, self.layout.unit // 14)
        if self.table.kind(piece).is_round:
            pygame.draw.circle(surface, theme.ACCENT, middle, _ROUND_FRAME * right * self.layout.px_per_mm, wide)
        else:
            pygame.draw.lines(surface, theme.ACCENT, True, points, wide)
        if name := self._name_of(piece):
            self._draw_name(surface, name, self._box_of_piece(piece))

    def _draw_name(self, surface: pygame.Surface, name: str, box: pygame.Rect) -> None:
        """Draw the name of a piece above its `box` (pixels), or below it at the upper edge."""
        letters = max(_LEAST_NAME_PX, round(scale.SIDE_ROWS[0] * min(self.layout.size)))
        text = set_text(self._fonts, name, surface.get_width(), letters, bold=True)
        label = pygame.Rect(0, 0, text.width + letters, text.height + letters // 3)
        label.midbottom = box.centerx, box.top - letters // 3
        if label.top < 0:
            label.top = box.bottom + letters // 3
        label.clamp_ip(surface.get_rect())
        pygame.draw.rect(surface, theme.PANEL_RAISED, label, border_radius=letters // 4)
        draw(surface, self._fonts, text, label, across=0.5)

    def _draw_raised(self, surface: pygame.Surface) -> None:
        for piece_id in self.table.carries:
            piece = self.table.pieces[piece_id]
            self._draw_target(surface, piece)
            self._blit(surface, self._raised.shadow(piece), piece, _SHADOW_OF_RAISED)
            self._blit(surface, self._raised.of(piece), piece, (0.0, -0.06))

    def _draw_target(self, surface: pygame.Surface, piece: Piece) -> None:
        """Draw a frame round the cell on which the carried piece would come to lie."""
        cell = self.table.cell_of(piece)
        if cell is None:
            return
        x, y = self.layout.to_px(self.table.catalogue.grid.centre(cell))
        box = pygame.Rect(0, 0, self.layout.unit, self.layout.unit)
        box.center = round(x), round(y)
        pygame.draw.rect(
            surface, theme.ACCENT, box, max(2, self.layout.unit // 14), border_radius=self.layout.unit // 8
        )

    def _draw_hand(self, surface: pygame.Surface) -> None:
        hand = self.table.arm
        if hand is None:
            return
        if hand.from_deg not in self._hands:
            self._hands[hand.from_deg] = hand_picture(self.layout.unit, hand.from_deg)
        picture, (dx, dy) = self._hands[hand.from_deg]
        x, y = self.layout.to_px(hand.over_mm)
        surface.blit(picture, picture.get_rect(center=(round(x - dx), round(y - dy))))
