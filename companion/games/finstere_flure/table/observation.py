"""Observation of the table at one moment: the input to all comparisons with the game."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from companion.games.finstere_flure.reading.reading import Misplacement, PieceOffBoard, TableReading
from engine.finstere_flure.board import Cell, Direction
from engine.finstere_flure.pieces import MONSTER, TOKENS, Place, Side, TileKind
from engine.finstere_flure.position import Position, Tile, Token


@dataclass(frozen=True)
class BoardObservation:
    """Pieces that are seen, and cells that are unknown.

    Pieces not named are not seen: hidden, in the air or away.

    `tokens` are those on the board, each with its cell; `beside` are pieces beside the board. `unreadable` are
    cells on which something lies that cannot be read (a hand, glare), `reached_over` those of them over which
    something reaches in from beyond the board, `hidden` ones that the monster hides. `half_hidden` are cells that
    should be hidden, too, but have shown a piece: they may be at the edge of what can be read. Pieces with a
    doubtful place are named in `misplacements` only.
    """

    tokens: tuple[Token, ...] = ()
    beside: tuple[PieceOffBoard, ...] = ()
    tiles: tuple[Tile, ...] = ()
    monster: tuple[Cell, Direction] | None = None
    cards: tuple[str, ...] = ()
    unreadable: tuple[Cell, ...] = ()
    misplacements: tuple[Misplacement, ...] = ()
    hidden: tuple[Cell, ...] = ()
    half_hidden: tuple[Cell, ...] = ()
    reached_over: tuple[Cell, ...] = ()

    @property
    def stones(self) -> tuple[Tile, ...]:
        """The square tiles that are seen on the board."""
        return tuple(tile for tile in self.tiles if tile.is_stone)

    @property
    def floor(self) -> tuple[Tile, ...]:
        """The pools and teleporters that are seen on the board."""
        return tuple(tile for tile in self.tiles if not tile.is_stone)

    @property
    def doubtful_place(self) -> frozenset[str]:
        """The pieces that are seen, but not for certain where."""
        return frozenset(piece for misplacement in self.misplacements for piece in misplacement.pieces)

    @property
    def occupied(self) -> frozenset[Cell]:
        """The cells of tokens, stones and the monster: what may hide a floor tile."""
        cells = {token.at for token in self.tokens} | {tile.cell for tile in self.stones}
        return frozenset(cells | {self.monster[0]} if self.monster else cells)

    def unread_cells(self, position: Position) -> tuple[Cell, ...]:
        """Return the cells with something unread on them, except arms and floor tiles under pieces."""
        floor_tiles = {tile.id for tile in self.floor}
        under = {
            cell for tile in position.tiles if not tile.is_stone and tile.id not in floor_tiles for cell in tile.cells
        }
        return tuple(cell for cell in self.unreadable if cell not in under and cell not in self.reached_over)

    def with_shown_cells(self, shown: Collection[Cell]) -> "BoardObservation":
        """Return the same observation with the cells that have shown a piece at most half hidden.

        They have shown it in spite of the monster.
        """
        half = tuple(cell for cell in self.hidden if cell in shown)
        return replace(self, hidden=tuple(cell for cell in self.hidden if cell not in shown), half_hidden=half)

    def with_half_hidden_as_hidden(self) -> "BoardObservation":
        """Return the observation with half hidden cells taken as hidden."""
        return replace(self, hidden=(*self.hidden, *self.half_hidden), half_hidden=())

    def may_be_present(self, tile: Tile) -> bool:
        """Return True if a floor tile may lie there.

        It is seen on the board, or something on its cells may hide its tag.
        """
        if any(seen.id == tile.id for seen in self.tiles) or tile.id in self.doubtful_place:
            return True
        if any(piece.piece == tile.id for piece in self.beside):
            return False
        return bool(set(tile.cells) & {*self.occupied, *self.unreadable, *self.hidden})


def observation_from_reading(table: TableReading) -> BoardObservation:
    """Return what a picture of the table shows."""
    doubtful_place = {piece for misplacement in table.misplacements for piece in misplacement.pieces}
    certain = [piece for piece in table.pieces if piece.piece not in doubtful_place]
    monster = next((piece for piece in certain if piece.piece == MONSTER), None)
    on_board = {piece.piece for piece in certain} | doubtful_place
    return BoardObservation(
        tokens=tuple(
            Token(piece.piece, Side(piece.id.partition("/")[2]), piece.cell)
            for piece in certain
            if piece.piece in TOKENS
        ),
        # A sheet of stickers may lie on the table; what is on the board counts.
        beside=tuple(piece for piece in table.beside if piece.piece not in on_board),
        tiles=tuple(
            Tile(piece.piece, TileKind(piece.kind), piece.cells, piece.facing)
            for piece in certain
            if piece.piece not in TOKENS and piece.piece != MONSTER
        ),
        monster=(monster.cell, monster.facing) if monster and monster.facing else None,
        cards=table.cards,
        unreadable=table.reading.unreadable,
        misplacements=table.misplacements,
        hidden=table.hidden,
        reached_over=table.reading.covered,
    )


def observation_from_position(position: Position, hidden: Iterable[str] = ()) -> BoardObservation:
    """Return an observation of a whole position, tokens at entrance and exit too.

    Pieces that are `hidden` are left out.
    """
    unseen = frozenset(hidden)
    tokens = [token for token in position.tokens if token.id not in unseen]
    return BoardObservation(
        tokens=tuple(token for token in tokens if token.cell is not None),
        beside=tuple(
            PieceOffBoard(token.id, token.side, token.place)
            for token in tokens
            if token.place in (Place.OUTSIDE, Place.OUT)
        ),
        tiles=tuple(tile for tile in position.tiles if tile.id not in unseen),
        monster=None if MONSTER in unseen else (position.monster, position.facing),
    )
