"""The window: one loop that turns key presses, clicks and time into a player, and shows what the screen draws of it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

import pygame

from companion.box.display import open_display, open_window, usual_size
from companion.games.finstere_flure.playback import Beat, still, timeline
from companion.games.finstere_flure.player import Player
from companion.games.finstere_flure.screen.layout import Button
from companion.games.finstere_flure.screen.view import View
from companion.screen.text import Fonts
from engine.finstere_flure.position import Position
from engine.finstere_flure.trace import MonsterMove

#: What can be done without a display.
_INSTEAD = "--export move.gif writes the move as an animation"
FRAMES_PER_S = 30
#: After a longer stall (a window that is dragged) the move goes on where it was instead of jumping ahead.
LONGEST_FRAME_S = 0.1


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
    beats = timeline(shown) if isinstance(shown, MonsterMove) else still(shown)
    return play_beats(View(Fonts(), shown), beats, size=size, speed=speed, full_screen=full_screen)


def play_beats(
    view: View,
    beats: tuple[Beat, ...],
    *,
    size: tuple[int, int] | None = None,
    speed: float = 1.0,
    full_screen: bool = False,
    instead: str = _INSTEAD,
) -> Player:
    """As `play`, for any timeline and the view that draws it; `instead` is what can be done without a display."""
    state = State(Player(beats, speed=speed), full_screen)
    open_display(instead)
    try:
        surface = open_window(size or usual_size(), full_screen, instead)
        return _run(view, state, surface, instead).player
    finally:
        pygame.display.quit()


def _run(view: View, state: State, surface: pygame.Surface, instead: str) -> State:
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
            surface = open_window(windowed, state.full_screen, instead)
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
