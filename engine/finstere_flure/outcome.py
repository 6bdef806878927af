"""End of a game: reason, winner, decision, and rank of all players (rules, section 5)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.names import Name

from .pieces import TOKENS, Colour
from .players import goal


class Ending(Name):
    """Reason why the game is over."""

    ALL_BUT_ONE_OUT = "all-but-one-out"
    """A player has brought all but one token out (DM end: and the round has been played to its end)."""
    NOBODY_LEFT = "nobody-left"
    """In stage two no token is left in the castle or beside its entrance."""
    CARDS_PLAYED = "cards-played"
    """The seventh card of stage two has been played; the tokens still in the castle or beside it are lost."""


class WinCriterion(Name):
    """Criterion that made the winner."""

    ALL_BUT_ONE_OUT = "all-but-one-out"
    """Nobody else had brought so many out as the rules ask for."""
    MOST_OUT = "most-out"
    REACHED_FIRST = "reached-first"
    """Others had as many tokens out, but reached that number later."""
    NOBODY = "nobody"
    """No token came out: nobody wins."""


@dataclass(frozen=True)
class Standing:
    """Rank of a player, from 1, and the tokens out.

    Players without a token out share the last `rank`.
    """

    rank: int
    colour: Colour
    out: int


@dataclass(frozen=True)
class GameOutcome:
    """Outcome of the game. `ranking` has every player, the best first; equal ones as they sit."""

    ending: Ending
    winner: Colour | None
    won_by: WinCriterion
    ranking: tuple[Standing, ...]


def tokens_out(out: Sequence[str], colour: Colour) -> int:
    """Return the number of tokens of this colour among those that are out."""
    return sum(TOKENS[token][0] is colour for token in out)


def goal_reached(players: Sequence[Colour], out: Sequence[str]) -> bool:
    """Return True if a player has brought all but one token out."""
    return any(tokens_out(out, colour) >= goal(len(players)) for colour in players)


def outcome(ending: Ending, players: Sequence[Colour], out: Sequence[str]) -> GameOutcome:
    """Compute the outcome for players in the order of their seats.

    `out` are the tokens in the order in which they came out.
    """
    ranking = _ranking(players, out)
    best = ranking[0]
    if best.out == 0:
        return GameOutcome(ending, None, WinCriterion.NOBODY, ranking)
    if ranking[1].out == best.out:
        won_by = WinCriterion.REACHED_FIRST
    elif ending is Ending.ALL_BUT_ONE_OUT and ranking[1].out < goal(len(players)):
        won_by = WinCriterion.ALL_BUT_ONE_OUT
    else:
        won_by = WinCriterion.MOST_OUT
    return GameOutcome(ending, best.colour, won_by, ranking)


def _ranking(players: Sequence[Colour], out: Sequence[str]) -> tuple[Standing, ...]:
    # The last of a player's tokens to come out is the one with which the player reached the number.
    reached = {TOKENS[token][0]: i for i, token in enumerate(out)}

    def order(colour: Colour) -> tuple[int, int]:
        return -tokens_out(out, colour), reached.get(colour, 0)

    ranked = sorted(players, key=order)
    with_a_token_out = len(reached)
    return tuple(
        Standing(min(i, with_a_token_out) + 1, colour, tokens_out(out, colour)) for i, colour in enumerate(ranked)
    )
