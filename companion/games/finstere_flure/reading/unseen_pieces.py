"""Unseen cells, and the change that a piece there would make to the monster's move.

A picture does not show what lies on these cells.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.finstere_flure.board import Cell
from engine.finstere_flure.cards import Card
from engine.finstere_flure.errors import PositionError
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.pieces import STONE_FRONTS, STONE_KINDS, TOKENS, Side, TileKind
from engine.finstere_flure.position import Position, Tile, Token
from engine.finstere_flure.trace import Eaten, Look, MonsterMove, Move, Slide, Teleport, Wall


@dataclass(frozen=True)
class UnseenPiece:
    """A piece that may lie unseen on a cell, and the monster's move if it does.

    `piece` is the id of any token or tile that is not seen; `kind` is the tile's, None for a token.
    """

    cell: Cell
    piece: str
    kind: TileKind | None
    move: MonsterMove

    @property
    def is_eaten(self) -> bool:
        """True if the monster gets the piece itself, a token."""
        return any(meal.token == self.piece for meal in self.move.eaten)

    @property
    def eaten(self) -> tuple[str, ...]:
        """The ids of the tokens that are seen and that the monster gets then."""
        return tuple(meal.token for meal in self.move.eaten if meal.token != self.piece)


def decisive_cells(move: MonsterMove, card: Card, unseen: Sequence[Cell]) -> tuple[Cell, ...]:
    """Return the `unseen` cells on which a piece would change the monster's `move` by this card.

    A cell that the monster enters always matters. If only pieces on several cells together change the move, all of
    them do.
    """
    ids = _ids(move.start)
    baseline = outcome(move, ids)
    steps = (Move, Slide, Teleport, Wall)
    entered = {event.after for step in move.steps for event in step.events if isinstance(event, steps)}

    def changed(cells: Sequence[Cell]) -> bool:
        return any(
            outcome(move_monster(other, card), ids) != baseline for other in _with_unseen_pieces(move.start, cells)
        )

    matter = tuple(cell for cell in unseen if cell in entered or changed([cell]))
    remaining = [cell for cell in unseen if cell not in matter]
    return tuple(unseen) if remaining and changed(remaining) else matter


def decisive_pieces(move: MonsterMove, card: Card, hidden: Sequence[Cell]) -> tuple[UnseenPiece, ...]:
    """Return for each `hidden` cell the pieces there that would change the monster's `move`.

    The move is by this card. For a cell that is a token; and if it is not, the first kind of tile that would change
    it.
    """
    ids = _ids(move.start)
    baseline = outcome(move, ids)
    found = []
    for cell in hidden:
        unseen = (
            _unseen_piece(other, cell, move_monster(other, card)) for other in _with_unseen_pieces(move.start, [cell])
        )
        changing = [piece for piece in unseen if outcome(piece.move, ids) != baseline]
        found += changing[:1]
    return tuple(found)


def _unseen_piece(position: Position, cell: Cell, move: MonsterMove) -> UnseenPiece:
    """Return the piece on the cell of the position, and what it does to the move."""
    stone = next((tile for tile in position.stones if tile.cell == cell), None)
    if stone is not None:
        return UnseenPiece(cell, stone.id, stone.kind, move)
    token = next(token for token in position.tokens if token.cell == cell)
    return UnseenPiece(cell, token.id, None, move)


def outcome(move: MonsterMove, ids: Collection[str]) -> tuple[object, ...]:
    """Return the outcome of a move: way, whom it turns to and eats, the pieces' last places.

    These are the places in the end of the pieces with these `ids`.
    """
    way = tuple((step.cell, step.facing) for step in move.steps)
    looks = tuple(event.facing for step in move.steps for event in step.events if isinstance(event, Look))
    eaten = tuple(event.token for step in move.steps for event in step.events if isinstance(event, Eaten))
    tokens = frozenset(token for token in move.final.tokens if token.id in ids)
    tiles = frozenset(tile for tile in move.final.tiles if tile.id in ids)
    return way, looks, eaten, tokens, tiles, move.final.monster, move.final.facing


def _ids(position: Position) -> set[str]:
    return {token.id for token in position.tokens} | {tile.id for tile in position.tiles}


def _with_unseen_pieces(position: Position, cells: Sequence[Cell]) -> Iterator[Position]:
    """Yield the position with pieces on these cells that are not seen in it.

    First come tokens, then square tiles of each kind.
    """
    on_board = {token.id for token in position.tokens if token.cell}
    seen = tuple(token for token in position.tokens if token.id in on_board)
    free = [token for token in TOKENS if token not in on_board]
    kinds: list[Position | None] = [
        _possible(position, tokens=(*seen, *(Token(t, Side.WHITE, c) for t, c in zip(free, cells, strict=False))))
    ]
    used = {tile.id for tile in position.tiles}
    for kind in sorted(STONE_KINDS):
        tiles = [t for t, front in STONE_FRONTS.items() if t not in used and kind in (TileKind.STONE, front)]
        more = tuple(Tile(tile, kind, (cell,)) for tile, cell in zip(tiles, cells, strict=False))
        if more:
            kinds.append(_possible(position, tiles=(*position.tiles, *more)))
    yield from (other for other in kinds if other is not None)


def _possible(
    position: Position, *, tokens: tuple[Token, ...] | None = None, tiles: tuple[Tile, ...] | None = None
) -> Position | None:
    """Return the position with other tokens or tiles; None if such a one cannot be."""
    try:
        return replace(
            position,
            tokens=position.tokens if tokens is None else tokens,
            tiles=position.tiles if tiles is None else tiles,
        )
    except PositionError:
        return None
