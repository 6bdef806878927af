"""What can happen in a game. A game is a list of these, and nothing else needs to be kept of it.

`overruled`, on any of them: the table wants it so, whatever the rules say.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.names import Name

from .cards import Association, Card, Item, Person, Profession, Variant


class Support(Name):
    """What a player who does not fight does with the person card."""

    SWORD = "sword"
    SHIELD = "shield"
    NONE = "none"


class Fighter(Name):
    """One of the two who fight."""

    ATTACKER = "attacker"
    DEFENDER = "defender"


class Direction(Name):
    """Which way the Sextant carries items: left is clockwise (K20)."""

    LEFT = "left"
    RIGHT = "right"


class ClaimKind(Name):
    """What a claim says (sections 5 and 6)."""

    OWN = "own"
    CREST = "crest"
    ENEMY = "enemy"


@dataclass(frozen=True, kw_only=True)
class _Event:
    overruled: bool = False


@dataclass(frozen=True)
class Started(_Event):
    """The first event: who plays, clockwise; who begins; the unsealed items and the variants."""

    players: tuple[Person, ...]
    first: Person
    items: tuple[Item, ...]
    variants: tuple[Variant, ...]


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

    card: int | None = None


@dataclass(frozen=True)
class SextantUsed(By):
    """All pass an item."""

    direction: Direction


class Renewed(By):
    """By the Coat a profession was changed for one of the pile."""


class Swapped(By):
    """By the Tome two professions were exchanged."""


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
    """An item or a profession is used in a fight. `winner`: whom the Poison Mixer names, None for all others."""

    card: Card
    winner: Fighter | None = None


class Counted(_Event):
    """Nobody wants to use anything more."""


class DoctorUsed(By):
    """Nothing comes of the fight (K23)."""


@dataclass(frozen=True)
class Searched(By):
    """The winner looked at the loser's items. `took`: and has taken one."""

    took: bool


@dataclass(frozen=True)
class Claimed(By):
    """The active player claims the victory."""

    kind: ClaimKind


@dataclass(frozen=True)
class Shown(By):
    """A player lays cards open in a claim. `association` has one card, or three in the advanced game of three."""

    association: tuple[Association, ...] | None = None
    profession: Profession | None = None
    items: tuple[Item, ...] | None = None


@dataclass(frozen=True)
class Named(By):
    """The claimant says whose items are needed."""

    players: tuple[Person, ...]


@dataclass(frozen=True)
class Corrected(_Event):
    """Public facts are put right: what is None stays as it was. A profession that is None lies face down."""

    why: str
    hands: Mapping[Person, int] | None = None
    pile: int | None = None
    professions: Mapping[Person, Profession | None] | None = None
    turn: Person | None = None


GameEvent = Started | By | Counted | Corrected
