"""Pictures of a declared game: its board, and its pieces as it paints them."""

from companion.cells.declaration import GridDeclaration
from companion.cells.pictures import CellPictures
from companion.screen.fonts import Fonts
from companion.screen.pen import Pen


class GridPictures(CellPictures):
    """Squares, lines where the game has some, and its pieces."""

    def __init__(self, fonts: Fonts, declared: GridDeclaration) -> None:
        super().__init__(fonts, declared.board.cells)
        self._declared = declared
        self.links = tuple(declared.links())
        self.tints = declared.tints()

    @property
    def emblem_piece(self) -> str:
        """The first piece."""
        return next(iter(self._declared.rules.stock.kinds))

    def paint_piece(self, pen: Pen, piece: str) -> None:
        """As the game paints its kind."""
        self._declared.paint_piece(pen, self._declared.rules.stock.kinds[piece], self.fonts)
