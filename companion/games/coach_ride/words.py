"""Names of persons, cards, variants, claims and events."""

from collections.abc import Mapping

from companion.games.coach_ride.language import later, say
from engine.coach_ride.cards import Association, Card, Item, Person, Profession, Variant
from engine.coach_ride.events import ClaimKind, Support

_PERSONS: Mapping[Person, str] = {
    Person.MARIE: later("Marie Sauniére"),
    Person.GUNDLA: later("Gundla von Hochberg"),
    Person.SARAH: later("Sarah Mac Mullin"),
    Person.ROMANA: later("Romana Baranov"),
    Person.THEODORA: later("Theodora Krayenborg"),
    Person.BASILIUS: later("Basilius Kartov"),
    Person.JUAN: later("Juan Tirador"),
    Person.ZACHARIAS: later("Bruder Zacharias"),
    Person.MICHEL: later("Michel de Molay"),
    Person.HENRY: later("Sir Henry Sinclair"),
}
_ASSOCIATIONS: Mapping[Association, str] = {
    Association.ORDER: later("Order of Open Secrets"),
    Association.BROTHERHOOD: later("Brotherhood of True Lies"),
}
_CARDS: Mapping[Card, str] = {
    Item.KEY: later("Key"),
    Item.GOBLET: later("Goblet"),
    Item.BAG_KEY: later("Secret Bag (Key)"),
    Item.BAG_GOBLET: later("Secret Bag (Goblet)"),
    Item.PEARL: later("Black Pearl"),
    Item.DAGGER: later("Dagger"),
    Item.GLOVES: later("Gloves"),
    Item.RING: later("Poison Ring"),
    Item.KNIVES: later("Throwing Knives"),
    Item.WHIP: later("Whip"),
    Item.PRIVILEGE: later("Privilege"),
    Item.MONOCLE: later("Monocle"),
    Item.MIRROR: later("Broken Mirror"),
    Item.SEXTANT: later("Sextant"),
    Item.COAT: later("Coat"),
    Item.TOME: later("Tome"),
    Item.CREST: later("Crest of the Lodge"),
    Profession.THUG: later("Thug"),
    Profession.GRANDMASTER: later("Grandmaster"),
    Profession.BODYGUARD: later("Bodyguard"),
    Profession.HYPNOTIST: later("Hypnotist"),
    Profession.DUELIST: later("Duelist"),
    Profession.POISON_MIXER: later("Poison Mixer"),
    Profession.DOCTOR: later("Doctor"),
    Profession.PRIEST: later("Priest"),
    Profession.DIPLOMAT: later("Diplomat"),
    Profession.CLAIRVOYANT: later("Clairvoyant"),
}
_VARIANTS: Mapping[Variant, str] = {
    Variant.SMUGGLING: later("smuggling"),
    Variant.FORTUNE_TELLING: later("fortune telling"),
    Variant.THREE_ADVANCED: later("advanced game of three"),
}
_SUPPORT: Mapping[Support, str] = {
    Support.SWORD: later("sword"),
    Support.SHIELD: later("shield"),
    Support.NONE: later("no support"),
}
_CLAIMS: Mapping[ClaimKind, str] = {
    ClaimKind.OWN: later("{player} claims the victory."),
    ClaimKind.CREST: later("{player} claims the victory by the Crest of the Lodge."),
    ClaimKind.ENEMY: later("{player} claims that the other side has enough."),
}
#: What was wrong with a claim; of some it is said of whom.
_FAULTS: Mapping[str, str] = {
    "pearl": later("Whoever holds the Black Pearl cannot claim (rule K7)."),
    "no-victory-item": later("The claimant shows no victory item of their own side (section 5)."),
    "no-crest": later("The claimant does not hold the Crest of the Lodge (rule K8)."),
    "not-enough": later("There are too few victory items (section 5)."),
    "not-of-the-side": later("{player} is not of that side (section 5)."),
    "nothing-to-show": later("{player} has no victory item to show (section 5)."),
}
#: What may happen, by the names of events, as one of those who may do it says it.
_EVENTS: Mapping[str, str] = {
    "passed": later("pass"),
    "offered": later("trade"),
    "accepted": later("accept"),
    "refused": later("refuse"),
    "announced": later("announce an item or nothing"),
    "drew": later("draw an item"),
    "looked": later("look at cards"),
    "sextant": later("name a direction"),
    "renewed": later("take another profession"),
    "swapped": later("swap professions"),
    "waived": later("waive the effect"),
    "gave": later("give an item away"),
    "clairvoyant": later("look through the item pile"),
    "diplomat": later("demand an item"),
    "handed": later("hand the item over"),
    "denied": later("deny the item"),
    "attacked": later("attack"),
    "priest": later("stop the attack"),
    "supported": later("declare support"),
    "hypnotised": later("hypnotise a player"),
    "used": later("use a card"),
    "doctor": later("undo the fight"),
    "searched": later("look at the items and take one"),
    "claimed": later("claim the victory"),
    "shown": later("show cards"),
    "named": later("name allies"),
}


def person_name(person: Person) -> str:
    """Return a player's person."""
    return say(_PERSONS[person])


def association_name(association: Association) -> str:
    """Return a side."""
    return say(_ASSOCIATIONS[association])


def card_name(card: Card) -> str:
    """Return an item or a profession."""
    return say(_CARDS[card])


def variant_name(variant: Variant) -> str:
    """Return the name of a variant."""
    return say(_VARIANTS[variant])


def support_name(support: Support) -> str:
    """Return the name of a player's role in a fight."""
    return say(_SUPPORT[support])


def describe_claim(kind: ClaimKind, person: Person) -> str:
    """Describe what is claimed, a sentence."""
    return say(_CLAIMS[kind], player=person_name(person))


def claim_title(kind: ClaimKind) -> str:
    """Return what is claimed, as a title."""
    match kind:
        case ClaimKind.CREST:
            return say("A claim by the Crest")
        case ClaimKind.ENEMY:
            return say("A claim for the others")
    return say("A claim")


def describe_fault(fault: str) -> str:
    """Describe what was wrong with a claim, a sentence with its ruling."""
    kind, _, person = fault.partition(":")
    return say(_FAULTS[kind], player=person_name(Person(person))) if person else say(_FAULTS[kind])


def event_name(event: str) -> str:
    """Return the name of an action that somebody may do."""
    return say(_EVENTS[event])


_FIRST_NAMES: Mapping[Person, str] = {
    Person.MARIE: later("Marie"),
    Person.GUNDLA: later("Gundla"),
    Person.SARAH: later("Sarah"),
    Person.ROMANA: later("Romana"),
    Person.THEODORA: later("Theodora"),
    Person.BASILIUS: later("Basilius"),
    Person.JUAN: later("Juan"),
    Person.ZACHARIAS: later("Zacharias"),
    Person.MICHEL: later("Michel"),
    Person.HENRY: later("Henry"),
}


def first_name(person: Person) -> str:
    """Return a player's name at the table."""
    return say(_FIRST_NAMES[person])


def side_name(association: Association) -> str:
    """Return a side in one word."""
    return say(_SIDES[association])


_SIDES: Mapping[Association, str] = {Association.ORDER: later("Order"), Association.BROTHERHOOD: later("Brotherhood")}
