"""Pictures of the pieces on the screen: the fox's head, and geese with their numbers."""

from companion.cells.pictures import CellPictures
from companion.screen.pen import Pen
from fox_and_geese.rules import FOX

#: Colour of the fox (RGB).
_FOX = (222, 110, 52)
#: Colour of dark parts (RGB).
_DARK = (40, 34, 34)
#: Colour of white parts (RGB).
_WHITE = (238, 238, 234)
#: Colour of the beak (RGB).
_BEAK = (240, 168, 60)


class FoxAndGeesePictures(CellPictures):
    """Discs with a head on them."""

    emblem_piece = FOX

    def paint_piece(self, pen: Pen, piece: str) -> None:
        """Paint the fox, or a goose, with its number if it has one."""
        pen.disc(_DARK, (0, 0), 1)
        if piece == FOX:
            pen.shape(
                _FOX, ((-0.7, -0.65), (-0.2, -0.35), (0.2, -0.35), (0.7, -0.65), (0.62, 0.1), (0, 0.75), (-0.62, 0.1))
            )
            pen.shape(_WHITE, ((-0.55, 0.12), (-0.1, 0.2), (0, 0.75)))
            pen.shape(_WHITE, ((0.55, 0.12), (0.1, 0.2), (0, 0.75)))
            for x in (-0.28, 0.28):
                pen.disc(_DARK, (x, -0.05), 0.09)
            return
        pen.disc(_WHITE, (0, 0), 0.9)
        pen.shape(_BEAK, ((0.3, -0.75), (0.72, -0.52), (0.3, -0.42)))
        pen.disc(_DARK, (0.08, -0.62), 0.08)
        if "-" not in piece:
            return
        number = self.fonts.render(piece.partition("-")[2], round(pen.unit * 0.95), True, _DARK)
        x, y = pen.at((0, 0.2))
        pen.surface.blit(number, (x - number.get_width() / 2, y - number.get_height() / 2))
