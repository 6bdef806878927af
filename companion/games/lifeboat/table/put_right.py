"""The guide: what hands must do so that boat row, open cards and tokens lie as the game says."""

from collections.abc import Collection, Mapping, Sequence

from companion.games.lifeboat.boat_view import BoatView, boat_view
from companion.games.lifeboat.mat import Lies
from companion.games.lifeboat.seen import Seen
from companion.games.lifeboat.table.lay import Lay, LayTask, lay_of, tasks
from companion.games.lifeboat.table.owners import owners_of
from companion.games.lifeboat.table.running import running
from companion.table.put_right import PutRightStep, TaskProgress
from companion.table.session import Session
from engine.lifeboat.components import Character
from engine.lifeboat.state import State

#: What hands do with the boat row.
_ROW = ("seats", "line")
#: What hands do with open cards.
_OPEN_CARDS = ("open", "moved", "discard")


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

    def tasks_seen(self, seen: Seen) -> tuple[LayTask, ...]:  # noqa: ARG002 - the tasks are known before
        """The same."""
        return self.first_tasks()

    def progress(self, tasks: Sequence[LayTask], seen: Seen) -> TaskProgress:
        """Boat row and open cards are ticked as they are seen; of counts and piles only the players know."""
        rows = owners_of(self.state, seen)
        sides = _sides(self.state)
        row_lies = seen.seats == self.wanted.seats and all(lies in sides[who] for who, lies in seen.boat)
        wanted = dict(self.wanted.open)
        open_lies = {
            who: seen.provisions(zone) == wanted.get(who, ()) for who, zone in rows.items() if who in self.state.seats
        }

        def done(task: LayTask) -> bool:
            if task.kind in _ROW:
                return row_lies
            if task.kind in _OPEN_CARDS:
                return all(open_lies.get(who, True) for who in task.players)
            return task.kind == "out" and task.players[0] not in seen.seats

        ticked = tuple(map(done, tasks))
        visible = [task.kind in (*_ROW, "out", *_OPEN_CARDS) for task in tasks]
        unsure = tuple(task.kind for task, sight in zip(tasks, visible, strict=True) if not sight)
        in_line = row_lies or not seen.boat
        matches = in_line and all(open_lies.values()) and not seen.unreadable
        return TaskProgress(ticked, (), matches, seen.unreadable, unsure=unsure)

    def lies_right(self) -> Lay:
        """As the game says."""
        return self.wanted

    def board(self, open_tasks: Sequence[LayTask]) -> BoatView:
        """The boat as it should lie."""
        return boat_view(self.state, open_tasks[0].players if open_tasks and len(open_tasks[0].players) < 3 else ())


def _sides(state: State) -> Mapping[Character, Collection[Lies]]:
    """Where each position card may lie: in line, in a fight on its side, for a demand pushed out or not."""
    sides: dict[Character, Collection[Lies]] = dict.fromkeys(state.seats, (Lies.LINE,))
    if state.fight is not None:
        sides |= dict.fromkeys(state.fight.attack, (Lies.ATTACK,)) | dict.fromkeys(state.fight.defend, (Lies.DEFEND,))
    elif state.demand is not None:
        sides |= {state.demand.by: (Lies.LINE, Lies.ATTACK), state.demand.of: (Lies.LINE, Lies.DEFEND)}
    return sides
