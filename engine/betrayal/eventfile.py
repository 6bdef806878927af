"""The events of a game file (``betrayal/game``, version 1; section 5)::

{"event": "started", "players": ["heather", "brandon", "rhinehardt"], "first": "heather", "variants": []}
{"event": "discovered", "by": "heather", "door": "N", "tile": "kitchen", "turn": 2, "aside": ["crypt"]}
{"event": "attacked", "by": "ox", "on": "rat-1", "faces": [2, 0], "against": [1], "trait": "speed", "with": "revolver"}
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from engine.errors import NotationError, join_problems
from engine.fields import shown
from engine.names import Name

from . import events as e
from .components import WIDOWS_WALK, CardKind, Dir, Floor, Harm, Trait
from .eventfields import EventFields
from .state import Kind, Side

Read = Callable[[EventFields, str], Any]
#: A counter's name has at most so many characters (B35).
LONGEST_COUNTER = 30


@dataclass(frozen=True)
class _Keys:
    """How the keys of an event are read: those that it must have, and those that it may have."""

    kind: type[Any]
    needed: Mapping[str, Read]
    optional: Mapping[str, Read]


def event_from_json(data: Mapping[str, Any]) -> e.GameEvent:
    """The event that such a dictionary holds.

    Raises NotationError, naming every key that does not say what it should. Whether the rules allow the event is
    another question.
    """
    name = data.get("event")
    keys = _EVENTS.get(name) if isinstance(name, str) else None
    if keys is None:
        raise NotationError(f"event: expected the name of an event, found {shown(name)}")
    found = EventFields(data)
    values: dict[str, Any] = {}
    for key, read in keys.needed.items():
        values[_FIELDS.get(key, key)] = read(found, key)
    for key, read in keys.optional.items():
        if key in data:
            values[_FIELDS.get(key, key)] = read(found, key)
    if issubclass(keys.kind, e.TurnEvent) and "overruled" in data:
        values["overruled"] = found.flag("overruled")
    found.refuse_the_rest()
    found.problems += _misfits(keys.kind, data)
    if found.problems:
        raise NotationError(join_problems(found.problems))
    if keys.kind is e.ElevatorRan:
        values["room"], values["door"] = values.pop("to")
    event: e.GameEvent = keys.kind(**values)
    return event


def _misfits(kind: type[Any], data: Mapping[str, Any]) -> list[str]:
    """Keys that do not go together (section 5)."""
    if kind is e.Fell:
        if "tile" in data and "room" in data:
            return ["room: does not go with tile"]
        if "tile" in data and not {"turn", "at"} <= data.keys():
            return ["tile: expected turn and at with it"]
        return [f"{key}: goes only with tile" for key in ("turn", "at", "aside") if key in data and "tile" not in data]
    if kind is e.Drew:
        if data.get("card") == CardKind.EVENT.word:
            return [f"{key}: does not go with an event" for key in ("name", "gains") if key in data]
        return [] if "name" in data else ["name: expected the name of a card, found nothing"]
    if kind is e.ElevatorRan and "crash" in data and "faces" not in data:
        return ["crash: goes only with faces"]
    return []


def event_to_json(event: e.GameEvent) -> dict[str, Any]:
    """One event as a dictionary that `json.dumps` writes as its line."""
    written: dict[str, Any] = {"event": _NAMES[type(event)]}
    if isinstance(event, e.Corrected):
        return {**written, "set": _correction_to_json(event.set), "why": event.why}
    needed = _EVENTS[written["event"]].needed
    for field in fields(event):
        key, value = _KEYS.get(field.name, field.name), getattr(event, field.name)
        if isinstance(event, e.ElevatorRan) and key in ("room", "door"):
            if key == "room":
                written["to"] = value and {"room": value, "door": event.door and event.door.word}
        elif key in needed or value != field.default:
            written[key] = _plain(value)
    if isinstance(event, e.Fell) and event.tile:
        written["turn"] = event.turn
    return written


def _plain(value: Any) -> Any:
    """The value without enums, tuples and values of our own."""
    if isinstance(value, Name):
        return value.word
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {_plain(key): _plain(one) for key, one in value.items()}
    if isinstance(value, e.MonsterGroup):
        tokens = [{"id": token, "room": room} for token, room in value.tokens]
        return {"kind": value.kind, **vars(value.values), "tokens": tokens}
    return value


def _correction_to_json(wanted: e.Correction) -> dict[str, Any]:
    written = {key: _plain(value) for key, value in vars(wanted).items() if value is not None}
    for key in ("allowance", "under"):
        if key in written:
            (written[key],) = written[key]
    return written


# --- the keys of each event -------------------------------------------------------------------------------------------


def _name(kind: type[Name]) -> Read:
    return lambda fields, key: fields.choice(key, kind)


def _range(least: int, most: int) -> Read:
    return lambda fields, key: fields.number(key, least, most)


def _text(longest: int) -> Read:
    return lambda fields, key: fields.sentence(key, longest)


def _variants(fields: EventFields, key: str) -> tuple[str, ...]:
    value = fields.get(key)
    if value in ([], [WIDOWS_WALK]):
        return tuple(value)
    fields.problem(key, f"[] or [{WIDOWS_WALK}]")
    return ()


def _target(fields: EventFields, key: str) -> tuple[str | None, Dir | None]:
    """Where the elevator goes: a room and its door, or null."""
    if key in fields.data and fields.get(key) is None:
        return None, None
    inner = fields.inner(key, "null, or an object with room and door")
    if inner is None:
        return None, None
    room, door = inner.room("room"), inner.choice("door", Dir)
    fields.take_over(key, inner)
    return room, door


def _groups(fields: EventFields, key: str) -> tuple[e.MonsterGroup, ...]:
    groups = []
    for inner in fields.objects(key):
        kind = inner.kind("kind")
        values = Kind(
            inner.number("speed", 0, 8),
            *(inner.number_or_null(trait.word, 0, 8) for trait in tuple(Trait)[1:]),
        )
        tokens = []
        for token in inner.objects("tokens"):
            found = token.token("id")
            if found.rpartition("-")[0] != kind:
                token.problem("id", f"{kind or 'the kind'} with a number from 1 to 99")
            tokens.append((found, token.room("room")))
            inner.take_over("tokens", token)
        groups.append(e.MonsterGroup(kind, values, tuple(tokens)))
        fields.take_over(key, inner)
    fields.refuse_repeats(key, [group.kind for group in groups])
    fields.refuse_repeats(key, [token for group in groups for token, _ in group.tokens])
    return tuple(groups)


def _traits_of(fields: EventFields, key: str) -> dict[str, dict[Trait, int]]:
    inner = fields.mapping(key, fields.explorer_names)
    if inner is None:
        return {}
    found = {who: inner.by_trait(who, 1, 8) for who in inner.data}
    fields.take_over(key, inner)
    return found


def _cards_to(fields: EventFields, key: str) -> dict[str, str]:
    inner = fields.mapping(key, fields.card_names)
    if inner is None:
        return {}
    found = {card: inner.place(card) for card in inner.data}
    fields.take_over(key, inner)
    return found


def _rooms_to(fields: EventFields, key: str) -> dict[str, tuple[Floor, int, int, int] | None]:
    inner = fields.mapping(key, fields.room_names)
    if inner is None:
        return {}
    found: dict[str, tuple[Floor, int, int, int] | None] = {}
    for room, value in inner.data.items():
        inner.known.add(room)
        found[room] = None
        if value is not None:
            floors = {floor.word: floor for floor in Floor}
            place = inner.cell_and_turn(room, value[1:] if isinstance(value, list) else value)
            if isinstance(value, list) and value and isinstance(value[0], str) and value[0] in floors:
                found[room] = (floors[value[0]], *place)
            else:
                inner.problem(room, "floor, x, y and turn, or null")
    fields.take_over(key, inner)
    return found


def _stunned(fields: EventFields, key: str) -> dict[str, bool]:
    inner = fields.mapping(key, None)
    if inner is None:
        return {}
    found = {token: inner.flag(token) for token in inner.data if inner.is_token(token)}
    fields.take_over(key, inner)
    return found


_CORRECTIONS: Mapping[str, Read] = {
    "traits": _traits_of,
    "omens": _range(0, 99),
    "spent": _range(0, 99),
    "stopped": EventFields.flag,
    "allowance": lambda fields, key: (fields.number_or_null(key, 0, 99),),
    "cards": _cards_to,
    "rooms": _rooms_to,
    "aside": EventFields.rooms_once,
    "vault_empty": EventFields.flag,
    "collapsed": EventFields.flag,
    "under": lambda fields, key: (fields.room_or_null(key),),
    "stunned": _stunned,
}


def _correction(fields: EventFields, key: str) -> e.Correction:
    inner = fields.inner(key, f"an object with one or more of {' '.join(_CORRECTIONS)}")
    if inner is None or not inner.data:
        if inner is not None:
            fields.problem(key, f"one or more of {' '.join(_CORRECTIONS)}")
        return e.Correction()
    found = {one: read(inner, one) for one, read in _CORRECTIONS.items() if one in inner.data}
    fields.take_over(key, inner)
    return e.Correction(**found)


_EXPLORER, _FIGURE, _ROOM, _CARD = EventFields.explorer, EventFields.figure, EventFields.room, EventFields.card
_FACES, _TOKEN, _TURN = EventFields.faces, EventFields.token, _range(0, 3)
_BY: Mapping[str, Read] = {"by": _EXPLORER}
_BY_FIGURE: Mapping[str, Read] = {"by": _FIGURE}
_ROLL: Mapping[str, Read] = {**_BY, "faces": _FACES}
_BONUS: Mapping[str, Read] = {"bonus": _range(-8, 8), "plus": _range(-8, 8)}
_NONE: Mapping[str, Read] = {}

_EVENTS: Mapping[str, _Keys] = {
    "started": _Keys(
        e.GameStarted, {"players": EventFields.explorers, "first": _EXPLORER, "variants": _variants}, _NONE
    ),
    "moved": _Keys(e.Moved, {**_BY_FIGURE, "to": _ROOM}, _NONE),
    "discovered": _Keys(
        e.Discovered,
        {**_BY_FIGURE, "door": _name(Dir), "tile": _ROOM, "turn": _TURN},
        {"aside": EventFields.rooms_once},
    ),
    "slid": _Keys(e.Slid, _BY_FIGURE, _NONE),
    "fell": _Keys(
        e.Fell,
        _BY_FIGURE,
        {
            "faces": _FACES,
            "tile": _ROOM,
            "turn": _TURN,
            "at": EventFields.spot,
            "aside": EventFields.rooms_once,
            "room": _ROOM,
        },
    ),
    "crossed": _Keys(e.Crossed, _ROLL, _BONUS),
    "opened": _Keys(e.Opened, _ROLL, _BONUS),
    "exit_rolled": _Keys(e.ExitRolled, _ROLL, _BONUS),
    "balanced": _Keys(e.Balanced, _ROLL, _BONUS),
    "elevator_ran": _Keys(e.ElevatorRan, {**_BY_FIGURE, "to": _target}, {"faces": _FACES, "crash": _range(0, 2)}),
    "rearranged": _Keys(e.Rearranged, {**_BY, "rooms": EventFields.rearranged}, _NONE),
    "gave": _Keys(e.Gave, {**_BY, "to": _EXPLORER, "card": _CARD}, _NONE),
    "dropped": _Keys(e.Dropped, {**_BY, "cards": EventFields.cards_once}, _NONE),
    "picked": _Keys(e.Picked, {**_BY, "cards": EventFields.cards_once}, _NONE),
    "attacked": _Keys(
        e.Attacked,
        {**_BY_FIGURE, "on": _FIGURE, "faces": _FACES, "against": _FACES},
        {
            "trait": _name(Trait),
            "with": _CARD,
            **_BONUS,
            "bonus_against": _range(-8, 8),
            "plus_against": _range(-8, 8),
        },
    ),
    "monsters_rolled": _Keys(e.MonstersRolled, {"kind": EventFields.kind, "faces": _FACES}, {"plus": _range(-8, 8)}),
    "turn_ended": _Keys(
        e.TurnEnded,
        _NONE,
        {"by": _EXPLORER, "split": lambda fields, key: fields.by_trait(key, 1, 1, empty=True), "gain": _name(Trait)},
    ),
    "haunt_rolled": _Keys(e.HauntRolled, _ROLL, _NONE),
    "stole": _Keys(e.Stole, {**_BY, "from": _EXPLORER, "card": _CARD}, _NONE),
    "haunt_began": _Keys(
        e.HauntBegan,
        {**_BY, "number": _range(-999, 999), "traitor": EventFields.explorer_or_null},
        {"candidates": EventFields.explorers_once, "monsters": _groups},
    ),
    "drew": _Keys(
        e.Drew,
        {**_BY, "card": _name(CardKind)},
        {"name": _CARD, "gains": lambda fields, key: fields.by_trait(key, -8, 8, zero=False)},
    ),
    "rolled": _Keys(e.Rolled, {**_ROLL, "what": _text(40)}, {**_BONUS, "trait": _name(Trait)}),
    "adjusted": _Keys(e.Adjusted, {**_BY, "trait": _name(Trait), "steps": _range(-8, 8)}, _NONE),
    "damaged": _Keys(
        e.Damaged,
        {
            **_BY,
            "kind": _name(Harm),
            "points": _range(1, 16),
            "split": lambda fields, key: fields.by_trait(key, 1, 8, empty=True),
        },
        _NONE,
    ),
    "used": _Keys(e.Used, {**_BY_FIGURE, "card": _CARD}, _NONE),
    "card_moved": _Keys(e.CardMoved, {**_BY, "card": _CARD, "to": EventFields.place}, {"dog": EventFields.dog_way}),
    "placed": _Keys(e.Placed, {**_BY_FIGURE, "room": _ROOM}, {"side": _name(Dir)}),
    "tile_laid": _Keys(
        e.TileLaid,
        {
            **_BY,
            "tile": _ROOM,
            "floor": _name(Floor),
            "at": EventFields.spot,
            "turn": _TURN,
            "because": _name(e.Because),
        },
        _NONE,
    ),
    "stunned": _Keys(e.Stunned, {"token": _TOKEN}, _NONE),
    "monster_removed": _Keys(e.MonsterRemoved, {"token": _TOKEN}, _NONE),
    "monsters_added": _Keys(e.MonstersAdded, {"monsters": _groups}, _NONE),
    "changed_side": _Keys(e.ChangedSide, {**_BY, "side": _name(Side)}, _NONE),
    "counted": _Keys(
        e.CounterSet,
        {"counter": _text(LONGEST_COUNTER), "value": lambda fields, key: fields.number_or_null(key, -99, 99)},
        _NONE,
    ),
    "won": _Keys(e.Won, {**_BY, "side": _name(Side)}, _NONE),
    "confirmed": _Keys(e.Confirmed, _BY, _NONE),
    "denied": _Keys(e.Denied, _BY, _NONE),
    "corrected": _Keys(e.Corrected, {"set": _correction, "why": _text(200)}, _NONE),
}
_NAMES = {keys.kind: name for name, keys in _EVENTS.items()}
#: Keys that are words which Python has taken.
_FIELDS = {"from": "from_", "with": "with_"}
_KEYS = {field: key for key, field in _FIELDS.items()}


def event_name(event: e.GameEvent | type[Any]) -> str:
    """What files call an event, or a kind of event."""
    return _NAMES[event if isinstance(event, type) else type(event)]
