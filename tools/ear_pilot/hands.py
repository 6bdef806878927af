"""Automatic hands at a virtual table: they lay pieces, and say what is told by a key."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from typing import Any

from companion.device.language import say
from companion.screen.pages import Row
from companion.table.questions import QuestionStep
from companion.virtual_table.hands import do
from hardware.buttons import Button
from tools.ear_pilot.people import ButtonChoice
from tools.ear_pilot.table import HeardTable


class Hands:
    """Hands of all who sit at a virtual table, and what they agree on there."""

    def __init__(self, table: HeardTable) -> None:
        self._table = table
        self._met: object = None
        self._asked_players: tuple[object, Any] | None = None

    @property
    def _players(self) -> Any:
        """Bots of the table's own kind: what they have chosen nobody asks them to choose again."""
        room = self._table.room
        assert room is not None
        if self._asked_players is None or self._asked_players[0] is not room:
            self._asked_players = room, copy(room.pilot._players)
        return self._asked_players[1]

    @contextmanager
    def _asked(self) -> Iterator[Any]:
        """Ask bots for all seats while the session thinks that people play."""
        step = self._table.session.step
        step.auto_move_requested = True
        try:
            yield step
        finally:
            step.auto_move_requested = False

    def lay(self) -> bool:
        """Lay the pieces as the page asks for, once for each page; return True if there were any."""
        if self._table.session.step is self._met:
            return False
        with self._asked() as step:
            self._met = step
            room = self._table.room
            assert room is not None
            pieces = [*self._players.pieces(step)]
            for _ in do(room.table, pieces):
                pass
            return bool(pieces)

    def wanted(self) -> Button | ButtonChoice | None:
        """Return the key that is pressed or the row that is taken next.

        None: the camera sees it, or nothing is due.
        """
        with self._asked() as step:
            players = self._players
            answer = players.press(step) or players.answer(step)
            if answer is None or isinstance(answer, Button):
                return answer
            page = step.page()
            rows: tuple[Row, ...] = (*getattr(page, "tiles", ()), *page.rows, *step.places()[0])
            row = next((row for row in rows if row.id == answer), None)
            if row is None:
                return None
            button = None
            if isinstance(step, QuestionStep) and step.question.draw:
                button = Button.DRAW if step.question.draw == answer else Button.ADVANCE
            elif page.keys.draw == say("Say again"):
                # Draw steps to no other row: cards tell those.
                if page.rows[page.selected] is not row:
                    return None
                button = Button.ADVANCE
            alike = [other for other in rows if other.text == row.text]
            return ButtonChoice(row.id, row.text, row.detail or row.value if len(alike) > 1 else "", button=button)
