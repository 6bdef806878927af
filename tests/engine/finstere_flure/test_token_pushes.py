"""Section 6, "Pushing", and R7 for tokens."""

import pytest

from engine.finstere_flure.moves import StonePush
from tests.engine.finstere_flure.drawn import assert_reach, assert_token, reach


@pytest.mark.parametrize("stone", ["s1", "c4", "q6", "h10"])
def test_a_token_pushes_one_stone_in_front_of_it_one_cell(stone: str) -> None:
    before = f"""
        h   i        j   p
     6  R1  {stone}  .   Mv
    """
    after = f"""
        h   i   j        p
     6  .   R1  {stone}  Mv
    """
    move = assert_token(before, "red-1", after, steps=1)
    assert move.path == ("i6",)
    assert move.pushes == (StonePush(f"stone-{stone[1:]}", "i6", "j6"),)


def test_it_pushes_on_with_every_step() -> None:
    before = """
        h   i   j   k   p
     6  r5  s1  .   .   Mv
    """
    after = """
        h   i   j   k   p
     6  .   .   r5  s1  Mv
    """
    move = assert_token(before, "red-5", after, steps=2)
    assert move.pushes == (StonePush("stone-1", "i6", "j6"), StonePush("stone-1", "j6", "k6"))


def test_it_may_push_one_stone_after_another() -> None:
    before = """
        h   i   j   k   p
     5  .   .   .   .   .
     6  r5  s1  .   .   .
     7  .   c4  .   .   .
     8  .   .   .   .   Mv
    """
    after = """
        h   i   j   k   p
     5  .   .   .   .   .
     6  .   .   s1  .   .
     7  .   r5  .   .   .
     8  .   c4  .   .   Mv
    """
    assert_token(before, "red-5", after, steps=2)


@pytest.mark.parametrize("behind", ["s2", "c4", "q6", "h10", "B1", "M<"])
def test_it_pushes_no_stone_onto_a_stone_a_token_or_the_monster(behind: str) -> None:
    monster = "." if behind == "M<" else "Mv"
    before = f"""
        h   i   j         p
     6  R1  s1  {behind}  {monster}
    """
    least_steps = """
        g   h   i
     5  .   1   .
     6  1   0   .
     7  .   1   .
    """
    assert_reach(before, "red-1", least_steps)


def test_it_pushes_no_stone_onto_a_teleporter() -> None:
    before = """
        h     i   j     p
     6  R1    s1  @A1^  .
     8  @A2^  .   .     Mv
    """
    assert "i6" not in reach(before, "red-1")


def test_it_pushes_no_stone_off_the_board() -> None:
    before = """
        n   o   p
     6  .   R1  s1
     8  .   .   Mv
    """
    assert "p6" not in reach(before, "red-1")


def test_it_never_pushes_a_token() -> None:
    before = """
        h   i   j   p
     6  R1  B1  .   Mv
    """
    assert "i6" not in reach(before, "red-1")


@pytest.mark.parametrize("stone", ["s1", "c4"])
def test_r7_a_stone_pushed_onto_a_corner_is_removed_from_the_game_at_once(stone: str) -> None:
    exit_before = f"""
        a   b        c   p
     1  .   {stone}  R1  #
     8  #   .        .   Mv
    """
    exit_after = """
        a   b   c   p
     1  .   R1  .   #
     8  #   .   .   Mv
    """
    move = assert_token(exit_before, "red-1", exit_after, steps=1)
    assert move.pushes == (StonePush(f"stone-{stone[1:]}", "b1", None),)
    entrance_before = f"""
        a   p
     1  M>  #
     9  #   R1
    10  #   {stone}
    11  #   .
    """
    entrance_after = """
        a   p
     1  M>  #
     9  #   .
    10  #   R1
    11  #   .
    """
    assert_token(entrance_before, "red-1", entrance_after, steps=1)


def test_the_corner_must_be_free_for_that() -> None:
    before = """
        a   b   c   p
     1  B1  s1  R1  #
     8  #   .   .   Mv
    """
    assert "b1" not in reach(before, "red-1")


def test_a_token_that_enters_can_push_on() -> None:
    before = """
        a   o   p
     1  M>  #   #
     9  #   .   .
    10  #   .   s1
    11  #   .   .
    outside: r5
    """
    after = """
        a   o   p
     1  M>  #   #
     9  #   .   s1
    10  #   .   r5
    11  #   .   .
    """
    assert_token(before, "red-5", after, steps=2)


def test_the_cell_that_the_token_has_left_is_free_for_stones_too() -> None:
    # Round the stone and from behind onto the starting cell.
    before = """
        h   i   j   p
     5  .   .   .   Mv
     6  r1  s1  .   .
    """
    after = """
        h   i   j   p
     5  .   .   .   Mv
     6  s1  r1  .   .
    """
    move = assert_token(before, "red-1", after, steps=5)
    assert move.pushes == (StonePush("stone-1", "i6", "h6"),)


def test_it_may_push_while_it_passes_over_a_token() -> None:
    before = """
        h   i   j   k   p
     6  r5  B1  s1  .   Mv
    """
    after = """
        h   i   j   k   p
     6  .   B1  r5  s1  Mv
    """
    assert_token(before, "red-5", after, steps=2)


# --- after the rule sheet's three examples ------------------------------------------------------------------------


def test_example_one_a_four_moves_four_and_pushes_a_stone_one_cell_but_not_two() -> None:
    before = """
        h   i   j   k   l   p
     6  R4  .   s1  .   B1  .
     7  .   .   .   .   .   .
     8  .   .   .   .   .   Mv
    """
    after = """
        h   i   j   k   l   p
     6  .   .   .   s1  B1  .
     7  .   .   .   .   .   .
     8  .   .   R4  .   .   Mv
    """
    assert_token(before, "red-4", after, steps=4)
    # Two cells are too many: B1 is in the stone's way.
    assert "k6" not in reach(before, "red-4")


def test_example_two_a_five_passes_two_tokens_which_count_and_pushes_a_stone() -> None:
    before = """
        h   i   j   k   l   m   n   p
     5  s4  s5  s6  s7  s8  s9  .   .
     6  R5  .   B1  .   G1  s1  .   .
     7  .   .   .   .   .   .   .   .
     8  .   .   .   .   .   .   .   Mv
    """
    after = """
        h   i   j   k   l   m   n   p
     5  s4  s5  s6  s7  s8  s9  .   .
     6  .   .   B1  .   G1  R5  s1  .
     7  .   .   .   .   .   .   .   .
     8  .   .   .   .   .   .   .   Mv
    """
    assert_token(before, "red-5", after, steps=5)
    ends = reach(before, "red-5")
    assert not {"j6", "l6"} & ends.keys()


def test_example_three_a_five_pushes_a_stone_onto_a_pool_where_another_token_stops_it() -> None:
    before = """
        e   f   g   h   i   j   k   l   m   p
     6  .   .   .   s1  =   =   =   =   B1  .
     7  .   .   .   .   .   .   .   .   .   .
     8  R5  .   .   .   .   .   .   .   .   Mv
    """
    after = """
        e   f   g   h   i   j   k   l    m   p
     6  .   .   .   R5  =   =   =   =s1  B1  .
     7  .   .   .   .   .   .   .   .    .   .
     8  .   .   .   .   .   .   .   .    .   Mv
    """
    move = assert_token(before, "red-5", after, steps=5)
    assert move.pushes == (StonePush("stone-1", "h6", "l6"),)


def test_example_three_with_its_last_step_it_may_not_slide_onto_that_token() -> None:
    before = """
        h   i   j   k   l   m   p
     6  .   =   =   =   =   B1  .
     7  .   .   .   .   .   .   .
     8  r4  .   .   .   .   .   Mv
    """
    # Two steps up and one to the right would end on B1.
    assert "m6" not in reach(before, "red-4")
    assert "m6" in reach(before.replace("B1", ". "), "red-4")
