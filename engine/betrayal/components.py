"""Components in the box: rooms, explorers and cards, as listed in ``components.json``.

This file lies beside this module. Rooms, explorers and cards are named by their ids, which are plain texts:
there are too many for enums.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from engine.names import Name

WIDOWS_WALK = "widows-walk"
#: Where everybody begins, and the rooms that have rules of their own.
ENTRANCE_HALL = "entrance-hall"
FOYER = "foyer"
GRAND_STAIRCASE = "grand-staircase"
BASEMENT_LANDING = "basement-landing"
UPPER_LANDING = "upper-landing"
ROOF_LANDING = "roof-landing"
STAIRS_FROM_BASEMENT = "stairs-from-basement"
COAL_CHUTE = "coal-chute"
GALLERY = "gallery"
BALLROOM = "ballroom"
COLLAPSED_ROOM = "collapsed-room"
ELEVATOR = "mystic-elevator"
SPIRAL_STAIRCASE = "spiral-staircase"
VAULT = "vault"
CATACOMBS = "catacombs"
#: Cards that rules name.
DOG = "dog"
BITE = "bite"
ROPE = "rope"
CHAINSAW = "chainsaw"


class Trait(Name):
    """Ability of an explorer."""

    SPEED = "speed"
    MIGHT = "might"
    SANITY = "sanity"
    KNOWLEDGE = "knowledge"


class Harm(Name):
    """The kinds of damage (B19)."""

    PHYSICAL = "physical"
    MENTAL = "mental"


#: The pair of traits that each kind of damage is shared out on.
PAIR: Mapping[Harm, tuple[Trait, Trait]] = {
    Harm.PHYSICAL: (Trait.SPEED, Trait.MIGHT),
    Harm.MENTAL: (Trait.SANITY, Trait.KNOWLEDGE),
}
HARM_OF: Mapping[Trait, Harm] = {trait: harm for harm, pair in PAIR.items() for trait in pair}


class Floor(Name):
    """The floors, from below."""

    BASEMENT = "basement"
    GROUND = "ground"
    UPPER = "upper"
    ROOF = "roof"


#: The rooms in which stairs and lifts of other floors end (BR26).
LANDING: Mapping[Floor, str] = {
    Floor.BASEMENT: BASEMENT_LANDING,
    Floor.GROUND: GRAND_STAIRCASE,
    Floor.UPPER: UPPER_LANDING,
    Floor.ROOF: ROOF_LANDING,
}
#: The stairs between floors: one space each way (B32).
STAIRS = ((GRAND_STAIRCASE, UPPER_LANDING), (UPPER_LANDING, ROOF_LANDING), (FOYER, STAIRS_FROM_BASEMENT))


class Dir(Name):
    """The sides of a tile, clockwise."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"


_DIRS = tuple(Dir)
_PLACE = {side: place for place, side in enumerate(Dir)}
#: One cell further: x grows to the east, y to the south.
STEP: Mapping[Dir, tuple[int, int]] = {Dir.N: (0, -1), Dir.E: (1, 0), Dir.S: (0, 1), Dir.W: (-1, 0)}
OPPOSITE: Mapping[Dir, Dir] = {Dir.N: Dir.S, Dir.E: Dir.W, Dir.S: Dir.N, Dir.W: Dir.E}


def turned(side: Dir, turn: int) -> Dir:
    """Return the direction after quarter turns clockwise; negative ones go back."""
    return _DIRS[(_PLACE[side] + turn) % 4]


def turn_between(side: Dir, other: Dir) -> int:
    """Return the quarter turns clockwise from one direction to another, 0 to 3."""
    return (_PLACE[other] - _PLACE[side]) % 4


class CardKind(Name):
    """The stacks of cards."""

    EVENT = "event"
    ITEM = "item"
    OMEN = "omen"


#: The sign of rooms with a question mark: any kind of card.
ANY = "any"


@dataclass(frozen=True)
class LeaveRoll:
    """Roll for leaving a room (B26).

    It is a roll of `trait` of at least `need`; a lower roll costs one step of `fine`.
    """

    trait: Trait
    need: int
    fine: Trait


@dataclass(frozen=True)
class Barrier:
    """Roll that a barrier room demands (B25)."""

    trait: Trait
    need: int


#: What opens the Vault (B25), which has no two sides.
VAULT_DOOR = Barrier(Trait.KNOWLEDGE, 6)


@dataclass(frozen=True)
class Tile:
    """Room as printed.

    `doors` are the own directions; `start`: floor, x and y if it is laid from the beginning.
    """

    id: str
    name: str
    widows_walk: bool
    floors: tuple[Floor, ...]
    doors: tuple[Dir, ...]
    sign: str | None
    lift: bool
    leave: LeaveRoll | None
    cross: Barrier | None
    once: tuple[Trait, ...]
    end: Harm | None
    start: tuple[Floor, int, int] | None

    @property
    def is_barrier_room(self) -> bool:
        """True if it is Tower, Chasm, Catacombs or Vault (B25)."""
        return self.cross is not None or self.id == VAULT


@dataclass(frozen=True)
class Character:
    """Explorer as printed.

    `rows`: eight values for each trait, the lowest first; `start`: indices 1 to 8.
    """

    id: str
    name: str
    colour: str
    birthday: tuple[int, int]
    rows: Mapping[Trait, tuple[int, ...]]
    start: Mapping[Trait, int]

    def value(self, trait: Trait, index: int) -> int:
        """Return the value at an index of a trait's row; 0 is the skull."""
        return self.rows[trait][index - 1] if index else 0


@dataclass(frozen=True)
class Card:
    """An omen or an item."""

    id: str
    name: str
    kind: CardKind
    widows_walk: bool
    fixed: bool
    companion: bool
    weapon: bool
    distance: bool
    no_steal: bool
    no_trade: bool

    @property
    def stays(self) -> bool:
        """True if the card cannot be given, dropped or stolen (section 1)."""
        return self.fixed or self.no_trade


def _barrier(data: Mapping[str, Any]) -> Barrier:
    return Barrier(Trait(data["trait"]), data["need"])


def _leave(data: Mapping[str, Any]) -> LeaveRoll:
    return LeaveRoll(Trait(data["trait"]), data["need"], Trait(data["fine"]))


def _tile(data: Mapping[str, Any]) -> Tile:
    start = data.get("start")
    return Tile(
        data["id"],
        data["name"],
        data["set"] == WIDOWS_WALK,
        tuple(map(Floor, data["floors"])),
        tuple(map(Dir, data["doors"])),
        data["sign"],
        data.get("lift", False),
        _leave(data["leave"]) if "leave" in data else None,
        _barrier(data["cross"]) if "cross" in data else None,
        tuple(map(Trait, data.get("once", ()))),
        Harm(data["end"]) if "end" in data else None,
        (Floor(start[0]), start[1], start[2]) if start else None,
    )


def _character(data: Mapping[str, Any]) -> Character:
    month, day = data["birthday"]
    rows = {trait: tuple(data[trait]) for trait in Trait}
    start = {trait: data["start"][trait] for trait in Trait}
    return Character(data["id"], data["name"], data["colour"], (month, day), rows, start)


def _card(data: Mapping[str, Any]) -> Card:
    flags = (data.get(key, False) for key in ("fixed", "companion", "weapon", "distance", "no_steal", "no_trade"))
    return Card(data["id"], data["name"], CardKind(data["kind"]), data["set"] == WIDOWS_WALK, *flags)


_DATA = json.loads(files(__package__).joinpath("components.json").read_text(encoding="utf-8"))
TILES: Mapping[str, Tile] = {data["id"]: _tile(data) for data in _DATA["tiles"]}
CHARACTERS: Mapping[str, Character] = {data["id"]: _character(data) for data in _DATA["explorers"]}
CARDS: Mapping[str, Card] = {data["id"]: _card(data) for data in _DATA["cards"]}

_WITH = tuple(TILES)
_WITHOUT = tuple(name for name, tile in TILES.items() if not tile.widows_walk)
_STACKS = {
    widows_walk: frozenset(name for name in names if TILES[name].start is None)
    for widows_walk, names in ((True, _WITH), (False, _WITHOUT))
}


def stack_tiles(variants: tuple[str, ...]) -> frozenset[str]:
    """Return the tiles that are shuffled into the stack at the beginning."""
    return _STACKS[WIDOWS_WALK in variants]


def start_tiles(variants: tuple[str, ...]) -> tuple[Tile, ...]:
    """Return the tiles that are laid at the beginning."""
    return tuple(tile for tile in TILES.values() if tile.start and (WIDOWS_WALK in variants or not tile.widows_walk))


def floors_in_play(variants: tuple[str, ...]) -> tuple[Floor, ...]:
    """Return the floors of a game, from below."""
    return tuple(Floor) if WIDOWS_WALK in variants else tuple(Floor)[:3]


def cards_in_game(variants: tuple[str, ...]) -> Mapping[str, Card]:
    """Return the omens and items of a game."""
    return CARDS if WIDOWS_WALK in variants else _CARDS_WITHOUT


_CARDS_WITHOUT = {name: card for name, card in CARDS.items() if not card.widows_walk}
