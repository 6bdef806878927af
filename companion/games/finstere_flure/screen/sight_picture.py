"""Lines of sight on a board: three rays, who is seen, who is not."""

from dataclasses import dataclass

import pygame

from companion.games.finstere_flure.screen.colours import CONFUSED, SIGHT
from companion.games.finstere_flure.screen.layout import BoardFrame
from companion.games.finstere_flure.screen.sprites import Sprites
from companion.screen import theme
from companion.screen.theme import INK, Rgb
from engine.finstere_flure.board import Cell
from engine.finstere_flure.sightlines import ExplainedLook, Sightline
from engine.finstere_flure.trace import Decision

#: Width of a ray, in cells.
_RAY = 0.1
#: Length of a dash of the line to a token that is not seen, in cells.
_DASH = 0.22


@dataclass(frozen=True)
class SightPicture:
    """Painter of a look on a board."""

    surface: pygame.Surface
    frame: BoardFrame
    sprites: Sprites

    def paint(self, look: ExplainedLook) -> None:
        """Paint rays up to what ends them, rings round the seen tokens, crosses on the others."""
        start = look.look.cell
        nearest = min((sight.distance for sight in look.look.seen), default=0)
        for line in look.lines:
            self._paint_line(start, line, self._colour(look, line, nearest))
        for token in look.behind:
            self._paint_unseen(start, token.cell)

    @staticmethod
    def _colour(look: ExplainedLook, line: Sightline, nearest: int) -> Rgb:
        if line.sight is None or line.sight.distance != nearest:
            return SIGHT
        return CONFUSED if look.look.decision is Decision.CONFUSED else theme.ACCENT

    def _paint_line(self, start: Cell, line: Sightline, colour: Rgb) -> None:
        end = line.cells[-1] if line.cells else start
        for token in line.unseen:
            self._paint_unseen(end, token.cell)
        thick = max(2, round(_RAY * self.frame.cell))
        for shade, wide in ((INK, thick + 2), (colour, thick)):
            pygame.draw.line(self.surface, shade, self._middle(start), self._middle(end), wide)
            for cell in line.cells:
                pygame.draw.circle(self.surface, shade, self._middle(cell), wide)
        if line.sight is not None:
            self._blit(self.sprites.ring(colour, round(1.25 * self.frame.cell), 0.13), end)
        elif line.stone is not None:
            pygame.draw.rect(self.surface, colour, self.frame.cell_box(end).inflate(-2, -2), max(2, thick // 2))

    def _paint_unseen(self, start: Cell, end: Cell) -> None:
        """Paint dashes from what hides the token, and a cross on the token."""
        line = self._middle(end) - self._middle(start)
        dash = _DASH * self.frame.cell
        for reach in range(int(line.length() // (2 * dash))):
            first = self._middle(start) + line.normalize() * (2 * reach + 1) * dash
            pygame.draw.line(
                self.surface, theme.TEXT_FAINT, first, first + line.normalize() * dash, max(2, self.frame.cell // 16)
            )
        self._blit(self.sprites.cross(theme.LOSS, round(0.6 * self.frame.cell)), end)

    def _middle(self, cell: Cell) -> pygame.math.Vector2:
        return pygame.math.Vector2(self.frame.cell_box(cell).center)

    def _blit(self, picture: pygame.Surface, cell: Cell) -> None:
        self.surface.blit(picture, picture.get_rect(center=self.frame.cell_box(cell).center))
