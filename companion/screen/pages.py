"""Pages of the companion's screen as plain values, made by the session, drawn by `screen`.

Pages know no game. Where a page says `object`, it carries a value of the game's own: the sign of a player or of
a piece, the content of the board, a moment of something that plays. The game draws those (see
`pictures.Pictures`).

All texts are translated already. Ids say what was touched: a touch on a row gives its id back, one on the board
the id of the place there.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from hardware.buttons import Button

if TYPE_CHECKING:
    # Pages are plain values; only what paints them needs pygame and pictures.
    import pygame

    from companion.screen.fonts import Fonts
    from vision.picture import Pixels


class Tone(StrEnum):
    """Tone of a row, a caption or something on the board; each has its own colour and sign."""

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

    pixels: "Pixels"


@dataclass(frozen=True)
class BoardElsewhere:
    """Picture of a board at another table, and a line that says whose it is and how old."""

    snapshot: Snapshot
    text: str


@dataclass(frozen=True)
class Poster:
    """Picture of a choice, large on a page of posters; it stands in the place of a sign.

    `paint` gives it in a size (width, height in pixels). `aspect`: its width in its height, where all of it is to be
    seen and the words stand below it.
    """

    paint: Callable[["Fonts", tuple[int, int]], "pygame.Surface"]
    aspect: Callable[["Fonts"], float] | None = None


@dataclass(frozen=True)
class Row:
    """Line in a list; with `id` it can be touched.

    With `id` it can also be chosen with the buttons, if the page has a selection.
    `value` stands at the right (a setting's value, a number of cells). `sign` is a value of the game whose picture
    stands in front (a player's sign, a piece). `done` gives a box in front, ticked or not. `room_for` is a longer text
    that may stand there later: the row is high enough for it. `bar` (0 to 1) is drawn as a bar behind the row, from the
    left on: a list with bars is a plot. `shorter` are ever shorter details for a place in which the whole one would be
    cut.
    """

    text: str
    id: str = ""
    value: str = ""
    detail: str = ""
    tone: Tone = Tone.PLAIN
    sign: object | None = None
    done: bool | None = None
    room_for: str = ""
    bar: float | None = None
    shorter: tuple[str, ...] = ()


@dataclass(frozen=True)
class Keys:
    """Current labels of the three buttons on the screen; empty: no function.

    `*_hold`: the function when held. `typed`: the buttons whose keys on a keyboard write letters now, or take one
    away: they are not marked.
    """

    advance: str = ""
    draw: str = ""
    back: str = ""
    advance_hold: str = ""
    back_hold: str = ""
    draw_hold: str = ""
    typed: frozenset[Button] = frozenset()


@dataclass(frozen=True)
class ListPage:
    """Page without the board: menus, settings, help, log, ranking.

    Longer lists scroll, the selected row in sight. `text` is read before the rows. `selected` is the index of the
    row that Advance chooses, None if none can be; tiles are counted first. `tiles` stand above the rows, each in a
    place of its own that does not depend on its text: its sign, text and value (the chosen one).
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
    posters: bool = False
    """Whether the tiles are large: their signs are `Poster`.

    One in the tone NOW is the largest and stands before all others, those in the tone WAITING are cards of a line.
    """
    status_tone: Tone = Tone.PLAIN
    """NOW where the line says why the table cannot be read, and what to do."""


@dataclass(frozen=True)
class Standings:
    """Standing of all players, in view during the game: a column for each, under its sign.

    The sign is the game's. `lines` are the counted things: a name, and the number for each column.
    """

    signs: tuple[object, ...]
    lines: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Scrubber:
    """Line of a replay: the moment that is shown, how many there are, where chapters begin."""

    moment: int
    moments: int
    chapters: tuple[int, ...] = ()


@dataclass(frozen=True)
class BoardPage:
    """Page with the board: title, large caption (the main sentence), and a few rows beside it."""

    name: str
    title: str
    board: object | None
    """What lies on the board, a value of the game.

    None: nothing. A `Snapshot`: the camera's picture in its place.
    """
    caption: str
    rows: tuple[Row, ...] = ()
    tone: Tone = Tone.PLAIN
    """Of the caption: NOW usual, BAD for problems, WAITING while the table is watched."""
    sign: object | None = None
    """Whose turn it is; without one nothing stands before the title."""
    keys: Keys = field(default_factory=Keys)
    status: str = ""
    """A short line at the edge: round, stage, what the camera sees, warnings."""
    standing: Standings | None = None
    action: Row | None = None
    """A button of its own in a fixed place below the rows, such as one that has everything done: its text and id."""
    one_column: bool = False
    """Whether the rows beside the board stand one below the other: what is to be done one by one."""
    selected: int | None = None
    """The index of the row that Advance chooses, None where the rows are no choices."""
    status_tone: Tone = Tone.PLAIN
    """NOW where the line says why the table cannot be read, and what to do."""
    disturbed: tuple[str, ...] = ()
    """Places of the board over which something moves: they are outlined."""
    board_shown: bool = True
    """Whether the board has a picture: not where a virtual table beside the page tells the same on itself."""
    imagined: bool = False
    """Whether its board lies on no table: it is framed and called so, and takes a virtual table's place."""
    elsewhere: BoardElsewhere | None = None
    """Stands below the rows, where they leave room for it."""
    scrubber: Scrubber | None = None
    """The moments of a replay, above the bar; a touch gives ``moment`` and the number of one."""


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
    headline: str = ""
    """A large sentence above what is played, such as whether an answer was right."""
    tone: Tone = Tone.PLAIN
    """Of the headline."""
    imagined: bool = False
    """Whether it is played on no table (see `BoardPage.imagined`);

    `played` is then also its board's picture.
    """
    alone: object | None = None
    """The same moment for whoever sees no table beside the page; None: `played` is it."""


Page = ListPage | BoardPage | PlayedPage


def imagined_board(page: Page) -> object | None:
    """Return the board of a page that lies on no table; None for every other page."""
    match page:
        case BoardPage(imagined=True, board=board):
            return board
        case PlayedPage(imagined=True, played=played):
            return played
    return None
