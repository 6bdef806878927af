"""Options of this game: the variants of its rules, and who keeps the cards."""

from typing import Any

from companion.device.options import Option, Values, choice, flag, with_defaults
from companion.games.finstere_flure.language import later
from engine.finstere_flure.events import Faces, GameStarted, SetUp
from engine.finstere_flure.pieces import Colour
from engine.finstere_flure.players import FEWEST_FOR_FIVE_AS_THREE

SET_UP = choice(
    "set_up",
    later("The floor"),
    {
        str(SetUp.BASIC): later("basic"),
        str(SetUp.EXPERT): later("expert: you place the tiles"),
        str(SetUp.PLACED): later("placed: you lay the 13 plain tiles"),
    },
    str(SetUp.BASIC),
    comment='How the floor comes about: "basic" as the rules show it, "expert" tile by tile, "placed" tile by tile'
    " with the 13 plain ones (ruling R21).",
    flag_help="how the floor is laid",
)
DM_PLACING = flag(
    "dm_placing",
    later("House rule (online guide): tiles keep apart"),
    comment="House rule of the online guide (DM): players keep the tiles at a distance (ruling R21).",
    flag_help="house rule of the online guide (DM): tiles keep their distance",
    formerly="dm",
)
FACES = choice(
    "faces",
    later("Faces of the stones"),
    {str(Faces.FRONTS): later("fronts up"), str(Faces.ANY): later("any face up")},
    str(Faces.FRONTS),
    comment='Which faces of the square tiles lie up in the expert set-up: "fronts" or "any" (ruling R20).',
    flag_help="with --set-up expert: which faces lie up",
)
DM_END = flag(
    "dm_end",
    later("House rule (online guide): play a won round to its end"),
    comment="House rule of the online guide (DM): a won round is played to its end (rulings R16, R21).",
    flag_help="house rule of the online guide (DM): a won round is played to its end",
    formerly="dm",
)
FIVE_AS_THREE = flag(
    "five_as_three",
    later("The card 5 counts as three hits"),
    comment="Whether the card 5 counts as three hits, with six or seven players.",
    flag_help="with 6 or 7 players: the card 5 counts as three hits",
)
REAL_DECK = flag(
    "real_deck",
    later("The monster cards"),
    words={False: later("on the screen"), True: later("a real deck")},
    comment="Whether the monster cards are a real deck on the table.",
)
FORESIGHT = choice(
    "foresight",
    later("Foresight"),
    {
        "off": later("off"),
        "replay": later("in replays only"),
        "own": later("for the token that moves"),
        "training": later("training: always"),
    },
    "off",
    comment="What the screen shows of the monster's next move while players ponder: nothing (off), "
    "nothing before the game is replayed (replay), the risks of the token that is lifted or touched (own), or all "
    "risks at all times (training).",
)
OPTIONS: tuple[Option[Any], ...] = (SET_UP, DM_PLACING, FACES, DM_END, FIVE_AS_THREE, REAL_DECK, FORESIGHT)


def options_that_matter(players: int, chosen: Values) -> list[Option[Any]]:
    """Return the options that make a difference to a game of so many players with these others."""
    set_up = chosen[SET_UP.id]
    idle = {
        DM_PLACING.id: set_up == SetUp.BASIC,
        FACES.id: set_up != SetUp.EXPERT,
        FIVE_AS_THREE.id: players < FEWEST_FOR_FIVE_AS_THREE,
    }
    return [option for option in OPTIONS if not idle.get(option.id, False)]


def game_started(seats: tuple[Colour, ...], first: Colour, chosen: Values) -> GameStarted:
    """Return the first event of a game with these options.

    Options that make no difference to it have their defaults.
    """
    everything = with_defaults(OPTIONS, chosen)
    matter = options_that_matter(len(seats), everything)
    values = with_defaults(OPTIONS, {option.id: everything[option.id] for option in matter})
    return GameStarted(
        seats,
        first,
        SetUp(values[SET_UP.id]),
        dm_placing=values[DM_PLACING.id],
        dm_end=values[DM_END.id],
        five_as_three=values[FIVE_AS_THREE.id],
        faces=Faces(values[FACES.id]),
    )
