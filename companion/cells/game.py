"""Game with one piece on a cell: its steps follow from the layout and the possible events.

A game of this kind is its rules, its tags, its words and its pictures (see docs/add-a-game.md). One that needs
more overrides what it needs, or implements `TableGame` itself.
"""

from collections.abc import Sequence
from typing import Any

from companion.cells.facts import CellFacts
from companion.cells.play import CellPlay
from companion.cells.refusal import RefusedMoves
from companion.cells.roll_step import CellRollStep
from companion.cells.steps import CellMoveStep, CellOverStep, CellPlacementStep, CellPlayersStep
from companion.cells.touches import HAND, TouchedMove
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

    def new_game(self, session: Session) -> Step[Session]:
        """Return the options, and the start."""
        return CellPlayersStep(session, self)

    def begin(self, session: Session, started: Any, variants: Values) -> None:
        """Begin the game at once: its first step asks for the pieces to be laid."""
        session.start(started, variants)

    def refused_moves(self, state: Any) -> RefusedMoves:
        """Return what explains refused moves in a state."""
        return RefusedMoves(self, state, self.lying(state), self.possible_layouts(state))

    def explain_touches(self, state: Any, touches: Sequence[str]) -> str:
        """Explain why the last touch leads to no move, as the table's screen does; empty: unclear."""
        if self.rules.over(state) is not None or self.rolls(state) or not touches:
            return ""
        refused = self.refused_moves(state)
        touched = TouchedMove(refused.lying_before, refused.outcomes, self.piece_name)
        # Parts of moves name a piece in hand as it is called.
        called = {self.piece_name(piece): piece for outcome in refused.outcomes for piece in outcome.lying}
        for target in touches[:-1]:
            piece = called.get(target.removeprefix(HAND))
            if target.startswith(HAND) and piece is None:
                return ""
            touched = touched.touch(f"{HAND}{piece}" if target.startswith(HAND) else target)
        return refused.of_touch(touched, touches[-1])

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
