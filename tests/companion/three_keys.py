"""Player without a camera who has three buttons alone and never touches the screen."""

from companion.screen.pages import BoardPage, ListPage, PlayedPage, Row
from companion.table.questions import QuestionStep
from companion.table.session import Session
from hardware.buttons import Button, Press


class ThreeKeys:
    """Three buttons of a session. `presses` counts them, long ones too."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.presses = 0

    def press(self, button: Button, *, held: bool = False) -> None:
        """Press a button, or hold it; time passes."""
        self.presses += 1
        self.session.press(Press(button, held), self.session.now + 0.1)

    @property
    def page(self) -> BoardPage | ListPage:
        """Current page, which is no film."""
        page = self.session.page
        assert not isinstance(page, PlayedPage)
        return page

    @property
    def rows(self) -> tuple[Row, ...]:
        """Return all rows that can be marked or read."""
        page = self.page
        return (*page.tiles, *page.rows) if isinstance(page, ListPage) else page.rows

    @property
    def marked(self) -> str:
        """Id of the row that Advance takes; empty where none is marked."""
        selected = self.page.selected
        return self.rows[selected].id if selected is not None else ""

    @property
    def answer_of_draw(self) -> str:
        """Id of the row that a press of Draw takes at once; empty where it goes through the rows."""
        step = self.session.step
        return step.question.draw if isinstance(step, QuestionStep) else ""

    def mark(self, row_id: str) -> None:
        """Step to a row on the shorter way. Raises AssertionError if it is not reached."""
        ids = [row.id for row in self.rows if row.id]
        assert row_id in ids, (row_id, ids)
        # Where none is marked, Draw marks the first row, and Draw held the last one.
        before, after = (ids.index(self.marked),) * 2 if self.marked in ids else (-1, len(ids))
        ahead, behind = (ids.index(row_id) - before) % len(ids), (after - ids.index(row_id)) % len(ids)
        back = (ahead or len(ids)) > (behind or len(ids)) and self.page.keys.draw_hold != ""
        # Where a press of Draw gives an answer at once, holding it goes through the others.
        back = back or self.answer_of_draw != ""
        for _ in range(len(ids)):
            if self.marked == row_id:
                return
            self.press(Button.DRAW, held=back)
        assert self.marked == row_id, (row_id, self.marked)

    def choose(self, row_id: str, time_s: float = 0.0) -> None:  # noqa: ARG002 - it stands in for a session's `touch`
        """Take a row with Advance, or with Draw where that gives this answer at once."""
        steps_through_nothing = self.marked != row_id and not self.page.keys.draw_hold
        if steps_through_nothing or row_id == self.answer_of_draw:
            assert self.page.keys.draw
            self.press(Button.DRAW)
            return
        self.mark(row_id)
        assert self.page.keys.advance, row_id
        self.press(Button.ADVANCE)
