"""A meal of the monster as a moment of its own: its tension, parts and line of story."""

from companion.device.sentences import capitalised
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.words.sentences import Names, colour_name
from engine.finstere_flure.pieces import TOKENS, Place
from engine.finstere_flure.position import Position

#: After so many seconds of a meal the token is swallowed.
SWALLOWED_S = 0.55
#: After so many it has come to its place on the score.
SCORED_S = 1.5
#: The most tension that there is.
MOST_TENSION = 4
#: With at most so many cards left a stage is nearly over.
FEW_CARDS = 3


def tension_of(stage: int, cards_left: int | None = None) -> int:
    """Return the tension of a meal, 1 to 4: more in stage two, more when few cards are left.

    `cards_left` is None where nobody knows.
    """
    late = cards_left is not None and cards_left <= FEW_CARDS
    return 2 * stage - 1 + late


def describe_meal(position: Position, token: str, eaten: int) -> str:
    """Describe what a meal means for its player.

    `eaten` tokens were eaten in this move, this one with them.
    """
    name = capitalised(Names(position).token(token))
    if position.stage == 1:
        return say("{token} is eaten and must begin again.", token=name)
    colour = TOKENS[token][0]
    in_play = [
        other
        for other in position.tokens
        if TOKENS[other.id][0] is colour and other.place not in (Place.OUT, Place.DEAD)
    ]
    if len(in_play) <= eaten:
        return say(
            "{token} is eaten for good, the last of {player}!", token=name, player=capitalised(colour_name(colour))
        )
    return say("{token} is eaten for good.", token=name)
