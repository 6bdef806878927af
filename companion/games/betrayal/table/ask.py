"""Answers of the table in Betrayal: explorers, traits, rooms, doors, cards and the haunt."""

from collections.abc import Iterator, Sequence
from functools import partial

from companion.device.sentences import as_sentence, capitalised, join_items
from companion.games.betrayal.language import say, say_count
from companion.games.betrayal.names import card_name, explorer_name, room_name
from companion.games.betrayal.state_words import (
    describe_counters,
    describe_due,
    describe_explorer,
    describe_house,
    describe_monsters,
    describe_omens,
    describe_phase,
    describe_placed_cards,
    describe_turn,
)
from companion.games.betrayal.words import dir_name, figure_name, floor_name
from companion.table.table_question import TableQuestion
from engine.betrayal.components import Dir, Floor
from engine.betrayal.house import doors_of
from engine.betrayal.state import State
from engine.betrayal.ways import route_to


def questions(state: State, seat: str) -> Sequence[TableQuestion]:
    """Return what can be asked about the house; `seat`: who asks, empty: whose turn it is."""
    asker = seat or (state.turn if state.turn in state.explorers else None)
    own: list[TableQuestion] = []
    if asker is not None:
        text = capitalised(say("{player}: traits, cards, room and the ways on?", player=explorer_name(asker)))
        own = [TableQuestion("pieces", text, partial(_describe_one, state, asker))]
    return (
        *own,
        TableQuestion("people", say("Where is everybody?"), partial(describe_people, state)),
        TableQuestion(
            "room",
            say("What is in a room?"),
            choices=tuple(_floor_question(state, asker, floor) for floor in state.floors if _rooms_of(state, floor)),
        ),
        TableQuestion(
            "board",
            say("Which rooms and open doors are there?"),
            lambda: [*_describe_rooms(state), *_describe_open_doors(state)],
        ),
        TableQuestion("haunt", say("How far are the omens and the haunt?"), partial(describe_haunt, state)),
    )


def describe_board(state: State) -> Sequence[str]:
    """Return everybody in the house, its rooms with their open doors, and the cards that lie."""
    return [*describe_people(state), *_describe_rooms(state), *map(as_sentence, describe_placed_cards(state))]


def describe_people(state: State) -> Sequence[str]:
    """Return explorers with traits and cards, and monsters, each with the room."""
    explorers = [describe_explorer(state, player) for player in state.players]
    return [as_sentence(line) for line in (*explorers, *describe_monsters(state))]


def describe_haunt(state: State) -> Sequence[str]:
    """Return how far the game is, whose turn it is, omens, counters, and what is due."""
    lines = (
        describe_phase(state),
        *describe_turn(state),
        describe_omens(state),
        *describe_counters(state),
        *describe_due(state),
    )
    return [as_sentence(line) for line in lines]


def _describe_one(state: State, explorer: str) -> Sequence[str]:
    return [as_sentence(describe_explorer(state, explorer)), *describe_room(state, explorer, "")]


def _describe_rooms(state: State) -> Sequence[str]:
    return [as_sentence(line) for line in describe_house(state)]


# --- a room -----------------------------------------------------------------------------------------------------------


def _rooms_of(state: State, floor: Floor) -> Sequence[str]:
    return [room for room, place in state.house.rooms.items() if place.floor is floor]


def _describe_open_doors(state: State) -> Iterator[str]:
    """Yield for each floor the rooms whose doors stand open, with the sides."""
    for floor in state.floors:
        rooms = dict.fromkeys(room for room, _ in state.house.open_doors(floor))
        if rooms:
            doors = [
                say(
                    "{room} ({sides})",
                    room=room_name(room),
                    sides=join_items(map(dir_name, state.house.doors_to_nothing(room))),
                )
                for room in rooms
            ]
            yield say("Open doors, {floor}: {rooms}.", floor=floor_name(floor), rooms=join_items(doors))


def _floor_question(state: State, asker: str | None, floor: Floor) -> TableQuestion:
    rooms = [
        TableQuestion(f"room {room}", room_name(room), partial(_describe_room_and_way, state, asker, room))
        for room in _rooms_of(state, floor)
    ]
    return TableQuestion(f"floor {floor}", floor_name(floor), choices=tuple(rooms))


def _describe_room_and_way(state: State, asker: str | None, room: str) -> Sequence[str]:
    """Return what is in a room, and how whoever asks gets there."""
    route = route_to(state, asker, room) if asker in state.living else None
    if asker is None or route is None:
        return describe_room(state, "", room)
    way = say_count(
        "Way of {player}, {n} space: {rooms}.",
        "Way of {player}, {n} spaces: {rooms}.",
        route.spaces,
        player=explorer_name(asker),
        rooms=join_items(map(room_name, route.rooms)),
    )
    return [*describe_room(state, "", room), capitalised(way)]


def describe_room(state: State, explorer: str, room: str) -> Sequence[str]:
    """Return who and what is in a room or an explorer's, and where its doors lead."""
    room = room or state.room_of(explorer)
    figures = [figure_name(figure) for figure in state.figures_in(room)]
    texts = [say("{room}: {figures}.", room=room_name(room), figures=join_items(figures) if figures else say("nobody"))]
    if cards := state.cards_at(room):
        texts.append(say("Lying there: {cards}.", cards=join_items(map(card_name, cards))))
    house, behind = state.house, state.house.behind(room)
    doors = doors_of(room, house.rooms[room].turn)
    for direction in Dir:
        if direction not in doors:
            continue
        beyond = say("an open door") if house.is_open(room, direction) else say("a door to nowhere")
        beyond = room_name(behind[direction]) if direction in behind else beyond
        texts.append(capitalised(say("{side}: {room}.", side=dir_name(direction), room=beyond)))
    others = [room_name(other) for other in house.neighbours[room] if other not in behind.values()]
    if others:
        texts.append(say("Besides to: {rooms}.", rooms=join_items(others)))
    return texts
