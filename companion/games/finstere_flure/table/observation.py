"""Observation of the table at one moment: the input to all comparisons with the game."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

from companion.games.finstere_flure.reading.reading import Misplacement, PieceReading, TableReading
from companion.games.finstere_flure.table.lies import (
    ASIDE,
    FLOOR_TILES,
    OUT_OF_PLAY,
    OUT_OF_SIGHT,
    cell_of,
    cells_of,
    facing_of,
    layout_of,
    tile_lie,
    tile_of,
    token_of,
)
from companion.games.finstere_flure.table.stones import with_parts
from companion.table.layout import Lie, PieceObservation, TableLayout
from engine.finstere_flure.board import Cell, Direction, reading_order
from engine.finstere_flure.pieces import MONSTER, STONE_FRONTS, TOKENS, Place, TileKind
from engine.finstere_flure.position import Position, Tile, Token


@dataclass(frozen=True)
class BoardObservation(PieceObservation):
    """Pieces that are seen on the board and beside it, and cells that are unknown.

    Pieces not named are not seen: hidden, in the air or away.

    `unreadable` are cells on which something lies that cannot be read (a hand, glare), `reached_over` those of them
    over which something reaches in from beyond the board, `hidden` ones that the monster hides. `half_hidden` are
    cells that should be hidden, too, but have shown a piece: they may be at the edge of what can be read. Pieces with
    a doubtful place are named in `misplacements` and `in_doubt` only.
    """

    misplacements: tuple[Misplacement, ...] = ()
    half_hidden: frozenset[Cell] = frozenset()
    reached_over: frozenset[Cell] = frozenset()
    cards: tuple[str, ...] = ()
    #: The share of each cell that the monster hides where it stands, of a cell on which it was not read.
    behind: Callable[[Cell], Mapping[Cell, float]] = field(default=lambda _: {}, compare=False)

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens that are seen on the board."""
        return tuple(token_of(lie) for lie in self.layout.counts if lie.piece in TOKENS and cell_of(lie))

    @cached_property
    def beside(self) -> Mapping[str, Lie]:
        """The pieces that are seen beside the board."""
        return {lie.piece: lie for lie in self.layout.counts if not cell_of(lie)}

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that are seen on the board."""
        lies = (lie for lie in self.layout.counts if lie.piece not in TOKENS and lie.piece != MONSTER)
        return tuple(tile_of(lie) for lie in lies if cell_of(lie))

    @property
    def stones(self) -> tuple[Tile, ...]:
        """The square tiles that are seen on the board."""
        return tuple(tile for tile in self.tiles if tile.is_stone)

    @cached_property
    def monster(self) -> tuple[Cell, Direction] | None:
        """The cell of the monster, and where it looks."""
        lie = self.layout.lies.get(MONSTER)
        return (lie.place, facing_of(lie)) if lie is not None and cell_of(lie) else None

    @cached_property
    def occupied(self) -> frozenset[Cell]:
        """The cells of tokens, stones and the monster: what may hide a floor tile."""
        return frozenset(lie.place for lie in self.layout.counts if cell_of(lie) and lie.piece not in FLOOR_TILES)

    def unread_cells(self, layout: TableLayout) -> tuple[Cell, ...]:
        """Return the cells with something unread on them, except arms and floor tiles under pieces."""
        unseen = (lie for piece, lie in layout.lies.items() if piece in FLOOR_TILES - self.layout.lies.keys())
        under = {cell for lie in unseen for cell in cells_of(lie)}
        return in_order(self.unreadable - under - self.reached_over)

    def with_shown_cells(self, shown: Collection[Cell]) -> Self:
        """Return the same observation with the cells that have shown a piece at most half hidden.

        They have shown it in spite of the monster.
        """
        half = self.hidden.intersection(shown)
        return replace(self, hidden=self.hidden - half, half_hidden=half)

    def with_half_hidden_as_hidden(self) -> Self:
        """Return the observation with half hidden cells taken as hidden."""
        return replace(self, hidden=self.hidden | self.half_hidden, half_hidden=frozenset())

    def may_be_present(self, lie: Lie) -> bool:
        """Return True if a floor tile may lie like this.

        It is seen on the board, or something on its cells may hide its tag.
        """
        if lie.piece in self.in_doubt:
            return True
        if lie.piece in self.layout.lies:
            return lie.piece not in self.beside
        return not (self.occupied | self.unreadable | self.hidden).isdisjoint(cells_of(lie))

    def aligned(self, layout: TableLayout) -> PieceObservation:
        """Return what is seen by the names of a layout, as all games have it.

        Stones take the parts of the layout, tokens need not be seen beside the board, and floor tiles that are not
        seen count as lying where they should. Something unread lies where a piece of the layout should, or it may be
        nothing; what is seen beside the board lies under nothing on it.
        """
        lies = layout.lies
        seen = [lie for lie in self.layout.counts if lie.piece not in STONE_FRONTS]
        stones = [lie for lie in self.layout.counts if lie.piece in STONE_FRONTS and cell_of(lie)]
        parts = with_parts((lie for piece, lie in lies.items() if piece in STONE_FRONTS), stones)
        floor = (lies[piece] for piece in FLOOR_TILES & lies.keys() if not cell_of(self.layout.lies.get(piece)))
        known = TableLayout.from_lies((*filter(None, (_aligned(lie, lies) for lie in seen)), *parts, *floor))
        unseen = {piece: lie.place for piece, lie in lies.items() if piece not in known.lies}
        free = {place for piece, place in unseen.items() if piece in self.beside}
        covered = self.unreadable.intersection(unseen.values()) - self.hidden - free
        unread = self.unreadable - covered - self.reached_over
        return PieceObservation(known, covered, self.in_doubt, (self.hidden | unread) - free | OUT_OF_SIGHT)


def _aligned(lie: Lie, layout: Mapping[str, Lie]) -> Lie | None:
    """Return how a piece lies where it counts.

    None for one that lies beside the board and should not lie on it.
    """
    if cell_of(lie) is not None:
        return lie
    belongs = layout.get(lie.piece)
    if belongs is None or belongs.place in OUT_OF_PLAY or lie.piece not in TOKENS or not lie.face:
        return None
    if belongs.place == Place.OUTSIDE:
        # Wherever its player keeps it.
        return lie._replace(place=belongs.place)
    return None if lie.place == ASIDE else lie


def in_order(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return cells row by row, from the left."""
    return tuple(sorted(cells, key=reading_order))


def observation_from_reading(table: TableReading) -> BoardObservation:
    """Return what a picture of the table shows."""
    doubtful = frozenset(piece for misplacement in table.misplacements for piece in misplacement.pieces)
    lies = [_lie_of(piece) for piece in table.pieces if piece.piece not in doubtful]
    # A sheet of stickers may lie on the table; what is on the board counts.
    on_board = doubtful.union(piece.piece for piece in table.pieces)
    lies += [
        Lie(piece.piece, str(piece.place or ASIDE), piece.side or "")
        for piece in table.beside
        if piece.piece not in on_board
    ]
    return BoardObservation(
        TableLayout.from_lies(lies),
        frozenset(table.reading.unreadable),
        doubtful,
        frozenset(table.hidden),
        misplacements=table.misplacements,
        reached_over=frozenset(table.reading.covered),
        cards=table.cards,
        looks=table.reading.looks,
    )


def _lie_of(piece: PieceReading) -> Lie:
    if piece.piece in TOKENS:
        return Lie(piece.piece, piece.cell, piece.id.partition("/")[2])
    if piece.piece == MONSTER:
        assert piece.facing is not None
        return Lie(piece.piece, piece.cell, turn=piece.facing.heading_deg)
    return tile_lie(Tile(piece.piece, TileKind(piece.kind), piece.cells, piece.facing))


def observation_from_position(position: Position, hidden: Iterable[str] = ()) -> BoardObservation:
    """Return an observation of a whole position, tokens at entrance and exit too.

    Pieces that are `hidden` are left out.
    """
    unseen, lies = frozenset(hidden), layout_of(position).counts
    return BoardObservation(
        TableLayout.from_lies(lie for lie in lies if lie.piece not in unseen and lie.place != Place.DEAD)
    )
