"""Positions drawn as text, one word a cell: for tests, bug reports and people.

::

    stage: 1
        h    i    j    k    l
     6  .    .    R1   ~    ~
     7  s3   .    .    ~    ~r4
     8  .    .    M>   .    @A1^
    outside: Y5 b1

Files stand above, the row number before each row; a drawing may show only a part of the board, the rest is empty. The
words: ``.`` empty, ``#`` not part of the board; a token is its colour's letter and white number, a capital with the
white side up (``R4``), a small letter with the black side up (``r4``): G R B Y are green, red, blue, yellow, E beige,
P purple, K black; ``s1`` a stone, ``c4`` a crystal, ``q6`` a right-turning (quarter turn) and ``h10`` a turn-about
stone (half turn); ``M>`` the monster with its facing ``^ > v <``; ``@A1>`` a teleporter with its arrow; ``~`` the 2x2
and ``=`` the 4x1 pool. What lies on a pool or stands on a teleporter follows it: ``~R4``, ``@A1>Mv``.
"""

import re

from engine.errors import NotationError
from engine.suggestions import did_you_mean

from .board import FILES, ROWS, Cell, Direction, cell_at, is_cell, reading_order
from .pieces import COLOUR_LETTERS, TOKENS, Place, Side, TileKind
from .position import Position, Tile, Token

#: No line of a drawing is longer, runs of spaces counted once; a message must be able to show what is wrong with it.
LONGEST_LINE = 200

_COLOURS = {letter: colour for colour, letter in COLOUR_LETTERS.items()}
_ARROWS = {Direction.N: "^", Direction.E: ">", Direction.S: "v", Direction.W: "<"}
_DIRECTIONS = {arrow: direction for direction, arrow in _ARROWS.items()}
_KIND_LETTERS = {TileKind.STONE: "s", TileKind.CRYSTAL: "c", TileKind.TURN90: "q", TileKind.TURN180: "h"}
_KINDS = {letter: kind for kind, letter in _KIND_LETTERS.items()}
_POOL_SIGNS = {"pool-2x2": "~", "pool-4x1": "="}
_POOLS = {sign: pool for pool, sign in _POOL_SIGNS.items()}

_WORD = re.compile(
    r"(?:(?P<pool>[~=])|@(?P<teleporter>[AB][12])(?P<arrow>[\^>v<]))?"
    r"(?:M(?P<facing>[\^>v<])|(?P<token>[GRBYEPKgrbyepk][1345])|(?P<kind>[schq])(?P<stone>1[01]|[1-9]))?"
)


def _near(word: str) -> str:
    """Return the nearest word of this notation for one written otherwise, such as ``red-4``."""
    words = {token: f"{COLOUR_LETTERS[colour]}{white}" for token, (colour, white) in TOKENS.items()}
    return did_you_mean(word, words.values(), words)


def format_board(position: Position) -> str:
    """Return the whole board drawn as text, tokens beside it; `parse_board` reads it back."""
    words = _words(position)
    width = max(map(len, words.values())) + 1
    lines = [f"stage: {position.stage}", "    " + "".join(file.ljust(width) for file in FILES)]
    for row in ROWS:
        cells = (cell_at(column, row - 1) for column in range(len(FILES)))
        drawn = ("#" if cell is None else words.get(cell, ".") for cell in cells)
        lines.append(f"{row:2}  " + "".join(word.ljust(width) for word in drawn))
    for place in Place:
        waiting = [token_word(token) for token in position.tokens if token.place is place]
        if waiting:
            lines.append(f"{place}: {' '.join(waiting)}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _words(position: Position) -> dict[Cell, str]:
    floor: dict[Cell, str] = {}
    standing: dict[Cell, str] = {position.monster: f"M{_ARROWS[position.facing]}"}
    for tile in position.tiles:
        if tile.kind is TileKind.POOL:
            floor |= dict.fromkeys(tile.cells, _POOL_SIGNS[tile.id])
        elif tile.kind is TileKind.TELEPORTER and tile.arrow:
            floor[tile.cell] = f"@{tile.id.removeprefix('teleporter-')}{_ARROWS[tile.arrow]}"
        else:
            standing[tile.cell] = stone_word(tile)
    standing |= {token.cell: token_word(token) for token in position.tokens if token.cell is not None}
    return {cell: floor.get(cell, "") + standing.get(cell, "") for cell in floor.keys() | standing.keys()}


def stone_word(tile: Tile) -> str:
    """Return the word of a square tile, such as ``s3`` or ``q6``."""
    return _KIND_LETTERS[tile.kind] + tile.id.removeprefix("stone-")


def token_word(token: Token) -> str:
    """Return the word of a token, such as ``R4`` (red-4 with its white side up) or ``r4``."""
    colour, white = TOKENS[token.id]
    letter = COLOUR_LETTERS[colour]
    return f"{letter if token.side is Side.WHITE else letter.lower()}{white}"


def parse_board(text: str) -> Position:
    """Return the position that a text board draws.

    Raises NotationError, naming the line, for a text that is no such drawing, and PositionError for a position that
    cannot be.
    """
    return _Drawing(text).position()


class _Drawing:
    """Content of a text board read so far."""

    def __init__(self, text: str) -> None:
        self.stage = 1
        self.monster: tuple[Cell, Direction] | None = None
        self.tokens: list[Token] = []
        self.tiles: list[Tile] = []
        self.pools: dict[str, list[Cell]] = {}
        self.files: list[str] = []
        for number, line in enumerate(text.splitlines(), start=1):
            words = " ".join(line.split())
            if len(words) > LONGEST_LINE or not words.isprintable():
                raise NotationError(f"line {number} is no line of a text board")
            try:
                self._line(words)
            except NotationError as error:
                raise NotationError(f"line {number}: {error}") from None

    def position(self) -> Position:
        if self.monster is None:
            raise NotationError("the drawing shows no monster (M^ M> Mv or M<)")
        pools = [
            Tile(pool, TileKind.POOL, tuple(sorted(cells, key=reading_order))) for pool, cells in self.pools.items()
        ]
        return Position(*self.monster, tuple(self.tokens), (*self.tiles, *pools), self.stage)

    def _line(self, line: str) -> None:
        if not line:
            return
        name, colon, remaining = line.partition(":")
        if colon:
            self._sidebar(name.strip(), remaining.split())
        elif line[0].isdigit():
            self._row(line.split())
        else:
            self.files = line.split()
            unknown = [file for file in self.files if len(file) != 1 or file not in FILES]
            if unknown:
                raise NotationError(f"{unknown[0]!r} is no file of the board (a to p)")

    def _sidebar(self, name: str, words: list[str]) -> None:
        if name == "stage":
            if words not in (["1"], ["2"]):
                raise NotationError("expected stage: 1 or stage: 2")
            self.stage = int(words[0])
            return
        if name not in tuple(Place):
            raise NotationError(f"{name!r}: expected stage, outside, out or dead before the colon")
        for word in words:
            if not re.fullmatch("[GRBYEPKgrbyepk][1345]", word):
                raise NotationError(f"{word!r} is no token{_near(word)}")
            self.tokens.append(_token(word, Place(name)))

    def _row(self, words: list[str]) -> None:
        row, *cells = words
        if not self.files:
            raise NotationError("the line with the files (a b c ...) must stand above the rows")
        if len(cells) != len(self.files):
            raise NotationError(f"row {row} has {len(cells)} cells for {len(self.files)} files")
        for file, word in zip(self.files, cells, strict=True):
            if is_cell(file + row):
                self._cell(file + row, word)
            elif word != "#":
                raise NotationError(f"{file}{row} is no cell of the board: expected #")

    def _cell(self, cell: Cell, word: str) -> None:
        if word == ".":
            return
        found = _WORD.fullmatch(word)
        if not found:
            raise NotationError(f"{cell}: {word!r} is no piece{_near(word)}")
        if found["pool"]:
            self.pools.setdefault(_POOLS[found["pool"]], []).append(cell)
        if found["teleporter"]:
            arrow = _DIRECTIONS[found["arrow"]]
            self.tiles.append(Tile(f"teleporter-{found['teleporter']}", TileKind.TELEPORTER, (cell,), arrow))
        if found["facing"]:
            if self.monster:
                raise NotationError(f"{cell}: the monster is already on {self.monster[0]}")
            self.monster = cell, _DIRECTIONS[found["facing"]]
        if found["token"]:
            self.tokens.append(_token(found["token"], cell))
        if found["stone"]:
            self.tiles.append(Tile(f"stone-{found['stone']}", _KINDS[found["kind"]], (cell,)))


def _token(word: str, cell: Cell | Place) -> Token:
    side = Side.WHITE if word[0].isupper() else Side.BLACK
    return Token(f"{_COLOURS[word[0].upper()]}-{word[1]}", side, cell)
