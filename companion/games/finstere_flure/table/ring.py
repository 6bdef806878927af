"""Ring patterns of the moments that only this game has.

`docs/ring.md` tells players what they mean.
"""

from collections.abc import Sequence

from companion.games.finstere_flure.palette import PLAYERS
from companion.screen import theme
from companion.screen.theme import Rgb
from companion.table.ring import won_pattern
from engine.finstere_flure.pieces import Colour
from engine.finstere_flure.players import token_ids
from engine.finstere_flure.state import TURNS_IN_FIRST_ROUND, State
from hardware.ring.patterns import Countdown, Flare, Pattern, Pulse, Seat

_MONSTER: Rgb = (255, 122, 60)


def turn_pattern(state: State, turn: Colour) -> Pattern:
    """Return the pattern of the player on turn, and of that player's tokens still to move.

    It shows the player's place and colour.
    """
    tokens = len(token_ids(turn, len(state.players)))
    total = min(tokens, TURNS_IN_FIRST_ROUND) if state.round == 1 else tokens
    return seat_pattern(state.players, turn, state.turns_left(turn), total)


def seat_pattern(players: Sequence[Colour], turn: Colour, left: int, total: int) -> Pattern:
    """Return the pattern of the player on turn, with so many things left to do."""
    return Seat(players.index(turn), len(players), PLAYERS[turn].lit, left, total)


def draw_pattern() -> Pattern:
    """Return the lights for a card that must be turned over."""
    return Pulse(theme.ACCENT)


def stage_pattern() -> Pattern:
    """Return the lights for cards that are shuffled."""
    return Pulse(_MONSTER)


def move_pattern(left: int, total: int) -> Pattern:
    """Return the monster's steps that are left."""
    return Countdown(left, total, _MONSTER)


def eaten_pattern(bitten_at: float, tension: int) -> Flare:
    """Return the lights for an eaten token; the tenser, the more often they flare."""
    return Flare(theme.LOSS, bitten_at, tension)


def over_pattern(players: Sequence[Colour], winner: Colour | None) -> Pattern:
    """Return the pattern of the winner's place; dark if nobody has won."""
    return won_pattern({colour: PLAYERS[colour].lit for colour in players}, (winner,) if winner else ())
