"""Moves of a seat as they are told on its own screen: part by part, each of them a touch."""

from dataclasses import dataclass


@dataclass(frozen=True)
class MovePart:
    """Part of a move: a place of the board, or something beside it (not `on_board`)."""

    id: str
    text: str
    on_board: bool = True
    sign: object | None = None


@dataclass(frozen=True)
class SeatMove:
    """Possible move of a seat: its line, and its parts; without parts it is one touch."""

    text: str
    parts: tuple[MovePart, ...] = ()
