"""Section 7, "Look": what the monster sees, and where it turns because of it (and R10)."""

import pytest

from engine.finstere_flure.board import Direction
from tests.engine.finstere_flure.drawn import first_look, told, walk


def sets_off(before: str) -> Direction:
    """Return the direction of the monster's first step."""
    return walk(before, "1").steps[0].facing


# --- in which directions ------------------------------------------------------------------------------------------


def test_it_looks_straight_ahead() -> None:
    before = """
        h   i   j   k
     6  M>  .   .   R1
    """
    assert first_look(before) == "sees R1:E3 ahead"


def test_it_looks_to_its_left() -> None:
    before = """
        h
     4  R1
     5  .
     6  M>
    """
    assert first_look(before) == "sees R1:N2 turn"


def test_it_looks_to_its_right() -> None:
    before = """
        h
     6  M>
     7  R1
    """
    assert first_look(before) == "sees R1:S1 turn"


@pytest.mark.parametrize(
    ("monster", "sees"),
    [
        ("M^", "sees R1:N2 R3:W2 R4:E2 confused"),
        ("M>", "sees R4:E2 R1:N2 R5:S2 confused"),
        ("Mv", "sees R5:S2 R4:E2 R3:W2 confused"),
        ("M<", "sees R3:W2 R5:S2 R1:N2 confused"),
    ],
)
def test_it_never_looks_behind(monster: str, sees: str) -> None:
    before = f"""
        i   j   k   l   m
     4  .   .   R1  .   .
     5  .   .   .   .   .
     6  R3  .   {monster}  .   R4
     7  .   .   .   .   .
     8  .   .   R5  .   .
    """
    assert first_look(before) == sees


def test_it_never_looks_diagonally() -> None:
    before = """
        h   i   j   k   l
     4  R1  .   .   .   B1
     5  .   R3  .   B3  .
     6  .   .   M>  .   .
     7  .   R4  .   B4  .
     8  R5  .   .   .   B5
    """
    assert first_look(before) == "sees nobody"


# --- how far ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stone", ["s1", "s6", "s4", "q6", "h10"])
def test_sight_ends_at_stones_plain_and_turning(stone: str) -> None:
    # s4 and s6 are a crystal and a turning stone with their backs up: plain stones.
    before = f"""
        h   i   j   k
     4  R3  .   .   .
     5  {stone}  .   .   .
     6  M>  .   .   .
    """
    assert first_look(before) == "sees nobody"


def test_sight_ends_at_the_wall() -> None:
    # East out of p6 leads in at a6, but the monster does not see through the wall.
    before = """
        a   b   o   p
     6  R1  R3  .   M>
    """
    assert first_look(before) == "sees nobody"


def test_sight_goes_over_pools() -> None:
    before = """
        h   i   j   k
     5  .   ~   ~   .
     6  M>  ~   ~   R1
    """
    assert first_look(before) == "sees R1:E3 ahead"


def test_a_token_on_a_pool_is_seen() -> None:
    before = """
        h   i   j   k   l   m
     6  M>  =   =   =R1 =   .
    """
    assert first_look(before) == "sees R1:E3 ahead"


def test_sight_goes_over_teleporters() -> None:
    before = """
        h    i     j    k
     3  .    @A2^  .    .
     6  M>   @A1v  .    R1
    """
    assert first_look(before) == "sees R1:E3 ahead"


def test_sight_goes_through_crystals() -> None:
    before = """
        h   i   j   k
     6  M>  c4  c5  R1
    """
    assert first_look(before) == "sees R1:E3 ahead"


def test_distance_is_counted_in_cells_pools_included() -> None:
    # Over the pool R1 is one step away, but it is the fifth cell; B1 is the fourth.
    before = """
        h   i   j   k   l   m
     2  B1  .   .   .   .   .
     6  M>  =   =   =   =   R1
    """
    assert first_look(before) == "sees R1:E5 B1:N4 turn"


# --- whom, and what it does about it ------------------------------------------------------------------------------


def test_in_each_direction_it_sees_the_first_token() -> None:
    before = """
        h   i   j   k
     3  R5  .   .   .
     4  R4  .   .   .
     5  .   .   .   .
     6  M>  .   R1  R3
     7  .   .   .   .
     8  .   .   .   .
     9  B1  .   .   .
    10  B3  .   .   .
    """
    assert first_look(before) == "sees R1:E2 R4:N2 B1:S3 confused"


def test_the_nearest_token_decides_to_the_left() -> None:
    before = """
        h   i   j   k
     4  R1  .   .   .
     5  .   .   .   .
     6  M>  .   .   B1
     7  .   .   .   .
     8  .   .   .   .
     9  G1  .   .   .
    """
    assert first_look(before) == "sees B1:E3 R1:N2 G1:S3 turn"
    assert sets_off(before) is Direction.N


def test_the_nearest_token_decides_to_the_right() -> None:
    before = """
        h   i   j
     4  R1  .   .
     5  .   .   .
     6  M>  .   B1
     7  G1  .   .
    """
    assert first_look(before) == "sees B1:E2 R1:N2 G1:S1 turn"
    assert sets_off(before) is Direction.S


def test_the_nearest_token_decides_straight_ahead() -> None:
    before = """
        h   i   j
     4  R1  .   .
     5  .   .   .
     6  M>  B1  .
    """
    assert first_look(before) == "sees B1:E1 R1:N2 ahead"
    assert sets_off(before) is Direction.E


@pytest.mark.parametrize(
    ("ahead", "left", "right", "sees"),
    [
        ("R1", "B1", ".", "sees R1:E2 B1:N2 confused"),
        ("R1", ".", "G1", "sees R1:E2 G1:S2 confused"),
        (".", "B1", "G1", "sees B1:N2 G1:S2 confused"),
        ("R1", "B1", "G1", "sees R1:E2 B1:N2 G1:S2 confused"),
    ],
)
def test_if_two_or_three_share_the_smallest_distance_it_keeps_its_direction(
    ahead: str, left: str, right: str, sees: str
) -> None:
    before = f"""
        h        i   j
     4  {left}   .   .
     5  .        .   .
     6  M>       .   {ahead}
     7  .        .   .
     8  {right}  .   .
    """
    assert first_look(before) == sees
    assert sets_off(before) is Direction.E


def test_a_tie_of_the_sides_beats_a_farther_token_ahead() -> None:
    before = """
        h   i   j   k
     4  B1  .   .   .
     5  .   .   .   .
     6  M>  .   .   R1
     7  .   .   .   .
     8  G1  .   .   .
    """
    assert first_look(before) == "sees R1:E3 B1:N2 G1:S2 confused"
    assert sets_off(before) is Direction.E


def test_a_tie_of_farther_tokens_does_not_confuse_it() -> None:
    before = """
        h   i   j
     4  B1  .   .
     5  .   .   .
     6  M>  .   R1
     7  G1  .   .
    """
    assert first_look(before) == "sees R1:E2 B1:N2 G1:S1 turn"


def test_if_none_is_seen_it_keeps_its_direction() -> None:
    before = """
        h   i
     6  Mv  .
     7  .   R1
    """
    assert first_look(before) == "sees nobody"
    assert sets_off(before) is Direction.S


def test_r10_a_token_beside_the_board_is_never_seen() -> None:
    # From p10 the monster looks at the entrance and, from b1, at the exit: nobody stands there.
    at_the_entrance = """
        stage: 2
            o   p
        10  .   Mv
        outside: R1
        out: R3
        dead: R4
    """
    assert first_look(at_the_entrance) == "sees nobody"
    at_the_exit = """
        stage: 2
            a   b
         1  .   M<
        outside: R1
        out: R3
        dead: R4
    """
    assert first_look(at_the_exit) == "sees nobody"


# --- when it looks ------------------------------------------------------------------------------------------------


def test_each_step_it_looks_then_moves_one_cell() -> None:
    before = """
        h   i   j
     4  .   R1  .
     5  .   .   .
     6  M>  .   .
    """
    assert told(before, "2") == [
        "1 E i6  sees nobody; h6-i6",
        "2 N i5  sees R1:N2 turn; E>N; i6-i5",
        "last N i5  sees R1:N1 ahead",
    ]


def test_after_the_last_step_it_looks_once_more_and_turns() -> None:
    before = """
        h   i   j
     4  .   R1  .
     5  .   .   .
     6  M>  .   .
    """
    move = walk(before, "1")
    assert told(before, "1") == ["1 E i6  sees nobody; h6-i6", "last N i6  sees R1:N2 turn"]
    assert move.steps[-1].facing is Direction.E
    assert move.final.facing is Direction.N


def test_after_the_last_step_a_tie_leaves_it_as_it_is() -> None:
    before = """
        h   i   j
     5  .   R1  .
     6  M>  .   .
     7  .   B1  .
    """
    assert told(before, "1") == ["1 E i6  sees nobody; h6-i6", "last E i6  sees R1:N1 B1:S1 confused"]
