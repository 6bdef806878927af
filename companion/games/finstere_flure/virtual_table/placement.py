"""Laying the table as a position says: which pieces lie otherwise, and how they should lie."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.games.finstere_flure.table.lies import changes_of, layout_of, tile_lie, tile_of, token_lie
from companion.games.finstere_flure.virtual_table.pieces import PIECES, new_face
from companion.games.finstere_flure.virtual_table.places import BOX, BOX_TOP, SLOTS, Beside, side_area_at
from companion.games.finstere_flure.virtual_table.scene import pool_tag_cell, pool_turns, tile_tag_id
from companion.table.layout import Lie
from companion.virtual_table.piece import Piece, Point
from companion.virtual_table.table import VirtualTable
from engine.finstere_flure.board import Cell, is_cell
from engine.finstere_flure.events import TilePlaced, TokenMoved
from engine.finstere_flure.pieces import MONSTER, STONE_FRONTS, TILE_KINDS, TOKENS, Place, TileKind
from engine.finstere_flure.position import Position, Tile, Token

#: A piece that lies farther off its cell's middle (in cells, along an axis), or more askew, is laid anew.
_PLACED_WITHIN_CELLS = 0.3
_PLACED_WITHIN_DEG = 20.0
#: Pieces beside the board stand at least so far apart, in cells.
_APART_CELLS = 0.84
#: Place in the box for the monster, which is laid aside now and then (cells).
_MONSTERS_BOX = (4.0, BOX_TOP + 1.0)

PART_OF_PLACE = {Place.OUTSIDE: Beside.ENTRANCE, Place.OUT: Beside.EXIT, Place.DEAD: Beside.BOX}


def table_from_position(position: Position, seed: int = 0, tiles: Sequence[Tile] | None = None) -> VirtualTable:
    """Place all pieces as the position says; the same seed gives the same table."""
    table = VirtualTable(PIECES, seed)
    place_pieces(table, position, tiles)
    return table


def place_pieces(table: VirtualTable, position: Position, tiles: Sequence[Tile] | None = None) -> None:
    """Lay everything that lies otherwise than the position says, and touch nothing else.

    `tiles` are those on the board if they are not the position's, while players still place them. Tiles that are not
    on the board come into the box; tokens of no player are not there at all.
    """
    for piece in misplaced_pieces(table, position, tiles):
        table.put(piece)


def misplaced_pieces(table: VirtualTable, position: Position, tiles: Sequence[Tile] | None = None) -> list[Piece]:
    """Return the pieces that lie otherwise than the position says, as they should lie.

    They are in an order that works (see `place_pieces`).
    """
    tiles = position.tiles if tiles is None else tiles
    on_board = {tile.id for tile in tiles}
    wanted = [placement(table, tile_lie(tile)) for tile in tiles]
    wanted += [beside(table, tile, Beside.BOX) for tile in TILE_KINDS if tile not in on_board]
    lies = layout_of(position).lies
    figures: list[Piece] = []
    for piece_id in (*(token.id for token in position.tokens), MONSTER):
        figures.append(placement(table, lies[piece_id], figures))
    wanted += figures
    changed = [piece for piece in wanted if piece != table.pieces.get(piece.id) or not table.lies(piece.id)]
    return in_order(table, changed)


def placement(table: VirtualTable, lie: Lie, others: Iterable[Piece] = ()) -> Piece:
    """Return the piece as it should lie or stand; unchanged if it is right already.

    Beside the board it finds a place clear of all pieces on the table and of the `others`.
    """
    tile = tile_of(lie) if lie.piece in TILE_KINDS else None
    face = lie.face if tile is None else tile_tag_id(tile).partition("/")[2]
    placed = _piece_in_place(table, lie.piece, face)
    if not is_cell(lie.place):
        return beside(table, lie.piece, PART_OF_PLACE[Place(lie.place)], face, others)
    if tile is not None and tile.kind is TileKind.POOL:
        turns = pool_turns(tile)
        turn = placed.quarter_turns * 90 if placed.quarter_turns * 90 in turns else turns[0]
        return _piece_on_cell(table, placed, pool_tag_cell(tile, turn), turn)
    if lie.piece in STONE_FRONTS:
        return _piece_on_cell(table, placed, lie.place, placed.quarter_turns * 90)
    return _piece_on_cell(table, placed, lie.place, None if lie.piece in TOKENS else lie.turn)


def beside(
    table: VirtualTable, piece_id: str, part: Beside, face: str | None = None, others: Iterable[Piece] = ()
) -> Piece:
    """Return the piece in a part beside the board; unchanged if it lies there already.

    `face` is the one that should lie up (None: as it is). It stands clear of all pieces there and of the `others`.
    """
    lying = table.pieces.get(piece_id)
    if lying is not None and side_area_of(table, lying) is part and table.lies(piece_id):
        return replace(lying, face=face or lying.face)
    place = free_place_mm(table, piece_id, part, [other.centre_mm for other in others if other.id != piece_id])
    piece = _piece_in_place(table, piece_id, face or (lying.face if lying else new_face(piece_id)))
    return table.straightened(replace(piece, centre_mm=place, turn_deg=0.0))


def free_place_mm(table: VirtualTable, piece_id: str, part: Beside, taken: Iterable[Point] = ()) -> Point:
    """Return the best place for a piece in a part of the table beside the board.

    It is clear of all pieces that lie on the table and of the `taken` places.
    """
    taken = [*taken, *(other.centre_mm for other in table.pieces.values() if other.id != piece_id)]
    places = (*SLOTS.get(part, ()), BOX.get(piece_id, _MONSTERS_BOX))
    slots = [(x * table.unit_mm, y * table.unit_mm) for x, y in places]
    apart_mm = _APART_CELLS * table.unit_mm
    free = (slot for slot in slots if all(math.dist(slot, other) >= apart_mm for other in taken))
    return next(free, slots[-1])


def _piece_in_place(table: VirtualTable, piece_id: str, face: str) -> Piece:
    """Return the piece where it is, with this face up.

    It is at any angle and nowhere on the table if it was not there yet.
    """
    lying = table.pieces.get(piece_id)
    if lying is not None:
        return replace(lying, face=face)
    nowhere = (math.inf, math.inf)
    return Piece(piece_id, face, nowhere, table.rng.uniform(0, 360))


def _piece_on_cell(table: VirtualTable, piece: Piece, cell: Cell, turn_deg: int | None) -> Piece:
    """Return the piece with its tag on this cell, turned so far (None: it does not matter)."""
    straight = piece if turn_deg is None else replace(piece, turn_deg=float(turn_deg))
    askew = 0.0 if turn_deg is None else abs((piece.turn_deg - turn_deg + 180) % 360 - 180)
    x, y = table.catalogue.grid.centre(cell)
    off = max(abs(piece.centre_mm[0] - x), abs(piece.centre_mm[1] - y)) / table.unit_mm
    if off <= _PLACED_WITHIN_CELLS and askew <= _PLACED_WITHIN_DEG and table.lies(piece.id):
        return piece
    return table.on_cell(straight, cell)


def side_area_of(table: VirtualTable, piece: Piece) -> Beside | None:
    """Return the part of the table beside the board on which the piece lies.

    Returns None on the board and elsewhere.
    """
    if table.cell_of(piece) is not None:
        return None
    x, y = piece.centre_mm
    return side_area_at(x / table.unit_mm, y / table.unit_mm)


def in_order(table: VirtualTable, wanted: list[Piece]) -> list[Piece]:
    """Return the pieces so ordered that each finds its place free, as far as that can be."""
    ordered: list[Piece] = []
    waiting = list(wanted)
    while waiting:
        blocked = {table.cell_of(table.pieces[piece.id]): piece.id for piece in waiting if piece.id in table.pieces}
        free = [piece for piece in waiting if blocked.get(table.cell_of(piece), piece.id) == piece.id]
        following = (free or waiting)[0]
        ordered.append(following)
        waiting.remove(following)
    return ordered


def moved_pieces(table: VirtualTable, position: Position, event: TokenMoved | TilePlaced) -> list[Piece]:
    """Return the pieces that the event moves, as they should lie after it.

    They are in an order that works; `position` is before the event.
    """
    if isinstance(event, TilePlaced):
        return [placement(table, tile_lie(event.tile))]
    _, *pushed = changes_of(layout_of(position), event)
    stones = [
        beside(table, change.lie.piece, Beside.BOX) if change.end is None else placement(table, change.end)
        for change in pushed
    ]
    return in_order(table, [*stones, placement(table, token_lie(Token(event.token, event.side, event.to)))])
