"""Game with one piece on a cell: its steps follow from the layout and the possible events.

A game of this kind is its rules, its tags, its words and its pictures (see docs/add-a-game.md). One that needs
more overrides what it needs, or implements `TableGame` itself.
"""

from functools import cached_property
from typing import Any

from companion.cells.facts import CellFacts
from companion.cells.parts import CellHints, CellHistory, CellSeatScreen
from companion.cells.play import CellPlay
from companion.cells.roll_step import CellRollStep
from companion.cells.steps import CellMoveStep, CellOverStep, CellPlacementStep, CellPlayersStep
from companion.device.options import Values
from companion.table.session import Session
from companion.table.step import Step
from engine.game import Play


class CellGame(CellFacts):
    """The pieces are laid, then players move them one after the other until the game is over."""

    @property
    def play(self) -> Play[Any, Any]:
        """The game as bots play it."""
        return CellPlay(self)

    @cached_property
    def history(self) -> CellHistory:
        """Past of the game, told by the board."""
        return CellHistory(self)

    @cached_property
    def seat_screen(self) -> CellSeatScreen:
        """Seats' own screens, with moves that are touched on the board."""
        return CellSeatScreen(self)

    @cached_property
    def hints(self) -> CellHints:
        """Hints shown on the board."""
        return CellHints(self)

    def new_game(self, session: Session) -> Step[Session]:
        """Return the options, and the start."""
        return CellPlayersStep(session, self)

    def begin(self, session: Session, started: Any, variants: Values) -> None:
        """Begin the game at once: its first step asks for the pieces to be laid."""
        session.start(started, variants)

    def next_step(self, session: Session) -> Step[Session]:
        """Return the step for what must happen next."""
        assert session.game is not None
        state = session.game.state
        over = self.rules.over(state) is not None
        # Who has lost sees how: the last move is laid before the end is told. After a kill before that the last page of
        # a real table has the board; nobody lays all pieces anew for it.
        at_real_table = session.watching is None
        if session.layout != self.layout(state) and not (over and session.layout is None and at_real_table):
            return CellPlacementStep(session, self)
        if over:
            return CellOverStep(session, self)
        if self.rolls(state):
            return CellRollStep(session, self)
        return CellMoveStep(session, self)
