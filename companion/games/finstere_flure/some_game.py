"""A game to be played by anybody: who plays and who begins is left to chance."""

from random import Random

from companion.box.errors import UserError
from engine.finstere_flure.events import GameStarted, SetUp
from engine.finstere_flure.pieces import COLOURS_WITH_FOUR, Colour
from engine.finstere_flure.players import FEWEST, FEWEST_FOR_FIVE_AS_THREE, MOST, MOST_WITH_FOUR

#: So many play where nobody says how many.
USUAL_PLAYERS = 4


def some_game(
    players: int, seed: int, set_up: SetUp = SetUp.BASIC, *, dm: bool = False, five_as_three: bool = False
) -> GameStarted:
    """A game of so many players, whose colours and seats are left to chance.

    Raises UserError for a number that cannot play, or not with this variant.
    """
    if not FEWEST <= players <= MOST:
        raise UserError(f"players {players}: {FEWEST} to {MOST} can play")
    if five_as_three and players < FEWEST_FOR_FIVE_AS_THREE:
        raise UserError(f"--five-as-three is for {FEWEST_FOR_FIVE_AS_THREE} or {MOST} players")
    colours = COLOURS_WITH_FOUR if players <= MOST_WITH_FOUR else tuple(Colour)
    seats = tuple(Random(seed).sample(colours, players))
    return GameStarted(seats, seats[0], set_up, dm, five_as_three)
