"""Text boards: what the words mean, and what is said about a drawing that is none."""

import pytest

from engine.errors import NotationError
from engine.finstere_flure.board import Direction
from engine.finstere_flure.errors import PositionError
from engine.finstere_flure.pieces import Place, Side, TileKind
from engine.finstere_flure.position import Position, Tile, Token
from engine.finstere_flure.textboard import format_board, parse_board

DRAWN = """\
stage: 2
    a     b     c     d     e     f     g     h     i     j     k     l     m     n     o     p
 1  .     .     .     .     .     .     .     .     .     .     .     .     #     #     #     #
 2  .     .     .     .     .     .     .     .     .     .     .     .     .     #     #     #
 3  .     .     s1    .     .     .     .     .     ~     ~R4   .     .     .     .     #     #
 4  .     .     .     .     .     .     .     .     ~c4   ~     .     .     .     .     .     #
 5  .     .     .     .     .     .     .     q6    .     .     .     .     .     .     .     .
 6  .     .     .     .     .     .     .     .     h10   .     .     .     .     .     .     .
 7  .     .     .     .     .     .     .     .     .     k5    .     .     .     .     .     .
 8  #     .     .     .     .     .     .     .     .     .     .     .     .     .     .     .
 9  #     #     .     .     =     =     =     =     .     .     @A1>M< .     .     .     .     .
10  #     #     #     .     .     .     .     .     .     .     .     .     .     .     .     .
11  #     #     #     #     .     .     .     .     .     .     .     .     .     .     @A2v  .
outside: E1 p4
out: B1
dead: y5
"""
POSITION = Position(
    monster="k9",
    facing=Direction.W,
    tokens=(
        Token("red-4", Side.WHITE, "j3"),
        Token("blue-1", Side.WHITE, Place.OUT),
        Token("yellow-5", Side.BLACK, Place.DEAD),
        Token("beige-1", Side.WHITE, Place.OUTSIDE),
        Token("purple-4", Side.BLACK, Place.OUTSIDE),
        Token("black-5", Side.BLACK, "j7"),
    ),
    tiles=(
        Tile("stone-1", TileKind.STONE, ("c3",)),
        Tile("stone-4", TileKind.CRYSTAL, ("i4",)),
        Tile("stone-6", TileKind.TURN90, ("h5",)),
        Tile("stone-10", TileKind.TURN180, ("i6",)),
        Tile("teleporter-A1", TileKind.TELEPORTER, ("k9",), Direction.E),
        Tile("teleporter-A2", TileKind.TELEPORTER, ("o11",), Direction.S),
        Tile("pool-2x2", TileKind.POOL, ("i3", "j3", "i4", "j4")),
        Tile("pool-4x1", TileKind.POOL, ("e9", "f9", "g9", "h9")),
    ),
    stage=2,
)


def test_a_board_is_read() -> None:
    assert parse_board(DRAWN).in_order() == POSITION


def test_a_board_is_drawn() -> None:
    assert [line.split() for line in format_board(POSITION).splitlines()] == [
        line.split() for line in DRAWN.splitlines()
    ]


def test_the_columns_stand_one_below_the_other() -> None:
    header, *rows = format_board(POSITION).splitlines()[1:13]
    for row in rows:
        assert all(row[header.index(file) - 1] == " " for file in "abcdefghijklmnop" if header.index(file) < len(row))


def test_the_shape_of_the_board_is_drawn_with_crosshatches() -> None:
    drawn = format_board(Position("a1", Direction.E))
    assert drawn.count("#") == 16 * 11 - 156


def test_every_stone_kind_and_colour_has_its_letter() -> None:
    position = parse_board("""
        a   b   c   d   e   f   g   h
     5  G1  R1  B1  Y1  E1  P1  K1  M>
     6  s1  c4  q6  h10 g3  r3  b3  y3
    """)
    assert [token.id for token in position.tokens if token.side is Side.WHITE] == [
        f"{colour}-1" for colour in ("green", "red", "blue", "yellow", "beige", "purple", "black")
    ]
    assert [stone.kind for stone in position.stones] == [
        TileKind.STONE,
        TileKind.CRYSTAL,
        TileKind.TURN90,
        TileKind.TURN180,
    ]


def test_a_drawing_may_show_only_a_part_of_the_board_in_any_order() -> None:
    part = parse_board("""
        p  c
    11  .  #
     6  M^ s1
     5  R1 .
    """)
    assert part == Position(
        "p6",
        Direction.N,
        (Token("red-1", Side.WHITE, "p5"),),
        (Tile("stone-1", TileKind.STONE, ("c6",)),),
    )


def test_tabs_and_other_spaces_are_spaces() -> None:
    assert parse_board("\ta\u00a0b\n1\tM>\t.") == Position("a1", Direction.E)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the drawing shows no monster (M^ M> Mv or M<)"),
        ("a\n1 .", "the drawing shows no monster (M^ M> Mv or M<)"),
        ("1 M>", "line 1: the line with the files (a b c ...) must stand above the rows"),
        ("a b\n1 M>", "line 2: row 1 has 1 cells for 2 files"),
        ("a q\n1 M> .", "line 1: 'q' is no file of the board (a to p)"),
        ("a bc\n1 M> .", "line 1: 'bc' is no file of the board (a to p)"),
        ("a m\n1 M> .", "line 2: m1 is no cell of the board: expected #"),
        ("a\n1 M>\n12 .", "line 3: a12 is no cell of the board: expected #"),
        ("a b\n1 M> X", "line 2: b1: 'X' is no piece"),
        ("a b\n1 M> R2", "line 2: b1: 'R2' is no piece"),
        ("a b\n1 M> s12", "line 2: b1: 's12' is no piece"),
        ("a b\n1 M> red-4", "line 2: b1: 'red-4' is no piece; did you mean R4?"),
        ("a b\n1 M> @A1", "line 2: b1: '@A1' is no piece"),
        ("a b\n1 M> M>", "line 2: b1: the monster is already on a1"),
        ("stage: 3\na\n1 M>", "line 1: expected stage: 1 or stage: 2"),
        ("gone: R1\na\n1 M>", "line 1: 'gone': expected stage, outside, out or dead before the colon"),
        ("a\n1 M>\n2 " + "X" * 1000, "line 3 is no line of a text board"),
        ("a\n1 M>\n2 \x1b[31m", "line 3 is no line of a text board"),
        ("a\n1 M>\n\nout: R1 s1", "line 4: 's1' is no token"),
    ],
)
def test_a_drawing_that_is_none_is_refused_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_board(text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a b\n1 M> s1", None),
        ("a b c\n1 M> R1 R1", "red-1 is there 2 times"),
        ("a b\n1 M> c6", "stone-6 cannot be a crystal: it is a stone or a turn90"),
        ("a b\n1 M> E3", "beige-3: there is no such token; did you mean beige-1, beige-4 or beige-5?"),
        ("a b\n1 M> ~", "pool-2x2 cannot cover the cells b1"),
        ("a b\n1 M> @A1>", "teleporter-A1 is there without teleporter-A2"),
        ("a b\n1 M> R1\n1 . B1", "b1: red-1 and blue-1 cannot be on the same cell"),
        ("a b\n1 s1 M>", "a1: stone-1 cannot lie on the corner cell a1 (R7)"),
    ],
)
def test_a_drawing_of_an_impossible_position_is_refused(text: str, problem: str | None) -> None:
    if problem is None:
        assert parse_board(text).stones
        return
    with pytest.raises(PositionError) as caught:
        parse_board(text)
    assert caught.value.problems == (problem,)
