"""Tests of the ring in Coach Ride: neighbouring patterns differ in grey, for all tables.

Neighbours are patterns that follow or can replace each other.
"""

from functools import cache
from itertools import combinations, pairwise
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from companion.games.coach_ride import ring
from companion.games.coach_ride.claim_words import has_failed_condition
from companion.games.coach_ride.ring import draw_pattern, over_pattern, seats_pattern, step_pattern, window_pattern
from companion.games.coach_ride.table_view import acting_players
from companion.screen import theme
from companion.table.ring import put_right_pattern, resume_pattern
from engine.coach_ride.cards import Association, Item, Person, Profession
from engine.coach_ride.events import (
    Attacked,
    Claimed,
    ClaimKind,
    Corrected,
    GameEvent,
    Offered,
    Passed,
    Shown,
    Started,
    Support,
    Supported,
)
from engine.coach_ride.game import RULES
from engine.coach_ride.state import Phase, State
from hardware.ring.patterns import Busy, Pattern
from hardware.ring.ring import WHITE
from hardware.ring.sectors import SectorState
from tests.engine.coach_ride.hidden_table import HiddenTable

#: Time after which all patterns of the game are the same again.
SECONDS = 10
#: Number of moments of each second that are looked at.
A_SECOND = 5
#: So much brighter or darker (of full light) is some light, on the average over the time.
CLEARLY = 0.12


@pytest.fixture(autouse=True)
def everybody_is_white(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take all colours away, so that all is grey."""
    monkeypatch.setattr(ring, "COLOURS", dict.fromkeys(Person, WHITE))
    monkeypatch.setattr(theme, "ACCENT", WHITE)


#: The films of patterns on so many lights, each made once.
_FILMS: dict[tuple[Pattern, int], npt.NDArray[np.float64]] = {}


def film(pattern: Pattern, lights: int) -> npt.NDArray[np.float64]:
    """Return the brightness of each light, picture by picture."""
    if (pattern, lights) not in _FILMS:
        shown = [pattern.colours(lights, moment / A_SECOND) for moment in range(SECONDS * A_SECOND)]
        _FILMS[pattern, lights] = np.array(shown, np.float64).max(axis=2) / 255
    return _FILMS[pattern, lights]


def apart(pattern: Pattern, other: Pattern, lights: int) -> float:
    """Return the difference of the light that differs most, whenever the other pattern began."""
    first, second = film(pattern, lights), film(other, lights)
    twice = np.concatenate((second, second))
    return min(
        float(np.abs(first - twice[shift : shift + len(first)]).mean(axis=0).max()) for shift in range(len(second))
    )


def meaning(state: State) -> tuple[object, ...]:
    """Return the ring's meaning of a state; in a fight it includes everybody's side."""
    asked = acting_players(state)
    if ring._draws(state):
        return ("draw",)
    if state.phase in (Phase.OFFER, Phase.DEMAND) and state.trade:
        return ("offer", state.trade.kind, state.trade.active, state.trade.passive)
    if state.phase is Phase.LIMIT:
        return ("limit", asked)
    if state.fight:
        return ("fight", tuple(map(state.fight.half_of, state.players)), state.support_order()[:1])
    if state.claim:
        return ("claim", has_failed_condition(state) or state.claim.by)
    return ("turn", asked)


@cache
def steps(players: int, seed: int) -> list[tuple[State, State]]:
    """Return moments of a game played at random that follow each other and have another meaning."""
    found = []
    played = HiddenTable(Random(f"ring {seed} {players}"), players, claims=0.03)
    while played.state.phase is not Phase.OVER:
        before = played.state
        played.step()
        after = played.state
        if after.phase is not Phase.OVER and meaning(before) != meaning(after):
            found.append((before, after))
    return found


def after(players: int, *events: GameEvent) -> State:
    """Return the state after these events of `players` players, of whom the first begins."""
    people = tuple(Person)[:players]
    return RULES.replay((Started(people, people[0], (), ()), *events)).state


def fight(players: int, side: Support | None) -> State:
    """Return a fight of the first against the second; the third supports or is asked.

    `side` None: the third is asked. All others keep their cards.
    """
    first, second, *others = tuple(Person)[:players]
    sides = (side, *[Support.NONE] * (len(others) - 1)) if side else ()
    supports = [Supported(other_player, side) for other_player, side in zip(others, sides, strict=False)]
    return after(players, Attacked(first, second), *supports)


@pytest.mark.slow
@pytest.mark.thorough(but=["3-24", "6-12", "10-8"])
@pytest.mark.parametrize("lights", [8, 12, 24])
@pytest.mark.parametrize("players", [3, 6, 10])
def test_what_follows_each_other_looks_different(players: int, lights: int) -> None:
    pairs: dict[tuple[Pattern, Pattern], tuple[State, State]] = {}
    for before, after in steps(players, seed=1):
        # On seats that share a light not every change of one side can be clear.
        if lights < players and meaning(before)[0] == meaning(after)[0] == "fight":
            continue
        pairs.setdefault((step_pattern(before), step_pattern(after)), (before, after))
    assert len(pairs) > 10
    for (before_meaning, other), (before, after) in pairs.items():
        assert apart(before_meaning, other, lights) > CLEARLY, (meaning(before), meaning(after))


@pytest.mark.thorough(but=["3-24", "6-12", "10-8"])
@pytest.mark.parametrize("lights", [8, 12, 24])
@pytest.mark.parametrize("players", [3, 6, 10])
def test_each_kind_of_moment_has_a_look_of_its_own(players: int, lights: int) -> None:
    """Even if it is about the same seats."""
    first, second = tuple(Person)[:2]
    turn = after(players)
    claim = Claimed(first, ClaimKind.OWN)
    shown = (Item.DAGGER, Item.GLOVES)[: turn.hands[first]]
    without_victory_item = Shown(first, (Association.ORDER,), Profession.THUG, shown)
    many = turn.limit + 1
    over_limit = Corrected(why="miscounted", hands={first: many}, pile=turn.pile + turn.hands[first] - many)
    looks = {
        "set-up": seats_pattern(turn),
        "turn": step_pattern(turn),
        "choosing": step_pattern(turn, first),
        "offer": step_pattern(after(players, Offered(first, second))),
        "offer back": step_pattern(after(players, Passed(first), Offered(second, first))),
        "draw": draw_pattern(turn, first),
        "limit": step_pattern(after(players, over_limit)),
        "fight": step_pattern(fight(players, Support.SWORD)),
        "a Doctor may speak": window_pattern(3.0, 5.0),
        "claim": step_pattern(after(players, claim)),
        "a cross": step_pattern(after(players, claim, without_victory_item)),
        "put right": put_right_pattern(1, 3),
        "go on": resume_pattern(),
        "wait": Busy(),
        "won": over_pattern(turn),
    }
    for (name, first_look), (other, second_look) in combinations(looks.items(), 2):
        assert apart(first_look, second_look, lights) > CLEARLY, (name, other)


@pytest.mark.parametrize(("players", "lights"), [(3, 8), (8, 8), (10, 8), (10, 12), (10, 24)])
def test_in_a_fight_sword_shield_neutral_and_asked_look_different(players: int, lights: int) -> None:
    """Sword, shield, neutral and asked look different in a fight.

    If seats share lights the sides take turns.
    """
    looks = {side: step_pattern(fight(players, side)) for side in (*Support, None)}
    for first, other in combinations(looks, 2):
        assert apart(looks[first], looks[other], lights) > CLEARLY, (first, other)


@pytest.mark.parametrize("lights", [8, 12, 24])
@pytest.mark.parametrize("players", [3, 6, 10])
def test_who_is_on_turn_chosen_drawing_or_a_winner_is_told_by_the_place_alone(players: int, lights: int) -> None:
    """Places tell it even if seats share a light."""
    state = after(players)
    shown = (SectorState.STILL, SectorState.BREATHES, SectorState.TWINKLES)
    around = (SectorState.FAINT, SectorState.FAINT, SectorState.TWINKLES_FAINTLY)
    tables = [
        [seats_pattern(state, {player: mine}, others) for player in state.players]
        for mine, others in zip(shown, around, strict=True)
    ]
    for seats in (*tables, [draw_pattern(state, player) for player in state.players]):
        for first, other in pairwise(seats):
            assert apart(first, other, lights) > CLEARLY, (seats.index(first), seats.index(other))
