"""What can be chosen of this game: the variants of its rules, and who keeps the cards."""

from typing import Any

from companion.box.options import Option, choice, flag
from companion.games.finstere_flure.language import later
from engine.finstere_flure.events import SetUp

SET_UP = choice(
    "set_up",
    later("The floor"),
    {str(SetUp.BASIC): later("basic"), str(SetUp.EXPERT): later("expert: you place the tiles")},
    str(SetUp.BASIC),
    comment='How the floor comes about: "basic" as the rules show it, "expert" tile by tile.',
    flag_help="with --autoplay",
)
DM = flag(
    "dm",
    later("Variant DM: a won round is played to its end"),
    comment="Variant DM: a won round is played to its end.",
    flag_help="with --autoplay: the DM variant",
)
FIVE_AS_THREE = flag(
    "five_as_three",
    later("The card 5 counts as three hits"),
    comment="Whether the card 5 counts as three hits, with six or seven players.",
    flag_help="with --autoplay, 6 or 7 players",
)
REAL_DECK = flag(
    "real_deck",
    later("The monster cards"),
    words={False: later("I keep the deck"), True: later("a real deck")},
    comment="Whether the monster cards are a real deck on the table.",
)
OPTIONS: tuple[Option[Any], ...] = (SET_UP, DM, FIVE_AS_THREE, REAL_DECK)
