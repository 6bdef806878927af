"""Noughts and crosses as a stranger would write it: pieces come out of the hand.

Nothing lies on the board at first. With `thrown_out` an odd rule holds by which pieces leave the board, too, so
that a move may be more than one change: a player with three in a row takes a piece of the other's off; four
rows win.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from companion.cells.game import CellGame
from companion.cells.pictures import CellPictures
from companion.cells.sheets import CellSheets
from companion.cells.tags import CellTags
from companion.cells.virtual_game import CellVirtual
from companion.device.options import Values, flag
from companion.games import CompanionGame
from companion.screen.pen import Pen
from engine.codec import Codec, Explicit
from engine.game import Choice, Result, RuleProblem, Rules

CELLS = {f"{letter}{row + 1}": (column, row) for row in range(3) for column, letter in enumerate("abc")}
PLAYERS = ("crosses", "noughts")
PIECES = {f"{player}-{number}": player for player in PLAYERS for number in range(1, 6)}
LINES = (
    *(tuple(cell for cell in CELLS if cell[0] == letter) for letter in "abc"),
    *(tuple(cell for cell in CELLS if cell[1] == number) for number in "123"),
    ("a1", "b2", "c3"),
    ("a3", "b2", "c1"),
)


@dataclass(frozen=True)
class Started:
    """The game begins."""

    thrown_out: Explicit[bool] = False


@dataclass(frozen=True)
class Put:
    """A piece was put on a cell, and `off` was taken off the board (empty: none)."""

    by: str
    piece: str
    to: str
    off: Explicit[str] = ""


@dataclass(frozen=True)
class State:
    """Layout of the pieces, and the player on turn."""

    lying: Mapping[str, str]
    turn: str = PLAYERS[0]
    thrown_out: bool = False


class NoughtsRules(Rules[State, Started | Put]):
    """The rules."""

    id = "noughts-and-crosses"
    codec = Codec({"started": Started, "put": Put})

    def problems(self, state: State | None, event: Started | Put) -> tuple[RuleProblem, ...]:
        if (state is None) != isinstance(event, Started):
            return (RuleProblem("not-now", "a game starts once, and nothing happens before"),)
        if state is not None and event not in set(moves(state)):
            return (RuleProblem("not-now", "that cannot be put there"),)
        return ()

    def begin(self, event: Started | Put) -> State:
        assert isinstance(event, Started)
        return State({}, thrown_out=event.thrown_out)

    def follow(self, state: State, event: Started | Put) -> State:
        assert isinstance(event, Put)
        lying = {**state.lying, event.piece: event.to}
        lying.pop(event.off, None)
        return replace(state, lying=lying, turn=PLAYERS[1 - PLAYERS.index(state.turn)])

    def next(self, state: State) -> tuple[Choice, ...]:
        return (Choice("put", state.turn),) if self.over(state) is None else ()

    def over(self, state: State) -> Result | None:
        for player in PLAYERS:
            if rows_of(state.lying, player) > int(state.thrown_out):
                return Result((player,), "row")
        return Result((), "full") if next(moves(state, over=True), None) is None else None

    def state_to_json(self, state: State) -> dict[str, Any]:
        return {"phase": "put", "turn": state.turn, "pieces": dict(state.lying)}


def rows_of(lying: Mapping[str, str], player: str) -> int:
    """Return the number of rows of three that a player has."""
    own = {cell for piece, cell in lying.items() if PIECES[piece] == player}
    return sum(own.issuperset(line) for line in LINES)


def moves(state: State, *, over: bool = False) -> Iterator[Put]:
    """Yield all that the player on turn may do; `over`: nobody asks whether the game is over."""
    if not over and RULES.over(state) is not None:
        return
    free = [cell for cell in CELLS if cell not in state.lying.values()]
    for piece in PIECES:
        if PIECES[piece] != state.turn or piece in state.lying:
            continue
        for cell in free:
            before, after = state.lying, {**state.lying, piece: cell}
            row = state.thrown_out and rows_of(after, state.turn) > rows_of(before, state.turn)
            others = [other for other in before if PIECES[other] != state.turn] if row else []
            yield from (Put(state.turn, piece, cell, other) for other in (others or [""]))


RULES = NoughtsRules()
THROWN_OUT = flag("thrown_out", "A row takes a piece off")


class NoughtsTags(CellTags):
    """Five pieces for each."""

    id = "noughts-and-crosses"
    title = "Noughts and Crosses"
    prefix = "NC"
    cells = CELLS
    pieces = PIECES


TAGS = NoughtsTags()


class NoughtsPictures(CellPictures):
    """Pictures of a cross and of a ring."""

    emblem_piece = "crosses-1"

    def paint_piece(self, pen: Pen, piece: str) -> None:
        light = (240, 240, 240)
        pen.disc((40, 34, 34), (0, 0), 1)
        if PIECES[piece] == "noughts":
            pen.disc(light, (0, 0), 0.7)
            pen.disc((40, 34, 34), (0, 0), 0.45)
            return
        for tilt in (1, -1):
            pen.shape(light, ((-0.6, -0.45 * tilt), (-0.45, -0.6 * tilt), (0.6, 0.45 * tilt), (0.45, 0.6 * tilt)))


class NoughtsTable(CellGame):
    """Noughts and crosses at the table."""

    rules = RULES
    tag_set = TAGS
    options = (THROWN_OUT,)
    colours: ClassVar = {"crosses": (222, 110, 52), "noughts": (226, 228, 232)}

    def lying(self, state: State) -> Mapping[str, str]:
        return state.lying

    def possible(self, state: State) -> Iterable[Put]:
        return moves(state)

    def turn(self, state: State) -> str:
        return state.turn

    def started(self, options: Values) -> Started:
        return Started(options[THROWN_OUT.id])

    def player_name(self, player: str) -> str:
        return player

    def piece_name(self, piece: str) -> str:
        return "the cross" if PIECES[piece] == "crosses" else "the nought"

    def task(self, state: State) -> str:
        return f"Put {self.piece_name(f'{state.turn}-1')} on a free cell."

    def reason(self, reason: str) -> str:
        return "Three are in a row." if reason == "row" else "The board is full."

    def help(self, state: State) -> Sequence[str]:
        return (self.task(state),)

    def describe_event(self, before: State | None, event: Started | Put, after: State) -> str:  # noqa: ARG002
        if isinstance(event, Started):
            return "The game begins."
        return f"{self.piece_name(event.piece)} is on {event.to}."

    def pictures(self, fonts: Any) -> NoughtsPictures:
        return NoughtsPictures(fonts, CELLS)


TABLE = NoughtsTable()


class NoughtsVirtual(CellVirtual):
    """Virtual table on which bots put pieces anywhere."""

    table = TABLE

    def choose(self, state: State, rng: Any) -> Put:
        return rng.choice(list(moves(state)))  # type: ignore[no-any-return]


class NoughtsAndCrosses(CompanionGame):
    """Noughts and crosses with all its parts."""

    title = "Noughts and Crosses"
    rules = RULES
    options = (THROWN_OUT,)
    table = TABLE
    virtual = NoughtsVirtual()
    sheets = CellSheets(TAGS)

    def players(self, started: Started) -> tuple[str, ...]:  # noqa: ARG002
        return PLAYERS

    def describe_player(self, player: str) -> str:
        return player


GAME = NoughtsAndCrosses()
