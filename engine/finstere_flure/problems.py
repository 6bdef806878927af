"""Problems of a forbidden event, as data and as one English sentence with the same facts."""

from dataclasses import dataclass

from engine.names import Name

from .board import Cell


class Reason(Name):
    """Kind of problem."""

    PLAYERS = "players"
    """Too few or too many players, a colour twice or one that has too few tokens, an option not meant for so many."""
    PHASE = "phase"
    """Something else must happen now."""
    UNKNOWN_PIECE = "unknown-piece"
    """A piece that is not in this game or not on the board."""
    IMPOSSIBLE = "impossible"
    """The pieces cannot lie like that: no such cell, two pieces on one cell, a shape that does not exist."""
    ALREADY_PLACED = "already-placed"
    NOT_IN_SET_UP = "not-in-set-up"
    """A tile that the players do not place in this set-up."""
    FACE = "face"
    """A square tile with a face up that the set-up does not allow."""
    OVERLAP = "overlap"
    KEEP_FREE = "keep-free"
    """A tile too near the entrance or the exit."""
    TELEPORTERS_ADJACENT = "teleporters-adjacent"
    POOL_TOO_NEAR = "pool-too-near"
    POOL_AT_EDGE = "pool-at-edge"
    POOLS_TOUCH = "pools-touch"
    NOT_ON_TURN = "not-on-turn"
    ALREADY_MOVED = "already-moved"
    OUT_OF_PLAY = "out-of-play"
    """The token is out or dead."""
    CANNOT_COME_THERE = "cannot-come-there"
    STONES_DIFFER = "stones-differ"
    """The token may end there, but the stones cannot come to lie like that."""
    NOT_FLIPPED = "not-flipped"
    CARD = "card"
    """A card that cannot be drawn now."""
    FIRST_CARD = "first-card"
    """The first card of the game is never a hit card."""
    SHUFFLE = "shuffle"
    """An order of cards that is no shuffle of those that must be shuffled."""


@dataclass(frozen=True)
class EventProblem:
    """Problem of an event: its kind, a sentence, and the piece and cells that it is about.

    `code` is the public name of the kind, less fine than `reason`: `companion referee` tells it.
    """

    reason: Reason
    text: str
    piece: str | None = None
    cells: tuple[Cell, ...] = ()
    code: str = ""

    def __str__(self) -> str:
        return self.text
