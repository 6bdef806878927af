"""Game on a grid in one module: a subclass of `GridGame` says everything.

The companion does the rest; docs/add-a-game.md has the table of all names that may be written.
"""

from functools import cached_property
from pathlib import Path
from sys import modules
from typing import Any

from companion.cells.declaration import GridDeclaration
from companion.cells.grid_game import GridTable, GridVirtual, make_table
from companion.cells.sheets import CellSheets
from companion.cells.tags import CellTags
from companion.device.errors import UserError
from companion.device.language import game_translations, say
from companion.games import CompanionGame
from companion.games.grid_check import declaration_problems
from engine.grid import GridRules


class GridGame(GridDeclaration, CompanionGame):
    """Game whose pieces lie one on a cell, with all its parts made of what it declares.

    >>> from companion.games.grid import GridGame
    >>> from engine.board import drawn
    >>> from engine.grid import Piece, Started
    >>> class Race(GridGame):
    ...     id, title, prefix, board = "race", "Race", "RC", drawn("w..")
    ...     colours, player_names = {"white": (226, 228, 232)}, {"white": "White"}
    ...     pieces, tasks = {"white": Piece("white", "the disc")}, "Move the disc."
    ...     def moves(self, position):
    ...         for cell in position.cells_of("white"):
    ...             for to in self.board.ray(cell, (1, 0)):
    ...                 yield {cell: None, to: "white"}
    >>> [event.changes for event in Race().rules.possible(Race().rules.begin(Started()))]
    [(('a1', ''), ('b1', 'white')), (('a1', ''), ('c1', 'white'))]
    """

    title: str

    def __init__(self) -> None:
        """Check the declaration. Raises UserError for mistakes, with line and what to write."""
        problems = declaration_problems(self)
        if problems:
            raise UserError("; ".join(problems))
        self.translations = game_translations(Path(str(modules[type(self).__module__].__file__)).parent)

    @cached_property
    def rules(self) -> GridRules:
        """Rules of the game."""
        return GridRules(self)

    @cached_property
    def table(self) -> GridTable:
        """The game at the table."""
        return make_table(self, GridTable)

    @cached_property
    def virtual(self) -> GridVirtual:
        """The virtual table."""
        return GridVirtual(self.table)

    @cached_property
    def sheets(self) -> CellSheets:
        """Sheets of the game."""
        tags = self.table.tag_set
        assert isinstance(tags, CellTags)
        return CellSheets(tags)

    def players(self, started: Any) -> tuple[str, ...]:  # noqa: ARG002 - all of them always play
        """Return all players."""
        return tuple(self.colours)

    def describe_player(self, player: str) -> str:
        """Return a player's name."""
        return say(self.player_names[player])
