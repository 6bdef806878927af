"""What the ring shows in each step: sectors are the seats, from the bow clockwise from the top."""

from companion.games.lifeboat.colours import COLOURS
from engine.lifeboat.components import Character
from engine.lifeboat.state import State
from hardware.ring.patterns import Off, Pattern, Seat


def step_pattern(state: State) -> Pattern:
    """The pattern of the running step."""
    turn = state.turn
    return seat_pattern(state, turn) if turn in state.seats and turn is not None else Off()


def seat_pattern(state: State, who: Character) -> Pattern:
    """The sector of one seat."""
    return Seat(state.seats.index(who), len(state.seats), COLOURS[who], 1, 1)


def seats_pattern(state: State) -> Pattern:
    """All seats in their colours."""
    return Off() if not state.seats else seat_pattern(state, state.seats[0])
