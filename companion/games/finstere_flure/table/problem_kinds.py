"""The kinds of problems that there can be at a table of this game."""

from engine.names import Name


class ProblemKind(Name):
    """The kinds of things that can be wrong on the table."""

    TWO_TOKENS = "two-tokens"
    """More than one token was moved."""
    TOO_FAR = "too-far"
    """The token cannot come there with its number, or not at all."""
    OTHER_PLAYER = "other-player"
    """It is another player's turn."""
    MOVED_ALREADY = "moved-already"
    NOT_FLIPPED = "not-flipped"
    FLIPPED_ONLY = "flipped-only"
    """A token was flipped that should not have been."""
    STONE_NOT_PUSHED = "stone-not-pushed"
    """A stone or other tile lies elsewhere, which the token's move does not push there."""
    PUSH_FORGOTTEN = "push-forgotten"
    """The move pushes a stone that still lies where it lay."""
    MONSTER_MOVED = "monster-moved"
    MISSING = "missing"
    """A piece is not on the board: lifted and not put back."""
    MISPLACED = "misplaced"
    """A piece lies, or faces, otherwise than it should."""
    UNEXPECTED = "unexpected"
    """A piece that is not on the board now, or not in this game."""
    ON_A_LINE = "on-a-line"
    """A piece lies between cells, askew, or beyond the edge."""
    TWICE = "twice"
    """The same piece is seen twice, or two pieces on one cell."""
    UNREAD = "unread"
    """Something lies there that cannot be read."""
    NOT_ALLOWED = "not-allowed"
    """A tile may not be placed like that."""


#: Nothing is wrong there: hands are only not ready yet.
UNFINISHED = frozenset(
    {
        ProblemKind.NOT_FLIPPED,
        ProblemKind.PUSH_FORGOTTEN,
        ProblemKind.ON_A_LINE,
        ProblemKind.MISSING,
        ProblemKind.UNREAD,
    }
)
