"""The guide: what hands must do so that tiles, figures, tokens and cards lie as the game says."""

from collections.abc import Sequence
from typing import Any

from companion.games.betrayal.map_view import MapView, map_view
from companion.games.betrayal.table.lay import Lay, LayTask, lay_of, tasks
from companion.games.betrayal.table.picking import TileSign
from companion.games.betrayal.table.running import running
from companion.games.betrayal.table.tokens import tokens_of
from companion.table.put_right import PutRightStep, TaskProgress
from companion.table.session import Session
from engine.betrayal.components import CHARACTERS


class PutHouseRightStep(PutRightStep[LayTask]):
    """Tiles first, then figures with their side, tokens and their S, cards."""

    moment = "house"

    def __init__(self, session: Session) -> None:
        self.state = running(session)
        self.wanted = lay_of(self.state)
        assert session.game is not None
        self.tags = {token: tag for tag, token in tokens_of(session.game.events).items()}
        super().__init__(session)

    def first_tasks(self) -> tuple[LayTask, ...]:
        """What differs from how it lies as far as we know; all of it where nobody knows."""
        laid: Lay | None = self.session.laid
        return tasks(laid, self.wanted, self.tags)

    def tasks_seen(self, seen: Any) -> tuple[LayTask, ...]:  # noqa: ARG002 - the tasks are known before
        """The same."""
        return self.first_tasks()

    def progress(self, tasks: Sequence[LayTask], seen: Any) -> TaskProgress:  # noqa: ARG002 - told by the players
        """Whether it is done the players say."""
        return TaskProgress((False,) * len(tasks), (), matches=True, unsure=tuple(task.piece for task in tasks))

    def lies_right(self) -> Lay:
        """As the game says."""
        return self.wanted

    def sign(self, task: LayTask) -> object | None:
        """The tile as it shall lie, or the explorer."""
        if task.kind == "tile" and task.room is not None:
            return TileSign(task.room, self.state.house.rooms[task.room].turn)
        return task.piece if task.piece in CHARACTERS else None

    def board(self, open_tasks: Sequence[LayTask]) -> MapView:
        """The house as it should lie, the floor of the first thing to do large."""
        rooms = tuple(task.room for task in open_tasks if task.room is not None)
        floor = next((task.floor for task in open_tasks if task.floor is not None), None)
        return map_view(self.state, large=floor, now=rooms[:1])
