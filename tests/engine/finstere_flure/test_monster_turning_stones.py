"""Section 7, "A turning stone", and rulings R1 and R2."""

import pytest

from engine.finstere_flure.board import Direction
from tests.engine.finstere_flure.drawn import assert_monster, told, walk


def test_a_right_turning_stone_turns_it_right_and_is_not_pushed() -> None:
    before = """
        h   i   j
     6  M>  q6  .
     7  .   .   .
    """
    after = """
        h   i   j
     6  .   q6  .
     7  Mv  .   .
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == "1 S h7  sees nobody; q6 on i6 turns E>S; h6-h7"


def test_a_turn_about_stone_turns_it_about() -> None:
    before = """
        g   h   i
     6  .   M>  h10
    """
    after = """
        g   h   i
     6  M<  .   h10
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == "1 W g6  sees nobody; h10 on i6 turns E>W; h6-g6"


def test_its_back_is_a_plain_stone() -> None:
    before = """
        h   i   j
     6  M>  s6  .
    """
    after = """
        h   i   j
     6  .   M>  s6
    """
    assert_monster(before, "1", after)


def test_only_the_cell_it_is_about_to_enter_counts() -> None:
    # q6 is beside it and h10 two cells ahead.
    before = """
        h   i   j
     5  q6  .   .
     6  M>  .   h10
    """
    after = """
        h   i   j
     5  q6  .   .
     6  .   M>  h10
    """
    assert_monster(before, "1", after)


def test_it_acts_only_if_the_monster_sees_no_token() -> None:
    # It sees R1, turns to it, and its way leads no longer onto the stone.
    before = """
        h   i   j
     4  R1  .   .
     5  .   .   .
     6  M>  q6  .
    """
    after = """
        h   i   j
     4  R1  .   .
     5  M^  .   .
     6  .   q6  .
    """
    assert_monster(before, "1", after)


def test_a_token_behind_the_stone_is_not_seen() -> None:
    before = """
        h   i   j
     6  M>  q6  R1
     7  .   .   .
    """
    after = """
        h   i   j
     6  .   q6  R1
     7  Mv  .   .
    """
    assert_monster(before, "1", after)


def test_a_turning_stone_that_was_pushed_acts_from_where_it_lies_then() -> None:
    # Pushed after a tie, it is met again in the next step, when nobody is seen.
    before = """
        h   i   j   k
     5  R1  .   .   .
     6  M>  q6  .   .
     7  B1  .   .   .
    """
    assert told(before, "2")[1] == "2 S i7  sees nobody; q6 on j6 turns E>S; i6-i7"


# --- R1 -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stone", ["q6", "h10"])
def test_r1_after_a_tie_the_stone_does_not_act_and_is_pushed_like_a_plain_one(stone: str) -> None:
    before = f"""
        h   i        j   k   l
     4  R1  .        .   .   .
     5  .   .        .   .   .
     6  M>  {stone}  s1  G1  .
     7  .   .        .   .   .
     8  B1  .        .   .   .
    """
    after = f"""
        h   i   j        k   l
     4  R1  .   .        .   .
     5  .   .   .        .   .
     6  .   M>  {stone}  s1  G1
     7  .   .   .        .   .
     8  B1  .   .        .   .
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == (
        "1 E i6  sees R1:N2 B1:S2 confused; pushes G1 k6-l6 (R4); pushes s1 j6-k6 (R4); "
        f"pushes {stone} i6-j6 (R1); h6-i6"
    )


def test_r1_behind_a_wall_too() -> None:
    before = """
        a   b   o   p
     5  .   .   .   R1
     6  q6  .   .   M>
     7  .   .   .   B1
    """
    after = """
        a   b   o   p
     5  .   .   .   R1
     6  M>  q6  .   .
     7  .   .   .   B1
    """
    assert_monster(before, "1", after)


# --- R2 -----------------------------------------------------------------------------------------------------------


def test_r2_after_the_turn_it_does_not_look_again_before_it_moves() -> None:
    # Turned east it would see R1, to its right; but the new way is free.
    before = """
        h   i   j
     5  q6  .   .
     6  M^  .   .
     7  R1  .   .
    """
    after = """
        h   i   j
     5  q6  .   .
     6  .   M>  .
     7  R1  .   .
    """
    assert_monster(before, "1", after)


@pytest.mark.parametrize("way", ["s1", "c4"])
def test_r2_a_plain_stone_too_is_a_free_way(way: str) -> None:
    before = f"""
        h   i      j
     5  q6  .      .
     6  M^  {way}  .
     7  R1  .      .
    """
    after = f"""
        h   i   j
     5  q6  .   .
     6  .   M>  {way}
     7  R1  .   .
    """
    assert_monster(before, "1", after)


def test_r2_a_token_on_the_new_way_is_simply_eaten() -> None:
    before = """
        g   h   i
     6  R1  M>  h10
    """
    after = """
        g   h   i
     6  M<  .   h10
    outside: R1
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == "1 W g6  sees nobody; h10 on i6 turns E>W; h6-g6; eats R1 g6 caught"


def test_r2_if_the_new_way_leads_onto_a_turning_stone_it_looks_first() -> None:
    # Turned east it sees R1, which was behind it, to its right.
    before = """
        h   i   j
     5  q6  .   .
     6  M^  q7  .
     7  .   .   .
     8  R1  .   .
    """
    after = """
        h   i   j
     5  q6  .   .
     6  .   q7  .
     7  Mv  .   .
     8  R1  .   .
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == ("1 S h7  sees nobody; q6 on h5 turns N>E; sees R1:S2 turn (R2); E>S; h6-h7")


def test_r2_if_none_is_seen_that_stone_acts_as_well() -> None:
    before = """
        h   i   j
     5  q6  .   .
     6  M^  q7  .
     7  .   .   .
    """
    after = """
        h   i   j
     5  q6  .   .
     6  .   q7  .
     7  Mv  .   .
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == (
        "1 S h7  sees nobody; q6 on h5 turns N>E; sees nobody (R2); q7 on i6 turns E>S (R2); h6-h7"
    )


def test_r2_a_turn_about_stone_behind_the_turn_brings_it_round() -> None:
    before = """
        g   h   i
     5  .   q6  .
     6  .   M^  h10
    """
    after = """
        g   h   i
     5  .   q6  .
     6  M<  .   h10
    """
    assert_monster(before, "1", after)


def test_r2_three_turns_in_a_row_and_then_a_free_way() -> None:
    before = """
        g   h   i
     5  .   q6  .
     6  .   M^  q7
     7  .   q8  .
    """
    after = """
        g   h   i
     5  .   q6  .
     6  M<  .   q7
     7  .   q8  .
    """
    assert_monster(before, "1", after)


def test_r2_behind_a_wall_too() -> None:
    # Turned east by q6, its way leads through the wall onto q7.
    before = """
        a   o   p
     5  .   .   q6
     6  q7  .   M^
     7  .   .   .
    """
    after = """
        a   o   p
     5  .   .   q6
     6  q7  .   .
     7  .   .   Mv
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == (
        "1 S p7  sees nobody; q6 on p5 turns N>E; sees nobody (R2); q7 on a6 turns E>S (R2); p6-p7"
    )


def test_r2_after_four_turns_in_a_row_the_step_is_spent_standing_still() -> None:
    before = """
        g   h   i
     5  .   q6  .
     6  q9  M^  q7
     7  .   q8  .
    """
    assert_monster(before, "1", before)
    assert told(before)[0] == (
        "1 N h6  sees nobody; q6 on h5 turns N>E; sees nobody (R2); q7 on i6 turns E>S (R2); "
        "sees nobody (R2); q8 on h7 turns S>W (R2); sees nobody (R2); q9 on g6 turns W>N (R2); stands still (R2)"
    )


def test_r2_it_faces_as_after_the_fourth_turn() -> None:
    # North, east, back west, north, east: the fourth turn leaves it facing the turn-about stone.
    before = """
        g   h   i
     5  .   q6  .
     6  q9  M^  h10
     7  .   .   .
    """
    after = """
        g   h   i
     5  .   q6  .
     6  q9  M>  h10
     7  .   .   .
    """
    move = assert_monster(before, "1", after)
    assert move.steps[0].facing is Direction.E
    assert told(before)[0].endswith("q6 on h5 turns N>E (R2); stands still (R2)")


@pytest.mark.parametrize(("card", "steps"), [("5", 5), ("X", 20)])
def test_r2_standing_still_counts_as_a_step_of_any_card(card: str, steps: int) -> None:
    before = """
        g   h   i
     5  .   q6  .
     6  q9  M^  q7
     7  .   q8  .
    """
    move = walk(before, card)
    assert [step.cell for step in move.steps] == ["h6"] * steps


def test_r2_two_turn_about_stones_hold_it_too() -> None:
    before = """
        g    h   i
     6  h11  M>  h10
    """
    assert_monster(before, "1", before)
