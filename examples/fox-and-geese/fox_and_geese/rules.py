"""The rules: the board, what a game is made of, and what may happen.

On a cross of 33 cells thirteen geese stand on the upper rows, the fox in the middle. They move in turn, geese first.
A goose goes one cell down the board or sideways, never back. The fox goes one cell any way, also aslant, or jumps over
a goose beside it onto a free cell and takes it. The geese win when the fox cannot move; the fox wins when no goose can
move, or fewer than five are left. A position that occurs a third time is a draw.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from math import exp
from typing import Annotated, Any

from engine.codec import Choices, Codec, Explicit
from engine.game import Choice, Result, RuleProblem, Rules
from engine.names import Name

FOX = "fox"
GEESE = tuple(f"goose-{number}" for number in range(1, 14))
#: The cells by their names, with their columns and rows: a cross, whose corners are missing.
CELLS = {
    f"{letter}{row + 1}": (column, row)
    for row in range(7)
    for column, letter in enumerate("abcdefg")
    if 2 <= column <= 4 or 2 <= row <= 4
}
_NAMES = {place: name for name, place in CELLS.items()}
#: Geese go down the board or sideways; the fox goes any way.
_GOOSE_WAYS = ((0, 1), (-1, 0), (1, 0))
_FOX_WAYS = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))
FEWEST_GEESE = 5
#: A position that occurs so many times ends the game.
REPETITIONS = 3


class Side(Name):
    """Side that plays."""

    FOX = "fox"
    GEESE = "geese"


@dataclass(frozen=True)
class Started:
    """The game begins. `must_take`: a fox that can take a goose must.

    `repetition`: a third repetition ends it; false in files made before.
    """

    must_take: Explicit[bool] = False
    repetition: bool = False


@dataclass(frozen=True)
class Moved:
    """A piece was moved to another cell; a goose that the fox jumped over is taken."""

    by: Side
    piece: Annotated[str, Choices((FOX, *GEESE), "a piece of the game")]
    to: Annotated[str, Choices(CELLS, "a cell of the board")]


Event = Started | Moved


@dataclass(frozen=True)
class State:
    """Places of the pieces on the board, and the side on turn.

    `past`: the positions since a goose was taken, in a game that a repetition ends; else None.
    """

    lying: Mapping[str, str]
    turn: Side = Side.GEESE
    must_take: bool = False
    past: tuple[Any, ...] | None = None

    @property
    def key(self) -> tuple[Any, ...]:
        """Equal for the same position: geese are alike."""
        return self.turn, self.lying[FOX], frozenset(self.lying.values())


class FoxAndGeeseRules(Rules[State, Event]):
    """Fox and Geese."""

    id = "fox-and-geese"
    codec = Codec({"started": Started, "moved": Moved})

    def problems(self, state: State | None, event: Event) -> tuple[RuleProblem, ...]:
        """Return all that is wrong with the event now."""
        if (state is None) != isinstance(event, Started):
            return (RuleProblem("not-now", "a game starts once, and nothing happens before"),)
        if state is None or not isinstance(event, Moved):
            return ()
        if self.over(state):
            return (RuleProblem("not-now", "the game is over"),)
        found = []
        if event.by is not state.turn or side_of(event.piece) is not event.by:
            found.append(RuleProblem("not-your-turn", f"it is the turn of the {state.turn}"))
        elif event not in moves(state):
            found.append(RuleProblem("cannot-go-there", f"{event.piece} cannot go to {event.to}"))
        return tuple(found)

    def begin(self, event: Event) -> State:
        """Thirteen geese on the upper rows, the fox in the middle."""
        assert isinstance(event, Started)
        geese = zip(GEESE, sorted(CELLS, key=lambda cell: CELLS[cell][::-1]), strict=False)
        past = () if event.repetition else None
        return State({FOX: "d4", **dict(geese)}, must_take=event.must_take, past=past)

    def follow(self, state: State, event: Event) -> State:
        """Move the piece, and remove a goose that was jumped over."""
        assert isinstance(event, Moved)
        lying, taken = {**state.lying, event.piece: event.to}, jumped_over(state, event)
        lying.pop(taken or "", None)
        past = None if state.past is None else () if taken else (*state.past, state.key)
        return replace(state, lying=lying, turn=Side.GEESE if state.turn is Side.FOX else Side.FOX, past=past)

    def possible(self, state: State) -> tuple[Moved, ...]:
        """Return all moves of the side on turn."""
        return tuple(moves(state))

    def worth(self, state: State, seat: str) -> float:
        """Estimate how a side does: the geese are many, the fox has little room, and that far down."""
        result = self.over(state)
        if result is not None:
            return self.reward(result, seat)
        region, prey = _reach(state)
        rows = [CELLS[cell][1] for piece, cell in state.lying.items() if piece != FOX]
        taken = len(GEESE) - len(rows)
        if seat == Side.FOX:
            return 1 / (1 + exp(2 - taken - 0.15 * len(region)))
        threats = sum(jumped_over(state, move) is not None for move in moves(state)) if state.turn is Side.FOX else 0
        # Weights that games have found. Of geese who leave no gaps none is taken, and geese of which none is taken are
        # worth more than a draw: they go on instead of repeating a position. What counts is the room above: geese who
        # hurry past the fox cannot come back.
        room = sum(map(_ROOM.__getitem__, region))
        fox = -5 + 2 * taken + 4.5 * threats + 0.1 * prey + room - 0.3 * sum(rows) / len(rows)
        return 1 / (1 + exp(fox))

    def reward(self, result: Result, seat: str) -> float:
        """Return a side's part of the victory: both share a draw."""
        return super().reward(result, seat) if result.winners else 0.5

    def next(self, state: State) -> tuple[Choice, ...]:
        """Return the choices: the side on turn moves."""
        return () if self.over(state) else (Choice("moved", str(state.turn)),)

    def over(self, state: State) -> Result | None:
        """Return the result: a side that cannot move has lost, and so have too few geese."""
        if len(state.lying) - 1 < FEWEST_GEESE:
            return Result((str(Side.FOX),), "taken")
        if next(moves(state), None) is None:
            return Result((str(Side.GEESE if state.turn is Side.FOX else Side.FOX),), "penned-in")
        if state.past and state.past.count(state.key) + 1 >= REPETITIONS:
            return Result((), "repeated")
        return None

    def state_to_json(self, state: State) -> dict[str, Any]:
        """Return the places of the pieces, and the side on turn."""
        return {"phase": "move", "turn": str(state.turn), "pieces": dict(state.lying)}


def side_of(piece: str) -> Side:
    """Return the side of a piece."""
    return Side.FOX if piece == FOX else Side.GEESE


def moves(state: State) -> Iterator[Moved]:
    """Yield all moves of the side on turn."""
    taken = {*state.lying.values()}
    if state.turn is Side.GEESE:
        for goose, cell in state.lying.items():
            if goose != FOX:
                yield from (Moved(Side.GEESE, goose, to) for to in _GOOSE_STEPS[cell] if to not in taken)
        return
    near = _NEAR[state.lying[FOX]]
    jumps = [Moved(Side.FOX, FOX, far) for over, far in near if over in taken and far and far not in taken]
    yield from jumps
    if not (jumps and state.must_take):
        yield from (Moved(Side.FOX, FOX, to) for to, _ in near if to not in taken)


def _reach(state: State) -> tuple[Collection[str], int]:
    """Return the cells in the fox's reach without jumps, and the number of jumps from there."""
    fox = state.lying[FOX]
    geese, found, jumps = {*state.lying.values()} - {fox}, {fox}, 0
    waiting = [fox]
    for cell in waiting:
        for near, far in _NEAR[cell]:
            if near in geese:
                jumps += far is not None and far not in geese
            elif near not in found:
                found.add(near)
                waiting.append(near)
    return found, jumps


def beyond(cell: str, way: tuple[int, int], steps: int = 1) -> str | None:
    """Return the cell so many steps away, None off the board."""
    (column, row), (right, down) = CELLS[cell], way
    return _NAMES.get((column + steps * right, row + steps * down))


def jumped_over(state: State, event: Moved) -> str | None:
    """Return the goose that a move takes."""
    (x, y), (to_x, to_y) = CELLS[state.lying[event.piece]], CELLS[event.to]
    between = _NAMES.get(((x + to_x) // 2, (y + to_y) // 2)) if max(abs(x - to_x), abs(y - to_y)) == 2 else None
    return next((piece for piece, cell in state.lying.items() if cell == between), None)


#: Cells to which a goose may go.
_GOOSE_STEPS = {cell: [to for way in _GOOSE_WAYS if (to := beyond(cell, way))] for cell in CELLS}
#: The cells beside each, each with the one behind it.
_NEAR = {cell: [(to, beyond(cell, way, 2)) for way in _FOX_WAYS if (to := beyond(cell, way))] for cell in CELLS}
#: Worth to the fox of each cell to which it can come: more the higher up it is.
_ROOM = {cell: 0.38 - 0.03 * row for cell, (_, row) in CELLS.items()}
RULES = FoxAndGeeseRules()
