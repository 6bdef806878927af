"""The guides: what hands must do so that person cards and open professions lie as the game says."""

from collections.abc import Sequence
from dataclasses import replace

from companion.games.coach_ride.mat import Moment, person_place
from companion.games.coach_ride.seen import Seen
from companion.games.coach_ride.table.lay import Lay, LayTask, lay_of, person_tasks, profession_tasks
from companion.games.coach_ride.table.running import running
from companion.games.coach_ride.table.seats import places_of
from companion.games.coach_ride.table_view import TableView, table_view
from companion.games.coach_ride.tags import SHIELD, SWORD
from companion.table.put_right import PutRightStep, TaskProgress
from companion.table.session import Session
from engine.coach_ride.state import Half

_FACES = {Half.ATTACK: SWORD, Half.DEFENCE: SHIELD}


class _PutCardsRightStep(PutRightStep[LayTask]):
    """Items go back to hands unseen: only the players know that."""

    def __init__(self, session: Session) -> None:
        self.state = running(session)
        self.wanted = lay_of(self.state)
        self.laid: Lay = session.laid or Lay()
        super().__init__(session)

    def tasks_seen(self, seen: Seen) -> tuple[LayTask, ...]:  # noqa: ARG002 - the tasks are known before
        """Those that are known before."""
        return self.tasks or ()

    def board(self, open_tasks: Sequence[LayTask]) -> TableView:
        """The table as it should lie."""
        return table_view(self.state, tuple(task.who for task in open_tasks if task.who))


class PutPersonsRightStep(_PutCardsRightStep):
    """Person cards; nothing else is read meanwhile."""

    moment = str(Moment.SET_UP)

    def first_tasks(self) -> tuple[LayTask, ...]:
        """What differs from how they lie as far as we know."""
        return person_tasks(self.session.laid, self.wanted)

    def progress(self, tasks: Sequence[LayTask], seen: Seen) -> TaskProgress:
        """Each place as it should be: empty, or with its person and the right side up."""
        places = places_of(self.state, seen)
        should = {places[who]: ((who, _FACES[half]),) for who, half in self.wanted.persons or ()}
        lying = dict(seen.persons)
        unread = tuple(seat for seat in places.values() if person_place(seat) in seen.unreadable)

        def done(task: LayTask) -> bool:
            if task.kind == "lay" and task.who:
                return lying.get(places[task.who]) == should[places[task.who]]
            # What is not seen on the table is in a hand: items are never looked for.
            return all(seat in should for seat in lying)

        return TaskProgress(tuple(map(done, tasks)), (), lying == should and not unread, unread)

    def lies_right(self) -> Lay:
        """As the game says."""
        return replace(self.laid, persons=self.wanted.persons)


class PutProfessionsRightStep(_PutCardsRightStep):
    """Open professions."""

    moment = str(Moment.TURN)

    def first_tasks(self) -> tuple[LayTask, ...]:
        """What differs from how they lie as far as we know."""
        return profession_tasks(self.session.laid, self.wanted)

    def progress(self, tasks: Sequence[LayTask], seen: Seen) -> TaskProgress:
        """Each open place as it should be."""
        places = places_of(self.state, seen)
        should = {who: (card,) for who, card in self.wanted.open or ()}
        right = {who: seen.professions(places[who]) == should.get(who, ()) for who in self.state.players}
        done = tuple(task.who is None or right[task.who] for task in tasks)
        return TaskProgress(done, (), all(right.values()) and not seen.unreadable, seen.unreadable)

    def lies_right(self) -> Lay:
        """As the game says."""
        return replace(self.laid, open=self.wanted.open)
