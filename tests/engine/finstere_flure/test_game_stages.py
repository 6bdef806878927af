"""Section 5: stage one, stage two, and what becomes of eaten tokens."""

from engine.finstere_flure.events import CardDrawn, DeckShuffled
from engine.finstere_flure.game import Game
from engine.finstere_flure.outcome import Ending
from engine.finstere_flure.pieces import DECK, Colour, Side
from engine.finstere_flure.state import Phase
from tests.engine.finstere_flure.game_helpers import (
    BLUE,
    DEAD,
    ORDER,
    OUT,
    OUTSIDE,
    RED,
    before_the_monster,
    begun,
    draw,
    put,
    reasons,
    stage_two,
    stay,
    stay_all,
    token,
    whole_round,
)


def eaten(game: Game, name: str) -> Game:
    """The token is put before the monster, everybody moves, and the monster eats it."""
    while game.state.turn is not Colour(name.split("-")[0]):
        assert game.state.turn is not None
        game = stay(game, game.state.tokens_to_move(game.state.turn)[0])
    game = draw(stay_all(put(game, name, before_the_monster(game))))
    assert game.state.monster_move is not None
    assert [meal.token for meal in game.state.monster_move.eaten] == [name]
    return game


def test_in_stage_one_what_is_eaten_goes_back_to_the_entrance_and_may_enter_again() -> None:
    game = eaten(begun(RED, BLUE), "red-4")
    assert token(game, "red-4").at == OUTSIDE
    game = stay(game, "blue-1")
    game = game.apply(next(event for event in game.token_choices("red-4") if event.to == "p11"))
    assert token(game, "red-4").cell == "p11"


def test_it_keeps_the_side_it_showed() -> None:
    game = begun(RED, BLUE)
    game = eaten(game, "red-4")
    assert token(game, "red-4").side is Side.BLACK
    game = eaten(game, "red-4")
    assert token(game, "red-4").side is Side.WHITE


def test_stage_two_begins_after_the_seventh_of_the_eight_cards() -> None:
    game = begun(RED, BLUE)
    for number in range(1, 8):
        assert (game.state.stage, game.state.round, len(game.state.deck.played)) == (1, number, number - 1)
        game = whole_round(game)
    assert game.state.phase is Phase.SHUFFLE
    assert game.state.deck.played == ORDER[:7]


def test_the_eighth_card_is_not_played_and_all_eight_are_shuffled() -> None:
    game = stage_two(begun(RED, BLUE))
    assert (game.state.stage, game.state.deck.face_down, game.state.deck.played) == (2, ORDER, ())
    assert len(game.state.deck.face_down) == len(DECK)


def test_the_seventh_card_is_carried_out_in_stage_one() -> None:
    game = begun(RED, BLUE)
    for _ in range(6):
        game = whole_round(game)
    game = eaten(game, "red-4")
    assert game.state.phase is Phase.SHUFFLE
    assert token(game, "red-4").at == OUTSIDE


def test_nothing_happens_before_the_cards_are_shuffled() -> None:
    game = begun(RED, BLUE)
    for _ in range(7):
        game = whole_round(game)
    assert game.state.turn is None
    assert game.token_choices("red-1") == ()
    assert len(reasons(game, CardDrawn(("7",)))) == 1


def test_the_marker_goes_on_over_the_change_of_stage() -> None:
    game = stage_two(begun(RED, BLUE))
    # Red held it in the odd rounds; the eighth begins.
    assert (game.state.round, game.state.start_player, game.state.turn) == (8, BLUE, BLUE)


def test_everybody_moves_all_tokens_in_the_first_round_of_stage_two() -> None:
    assert stage_two(begun(RED, BLUE)).state.turns_left(RED) == 4


def test_in_stage_two_what_is_eaten_is_out_of_the_game() -> None:
    game = eaten(stage_two(begun(RED, BLUE)), "red-4")
    assert token(game, "red-4").at == DEAD
    assert "red-4" not in game.state.tokens_to_move(RED)
    assert game.state.turns_left(RED) == 3


def test_after_the_seventh_card_of_stage_two_the_game_ends() -> None:
    game = stage_two(begun(RED, BLUE))
    for _ in range(7):
        assert game.state.outcome is None
        game = whole_round(game)
    assert game.state.phase is Phase.OVER
    assert game.state.outcome is not None
    assert game.state.outcome.ending is Ending.CARDS_PLAYED
    assert game.state.round == 14


def test_every_token_in_the_castle_or_beside_the_entrance_is_then_lost() -> None:
    game = stage_two(begun(RED, BLUE))
    for _ in range(6):
        game = whole_round(game)
    game = put(put(game, "blue-3", OUT), "red-3", "p5")
    game = whole_round(game)
    assert {t.id for t in game.state.position.tokens if t.at is OUT} == {"blue-3"}
    assert {t.at for t in game.state.position.tokens if t.id != "blue-3"} == {DEAD}


def test_nothing_is_allowed_when_the_game_is_over() -> None:
    game = stage_two(begun(RED, BLUE))
    for _ in range(7):
        game = whole_round(game)
    for event in (CardDrawn(("7",)), DeckShuffled(ORDER)):
        (problem,) = game.problems(event)
        assert problem.text == "not now: the game is over"
