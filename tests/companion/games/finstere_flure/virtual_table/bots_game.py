"""A game that the bots play, without a table: its states from the first to the last."""

from collections.abc import Iterator
from random import Random

from companion.virtual_table.bot_moves import next_move
from engine.finstere_flure.events import GameEvent, GameStarted, SetUp
from engine.finstere_flure.game import RULES, Game
from engine.finstere_flure.pieces import COLOURS_WITH_FOUR, Colour
from engine.finstere_flure.position import Tile
from engine.finstere_flure.state import Phase, State


def bots_game(seed: int, players: int, set_up: SetUp) -> Iterator[tuple[Game, GameEvent]]:
    """Yield the game before each event, and the event."""
    rng = Random(seed)
    seats = (COLOURS_WITH_FOUR if players <= 4 else tuple(Colour))[:players]
    game = Game.start(GameStarted(seats, seats[0], set_up))
    while game.state.outcome is None:
        event = next_move(RULES, game.state, rng)
        yield game, event
        game = game.apply(event)


def tiles_of(state: State) -> tuple[Tile, ...]:
    """Return the tiles that lie on the board now."""
    return state.placed if state.phase is Phase.PLACE_TILE else state.position.tiles
