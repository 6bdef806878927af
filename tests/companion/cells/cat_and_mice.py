"""Invented game for tests of pieces on cells: a cat and two mice in a row of five cells.

There is one more cell above the first. The cat goes to a cell beside it, and takes a mouse there; a mouse goes
to the right. The cat wins when it has taken both, the mice when one of them is on the last cell.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, ClassVar

from companion.cells.game import CellGame
from companion.device.options import Values, flag
from engine.errors import NotationError
from engine.game import Choice, Result, RuleProblem, Rules

ROW = ("a1", "b1", "c1", "d1", "e1")
BESIDE = {"a1": ("a2", "b1"), "b1": ("a1", "c1"), "c1": ("b1", "d1"), "d1": ("c1", "e1"), "e1": ("d1",), "a2": ("a1",)}
MICE = ("mouse-1", "mouse-2")
START = {"cat": "a1", "mouse-1": "b1", "mouse-2": "c1"}


@dataclass(frozen=True)
class State:
    """Layout of the pieces, and the player on turn."""

    lying: Mapping[str, str]
    turn: str


@dataclass(frozen=True)
class Event:
    """The game has started (no piece), or a piece has gone to a cell."""

    piece: str = ""
    to: str = ""


class CatAndMice(Rules[State, Event]):
    """The rules."""

    id = "cat-and-mice"

    def event_from_json(self, data: Mapping[str, Any]) -> Event:
        if data.get("event") not in ("started", "moved"):
            raise NotationError("no event of cat and mice")
        return Event(str(data.get("piece", "")), str(data.get("to", "")))

    def event_to_json(self, event: Event) -> dict[str, Any]:
        return {"event": "moved", "piece": event.piece, "to": event.to} if event.piece else {"event": "started"}

    def problems(self, state: State | None, event: Event) -> tuple[RuleProblem, ...]:
        allowed = event == Event() if state is None else event in moves(state)
        return () if allowed else (RuleProblem("phase", "not now"),)

    def begin(self, _event: Event) -> State:
        return State(START, "cat")

    def follow(self, state: State, event: Event) -> State:
        lying = {piece: cell for piece, cell in state.lying.items() if cell != event.to} | {event.piece: event.to}
        return State(lying, "mice" if state.turn == "cat" else "cat")

    def next(self, state: State) -> tuple[Choice, ...]:
        return (Choice("moved"),) if moves(state) else ()

    def over(self, state: State) -> Result | None:
        if not any(mouse in state.lying for mouse in MICE):
            return Result(("cat",), "taken")
        return Result(("mice",), "away") if "e1" in (state.lying.get(mouse) for mouse in MICE) else None

    def state_to_json(self, state: State) -> dict[str, Any]:
        return {"lying": dict(state.lying), "turn": state.turn}


RULES = CatAndMice()


def moves(state: State) -> list[Event]:
    """Return the events that may happen now."""
    if RULES.over(state):
        return []
    if state.turn == "cat":
        return [Event("cat", cell) for cell in BESIDE[state.lying["cat"]]]
    return [
        Event(mouse, to)
        for mouse in MICE
        if mouse in state.lying and state.lying[mouse] in ROW[:-1]
        for to in [ROW[ROW.index(state.lying[mouse]) + 1]]
        if to not in state.lying.values()
    ]


class Table(CellGame):
    """The game at the table; its tags are never printed."""

    rules = RULES
    options = (flag("asleep", "The cat is asleep"),)
    colours: ClassVar[Any] = {"cat": (200, 0, 0), "mice": (0, 0, 200)}
    tag_set: ClassVar[Any] = SimpleNamespace(
        pieces={"cat": "cat", "mouse-1": "mouse", "mouse-2": "mouse"},
        spelled_places=frozenset(BESIDE),
        steps_apart=lambda _start, _end: 0,
    )

    def title(self) -> str:
        return "Cat and mice"

    def help(self, state: State) -> tuple[str, ...]:
        return (f"It is the turn of {state.turn}.",)

    def describe_event(self, before: State | None, event: Event, after: State) -> str:
        del before, after
        return f"{event.piece} to {event.to}" if event.piece else "started"

    def pictures(self, _fonts: object) -> Any:
        raise NotImplementedError

    def lying(self, state: State) -> Mapping[str, str]:
        return state.lying

    def possible(self, state: State) -> Iterable[Event]:
        return moves(state)

    def turn(self, state: State) -> str:
        return state.turn

    def started(self, options: Values) -> Event:
        del options
        return Event()

    def player_name(self, player: str) -> str:
        return f"the {player}"

    def piece_name(self, piece: str) -> str:
        return piece

    def task(self, state: State) -> str:  # noqa: ARG002 - the same for both
        return "Move."

    def reason(self, reason: str) -> str:
        return f"Because of {reason}."

    def player_of(self, piece: str) -> str:
        return "cat" if piece == "cat" else "mice"

    @property
    def signs_of(self) -> Mapping[str, str]:
        return {"cat": "cat", "mice": "mouse-1"}


def lying(**moved: str) -> dict[str, str]:
    """Return the layout at the start with these changes; an empty cell means off the board.

    ``mouse_1`` is ``mouse-1``.
    """
    places = {**START, **{piece.replace("_", "-"): cell for piece, cell in moved.items()}}
    return {piece: cell for piece, cell in places.items() if cell}


def after(*events: Event) -> State:
    """Return the state after these moves."""
    state = replace(RULES.begin(Event()))
    for event in events:
        state = RULES.follow(state, event)
    return state
