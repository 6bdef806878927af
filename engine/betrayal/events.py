"""What can happen in a game (section 5). A game is a list of these, and nothing else needs to be kept of it.

`by` is an explorer; of events that monsters have too, it may be a monster's token. `faces` are the faces of dice,
each 0 to 2; `bonus` is added to a roll's dice, `plus` to its total (BR5). `overruled`: the table wants it so, although
the rules say otherwise.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.names import Name

from .components import CardKind, Dir, Floor, Harm, Trait
from .state import Kind, Side

Faces = tuple[int, ...]
Spot = tuple[int, int]
"""x and y of a cell."""


class Because(Name):
    """Why a tile is laid that nobody discovers (B8)."""

    ROOM = "room"
    CARD = "card"
    HAUNT = "haunt"


@dataclass(frozen=True, kw_only=True)
class GameStarted:
    """Who plays, in seat order, and who begins (B1)."""

    players: tuple[str, ...]
    first: str
    variants: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class _Event:
    overruled: bool = False


@dataclass(frozen=True, kw_only=True)
class By(_Event):
    """An event of an explorer, some of them of a monster too."""

    by: str


@dataclass(frozen=True, kw_only=True)
class Roll(By):
    """A roll of a trait, or of any dice."""

    faces: Faces
    bonus: int = 0
    plus: int = 0


# --- walking ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Moved(By):
    """A step to another room (B3)."""

    to: str


@dataclass(frozen=True, kw_only=True)
class Discovered(By):
    """A tile was laid behind an open door and entered; `aside`: the tiles turned over before it, in order (B6)."""

    door: Dir
    tile: str
    turn: int
    aside: tuple[str, ...] = ()


class Slid(By):
    """Down the Coal Chute (B27)."""


@dataclass(frozen=True, kw_only=True)
class Fell(By):
    """Down from the Gallery or the Collapsed Room (B28, B29). `room`: where to, if no tile can be laid."""

    faces: Faces | None = None
    tile: str | None = None
    turn: int = 0
    at: Spot | None = None
    aside: tuple[str, ...] = ()
    room: str | None = None


class Crossed(Roll):
    """Tried to get to the other side of a barrier room (B25)."""


class Opened(Roll):
    """Tried to open the Vault (B25)."""


class ExitRolled(Roll):
    """A leave roll (B26)."""


class Balanced(Roll):
    """The roll of the first explorer in the Collapsed Room (B29)."""


@dataclass(frozen=True, kw_only=True)
class ElevatorRan(By):
    """The Mystic Elevator ran (B30). `room` and `door`: where to, None: it stays. `crash`: the die of a crash."""

    room: str | None
    door: Dir | None
    faces: Faces | None = None
    crash: int | None = None


@dataclass(frozen=True, kw_only=True)
class Rearranged(By):
    """Rooms were laid elsewhere so that the floor is open again (B7): x, y and turn of each."""

    rooms: Mapping[str, tuple[int, int, int]]


@dataclass(frozen=True, kw_only=True)
class Placed(By):
    """Put into a room by a card or a haunt (BR31); `side` in a barrier room."""

    room: str
    side: Dir | None = None


@dataclass(frozen=True, kw_only=True)
class TileLaid(By):
    """A tile was laid by a room, a card or a haunt (B8)."""

    tile: str
    floor: Floor
    at: Spot
    turn: int
    because: Because


@dataclass(frozen=True, kw_only=True)
class TurnEnded(_Event):
    """The end of a turn: `split` of the room's damage (B33), `gain` of a once-a-game room (B36)."""

    by: str | None = None
    split: Mapping[Trait, int] | None = None
    gain: Trait | None = None


# --- cards ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Drew(By):
    """A card was drawn: of events only that, of others the name, and what its holder gains (BR11)."""

    card: CardKind
    name: str | None = None
    gains: Mapping[Trait, int] | None = None


@dataclass(frozen=True, kw_only=True)
class Gave(By):
    """A card was given to somebody in the room (B11)."""

    to: str
    card: str


@dataclass(frozen=True, kw_only=True)
class Dropped(By):
    """Cards were laid down (B11)."""

    cards: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Picked(By):
    """Cards that lay in the room were taken up (B11)."""

    cards: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Used(By):
    """A card was used (B11)."""

    card: str


@dataclass(frozen=True, kw_only=True)
class Stole(By):
    """A card was taken instead of doing damage (B20)."""

    from_: str
    card: str


@dataclass(frozen=True, kw_only=True)
class CardMoved(By):
    """A text moved a card, or the Dog carried it through the rooms of `dog` (B13). `to`: explorer, room or `GONE`."""

    card: str
    to: str
    dog: tuple[str, ...] | None = None


# --- rolls and traits -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Rolled(Roll):
    """Any other roll (B9)."""

    what: str
    trait: Trait | None = None


@dataclass(frozen=True, kw_only=True)
class Adjusted(By):
    """A trait moved along its row (B10)."""

    trait: Trait
    steps: int


@dataclass(frozen=True, kw_only=True)
class Damaged(By):
    """Damage was taken (B19)."""

    kind: Harm
    points: int
    split: Mapping[Trait, int]


# --- the haunt --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class HauntRolled(By):
    """The haunt roll (B16)."""

    faces: Faces


@dataclass(frozen=True)
class MonsterGroup:
    """Monsters of a kind that come into the house: their values, and the tokens with their rooms."""

    kind: str
    values: Kind
    tokens: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class HauntBegan(By):
    """The haunt begins (B17). `candidates`: all who fit as traitor."""

    number: int
    traitor: str | None
    candidates: tuple[str, ...] | None = None
    monsters: tuple[MonsterGroup, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Attacked(By):
    """An attack (B19): both rolls, the trait, and the card it is done with."""

    on: str
    faces: Faces
    against: Faces
    trait: Trait = Trait.MIGHT
    with_: str | None = None
    bonus: int = 0
    plus: int = 0
    bonus_against: int = 0
    plus_against: int = 0


@dataclass(frozen=True, kw_only=True)
class MonstersRolled(_Event):
    """The way of a kind of monsters this turn (B24)."""

    kind: str
    faces: Faces
    plus: int = 0


@dataclass(frozen=True, kw_only=True)
class Stunned(_Event):
    """A monster is turned to its S (B24)."""

    token: str


@dataclass(frozen=True, kw_only=True)
class MonsterRemoved(_Event):
    """A monster leaves the house."""

    token: str


@dataclass(frozen=True, kw_only=True)
class MonstersAdded(_Event):
    """Monsters come into the house."""

    monsters: tuple[MonsterGroup, ...]


@dataclass(frozen=True, kw_only=True)
class ChangedSide(By):
    """An explorer stands on the other side now."""

    side: Side


@dataclass(frozen=True, kw_only=True)
class CounterSet(_Event):
    """A public counter of the table's own wording (B35); None: it is gone."""

    counter: str
    value: int | None


@dataclass(frozen=True, kw_only=True)
class Won(By):
    """A side says that it has won (B34)."""

    side: Side


class Confirmed(By):
    """The other side says so too."""


class Denied(By):
    """The other side says that it is not so."""


@dataclass(frozen=True)
class Correction:
    """Public facts that are put right (section 8); what is None stays as it is.

    `allowance` is a tuple of one number, or of None for Speed again, `under` one of a room, or of None.
    """

    traits: Mapping[str, Mapping[Trait, int]] | None = None
    omens: int | None = None
    spent: int | None = None
    stopped: bool | None = None
    allowance: tuple[int | None] | None = None
    cards: Mapping[str, str] | None = None
    rooms: Mapping[str, tuple[Floor, int, int, int] | None] | None = None
    aside: tuple[str, ...] | None = None
    vault_empty: bool | None = None
    collapsed: bool | None = None
    under: tuple[str | None] | None = None
    stunned: Mapping[str, bool] | None = None


@dataclass(frozen=True)
class Corrected:
    """The table put public facts right, and said why."""

    set: Correction
    why: str


TurnEvent = _Event
GameEvent = GameStarted | _Event | Corrected
