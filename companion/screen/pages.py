"""What the companion's screen shows, as plain values: pages. The session makes them, `screen` draws them.

Pages know no game. Where a page says `object`, it carries a value of the game's own: the sign of a player or of a
piece, what lies on the board, a moment of something that plays. The game draws those (see `pictures.Pictures`).

All texts are translated already. Ids say what was touched: a touch on a row gives its id back, one on the board the id
of the place there.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from vision.picture import Pixels


class Tone(StrEnum):
    """How a row, a caption or something on the board is meant; the screen gives each a colour and a sign of its own."""

    PLAIN = "plain"
    NOW = "now"
    """What matters now: whose turn it is, where to go next."""
    GOOD = "good"
    """Right, done."""
    WAITING = "waiting"
    BAD = "bad"
    FADED = "faded"


@dataclass(frozen=True, eq=False)
class Snapshot:
    """A picture of the camera (BGR, not to be written into), to be shown as it is."""

    pixels: Pixels


@dataclass(frozen=True)
class Row:
    """A line in a list. With `id` it can be touched (and chosen with the buttons where the page has a selection).

    `value` stands at the right (a setting's value, a number of cells). `sign` is a value of the game whose picture
    stands in front (a player's sign, a piece). `done` gives a box in front, ticked or not.
    """

    text: str
    id: str = ""
    value: str = ""
    detail: str = ""
    tone: Tone = Tone.PLAIN
    sign: object | None = None
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

    `text` is read before the rows. `selected` is the index of the row that Advance chooses, None if none can be; tiles
    are counted first. `tiles` stand above the rows, each in a place of its own that does not depend on what is written
    there: its sign, text and value (what is chosen).
    """

    name: str
    """Which page it is, for tests and pictures: ``start``, ``players``, ``settings``..."""
    title: str
    rows: tuple[Row, ...] = ()
    text: str = ""
    selected: int | None = None
    sign: object | None = None
    """Stands before the title: the winner's or the player's; without one the game's own emblem."""
    keys: Keys = field(default_factory=Keys)
    status: str = ""
    """A short line at the edge, such as a warning."""
    tiles: tuple[Row, ...] = ()
    status_tone: Tone = Tone.PLAIN
    """NOW where the line says why the table cannot be read, and what to do."""


@dataclass(frozen=True)
class Standing:
    """How all players stand, in view as long as the game goes on: a column for each, under the sign of the game.

    `lines` are what is counted: its name, and for each column how many.
    """

    signs: tuple[object, ...]
    lines: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class BoardPage:
    """A page with the board: title, a large caption (the one sentence that counts), and a few rows beside the board."""

    name: str
    title: str
    board: object | None
    """What lies on the board, a value of the game. None: nothing. A `Snapshot`: the camera's picture in its place."""
    caption: str
    rows: tuple[Row, ...] = ()
    tone: Tone = Tone.PLAIN
    """Of the caption: NOW usual, BAD for problems, WAITING while the table is watched."""
    sign: object | None = None
    """Whose turn it is; without one nothing stands before the title."""
    keys: Keys = field(default_factory=Keys)
    status: str = ""
    """A short line at the edge: round, stage, what the camera sees, warnings."""
    standing: Standing | None = None
    action: Row | None = None
    """A button of its own in a fixed place below the rows, such as one that has everything done: its text and id."""
    one_column: bool = False
    """Whether the rows stand one below the other even if not all have room: what is to be done one by one."""
    selected: int | None = None
    """The index of the row that Advance chooses, None where the rows are no choices."""
    status_tone: Tone = Tone.PLAIN
    """NOW where the line says why the table cannot be read, and what to do."""
    disturbed: tuple[str, ...] = ()
    """Places of the board over which something moves: they are outlined."""


@dataclass(frozen=True)
class PlayedPage:
    """A page on which the game plays something, such as a move, in all the room above the bar."""

    name: str
    played: object
    """The moment that is shown: a value of the game."""
    moving: bool
    """Whether the picture will change without anybody doing anything."""
    keys: Keys = field(default_factory=Keys)
    status: str = ""


Page = ListPage | BoardPage | PlayedPage
