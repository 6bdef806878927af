"""Section 5: all ways to end, and who wins by what."""

import pytest

from engine.finstere_flure.game import Game
from engine.finstere_flure.outcome import Ending, GameOutcome, Standing, WinCriterion, outcome
from engine.finstere_flure.pieces import Colour
from engine.finstere_flure.state import Phase
from tests.engine.finstere_flure.game_helpers import (
    BLUE,
    DEAD,
    GREEN,
    OUT,
    RED,
    SEVEN,
    YELLOW,
    before_the_monster,
    begun,
    draw,
    put,
    stage_two,
    stay_all,
    token,
    whole_round,
)


def out(game: Game, *names: str) -> Game:
    """Move these tokens out, in this order."""
    for name in names:
        game = put(game, name, OUT)
    return game


def ended(game: Game) -> GameOutcome:
    assert game.state.phase is Phase.OVER
    assert game.state.turn is None
    assert game.state.outcome is not None
    return game.state.outcome


# --- all but one --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [(RED, BLUE), (RED, BLUE, GREEN), (RED, BLUE, GREEN, YELLOW)])
def test_with_two_to_four_players_three_tokens_out_win_at_once(players: tuple[Colour, ...]) -> None:
    game = out(begun(*players), "red-1", "blue-1", "red-3")
    assert game.state.outcome is None
    result = ended(out(game, "red-5"))
    assert (result.winner, result.ending, result.won_by) == (RED, Ending.ALL_BUT_ONE_OUT, WinCriterion.ALL_BUT_ONE_OUT)
    assert result.ranking[:2] == (Standing(1, RED, 3), Standing(2, BLUE, 1))


@pytest.mark.parametrize("count", [5, 6, 7])
def test_with_five_to_seven_players_two_tokens_out_win_at_once(count: int) -> None:
    game = out(begun(*SEVEN[:count]), "red-1", "blue-1")
    assert game.state.outcome is None
    assert ended(out(game, "red-5")).winner is RED


def test_it_is_won_in_stage_two_as_well() -> None:
    result = ended(out(stage_two(begun(RED, BLUE)), "red-1", "red-3", "red-4"))
    assert (result.winner, result.ending) == (RED, Ending.ALL_BUT_ONE_OUT)


def test_the_third_token_out_wins_by_a_move_of_the_rules_too() -> None:
    game = out(begun(RED, BLUE), "red-1", "red-3")
    game = draw(stay_all(game))
    # The monster stands on h1; a token on a2 may leave in the next round with its white 5.
    game = put(game, "red-5", "a2")
    game = draw(stay_all(game))
    leave = next(event for event in game.token_choices("red-5") if event.to is OUT)
    assert ended(game.apply(leave)).winner is RED


# --- the DM variant -----------------------------------------------------------------------------------------------


def test_dm_the_running_round_is_played_to_its_end_monster_included() -> None:
    game = out(whole_round(begun(RED, BLUE, dm=True)), "red-1", "red-3", "red-5")
    assert game.state.outcome is None
    assert game.state.turn is BLUE
    game = stay_all(game)
    assert game.state.phase is Phase.DRAW_CARD
    result = ended(draw(game))
    assert (result.winner, result.ending, result.won_by) == (RED, Ending.ALL_BUT_ONE_OUT, WinCriterion.ALL_BUT_ONE_OUT)


def test_dm_another_player_may_still_bring_out_more() -> None:
    game = out(whole_round(begun(RED, BLUE, dm=True)), "red-1", "red-3", "red-5")
    game = out(game, "blue-1", "blue-3", "blue-4", "blue-5")
    result = ended(draw(stay_all(game)))
    assert (result.winner, result.won_by) == (BLUE, WinCriterion.MOST_OUT)
    assert result.ranking == (Standing(1, BLUE, 4), Standing(2, RED, 3))


def test_dm_on_a_tie_it_is_who_got_there_first() -> None:
    game = out(whole_round(begun(RED, BLUE, dm=True)), "blue-1", "blue-3", "red-1", "red-3", "red-5", "blue-5")
    result = ended(draw(stay_all(game)))
    assert (result.winner, result.won_by) == (RED, WinCriterion.REACHED_FIRST)


def test_dm_after_the_last_card_of_stage_one_the_game_is_over_and_nothing_is_shuffled() -> None:
    game = begun(RED, BLUE, dm=True)
    for _ in range(6):
        game = whole_round(game)
    result = ended(draw(stay_all(out(game, "red-1", "red-3", "red-5"))))
    assert result.ending is Ending.ALL_BUT_ONE_OUT


def test_dm_in_stage_one_the_monster_walks_even_if_nobody_is_left() -> None:
    game = whole_round(begun(RED, BLUE, dm=True))
    game = out(game, "red-1", "red-3", "red-5", "red-4", "blue-1", "blue-3", "blue-4", "blue-5")
    assert game.state.phase is Phase.DRAW_CARD
    result = ended(draw(game))
    assert (result.winner, result.won_by) == (RED, WinCriterion.REACHED_FIRST)


def test_dm_in_stage_two_with_nobody_left_there_is_nothing_to_play_to_the_end() -> None:
    game = out(stage_two(begun(RED, BLUE, dm=True)), "red-1", "red-3", "red-5", "red-4")
    for name in ("blue-1", "blue-3", "blue-4"):
        game = put(game, name, DEAD)
    assert game.state.outcome is None
    result = ended(put(game, "blue-5", DEAD))
    assert (result.winner, result.ending) == (RED, Ending.ALL_BUT_ONE_OUT)


# --- stage two runs out -------------------------------------------------------------------------------------------


def test_stage_two_ends_when_nobody_is_left_and_most_tokens_out_win() -> None:
    game = out(stage_two(begun(RED, BLUE)), "red-1", "blue-1", "blue-3")
    for name in ("red-3", "red-4", "red-5", "blue-4"):
        game = put(game, name, DEAD)
    assert game.state.outcome is None
    result = ended(put(game, "blue-5", DEAD))
    assert (result.winner, result.ending, result.won_by) == (BLUE, Ending.NOBODY_LEFT, WinCriterion.MOST_OUT)
    assert result.ranking == (Standing(1, BLUE, 2), Standing(2, RED, 1))


def test_it_ends_too_when_the_monster_eats_the_last_token() -> None:
    game = stage_two(begun(RED, BLUE))
    for name in ("red-3", "red-4", "red-5", "blue-1", "blue-3", "blue-4", "blue-5"):
        game = put(game, name, DEAD)
    game = put(game, "red-1", before_the_monster(game))
    assert game.state.phase is Phase.DRAW_CARD
    game = draw(game)
    assert token(game, "red-1").at is DEAD
    assert ended(game).ending is Ending.NOBODY_LEFT


def test_it_ends_too_when_the_last_token_leaves() -> None:
    game = stage_two(begun(RED, BLUE))
    for name in ("red-3", "red-4", "red-5", "blue-1", "blue-3", "blue-4", "blue-5"):
        game = put(game, name, DEAD)
    result = ended(out(game, "red-1"))
    assert (result.winner, result.ending) == (RED, Ending.NOBODY_LEFT)


def test_one_token_beside_the_entrance_keeps_stage_two_going() -> None:
    game = stage_two(begun(RED, BLUE))
    for name in ("red-3", "red-4", "red-5", "blue-1", "blue-3", "blue-4", "blue-5"):
        game = put(game, name, DEAD)
    assert whole_round(game).state.outcome is None


def test_in_stage_one_the_game_does_not_end_for_lack_of_tokens_in_the_castle() -> None:
    game = whole_round(begun(RED, BLUE))
    assert all(t.cell is None for t in game.state.position.tokens)
    assert game.state.outcome is None


def after_the_last_card(game: Game) -> GameOutcome:
    while game.state.outcome is None:
        game = whole_round(game)
    return ended(game)


def test_after_the_last_card_most_tokens_out_win() -> None:
    result = after_the_last_card(out(stage_two(begun(RED, BLUE, GREEN)), "green-1", "red-1", "red-3"))
    assert (result.winner, result.ending, result.won_by) == (RED, Ending.CARDS_PLAYED, WinCriterion.MOST_OUT)
    assert result.ranking == (Standing(1, RED, 2), Standing(2, GREEN, 1), Standing(3, BLUE, 0))


def test_on_a_tie_it_is_who_reached_that_number_first_in_the_order_of_the_moves() -> None:
    game = out(stage_two(begun(RED, BLUE, GREEN)), "green-1", "red-1", "blue-4", "blue-1", "red-3", "green-3")
    result = after_the_last_card(game)
    assert (result.winner, result.won_by) == (BLUE, WinCriterion.REACHED_FIRST)
    assert result.ranking == (Standing(1, BLUE, 2), Standing(2, RED, 2), Standing(3, GREEN, 2))


def test_if_nobody_has_a_token_out_nobody_wins() -> None:
    result = after_the_last_card(stage_two(begun(RED, BLUE, GREEN)))
    assert (result.winner, result.won_by) == (None, WinCriterion.NOBODY)
    assert result.ranking == (Standing(1, RED, 0), Standing(1, BLUE, 0), Standing(1, GREEN, 0))


# --- the ranking --------------------------------------------------------------------------------------------------


def test_players_without_a_token_out_share_the_last_rank() -> None:
    result = outcome(Ending.CARDS_PLAYED, (GREEN, RED, BLUE, YELLOW), ("yellow-1", "red-4", "red-1"))
    assert result.ranking == (
        Standing(1, RED, 2),
        Standing(2, YELLOW, 1),
        Standing(3, GREEN, 0),
        Standing(3, BLUE, 0),
    )


def test_one_player_alone_with_a_token_out_wins_by_most() -> None:
    assert outcome(Ending.CARDS_PLAYED, (RED, BLUE), ("blue-1",)).won_by is WinCriterion.MOST_OUT
