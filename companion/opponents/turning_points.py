"""Turning points of a finished game: events that changed the winners' chance."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from statistics import fmean, stdev
from typing import Any

from companion.opponents.bots import choose_by_search
from companion.opponents.budget import Budget
from engine.game import Play, Result

#: So many events with the greatest changes of the worth, as the rules estimate it, are looked at by `strong`.
_CANDIDATES = 9
#: And so many events before the greatest of them.
_SOONER = 8
#: `strong` plays on so many moves from each of so many deals of what is hidden, and looks at so many states for each.
_MOVES = 4
_DEALS = 4
#: And of so many in games of hidden hands, so that neither deals nor luck decide.
_DEALS_OF_HANDS = 24
_NODES = 60
#: There a change is shown if it is greater than so many standard errors of its own: of the many events that are looked
#: at, one would pass two errors by chance.
_LEAST_ERRORS = 3.0
#: Where hands are dealt because nobody knows them, of so many: those that were held are like one deal more.
_LEAST_ERRORS_OF_DEALT = 10.0

#: Luck of what `strong` looks at: another one than that of the quick estimates, by which the candidates were found.
_SEED = "strong"

#: Whole state after an event, by luck: what nobody knows is dealt.
Deal = Callable[[Random], Any]


@dataclass(frozen=True)
class TurningPoint:
    """Event by its number (0: the first), with the winners' chance before and after it, 0 to 1."""

    event: int
    before: float
    after: float

    @property
    def change(self) -> float:
        """Change of the chance."""
        return self.after - self.before


@dataclass(frozen=True)
class Victory:
    """Winners of a finished game, who share its victory, among all `seats`.

    `has_hands`: players hid cards from each other; `hands_are_dealt`: nobody knows them, each deal has others.
    """

    play: Play[Any, Any]
    result: Result
    seats: tuple[str, ...]
    has_hands: bool = False
    hands_are_dealt: bool = False

    def chance(self, state: Any) -> float:
        """Return the winners' chance by the worth of a whole state to all: 1 where they have won."""
        winners = self.result.winners
        worths = {seat: self.play.worth(state, seat) for seat in self.seats}
        sides: dict[str, list[float]] = {}
        for seat, worth in worths.items():
            sides.setdefault(self.play.side(state, seat), []).append(worth)
        # Of one of the sides it is the victory, whatever each of them thinks.
        total = sum(map(fmean, sides.values()))
        won = sum(worths[seat] for seat in winners) / sum(self.play.reward(self.result, seat) for seat in winners)
        return min(1.0, won / total) if total else 0.0

    def luck(self, seed: str) -> list[Random]:
        """Return a generator for each deal, the same ones for the states before and after an event."""
        return [Random(f"{seed} {number}") for number in range(_DEALS_OF_HANDS if self.has_hands else _DEALS)]


def strong_chances(victory: Victory, deal: Deal, seed: str) -> list[float]:
    """Return the winners' chance in each deal of a state by `strong`, which plays on for all.

    The same seed gives the same chances.
    """
    play = victory.play
    chances = []
    for rng in victory.luck(seed):
        state = deal(rng)
        for _ in range(_MOVES):
            if play.over(state) is not None:
                break
            actors = play.acting_seats(state)
            if actors:
                own = play.view(state, actors[0])
                move = choose_by_search(play, own, actors[0], Budget(nodes=_NODES), rng)
            else:
                move = play.draw(state, rng)
            state = play.follow(state, move)
        chances.append(victory.chance(state))
    return chances


def quick_chances(victory: Victory, deals: Sequence[Deal]) -> list[float]:
    """Return an estimate of the winners' chance in each state, without a look ahead."""
    return [fmean(victory.chance(deal(rng)) for rng in victory.luck("")) for deal in deals]


def turning_points(
    victory: Victory, deals: Sequence[Deal], estimates: Sequence[float], most: int = 3
) -> list[TurningPoint]:
    """Return the events that changed the winners' chance most, by `strong`, the first first.

    `deals` give the states after each event, `estimates` are those of `quick_chances`. Where hands were hidden, a
    change is left out that is no greater than its error.
    """
    changes = [(abs(after - before), event) for event, (before, after) in enumerate(pairwise(estimates), start=1)]
    greatest = [event for change, event in sorted(changes, reverse=True)[:_CANDIDATES] if change > 0]
    # What is decided by the greatest `strong` sees some moves before.
    sooner = range(max(1, greatest[0] - _SOONER), greatest[0]) if greatest else ()
    candidates = {*greatest, *sooner}
    # All states meet the same luck: an event's chance is the same whatever is looked at beside it, and of two events in
    # a row the first ends with the chance with which the second begins.
    looked_at = sorted({*candidates, *(event - 1 for event in candidates)})
    chances = {number: strong_chances(victory, deals[number], _SEED) for number in looked_at}
    found = [
        TurningPoint(event, fmean(chances[event - 1]), fmean(chances[event]))
        for event in candidates
        if not victory.has_hands or _is_certain(chances[event - 1], chances[event], victory.hands_are_dealt)
    ]
    shown = sorted(found, key=lambda point: abs(point.change), reverse=True)[:most]
    return sorted(shown, key=lambda point: point.event)


def _is_certain(before: Sequence[float], after: Sequence[float], hands_are_dealt: bool) -> bool:
    """Return True if a change is greater than its error, by its deals."""
    changes = [second - first for first, second in zip(before, after, strict=True)]
    least = _LEAST_ERRORS_OF_DEALT if hands_are_dealt else _LEAST_ERRORS
    return abs(fmean(changes)) > least * stdev(changes) / math.sqrt(len(changes))
