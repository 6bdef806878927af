"""Events of a game (section 5). A game is a list of these, and nothing else is kept of it.

`faces` are the faces of dice, each 0 to 2; `bonus` is added to a roll's dice, `plus` to its total (BR5).
`overruled`: the table wants it so, although the rules say otherwise.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Annotated, Any

from engine.codec import Choices, Expected, Predicate, Range, Size, Wire
from engine.errors import NotationError, shown
from engine.names import Name

from .components import WIDOWS_WALK, CardKind, Dir, Floor, Harm, Trait
from .ids import (
    Bonus,
    CardId,
    CardPlace,
    Cards,
    Coordinate,
    CounterName,
    Damage,
    Explorer,
    Explorers,
    Figure,
    MonsterKind,
    Reason,
    RollName,
    Room,
    Rooms,
    Spot,
    SpotAndTurn,
    Token,
    Turn,
    Way,
)
from .state import MonsterValues, Side

#: More dice are never rolled (B9).
Faces = Annotated[
    tuple[Annotated[int, Range(0, 2)], ...], Size(most=8), Expected("a list of at most 8 faces from 0 to 2")
]


class PlacementReason(Name):
    """Reason why a tile is laid that nobody discovers (B8)."""

    ROOM = "room"
    CARD = "card"
    HAUNT = "haunt"


@dataclass(frozen=True, kw_only=True)
class GameStarted:
    """Start of the game: the players in seat order, and the first player (B1)."""

    players: Explorers
    first: Explorer
    variants: Annotated[
        tuple[Annotated[str, Choices((WIDOWS_WALK,))], ...], Size(most=1), Expected(f"[] or [{WIDOWS_WALK}]")
    ]


@dataclass(frozen=True, kw_only=True)
class _Event:
    overruled: bool = False


@dataclass(frozen=True, kw_only=True)
class ExplorerEvent(_Event):
    """An event of an explorer."""

    by: Explorer


@dataclass(frozen=True, kw_only=True)
class FigureEvent(ExplorerEvent):
    """An event of an explorer or of a monster."""

    by: Figure


@dataclass(frozen=True, kw_only=True)
class Roll(ExplorerEvent):
    """A roll of a trait, or of any dice."""

    faces: Faces
    bonus: Bonus = 0
    plus: Bonus = 0


# --- walking ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Moved(FigureEvent):
    """A step to another room (B3)."""

    to: Room


@dataclass(frozen=True, kw_only=True)
class Discovered(FigureEvent):
    """Tile laid behind an open door and entered.

    `aside`: the tiles turned over before it, in order (B6).
    """

    door: Dir
    tile: Room
    turn: Turn
    aside: Rooms = ()


class Slid(FigureEvent):
    """Slide down the Coal Chute (B27)."""


@dataclass(frozen=True, kw_only=True)
class Fell(FigureEvent):
    """Fall from the Gallery or the Collapsed Room (B28, B29).

    `room`: the target, if no tile can be laid.
    """

    faces: Faces | None = None
    tile: Room | None = None
    turn: Turn = 0
    at: Spot | None = None
    aside: Rooms = ()
    room: Room | None = None


class Crossed(Roll):
    """Tried to get to the other side of a barrier room (B25)."""


class Opened(Roll):
    """Tried to open the Vault (B25)."""


class ExitRolled(Roll):
    """A leave roll (B26)."""


class Balanced(Roll):
    """The roll of the first explorer in the Collapsed Room (B29)."""


@dataclass(frozen=True, kw_only=True)
class ElevatorRan(FigureEvent):
    """Run of the Mystic Elevator (B30).

    `room` and `door`: the target, None: it stays. `crash`: the die of a crash.
    """

    room: Room | None
    door: Dir | None
    faces: Faces | None = None
    crash: int | None = None


@dataclass(frozen=True, kw_only=True)
class Rearranged(ExplorerEvent):
    """Rooms were laid elsewhere so that the floor is open again (B7): x, y and turn of each."""

    rooms: Annotated[Mapping[Room, SpotAndTurn], Size(least=1)]


@dataclass(frozen=True, kw_only=True)
class Placed(FigureEvent):
    """Put into a room by a card or a haunt (BR31); `side` in a barrier room."""

    room: Room
    side: Dir | None = None


@dataclass(frozen=True, kw_only=True)
class TileLaid(ExplorerEvent):
    """A tile was laid by a room, a card or a haunt (B8)."""

    tile: Room
    floor: Floor
    at: Spot
    turn: Turn
    because: PlacementReason


@dataclass(frozen=True, kw_only=True)
class TurnEnded(_Event):
    """The end of a turn: `split` of the room's damage (B33), `gain` of a once-a-game room (B36)."""

    by: Explorer | None = None
    split: Mapping[Trait, Annotated[int, Range(1, 1)]] | None = None
    gain: Trait | None = None


# --- cards ------------------------------------------------------------------------------------------------------------


def _is_gain(value: Any) -> bool:
    return type(value) is int and 1 <= abs(value) <= 8


Gain = Annotated[int, Predicate(_is_gain, "a whole number from -8 to 8, not 0")]


@dataclass(frozen=True, kw_only=True)
class Drew(ExplorerEvent):
    """Card draw: of events only the fact, of others the name, and the holder's gains (BR11)."""

    card: CardKind
    name: CardId | None = None
    gains: Annotated[Mapping[Trait, Gain], Size(least=1)] | None = None


@dataclass(frozen=True, kw_only=True)
class Gave(ExplorerEvent):
    """A card was given to somebody in the room (B11)."""

    to: Explorer
    card: CardId


@dataclass(frozen=True, kw_only=True)
class Dropped(ExplorerEvent):
    """Cards were laid down (B11)."""

    cards: Cards


@dataclass(frozen=True, kw_only=True)
class Picked(ExplorerEvent):
    """Cards that lay in the room were taken up (B11)."""

    cards: Cards


@dataclass(frozen=True, kw_only=True)
class Used(FigureEvent):
    """A card was used (B11)."""

    card: CardId


@dataclass(frozen=True, kw_only=True)
class Stole(ExplorerEvent):
    """A card was taken instead of doing damage (B20)."""

    from_: Explorer
    card: CardId


@dataclass(frozen=True, kw_only=True)
class CardMoved(ExplorerEvent):
    """Move of a card by a text, or by the Dog through the rooms of `dog` (B13).

    `to`: explorer, room or `GONE`.
    """

    card: CardId
    to: CardPlace
    dog: Way | None = None


# --- rolls and traits -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Rolled(Roll):
    """Any other roll (B9)."""

    what: RollName
    trait: Trait | None = None


@dataclass(frozen=True, kw_only=True)
class Adjusted(ExplorerEvent):
    """A trait moved along its row (B10)."""

    trait: Trait
    steps: Bonus


@dataclass(frozen=True, kw_only=True)
class Damaged(ExplorerEvent):
    """Damage was taken (B19)."""

    kind: Harm
    points: Annotated[int, Range(1, 16)]
    split: Damage


# --- the haunt --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class HauntRolled(ExplorerEvent):
    """The haunt roll (B16)."""

    faces: Faces


@dataclass(frozen=True)
class MonsterGroup:
    """Monsters of a kind that come into the house: values, and tokens with their rooms."""

    kind: str
    values: MonsterValues
    tokens: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class _TokenKeys:
    """The keys of a monster's token that comes into the house."""

    id: Token
    room: Room


Value = Annotated[int, Range(0, 8)]


@dataclass(frozen=True)
class _GroupKeys:
    """The keys of monsters of a kind."""

    kind: MonsterKind
    speed: Value
    might: Value | None
    sanity: Value | None
    knowledge: Value | None
    tokens: tuple[_TokenKeys, ...]


def _group_keys(groups: tuple[MonsterGroup, ...]) -> tuple[_GroupKeys, ...]:
    return tuple(
        _GroupKeys(group.kind, **vars(group.values), tokens=tuple(_TokenKeys(*token) for token in group.tokens))
        for group in groups
    )


def _groups(found: tuple[_GroupKeys, ...]) -> tuple[MonsterGroup, ...]:
    names = [name for group in found for name in (group.kind, *(token.id for token in group.tokens))]
    for name in names:
        if names.count(name) > 1:
            raise NotationError(f"expected no name twice, found {shown(name)} twice")
    for group in found:
        for token in group.tokens:
            if token.id.rpartition("-")[0] != group.kind:
                raise NotationError(f"expected {group.kind} with a number from 1 to 99, found {shown(token.id)}")
    return tuple(
        MonsterGroup(
            group.kind,
            MonsterValues(group.speed, group.might, group.sanity, group.knowledge),
            tuple((token.id, token.room) for token in group.tokens),
        )
        for group in found
    )


Groups = Annotated[tuple[MonsterGroup, ...], Wire(tuple[_GroupKeys, ...], _group_keys, _groups)]


@dataclass(frozen=True, kw_only=True)
class HauntBegan(ExplorerEvent):
    """The haunt begins (B17). `candidates`: all who fit as traitor."""

    number: Annotated[int, Range(-999, 999)]
    traitor: Explorer | None
    candidates: Annotated[Explorers, Size(unique=True)] | None = None
    monsters: Groups = ()


@dataclass(frozen=True, kw_only=True)
class Attacked(FigureEvent):
    """An attack (B19): both rolls, the trait, and the card it is done with."""

    on: Figure
    faces: Faces
    against: Faces
    trait: Trait = Trait.MIGHT
    with_: CardId | None = None
    bonus: Bonus = 0
    plus: Bonus = 0
    bonus_against: Bonus = 0
    plus_against: Bonus = 0


@dataclass(frozen=True, kw_only=True)
class MonstersRolled(_Event):
    """The way of a kind of monsters this turn (B24)."""

    kind: MonsterKind
    faces: Faces
    plus: Bonus = 0


@dataclass(frozen=True, kw_only=True)
class Stunned(_Event):
    """A monster is turned to its S (B24)."""

    token: Token


@dataclass(frozen=True, kw_only=True)
class MonsterRemoved(_Event):
    """A monster leaves the house."""

    token: Token


@dataclass(frozen=True, kw_only=True)
class MonstersAdded(_Event):
    """Monsters come into the house."""

    monsters: Groups


@dataclass(frozen=True, kw_only=True)
class ChangedSide(ExplorerEvent):
    """An explorer stands on the other side now."""

    side: Side


@dataclass(frozen=True, kw_only=True)
class CounterSet(_Event):
    """A public counter of the table's own wording (B35); None: it is gone."""

    counter: CounterName
    value: Annotated[int, Range(-99, 99)] | None


@dataclass(frozen=True, kw_only=True)
class Won(ExplorerEvent):
    """A side says that it has won (B34)."""

    side: Side


class Confirmed(ExplorerEvent):
    """The other side says so too."""


class Denied(ExplorerEvent):
    """The other side says that it is not so."""


Count = Annotated[int, Range(0, 99)]
_ONE_AT_LEAST = Size(least=1)
RoomPlace = Annotated[tuple[Floor, Coordinate, Coordinate, Turn], Expected("floor, x, y and turn, or null")]


def _alone(value: Any) -> tuple[Any]:
    return (value,)


def _only(values: tuple[Any]) -> Any:
    return values[0]


@dataclass(frozen=True)
class Correction:
    """Public facts that are put right (section 8); what is None stays as it is.

    `allowance` is a tuple of one number, or of None for Speed again, `under` one of a room, or of None.
    """

    traits: Annotated[Mapping[Explorer, Annotated[Damage, _ONE_AT_LEAST]], _ONE_AT_LEAST] | None = None
    omens: Count | None = None
    spent: Count | None = None
    stopped: bool | None = None
    allowance: Annotated[tuple[int | None], Wire(Count | None, _only, _alone)] | None = None
    cards: Annotated[Mapping[CardId, CardPlace], _ONE_AT_LEAST] | None = None
    rooms: Annotated[Mapping[Room, RoomPlace | None], _ONE_AT_LEAST] | None = None
    aside: Rooms | None = None
    vault_empty: bool | None = None
    collapsed: bool | None = None
    under: Annotated[tuple[str | None], Wire(Room | None, _only, _alone)] | None = None
    stunned: Annotated[Mapping[Token, bool], Size(least=1, most=inf)] | None = None


@dataclass(frozen=True)
class Corrected:
    """The table put public facts right, and said why."""

    set: Correction
    why: Reason


TurnEvent = _Event
GameEvent = GameStarted | _Event | Corrected
