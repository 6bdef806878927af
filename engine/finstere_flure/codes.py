"""Public names of problems: less fine than the reasons, and fixed for other programs."""

from dataclasses import replace

from .events import GameEvent, GameStarted, TilePlaced
from .pieces import STONE_FRONTS
from .problems import EventProblem, Reason
from .state import Phase, State

_CODES = {
    Reason.PLAYERS: "players-wrong",
    Reason.PHASE: "not-now",
    Reason.UNKNOWN_PIECE: "not-understood",
    Reason.IMPOSSIBLE: "not-reachable",
    Reason.ALREADY_PLACED: "tile-used",
    Reason.NOT_IN_SET_UP: "place-forbidden",
    Reason.FACE: "place-forbidden",
    Reason.OVERLAP: "place-forbidden",
    Reason.KEEP_FREE: "place-forbidden",
    Reason.TELEPORTERS_ADJACENT: "place-forbidden",
    Reason.POOL_TOO_NEAR: "place-forbidden",
    Reason.POOL_AT_EDGE: "place-forbidden",
    Reason.POOLS_TOUCH: "place-forbidden",
    Reason.NOT_ON_TURN: "not-your-turn",
    Reason.ALREADY_MOVED: "moved-already",
    Reason.OUT_OF_PLAY: "not-reachable",
    Reason.CANNOT_COME_THERE: "not-reachable",
    Reason.STONES_DIFFER: "stones-wrong",
    Reason.NOT_FLIPPED: "side-wrong",
    Reason.CARD: "card-impossible",
    Reason.FIRST_CARD: "card-impossible",
    Reason.SHUFFLE: "order-wrong",
}


def with_code(problem: EventProblem, state: State | None, event: GameEvent) -> EventProblem:
    """Return the problem of this event with its public name."""
    return replace(problem, code=_code(problem, state, event))


def _code(problem: EventProblem, state: State | None, event: GameEvent) -> str:
    """Return the code of a problem; a few reasons have several, by what the event is."""
    match problem.reason:
        case Reason.PHASE if state is not None and state.phase is Phase.OVER:
            return "over"
        case Reason.UNKNOWN_PIECE if isinstance(event, GameStarted):
            return "set-up-wrong"
        case Reason.UNKNOWN_PIECE | Reason.IMPOSSIBLE if problem.piece in STONE_FRONTS and not isinstance(
            event, TilePlaced
        ):
            return "stones-wrong"
        case Reason.IMPOSSIBLE if isinstance(event, TilePlaced):
            return "place-forbidden"
    return _CODES[problem.reason]
