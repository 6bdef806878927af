"""Section 6, "Pools", and ruling R13."""

import pytest

from engine.finstere_flure.moves import StonePush
from tests.engine.finstere_flure.drawn import assert_never, assert_reach, assert_token, reach

# --- the token slides ---------------------------------------------------------------------------------------------


def test_stepping_onto_a_pool_costs_one_and_the_token_slides_free_of_charge_to_the_first_cell_behind() -> None:
    before = """
        h   i   j   k   p
     5  .   ~   ~   .   .
     6  R1  ~   ~   .   Mv
    """
    after = """
        h   i   j   k   p
     5  .   ~   ~   .   .
     6  .   ~   ~   R1  Mv
    """
    assert assert_token(before, "red-1", after, steps=1).path == ("i6", "j6", "k6")


def test_it_slides_along_the_long_pool_and_across() -> None:
    before = """
        h   i   j   k   l   m   p
     5  .   .   R1  .   .   .   .
     6  B1  =   =   =   =   .   .
     7  .   .   .   .   .   .   Mv
    """
    along = """
        h   i   j   k   l   m   p
     5  .   .   R1  .   .   .   .
     6  .   =   =   =   =   B1  .
     7  .   .   .   .   .   .   Mv
    """
    across = """
        h   i   j   k   l   m   p
     5  .   .   .   .   .   .   .
     6  B1  =   =   =   =   .   .
     7  .   .   R1  .   .   .   Mv
    """
    assert_token(before, "blue-1", along, steps=1)
    assert_token(before, "red-1", across, steps=1)


def test_it_cannot_stop_on_the_pool_of_its_own_will() -> None:
    before = """
        h   i   j   k   p
     6  r5  .   .   .   Mv
     7  ~   ~   .   .   .
     8  ~   ~   .   .   .
    """
    least_steps = """
        f   g   h   i   j
     4  .   .   2   .   .
     5  .   2   1   2   .
     6  2   1   0   1   2
     7  .   2   .   .   .
     8  .   .   .   .   .
     9  .   2   1   2   .
    10  .   .   2   .   .
    """
    assert_reach(before, "red-5", least_steps)


@pytest.mark.parametrize("stone", ["s1", "c4", "q6", "h10"])
def test_a_stone_on_the_first_cell_behind_the_pool_is_pushed(stone: str) -> None:
    before = f"""
        h   i   j   k        l   p
     5  .   ~   ~   .        .   .
     6  R1  ~   ~   {stone}  .   Mv
    """
    after = f"""
        h   i   j   k   l        p
     5  .   ~   ~   .   .        .
     6  .   ~   ~   R1  {stone}  Mv
    """
    assert_token(before, "red-1", after, steps=1)


def test_if_that_stone_cannot_be_pushed_the_token_stops_on_the_last_pool_cell() -> None:
    before = """
        h   i   j   k   l   p
     5  .   ~   ~   .   .   .
     6  R1  ~   ~   s1  s2  Mv
    """
    after = """
        h   i   j    k   l   p
     5  .   ~   ~    .   .   .
     6  .   ~   ~R1  s1  s2  Mv
    """
    assert_token(before, "red-1", after, steps=1)


def test_at_the_wall_it_stops_on_the_last_pool_cell() -> None:
    before = """
        n   o   p
     5  .   ~   ~
     6  R1  ~   ~
     8  .   .   Mv
    """
    after = """
        n   o   p
     5  .   ~   ~
     6  .   ~   ~R1
     8  .   .   Mv
    """
    assert_token(before, "red-1", after, steps=1)


def test_before_the_monster_it_stops_on_the_last_pool_cell() -> None:
    before = """
        h   i   j   k
     5  .   ~   ~   .
     6  R1  ~   ~   M<
    """
    after = """
        h   i   j    k
     5  .   ~   ~    .
     6  .   ~   ~R1  M<
    """
    assert_token(before, "red-1", after, steps=1)


def test_before_a_teleporter_it_stops_on_the_last_pool_cell() -> None:
    before = """
        h     i   j    k     p
     5  .     ~   ~    .     .
     6  R1    ~   ~    @A1^  .
     8  @A2^  .   .    .     Mv
    """
    after = """
        h     i   j    k     p
     5  .     ~   ~    .     .
     6  .     ~   ~R1  @A1^  .
     8  @A2^  .   .    .     Mv
    """
    assert_token(before, "red-1", after, steps=1)


def test_its_next_step_costs_one_and_slides_again_in_the_direction_it_then_chooses() -> None:
    # Stopped on j6: from there north over j5, back west over i6, south off the pool.
    before = """
        h   i   j   k
     5  .   ~   ~   .
     6  r5  ~   ~   M<
    """
    least_steps = """
        f   g   h   i   j   k
     4  .   .   2   .   2   .
     5  .   2   1   .   .   2
     6  2   1   0   .   1   .
     7  .   2   1   2   2   .
     8  .   .   2   .   .   .
    """
    assert_reach(before, "red-5", least_steps)


# --- stones on its way over the pool ------------------------------------------------------------------------------


def test_a_stone_lying_on_the_pool_is_pushed_out_of_it_and_one_cell_further() -> None:
    before = """
        h   i   j    k   l   m   n   p
     6  R1  =   =s1  =   =   .   .   .
     8  .   .   .    .   .   .   .   Mv
    """
    after = """
        h   i   j   k   l   m   n   p
     6  .   =   =   =   =   R1  s1  .
     8  .   .   .   .   .   .   .   Mv
    """
    move = assert_token(before, "red-1", after, steps=1)
    assert move.pushes == (StonePush("stone-1", "j6", "m6"), StonePush("stone-1", "m6", "n6"))


@pytest.mark.parametrize("behind", ["s2", "B1", "M<"])
def test_if_it_cannot_be_pushed_again_the_token_stops_on_the_pool_cell_before_it(behind: str) -> None:
    monster = "." if behind == "M<" else "Mv"
    before = f"""
        h   i   j    k   l   m   n         p
     6  R1  =   =s1  =   =   .   {behind}  .
     8  .   .   .    .   .   .   .         {monster}
    """
    after = f"""
        h   i   j   k   l    m   n         p
     6  .   =   =   =   =R1  s1  {behind}  .
     8  .   .   .   .   .    .   .         {monster}
    """
    assert_token(before, "red-1", after, steps=1)


def test_a_stone_on_the_pool_that_cannot_be_pushed_stops_the_token_before_it() -> None:
    before = """
        h   i   j    k    l   p
     6  R1  =   =s1  =B1  =   Mv
    """
    after = """
        h   i    j    k    l   p
     6  .   =R1  =s1  =B1  =   Mv
    """
    assert_token(before, "red-1", after, steps=1)


def test_a_stone_on_the_very_first_pool_cell_is_pushed_or_bars_the_way() -> None:
    before = """
        h   i    j   k   l   p
     5  .   ~    ~   .   .   .
     6  R1  ~s1  ~   .   .   Mv
    """
    after = """
        h   i   j   k   l   p
     5  .   ~   ~   .   .   .
     6  .   ~   ~   R1  s1  Mv
    """
    assert_token(before, "red-1", after, steps=1)
    barred = """
        h   i    j    k   l   p
     5  .   ~    ~    .   .   .
     6  R1  ~s1  ~B1  .   .   Mv
    """
    least_steps = """
        g   h
     5  .   1
     6  1   0
     7  .   1
    """
    assert_reach(barred, "red-1", least_steps)


def test_a_slide_may_push_one_stone_after_another_but_never_two() -> None:
    # s1 slides up to s2 and stays on k6, where the token cannot push it on.
    before = """
        h   i    j   k   l    m   p
     6  R1  =s1  =   =   =s2  .   Mv
    """
    after = """
        h   i   j    k    l    m   p
     6  .   =   =R1  =s1  =s2  .   Mv
    """
    assert_token(before, "red-1", after, steps=1)


# --- a stone pushed onto a pool -----------------------------------------------------------------------------------


@pytest.mark.parametrize("stone", ["s1", "c4", "q6", "h10"])
def test_a_stone_pushed_onto_a_pool_slides_up_to_and_including_the_first_cell_behind_it(stone: str) -> None:
    before = f"""
        h   i        j   k   l   m   n   p
     6  R1  {stone}  =   =   =   =   .   Mv
    """
    after = f"""
        h   i   j   k   l   m   n        p
     6  .   R1  =   =   =   =   {stone}  Mv
    """
    assert_token(before, "red-1", after, steps=1)


@pytest.mark.parametrize("obstacle", ["s2", "c4", "B1", "M<"])
def test_it_slides_only_as_long_as_the_next_cell_is_free(obstacle: str) -> None:
    monster = "." if obstacle == "M<" else "Mv"
    before = f"""
        h   i   j   k   l   m   n           p
     6  R1  s1  =   =   =   =   {obstacle}  .
     8  .   .   .   .   .   .   .           {monster}
    """
    after = f"""
        h   i   j   k   l   m    n           p
     6  .   R1  =   =   =   =s1  {obstacle}  .
     8  .   .   .   .   .   .    .           {monster}
    """
    assert_token(before, "red-1", after, steps=1)


def test_a_wall_and_a_teleporter_stop_it_on_the_last_pool_cell() -> None:
    wall = """
        k   l   m   n   o   p
     6  R1  s1  =   =   =   =
     8  .   .   .   .   .   Mv
    """
    wall_after = """
        k   l   m   n   o   p
     6  .   R1  =   =   =   =s1
     8  .   .   .   .   .   Mv
    """
    assert_token(wall, "red-1", wall_after, steps=1)
    teleporter = """
        h   i   j   k   l     p
     5  .   .   ~   ~   .     .
     6  R1  s1  ~   ~   @A1^  .
     8  .   .   .   .   @A2^  Mv
    """
    teleporter_after = """
        h   i   j   k    l     p
     5  .   .   ~   ~    .     .
     6  .   R1  ~   ~s1  @A1^  .
     8  .   .   .   .    @A2^  Mv
    """
    assert_token(teleporter, "red-1", teleporter_after, steps=1)


@pytest.mark.parametrize("obstacle", ["s2", "B1"])
def test_it_pushes_nothing_and_passes_over_nothing(obstacle: str) -> None:
    before = f"""
        h   i   j   k   l            m   n   p
     6  R1  s1  =   =   ={obstacle}  =   .   Mv
    """
    after = f"""
        h   i   j   k    l            m   n   p
     6  .   R1  =   =s1  ={obstacle}  =   .   Mv
    """
    assert_token(before, "red-1", after, steps=1)


@pytest.mark.parametrize("obstacle", ["s2", "B1"])
def test_if_already_the_first_pool_cell_is_not_free_the_stone_cannot_be_pushed(obstacle: str) -> None:
    before = f"""
        h   i   j            k   l   m   p
     6  R1  s1  ={obstacle}  =   =   =   Mv
    """
    assert "i6" not in reach(before, "red-1")


def test_r7_a_stone_that_slides_onto_a_corner_is_removed() -> None:
    before = """
        a   b   c   d   e   f   g   p
     1  .   =   =   =   =   s1  R1  #
     8  #   .   .   .   .   .   .   Mv
    """
    after = """
        a   b   c   d   e   f   g   p
     1  .   =   =   =   =   R1  .   #
     8  #   .   .   .   .   .   .   Mv
    """
    assert assert_token(before, "red-1", after, steps=1).pushes == (StonePush("stone-1", "f1", None),)


# --- two pools, resting on a pool ---------------------------------------------------------------------------------


def test_cells_of_two_pools_that_lie_next_to_each_other_count_as_one_pool() -> None:
    before = """
        g   h   i   j   k   l   m   n   o   p
     5  .   .   ~   ~   .   .   .   .   .   .
     6  .   R1  ~   ~   =   =   =   =   .   Mv
    """
    after = """
        g   h   i   j   k   l   m   n   o   p
     5  .   .   ~   ~   .   .   .   .   .   .
     6  .   .   ~   ~   =   =   =   =   R1  Mv
    """
    assert_token(before, "red-1", after, steps=1)


def test_also_for_a_stone() -> None:
    before = """
        g   h   i   j   k   l   m   n   o   p
     5  .   .   ~   ~   .   .   .   .   .   .
     6  R1  s1  ~   ~   =   =   =   =   .   Mv
    """
    after = """
        g   h   i   j   k   l   m   n   o   p
     5  .   .   ~   ~   .   .   .   .   .   .
     6  .   R1  ~   ~   =   =   =   =   s1  Mv
    """
    assert_token(before, "red-1", after, steps=1)


def test_a_token_that_rests_on_a_pool_slides_again_as_soon_as_it_moves_on_it() -> None:
    before = """
        h   i    j   k   p
     5  .   ~    ~   .   .
     6  .   ~R1  ~   .   .
     7  .   .    .   .   Mv
    """
    least_steps = """
        h   i   j   k
     4  .   1   .   .
     5  .   .   .   .
     6  1   0   .   1
     7  .   1   .   .
    """
    assert_reach(before, "red-1", least_steps)


def test_what_has_come_to_rest_on_a_pool_stays_there_until_it_moves_or_is_pushed() -> None:
    before = """
        h   i    j    k   p
     5  .   ~    ~s1  .   .
     6  R1  ~B1  ~    .   .
     7  .   .    .    .   Mv
    """
    after = """
        h   i    j    k   p
     5  .   ~    ~s1  .   .
     6  .   ~B1  ~    R1  .
     7  .   .    .    .   Mv
    """
    assert_token(before, "red-1", after, steps=1)


def test_its_own_starting_cell_on_the_pool_is_free_for_stones_too() -> None:
    # From the pool round behind the stone and pushed after itself over the whole pool.
    before = """
        h   i   j    k   l   p
     5  .   .   ~    ~   .   .
     6  .   s1  ~r1  ~   .   .
     7  .   .   .    .   .   Mv
    """
    after = """
        h   i   j   k   l   p
     5  .   .   ~   ~   .   .
     6  .   r1  ~   ~   s1  .
     7  .   .   .   .   .   Mv
    """
    assert_token(before, "red-1", after, steps=5)


# --- R13: sliding tokens and other tokens -------------------------------------------------------------------------


def test_r13_a_token_moved_by_its_player_slides_over_other_tokens_on_the_pool() -> None:
    before = """
        h   i    j    k   p
     5  .   ~    ~    .   .
     6  R1  ~B1  ~G1  .   Mv
    """
    after = """
        h   i    j    k   p
     5  .   ~    ~    .   .
     6  .   ~B1  ~G1  R1  Mv
    """
    assert_token(before, "red-1", after, steps=1)


def test_r13_onto_a_token_behind_the_pool_it_slides_only_if_it_has_steps_left_to_go_on() -> None:
    before = """
        h   i   j   k   l   p
     5  .   ~   ~   .   .   .
     6  r5  ~   ~   B1  .   Mv
    """
    least_steps = """
        f   g   h   i   j   k   l
     4  .   .   2   .   .   .   .
     5  .   2   1   .   .   2   .
     6  2   1   0   .   .   .   2
     7  .   2   1   2   .   2   .
     8  .   .   2   .   .   .   .
    """
    assert_reach(before, "red-5", least_steps)


def test_r13_with_no_step_left_it_may_not_step_onto_the_pool_at_all() -> None:
    before = """
        h   i   j   k   l   p
     5  .   ~   ~   .   .   .
     6  R1  ~   ~   B1  .   Mv
    """
    least_steps = """
        g   h
     5  .   1
     6  1   0
     7  .   1
    """
    assert_reach(before, "red-1", least_steps)


def test_r13_where_it_would_stop_on_a_pool_cell_that_holds_another_token_only_in_passing() -> None:
    with_a_step_left = """
        h   i   j    k
     5  .   ~   ~    .
     6  r5  ~   ~B1  M<
    """
    least_steps = """
        f   g   h   i   j   k
     4  .   .   2   .   2   .
     5  .   2   1   .   .   2
     6  2   1   0   .   .   .
     7  .   2   1   2   2   .
     8  .   .   2   .   .   .
    """
    assert_reach(with_a_step_left, "red-5", least_steps)
    without = with_a_step_left.replace("r5", "R1")
    assert not {"i6", "j6"} & reach(without, "red-1").keys()


def test_r13_a_slide_never_stops_earlier_because_of_a_token() -> None:
    # The stone behind B1 cannot be pushed; the token slides up to it over B1 and cannot end before B1.
    before = """
        h   i   j    k   l   m   n   p
     6  R1  =   =B1  =   =   s1  s2  .
     8  .   .   .    .   .   .   .   Mv
    """
    after = """
        h   i   j    k   l    m   n   p
     6  .   =   =B1  =   =R1  s1  s2  .
     8  .   .   .    .   .    .   .   Mv
    """
    too_early = """
        h   i    j    k   l   m   n   p
     6  .   =R1  =B1  =   =   s1  s2  .
     8  .   .    .    .   .   .   .   Mv
    """
    assert_token(before, "red-1", after, steps=1)
    assert_never(before, "red-1", too_early)


def test_a_slide_onto_the_exit_can_go_on_out_of_the_castle() -> None:
    before = """
        a   b   c   d   e   f   p
     1  .   =   =   =   =   r5  #
     8  #   .   .   .   .   .   Mv
    """
    ends = reach(before, "red-5")
    assert ends["a1"] == 1
    assert ends["out"] == 2
