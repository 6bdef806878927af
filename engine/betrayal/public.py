"""The public state of a game (section 7): what `companion referee` tells other programs."""

from collections.abc import Mapping
from typing import Any

from .components import Trait
from .state import Explorer, Owed, State


def state_to_json(state: State) -> dict[str, Any]:
    """Return all keys of section 7 but `next` and `over`, which every game has."""
    return {
        "phase": state.phase.word,
        "variants": list(state.variants),
        "players": list(state.players),
        "order": list(state.order),
        "turn": state.turn,
        "rooms": {
            room: {"floor": place.floor.word, "x": place.x, "y": place.y, "turn": place.turn, "fresh": place.fresh}
            for room, place in state.house.rooms.items()
        },
        "stack": len(state.stack),
        "aside": sorted(state.aside),
        "open": {
            floor.word: [f"{room}:{door.word}" for room, door in state.house.open_doors(floor)]
            for floor in state.floors
        },
        "explorers": {name: _explorer(state, explorer) for name, explorer in state.explorers.items()},
        "cards": {
            name: {"at": card.at, "gains": _by_word(card.gains), "applied": _by_word(card.applied)}
            for name, card in state.cards.items()
        },
        "omens": state.omens,
        "due": vars(state.due).copy() if state.due else None,
        "spent": state.spent,
        "steps": state.steps,
        "allowance": state.allowance,
        "stopped": state.stopped,
        "attacked": state.attacked,
        "done": sorted(state.done),
        "handled": sorted(state.handled),
        "tried": {name: sorted(names) for name, names in state.tried.items()},
        "exits": {name: dict(rooms) for name, rooms in state.exits.items()},
        "ran": sorted(state.ran),
        "side_ran": state.side_ran,
        "owed": [_owed(owed) for owed in state.owed],
        "vault_empty": state.vault_empty,
        "collapsed": state.collapsed,
        "under": state.under,
        "haunt": _haunt(state),
        "kinds": {kind: vars(values).copy() for kind, values in state.kinds.items()},
        "monsters": {
            token: {
                "kind": monster.kind,
                "room": monster.room,
                "side": None,
                "stunned": monster.stunned,
                "spent": monster.spent,
                "steps": monster.steps,
                "attacked": monster.attacked,
            }
            for token, monster in state.monsters.items()
        },
        "rolls": dict(state.rolls),
        "waking": sorted(state.waking),
    }


def _by_word(numbers: Mapping[Trait, int]) -> dict[str, int]:
    return {trait.word: number for trait, number in numbers.items()}


def _explorer(state: State, explorer: Explorer) -> dict[str, Any]:
    return {
        "room": explorer.room,
        "side": explorer.side.word if explorer.side else None,
        "role": explorer.role.word if explorer.role else None,
        "dead": explorer.dead,
        "traits": _by_word(explorer.traits),
        "values": {trait.word: explorer.value(trait) for trait in Trait},
        "cards": list(state.cards_at(explorer.id)),
        "once": sorted(explorer.once),
    }


def _owed(owed: Owed) -> dict[str, Any]:
    data: dict[str, Any] = {"event": owed.event, "by": owed.by}
    if owed.event == "drew":
        data["card"] = str(owed.card)
    if owed.kind is not None:
        data |= {"kind": owed.kind.word, "points": owed.points, "steal": owed.steal}
    return data


def _haunt(state: State) -> dict[str, Any] | None:
    haunt = state.haunt
    if haunt is None:
        return None
    claim = haunt.claim and {"by": haunt.claim.by, "side": haunt.claim.side.word}
    return {
        "number": haunt.number,
        "revealer": haunt.revealer,
        "omen": haunt.omen,
        "room": haunt.room,
        "traitor": haunt.traitor,
        "counters": dict(haunt.counters),
        "claim": claim,
    }
