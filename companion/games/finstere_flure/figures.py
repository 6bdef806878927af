"""Counts of finished games: meals and escapes by number and stage, closest shaves."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.figures.facts import Figure
from companion.games.finstere_flure.language import later
from engine.finstere_flure.events import CardDrawn, GameEvent, TokenMoved
from engine.finstere_flure.pieces import TOKENS, Place
from engine.finstere_flure.state import State
from engine.finstere_flure.trace import Loss, MonsterMove

EATEN = later("Tokens eaten")
ESCAPED = later("Tokens escaped")
EATEN_BY_PLAYER = later("Tokens eaten, by player")
ESCAPED_BY_PLAYER = later("Tokens escaped, by player")
WAYS = later("How tokens were eaten")
SHAVES = later("Closest shaves")
_STAGES = {1: later("stage one"), 2: later("stage two")}
_LOSSES = {
    Loss.CAUGHT: later("caught"),
    Loss.PUSHED_OFF: later("pushed off the board"),
    Loss.TELEPORTER: later("lost on a teleporter"),
}
_TIMES = later("times")
_NEAREST = later("fewest cells away")
_NEXT_CELL = later("one cell away")


def figures(states: Sequence[State], events: Sequence[GameEvent]) -> Iterator[Figure]:
    """Yield each meal, each escape and each close shave of a game."""
    for (before, after), event in zip(pairwise(states), events[1:], strict=True):
        stage = _STAGES[before.stage]
        if isinstance(event, CardDrawn) and after.monster_move is not None:
            yield from _of_move(after.monster_move, stage)
        elif isinstance(event, TokenMoved) and event.to is Place.OUT:
            colour, number = TOKENS[event.token]
            yield Figure(ESCAPED, str(number), stage, seat=str(colour))
            yield Figure(ESCAPED_BY_PLAYER, str(colour), stage, seat=str(colour))


def _of_move(move: MonsterMove, stage: str) -> Iterator[Figure]:
    for meal in move.eaten:
        colour, number = TOKENS[meal.token]
        seat = str(colour)
        yield Figure(EATEN, str(number), stage, seat=seat)
        yield Figure(EATEN_BY_PLAYER, seat, stage, seat=seat)
        yield Figure(WAYS, _LOSSES[meal.how], _TIMES, seat=seat)
    # Whoever the monster still sees at the end has got away with it.
    nearest: dict[str, int] = {}
    for sight in move.final_look.seen:
        seat = str(TOKENS[sight.token][0])
        nearest[seat] = min(sight.distance, nearest.get(seat, sight.distance))
    for seat, distance in nearest.items():
        yield Figure(SHAVES, seat, _NEAREST, distance, seat=seat, least=True)
        yield Figure(SHAVES, seat, _NEXT_CELL, int(distance == 1), seat=seat)
