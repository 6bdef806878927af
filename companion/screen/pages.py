"""What the companion's screen shows, as plain values: pages. The session makes them, `screen` draws them.

All texts are translated already. Ids say what was touched: a touch on a row gives its id back, one on the board a cell.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from companion.games.finstere_flure.player import Player
from engine.finstere_flure.board import Cell, Direction
from engine.finstere_flure.pieces import Colour
from engine.finstere_flure.position import Position, Tile, Token
from engine.finstere_flure.trace import MonsterMove
from vision.picture import Pixels


class Tone(StrEnum):
    """How a mark or row is meant; the screen gives each a colour and a sign of its own."""

    PLAIN = "plain"
    NOW = "now"
    """What matters now: whose turn it is, where to go next."""
    GOOD = "good"
    """Right, done."""
    WAITING = "waiting"
    BAD = "bad"
    FADED = "faded"


@dataclass(frozen=True)
class Mark:
    """Cells set apart on the board, each framed and tinted, `label` written on the first."""

    cells: tuple[Cell, ...]
    tone: Tone
    label: str = ""


@dataclass(frozen=True)
class Arrow:
    """A way that something must go. From or to None: from or to beside the board (entrance, exit or box)."""

    start: Cell | None
    end: Cell | None
    tone: Tone = Tone.NOW


@dataclass(frozen=True)
class BoardShown:
    """A board in any state, also an unfinished one; `ghosts` are tiles and tokens drawn faintly (where they belong)."""

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

    @classmethod
    def of(cls, position: Position, marks: tuple[Mark, ...] = (), arrows: tuple[Arrow, ...] = ()) -> "BoardShown":
        """The board with a whole position on it."""
        return cls(position.tiles, position.tokens, position.monster, position.facing, marks, arrows)


@dataclass(frozen=True, eq=False)
class Snapshot:
    """A picture of the camera (BGR, not to be written into), to be shown as it is."""

    pixels: Pixels


@dataclass(frozen=True)
class Row:
    """A line in a list. With `id` it can be touched (and chosen with the buttons where the page has a selection).

    `value` stands at the right (a setting's value, a number of cells). `colour` gives the player's coloured sign in
    front, `token` a picture of that token. `done` gives a box in front, ticked or not.
    """

    text: str
    id: str = ""
    value: str = ""
    detail: str = ""
    tone: Tone = Tone.PLAIN
    colour: Colour | None = None
    token: Token | None = None
    done: bool | None = None


@dataclass(frozen=True)
class Keys:
    """What the three buttons do now, as labels on the screen's buttons; empty: nothing. `*_hold`: when held."""

    advance: str = ""
    draw: str = ""
    back: str = ""
    advance_hold: str = ""
    back_hold: str = ""


@dataclass(frozen=True)
class ListPage:
    """A page without the board: menus, settings, help, log, ranking. Longer lists scroll, the selected row in sight.

    `text` is read before the rows. `selected` is the index of the row that Advance chooses, None if none can be.
    """

    name: str
    """Which page it is, for tests and pictures: ``start``, ``players``, ``settings``..."""
    title: str
    rows: tuple[Row, ...] = ()
    text: str = ""
    selected: int | None = None
    colour: Colour | None = None
    """The winner's or the player's colour, for the title."""
    keys: Keys = field(default_factory=Keys)
    status: str = ""
    """A short line at the edge, such as a warning."""


@dataclass(frozen=True)
class BoardPage:
    """A page with the board: title, a large caption (the one sentence that counts), and a few rows beside the board."""

    name: str
    title: str
    board: BoardShown
    caption: str
    rows: tuple[Row, ...] = ()
    tone: Tone = Tone.PLAIN
    """Of the caption: NOW usual, BAD for problems, WAITING while the table is watched."""
    colour: Colour | None = None
    """Whose turn it is."""
    keys: Keys = field(default_factory=Keys)
    status: str = ""
    """A short line at the edge: round, stage, what the camera sees, warnings."""
    picture: Snapshot | None = None
    """Shown in place of the board, if there is one."""


@dataclass(frozen=True)
class MovePage:
    """The monster's move, played. The player tells it in the language that was in use when it was made."""

    name: str
    move: MonsterMove
    player: Player
    keys: Keys = field(default_factory=Keys)
    status: str = ""


Page = ListPage | BoardPage | MovePage
