"""Plays at the virtual table by itself: the game's players choose, hands move the pieces, fingers press the buttons.

It knows of the session only what a player sees: whose turn it is and what is asked for.
"""

from collections.abc import Iterator

from companion.table.session import Session
from companion.table.step import Step
from companion.virtual_table.hands import do
from companion.virtual_table.players import Players
from companion.virtual_table.table import VirtualTable
from hardware.buttons import Button, Press

#: Where hands are to be watched, players think for so long (seconds) before they do anything.
THINKING_S = 0.8
#: Hands that only help are quicker.
HELPING_STEPS = 3
#: Players look at the screen for so long (seconds) before they confirm what the camera does not see.
CONFIRM_S = 3.0


class Pilot:
    """Hands and fingers of all players at a virtual table."""

    def __init__(self, session: Session, table: VirtualTable, players: Players, *, steps: int = 0) -> None:
        """`steps`: in so many steps a piece is carried to its place, one at each call of `act`; 0: all at once."""
        self.session = session
        self.table = table
        self._players = players
        self._steps = steps
        self._thinking_s = THINKING_S if steps else 0.0
        #: The step that was met last, and whether its work was to be done.
        self._met: tuple[Step[Session], bool] | None = None
        self._met_at = 0.0
        self._answered = False
        self._hands: Iterator[None] = iter(())

    def act(self, now: float) -> None:
        """Does the next thing that is asked for, once for each step of the session, or goes on with it."""
        step = self.session.step
        met = step, step.hands_asked
        if met != self._met:
            # The hands that were still on their way are done.
            self._all_at_once()
            self._met, self._met_at, self._answered = met, now, False
        if now - self._met_at < self._thinking_s and not step.hands_asked:
            return
        if not self._answered:
            self._answered = True
            steps = min(self._steps, HELPING_STEPS) if step.hands_asked else self._steps
            self._hands = do(self.table, self._players.pieces(step), steps=steps, arm=steps > 0)
            self._do(self._players.press(step), now)
        if self._steps:
            next(self._hands, None)
        else:
            self._all_at_once()
        # What no camera sees is confirmed, as players do who have waited for a moment.
        if now - self._met_at > CONFIRM_S:
            self._do(self._players.answer(step), now)

    def _do(self, what: Button | str | None, now: float) -> None:
        """Presses a button, or touches a row on the screen."""
        if isinstance(what, Button):
            self.session.press(Press(what, held=False), now)
        elif what:
            self.session.touch(what, now)

    def _all_at_once(self) -> None:
        for _ in self._hands:
            pass
