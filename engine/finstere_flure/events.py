"""Events of a game. A game is a list of these, and nothing else is kept of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated

from engine.codec import Expected, Explicit, Size, Wire
from engine.errors import NotationError, shown
from engine.names import Name
from engine.values import value

from .board import Cell
from .moves import TokenMove
from .pieces import STONE_FRONTS, Colour, Place, Side
from .position import Position, Tile


class SetUp(Name):
    """Way of laying the floor (R21)."""

    BASIC = "basic"
    """As the rules show it (section 3)."""
    EXPERT = "expert"
    """The players place all 17 tiles in turn (section 4)."""
    PLACED = "placed"
    """The players place the 13 plain tiles in turn: eleven stones, backs up, and two pools."""


class Faces(Name):
    """Faces of the eleven square tiles that may lie up in the expert set-up (R20)."""

    FRONTS = "fronts"
    ANY = "any"


#: Lists of pieces, cells and cards are no longer in files.
_MOST_NAMES = Size(most=40)
Names = Annotated[tuple[str, ...], _MOST_NAMES]


def _colours(words: tuple[str, ...]) -> tuple[Colour, ...]:
    colours = {colour.word: colour for colour in Colour}
    if not colours.keys() >= set(words):
        raise NotationError(f"expected colours out of {' '.join(colours)}, found {shown(list(words))}")
    return tuple(colours[word] for word in words)


@dataclass(frozen=True)
class GameStarted:
    """First event: players (seats clockwise), first player, floor, and agreed variants.

    Where the players place the tiles, `first` places the first one. `dm_placing`: stricter places for the tiles;
    `dm_end`: a won round is played to its end (R16, R21). `faces` counts in the expert set-up only. `stones` tells
    which stone lies on which cell of the basic set-up, in the order of `setup.BASIC_STONE_CELLS`: they all look the
    same to the players, but not to a camera.
    """

    players: Annotated[tuple[Colour, ...], Wire(Names, tuple, _colours)]
    first: Colour
    set_up: Explicit[SetUp] = SetUp.BASIC
    dm_placing: Explicit[bool] = False
    dm_end: Explicit[bool] = False
    five_as_three: Explicit[bool] = False
    faces: Explicit[Faces] = Faces.FRONTS
    stones: Explicit[Names] = tuple(STONE_FRONTS)


@dataclass(frozen=True)
class TilePlaced:
    """Placement of a tile by the player on turn, in the expert or placed set-up."""

    tile: Tile


@dataclass(frozen=True)
class DeckShuffled:
    """All eight cards were shuffled, at the game's beginning and before stage two.

    `order` holds them from the top; None for a real deck that was shuffled by hand, whose order nobody knows.
    """

    order: Names | None


@value
class StoneMoved:
    """Resting place of a pushed stone; None if it was removed (R7)."""

    stone: str
    to: Cell | None


Stones = Annotated[
    tuple[StoneMoved, ...],
    Wire(
        Annotated[Mapping[str, Cell | None], _MOST_NAMES, Expected("an object with a cell or null for each stone")],
        lambda stones: {moved.stone: moved.to for moved in stones},
        lambda cells: tuple(StoneMoved(stone, to) for stone, to in cells.items()),
    ),
]


@value
class TokenMoved:
    """Move of a token by a player: its end, the side it shows now, and the moved stones.

    `overruled`: the players want it as it lies on the table, whatever the rules say. If the token had a move left
    in this round, that move is used up; otherwise the table was put right and nobody's turn is used up.
    """

    token: str
    to: Annotated[Place | Cell, Expected("a short text")]
    side: Side
    stones: Explicit[Stones] = ()
    overruled: Explicit[bool] = False


@dataclass(frozen=True)
class CardDrawn:
    """A monster card was turned over and the monster moved by it.

    `drawn` holds the card; before the first card of the game, the hit cards that came up before it. If there were any,
    the other seven cards were shuffled again and `order` holds them from the top (None for a real deck).
    """

    drawn: Names
    order: Explicit[Names | None] = None

    @property
    def card(self) -> str:
        """The card that counts."""
        return self.drawn[-1]


GameEvent = GameStarted | TilePlaced | DeckShuffled | TokenMoved | CardDrawn


def token_events(position: Position, token_id: str, moves: Iterable[TokenMove]) -> tuple[TokenMoved, ...]:
    """Return the events that say that a token of this position made one of these moves each."""
    token = position.token(token_id)
    assert token is not None
    before, side = [(stone.id, stone.cell) for stone in position.stones], token.side.flipped
    # After very many moves the stones lie alike.
    moved: dict[tuple[Cell | None, ...], tuple[StoneMoved, ...]] = {}
    events = []
    for move in moves:
        stones = moved.get(move.stones)
        if stones is None:
            after = zip(before, move.stones, strict=True)
            stones = moved[move.stones] = tuple([StoneMoved(name, to) for (name, cell), to in after if to != cell])
        events.append(TokenMoved(token_id, move.to, side, stones))
    return tuple(events)
