"""A task of the guide: one thing that hands must do on the board."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.finstere_flure.board import Cell, Direction
from engine.finstere_flure.position import Tile, Token
from engine.names import Name


class TaskKind(Name):
    """Kind of a task for hands."""

    TAKE_OFF = "take-off"
    MOVE = "move"
    PUT_ON = "put-on"
    TURN = "turn"
    """The monster or a floor tile on its cell, to face another way."""
    FLIP = "flip"
    """A token or stone where it lies, its other side up."""
    LAY_ASIDE = "lay-aside"
    """For a moment, because pieces are in each other's way."""


@dataclass(frozen=True)
class Task:
    """Single thing to do: the piece, its cell before and after, and a translated sentence.

    A cell is None beside the board.

    `facing` is how the monster must face in the end, `facing_before` how it faces now if that is known. `before` is
    how a token or tile lies now, `after` how it must lie.
    """

    kind: TaskKind
    piece: str
    start: Cell | None
    end: Cell | None
    facing: Direction | None = None
    facing_before: Direction | None = None
    before: Token | Tile | None = None
    after: Token | Tile | None = None
    sentence: str = ""
    parts: tuple["Task", ...] = ()


def each(tasks: Iterable[Task]) -> Iterator[Task]:
    """Yield every task, and instead of one with parts its parts."""
    for task in tasks:
        yield from task.parts or (task,)
