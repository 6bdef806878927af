"""Layout of the house on the table, and the tasks that hands must do to reach it.

The tasks are in an order that works.
"""

from collections.abc import Mapping

from companion.device.sentences import capitalised, join_items
from companion.games.betrayal.language import say
from companion.games.betrayal.lies import (
    HousePieceKind,
    card_lie,
    explorer_lie,
    is_off_tiles,
    kind_of,
    name_of,
    order_of,
    piece_id,
    place_of,
    tile_lie,
    token_lie,
)
from companion.games.betrayal.mat import STRIPS, default_strips
from companion.games.betrayal.names import card_name, explorer_name, room_name
from companion.games.betrayal.observation import HouseObservation
from companion.games.betrayal.words import describe_counter, dir_name, figure_name, floor_name
from companion.table.layout import Change, LayoutTask, Lie, TableLayout, difference
from companion.table.session import GameSession
from engine.betrayal import events as e
from engine.betrayal.components import OPPOSITE, TILES, Dir, Floor
from engine.betrayal.house import Place, doors_of, next_cell, turn_matters
from engine.betrayal.state import State

#: The kinds of the tasks that come before all others: the start tile, and tiles that go back to the stack.
START = "start"
BACK = "back"
#: What hands do with their pieces while they tell it; everything else follows and is theirs still to do.
_DONE_ALREADY = (
    e.Moved,
    e.Discovered,
    e.Slid,
    e.Crossed,
    e.Placed,
    e.TileLaid,
    e.Gave,
    e.Dropped,
    e.Picked,
    e.CardMoved,
    e.Drew,
    e.Stole,
    e.Stunned,
    e.MonsterRemoved,
    e.CounterSet,
    e.Corrected,
)


def expected_layout(state: State) -> TableLayout:
    """Return the layout of all pieces in this state."""
    rooms, living = state.house.rooms, state.living
    return TableLayout.from_lies(
        (
            *(tile_lie(room, place) for room, place in rooms.items()),
            *(explorer_lie(name, state.explorers[name].room, state.explorers[name].side) for name in living),
            *(token_lie(token, monster.room, stunned=monster.stunned) for token, monster in state.monsters.items()),
            *(card_lie(card, held.at) for card, held in state.cards.items() if held.at in rooms),
            *(card_lie(card, held.at) for card, held in state.cards.items() if held.at in living),
            *([Lie(piece_id(HousePieceKind.MARKER, ""), state.under)] if state.under is not None else ()),
            *(
                Lie(piece_id(HousePieceKind.COUNTER, counter), "", turn=value)
                for counter, value in dict(state.haunt.counters if state.haunt is not None else {}).items()
            ),
        )
    )


def layout_after_event(
    layout: TableLayout | None, before: State, event: e.GameEvent, after: State
) -> TableLayout | None:
    """Return the layout after an event was told, before hands have done what follows from it."""
    if layout is None or before.living != after.living:
        return layout
    return expected_layout(after) if isinstance(event, _DONE_ALREADY) else layout


def layout_with_observed_pieces(
    layout: TableLayout, before: TableLayout, after: TableLayout, observation: HouseObservation
) -> TableLayout:
    """Return the layout after something was told that hands have not done yet.

    A piece that it moves lies where it is seen. Else a figure that somebody said has walked would be taken to have
    walked back.
    """
    gone, come = list[Lie](), list[Lie]()
    for start, end in difference(after, before):
        lie = None if end is None else observation.lie_of(end.piece)
        if end is None or lie == end:
            continue
        if kind_of(end.piece) is HousePieceKind.TILE:
            # A new tile that is not seen, though its floor is in sight.
            gone += [end] * (start is None and lie is None and place_of(end).floor in observation.floors)
        elif lie is not None and not is_off_tiles(lie) and lie.place not in STRIPS:
            gone += [layout.lies[end.piece]] if end.piece in layout.lies else []
            come.append(lie)
    return layout.changed(gone, come)


def tasks(layout: TableLayout | None, state: State, tags: Mapping[str, str] | None = None) -> tuple[LayoutTask, ...]:
    """Return all tasks for hands; every task if the present layout is unknown.

    The order is tiles, figures, tokens, cards, marker, counters; of each kind first what goes.

    `tags`: what is written on the monsters' tokens, for example ``m01``.
    """
    wanted = expected_layout(state)
    ranks: dict[Lie | None, tuple[int, int, str]] = {None: (-1, 0, "")}
    ranks |= {lie: _rank(lie, number, state) for number, lie in enumerate(wanted.counts)}
    differs = difference(wanted, layout or TableLayout())
    changes = sorted(differs, key=lambda change: (order_of(change.lie), ranks[change.end]))
    told = [task for change in changes if (task := _task(change, state, tags or {})) is not None]
    if layout is None or not any(kind_of(piece) is HousePieceKind.TILE for piece in layout.lies):
        told = [task for task in told if not _is_start(task)]
    return tuple(told) if layout is not None else (_start(state), *told)


def _rank(lie: Lie, number: int, state: State) -> tuple[int, int, str]:
    """Return the place among pieces of a kind: of tiles floor by floor, from the landing on."""
    return _floor_order(state, name_of(lie.piece)) if kind_of(lie.piece) is HousePieceKind.TILE else (number, 0, "")


def _floor_order(state: State, room: str) -> tuple[int, int, str]:
    place = state.house.rooms[room]
    return list(Floor).index(place.floor), abs(place.x) + abs(place.y), room


def _start(state: State) -> LayoutTask:
    landings = join_items(
        room_name(room) for room in state.house.rooms if TILES[room].start is not None and room.endswith("landing")
    )
    return LayoutTask(say("The start tile, and apart from it: {rooms}.", rooms=landings), kind=START)


def _is_start(task: LayoutTask) -> bool:
    """Return True for a tile that the start task lays."""
    return task.kind == HousePieceKind.TILE and TILES[name_of(task.changes[0].lie.piece)].start is not None


def _task(change: Change, state: State, tags: Mapping[str, str]) -> LayoutTask | None:
    """Return the task of a change; None where there is nothing for hands to do."""
    kind, name = kind_of(change.lie.piece), name_of(change.lie.piece)
    match kind:
        case HousePieceKind.TILE if change.end is None:
            told = say("{room}: off the table, back to the stack.", room=room_name(name))
            return LayoutTask(told, (change,), BACK)
        case HousePieceKind.TILE if len(change.places) == 1 and change.start is not None and not turn_matters(name):
            return None
        case HousePieceKind.MARKER if change.end is None:
            return None
        case HousePieceKind.TILE:
            told = _tell_tile(change, name, state)
        case HousePieceKind.EXPLORER | HousePieceKind.MONSTER:
            told = capitalised(_tell_figure(change, name, state, tags))
        case HousePieceKind.CARD:
            told = describe_card_place(name, None if change.end is None else change.end.place, state)
        case HousePieceKind.MARKER:
            told = say("The marker under the Collapsed Room lies here: {room}.", room=room_name(str(state.under)))
        case HousePieceKind.COUNTER:
            told = describe_counter(name, None if change.end is None else change.end.turn)
    return LayoutTask(told, (change,), kind)


def room_of(task: LayoutTask, state: State) -> str | None:
    """Return the room in which something changes; None: in none, or it is not told."""
    end = task.changes[0].end if task.changes else None
    if end is None:
        return None
    room = name_of(end.piece) if task.kind == HousePieceKind.TILE else end.place
    return room if room in state.house.rooms else None


def floor_of(task: LayoutTask, state: State) -> Floor | None:
    """Return the floor on which something changes."""
    room = room_of(task, state)
    return None if room is None else state.house.rooms[room].floor


def _tell_tile(change: Change, room: str, state: State) -> str:
    place = state.house.rooms[room]
    doors = describe_doors(room, place.turn)
    if change.start is not None and len(change.places) == 1:
        return say("Turn on the spot: {room}, {doors}.", room=room_name(room), doors=doors)
    where = {"room": room_name(room), "floor": floor_name(place.floor), "where": _neighbour_text(state, place)}
    if turn_matters(room):
        return say("{room}: {floor}, {where}, {doors}.", **where, doors=doors)
    return say("{room}: {floor}, {where}.", **where)


def _neighbour_text(state: State, place: Place) -> str:
    """Return beside which room it lies: of its neighbours the nearest to the landing."""
    found = ((state.house.cells.get(next_cell(place.cell, side)), side) for side in Dir)
    beside = [(_floor_order(state, other), side, other) for other, side in found if other is not None]
    if not beside:
        return say("apart")
    _, side, other = min(beside, key=lambda found: found[0])
    return say("{side} of: {room}", side=dir_name(OPPOSITE[side]), room=room_name(other))


def describe_doors(room: str, turn: int) -> str:
    """Describe the direction of the tile's upper edge, and its doors if that says more."""
    doors = doors_of(room, turn)
    if len(doors) == 1:
        return say("door to the {side}", side=dir_name(doors[0]))
    return say("upper edge to the {side}", side=dir_name(list(Dir)[turn]))


def _tell_figure(change: Change, figure: str, state: State, tags: Mapping[str, str]) -> str:
    """Tell where an explorer or a monster belongs, and what lies up."""
    start, end = change
    name = figure_name(figure)
    if end is None:
        return say("{player}: off the table.", player=name)
    is_token = kind_of(end.piece) is HousePieceKind.MONSTER
    stunned = is_token and state.monsters[figure].stunned
    if is_token and start is not None and len(change.places) == 1:
        return say("{player}: turn it, S up.", player=name) if stunned else say("{player}: turn it back.", player=name)
    if start is None and figure in tags:
        name = say("{player} (token {tag})", player=name, tag=tags[figure])
    values = {"player": name, "room": room_name(end.place)}
    if stunned:
        return say("{player}: into the {room}, S up.", **values)
    if end.face and not is_token:
        side = dir_name(state.house.house_side(end.place, Dir(end.face)))
        return say("{player}: into the {room}, on its {side} side.", side=side, **values)
    return say("{player}: into the {room}.", **values)


def describe_card_place(card: str, place: str | None, state: State) -> str:
    """Describe where a card belongs: in a room, before an explorer, or nowhere on the table."""
    if place is not None and place in state.house.rooms:
        return say("{card}: lying in the {room}.", card=card_name(card), room=room_name(place))
    if place is not None and place in state.explorers:
        return say("{card}: before {player}.", card=card_name(card), player=explorer_name(place))
    return say("{card}: off the table.", card=card_name(card))


#: A session in which Betrayal is played; it remembers which cards have lain on the table.
HouseSession = GameSession[State, e.GameEvent]


def strips_of(session: HouseSession) -> dict[str, str]:
    """Return who sits before each strip now."""
    return default_strips(session.seating.seats.in_order(session.players))
