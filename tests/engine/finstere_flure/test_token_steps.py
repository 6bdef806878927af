"""Section 6, steps: how far, entering, leaving, other tokens, closed cells (R11, R12)."""

import pytest

from engine.errors import NotAllowedError
from engine.finstere_flure.moves import token_moves
from engine.finstere_flure.textboard import parse_board
from tests.engine.finstere_flure.drawn import assert_reach, assert_token, reach

# --- how far ------------------------------------------------------------------------------------------------------


def test_a_token_moves_up_to_its_visible_number_of_cells_orthogonally() -> None:
    before = """
        h   p
     6  r5  Mv
    """
    least_steps = """
        f   g   h   i   j
     4  .   .   2   .   .
     5  .   2   1   2   .
     6  2   1   0   1   2
     7  .   2   1   2   .
     8  .   .   2   .   .
    """
    assert_reach(before, "red-5", least_steps)


@pytest.mark.parametrize(
    ("word", "number"),
    [("R1", 1), ("r1", 6), ("R3", 3), ("r3", 4), ("R4", 4), ("r4", 3), ("R5", 5), ("r5", 2)],
)
def test_white_and_black_number_add_up_to_seven(word: str, number: int) -> None:
    before = f"""
        h       a
     6  {word}  M>
    """
    assert max(reach(before, f"red-{word[1]}").values()) == number


def test_it_may_move_no_cell_at_all() -> None:
    before = """
        a   h
     6  M>  R3
    """
    move = token_moves(parse_board(before), "red-3")[0]
    assert (move.to, move.path, move.pushes, move.steps) == ("h6", (), (), 0)


def test_it_changes_direction_and_turns_back_as_it_likes() -> None:
    # Only the stone tells that it has been away.
    before = """
        h   i   j   p
     6  r5  s1  .   Mv
    """
    after = """
        h   i   j   p
     6  r5  .   s1  Mv
    """
    move = assert_token(before, "red-5", after, steps=2)
    assert move.path == ("i6", "h6")


def test_walls_are_closed_to_tokens() -> None:
    before = """
        i   p
     5  M>  .
     6  .   r5
    """
    least_steps = """
        n   o   p
     5  .   2   1
     6  2   1   0
     7  .   2   1
     8  .   .   2
    """
    assert_reach(before, "red-5", least_steps)


# --- entering and leaving -----------------------------------------------------------------------------------------


def test_entering_the_first_step_leads_onto_p11() -> None:
    before = """
        a
     1  M>
    outside: R3
    """
    least_steps = """
        n   o   p
     9  .   .   3
    10  .   3   2
    11  3   2   1
    outside: 0
    """
    assert_reach(before, "red-3", least_steps)


def test_a_token_may_also_stay_outside() -> None:
    before = """
        a
     1  M>
    outside: R1
    """
    least_steps = """
        p
    11  1
    outside: 0
    """
    assert_reach(before, "red-1", least_steps)


def test_leaving_from_a1_one_more_step_leads_out() -> None:
    before = """
        a   b   h
     1  .   r5  Mv
    """
    least_steps = """
        a   b   c   d
     1  1   0   1   2
     2  2   1   2   .
     3  .   2   .   .
    out: 2
    """
    assert_reach(before, "red-5", least_steps)


def test_leaving_takes_that_one_more_step() -> None:
    before = """
        a   b   h
     1  .   R1  Mv
    """
    least_steps = """
        a   b   c
     1  1   0   1
     2  .   1   .
    """
    assert_reach(before, "red-1", least_steps)


def test_leaving_costs_a_step_and_adds_no_cell_to_the_path() -> None:
    before = """
        a   b   h
     1  .   r5  Mv
    """
    after = """
        a   b   h
     1  .   .   Mv
    out: r5
    """
    assert assert_token(before, "red-5", after, steps=2).path == ("a1",)


def test_from_the_entrance_no_step_leads_out() -> None:
    before = """
        a   p
     1  M>  #
    11  #   R1
    """
    least_steps = """
        o   p
    10  .   1
    11  1   0
    """
    assert_reach(before, "red-1", least_steps)


@pytest.mark.parametrize(("place", "reason"), [("out", "has left the castle"), ("dead", "is out of the game")])
def test_a_token_that_is_out_is_safe_and_does_not_move(place: str, reason: str) -> None:
    position = parse_board(f"""
    stage: 2
        a
     1  M>
    {place}: R1
    """)
    with pytest.raises(NotAllowedError, match=f"red-1 {reason}"):
        token_moves(position, "red-1")


def test_a_token_that_the_game_does_not_use_does_not_move() -> None:
    position = parse_board("""
        a
     1  M>
    """)
    with pytest.raises(NotAllowedError, match="blue-4 is not in this position"):
        token_moves(position, "blue-4")


# --- other tokens, the monster, teleporters -----------------------------------------------------------------------


def test_it_passes_over_other_tokens_which_count_but_ends_on_a_free_cell() -> None:
    before = """
        h   i   j   p
     6  r5  B1  .   Mv
    """
    least_steps = """
        f   g   h   i   j
     4  .   .   2   .   .
     5  .   2   1   2   .
     6  2   1   0   .   2
     7  .   2   1   2   .
     8  .   .   2   .   .
    """
    assert_reach(before, "red-5", least_steps)


def test_it_passes_over_several_tokens_in_a_row() -> None:
    before = """
        h   i   j   k   p
     5  B3  .   .   .   .
     6  R3  B1  G1  .   Mv
    """
    ends = reach(before, "red-3")
    assert ends["k6"] == 3
    assert not {"i6", "j6", "h5"} & ends.keys()


def test_it_never_enters_the_monsters_cell_nor_a_teleporters_cell() -> None:
    before = """
        h     i   p
     2  .     .   #
     5  @A1^  .   @A2v
     6  r5    M>  .
    """
    least_steps = """
        f   g   h   i
     5  .   2   .   .
     6  2   1   0   .
     7  .   2   1   2
     8  .   .   2   .
    """
    assert_reach(before, "red-5", least_steps)


def test_r11_a_token_outside_with_the_monster_on_p11_cannot_enter() -> None:
    before = """
        p
    11  M^
    outside: r1
    """
    assert_reach(before, "red-1", "outside: 0")


def test_r11_over_other_tokens_on_p11_it_may_pass() -> None:
    before = """
        a   p
     1  M>  #
    11  #   B1
    outside: r5
    """
    least_steps = """
        o   p
    10  .   2
    11  2   .
    outside: 0
    """
    assert_reach(before, "red-5", least_steps)


def test_r11_but_it_cannot_end_there() -> None:
    before = """
        a   p
     1  M>  #
    11  #   B1
    outside: R1
    """
    assert_reach(before, "red-1", "outside: 0")


def test_r12_with_the_monster_on_a1_no_token_can_leave() -> None:
    before = """
        a   b
     1  M>  r5
    """
    least_steps = """
        a   b   c   d
     1  .   0   1   2
     2  2   1   2   .
     3  .   2   .   .
    """
    assert_reach(before, "red-5", least_steps)


def test_a_token_on_the_exit_may_be_passed_on_the_way_out() -> None:
    before = """
        a   b   h
     1  B1  r5  Mv
    """
    ends = reach(before, "red-5")
    assert ends["out"] == 2
    assert "a1" not in ends


def test_moves_come_in_the_order_of_their_cost_each_position_once() -> None:
    before = """
        h   i   j   k   p
     6  R5  s1  .   s2  Mv
    """
    moves = token_moves(parse_board(before), "red-5")
    assert [move.steps for move in moves] == sorted(move.steps for move in moves)
    assert len({(move.to, move.stones) for move in moves}) == len(moves)
