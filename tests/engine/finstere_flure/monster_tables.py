"""Drawn tables for everything that can happen to the monster, each with one step's text."""

from dataclasses import dataclass

from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.position import Position
from engine.finstere_flure.textboard import parse_board
from engine.finstere_flure.trace import MonsterMove


@dataclass(frozen=True)
class Table:
    """A drawn table, a card, and how the line about one step ends."""

    name: str
    drawing: str
    card: str
    line: str
    step: int = 1

    @property
    def position(self) -> Position:
        return parse_board(self.drawing)

    @property
    def move(self) -> MonsterMove:
        return move_monster(self.position, self.card)


#: The first example of the printed rule sheet.
EXAMPLE = Table(
    "the rule sheet's example",
    """
       h  i  j  k  l  m  n  o  p
    2  .  .  R1 .  .  .  #  #  #
    3  .  .  .  .  .  B5 .  #  #
    5  K4 .  .  .  .  .  .  .  .
    6  .  .  .  ~  ~  G3 s1 Y1 .
    7  .  .  .  ~  ~  .  .  .  P5
    8  .  B1 M> .  .  .  .  .  .
    9  .  .  .  .  .  E1 .  .  .
    """,
    "8",
    "Furunkulus sees red 1 (4 cells north) and green 3 (3 cells east). The nearest is green 3: it turns east. "
    "It slides east over the pool to m6 and eats green 3 (rule R6).",
    step=3,
)

TABLES = (
    EXAMPLE,
    Table(
        "it sees nobody",
        """
           e  f  g  h
        5  .  M> .  .
        """,
        "1",
        "Furunkulus faces east and sees nobody. It goes east to g5.",
    ),
    Table(
        "straight ahead",
        """
           e  f  g  h
        5  .  M> .  R4
        """,
        "1",
        "Furunkulus sees red 4 (2 cells east), straight ahead. It goes east to g5.",
    ),
    Table(
        "a token next to it, the other side up",
        """
           e  f  g  h
        4  .  r4 .  .
        5  .  M> .  .
        """,
        "1",
        "Furunkulus sees red 3 (1 cell north) and turns north. It goes north to f4 and eats red 3.",
    ),
    Table(
        "twins: two tokens of a colour that show the same number",
        """
           e  f  g  h  i
        4  .  r4 .  .  .
        5  .  M> .  .  R3
        """,
        "1",
        "Furunkulus sees red's white 3 (3 cells east) and red's black 3 (1 cell north). "
        "The nearest is red's black 3: it turns north. It goes north to f4 and eats red's black 3.",
    ),
    Table(
        "the nearest is straight ahead",
        """
           e  f  g  h
        3  .  B1 .  .
        5  .  M> R4 .
        """,
        "1",
        "Furunkulus sees red 4 (1 cell east) and blue 1 (2 cells north). The nearest is red 4, straight ahead. "
        "It goes east to g5 and eats red 4.",
    ),
    Table(
        "confused by all it sees",
        """
           e  f  g  h
        3  .  B1 .  .
        5  .  M> .  .
        7  .  R4 .  .
        """,
        "1",
        "Furunkulus sees blue 1 (2 cells north) and red 4 (2 cells south), equally near: "
        "it is confused and keeps facing east. It goes east to g5.",
    ),
    Table(
        "confused by two of three",
        """
           e  f  g  h  i
        3  .  B1 .  .  .
        5  .  M> .  .  Y1
        7  .  R4 .  .  .
        """,
        "1",
        "Furunkulus sees yellow 1 (3 cells east), blue 1 (2 cells north) and red 4 (2 cells south). "
        "Two are equally near: it is confused and keeps facing east. It goes east to g5.",
    ),
    Table(
        "a right-turning stone",
        """
           e  f  g  h
        5  .  M> q6 .
        """,
        "1",
        "The right-turning stone on g5 turns it to its right: it faces south. It goes south to f6.",
    ),
    Table(
        "a turn-about stone",
        """
           e  f  g   h
        5  .  M> h10 .
        """,
        "1",
        "The turn-about stone on g5 turns it around: it faces west. It goes west to e5.",
    ),
    Table(
        "a second turning stone behind the turn (R2)",
        """
           e  f  g  h
        5  .  M> q6 .
        6  .  q7 .  .
        """,
        "1",
        "it faces south. The next turning stone is ahead, so it looks first. Furunkulus faces south and sees nobody "
        "(rule R2). The right-turning stone on f6 turns it to its right: it faces west (rule R2). It goes west to e5.",
    ),
    Table(
        "four turning stones round it (R2)",
        """
           e  f  g  h
        4  .  q9 .  .
        5  q8 M> q6 .
        6  .  q7 .  .
        """,
        "1",
        "Four turning stones in a row: it stays on f5 and the step is used up (rule R2).",
    ),
    Table(
        "through a wall",
        """
           n  o  p
        6  .  .  M>
        """,
        "1",
        "It leaves through wall V on p6 and comes in at the other V, on a6.",
    ),
    Table(
        "through a wall onto a token (R3)",
        """
           a  b  c  n  o  p
        6  R4 .  .  .  .  M>
        """,
        "1",
        "It leaves through wall V on p6, comes in at the other V and eats red 4 on a6 (rule R3).",
    ),
    Table(
        "through a wall onto a stone (R3)",
        """
           a  b  c  n  o  p
        6  s1 .  .  .  .  M>
        """,
        "1",
        "Its way leads out through wall V on p6 and in at the other V, on a6 (rule R3). "
        "It pushes the stone from a6 to b6 (rule R4). It comes in on a6.",
    ),
    Table(
        "through a wall onto a turning stone (R3)",
        """
           a  b  c  n  o  p
        6  q6 .  .  .  .  M>
        """,
        "1",
        "The right-turning stone on a6 turns it to its right: it faces south (rule R3). It goes south to p7.",
    ),
    Table(
        "through a wall onto a pool",
        """
           a  b  c  n  o  p
        6  ~  ~  .  .  .  M>
        7  ~  ~  .  .  .  .
        """,
        "1",
        "It leaves through wall V on p6, comes in at the other V and slides to c6 (rule R6).",
    ),
    Table(
        "through a wall and over a pool onto a token",
        """
           a  b  c  n  o  p
        6  ~  ~  R4 .  .  M>
        7  ~  ~  .  .  .  .
        """,
        "1",
        "It leaves through wall V on p6, comes in at the other V, slides to c6 and eats red 4 (rule R6).",
    ),
    Table(
        "through a wall behind a stone and over a pool",
        """
           a   b  c  n  o  p
        6  ~s1 ~  .  .  .  M>
        7  ~   ~  .  .  .  .
        """,
        "1",
        "It pushes the stone from a6, and over the pool it slides to c6 (rule R5). It comes in on a6 "
        "and slides to b6 (rule R6). "
        "It pushes the stone from c6 to d6 (rule R4). It slides on east to c6 (rule R6).",
    ),
    Table(
        "a chain over the board's edge (R4)",
        """
           m  n  o  p
        6  .  M> s1 Y1
        """,
        "1",
        "It pushes yellow 1 from p6 off the board: that counts as eaten (rule R4). It pushes the stone "
        "from o6 to p6 (rule R4). "
        "It goes east to o6.",
    ),
    Table(
        "a stone over the board's edge (R4)",
        """
           m  n  o  p
        6  .  .  M> s1
        """,
        "1",
        "It pushes the stone from p6 out of the game (rule R4). It goes east to p6.",
    ),
    Table(
        "a token onto a teleporter (R4)",
        """
           e  f  g  h  i     j
        5  .  M> c4 R4 @A1^  .
        9  .  .  .  .  @A2^  .
        """,
        "X",
        "It pushes red 4 from h5 onto a teleporter: that counts as eaten (rule R4). Hit 1 of 1! "
        "It pushes the crystal from g5 to h5 (rule R4). It goes east to g5.",
    ),
    Table(
        "a stone onto a corner cell (R7)",
        """
           a  b  c  d
        1  .  s1 M< .
        """,
        "1",
        "It pushes the stone from b1 onto the corner cell a1: it leaves the game (rule R7). It goes west to b1.",
    ),
    Table(
        "a stone that slides over a pool (R5)",
        """
           e  f  g  h  i
        5  M> s1 ~  ~  .
        6  .  .  ~  ~  .
        """,
        "1",
        "It pushes the stone from f5, and over the pool it slides to i5 (rule R5). It goes east to f5.",
    ),
    Table(
        "a stone that stops on a pool (R5)",
        """
           e  f  g  h  i
        5  M> s1 ~  ~  s2
        6  .  .  ~  ~  .
        """,
        "1",
        "It pushes the stone from f5 onto the pool, where it stops on h5 (rule R5). It goes east to f5.",
    ),
    Table(
        "a turning stone that is pushed, since tokens are seen (R1)",
        """
           e  f  g  h
        4  .  B1 .  .
        5  .  M> q6 .
        6  .  R4 .  .
        """,
        "1",
        "It pushes the right-turning stone from g5 to h5: it saw tokens, so the stone does not turn it (rule R1). "
        "It goes east to g5.",
    ),
    Table(
        "a turning stone that is pushed while it slides (R6)",
        """
           e  f  g  h   i
        5  .  M> ~  ~h10 .
        6  .  .  ~  ~   .
        """,
        "1",
        "It pushes the turn-about stone from h5 to i5: while it slides, the stone does not turn it (rule R6). "
        "It slides on east to h5 (rule R6). It pushes the turn-about stone from i5 to j5: while it slides, "
        "the stone does not turn it (rule R6). It slides on east to i5 (rule R6).",
    ),
    Table(
        "over a pool",
        """
           e  f  g  h  i
        5  .  M> ~  ~  .
        6  .  .  ~  ~  .
        """,
        "1",
        "It slides east over the pool to i5 (rule R6).",
    ),
    Table(
        "meals on a pool, more hits than needed",
        """
           e  f  g   h   i
        5  .  M> ~R4 ~B1 Y1
        6  .  .  ~   ~   .
        """,
        "XX",
        "It goes east to g5 and eats red 4. Hit 1 of 2! It slides on east to h5 and eats blue 1 (rule R6). "
        "Hit 2 of 2! It slides on east to i5 and eats yellow 1 (rule R6). Hit 3, more than needed!",
    ),
    Table(
        "a teleporter",
        """
           e  f  g    h  i  j  k
        5  .  M> @A1^ .  .  .  .
        8  .  .  .    .  .  .  @A2v
        """,
        "1",
        "It goes east to g5. The teleporter takes it to k8, where the arrow turns it south.",
    ),
)
