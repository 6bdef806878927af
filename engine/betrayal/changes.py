"""Changes of traits, cards and the living after any event: rows, skulls, gains, deaths."""

from collections.abc import Mapping

from engine.values import replaced

from .components import BITE, CardKind, Harm, Trait
from .state import GONE, TOP, CardAt, Owed, State


def shift_traits(state: State, name: str, steps: Mapping[Trait, int]) -> tuple[State, dict[Trait, int]]:
    """Move traits along their rows as far as they go (B10); also return the real steps.

    Before the haunt a trait never moves onto the skull, and it never moves above the top. A dead explorer's trait
    on the skull stays there.
    """
    explorer = state.explorers[name]
    traits, moved = dict(explorer.traits), {}
    for trait, step in steps.items():
        before = traits[trait]
        if explorer.dead and before == 0:
            continue
        traits[trait] = min(TOP, max(state.lowest, before + step))
        if traits[trait] != before:
            moved[trait] = traits[trait] - before
    return (state.with_explorer(name, traits=traits), moved) if moved else (state, {})


def card_at(state: State, name: str, place: str) -> State:
    """Move a card, and its gains, to an explorer, to a room, or out of the game (BR11)."""
    card = state.cards[name]
    if card.at == place:
        return state
    if card.at in state.explorers:
        state, _ = shift_traits(state, card.at, {trait: -steps for trait, steps in card.applied.items()})
    applied: dict[Trait, int] = {}
    if place in state.explorers:
        state, applied = shift_traits(state, place, card.gains)
    return replaced(state, cards={**state.cards, name: CardAt(place, card.gains, applied)})


def cards_at(state: State, names: tuple[str, ...], place: str) -> State:
    """Move several cards to an explorer or a room, one after the other."""
    for name in names:
        state = card_at(state, name, place)
    return state


def handling(state: State, *names: str) -> State:
    """Mark cards as handled this turn (B11)."""
    return replaced(state, handled=state.handled | set(names))


def owe_damage(state: State, explorer: str, kind: Harm, points: int, steal: str | None = None) -> State:
    """Add owed damage, unless nothing can take any of it (BR10).

    Damage above the sum of both rows is reduced to this sum.
    """
    if state.damage_taken(explorer, kind, points) == 0:
        return state
    return state.owing(Owed("damaged", explorer, kind=kind, points=min(points, 2 * TOP), steal=steal))


def struck(state: State, explorer: str) -> State:
    """Strike what an explorer owes or may steal, as one who is dead or removed."""
    left = (
        replaced(owed, steal=None) if owed.steal == explorer else owed for owed in state.owed if owed.by != explorer
    )
    return replaced(state, owed=tuple(left))


def after_deaths(state: State) -> State:
    """Return the state in which all die who have a trait on the skull (B21).

    What they held lies in the room: companions wait there (B12); the Bite leaves the game (BR19).
    """
    for name, explorer in state.explorers.items():
        if explorer.dead or 0 not in explorer.traits.values():
            continue
        state = struck(state.with_explorer(name, dead=True), name)
        for card in state.cards_at(name):
            state = card_at(state, card, GONE if card == BITE else explorer.room)
    return state


def discard_used_up(state: State) -> State:
    """Strike owed draws of a kind of card of which none is left (BR23)."""
    if not any(owed.event == "drew" for owed in state.owed):
        return state
    left: dict[str | None, int | None] = {kind.word: state.cards_left(kind) for kind in CardKind}
    kept = []
    for owed in state.owed:
        if owed.event == "drew" and owed.card in left:
            count = left[owed.card]
            if count == 0:
                continue
            left[owed.card] = count and count - 1
        kept.append(owed)
    return state if len(kept) == len(state.owed) else replaced(state, owed=tuple(kept))
