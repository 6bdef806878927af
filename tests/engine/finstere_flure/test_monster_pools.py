"""Section 7, "On a pool it slides", and ruling R6."""

import pytest

from tests.engine.finstere_flure.drawn import assert_monster, told, walk


def test_it_slides_straight_on_to_the_first_cell_behind_the_pool_within_one_step() -> None:
    before = """
        h   i   j   k
     5  .   ~   ~   .
     6  M>  ~   ~   .
    """
    after = """
        h   i   j   k
     5  .   ~   ~   .
     6  .   ~   ~   M>
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == "1 E k6  sees nobody; h6-i6; i6~j6 (R6); j6~k6 (R6)"


def test_it_slides_along_the_long_pool() -> None:
    before = """
        h   i   j   k   l   m
     6  M>  =   =   =   =   .
    """
    after = """
        h   i   j   k   l   m
     6  .   =   =   =   =   M>
    """
    assert_monster(before, "1", after)


def test_it_slides_across_the_long_pool() -> None:
    before = """
        h   i   j
     4  .   =   .
     5  .   =   .
     6  M>  =   .
     7  .   =   .
    """
    after = """
        h   i   j
     4  .   =   .
     5  .   =   .
     6  .   =   M>
     7  .   =   .
    """
    assert_monster(before, "1", after)


def test_sliding_it_does_not_look() -> None:
    # From i6 it would see R1, from j6 B1.
    before = """
        h   i   j   k
     5  .   ~   ~   .
     6  M>  ~   ~   .
     7  .   R1  .   .
     8  .   .   B1  .
    """
    after = """
        h   i   j   k
     5  .   ~   ~   .
     6  .   ~   ~   M>
     7  .   R1  .   .
     8  .   .   B1  .
    """
    assert_monster(before, "1", after)


def test_tokens_on_the_way_are_eaten() -> None:
    before = """
        h   i    j    k
     5  .   ~    ~    .
     6  M>  ~R1  ~B1  G1
    """
    after = """
        h   i    j    k
     5  .   ~    ~    .
     6  .   ~    ~    M>
    outside: R1 B1 G1
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == (
        "1 E k6  sees R1:E1 ahead; h6-i6; eats R1 i6 caught; i6~j6 (R6); eats B1 j6 caught; j6~k6 (R6); "
        "eats G1 k6 caught"
    )


def test_stones_are_pushed_before_it() -> None:
    # The stone leaves the pool as the monster comes onto j6, and goes one cell further as it comes onto k6.
    before = """
        h   i   j    k   l
     5  .   ~   ~    .   .
     6  M>  ~   ~s1  .   .
    """
    after = """
        h   i   j    k   l
     5  .   ~   ~    .   .
     6  .   ~   ~    M>  s1
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == (
        "1 E k6  sees nobody; h6-i6; pushes s1 j6-k6 (R4); i6~j6 (R6); pushes s1 k6-l6 (R4); j6~k6 (R6)"
    )


def test_r6_it_pushes_chains_before_it_cell_by_cell() -> None:
    # s1 slides from the first pool cell to the far side, is met there and pushed on, with s2 and R1 behind it.
    before = """
        h   i    j   k   l   m   n
     5  .   ~    ~   .   .   .   .
     6  M>  ~s1  ~   .   s2  R1  .
    """
    after = """
        h   i    j   k   l   m   n
     5  .   ~    ~   .   .   .   .
     6  .   ~    ~   M>  s1  s2  R1
    """
    assert_monster(before, "1", after)


def test_r6_a_meal_on_the_pool_does_not_stop_it() -> None:
    before = """
        h   i    j   k
     5  .   ~    ~   .
     6  M>  ~R1  ~   .
    """
    after = """
        h   i    j   k
     5  .   ~    ~   .
     6  .   ~    ~   M>
    outside: R1
    """
    assert_monster(before, "X", after)


def test_r6_where_the_pool_ends_at_a_wall_it_goes_through() -> None:
    before = """
        a   b   n   o   p
     5  .   .   .   ~   ~
     6  .   .   M>  ~   ~
    """
    after = """
        a   b   n   o   p
     5  .   .   .   ~   ~
     6  M>  .   .   ~   ~
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == "1 E a6  sees nobody; n6-o6; o6~p6 (R6); wall V p6-a6; p6~a6 (R6)"


def test_r6_it_slides_on_if_a_pool_lies_behind_the_wall_too() -> None:
    before = """
        a   b   c   d   e   n   o   p
     5  .   .   .   .   .   .   ~   ~
     6  =   =   =   =   .   M>  ~   ~
    """
    after = """
        a   b   c   d   e   n   o   p
     5  .   .   .   .   .   .   ~   ~
     6  =   =   =   =   M>  .   ~   ~
    """
    assert len(assert_monster(before, "1", after).steps) == 1


def test_r6_it_slides_onto_a_teleporter() -> None:
    before = """
        h     i   j   k
     2  @A2<  .   .   .
     5  .     ~   ~   .
     6  M>    ~   ~   @A1>
    """
    after = """
        h       i   j   k
     2  @A2<M<  .   .   .
     5  .       ~   ~   .
     6  .       ~   ~   @A1>
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == "1 W h2  sees nobody; h6-i6; i6~j6 (R6); j6~k6 (R6); @A1 k6 to @A2 h2 W"


def test_r6_what_lies_behind_the_pool_is_met_sliding() -> None:
    # The stone behind the pool, with the token behind it, is pushed.
    before = """
        h   i   j   k   l   m
     5  .   ~   ~   .   .   .
     6  M>  ~   ~   s1  R1  .
    """
    after = """
        h   i   j   k   l   m
     5  .   ~   ~   .   .   .
     6  .   ~   ~   M>  s1  R1
    """
    assert_monster(before, "1", after)


def test_cells_of_two_pools_that_lie_next_to_each_other_count_as_one_pool() -> None:
    before = """
        h   i   j   k   l   m   n   o
     5  .   ~   ~   .   .   .   .   .
     6  M>  ~   ~   =   =   =   =   .
    """
    after = """
        h   i   j   k   l   m   n   o
     5  .   ~   ~   .   .   .   .   .
     6  .   ~   ~   =   =   =   =   M>
    """
    assert len(assert_monster(before, "1", after).steps) == 1


@pytest.mark.parametrize("stone", ["q6", "h10"])
def test_r6_a_turning_stone_met_after_the_first_pool_cell_is_pushed_like_a_plain_one(stone: str) -> None:
    on_the_pool = f"""
        h   i   j         k   l
     5  .   ~   ~         .   .
     6  M>  ~   ~{stone}  .   .
    """
    behind_the_pool = f"""
        h   i   j   k        l
     5  .   ~   ~   .        .
     6  M>  ~   ~   {stone}  .
    """
    after = f"""
        h   i   j   k   l
     5  .   ~   ~   .   .
     6  .   ~   ~   M>  {stone}
    """
    assert_monster(on_the_pool, "1", after)
    assert_monster(behind_the_pool, "1", after)
    assert told(behind_the_pool)[0] == (
        f"1 E k6  sees nobody; h6-i6; i6~j6 (R6); pushes {stone} k6-l6 (R6); j6~k6 (R6)"
    )


def test_r6_a_turning_stone_behind_the_wall_at_the_end_of_a_pool_is_pushed_too() -> None:
    before = """
        a   b   n   o   p
     5  .   .   .   ~   ~
     6  q6  .   M>  ~   ~
    """
    after = """
        a   b   n   o   p
     5  .   .   .   ~   ~
     6  M>  q6  .   ~   ~
    """
    assert_monster(before, "1", after)


def test_r6_a_turning_stone_on_the_very_first_pool_cell_acts_as_usual() -> None:
    before = """
        h   i    j   k
     5  .   ~    ~   .
     6  M>  ~q6  ~   .
     7  .   .    .   .
    """
    after = """
        h   i    j   k
     5  .   ~    ~   .
     6  .   ~q6  ~   .
     7  Mv  .    .   .
    """
    assert_monster(before, "1", after)


def test_r6_on_the_very_first_pool_cell_it_is_pushed_if_tokens_are_seen() -> None:
    # A tie before the stone (R1): it slides off the pool (R5) and is pushed on behind it (R6).
    before = """
        h   i    j   k   l
     4  R1  .    .   .   .
     5  .   ~    ~   .   .
     6  M>  ~q6  ~   .   .
     7  .   .    .   .   .
     8  B1  .    .   .   .
    """
    after = """
        h   i    j   k   l
     4  R1  .    .   .   .
     5  .   ~    ~   .   .
     6  .   ~    ~   M>  q6
     7  .   .    .   .   .
     8  B1  .    .   .   .
    """
    assert_monster(before, "1", after)


def test_r6_a_stone_before_the_pool_slides_over_it_and_is_met_again_in_the_next_step() -> None:
    before = """
        h   i   j   k   l   m
     5  .   .   ~   ~   .   .
     6  M>  s1  ~   ~   .   .
    """
    after_one = """
        h   i   j   k   l   m
     5  .   .   ~   ~   .   .
     6  .   M>  ~   ~   s1  .
    """
    after_two = """
        h   i   j   k   l   m
     5  .   .   ~   ~   .   .
     6  .   .   ~   ~   M>  s1
    """
    assert_monster(before, "1", after_one)
    assert_monster(before, "2", after_two)


def test_it_looks_again_where_it_has_come_to_rest() -> None:
    before = """
        h   i   j   k
     4  .   .   .   R1
     5  .   ~   ~   .
     6  M>  ~   ~   .
    """
    assert told(before, "2") == [
        "1 E k6  sees nobody; h6-i6; i6~j6 (R6); j6~k6 (R6)",
        "2 N k5  sees R1:N2 turn; E>N; k6-k5",
        "last N k5  sees R1:N1 ahead",
    ]


def test_a_pool_counts_as_one_step_of_a_number_card() -> None:
    before = """
        h   i   j   k   l   m
     6  M>  =   =   =   =   .
    """
    move = walk(before, "3")
    assert [step.cell for step in move.steps] == ["m6", "n6", "o6"]
