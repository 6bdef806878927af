"""Plain values for the pages: a board with marks and arrows, a moment of a move."""

from dataclasses import dataclass, replace

from companion.device.language import said_again
from companion.games.finstere_flure.playback.playback import Playback
from companion.screen.pages import Tone
from engine.finstere_flure.board import Cell, Direction
from engine.finstere_flure.position import Position, Tile, Token
from engine.finstere_flure.sightlines import ExplainedLook
from engine.finstere_flure.trace import MonsterMove

#: The sign of the deck: the back that all cards share.
CARD_BACK = "card-back"


@dataclass(frozen=True)
class Mark:
    """Cells set apart on the board, each framed and tinted, `label` written on the first."""

    cells: tuple[Cell, ...]
    tone: Tone
    label: str = ""


@dataclass(frozen=True)
class Arrow:
    """Way of a piece. None as its start or end is beside the board.

    `door` is the corner cell beside which that is (entrance or exit); without one it is beyond the nearest edge, in the
    box where there is one. `piece` is the piece that goes.
    """

    start: Cell | None
    end: Cell | None
    tone: Tone = Tone.NOW
    door: Cell | None = None
    piece: str = ""


@dataclass(frozen=True)
class Risk:
    """Probability (0 to 1) that a token on a cell is hit by the monster's next move."""

    cell: Cell
    p: float


@dataclass(frozen=True)
class FlippedToken:
    """Sign of a flipped token: `token` as it lies now; named by its other side."""

    token: Token


@dataclass(frozen=True)
class BoardView:
    """Board in any state, also an unfinished one.

    `ghosts` are tiles and tokens drawn faintly (where they belong). `at_entrance` are tokens whose sides must be
    seen although they are not on the board. `below`: cells of pieces that lie below the drawing, which hides none.
    """

    tiles: tuple[Tile, ...] = ()
    tokens: tuple[Token, ...] = ()
    monster: Cell | None = None
    facing: Direction = Direction.E
    marks: tuple[Mark, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    ghost_tiles: tuple[Tile, ...] = ()
    ghost_tokens: tuple[Token, ...] = ()
    ghost_monster: tuple[Cell, Direction] | None = None
    selected: Cell | None = None
    at_entrance: tuple[Token, ...] = ()
    #: What the monster's next move may bring: risks, and the monster's way, step by step.
    risks: tuple[Risk, ...] = ()
    way: tuple[tuple[Cell, Cell], ...] = ()
    #: Its way on another table, drawn faintly.
    way_before: tuple[tuple[Cell, Cell], ...] = ()
    #: The look of the monster whose lines of sight are drawn.
    look: ExplainedLook | None = None
    below: frozenset[Cell] = frozenset()

    @classmethod
    def of(cls, position: Position, marks: tuple[Mark, ...] = (), arrows: tuple[Arrow, ...] = ()) -> "BoardView":
        """Return the board with a whole position on it."""
        return cls(position.tiles, position.tokens, position.monster, position.facing, marks, arrows)


@dataclass(frozen=True)
class MoveFrame:
    """Moment of the monster's move.

    The playback tells it in the language that was in use when it was made.

    `status` is the line at the edge of the page: how far the game is. `tension` is that of a meal (1 to 4).
    `board_shown`: the board has a picture; not where a virtual table beside the page shows the move on itself.
    `imagined`: the move is played on no table, and its board is framed (see `companion.screen.imagined_board`).
    `standing_shown`: it belongs to a game, whose players' tokens are counted.
    """

    move: MonsterMove
    playback: Playback
    status: str = ""
    tension: int = 1
    board_shown: bool = True
    imagined: bool = False
    standing_shown: bool = True


@dataclass(frozen=True)
class CelebrationFrame:
    """Celebration of a great moment: whose sign stands in its light, the text, the time so far."""

    sign: object
    title: str
    line: str
    seconds: float = 0.0

    def said_again(self) -> "CelebrationFrame":
        """Return the celebration in the language in use, which on a phone is another one."""
        return replace(self, title=str(said_again(self.title)), line=str(said_again(self.line)))

    def at(self, seconds: float) -> "CelebrationFrame":
        """Return the celebration so many seconds after it began."""
        return replace(self, seconds=seconds)
