"""Chance of every game is allowed by its rules, and as likely as its outcomes say."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from chess_table.game import GAME as CHESS
from classics.ludo import GAME as LUDO
from fox_and_geese.game import FoxAndGeese
from mouse_and_elephant.game import MouseAndElephant

from companion.cells.play import CellPlay
from companion.games import CompanionGame, find_game
from companion.games.chance_check import chance_problems, deviation
from companion.games.conformance import check_game
from engine.betrayal import events as house
from engine.betrayal.odds import fight_chances
from engine.betrayal.play import PLAY as HOUSE
from engine.betrayal.possible import BegunEvent
from engine.finstere_flure.forecast import Odds, deck_to_come, forecast
from engine.finstere_flure.game import RULES as CASTLE
from engine.finstere_flure.state import Phase
from engine.game import CHANCE
from engine.grid import Rolled

#: Games with chance, and so many random games of each.
GAMES = {"finstere-flure": 3, "lifeboat": 6, "coach-ride": 3, "betrayal": 3}
#: Draws by which it is told whether they keep to the probabilities.
DRAWS = 2000


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "games"), GAMES.items())
def test_chance_of_the_four_games_is_as_they_say(game_id: str, games: int) -> None:
    assert list(chance_problems(find_game(game_id), games, seed=1)) == []


@pytest.mark.parametrize("game", [LUDO, CHESS, FoxAndGeese(), MouseAndElephant()], ids=lambda game: game.rules.id)
def test_chance_of_the_examples_is_as_they_say(game: CompanionGame) -> None:
    assert list(chance_problems(game, 2, seed=1)) == []


# --- what is wrong is told ---


class _Ludo(CellPlay):
    """The game of the example, with chance of its own."""

    def __init__(self) -> None:
        super().__init__(LUDO.table)


class LoadedDie(_Ludo):
    def draw(self, state: Any, rng: Random) -> Any:
        return max(super().draw(state, rng), super().draw(state, rng), key=lambda event: getattr(event, "number", 0))


class HalfADie(_Ludo):
    def outcomes(self, state: Any) -> Mapping[Any, float] | None:
        return dict.fromkeys(super().outcomes(state) or (), 1 / 12)


class ShortList(_Ludo):
    def outcomes(self, state: Any) -> Mapping[Any, float] | None:
        return dict.fromkeys([*(super().outcomes(state) or ())][:5], 1 / 5)


class SevenFaces(_Ludo):
    def outcomes(self, state: Any) -> Mapping[Any, float] | None:
        return {Rolled(state.turn, number): 1 / 7 for number in range(1, 8)}


class Together(_Ludo):
    def actors(self, state: Any) -> Sequence[str]:
        return (*super().actors(state), str(state.turn))


@pytest.mark.parametrize(
    ("play", "told"),
    [
        (LoadedDie, "draw does not keep to the probabilities"),
        (HalfADie, "their sum is 1; here it is 0.5"),
        (ShortList, "which is not listed"),
        (SevenFaces, "the rules refuse it"),
        (Together, "actors gives it alone"),
    ],
)
def test_wrong_chance_is_told(play: type[_Ludo], told: str) -> None:
    faulty: Any = SimpleNamespace(play=play(), rules=LUDO.rules, virtual=LUDO.virtual)
    assert any(told in problem for problem in chance_problems(faulty, 1, seed=1))


class CallsPlayerChance(FoxAndGeese):
    def players(self, started: Any) -> tuple[str, ...]:  # noqa: ARG002 - the same in each game
        return CHANCE, "geese"


def test_a_player_who_is_called_like_chance_is_told() -> None:
    (check,) = check_game(CallsPlayerChance(), games=1, only=("names",))
    assert check.problems == ("a player has the id chance, which is that of chance itself; give it another",)


class NamesNobody(_Ludo):
    """A game of before: where the die is rolled it names no actor."""

    def actors(self, state: Any) -> Sequence[str]:
        return [actor for actor in super().actors(state) if actor != CHANCE]


def test_a_game_that_names_nobody_where_chance_acts_goes_on_working() -> None:
    play = NamesNobody()
    begun = play.deal(LUDO.virtual.start(None, 1, {}), Random(1))
    assert play.actors(begun) == []
    assert play.chance_acts(begun)
    named: Any = SimpleNamespace(play=play, rules=LUDO.rules, virtual=LUDO.virtual)
    assert list(chance_problems(named, 1, seed=1)) == []


# --- outcomes against what is known otherwise ---


@pytest.mark.parametrize("seed", range(3))
def test_cards_of_an_unknown_order_come_as_the_forecast_says(seed: int) -> None:
    rng = Random(seed)
    state = CASTLE.deal(find_game("finstere-flure").virtual.start(None, seed, {}), rng)
    while state.phase is not Phase.DRAW_CARD or rng.random() < 0.7:
        state = CASTLE.follow(state, CASTLE.draw(state, rng))
    view = CASTLE.view(state, "red")
    assert CASTLE.actors(view) == (CHANCE,)
    outcomes = CASTLE.outcomes(view)
    assert outcomes is not None
    foreseen = {card.card: card.p for card in forecast(view.position, Odds(deck_to_come(view))).cards}
    probabilities = {event.drawn[-1]: p for event, p in outcomes.items()}  # type: ignore[union-attr]
    assert probabilities == pytest.approx(foreseen)
    dealt = [CASTLE.determinize(view, "red", rng) for _ in range(DRAWS)]
    draws = Counter(CASTLE.draw(state, rng).drawn[-1] for state in dealt)  # type: ignore[union-attr]
    assert deviation(probabilities, draws) < 4


@pytest.mark.parametrize("seed", range(2))
def test_a_fight_ends_as_often_as_its_odds_say(seed: int) -> None:
    rng = Random(seed)
    state = HOUSE.deal(find_game("betrayal").virtual.start(3, seed, {}), rng)
    while not (isinstance(state.announced, BegunEvent) and isinstance(state.announced.event, house.Attacked)):
        attacks = [
            move
            for move in (HOUSE.possible(state) if HOUSE.acting_seats(state) else ())
            if isinstance(move, BegunEvent) and isinstance(move.event, house.Attacked)
        ]
        state = HOUSE.follow(state, attacks[0] if attacks else HOUSE.draw(state, rng))
    outcomes = HOUSE.outcomes(state)
    assert outcomes is not None
    fights: Mapping[Any, float] = outcomes
    won = sum(p for fight, p in fights.items() if sum(fight.faces) > sum(fight.against))
    fight = next(iter(fights))
    assert won == pytest.approx(float(fight_chances(len(fight.faces), len(fight.against)).wins))
