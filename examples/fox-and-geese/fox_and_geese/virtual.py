"""The game at the virtual table: what bots choose."""

from random import Random

from companion.cells.virtual_game import CellVirtual
from fox_and_geese.rules import Moved, State, jumped_over, moves
from fox_and_geese.table import TABLE


class FoxAndGeeseVirtual(CellVirtual):
    """The fox takes a goose where it can; all else is left to chance."""

    table = TABLE

    def choose(self, state: State, rng: Random) -> Moved:
        """Return a move that takes a goose, else any."""
        possible = list(moves(state))
        return rng.choice([move for move in possible if jumped_over(state, move)] or possible)


VIRTUAL = FoxAndGeeseVirtual()
