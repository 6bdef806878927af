"""Ends of a chess game that no move makes: resignation, agreement, claims, time."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from chess_table.positions import board_of
from engine.codec import Codec, Range
from engine.errors import shown
from engine.game import Choice, Result, RuleProblem
from engine.grid import GridRules, Moved, Position, Rolled, Started

#: Half moves without a capture or a pawn's move after which a draw can be claimed (FIDE 9.3).
CLAIMED_QUIET = 100
#: Half moves of this kind after which it is a draw (FIDE 9.6.2).
DRAWN_QUIET = 150
#: A position that occurs so often can be claimed as a draw (FIDE 9.2).
CLAIMED_REPETITIONS = 3
#: A position that occurs so often is a draw (FIDE 9.6.1).
DRAWN_REPETITIONS = 5
#: No clock shows more (milliseconds).
MOST_MS = 360_000_000
#: Reasons of ends that no move makes.
REASONS = ("resigned", "agreed", "repeated", "fifty", "time", "adjudicated")


@dataclass(frozen=True)
class Ended:
    """The players end the game: the winners (none: a draw), and the reason, one of `REASONS`."""

    reason: str
    winners: tuple[str, ...] = ()


@dataclass(frozen=True)
class ClockedMove(Moved):
    """Move in a game with a clock, and what was left of the player's time (milliseconds)."""

    left_ms: Annotated[int, Range(0, MOST_MS)] = 0


Event = Started | Moved | Rolled | Ended


class ChessRules(GridRules):
    """Rules of the grid kit, with ends that no move makes."""

    codec: ClassVar[Codec[Any]] = Codec({"started": Started, "moved": Moved, "clocked": ClockedMove, "ended": Ended})

    def _unknown(self, event: Any) -> Iterable[str]:
        if not isinstance(event, Ended):
            yield from super()._unknown(event)
            return
        if event.reason not in REASONS:
            yield f"reason: expected one of {' '.join(REASONS)}, found {shown(event.reason)}"
        if len(event.winners) > 1 or not self.declared.colours.keys() >= {*event.winners}:
            yield f"winners: expected one of {' '.join(self.declared.colours)} or nobody, found {shown(event.winners)}"

    def problems(self, state: Position | None, event: Any) -> tuple[RuleProblem, ...]:
        """Return all that is wrong with the event now."""
        if not isinstance(event, Ended):
            return super().problems(state, event)
        if state is None or self.over(state):
            return (RuleProblem("not-now", "there is no game that could be ended"),)
        return tuple(self._problems_of_end(state, event))

    def _problems_of_end(self, state: Position, event: Ended) -> Iterable[RuleProblem]:
        match event.reason:
            case "resigned" if not event.winners:
                yield RuleProblem("no-winner", "who resigns loses: the other side wins")
            case "agreed" | "repeated" | "fifty" if event.winners:
                yield RuleProblem("no-draw", "nobody wins a draw")
            case "repeated" if self.repetitions(state) < CLAIMED_REPETITIONS:
                yield RuleProblem("no-claim", "the position has not occurred three times")
            case "fifty" if quiet_moves(state) < CLAIMED_QUIET:
                yield RuleProblem("no-claim", "there have been no fifty moves without a capture or a pawn's move")
            case "time" if event.winners != self.winners_by_time(state):
                yield RuleProblem("no-winner", "by time the player on turn loses, if the other can still give mate")

    def follow(self, state: Position, event: Any) -> Position:
        """Return the position after the event; an end is remembered."""
        if isinstance(event, Ended):
            return replace(state, memory=[*state.memory, event.reason, *event.winners])
        return super().follow(state, event)

    def next(self, state: Position) -> tuple[Choice, ...]:
        """Return moves, and the end."""
        choices = super().next(state)
        return (Choice("ended"), *choices) if choices else ()

    def repetitions(self, state: Position) -> int:
        """Return how often this position has occurred."""
        return 1 + (state.past or ()).count(state.key)

    def winners_by_time(self, state: Position) -> tuple[str, ...]:
        """Return who wins if the time of the player on turn is up (FIDE 6.9).

        Nobody wins who has too few men.
        """
        winner = self.declared.next_player(state.turn)
        board = board_of(state.board, state.turn, state.memory)
        return () if board.has_insufficient_material(winner == "white") else (winner,)

    def claims(self, state: Position) -> tuple[str, ...]:
        """Return the reasons for which the player on turn may claim a draw."""
        claims = ("repeated", "fifty")
        return tuple(reason for reason in claims if not self.problems(state, Ended(reason)))


def ended(position: Position) -> Result | None:
    """Return the result that players have made without a move; None: none."""
    _, _, *end = position.memory
    return Result(tuple(end[1:]), end[0]) if end else None


def quiet_moves(position: Position) -> int:
    """Return the half moves since the last capture or pawn's move."""
    pawns = _pawns(position.board.items())
    count = 0
    for _, _, men in reversed(position.past or ()):
        if _pawns(men) != pawns:
            break
        count += 1
    return count


def _pawns(men: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    return {(cell, kind) for cell, kind in men if kind.endswith("pawn")}
