"""Drawing on the virtual table itself: ways of tokens, work of hands, looks of the monster."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import pygame

from companion.games.finstere_flure.playback.board_view import Arrow, BoardView, MoveFrame
from companion.games.finstere_flure.screen.board_picture import BoardPicture
from companion.games.finstere_flure.screen.layout import WALL_CELLS, BoardFrame, Layout, layout_of_board
from companion.games.finstere_flure.screen.moving_board import MovingBoard
from companion.games.finstere_flure.screen.sprites import Sprites
from companion.games.finstere_flure.virtual_table.placement import free_place_mm
from companion.games.finstere_flure.virtual_table.places import Beside
from companion.screen.canvas import Canvas
from companion.screen.fonts import Fonts
from companion.screen.page_layout import lay_out_page
from companion.screen.pages import BoardPage, Page, PlayedPage
from companion.virtual_table.pictures import Overlay
from companion.virtual_table.piece import Point
from companion.virtual_table.table import VirtualTable
from companion.virtual_table.widget_layout import WidgetLayout
from engine.finstere_flure.board import ENTRANCE, EXIT, Cell
from engine.finstere_flure.pieces import MONSTER, POOL_SHAPES
from engine.finstere_flure.trace import Push
from vision.model.catalogue import Catalogue

#: Where tokens lie beside these corners.
_PART_AT_DOOR = {ENTRANCE: Beside.ENTRANCE, EXIT: Beside.EXIT}


@dataclass(frozen=True)
class TableFrame(BoardFrame):
    """The board as it lies on the virtual table."""

    table: WidgetLayout
    catalogue: Catalogue
    #: Where pieces lie beside the board before or after their arrows (mm), by their ids.
    beside_mm: Mapping[str, Point]

    @classmethod
    def of(
        cls, table: WidgetLayout, catalogue: Catalogue, beside_mm: Mapping[str, Point] = MappingProxyType({})
    ) -> "TableFrame":
        """Return the frame of the board in a layout of the table."""
        grid = catalogue.grid
        wall = WALL_CELLS * table.unit_mm
        left, top = table.to_px((-wall, -wall))
        right, bottom = table.to_px((grid.columns * grid.cell_mm + wall, grid.rows * grid.cell_mm + wall))
        box = pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))
        return cls(box, table.unit, table, catalogue, beside_mm)

    def cell_box(self, cell: Cell) -> pygame.Rect:
        """Return the pixels of a cell."""
        box = pygame.Rect(0, 0, self.cell, self.cell)
        x, y = self.table.to_px(self.catalogue.grid.centre(cell))
        box.center = round(x), round(y)
        return box

    def point_beside(self, cell: Cell, door: Cell | None, piece: str) -> tuple[float, float]:
        """Return the pixel where the piece lies beside the board, or comes to lie."""
        place = self.beside_mm.get(piece)
        return super().point_beside(cell, door, piece) if place is None else self.table.to_px(place)


@dataclass(frozen=True)
class _TableLayout(Layout):
    """Layout of a move that is shown on the table."""

    table_frame: TableFrame = field(kw_only=True)

    @property
    def frame(self) -> BoardFrame:
        """Frame of the board."""
        return self.table_frame


class FinstereFlureOverlays:
    """Drawings for one window, with pictures that are kept as long as the table has one size."""

    def __init__(self) -> None:
        self._sprites: Sprites | None = None

    def of(self, page: Page, catalogue: Catalogue, fonts: Fonts) -> Overlay | None:
        """Return the drawing of what this page tells; None if it tells nothing of the board."""
        match page:
            case BoardPage(board=BoardView() as view) if view.marks or view.arrows or view.ghost_tokens:
                # The pieces lie there, also those at the entrance.
                told = replace(view, tiles=(), tokens=(), monster=None, selected=None, ghost_tiles=(), at_entrance=())
                return Overlay(lambda surface, layout, table: self._paint_board(surface, layout, table, fonts, told))
            case PlayedPage(played=MoveFrame() as moment):
                faded = frozenset({MONSTER, *_moved(moment)})
                return Overlay(
                    lambda surface, layout, _: self._paint_move(surface, layout, catalogue, fonts, moment), faded
                )
        return None

    def _sprites_for(self, fonts: Fonts, cell: int) -> Sprites:
        if self._sprites is None or self._sprites.cell != cell:
            self._sprites = Sprites(fonts, cell)
        return self._sprites

    def _paint_board(
        self, surface: pygame.Surface, layout: WidgetLayout, table: VirtualTable, fonts: Fonts, view: BoardView
    ) -> None:
        canvas = Canvas(surface, fonts, lay_out_page(surface.get_size(), bar=False))
        frame = TableFrame.of(layout, table.catalogue, places_beside(table, view.arrows))
        # What lies on a pool is seen.
        pieces = (piece for piece in table.pieces.values() if piece.id not in POOL_SHAPES)
        lying = frozenset(cell for piece in pieces if (cell := table.cell_of(piece)) is not None)
        BoardPicture(canvas, frame, self._sprites_for(fonts, layout.unit)).paint(replace(view, below=lying))

    def _paint_move(
        self, surface: pygame.Surface, table: WidgetLayout, catalogue: Catalogue, fonts: Fonts, moment: MoveFrame
    ) -> None:
        frame = TableFrame.of(table, catalogue)
        alone = layout_of_board(surface.get_size(), frame.box)
        layout = _TableLayout(alone.size, 0, frame.cell, alone.boxes, {}, alone.panel, table_frame=frame)
        board = MovingBoard(layout, self._sprites_for(fonts, frame.cell), moment.move.start)
        playback = moment.playback
        board.draw_trail(surface, playback.segment.trail)
        board.draw_moving(surface, playback.segment, playback.progress, moment.tension)


def places_beside(table: VirtualTable, arrows: Sequence[Arrow]) -> Mapping[str, Point]:
    """Return the places beside the board of the pieces that arrows move (mm), by their ids."""
    places: dict[str, Point] = {}
    for arrow in arrows:
        piece = table.pieces.get(arrow.piece)
        if piece is None or piece.id in places or (arrow.start and arrow.end):
            continue
        if arrow.start is None and table.cell_of(piece) is None:
            places[piece.id] = piece.centre_mm
        else:
            part = _PART_AT_DOOR.get(arrow.door or "", Beside.BOX)
            places[piece.id] = free_place_mm(table, piece.id, part, places.values())
    return places


def _moved(moment: MoveFrame) -> set[str]:
    """Return the pieces that the move has taken elsewhere by now."""
    playback = moment.playback
    pushed = {
        event.piece
        for segment in playback.segments[: playback.index + 1]
        for event in segment.events
        if isinstance(event, Push)
    }
    return {*pushed, *playback.segment.after.eaten}
