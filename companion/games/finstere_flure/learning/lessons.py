"""Lessons of a first evening: each rule once, when it is first needed.

A lesson about the monster's move is a small table on which one rule decides, and the question where the move ends.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from companion.games.finstere_flure.language import later
from companion.games.finstere_flure.learning.puzzles import Puzzle, puzzle_of
from companion.games.finstere_flure.words.move_words import NEAREST, PIVOT, RULINGS, TELEPORT, TIE, WALL
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.moves import token_moves
from engine.finstere_flure.pieces import Place
from engine.finstere_flure.state import Phase, State
from engine.finstere_flure.textboard import parse_board


@dataclass(frozen=True)
class Lesson:
    """A rule of the tokens' moves, and its sentence."""

    rule: str
    sentence: str


@dataclass(frozen=True)
class MonsterLesson:
    """A rule of the monster's move: its name, its sentence, a table on which it decides."""

    rule: str
    name: str
    sentence: str
    board: str
    card: str = "5"

    @cached_property
    def puzzle(self) -> Puzzle:
        """The question where the move ends on its table."""
        puzzle = puzzle_of(move_monster(parse_board(self.board.strip("\n")), self.card))
        assert puzzle is not None, self.rule
        return puzzle


TOKEN_LESSONS = (
    Lesson("move", later("Move one of your tokens up to as many cells as it shows, around corners too; then flip it.")),
    Lesson("exit", later("From a1 one more step leads out of the castle, and the token is safe.")),
    Lesson("push", later("A token may push one stone at a time, if the cell behind is free, and pass over others.")),
    Lesson(
        "pool",
        later("On a pool a token slides straight on at no cost. It may not enter the monster's cell or a teleporter."),
    ),
)
MONSTER_LESSONS = (
    MonsterLesson(
        "look",
        later("What it sees"),
        NEAREST,
        """
    e f g h i j
 4  . . . . . R4
 6  B3 . . M> . .
""",
    ),
    MonsterLesson(
        "hide",
        later("Behind a stone"),
        later("Its sight ends at stones, not at crystals. What stands behind a stone is not seen."),
        """
    d e f
 3  . R4 .
 4  . s1 .
 6  . M> .
10  . B3 .
""",
    ),
    MonsterLesson(
        "hit",
        later("Hits"),
        later("A card says how far the monster walks, or how many tokens it must hit."),
        """
    c d e f g h i j k
 3  . . . . R4 . . . .
 5  M> . . . . . . . B3
""",
        "X",
    ),
    MonsterLesson(
        "R9",
        later("After a meal"),
        later("With a number card it always walks to the end, whoever is eaten."),
        """
    c d e f g h i j k
 3  . . . . . . . B3 .
 6  M> . R4 . . . . . .
""",
        "7",
    ),
    MonsterLesson(
        "tie",
        later("A tie"),
        TIE,
        """
    e f g h
 3  R4 . . .
 4  . . . G5
 6  M> . . .
 9  B3 . . .
""",
    ),
    MonsterLesson(
        "wall",
        later("Through the wall"),
        WALL,
        """
    f g h i
 2  M^ . . .
 9  . . . R4
""",
    ),
    MonsterLesson(
        "R4",
        later("Chains"),
        RULINGS["R4"],
        """
    d e f g h
 3  . . B3 . .
 5  M> . s1 R4 s2
""",
    ),
    MonsterLesson(
        "R6",
        later("Over a pool"),
        RULINGS["R6"],
        """
    c d e f g
 2  . . . . R4
 4  M> . ~ ~ .
 5  . . ~ ~ .
""",
    ),
    MonsterLesson(
        "R8",
        later("The last hit"),
        later("A hit card ends with the step of its last hit; a slide is finished first."),
        """
    c d e f g h i
 2  . . . . . B3 .
 4  M> . ~ ~R4 . . .
 5  . . ~ ~ . . .
""",
        "X",
    ),
    MonsterLesson(
        "R5",
        later("A stone onto a pool"),
        RULINGS["R5"],
        """
    c d e f g h i
 2  . . . . . . R4
 4  M> . s1 ~ ~ . .
 5  . . . ~ ~ . .
""",
    ),
    MonsterLesson(
        "R7",
        later("Into the corner"),
        RULINGS["R7"],
        """
    a b c d e
 1  . s1 . . M<
 4  . R4 . . .
""",
    ),
    MonsterLesson(
        "R3",
        later("Behind the wall"),
        RULINGS["R3"],
        """
    f g h i j k
 2  M^ . . . . .
 9  . . . . B3 .
11  . . . . . R4
""",
    ),
    MonsterLesson(
        "pivot",
        later("A turning stone"),
        PIVOT,
        """
    c d e f
 6  M> . . q6
""",
    ),
    MonsterLesson(
        "R14",
        later("The last look"),
        RULINGS["R14"],
        """
    c d e f g h i
 3  . . . . . . B3
 4  M> . R4 . . . q6
""",
    ),
    MonsterLesson(
        "R1",
        later("A tie before a turning stone"),
        RULINGS["R1"],
        """
    c d e f
 4  . . R4 .
 6  M> . . q6
 8  . . B3 .
""",
    ),
    MonsterLesson(
        "R2",
        later("Two turning stones"),
        RULINGS["R2"],
        """
    c d e f
 6  M> . . q6
 7  . . h10 .
""",
    ),
    MonsterLesson(
        "teleport",
        later("A teleporter"),
        TELEPORT,
        """
    c d e f g h i j k l m
 6  M> . @A1> . . . . . . . R4
 8  . . . . . . . @A2^ . . .
""",
    ),
)
RULES = tuple(lesson.rule for lesson in (*TOKEN_LESSONS, *MONSTER_LESSONS))


def lesson_due(state: State, taught: Iterable[str]) -> Lesson | MonsterLesson | None:
    """Return the lesson that is needed next in a game; None while there is nothing new.

    Before each card one about the monster comes, as far as its kinds of tiles are in the game; in the first round at
    most one before each token's move.
    """
    taught = frozenset(taught)
    if state.phase is Phase.MOVE_TOKEN:
        if state.round == 1 and len(taught & _TOKEN_RULES) > len(state.moved):
            return None
        return next(
            (lesson for lesson in TOKEN_LESSONS if lesson.rule not in taught and _is_needed(lesson.rule, state)), None
        )
    if state.phase is not Phase.DRAW_CARD or len(taught & _MONSTER_RULES) >= state.round:
        return None
    kinds = {tile.kind for tile in state.position.tiles}
    new = (lesson for lesson in MONSTER_LESSONS if lesson.rule not in taught)
    return next((lesson for lesson in new if {tile.kind for tile in lesson.puzzle.move.start.tiles} <= kinds), None)


_TOKEN_RULES = frozenset(lesson.rule for lesson in TOKEN_LESSONS)
_MONSTER_RULES = frozenset(lesson.rule for lesson in MONSTER_LESSONS)


def _is_needed(rule: str, state: State) -> bool:
    """Return True if a token of the player on turn can do what the rule is about."""
    if rule == "move":
        return True
    assert state.turn is not None
    moves = [move for token in state.tokens_to_move(state.turn) for move in token_moves(state.position, token)]
    match rule:
        case "push":
            return any(move.pushes for move in moves)
        case "pool":
            return any({*move.path} & {*state.position.pool_cells} for move in moves)
        case _:
            return any(move.to is Place.OUT for move in moves)
