"""The trace as text: every event has its words."""

from engine.finstere_flure.tracetext import format_move
from tests.engine.finstere_flure.drawn import told, walk


def test_a_whole_move() -> None:
    before = """
        h   i   j   k
     4  .   b3  .   .
     6  M>  .   .   .
    """
    assert format_move(walk(before, "2")) == (
        "card 2\n1 E i6  sees nobody; h6-i6\n2 N i5  sees b3:N2 turn; E>N; i6-i5\nlast N i5  sees b3:N1 ahead\n"
    )


def test_looks_pushes_and_losses() -> None:
    before = """
        n   o   p
     4  B1  .   #
     6  M>  c4  r5
     8  G1  .   .
    """
    assert told(before)[0] == (
        "1 E o6  sees r5:E2 B1:N2 G1:S2 confused; pushes r5 p6-lost (R4); eats r5 p6 pushed-off (R4); "
        "pushes c4 o6-p6 (R4); n6-o6"
    )


def test_walls_slides_and_meals() -> None:
    before = """
        a   b   c   d   e   p
     6  =   =   =P1 =   s1  M>
    """
    assert told(before)[0] == (
        "1 E e6  sees nobody; wall V p6-a6 (R3); p6-a6; a6~b6 (R6); b6~c6 (R6); eats P1 c6 caught; c6~d6 (R6); "
        "pushes s1 e6-f6 (R4); d6~e6 (R6)"
    )


def test_turning_stones() -> None:
    before = """
        g    h   i
     6  h10  M>  h11
    """
    assert told(before)[0] == (
        "1 E h6  sees nobody; h11 on i6 turns E>W; sees nobody (R2); h10 on g6 turns W>E (R2); sees nobody (R2); "
        "h11 on i6 turns E>W (R2); sees nobody (R2); h10 on g6 turns W>E (R2); stands still (R2)"
    )


def test_teleporters() -> None:
    before = """
        h     i   j     k
     3  .     .   .     @B1<
     6  M>    s1  @B2^  .
    """
    assert told(before, "2")[:2] == [
        "1 E i6  sees nobody; pushes s1 i6-lost (R4); removes s1 i6 (R4); h6-i6",
        "2 W k3  sees nobody; i6-j6; @B2 j6 to @B1 k3 W",
    ]
