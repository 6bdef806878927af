"""Autopilot of the virtual table: players choose, hands move pieces, fingers press buttons.

It knows of the session only what a player sees: whose turn it is and what is asked for.
"""

from collections.abc import Iterable, Iterator

from companion.device.button_colours import press
from companion.device.language import say
from companion.device.sentences import together
from companion.table.bot_acts import is_still_watched
from companion.table.own_screens import describe_waiting
from companion.table.put_right import PutRightStep
from companion.table.session import Session
from companion.table.step import Step
from companion.virtual_table.hands import do
from companion.virtual_table.piece import Piece
from companion.virtual_table.players import Players
from companion.virtual_table.table import VirtualTable
from hardware.buttons import Button, Press

#: Where hands are to be watched, players think for so long (seconds) before they do anything.
THINKING_S = 0.8
#: Hands go so many steps in a second; if nobody asks for so long that several are due they go several at once.
STEPS_PER_S = 30.0
#: Hands that only help, or lay the table before a game, are quicker.
HELPING_STEPS = 3
#: Players look at the screen for so long (seconds) before they confirm what the camera does not see.
CONFIRM_S = 3.0
#: Bots wait for people who have begun to tell something; after so long (seconds) they say so.
WAITS_S = 3.0
#: After so long (seconds) without any press or touch bots take back what people began: it was a stray press.
PATIENCE_S = 12.0
#: Instead of a step of hands that have no more to do.
_DONE = object()


class Autopilot:
    """Hands and fingers of all players at a virtual table."""

    def __init__(self, session: Session, table: VirtualTable, players: Players, *, steps: int = 0) -> None:
        """Create the autopilot.

        `steps`: the number of steps in which a piece is carried to its place, one at each call of `act`; 0: all at
        once.
        """
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
        #: Whether all lies as it should, and when the hands were last asked to go on.
        self._hands_done = True
        self._acted_at: float | None = None
        #: Since when people hold a bot up, and when that was said.
        self._held_up_at: float | None = None
        self._said_at = 0.0
        #: How often players have held a button, to leave what only looks wrong.
        self.holds = 0

    def act(self, time_s: float) -> None:
        """Do the next requested action, once for each step of the session, or continue it.

        A game that plays itself waits while people look at another page.
        """
        if self.session.watching and self.session.has_page_above:
            return
        step = self.session.step
        if self._is_left_to_phone(step):
            return
        met = step, step.auto_move_requested
        if met != self._met:
            # The hands that were still on their way are done.
            self.finish_carrying()
            self._met, self._met_at, self._answered = met, time_s, False
        is_thinking = time_s - self._met_at < self._thinking_s or (self._steps and is_still_watched(self.session))
        if is_thinking and not step.auto_move_requested:
            return
        if not self._answered:
            self._answered = True
            quick = step.auto_move_requested or self.session.game is None
            steps = min(self._steps, HELPING_STEPS) if quick else self._steps
            self._hands = do(self.table, self._players.pieces(step), steps=steps, arm=steps > 0)
            self._hands_done, self._acted_at = False, None
            self._do(self._players.press(step), time_s)
        due = 1 if self._acted_at is None else max(1, round((time_s - self._acted_at) * STEPS_PER_S))
        self._acted_at = time_s
        if self._steps:
            self._go_on(due)
        else:
            self.finish_carrying()
        # What no camera sees is confirmed, as players do who have waited for a moment and have nothing in their hands.
        if self._hands_done and time_s - self._met_at > CONFIRM_S:
            self._do(self._players.answer(step), time_s)
        if self.session.step is step:
            self._announce_waiting(step, time_s)

    def _is_left_to_phone(self, step: Step[Session]) -> bool:
        """Leave a choice to a player's own screen; return True if so.

        Hands that were asked for it do nothing, and it is said whom they wait for.
        """
        if not step.auto_move_requested or isinstance(step, PutRightStep):
            return False
        waits = describe_waiting(self.session)
        if waits:
            step.auto_move_requested = False
            self.session.hint(waits)
        return bool(waits)

    def _announce_waiting(self, step: Step[Session], time_s: float) -> None:
        """Announce that a bot waits for people to finish an entry; take it back if they stop."""
        bot = self._players.waiting_bot(step)
        if bot is None:
            self._held_up_at, self._said_at = None, 0.0
            return
        self._held_up_at = time_s if self._held_up_at is None else self._held_up_at
        since = max(self._held_up_at, self.session.acted_at)
        if time_s - since > PATIENCE_S:
            self._held_up_at = None
            self._do(Button.BACK, time_s)
        elif time_s - since > WAITS_S and self._said_at < since:
            self._said_at = time_s
            waits = (
                say("{bot} waits until you have entered this.", bot=bot)
                if bot
                else say("The bots wait until you have entered this.")
            )
            self.session.hint(together(waits, press(Button.BACK, say("Back"))))

    def _go_on(self, steps: int) -> None:
        """Move the hands so many steps, or as far as there is something to do."""
        for _ in range(steps):
            if next(self._hands, _DONE) is _DONE:
                self._hands_done = True
                return

    def _do(self, what: Button | Press | str | None, time_s: float) -> None:
        """Press or hold a button, or touch a row on the screen."""
        if isinstance(what, Button):
            what = Press(what, held=False)
        if isinstance(what, Press):
            self.holds += what.held
            self.session.press(what, time_s, by_bot=True)
        elif what:
            self.session.touch(what, time_s, by_bot=True)

    def pieces(self, step: Step[Session]) -> Iterable[Piece]:
        """Return the pieces that hands move in this step, as they should lie."""
        return self._players.pieces(step)

    def finish_carrying(self) -> None:
        """Let hands that are on their way do at once what they have begun."""
        for _ in self._hands:
            pass
        self._hands_done = True
