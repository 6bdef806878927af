"""Moves of a seat as they are told elsewhere than at the table: part by part, each of them a touch."""

from dataclasses import dataclass


@dataclass(frozen=True)
class MovePart:
    """Part of a move: a place of the board, or (not `on_board`) something beside it that has its words and sign."""

    id: str
    text: str
    on_board: bool = True
    sign: object | None = None


@dataclass(frozen=True)
class SeatMove:
    """Possible move of a seat: what it is, in a line, and its parts; without parts it is one touch."""

    text: str
    parts: tuple[MovePart, ...] = ()
