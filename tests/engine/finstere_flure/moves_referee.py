"""Referee that follows a token's move cell by cell and objects to forbidden steps.

It shares no code with the search.
"""

from engine.finstere_flure.board import CORNERS, ENTRANCE, EXIT, NEIGHBOUR, Cell, Direction
from engine.finstere_flure.moves import StonePush, TokenMove
from engine.finstere_flure.pieces import Place, TileKind
from engine.finstere_flure.position import Position, Token


class Referee:
    """The table while the token goes along the path of its move."""

    def __init__(self, position: Position, token: Token, move: TokenMove) -> None:
        self.stones: dict[str, Cell | None] = {stone.id: stone.cell for stone in position.stones}
        self.others = {other.cell for other in position.tokens if other.id != token.id} - {None}
        self.closed = {tile.cell for tile in position.tiles if tile.kind is TileKind.TELEPORTER} | {position.monster}
        self.pools = position.pool_cells
        self.at: Cell | Place = token.at
        self.path, self.pushes = list(move.path), list(move.pushes)
        steps = 0
        while self.path:
            self.step()
            steps += 1
        if move.to is Place.OUT:
            assert self.at == EXIT
            self.at = Place.OUT
            steps += 1
        assert self.at == move.to
        assert self.at not in self.others
        assert steps == move.steps <= token.visible_number
        assert not self.pushes
        assert tuple(self.stones.values()) == move.stones

    def step(self) -> None:
        """Take one step along the path, with its whole slide."""
        if isinstance(self.at, Place):
            assert self.at is Place.OUTSIDE
            assert self.path.pop(0) == ENTRANCE
            assert ENTRANCE not in self.closed
            self.at = ENTRANCE
            return
        (direction,) = (side for side in Direction if NEIGHBOUR[self.at, side] == self.path[0])
        assert self.enter(direction)
        while self.at in self.pools and self.enter(direction):
            pass

    def enter(self, direction: Direction) -> bool:
        """Go one cell on if the rules let it; then the path must do the same."""
        assert not isinstance(self.at, Place)
        cell = NEIGHBOUR[self.at, direction]
        if cell is None or cell in self.closed:
            return False
        stone = next((stone for stone, stone_cell in self.stones.items() if stone_cell == cell), None)
        if stone is not None:
            pushed = self.pushed(cell, direction)
            if pushed is None:
                return False
            self.stones[stone] = None if pushed in CORNERS else pushed
            assert self.pushes.pop(0) == StonePush(stone, cell, self.stones[stone])
        assert self.path.pop(0) == cell
        self.at = cell
        return True

    def pushed(self, cell: Cell, direction: Direction) -> Cell | None:
        """Return the cell at which a pushed stone stops; None if it cannot be pushed."""
        remaining, behind = None, NEIGHBOUR[cell, direction]
        while behind is not None and behind not in self.closed | self.others | set(self.stones.values()):
            remaining = behind
            if remaining not in self.pools:
                break
            behind = NEIGHBOUR[remaining, direction]
        return remaining
