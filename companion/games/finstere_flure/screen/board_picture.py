"""A board in any state, with marks, arrows and ghosts of pieces on it."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from math import atan2, degrees, hypot

import pygame

from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.playback.board_view import Arrow, BoardView, Mark
from companion.games.finstere_flure.screen.foresight import ForesightPicture
from companion.games.finstere_flure.screen.layout import BoardFrame
from companion.games.finstere_flure.screen.sight_picture import SightPicture
from companion.games.finstere_flure.screen.sprites import Sprites
from companion.games.finstere_flure.screen.tiles import pool_picture, teleporter_picture
from companion.screen import theme
from companion.screen.canvas import Canvas
from companion.screen.pages import Tone
from companion.screen.pen import Pen, smooth
from companion.screen.signs import tone_colour, tone_sign
from companion.screen.theme import INK, WHITE, Rgb, mix
from engine.finstere_flure.board import Cell
from engine.finstere_flure.pieces import TileKind
from engine.finstere_flure.position import Tile, Token

_GHOST_ALPHA = 130
#: Part of a cell's sides that a piece in it leaves free.
_RIM = 0.24
#: How strongly a mark colours its cells (0..255).
_TINTS = {Tone.PLAIN: 26, Tone.NOW: 64, Tone.GOOD: 48, Tone.WAITING: 48, Tone.BAD: 60, Tone.FADED: 0}


@dataclass(frozen=True)
class BoardPicture:
    """Painter of what lies on a board that is painted already (`ground.ground_picture`)."""

    canvas: Canvas
    frame: BoardFrame
    sprites: Sprites

    def paint(self, shown: BoardView) -> None:
        """Paint everything that changes in a game, from the bottom up."""
        for mark in shown.marks:
            self._tint(mark)
        self._ghost_tiles(shown.ghost_tiles)
        for tile in shown.tiles:
            if tile.is_stone:
                self.canvas.blit(self.sprites.stone(tile.kind), self._middle(tile.cell))
        foresight = ForesightPicture(self.canvas.surface, self.frame)
        foresight.paint_way(shown)
        # Ghosts lie below what lies there now: what is to be taken away must be seen.
        if shown.ghost_monster is not None:
            cell, facing = shown.ghost_monster
            self._ghost(self.sprites.beast(facing.heading_deg), cell)
        for token in shown.ghost_tokens:
            if token.cell is not None:
                self._ghost(self.sprites.token(token.id, token.side), token.cell)
        for token in shown.tokens:
            if token.cell is not None:
                self.canvas.blit(self.sprites.token(token.id, token.side), self._middle(token.cell))
        if shown.look is not None:
            SightPicture(self.canvas.surface, self.frame, self.sprites).paint(shown.look)
        if shown.monster is not None:
            light = self.sprites.light()
            self.canvas.surface.set_clip(self.frame.box)
            box = light.get_rect(center=self._middle(shown.monster))
            self.canvas.surface.blit(light, box, special_flags=pygame.BLEND_RGB_ADD)
            self.canvas.surface.set_clip(None)
            self.canvas.blit(self.sprites.beast(shown.facing.heading_deg), self._middle(shown.monster))
        for mark in shown.marks:
            self._outline(mark)
        if shown.selected is not None:
            ring = self.sprites.ring(theme.ACCENT, round(1.3 * self.frame.cell), 0.13)
            self.canvas.blit(ring, self._middle(shown.selected))
        # What is to be done now lies on top of what comes later.
        for arrow in sorted(shown.arrows, key=lambda arrow: arrow.tone is Tone.NOW):
            self._arrow(arrow)
        foresight.paint_dials(shown)
        taken = _occupied(shown)
        labels: list[pygame.Rect] = []
        for mark in shown.marks:
            self._label(mark, taken, labels)
        self._tokens_at_entrance(shown.at_entrance)

    # --- ghosts ---------------------------------------------------------------------------------------------------

    def _ghost_tiles(self, tiles: Iterable[Tile]) -> None:
        for tile in tiles:
            if tile.kind is TileKind.POOL:
                boxes = [self.frame.cell_box(cell) for cell in tile.cells]
                whole = boxes[0].unionall(boxes[1:])
                columns, rows = whole.width // self.frame.cell, whole.height // self.frame.cell
                picture = pool_picture(columns, rows, self.frame.cell)
                picture.set_alpha(_GHOST_ALPHA)
                self.canvas.surface.blit(picture, whole)
                self._dashes(whole.inflate(-4, -4), theme.TEXT)
            elif tile.kind is TileKind.TELEPORTER and tile.arrow is not None:
                size = round(self.frame.cell * 0.96)
                self._ghost(teleporter_picture(self.canvas.fonts, tile.id[-2], tile.arrow, size), tile.cell)
            else:
                self._ghost(self.sprites.stone(tile.kind), tile.cell)

    def _ghost(self, picture: pygame.Surface, cell: Cell) -> None:
        """Draw a faint piece in a dashed frame on the cell where it should be."""
        faint = picture.copy()
        faint.set_alpha(_GHOST_ALPHA)
        self.canvas.blit(faint, self._middle(cell))
        self._dashes(self.frame.cell_box(cell).inflate(-4, -4), theme.TEXT)

    def _dashes(self, box: pygame.Rect, colour: Rgb) -> None:
        width = max(1, self.frame.cell // 20)
        dash = max(3, self.frame.cell // 6)
        corners = (box.topleft, box.topright, box.bottomright, box.bottomleft)
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            line = pygame.math.Vector2(end) - pygame.math.Vector2(start)
            along = line.normalize() if line.length() else line
            for reach in range(0, round(line.length()), 2 * dash):
                first = pygame.math.Vector2(start) + along * reach
                last = first + along * min(dash, line.length() - reach)
                pygame.draw.line(self.canvas.surface, colour, first, last, width)

    # --- marks ----------------------------------------------------------------------------------------------------

    def _tint(self, mark: Mark) -> None:
        side = self.frame.cell
        tint = pygame.Surface((side, side), pygame.SRCALPHA)
        tint.fill((*tone_colour(mark.tone), _TINTS[mark.tone]))
        if mark.tone is Tone.BAD:
            # Hatched, for those who do not see that it is red.
            colour = (*tone_colour(Tone.BAD), 190)
            for start in range(-side, side, max(5, side // 5)):
                pygame.draw.line(tint, colour, (start, side), (start + side, 0), max(1, side // 24))
        elif mark.tone is Tone.GOOD:
            # A dot in the middle: here one may go.
            dot = self.sprites.dot(tone_colour(Tone.GOOD), max(5, round(side * 0.26)))
            tint.blit(dot, dot.get_rect(center=tint.get_rect().center))
        for cell in mark.cells:
            self.canvas.surface.blit(tint, self.frame.cell_box(cell))

    def _outline(self, mark: Mark) -> None:
        colour = tone_colour(mark.tone)
        side = self.frame.cell
        for cell in mark.cells:
            box = self.frame.cell_box(cell).inflate(-2, -2)
            match mark.tone:
                case Tone.WAITING:
                    self._dashes(box, colour)
                case Tone.FADED:
                    for corner in (box.topleft, box.topright, box.bottomleft, box.bottomright):
                        pygame.draw.circle(self.canvas.surface, colour, corner, max(2, side // 12))
                case Tone.PLAIN | Tone.GOOD:
                    pygame.draw.rect(self.canvas.surface, colour, box, max(1, side // 32), side // 8)
                case _:
                    pygame.draw.rect(self.canvas.surface, colour, box, max(2, side // 13), side // 8)
            if mark.tone is Tone.BAD:
                sign = tone_sign(mark.tone, max(12, round(side * 0.44)))
                assert sign is not None
                self.canvas.blit(sign, (box.right - side * 0.12, box.top + side * 0.12))

    def _label(self, mark: Mark, taken: Collection[Cell], labels: list[pygame.Rect]) -> None:
        """Write the label on a plate beside the first cell, away from pieces and earlier `labels`."""
        if not mark.label or not mark.cells:
            return
        size = self.canvas.layout.letters(0.34 * self.frame.cell / self.canvas.layout.short)
        fonts = self.canvas.fonts
        plate = pygame.Rect(0, 0, fonts.width(mark.label, size, True) + size, round(size * 1.25))
        cell = self.frame.cell_box(mark.cells[0])
        pieces = [self.frame.cell_box(other) for other in taken]
        plate = label_place(plate, cell, self.frame.box, pieces, labels)
        labels.append(plate)
        pygame.draw.rect(self.canvas.surface, INK, plate.inflate(2, 2), border_radius=plate.height // 2)
        pygame.draw.rect(self.canvas.surface, tone_colour(mark.tone), plate, border_radius=plate.height // 2)
        self.canvas.write(mark.label, plate, INK, largest=size, bold=True, wrap=False, across=0.5)

    def _tokens_at_entrance(self, tokens: Sequence[Token]) -> None:
        """Draw tokens in the cut-off corner above the entrance, with a title above them."""
        if not tokens:
            return
        room, text, least = self.frame.entrance_room, say("At the entrance"), self.canvas.layout.least
        # On small boards it may begin on the frame: it is read rather than small.
        wide = max(room.width, self.canvas.fonts.width(text, least) + 2)
        high = max(round(0.45 * self.frame.cell), round(1.2 * least))
        title = pygame.Rect(room.right - wide, room.top, wide, high)
        self.canvas.write(text, title, theme.TEXT, largest=title.height, wrap=False, across=1.0)
        room = pygame.Rect(room.left, title.bottom, room.width, room.height - title.height)
        size = next(
            (
                size
                for size in range(self.frame.cell, 6, -1)
                if (room.width // size) * (room.height // size) >= len(tokens)
            ),
            6,
        )
        columns = max(1, room.width // size)
        for number, token in enumerate(tokens):
            row, column = divmod(number, columns)
            middle = (room.right - (column + 0.5) * size, room.top + (row + 0.5) * size)
            self.canvas.blit(self.sprites.token(token.id, token.side, round(0.94 * size)), middle)

    # --- arrows ---------------------------------------------------------------------------------------------------

    def _arrow(self, arrow: Arrow) -> None:
        start, end = arrow_ends(self.frame, arrow)
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = hypot(dx, dy)
        thick = max(12, round((0.6 if arrow.tone is Tone.NOW else 0.45) * self.frame.cell))
        colour = tone_colour(arrow.tone)

        def paint(pen: Pen) -> None:
            reach = pen.middle[0] / pen.unit
            neck = reach - 1.5
            for shade, grow in ((INK, 0.16), (mix(colour, WHITE, 0.12), 0.0)):
                pen.disc(shade, (-reach + 0.55, 0.0), 0.38 + grow)
                pen.block(shade, ((neck - reach + 0.55) / 2, 0.0), ((neck + reach - 0.55) / 2, 0.24 + grow), 0.0)
                head = [(reach - 0.2 + grow, 0.0), (neck - grow, -0.8 - grow * 0.6), (neck - grow, 0.8 + grow * 0.6)]
                pen.shape(shade, head)

        picture = smooth((round(length + 0.3 * thick), thick), paint)
        turned = pygame.transform.rotozoom(picture, -degrees(atan2(dy, dx)), 1.0)
        if arrow.tone in (Tone.PLAIN, Tone.FADED):
            turned.set_alpha(_GHOST_ALPHA)
        self.canvas.blit(turned, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))

    def _middle(self, cell: Cell) -> tuple[int, int]:
        return self.frame.cell_box(cell).center


def arrow_ends(frame: BoardFrame, arrow: Arrow) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the pixels at which an arrow begins and ends.

    Each is the middle of a cell, or a place beside the board.
    """

    def point(cell: Cell | None, other: Cell | None) -> tuple[float, float]:
        if cell is not None:
            return frame.cell_box(cell).center
        assert other is not None
        return frame.point_beside(other, arrow.door, arrow.piece)

    return point(arrow.start, arrow.end), point(arrow.end, arrow.start)


def label_place(
    plate: pygame.Rect,
    cell: pygame.Rect,
    board: pygame.Rect,
    pieces: Sequence[pygame.Rect],
    labels: Sequence[pygame.Rect] = (),
) -> pygame.Rect:
    """Return the place of a cell's label that hides the fewest labels, then the least of pieces.

    It is beside the cell, else in it, else on one of its corners, where pieces hardly reach. Only where each of these
    hides a label it stands aslant of the cell.
    """
    near = (
        plate.move_to(midtop=cell.midbottom),
        plate.move_to(midbottom=cell.midtop),
        plate.move_to(midleft=cell.midright),
        plate.move_to(midright=cell.midleft),
        plate.move_to(midbottom=cell.midbottom),
        plate.move_to(center=cell.bottomright),
        plate.move_to(center=cell.bottomleft),
        plate.move_to(center=cell.topleft),
        plate.move_to(center=cell.topright),
    )
    aslant = (
        plate.move_to(topright=cell.bottomleft),
        plate.move_to(bottomright=cell.topleft),
        plate.move_to(topleft=cell.bottomright),
        plate.move_to(bottomleft=cell.topright),
    )
    parts = [piece.inflate(-round(_RIM * piece.width), -round(_RIM * piece.height)) for piece in pieces]

    def hidden(place: pygame.Rect) -> tuple[int, bool, int]:
        covered = (place.clip(part) for part in parts)
        return len(place.collidelistall(list(labels))), place in aslant, sum(box.width * box.height for box in covered)

    return min((place for place in (*near, *aslant) if board.contains(place)), key=hidden)


def _occupied(shown: BoardView) -> set[Cell]:
    """Return the cells on which a piece or its ghost lies."""
    cells = {token.cell for token in (*shown.tokens, *shown.ghost_tokens)}
    cells |= {tile.cell for tile in (*shown.tiles, *shown.ghost_tiles) if tile.is_stone or tile.arrow is not None}
    cells |= {shown.monster, shown.ghost_monster[0] if shown.ghost_monster else None}
    return {cell for cell in cells if cell is not None} | shown.below
