"""Clock of a game: what each player has left, by the game's events and the turn that runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from chess_table.rules import MOST_MS, ClockedMove
from chess_table.times import TIMES, TimeControl


def time_control(events: Sequence[Any]) -> TimeControl | None:
    """Return the times of a game; None: it has no clock."""
    return next((TIMES[time] for time in events[0].variants if time in TIMES), None)


def left_ms(events: Sequence[Any], player: str) -> int:
    """Return what a player had left after the last move (milliseconds); the game has a clock."""
    moves = (event for event in reversed(events) if isinstance(event, ClockedMove) and event.by == player)
    last = next(moves, None)
    control = time_control(events)
    assert control is not None
    return control.minutes * 60_000 if last is None else last.left_ms


@dataclass
class RunningTurn:
    """Turn whose time runs, of a game, after so many events.

    `since`: since when it runs (seconds); None: not yet.
    """

    game_id: int | None
    events: int
    since: float | None

    def spent_ms(self, until: float) -> int:
        """Return what has been spent of the turn (milliseconds)."""
        return 0 if self.since is None else max(0, round((until - self.since) * 1000))


def after_move_ms(events: Sequence[Any], player: str, spent_ms: int) -> int:
    """Return what a player has left after a move that took so long, with what it adds."""
    control = time_control(events)
    assert control is not None
    return min(MOST_MS, max(0, left_ms(events, player) - spent_ms) + control.added_s * 1000)


def clock_text(milliseconds: int) -> str:
    """Return a time as clocks show it: ``1:29:59``, ``4:57``; a second that has begun counts."""
    minutes, seconds = divmod(-(-max(0, milliseconds) // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
