"""Observations of the house: as it must lie, and with some pieces otherwise."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games.betrayal.lies import card_lie, cell_name, explorer_lie, tile_lie, token_lie
from companion.games.betrayal.mat import default_strips
from companion.games.betrayal.observation import HouseObservation
from companion.table.layout import Lie, TableLayout
from engine.betrayal.house import Cell
from engine.betrayal.state import State


def seen_of(state: State, tags: Mapping[str, str] | None = None, **changes: Any) -> HouseObservation:
    """Return the table as it must lie, but for these changes; `tags`: the tag of each token."""
    names = {token: f"m{number:02}" for number, token in enumerate(state.monsters, start=1)} if tags is None else tags
    strips = {explorer: strip for strip, explorer in default_strips(state.players).items()}
    lies = [tile_lie(room, place) for room, place in state.house.rooms.items()]
    lies += [
        explorer_lie(explorer, state.explorers[explorer].room, state.explorers[explorer].side)
        for explorer in state.living
    ]
    lies += [
        token_lie(names[token], monster.room, stunned=monster.stunned)
        for token, monster in state.monsters.items()
        if token in names
    ]
    on_table = {card: place.at for card, place in state.cards.items() if place.at in {*state.house.rooms, *strips}}
    lies += [card_lie(card, strips.get(place, place)) for card, place in on_table.items()]
    return replace(HouseObservation(TableLayout.from_lies(lies), floors=state.floors), **changes)


def with_lies(seen: HouseObservation, *lies: Lie) -> HouseObservation:
    """Return the table with these pieces lying like this, wherever they lay before."""
    kept = without(seen, *(lie.piece for lie in lies))
    return replace(seen, layout=kept.layout.changed(come=lies))


def without(seen: HouseObservation, *pieces: str) -> HouseObservation:
    """Return the table on which these pieces are not seen."""
    return replace(seen, layout=seen.layout.filtered(lambda lie: lie.piece not in pieces))


def places(*cells: Cell) -> frozenset[str]:
    """Return cells as places."""
    return frozenset(map(cell_name, cells))
