"""The first example of the printed rule sheet, card 8, with the whole trace.

Its tokens A B C D E F G H are R1 R3 R4 R5 B1 B3 B4 B5 here.
"""

from engine.finstere_flure.board import Direction
from engine.finstere_flure.trace import Decision, Look, Loss, Meal, Sight
from tests.engine.finstere_flure.drawn import assert_monster, told

BEFORE = """
     i   j   k   l   m   n   o   p
 2   .   R1  .   .   .   #   #   #
 3   .   .   .   .   R5  .   #   #
 5   .   .   B5  .   .   .   .   .
 6   .   .   ~   ~   R4  s1  B3  .
 7   .   .   ~   ~   .   .   .   B4
 8   R3  M>  .   .   .   .   .   .
 9   .   .   .   .   B1  .   .   .
"""
AFTER = """
     i   j   k   l   m   n   o   p
 2   .   R1  .   .   .   #   #   #
 3   .   .   .   .   R5  .   #   #
 5   .   .   B5  .   .   .   .   .
 6   .   .   ~   ~   .   .   .   .
 7   .   .   ~   ~   .   .   .   .
 8   R3  .   .   .   .   .   .   M<
 9   .   .   .   .   B1  .   .   .
outside: R4 B3 B4
"""


def test_the_board_after_the_move() -> None:
    assert_monster(BEFORE, "8", AFTER)


def test_the_whole_trace() -> None:
    assert told(BEFORE, "8") == [
        # It turns to A. B, behind it, it does not see.
        "1 N j7  sees R1:N6 turn; E>N; j8-j7",
        # Now it sees G as well, but A is nearer (on j7 both are seen: A five cells away, G six).
        "2 N j6  sees R1:N5 B4:E6 ahead; j7-j6",
        # C is nearer than A. It slides over the pool, where it does not see H, and eats C.
        "3 E m6  sees R1:N4 R4:E3 turn; N>E; j6-k6; k6~l6 (R6); l6~m6 (R6); eats R4 m6 caught",
        # Confused by D and E it goes straight on and pushes the stone and F.
        "4 E n6  sees R5:N3 B1:S3 confused; pushes B3 o6-p6 (R4); pushes s1 n6-o6 (R4); m6-n6",
        # F is pushed off the board and counts as eaten.
        "5 E o6  sees nobody; pushes B3 p6-lost (R4); eats B3 p6 pushed-off (R4); pushes s1 o6-p6 (R4); n6-o6",
        # The stone is pushed off the board.
        "6 E p6  sees nobody; pushes s1 p6-lost (R4); removes s1 p6 (R4); o6-p6",
        "7 S p7  sees B4:S1 turn; E>S; p6-p7; eats B4 p7 caught",
        "8 S p8  sees nobody; p7-p8",
        # The look at the end: it turns to B.
        "last W p8  sees R3:W7 turn",
    ]


def test_what_was_eaten_and_what_it_sees_in_the_end() -> None:
    move = assert_monster(BEFORE, "8", AFTER)
    assert move.eaten == (
        Meal("red-4", 3, Loss.CAUGHT),
        Meal("blue-3", 5, Loss.PUSHED_OFF),
        Meal("blue-4", 7, Loss.CAUGHT),
    )
    assert move.final_look == Look("p8", (Sight("red-3", Direction.W, 7),), Decision.TURN, Direction.W)
