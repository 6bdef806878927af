"""The cards, and how many of them a game has (sections 1 and 2)."""

from collections.abc import Collection, Mapping

from engine.names import Name


class Person(Name):
    """A person card, which is also the id of who plays it."""

    MARIE = "marie"
    GUNDLA = "gundla"
    SARAH = "sarah"
    ROMANA = "romana"
    THEODORA = "theodora"
    BASILIUS = "basilius"
    JUAN = "juan"
    ZACHARIAS = "zacharias"
    MICHEL = "michel"
    HENRY = "henry"


class Association(Name):
    """Side that an association card stands for, one of two."""

    ORDER = "order"
    BROTHERHOOD = "brotherhood"

    @property
    def other(self) -> "Association":
        """The other side."""
        return Association.BROTHERHOOD if self is Association.ORDER else Association.ORDER


class Profession(Name):
    """A profession card."""

    THUG = "thug"
    GRANDMASTER = "grandmaster"
    BODYGUARD = "bodyguard"
    HYPNOTIST = "hypnotist"
    DUELIST = "duelist"
    POISON_MIXER = "poison-mixer"
    DOCTOR = "doctor"
    PRIEST = "priest"
    DIPLOMAT = "diplomat"
    CLAIRVOYANT = "clairvoyant"


class Item(Name):
    """A kind of item."""

    KEY = "key"
    GOBLET = "goblet"
    BAG_KEY = "bag-key"
    BAG_GOBLET = "bag-goblet"
    PEARL = "pearl"
    DAGGER = "dagger"
    GLOVES = "gloves"
    RING = "ring"
    KNIVES = "knives"
    WHIP = "whip"
    PRIVILEGE = "privilege"
    MONOCLE = "monocle"
    MIRROR = "mirror"
    SEXTANT = "sextant"
    COAT = "coat"
    TOME = "tome"
    CREST = "crest"


class Variant(Name):
    """A variant that is agreed on before the game (section 6)."""

    SMUGGLING = "smuggling"
    FORTUNE_TELLING = "fortune-telling"
    THREE_ADVANCED = "three-advanced"


Card = Item | Profession

FEWEST_PLAYERS = 3
MOST_PLAYERS = 10
#: The items that are only in the game where they are chosen.
UNSEALED = (Item.MIRROR, Item.SEXTANT, Item.COAT, Item.TOME, Item.CREST)
#: Three cards each; of every other item there is one.
THREEFOLD = (Item.KEY, Item.GOBLET)
#: The items that act when they are given away in a trade.
TRADE_ITEMS = (
    Item.BAG_KEY,
    Item.BAG_GOBLET,
    Item.PRIVILEGE,
    Item.MONOCLE,
    Item.SEXTANT,
    Item.COAT,
    Item.TOME,
)
#: The victory item of each side, and the bag that counts as one while the item pile is empty (K5).
VICTORY_ITEM = {Association.ORDER: Item.KEY, Association.BROTHERHOOD: Item.GOBLET}
BAG_OF = {Item.KEY: Item.BAG_KEY, Item.GOBLET: Item.BAG_GOBLET}
#: The professions that are used up when they are used.
ONCE = (
    Profession.DUELIST,
    Profession.POISON_MIXER,
    Profession.DOCTOR,
    Profession.PRIEST,
    Profession.DIPLOMAT,
    Profession.CLAIRVOYANT,
)
#: The cards that are used in the free part of a fight.
FIGHT_CARDS: tuple[Card, ...] = (
    Item.DAGGER,
    Item.GLOVES,
    Item.RING,
    Item.KNIVES,
    Item.WHIP,
    Profession.THUG,
    Profession.GRANDMASTER,
    Profession.BODYGUARD,
    Profession.DUELIST,
    Profession.POISON_MIXER,
)


def is_single(item: Item) -> bool:
    """Return True if there is one card of this item."""
    return item not in THREEFOLD


def items_of(players: int, unsealed: Collection[Item]) -> Mapping[Item, int]:
    """Return the number of cards of each item in a game of `players` players."""
    used = (item for item in Item if item not in UNSEALED or item in unsealed)
    return {
        item: 1 if is_single(item) else 3 for item in used if not (item is Item.PEARL and players == FEWEST_PLAYERS)
    }


def items_at_start(players: int) -> int:
    """Return the number of items that each player is dealt."""
    return 2 if players == FEWEST_PLAYERS else 1


def hand_limit(players: int) -> int:
    """Return the most items that a hand may hold."""
    return {3: 8, 4: 6}.get(players, 5)


def associations_each(players: int, variants: Collection[Variant]) -> int:
    """Return the number of association cards of each side that are shuffled."""
    return 5 if Variant.THREE_ADVANCED in variants else (players + 1) // 2
