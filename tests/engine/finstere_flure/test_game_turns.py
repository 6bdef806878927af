"""Section 5: whose turn it is, which token moves, what a round is."""

import pytest

from engine.finstere_flure.board import Cell
from engine.finstere_flure.events import CardDrawn, DeckShuffled, GameStarted, StoneMoved, TokenMoved
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import Colour, Place, Side
from engine.finstere_flure.problems import Reason
from engine.finstere_flure.state import Phase
from tests.engine.finstere_flure.game_helpers import (
    BLUE,
    DEAD,
    GREEN,
    OUT,
    OUTSIDE,
    RED,
    SEVEN,
    begun,
    draw,
    put,
    reasons,
    refused,
    stay,
    stay_all,
    token,
    whole_round,
)

BLACK_UP = Side.BLACK
WHITE_UP = Side.WHITE


def turns(game: Game) -> list[Colour]:
    """Return the colours on turn, one after the other, until the card."""
    found = []
    while game.state.turn is not None:
        found.append(game.state.turn)
        game = stay(game, game.state.tokens_to_move(game.state.turn)[0])
    assert game.state.phase is Phase.DRAW_CARD
    return found


def go(game: Game, token_id: str, to: Cell | Place, **stones: str | None) -> Game:
    """The token moves there by the rules; ``stone_1="d5"`` tells what it pushed."""
    pushed = tuple(StoneMoved(name.replace("_", "-"), cell) for name, cell in stones.items())
    return game.apply(TokenMoved(token_id, to, token(game, token_id).side.flipped, pushed))


# --- order --------------------------------------------------------------------------------------------------------


def test_in_the_very_first_round_each_player_has_two_turns_clockwise_from_the_start_player() -> None:
    assert turns(begun(RED, BLUE, GREEN)) == [RED, BLUE, GREEN] * 2


def test_then_each_moves_one_token_after_the_other_until_all_have_moved() -> None:
    game = whole_round(begun(RED, BLUE, GREEN))
    assert turns(game) == [BLUE, GREEN, RED] * 4


def test_seven_players_take_three_turns_each() -> None:
    assert turns(begun(*SEVEN)) == [*SEVEN] * 2
    assert turns(whole_round(begun(*SEVEN))) == [*SEVEN[1:], SEVEN[0]] * 3


def test_the_start_player_marker_goes_one_to_the_left_after_the_monster() -> None:
    game = begun(RED, BLUE, GREEN)
    holders = []
    for _ in range(5):
        assert game.state.turn is game.state.start_player
        holders.append(game.state.start_player)
        game = whole_round(game)
    assert holders == [RED, BLUE, GREEN, RED, BLUE]


def test_the_chosen_start_player_begins() -> None:
    game = Game.start(GameStarted((RED, BLUE, GREEN), GREEN)).apply(DeckShuffled(None))
    assert turns(game) == [GREEN, RED, BLUE] * 2


def test_a_player_with_none_left_passes() -> None:
    game = whole_round(begun(RED, BLUE, GREEN))
    game = put(put(game, "green-1", OUT), "green-3", OUT)
    assert game.state.turns_left(GREEN) == 2
    # It was blue's turn when green's tokens were put out; red, to green's left, is next.
    assert turns(game) == [RED, BLUE, GREEN, RED, BLUE, GREEN, RED, BLUE, RED, BLUE]


def test_a_start_player_without_tokens_passes_the_whole_round() -> None:
    game = whole_round(begun(RED, BLUE, dm=True))
    for name in ("red-1", "red-3", "red-4", "red-5"):
        game = put(game, name, DEAD)
    game = draw(stay_all(game))
    assert game.state.start_player is RED
    assert turns(game) == [BLUE] * 4


def test_each_token_moves_once_a_round() -> None:
    game = whole_round(begun(RED, BLUE))
    while game.state.turn is not None:
        before = game.state.moved
        name = game.state.tokens_to_move(game.state.turn)[-1]
        game = stay(game, name)
        assert game.state.moved == (*before, name)
    assert sorted(game.state.moved) == sorted(t.id for t in game.state.position.tokens)


# --- flipping -----------------------------------------------------------------------------------------------------


def test_a_token_is_flipped_even_after_0_cells() -> None:
    game = stay(begun(RED, BLUE), "red-4")
    assert (token(game, "red-4").at, token(game, "red-4").side) == (OUTSIDE, BLACK_UP)
    assert token(game, "red-5").side is WHITE_UP


def test_a_token_kept_outside_counts_as_moved_in_the_first_round() -> None:
    game = stay(stay(stay(begun(RED, BLUE), "red-4"), "blue-1"), "red-1")
    assert game.state.turns_left(RED) == 0
    assert game.state.tokens_to_move(RED) == ()
    assert game.state.turns_left(BLUE) == 1


def test_when_all_have_had_two_turns_the_tokens_not_moved_are_flipped() -> None:
    game = begun(RED, BLUE)
    for name in ("red-4", "blue-1", "red-1"):
        game = stay(game, name)
        assert token(game, "red-3").side is WHITE_UP
    game = stay(game, "blue-4")
    assert {t.side for t in game.state.position.tokens} == {BLACK_UP}
    assert game.state.phase is Phase.DRAW_CARD


def test_all_tokens_show_white_before_an_odd_round_and_black_before_an_even_one() -> None:
    game = begun(RED, BLUE, GREEN)
    for number in range(1, 7):
        assert game.state.round == number
        assert {t.side for t in game.state.position.tokens} == {WHITE_UP if number % 2 else BLACK_UP}
        game = whole_round(game)


# --- moves --------------------------------------------------------------------------------------------------------


def test_a_token_enters_on_p11_and_goes_as_far_as_its_number() -> None:
    game = go(begun(RED, BLUE), "red-5", "l11")
    assert token(game, "red-5").cell == "l11"
    (problem,) = refused(lambda: go(game, "blue-4", "l10"))
    assert (problem.reason, problem.cells) == (Reason.CANNOT_COME_THERE, ("l10",))
    assert problem.text == "blue-4 cannot come to l10 with its 4"


def test_the_stone_that_a_token_pushes_is_part_of_its_move() -> None:
    game = go(begun(RED, BLUE), "red-5", "o9", stone_9="o8")
    assert {t.id: t.cell for t in game.state.position.stones}["stone-9"] == "o8"


def test_the_stones_must_lie_as_the_move_leaves_them() -> None:
    game = begun(RED, BLUE)
    (problem,) = refused(lambda: go(game, "red-5", "o9", stone_9="n9", stone_1="d3"))
    assert problem.reason is Reason.STONES_DIFFER
    assert problem.text == "red-5 may come to o9, but not with stone-9 on n9, stone-1 on d3"
    (problem,) = refused(lambda: go(game, "red-5", "p9", stone_1="d3"))
    assert problem.reason is Reason.STONES_DIFFER


def test_a_token_leaves_the_castle_by_one_more_step_from_a1_and_is_safe() -> None:
    game = put(stay(whole_round(begun(RED, BLUE)), "blue-1"), "red-5", "a2")
    game = draw(stay_all(game))
    assert token(game, "red-5").visible_number == 5
    game = go(game, "red-5", OUT)
    assert (token(game, "red-5").at, game.state.out) == (OUT, ("red-5",))
    # It never moves again, and never comes back.
    game = whole_round(game)
    while game.state.turn is not None:
        assert "red-5" not in game.state.tokens_to_move(RED)
        game = stay(game, game.state.tokens_to_move(game.state.turn)[0])


def test_a_legal_choice_is_allowed_and_does_what_it_says() -> None:
    game = begun(RED, BLUE)
    choices = game.token_choices("red-5")
    assert len(choices) > 10
    for event in choices:
        after = game.apply(event)
        assert (token(after, "red-5").at, token(after, "red-5").side) == (event.to, BLACK_UP)
        stones = {stone.id: stone.cell for stone in after.state.position.stones}
        assert all(stones.get(stone.stone) == stone.to for stone in event.stones)


def test_there_are_no_choices_for_the_others_tokens_and_those_that_have_moved() -> None:
    game = begun(RED, BLUE)
    assert game.token_choices("blue-5") == ()
    game = stay(stay(game, "red-5"), "blue-5")
    assert game.token_choices("red-5") == ()
    assert game.token_choices("red-6") == ()
    assert stay_all(game).token_choices("red-1") == ()


# --- refused ------------------------------------------------------------------------------------------------------


def test_another_players_token() -> None:
    (problem,) = refused(lambda: stay(begun(RED, BLUE), "blue-4"))
    assert (problem.reason, problem.text) == (Reason.NOT_ON_TURN, "blue-4 cannot move: it is red's turn")


def test_a_token_that_has_moved_already() -> None:
    game = stay(stay(begun(RED, BLUE), "red-4"), "blue-4")
    assert reasons(game, TokenMoved("red-4", OUTSIDE, WHITE_UP)) == [Reason.ALREADY_MOVED]


def test_a_token_that_is_not_flipped() -> None:
    (problem,) = refused(lambda: begun(RED, BLUE).apply(TokenMoved("red-4", "p11", WHITE_UP)))
    assert problem.reason is Reason.NOT_FLIPPED
    assert problem.text == "red-4 must be flipped after its move: then its black side lies up"


@pytest.mark.parametrize("place", [OUT, DEAD])
def test_a_token_that_is_out_or_dead(place: Place) -> None:
    game = stay(put(begun(RED, BLUE), "red-4", place), "blue-1")
    found = reasons(game, TokenMoved("red-4", "p11", WHITE_UP))
    assert found == [Reason.ALREADY_MOVED, Reason.OUT_OF_PLAY]


@pytest.mark.parametrize("name", ["green-4", "red-2", "stone-1", ""])
def test_a_token_that_is_not_in_the_game(name: str) -> None:
    assert reasons(begun(RED, BLUE), TokenMoved(name, "p11", BLACK_UP)) == [Reason.UNKNOWN_PIECE]


def test_a_cell_that_does_not_exist_and_a_stone_that_does_not() -> None:
    event = TokenMoved("red-4", "q11", BLACK_UP, (StoneMoved("stone-12", "d5"), StoneMoved("pool-2x2", "d5")))
    found = reasons(begun(RED, BLUE), event)
    assert found.count(Reason.UNKNOWN_PIECE) == 2
    assert Reason.IMPOSSIBLE in found
    assert Reason.CANNOT_COME_THERE in found


def test_a_place_is_no_text() -> None:
    assert Reason.IMPOSSIBLE in reasons(begun(RED, BLUE), TokenMoved("red-4", "outside", BLACK_UP))


def test_a_stone_cannot_lie_in_two_places() -> None:
    event = TokenMoved("red-5", "o9", BLACK_UP, (StoneMoved("stone-9", "c9"), StoneMoved("stone-9", "o8")))
    assert reasons(begun(RED, BLUE), event) == [Reason.IMPOSSIBLE]


def test_all_problems_are_named() -> None:
    game = go(begun(RED, BLUE, GREEN), "red-5", "l11")
    event = TokenMoved("green-1", "l11", WHITE_UP, (StoneMoved("stone-20", None),))
    problems = refused(lambda: game.apply(event))
    assert [problem.reason for problem in problems] == [
        Reason.UNKNOWN_PIECE,
        Reason.IMPOSSIBLE,
        Reason.NOT_ON_TURN,
        Reason.NOT_FLIPPED,
        Reason.CANNOT_COME_THERE,
    ]


def test_a_refused_event_changes_nothing() -> None:
    game = begun(RED, BLUE)
    before = (game.events, game.state)
    refused(lambda: stay(game, "blue-4"))
    assert (game.events, game.state) == before


@pytest.mark.parametrize("event", [CardDrawn(("7",)), DeckShuffled(None), GameStarted((RED, BLUE), RED)])
def test_in_the_token_phase_only_tokens_move(event: CardDrawn | DeckShuffled | GameStarted) -> None:
    assert reasons(begun(RED, BLUE), event) == [Reason.PHASE]


def test_tokens_do_not_move_before_the_card_is_drawn() -> None:
    game = stay_all(begun(RED, BLUE))
    (problem,) = refused(lambda: game.apply(TokenMoved("red-4", OUTSIDE, WHITE_UP)))
    assert problem.text == "not now: a card must be drawn"
