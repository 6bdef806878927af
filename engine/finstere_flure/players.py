"""Players: how many, which colours, which tokens each of them has (rules, section 2)."""

from collections.abc import Iterator, Sequence
from functools import cache

from .pieces import COLOURS_WITH_FOUR, Colour, Place, Side, white_numbers
from .position import Token
from .problems import EventProblem, Reason

#: Least number of players.
FEWEST = 2
#: Greatest number of players.
MOST = 7
#: Up to so many players have four tokens each; more have three.
MOST_WITH_FOUR = 4
#: The token that is left out where each player has three.
FOURTH_NUMBER = 3
#: The card 5 may count as three hits with so many players or more.
FEWEST_FOR_FIVE_AS_THREE = 6


def tokens_each(players: int) -> int:
    """Return the number of tokens of each player in a game of `players` players."""
    return 4 if players <= MOST_WITH_FOUR else 3


def goal(players: int) -> int:
    """Return the number of tokens a player must bring out to win: all but one."""
    return tokens_each(players) - 1


@cache
def token_ids(colour: Colour, players: int) -> tuple[str, ...]:
    """Return the tokens of one colour in a game of so many players."""
    return tuple(
        f"{colour}-{white}" for white in white_numbers(colour) if players <= MOST_WITH_FOUR or white != FOURTH_NUMBER
    )


def tokens_at_start(players: Sequence[Colour]) -> tuple[Token, ...]:
    """Return all players' tokens: outside the board, white side up."""
    return tuple(
        Token(token, Side.WHITE, Place.OUTSIDE) for colour in players for token in token_ids(colour, len(players))
    )


def clockwise_from(players: Sequence[Colour], first: Colour) -> tuple[Colour, ...]:
    """Return all players in the order of their seats, beginning with `first`."""
    seat = players.index(first)
    return (*players[seat:], *players[:seat])


def left_of(players: Sequence[Colour], colour: Colour) -> Colour:
    """Return the player who sits to the left: the next one clockwise."""
    return clockwise_from(players, colour)[1]


def players_problems(players: Sequence[Colour], first: Colour, five_as_three: bool) -> Iterator[EventProblem]:
    """Yield all that is wrong with these players, seated clockwise, of whom `first` begins."""
    if not FEWEST <= len(players) <= MOST:
        yield EventProblem(Reason.PLAYERS, f"{len(players)} players: {FEWEST} to {MOST} can play")
    for colour in dict.fromkeys(players):
        if players.count(colour) > 1:
            yield EventProblem(
                Reason.PLAYERS, f"{colour} is there {players.count(colour)} times: each player has one colour"
            )
        if len(players) <= MOST_WITH_FOUR and colour not in COLOURS_WITH_FOUR:
            with_four = " ".join(COLOURS_WITH_FOUR)
            yield EventProblem(
                Reason.PLAYERS, f"{colour} has only three tokens: with up to 4 players choose from {with_four}"
            )
    if first not in players:
        yield EventProblem(Reason.PLAYERS, f"{first} cannot begin: it is not among the players")
    if five_as_three and len(players) < FEWEST_FOR_FIVE_AS_THREE:
        yield EventProblem(
            Reason.PLAYERS,
            f"the card 5 counts as three hits with {FEWEST_FOR_FIVE_AS_THREE} or {MOST} players only,"
            f" not with {len(players)}",
        )
