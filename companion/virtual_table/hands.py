"""Scripted hands: they do on the virtual table what an event says, one piece after the other."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.games.finstere_flure.virtual_table.laying import beside, in_order, tile_laid, token_laid
from companion.games.finstere_flure.virtual_table.places import Beside
from companion.virtual_table.piece import Piece, Point
from companion.virtual_table.table import VirtualTable
from engine.finstere_flure.events import TilePlaced, TokenMoved
from engine.finstere_flure.position import Position, Token
from vision.virtual import Hand


def do(table: VirtualTable, pieces: Iterable[Piece], *, steps: int = 0, arm: bool = False) -> Iterator[None]:
    """Carries the pieces where and how they should lie, one after the other (see `carry`); yields between the steps."""
    for piece in pieces:
        yield from carry(table, piece, steps=steps, arm=arm)


def carry(table: VirtualTable, piece: Piece, *, steps: int = 0, arm: bool = False) -> Iterator[None]:
    """Carries one piece where and how it should lie, turning it on the way.

    Yields `steps` times with the piece in the air, nearer each time, and once when it lies. With `arm` a hand is over
    the board all the while, as the camera sees it.
    """
    here = table.pieces.get(piece.id)
    if here is not None and steps:
        table.pick_up(piece.id)
        start, end = here.centre_mm, piece.centre_mm
        for step in range(1, steps + 1):
            share = step / steps
            at = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            table.drag(at)
            if 2 * step >= steps and table.pieces[piece.id].face != piece.face:
                table.flip(piece.id)
            table.arm = reaching(table, at) if arm else None
            yield
    table.put(piece)
    table.arm = None
    yield


def reaching(table: VirtualTable, over_mm: Point, pose: str = "pinch") -> Hand:
    """A hand over this point; the arm comes from the nearer long edge of the table."""
    upper = over_mm[1] < 5.5 * table.cell_mm
    return Hand(over_mm, 0.0 if upper else 180.0, pose)


def pieces_of(table: VirtualTable, position: Position, event: TokenMoved | TilePlaced) -> list[Piece]:
    """The pieces that the event moves, as they should lie after it, in an order that works; `position` is before it."""
    if isinstance(event, TilePlaced):
        return [tile_laid(table, event.tile)]
    tiles = {tile.id: tile for tile in position.tiles}
    stones = [
        beside(table, stone.stone, Beside.BOX)
        if stone.to is None
        else tile_laid(table, replace(tiles[stone.stone], cells=(stone.to,)))
        for stone in event.stones
    ]
    return in_order(table, [*stones, token_laid(table, Token(event.token, event.side, event.to))])
