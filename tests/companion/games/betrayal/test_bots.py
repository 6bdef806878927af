"""Bots play whole games by the rules alone: they explore, a haunt begins, somebody wins."""

from random import Random

import pytest

from companion.games.betrayal.table.dialog import ask
from companion.games.betrayal.table.event_answers import event_answers
from companion.games.betrayal.table.roll_dialog import RollAsked, ask_roll
from companion.games.betrayal.virtual_table.game import VIRTUAL
from companion.games.betrayal.virtual_table.players import choose
from companion.table.dialog import next_question
from companion.table.questions import AnsweredEvent, Question
from companion.virtual_table.bot_moves import next_move
from engine.betrayal import events as e
from engine.betrayal.components import WIDOWS_WALK
from engine.betrayal.game import RULES
from engine.betrayal.hidden import Stacks
from engine.betrayal.play import PLAY
from engine.betrayal.scenario import MOST_HAUNT_TURNS
from engine.betrayal.state import State
from engine.game import Game
from tests.engine.betrayal.random_games import random_start

#: No game of bots is longer.
MOST_EVENTS = 1500


def played(seed: int, players: int, *, widows_walk: bool = False) -> Game[State, e.GameEvent]:
    start = random_start(Random(seed), players, widows_walk=widows_walk)
    game, rng = RULES.start(start), Random(seed)
    whole = PLAY.deal(start, rng)
    while RULES.over(game.state) is None:
        assert len(game.events) < MOST_EVENTS
        # The rules check each event once more.
        event = choose(whole, rng, lambda later: PLAY.draw(later, rng))
        assert event is not None
        game, whole = game.apply(event), PLAY.follow(whole, event)
    return game


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "players"), [(1, 3), (2, 4), (3, 5), (4, 6)])
def test_whole_games_end_with_a_side_that_has_won(seed: int, players: int) -> None:
    game = played(seed, players, widows_walk=seed % 2 == 0)
    kinds = [type(event) for event in game.events]
    assert kinds.count(e.HauntBegan) == 1
    assert kinds[-2:] == [e.Won, e.Confirmed]
    assert kinds.count(e.Discovered) > 5
    assert e.Attacked in kinds
    turns = kinds[kinds.index(e.HauntBegan) :].count(e.TurnEnded)
    assert turns <= MOST_HAUNT_TURNS
    assert game.state.winning is not None


@pytest.mark.slow
def test_the_same_seed_is_the_same_game() -> None:
    assert played(5, 3).events == played(5, 3).events
    assert played(5, 3).events != played(6, 3).events


def test_stacks_follow_from_the_state_and_the_seed() -> None:
    stacks = Stacks.shuffled(7, (WIDOWS_WALK,))
    start = random_start(Random(1), 3, widows_walk=True)
    state = RULES.start(start).state
    first, second, *_ = stacks.tiles(state)
    assert [first, second] == [*Stacks.shuffled(7, (WIDOWS_WALK,)).tiles(state)][:2]
    assert len([*stacks.tiles(state)]) == 61


@pytest.mark.slow
def test_there_is_a_sample_of_all_that_may_happen() -> None:
    game = played(3, 4)
    for number in range(1, len(game.events), 9):
        before = RULES.replay(game.events[:number])
        samples = list(VIRTUAL.samples(before, Random(number)))
        assert not any(before.problems(sample) for sample in samples)
        found = {(RULES.event_to_json(sample)["event"], getattr(sample, "by", None) or "") for sample in samples}
        missing = {(choice.event, choice.by) for choice in RULES.next(before.state)} - found
        assert not missing, number


@pytest.mark.slow
def test_answers_tell_whatever_bots_choose() -> None:
    game = played(4, 5, widows_walk=True)
    state = RULES.start(game.events[0]).state
    for event in game.events[1:]:
        asked = ask(state, event_answers(state, event))
        assert isinstance(asked, AnsweredEvent)
        told = asked.event[0] if isinstance(asked.event, tuple) else asked.event
        # Only the first of the other side is asked whether a side has won.
        assert told == event or isinstance(event, e.Confirmed)
        state = RULES.follow(state, event)


def test_no_more_is_added_to_a_roll_than_a_game_file_holds() -> None:
    asked = RollAsked(1, lambda number, _: str(number), str, virtual=False)

    def offered(plus: int) -> set[str]:
        found = next_question(ask_roll(asked), ("face:2", *[f"plus:{1 if plus > 0 else -1}"] * abs(plus)))
        assert isinstance(found, Question)
        return {answer for answer in found.ids if answer.startswith("plus:")}

    assert offered(7) == offered(-7) == {"plus:1", "plus:-1"}
    assert offered(8) == {"plus:-1"}
    assert offered(-8) == {"plus:1"}


def test_bots_take_the_best_of_the_moves_that_they_look_at() -> None:
    """The worth of a step is less than a whim would be, by which they would walk to and fro."""
    rng, looked_at = Random(3), 0
    whole = PLAY.deal(random_start(rng, 4), rng)
    while looked_at < 40:
        (seat, *_) = PLAY.acting_seats(whole) or ("",)
        move = next_move(PLAY, whole, rng)
        if seat:
            worths = {other: PLAY.worth(PLAY.follow(whole, other), seat) for other in PLAY.moves_of(whole, seat)}
            assert worths[move] == max(worths.values())
            looked_at += len(worths) > 1
        whole = PLAY.follow(whole, move)
