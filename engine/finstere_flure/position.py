"""A position: where every piece is, as a frozen, validated value."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from .board import CORNERS, FILES, Cell, Direction, column_row, half_turn, is_cell, reading_order
from .errors import PositionError
from .pieces import MONSTER, POOL_SHAPES, STONE_KINDS, TELEPORTER_PAIRS, TILE_KINDS, TOKENS, Place, Side, TileKind
from .pieces import visible_number as number_on


@dataclass(frozen=True)
class Token:
    """A player's token: which one, the side that lies up, and the cell or the place where it is."""

    id: str
    side: Side
    at: Cell | Place

    @property
    def cell(self) -> Cell | None:
        """The token's cell, or None when it is on none."""
        return None if isinstance(self.at, Place) else self.at

    @property
    def place(self) -> Place | None:
        """Where the token is when it is on no cell."""
        return self.at if isinstance(self.at, Place) else None

    @property
    def visible_number(self) -> int:
        """The number that lies up: how far the token may move."""
        return number_on(self.id, self.side)


@dataclass(frozen=True)
class Tile:
    """A floor tile: its id, what its visible face is, its cells (pools have four), a teleporter's arrow."""

    id: str
    kind: TileKind
    cells: tuple[Cell, ...]
    arrow: Direction | None = None

    @property
    def cell(self) -> Cell:
        """The cell of a square tile or teleporter; a pool's first cell."""
        return self.cells[0]

    @property
    def is_stone(self) -> bool:
        """Whether the tile is one of the eleven square ones, whichever face is up."""
        return self.kind in STONE_KINDS


@dataclass(frozen=True)
class Position:
    """Where every piece is. Raises PositionError, with every problem named, for a position that cannot be.

    Pieces that the game does not use are left out. The order of tokens and tiles does not matter to the rules.
    """

    monster: Cell
    facing: Direction
    tokens: tuple[Token, ...] = ()
    tiles: tuple[Tile, ...] = ()
    stage: int = 1

    def __post_init__(self) -> None:
        problems = tuple(_problems(self))
        if problems:
            raise PositionError(problems)

    def token(self, token_id: str) -> Token | None:
        """The token of this id, or None when the game does not use it."""
        return next((token for token in self.tokens if token.id == token_id), None)

    def in_order(self) -> Self:
        """The same position with its pieces in the catalogue's order, so that equal positions compare equal."""
        tokens, tiles = list(TOKENS), list(TILE_KINDS)
        return replace(
            self,
            tokens=tuple(sorted(self.tokens, key=lambda token: tokens.index(token.id))),
            tiles=tuple(
                replace(tile, cells=tuple(sorted(tile.cells, key=reading_order)))
                for tile in sorted(self.tiles, key=lambda tile: tiles.index(tile.id))
            ),
        )

    @cached_property
    def stones(self) -> tuple[Tile, ...]:
        """The square tiles that are still in the game."""
        return tuple(tile for tile in self.tiles if tile.is_stone)

    @cached_property
    def pool_cells(self) -> frozenset[Cell]:
        """All cells that belong to a pool."""
        return frozenset(cell for tile in self.tiles if tile.kind is TileKind.POOL for cell in tile.cells)

    def half_turned(self) -> Self:
        """The same position seen from the opposite side of the table."""
        return replace(
            self,
            monster=half_turn(self.monster),
            facing=self.facing.back,
            tokens=tuple(
                token if token.cell is None else replace(token, at=half_turn(token.cell)) for token in self.tokens
            ),
            tiles=tuple(
                replace(
                    tile,
                    cells=tuple(half_turn(cell) for cell in reversed(tile.cells)),
                    arrow=tile.arrow.back if tile.arrow else None,
                )
                for tile in self.tiles
            ),
        )


def pool_cells_from(pool_id: str, upper_left: Cell, *, upright: bool = False) -> tuple[str, ...]:
    """The names of the cells under a pool whose upper left cell is given; some may be off the board.

    `upright` turns the long pool so that it lies along a file.
    """
    columns, rows = POOL_SHAPES[pool_id]
    if upright:
        columns, rows = rows, columns
    column, row = column_row(upper_left)
    return tuple(f"{FILES[column + dx : column + dx + 1]}{row + 1 + dy}" for dy in range(rows) for dx in range(columns))


def _problems(position: Position) -> Iterator[str]:
    """Everything that is wrong with the position, one sentence each."""
    if position.stage not in (1, 2):
        yield f"stage {position.stage}: there are stages 1 and 2 only"
    yield from _unknown_pieces(position)
    yield from _off_the_board(position)
    yield from _wrong_shapes(position)
    yield from _missing_halves(position)
    yield from _shared_cells(position)
    yield from _forbidden_cells(position)


def _unknown_pieces(position: Position) -> Iterator[str]:
    for token in position.tokens:
        if token.id not in TOKENS:
            yield f"{token.id}: there is no such token"
    for tile in position.tiles:
        kinds = TILE_KINDS.get(tile.id)
        if kinds is None:
            yield f"{tile.id}: there is no such tile"
        elif tile.kind not in kinds:
            yield f"{tile.id} cannot be a {tile.kind}: it is a {' or a '.join(sorted(kinds))}"
    used = Counter([token.id for token in position.tokens] + [tile.id for tile in position.tiles])
    for piece, times in used.items():
        if times > 1:
            yield f"{piece} is there {times} times"


def _off_the_board(position: Position) -> Iterator[str]:
    if not is_cell(position.monster):
        yield f"monster: {position.monster} is no cell of the board"
    for token in position.tokens:
        if token.cell is not None and not is_cell(token.cell):
            yield f"{token.id}: {token.cell} is no cell of the board"
    for tile in position.tiles:
        for cell in tile.cells:
            if not is_cell(cell):
                yield f"{tile.id}: {cell} is no cell of the board"


def _wrong_shapes(position: Position) -> Iterator[str]:
    for tile in position.tiles:
        if tile.kind is TileKind.TELEPORTER:
            if tile.arrow is None:
                yield f"{tile.id} has no arrow"
        elif tile.arrow is not None:
            yield f"{tile.id} cannot have an arrow"
        shape = POOL_SHAPES.get(tile.id)
        if shape is None:
            if len(tile.cells) != 1:
                yield f"{tile.id} lies on {len(tile.cells)} cells instead of one"
        elif all(map(is_cell, tile.cells)):
            places = [column_row(cell) for cell in tile.cells]
            size = tuple(max(axis) - min(axis) + 1 for axis in zip(*places, strict=True)) if places else ()
            if len(places) != 4 or len(set(places)) != 4 or sorted(size) != sorted(shape):
                yield f"{tile.id} cannot cover the cells {' '.join(tile.cells) or '(none)'}"


def _missing_halves(position: Position) -> Iterator[str]:
    ids = {tile.id for tile in position.tiles}
    for teleporter in sorted(ids & TELEPORTER_PAIRS.keys()):
        partner = TELEPORTER_PAIRS[teleporter]
        if partner not in ids:
            yield f"{teleporter} is there without {partner}"


def _shared_cells(position: Position) -> Iterator[str]:
    """A cell holds one piece on one floor; only the monster may stand on a teleporter, stones and tokens on pools."""
    movable: dict[Cell, list[str]] = {}
    floor: dict[Cell, list[str]] = {}
    for token in position.tokens:
        if token.cell is not None:
            movable.setdefault(token.cell, []).append(token.id)
    for tile in position.tiles:
        for cell in tile.cells:
            (movable if tile.is_stone else floor).setdefault(cell, []).append(tile.id)
    for tile in position.tiles:
        if tile.kind is TileKind.TELEPORTER:
            for cell in set(tile.cells) & movable.keys():
                movable[cell].append(tile.id)
    movable.setdefault(position.monster, []).append(MONSTER)
    for cell, names in (*movable.items(), *floor.items()):
        if len(names) > 1:
            yield f"{cell}: {' and '.join(names)} cannot be on the same cell"


def _forbidden_cells(position: Position) -> Iterator[str]:
    if position.monster in position.pool_cells:
        yield f"{position.monster}: the monster never stops on a pool (R6)"
    for tile in position.tiles:
        for cell in tile.cells:
            if cell in CORNERS:
                yield f"{cell}: {tile.id} cannot lie on the corner cell {cell} (R7)"
