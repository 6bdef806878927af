"""Counts of finished games: haunts by number, traitors and betrayed, omens."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.figures.facts import Figure
from companion.games.betrayal.language import later
from engine.betrayal.events import ChangedSide, GameEvent, HauntBegan
from engine.betrayal.state import Side, State

HAUNTS = later("Haunts by number")
BETRAYALS = later("Who betrayed whom")
OMENS = later("Omens when the haunt began")
_GAMES = later("games")
_TIMES = later("times")
_WON = {Side.HEROES: later("the heroes won"), Side.TRAITOR: later("the traitor won")}


def figures(states: Sequence[State], events: Sequence[GameEvent]) -> Iterator[Figure]:
    """Yield the haunt, how it ended, and each betrayal of a game."""
    end = states[-1]
    if end.haunt is not None:
        number = str(end.haunt.number)
        yield Figure(HAUNTS, number, _GAMES)
        if end.winning is not None:
            yield Figure(HAUNTS, number, _WON[end.winning])
    for (before, after), event in zip(pairwise(states), events[1:], strict=True):
        if isinstance(event, HauntBegan):
            yield Figure(OMENS, str(before.omens), _TIMES)
        if isinstance(event, HauntBegan | ChangedSide):
            for traitor in after.traitors:
                if traitor not in before.traitors:
                    for betrayed in after.players:
                        if not after.explorers[betrayed].is_traitor:
                            yield Figure(BETRAYALS, traitor, betrayed, seat=traitor)
