"""Options of this game: its variants, and the navigation cards."""

from pathlib import Path
from typing import Any

from companion.device.options import Option, Values, choice, flag, with_defaults
from companion.games.lifeboat.language import later
from companion.games.lifeboat.navigation_file import load_set, navigation_path
from engine.lifeboat.components import Character, Variant
from engine.lifeboat.events import Deck, GameStarted
from engine.lifeboat.navigation import NavigationCard

SHORT_ROW = flag(
    "short_row",
    later("Short row"),
    comment="Variant V1: rowing draws one card.",
    flag_help="short row: rowing draws one card (variant V1)",
)
SHARKS = flag(
    "sharks",
    later("Sharks"),
    comment="Variant V2: the drowned call sharks.",
    flag_help="sharks: the drowned call them (variant V2)",
)
QUICK = flag(
    "quick",
    later("Quick game"),
    comment="Variant V3: everyone starts with a wound, one bird is out.",
    flag_help="quick game: everyone starts with a wound, one bird is out (variant V3)",
)
CANNIBALISM = flag(
    "cannibalism",
    later("Cannibalism"),
    comment="Variant V4: the dead may be eaten.",
    flag_help="cannibalism: the dead may be eaten (variant V4)",
)
HARTER = flag(
    "harter",
    later("Dr. Harter"),
    comment="Variant V5: Dr. Harter is among the characters; only with cannibalism.",
    flag_help="Dr. Harter is among the characters, only with cannibalism (variant V5)",
)
DROWNED_SCORE = flag(
    "drowned_score",
    later("The drowned score"),
    comment="Variant V6: love and hate also pay those who are out.",
    flag_help="the drowned score too (variant V6)",
)
#: The table's own set if one was entered.
OWN = "own"
NAVIGATION = choice(
    "navigation",
    later("Navigation cards"),
    {
        OWN: later("our own, if entered"),
        str(Deck.TOLD): later("we enter the signs"),
        str(Deck.STAND_IN): later("the stand-in set"),
    },
    OWN,
    comment='The navigation cards: "own" (the set that the table entered, if there is one), "told" or "stand-in".',
)
TOKENS = flag(
    "tokens",
    later("Tokens on the table"),
    words={False: later("the screen keeps them"), True: later("wounds, rowing, fights, birds")},
    comment="Tokens of wounds, rowing, fights and birds lie on the table; without them the screen keeps them.",
)
OPTIONS: tuple[Option[Any], ...] = (SHORT_ROW, SHARKS, QUICK, CANNIBALISM, HARTER, DROWNED_SCORE, NAVIGATION, TOKENS)


def variants_chosen(values: Values) -> tuple[Variant, ...]:
    """Return the variants that are switched on."""
    chosen = with_defaults(OPTIONS, values)
    return tuple(variant for variant in Variant if chosen[str(variant).replace("-", "_")])


def variants_that_matter(values: Values) -> dict[str, Any]:
    """Return the options as they count: Dr. Harter plays only with cannibalism (V5)."""
    chosen = dict(with_defaults(OPTIONS, values))
    chosen[HARTER.id] = chosen[HARTER.id] and chosen[CANNIBALISM.id]
    return chosen


def chosen_deck(values: Values, journal: Path) -> Deck | tuple[NavigationCard, ...]:
    """Return the navigation cards of a new game.

    The cards of V4 are added where it is played. Raises UserError.
    """
    chosen = with_defaults(OPTIONS, values)
    if chosen[NAVIGATION.id] != OWN:
        return Deck(chosen[NAVIGATION.id])
    place = navigation_path(journal)
    if not place.exists():
        return Deck.TOLD
    own = load_set(str(place))
    return own.cards + own.extra if chosen[CANNIBALISM.id] else own.cards


def game_started(
    players: tuple[Character, ...], values: Values, deck: Deck | tuple[NavigationCard, ...]
) -> GameStarted:
    """Return the first event of a game of these players, with these values of the options."""
    return GameStarted(players, variants_chosen(values), deck)
