"""Lies of this game's pieces on the table, and the rules' values of them."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from companion.table.layout import Change, Lie, TableLayout
from engine.finstere_flure.board import Cell, Direction, is_cell, reading_order
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.pieces import MONSTER, POOL_SHAPES, STONE_FRONTS, TILE_KINDS, Place, Side, TileKind
from engine.finstere_flure.position import Position, Tile, Token, pool_cells_from

#: Place of a piece beside the board that is neither at the entrance nor at the exit.
ASIDE = "aside"
#: The places where a token need not be seen: wherever its player keeps it.
OUT_OF_SIGHT = frozenset(map(str, Place))
OUT_OF_PLAY = frozenset(map(str, (Place.OUT, Place.DEAD)))
FLOOR_TILES = frozenset(TILE_KINDS) - STONE_FRONTS.keys()

_PLACES: Mapping[str, Place] = {str(place): place for place in Place}
_FACINGS = {facing.heading_deg: facing for facing in Direction}


def token_lie(token: Token) -> Lie:
    """Return how a token lies on its cell, at the entrance, at the exit or in the box."""
    return Lie(token.id, str(token.at), token.side)


def tile_lie(tile: Tile) -> Lie:
    """Return how a tile lies.

    A stone shows a face, the others are turned; a pool's place is its first cell.
    """
    first, *others = sorted(tile.cells, key=reading_order)
    if tile.id in STONE_FRONTS:
        return Lie(tile.id, first, tile.kind)
    if tile.arrow is not None:
        return Lie(tile.id, first, turn=tile.arrow.heading_deg)
    return Lie(tile.id, first, turn=90 * (tile.id == "pool-4x1" and {first[0]} == {cell[0] for cell in others}))


def monster_lie(cell: Cell, facing: Direction) -> Lie:
    """Return how the monster stands and looks."""
    return Lie(MONSTER, cell, turn=facing.heading_deg)


def token_of(lie: Lie) -> Token:
    """Return the token that lies like this."""
    return Token(lie.piece, Side(lie.face), _PLACES.get(lie.place, lie.place))


def tile_of(lie: Lie) -> Tile:
    """Return the tile that lies like this."""
    if lie.piece in STONE_FRONTS:
        return Tile(lie.piece, TileKind(lie.face), (lie.place,))
    kind = TileKind(lie.piece.partition("-")[0])
    return Tile(lie.piece, kind, cells_of(lie), facing_of(lie) if kind is TileKind.TELEPORTER else None)


def facing_of(lie: Lie) -> Direction:
    """Return the direction in which the monster or an arrow points."""
    return _FACINGS[lie.turn]


def cell_of(lie: Lie | None) -> Cell | None:
    """Return the cell of a piece, a pool's first; None beside the board or of no lie."""
    return lie.place if lie is not None and is_cell(lie.place) else None


def cells_of(lie: Lie | None) -> tuple[Cell, ...]:
    """Return the cells under a piece; none beside the board or of no lie."""
    cell = cell_of(lie)
    if lie is None or cell is None:
        return ()
    return pool_cells_from(lie.piece, cell, upright=bool(lie.turn)) if lie.piece in POOL_SHAPES else (cell,)


@lru_cache(maxsize=16)
def layout_of(position: Position) -> TableLayout:
    """Return the layout of a position's pieces, tokens that are out of play too."""
    pieces = (*map(token_lie, position.tokens), *map(tile_lie, position.tiles))
    return TableLayout.from_lies((*pieces, monster_lie(position.monster, position.facing)))


def changes_of(layout: TableLayout, event: TokenMoved) -> tuple[Change, ...]:
    """Return what a token's move changes on a layout.

    Of a token that leaves no side is asked for.
    """
    lies = layout.lies
    side = "" if event.to is Place.OUT else event.side
    pushed = ((lies[stone.stone], stone.to) for stone in event.stones)
    return (
        Change(lies[event.token], Lie(event.token, str(event.to), side)),
        *(Change(lie, None if cell is None else lie._replace(place=cell)) for lie, cell in pushed),
    )


def layout_after(layout: TableLayout, changes: Iterable[Change]) -> TableLayout:
    """Return the layout after these changes, its pieces in the same order."""
    moved: dict[Lie | None, Lie | None] = dict(changes)
    lies = (moved.get(lie, lie) for lie in layout.counts)
    return TableLayout.from_lies(lie for lie in lies if lie is not None)
