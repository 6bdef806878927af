"""Rating among friends: skill with its uncertainty, by the package openskill.

(R. Weng, C. Lin, A Bayesian approximation method for online ranking, 2011: the model of Plackett and Luce)
"""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import find_spec

from companion.figures.facts import GameFacts

#: How many standard deviations on each side hold 95 % of what the skill may be.
_DEVIATIONS_95 = 1.959964


@dataclass(frozen=True)
class Rating:
    """Rating of a player: `skill`, its standard deviation, and the number of games that count."""

    name: str
    skill: float
    deviation: float
    games: int

    @property
    def margin(self) -> float:
        """Distance from the skill within which the true one is with a probability of 95 %."""
        return _DEVIATIONS_95 * self.deviation


def can_rate() -> bool:
    """Return True if the package is installed."""
    return find_spec("openskill") is not None


def ratings(facts: Iterable[GameFacts]) -> list[Rating]:
    """Return the ratings of all named players, the best first; every player begins alike.

    A game counts if two named people played in it, among these alone; winners share the first rank.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known: dict[str, tuple[float, float, int]] = {}
    for game in sorted(facts, key=lambda game: (game.ended_s, game.key)):
        seats = [seat for seat in game.seats if seat in game.names and seat not in game.bots]
        if len(seats) < 2:
            continue
        names = [game.names[seat] for seat in seats]
        before = [known.get(name, (model.mu, model.sigma, 0)) for name in names]
        teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma, _ in before]
        after = model.rate(teams, ranks=[1 if seat in game.winners else 2 for seat in seats])
        for name, (_, _, games), (rated,) in zip(names, before, after, strict=True):
            known[name] = rated.mu, rated.sigma, games + 1
    rated_players = [Rating(name, mu, sigma, games) for name, (mu, sigma, games) in known.items()]
    return sorted(rated_players, key=lambda rating: (-rating.skill, rating.name.casefold()))
