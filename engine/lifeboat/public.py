"""Public state of a game (rules, section 8), for other programs by `companion referee`."""

from typing import Any

from .components import SURVIVAL, Provision, Variant
from .events import Side
from .fights import strength
from .navigation import CARD_CODEC
from .navigation_phase import shark_wounds
from .scores import scores
from .state import Person, Phase, State

PHASES = {
    Phase.TAKE: "supply",
    Phase.ACT: "action",
    Phase.ANSWER: "action",
    Phase.OBJECTION: "action",
    Phase.FIGHT: "action",
    Phase.CHOOSE: "navigation",
    Phase.OVERBOARD: "navigation",
    Phase.THIRST: "navigation",
    Phase.REVEAL: "scoring",
    Phase.OVER: "over",
}


def state_to_json(state: State) -> dict[str, Any]:
    """Return all keys of section 8 but `next` and `over`, which every game has."""
    scored = scores(state)
    return {
        "phase": PHASES[state.step],
        "step": None if state.step is Phase.OVER else str(state.step),
        "day": state.day,
        "variants": sorted(map(str, state.started.variants)),
        "seats": list(map(str, state.seats)),
        "players": {str(person.who): _person(person) for person in state.people},
        "order": list(map(str, state.order)),
        "waiting": list(map(str, state.waiting)),
        "turn": str(state.turn) if state.turn else None,
        "birds": state.birds,
        "bow": state.bow,
        "passing": state.passing,
        "removed": state.removed,
        "discard": list(map(str, state.discard)),
        "gone": {"hands": state.gone_hands, "open": list(map(str, state.gone_open))},
        "navigation": {
            "deck": state.deck,
            "row": state.row,
            "day": CARD_CODEC.encode(state.card) if state.card else None,
        },
        "demand": _demand(state),
        "fight": _fight(state),
        "overboard": _overboard(state),
        "thirst": [{"who": str(thirst.who), "causes": list(map(str, thirst.causes))} for thirst in state.thirst],
        "unseen": {str(kind): unseen for kind, unseen in _unseen(state)},
        "ended": str(state.ended) if state.ended else None,
        "revealed": [str(revealed.by) for revealed in state.revealed],
        "scores": scored
        and {str(character): {**vars(score), "total": score.total} for character, score in scored.items()},
    }


def _person(person: Person) -> dict[str, Any]:
    return {
        "size": person.size,
        "survival": SURVIVAL[person.who],
        "wounds": person.wounds,
        "state": str(person.condition),
        "left": str(person.left) if person.left else None,
        "hand": person.hand,
        "open": list(map(str, person.open)),
        "parasol": person.parasol,
        "rowed": person.rowed,
        "fought": person.fought,
    }


def _unseen(state: State) -> list[tuple[Provision, int]]:
    """Return unseen provisions by kind, the cannibalism card only where it is played with."""
    playing = state.plays(Variant.CANNIBALISM)
    return [(kind, unseen) for kind, unseen in state.unseen.items() if playing or kind is not Provision.CANNIBALISM]


def _demand(state: State) -> dict[str, Any] | None:
    demand = state.demand
    if demand is None:
        return None
    card = str(demand.card) if demand.card else None
    return {"by": str(demand.by), "of": str(demand.of), "for": str(demand.want), "card": card}


def _fight(state: State) -> dict[str, Any] | None:
    fight = state.fight
    if fight is None:
        return None
    sides = {str(side): list(map(str, fight.side(side))) for side in Side}
    return {**sides, "strength": {str(side): strength(state, fight, side) for side in Side}}


def _overboard(state: State) -> dict[str, Any] | None:
    overboard = state.overboard
    if overboard is None:
        return None
    return {
        "falling": list(map(str, overboard.falling)),
        "chum": overboard.chum,
        "called": list(map(str, overboard.called)),
        "sharks": shark_wounds(state, overboard),
    }
