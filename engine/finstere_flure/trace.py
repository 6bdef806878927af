"""The trace of a monster's move: everything that happened, in order, with what decided it.

These values hold cells, ids, enums and ruling numbers; wording lives elsewhere. A ruling (``R4``) is named where one
of the numbered rulings decided.
"""

from engine.names import Name
from engine.values import value

from .board import Cell, Direction
from .pieces import TileKind
from .position import Position


class Decision(Name):
    """Result of a look."""

    TURN = "turn"
    """The nearest token is to the left or right: it turns there."""
    AHEAD = "ahead"
    """The nearest token is straight ahead."""
    CONFUSED = "confused"
    """Two or three tokens share the smallest distance: it keeps its direction."""
    NOBODY = "nobody"
    """No token is seen: it keeps its direction."""


class Loss(Name):
    """Way in which a token was lost."""

    CAUGHT = "caught"
    PUSHED_OFF = "pushed-off"
    TELEPORTER = "teleporter"


@value
class Sight:
    """The first token in one direction, and how many cells away it is (1: the next cell)."""

    token: str
    direction: Direction
    distance: int


@value
class Look:
    """A look ahead, left and right from `cell`; `facing` is the direction after it."""

    cell: Cell
    seen: tuple[Sight, ...]
    decision: Decision
    facing: Direction
    ruling: str | None = None


@value
class Turn:
    """The monster turns towards a token."""

    before: Direction
    after: Direction


@value
class Pivot:
    """A turning stone in the way turns the monster."""

    tile: str
    kind: TileKind
    cell: Cell
    before: Direction
    after: Direction
    ruling: str | None = None


@value
class StandsStill:
    """Four turning stones in a row: the step is spent without a move (R2)."""

    cell: Cell
    ruling: str = "R2"


@value
class Wall:
    """The monster goes through the wall and comes in again at the same letter."""

    letter: str
    before: Cell
    after: Cell
    ruling: str | None = None


@value
class Move:
    """The monster goes on to the next cell."""

    before: Cell
    after: Cell


@value
class Slide:
    """The monster, on a pool, slides on to the next cell within the same step (R6)."""

    before: Cell
    after: Cell
    ruling: str = "R6"


@value
class Teleport:
    """The monster comes out on the other teleporter of the pair, facing along its arrow."""

    tile: str
    partner: str
    before: Cell
    after: Cell
    facing: Direction


@value
class Push:
    """A piece is pushed from `before` and comes to rest on `after`; None when it is lost (R4).

    `slid` tells that it slid over a pool on its way (R5).
    """

    piece: str
    before: Cell
    after: Cell | None
    slid: bool = False
    ruling: str | None = None


@value
class Removed:
    """Removal of a stone: pushed off the board or onto a teleporter (R4), or a corner cell (R7)."""

    tile: str
    cell: Cell
    ruling: str


@value
class Eaten:
    """Eating of a token, or a loss that counts as eaten (R8). `cell` is the last it stood on."""

    token: str
    cell: Cell
    how: Loss
    ruling: str | None = None


Event = Look | Turn | Pivot | StandsStill | Wall | Move | Slide | Teleport | Push | Removed | Eaten


@value
class TraceStep:
    """Step of the monster: its events, and its place and facing at the end.

    The end is before the next look.
    """

    number: int
    cell: Cell
    facing: Direction
    events: tuple[Event, ...]


@value
class Meal:
    """A token lost in this move: which, in which step (from 1), and how."""

    token: str
    step: int
    how: Loss


@value
class MonsterMove:
    """Whole move: from `start`, by `card`, to `final` (its facing is that after the final look)."""

    start: Position
    card: str
    steps: tuple[TraceStep, ...]
    final_look: Look
    eaten: tuple[Meal, ...]
    final: Position
