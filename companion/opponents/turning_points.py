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
    """Winners of a finished game, who share its victory; what `seat` knows is known."""

    play: Play[Any, Any]
    result: Result

    @property
    def seat(self) -> str:
        """The first winner."""
        return self.result.winners[0]

    def chance(self, state: Any) -> float:
        """Return the winners' chance by the worth of a whole state: 1 where they have won."""
        winners = self.result.winners
        whole = sum(self.play.reward(self.result, seat) for seat in winners)
        return min(1.0, sum(self.play.worth(state, seat) for seat in winners) / whole)


def strong_chance(victory: Victory, view: Any, seed: str) -> float:
    """Return the winners' chance by `strong`, which plays on for all.

    The same seed gives the same chance.
    """
    play, seat = victory.play, victory.seat
    rng = Random(seed)
    chances = []
    for _ in range(_DEALS):
        state = play.determinize(view, seat, rng)
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
    rng = Random(0)
    return [victory.chance(victory.play.determinize(view, victory.seat, rng)) for view in views]


def turning_points(
    victory: Victory, views: Sequence[Any], estimates: Sequence[float], most: int = 3
) -> list[TurningPoint]:
    """Return the events that changed the winners' chance most, by `strong`, the first first.

    `views` are those of the first winner after each event, `estimates` those of `quick_chances`.
    """
    changes = [(abs(after - before), event) for event, (before, after) in enumerate(pairwise(estimates), start=1)]
    candidates = sorted(event for change, event in sorted(changes, reverse=True)[:_CANDIDATES] if change > 0)
    # The state after one event may be the one before the next.
    looked_at = sorted({state for event in candidates for state in (event - 1, event)})
    chances = {state: strong_chance(victory, views[state], str(state)) for state in looked_at}
    found = [TurningPoint(event, chances[event - 1], chances[event]) for event in candidates]
    greatest = sorted(found, key=lambda point: abs(point.change), reverse=True)[:most]
    return sorted(greatest, key=lambda point: point.event)
