"""Foresight on a board: dials of risk, and the way that the monster would go."""

from dataclasses import dataclass
from math import cos, pi, sin

import pygame

from companion.games.finstere_flure.playback.board_view import BoardView, Risk
from companion.games.finstere_flure.screen.layout import BoardFrame
from companion.screen import theme
from companion.screen.theme import INK, Rgb
from engine.finstere_flure.board import NEIGHBOUR, Cell, Direction

#: Radius of a dial on a free cell and beside a piece, in cells.
_DIAL = 0.24
_SMALL_DIAL = 0.2
#: A dial's circle is drawn with so many corners.
_CORNERS = 32


@dataclass(frozen=True)
class ForesightPicture:
    """Painter of foresight on a board."""

    surface: pygame.Surface
    frame: BoardFrame

    def paint_way(self, shown: BoardView) -> None:
        """Paint the monster's ways below the pieces, also those on which the board is painted."""
        boxes = [self.frame.cell_box(cell).clip(self.surface.get_rect()) for cell in shown.below]
        pieces = [(box, self.surface.subsurface(box).copy()) for box in boxes]
        for before, after in shown.way_before:
            self._leg(before, after, theme.TEXT_FAINT, 0.18)
        for before, after in shown.way:
            self._leg(before, after, theme.LOSS, 0.11)
        for box, piece in pieces:
            self.surface.blit(piece, box)

    def paint_dials(self, shown: BoardView) -> None:
        """Paint the risks, on top of everything."""
        pieces = {token.cell for token in shown.tokens} | shown.below
        for risk in shown.risks:
            self._dial(risk, beside=risk.cell in pieces)

    def _leg(self, before: Cell, after: Cell, colour: Rgb, width: float) -> None:
        """Draw a step of a way, `width` in cells, with a gap at a wall or a teleporter."""
        start, end = (pygame.math.Vector2(self.frame.cell_box(cell).center) for cell in (before, after))
        if all(NEIGHBOUR[before, direction] != after for direction in Direction):
            return
        for shade, wide in ((INK, width + 0.09), (colour, width)):
            thick = max(2, round(wide * self.frame.cell))
            pygame.draw.line(self.surface, shade, start, end, thick)
            for point in (start, end):
                pygame.draw.circle(self.surface, shade, point, thick / 2)

    def _dial(self, risk: Risk, *, beside: bool) -> None:
        """Draw a clock face, filled clockwise from the top as far as the risk goes."""
        box = self.frame.cell_box(risk.cell)
        radius = (_SMALL_DIAL if beside else _DIAL) * self.frame.cell
        middle = pygame.math.Vector2(box.center)
        if beside:
            # At the corner, so that the token's number stays in sight.
            middle += pygame.math.Vector2(0.34, -0.34) * self.frame.cell
        pygame.draw.circle(self.surface, INK, middle, radius + max(1, self.frame.cell // 24))
        pygame.draw.circle(self.surface, theme.TEXT, middle, radius)
        if risk.p >= 1:
            pygame.draw.circle(self.surface, theme.LOSS, middle, radius)
        elif risk.p > 0:
            corners = max(1, round(_CORNERS * risk.p))
            angles = [2 * pi * risk.p * corner / corners for corner in range(corners + 1)]
            edge = [middle + radius * pygame.math.Vector2(sin(angle), -cos(angle)) for angle in angles]
            pygame.draw.polygon(self.surface, theme.LOSS, [middle, *edge])
