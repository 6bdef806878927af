"""The public state of a game: what `companion referee` tells other programs."""

from typing import Any

from .pieces import Place
from .players import token_ids
from .positionfile import position_to_json
from .state import Phase, State

#: What the public state calls each phase.
_PHASES = {
    Phase.PLACE_TILE: "tile",
    Phase.SHUFFLE: "shuffle",
    Phase.MOVE_TOKEN: "tokens",
    Phase.DRAW_CARD: "card",
    Phase.OVER: "over",
}


def state_to_json(state: State) -> dict[str, Any]:
    """Return phase, round, turn, position file, the deck's counts, and each player's tokens."""
    return {
        "phase": _PHASES[state.phase],
        "round": state.round,
        "stage": state.stage,
        "turn": str(state.turn) if state.turn else None,
        "start": str(state.start_player),
        "moved": list(state.moved),
        "position": position_to_json(state.position),
        "deck": {"left": len(state.deck.face_down), "played": list(state.deck.played)},
        "scores": {str(colour): _scores(state, token_ids(colour, len(state.players))) for colour in state.players},
    }


def _scores(state: State, tokens: tuple[str, ...]) -> dict[str, int]:
    """Count the tokens that are out, in the castle, beside its entrance, and dead."""
    places = [token.place for token in state.position.tokens if token.id in tokens]
    return {
        "out": places.count(Place.OUT),
        "castle": places.count(None),
        "outside": places.count(Place.OUTSIDE),
        "dead": places.count(Place.DEAD),
    }
