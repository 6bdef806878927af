"""Names of characters, provisions, states and events."""

from collections.abc import Mapping

from companion.device.sentences import capitalised
from companion.games.lifeboat.language import later, say
from engine.lifeboat.components import Character, Provision, Variant
from engine.lifeboat.events import DemandKind
from engine.lifeboat.navigation import Bird
from engine.lifeboat.state import Cause, Condition, Ending

_CHARACTERS: Mapping[Character, str] = {
    Character.LAUREN: later("Lady Lauren"),
    Character.STEPHEN: later("Sir Stephen"),
    Character.CAPTAIN: later("the Captain"),
    Character.MATE: later("the First Mate"),
    Character.FRENCHY: later("Frenchy"),
    Character.HARTER: later("Dr. Harter"),
    Character.KID: later("the Kid"),
}
_PROVISIONS: Mapping[Provision, str] = {
    Provision.WATER: later("water"),
    Provision.CASH: later("cash"),
    Provision.JEWELS: later("jewels"),
    Provision.PAINTING_3: later("painting worth 3"),
    Provision.PAINTING_2: later("painting worth 2"),
    Provision.MEDKIT: later("medical kit"),
    Provision.OAR: later("oar"),
    Provision.BLACKJACK: later("blackjack"),
    Provision.KNIFE: later("knife"),
    Provision.GAFF: later("gaff"),
    Provision.FLARE: later("flare gun"),
    Provision.CHUM: later("bucket of chum"),
    Provision.PRESERVER: later("life preserver"),
    Provision.COMPASS: later("compass"),
    Provision.PARASOL: later("parasol"),
    Provision.CANNIBALISM: later("cannibalism"),
}
_CONDITIONS: Mapping[Condition, str] = {
    Condition.CONSCIOUS: later("conscious"),
    Condition.UNCONSCIOUS: later("unconscious"),
    Condition.DEAD: later("dead"),
    Condition.OUT: later("out of the game"),
}
_BIRDS: Mapping[Bird, str] = {
    Bird.NONE: later("no bird"),
    Bird.BIRD: later("a bird"),
    Bird.CROSSED: later("a crossed bird"),
}
_CAUSES: Mapping[Cause, str] = {
    Cause.ROWED: later("from rowing"),
    Cause.FOUGHT: later("from fighting"),
    Cause.NAMED: later("by the card"),
}
_VARIANTS: Mapping[Variant, str] = {
    Variant.SHORT_ROW: later("short row"),
    Variant.SHARKS: later("sharks"),
    Variant.QUICK: later("quick game"),
    Variant.CANNIBALISM: later("cannibalism"),
    Variant.HARTER: later("Dr. Harter"),
    Variant.DROWNED_SCORE: later("the drowned score"),
}
_ENDINGS: Mapping[Ending, str] = {
    Ending.LANDED: later("Land! The fourth bird is out."),
    Ending.NOBODY_ALIVE: later("Nobody aboard is alive."),
}
#: What may happen, by the names of events, as one of those who may do it says it.
_EVENTS: Mapping[str, str] = {
    "took": later("take a provision"),
    "laid": later("lay a card open"),
    "traded": later("trade"),
    "passed": later("do nothing"),
    "rowed": later("row"),
    "demanded": later("demand a seat or a card"),
    "used": later("use a card"),
    "agreed": later("agree"),
    "refused": later("refuse"),
    "objected": later("object"),
    "joined": later("join the fight"),
    "navigated": later("choose the day's card"),
    "chummed": later("use chum"),
    "haunted": later("call the sharks"),
    "drank": later("give water"),
    "suffered": later("take a wound"),
    "revealed": later("reveal love, hate and hand"),
}


def character_name(character: Character) -> str:
    """Return the name of a character within a sentence."""
    return say(_CHARACTERS[character])


def character_letters(character: Character) -> str:
    """Return the letters on a character's portrait: how its name begins, and no other one.

    They are of the name's last word, since titles and articles stand before it.
    """
    words = {each: character_name(each).split()[-1] for each in Character}
    name = words.pop(character)
    shortest = next(
        (count for count in range(1, len(name)) if not any(word.startswith(name[:count]) for word in words.values())),
        len(name),
    )
    return capitalised(name[:shortest])


def provision_name(card: Provision) -> str:
    """Return the name of a kind of provision."""
    return say(_PROVISIONS[card])


def condition_name(condition: Condition) -> str:
    """Return the name of a character's condition."""
    return say(_CONDITIONS[condition])


def cause_name(cause: Cause) -> str:
    """Return why a character is thirsty."""
    return say(_CAUSES[cause])


def bird_name(bird: Bird) -> str:
    """Return the name of the birds on a navigation card."""
    return say(_BIRDS[bird])


def variant_name(variant: Variant) -> str:
    """Return the name of a variant."""
    return say(_VARIANTS[variant])


def describe_ending(ending: Ending) -> str:
    """Describe why the game is over."""
    return say(_ENDINGS[ending])


def event_name(event: str) -> str:
    """Return the name of an action; empty for what nobody in particular does."""
    return say(_EVENTS[event]) if event in _EVENTS else ""


def describe_demand(character: Character, of: Character, want: DemandKind, card: Provision | None) -> str:
    """Describe in a sentence what somebody demands of another.

    `card`: the open one that is wanted.
    """
    values = {"player": capitalised(character_name(character)), "other": character_name(of)}
    match want:
        case DemandKind.SEAT:
            return say("{player} wants to change seats with {other}.", **values)
        case DemandKind.HAND:
            return say("{player} wants a hand card of {other}.", **values)
        case DemandKind.OPEN:
            assert card is not None
            return say("{player} wants the open card of {other}: {card}.", **values, card=provision_name(card))
        case DemandKind.EAT:
            return say("{player} wants to eat the body of {other}.", **values)
