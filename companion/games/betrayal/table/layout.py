"""Layout of the house on the table, and the tasks that hands must do to reach it.

The tasks are in an order that works.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.device.sentences import capitalised, join_items
from companion.games.betrayal.language import say
from companion.games.betrayal.mat import default_strips
from companion.games.betrayal.names import card_name, explorer_name, room_name
from companion.games.betrayal.observation import HouseObservation
from companion.games.betrayal.table.counter_dialog import counter_row_id
from companion.games.betrayal.words import describe_counter, dir_name, figure_name, floor_name
from companion.table.session import GameSession
from engine.betrayal import events as e
from engine.betrayal.components import OPPOSITE, TILES, Dir, Floor
from engine.betrayal.house import House, Place, doors_of, lies_alike, next_cell, turn_matters
from engine.betrayal.state import State
from engine.values import replaced


@dataclass(frozen=True)
class TableLayout:
    """Things on the table: rooms, figures, tokens, cards, the marker, counters.

    Rooms are by their places (never fresh), figures with room and side, tokens with room and whether their S is up.
    Cards lie in rooms or are held. Of the marker it has the room, of counters what they show.
    """

    rooms: Mapping[str, Place] = field(default_factory=dict)
    figures: Mapping[str, tuple[str, Dir | None]] = field(default_factory=dict)
    tokens: Mapping[str, tuple[str, bool]] = field(default_factory=dict)
    lying: Mapping[str, str] = field(default_factory=dict)
    held: Mapping[str, str] = field(default_factory=dict)
    marker: str | None = None
    counters: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class PlacementTask:
    """Task for hands, in a sentence.

    `kind` says with what, `piece` with which one, `room` where.
    """

    kind: str
    piece: str
    room: str | None
    sentence: str
    floor: Floor | None = None


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
    """As it must lie in this state."""
    living = state.living
    return TableLayout(
        {room: replaced(place, fresh=False) for room, place in state.house.rooms.items()},
        {who: (state.explorers[who].room, state.explorers[who].side) for who in living},
        {token: (monster.room, monster.stunned) for token, monster in state.monsters.items()},
        {card: at.at for card, at in state.cards.items() if at.at in state.house.rooms},
        {card: at.at for card, at in state.cards.items() if at.at in state.explorers and at.at in living},
        state.under,
        dict(state.haunt.counters) if state.haunt is not None else {},
    )


def layout_after_event(
    layout: TableLayout | None, before: State | None, event: e.GameEvent, after: State
) -> TableLayout | None:
    """Return the layout after an event was told, before hands have done what follows from it."""
    if before is None:
        return expected_layout(after)
    if layout is None:
        return None
    if before.living != after.living:
        return layout
    return expected_layout(after) if isinstance(event, _DONE_ALREADY) else layout


def layout_with_observed_pieces(
    layout: TableLayout,
    before: TableLayout,
    after: TableLayout,
    observation: HouseObservation,
    strips: Mapping[str, str],
    tags: Mapping[str, str],
) -> TableLayout:
    """Return the layout after something was told that hands have not done yet.

    A piece that it moves lies where it is seen.

    Else a figure that somebody said has walked would be taken to have walked back. `strips`: who sits before each
    strip; `tags`: the tag of each token.
    """

    def moved(was: Mapping[str, Any], shall: Mapping[str, Any], lies: Mapping[str, Any]) -> dict[str, Any]:
        return {one: lies[one] for one, at in shall.items() if at != was.get(one) and lies.get(one, at) != at}

    figures = {who: (at.room, at.side) for who, at in observation.figures.items() if at.room is not None}
    lie = {token: observation.monsters[tag] for token, tag in tags.items() if tag in observation.monsters}
    tokens = {token: (at.room, at.stunned) for token, at in lie.items() if at.room is not None}
    held = {card: strips[strip] for card, strip in observation.held.items() if strip in strips}
    # Where a card shall lie and where it is seen may be a room and a strip.
    cards = moved({**before.lying, **before.held}, {**after.lying, **after.held}, {**observation.lying, **held})
    absent = {
        room
        for room, place in after.rooms.items()
        if room not in before.rooms and room not in observation.tiles and place.floor in observation.floors
    }
    lying, in_hands = (
        {card: at for card, at in those.items() if card not in cards} for those in (layout.lying, layout.held)
    )
    return replace(
        layout,
        rooms={room: place for room, place in layout.rooms.items() if room not in absent},
        figures={**layout.figures, **moved(before.figures, after.figures, figures)},
        tokens={**layout.tokens, **moved(before.tokens, after.tokens, tokens)},
        lying=lying | {card: at for card, at in cards.items() if card in observation.lying},
        held=in_hands | {card: at for card, at in cards.items() if card not in observation.lying},
    )


def tasks(
    layout: TableLayout | None, wanted: TableLayout, tags: Mapping[str, str] | None = None
) -> tuple[PlacementTask, ...]:
    """Return all tasks for hands; every task if the present layout is unknown.

    The order is tiles, figures, tokens, cards, marker, counters.

    `tags`: what is written on the monsters' tokens, for example ``m01``.
    """
    there = layout or TableLayout()
    start = () if layout is not None else (_start(wanted),)
    return (
        *start,
        *_rooms(there, wanted),
        *_figures(there, wanted),
        *_tokens(there, wanted, tags or {}),
        *_cards(there, wanted),
        *_counters(there, wanted),
    )


def _start(wanted: TableLayout) -> PlacementTask:
    landings = join_items(
        room_name(room) for room in wanted.rooms if TILES[room].start is not None and room.endswith("landing")
    )
    return PlacementTask("start", "start", None, say("The start tile, and apart from it: {rooms}.", rooms=landings))


# --- tiles ------------------------------------------------------------------------------------------------------------


def _rooms(there: TableLayout, wanted: TableLayout) -> Iterator[PlacementTask]:
    for room in there.rooms:
        if room not in wanted.rooms:
            yield PlacementTask(
                "back", room, None, say("{room}: off the table, back to the stack.", room=room_name(room))
            )
    house = House(wanted.rooms)
    for room, place in sorted(wanted.rooms.items(), key=_floor_order):
        before = there.rooms.get(room)
        if before is None and not there.rooms and TILES[room].start is not None:
            continue
        if before is not None and lies_alike(room, before, place):
            continue
        if before is not None and before.cell == place.cell:
            instruction = say(
                "Turn on the spot: {room}, {doors}.", room=room_name(room), doors=describe_doors(room, place.turn)
            )
        else:
            where = {"room": room_name(room), "floor": floor_name(place.floor), "where": _neighbour_text(house, room)}
            if turn_matters(room):
                doors = describe_doors(room, place.turn)
                instruction = say("{room}: {floor}, {where}, {doors}.", **where, doors=doors)
            else:
                instruction = say("{room}: {floor}, {where}.", **where)
        yield PlacementTask("tile", room, room, instruction, place.floor)


def _floor_order(one: tuple[str, Place]) -> tuple[int, int, str]:
    """Floor by floor, from the landing outwards."""
    room, place = one
    return list(Floor).index(place.floor), abs(place.x) + abs(place.y), room


def _neighbour_text(house: House, room: str) -> str:
    """Beside which room it lies: of its neighbours the nearest to the landing."""
    place = house.rooms[room]
    beside = []
    for side in Dir:
        other = house.cells.get(next_cell(place.cell, side))
        if other is not None:
            beside.append((_floor_order((other, house.rooms[other])), side, other))
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


# --- figures, tokens, cards -------------------------------------------------------------------------------------------


def _figures(there: TableLayout, wanted: TableLayout) -> Iterator[PlacementTask]:
    for who in there.figures:
        if who not in wanted.figures:
            instruction = say("{player}: off the table.", player=explorer_name(who))
            yield PlacementTask("figure", who, None, capitalised(instruction))
    for who, (room, side) in wanted.figures.items():
        if there.figures.get(who) == (room, side):
            continue
        instruction = say("{player}: into the {room}.", player=explorer_name(who), room=room_name(room))
        if side is not None:
            turned = House(wanted.rooms).house_side(room, side)
            instruction = say(
                "{player}: into the {room}, on its {side} side.",
                player=explorer_name(who),
                room=room_name(room),
                side=dir_name(turned),
            )
        yield PlacementTask("figure", who, room, capitalised(instruction), wanted.rooms[room].floor)


def _tokens(there: TableLayout, wanted: TableLayout, tags: Mapping[str, str]) -> Iterator[PlacementTask]:
    for token in there.tokens:
        if token not in wanted.tokens:
            yield PlacementTask(
                "token", token, None, capitalised(say("{player}: off the table.", player=figure_name(token)))
            )
    for token, (room, stunned) in wanted.tokens.items():
        before = there.tokens.get(token)
        if before == (room, stunned):
            continue
        name = figure_name(token)
        if token in tags and before is None:
            name = say("{player} (token {tag})", player=name, tag=tags[token])
        values = {"player": name, "room": room_name(room)}
        if before is not None and before[0] == room:
            instruction = (
                say("{player}: turn it, S up.", **values) if stunned else say("{player}: turn it back.", **values)
            )
        elif stunned:
            instruction = say("{player}: into the {room}, S up.", **values)
        else:
            instruction = say("{player}: into the {room}.", **values)
        yield PlacementTask("token", token, room, capitalised(instruction), wanted.rooms[room].floor)


def _cards(there: TableLayout, wanted: TableLayout) -> Iterator[PlacementTask]:
    for card in dict.fromkeys((*there.lying, *there.held)):
        if card not in wanted.lying and card not in wanted.held:
            yield PlacementTask("card", card, None, say("{card}: off the table.", card=card_name(card)))
    for card, room in wanted.lying.items():
        if there.lying.get(card) != room:
            instruction = say("{card}: lying in the {room}.", card=card_name(card), room=room_name(room))
            yield PlacementTask("card", card, room, instruction, wanted.rooms[room].floor)
    for card, who in wanted.held.items():
        if there.held.get(card) != who:
            yield PlacementTask(
                "card", card, None, say("{card}: before {player}.", card=card_name(card), player=explorer_name(who))
            )
    if wanted.marker is not None and there.marker != wanted.marker:
        instruction = say("The marker under the Collapsed Room lies here: {room}.", room=room_name(wanted.marker))
        yield PlacementTask("marker", wanted.marker, wanted.marker, instruction, wanted.rooms[wanted.marker].floor)


def _counters(there: TableLayout, wanted: TableLayout) -> Iterator[PlacementTask]:
    shown = dict.fromkeys((*there.counters, *wanted.counters))
    for counter in shown:
        value = wanted.counters.get(counter)
        if there.counters.get(counter) != value:
            yield PlacementTask("counter", counter_row_id(counter), None, describe_counter(counter, value))


#: A session in which Betrayal is played; it remembers which cards have lain on the table.
HouseSession = GameSession[State, e.GameEvent, TableLayout, HouseObservation, frozenset[str]]


def strips_of(session: HouseSession) -> dict[str, str]:
    """Return who sits before each strip now."""
    return default_strips(session.seating.seats.in_order(session.players))
