"""A seat's own screen: its moves, part by part, each of them a touch; what it is told alone."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.screen.pages import Row


@dataclass(frozen=True)
class MovePart:
    """Part of a move: a place of the board, or something beside it (not `on_board`)."""

    id: str
    text: str
    on_board: bool = True
    sign: object | None = None


@dataclass(frozen=True)
class SeatMove:
    """Possible move of a seat: its line, and its parts; without parts it is one touch.

    Parts are touched in turn, or in `any_order`: then the move is done once its line is touched, too.
    """

    text: str
    parts: tuple[MovePart, ...] = ()
    any_order: bool = False


@dataclass(frozen=True)
class ToldFacts:
    """Facts that a player tells their own screen and nobody else, and what follows from them.

    `questions`: a text and its possible answers each; `lines`: what follows, by the ids of all answers. The screen has
    all of it and looks it up: what was told never leaves it.
    """

    title: str
    questions: tuple[tuple[str, tuple[Row, ...]], ...]
    lines: Mapping[tuple[str, ...], str]
