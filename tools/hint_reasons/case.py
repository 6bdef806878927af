"""Hint that is checked, and how its game may go on."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.game import Play


@dataclass(frozen=True)
class Hint:
    """Advised move with its reason. `state`: the whole state; `shared`: all hear the reason."""

    table: Any
    state: Any
    seat: str
    move: Any
    reason: Any
    shared: bool

    @property
    def play(self) -> Play[Any, Any]:
        """The game as bots play it."""
        play: Play[Any, Any] = self.table.play
        return play

    @cached_property
    def view(self) -> Any:
        """The seat's view."""
        return self.play.view(self.state, self.seat)

    @cached_property
    def public(self) -> Any:
        """The rules' state."""
        return self.play.public(self.state)

    @cached_property
    def after(self) -> Any:
        """The view behind the move."""
        return self.play.follow(self.view, self.move)

    @cached_property
    def others(self) -> list[Any]:
        """The other moves."""
        return [move for move in self.play.moves_of(self.view, self.seat) if move != self.move]

    @cached_property
    def replies(self) -> list[tuple[Any, Any]]:
        """The states before and after each answer to the move."""
        return list(replies(self.play, self.after, self.seat))

    @cached_property
    def other_replies(self) -> list[tuple[Any, list[tuple[Any, Any]]]]:
        """The same for each other move, with the state behind it."""
        ends = [self.play.follow(self.view, move) for move in self.others]
        return [(end, list(replies(self.play, end, self.seat))) for end in ends]


#: Returns True if a reason's claim holds.
Check = Callable[[Hint, Any], bool]
Checks = Mapping[type, Check]


def replies(play: Play[Any, Any], state: Any, seat: str) -> Iterator[tuple[Any, Any]]:
    """Yield what another seat may do next, after what chance brings."""
    if play.over(state) is not None:
        return
    turns = [state] if play.acting_seats(state) else [play.follow(state, luck) for luck in play.outcomes(state) or ()]
    for turn in turns:
        if play.over(turn) is None and play.acting_seats(turn) and play.acting_seats(turn)[0] != seat:
            for move in play.possible(turn):
                yield turn, play.follow(turn, move)
