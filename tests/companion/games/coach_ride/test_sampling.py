"""Tests of random events: one for each choice, even if secrets (K25) forbid every event.

Then everything that could be told is forbidden by what nobody is told.
"""

from itertools import product
from random import Random

import pytest

from companion.games import find_game
from companion.games.coach_ride.virtual_table.sampling import samples
from companion.games.conformance import check_game
from companion.games.random_play import allowed_events, random_game
from engine.coach_ride import events as e
from engine.coach_ride.cards import Association, Item, Profession
from engine.coach_ride.game import RULES
from engine.coach_ride.state import State
from engine.game import Game
from tests.engine.coach_ride.game_text import M, choices, corrected, played, started

COACH_RIDE = find_game("coach-ride")
FIGHT = "supported S none; supported R none; used M {card}; counted; looked M; "


def refused(game: Game[State, e.GameEvent]) -> dict[str, list[str]]:
    """Return the samples that the rules refuse, by the event's name, and why."""
    found = {}
    for sample in samples(game, Random(1)):
        problems = game.problems(sample)
        if problems:
            found[RULES.event_to_json(sample)["event"]] = [problem.code for problem in problems]
    return found


def told_now(game: Game[State, e.GameEvent]) -> set[str]:
    """Return the events that a game by chance draws from."""
    return {RULES.event_to_json(event)["event"] for event in allowed_events(COACH_RIDE, game, Random(1))}


def test_a_card_that_is_all_that_somebody_could_use_and_is_elsewhere_is_not_drawn() -> None:
    """Romana's Priest lies open, and the whip, the only card for her side, was seen with Sarah."""
    stopped = played(started(4), "attacked M G; priest R; passed G; passed S; passed R")
    seen = played(stopped, "attacked M G; supported S shield; supported R none; used S whip; counted; looked G")
    game = played(seen, "attacked G M; supported S none; supported R shield")
    assert "used R" in choices(game)
    by_romana = [sample for sample in samples(game, Random(1)) if isinstance(sample, e.Used) and sample.by == "romana"]
    assert [[problem.code for problem in game.problems(event)] for event in by_romana] == [["item-elsewhere"]]
    drawn = allowed_events(COACH_RIDE, game, Random(1))
    assert e.Counted() in drawn
    assert not [event for event in drawn if isinstance(event, e.Used) and event.by == "romana"]


def test_an_item_that_is_elsewhere_is_not_handed_over() -> None:
    known = played(started(5), "offered M G; accepted G; announced G monocle; waived M; announced M null; passed G")
    game = played(known, "diplomat S R monocle")
    assert choices(game) == ["denied R", "handed R"]
    assert refused(game) == {"handed": ["item-elsewhere"]}
    assert told_now(game) == {"denied"}


def test_where_more_items_are_surely_in_a_hand_than_it_holds_no_cards_can_be_shown() -> None:
    """Cards cannot be shown if a hand surely has more items than it holds.

    The rules allow all events that led there, but no cards could do it: a random game ends so, people count their
    hands again.
    """
    fights = f"attacked M G; {FIGHT.format(card='dagger')} passed G; passed S; passed R;"
    game = played(started(4), f"{fights} attacked M G; {FIGHT.format(card='ring')} passed G; passed S; passed R")
    claimed = played(game, "claimed M own")
    for side, profession, item in product(Association, Profession, Item):
        shown = e.Shown(M, (side,), profession, (item,))
        assert claimed.problems(shown), shown
    assert choices(claimed) == ["shown M"]
    assert refused(claimed) == {"shown": ["hidden-item"]}
    assert allowed_events(COACH_RIDE, claimed, Random(1)) == []
    counted = claimed.apply(corrected(pile=claimed.state.pile))
    assert not any(counted.problems(sample) for sample in samples(counted, Random(1)))


def test_what_is_surely_in_a_hand_is_shown_with_what_may_be_there() -> None:
    fight = f"attacked M G; {FIGHT.format(card='dagger')} passed G; passed S; passed R;"
    claimed = played(started(4), f"{fight} claimed M own")
    for seed in range(20):
        (shown,) = samples(claimed, Random(seed))
        assert isinstance(shown, e.Shown)
        assert shown.items == (Item.DAGGER,)
        assert not claimed.problems(shown)
    other = played(started(4), f"{fight} passed M; claimed G own")
    hands = {
        sample.items for seed in range(60) for sample in samples(other, Random(seed)) if isinstance(sample, e.Shown)
    }
    assert len(hands) > 5
    assert (Item.DAGGER,) not in hands


@pytest.mark.slow
def test_games_by_chance_go_on_to_their_end() -> None:
    """Random games end, but for the few in which a player cannot show cards."""
    ended = [RULES.over(random_game(COACH_RIDE, seed).state) is not None for seed in range(40)]
    assert ended.count(True) > 35


@pytest.mark.slow
def test_what_may_happen_is_what_the_rules_allow_in_many_games() -> None:
    (check,) = check_game(COACH_RIDE, games=40, seed=1, only=["next"])
    assert check.problems == ()
