"""Notice of cells that should be empty and hold something unreadable; the game goes on."""

from collections.abc import Sequence
from dataclasses import replace

from companion.device.sentences import together
from companion.games.finstere_flure.playback.board_view import Mark
from companion.games.finstere_flure.table import problems
from companion.games.finstere_flure.table.running_game import FinstereFlureSession
from companion.screen.pages import BoardPage, Tone
from companion.table.inference import TableProblem
from companion.voice import Level
from engine.finstere_flure.board import Cell

#: So long something must lie there unread (seconds) before the companion says so.
UNREAD_S = 2.0


class UnreadNotice:
    """Said once when it has lain there for a while, and shown until it is gone."""

    session: FinstereFlureSession

    def __init__(self, session: FinstereFlureSession) -> None:
        self.session = session
        self._cells: tuple[Cell, ...] = ()
        self._since = session.now
        self._shown = False

    def see(self, cells: Sequence[Cell]) -> None:
        """Take the cells on which something lies unread now."""
        if tuple(cells) != self._cells:
            self._cells, self._since, self._shown = tuple(cells), self.session.now, False

    def unsettled(self) -> None:
        """Begin to wait anew: something moves on the table."""
        self._since = self.session.now

    def tick(self) -> None:
        """Announce unread cells that have lain there long enough, once for the same cells."""
        if not self._cells or self._shown or self.session.now - self._since < UNREAD_S:
            return
        self._shown = True
        new = self.session.ignored_problems.others([self._problem])
        if new:
            self.session.say(new[0].sentence, Level.PROBLEM)
            self.session.ignored_problems.add(new)

    @property
    def _problem(self) -> TableProblem:
        """Problem that something lies there."""
        return problems.unread(self._cells, is_plain=self.session.settings.is_plain)

    def mark(self, page: BoardPage) -> BoardPage:
        """Return the page with the notice at its edge, where it moves no row."""
        if not self._shown or self.session.notice:
            return page
        problem = self._problem
        return replace(page, status=together(problem.sentence, problem.fix), status_tone=Tone.NOW)

    def marks(self) -> tuple[Mark, ...]:
        """Return the cells as marks on the board."""
        return (Mark(self._cells, Tone.WAITING),) if self._shown else ()
