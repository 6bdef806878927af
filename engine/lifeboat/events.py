"""What can happen in a game. A game is a list of these, and nothing else needs to be kept of it.

An event that is `overruled` happened although some rules forbid it, because the table wants it so (`allowed`).
"""

from dataclasses import dataclass

from engine.names import Name

from .components import Character, Provision, Variant
from .navigation import Bird, NavigationCard


class Deck(Name):
    """The navigation cards of a game that has no list of its own."""

    STAND_IN = "stand-in"
    """The made-up set of this project."""
    TOLD = "told"
    """A real deck that nobody has entered: the signs of each day's card are told."""


class Want(Name):
    """What is demanded: a seat, a hand card, an open card; or the eating of a body, to which others may object (V4)."""

    SEAT = "seat"
    HAND = "hand"
    OPEN = "open"
    EAT = "eat"


class Source(Name):
    """Where a card comes from that is used."""

    HAND = "hand"
    OPEN = "open"


class Side(Name):
    """The sides of a fight."""

    ATTACK = "attack"
    DEFEND = "defend"


@dataclass(frozen=True)
class GameStarted:
    """Who plays (clockwise round the table), with which variants and navigation cards; all that were set up."""

    players: tuple[Character, ...]
    variants: tuple[Variant, ...] = ()
    navigation: Deck | tuple[NavigationCard, ...] = Deck.TOLD


@dataclass(frozen=True)
class Took:
    """Somebody kept one of the provisions that go round; the first one of the day also drew them (L7)."""

    by: Character
    overruled: bool = False


@dataclass(frozen=True)
class Laid:
    """Somebody laid a hand card open before themselves; a preserver perhaps before another (L24)."""

    by: Character
    card: Provision
    to: Character | None = None
    overruled: bool = False


@dataclass(frozen=True)
class Traded:
    """Two exchanged so many hand cards (L9)."""

    by: Character
    partner: Character
    gave: int
    got: int
    overruled: bool = False


@dataclass(frozen=True)
class Passed:
    """Somebody did nothing (L10)."""

    by: Character
    overruled: bool = False


@dataclass(frozen=True)
class Rowed:
    """Somebody rowed and put so many cards on the row stack (L11)."""

    by: Character
    kept: int
    overruled: bool = False


@dataclass(frozen=True)
class Demanded:
    """Somebody demanded something of another (L12); `card` tells which open card."""

    by: Character
    of: Character
    want: Want
    card: Provision | None = None
    overruled: bool = False


@dataclass(frozen=True)
class Used:
    """A special action (L14): `on` whom (medkit, cannibalism), the `cards` or told `birds` that a flare turned."""

    by: Character
    card: Provision
    source: Source
    on: Character | None = None
    cards: tuple[str, ...] | None = None
    birds: tuple[Bird, ...] | None = None
    overruled: bool = False


@dataclass(frozen=True)
class Agreed:
    """The demand was granted (L12)."""

    by: Character
    overruled: bool = False


@dataclass(frozen=True)
class Refused:
    """The demand was refused: a fight (L12)."""

    by: Character
    overruled: bool = False


@dataclass(frozen=True)
class Objected:
    """Somebody objected to the eating of a body: a fight (V4)."""

    by: Character
    overruled: bool = False


@dataclass(frozen=True)
class Eaten:
    """Nobody objected (V4)."""

    overruled: bool = False


@dataclass(frozen=True)
class Joined:
    """Somebody joined a side of the fight (L15)."""

    by: Character
    side: Side
    overruled: bool = False


@dataclass(frozen=True)
class Fought:
    """Nobody joins or lays any more: the fight is decided (L16)."""

    overruled: bool = False


@dataclass(frozen=True)
class Navigated:
    """The day's card was chosen (L17): the id of a known card, or the signs of one that is told.

    `by` is None if nobody is conscious (LR5).
    """

    by: Character | None
    card: str | None = None
    signs: NavigationCard | None = None
    compass: bool = False
    overruled: bool = False


@dataclass(frozen=True)
class Chummed:
    """Somebody used a chum (L19)."""

    by: Character
    source: Source
    overruled: bool = False


@dataclass(frozen=True)
class Haunted:
    """Somebody who drowned called the sharks (V2)."""

    by: Character
    overruled: bool = False


@dataclass(frozen=True)
class Fell:
    """Nobody lays any more: those who fall in are in the water (L19, L20)."""

    overruled: bool = False


@dataclass(frozen=True)
class Drank:
    """Somebody gave a water against the first thirst of the one who is asked (L21)."""

    by: Character
    thirsty: Character
    source: Source
    overruled: bool = False


@dataclass(frozen=True)
class Suffered:
    """The one who is asked took a wound instead (L21)."""

    by: Character
    overruled: bool = False


@dataclass(frozen=True)
class Revealed:
    """At the end somebody laid open whom they love and hate, and their hand (L25)."""

    by: Character
    love: Character
    hate: Character
    hand: tuple[Provision, ...]
    overruled: bool = False


@dataclass(frozen=True)
class Correction:
    """Public facts that are put right; what is None stays as it is.

    `parasol` is a tuple of who has it opened: nobody, or one.
    """

    birds: int | None = None
    wounds: tuple[tuple[Character, int], ...] | None = None
    hands: tuple[tuple[Character, int], ...] | None = None
    open: tuple[tuple[Character, tuple[Provision, ...]], ...] | None = None
    parasol: tuple[Character, ...] | None = None
    discard: tuple[Provision, ...] | None = None
    rowed: tuple[Character, ...] | None = None
    fought: tuple[Character, ...] | None = None
    seats: tuple[Character, ...] | None = None
    row: int | None = None


@dataclass(frozen=True)
class Corrected:
    """The table put public facts right that nobody can read off the events, and said why."""

    set: Correction
    why: str


GameEvent = (
    GameStarted
    | Took
    | Laid
    | Traded
    | Passed
    | Rowed
    | Demanded
    | Used
    | Agreed
    | Refused
    | Objected
    | Eaten
    | Joined
    | Fought
    | Navigated
    | Chummed
    | Haunted
    | Fell
    | Drank
    | Suffered
    | Revealed
    | Corrected
)
