"""Tests of inferences: the board before, the board that is seen, and the event."""

from companion.games.finstere_flure.reading.reading import PieceOffBoard
from companion.games.finstere_flure.table.move_inference import infer_move
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.table.inference import Happened, Nothing, Waiting
from engine.finstere_flure.events import StoneMoved, TokenMoved
from engine.finstere_flure.pieces import Place, Side
from tests.companion.games.finstere_flure.table.drawn_tables import all_problems, changed, playing, seen
from tests.companion.games.finstere_flure.table.observing import relaid
from tests.engine.finstere_flure.game_helpers import BLUE

HALL = """
    a  b  c  d  e  f  g  h
 1  .  .  .  .  .  .  .  .
 2  .  .  R4 .  s1 .  .  .
 3  .  .  .  .  .  B5 .  M>
 4  .  .  R1 .  .  c4 .  .
"""


def moved(token: str, to: str | Place, side: str, **stones: str) -> TokenMoved:
    """Return a move by the rules; the stones as ``stone_1="g2"``."""
    lie = tuple(StoneMoved(stone.replace("_", "-"), cell) for stone, cell in stones.items())
    return TokenMoved(token, to, Side(side), lie)


def test_nothing() -> None:
    assert infer_move(playing(HALL), seen(HALL)) == Nothing()


def test_a_token_goes_and_is_flipped() -> None:
    after = """
        a  b  c  d  e  f  g  h
     1  .  r4 .  .  .  .  .  .
     2  .  .  .  .  s1 .  .  .
     3  .  .  .  .  .  B5 .  M>
     4  .  .  R1 .  .  c4 .  .
    """
    assert infer_move(playing(HALL), seen(after)) == Happened(moved("red-4", "b1", "black"))


def test_a_token_pushes_a_stone() -> None:
    after = """
        a  b  c  d  e  f  g  h
     1  .  .  .  .  .  .  .  .
     2  .  .  .  .  .  r4 s1 .
     3  .  .  .  .  .  B5 .  M>
     4  .  .  R1 .  .  c4 .  .
    """
    assert infer_move(playing(HALL), seen(after)) == Happened(moved("red-4", "f2", "black", stone_1="g2"))


def test_a_token_only_flipped_has_moved_no_cell() -> None:
    after = HALL.replace("R4", "r4")
    assert infer_move(playing(HALL), seen(after)) == Happened(moved("red-4", "c2", "black"))


def test_a_token_enters() -> None:
    before = """
         n  o  p
      9  .  .  .
     10  .  .  .
     11  .  .  .
      5  M> .  .
    """
    after = """
         n  o  p
     10  .  r4 .
      5  M> .  .
    """
    assert infer_move(playing(before), seen(after)) == Happened(moved("red-4", "o10", "black"))


def test_a_token_is_flipped_beside_the_entrance() -> None:
    table = relaid(seen(HALL), beside=(PieceOffBoard("red-5", Side.BLACK, Place.OUTSIDE),))
    assert infer_move(playing(HALL), table) == Happened(moved("red-5", Place.OUTSIDE, "black"))


def test_tokens_beside_the_entrance_need_not_be_seen_there() -> None:
    # Wherever their players keep them.
    beside = (PieceOffBoard("red-5", Side.WHITE, None), PieceOffBoard("blue-1", Side.WHITE, Place.OUT))
    assert infer_move(playing(HALL), relaid(seen(HALL), beside=beside)) == Nothing()


AT_THE_EXIT = """
    a  b  c  d
 1  .  .  .  .
 2  .  R4 .  .
 3  .  .  .  M>
"""
LEFT = AT_THE_EXIT.replace("R4", ". ")


def test_a_token_seen_beside_the_exit_has_left() -> None:
    for side in Side:
        table = relaid(seen(LEFT), beside=(PieceOffBoard("red-4", side, Place.OUT),))
        assert infer_move(playing(AT_THE_EXIT), table) == Happened(moved("red-4", Place.OUT, "black"))


def test_a_token_that_is_gone_may_have_left() -> None:
    inference = infer_move(playing(AT_THE_EXIT), seen(LEFT))
    assert isinstance(inference, Waiting)
    assert inference.pieces == ("red-4",)
    assert inference.maybe == (moved("red-4", Place.OUT, "black"),)


def test_a_token_seen_somewhere_beside_the_board_lies_under_nothing_on_it() -> None:
    table = relaid(seen(LEFT, unreadable=("b2",)), beside=(PieceOffBoard("red-4", Side.WHITE, None),))
    inference = infer_move(playing(AT_THE_EXIT), table)
    assert isinstance(inference, Waiting)
    assert (inference.pieces, inference.maybe) == (("red-4",), (moved("red-4", Place.OUT, "black"),))


def test_a_token_that_cannot_have_left_is_in_the_air() -> None:
    inference = infer_move(playing(HALL), seen(HALL, hidden=["red-1"]))
    assert isinstance(inference, Waiting)
    assert (inference.pieces, inference.places, inference.maybe) == (("red-1",), (), ())
    assert [problem.fix for problem in inference.problems] == ["Put it on a green cell, or back on c4."]


def test_another_players_token_has_never_left() -> None:
    inference = infer_move(playing(AT_THE_EXIT, turn=BLUE), seen(LEFT))
    assert isinstance(inference, Waiting)
    assert inference.maybe == ()
    assert [problem.fix for problem in inference.problems] == ["Put red 4 on b2: the white 4 must show."]


def test_a_token_whose_cell_cannot_be_read_is_no_event() -> None:
    inference = infer_move(playing(HALL), seen(HALL, hidden=["red-4"], unreadable=("c2", "d2")))
    assert inference == Waiting(places=("c2",))


def test_a_hand_over_empty_cells_is_not_waited_for() -> None:
    assert infer_move(playing(HALL), seen(HALL, unreadable=("a1", "b1"))) == Nothing()


def test_a_token_in_a_hand_is_waited_for() -> None:
    inference = infer_move(playing(HALL), seen(HALL, hidden=["red-4"], unreadable=("d1",)))
    assert isinstance(inference, Waiting)
    assert (inference.pieces, inference.places) == (("red-4",), ("d1",))


MOVED_PAST = """
    a  b  c  d  e  f  g  h
 1  .  .  .  .  .  .  .  .
 2  .  .  .  r4 s1 .  .  .
 3  .  .  .  .  .  B5 .  M>
 4  .  .  R1 .  .  c4 .  .
"""


def test_a_move_is_complete_although_another_piece_cannot_be_read() -> None:
    table = seen(MOVED_PAST, hidden=["blue-5"], unreadable=("f3",))
    assert infer_move(playing(HALL), table) == Happened(moved("red-4", "d2", "black"))


PAST_A_STONE = """
    a  b  c  d  e  f  g
 1  .  .  .  .  .  .  .
 2  .  .  r1 s1 .  .  .
 3  .  .  .  .  .  .  M>
"""
#: The token has come to e2, past the stone or pushing it before it.
PAST = PAST_A_STONE.replace("r1 s1 . ", ".  {} R1").replace("R1 . ", "R1 {}")


def test_the_stone_tells_which_way_the_token_went() -> None:
    game = playing(PAST_A_STONE)
    assert infer_move(game, seen(PAST.format("s1", ". "))) == Happened(moved("red-1", "e2", "white"))
    assert infer_move(game, seen(PAST.format(". ", "s1"))) == Happened(moved("red-1", "e2", "white", stone_1="f2"))


def test_a_hand_on_a_stone_may_be_about_to_push_it() -> None:
    hand = seen(PAST.format(". ", ". "), unreadable=("d2",))
    assert infer_move(playing(PAST_A_STONE), hand) == Waiting(places=("d2",))


def test_a_stone_that_is_pushed_may_still_be_in_the_air() -> None:
    inference = infer_move(playing(PAST_A_STONE), seen(PAST.format(". ", ". ")))
    assert isinstance(inference, Waiting)
    assert inference.pieces == ("stone-1",)


def test_a_stone_pushed_onto_a_corner_is_gone() -> None:
    before = """
        a  b  c  d
     1  .  s1 R4 .
     2  .  .  .  M>
    """
    after = """
        a  b  c  d
     1  .  r4 .  .
     2  .  .  .  M>
    """
    event = TokenMoved("red-4", "b1", Side.BLACK, (StoneMoved("stone-1", None),))
    assert infer_move(playing(before), seen(after)) == Happened(event)


# --- floor tiles hidden under pieces -----------------------------------------------------------------------------


def test_a_token_hides_the_pool_on_which_it_stops() -> None:
    before = """
        c  d  e  f  g
     4  R4 ~  ~  s1 s2
     5  .  ~  ~  .  .
     6  .  .  .  .  M>
    """
    after = """
        c  d  e  f   g
     4  .  ~  ~r4 s1 s2
     5  .  ~  ~  .   .
     6  .  .  .  .   M>
    """
    table = seen(after, hidden=["pool-2x2"])
    assert infer_move(playing(before), table) == Happened(moved("red-4", "e4", "black"))


def test_the_monster_hides_the_teleporter_on_which_it_stands() -> None:
    before = """
        c  d  e  f     g
     4  R4 .  .  @A1>M> @A2^
    """
    assert infer_move(playing(before), seen(before, hidden=["teleporter-A1"])) == Nothing()


# --- stones look alike -------------------------------------------------------------------------------------------


def test_equal_stones_may_be_exchanged() -> None:
    before = """
        c  d  e  f  g
     4  R4 .  s1 .  s2
     6  .  .  .  .  M>
    """
    exchanged = before.replace("s1", "s6").replace("s2", "s1").replace("s6", "s2")
    assert infer_move(playing(before), seen(exchanged)) == Nothing()


def test_a_push_of_the_wrong_one_of_two_equal_stones_is_the_push_of_the_right_one() -> None:
    before = """
        c  d  e  f  g
     4  R4 s1 .  .  s2
     6  .  .  .  .  M>
    """
    # They took the stone from g4, put it before the token, and that one to g4.
    after = """
        c  d  e  f  g
     4  .  r4 s2 .  s1
     6  .  .  .  .  M>
    """
    assert infer_move(playing(before), seen(after)) == Happened(moved("red-4", "d4", "black", stone_1="e4"))


def test_a_crystal_is_no_stone() -> None:
    before = """
        c  d  e  f  g
     4  R4 s1 .  .  c4
     6  .  .  .  .  M>
    """
    after = """
        c  d  e  f  g
     4  .  r4 c4 .  s1
     6  .  .  .  .  M>
    """
    cells = [problem.places for problem in all_problems(infer_move(playing(before), seen(after)))]
    assert cells == [("g4", "e4"), ("e4", "g4")]


def test_nothing_at_all_is_seen() -> None:
    inference = infer_move(playing(HALL), BoardObservation())
    assert isinstance(inference, Waiting)
    assert set(inference.pieces) == {"red-4", "red-1", "blue-5", "stone-1", "stone-4", "monster"}


def test_a_stone_is_waited_for_when_the_token_that_pushes_it_is_still_under_a_hand() -> None:
    before = """
        m  n  o  p
     8  M> .  .  .
     9  .  .  .  .
    10  .  .  s1 .
    11  .  .  .  .
    """
    after = changed(before, o10=".", n10="s1")
    for unreadable, arms in ((("o10",), ("o10",)), (("o10", "m10"), ("o10",)), (("o10",), ())):
        inference = infer_move(playing(before), seen(after, unreadable=unreadable, reached_over=arms))
        assert isinstance(inference, Waiting), (unreadable, arms)
        assert not inference.problems
    # The hand gone, nothing has pushed the stone.
    assert all_problems(infer_move(playing(before), seen(after)))


def test_a_stone_pushed_by_a_token_under_a_hand_is_waited_for() -> None:
    after = MOVED_PAST.replace("r4 s1 . ", ".  .  s1")
    inference = infer_move(playing(HALL), seen(after, unreadable=("c2", "d2", "e2")))
    assert isinstance(inference, Waiting)
    assert inference.places == ("c2", "d2", "e2")


# --- something that cannot be read -------------------------------------------------------------------------------


def test_a_lifted_token_may_lie_where_something_unread_lies() -> None:
    inference = infer_move(playing(HALL), seen(HALL, hidden=["red-1"], unreadable=("d4",)))
    assert isinstance(inference, Waiting)
    assert (inference.pieces, inference.places) == (("red-1",), ("d4",))
    assert inference.maybe == (moved("red-1", "d4", "black"),)


def test_a_token_under_an_arm_or_out_of_its_reach_is_in_a_hand() -> None:
    for cell, arms in (("d4", ("d4",)), ("e4", ())):
        table = seen(HALL, hidden=["red-1"], unreadable=(cell,), reached_over=arms)
        inference = infer_move(playing(HALL), table)
        assert isinstance(inference, Waiting)
        assert (inference.pieces, inference.maybe) == (("red-1",), ())


def test_something_unread_elsewhere_stops_no_move() -> None:
    assert infer_move(playing(HALL), seen(MOVED_PAST, unreadable=("a4",))) == Happened(moved("red-4", "d2", "black"))
