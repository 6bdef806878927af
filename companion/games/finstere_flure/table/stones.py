"""Identity of stones: the square tiles of two tables, compared by what the players see.

Each of the eleven square tiles has its own tag, but players see only which face lies up, and so do the rules:
two plain stones may change places and nothing has happened. Therefore stones are compared by place and face.
The id of a stone in a position is the part that it plays there, and a stone that is seen takes the part that it
fits: that of its place and face first; of the others, the part of its own tag if it shows the right face; else
the nearest with that face. So the position's ids never need to be brought in step with the tags, however
players exchange equal stones.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from companion.table.layout import Lie
from engine.finstere_flure.board import Cell, column_row
from engine.finstere_flure.pieces import STONE_FRONTS, TILE_KINDS

#: What the players see of the stones: the face on each cell.
StoneFaces = Mapping[Cell, str]


def stone_faces(lies: Iterable[Lie]) -> StoneFaces:
    """Return the face on each cell with a stone."""
    return {lie.place: lie.face for lie in lies if lie.piece in STONE_FRONTS}


def with_parts(expected: Iterable[Lie], seen: Sequence[Lie]) -> list[Lie]:
    """Return the stones that are seen by the parts that they play in an expected layout.

    A turned one shows its other face, in its place or elsewhere. Those that are more than there should be play a part
    that nobody plays, of their own tags if these are free.
    """
    lacking, surplus = list(expected), list(seen)
    parts = {lie.piece for lie in lacking}
    found: list[Lie] = []

    def take(fits: Callable[[Lie, Lie], bool]) -> None:
        for part in list(lacking):
            fitting = [stone for stone in surplus if fits(part, stone)]
            if fitting:
                stone = min(fitting, key=lambda stone: cells_apart(part.place, stone.place))
                lacking.remove(part)
                surplus.remove(stone)
                found.append(stone._replace(piece=part.piece))

    take(lambda part, stone: part[1:] == stone[1:])
    if not surplus:
        return found
    take(lambda part, stone: (part.piece, part.face) == (stone.piece, stone.face))
    take(lambda part, stone: part.face == stone.face)
    take(lambda part, stone: part.piece == stone.piece)
    # One that may show the right face is turned over, where it lies if it can be.
    take(lambda part, stone: part.place == stone.place and part.face in TILE_KINDS[stone.piece])
    take(lambda part, stone: part.face in TILE_KINDS[stone.piece])
    unused = [lie.piece for lie in (*surplus, *seen) if lie.piece not in parts]
    unused += STONE_FRONTS.keys() - parts
    for stone in surplus:
        own = [stone.piece] if stone.piece in unused else []
        free = [piece for piece in (*own, *unused) if stone.face in TILE_KINDS[piece]]
        part = next(iter(free), stone.piece)
        unused = [piece for piece in unused if piece != part]
        found.append(stone._replace(piece=part))
    return found


def cells_apart(cell: Cell, other: Cell) -> int:
    """Return the number of files and rows between two cells."""
    return sum(abs(a - b) for a, b in zip(column_row(cell), column_row(other), strict=True))
