"""Identity of stones: the square tiles of two tables, compared by what the players see.

Each of the eleven square tiles has its own tag, but players see only which face lies up, and so do the rules:
two plain stones may change places and nothing has happened. Therefore stones are compared by place and face.
The id of a stone in a position is the part that it plays there, and a stone that is seen takes the part that it
fits: that of its place and face first; of the others, the part of its own tag if it shows the right face; else
the nearest with that face. So the position's ids never need to be brought in step with the tags, however
players exchange equal stones.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from engine.finstere_flure.board import Cell, column_row
from engine.finstere_flure.pieces import TileKind
from engine.finstere_flure.position import Tile

#: What the players see of the stones: the face on each cell.
StoneFaces = Mapping[Cell, TileKind]


def stone_faces(stones: Iterable[Tile]) -> StoneFaces:
    """Return the face on each cell."""
    return {stone.cell: stone.kind for stone in stones}


@dataclass(frozen=True)
class StoneDifferences:
    """Differences between the seen and the expected stones, each under the id of its part.

    `moved` and `turned` are pairs: as it should lie, as it lies. A turned one shows its other face, in its place or
    elsewhere. `missing` are not seen at all, `extra` are more than there should be.
    """

    moved: tuple[tuple[Tile, Tile], ...]
    turned: tuple[tuple[Tile, Tile], ...]
    missing: tuple[Tile, ...]
    extra: tuple[Tile, ...]


def compare_stones(expected: Iterable[Tile], seen: Iterable[Tile]) -> StoneDifferences:
    """Compare the stones that are seen with the expected ones."""
    expected, seen = tuple(expected), tuple(seen)
    wanted, seen_faces = stone_faces(expected), stone_faces(seen)
    lacking = [stone for stone in expected if seen_faces.get(stone.cell) is not stone.kind]
    surplus = [stone for stone in seen if wanted.get(stone.cell) is not stone.kind]

    def take(fits: Callable[[Tile, Tile], bool]) -> tuple[tuple[Tile, Tile], ...]:
        """Pair lacking and surplus stones that fit each other.

        They are no longer lacking and surplus then.
        """
        pairs = []
        for part in list(lacking):
            fitting = [stone for stone in surplus if fits(part, stone)]
            if fitting:
                stone = min(fitting, key=lambda stone: cells_apart(part.cell, stone.cell))
                lacking.remove(part)
                surplus.remove(stone)
                pairs.append((part, replace(stone, id=part.id)))
        return tuple(pairs)

    moved = take(lambda part, stone: part.id == stone.id and part.kind is stone.kind)
    moved += take(lambda part, stone: part.kind is stone.kind)
    turned = take(lambda part, stone: part.id == stone.id)
    return StoneDifferences(moved, turned, tuple(lacking), tuple(surplus))


def cells_apart(cell: Cell, other: Cell) -> int:
    """Return the number of files and rows between two cells."""
    return sum(abs(a - b) for a, b in zip(column_row(cell), column_row(other), strict=True))
