"""Section 7, "On a teleporter", and ruling R15."""

from engine.finstere_flure.board import Direction
from tests.engine.finstere_flure.drawn import assert_monster, told


def test_it_is_at_once_on_the_other_teleporter_of_the_pair_facing_along_its_arrow() -> None:
    # In the same step; the arrow of the teleporter that it steps onto does not matter.
    before = """
        h    i     j   k
     3  .    .     .   @A2<
     6  M>   @A1^  .   .
    """
    after = """
        h    i     j   k
     3  .    .     .   @A2<M<
     6  .    @A1^  .   .
    """
    move = assert_monster(before, "1", after)
    assert told(before)[0] == "1 W k3  sees nobody; h6-i6; @A1 i6 to @A2 k3 W"
    assert len(move.steps) == 1


def test_it_works_both_ways() -> None:
    before = """
        h    i     j   k
     3  M>   @A2^  .   .
     6  .    .     .   @A1v
    """
    after = """
        h    i     j   k
     3  .    @A2^  .   .
     6  .    .     .   @A1vMv
    """
    assert_monster(before, "1", after)


def test_the_two_pairs_are_apart() -> None:
    before = """
        h     i     j     k
     3  @A2<  .     @B1>  .
     6  M>    @B2^  .     @A1^
    """
    after = """
        h     i     j       k
     3  @A2<  .     @B1>M>  .
     6  .     @B2^  .       @A1^
    """
    assert_monster(before, "1", after)


def test_it_looks_from_there_before_its_next_step() -> None:
    # R1 stands behind the arrow, B1 to the left of it.
    before = """
        h     i   j     k   l   m
     3  R1    .   @A2v  .   .   B1
     6  @A1^  M<  .     .   .   .
    """
    assert told(before, "2") == [
        "1 S j3  sees nobody; i6-h6; @A1 h6 to @A2 j3 S",
        "2 W i3  sees B1:E3 R1:W2 turn; S>W; j3-i3",
        "last W i3  sees R1:W1 ahead",
    ]


def test_r15_on_the_arrival_teleporter_it_looks_along_the_arrow_and_left_and_right_of_it() -> None:
    # A token on each side of the arrival teleporter: the one behind the arrow is not seen.
    before = """
        h     i   j     k   l
     1  .     .   R1    .   .
     2  .     .   .     .   .
     3  R3    .   @A2v  .   R4
     4  .     .   .     .   .
     5  .     .   R5    .   .
     6  @A1^  M<  .     .   .
    """
    assert told(before, "1") == [
        "1 S j3  sees nobody; i6-h6; @A1 h6 to @A2 j3 S",
        "last S j3  sees R5:S2 R4:E2 R3:W2 confused",
    ]


def test_r15_the_teleporter_acts_only_when_stepped_onto() -> None:
    # It begins its move on a teleporter, facing otherwise than the arrow, and walks off it.
    before = """
        h     i       j   k
     3  @A2v  .       .   .
     6  .     @A1^M>  .   .
    """
    after = """
        h     i     j   k
     3  @A2v  .     .   .
     6  .     @A1^  M>  .
    """
    assert_monster(before, "1", after)


def test_after_the_last_step_it_looks_from_the_arrival_teleporter() -> None:
    before = """
        h     i   j     k
     3  R1    .   @A2v  .
     6  @A1^  M<  .     .
    """
    move = assert_monster(
        before,
        "1",
        """
        h     i   j       k
     3  R1    .   @A2vM<  .
     6  @A1^  .   .       .
        """,
    )
    assert move.steps[0].facing is Direction.S


def test_from_one_of_a_pair_through_the_wall_onto_the_other_it_comes_back() -> None:
    before = """
        a     b   o   p
     6  @A1>  .   .   @A2^M>
    """
    after = """
        a     b   o   p
     6  @A1>  .   .   @A2^M^
    """
    assert_monster(before, "1", after)


def test_a_slide_onto_a_teleporter_ends_on_the_other_one() -> None:
    # The arrow points at another pool, but that is for the next step.
    before = """
        h     i   j   k     l   m   n
     3  @A2>  =   =   =     =   .   .
     5  .     ~   ~   .     .   .   .
     6  M>    ~   ~   @A1^  .   .   .
    """
    assert [line.split("  ")[0] for line in told(before, "2")] == ["1 E h3", "2 E m3", "last E m3"]
