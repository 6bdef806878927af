"""Inference from a settled reading: an event, how its telling begins, or what is wrong."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from companion.device.sentences import capitalised, join_items, together
from companion.games.betrayal.discrepancies import (
    CALM,
    CardMissing,
    CardPut,
    CardTaken,
    DoorUnread,
    FigureMissing,
    FigureMoved,
    FigureOffTiles,
    Finding,
    RoomUnread,
    TileElsewhere,
    TileLaid,
    TileMissing,
    TokenTurned,
    Trouble,
    TroubleKind,
    doubtful_cells,
    findings,
)
from companion.games.betrayal.language import say
from companion.games.betrayal.names import card_name, explorer_name, room_name
from companion.games.betrayal.observation import HouseObservation
from companion.games.betrayal.table.card_dialog import card_before_answer
from companion.games.betrayal.table.layout import describe_doors
from companion.games.betrayal.table.moving_dialog import discovered_answer
from companion.games.betrayal.table.stands_dialog import can_have_moved, figure_answer
from companion.games.betrayal.table.tile_dialog import beside
from companion.games.betrayal.table.words import describe_problem
from companion.games.betrayal.words import figure_name, floor_name
from companion.table.inference import Happened, Nothing, Problems, TableProblem, Waiting
from companion.table.questions import Begun, DialogInference
from engine.betrayal import events as e
from engine.betrayal.components import ANY, BASEMENT_LANDING, COAL_CHUTE, TILES
from engine.betrayal.game import RULES
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
    observation = observation.with_known_rooms(state.house)
    found = findings(state, observation, strips, tokens)
    for finding in found:
        if isinstance(finding, CardTaken) and finding.card in not_drawn:
            continue
        told = _event_of_finding(state, finding)
        if told is not None:
            return told
    judged = [(finding, hiding_rooms(state, observation, finding)) for finding in found]
    problems = tuple(problem for finding, hiding in judged if not hiding for problem in _problems(state, finding))
    if problems:
        return Problems(problems, next(_overruling_events(state, found), None))
    waited_for = tuple(
        replace(problem, fix=describe_uncover_one(state, observation, hiding), places=hiding[:1], unfinished=True)
        for finding, hiding in judged
        if hiding
        for problem in _problems(state, finding)
    )
    off_tiles = tuple(_off_tiles(state, finding) for finding in found if isinstance(finding, FigureOffTiles))
    calm = tuple(pending_problem(state, observation, finding) for finding in found if isinstance(finding, CALM))
    waited_for = (*waited_for, *off_tiles, *calm)
    return Waiting(problems=waited_for) if waited_for or observation.unread else Nothing()


def discrepancies(state: State, finding: Finding) -> Iterator[TableProblem]:
    """Yield what lies otherwise than the game says, and what hands do about it.

    Hands do something only where nothing is to be told.
    """
    match finding:
        case TileLaid(room=room):
            told = say("This tile is not laid yet: {room}.", room=room_name(room))
            fix = say("{room}: off the table, back to the stack.", room=room_name(room))
            yield TableProblem("tile", told, fix, (room,))
        case Trouble(kind=TroubleKind.UNREAD, names=names):
            rooms = join_items(map(room_name, names))
            told = say("Something lies there that cannot be read: {rooms}.", rooms=rooms)
            yield TableProblem("unread", told, say("Take away what lies over it."), names, names)
        case FigureMoved():
            yield from _problems(state, replace(finding, problems=()))
        case FigureOffTiles():
            yield _off_tiles(state, finding)
        case CardTaken(card=card) | CardPut(card=card):
            told = say("This card lies elsewhere: {card}.", card=card_name(card))
            yield TableProblem("card", told, _card_back(state, card), (card,))
        case _:
            yield from _problems(state, finding)


def pending_problem(
    state: State, observation: HouseObservation, finding: CardMissing | RoomUnread | DoorUnread
) -> TableProblem:
    """Nothing is wrong yet: a card may be read just now, and what cannot be read may be right."""
    match finding:
        case CardMissing(card=card):
            told, fix = say("Not seen any more: {card}.", card=card_name(card)), _card_back(state, card)
            return TableProblem(CARD_MISSING, told, fix, (card,), unfinished=True)
        case DoorUnread(room=room, door=door):
            told = say("Something lies there that cannot be read: {rooms}.", rooms=beside(room, door))
            fix = say("Lay it so that its tag is free, or take it away.")
            return TableProblem("unread", told, fix, (), (room,), unfinished=True)
        case RoomUnread(room=room):
            told = say("Something lies there that cannot be read: {rooms}.", rooms=room_name(room))
            stand = any(state.room_of(figure) == room for figure in (*state.living, *state.monsters))
            hidden = observation.over.get(state.house.rooms[room].cell) or stand
            fix = (
                describe_uncover(observation, room, state.house.rooms[room])
                if hidden
                else say("Take away what lies over it.")
            )
            return TableProblem("unread", told, fix, (), (room,), unfinished=True)


def _card_back(state: State, card: str) -> str:
    """Describe the place to which a card belongs."""
    at = state.cards[card].at if card in state.cards else GONE
    if at in state.explorers:
        return say("{card}: before {player}.", card=card_name(card), player=explorer_name(at))
    if at in state.house.rooms:
        return say("{card}: lying in the {room}.", card=card_name(card), room=room_name(at))
    return say("{card}: off the table.", card=card_name(card))


def _event_of_finding(state: State, finding: Finding) -> Observed | None:
    """Return what the finding tells, if the rules allow it."""
    match finding:
        case FigureMoved(event=e.Slid() as event, problems=()):
            return Happened(event)
        case FigureMoved(figure=figure, room=room) if figure == state.turn or figure in state.monsters:
            steps = _steps(state, figure, room) if not state.owed else ()
            if steps and not RULES.problems(state, steps[0]):
                return Happened(steps)
            if finding.event is not None and not finding.problems:
                return Happened(finding.event)
        case CardTaken(event=e.Drew(), card=card, by=by) if not finding.problems:
            return Begun(_drawn(state, card, by, finding.event))
        case TileLaid(event=e.Discovered() as event, problems=()):
            return Begun((discovered_answer(event),))
        case TokenTurned(event=event, problems=()) | CardPut(event=event, problems=()) if event is not None:
            return Happened(event)
        case CardTaken(event=event, problems=()):
            return Happened(event)
    return None


def _steps(state: State, figure: str, room: str) -> tuple[e.Moved | e.Slid, ...]:
    """Return the cheapest way to the room.

    To the Basement Landing it may lead into the Coal Chute, and down (B27).
    """
    reached = routes(state, figure)
    route, chute = reached.get(room), reached.get(COAL_CHUTE)
    if room == BASEMENT_LANDING and chute is not None and (route is None or chute.spaces < route.spaces):
        return (*(e.Moved(by=figure, to=one) for one in chute.rooms), e.Slid(by=figure))
    return tuple(e.Moved(by=figure, to=one) for one in route.rooms) if route is not None else ()


def _drawn(state: State, card: str, by: str, event: object) -> tuple[str, ...]:
    """Return the answers up to the card's name; what its keeper gains is asked.

    If no sign asks for the card, it is asked whether it was drawn.
    """
    assert isinstance(event, e.Drew)
    first = state.owed[0] if state.owed else None
    if first is not None and (first.event, first.by) == ("drew", by):
        return ("drawn", *((event.card.word,) if first.card == ANY else ()), card)
    return (card_before_answer(card, by),)


def _overruling_events(state: State, found: tuple[Finding, ...]) -> Iterator[e.GameEvent | Begun]:
    """Yield what the table may want against the rules.

    Of a figure it is asked why it stands there.
    """
    for finding in found:
        match finding:
            case FigureMoved(figure=figure, room=room, side=side):
                if can_have_moved(state, figure, room, side):
                    yield Begun((figure_answer(figure, room, side),))
            case TileLaid(event=event) | CardTaken(event=event) | CardPut(event=event):
                if event is not None and finding.problems:
                    wanted = replace(event, overruled=True)
                    if not RULES.problems(state, wanted):
                        yield wanted


# --- problems ---------------------------------------------------------------------------------------------------------


def _problems(state: State, finding: Finding) -> Iterator[TableProblem]:
    match finding:
        case Trouble():
            yield from _trouble(finding)
        case TileLaid(room=room):
            yield TableProblem(
                "tile", _tile_sentence(finding), _tile_fix(finding), (room,), tuple(r for r, _ in finding.doors)
            )
        case TileElsewhere(room=room, was=was):
            told = say("{room} lies differently than before.", room=room_name(room))
            fix = say("{room}: {floor}, {doors}.", **_place(state, room), doors=describe_doors(room, was.turn))
            yield TableProblem("elsewhere", told, fix, (room,), (room,))
        case TileMissing(room=room):
            told = say("This tile is not seen: {room}.", room=room_name(room))
            yield TableProblem(
                "missing", told, say("Lay it back: {room}, {floor}.", **_place(state, room)), (room,), (room,)
            )
        case FigureMissing(figure=figure):
            room = state.room_of(figure)
            told = capitalised(say("{player} is not seen.", player=figure_name(figure)))
            yield TableProblem("missing", told, _put(figure, room), (figure,), (room,), sign=figure)
        case FigureMoved(figure=figure, room=room):
            why = describe_problem(finding.problems[0]) if finding.problems else ""
            told = capitalised(say("{player} stands here: {room}.", player=figure_name(figure), room=room_name(room)))
            fix = _put(figure, state.room_of(figure))
            yield TableProblem("moved", together(told, why), fix, (figure,), (room,), sign=figure)
        case TokenTurned(token=token, stunned=stunned):
            told = capitalised(say("The token lies with its other side up: {player}.", player=figure_name(token)))
            fix = say("Turn it back.") if stunned else say("Turn it, S up.")
            yield TableProblem("turned", told, fix, (token,), (state.monsters[token].room,), sign=token)
        case CardTaken(card=card) | CardPut(card=card):
            why = describe_problem(finding.problems[0]) if finding.problems else ""
            told = say("This card lies elsewhere: {card}.", card=card_name(card))
            fix = say("Lay it back, or enter what happened.")
            if card not in state.cards or state.cards[card].at == GONE:
                fix = _card_back(state, card)
            yield TableProblem("card", together(told, why), fix, (card,))


def _off_tiles(state: State, finding: FigureOffTiles) -> TableProblem:
    """It is waited for: hands may still be laying the tile, or have covered its tag."""
    name = figure_name(finding.figure)
    fix = say("Push the figure off the tile's tag, in its upper left corner.")
    if finding.room is not None:
        told = say("{player} stands on the tag of this tile: {room}.", player=name, room=room_name(finding.room))
    elif finding.door is not None:
        told = say("{player} stands where no tile is read: {place}.", player=name, place=beside(*finding.door))
    else:
        told = say("{player} stands on no tile.", player=name)
        fix = _put(finding.figure, state.room_of(finding.figure))
    places = (finding.room,) if finding.room else (finding.door[0],) if finding.door else ()
    return TableProblem(
        "off-tiles", capitalised(told), fix, (finding.figure,), places, sign=finding.figure, unfinished=True
    )


def _piece_name(tag_id: str) -> str:
    """Return the name of the piece with this tag; of a token what is written on it."""
    kind, _, name = tag_id.partition("/")
    called = {"tile": room_name, "explorer": explorer_name, "card": card_name}.get(kind)
    return capitalised(called(name)) if called else name.partition("/")[0]


def _place(state: State, room: str) -> dict[str, str]:
    return {"room": room_name(room), "floor": floor_name(state.house.rooms[room].floor)}


def _put(figure: str, room: str) -> str:
    return capitalised(say("{player}: into the {room}.", player=figure_name(figure), room=room_name(room)))


def _tile_sentence(finding: TileLaid) -> str:
    room, floor = room_name(finding.room), finding.place.floor
    if floor not in TILES[finding.room].floors:
        return say("{room} does not belong on this floor (rule B6).", room=room)
    if not finding.doors:
        return say("No door meets another: {room} (rule B6).", room=room)
    if not finding.turns:
        return say("{room} would close the floor (rule B7).", room=room)
    if finding.place.turn not in finding.turns:
        return say("Turn it so that two doors meet: {room} (rule B6).", room=room)
    if finding.problems:
        return describe_problem(finding.problems[0])
    return say("A new tile, but the player whose turn it is does not stand beside it: {room}.", room=room)


def _tile_fix(finding: TileLaid) -> str:
    if finding.place.floor in TILES[finding.room].floors and finding.turns:
        return capitalised(describe_doors(finding.room, finding.turns[0])) + "."
    return say("Lay it aside face down, and turn over the next tile.")


def _trouble(finding: Trouble) -> Iterator[TableProblem]:
    names = tuple(finding.names)
    rooms = join_items(room_name(name) for name in names if name in TILES)
    match finding.kind:
        case TroubleKind.GAP | TroubleKind.OVERLAP | TroubleKind.ASKEW:
            told, fix = (
                say("These tiles do not lie edge to edge: {rooms}.", rooms=rooms),
                say("Push the tiles together."),
            )
        case TroubleKind.LANDING_MISSING:
            told, fix = (
                say("These tiles belong to no floor that is seen: {rooms}.", rooms=rooms),
                say("Uncover the landing."),
            )
        case TroubleKind.UNPLACED:
            told = say("These tiles touch no other: {rooms}.", rooms=rooms)
            fix = say("Push the tiles together.")
        case TroubleKind.TWICE:
            told = say("A tag is seen twice: {names}.", names=join_items(map(_piece_name, names)))
            fix = say("Take one of them away.")
        case TroubleKind.STRAY:
            told = say("This is not in the game: {names}.", names=join_items(map(_piece_name, names)))
            fix = say("Take it off the table.")
        case _:
            return
    yield TableProblem(str(finding.kind), told, fix, names, tuple(name for name in names if name in TILES))


def hiding_rooms(state: State, observation: HouseObservation, finding: Finding) -> tuple[str, ...]:
    """Return the rooms that may hide what the finding misses, the likeliest first.

    Returns none if it would be seen.

    A figure whose turn it is may have walked where it cannot be seen, and a new tile touches one that is not read.
    """
    match finding:
        case FigureMissing(figure=figure):
            doubtful = dict.fromkeys(_doubtful(state, observation))
            return tuple(room for room in _may_stand_in(state, figure) if room in doubtful)
        case Trouble(kind=TroubleKind.UNPLACED, names=names):
            if state.house.rooms.keys().isdisjoint(names):
                return tuple(room for room in _doubtful(state, observation) if room not in observation.tiles)
    return ()


def _may_stand_in(state: State, figure: str) -> tuple[str, ...]:
    """Return the rooms to which a figure may have gone by itself: on a way, or down the chute.

    Rule B27.
    """
    if figure != state.turn and figure not in state.monsters:
        return ()
    down = (BASEMENT_LANDING,) if state.room_of(figure) == COAL_CHUTE else ()
    return (*down, *(routes(state, figure) if not state.owed else ()))


def _doubtful(state: State, observation: HouseObservation) -> Iterator[str]:
    """Yield the rooms in which something may stand unseen.

    They are covered, not read, or on a floor out of sight.
    """
    cells = doubtful_cells(state, observation)
    for room, place in state.house.rooms.items():
        unread = room not in observation.tiles and room not in observation.unplaced
        if unread or observation.may_hide_pieces(room) or place.cell in cells or place.floor not in observation.floors:
            yield room


def describe_uncover_one(state: State, observation: HouseObservation, rooms: Sequence[str]) -> str:
    """Describe how hands let the camera see one of these rooms.

    If nothing that is known lies over any of them, players tell what is there.
    """
    places = state.house.rooms
    stand = {state.room_of(figure) for figure in (*state.living, *state.monsters)}
    for room in rooms:
        if observation.over.get(places[room].cell) or (room not in observation.tiles and room in stand):
            return describe_uncover(observation, room, places[room])
    return say("If the camera cannot see it, enter it here.")


def describe_uncover(observation: HouseObservation, room: str, place: Place) -> str:
    """Describe how hands let the camera see a room again.

    It says which card hides the room, or that figures hide each other.
    """
    cards = observation.over.get(place.cell, ())
    if cards:
        return say(
            "Push {card} aside, so that the camera sees this room: {room}.",
            card=card_name(cards[-1]),
            room=room_name(room),
        )
    return say("Push the figures apart in this room: {room}.", room=room_name(room))
