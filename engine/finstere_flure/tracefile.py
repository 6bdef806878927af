"""Public JSON of a monster's move and of a token's moves.

These are the formats of the `monster` and `moves` commands.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .moves import TokenMove
from .positionfile import position_to_json
from .trace import (
    Eaten,
    Event,
    Look,
    MonsterMove,
    Move,
    Pivot,
    Push,
    Removed,
    Slide,
    StandsStill,
    Teleport,
    Turn,
    Wall,
)


def move_to_json(move: MonsterMove) -> dict[str, Any]:
    """Return the move as a dictionary for `json.dumps`, which writes members of enums as words."""
    return {
        "card": move.card,
        "steps": [
            {
                "step": step.number,
                "facing": step.facing,
                "cell": step.cell,
                "events": [_FACTS[type(event)](event) for event in step.events],
            }
            for step in move.steps
        ],
        "final_look": {
            "seen": [sight.__dict__.copy() for sight in move.final_look.seen],
            "decision": move.final_look.decision,
            "facing": move.final_look.facing,
        },
        "eaten": [meal.__dict__.copy() for meal in move.eaten],
        "final": position_to_json(move.final),
    }


def _look(event: Look) -> dict[str, Any]:
    entry = {
        "event": "look",
        "cell": event.cell,
        "seen": [sight.__dict__.copy() for sight in event.seen],
        "decision": event.decision,
        "facing": event.facing,
    }
    if event.ruling:
        entry["ruling"] = event.ruling
    return entry


def _pivot(event: Pivot) -> dict[str, Any]:
    return {
        "event": "pivot",
        "tile": event.tile,
        "kind": event.kind,
        "cell": event.cell,
        "from": event.before,
        "to": event.after,
    }


def _teleport(event: Teleport) -> dict[str, Any]:
    return {
        "event": "teleport",
        "tile": event.tile,
        "partner": event.partner,
        "from": event.before,
        "to": event.after,
        "facing": event.facing,
    }


def _push(event: Push) -> dict[str, Any]:
    return {"event": "push", "piece": event.piece, "from": event.before, "to": event.after, "slid": event.slid}


def _ruled(facts: Callable[[Any], dict[str, Any]]) -> Callable[[Any], dict[str, Any]]:
    """Return `facts` of an event, with `ruling` where a numbered ruling decided."""

    def with_ruling(event: Any) -> dict[str, Any]:
        entry = facts(event)
        if event.ruling:
            entry["ruling"] = event.ruling
        return entry

    return with_ruling


#: Facts of an event of each kind.
_FACTS: dict[type[Event], Callable[[Any], dict[str, Any]]] = {
    Look: _look,
    Move: lambda event: {"event": "move", "from": event.before, "to": event.after},
    Turn: lambda event: {"event": "turn", "from": event.before, "to": event.after},
    Push: _ruled(_push),
    Wall: _ruled(lambda event: {"event": "wall", "letter": event.letter, "from": event.before, "to": event.after}),
    Slide: _ruled(lambda event: {"event": "slide", "from": event.before, "to": event.after}),
    Pivot: _ruled(_pivot),
    StandsStill: _ruled(lambda event: {"event": "stands-still", "cell": event.cell}),
    Teleport: _teleport,
    Removed: _ruled(lambda event: {"event": "removed", "piece": event.tile, "cell": event.cell}),
    Eaten: _ruled(lambda event: {"event": "eaten", "token": event.token, "cell": event.cell, "how": event.how}),
}


def moves_to_json(moves: Mapping[str, Sequence[TokenMove]]) -> dict[str, Any]:
    """Return the moves of each token as a dictionary for `json.dumps`."""
    return {"moves": {token: [token_move_to_json(move) for move in found] for token, found in moves.items()}}


def token_move_to_json(move: TokenMove) -> dict[str, Any]:
    """Return a token's move as a dictionary for `json.dumps`."""
    return {
        "to": str(move.to),
        "path": list(move.path),
        "pushes": [{"id": push.stone, "from": push.before, "to": push.after} for push in move.pushes],
        "steps": move.steps,
    }
