"""The guide: what hands must do so that boat row, open cards and tokens lie as the game says."""

from collections.abc import Sequence
from typing import Any

from companion.games.lifeboat.boat_view import BoatView, boat_view
from companion.games.lifeboat.table.lay import Lay, LayTask, lay_of, tasks
from companion.games.lifeboat.table.running import running
from companion.table.put_right import PutRightStep, TaskProgress
from companion.table.session import Session


class PutBoatRightStep(PutRightStep[LayTask]):
    """Tokens and piles are told as numbers; rows and open cards too where no camera looks."""

    moment = "act"

    def __init__(self, session: Session) -> None:
        self.state = running(session)
        self.wanted = lay_of(self.state)
        super().__init__(session)

    def first_tasks(self) -> tuple[LayTask, ...]:
        """What differs from how it lies as far as we know; all of it where nobody knows."""
        laid: Lay | None = self.session.laid
        return tasks(laid, self.wanted)

    def tasks_seen(self, seen: Any) -> tuple[LayTask, ...]:  # noqa: ARG002 - the tasks are known before
        """The same."""
        return self.first_tasks()

    def progress(self, tasks: Sequence[LayTask], seen: Any) -> TaskProgress:  # noqa: ARG002
        """Only the players know."""
        return TaskProgress(tuple(False for _ in tasks), (), matches=True, unsure=("",))

    def lies_right(self) -> Lay:
        """As the game says."""
        return self.wanted

    def board(self, open_tasks: Sequence[LayTask]) -> BoatView:
        """The boat as it should lie."""
        return boat_view(self.state, open_tasks[0].players if open_tasks and len(open_tasks[0].players) < 3 else ())
