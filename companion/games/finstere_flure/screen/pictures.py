"""Pictures that `companion.screen` asks of Finstere Flure, drawn from the game's own values."""

from functools import lru_cache

import pygame

from companion.device.language import LANGUAGES, language_in_use
from companion.games.finstere_flure.palette import PLAYERS
from companion.games.finstere_flure.playback.board_view import (
    CARD_BACK,
    BoardView,
    CelebrationFrame,
    FlippedToken,
    MoveFrame,
)
from companion.games.finstere_flure.screen.board_picture import BoardPicture
from companion.games.finstere_flure.screen.cards import card_back
from companion.games.finstere_flure.screen.celebration import CelebrationView
from companion.games.finstere_flure.screen.colours import TRAIL
from companion.games.finstere_flure.screen.ground import add_floor_tiles, bare_ground
from companion.games.finstere_flure.screen.layout import BoardFrame, layout_of_board
from companion.games.finstere_flure.screen.move_view import MoveView
from companion.games.finstere_flure.screen.moving_board import MovingBoard
from companion.games.finstere_flure.screen.sprites import Sprites
from companion.games.finstere_flure.screen.tiles import pool_picture, teleporter_picture
from companion.screen.canvas import Canvas
from companion.screen.pages import Tone
from companion.screen.pictures import BoardShrinking, Highlight
from companion.screen.text import Fonts
from companion.screen.theme import theme_in_use
from engine.finstere_flure.board import Cell, Direction
from engine.finstere_flure.pieces import MONSTER, Colour, TileKind
from engine.finstere_flure.position import Tile, Token
from engine.finstere_flure.trace import MonsterMove


class FinstereFlurePictures:
    """The pictures for one window.

    Boards are `BoardView` or `MoveFrame`, signs `Colour`, `Token`, `FlippedToken`, `Tile` or `MONSTER`, what is
    played is `MoveFrame` or `CelebrationFrame`.
    """

    board_shrinking = BoardShrinking.NARROW

    def __init__(self, fonts: Fonts) -> None:
        self._fonts = fonts
        self._sprites = Sprites(fonts, cell=1)
        # Phones may show one board in all languages in turns.
        self._bare = lru_cache(maxsize=len(LANGUAGES))(self._draw_bare)
        self._ground: tuple[tuple[object, ...], pygame.Surface] | None = None
        self._celebration: tuple[CelebrationFrame, CelebrationView] | None = None
        self._move: tuple[MonsterMove, tuple[str, bool, bool, bool], MoveView] | None = None

    def emblem(self, size: int) -> pygame.Surface:
        """Return the monster, looking up."""
        return self._sprites.portrait(size)

    def sign(self, sign: object, size: int) -> pygame.Surface:
        """Return the shape of a player's colour, a piece with the face that lies up, or the monster."""
        match sign:
            case Colour():
                return self._sprites.shape(sign, size)
            case Token():
                return self._sprites.token(sign.id, sign.side, size)
            case FlippedToken():
                return self._sprites.both_sides(sign.token.id, sign.token.side, size)
            case Tile():
                return self._tile_sign(sign, size)
            case str() if sign == CARD_BACK:
                return card_back((size, size))
            case str() if sign == MONSTER:
                return self.emblem(size)
        raise TypeError(f"{sign!r} is no sign of Finstere Flure")

    def board_in(self, room: pygame.Rect) -> pygame.Rect:
        """Return the box of the board's outer walls."""
        return BoardFrame.within(room).box

    def paint_board(self, canvas: Canvas, box: pygame.Rect, board: object | None) -> None:
        """Paint floor, walls, letters and what lies on them, or a moment of a move there."""
        if isinstance(board, MoveFrame):
            self._paint_moment(canvas.surface, box, board)
            return
        frame, shown = BoardFrame.filling(box), _shown(board)
        self._paint_ground(canvas.surface, frame, shown.tiles)
        BoardPicture(canvas, frame, self._sprites_for(frame.cell)).paint(shown)

    def _paint_ground(self, surface: pygame.Surface, frame: BoardFrame, tiles: tuple[Tile, ...]) -> None:
        floor = tuple(tile for tile in tiles if not tile.is_stone)
        surface.blit(self._ground_for(surface.get_size(), frame, floor), (0, 0))

    def _paint_moment(self, surface: pygame.Surface, box: pygame.Rect, moment: MoveFrame) -> None:
        """Paint the board at a moment of a move."""
        layout, playback = layout_of_board(surface.get_size(), box), moment.playback
        self._paint_ground(surface, layout.frame, moment.move.start.tiles)
        board = MovingBoard(layout, self._sprites_for(layout.cell), moment.move.start)
        board.draw_still(surface, playback.segment)
        board.draw_moving(surface, playback.segment, playback.progress, moment.tension)

    def place_at(self, box: pygame.Rect, board: object | None, point: tuple[int, int]) -> Cell | None:
        """Return the cell under a pixel; none while something plays."""
        return None if isinstance(board, MoveFrame) else BoardFrame.filling(box).cell_at(point)

    def place_box(self, box: pygame.Rect, _board: object | None, place: str) -> pygame.Rect:
        """Return the box of a cell."""
        return BoardFrame.filling(box).cell_box(place)

    def highlight(self, box: pygame.Rect, board: object | None) -> Highlight | None:
        """Return the highlight of the next way's end, else of what is wrong.

        It is at the way's beginning if the way ends beside the board.
        """
        place = _highlighted(_shown(board))
        return None if place is None else Highlight(BoardFrame.filling(box).cell_box(place[0]), place[1])

    def paint_played(self, surface: pygame.Surface, played: object) -> None:
        """Paint a moment of the monster's move, or of a celebration."""
        if isinstance(played, CelebrationFrame):
            self._celebration_view(played).draw(surface, played.seconds)
            return
        assert isinstance(played, MoveFrame)
        self._view_of(played).draw(surface, played.playback, played.status, played.tension)

    def _tile_sign(self, tile: Tile, size: int) -> pygame.Surface:
        if tile.is_stone:
            return self._sprites.stone(tile.kind, size)
        if tile.kind is TileKind.TELEPORTER:
            return teleporter_picture(self._fonts, tile.id[-2], Direction.E, size)
        square = tile.id == "pool-2x2"
        columns, rows = (2, 2) if square else (4, 1)
        cell = size // columns
        picture = pygame.Surface((size, size), pygame.SRCALPHA)
        pool = pool_picture(columns, rows, cell)
        picture.blit(pool, pool.get_rect(center=picture.get_rect().center))
        return picture

    # --- what is kept ---------------------------------------------------------------------------------------------

    def _sprites_for(self, cell: int) -> Sprites:
        if self._sprites.cell != cell:
            self._sprites = Sprites(self._fonts, cell)
        return self._sprites

    def _ground_for(self, size: tuple[int, int], frame: BoardFrame, floor: tuple[Tile, ...]) -> pygame.Surface:
        key = (size, tuple(frame.box), language_in_use(), theme_in_use())
        if self._ground is None or self._ground[0] != (key, floor):
            bare = self._bare(size, (frame.box.x, frame.box.y, frame.box.width, frame.box.height), key[2:])
            self._ground = ((key, floor), add_floor_tiles(bare, frame, self._fonts, floor))
        return self._ground[1]

    def _draw_bare(
        self, size: tuple[int, int], box: tuple[int, int, int, int], _look: tuple[str, str]
    ) -> pygame.Surface:
        return bare_ground(size, BoardFrame.filling(pygame.Rect(box)), self._fonts)

    def _celebration_view(self, celebration: CelebrationFrame) -> CelebrationView:
        key = celebration.at(0.0)
        if self._celebration is None or self._celebration[0] != key:
            colour = PLAYERS[celebration.sign].screen if isinstance(celebration.sign, Colour) else TRAIL
            self._celebration = (key, CelebrationView(self._fonts, key, self.sign, colour))
        return self._celebration[1]

    def _view_of(self, moment: MoveFrame) -> MoveView:
        move, key = (
            moment.move,
            (
                language_in_use(),
                moment.board_shown,
                moment.imagined,
                moment.standing_shown,
            ),
        )
        if self._move is None or self._move[0] is not move or self._move[1] != key:
            view = MoveView(
                self._fonts,
                move,
                with_buttons=False,
                with_board=moment.board_shown,
                imagined=moment.imagined,
                with_standing=moment.standing_shown,
            )
            self._move = (move, key, view)
        return self._move[2]


def _shown(board: object | None) -> BoardView:
    if board is None:
        return BoardView()
    assert isinstance(board, BoardView)
    return board


def _highlighted(shown: BoardView) -> tuple[Cell, Tone] | None:
    for arrow in shown.arrows:
        cell = arrow.end or arrow.start
        if arrow.tone is Tone.NOW and cell is not None:
            return cell, Tone.NOW
    for mark in shown.marks:
        if mark.tone is Tone.BAD and mark.cells:
            return mark.cells[0], Tone.BAD
    return None
