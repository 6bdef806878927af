"""Whole screen of a move, as a function of the playback.

Parts that seldom change are kept from frame to frame.
"""

import pygame

from companion.games.finstere_flure.learning.move_inspector import MoveInspector, step_to_explain
from companion.games.finstere_flure.learning.what_if import WhatIf
from companion.games.finstere_flure.playback.meal import SCORED_S, SWALLOWED_S, describe_meal
from companion.games.finstere_flure.playback.playback import Playback
from companion.games.finstere_flure.playback.timeline import Segment, SegmentKind
from companion.games.finstere_flure.screen.cards import CardTurning
from companion.games.finstere_flure.screen.ground import ground_picture
from companion.games.finstere_flure.screen.layout import (
    Layout,
    PlaybackButton,
    framed,
    layout_without_board,
    screen_layout,
    without_standing,
)
from companion.games.finstere_flure.screen.moving_board import MovingBoard, is_decided
from companion.games.finstere_flure.screen.panel import Panel
from companion.games.finstere_flure.screen.sprites import Sprites
from companion.screen import theme
from companion.screen.canvas import Canvas
from companion.screen.imagined_board import paint_frame
from companion.screen.page_layout import lay_out_page
from companion.screen.text import Fonts, draw, fit
from companion.screen.theme import INK, mix
from engine.finstere_flure.cards import parse_card
from engine.finstere_flure.pieces import TOKENS
from engine.finstere_flure.position import Position, Tile
from engine.finstere_flure.trace import MonsterMove

#: What the boxes beside the board depend on: the beat, whether the look is decided and the motion done, playing, speed,
#: the status.
_State = tuple[int, bool, bool, bool, float, str]
#: What the board is multiplied with while a card is turned over above it.
_DARK = (105, 105, 105)
#: Size of an eaten token on its way to the score, in cells.
_FLYING = 1.3
#: Height of the arc in which it flies, in cells.
_ARC = 6.0


class MoveView:
    """Drawing of a game on surfaces of one size at a time."""

    def __init__(
        self,
        fonts: Fonts,
        shown: MonsterMove | Position,
        with_buttons: bool = True,
        with_board: bool = True,
        *,
        imagined: bool = False,
        with_standing: bool = True,
    ) -> None:
        """Keep `with_board`: True if the board has a picture; else its text has all the room.

        `imagined`: the board lies on no table, and is framed. `with_standing`: the players' tokens are counted.
        """
        self._fonts, self._with_standing = fonts, with_standing
        self._with_buttons, self._with_board, self._imagined = with_buttons, with_board, imagined
        self._size = (0, 0)
        self._state: _State | None = None
        self._turning: CardTurning | None = None
        self._show(shown)

    #: The numbers of the beats with which events begin; none for a single move.
    chapters: tuple[int, ...] = ()

    def inspector(self, segment: Segment) -> MoveInspector | WhatIf | None:
        """Return the inspector of what is shown at a moment of it; None for a still table."""
        return None if self._move is None else MoveInspector(self._move, step_to_explain(self._move, segment))

    def layout(self, size: tuple[int, int]) -> Layout:
        """Return the places of everything on a surface of this size."""
        if not self._with_board:
            layout = layout_without_board(size)
        else:
            layout = screen_layout(size, self._with_buttons)
            layout = framed(layout) if self._imagined else layout
        return layout if self._with_standing else without_standing(layout)

    def button_at(self, size: tuple[int, int], point: tuple[int, int]) -> PlaybackButton | None:
        """Return the button under a pixel of a surface of this size."""
        return next((button for button, box in self.layout(size).buttons.items() if box.collidepoint(point)), None)

    def draw(self, surface: pygame.Surface, playback: Playback, status: str = "", tension: int = 1) -> None:
        """Draw the playback's moment.

        `status` says how far the game is, `tension` how tense a meal is.
        """
        if surface.get_size() != self._size:
            self._resize(surface.get_size())
        decided = is_decided(playback.segment, playback.progress)
        meal_s = _meal_s(playback)
        done = playback.progress >= 1.0 or (meal_s is not None and meal_s >= SCORED_S)
        state = (playback.index, decided, done, playback.playing, playback.speed, status)
        if state != self._state:
            assert self._ground is not None
            self._state = state
            self._base.blit(self._ground[1], (0, 0))
            if self._with_board:
                self._board.draw_still(self._base, playback.segment)
                self.draw_outlook(self._base)
            self._panel.draw(self._base, playback, decided, done, status)
            if self._shows_turning_card(playback.segment):
                # The board stays as it is and is dark: darkening it for every picture would take longest of all.
                if self._with_board:
                    self._board.draw_moving(self._base, playback.segment, 0.0)
                self._base.fill(_DARK, self._layout.stage, special_flags=pygame.BLEND_RGB_MULT)
        surface.blit(self._base, (0, 0))
        surface.set_clip(self._layout.stage)
        if self._move is not None and self._shows_turning_card(playback.segment):
            self._card_turning(self._move.card).draw(surface, playback.progress)
        elif self._with_board:
            self._board.draw_moving(surface, playback.segment, playback.progress, tension)
        surface.set_clip(None)
        if meal_s is not None and meal_s >= 0.0:
            self._draw_meal(surface, playback.segment, meal_s)

    def draw_outlook(self, surface: pygame.Surface) -> None:
        """Draw what may come: nothing in a move, or on a still table."""

    def _draw_meal(self, surface: pygame.Surface, segment: Segment, seconds: float) -> None:
        """Draw a meal's token on its way to its place on the score, and the line of story."""
        assert segment.meal is not None
        token = self._position.token(segment.meal)
        place = self._panel.eaten_places.get(TOKENS[segment.meal][0])
        if token is not None and place is not None and seconds >= SWALLOWED_S:
            share = min(1.0, (seconds - SWALLOWED_S) / (SCORED_S - SWALLOWED_S))
            eased = share * share * (3.0 - 2.0 * share)
            start = self._meal_place(segment).center
            x, y = (first + (other - first) * eased for first, other in zip(start, place.center, strict=True))
            if share < 1.0:
                side = round(_FLYING * self._layout.cell)
                picture = self._sprites.token(segment.meal, token.side, side)
                surface.blit(picture, (x - side / 2, y - side / 2 - _ARC * self._layout.cell * share * (1.0 - share)))
            else:
                ring = self._sprites.ring(theme.LOSS, round(1.5 * max(place.size)), 0.12)
                surface.blit(ring, ring.get_rect(center=place.center))
        plate = self._story_box(segment)
        pygame.draw.rect(surface, mix(INK, theme.LOSS, 0.35), plate, border_radius=self._layout.gap)
        inner = plate.inflate(-2 * self._layout.gap, -self._layout.gap)
        text = describe_meal(self._position, segment.meal, len(segment.after.eaten))
        line = fit(self._fonts, text, inner.size, round(0.6 * inner.height), 8, bold=True)
        draw(surface, self._fonts, line, inner, theme.TEXT, across=0.5)

    def _story_box(self, segment: Segment) -> pygame.Rect:
        """Return the place for a meal's line of story: an edge of the board, not over the meal."""
        if not self._with_board:
            return self._layout.boxes.caption
        box = self._layout.boxes.board
        high = box.height // 8
        is_low = self._layout.cell_box(segment.after.monster).centery > box.centery
        return pygame.Rect(box.left, box.top if is_low else box.bottom - high, box.width, high)

    def _meal_place(self, segment: Segment) -> pygame.Rect:
        """Return the place where a token is eaten; the card's if the board is shown elsewhere."""
        return self._layout.cell_box(segment.after.monster) if self._with_board else self._layout.boxes.card

    def _shows_turning_card(self, segment: Segment) -> bool:
        return segment.kind is SegmentKind.CARD and self._move is not None

    def _card_turning(self, name: str) -> CardTurning:
        if self._turning is None:
            self._turning = CardTurning(self._fonts, name, self._layout.stage)
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
            ground = self._base.copy()
            ground.fill(theme.BACKGROUND)
            if self._with_board:
                ground = ground_picture(self._layout.size, self._layout.frame, self._fonts, self._floor)
            if self._layout.board_frame is not None:
                canvas = Canvas(ground, self._fonts, lay_out_page(self._layout.size, bar=False))
                paint_frame(canvas, self._layout.board_frame)
            self._ground = (self._floor, ground)
        self._board = MovingBoard(self._layout, self._sprites, self._position)
        self._panel = Panel(self._layout, self._fonts, self._sprites, self._position, card, steps)
        self._state = None
        self._turning = None


def _meal_s(playback: Playback) -> float | None:
    """Return the seconds since the bite of the segment's meal; None if it has none."""
    segment = playback.segment
    if segment.meal is None or segment.bite_s is None:
        return None
    return playback.progress * segment.motion_s - segment.bite_s
