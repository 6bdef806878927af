"""Section 7, "Move": steps, meals and walls (R3, R9, R14)."""

import pytest

from engine.finstere_flure.board import Direction
from tests.engine.finstere_flure.drawn import assert_monster, told, walk

# --- steps and meals ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("monster", "after"),
    [
        ("M^", ".  M^ .   .  .  .   .  .  ."),
        ("M>", ".  .  .   .  .  M>  .  .  ."),
        ("Mv", ".  .  .   .  .  .   .  Mv ."),
        ("M<", ".  .  .   M< .  .   .  .  ."),
    ],
)
def test_it_moves_one_cell_in_the_direction_it_faces(monster: str, after: str) -> None:
    words = after.split()
    before = f"""
        h   i   j
     5  .   .   .
     6  .   {monster}  .
     7  .   .   .
    """
    drawn_after = f"""
        h   i   j
     5  {" ".join(words[:3])}
     6  {" ".join(words[3:6])}
     7  {" ".join(words[6:])}
    """
    assert_monster(before, "1", drawn_after)


@pytest.mark.parametrize(("card", "cell"), [("1", "c6"), ("5", "g6"), ("7", "i6"), ("8", "j6"), ("10", "l6")])
def test_a_number_card_gives_the_number_of_steps(card: str, cell: str) -> None:
    before = """
        a   b
     6  .   M>
    """
    move = walk(before, card)
    assert len(move.steps) == int(card)
    assert move.final.monster == cell


def test_a_token_in_its_way_is_eaten() -> None:
    before = """
        h   i   j
     6  M>  R1  .
    """
    after = """
        h   i   j
     6  .   M>  .
    outside: R1
    """
    assert_monster(before, "1", after)


def test_stage_one_what_is_eaten_goes_back_to_the_entrance_and_keeps_its_side() -> None:
    before = """
        h   i   j
     6  M>  r1  B4
    """
    after = """
        h   i   j
     6  .   .   M>
    outside: r1 B4
    """
    assert_monster(before, "2", after)


def test_stage_two_what_is_eaten_is_out_of_the_game() -> None:
    before = """
    stage: 2
        h   i   j
     6  M>  r1  B4
    """
    after = """
    stage: 2
        h   i   j
     6  .   .   M>
    dead: r1 B4
    """
    assert_monster(before, "2", after)


def test_r9_a_number_card_is_always_walked_to_the_end() -> None:
    before = """
        h   i   j   k   l
     6  M>  R1  .   .   .
    """
    after = """
        h   i   j   k   l
     6  .   .   .   .   M>
    outside: R1
    """
    assert_monster(before, "4", after)


# --- walls --------------------------------------------------------------------------------------------------------


def test_through_a_wall_it_comes_in_at_the_same_letter_all_one_step() -> None:
    before = """
        a   b   o   p
     6  .   .   .   M>
    """
    after = """
        a   b   o   p
     6  M>  .   .   .
    """
    assert_monster(before, "1", after)
    assert told(before) == ["1 E a6  sees nobody; wall V p6-a6; p6-a6", "last E a6  sees nobody"]


def test_east_out_of_l1_leads_in_at_e11_through_m() -> None:
    before = """
        e   k   l
     1  .   .   M>
    11  .   .   .
    """
    after = """
        e   k   l
     1  .   .   .
    11  M>  .   .
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == "1 E e11  sees nobody; wall M l1-e11; l1-e11"


def test_north_out_of_the_exit_leads_in_at_the_entrance_through_a() -> None:
    before = """
        a   p
     1  M^  #
    11  #   .
    """
    after = """
        a   p
     1  .   #
    11  #   M^
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == "1 N p11  sees nobody; wall A a1-p11; a1-p11"


def test_the_stairs_of_a_cut_corner_are_walls_too() -> None:
    before = """
        c   d   m   n
     2  .   .   M>  #
    10  #   .   .   .
    """
    after = """
        c   d   m   n
     2  .   .   .   #
    10  #   M>  .   .
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == "1 E d10  sees nobody; wall O m2-d10; m2-d10"


def test_r3_a_token_behind_the_wall_is_eaten() -> None:
    before = """
        a   b   o   p
     6  R1  .   .   M>
    """
    after = """
        a   b   o   p
     6  M>  .   .   .
    outside: R1
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == "1 E a6  sees nobody; wall V p6-a6 (R3); p6-a6; eats R1 a6 caught"


@pytest.mark.parametrize("stone", ["s1", "c4"])
def test_r3_a_stone_behind_the_wall_is_pushed_with_its_chain(stone: str) -> None:
    before = f"""
        a        b   c   o   p
     6  {stone}  R1  .   .   M>
    """
    after = f"""
        a   b        c   o   p
     6  M>  {stone}  R1  .   .
    """
    assert_monster(before, "1", after)


def test_r3_a_pool_behind_the_wall_is_slid_over() -> None:
    before = """
        a   b   c   d   e   p
     6  =   =   =   =   .   M>
    """
    after = """
        a   b   c   d   e   p
     6  =   =   =   =   M>  .
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == (
        "1 E e6  sees nobody; wall V p6-a6 (R3); p6-a6; a6~b6 (R6); b6~c6 (R6); c6~d6 (R6); d6~e6 (R6)"
    )


def test_r3_a_turning_stone_behind_the_wall_acts_before_the_monster_has_left_its_cell() -> None:
    before = """
        a   b   o   p
     6  q6  .   .   M>
     7  .   .   .   .
    """
    after = """
        a   b   o   p
     6  q6  .   .   .
     7  .   .   .   Mv
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == "1 S p7  sees nobody; q6 on a6 turns E>S (R3); p6-p7"


def test_r3_a_teleporter_behind_the_wall_carries_on() -> None:
    before = """
        a     b   i     p
     3  .     .   @A2v  #
     6  @A1>  .   .     M>
    """
    after = """
        a     b   i       p
     3  .     .   @A2vMv  #
     6  @A1>  .   .       .
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == "1 S i3  sees nobody; wall V p6-a6 (R3); p6-a6; @A1 a6 to @A2 i3 S"


# --- the look at the end ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["1", "X"])
def test_r14_after_the_last_step_also_of_a_hit_card_it_looks_and_turns(card: str) -> None:
    before = """
        h   i   j
     4  .   B1  .
     5  .   .   .
     6  M>  R1  .
    """
    after = """
        h   i   j
     4  .   B1  .
     5  .   .   .
     6  .   M^  .
    outside: R1
    """
    assert_monster(before, card, after)


@pytest.mark.parametrize("card", ["1", "X"])
def test_r14_a_turning_stone_ahead_does_not_act_until_it_would_step_onto_it(card: str) -> None:
    before = """
        h   i   j
     6  M>  R1  q6
     7  .   .   .
    """
    after = """
        h   i   j
     6  .   M>  q6
     7  .   .   .
    outside: R1
    """
    move = assert_monster(before, card, after)
    assert move.final.facing is Direction.E
    assert walk(after, "1").final.monster == "i7"
