"""Lines of sight at a look: who is seen, who is not, and what hides them."""

import pytest
from hypothesis import given

from engine.finstere_flure.board import Direction
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.position import Position
from engine.finstere_flure.sightlines import UnseenToken, explained_looks
from engine.finstere_flure.textboard import parse_board
from engine.finstere_flure.trace import Look
from tests.engine.finstere_flure.dense_positions import cards, positions

HALL = parse_board("""
    c  d  e  f  g  h  i  j
 4  .  .  R4 .  .  .  .  .
 5  .  .  s1 .  .  .  .  .
 6  b3 .  M> .  c4 Y4 .  B4
 7  .  .  .  .  .  .  .  .
 8  .  .  G1 .  .  .  .  .
""")


def test_who_is_not_seen_is_named_with_what_hides_them() -> None:
    (look,) = explained_looks(move_monster(HALL, "5"), 1)
    ahead, left, right = look.lines
    assert (look.before, ahead.sight, right.sight) == (Direction.E, look.look.seen[0], look.look.seen[1])
    # Through the crystal on g6.
    assert (ahead.cells, ahead.unseen) == (("f6", "g6", "h6"), (UnseenToken("blue-4", "j6", "yellow-4"),))
    assert (left.sight, left.stone, left.cells) == (None, "stone-1", ("e5",))
    assert left.unseen == (UnseenToken("red-4", "e4", "stone-1"),)
    assert look.behind == (UnseenToken("blue-3", "c6", None),)


def test_the_step_after_the_last_one_has_the_final_look() -> None:
    move = move_monster(HALL, "5")
    (look,) = explained_looks(move, 6)
    assert (look.look, look.look.cell) == (move.final_look, move.final.monster)
    for step in (0, 7):
        with pytest.raises(IndexError):
            explained_looks(move, step)


@given(positions(), cards)
def test_lines_of_sight_show_just_what_the_trace_says_was_seen(position: Position, card: str) -> None:
    move = move_monster(position, card)
    for step in range(1, len(move.steps) + 2):
        events = (move.final_look,) if step > len(move.steps) else move.steps[step - 1].events
        looks = explained_looks(move, step)
        assert [look.look for look in looks] == [event for event in events if isinstance(event, Look)]
        for look in looks:
            assert tuple(line.sight for line in look.lines if line.sight) == look.look.seen
