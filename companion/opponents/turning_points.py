"""Turning points of a finished game: events that changed the winners' chance."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from statistics import fmean
from typing import Any

from companion.opponents.bots import choose_by_search
from companion.opponents.budget import Budget
from engine.game import Play, Result

#: So many events with the greatest changes of the worth, as the rules estimate it, are looked at by `strong`.
_CANDIDATES = 9
#: `strong` plays on so many moves from each of so many deals of what is hidden, and looks at so many states for each.
_MOVES = 4
_DEALS = 4
#: And of so many where nobody's hand is known, so that the deals do not decide.
_DEALS_OF_HANDS = 24
_NODES = 60


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
    """Winners of a finished game, who share its victory.

    `seat`: whose views tell what is known; empty: those of nobody in particular.
    """

    play: Play[Any, Any]
    result: Result
    seat: str

    def chance(self, state: Any) -> float:
        """Return the winners' chance by the worth of a whole state: 1 where they have won."""
        winners = self.result.winners
        whole = sum(self.play.reward(self.result, seat) for seat in winners)
        return min(1.0, sum(self.play.worth(state, seat) for seat in winners) / whole)


def strong_chance(victory: Victory, view: Any, seed: str) -> float:
    """Return the winners' chance by `strong`, which plays on for all.

    The same seed gives the same chance.
    """
    play = victory.play
    chances = []
    for rng in _deals(victory, seed):
        state = play.determinize(view, victory.seat, rng)
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
    return fmean(chances)


def quick_chances(victory: Victory, views: Sequence[Any]) -> list[float]:
    """Return an estimate of the winners' chance in each state, without a look ahead."""
    return [
        fmean(victory.chance(victory.play.determinize(view, victory.seat, rng)) for rng in _deals(victory, ""))
        for view in views
    ]


def _deals(victory: Victory, seed: str) -> list[Random]:
    """Return the luck of each deal: states before and after an event meet the same."""
    return [Random(f"{seed} {number}") for number in range(_DEALS if victory.seat else _DEALS_OF_HANDS)]


def turning_points(
    victory: Victory, views: Sequence[Any], estimates: Sequence[float], most: int = 3
) -> list[TurningPoint]:
    """Return the events that changed the winners' chance most, by `strong`, the first first.

    `views` are those of the victory's seat after each event, `estimates` those of `quick_chances`.
    """
    changes = [(abs(after - before), event) for event, (before, after) in enumerate(pairwise(estimates), start=1)]
    candidates = sorted(event for change, event in sorted(changes, reverse=True)[:_CANDIDATES] if change > 0)
    found: list[TurningPoint] = []
    seed = ""
    for event in candidates:
        # Of two events in a row the first ends with the chance with which the second begins.
        is_next = bool(found) and found[-1].event == event - 1
        seed = seed if is_next else str(event)
        before = found[-1].after if is_next else strong_chance(victory, views[event - 1], seed)
        found.append(TurningPoint(event, before, strong_chance(victory, views[event], seed)))
    greatest = sorted(found, key=lambda point: abs(point.change), reverse=True)[:most]
    return sorted(greatest, key=lambda point: point.event)
