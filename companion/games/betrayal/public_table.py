"""Open things on the table, as a game file or a public state tells them.

This is what a photograph shows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.betrayal.tags import MONSTERS, monster_name
from companion.games.state_file import StateFields, load_table
from engine.betrayal.components import CARDS, CHARACTERS, TILES, Dir, Floor
from engine.betrayal.game import RULES
from engine.betrayal.house import Place

#: No cell of a house that is photographed is farther from its landing.
_FAR = 99


@dataclass(frozen=True)
class BetrayalPublicTable:
    """The pieces of a table.

    `rooms` are the laid tiles; `figures` the living explorers with their rooms and sides; `monsters` by their tags'
    names, ``m01`` first, with their rooms and whether they are stunned; `held` the cards before each player in seat
    order, `lying` those in rooms.
    """

    rooms: Mapping[str, Place]
    figures: Mapping[str, tuple[str, Dir | None]] = field(default_factory=dict)
    monsters: Mapping[str, tuple[str, bool]] = field(default_factory=dict)
    held: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    lying: Mapping[str, str] = field(default_factory=dict)


def load_photographed(source: str) -> tuple[BetrayalPublicTable, dict[str, Any]]:
    """Return the table in a game's or a state's file, and its public state. Raises UserError."""
    return load_table(source, RULES, lambda state, _: table_from_state(state))


def table_from_state(state: Mapping[str, Any]) -> BetrayalPublicTable:
    """Return the table of a public state.

    Raises NotationError, naming everything that a state says otherwise.
    """
    fields = StateFields()
    if "rooms" not in state:
        fields.problem("rooms", None, "the rooms that are laid: the game has not begun")
    rooms = _rooms(fields.table(state.get("rooms", {}), "rooms"), fields)
    figures: dict[str, tuple[str, Dir | None]] = {}
    held: dict[str, tuple[str, ...]] = {}
    for name, data in fields.table(state.get("explorers", {}), "explorers").items():
        explorer = fields.table(data, f"explorers.{name}")
        if name not in CHARACTERS:
            fields.problem("explorers", name, "an explorer's id")
            continue
        held[name] = tuple(
            card for card in explorer.get("cards") or () if _known(card, CARDS, f"explorers.{name}.cards", fields)
        )
        if not explorer.get("dead") and _known(explorer.get("room"), rooms, f"explorers.{name}.room", fields):
            side = explorer.get("side")
            own = None if side is None else fields.name(side, f"explorers.{name}.side", Dir)
            figures[name] = (explorer["room"], own)
    monsters: dict[str, tuple[str, bool]] = {}
    tokens = fields.table(state.get("monsters", {}), "monsters")
    if len(tokens) > MONSTERS:
        fields.problem("monsters", len(tokens), f"at most {MONSTERS}: no more tokens have tags")
    for number, (token, data) in enumerate(sorted(tokens.items()), start=1):
        monster = fields.table(data, f"monsters.{token}")
        if _known(monster.get("room"), rooms, f"monsters.{token}.room", fields):
            monsters[monster_name(number)] = (monster["room"], monster.get("stunned") is True)
    lying = {}
    for card, data in fields.table(state.get("cards", {}), "cards").items():
        room = fields.table(data, f"cards.{card}").get("at")
        if _known(card, CARDS, "cards", fields) and isinstance(room, str) and room in rooms:
            lying[card] = room
    fields.check()
    return BetrayalPublicTable(rooms, figures, monsters, held, lying)


def _known(name: object, names: Mapping[str, Any], key: str, fields: StateFields) -> bool:
    if isinstance(name, str) and name in names:
        return True
    fields.problem(key, name, "a card of the game" if names is CARDS else "a room that is laid")
    return False


def _rooms(data: Mapping[str, Any], fields: StateFields) -> dict[str, Place]:
    """Return the laid rooms; each cell holds one."""
    rooms: dict[str, Place] = {}
    taken: dict[tuple[Floor, int, int], str] = {}
    for room, entry in data.items():
        place = fields.table(entry, f"rooms.{room}")
        floor = fields.name(place.get("floor"), f"rooms.{room}.floor", Floor)
        x, y = (_whole(place.get(key), f"rooms.{room}.{key}", fields) for key in ("x", "y"))
        turn = fields.number(place.get("turn"), f"rooms.{room}.turn", 3)
        if room not in TILES:
            fields.problem("rooms", room, "a room of the game")
        elif floor is not None:
            other = taken.setdefault((floor, x, y), room)
            if other != room:
                fields.problem(f"rooms.{room}", [x, y], f"a cell of its own ({other} lies there)")
            rooms[room] = Place(floor, x, y, turn)
    return rooms


def _whole(value: object, key: str, fields: StateFields) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > _FAR:
        fields.problem(key, value, f"-{_FAR} to {_FAR}")
        return 0
    return value
