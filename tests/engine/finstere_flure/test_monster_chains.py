"""Tests of the monster's pushes: chains (R4), pieces pushed onto a pool (R5), corners (R7)."""

import pytest

from tests.engine.finstere_flure.drawn import assert_monster, told

# --- R4: the chain ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stone", ["s1", "c4"])
def test_a_stone_or_crystal_is_pushed_along(stone: str) -> None:
    before = f"""
        h   i        j   k
     6  M>  {stone}  .   .
    """
    after = f"""
        h   i   j        k
     6  .   M>  {stone}  .
    """
    assert_monster(before, "1", after)


def test_everything_behind_it_without_a_gap_is_pushed_along() -> None:
    # A turning stone within a chain is pushed like all else.
    before = """
        h   i   j   k   l   m   n   o
     6  M>  s1  c4  R1  q6  B1  h10 .
    """
    after = """
        h   i   j   k   l   m   n   o
     6  .   M>  s1  c4  R1  q6  B1  h10
    """
    assert_monster(before, "1", after)


def test_the_chain_ends_at_a_gap() -> None:
    before = """
        h   i   j   k   l
     6  M>  s1  .   R1  .
    """
    after = """
        h   i   j   k   l
     6  .   M>  s1  R1  .
    """
    assert_monster(before, "1", after)


def test_r4_the_farthest_piece_moves_first() -> None:
    before = """
        h   i   j   k
     6  M>  s1  R1  .
    """
    assert told(before)[0] == "1 E i6  sees nobody; pushes R1 j6-k6 (R4); pushes s1 i6-j6 (R4); h6-i6"


def test_r4_a_piece_which_slides_away_makes_room_before_the_next_one_moves() -> None:
    # B1 slides off the pool to m6; so R1, next, finds the pool empty and slides to its last cell.
    before = """
        h   i   j   k    l   m
     5  .   .   .   ~    ~   .
     6  M>  s1  R1  ~B1  ~   .
    """
    after = """
        h   i   j   k    l    m
     5  .   .   .   ~    ~    .
     6  .   M>  s1  ~    ~R1  B1
    """
    assert_monster(before, "1", after)


@pytest.mark.parametrize(
    ("row", "row_after"),
    [
        ("s1 s2 s3 c4 c5 R1 R3 R4 R5 s6 s7 s8 s9 s10 s11 M>", "M> s1 s2 s3 c4 c5 R1 R3 R4 R5 s6 s7 s8 s9 s10 s11"),
        ("s1 s2 s3 c4 c5 R1 R3 R4 s6 s7 s8 s9 s10 s11 B1 M>", "M> s1 s2 s3 c4 c5 R1 R3 R4 s6 s7 s8 s9 s10 s11 B1"),
        # The last stone slides over the pool onto that cell.
        ("s1 s2 s3 c4 c5 q6 q7 q8 q9 h10 s11 = = = = M>", "M> s1 s2 s3 c4 c5 q6 q7 q8 q9 h10 = = = = s11"),
    ],
)
def test_r4_the_cell_that_the_monster_is_just_leaving_counts_as_free(row: str, row_after: str) -> None:
    files = "a b c d e f g h i j k l m n o p"
    assert_monster(f"{files}\n6 {row}", "1", f"{files}\n6 {row_after}")


def test_r4_a_stone_pushed_off_the_board_is_removed() -> None:
    before = """
        n   o   p
     6  .   M>  s1
    """
    after = """
        n   o   p
     6  .   .   M>
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == "1 E p6  sees nobody; pushes s1 p6-lost (R4); removes s1 p6 (R4); o6-p6"


@pytest.mark.parametrize(("stage", "place"), [(1, "outside"), (2, "dead")])
def test_r4_a_token_pushed_off_the_board_is_eaten(stage: int, place: str) -> None:
    before = f"""
    stage: {stage}
        n   o   p
     6  M>  s1  r1
    """
    after = f"""
    stage: {stage}
        n   o   p
     6  .   M>  s1
    {place}: r1
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == (
        "1 E o6  sees nobody; pushes r1 p6-lost (R4); eats r1 p6 pushed-off (R4); pushes s1 o6-p6 (R4); n6-o6"
    )


def test_r4_a_stone_pushed_onto_a_teleporter_is_removed() -> None:
    before = """
        h     i   j   k
     2  @A2v  .   .   .
     6  M>    c4  s1  @A1>
    """
    after = """
        h     i   j   k
     2  @A2v  .   .   .
     6  .     M>  c4  @A1>
    """
    assert_monster(before, "1", after)


def test_r4_a_token_pushed_onto_a_teleporter_is_eaten() -> None:
    before = """
        h     i   j   k
     2  @A2v  .   .   .
     6  M>    s1  R1  @A1>
    """
    after = """
        h     i   j   k
     2  @A2v  .   .   .
     6  .     M>  s1  @A1>
    outside: R1
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == (
        "1 E i6  sees nobody; pushes R1 j6-lost (R4); eats R1 j6 teleporter (R4); pushes s1 i6-j6 (R4); h6-i6"
    )


def test_r4_the_first_token_is_eaten_not_pushed_and_what_is_behind_it_is_not_moved() -> None:
    before = """
        h   i   j   k   l
     6  M>  R1  s1  B1  .
    """
    after = """
        h   i   j   k   l
     6  .   M>  s1  B1  .
    outside: R1
    """
    assert_monster(before, "1", after)


def test_r4_the_chain_does_not_go_on_behind_a_wall() -> None:
    before = """
        a   b   n   o   p
     6  R1  s2  M>  s1  B1
    """
    after = """
        a   b   n   o   p
     6  R1  s2  .   M>  s1
    outside: B1
    """
    assert_monster(before, "1", after)


# --- R5: pushed onto a pool ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("stone", ["s1", "c4"])
def test_r5_a_stone_pushed_onto_a_pool_slides_to_the_first_cell_behind_it(stone: str) -> None:
    before = f"""
        h   i        j   k   l   m   n   o
     6  M>  {stone}  =   =   =   =   .   .
    """
    after = f"""
        h   i   j   k   l   m   n        o
     6  .   M>  =   =   =   =   {stone}  .
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == f"1 E i6  sees nobody; pushes {stone} i6~n6 (R5); h6-i6"


def test_r5_a_token_pushed_onto_a_pool_slides_as_well() -> None:
    before = """
        h   i   j   k   l   m   n   o
     6  M>  s1  R1  =   =   =   =   .
    """
    after = """
        h   i   j   k   l   m   n   o
     6  .   M>  s1  =   =   =   =   R1
    """
    assert_monster(before, "1", after)


def test_r5_also_from_one_pool_cell_to_the_next() -> None:
    # The token had come to rest on the pool. Pushed one cell within it, it slides out.
    before = """
        h   i   j    k   l   m   n
     6  M>  s1  =R1  =   =   =   .
    """
    after = """
        h   i   j    k   l   m    n
     6  .   M>  =    =   =   =s1  R1
    """
    assert_monster(before, "1", after)


@pytest.mark.parametrize("obstacle", ["s2", "c4", "q6", "h10", "R1", "r5"])
@pytest.mark.parametrize("slider", ["s1", "B1"])
def test_r5_a_stone_a_crystal_and_a_token_stop_a_slide_behind_the_pool_and_on_it(slider: str, obstacle: str) -> None:
    # The chain that is pushed: s3, then the piece that slides. It passes over nothing (also R13 is not for it).
    behind = f"""
        h   i   j         k   l   m   n   o
     6  M>  s3  {slider}  =   =   =   =   {obstacle}
    """
    behind_after = f"""
        h   i   j   k   l   m   n          o
     6  .   M>  s3  =   =   =   ={slider}  {obstacle}
    """
    assert_monster(behind, "1", behind_after)
    upon = f"""
        h   i   j         k   l   m            n   o
     6  M>  s3  {slider}  =   =   ={obstacle}  =   .
    """
    upon_after = f"""
        h   i   j   k   l          m            n   o
     6  .   M>  s3  =   ={slider}  ={obstacle}  =   .
    """
    assert_monster(upon, "1", upon_after)


def test_r5_a_wall_stops_a_slide() -> None:
    before = """
        k   l   m   n   o   p
     6  M>  s1  =   =   =   =
    """
    after = """
        k   l   m   n   o   p
     6  .   M>  =   =   =   =s1
    """
    assert_monster(before, "1", after)


def test_r5_a_teleporter_stops_a_slide() -> None:
    before = """
        h     i   j   k   l   m
     2  @A2v  .   .   .   .   .
     5  .     .   ~   ~   .   .
     6  M>    s1  ~   ~   @A1>  .
    """
    after = """
        h     i   j   k    l   m
     2  @A2v  .   .   .    .   .
     5  .     .   ~   ~    .   .
     6  .     M>  ~   ~s1  @A1>  .
    """
    assert_monster(before, "1", after)


def test_r5_a_sliding_piece_pushes_nothing() -> None:
    before = """
        h   i   j   k   l    m   n
     6  M>  s1  =   =   =s2  =   .
    """
    after = """
        h   i   j   k    l    m   n
     6  .   M>  =   =s1  =s2  =   .
    """
    assert_monster(before, "1", after)


def test_r5_slides_go_on_over_two_pools_that_lie_next_to_each_other() -> None:
    before = """
        h   i   j   k   l   m   n   o   p
     5  .   .   .   .   .   .   ~   ~   .
     6  M>  s1  =   =   =   =   ~   ~   .
    """
    after = """
        h   i   j   k   l   m   n   o   p
     5  .   .   .   .   .   .   ~   ~   .
     6  .   M>  =   =   =   =   ~   ~   s1
    """
    assert_monster(before, "1", after)


def test_r5_pushed_again_from_the_last_pool_cell_at_a_wall_it_is_lost() -> None:
    # Sliding, the monster comes onto o6 and pushes what stands on p6, at the wall.
    before = """
        a   b   n   o   p
     5  .   .   .   ~   ~
     6  .   .   M>  ~s1 ~R1
    """
    after = """
        a   b   n   o   p
     5  .   .   .   ~   ~
     6  M>  .   .   ~   ~
    outside: R1
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == (
        "1 E a6  sees nobody; pushes R1 p6-lost (R4); eats R1 p6 pushed-off (R4); pushes s1 o6~p6 (R5); n6-o6; "
        "pushes s1 p6-lost (R4); removes s1 p6 (R4); o6~p6 (R6); wall V p6-a6; p6~a6 (R6)"
    )


def test_r5_pushed_again_from_the_last_pool_cell_at_a_teleporter_it_is_lost() -> None:
    before = """
        h     i   j     k
     2  @A2v  .   .     .
     5  .     ~   ~     .
     6  M>    ~   ~s1   @A1>
    """
    after = """
        h       i   j   k
     2  @A2vMv  .   .   .
     5  .       ~   ~   .
     6  .       ~   ~   @A1>
    """
    assert_monster(before, "1", after)


# --- R7: corners --------------------------------------------------------------------------------------------------


def test_r7_a_stone_pushed_onto_the_exit_is_removed_at_once() -> None:
    before = """
        a   b   c
     1  .   s1  M<
    """
    after = """
        a   b   c
     1  .   M<  .
    """
    assert_monster(before, "1", after)
    assert told(before)[0] == "1 W b1  sees nobody; pushes s1 b1-a1 (R4); removes s1 a1 (R7); c1-b1"


def test_r7_a_stone_pushed_onto_the_entrance_is_removed_at_once() -> None:
    before = """
        n   o   p
    11  M>  c4  .
    """
    after = """
        n   o   p
    11  .   M>  .
    """
    assert_monster(before, "1", after)


def test_r7_also_a_stone_that_slides_there() -> None:
    before = """
        a   b   c   d   e   f   g
     1  .   =   =   =   =   s1  M<
    """
    after = """
        a   b   c   d   e   f   g
     1  .   =   =   =   =   M<  .
    """
    assert_monster(before, "1", after)


def test_r7_a_token_pushed_onto_a_corner_stays_there() -> None:
    before = """
        a   b   c   d
     1  .   R1  s1  M<
    """
    after = """
        a   b   c   d
     1  R1  s1  M<  .
    """
    assert_monster(before, "1", after)


def test_r7_a_stone_that_follows_a_token_onto_the_corner() -> None:
    before = """
        a   b   c
     1  R1  s1  M<
    """
    after = """
        a   b   c
     1  .   M<  .
    outside: R1
    """
    assert_monster(before, "1", after)
