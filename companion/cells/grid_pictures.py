"""Pictures of a declared game: its board, and its pieces as it paints them."""

import pygame

from companion.cells.declaration import GridDeclaration
from companion.cells.pictures import CellPictures
from companion.screen.fonts import Fonts
from companion.screen.pen import Pen

#: Side of each of two pieces in the emblem, in that of the emblem.
_EMBLEM_PIECE = 0.68


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

    def emblem(self, size: int) -> pygame.Surface:
        """Return a piece of each of two players.

        One alone would look like the winner of a drawn game.
        """
        return self._kept.get(("emblem", size), lambda: self._draw_emblem(size))

    def _draw_emblem(self, size: int) -> pygame.Surface:
        kinds, pieces = self._declared.rules.stock.kinds, self._declared.pieces
        owner = pieces[kinds[self.emblem_piece]].player
        others = (piece for piece, kind in kinds.items() if pieces[kind].player not in ("", owner))
        other = next(others, None)
        if other is None:
            return super().emblem(size)
        surface = pygame.Surface((size, size), pygame.SRCALPHA)
        side = round(_EMBLEM_PIECE * size)
        surface.blit(self.sign(other, side), (size - side, size - side))
        surface.blit(self.sign(self.emblem_piece, side), (0, 0))
        return surface

    def paint_piece(self, pen: Pen, piece: str) -> None:
        """Paint a piece as the game paints its kind."""
        self._declared.paint_piece(pen, self._declared.rules.stock.kinds[piece], self.fonts)
