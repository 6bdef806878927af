"""Turning points of a finished game: events after which `strong` gives a seat another chance to win."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from statistics import fmean
from typing import Any

from companion.opponents.bots import choose_by_search
from companion.opponents.budget import Budget
from engine.game import Play

#: So many events with the greatest changes of the worth, as the rules estimate it, are looked at by `strong`.
_CANDIDATES = 9
#: `strong` plays on so many moves from each of so many deals of what is hidden, and looks at so many states for each.
_MOVES = 4
_DEALS = 4
_NODES = 60


@dataclass(frozen=True)
class TurningPoint:
    """Event by its number (0: the first), with a seat's chance to win before and after it, 0 to 1."""

    event: int
    before: float
    after: float

    @property
    def change(self) -> float:
        """How much the chance changed."""
        return self.after - self.before


def strong_chance(play: Play[Any, Any], view: Any, seat: str, seed: str) -> float:
    """Return a seat's chance to win by `strong`, which plays on for all; the same seed gives the same chance."""
    rng = Random(seed)
    worths = []
    for _ in range(_DEALS):
        state = play.determinize(view, seat, rng)
        for _ in range(_MOVES):
            if play.over(state) is not None:
                break
            actors = play.actors(state)
            if actors:
                own = play.view(state, actors[0])
                move = choose_by_search(play, own, actors[0], Budget(nodes=_NODES), rng)
            else:
                move = play.draw(state, rng)
            state = play.follow(state, move)
        worths.append(play.worth(state, seat))
    return fmean(worths)


def worths(play: Play[Any, Any], views: Sequence[Any], seat: str) -> list[float]:
    """Return a quick estimate of the seat's chance in each state, without a look ahead."""
    rng = Random(0)
    return [play.worth(play.determinize(view, seat, rng), seat) for view in views]


def turning_points(
    play: Play[Any, Any], views: Sequence[Any], estimates: Sequence[float], seat: str, most: int = 3
) -> list[TurningPoint]:
    """Return the events that changed the seat's chance most, by `strong`, in the order in which they happened.

    `views` are those of the seat after each event, `estimates` the quick ones of `worths`.
    """
    changes = [(abs(after - before), event) for event, (before, after) in enumerate(pairwise(estimates), start=1)]
    candidates = sorted(event for change, event in sorted(changes, reverse=True)[:_CANDIDATES] if change > 0)
    found = [
        TurningPoint(
            event,
            strong_chance(play, views[event - 1], seat, str(event - 1)),
            strong_chance(play, views[event], seat, str(event)),
        )
        for event in candidates
    ]
    greatest = sorted(found, key=lambda point: abs(point.change), reverse=True)[:most]
    return sorted(greatest, key=lambda point: point.event)
