"""The public JSON of a monster's move and of a token's moves (formats of the `monster` and `moves` commands)."""

from collections.abc import Mapping, Sequence
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
                "facing": str(step.facing),
                "cell": step.cell,
                "events": [event_to_json(event) for event in step.events],
            }
            for step in move.steps
        ],
        "final_look": {
            "seen": _seen(move.final_look.seen),
            "decision": str(move.final_look.decision),
            "facing": str(move.final_look.facing),
        },
        "eaten": [{"token": meal.token, "step": meal.step, "how": str(meal.how)} for meal in move.eaten],
        "final": position_to_json(move.final),
    }


def _seen(seen: Sequence[Sight]) -> list[dict[str, Any]]:
    return [{"token": sight.token, "direction": str(sight.direction), "distance": sight.distance} for sight in seen]


def event_to_json(event: Event) -> dict[str, Any]:
    """One event; `ruling` is there where a numbered ruling decided."""
    entry = _event_facts(event)
    ruling = getattr(event, "ruling", None)
    return entry | ({"ruling": ruling} if ruling else {})


def _event_facts(event: Event) -> dict[str, Any]:
    match event:
        case Look():
            return {
                "event": "look",
                "cell": event.cell,
                "seen": _seen(event.seen),
                "decision": str(event.decision),
                "facing": str(event.facing),
            }
        case Turn():
            return {"event": "turn", "from": str(event.before), "to": str(event.after)}
        case Pivot():
            return {
                "event": "pivot",
                "tile": event.tile,
                "kind": str(event.kind),
                "cell": event.cell,
                "from": str(event.before),
                "to": str(event.after),
            }
        case StandsStill():
            return {"event": "stands-still", "cell": event.cell}
        case Wall():
            return {"event": "wall", "letter": event.letter, "from": event.before, "to": event.after}
        case Move():
            return {"event": "move", "from": event.before, "to": event.after}
        case Slide():
            return {"event": "slide", "from": event.before, "to": event.after}
        case Teleport():
            return {
                "event": "teleport",
                "tile": event.tile,
                "partner": event.partner,
                "from": event.before,
                "to": event.after,
                "facing": str(event.facing),
            }
        case Push():
            return {
                "event": "push",
                "piece": event.piece,
                "from": event.before,
                "to": event.after,
                "slid": event.slid,
            }
        case Removed():
            return {"event": "removed", "piece": event.tile, "cell": event.cell}
        case Eaten():
            return {"event": "eaten", "token": event.token, "cell": event.cell, "how": str(event.how)}


def moves_to_json(moves: Mapping[str, Sequence[TokenMove]]) -> dict[str, Any]:
    """The moves of each token as a dictionary for `json.dumps`."""
    return {"moves": {token: [_token_move(move) for move in found] for token, found in moves.items()}}


def _token_move(move: TokenMove) -> dict[str, Any]:
    return {
        "to": str(move.to),
        "path": list(move.path),
        "pushes": [{"id": push.stone, "from": push.before, "to": push.after} for push in move.pushes],
        "steps": move.steps,
    }
