"""Events of a game. A game is a list of these, and nothing else is kept of it.

An event that is `overruled` happened although some rules forbid it, because the table wants it so (`allowed`).
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import Annotated, Any, TypeVar, get_args

from engine.codec import Choices, Codec, Exclude, Explicit, Key, Predicate, Range, Size, Wire
from engine.names import Name

from .components import SPECIAL, Character, Provision, Variant
from .navigation import Bird, NavigationCard


class Deck(Name):
    """The navigation cards of a game that has no list of its own."""

    STAND_IN = "stand-in"
    """The made-up set of this project."""
    TOLD = "told"
    """A real deck that nobody has entered: the signs of each day's card are told."""


class DemandKind(Name):
    """Object of a demand: a seat, a hand card, an open card; or the eating of a body.

    Others may object to the eating (V4).
    """

    SEAT = "seat"
    HAND = "hand"
    OPEN = "open"
    EAT = "eat"


class CardSource(Name):
    """Source of a card that is used."""

    HAND = "hand"
    OPEN = "open"


class Side(Name):
    """The sides of a fight."""

    ATTACK = "attack"
    DEFEND = "defend"


_T = TypeVar("_T")
Number = Annotated[int, Range(0)]
#: How many there may be is a rule, not a matter of the file.
Many = Annotated[tuple[_T, ...], Size(most=inf)]


@dataclass(frozen=True)
class GameStarted:
    """Start of the game: players (clockwise round the table), variants, navigation cards.

    The players are all that were set up.
    """

    players: Many[Character]
    variants: Explicit[Many[Variant]] = ()
    navigation: Explicit[Deck | Many[NavigationCard]] = Deck.TOLD


@dataclass(frozen=True)
class Took:
    """Keeping of one of the provisions that go round; the first one also drew them (L7).

    The first one is the first of the day.
    """

    by: Character
    overruled: bool = False


@dataclass(frozen=True)
class Laid:
    """Laying of a hand card open before oneself; a preserver perhaps before another (L24)."""

    by: Character
    card: Provision
    to: Character | None = None
    overruled: bool = False


@dataclass(frozen=True)
class Traded:
    """Two exchanged so many hand cards (L9)."""

    by: Character
    partner: Annotated[Character, Key("with")]
    gave: Number
    got: Number
    overruled: bool = False


@dataclass(frozen=True)
class Passed:
    """Turn in which nothing was done (L10)."""

    by: Character
    overruled: bool = False


@dataclass(frozen=True)
class Rowed:
    """Rowing that put so many cards on the row stack (L11)."""

    by: Character
    kept: Number
    overruled: bool = False


@dataclass(frozen=True)
class Demanded:
    """Demand of one character to another (L12); `card` tells which open card."""

    by: Character
    of: Character
    want: Annotated[DemandKind, Choices((DemandKind.SEAT, DemandKind.HAND, DemandKind.OPEN)), Key("for")]
    card: Provision | None = None
    overruled: bool = False


@dataclass(frozen=True)
class Used:
    """Special action (L14).

    `on` is the target (medkit, cannibalism); a flare turned the `cards` or told `birds`.
    """

    by: Character
    card: Annotated[Provision, Choices(sorted(SPECIAL))]
    source: Annotated[CardSource, Key("from")]
    on: Character | None = None
    cards: Many[str] | None = None
    birds: Many[Bird] | None = None
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
    """Objection to the eating of a body: a fight (V4)."""

    by: Character
    overruled: bool = False


@dataclass(frozen=True)
class Eaten:
    """Meal on a body to which nobody objected (V4)."""

    overruled: bool = False


@dataclass(frozen=True)
class Joined:
    """Support of a side of the fight (L15)."""

    by: Character
    side: Side
    overruled: bool = False


@dataclass(frozen=True)
class Fought:
    """Decision of a fight, when nobody joins or lays any more (L16)."""

    overruled: bool = False


@dataclass(frozen=True)
class Navigated:
    """The day's card was chosen (L17): the id of a known card, or the signs of one that is told.

    `by` is None if nobody is conscious (LR5).
    """

    by: Character | None = None
    card: str | None = None
    signs: Annotated[NavigationCard, Exclude("id")] | None = None
    compass: bool = False
    overruled: bool = False


@dataclass(frozen=True)
class Chummed:
    """Use of a chum (L19)."""

    by: Character
    source: Annotated[CardSource, Key("from")]
    overruled: bool = False


@dataclass(frozen=True)
class Haunted:
    """Call of the sharks by a character who drowned (V2)."""

    by: Character
    overruled: bool = False


@dataclass(frozen=True)
class Fell:
    """Fall of those whose names the day's card bears, when nobody lays any more (L19, L20)."""

    overruled: bool = False


@dataclass(frozen=True)
class Drank:
    """Water against the first thirst of the character who is asked (L21)."""

    by: Character
    thirsty: Annotated[Character, Key("for")]
    source: Annotated[CardSource, Key("from")]
    overruled: bool = False


@dataclass(frozen=True)
class Suffered:
    """The one who is asked took a wound instead (L21)."""

    by: Character
    overruled: bool = False


@dataclass(frozen=True)
class Revealed:
    """Reveal at the end: whom a character loves and hates, and the hand (L25)."""

    by: Character
    love: Character
    hate: Character
    hand: Many[Provision]
    overruled: bool = False


def _pairs(table: Mapping[Character, _T]) -> tuple[tuple[Character, _T], ...]:
    return tuple(table.items())


#: In files these are objects by character.
Counts = Annotated[tuple[tuple[Character, int], ...], Wire(Mapping[Character, Number], dict, _pairs)]
OpenCards = Annotated[
    tuple[tuple[Character, tuple[Provision, ...]], ...], Wire(Mapping[Character, Many[Provision]], dict, _pairs)
]
#: In files this is a character, or null.
OneOrNobody = Annotated[
    tuple[Character, ...],
    Wire(
        Character | None,
        lambda found: found[0] if found else None,
        lambda character: () if character is None else (character,),
    ),
]


@dataclass(frozen=True)
class Correction:
    """Public facts that are put right; what is None stays as it is.

    `parasol` is a tuple of who has it opened: nobody, or one.
    """

    birds: Number | None = None
    wounds: Counts | None = None
    hands: Counts | None = None
    open: OpenCards | None = None
    parasol: OneOrNobody | None = None
    discard: Many[Provision] | None = None
    rowed: Many[Character] | None = None
    fought: Many[Character] | None = None
    seats: Many[Character] | None = None
    row: Number | None = None


def _is_text(value: object) -> bool:
    """Return True if a value is a text that files can hold.

    A lone surrogate (half a character) is none.
    """
    return isinstance(value, str) and not any("\ud800" <= sign <= "\udfff" for sign in value)


@dataclass(frozen=True)
class Corrected:
    """The table put public facts right that nobody can read off the events, and said why."""

    set: Correction
    why: Annotated[str, Predicate(_is_text, "a text")]


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


def _key_problems(data: Mapping[str, Any], keys: Collection[str], fitting: Collection[str], what: str) -> Iterator[str]:
    """Yield the problems of keys that do not fit; of the fitting ones exactly one must be there."""
    found = [key for key in keys if key in data]
    yield from (f"{key}: does not go with {what}" for key in found if key not in fitting)
    if fitting and sum(key in fitting for key in found) != 1:
        how_many = "both" if data.keys() >= set(fitting) else "nothing"
        yield f"{' or '.join(fitting)}: expected with {what}, found {how_many}"


def _check_demand(data: Mapping[str, Any]) -> Iterator[str]:
    fitting = ("card",) if data.get("for") == DemandKind.OPEN else ()
    return _key_problems(data, ("card",), fitting, "this demand")


def _check_use(data: Mapping[str, Any]) -> Iterator[str]:
    fitting = {
        Provision.MEDKIT: ("on",),
        Provision.CANNIBALISM: ("on",),
        Provision.FLARE: ("cards", "birds"),
        Provision.PARASOL: (),
    }
    card = next((card for card in fitting if card == data.get("card")), None)
    return _key_problems(data, ("on", "cards", "birds"), fitting[card], f"the {card}") if card else iter(())


def _check_navigation(data: Mapping[str, Any]) -> Iterator[str]:
    return _key_problems(data, ("card", "signs"), ("card", "signs"), "this event")


CODEC: Codec[GameEvent] = Codec(
    {
        "started": GameStarted,
        **{kind.__name__.lower(): kind for kind in get_args(GameEvent) if kind is not GameStarted},
    },
    {Demanded: _check_demand, Used: _check_use, Navigated: _check_navigation},
)
"""Form of the events in a game file (``lifeboat/game``, version 1; rules, section 7)::

    {"event": "started", "players": ["kid", "mate", "lauren", "captain"], "variants": [], "navigation": "told"}
    {"event": "took", "by": "lauren"}
    {"event": "demanded", "by": "mate", "of": "lauren", "for": "open", "card": "knife", "overruled": true}
"""
