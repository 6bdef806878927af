"""Pictures of the pieces for people: as on the companion's screen, turned as they lie.

They are drawn once and kept.
"""

import pygame

from companion.games.finstere_flure.screen.sprites import Sprites
from companion.games.finstere_flure.screen.tiles import pool_picture, teleporter_picture
from companion.screen.kept_pictures import KeptPictures
from companion.screen.text import Fonts
from companion.virtual_table.pictures import darkened
from companion.virtual_table.piece import Piece
from engine.finstere_flure.board import Direction
from engine.finstere_flure.pieces import MONSTER, POOL_SHAPES, STONE_FRONTS, TELEPORTER_PAIRS, TOKENS, Side, TileKind

#: Pieces that lie askew are turned in steps of so many degrees.
_STEP_DEG = 2
#: How dark a shadow is, 0 to 255.
_SHADOW = 110

#: All pieces and their shadows as they lie, and as they lay before.
_MOST_KEPT = 300

_CLOCKWISE = (Direction.N, Direction.E, Direction.S, Direction.W)


class FinstereFlurePiecePictures:
    """Pictures of pieces on cells of `cell` pixels."""

    def __init__(self, fonts: Fonts, cell: int) -> None:
        self.cell = cell
        self._fonts = fonts
        self._sprites = Sprites(fonts, cell)
        self._kept = KeptPictures(_MOST_KEPT)

    def of(self, piece: Piece) -> pygame.Surface:
        """Return the piece seen from above; its middle is the picture's.

        Tokens are always upright: they must be read.
        """
        turn = _turn_of(piece)
        return self._kept.get((piece.tag_id, turn), lambda: self._drawn(piece, turn))

    def shadow(self, piece: Piece) -> pygame.Surface:
        """Return the piece's shadow, as large as its picture."""
        key = ("shadow", piece.tag_id, _turn_of(piece))
        return self._kept.get(key, lambda: darkened(self.of(piece), _SHADOW))

    def _drawn(self, piece: Piece, turn: int) -> pygame.Surface:
        if piece.id in TOKENS:
            return self._sprites.token(piece.id, Side(piece.face))
        if piece.id == MONSTER:
            return self._sprites.beast(turn)
        quarters = round(turn / 90)
        if piece.id in TELEPORTER_PAIRS:
            arrow = _CLOCKWISE[quarters % 4]
            upright = teleporter_picture(self._fonts, piece.id[-2], arrow, round(self.cell * 0.96))
        elif piece.id in POOL_SHAPES:
            # Turned whole quarters it would be the same but for its shine, and sharp.
            columns, rows = POOL_SHAPES[piece.id]
            upright = pool_picture(*((rows, columns) if quarters % 2 else (columns, rows)), self.cell)
        else:
            upright = self._sprites.stone(STONE_FRONTS[piece.id] if piece.face == "front" else TileKind.STONE)
        askew = turn - 90 * quarters
        return pygame.transform.rotozoom(upright, -askew, 1.0) if askew else upright


def _turn_of(piece: Piece) -> int:
    """Return the degrees by which a piece's picture is turned."""
    return 0 if piece.id in TOKENS else round(piece.turn_deg / _STEP_DEG) * _STEP_DEG % 360
