"""Helpers to play games in tests: short words for what happens at the table."""

from collections.abc import Callable

import pytest

from engine.finstere_flure.board import NEIGHBOUR, Cell, Direction
from engine.finstere_flure.events import (
    CardDrawn,
    DeckShuffled,
    Faces,
    GameEvent,
    GameStarted,
    SetUp,
    TilePlaced,
    TokenMoved,
)
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import TILE_KINDS, Colour, Place
from engine.finstere_flure.position import Tile, Token
from engine.finstere_flure.problems import EventProblem, Reason
from engine.finstere_flure.state import Phase
from engine.game import EventNotAllowedError

GREEN = Colour.GREEN
RED = Colour.RED
BLUE = Colour.BLUE
YELLOW = Colour.YELLOW
BEIGE = Colour.BEIGE
PURPLE = Colour.PURPLE
BLACK = Colour.BLACK
OUTSIDE = Place.OUTSIDE
OUT = Place.OUT
DEAD = Place.DEAD

#: A shuffle that begins with a number.
ORDER = ("7", "5", "X", "8", "10", "XX", "8", "7")
SEVEN = (GREEN, RED, BLUE, YELLOW, BEIGE, PURPLE, BLACK)


def started(*players: Colour, dm: bool = False, five_as_three: bool = False) -> Game:
    """A basic game in which the first of the players begins; the cards are still to be shuffled."""
    return Game.start(GameStarted(players, players[0], dm_end=dm, five_as_three=five_as_three))


def begun(*players: Colour, dm: bool = False, five_as_three: bool = False, order: tuple[str, ...] = ORDER) -> Game:
    """Return a basic game whose first round begins."""
    return started(*players, dm=dm, five_as_three=five_as_three).apply(DeckShuffled(order))


def expert(*players: Colour, dm: bool = False, faces: Faces = Faces.ANY) -> Game:
    """An expert game, with DM placing or not, in which the first player places the first tile."""
    return Game.start(GameStarted(players, players[0], SetUp.EXPERT, dm_placing=dm, faces=faces))


def placed(*players: Colour, dm: bool = False) -> Game:
    """Return a game in which the players place the plain tiles."""
    return Game.start(GameStarted(players, players[0], SetUp.PLACED, dm_placing=dm))


def token(game: Game, token_id: str) -> Token:
    """Return the token with its place and its visible side."""
    found = game.state.position.token(token_id)
    assert found is not None
    return found


def stay(game: Game, token_id: str) -> Game:
    """Return the token moves 0 cells."""
    standing = token(game, token_id)
    return game.apply(TokenMoved(token_id, standing.at, standing.side.flipped))


def put(game: Game, token_id: str, cell: Cell | Place) -> Game:
    """The token is put there against all rules, and flipped."""
    return game.apply(TokenMoved(token_id, cell, token(game, token_id).side.flipped, overruled=True))


def stay_all(game: Game) -> Game:
    """Move every token 0 cells, until the card."""
    while game.state.turn is not None:
        game = stay(game, game.state.tokens_to_move(game.state.turn)[0])
    return game


def draw(game: Game) -> Game:
    """The top card is turned over."""
    return game.apply(CardDrawn(game.state.deck.face_down[:1]))


def whole_round(game: Game) -> Game:
    """Return a round in which nobody moves but the monster."""
    return draw(stay_all(game))


def stage_two(game: Game, order: tuple[str, ...] = ORDER) -> Game:
    """Return the game when it has got to the beginning of stage two and nobody has moved."""
    while game.state.phase is not Phase.SHUFFLE:
        game = whole_round(game)
    return game.apply(DeckShuffled(order))


def before_the_monster(game: Game) -> Cell:
    """Return a free cell next to the monster on which it sees a token at once."""
    position = game.state.position
    taken = {cell for tile in position.tiles for cell in tile.cells} | {t.cell for t in position.tokens}
    facing = position.facing
    cells = [NEIGHBOUR[position.monster, side] for side in (facing, facing.left, facing.right)]
    return next(cell for cell in cells if cell is not None and cell not in taken)


def tile(words: str) -> Tile:
    """Return a tile from its id, its cells, and a kind or an arrow: ``stone-4 c5 crystal``.

    The kind or arrow is there only if needed.
    """
    name, *remaining = words.split()
    kinds = {str(kind): kind for kinds in TILE_KINDS.values() for kind in kinds}
    kind = next((kinds[word] for word in remaining if word in kinds), None)
    arrow = next((d for d in "NESW" if d in remaining), None)
    cells = tuple(word for word in remaining if word not in kinds and word != arrow)
    default = "stone" if name.startswith("stone") else name.split("-")[0]
    return Tile(name, kind or kinds[default], cells, None if arrow is None else Direction(arrow))


def place(game: Game, *tiles: str) -> Game:
    """Return the players place these tiles in turn."""
    for words in tiles:
        game = game.apply(TilePlaced(tile(words)))
    return game


def refused(do: Callable[[], object]) -> tuple[EventProblem, ...]:
    """Return all problems for which it is not allowed."""
    with pytest.raises(EventNotAllowedError) as caught:
        do()
    assert str(caught.value) == "; ".join(map(str, caught.value.problems))
    return tuple(problem for problem in caught.value.problems if isinstance(problem, EventProblem))


def reasons(game: Game, event: GameEvent) -> list[Reason]:
    """Return why the event is not allowed now."""
    return [problem.reason for problem in refused(lambda: game.apply(event))]
