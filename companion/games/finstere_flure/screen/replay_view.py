"""Whole screen for a whole game: the view of a move or table, changed chapter by chapter."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import partial
from itertools import accumulate, pairwise

import pygame

from companion.games.finstere_flure.learning.move_inspector import MoveInspector
from companion.games.finstere_flure.learning.what_if import WhatIf
from companion.games.finstere_flure.outlook import outlook
from companion.games.finstere_flure.palette import PLAYERS
from companion.games.finstere_flure.playback.board_view import BoardView
from companion.games.finstere_flure.playback.history import EventTimeline, TokenWalk
from companion.games.finstere_flure.playback.playback import Playback
from companion.games.finstere_flure.playback.risks import with_outlook
from companion.games.finstere_flure.playback.timeline import Segment
from companion.games.finstere_flure.screen.board_picture import BoardPicture
from companion.games.finstere_flure.screen.move_view import MoveView
from companion.games.finstere_flure.screen.moving_board import blit_centred, interpolate
from companion.screen import theme
from companion.screen.canvas import Canvas
from companion.screen.page_layout import lay_out_page
from companion.screen.text import Fonts
from companion.screen.theme import INK
from engine.finstere_flure.board import Cell
from engine.finstere_flure.pieces import TOKENS
from engine.finstere_flure.trace import MonsterMove

Point = tuple[float, float]


class ReplayView(MoveView):
    """Drawing of a game's chapters; its playback goes through the beats of all of them."""

    def __init__(self, fonts: Fonts, event_timelines: Sequence[EventTimeline], with_buttons: bool = True) -> None:
        super().__init__(fonts, event_timelines[0].shown, with_buttons)
        self._event_timelines = event_timelines
        self._event_timeline: EventTimeline | None = None
        # Where the beats of each chapter end in those of the playback.
        self._ends = list(accumulate(len(event_timeline.segments) for event_timeline in event_timelines))
        # Each card, which moves the monster, begins a chapter.
        starts = zip((0, *self._ends), event_timelines, strict=False)
        self.chapters = tuple(start for start, timeline in starts if isinstance(timeline.shown, MonsterMove)) or (0,)

    def draw(self, surface: pygame.Surface, playback: Playback, status: str = "", tension: int = 1) -> None:
        """Draw the playback's moment (see `MoveView.draw`)."""
        event_timeline = self._event_timelines[bisect_right(self._ends, playback.index)]
        if event_timeline is not self._event_timeline:
            self._event_timeline = event_timeline
            self._show(event_timeline.shown, event_timeline.floor)
        super().draw(surface, playback, status, tension)
        for cell in event_timeline.marked:
            blit_centred(
                surface, self._sprites.ring(theme.ACCENT, round(self._layout.cell * 1.2), 0.1), self._middle(cell)
            )
        if event_timeline.walk is not None:
            self._draw_walk(surface, event_timeline.walk, playback.progress)

    def draw_outlook(self, surface: pygame.Surface) -> None:
        """Draw risks, the longest way and the ends of the cards, where an outlook is shown."""
        deck = self._event_timeline.deck if self._event_timeline else ()
        if deck:
            canvas = Canvas(surface, self._fonts, lay_out_page(surface.get_size()))
            board = with_outlook(BoardView.of(self._position), self._position, deck)
            BoardPicture(canvas, self._layout.frame, self._sprites).paint(board)

    def inspector(self, segment: Segment) -> MoveInspector | WhatIf | None:
        """Return the inspector of the move; of what may come, what if a piece lay elsewhere."""
        deck = self._event_timeline.deck if self._event_timeline else ()
        return WhatIf(self._position, partial(outlook, deck=deck)) if deck else super().inspector(segment)

    def _draw_walk(self, surface: pygame.Surface, walk: TokenWalk, progress: float) -> None:
        """Draw the token on its way, the way behind it, and the stones that it pushes."""
        points = [self._middle(cell) for cell in walk.way]
        # How many cells of the way are behind it.
        passed = progress * progress * (3.0 - 2.0 * progress) * max(0, len(points) - 1)
        for tile, after in walk.pushed:
            # It moves while the token enters its cell.
            touched = walk.way.index(tile.cell) - 1 if tile.cell in walk.way else 0
            share = min(1.0, max(0.0, passed - touched)) if progress < 1.0 else 1.0
            start = self._middle(tile.cell)
            if after is not None:
                blit_centred(surface, self._sprites.stone(tile.kind), interpolate(start, self._middle(after), share))
            elif share < 1.0:
                blit_centred(surface, self._sprites.stone(tile.kind), start)
        if not points:
            return
        number = min(int(passed), len(points) - 1)
        centre = points[number]
        if number + 1 < len(points):
            centre = interpolate(centre, points[number + 1], passed - number)
        way = [*points[: number + 1], centre]
        colour = PLAYERS[TOKENS[walk.before.id][0]].screen
        width = max(2, round(self._layout.cell * 0.1))
        for shade, wide in ((INK, width + 2), (colour, width)):
            for start, end in pairwise(way):
                pygame.draw.line(surface, shade, start, end, wide)
            for point in way:
                pygame.draw.circle(surface, shade, point, wide / 2 + 1)
        done = progress >= 1.0
        if walk.after.cell is not None or not done:
            side = walk.after.side if done else walk.before.side
            blit_centred(surface, self._sprites.token(walk.before.id, side), centre)

    def _middle(self, cell: Cell) -> Point:
        return self._layout.cell_box(cell).center
