"""The guide for this game's board: what hands must do so that it lies as the position says."""

from collections.abc import Sequence

from companion.games.finstere_flure.screen.shown import Arrow, BoardShown, Mark
from companion.games.finstere_flure.table.guide import tasks_for, tasks_from
from companion.games.finstere_flure.table.guide_progress import progress
from companion.games.finstere_flure.table.observed import Observed
from companion.games.finstere_flure.table.tasks import Task
from companion.screen.pages import Tone
from companion.table.put_right import PutRightStep, TaskProgress
from engine.finstere_flure.board import is_cell
from engine.finstere_flure.position import Position
from engine.finstere_flure.state import State
from engine.finstere_flure.trace import MonsterMove


class PutBoardRightStep(PutRightStep[Task]):
    """The pieces are brought to where the position says they are."""

    @property
    def target(self) -> Position:
        """How the pieces must lie."""
        return self._state.position

    @property
    def _state(self) -> State:
        assert self.session.game is not None
        state: State = self.session.game.state
        return state

    def first_tasks(self) -> tuple[Task, ...] | None:
        """What to do on the board as we know it, in the order of the monster's move if it is that which moved all."""
        laid: Position | None = self.session.laid
        return None if laid is None else tasks_for(laid, self.target, self._move(laid))

    def _move(self, laid: Position) -> MonsterMove | None:
        move = self._state.monster_move
        return move if move is not None and move.start == laid else None

    def tasks_seen(self, seen: Observed) -> tuple[Task, ...]:
        """What to do on a board that looks like this."""
        return tasks_from(seen, self.target)

    def progress(self, tasks: Sequence[Task], seen: Observed) -> TaskProgress:
        """How far the tasks are done."""
        return progress(tasks, self.target, seen)

    def lies_right(self) -> Position:
        """How the pieces lie when all is done."""
        return self.target

    def board(self, open_tasks: Sequence[Task]) -> BoardShown:
        """The board as it should be, arrows for what must move, and the places of what is wrong."""
        arrows: list[Arrow] = []
        marks: list[Mark] = []
        for task in open_tasks:
            if task.start != task.end:
                arrows.append(Arrow(task.start, task.end, Tone.NOW if not arrows else Tone.PLAIN))
            elif task.end and is_cell(task.end):
                marks.append(Mark((task.end,), Tone.NOW))
        marks += [Mark(problem.places, Tone.BAD) for problem in self.problems]
        if self.found and self.found.waiting:
            marks.append(Mark(self.found.waiting, Tone.WAITING))
        return BoardShown.of(self.target, tuple(marks), tuple(arrows))
