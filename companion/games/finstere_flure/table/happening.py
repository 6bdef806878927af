"""What a reading of the table shows to have happened since the last event, as plain values."""

from dataclasses import dataclass

from engine.finstere_flure.board import Cell
from engine.finstere_flure.events import TilePlaced, TokenMoved
from engine.names import Name


class Wrong(Name):
    """The kinds of things that can be wrong on the table."""

    TWO_TOKENS = "two-tokens"
    """More than one token was moved."""
    TOO_FAR = "too-far"
    """The token cannot come there with its number, or not at all."""
    OTHER_PLAYER = "other-player"
    """It is another player's turn."""
    MOVED_ALREADY = "moved-already"
    NOT_FLIPPED = "not-flipped"
    FLIPPED_ONLY = "flipped-only"
    """A token was flipped that should not have been."""
    STONE_NOT_PUSHED = "stone-not-pushed"
    """A stone or other tile lies elsewhere, which the token's move does not push there."""
    PUSH_FORGOTTEN = "push-forgotten"
    """The move pushes a stone that still lies where it lay."""
    MONSTER_MOVED = "monster-moved"
    MISSING = "missing"
    """A piece is not on the board: lifted and not put back."""
    MISPLACED = "misplaced"
    """A piece lies, or faces, otherwise than it should."""
    UNEXPECTED = "unexpected"
    """A piece that is not on the board now, or not in this game."""
    ON_A_LINE = "on-a-line"
    """A piece lies between cells, askew, or beyond the edge."""
    TWICE = "twice"
    """The same piece is seen twice, or two pieces on one cell."""
    NOT_ALLOWED = "not-allowed"
    """A tile may not be placed like that."""


@dataclass(frozen=True)
class Trouble:
    """One thing that is wrong on the table: what, how to mend it (sentences, translated), pieces and cells."""

    kind: Wrong
    sentence: str
    fix: str
    pieces: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Nothing:
    """The table lies as it lay."""


@dataclass(frozen=True)
class Waiting:
    """Something is going on: a piece is in the air, a hand over the board, a cell not read. No event, no problem yet.

    `pieces` are not seen; `cells` cannot be read. `maybe` are the events that fit what is seen if what is not seen lies
    where the camera cannot see it: a token that has left through the exit, or a piece that the monster hides; a player
    must confirm one of them. `troubles` are what is wrong if it stays like this: the pieces that are missing, and
    where they belong.
    """

    pieces: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()
    maybe: tuple[TokenMoved, ...] = ()
    troubles: tuple[Trouble, ...] = ()


@dataclass(frozen=True)
class Happened:
    """The table shows just this event, and the rules allow it."""

    event: TokenMoved | TilePlaced


@dataclass(frozen=True)
class Amiss:
    """The table lies as no allowed event leaves it: all that is wrong, the likeliest first.

    `overrule` is the event that takes the table as it lies, where one event can: the players may insist on it.
    """

    troubles: tuple[Trouble, ...]
    overrule: TokenMoved | None = None


Happening = Nothing | Waiting | Happened | Amiss
