"""Whole screen of a move, as a function of the playback.

Parts that seldom change are kept from frame to frame.
"""

import pygame

from companion.games.finstere_flure.playback import Playback
from companion.games.finstere_flure.screen.cards import CardTurning
from companion.games.finstere_flure.screen.ground import ground_picture
from companion.games.finstere_flure.screen.layout import Layout, PlaybackButton, screen_layout
from companion.games.finstere_flure.screen.moving_board import MovingBoard, is_decided
from companion.games.finstere_flure.screen.panel import Panel
from companion.games.finstere_flure.screen.sprites import Sprites
from companion.games.finstere_flure.timeline import Segment, SegmentKind
from companion.screen.text import Fonts
from engine.finstere_flure.cards import parse_card
from engine.finstere_flure.position import Position, Tile
from engine.finstere_flure.trace import MonsterMove

#: What the boxes beside the board depend on: the beat, whether the look is decided and the motion done, playing, speed,
#: the status.
_State = tuple[int, bool, bool, bool, float, str]
#: What the board is multiplied with while a card is turned over above it.
_DARK = (105, 105, 105)


class MoveView:
    """Draws a game on surfaces of one size at a time."""

    def __init__(self, fonts: Fonts, shown: MonsterMove | Position, with_buttons: bool = True) -> None:
        self._fonts = fonts
        self._with_buttons = with_buttons
        self._size = (0, 0)
        self._state: _State | None = None
        self._turning: CardTurning | None = None
        self._show(shown)

    def layout(self, size: tuple[int, int]) -> Layout:
        """Return the places of everything on a surface of this size."""
        return screen_layout(size, self._with_buttons)

    def button_at(self, size: tuple[int, int], point: tuple[int, int]) -> PlaybackButton | None:
        """The button under a pixel of a surface of this size."""
        return next((button for button, box in self.layout(size).buttons.items() if box.collidepoint(point)), None)

    def draw(self, surface: pygame.Surface, playback: Playback, status: str = "") -> None:
        """Draws the playback's moment; `status` says how far the game is."""
        if surface.get_size() != self._size:
            self._resize(surface.get_size())
        decided = is_decided(playback.segment, playback.progress)
        done = playback.progress >= 1.0
        state = (playback.index, decided, done, playback.playing, playback.speed, status)
        if state != self._state:
            assert self._ground is not None
            self._state = state
            self._base.blit(self._ground[1], (0, 0))
            self._board.draw_still(self._base, playback.segment)
            self._panel.draw(self._base, playback, decided, done, status)
            if self._shows_turning_card(playback.segment):
                # The board stays as it is and is dark: darkening it for every picture would take longest of all.
                self._board.draw_moving(self._base, playback.segment, 0.0)
                self._base.fill(_DARK, self._layout.boxes.board, special_flags=pygame.BLEND_RGB_MULT)
        surface.blit(self._base, (0, 0))
        surface.set_clip(self._layout.boxes.board)
        if self._move is not None and self._shows_turning_card(playback.segment):
            self._card_turning(self._move.card).draw(surface, playback.progress)
        else:
            self._board.draw_moving(surface, playback.segment, playback.progress)
        surface.set_clip(None)

    def _shows_turning_card(self, segment: Segment) -> bool:
        return segment.kind is SegmentKind.CARD and self._move is not None

    def _card_turning(self, name: str) -> CardTurning:
        if self._turning is None:
            self._turning = CardTurning(self._fonts, name, self._layout.boxes.board)
        return self._turning

    def _show(self, shown: MonsterMove | Position, floor: tuple[Tile, ...] | None = None) -> None:
        """Draw this move or position from now on.

        `floor` are the tiles that lie still, if not those of the position.
        """
        self._move = shown if isinstance(shown, MonsterMove) else None
        self._position = shown.start if isinstance(shown, MonsterMove) else shown
        self._floor = self._position.tiles if floor is None else floor
        if self._size != (0, 0):
            self._build_painters()

    def _resize(self, size: tuple[int, int]) -> None:
        self._size = size
        self._layout = self.layout(size)
        self._sprites = Sprites(self._fonts, self._layout.cell)
        self._base = pygame.Surface(self._layout.size)
        self._ground: tuple[tuple[Tile, ...], pygame.Surface] | None = None
        self._build_painters()

    def _build_painters(self) -> None:
        """Make the objects that draw the move or position on the layout.

        The ground is kept while the same tiles lie on it.
        """
        card = parse_card(self._move.card) if self._move else None
        steps = len(self._move.steps) if self._move else 0
        if self._ground is None or self._ground[0] != self._floor:
            ground = ground_picture(self._layout.size, self._layout.frame, self._fonts, self._floor)
            self._ground = (self._floor, ground)
        self._board = MovingBoard(self._layout, self._sprites, self._position)
        self._panel = Panel(self._layout, self._fonts, self._sprites, self._position, card, steps)
        self._state = None
        self._turning = None
