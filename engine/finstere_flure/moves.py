"""All moves that the rules allow a token (rules, section 6)."""

from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.errors import NotAllowedError

from .board import CORNERS, ENTRANCE, EXIT, NEIGHBOUR, Cell, Direction
from .pieces import Place, TileKind
from .position import Position, Token

#: Where each stone lies, in the order of `Position.stones`; None once it is removed.
_Stones = tuple[Cell | None, ...]


@dataclass(frozen=True)
class StonePush:
    """A stone pushed from `before`; it comes to rest on `after`, None if it is removed (R7)."""

    stone: str
    before: Cell
    after: Cell | None


@dataclass(frozen=True)
class TokenMove:
    """A move of one token: where it ends, the cells it passes (slides included), what it pushes, its cost.

    `to` is a cell, or `Place.OUT` for a token that leaves the castle, or `Place.OUTSIDE` for one that stays beside the
    entrance. Leaving costs one step and adds nothing to `path`. `stones` is where every stone lies afterwards, in the
    order of `Position.stones` (None: removed).
    """

    to: Cell | Place
    path: tuple[Cell, ...]
    pushes: tuple[StonePush, ...]
    steps: int
    stones: _Stones


# A game asks for the choices and then whether the chosen one is allowed; a screen asks again with every picture.
@lru_cache(maxsize=64)
def token_moves(position: Position, token_id: str) -> tuple[TokenMove, ...]:
    """One move for each different resulting position, each by a shortest way, in the order of their cost.

    The position after a move tells where the token ends and where every stone lies. Raises NotAllowedError for a token
    that is not in the game, out or dead.
    """
    token = position.token(token_id)
    if token is None:
        raise NotAllowedError(f"{token_id} is not in this position")
    if token.place in (Place.OUT, Place.DEAD):
        state = "has left the castle" if token.place is Place.OUT else "is out of the game"
        raise NotAllowedError(f"{token_id} {state} and cannot move")
    return _Search(position, token).moves()


class _Node(NamedTuple):
    """A way that has been searched: where the token and the stones are, and how they came there."""

    at: Cell | Place
    stones: _Stones
    path: tuple[Cell, ...] = ()
    pushes: tuple[StonePush, ...] = ()
    steps: int = 0


class _Search:
    """Breadth-first search over where the token and the stones are, a step a level."""

    def __init__(self, position: Position, token: Token) -> None:
        self.token = token
        self.reach = token.visible_number
        self.names = tuple(stone.id for stone in position.stones)
        self.start = _Node(token.at, tuple(stone.cell for stone in position.stones))
        # The moving token has left its starting cell: that cell is free, for stones too.
        self.others = {other.cell for other in position.tokens if other.cell is not None and other is not token}
        self.pools = position.pool_cells
        # It never enters the monster's cell nor a teleporter's cell.
        self.closed = {tile.cell for tile in position.tiles if tile.kind is TileKind.TELEPORTER} | {position.monster}

    def moves(self) -> tuple[TokenMove, ...]:
        reached = {(self.start.at, self.start.stones): self.start}
        queue = deque([self.start])
        while queue:
            node = queue.popleft()
            if node.steps == self.reach or node.at is Place.OUT:
                continue
            for following in self._steps(node):
                key = (following.at, following.stones)
                if key not in reached:
                    reached[key] = following
                    queue.append(following)
        # It may pass over other tokens but must end on a cell without one (R13: sliding too).
        return tuple(
            TokenMove(node.at, node.path, node.pushes, node.steps, node.stones)
            for node in reached.values()
            if node.at not in self.others
        )

    def _steps(self, node: _Node) -> list[_Node]:
        """All that one more step can lead to."""
        if isinstance(node.at, Place):
            # From outside the first step leads onto p11, unless the monster is there (R11).
            if ENTRANCE in self.closed:
                return []
            return [_Node(ENTRANCE, node.stones, (ENTRANCE,), (), 1)]
        following = [step for direction in Direction if (step := self._step(node, direction)) is not None]
        if node.at == EXIT:
            following.append(_Node(Place.OUT, node.stones, node.path, node.pushes, node.steps + 1))
        return following

    def _step(self, node: _Node, direction: Direction) -> _Node | None:
        """One step, over pools to the end of the slide; None if it cannot be taken."""
        entered = self._enter(node, direction, node.steps + 1)
        if entered is None:
            return None
        # Sliding is free of charge and goes straight on to the first cell behind the pool; where that cannot be
        # entered, the token stops on the last pool cell before it.
        while entered.at in self.pools and (slid := self._enter(entered, direction, entered.steps)) is not None:
            entered = slid
        return entered

    def _enter(self, node: _Node, direction: Direction, steps: int) -> _Node | None:
        """The token one cell on, a stone before it pushed, after so many steps; None if the cell cannot be entered."""
        assert not isinstance(node.at, Place)
        cell = NEIGHBOUR[node.at, direction]
        if cell is None or cell in self.closed:
            return None
        path = (*node.path, cell)
        if cell not in node.stones:
            return _Node(cell, node.stones, path, node.pushes, steps)
        rest = self._pushed_to(node.stones, cell, direction)
        if rest is None:
            return None
        index = node.stones.index(cell)
        # A stone pushed onto a1 or p11 is removed from the game at once (R7).
        after = None if rest in CORNERS else rest
        stones = (*node.stones[:index], after, *node.stones[index + 1 :])
        pushes = (*node.pushes, StonePush(self.names[index], cell, after))
        return _Node(cell, stones, path, pushes, steps)

    def _pushed_to(self, stones: _Stones, cell: Cell, direction: Direction) -> Cell | None:
        """Where the stone on `cell` comes to rest if it is pushed, or None if the cell behind it is not free."""
        rest = NEIGHBOUR[cell, direction]
        if rest is None or not self._free(stones, rest):
            return None
        # On a pool it slides on as long as the next cell is free, up to the first cell behind the pool.
        while rest in self.pools:
            following = NEIGHBOUR[rest, direction]
            if following is None or not self._free(stones, following):
                break
            rest = following
        return rest

    def _free(self, stones: _Stones, cell: Cell) -> bool:
        """Free of stones, tokens, the monster and teleporters."""
        return cell not in stones and cell not in self.others and cell not in self.closed
