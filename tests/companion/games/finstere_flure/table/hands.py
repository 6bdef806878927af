"""A table in the hands of players who do what the guide says, task by task."""

from dataclasses import dataclass, replace

from companion.games.finstere_flure.table.observation import BoardObservation, observation_from_position
from companion.games.finstere_flure.table.tasks import Task, TaskKind
from engine.finstere_flure.board import Cell, Direction
from engine.finstere_flure.pieces import MONSTER, POOL_SHAPES, Place
from engine.finstere_flure.position import Position, Tile, Token


@dataclass
class Table:
    """Layout of the board: each piece as it is seen; occupied cells get no further piece."""

    seen: BoardObservation

    @classmethod
    def laid(cls, position: Position) -> "Table":
        return cls(observation_from_position(position))

    def occupied(self, but: str) -> set[Cell]:
        """Return the cells of the pieces that stand on the floor."""
        cells = {token.at for token in self.seen.tokens if token.id != but}
        cells |= {tile.cell for tile in self.seen.stones if tile.id != but}
        if self.seen.monster and but != MONSTER:
            cells.add(self.seen.monster[0])
        return {str(cell) for cell in cells}

    def do(self, task: Task) -> None:
        """Do the task."""
        if task.parts:
            for part in task.parts:
                self.do(part)
            return
        # A pool may be pushed under a piece.
        if task.end is not None and task.piece not in POOL_SHAPES:
            assert task.end not in self.occupied(task.piece), task.sentence
        if task.piece == MONSTER:
            self._move_monster(task)
        elif isinstance(task.after or task.before, Token):
            self._move_token(task)
        else:
            self._move_tile(task)

    def _move_monster(self, task: Task) -> None:
        at = self.seen.monster[0] if self.seen.monster else None
        assert at == task.start
        monster = (task.end, task.facing) if task.end and task.facing else None
        self.seen = replace(self.seen, monster=monster)

    def _move_token(self, task: Task) -> None:
        lying = {token.id: token for token in self.seen.tokens}
        at = lying[task.piece].at if task.piece in lying else None
        assert at == task.start, task
        lying.pop(task.piece, None)
        beside = tuple(piece for piece in self.seen.beside if piece.piece != task.piece)
        if task.end is not None:
            assert isinstance(task.after, Token)
            lying[task.piece] = task.after
        elif (
            task.kind is not TaskKind.LAY_ASIDE and isinstance(task.after, Token) and task.after.place is not Place.DEAD
        ):
            away = Position("a1", Direction.E, (task.after,))
            beside += observation_from_position(away).beside
        self.seen = replace(self.seen, tokens=tuple(lying.values()), beside=beside)

    def _move_tile(self, task: Task) -> None:
        tiles = list(self.seen.tiles)
        if task.start is not None:
            there = next(tile for tile in tiles if tile.cell == task.start and _layer(tile) == _layer(task.before))
            tiles.remove(there)
        if task.end is not None:
            assert isinstance(task.after, Tile)
            floor = {cell for tile in tiles if not tile.is_stone for cell in tile.cells}
            assert task.after.is_stone or not floor.intersection(task.after.cells)
            tiles.append(task.after)
        self.seen = replace(self.seen, tiles=tuple(tiles))


def _layer(tile: object) -> bool:
    assert isinstance(tile, Tile)
    return tile.is_stone
