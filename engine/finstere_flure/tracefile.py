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
    Sight,
    Slide,
    StandsStill,
    Teleport,
    Turn,
    Wall,
)


def move_to_json(move: MonsterMove) -> dict[str, Any]:
    """The move as a dictionary for `json.dumps`."""
    return {
        "card": move.card,
        "steps": [
            {
                "step": step.number,
                "facing": step.facing.word,
                "cell": step.cell,
                "events": [trace_event_to_json(event) for event in step.events],
            }
            for step in move.steps
        ],
        "final_look": {
            "seen": _seen(move.final_look.seen),
            "decision": move.final_look.decision.word,
            "facing": move.final_look.facing.word,
        },
        "eaten": [{"token": meal.token, "step": meal.step, "how": meal.how.word} for meal in move.eaten],
        "final": position_to_json(move.final),
    }


def _seen(seen: Sequence[Sight]) -> list[dict[str, Any]]:
    return [{"token": sight.token, "direction": sight.direction.word, "distance": sight.distance} for sight in seen]


def trace_event_to_json(event: Event) -> dict[str, Any]:
    """Convert one event; `ruling` is there where a numbered ruling decided."""
    entry = _FACTS[type(event)](event)
    if ruling := event.__dict__.get("ruling"):
        entry["ruling"] = ruling
    return entry


def _look(event: Look) -> dict[str, Any]:
    return {
        "event": "look",
        "cell": event.cell,
        "seen": _seen(event.seen) if event.seen else [],
        "decision": event.decision.word,
        "facing": event.facing.word,
    }


def _pivot(event: Pivot) -> dict[str, Any]:
    return {
        "event": "pivot",
        "tile": event.tile,
        "kind": event.kind.word,
        "cell": event.cell,
        "from": event.before.word,
        "to": event.after.word,
    }


def _teleport(event: Teleport) -> dict[str, Any]:
    return {
        "event": "teleport",
        "tile": event.tile,
        "partner": event.partner,
        "from": event.before,
        "to": event.after,
        "facing": event.facing.word,
    }


def _push(event: Push) -> dict[str, Any]:
    return {"event": "push", "piece": event.piece, "from": event.before, "to": event.after, "slid": event.slid}


#: Facts of an event of each kind.
_FACTS: dict[type[Event], Callable[[Any], dict[str, Any]]] = {
    Look: _look,
    Move: lambda event: {"event": "move", "from": event.before, "to": event.after},
    Turn: lambda event: {"event": "turn", "from": event.before.word, "to": event.after.word},
    Push: _push,
    Wall: lambda event: {"event": "wall", "letter": event.letter, "from": event.before, "to": event.after},
    Slide: lambda event: {"event": "slide", "from": event.before, "to": event.after},
    Pivot: _pivot,
    StandsStill: lambda event: {"event": "stands-still", "cell": event.cell},
    Teleport: _teleport,
    Removed: lambda event: {"event": "removed", "piece": event.tile, "cell": event.cell},
    Eaten: lambda event: {"event": "eaten", "token": event.token, "cell": event.cell, "how": event.how.word},
}


def moves_to_json(moves: Mapping[str, Sequence[TokenMove]]) -> dict[str, Any]:
    """The moves of each token as a dictionary for `json.dumps`."""
    return {"moves": {token: [token_move_to_json(move) for move in found] for token, found in moves.items()}}


def token_move_to_json(move: TokenMove) -> dict[str, Any]:
    """Return a token's move as a dictionary for `json.dumps`."""
    return {
        "to": str(move.to),
        "path": list(move.path),
        "pushes": [{"id": push.stone, "from": push.before, "to": push.after} for push in move.pushes],
        "steps": move.steps,
    }
