"""Facts that nobody can read off the events, put right by the table (section 8)."""

from collections.abc import Iterator

from engine.values import replaced

from . import events as e
from .components import CARDS, TILES, Floor
from .house import House, Place
from .problems import Code, Found
from .state import CardAt, State


def corrected_problems(state: State, event: e.Corrected) -> Iterator[Found]:
    """Find impossible facts in a correction. Floors, doors and closing are not checked."""
    wanted = event.set
    yield from _card_problems(state, wanted)
    why = _wrong_rooms(state, wanted) or _wrong_marks(state, wanted)
    if why:
        yield Code.WRONG_CORRECTION, f"{why} (section 8)"


def _card_problems(state: State, wanted: e.Correction) -> Iterator[Found]:
    for name in wanted.cards or ():
        if CARDS[name].widows_walk and not state.with_widows_walk:
            yield Code.WRONG_CORRECTION, f"the {name} belongs to Widow's Walk (section 8)"


def _wrong_rooms(state: State, wanted: e.Correction) -> str | None:
    for room, place in (wanted.rooms or {}).items():
        tile = TILES[room]
        if tile.start is not None:
            return f"the {room} lies where it lay from the beginning"
        if not state.with_widows_walk and (tile.widows_walk or (place is not None and place[0] is Floor.ROOF)):
            return f"the {room} or its floor belongs to Widow's Walk"
        if place is None and room in state.house.rooms and _is_used(state, wanted, room):
            return f"the {room} cannot go back: somebody, a card or the marker is in it"
    house = house_after(state, wanted)
    if len(house.cells) < len(house.rooms):
        return "two rooms would lie on one cell"
    for name, lies_in in (wanted.cards or {}).items():
        if lies_in in TILES and lies_in not in house.rooms:
            return f"the {name} cannot lie in the {lies_in}, which is not laid"
    return None


def _is_used(state: State, wanted: e.Correction, room: str) -> bool:
    """Return True if a person, a card or the marker is in a room after the correction.

    The dead count, too.
    """
    figures = (*state.explorers, *state.monsters)
    places = {name: card.at for name, card in state.cards.items()} | dict(wanted.cards or {})
    under = wanted.under[0] if wanted.under else state.under
    return any(state.room_of(figure) == room for figure in figures) or room in places.values() or room == under


def _wrong_marks(state: State, wanted: e.Correction) -> str | None:
    house = house_after(state, wanted)
    undiscovered = replaced(state, house=house).undiscovered
    for tile in wanted.aside or ():
        if tile not in undiscovered:
            return f"the {tile} cannot be set aside: it is laid, or no tile of this game's stack"
    under = wanted.under[0] if wanted.under else None
    if under is not None and (under not in house.rooms or house.rooms[under].floor is not Floor.BASEMENT):
        return f"the marker cannot lie in the {under}, which is no room of the basement"
    return None


def house_after(state: State, wanted: e.Correction) -> House:
    """Return the house with its rooms put right; a tile that is put down so has no fresh sign."""
    if not wanted.rooms:
        return state.house
    placed_rooms = {room: Place(*place) for room, place in wanted.rooms.items() if place is not None}
    return state.house.without([room for room in wanted.rooms if room not in placed_rooms]).with_rooms(placed_rooms)


def correct(state: State, event: e.Corrected) -> State:
    """Correct the state to what the table says it is."""
    wanted = event.set
    house = house_after(state, wanted)
    # A tile is set aside no longer when it is laid, or when it goes back to the stack.
    aside = frozenset(wanted.aside) if wanted.aside is not None else state.aside - set(wanted.rooms or ())
    cards = {
        name: CardAt(place, state.cards[name].gains if name in state.cards else {})
        for name, place in (wanted.cards or {}).items()
    }
    explorers = dict(state.explorers)
    for explorer, traits in (wanted.traits or {}).items():
        explorers[explorer] = replaced(explorers[explorer], traits={**explorers[explorer].traits, **traits})
    monsters, waking = dict(state.monsters), state.waking
    for token, stunned in (wanted.stunned or {}).items():
        monsters[token] = replaced(monsters[token], stunned=stunned)
        waking = waking if stunned else waking - {token}
    return replaced(
        state,
        house=house,
        aside=aside,
        cards={**state.cards, **cards},
        explorers=explorers,
        monsters=monsters,
        waking=waking,
        omens=_or(wanted.omens, state.omens),
        spent=_or(wanted.spent, state.spent),
        stopped=_or(wanted.stopped, state.stopped),
        allowance_set=wanted.allowance[0] if wanted.allowance else state.allowance_set,
        vault_empty=_or(wanted.vault_empty, state.vault_empty),
        collapsed=_or(wanted.collapsed, state.collapsed),
        under=wanted.under[0] if wanted.under else state.under,
    )


def _or(wanted: int | None, known: int) -> int:
    return known if wanted is None else wanted
