"""Moves that the players want as they lie on the table, whatever the rules say."""

from engine.finstere_flure.events import DeckShuffled, StoneMoved, TokenMoved
from engine.finstere_flure.outcome import Ending
from engine.finstere_flure.pieces import Side
from engine.finstere_flure.problems import Reason
from engine.finstere_flure.state import Phase
from tests.engine.finstere_flure.game_helpers import (
    BLUE,
    DEAD,
    GREEN,
    OUT,
    OUTSIDE,
    RED,
    begun,
    draw,
    put,
    reasons,
    stay,
    stay_all,
    token,
    whole_round,
)


def test_an_overruled_move_may_go_anywhere_and_is_recorded_as_such() -> None:
    event = TokenMoved("red-4", "c9", Side.BLACK, overruled=True)
    game = begun(RED, BLUE).apply(event)
    assert token(game, "red-4").cell == "c9"
    assert game.events[-1] == event
    assert (game.state.turn, game.state.moved) == (BLUE, ("red-4",))


def test_it_may_leave_the_token_unflipped_and_move_stones_at_will() -> None:
    stones = (StoneMoved("stone-1", "c9"), StoneMoved("stone-2", None))
    game = begun(RED, BLUE).apply(TokenMoved("red-4", "d9", Side.WHITE, stones, overruled=True))
    assert token(game, "red-4").side is Side.WHITE
    cells = {stone.id: stone.cell for stone in game.state.position.stones}
    assert cells["stone-1"] == "c9"
    assert "stone-2" not in cells


def test_only_what_cannot_be_on_a_table_is_refused() -> None:
    game = begun(RED, BLUE)
    for cell in ("a1", "c3", "q9", "p12"):
        assert reasons(game, TokenMoved("red-4", cell, Side.BLACK, overruled=True)) == [Reason.IMPOSSIBLE]
    onto_a_corner = TokenMoved("red-4", "d9", Side.BLACK, (StoneMoved("stone-1", "p11"),), overruled=True)
    assert reasons(game, onto_a_corner) == [Reason.IMPOSSIBLE]
    two_stones = TokenMoved("red-4", "c3", Side.BLACK, (StoneMoved("stone-2", "i6"),), overruled=True)
    assert reasons(game, two_stones) == [Reason.IMPOSSIBLE] * 2
    unknown = TokenMoved("red-4", "c5", Side.BLACK, (StoneMoved("stone-12", "i8"),), overruled=True)
    assert reasons(game, unknown) == [Reason.UNKNOWN_PIECE]
    assert reasons(game, TokenMoved("green-4", "c5", Side.BLACK, overruled=True)) == [Reason.UNKNOWN_PIECE]


def test_it_is_still_the_token_phase_that_it_belongs_to() -> None:
    event = TokenMoved("red-4", "c9", Side.BLACK, overruled=True)
    assert reasons(stay_all(begun(RED, BLUE)), event) == [Reason.PHASE]


def test_a_move_out_of_turn_uses_up_that_players_turn_and_the_next_to_the_left_goes_on() -> None:
    game = put(whole_round(begun(RED, BLUE, GREEN)), "green-4", OUTSIDE)
    assert game.state.turn is RED
    assert [game.state.turns_left(colour) for colour in (RED, BLUE, GREEN)] == [4, 4, 3]
    # Blue, who was skipped, has one more turn than green at the end of the round.
    order = []
    while game.state.turn is not None:
        order.append(game.state.turn)
        game = stay(game, game.state.tokens_to_move(game.state.turn)[0])
    assert order == [RED, BLUE, GREEN] * 3 + [RED, BLUE]


def test_a_token_that_has_moved_may_be_put_right_without_using_up_a_turn() -> None:
    game = put(begun(RED, BLUE), "red-4", "c9")
    game = game.apply(TokenMoved("red-4", "c8", Side.BLACK, overruled=True))
    assert (token(game, "red-4").at, game.state.turn, game.state.moved) == ("c8", BLUE, ("red-4",))


def test_a_third_token_in_the_first_round_is_put_right_and_not_flipped_again_at_its_end() -> None:
    game = stay(stay(stay(begun(RED, BLUE), "red-1"), "blue-1"), "red-3")
    game = put(game, "red-4", "c9")
    assert game.state.turn is BLUE
    game = stay(game, "blue-3")
    assert {t.side for t in game.state.position.tokens} == {Side.BLACK}


def test_a_token_may_be_brought_back_and_is_no_longer_counted_as_out() -> None:
    game = put(whole_round(begun(RED, BLUE)), "red-4", OUT)
    assert game.state.out == ("red-4",)
    game = put(game, "red-4", "c9")
    assert (game.state.out, token(game, "red-4").cell) == ((), "c9")
    # It moves again from the next round on.
    assert "red-4" not in game.state.tokens_to_move(RED)
    assert "red-4" in draw(stay_all(game)).state.tokens_to_move(RED)


def test_putting_away_the_last_token_to_move_ends_the_token_phase() -> None:
    game = whole_round(begun(RED, BLUE))
    while game.state.turns_left(RED) + game.state.turns_left(BLUE) > 1:
        assert game.state.turn is not None
        game = stay(game, game.state.tokens_to_move(game.state.turn)[0])
    assert game.state.turn is RED
    game = put(game, game.state.tokens_to_move(RED)[0], DEAD)
    assert (game.state.phase, game.state.turn) == (Phase.DRAW_CARD, None)


def test_an_allowed_move_may_be_overruled_all_the_same() -> None:
    game = begun(RED, BLUE)
    allowed = game.apply(TokenMoved("red-4", "p11", Side.BLACK))
    overruled = game.apply(TokenMoved("red-4", "p11", Side.BLACK, overruled=True))
    assert allowed.state == overruled.state


def test_if_all_tokens_were_taken_away_in_stage_one_the_game_ends_as_stage_two_begins() -> None:
    game = whole_round(begun(RED, BLUE))
    for piece in game.state.position.tokens:
        game = put(game, piece.id, DEAD)
    while game.state.phase is Phase.DRAW_CARD:
        game = draw(game)
    assert game.state.phase is Phase.SHUFFLE
    game = game.apply(DeckShuffled(None))
    assert game.state.outcome is not None
    assert game.state.outcome.ending is Ending.NOBODY_LEFT
