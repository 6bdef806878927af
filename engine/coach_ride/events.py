"""Events of a game. A game is a list of these, and nothing else is kept of it.

`overruled`, on any of them: the table wants it so, whatever the rules say.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from engine.codec import Choices, Codec, Expected, Predicate, Range, Size, Wire
from engine.names import Name

from .cards import FIGHT_CARDS, UNSEALED, Association, Card, Item, Person, Profession, Variant

#: A reason that is written for a correction may be as long as this (characters).
LONGEST_REASON = 400


class Support(Name):
    """Use of the person card by a player who does not fight."""

    SWORD = "sword"
    SHIELD = "shield"
    NONE = "none"


class Fighter(Name):
    """Fighter in a fight, one of two."""

    ATTACKER = "attacker"
    DEFENDER = "defender"


class Direction(Name):
    """Direction in which the Sextant carries items: left is clockwise (K20)."""

    LEFT = "left"
    RIGHT = "right"


class ClaimKind(Name):
    """Kind of a claim (sections 5 and 6)."""

    OWN = "own"
    CREST = "crest"
    ENEMY = "enemy"


#: Lists in files are no longer than three cards of each item are.
_MOST = Size(most=len(Item) * 3)
Persons = Annotated[tuple[Person, ...], _MOST]


@dataclass(frozen=True, kw_only=True)
class _Event:
    overruled: bool = False


@dataclass(frozen=True)
class Started(_Event):
    """The first event: who plays, clockwise; who begins; the unsealed items and the variants."""

    players: Persons
    first: Person
    items: Annotated[tuple[Annotated[Item, Choices(UNSEALED)], ...], Size(unique=True)]
    variants: Annotated[tuple[Variant, ...], Size(unique=True)]


@dataclass(frozen=True)
class By(_Event):
    """An event of one player."""

    by: Person


@dataclass(frozen=True)
class To(By):
    """An event of one player towards another."""

    to: Person


class Passed(By):
    """The active player does nothing."""


class Offered(To):
    """The active player offers an item, face down."""


class Accepted(By):
    """The offered item is kept, and another one goes back."""


class Refused(By):
    """The offered item goes back."""


@dataclass(frozen=True)
class Announced(By):
    """An item of the trade is read out; None: nothing to read out."""

    item: Item | None


class Drew(By):
    """An item was drawn: by a bag, or after a tie."""


@dataclass(frozen=True)
class Looked(By):
    """Hidden cards were looked at. `card`: which of three associations."""

    card: Annotated[int, Range(1, 3)] | None = None


@dataclass(frozen=True)
class SextantUsed(By):
    """All pass an item."""

    direction: Direction


class Renewed(By):
    """Change of a profession for one of the pile, by the Coat."""


class Swapped(By):
    """Exchange of two professions, by the Tome."""


class Waived(By):
    """The giver of an announced item does without its effect (K17)."""


class Gave(To):
    """An item too many was given away."""


class ClairvoyantUsed(By):
    """The active player looked through the item pile (K12)."""


@dataclass(frozen=True)
class DiplomatUsed(To):
    """The active player demands an item (K11)."""

    item: Item


class Handed(By):
    """The demanded item was handed over, and another one goes back."""


class Denied(By):
    """The demanded item is not there."""


class Attacked(To):
    """The active player attacks."""


class PriestUsed(By):
    """The Priest stops the attack (K21)."""


@dataclass(frozen=True)
class Supported(By):
    """A player declares support, or none."""

    side: Support


class Hypnotised(To):
    """The Hypnotist takes a player out of the fight (K13)."""


@dataclass(frozen=True)
class Used(By):
    """Use of an item or a profession in a fight.

    `winner`: the Poison Mixer names this winner, None for all others.
    """

    card: Annotated[Card, Choices(FIGHT_CARDS)]
    winner: Fighter | None = None


class Counted(_Event):
    """End of using: the votes of a fight are counted."""


class DoctorUsed(By):
    """Use of the Doctor: nothing comes of the fight (K23)."""


@dataclass(frozen=True)
class Searched(By):
    """The winner looked at the loser's items. `took`: and has taken one."""

    took: bool


@dataclass(frozen=True)
class Claimed(By):
    """The active player claims the victory."""

    kind: ClaimKind


#: In files one is a word, and three are a list.
Associations = Annotated[
    tuple[Association, ...],
    Wire(
        Annotated[
            Association | Annotated[tuple[Association, ...], Size(least=3, most=3)],
            Expected("order or brotherhood, or a list of three"),
        ],
        lambda sides: sides[0] if len(sides) == 1 else sides,
        lambda found: found if isinstance(found, tuple) else (found,),
    ),
]


@dataclass(frozen=True)
class Shown(By):
    """Cards that a player lays open in a claim.

    `association` has one card, or three in the advanced game of three.
    """

    association: Associations | None = None
    profession: Profession | None = None
    items: Annotated[tuple[Item, ...], _MOST] | None = None


@dataclass(frozen=True)
class Named(By):
    """The claimant says whose items are needed."""

    players: Persons


@dataclass(frozen=True)
class Corrected(_Event):
    """Correction of public facts: None keeps a fact. A profession that is None lies face down."""

    why: str
    hands: Mapping[Person, int] | None = None
    pile: int | None = None
    professions: Mapping[Person, Profession | None] | None = None
    turn: Person | None = None


GameEvent = Started | By | Counted | Corrected


def _is_reason(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and value.isprintable() and len(value) <= LONGEST_REASON


#: No count of cards is greater; a greater one would only make a message long.
Count = Annotated[int, Range(-99, 999)]
_BY_PERSON = Size(least=1)


@dataclass(frozen=True)
class _Correction:
    """The keys of what is set in a correction."""

    hands: Annotated[Mapping[Person, Count], _BY_PERSON] | None = None
    pile: Count | None = None
    professions: Annotated[Mapping[Person, Profession | None], _BY_PERSON] | None = None
    turn: Person | None = None


@dataclass(frozen=True)
class _CorrectedKeys(_Event):
    """The keys of a correction."""

    set: _Correction
    why: Annotated[str, Predicate(_is_reason, f"a reason of at most {LONGEST_REASON} letters")]


def _correction_keys(event: Corrected) -> _CorrectedKeys:
    correction = _Correction(event.hands, event.pile, event.professions, event.turn)
    return _CorrectedKeys(correction, event.why, overruled=event.overruled)


def _corrected(keys: _CorrectedKeys) -> Corrected:
    return Corrected(keys.why, **vars(keys.set), overruled=keys.overruled)


def _check_use(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield mistakes in a use's fields: the Poison Mixer alone names a winner."""
    names_one = data.get("card") == Profession.POISON_MIXER
    if names_one and "winner" not in data:
        yield f"winner: expected one of {' '.join(Fighter)}, found nothing"
    if not names_one and "winner" in data:
        yield f"winner: goes only with the {Profession.POISON_MIXER}"


CODEC: Codec[GameEvent] = Codec(
    {
        "started": Started,
        "passed": Passed,
        "offered": Offered,
        "accepted": Accepted,
        "refused": Refused,
        "announced": Announced,
        "drew": Drew,
        "looked": Looked,
        "sextant": SextantUsed,
        "renewed": Renewed,
        "swapped": Swapped,
        "waived": Waived,
        "gave": Gave,
        "clairvoyant": ClairvoyantUsed,
        "diplomat": DiplomatUsed,
        "handed": Handed,
        "denied": Denied,
        "attacked": Attacked,
        "priest": PriestUsed,
        "supported": Supported,
        "hypnotised": Hypnotised,
        "used": Used,
        "counted": Counted,
        "doctor": DoctorUsed,
        "searched": Searched,
        "claimed": Claimed,
        "shown": Shown,
        "named": Named,
        "corrected": Annotated[Corrected, Wire(_CorrectedKeys, _correction_keys, _corrected)],
    },
    {Used: _check_use},
)
"""Form of the events in a game file (``coach-ride/game``, version 1)::

    {"event": "started", "players": ["marie", "gundla", "sarah"], "first": "marie", "items": [], "variants": []}
    {"event": "offered", "by": "marie", "to": "gundla"}
    {"event": "used", "by": "sarah", "card": "knives"}
    {"event": "corrected", "set": {"hands": {"marie": 2}, "pile": 8}, "why": "miscounted"}
"""
