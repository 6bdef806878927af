"""The pieces for people to look at: as the companion's screen shows them, turned as they lie. Drawn once and kept."""

import pygame

from companion.games.finstere_flure.screen.sprites import Sprites
from companion.games.finstere_flure.screen.tiles import pool_picture, teleporter_picture
from companion.screen.text import Fonts
from companion.virtual_table.piece import Piece
from engine.finstere_flure.board import Direction
from engine.finstere_flure.pieces import MONSTER, POOL_SHAPES, STONE_FRONTS, TELEPORTER_PAIRS, TOKENS, Side, TileKind

#: Pieces that lie askew are turned in steps of so many degrees.
_STEP_DEG = 2
#: How dark a shadow is, 0 to 255.
_SHADOW = 110

_CLOCKWISE = (Direction.N, Direction.E, Direction.S, Direction.W)


class FinstereFlurePiecePictures:
    """Pictures of pieces on cells of `cell` pixels."""

    def __init__(self, fonts: Fonts, cell: int) -> None:
        self.cell = cell
        self._fonts = fonts
        self._sprites = Sprites(fonts, cell)
        self._kept: dict[tuple[str, int], pygame.Surface] = {}
        self._shadows: dict[int, pygame.Surface] = {}

    def of(self, piece: Piece) -> pygame.Surface:
        """The piece seen from above; its middle is the picture's. Tokens are always upright: they must be read."""
        turn = 0 if piece.id in TOKENS else round(piece.turn_deg / _STEP_DEG) * _STEP_DEG % 360
        key = (piece.tag_id, turn)
        if key not in self._kept:
            self._kept[key] = self._drawn(piece, turn)
        return self._kept[key]

    def shadow(self, piece: Piece) -> pygame.Surface:
        """The piece's shadow, as large as its picture."""
        picture = self.of(piece)
        if id(picture) not in self._shadows:
            shadow = picture.copy()
            shadow.fill((0, 0, 0, _SHADOW), special_flags=pygame.BLEND_RGBA_MULT)
            self._shadows[id(picture)] = shadow
        return self._shadows[id(picture)]

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
