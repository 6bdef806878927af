"""The game at the virtual table."""

from companion.cells.virtual_game import CellVirtual
from fox_and_geese.table import TABLE


class FoxAndGeeseVirtual(CellVirtual):
    """Board, fox and geese; bots play as the rules' `worth` says."""

    table = TABLE


VIRTUAL = FoxAndGeeseVirtual()
