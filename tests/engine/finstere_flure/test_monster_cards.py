"""Hit cards: X, XX and XXX (section 7, first paragraph; R8)."""

import pytest

from engine.errors import NotationError
from engine.finstere_flure.cards import Card, parse_card
from engine.finstere_flure.pieces import DECK
from engine.finstere_flure.trace import Loss, Meal
from tests.engine.finstere_flure.drawn import assert_monster, walk

THREE_IN_A_ROW = """
    h   i   j   k   l   m   n
 6  M>  .   R1  .   B1  .   G1
"""


@pytest.mark.parametrize(("card", "hits", "steps"), [("X", 1, 2), ("XX", 2, 4), ("XXX", 3, 6)])
def test_a_hit_card_goes_on_until_so_many_tokens_have_been_hit(card: str, hits: int, steps: int) -> None:
    move = walk(THREE_IN_A_ROW, card)
    assert len(move.eaten) == hits
    assert len(move.steps) == steps


@pytest.mark.parametrize("card", ["X", "XX", "XXX"])
def test_but_no_further_than_20_steps(card: str) -> None:
    before = """
        a   b
     6  M>  .
    """
    # 15 steps to the wall, the 16th through it to a6, four more.
    move = walk(before, card)
    assert len(move.steps) == 20
    assert move.final.monster == "e6"


def test_a_hit_card_that_cannot_be_fulfilled_goes_on_to_20_steps() -> None:
    before = """
        h   i   j
     6  M>  R1  .
    """
    move = walk(before, "XX")
    assert len(move.eaten) == 1
    assert len(move.steps) == 20


def test_r8_a_token_pushed_off_the_board_counts_as_a_hit() -> None:
    before = """
        m   n   o   p
     6  M>  s1  .   R1
    """
    after = """
        m   n   o   p
     6  .   .   M>  s1
    outside: R1
    """
    move = assert_monster(before, "X", after)
    assert move.eaten == (Meal("red-1", 2, Loss.PUSHED_OFF),)


def test_r8_a_token_pushed_onto_a_teleporter_counts_as_a_hit() -> None:
    before = """
        h     i   j   k     l
     2  .     .   .   @A2v  .
     6  M>    s1  R1  @A1>  .
    """
    after = """
        h     i   j   k     l
     2  .     .   .   @A2v  .
     6  .     M>  s1  @A1>  .
    outside: R1
    """
    move = assert_monster(before, "X", after)
    assert move.eaten == (Meal("red-1", 1, Loss.TELEPORTER),)


def test_r8_a_stone_lost_is_no_hit() -> None:
    before = """
        n   o   p   a
     6  .   M>  s1  .
    """
    assert len(walk(before, "X").steps) == 20


def test_r8_a_slide_is_always_finished() -> None:
    before = """
        h   i   j    k   l   m
     6  M>  =   =R1  =   =   .
    """
    after = """
        h   i   j   k   l   m
     6  .   =   =   =   =   M>
    outside: R1
    """
    assert_monster(before, "X", after)


def test_r8_more_hits_than_needed_may_fall_in_that_step() -> None:
    # On one slide it catches R1 and B1 and, with the stone behind the pool, pushes G1 off.
    before = """
        k   l    m   n    o   p
     6  M>  =R1  =   =B1  =s1 G1
    """
    move = walk(before, "X")
    assert len(move.steps) == 1
    assert move.eaten == (
        Meal("red-1", 1, Loss.CAUGHT),
        Meal("blue-1", 1, Loss.CAUGHT),
        Meal("green-1", 1, Loss.PUSHED_OFF),
    )


def test_r8_the_card_ends_after_the_step_in_which_the_number_was_reached() -> None:
    # R1 is the first hit, B1 and G1 together bring the third to a card of two.
    before = """
        i   j   k   l    m    n   o
     5  .   .   .   ~    ~    .   .
     6  M>  R1  .   ~B1  ~G1  .   E1
    """
    after = """
        i   j   k   l    m    n   o
     5  .   .   .   ~    ~    .   .
     6  .   .   .   ~    ~    M>  E1
    outside: R1 B1 G1
    """
    move = assert_monster(before, "XX", after)
    assert [meal.step for meal in move.eaten] == [1, 3, 3]


@pytest.mark.parametrize("name", DECK)
def test_every_card_of_the_deck_is_known(name: str) -> None:
    assert parse_card(name).name == name


def test_the_deck_is_the_eight_cards_of_the_game() -> None:
    assert sorted(DECK) == sorted(["5", "7", "7", "8", "8", "10", "X", "XX"])


def test_cards_as_people_write_them() -> None:
    assert parse_card(" xx ") == Card("XX", steps=20, hits=2)
    assert parse_card("07") == Card("7", steps=7)
    assert parse_card("20") == Card("20", steps=20)


@pytest.mark.parametrize("text", ["", "0", "21", "-5", "5.0", "XXXX", "Y", "five", "⑤", "٥", "1 0", "X" * 1000])
def test_anything_else_is_no_card_and_is_said_in_a_short_sentence(text: str) -> None:
    with pytest.raises(NotationError, match="expected 5, 7, 8, 10, X, XX or XXX") as caught:
        parse_card(text)
    assert len(str(caught.value)) < 120
