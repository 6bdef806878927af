"""Tests of the guide's tasks after the monster's move, after an undo, and after a crash."""

import pytest

from companion.games.finstere_flure.reading.reading import Misplacement, MisplacementKind, PieceOffBoard
from companion.games.finstere_flure.table.guide import placement_tasks, tasks_to_reach
from companion.games.finstere_flure.table.guide_progress import progress
from companion.games.finstere_flure.table.lies import layout_of
from companion.games.finstere_flure.table.observation import BoardObservation, observation_from_position
from companion.games.finstere_flure.table.problem_kinds import ProblemKind
from companion.games.finstere_flure.table.tasks import TaskKind, end_of, start_of
from companion.table.layout import LayoutTask
from engine.finstere_flure.pieces import Place, Side
from engine.finstere_flure.position import Position
from engine.finstere_flure.textboard import parse_board
from tests.companion.games.finstere_flure.table.drawn_tables import changed, seen, told, whole
from tests.companion.games.finstere_flure.table.hands import Table
from tests.companion.games.finstere_flure.table.observing import relaid
from tests.engine.finstere_flure.drawn import walk


def after_walk(board: str, card: str) -> tuple[Position, Position, tuple[LayoutTask, ...]]:
    """Return the boards before and after the monster's move, and the tasks."""
    move = walk(board, card)
    return move.start, move.final, placement_tasks(layout_of(move.start), move.final, move)


def sentences(tasks: tuple[LayoutTask, ...]) -> list[str]:
    return [task.sentence for task in tasks]


CHAIN = """
    c  d  e  f  g  h
 5  M> s1 q6 R4 .  .
 9  .  .  .  .  .  .
"""


def test_a_chain_is_moved_from_its_far_end() -> None:
    _, _, tasks = after_walk(CHAIN.replace("R4", "c4"), "1")
    assert sentences(tasks) == [
        "Push the crystal 1 cell east, to g5.",
        "Push the right-turning stone 1 cell east, to f5.",
        "Push the stone 1 cell east, to e5.",
        "Move Furunkulus 1 cell east, to d5, facing east.",
    ]


def test_what_is_eaten_goes_first_and_in_its_order() -> None:
    board = """
        c  d  e  f  g  h  i
     5  M> R4 .  B5 .  s1 .
    """
    _, _, tasks = after_walk(board, "5")
    assert sentences(tasks) == [
        "Take red 4 back to the entrance.",
        "Take blue 5 back to the entrance.",
        "Push the stone 1 cell east, to i5.",
        "Move Furunkulus 5 cells east, to h5, facing east.",
    ]
    assert [(task.kind, start_of(task), end_of(task)) for task in tasks[1:3]] == [
        (TaskKind.TAKE_OFF, "f5", None),
        (TaskKind.MOVE, "h5", "i5"),
    ]


def test_in_stage_two_what_is_eaten_goes_into_the_box() -> None:
    _, _, tasks = after_walk("stage: 2\n   c  d  e\n5  M> R4 .", "1")
    assert sentences(tasks) == [
        "Take red 4 out of the game, into the box.",
        "Move Furunkulus 1 cell east, to d5, facing east.",
    ]


def test_a_stone_pushed_off_the_board_is_out_of_the_game() -> None:
    _, _, tasks = after_walk("   m  n  o  p\n6  .  .  Mv s1\n7  .  .  s2 .\n11 .  .  .  .", "1")
    assert sentences(tasks)[-1].startswith("Move Furunkulus")
    _, _, tasks = after_walk("   m  n  o  p\n6  .  .  M> s1", "1")
    assert sentences(tasks) == [
        "Take the stone from p6 off the board: it is out of the game.",
        "Move Furunkulus 1 cell east, to p6, facing east.",
    ]


def test_the_monster_may_only_turn() -> None:
    before = parse_board("   c  d\n5  M> .")
    after = parse_board("   c  d\n5  Mv .")
    assert sentences(placement_tasks(layout_of(before), after)) == ["Turn Furunkulus to face south."]


def test_round_a_full_row_the_monster_is_lifted_first() -> None:
    # Through the wall it pushes a whole row, whose last piece comes onto the cell that it leaves (R4).
    row = """
        a   b   c   d   e   f   g   h   i   j   k   l   m   n   o   p
    6   s1  s2  R1  s3  c4  B1  c5  q6  q7  R3  q8  q9  B3  h10 h11 M>
    """
    before, after, tasks = after_walk(row, "1")
    told_in_order = sentences(tasks)
    assert told_in_order[:2] == [
        "Take Furunkulus off the board for a moment.",
        "Push the turn-about stone 1 cell east, to p6.",
    ]
    assert told_in_order[-2:] == ["Push the stone 1 cell east, to b6.", "Put Furunkulus on a6, facing east."]
    assert len(tasks) == 17
    table = Table.laid(before)
    for number, task in enumerate(tasks):
        assert progress(tasks, after, table.seen).done == tuple(other < number for other in range(17))
        table.do(task)
    assert progress(tasks, after, table.seen).matches


def test_pieces_in_each_others_places() -> None:
    before = parse_board("   c  d  e\n5  R4 B5 .\n6  .  .  M>")
    after = parse_board("   c  d  e\n5  B5 R4 .\n6  .  .  M>")
    assert sentences(placement_tasks(layout_of(before), after)) == [
        "Lay red 4 aside for a moment.",
        "Move blue 5 to c5: 1 cell west.",
        "Put red 4 on d5: the white 4 must show.",
    ]


def test_equal_stones_need_not_be_exchanged() -> None:
    before = parse_board("   c  d  e\n5  s1 s2 .\n6  .  .  M>")
    after = parse_board("   c  d  e\n5  s2 s1 .\n6  .  .  M>")
    assert placement_tasks(layout_of(before), after) == ()


def test_a_token_move_is_undone() -> None:
    before = parse_board("   c  d  e  f\n5  .  .  r4 s1\n6  M> .  .  .")
    after = parse_board("   c  d  e  f\n5  R4 .  s1 .\n6  M> .  .  .")
    assert sentences(placement_tasks(layout_of(before), after)) == [
        "Move red 3 to c5, 2 cells west, and flip it: the white 4 must show.",
        "Push the stone 1 cell west, to e5.",
    ]


def test_after_the_first_round_the_tokens_that_have_not_moved_are_flipped() -> None:
    before = parse_board("   c  d\n5  R4 M>\noutside: R5")
    after = parse_board("   c  d\n5  r4 M>\noutside: r5")
    tasks = placement_tasks(layout_of(before), after)
    assert sentences(tasks) == [
        "Flip red 4 on c5: the black 3 must show.",
        "Flip red 5 at the entrance: the black 2 must show.",
    ]
    flipped = seen("   c  d\n5  r4 M>")
    out_of_sight = progress(tasks, after, flipped)
    assert (out_of_sight.done, out_of_sight.matches, out_of_sight.unsure) == ((True, False), True, ("red-5",))
    wrong_side = relaid(flipped, beside=(PieceOffBoard("red-5", Side.WHITE, Place.OUTSIDE),))
    assert not progress(tasks, after, wrong_side).matches
    right_side = relaid(flipped, beside=(PieceOffBoard("red-5", Side.BLACK, Place.OUTSIDE),))
    assert progress(tasks, after, right_side).done == (True, True)


def test_all_flips_at_the_entrance_are_one_task() -> None:
    before = parse_board("   c  d\n5  r4 M>\noutside: R1 R5 B3")
    after = parse_board("   c  d\n5  r4 M>\noutside: r1 r5 b3")
    (task,) = tasks = placement_tasks(layout_of(before), after)
    assert task.sentence == "Flip every token at the entrance that shows a white number."
    one_left = relaid(
        seen("   c  d\n5  r4 M>"),
        beside=tuple(
            PieceOffBoard(token, side, Place.OUTSIDE)
            for token, side in (("red-1", Side.BLACK), ("red-5", Side.WHITE), ("blue-3", Side.BLACK))
        ),
    )
    assert progress(tasks, after, one_left).done == (False,)
    assert progress(tasks, after, observation_from_position(after)).matches


def test_tokens_that_stay_as_they_are_keep_flips_at_the_entrance_told_by_name() -> None:
    before = parse_board("   c  d\n5  r4 M>\noutside: R1 R5 B3")
    after = parse_board("   c  d\n5  r4 M>\noutside: r1 r5 B3")
    assert sentences(placement_tasks(layout_of(before), after)) == [
        "Flip these tokens at the entrance: red 1 and red 5."
    ]


# --- after a crash -----------------------------------------------------------------------------------------------

HALL = """
    c  d  e  f  g  h
 5  R4 s1 .  ~  ~  c4
 6  .  .  .  ~  ~  .
 7  B5 .  .  .  .  M>
"""


def test_resuming_brings_any_table_in_order() -> None:
    table = seen(changed(HALL, c5=".", e5="r4", d5=".", c6="s9", h5="s4", h7="M^", e7="G1", c7="."))
    assert sentences(tasks_to_reach(table, whole(HALL))) == [
        "Take green 1 off the board: it is not in this game.",
        "Move red's black 3 to c5, 2 cells west, and flip it: the white 4 must show.",
        "Put blue 5 on c7: the white 5 must show.",
        "Push the stone 1 cell east and 1 cell north, to d5.",
        "Turn over the tile on h5: it must show the crystal.",
        "Turn Furunkulus to face east.",
    ]


def test_an_empty_table_is_laid_floor_first() -> None:
    tasks = tasks_to_reach(BoardObservation(), whole(HALL))
    assert sentences(tasks) == [
        "Put the square pool on the cells from f5 to g6.",
        "Put red 4 on c5: the white 4 must show.",
        "Put blue 5 on c7: the white 5 must show.",
        "Put the stone on d5.",
        "Put the crystal on h5. It is next to the pool.",
        "Put Furunkulus on h7, facing east.",
    ]
    assert not progress(tasks, whole(HALL), seen(HALL, hidden=["pool-2x2"])).matches
    assert progress(tasks, whole(HALL), seen(HALL)).matches


def test_what_a_hand_covers_is_not_asked_for() -> None:
    table = seen(HALL, hidden=["red-4", "stone-1"], unreadable=("c5", "d5"), reached_over=("c5", "d5"))
    assert tasks_to_reach(table, whole(HALL)) == ()
    waiting = progress((), whole(HALL), table)
    assert (waiting.matches, waiting.problems, waiting.waiting) == (False, (), ("c5", "d5"))
    # What does not reach in from beyond the board is no hand.
    (problem,) = progress((), whole(HALL), relaid(table, reached_over=())).problems
    assert (problem.sentence, problem.unfinished) == ("Something on c5 and d5 cannot be read.", True)


# --- half done ---------------------------------------------------------------------------------------------------

BEFORE = """
    c  d  e  f  g
 5  M> s1 .  .  .
 6  B5 .  .  .  .
"""
AFTER = """
    c  d  e  f  g
 5  .  M> s1 .  .
 6  B5 .  .  .  .
"""
TASKS = placement_tasks(layout_of(parse_board(BEFORE)), parse_board(AFTER))


def test_a_lifted_piece_is_neither_done_nor_wrong() -> None:
    found = progress(TASKS, parse_board(AFTER), seen(BEFORE, hidden=["stone-1"]))
    assert (found.done, found.problems, found.matches) == ((False, False), (), False)
    assert found.lifted == ("stone-1",)


def test_a_covered_cell_is_waited_for() -> None:
    cells = ("d5", "e5")
    found = progress(TASKS, parse_board(AFTER), seen(BEFORE, hidden=["stone-1"], unreadable=cells, reached_over=cells))
    assert (found.done, found.problems, found.waiting) == ((False, False), (), ("e5",))


def test_a_piece_put_elsewhere() -> None:
    found = progress(TASKS, parse_board(AFTER), seen(changed(BEFORE, d5=".", f5="s1")))
    assert [told(problem) for problem in found.problems] == ["The stone lies on f5 instead of e5. Put the stone on e5."]


def test_another_piece_knocked_over() -> None:
    found = progress(TASKS, parse_board(AFTER), seen(changed(AFTER, c6=".", d6="B5")))
    assert found.done == (True, True)
    assert [told(problem) for problem in found.problems] == ["Blue 5 lies on d6 instead of c6. Put blue 5 back on c6."]
    assert not found.matches


def test_the_monster_faces_the_wrong_way() -> None:
    found = progress(TASKS, parse_board(AFTER), seen(changed(AFTER, d5="Mv")))
    assert (found.done, found.matches) == ((True, False), False)
    assert [told(problem) for problem in found.problems] == [
        "Furunkulus faces south instead of east. Turn Furunkulus to face east."
    ]


def test_a_piece_on_a_line_is_not_done() -> None:
    misplacement = Misplacement(MisplacementKind.ON_A_LINE, ("stone-1",), ("e5", "f5"))
    table = relaid(seen(AFTER, hidden=["stone-1"]), misplacements=(misplacement,))
    found = progress(TASKS, parse_board(AFTER), table)
    assert found.done[0] is False
    assert [problem.kind for problem in found.problems] == [ProblemKind.ON_A_LINE]


def test_everything_lies_right() -> None:
    found = progress(TASKS, parse_board(AFTER), observation_from_position(parse_board(AFTER)))
    assert (found.done, found.problems, found.matches) == ((True, True), (), True)


# --- done otherwise ----------------------------------------------------------------------------------------------

LAID = """
    c  d  e  f  g  h  i
 5  .  r4 .  ~  ~  .  @A1>
 6  .  .  .  ~  ~  .  @A2>
 7  B5 .  .  .  .  s1 M>
 8  =  =  =  =  .  .  .
"""
WANTED = """
    c  d  e  f  g  h  i
 5  R4 .  .  .  ~  ~  @A1^
 6  .  .  .  .  ~  ~  @A2>
 7  .  .  .  M> .  .  s1
 8  .  .  .  .  .  .  .
outside: b5
"""


@pytest.mark.parametrize(
    ("lies", "beside", "named"),
    [
        ({"d5": ".", "c5": "r4"}, None, "Red 3 shows the wrong face. Flip red 3: the white 4 must show."),
        ({"d5": ".", "e6": "r4"}, None, "Red 3 lies on e6 instead of c5. Put red 3 back on c5: the white 4 must show."),
        ({"c7": "."}, Side.WHITE, "Blue 5 shows the wrong face. Flip blue 5: the black 2 must show."),
        ({"c7": ".", "e7": "B5"}, None, "Blue 5 lies on e7 instead of at the entrance."),
        ({"i5": "@A1v"}, None, "The teleporter on i5 is turned the wrong way."),
        ({"i5": ".", "h5": "@A1^"}, None, "The teleporter lies in the wrong place."),
        ({"c8": ".", "g8": "="}, None, "The long pool on d8 should not be on the board."),
        ({"g5": ".", "g6": ".", "e5": "~", "e6": "~"}, None, "The square pool"),
        ({"i7": ".", "f7": "Mv"}, None, "Furunkulus faces south instead of east. Turn Furunkulus to face east."),
        ({"i7": ".", "e7": "M>"}, None, "Furunkulus stands on e7 instead of f7."),
        ({"h7": ".", "g7": "s1"}, None, "The stone lies on g7 instead of i7."),
    ],
)
def test_what_hands_do_otherwise_than_the_guide_says_is_named(
    lies: dict[str, str], beside: Side | None, named: str
) -> None:
    """A task that is still to do explains how its piece lay before, and nothing else."""
    before, after = parse_board(LAID), parse_board(WANTED)
    tasks = placement_tasks(layout_of(before), after)
    assert progress(tasks, after, observation_from_position(before)).problems == ()
    table = seen(changed(LAID, **lies))
    if beside is not None:
        table = relaid(table, beside=(PieceOffBoard("blue-5", beside, Place.OUTSIDE),))
    found = [told(problem) for problem in progress(tasks, after, table).problems]
    assert any(message.startswith(named) for message in found)
