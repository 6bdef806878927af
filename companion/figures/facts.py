"""Facts of one finished game: seats, winners, length, and what the game counts of itself."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Protocol

from companion.device.options import AnyOption, Values
from companion.journal.entries import KeptGame
from engine.game import Rules

#: A longer gap between two entries is a break, not play (seconds).
LONGEST_GAP_S = 1800.0


@dataclass(frozen=True, slots=True)
class Figure:
    """Count of something in one game: a cell of a table, summed up over games.

    `table` and `column` are marked texts (`later`); `row` is one too, the id of a seat, or a number. `seat`: whose it
    is; empty: nobody's in particular. `least`: the smallest value counts, not the sum.
    """

    table: str
    row: str
    column: str
    value: float = 1
    seat: str = ""
    least: bool = False


class ToldVariants(Protocol):
    """Part of a game that knows its options by its events."""

    def variants_of(self, events: Sequence[Any], /) -> Values:
        """Return the options of a game, as far as its events tell them."""


class CountedGame(Protocol):
    """Interface of a game whose finished games are counted."""

    @property
    def rules(self) -> Rules[Any, Any]:
        """Rules of the game."""

    def seats(self, started: Any, /) -> tuple[str, ...]:
        """Return the ids of those who play, by the first event."""

    @property
    def options(self) -> Sequence[AnyOption]:
        """Options of the game."""

    @property
    def history(self) -> ToldVariants:
        """History of the game, which knows its options."""

    def figures(self, states: Sequence[Any], events: Sequence[Any], /) -> Iterable[Figure]:
        """Return what the game counts of a finished game; `states` are those after each event."""


@dataclass(frozen=True)
class GameFacts:
    """Facts of a finished game.

    `names`: who sat where, guests left out. `bots`: seats in which a bot played at any time. `ended_s`: seconds since
    1970. `played_s`: time of play, breaks left out.
    """

    kind: str
    number: int
    key: str
    ended_s: float
    played_s: float
    events: int
    seats: tuple[str, ...]
    winners: tuple[str, ...]
    names: Mapping[str, str] = field(default_factory=dict)
    bots: frozenset[str] = frozenset()
    variants: tuple[tuple[AnyOption, Any], ...] = ()
    figures: tuple[Figure, ...] = ()


def facts_of(kept: KeptGame, game: CountedGame, names: Mapping[str, str]) -> GameFacts | None:
    """Return the facts of a game; None while it is not over.

    Raises whatever a stranger's game may raise.
    """
    if kept.result is None:
        return None
    rules = game.rules
    events = [rules.event_from_json(json.loads(line)) for line in kept.events]
    states = [rules.begin(events[0])]
    for event in events[1:]:
        # Each was checked when it came.
        states.append(rules.follow(states[-1], event))
    result = rules.over(states[-1])
    if result is None:
        return None
    times = [entry.at for entry in kept.entries]
    return GameFacts(
        kept.kind,
        kept.id,
        kept.key,
        times[-1],
        sum(gap for before, after in pairwise(times) if 0 < (gap := after - before) <= LONGEST_GAP_S),
        len(events),
        game.seats(events[0]),
        tuple(map(str, result.winners)),
        names,
        _bots(kept),
        tuple(variants_played(game, events[0])),
        _merged(game.figures(states, events)),
    )


def variants_played(game: CountedGame, started: Any) -> Sequence[tuple[AnyOption, Any]]:
    """Return the choices, and the flags that are on, by which a game was played.

    An event tells an option as a field of its own, or names a flag among its variants.
    """
    values = {option.id: getattr(started, option.id, None) for option in game.options}
    named = {str(variant).replace("-", "_") for variant in getattr(started, "variants", ())}
    values |= {option.id: True for option in game.options if option.fits(True) and option.id in named}
    values |= game.history.variants_of([started])
    return [
        (option, option.taken(value))
        for option in game.options
        if option.fits(value := values[option.id]) and value is not False
    ]


def _merged(figures: Iterable[Figure]) -> tuple[Figure, ...]:
    """Return one figure for each cell and seat, since a box keeps those of thousands of games."""
    cells: dict[Figure, float] = {}
    for figure in figures:
        cell = replace(figure, value=0)
        if cell not in cells:
            cells[cell] = figure.value
        else:
            cells[cell] = min(cells[cell], figure.value) if figure.least else cells[cell] + figure.value
    return tuple(replace(cell, value=value) for cell, value in cells.items())


def _bots(kept: KeptGame) -> frozenset[str]:
    changes = [json.loads(line) for _, line in kept.seat_changes]
    return frozenset(seat for change in changes if change["seats"] == "bot" for seat in map(str, change["players"]))
