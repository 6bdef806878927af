"""Window of a move or a game.

Key presses, clicks and time become a playback, and the view shows it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

import pygame

from companion.device.display import open_display
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.learning.move_inspector import MoveInspector
from companion.games.finstere_flure.learning.what_if import WhatIf
from companion.games.finstere_flure.playback.playback import Playback
from companion.games.finstere_flure.playback.timeline import Segment, still, timeline
from companion.games.finstere_flure.screen.layout import PlaybackButton
from companion.games.finstere_flure.screen.move_view import MoveView
from companion.games.finstere_flure.screen.pictures import FinstereFlurePictures
from companion.games.finstere_flure.tag_set import TAGS
from companion.screen import scale, theme
from companion.screen.canvas import Canvas
from companion.screen.guard import OFTEN
from companion.screen.keys import latin_key
from companion.screen.page_layout import lay_out_page
from companion.screen.page_view import ButtonTouched, PageView, PlaceTouched, RowTouched
from companion.screen.pages import BoardPage, Page, Scrubber
from companion.screen.scrubber import MOMENT, moment_at, paint_scrubber
from companion.screen.text import Fonts
from companion.screen.window_loop import run_window
from engine.finstere_flure.position import Position
from engine.finstere_flure.trace import MonsterMove
from hardware.buttons import Button, Press

#: What can be done without a display.
INSTEAD = "--export move.gif writes the move as an animation"
FRAMES_PER_S = 30
#: After a longer stall (a window that is dragged) the move goes on where it was instead of jumping ahead.
LONGEST_FRAME_S = 0.1
#: While nothing moves nothing needs to be looked at but keys and clicks, which come at once (seconds).
IDLE_S = 1.0


class Command(StrEnum):
    """Command of a key, a button on the screen or the window's frame."""

    FORWARD = "forward"
    BACK = "back"
    PLAY = "play"
    REPLAY = "replay"
    FASTER = "faster"
    SLOWER = "slower"
    NEXT_SPEED = "next speed"
    WHY = "why"
    FULL_SCREEN = "full screen"
    LEAVE = "leave"


KEYS = {
    pygame.K_SPACE: Command.FORWARD,
    pygame.K_RIGHT: Command.FORWARD,
    pygame.K_DOWN: Command.FORWARD,
    pygame.K_LEFT: Command.BACK,
    pygame.K_UP: Command.BACK,
    pygame.K_BACKSPACE: Command.BACK,
    pygame.K_RETURN: Command.PLAY,
    pygame.K_KP_ENTER: Command.PLAY,
    pygame.K_p: Command.PLAY,
    pygame.K_r: Command.REPLAY,
    pygame.K_HOME: Command.REPLAY,
    pygame.K_PLUS: Command.FASTER,
    pygame.K_KP_PLUS: Command.FASTER,
    pygame.K_MINUS: Command.SLOWER,
    pygame.K_KP_MINUS: Command.SLOWER,
    pygame.K_w: Command.WHY,
    pygame.K_d: Command.WHY,
    pygame.K_f: Command.FULL_SCREEN,
    pygame.K_F11: Command.FULL_SCREEN,
    pygame.K_ESCAPE: Command.LEAVE,
    pygame.K_q: Command.LEAVE,
}
#: Keys while a page is shown, such as one that explains a look: button, held.
PAGE_KEYS = {
    pygame.K_d: Press(Button.DRAW, held=False),
    pygame.K_SPACE: Press(Button.DRAW, held=False),
    pygame.K_RIGHT: Press(Button.DRAW, held=False),
    pygame.K_DOWN: Press(Button.DRAW, held=False),
    pygame.K_LEFT: Press(Button.DRAW, held=True),
    pygame.K_UP: Press(Button.DRAW, held=True),
    pygame.K_RETURN: Press(Button.ADVANCE, held=False),
    pygame.K_KP_ENTER: Press(Button.ADVANCE, held=False),
    pygame.K_w: Press(Button.BACK, held=False),
    pygame.K_BACKSPACE: Press(Button.BACK, held=False),
    pygame.K_ESCAPE: Press(Button.BACK, held=False),
}
#: On many keyboards these signs need the shift key or lie elsewhere; what is typed counts.
SIGNS = {"+": Command.FASTER, "-": Command.SLOWER}
BUTTONS = {
    PlaybackButton.BACK: Command.BACK,
    PlaybackButton.PLAY: Command.PLAY,
    PlaybackButton.FORWARD: Command.FORWARD,
    PlaybackButton.REPLAY: Command.REPLAY,
    PlaybackButton.SPEED: Command.NEXT_SPEED,
    PlaybackButton.LEAVE: Command.LEAVE,
}


@dataclass(frozen=True)
class WindowState:
    """Playback, full screen or not, and whether the user wants to quit."""

    playback: Playback
    full_screen: bool = False
    quit_requested: bool = False


def obey(state: WindowState, command: Command) -> WindowState:
    """Return the state after a command."""
    playback = state.playback
    match command:
        case Command.FULL_SCREEN:
            return replace(state, full_screen=not state.full_screen)
        case Command.LEAVE:
            return replace(state, quit_requested=True)
        case Command.FORWARD:
            playback = playback.forward()
        case Command.BACK:
            playback = playback.back()
        case Command.PLAY:
            playback = playback.toggled()
        case Command.REPLAY:
            playback = playback.replayed()
        case Command.FASTER:
            playback = playback.faster()
        case Command.SLOWER:
            playback = playback.slower()
        case Command.NEXT_SPEED:
            playback = playback.with_next_speed()
    return replace(state, playback=playback)


def play(
    shown: MonsterMove | Position,
    *,
    size: tuple[int, int] | None = None,
    speed: float = 1.0,
    full_screen: bool = False,
    imagined: bool = False,
) -> Playback:
    """Show a move, or a still table, in a window until the user leaves.

    Nothing moves on a still table. `imagined`: it lies on no table, so that nobody moves anything there. Returns the
    last playback. `size` is the window's (width, height) in pixels.
    Raises NoDisplayError.
    """
    segments = timeline(shown, imagined=imagined) if isinstance(shown, MonsterMove) else still(shown)
    return play_segments(MoveView(Fonts(), shown), segments, size=size, speed=speed, full_screen=full_screen)


def play_segments(
    view: MoveView,
    segments: tuple[Segment, ...],
    *,
    size: tuple[int, int] | None = None,
    speed: float = 1.0,
    full_screen: bool = False,
    instead: str = INSTEAD,
) -> Playback:
    """Show any timeline with the view that draws it, in the way of `play`.

    `instead` is what can be done without a display.
    """
    shown = _Playing(view, WindowState(Playback(segments, speed=speed), full_screen))
    open_display(instead)
    try:
        run_window(shown, size, instead)
        return shown.state.playback
    finally:
        pygame.display.quit()


class _Playing:
    """The window's content: a state that keys, clicks and time change, and the view of it."""

    title = TAGS.title

    def __init__(self, view: MoveView, state: WindowState) -> None:
        self.state = state
        self._view = view
        self._why: _Explanation | None = None
        self._drawn: Playback | None = None
        self._before = 0.0
        #: What players are told of a failure, until they ask for something.
        self._notice = ""
        #: Whether the mouse or a finger is down on the line of beats.
        self._scrubs = False

    @property
    def quit_requested(self) -> bool:
        """True if the user has quit."""
        return self.state.quit_requested

    @property
    def full_screen(self) -> bool:
        """True if the window fills the screen."""
        return self.state.full_screen

    def handle(self, event: pygame.event.Event, surface: pygame.Surface, _time_s: float) -> None:
        """Carry out what a key or a click asks for."""
        surface, line = self._split(surface)
        if self._why is None and line is not None and self._scrub(event, line):
            return
        if self._why is not None and event.type != pygame.QUIT:
            self._why = self._why if self._why.handle(event, surface.get_size()) else None
            self._drawn = None
            return
        for command in commands(event, self._view, surface.get_size()):
            if command is Command.WHY:
                self._explain()
            self.state = obey(self.state, command)
            if self._notice:
                self._notice, self._drawn = "", None

    @property
    def _scrubber(self) -> Scrubber | None:
        """The line of all beats, with the events' beginnings; None where a single move is shown."""
        starts = self._view.chapters
        playback = self.state.playback
        return Scrubber(playback.index, len(playback.segments), starts) if starts else None

    def _split(self, surface: pygame.Surface) -> tuple[pygame.Surface, pygame.Rect | None]:
        """Return the part of the window for the move, and the box of the line below it."""
        if self._scrubber is None:
            return surface, None
        width, height = surface.get_size()
        line = scale.touch(min(width, height))
        return surface.subsurface((0, 0, width, height - line)), pygame.Rect(0, height - line, width, line)

    def _scrub(self, event: pygame.event.Event, line: pygame.Rect) -> bool:
        """Obey a touch or drag of the line, or a key of chapters; return True if it was one."""
        scrubber, playback = self._scrubber, self.state.playback
        assert scrubber is not None
        if event.type == pygame.MOUSEBUTTONUP:
            self._scrubs = False
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT
        if pressed and line.collidepoint(event.pos):
            self._scrubs = True
        if self._scrubs and event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION):
            beat = int(moment_at(line, scrubber, event.pos[0]).removeprefix(MOMENT))
        elif event.type == pygame.KEYDOWN and latin_key(event) in (pygame.K_PAGEDOWN, pygame.K_n):
            beat = next((start for start in scrubber.chapters if start > playback.index), scrubber.moments - 1)
        elif event.type == pygame.KEYDOWN and latin_key(event) in (pygame.K_PAGEUP, pygame.K_b):
            beat = next((start for start in reversed(scrubber.chapters) if start < playback.index), 0)
        else:
            return False
        self.state = replace(self.state, playback=replace(playback, index=beat, elapsed_s=0.0, playing=False))
        return True

    def _explain(self) -> None:
        """Explain the look that is shown, or try out what if."""
        playback = self.state.playback
        inspector = self._view.inspector(playback.segment)
        if inspector is not None:
            self.state = replace(self.state, playback=replace(playback, playing=False))
            self._why = _Explanation(inspector)

    def recover(self, error: Exception, failures: int) -> bool:  # noqa: ARG002 - whatever it was
        """Begin the move anew, or stop it if that fails often; tell it in a sentence."""
        playback, self._why = self.state.playback.replayed(), None
        if failures >= OFTEN:
            self._notice = say("Something failed in the companion: the move stops here. Go on by hand.")
        else:
            self._notice = say("Something failed in the companion: the move starts again.")
        self.state = replace(self.state, playback=playback.toggled() if failures >= OFTEN else playback)
        self._drawn = None
        return True

    def turn(self, surface: pygame.Surface, time_s: float, *, stale: bool = False) -> float:
        """Advance the move and draw it; return the seconds until the next turn."""
        if self.state.playback.moving and self._drawn is not None:
            elapsed_s = min(time_s - self._before, LONGEST_FRAME_S)
            self.state = replace(self.state, playback=self.state.playback.advanced(elapsed_s))
        self._before = time_s
        if self._why is not None:
            self._why.draw(self._split(surface)[0], time_s)
            return IDLE_S
        if stale or self.state.playback is not self._drawn:
            room, line = self._split(surface)
            self._view.draw(room, self.state.playback, self._notice)
            scrubber = self._scrubber
            if line is not None and scrubber is not None:
                surface.fill(theme.BACKGROUND, line)
                paint_scrubber(Canvas(surface, Fonts(), lay_out_page(surface.get_size())), line, scrubber)
            pygame.display.flip()
            self._drawn = self.state.playback
        return 1 / FRAMES_PER_S if self.state.playback.moving else IDLE_S


class _Explanation:
    """Page of an inspector in the window of a move."""

    def __init__(self, inspector: MoveInspector | WhatIf) -> None:
        fonts = Fonts()
        self._inspector, self._view = inspector, PageView(fonts, FinstereFlurePictures(fonts))

    @property
    def _page(self) -> Page:
        """The inspector's page; a window has no menu."""
        page = self._inspector.page
        assert isinstance(page, BoardPage)
        return replace(page, keys=replace(page.keys, back_hold=""))

    def draw(self, surface: pygame.Surface, time_s: float) -> None:
        self._view.draw(surface, self._page, ring=(), time_s=time_s)
        pygame.display.flip()

    def handle(self, event: pygame.event.Event, size: tuple[int, int]) -> bool:
        """Obey a key or a click; return False if it leaves."""
        if event.type == pygame.KEYDOWN and latin_key(event) in PAGE_KEYS:
            return self._inspector.press(PAGE_KEYS[latin_key(event)])
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (pygame.BUTTON_LEFT, pygame.BUTTON_RIGHT):
            match self._view.target_at(size, self._page, event.pos):
                case ButtonTouched(button=button):
                    # The other mouse button stands for a hold.
                    return self._inspector.press(Press(button, held=event.button == pygame.BUTTON_RIGHT))
                case RowTouched(id=target) | PlaceTouched(id=target):
                    self._inspector.touch(target)
        return True


def commands(event: pygame.event.Event, view: MoveView, size: tuple[int, int]) -> Iterator[Command]:
    """Yield the command of an event; yield nothing if it means nothing here.

    `size` is the window's.
    """
    if event.type == pygame.QUIT:
        yield Command.LEAVE
    elif event.type == pygame.KEYDOWN:
        if latin_key(event) in KEYS:
            yield KEYS[latin_key(event)]
        elif event.unicode in SIGNS:
            yield SIGNS[event.unicode]
    elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
        # Touches arrive as clicks too.
        button = view.button_at(size, event.pos)
        if button is not None:
            yield BUTTONS[button]
        elif view.layout(size).boxes.board.collidepoint(event.pos):
            yield Command.WHY
