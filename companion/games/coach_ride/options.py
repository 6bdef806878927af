"""Options of this game: its variants, and the unsealed items."""

from typing import Any

from companion.device.options import Option, Values, flag, with_defaults
from companion.games.coach_ride.language import later
from engine.coach_ride.cards import MOST_PLAYERS, UNSEALED, Person, Variant
from engine.coach_ride.events import Started

#: How the command line names the unsealed items together.
ITEMS = "items"
SMUGGLING = flag(
    "smuggling",
    later("Smuggling"),
    comment="A trade item acts only if its giver says so.",
    flag_help="a trade item acts only if its giver says so",
)
FORTUNE_TELLING = flag(
    "fortune_telling",
    later("Fortune telling"),
    comment="One may claim for the enemy.",
    flag_help="one may claim for the enemy",
)
THREE_ADVANCED = flag(
    "three_advanced",
    later("Advanced game of three"),
    comment="Three players with three associations each.",
    flag_help="three players with three associations each",
)
MIRROR = flag("mirror", later("Broken Mirror"), comment="The item Broken Mirror.", group=ITEMS)
SEXTANT = flag("sextant", later("Sextant"), comment="The item Sextant.", group=ITEMS)
COAT = flag("coat", later("Coat"), comment="The item Coat; not with ten players.", group=ITEMS)
TOME = flag("tome", later("Tome"), comment="The item Tome.", group=ITEMS)
CREST = flag("crest", later("Crest of the Lodge"), comment="The item Crest of the Lodge.", group=ITEMS)
CLAIM_ONLY = flag(
    "claim_only", later("Claim only"), comment="The companion looks on until somebody claims the victory."
)
OPTIONS: tuple[Option[Any], ...] = (
    *(SMUGGLING, FORTUNE_TELLING, THREE_ADVANCED),
    *(MIRROR, SEXTANT, COAT, TOME, CREST),
    CLAIM_ONLY,
)
#: So many play the advanced game of three.
_THREE = 3


def options_for_players(players: int) -> tuple[Option[Any], ...]:
    """Return the options that so many players can choose (sections 2 and 6).

    While no players are chosen, it returns all options.
    """
    return tuple(
        option
        for option in OPTIONS
        if not (option is COAT and players == MOST_PLAYERS)
        and not (option is THREE_ADVANCED and players and players != _THREE)
    )


def game_started(players: tuple[Person, ...], first: Person, values: Values) -> Started:
    """Return the first event of a game of these players, with these option values if possible."""
    chosen = with_defaults(OPTIONS, values)
    on = {option.id for option in options_for_players(len(players)) if chosen[option.id]}
    return Started(
        players,
        first,
        tuple(item for item in UNSEALED if str(item) in on),
        tuple(variant for variant in Variant if str(variant).replace("-", "_") in on),
    )
