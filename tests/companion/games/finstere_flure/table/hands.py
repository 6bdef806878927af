"""A table in the hands of players who do what the guide says, task by task."""

from dataclasses import dataclass, replace

from companion.games.finstere_flure.table.lies import FLOOR_TILES, cell_of, cells_of
from companion.games.finstere_flure.table.observation import BoardObservation, observation_from_position
from companion.table.layout import LayoutTask, Lie, TableLayout
from engine.finstere_flure.board import Cell
from engine.finstere_flure.pieces import MONSTER, POOL_SHAPES, STONE_FRONTS, Place
from engine.finstere_flure.position import Position


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

    def do(self, task: LayoutTask) -> None:
        """Do the task."""
        for start, end in task.changes:
            lies = [*self.seen.layout.counts]
            cell = cell_of(end)
            # A pool may be pushed under a piece.
            if cell is not None and end is not None and end.piece not in POOL_SHAPES:
                assert cell not in self.occupied(end.piece), task.sentence
            if start is not None and cell_of(start) is not None:
                # Stones that look alike have changed places.
                lies.remove(next(lie for lie in lies if lie[1:] == start[1:] and _sort(lie) == _sort(start)))
            elif start is not None:
                lies = [lie for lie in lies if lie.piece != start.piece]
            if end is not None:
                floor = {cell for lie in lies if lie.piece in FLOOR_TILES for cell in cells_of(lie)}
                assert end.piece not in FLOOR_TILES or not floor.intersection(cells_of(end))
                if end.place != Place.DEAD:
                    lies.append(end)
            self.seen = replace(self.seen, layout=TableLayout.from_lies(lies))


def _sort(lie: Lie) -> str:
    """Return the piece; of stones that they are some."""
    return "stone" if lie.piece in STONE_FRONTS else lie.piece
