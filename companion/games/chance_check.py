"""Check of chance: outcomes are allowed, as likely as said, and draws keep to that."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from companion.games import CompanionGame
from companion.games.random_play import MOST_EVENTS, as_json
from engine.game import CHANCE, Play

#: Of each random game so many states are looked at in which chance acts.
_STATES = 6
#: Outcomes of a state that are judged by the rules.
_JUDGED = 40
#: Draws by which it is told how likely outcomes are.
DRAWS = 600
#: So far from 1 the sum of probabilities may be by rounding.
_ROUNDING = 1e-9
#: Draws that outcomes need on average to be counted alone; rarer ones are counted together.
_LEAST_EXPECTED = 8
#: Draws are wrong if they are so many standard deviations of chi-square off: about one in a million true games.
_FAR = 6.0


def chance_problems(game: CompanionGame, games: int, seed: int) -> Iterator[str]:
    """Yield a clause for all that is wrong where chance acts in random games."""
    play = game.play
    for number in range(games):
        rng = Random(f"{seed} chance {number}")
        for state in _states(game, number, seed, rng):
            if CHANCE in play.actors(state) and len(play.actors(state)) > 1:
                yield "chance acts together with others; where it acts, actors gives it alone"
            outcomes = play.outcomes(state)
            drawn = Counter(play.draw(state, rng) for _ in range(DRAWS if outcomes else 1))
            yield from _refused(game, state, [*(outcomes or drawn)][:_JUDGED])
            if outcomes is not None:
                yield from (f"outcomes: {problem}" for problem in _unlikely(outcomes, drawn))


def _states(game: CompanionGame, number: int, seed: int, rng: Random) -> list[Any]:
    """Return some states of a random game in which chance acts, of each kind of event one."""
    play: Play[Any, Any] = game.play
    state, found = play.deal(game.virtual.start(None, seed + number, {}), rng), dict[Any, Any]()
    for _ in range(MOST_EVENTS):
        if play.over(state) is not None:
            break
        move = play.draw(state, rng)
        if play.chance_acts(state):
            found[type(play.event(move)), len(play.outcomes(state) or ()) > 1] = state
        state = play.follow(state, move)
    return rng.sample([*found.values()], min(_STATES, len(found)))


def _refused(game: CompanionGame, state: Any, moves: list[Any]) -> Iterator[str]:
    """Yield a clause for each event of chance that the rules do not allow."""
    for move in moves:
        event = game.play.event(move)
        problems = () if event is None else game.rules.problems(game.play.public(state), event)
        yield from (
            f"chance brings {as_json(game, event):.80}, but the rules refuse it: {problem.text}"
            for problem in problems[:1]
        )


def _unlikely(outcomes: Mapping[Any, float], drawn: Mapping[Any, int]) -> Iterator[str]:
    """Yield a clause if probabilities do not add up, or draws do not keep to them."""
    total = math.fsum(outcomes.values())
    if abs(total - 1) > _ROUNDING or min(outcomes.values(), default=0.0) <= 0:
        yield f"the probabilities are above 0 and their sum is 1; here it is {total:.6g}"
        return
    unknown = next((move for move in drawn if move not in outcomes), None)
    if unknown is not None:
        yield f"draw gives {unknown!r:.80}, which is not listed"
    elif (found := deviation(outcomes, drawn)) > _FAR:
        yield f"draw does not keep to the probabilities: {found:.0f} standard deviations off in {DRAWS} draws"


def deviation(outcomes: Mapping[Any, float], drawn: Mapping[Any, int]) -> float:
    """Return the standard deviations by which the chi-square of draws is above its mean.

    Seldom outcomes count together.
    """
    draws = sum(drawn.values())
    pairs = [(draws * probability, drawn.get(move, 0)) for move, probability in outcomes.items()]
    often = [pair for pair in pairs if pair[0] >= _LEAST_EXPECTED]
    seldom = [pair for pair in pairs if pair[0] < _LEAST_EXPECTED]
    expected = sum(pair[0] for pair in seldom)
    if expected >= _LEAST_EXPECTED:
        often.append((expected, sum(pair[1] for pair in seldom)))
    freedom = len(often) - 1
    if freedom < 1:
        return 0.0
    chi_square = sum((count - expected) ** 2 / expected for expected, count in often)
    return (chi_square - freedom) / math.sqrt(2 * freedom)
