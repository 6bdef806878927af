"""Monster's walk by the rules' text alone: who is eaten how, whom it sees at the end."""

from dataclasses import dataclass, field
from typing import Any

Cell = tuple[int, int]
#: North, east, south, west.
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
CORNERS = ((0, 0), (15, 10))
#: Where the stones of the basic set-up lie, and the cells of both pools (section 3).
STONES = ["c3", "h5", "i6", "n6", "g7", "e8", "m4", "m8", "o9", "f10", "i10"]
POOLS = ["i3", "j3", "i4", "j4", "e9", "f9", "g9", "h9"]
#: Quarter turns to the right by which a turning stone turns.
TURNS = {"turn90": 1, "turn180": 2}


def cell_of(name: str) -> Cell:
    """Return the column and the row of a cell, from 0."""
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def on_board(cell: Cell) -> bool:
    """Return True unless the cell is cut off at one of the two corners in stairs (section 1)."""
    x, y = cell
    return 0 <= y <= 10 and max(0, y - 6) <= x <= min(15, 11 + y)


def beside(cell: Cell, facing: int) -> Cell:
    """Return the next cell, on the board or not."""
    return cell[0] + STEPS[facing][0], cell[1] + STEPS[facing][1]


@dataclass
class Floor:
    """Board with all that lies on it; a teleporter is known by its pair and its arrow."""

    stones: dict[str, Cell] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    teleporters: dict[Cell, tuple[str, int]] = field(default_factory=dict)
    pools: set[Cell] = field(default_factory=set)
    tokens: dict[str, Cell] = field(default_factory=dict)
    monster: Cell = (0, 0)
    facing: int = 1
    #: Tokens that were lost in this move, each with how.
    lost: list[tuple[str, str]] = field(default_factory=list)

    def lay(self, tile: dict[str, Any]) -> None:
        """Lay a tile of a set-up by players."""
        if tile["kind"] == "pool":
            self.pools |= set(map(cell_of, tile["cells"]))
        elif tile["kind"] == "teleporter":
            self.teleporters[cell_of(tile["cells"][0])] = tile["tile"][:-1], "NESW".index(tile["arrow"])
        else:
            self.stones[tile["tile"]], self.kinds[tile["tile"]] = cell_of(tile["cells"][0]), tile["kind"]

    def lies_on(self, cell: Cell) -> str | None:
        """Return the stone or token on a cell."""
        return next(
            (piece for pieces in (self.stones, self.tokens) for piece, place in pieces.items() if place == cell), None
        )

    def look(self) -> list[tuple[int, str]]:
        """Look ahead, left and right; turn to the nearest if there is one (section 7)."""
        seen = []
        for facing in (self.facing, (self.facing + 3) % 4, (self.facing + 1) % 4):
            cell, distance = beside(self.monster, facing), 1
            while on_board(cell):
                piece = self.lies_on(cell)
                if piece in self.tokens:
                    seen.append((distance, str(piece), facing))
                if piece in self.tokens or (piece in self.stones and self.kinds.get(str(piece)) != "crystal"):
                    break
                cell, distance = beside(cell, facing), distance + 1
        nearest = sorted(seen)[:2]
        if nearest and (len(nearest) == 1 or nearest[0][0] < nearest[1][0]):
            self.facing = nearest[0][2]
        return [(distance, token) for distance, token, _ in seen]

    def walk(self, steps: int, hits: int) -> list[tuple[int, str]]:
        """Make a move of so many steps or hits; return who is seen at its end."""
        self.lost = []
        for _ in range(steps):
            self._step()
            if hits and len(self.lost) >= hits:
                break
        return self.look()

    def _ahead(self) -> Cell:
        """Return the next cell; through a wall that half a turn round (section 1)."""
        cell = beside(self.monster, self.facing)
        return cell if on_board(cell) else (15 - self.monster[0], 10 - self.monster[1])

    def _step(self) -> None:
        sees = bool(self.look())
        for turned in range(5):
            stone = self.lies_on(self._ahead())
            quarters = TURNS.get(self.kinds.get(str(stone), ""))
            if sees or quarters is None:
                break
            if turned == 4:
                return  # R2
            self.facing = (self.facing + quarters) % 4
            if self.kinds.get(str(self.lies_on(self._ahead()))) in TURNS:
                sees = bool(self.look())
        self._enter()
        while self.monster in self.pools:
            self._enter()

    def _enter(self) -> None:
        """Go on one cell: eat a token, push a chain, come out of the other teleporter."""
        cell = self._ahead()
        piece = self.lies_on(cell)
        if piece in self.tokens:
            self._lose(str(piece), "caught")
        elif piece is not None:
            self._push(cell)
        self.monster = cell
        if cell in self.teleporters:
            pair = self.teleporters[cell][0]
            other = next(place for place, (name, _) in self.teleporters.items() if name == pair and place != cell)
            self.monster, self.facing = other, self.teleporters[other][1]

    def _lose(self, token: str, how: str) -> None:
        del self.tokens[token]
        self.lost.append((token, how))

    def _push(self, cell: Cell) -> None:
        chain = []
        while on_board(cell) and (piece := self.lies_on(cell)) is not None:
            chain.append(piece)
            cell = beside(cell, self.facing)
        for piece in reversed(chain):
            self._shove(piece)

    def _shove(self, piece: str) -> None:
        """Move a piece of a chain by one cell, or over a pool (R4, R5, R7)."""
        pieces = self.tokens if piece in self.tokens else self.stones
        cell = beside(pieces[piece], self.facing)
        how = "lost on a teleporter" if cell in self.teleporters else "" if on_board(cell) else "pushed off the board"
        while not how and cell in self.pools:
            behind = beside(cell, self.facing)
            if not on_board(behind) or self.lies_on(behind) is not None or behind in self.teleporters:
                break
            cell = behind
        if how and pieces is self.tokens:
            self._lose(piece, how)
        elif how or (pieces is self.stones and cell in CORNERS):
            del self.stones[piece]
        else:
            pieces[piece] = cell
