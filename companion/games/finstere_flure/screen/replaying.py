"""A whole game once more, in a window or as an animation."""

import engine.game
from companion.device.settings import default_settings_path, load_settings
from companion.games import ReplayOptions
from companion.games.finstere_flure.options import FORESIGHT, OPTIONS
from companion.games.finstere_flure.playback.history import event_timelines
from companion.games.finstere_flure.screen.export import export_segments
from companion.games.finstere_flure.screen.replay_view import ReplayView
from companion.games.finstere_flure.screen.window import play_segments
from companion.screen.fonts import Fonts
from companion.screen.gif import check_export_name
from engine.finstere_flure.events import GameEvent
from engine.finstere_flure.game import RULES, Game
from engine.finstere_flure.state import State

#: A whole game is long: an animation of it plays faster, with fewer pictures a second than that of a single move.
ANIMATION_SPEED = 2.0
PICTURES_PER_S = 6
#: What can be done without a display.
INSTEAD = "--export game.gif writes the game as an animation"


def replay(kept: engine.game.Game[State, GameEvent], show: ReplayOptions) -> None:
    """Show the game or write it. Raises UserError, NoDisplayError."""
    game = Game(RULES, kept.events, kept.state)
    if show.export is not None:
        check_export_name(show.export)
    settings, _ = load_settings(default_settings_path(), games={RULES.id: OPTIONS})
    mode = settings.of_game(RULES.id, OPTIONS)[FORESIGHT.id]
    timelines = event_timelines(game, foresight=mode != FORESIGHT.default and show.export is None)
    segments = tuple(segment for event_timeline in timelines for segment in event_timeline.segments)
    view = ReplayView(Fonts(), timelines, with_buttons=show.export is None)
    if show.export is not None:
        export_segments(view, segments, show.export, show.size, show.speed or ANIMATION_SPEED, PICTURES_PER_S)
    else:
        full_screen = show.full_screen
        play_segments(view, segments, size=show.size, speed=show.speed or 1.0, full_screen=full_screen, instead=INSTEAD)
