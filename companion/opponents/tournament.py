"""Tournament of bots: every deal is played in all rotations of the seats."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from statistics import median
from typing import Any

from companion.opponents.bots import Bot
from companion.opponents.budget import Budget
from companion.opponents.statistics import is_clear, wilson_interval
from engine.game import Play

#: A game that has not ended after so many moves is nobody's.
MOST_MOVES = 2000


@dataclass(frozen=True)
class Played:
    """Game that was played: the bot and reward of each seat, the moves, the bots' times (ms)."""

    bots: tuple[str, ...]
    rewards: tuple[float, ...]
    moves: int
    thought_ms: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    #: The mistakes, each with the bot that made it.
    mistakes: tuple[tuple[str, str], ...] = ()
    #: The side of each seat, where sides were dealt; otherwise each seat is its own.
    sides: tuple[str, ...] = ()

    def sides_of(self, bot: str) -> int:
        """Return the number of sides that a bot plays."""
        seats = [seat for seat, name in enumerate(self.bots) if name == bot]
        return len({self.sides[seat] for seat in seats}) if self.sides else len(seats)


def rotations(bots: Sequence[str], sides: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return who sits where in the games of a deal: each bot as often in each seat.

    `sides`: the side of each seat; a whole side is one bot's, for it wins together.
    """
    places = tuple(dict.fromkeys(sides))
    found = []
    for first in range(len(bots)):
        row = [bots[(first + place) % len(bots)] for place in range(len(places))]
        for turn in range(len(places)):
            bot_of = dict(zip(places, (*row[turn:], *row[:turn]), strict=True))
            found.append(tuple([bot_of[side] for side in sides]))
    return tuple(dict.fromkeys(found))


def play_game(
    play: Play[Any, Any],
    started: Any,
    seated: Mapping[str, tuple[str, Bot]],
    budget: Callable[[], Budget],
    seed: str,
) -> Played:
    """Play one game.

    `seated`: the name and the bot of each seat; `seed`: of the deal, and of all that bots choose.
    """
    state = play.deal(started, Random(seed))
    sides = tuple(play.side(state, seat) for seat in seated)
    chance, choices = Random(f"{seed} chance"), Random(f"{seed} bots")
    thought: dict[str, list[float]] = {name: [] for name, _ in seated.values()}
    moves = 0
    while play.over(state) is None and moves < MOST_MOVES:
        actors = play.acting_seats(state)
        if not actors:
            state = play.follow(state, play.draw(state, chance))
            continue
        name, bot = seated[actors[0]]
        began = time.perf_counter()
        move = bot(play, play.view(state, actors[0]), actors[0], budget(), choices)
        thought[name].append((time.perf_counter() - began) * 1000)
        state = play.follow(state, move)
        moves += 1
    result = play.over(state)
    rewards = tuple(0.0 if result is None else play.reward(result, seat) for seat in seated)
    bots = tuple(name for name, _ in seated.values())
    mistakes = tuple((seated[seat][0], mistake) for seat, mistake in play.mistakes(state).items())
    return Played(bots, rewards, moves, {name: tuple(times) for name, times in thought.items()}, mistakes, sides)


class Table:
    """Table of a tournament: the games so far, by rounds of one deal in all rotations."""

    def __init__(self, bots: Sequence[str]) -> None:
        self.bots = tuple(dict.fromkeys(bots))
        self.games: list[Played] = []
        self._differences: dict[tuple[str, str], list[float]] = {pair: [] for pair in pairwise(self.bots)}

    def add(self, games: Iterable[Played]) -> None:
        """Add the games of one round."""
        games = list(games)
        self.games += games
        shares = {bot: _share(*_score(games, bot)) for bot in self.bots}
        for (first, other), differences in self._differences.items():
            differences.append(shares[first] - shares[other])

    @property
    def is_clear(self) -> bool:
        """True when each bot has turned out stronger or weaker than the next of the list."""
        return bool(self._differences) and all(map(is_clear, self._differences.values()))

    def to_json(self, seed: int) -> dict[str, Any]:
        """Return the table as data that `json.dumps` writes."""
        seats = range(len(self.games[0].bots)) if self.games else ()
        return {
            "games": len(self.games),
            "seed": seed,
            "clear": self.is_clear,
            "moves": median(game.moves for game in self.games),
            "bots": {bot: self._bot_to_json(bot, seats) for bot in self.bots},
            "seats": {str(seat + 1): _with_share(*self._score_of_seat(seat), len(self.games)) for seat in seats},
        }

    def _bot_to_json(self, bot: str, seats: Iterable[int]) -> dict[str, Any]:
        times = [time_ms for game in self.games for time_ms in game.thought_ms.get(bot, ())]
        mistakes = Counter(mistake for game in self.games for name, mistake in game.mistakes if name == bot)
        return {
            **_with_share(*_score(self.games, bot), *self._trials(bot)),
            **({"mistakes": dict(mistakes)} if mistakes else {}),
            "ms_per_move": {"median": round(median(times), 1), "max": round(max(times), 1)} if times else None,
            "seats": {str(seat + 1): _to_json(*self._score_of_seat(seat, bot)) for seat in seats},
        }

    def _trials(self, bot: str) -> tuple[int, float]:
        """Return the games of a bot, and how many sides it plays in one on average."""
        sides = [game.sides_of(bot) for game in self.games if bot in game.bots]
        return len(sides), sum(sides) / len(sides) if sides else 1.0

    def _score_of_seat(self, seat: int, bot: str | None = None) -> tuple[float, int]:
        """Return the wins in a seat, and the games of it: those of one bot, or of all."""
        rewards = [game.rewards[seat] for game in self.games if bot in (None, game.bots[seat])]
        return sum(rewards), len(rewards)


def _score(games: Iterable[Played], bot: str) -> tuple[float, int]:
    """Return the wins of a bot and its games; a bot in two seats of a game has played two."""
    rewards = [reward for game in games for name, reward in zip(game.bots, game.rewards, strict=True) if name == bot]
    return sum(rewards), len(rewards)


def _share(wins: float, games: int) -> float:
    return wins / games if games else 0.0


def _to_json(wins: float, games: int) -> dict[str, Any]:
    return {"games": games, "wins": round(wins, 4)}


def _with_share(wins: float, played: int, games: int, sides: float = 1.0) -> dict[str, Any]:
    """Return the wins with their interval.

    Its trials are whole games: of the sides that a bot has there one can win.
    """
    won = min(float(games), _share(wins, played) * sides * games)
    return {
        **_to_json(wins, played),
        "share": round(_share(wins, played), 4),
        "ci95": [round(min(1.0, bound / sides), 4) for bound in wilson_interval(won, games)],
    }
