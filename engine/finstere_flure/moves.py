"""All moves that the rules allow a token (rules, section 6)."""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from engine.errors import NotAllowedError
from engine.values import value

from .board import AROUND, CORNERS, ENTRANCE, EXIT, NEIGHBOUR, Cell, Direction
from .pieces import Place
from .position import Position, Token

#: Where each stone lies, in the order of `Position.stones`; None once it is removed.
_Stones = tuple[Cell | None, ...]


@value
class StonePush:
    """A stone pushed from `before`; it comes to rest on `after`, None if it is removed (R7)."""

    stone: str
    before: Cell
    after: Cell | None


@value
class TokenMove:
    """Move of one token: its end, the cells it passes (slides included), its pushes, its cost.

    `to` is a cell, or `Place.OUT` for a token that leaves the castle, or `Place.OUTSIDE` for one that stays beside
    the entrance. Leaving costs one step and adds nothing to `path`. `stones` is where every stone lies afterwards,
    in the order of `Position.stones` (None: removed).
    """

    to: Cell | Place
    path: tuple[Cell, ...]
    pushes: tuple[StonePush, ...]
    steps: int
    stones: _Stones


# A game asks for the choices and then whether the chosen one is allowed; a screen asks again with every picture.
@lru_cache(maxsize=64)
def token_moves(position: Position, token_id: str) -> tuple[TokenMove, ...]:
    """Return one move for each different resulting position, by a shortest way.

    The moves are in the order of their cost. The position after a move tells where the token ends and where every
    stone lies. Raises NotAllowedError for a token that is not in the game, out or dead.
    """
    token = position.token(token_id)
    if token is None:
        raise NotAllowedError(f"{token_id} is not in this position")
    if token.place in (Place.OUT, Place.DEAD):
        state = "has left the castle" if token.place is Place.OUT else "is out of the game"
        raise NotAllowedError(f"{token_id} {state} and cannot move")
    return tuple([_move(end) for end in _ends(position, token, token.visible_number)])


def draw_move(position: Position, token_ids: Sequence[str], rng: Random) -> tuple[str, TokenMove]:
    """Draw one of all moves of these tokens, which are in play."""
    tokens = [token for token in position.tokens if token.id in token_ids]
    # Of very many ends one becomes a move.
    ends = [(token.id, end) for token in tokens for end in _ends(position, token, token.visible_number)]
    token_id, end = rng.choice(ends)
    return token_id, _move(end)


@lru_cache(maxsize=16)
def steps_needed(position: Position, token_id: str, to: Cell | Place, at_most: int) -> int | None:
    """Return the steps that the token needs to come there; None if more than `at_most`.

    The token must be in play.
    """
    token = position.token(token_id)
    assert token is not None
    return next((steps for where, _, _, steps, _ in _ends(position, token, at_most) if where == to), None)


class _Floor:
    """The stones as they lie after some pushes, and where the token has come while they lie so."""

    def __init__(self, stones: _Stones) -> None:
        self.stones = stones
        self.number_on = {cell: number for number, cell in enumerate(stones) if cell is not None}
        self.reached: set[Cell | Place] = set()


#: Where a token may come: the cell or place, the path, the pushes, the steps, the floor.
_End = tuple[Cell | Place, tuple[Cell, ...], tuple[StonePush, ...], int, _Floor]


def _ends(position: Position, token: Token, reach: int) -> list[_End]:
    return _Search(position, token).ends(reach)


def _move(end: _End) -> TokenMove:
    to, path, pushes, steps, floor = end
    return TokenMove(to, path, pushes, steps, floor.stones)


class _Search:
    """Breadth-first search over where the token and the stones are, a step a level."""

    def __init__(self, position: Position, token: Token) -> None:
        self.token = token
        self.names = tuple([stone.id for stone in position.stones])
        # The moving token has left its starting cell: that cell is free, for stones too.
        self.others = {other.cell for other in position.tokens if other.cell is not None and other is not token}
        self.pools = position.pool_cells
        # It never enters the monster's cell nor a teleporter's cell.
        self.closed = {teleporter.cell for teleporter in position.teleporters} | {position.monster}
        self.start = _Floor(tuple([stone.cell for stone in position.stones]))
        self.floors = {self.start.stones: self.start}
        #: What has been reached, in order: the ends to which the search still has to come are the last.
        self.found: list[_End] = []

    def ends(self, reach: int) -> list[_End]:
        """Return where so many steps lead, in the order of their number."""
        self._expand(self.token.at, self.start, (), (), 0)
        for end in self.found:
            if end[3] < reach and end[0] is not Place.OUT:
                self._extend(*end)
        # It may pass over other tokens but must end on a cell without one (R13: sliding too).
        return [end for end in self.found if end[0] not in self.others]

    def _expand(
        self, to: Cell | Place, floor: _Floor, path: tuple[Cell, ...], pushes: tuple[StonePush, ...], steps: int
    ) -> None:
        if to not in floor.reached:
            floor.reached.add(to)
            self.found.append((to, path, pushes, steps, floor))

    def _extend(
        self, start: Cell | Place, path: tuple[Cell, ...], pushes: tuple[StonePush, ...], steps: int, floor: _Floor
    ) -> None:
        """Find all that one more step can lead to."""
        steps += 1
        if isinstance(start, Place):
            # From outside the first step leads onto p11, unless the monster is there (R11).
            if ENTRANCE not in self.closed:
                self._expand(ENTRANCE, floor, (ENTRANCE,), (), steps)
            return
        number_on, reached, pools, closed = floor.number_on, floor.reached, self.pools, self.closed
        for direction, cell in AROUND[start]:
            if cell in number_on or cell in pools:
                self._push_and_slide(start, path, pushes, steps, floor, direction)
            elif cell not in reached and cell not in closed:
                # The usual step goes the short way.
                reached.add(cell)
                self.found.append((cell, (*path, cell), pushes, steps, floor))
        if start == EXIT:
            self._expand(Place.OUT, floor, path, pushes, steps)

    def _push_and_slide(
        self,
        current: Cell,
        path: tuple[Cell, ...],
        pushes: tuple[StonePush, ...],
        steps: int,
        floor: _Floor,
        direction: Direction,
    ) -> None:
        """Carry out one step, if it can be taken.

        Stones before the token are pushed, and the step goes over pools to the end of the slide.
        """
        before = path
        # Sliding is free of charge and goes straight on to the first cell behind the pool; where that cannot be
        # entered, the token stops on the last pool cell before it.
        while path is before or current in self.pools:
            cell = NEIGHBOUR[current, direction]
            if cell is None or cell in self.closed:
                break
            if cell in floor.number_on:
                pushed_to = self._pushed_to(floor, cell, direction)
                if pushed_to is None:
                    break
                # A stone pushed onto a1 or p11 is removed from the game at once (R7).
                after = None if pushed_to in CORNERS else pushed_to
                number = floor.number_on[cell]
                pushes = (*pushes, StonePush(self.names[number], cell, after))
                floor = self._floor_after(floor, number, after)
            current, path = cell, (*path, cell)
        if path is not before:
            self._expand(current, floor, path, pushes, steps)

    def _floor_after(self, floor: _Floor, number: int, after: Cell | None) -> _Floor:
        """Return the floor on which the stone of this number lies there."""
        stones = (*floor.stones[:number], after, *floor.stones[number + 1 :])
        following = self.floors.get(stones)
        if following is None:
            following = self.floors[stones] = _Floor(stones)
        return following

    def _pushed_to(self, floor: _Floor, cell: Cell, direction: Direction) -> Cell | None:
        """Return the resting cell of the stone on `cell` if it is pushed.

        Returns None if the cell behind it is not free.
        """
        target = NEIGHBOUR[cell, direction]
        if target is None or not self._free(floor, target):
            return None
        # On a pool it slides on as long as the next cell is free, up to the first cell behind the pool.
        while target in self.pools:
            following = NEIGHBOUR[target, direction]
            if following is None or not self._free(floor, following):
                break
            target = following
        return target

    def _free(self, floor: _Floor, cell: Cell) -> bool:
        """Free of stones, tokens, the monster and teleporters."""
        return cell not in floor.number_on and cell not in self.others and cell not in self.closed
