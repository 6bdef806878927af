"""Reasons of a hint: values with numbers, worked out by a game's rules alone.

A reason is a claim that can be counted again (`tools/hint_reasons`). Sentences are made of it elsewhere. Where
something is hidden, a reason for all is made of what all know, and one for the player alone of that seat's view.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from statistics import fmean
from typing import Any

from engine.game import Play

#: States that are looked at for a reason, at most: more would take longer than the bot's thinking.
MOST_STATES = 3000
#: Worths so near to each other are much the same, as parts of the victory.
MUCH = 0.03
#: Ways in which the hidden part may be, over which worths are averaged.
SAMPLES = 8


@dataclass(frozen=True)
class OnlyMove:
    """Only possible move."""


@dataclass(frozen=True)
class Wins:
    """The move wins the game at once."""


@dataclass(frozen=True)
class EndsDrawn:
    """The move ends the game with a draw.

    After `losing` of the `others` the next answer may win.
    """

    losing: int
    others: int


@dataclass(frozen=True)
class WinsNext:
    """The seat can win with its next move after each of so many answers."""

    opponent: str
    answers: int


@dataclass(frozen=True)
class StopsWin:
    """Move that prevents the opponent's win at once, possible after `losing` of the `others`."""

    opponent: str
    losing: int
    others: int


@dataclass(frozen=True)
class MovesAgain:
    """The same seat moves once more."""


@dataclass(frozen=True)
class FewestAnswers:
    """The opponent has so many moves then, after any other move `elsewhere` at least."""

    opponent: str
    answers: int
    elsewhere: int


@dataclass(frozen=True)
class BestAnswered:
    """Move that leaves the seat best off after the opponent's best answer, as estimated."""

    opponent: str


@dataclass(frozen=True)
class BestAtOnce:
    """Move that leaves the seat best off at once, as the game estimates it."""


@dataclass(frozen=True)
class BestOnAverage:
    """Move that brings most on the average of so many deals that fit what the seat knows."""

    deals: int


@dataclass(frozen=True)
class MuchAlike:
    """Move that no other one surpasses by much, as the game estimates it."""


@dataclass(frozen=True)
class PaysLater:
    """Move that is the best of a search, although another one looks better at once."""


@dataclass(frozen=True)
class StaysUnsaid:
    """The reason lies in cards that others must not hear of."""


class Ahead:
    """View from a move: the other moves, and what may be answered to each. Nothing is hidden."""

    def __init__(self, play: Play[Any, Any], state: Any, seat: str, move: Any) -> None:
        self.play, self.state, self.seat, self.move = play, state, seat, move
        self.after = play.follow(state, move)
        self.others = [other for other in play.moves_of(state, seat) if other != move]

    @cached_property
    def opponent(self) -> str:
        """The seat that answers; empty if none does."""
        return next((str(self.play.acting_seats(before)[0]) for before, _ in self.answers), "")

    @cached_property
    def answers(self) -> list[tuple[Any, Any]]:
        """States before and after each possible answer."""
        return list(answers(self.play, self.after, self.seat))

    @cached_property
    def is_short(self) -> bool:
        """True if all answers to all moves are few enough to be looked at."""
        return len(self.others) * max(1, len(self.answers)) <= MOST_STATES

    @cached_property
    def otherwise(self) -> list[tuple[Any, list[tuple[Any, Any]]]]:
        """The states after the other moves, each with the answers to it."""
        following = [self.play.follow(self.state, other) for other in self.others]
        return [(after, list(answers(self.play, after, self.seat))) for after in following]

    def wins(self, state: Any, seat: str) -> bool:
        """Return True if the game is over and this seat has won it, alone or with others."""
        result = self.play.over(state)
        return result is not None and seat in result.winners

    def answered_worth(self, after: Any, found: Sequence[tuple[Any, Any]]) -> float:
        """Return the worth of a state after the answer that is worst for the seat."""
        return min([self.play.worth(end, self.seat) for _, end in found] or [self.play.worth(after, self.seat)])


def answers(play: Play[Any, Any], state: Any, seat: str) -> Iterator[tuple[Any, Any]]:
    """Yield the states before and after each next move of another seat.

    Chance may act first, once; none are yielded if the seat itself is next, or all that chance may bring cannot be
    listed.
    """
    for before in _after_chance(play, state):
        actors = play.acting_seats(before) if play.over(before) is None else ()
        if actors and actors[0] != seat:
            yield from ((before, play.follow(before, move)) for move in play.moves_of(before, actors[0]))


def _after_chance(play: Play[Any, Any], state: Any) -> Iterator[Any]:
    if not play.chance_acts(state):
        yield state
        return
    yield from (play.follow(state, outcome) for outcome in play.outcomes(state) or ())


def end_reason(ahead: Ahead) -> Any | None:
    """Return the reason of a move that decides the game soon; None if it does not."""
    play, seat = ahead.play, ahead.seat
    if not ahead.others:
        return OnlyMove()
    if ahead.wins(ahead.after, seat):
        return Wins()
    if ahead.is_short:
        losing = sum(any(_loses(ahead, end) for _, end in found) for _, found in ahead.otherwise)
        if play.over(ahead.after) is not None:
            return EndsDrawn(losing, len(ahead.others)) if losing else None
        if ahead.opponent and not any(_loses(ahead, end) for _, end in ahead.answers):
            if losing:
                return StopsWin(ahead.opponent, losing, len(ahead.others))
            if _wins_next(ahead):
                return WinsNext(ahead.opponent, len(ahead.answers))
    return None


def _loses(ahead: Ahead, state: Any) -> bool:
    result = ahead.play.over(state)
    return result is not None and bool(result.winners) and ahead.seat not in result.winners


def _wins_next(ahead: Ahead) -> bool:
    """Return True if each answer leaves a move that wins at once."""
    play, seat, looked = ahead.play, ahead.seat, 0
    for _, end in ahead.answers:
        if play.over(end) is not None or tuple(play.acting_seats(end)[:1]) != (seat,):
            return False
        moves = play.moves_of(end, seat)
        looked += len(moves)
        if looked > MOST_STATES or not any(ahead.wins(play.follow(end, move), seat) for move in moves):
            return False
    return bool(ahead.answers)


def general_reason(ahead: Ahead) -> Any:
    """Return a reason by the number of answers, or by the game's estimate."""
    play, seat = ahead.play, ahead.seat
    if tuple(play.acting_seats(ahead.after)[:1]) == (seat,) and play.over(ahead.after) is None:
        return MovesAgain()
    if not ahead.is_short:
        return reason_at_once(ahead)
    fewest = min((len(found) for after, found in ahead.otherwise if play.over(after) is None), default=0)
    if ahead.opponent and 0 < len(ahead.answers) < fewest:
        return FewestAnswers(ahead.opponent, len(ahead.answers), fewest)
    return _by_worth(
        ahead.answered_worth(ahead.after, ahead.answers),
        [ahead.answered_worth(after, found) for after, found in ahead.otherwise],
        BestAnswered(ahead.opponent) if ahead.opponent else BestAtOnce(),
    )


def reason_at_once(ahead: Ahead) -> Any:
    """Return a reason by the game's estimate of the states behind the moves."""
    play, seat = ahead.play, ahead.seat
    others = [play.worth(play.follow(ahead.state, other), seat) for other in ahead.others]
    return _by_worth(play.worth(ahead.after, seat), others, BestAtOnce()) if others else OnlyMove()


def reason_by_deals(play: Play[Any, Any], view: Any, seat: str, move: Any) -> Any:
    """Return a reason by the game's estimate over deals that fit a view."""
    moves = list(play.moves_of(view, seat))
    if len(moves) == 1:
        return OnlyMove()
    worths = worths_by_deals(play, view, seat, moves)
    others = [worth for other, worth in zip(moves, worths, strict=True) if other != move]
    return _by_worth(worths[moves.index(move)], others, BestOnAverage(SAMPLES))


def worths_by_deals(play: Play[Any, Any], view: Any, seat: str, moves: Sequence[Any]) -> list[float]:
    """Return the average worth of each move over the same deals.

    The same number of moves gives the same chances.
    """
    rng = Random(len(moves))
    deals = [play.determinize(view, seat, rng) for _ in range(SAMPLES)]
    return [fmean([play.worth(play.follow(deal, move), seat) for deal in deals]) for move in moves]


def _by_worth(worth: float, others: Sequence[float], best: Any) -> Any:
    if max(others) - min(*others, worth) <= MUCH:
        return MuchAlike()
    if worth >= max(others):
        return best
    return MuchAlike() if max(others) - worth <= MUCH else PaysLater()
