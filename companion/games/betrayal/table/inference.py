"""Inference from a settled reading: an event, how its telling begins, or what is wrong."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from companion.device.sentences import capitalised, join_items, together
from companion.games.betrayal.language import say
from companion.games.betrayal.lies import FIGURES, HousePieceKind, kind_of, name_of, piece_id, place_of
from companion.games.betrayal.names import card_name, explorer_name, room_name
from companion.games.betrayal.observation import HouseObservation
from companion.games.betrayal.table.card_dialog import card_before_answer
from companion.games.betrayal.table.discrepancies import (
    Finding,
    Trouble,
    TroubleKind,
    UnreadPlace,
    doors_to,
    doubtful_cells,
    event_of,
    findings,
    is_calm,
    is_off,
    place_off_tiles,
    problems_of,
)
from companion.games.betrayal.table.layout import describe_card_place, describe_doors
from companion.games.betrayal.table.moving_dialog import discovered_answer
from companion.games.betrayal.table.stands_dialog import can_have_moved, figure_answer
from companion.games.betrayal.table.tile_dialog import beside
from companion.games.betrayal.table.words import describe_problem
from companion.games.betrayal.words import figure_name, floor_name
from companion.table.inference import Nothing, Problems, TableProblem, Waiting
from companion.table.layout import Change, Lie
from companion.table.matching import PossibleChanges, match_changes
from companion.table.questions import Begun, DialogInference
from engine.betrayal import events as e
from engine.betrayal.components import ANY, BASEMENT_LANDING, COAL_CHUTE, TILES, Dir
from engine.betrayal.house import Place
from engine.betrayal.state import GONE, Phase, State
from engine.betrayal.ways import routes

#: The kind of a problem of a card that was taken up: people read their cards.
CARD_MISSING = "card-missing"
EventOrEvents = e.GameEvent | tuple[e.GameEvent, ...]
Observed = DialogInference[EventOrEvents]


def infer_event(
    state: State,
    observation: HouseObservation,
    strips: Mapping[str, str],
    tokens: Mapping[str, str],
    not_drawn: Collection[str] = (),
) -> Observed:
    """Infer what has happened since the state; what is not in sight is no change.

    `strips`: who sits before each strip; `tokens`: which monster each tagged token is; `not_drawn`: cards of which
    the table has said that nobody has drawn them.
    """
    if state.phase not in (Phase.EXPLORE, Phase.HAUNT):
        return Nothing()
    seen = observation.with_names(state.house, strips, tokens)
    found = findings(state, seen, tokens.values())
    changes = [finding for finding in found if isinstance(finding, Change)]
    denied = {piece_id(HousePieceKind.CARD, card) for card in not_drawn}
    possible = (_possible_change(state, change) for change in changes if change.lie.piece not in denied)
    happened = match_changes(changes, filter(None, possible), covered=False)
    if happened is not None:
        return happened
    judged = [(finding, hiding_rooms(state, seen, finding)) for finding in found]
    wrong = [finding for finding, hiding in judged if not hiding and not is_off(finding) and not is_calm(finding)]
    problems = tuple(problem for finding in wrong for problem in _problems(state, finding))
    if problems:
        return Problems(problems, next(_overruling_events(state, changes), None))
    waited_for = tuple(
        replace(problem, fix=describe_uncover_one(state, seen, hiding), places=hiding[:1], unfinished=True)
        for finding, hiding in judged
        if hiding
        for problem in _problems(state, finding)
    )
    off_tiles = tuple(_off_tiles(state, seen, change) for change in changes if is_off(change))
    calm = tuple(pending_problem(state, seen, finding) for finding in found if is_calm(finding))
    waited_for = (*waited_for, *off_tiles, *calm)
    return Waiting(problems=waited_for) if waited_for or seen.unread else Nothing()


def discrepancies(state: State, seen: HouseObservation, finding: Finding) -> Iterator[TableProblem]:
    """Yield what lies otherwise than the game says, and what hands do about it.

    Hands do something only where nothing is to be told.
    """
    match finding:
        case Trouble(kind=TroubleKind.UNREAD, names=names):
            rooms = join_items(map(room_name, names))
            told = say("Something lies there that cannot be read: {rooms}.", rooms=rooms)
            yield TableProblem("unread", told, say("Take away what lies over it."), tile_ids(names), names)
        case Change(start=None, end=Lie() as end) if kind_of(end.piece) is HousePieceKind.TILE:
            room = room_name(name_of(end.piece))
            told = say("This tile is not laid yet: {room}.", room=room)
            yield TableProblem("tile", told, say("{room}: off the table, back to the stack.", room=room), (end.piece,))
        case Change(end=Lie() as end) if kind_of(end.piece) is HousePieceKind.CARD:
            yield _card_astray(end.piece, _card_back(state, name_of(end.piece)))
        case Change() if is_off(finding):
            yield _off_tiles(state, seen, finding)
        case Change() | Trouble():
            yield from _problems(state, finding, with_reason=False)


def tile_ids(rooms: Sequence[str]) -> tuple[str, ...]:
    """Return the names of rooms' tiles as pieces."""
    return tuple(piece_id(HousePieceKind.TILE, room) for room in rooms)


def pending_problem(state: State, seen: HouseObservation, finding: Finding) -> TableProblem:
    """Return a problem that is none yet: a card may be read, what is unread may be right."""
    if isinstance(finding, Change):
        card = name_of(finding.lie.piece)
        told, fix = say("Not seen any more: {card}.", card=card_name(card)), _card_back(state, card)
        return TableProblem(CARD_MISSING, told, fix, (finding.lie.piece,), unfinished=True)
    assert isinstance(finding, UnreadPlace)
    room, door = finding.room, finding.door
    told = say(
        "Something lies there that cannot be read: {rooms}.", rooms=beside(room, door) if door else room_name(room)
    )
    place = state.house.rooms[room]
    stand = any(state.room_of(figure) == room for figure in (*state.living, *state.monsters))
    if door is not None:
        fix = say("Lay it so that its tag is free, or take it away.")
    elif seen.over.get(place.cell) or stand:
        fix = describe_uncover(seen, room, place)
    else:
        fix = say("Take away what lies over it.")
    return TableProblem("unread", told, fix, (), (room,), unfinished=True)


def _card_back(state: State, card: str) -> str:
    """Describe the place to which a card belongs."""
    return describe_card_place(card, state.cards[card].at if card in state.cards else None, state)


def _possible_change(state: State, change: Change) -> PossibleChanges[EventOrEvents] | None:
    """Return the event that explains a change, if the rules allow it; else None."""
    event = event_of(state, change)
    name, end = name_of(change.lie.piece), change.end
    if isinstance(event, e.Moved) and not state.owed:
        steps = _steps(state, name, event.to)
        if steps and not problems_of(state, steps[0]):
            return PossibleChanges((change,), event=steps)
    if event is None or end is None or problems_of(state, event):
        return None
    if isinstance(event, e.Drew):
        return PossibleChanges((change,), _drawn(state, name, end.place, event))
    if isinstance(event, e.Discovered):
        return PossibleChanges((change,), (discovered_answer(event),))
    return PossibleChanges((change,), event=event)


def _steps(state: State, figure: str, room: str) -> tuple[e.Moved | e.Slid, ...]:
    """Return the cheapest way to the room.

    To the Basement Landing it may lead into the Coal Chute, and down (B27).
    """
    reached = routes(state, figure)
    route, chute = reached.get(room), reached.get(COAL_CHUTE)
    if room == BASEMENT_LANDING and chute is not None and (route is None or chute.spaces < route.spaces):
        return (*(e.Moved(by=figure, to=step_room) for step_room in chute.rooms), e.Slid(by=figure))
    return tuple(e.Moved(by=figure, to=step_room) for step_room in route.rooms) if route is not None else ()


def _drawn(state: State, card: str, actor: str, event: e.Drew) -> tuple[str, ...]:
    """Return the answers up to the card's name; what its keeper gains is asked.

    If no sign asks for the card, it is asked whether it was drawn.
    """
    first = state.owed[0] if state.owed else None
    if first is not None and (first.event, first.by) == ("drew", actor):
        return ("drawn", *((event.card.word,) if first.card == ANY else ()), card)
    return (card_before_answer(card, actor),)


#: What the table may want against the rules.
_OVERRULED = (e.Discovered, e.Drew, e.Dropped, e.Gave, e.Picked, e.Stole)


def _overruling_events(state: State, changes: Sequence[Change]) -> Iterator[e.GameEvent | Begun]:
    """Yield what the table may want against the rules.

    Of a figure it is asked why it stands there.
    """
    for change in changes:
        event, end = event_of(state, change), change.end
        if _is_moved_figure(change) and end is not None:
            stands = name_of(end.piece), end.place, Dir(end.face) if _has_side(end) else None
            if can_have_moved(state, *stands):
                yield Begun((figure_answer(*stands),))
        elif isinstance(event, _OVERRULED) and problems_of(state, event):
            wanted = replace(event, overruled=True)
            if not problems_of(state, wanted):
                yield wanted


def _has_side(lie: Lie) -> bool:
    return bool(lie.face) and kind_of(lie.piece) is HousePieceKind.EXPLORER


def _is_moved_figure(change: Change) -> bool:
    """Return True for a figure that stands elsewhere on a tile, or on its other side."""
    start, end = change
    if start is None or end is None or is_off(change):
        return False
    kind = kind_of(end.piece)
    return kind is HousePieceKind.EXPLORER or (kind is HousePieceKind.MONSTER and start.place != end.place)


# --- problems ---------------------------------------------------------------------------------------------------------


def _problems(state: State, finding: Finding, *, with_reason: bool = True) -> Iterator[TableProblem]:
    """Yield what is wrong; with the reason why no event explains it."""
    if isinstance(finding, Trouble):
        yield from _trouble(finding)
    elif isinstance(finding, Change):
        against = problems_of(state, event_of(state, finding)) if with_reason else ()
        yield _describe_change(state, finding, describe_problem(against[0]) if against else "")


def _describe_change(state: State, change: Change, why: str) -> TableProblem:
    piece, name = change.lie.piece, name_of(change.lie.piece)
    start, end = change
    kind = kind_of(piece)
    if kind is HousePieceKind.TILE:
        if start is None:
            assert end is not None
            doors, turns = doors_to(state, end), _fitting_turns(state, end)
            told, fix = _tile_sentence(name, end, doors, turns, why), _tile_fix(name, end, turns)
            return TableProblem("tile", told, fix, (piece,), tuple(room for room, _ in doors))
        if end is None:
            told = say("This tile is not seen: {room}.", room=room_name(name))
            fix = say("Lay it back: {room}, {floor}.", **_place(state, name))
            return TableProblem("missing", told, fix, (piece,), (name,))
        told = say("{room} lies differently than before.", room=room_name(name))
        upper_edge = describe_doors(name, state.house.rooms[name].turn)
        fix = say("{room}: {floor}, {doors}.", **_place(state, name), doors=upper_edge)
        return TableProblem("elsewhere", told, fix, (piece,), (name,))
    if kind is HousePieceKind.CARD:
        known = name in state.cards and state.cards[name].at != GONE
        fix = say("Lay it back, or enter what happened.") if known else _card_back(state, name)
        return _card_astray(piece, fix, why)
    assert start is not None
    player = figure_name(name)
    if end is None:
        told = capitalised(say("{player} is not seen.", player=player))
        return TableProblem("missing", told, _put(name, start.place), (piece,), (start.place,), sign=name)
    if _is_moved_figure(change):
        told = capitalised(say("{player} stands here: {room}.", player=player, room=room_name(end.place)))
        fix = _put(name, start.place)
        return TableProblem("moved", together(told, why), fix, (piece,), (end.place,), sign=name)
    told = capitalised(say("The token lies with its other side up: {player}.", player=player))
    fix = say("Turn it, S up.") if state.monsters[name].stunned else say("Turn it back.")
    return TableProblem("turned", told, fix, (piece,), (start.place,), sign=name)


def _card_astray(piece: str, fix: str, why: str = "") -> TableProblem:
    told = say("This card lies elsewhere: {card}.", card=card_name(name_of(piece)))
    return TableProblem("card", together(told, why), fix, (piece,))


def _off_tiles(state: State, seen: HouseObservation, change: Change) -> TableProblem:
    """Return the problem of a figure off tiles, whose tile may still be laid, or be covered."""
    start, end = change
    assert start is not None
    assert end is not None
    figure, (room, door) = name_of(end.piece), place_off_tiles(state, seen, end)
    name = figure_name(figure)
    fix = say("Push the figure off the tile's tag, in its upper left corner.")
    if room is not None:
        told = say("{player} stands on the tag of this tile: {room}.", player=name, room=room_name(room))
    elif door is not None:
        told = say("{player} stands where no tile is read: {place}.", player=name, place=beside(*door))
    else:
        told = say("{player} stands on no tile.", player=name)
        fix = _put(figure, start.place)
    places = (room,) if room else (door[0],) if door else ()
    return TableProblem("off-tiles", capitalised(told), fix, (end.piece,), places, sign=figure, unfinished=True)


def _piece_name(piece: str) -> str:
    """Return the name of a piece; of a token what is written on it."""
    name = name_of(piece)
    called = {HousePieceKind.TILE: room_name, HousePieceKind.EXPLORER: explorer_name, HousePieceKind.CARD: card_name}
    kind = kind_of(piece)
    return capitalised(called[kind](name)) if kind in called else name


def _place(state: State, room: str) -> dict[str, str]:
    return {"room": room_name(room), "floor": floor_name(state.house.rooms[room].floor)}


def _put(figure: str, room: str) -> str:
    return capitalised(say("{player}: into the {room}.", player=figure_name(figure), room=room_name(room)))


def _fitting_turns(state: State, tile: Lie) -> tuple[int, ...]:
    """Return the turns in which a new tile would fit behind the first door that meets it."""
    doors = doors_to(state, tile)
    return tuple(state.house.fitting_turns(name_of(tile.piece), *doors[0])) if doors else ()


def _tile_sentence(tile: str, lie: Lie, doors: Sequence[object], turns: Sequence[int], why: str) -> str:
    room = room_name(tile)
    if place_of(lie).floor not in TILES[tile].floors:
        return say("{room} does not belong on this floor (rule B6).", room=room)
    if not doors:
        return say("No door meets another: {room} (rule B6).", room=room)
    if not turns:
        return say("{room} would close the floor (rule B7).", room=room)
    if lie.turn not in turns:
        return say("Turn it so that two doors meet: {room} (rule B6).", room=room)
    return why or say("A new tile, but the player whose turn it is does not stand beside it: {room}.", room=room)


def _tile_fix(tile: str, lie: Lie, turns: Sequence[int]) -> str:
    if place_of(lie).floor in TILES[tile].floors and turns:
        return capitalised(describe_doors(tile, turns[0])) + "."
    return say("Lay it aside face down, and turn over the next tile.")


def _trouble(finding: Trouble) -> Iterator[TableProblem]:
    names = finding.names
    rooms = tuple(name for name in names if name in TILES)
    told_rooms, pieces = join_items(map(room_name, rooms)), join_items(map(_piece_name, set(names) - set(rooms)))
    match finding.kind:
        case TroubleKind.GAP | TroubleKind.OVERLAP | TroubleKind.ASKEW:
            told = say("These tiles do not lie edge to edge: {rooms}.", rooms=told_rooms)
            fix = say("Push the tiles together.")
        case TroubleKind.LANDING_MISSING:
            told = say("These tiles belong to no floor that is seen: {rooms}.", rooms=told_rooms)
            fix = say("Uncover the landing.")
        case TroubleKind.UNPLACED:
            told = say("These tiles touch no other: {rooms}.", rooms=told_rooms)
            fix = say("Push the tiles together.")
        case TroubleKind.TWICE:
            told = say("A tag is seen twice: {names}.", names=pieces)
            fix = say("Take one of them away.")
        case TroubleKind.STRAY:
            told = say("This is not in the game: {names}.", names=pieces)
            fix = say("Take it off the table.")
        case _:
            return
    yield TableProblem(str(finding.kind), told, fix, tile_ids(rooms) or names, rooms)


def hiding_rooms(state: State, seen: HouseObservation, finding: Finding) -> tuple[str, ...]:
    """Return the rooms that may hide what the finding misses, the likeliest first.

    Returns none if it would be seen.

    A figure whose turn it is may have walked where it cannot be seen, and a new tile touches one that is not read.
    """
    if isinstance(finding, Change) and finding.end is None and kind_of(finding.lie.piece) in FIGURES:
        doubtful = dict.fromkeys(_doubtful(state, seen))
        return tuple(room for room in _may_stand_in(state, name_of(finding.lie.piece)) if room in doubtful)
    match finding:
        case Trouble(kind=TroubleKind.UNPLACED, names=names) if state.house.rooms.keys().isdisjoint(names):
            return tuple(room for room in _doubtful(state, seen) if room not in seen.tiles)
    return ()


def _may_stand_in(state: State, figure: str) -> tuple[str, ...]:
    """Return the rooms to which a figure may have gone by itself: on a way, or down the chute.

    Rule B27.
    """
    if figure != state.turn and figure not in state.monsters:
        return ()
    down = (BASEMENT_LANDING,) if state.room_of(figure) == COAL_CHUTE else ()
    return (*down, *(routes(state, figure) if not state.owed else ()))


def _doubtful(state: State, seen: HouseObservation) -> Iterator[str]:
    """Yield the rooms in which something may stand unseen.

    They are covered, not read, or on a floor out of sight.
    """
    cells = doubtful_cells(state, seen)
    for room, place in state.house.rooms.items():
        unread = room not in seen.tiles and room not in seen.unplaced
        if unread or seen.may_hide_pieces(room) or place.cell in cells or place.floor not in seen.floors:
            yield room


def describe_uncover_one(state: State, seen: HouseObservation, rooms: Sequence[str]) -> str:
    """Describe how hands let the camera see one of these rooms.

    If nothing that is known lies over any of them, players tell what is there.
    """
    places = state.house.rooms
    stand = {state.room_of(figure) for figure in (*state.living, *state.monsters)}
    for room in rooms:
        if seen.over.get(places[room].cell) or (room not in seen.tiles and room in stand):
            return describe_uncover(seen, room, places[room])
    return say("If the camera cannot see it, enter it here.")


def describe_uncover(seen: HouseObservation, room: str, place: Place) -> str:
    """Describe how hands let the camera see a room again.

    It says which card hides the room, or that figures hide each other.
    """
    cards = seen.over.get(place.cell, ())
    if cards:
        return say(
            "Push {card} aside, so that the camera sees this room: {room}.",
            card=card_name(cards[-1]),
            room=room_name(room),
        )
    return say("Push the figures apart in this room: {room}.", room=room_name(room))
