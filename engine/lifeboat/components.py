"""Components in the box: characters, provisions, variants."""

from collections.abc import Collection, Mapping

from engine.names import Name


class Character(Name):
    """Character, in the order of the places from the bow to the stern.

    A player is named by their character.
    """

    LAUREN = "lauren"
    STEPHEN = "stephen"
    CAPTAIN = "captain"
    MATE = "mate"
    FRENCHY = "frenchy"
    HARTER = "harter"
    KID = "kid"


#: The printed sizes; the sharks (V2) make everybody one larger in states and fights.
SIZE: Mapping[Character, int] = {
    Character.LAUREN: 4,
    Character.STEPHEN: 5,
    Character.CAPTAIN: 7,
    Character.MATE: 8,
    Character.FRENCHY: 6,
    Character.HARTER: 4,
    Character.KID: 3,
}
#: Size and survival are always 12 together.
SURVIVAL: Mapping[Character, int] = {character: 12 - size for character, size in SIZE.items()}


class Provision(Name):
    """The kinds of provisions. The paintings are named by their worth."""

    WATER = "water"
    CASH = "cash"
    JEWELS = "jewels"
    PAINTING_3 = "painting-3"
    PAINTING_2 = "painting-2"
    MEDKIT = "medkit"
    OAR = "oar"
    BLACKJACK = "blackjack"
    KNIFE = "knife"
    GAFF = "gaff"
    FLARE = "flare"
    CHUM = "chum"
    PRESERVER = "preserver"
    COMPASS = "compass"
    PARASOL = "parasol"
    CANNIBALISM = "cannibalism"


#: How much each weapon adds to a fight while it lies open (L16).
WEAPONS: Mapping[Provision, int] = {
    Provision.OAR: 1,
    Provision.BLACKJACK: 2,
    Provision.KNIFE: 3,
    Provision.GAFF: 4,
    Provision.FLARE: 8,
}
#: The cards that are used by a special action (L14).
SPECIAL = frozenset({Provision.MEDKIT, Provision.PARASOL, Provision.FLARE, Provision.CANNIBALISM})


class Variant(Name):
    """The variants V1 to V6."""

    SHORT_ROW = "short-row"
    SHARKS = "sharks"
    QUICK = "quick"
    CANNIBALISM = "cannibalism"
    HARTER = "harter"
    DROWNED_SCORE = "drowned-score"


_PROVISIONS: Mapping[Provision, int] = {
    **dict.fromkeys(Provision, 1),
    Provision.WATER: 16,
    Provision.CASH: 6,
    Provision.JEWELS: 3,
    Provision.PAINTING_3: 2,
    Provision.MEDKIT: 3,
    Provision.OAR: 2,
    Provision.CHUM: 2,
    Provision.CANNIBALISM: 0,
}
#: V4 adds a medical kit and the cannibalism card.
_PROVISIONS_V4 = {**_PROVISIONS, Provision.MEDKIT: 4, Provision.CANNIBALISM: 1}


def provisions(variants: Collection[Variant]) -> Mapping[Provision, int]:
    """Return the number of provisions of each kind."""
    return _PROVISIONS_V4 if Variant.CANNIBALISM in variants else _PROVISIONS
