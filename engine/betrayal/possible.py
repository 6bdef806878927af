"""Possible decisions of a seat, allowed by construction.

What needs dice or a tile is `BegunEvent` first: these are rolled or turned over before anything else happens.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from engine.values import value

from . import events as e
from .components import COAL_CHUTE, ELEVATOR, PAIR, TILES, VAULT, Floor, Trait
from .elevator import allowed_floors, doors_for_elevator
from .ending import end_damage, gains_offered
from .falls import can_fall, fall_doors, needs_tile
from .fights import has_attacked, reaches, value_of
from .hands import can_be_picked, can_be_stolen, can_give_or_drop
from .house import Place, next_cell
from .moves import elevator_has_run, leave_problems
from .stack import any_tile_fits, is_stuck
from .state import MONSTERS, Owed, State
from .ways import longest_step, opponents, spaces_left, usable_doors, ways


@value
class BegunEvent:
    """Event that somebody has begun.

    Its dice are still to be rolled, or its tile to be turned over.

    `rolled`: they are; whose event it is decides the rest.
    """

    event: Any
    rolled: bool = False


@value
class Declined:
    """Decision of an attacker to steal nothing: the beaten explorer suffers the damage (B20)."""

    by: str


@value
class DiceThrown:
    """Dice that a seat throws for an event before it is told, where another table has them.

    `event`: its name; `number`: of dice in all; `faces`: what they show, once they are thrown.
    """

    by: str
    event: str
    number: int
    faces: tuple[int, ...] = ()


Move = e.GameEvent | BegunEvent | Declined | DiceThrown


class Amounts(dict[Any, Any]):
    """Mapping of an event that can be a key: nobody changes it."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


# --- the turn ---------------------------------------------------------------------------------------------------------


def turn_moves(state: State) -> list[Move]:
    """Return all decisions of whose turn it is, nothing being owed."""
    moves: list[Move] = []
    sliding = state.figures_in(COAL_CHUTE) if COAL_CHUTE in state.house.rooms else ()
    moves += [e.Slid(by=figure) for figure in sliding]
    if state.turn == MONSTERS:
        kinds = {monster.kind for monster in state.monsters.values()}
        moves += [BegunEvent(e.MonstersRolled(kind=kind, faces=())) for kind in state.kinds if kind in kinds]
        moves = [move for move in moves if not isinstance(move, BegunEvent) or move.event.kind not in state.rolls]
        for token, monster in state.monsters.items():
            if not monster.stunned:
                _add_figure_moves(moves, state, token, may_move=spaces_left(state, token) is not None)
        if not sliding:
            moves.append(e.TurnEnded())
    elif state.turn is not None:
        _add_explorer_moves(moves, state, state.turn)
        if not sliding:
            moves += _ends(state, state.turn)
    return moves


def _add_figure_moves(moves: list[Move], state: State, figure: str, *, may_move: bool) -> None:
    """Add what explorers and monsters do."""
    room = state.room_of(figure)
    monster = figure in state.monsters
    may_leave = may_move and not any(leave_problems(state, figure))
    longest = longest_step(state, figure) - opponents(state, figure, room) if may_leave else 0
    if longest > 0:
        moves += [e.Moved(by=figure, to=way.to) for way in ways(state, figure).values() if way.spaces <= longest]
    if can_fall(state, figure) and (not monster or not needs_tile(state, figure)):
        stopped = figure == state.turn and state.stopped
        if not stopped:
            moves.append(e.Fell(by=figure) if _falls_at_once(state, figure) else BegunEvent(e.Fell(by=figure)))
    if room == ELEVATOR and not elevator_has_run(state, figure):
        run = e.ElevatorRan(by=figure, room=None, door=None)
        moves += elevator_runs(state, run) if state.is_traitors_side(figure) else [BegunEvent(run)]
    if state.haunt is not None and not has_attacked(state, figure):
        _add_attacks(moves, state, figure)
    if not monster and longest > 0:
        fitting = state.house.fitting_doors
        for door in usable_doors(state, figure):
            if (room, door) in fitting:
                moves.append(BegunEvent(e.Discovered(by=figure, door=door, tile="", turn=0)))


def _falls_at_once(state: State, figure: str) -> bool:
    """Return True if a fall needs neither die nor tile."""
    return state.is_traitors_side(figure) and not needs_tile(state, figure)


def _add_attacks(moves: list[Move], state: State, figure: str) -> None:
    monster = figure in state.monsters
    cards = () if monster else [name for name in state.cards_at(figure) if name not in state.handled]
    for enemy in (*state.living, *state.monsters):
        if not state.are_enemies(figure, enemy):
            continue
        for card in (None, *cards):
            if not reaches(state, figure, enemy, card):
                continue
            for trait in Trait if monster or card is not None else (Trait.MIGHT,):
                if value_of(state, figure, trait) is not None and value_of(state, enemy, trait) is not None:
                    attack = e.Attacked(by=figure, on=enemy, faces=(), against=(), trait=trait, with_=card)
                    moves.append(BegunEvent(attack))


def _add_explorer_moves(moves: list[Move], state: State, explorer: str) -> None:
    _add_figure_moves(moves, state, explorer, may_move=not state.stopped)
    room, cards = state.explorers[explorer].room, state.cards_at(explorer)
    tile = TILES[room]
    if tile.cross and not state.stopped and not state.has_tried(explorer, room):
        moves.append(BegunEvent(e.Crossed(by=explorer, faces=())))
    if room == VAULT and not state.vault_empty and not state.has_tried(explorer, VAULT):
        moves.append(BegunEvent(e.Opened(by=explorer, faces=())))
    if tile.leave and state.leave_roll_passed(explorer) is None:
        moves.append(BegunEvent(e.ExitRolled(by=explorer, faces=())))
    if is_stuck(state, room) and any(rearrangements(state, explorer)):
        moves.append(BegunEvent(e.Rearranged(by=explorer, rooms=Amounts())))
    tradable = [name for name in cards if can_give_or_drop(state, name)]
    if tradable and "gave" not in state.done:
        others = [other for other in state.living if other != explorer and state.in_one_spot(explorer, other)]
        moves += [e.Gave(by=explorer, to=other, card=card) for other in others for card in tradable]
    if tradable and "dropped" not in state.done:
        moves += [e.Dropped(by=explorer, cards=some) for some in _subsets(tradable)]
    if "picked" not in state.done:
        lying = [name for name in state.cards_at(room) if can_be_picked(state, name)]
        moves += [e.Picked(by=explorer, cards=some) for some in _subsets(lying)]


def _subsets(names: list[str]) -> Iterator[tuple[str, ...]]:
    for size in range(1, len(names) + 1):
        yield from combinations(names, size)


def _ends(state: State, explorer: str) -> Iterator[e.TurnEnded]:
    kind = end_damage(state, explorer)
    splits = [Amounts({trait: 1}) for trait in PAIR[kind] if state.can_lose(explorer, trait)] if kind else [None]
    for split in splits:
        for gain in (None, *gains_offered(state, explorer)):
            yield e.TurnEnded(by=explorer, split=split, gain=gain)


# --- what is owed -----------------------------------------------------------------------------------------------------


def thefts(state: State, owed: Owed) -> list[Move]:
    """Return thefts that an attacker may commit instead of doing damage, and to take nothing."""
    assert owed.steal is not None
    cards = [name for name in state.cards_at(owed.by) if can_be_stolen(state, name)]
    return (
        [*(e.Stole(by=owed.steal, from_=owed.by, card=card) for card in cards), Declined(owed.steal)] if cards else []
    )


def damages(state: State, owed: Owed) -> list[Move]:
    """Return every way to share owed damage out on the pair of traits (BR10)."""
    assert owed.kind is not None
    first, other = PAIR[owed.kind]
    wanted = state.damage_taken(owed.by, owed.kind, owed.points)
    least = max(0, wanted - state.can_lose(owed.by, other))
    splits = []
    for points in range(least, min(wanted, state.can_lose(owed.by, first)) + 1):
        shares = {first: points, other: wanted - points}
        splits.append(Amounts({trait: share for trait, share in shares.items() if share}))
    return [e.Damaged(by=owed.by, kind=owed.kind, points=owed.points, split=split) for split in splits]


# --- what was announced -----------------------------------------------------------------------------------------------


def discoveries(state: State, event: e.Discovered) -> list[Move]:
    """Return moves for every turn in which the tile that was turned over fits."""
    turns = state.house.fitting_turns(event.tile, state.room_of(event.by), event.door)
    actor, door, tile, aside = event.by, event.door, event.tile, event.aside
    return [e.Discovered(by=actor, door=door, tile=tile, turn=turn, aside=aside) for turn in turns]


def falls(state: State, event: e.Fell) -> list[Move]:
    """Return moves for every place of a fall's tile; without one every room of the basement."""
    actor, faces, tile = event.by, event.faces, event.tile
    house = state.house
    if tile is None:
        rooms = [room for room, place in house.rooms.items() if place.floor is Floor.BASEMENT]
        return [e.Fell(by=actor, faces=faces, room=room) for room in rooms]
    places: dict[tuple[int, int, int], None] = {}
    for room, door in fall_doors(state):
        _, x, y = next_cell(house.rooms[room].cell, door)
        places |= dict.fromkeys((x, y, turn) for turn in house.fitting_turns(tile, room, door))
    aside = event.aside
    return [e.Fell(by=actor, faces=faces, tile=tile, turn=turn, at=(x, y), aside=aside) for x, y, turn in places]


def elevator_runs(state: State, event: e.ElevatorRan) -> list[Move]:
    """Return moves for every door that the elevator's dice allow (B30, BR25).

    It may stay where it is on such a floor, or can go nowhere.
    """
    actor, faces, crash = event.by, event.faces, event.crash
    floors = allowed_floors(state, actor, faces)
    doors = [door for floor in floors for door in doors_for_elevator(state, floor)]
    moves: list[Move] = [
        e.ElevatorRan(by=actor, room=room, door=door, faces=faces, crash=crash) for room, door in doors
    ]
    if state.house.rooms[ELEVATOR].floor in floors or not moves:
        moves.append(e.ElevatorRan(by=actor, room=None, door=None, faces=faces, crash=crash))
    return moves


def rearrangements(state: State, explorer: str) -> Iterator[e.Rearranged]:
    """Yield every way to lay one room of a floor elsewhere so that a tile fits again (BR15)."""
    house = state.house
    floor = house.rooms[state.explorers[explorer].room].floor
    for room, place in house.rooms.items():
        if place.floor is not floor or TILES[room].start is not None:
            continue
        staying = house.without((room,))
        cells = {next_cell(staying.rooms[other].cell, door) for other, door in staying.open_doors(floor)}
        for cell in sorted(cells):
            for turn in range(4):
                if not staying.joins(room, cell, turn):
                    continue
                _, x, y = cell
                after = staying.with_rooms({room: Place(floor, x, y, turn, place.fresh)})
                if after.behind(room) and any_tile_fits(after, floor):
                    yield e.Rearranged(by=explorer, rooms=Amounts({room: (x, y, turn)}))
