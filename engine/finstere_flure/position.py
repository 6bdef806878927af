"""A position: where every piece is, as a frozen, validated value."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from operator import attrgetter
from typing import Any, Self

from engine.suggestions import did_you_mean
from engine.values import LazyProperty

from .board import CELL_SET, CELLS, CORNERS, FILES, Cell, Direction, column_row, half_turn, reading_order
from .errors import PositionError
from .pieces import (
    MONSTER,
    POOL_SHAPES,
    SHORT_NAMES,
    STONE_KINDS,
    TELEPORTER_PAIRS,
    TILE_KINDS,
    TOKENS,
    Place,
    Side,
    TileKind,
)
from .pieces import visible_number as number_on

#: Kinds that are asked for at every tile: until Python 3.12 it takes long to look a member up in its class.
_TELEPORTER = TileKind.TELEPORTER
POOL = TileKind.POOL


@dataclass(frozen=True)
class Token:
    """A player's token: which one, the side that lies up, and the cell or the place where it is."""

    id: str
    side: Side
    at: Cell | Place

    @LazyProperty
    def cell(self) -> Cell | None:
        """Return the token's cell, or None when it is on none."""
        return None if isinstance(self.at, Place) else self.at

    @LazyProperty
    def place(self) -> Place | None:
        """Place of the token when it is on no cell."""
        return self.at if isinstance(self.at, Place) else None

    @LazyProperty
    def file_entry(self) -> dict[str, Any]:
        """Entry of the token in a position file: to copy, never to change."""
        if isinstance(self.at, Place):
            return {"id": self.id, "side": self.side.word, "place": self.at.word}
        return {"id": self.id, "side": self.side.word, "cell": self.at}

    @property
    def visible_number(self) -> int:
        """The number that lies up: how far the token may move."""
        return number_on(self.id, self.side)

    @LazyProperty
    def problems(self) -> tuple[str, ...]:
        """Wording of every fault of the piece, wherever the other pieces are."""
        return tuple(_token_problems(self))

    @LazyProperty
    def claims(self) -> tuple[str, ...]:
        """Return claims that no second piece may make; a piece with problems claims its id twice."""
        cell = () if self.cell is None else (self.cell,)
        return (self.id, self.id) if self.problems else (self.id, *cell)


@dataclass(frozen=True)
class Tile:
    """Floor tile: its id, its visible face, its cells (pools have four), a teleporter's arrow."""

    id: str
    kind: TileKind
    cells: tuple[Cell, ...]
    arrow: Direction | None = None

    @property
    def cell(self) -> Cell:
        """The cell of a square tile or teleporter; a pool's first cell."""
        return self.cells[0]

    @LazyProperty
    def is_stone(self) -> bool:
        """Return True if the tile is one of the eleven square ones, whichever face is up."""
        return self.kind in STONE_KINDS

    @LazyProperty
    def file_entry(self) -> dict[str, Any]:
        """Entry of the tile in a position file, without cells of pools: to copy, never to change."""
        where = {} if self.kind is POOL else {"cell": self.cell}
        return {"id": self.id, "kind": self.kind.word, **where} | ({"arrow": self.arrow.word} if self.arrow else {})

    @LazyProperty
    def problems(self) -> tuple[str, ...]:
        """Wording of every fault of the piece, wherever the other pieces are."""
        return tuple(_tile_problems(self))

    @LazyProperty
    def claims(self) -> tuple[str, ...]:
        """Return claims that no second piece may make; a piece with problems claims its id twice.

        Floor is claimed apart from what stands on it; on a teleporter nothing but the monster may stand.
        """
        if self.problems:
            return (self.id, self.id)
        standing = () if self.kind is POOL else self.cells
        floor = () if self.is_stone else tuple(_floor_of(cell) for cell in self.cells)
        return (self.id, *standing, *floor)


@dataclass(frozen=True)
class Position:
    """Place of every piece.

    Raises PositionError, with every problem named, for a position that cannot be.

    Pieces that the game does not use are left out. The order of tokens and tiles does not matter to the rules.
    """

    monster: Cell
    facing: Direction
    tokens: tuple[Token, ...] = ()
    tiles: tuple[Tile, ...] = ()
    stage: int = 1

    def __post_init__(self) -> None:
        if not _is_faultless(self) and (problems := tuple(_problems(self))):
            raise PositionError(problems)

    def __hash__(self) -> int:
        # Where the pieces are tells positions apart well enough, and is known at once.
        cells = tuple([token.at for token in self.tokens]), tuple([tile.cells for tile in self.tiles])
        return hash((self.monster, self.facing, self.stage, cells))

    def token(self, token_id: str) -> Token | None:
        """Return the token of this id, or None when the game does not use it."""
        return next((token for token in self.tokens if token.id == token_id), None)

    def in_order(self) -> Self:
        """Return the same position with its pieces in the catalogue's order.

        Equal positions then compare equal.
        """
        tokens, tiles = list(TOKENS), list(TILE_KINDS)
        return replace(
            self,
            tokens=tuple(sorted(self.tokens, key=lambda token: tokens.index(token.id))),
            tiles=tuple(
                replace(tile, cells=tuple(sorted(tile.cells, key=reading_order)))
                for tile in sorted(self.tiles, key=lambda tile: tiles.index(tile.id))
            ),
        )

    @LazyProperty
    def stones(self) -> tuple[Tile, ...]:
        """Return the square tiles that are still in the game."""
        return tuple([tile for tile in self.tiles if tile.is_stone])

    @LazyProperty
    def teleporters(self) -> tuple[Tile, ...]:
        """Return the teleporters."""
        return tuple([tile for tile in self.tiles if tile.kind is _TELEPORTER])

    @LazyProperty
    def pool_cells(self) -> frozenset[Cell]:
        """Return all cells that belong to a pool."""
        return frozenset([cell for tile in self.tiles if tile.kind is POOL for cell in tile.cells])

    def half_turned(self) -> Self:
        """Return the same position seen from the opposite side of the table."""
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


def unchecked_position(
    monster: Cell, facing: Direction, tokens: tuple[Token, ...], tiles: tuple[Tile, ...], stage: int
) -> Position:
    """Return a position that needs no check: the rules make it of one that was checked."""
    position = object.__new__(Position)
    vars(position).update(monster=monster, facing=facing, tokens=tokens, tiles=tiles, stage=stage)
    return position


def pool_cells_from(pool_id: str, upper_left: Cell, *, upright: bool = False) -> tuple[str, ...]:
    """Return the names of the cells under a pool by its upper left cell.

    Some may be off the board. `upright` turns the long pool so that it lies along a file.
    """
    columns, rows = POOL_SHAPES[pool_id]
    if upright:
        columns, rows = rows, columns
    column, row = column_row(upper_left)
    return tuple(f"{FILES[column + dx : column + dx + 1]}{row + 1 + dy}" for dy in range(rows) for dx in range(columns))


#: All the cells that each pool can cover.
_POOL_PLACES = {
    pool: {
        frozenset(cells)
        for upper_left in CELLS
        for upright in (False, True)
        if CELL_SET.issuperset(cells := pool_cells_from(pool, upper_left, upright=upright))
    }
    for pool in POOL_SHAPES
}


def _token_problems(token: Token) -> Iterator[str]:
    if token.id not in TOKENS:
        yield f"{token.id}: there is no such token{did_you_mean(token.id, TOKENS, SHORT_NAMES)}"
    if token.cell is not None and token.cell not in CELL_SET:
        yield f"{token.id}: {token.cell} is no cell of the board"


def _tile_problems(tile: Tile) -> Iterator[str]:
    kinds = TILE_KINDS.get(tile.id)
    if kinds is None:
        yield f"{tile.id}: there is no such tile{did_you_mean(tile.id, TILE_KINDS, SHORT_NAMES)}"
    elif tile.kind not in kinds:
        yield f"{tile.id} cannot be a {tile.kind}: it is a {' or a '.join(sorted(kinds))}"
    off_the_board = [cell for cell in tile.cells if cell not in CELL_SET]
    yield from (f"{tile.id}: {cell} is no cell of the board" for cell in off_the_board)
    if tile.kind is _TELEPORTER:
        if tile.arrow is None:
            yield f"{tile.id} has no arrow"
    elif tile.arrow is not None:
        yield f"{tile.id} cannot have an arrow"
    if tile.id not in POOL_SHAPES:
        if len(tile.cells) != 1:
            yield f"{tile.id} lies on {len(tile.cells)} cells instead of one"
    elif not off_the_board and not (len(tile.cells) == 4 and frozenset(tile.cells) in _POOL_PLACES[tile.id]):
        yield f"{tile.id} cannot cover the cells {' '.join(tile.cells) or '(none)'}"
    for cell in tile.cells:
        if cell in CORNERS:
            yield f"{cell}: {tile.id} cannot lie on the corner cell {cell} (R7)"


def _floor_of(cell: Cell) -> str:
    """Return the claim to the floor of a cell."""
    return f"floor of {cell}"


_claims_of = attrgetter("claims")


def _is_faultless(position: Position) -> bool:
    """Return True if nothing is wrong with a position, as with nearly all; False says nothing.

    `_problems` looks closely, which takes several times as long.
    """
    claims = [*chain.from_iterable(map(_claims_of, (*position.tokens, *position.tiles)))]
    claimed = set(claims)
    return (
        len(claimed) == len(claims)
        and claimed.issuperset([TELEPORTER_PAIRS[tile] for tile in TELEPORTER_PAIRS if tile in claimed])
        and position.monster in CELL_SET
        and claimed.isdisjoint((position.monster, _floor_of(position.monster)))
        and position.stage in (1, 2)
    )


def _problems(position: Position) -> Iterator[str]:
    """Yield all faults of the position, one sentence each."""
    if position.stage not in (1, 2):
        yield f"stage {position.stage}: there are stages 1 and 2 only"
    if position.monster not in CELL_SET:
        yield f"monster: {position.monster} is no cell of the board"
    pieces: tuple[Token | Tile, ...] = (*position.tokens, *position.tiles)
    for piece in pieces:
        yield from piece.problems
    times = Counter(piece.id for piece in pieces)
    yield from (f"{piece} is there {n} times" for piece, n in times.items() if n > 1)
    for teleporter, partner in TELEPORTER_PAIRS.items():
        if teleporter in times and partner not in times:
            yield f"{teleporter} is there without {partner}"
    yield from _shared_cells(position)
    if position.monster in position.pool_cells:
        yield f"{position.monster}: the monster never stops on a pool (R6)"


def _shared_cells(position: Position) -> Iterator[str]:
    """Find shared cells: a cell holds one piece on one floor.

    Only the monster may stand on a teleporter, stones and tokens on pools.
    """
    standing = [(token.cell, token.id) for token in position.tokens if token.cell is not None]
    standing += [(cell, stone.id) for stone in position.stones for cell in stone.cells]
    taken = {cell for cell, _ in standing}
    standing += [(cell, tile.id) for tile in position.teleporters for cell in tile.cells if cell in taken]
    standing.append((position.monster, MONSTER))
    yield from _taken_twice(standing)
    yield from _taken_twice([(cell, tile.id) for tile in position.tiles if not tile.is_stone for cell in tile.cells])


def _taken_twice(placed_tokens: Sequence[tuple[Cell, str]]) -> Iterator[str]:
    """Yield a sentence for each cell that more than one of the pieces holds."""
    if len({cell for cell, _ in placed_tokens}) == len(placed_tokens):
        return
    names: dict[Cell, list[str]] = {}
    for cell, name in placed_tokens:
        names.setdefault(cell, []).append(name)
    for cell, pieces in names.items():
        if len(pieces) > 1:
            yield f"{cell}: {' and '.join(pieces)} cannot be on the same cell"
