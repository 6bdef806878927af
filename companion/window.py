"""The window: one loop that turns key presses, clicks and time into a player, and shows what the screen draws of it."""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from companion.errors import UserError
from companion.finstere_flure.playback import still, timeline
from companion.finstere_flure.player import Player
from companion.finstere_flure.screen.layout import Button
from companion.finstere_flure.screen.text import Fonts
from companion.finstere_flure.screen.view import View
from engine.finstere_flure.position import Position
from engine.finstere_flure.trace import MonsterMove

TITLE = "Finstere Flure"
WINDOW_SIZE = (1280, 720)
FRAMES_PER_S = 30
#: After a longer stall (a window that is dragged) the move goes on where it was instead of jumping ahead.
LONGEST_FRAME_S = 0.1


class NoDisplayError(UserError):
    """There is no screen to open a window on."""


class Command(StrEnum):
    """What a key, a button on the screen or the window's frame asks for."""

    FORWARD = "forward"
    BACK = "back"
    PLAY = "play"
    REPLAY = "replay"
    FASTER = "faster"
    SLOWER = "slower"
    NEXT_SPEED = "next speed"
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
    pygame.K_f: Command.FULL_SCREEN,
    pygame.K_F11: Command.FULL_SCREEN,
    pygame.K_ESCAPE: Command.LEAVE,
    pygame.K_q: Command.LEAVE,
}
#: On many keyboards these signs need the shift key or lie elsewhere; what is typed counts.
SIGNS = {"+": Command.FASTER, "-": Command.SLOWER}
BUTTONS = {
    Button.BACK: Command.BACK,
    Button.PLAY: Command.PLAY,
    Button.FORWARD: Command.FORWARD,
    Button.REPLAY: Command.REPLAY,
    Button.SPEED: Command.NEXT_SPEED,
    Button.LEAVE: Command.LEAVE,
}
#: After these the window has to be drawn again, because it has another size or was covered.
_REDRAW = {pygame.VIDEORESIZE, pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED}


@dataclass(frozen=True)
class State:
    """What is shown: the player, over the whole screen or not, and whether the user has left."""

    player: Player
    full_screen: bool = False
    left: bool = False


def obey(state: State, command: Command) -> State:
    """The state after a command."""
    player = state.player
    match command:
        case Command.FULL_SCREEN:
            return replace(state, full_screen=not state.full_screen)
        case Command.LEAVE:
            return replace(state, left=True)
        case Command.FORWARD:
            player = player.forward()
        case Command.BACK:
            player = player.back()
        case Command.PLAY:
            player = player.toggled()
        case Command.REPLAY:
            player = player.replayed()
        case Command.FASTER:
            player = player.faster()
        case Command.SLOWER:
            player = player.slower()
        case Command.NEXT_SPEED:
            player = player.with_next_speed()
    return replace(state, player=player)


def play(
    shown: MonsterMove | Position,
    *,
    size: tuple[int, int] | None = None,
    speed: float = 1.0,
    full_screen: bool = False,
) -> Player:
    """Shows a move, or a table on which nothing moves, in a window until the user leaves; returns the last player.

    `size` is the window's (width, height) in pixels. Raises NoDisplayError.
    """
    fonts = Fonts()
    view = View(fonts, shown)
    beats = timeline(shown) if isinstance(shown, MonsterMove) else still(shown)
    state = State(Player(beats, speed=speed), full_screen)
    _open_display()
    try:
        surface = _open_window(size or _usual_size(), full_screen)
        return _run(view, state, surface).player
    finally:
        pygame.display.quit()


def _run(view: View, state: State, surface: pygame.Surface) -> State:
    clock = pygame.time.Clock()
    windowed = surface.get_size()
    drawn: Player | None = None
    while not state.left:
        before = state
        stale = False
        # A window that the user has resized has a new surface.
        surface = pygame.display.get_surface() or surface
        for event in pygame.event.get():
            stale = stale or event.type in _REDRAW
            for command in commands(event, view, surface.get_size()):
                state = obey(state, command)
        if state.full_screen != before.full_screen:
            if state.full_screen:
                windowed = surface.get_size()
            surface = _open_window(windowed, state.full_screen)
            stale = True
        # While nothing moves nothing is drawn, and the loop costs next to nothing.
        if stale or state.player is not drawn:
            view.draw(surface, state.player)
            pygame.display.flip()
            drawn = state.player
        elapsed_s = min(clock.tick(FRAMES_PER_S) / 1000, LONGEST_FRAME_S)
        if state.player.moving:
            state = replace(state, player=state.player.advanced(elapsed_s))
    return state


def commands(event: pygame.event.Event, view: View, size: tuple[int, int]) -> Iterator[Command]:
    """What an event asks for: one command, or none where it means nothing here. `size` is the window's."""
    if event.type == pygame.QUIT:
        yield Command.LEAVE
    elif event.type == pygame.KEYDOWN:
        if event.key in KEYS:
            yield KEYS[event.key]
        elif event.unicode in SIGNS:
            yield SIGNS[event.unicode]
    elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
        # Touches arrive as clicks too.
        button = view.button_at(size, event.pos)
        if button is not None:
            yield BUTTONS[button]


def _open_display() -> None:
    """Opens the display, and only that: pygame.init() would open the sound too."""
    chosen = bool(os.environ.get("SDL_VIDEODRIVER"))
    if not chosen and not _may_have_screen():
        raise _no_display()
    try:
        pygame.display.init()
    except pygame.error:
        raise _no_display() from None
    # Without a screen SDL falls back on drivers that show nothing; they are right only for those who ask for them.
    if not chosen and pygame.display.get_driver() in ("offscreen", "dummy"):
        pygame.display.quit()
        raise _no_display()


def _may_have_screen() -> bool:
    """Whether it is worth asking for a screen; on Linux without one the libraries asked complain on their own."""
    if not sys.platform.startswith("linux"):
        return True
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return True
    return any(Path("/dev/dri").glob("card*"))


def _no_display() -> NoDisplayError:
    return NoDisplayError("there is no display to open a window on; --export move.gif writes the move as an animation")


def _usual_size() -> tuple[int, int]:
    """The window's size, no larger than the screen."""
    screens = pygame.display.get_desktop_sizes()
    width, height = screens[0] if screens else WINDOW_SIZE
    return min(width, WINDOW_SIZE[0]), min(height, WINDOW_SIZE[1])


def _open_window(size: tuple[int, int], full_screen: bool) -> pygame.Surface:
    try:
        pygame.display.set_caption(TITLE)
        if full_screen:
            return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        return pygame.display.set_mode(size, pygame.RESIZABLE)
    except pygame.error as error:
        raise NoDisplayError(
            f"the window cannot be opened ({error}); --export move.gif writes the move as an animation"
        ) from None
