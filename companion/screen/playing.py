"""Shared parts of commands that play something in a window: keys and speed."""

from companion.device.errors import UserError

#: Lowest speed of a replay, in the usual one.
LEAST_SPEED = 0.1
#: Highest speed of a replay, in the usual one.
MOST_SPEED = 10.0
KEYS_HELP = (
    "Keys: space and arrow keys step and go back, P or Enter plays and pauses, R replays, + and - change the speed, "
    "F11 (or F) fills the screen, Esc leaves."
)


def read_speed(text: str) -> float:
    """Return the speed that ``--speed`` asks for. Raises UserError."""
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not LEAST_SPEED <= speed <= MOST_SPEED:
        raise UserError(f"speed {text[:20]!r}: expected a number from {LEAST_SPEED:g} to {MOST_SPEED:g}")
    return speed
