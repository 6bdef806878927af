"""Drawing on the virtual table itself: ways of tokens, work of hands, looks of the monster."""

from dataclasses import dataclass, field, replace

import pygame

from companion.games.finstere_flure.screen.board_picture import BoardPicture
from companion.games.finstere_flure.screen.board_view import BoardView, MoveFrame
from companion.games.finstere_flure.screen.layout import WALL_CELLS, BoardFrame, Layout, layout_of_board
from companion.games.finstere_flure.screen.moving_board import MovingBoard
from companion.games.finstere_flure.screen.sprites import Sprites
from companion.screen.canvas import Canvas
from companion.screen.fonts import Fonts
from companion.screen.page_layout import lay_out_page
from companion.screen.pages import BoardPage, Page, PlayedPage
from companion.virtual_table.pictures import Overlay
from companion.virtual_table.widget_layout import WidgetLayout
from engine.finstere_flure.board import Cell
from engine.finstere_flure.pieces import MONSTER
from engine.finstere_flure.trace import Push
from vision.model.catalogue import Catalogue


@dataclass(frozen=True)
class _TableFrame(BoardFrame):
    """The board as it lies on the virtual table."""

    table: WidgetLayout
    catalogue: Catalogue

    @classmethod
    def of(cls, table: WidgetLayout, catalogue: Catalogue) -> "_TableFrame":
        """The frame of the board in a layout of the table."""
        grid = catalogue.grid
        wall = WALL_CELLS * table.unit_mm
        left, top = table.to_px((-wall, -wall))
        right, bottom = table.to_px((grid.columns * grid.cell_mm + wall, grid.rows * grid.cell_mm + wall))
        box = pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))
        return cls(box, table.unit, table, catalogue)

    def cell_box(self, cell: Cell) -> pygame.Rect:
        """The pixels of a cell."""
        box = pygame.Rect(0, 0, self.cell, self.cell)
        x, y = self.table.to_px(self.catalogue.grid.centre(cell))
        box.center = round(x), round(y)
        return box


@dataclass(frozen=True)
class _TableLayout(Layout):
    """Layout of a move that is shown on the table."""

    table_frame: _TableFrame = field(kw_only=True)

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
                told = replace(view, tiles=(), tokens=(), monster=None, selected=None, ghost_tiles=())
                return Overlay(lambda surface, table: self._paint_board(surface, table, catalogue, fonts, told))
            case PlayedPage(played=MoveFrame() as moment):
                faded = frozenset({MONSTER, *_moved(moment)})
                return Overlay(lambda surface, table: self._paint_move(surface, table, catalogue, fonts, moment), faded)
        return None

    def _sprites_for(self, fonts: Fonts, cell: int) -> Sprites:
        if self._sprites is None or self._sprites.cell != cell:
            self._sprites = Sprites(fonts, cell)
        return self._sprites

    def _paint_board(
        self, surface: pygame.Surface, table: WidgetLayout, catalogue: Catalogue, fonts: Fonts, view: BoardView
    ) -> None:
        canvas = Canvas(surface, fonts, lay_out_page(surface.get_size(), bar=False))
        BoardPicture(canvas, _TableFrame.of(table, catalogue), self._sprites_for(fonts, table.unit)).paint(view)

    def _paint_move(
        self, surface: pygame.Surface, table: WidgetLayout, catalogue: Catalogue, fonts: Fonts, moment: MoveFrame
    ) -> None:
        frame = _TableFrame.of(table, catalogue)
        alone = layout_of_board(surface.get_size(), frame.box)
        layout = _TableLayout(alone.size, 0, frame.cell, alone.boxes, {}, alone.panel, table_frame=frame)
        board = MovingBoard(layout, self._sprites_for(fonts, frame.cell), moment.move.start)
        playback = moment.playback
        board.draw_trail(surface, playback.segment.trail)
        board.draw_moving(surface, playback.segment, playback.progress, moment.tension)


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
