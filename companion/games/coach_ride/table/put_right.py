"""Guides: tasks for hands until person cards and open professions lie as the game says."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from companion.games.coach_ride.language import say
from companion.games.coach_ride.mat import CoachMode, open_place, person_place
from companion.games.coach_ride.readings import CoachRideObservation
from companion.games.coach_ride.table.captions import names
from companion.games.coach_ride.table.discrepancies import (
    person_discrepancies,
    profession_discrepancies,
    seat_discrepancies,
)
from companion.games.coach_ride.table.layout import (
    ANYWHERE,
    FACES,
    CardLayout,
    CoachRideSession,
    expected_layout,
    hand_tasks,
    is_person,
    is_profession,
    laid,
    named,
    person_lie,
    person_tasks,
    player_of,
    profession_tasks,
    remembered_seats,
)
from companion.games.coach_ride.table.seats import are_seats_known, seat_places, sit_in_order
from companion.games.coach_ride.table_view import TableView, table_view
from companion.games.coach_ride.tags import PERSON_OF
from companion.games.coach_ride.words import first_name
from companion.table.bots import seats_of_bots
from companion.table.inference import TableProblem
from companion.table.layout import Change, LayoutTask, difference
from companion.table.put_right import PutRightStep, TaskProgress
from companion.table.running_game import state_of
from engine.coach_ride.cards import Person
from engine.coach_ride.state import Half, State

_HALVES = {face: half for half, face in FACES.items()}


class _PutCardsRightStep(PutRightStep[CoachRideObservation]):
    """Items go back to hands unseen: only the players know that."""

    session: CoachRideSession

    def __init__(self, session: CoachRideSession) -> None:
        self.state = state_of(session, State)
        self.wanted = expected_layout(self.state)
        self.layout = laid(session)
        super().__init__(session)
        # Nobody else is waited for where hands lay what bots own.
        self.auto_move_requested = not self.tasks and bool(self._bots)

    @property
    def _bots(self) -> frozenset[str]:
        """Seats of bots at a virtual table whose hands lay their cards, if people play, too."""
        if self.session.hidden_cards is None:
            return frozenset()
        bots = seats_of_bots(self.session)
        return bots if any(str(player) not in bots for player in self.state.players) else frozenset()

    def of_people(self, layout: CardLayout) -> CardLayout:
        """Return the part of a layout that people lay themselves."""
        bots = self._bots
        return layout.filtered(lambda lie: lie == ANYWHERE or str(player_of(lie)) not in bots)

    def _caption(self) -> str:
        return super()._caption() if self.tasks else say("The bots' cards are laid for them.")

    def board(self, open_tasks: Sequence[LayoutTask]) -> TableView:
        """Return the table as it should lie."""
        return table_view(self.state, to_do=_players_of(open_tasks))


class ShowSeatsStep(PutRightStep[CoachRideObservation]):
    """Step before a camera's first look: everybody shows who sits where."""

    moment = str(CoachMode.SET_UP)

    session: CoachRideSession

    def __init__(self, session: CoachRideSession) -> None:
        self.state = state_of(session, State)
        super().__init__(session)

    def first_tasks(self) -> tuple[LayoutTask, ...]:
        """Return one task for each player."""
        return tuple(
            LayoutTask(
                say("{player} lays the person card before their own seat.", player=first_name(player)),
                (Change(None, person_lie(player, Half.ATTACK)),),
                "seat",
            )
            for player in self.state.players
        )

    def progress(self, tasks: Sequence[LayoutTask], observation: CoachRideObservation) -> TaskProgress:
        """Return the players whose seats are known as done.

        They sit in the order in which they play.
        """
        players, known = self.state.players, observation.seats
        done = tuple(_players_of([task])[0] in known for task in tasks)
        order = () if sit_in_order(players, known) else (_other_order(players),)
        problems = (*order, *seat_discrepancies(players, observation))
        return TaskProgress(done, problems, are_seats_known(players, known))

    def completed_layout(self) -> CardLayout:
        """Return the layout that the game asks for."""
        # Where it is left as it is, they sit as the picture shows them.
        self.session.keep_memory(seat_places(self.state.players, remembered_seats(self.session)))
        seen = self.session.observed(CoachRideObservation)
        faces = [lying[0] for lying in seen.persons.values() if len(lying) == 1] if seen is not None else []
        persons = CardLayout(Counter(person_lie(player, _HALVES[face]) for player, face in faces))
        return laid(self.session).with_part(persons, is_person)

    def sign(self, task: LayoutTask) -> object | None:
        """Return the person."""
        return _players_of([task])[0]

    def board(self, open_tasks: Sequence[LayoutTask]) -> TableView:
        """Return the table, and who is still to show it."""
        return table_view(self.state, to_do=_players_of(open_tasks))


def _players_of(tasks: Sequence[LayoutTask]) -> list[Person]:
    """Return the players of tasks, in their order."""
    return [player_of(change.end or change.lie) for task in tasks for change in task.changes]


def _other_order(players: Sequence[Person]) -> TableProblem:
    return TableProblem(
        "other-order",
        say("You sit in a different order than you play."),
        say("Clockwise: {players}.", players=names(tuple(players))),
    )


class PutPersonsRightStep(_PutCardsRightStep):
    """Person cards; nothing else is read meanwhile."""

    moment = str(CoachMode.SET_UP)

    def first_tasks(self) -> tuple[LayoutTask, ...]:
        """Return the tasks for what differs from the layout as far as we know."""
        return person_tasks(self.of_people(self.layout), self.of_people(self.wanted))

    def progress(self, tasks: Sequence[LayoutTask], observation: CoachRideObservation) -> TaskProgress:
        """Return each place as it should be: empty, or with its person and the right side up."""
        places = seat_places(self.state.players, observation.seats)
        layouts = self.wanted, named(observation, places).layout
        wanted, seen = (layout.filtered(lambda lie: lie.side in PERSON_OF) for layout in layouts)
        differs = difference(wanted, seen)
        should = {lie.place for lie in wanted.counts}
        wrong = {place for change in differs for place in change.places}
        unread = tuple(seat for seat in places.values() if person_place(seat) in observation.unreadable)

        def done(task: LayoutTask) -> bool:
            if task.kind == "lay":
                return wrong.isdisjoint(task.places)
            # What is not seen on the table is in a hand: items are never looked for.
            return all(lie.place in should for lie in seen.counts)

        problems = tuple(person_discrepancies(self.wanted, self.layout, observation, places))
        return TaskProgress(tuple(map(done, tasks)), problems, not differs and not unread, unread)

    def completed_layout(self) -> CardLayout:
        """Return the layout that the game asks for."""
        return self.layout.with_part(self.wanted, is_person)


class PutProfessionsRightStep(_PutCardsRightStep):
    """Open professions."""

    moment = str(CoachMode.TURN)

    def first_tasks(self) -> tuple[LayoutTask, ...]:
        """Return the tasks for what differs from the layout as far as we know."""
        return profession_tasks(self.of_people(self.layout), self.of_people(self.wanted))

    def progress(self, tasks: Sequence[LayoutTask], observation: CoachRideObservation) -> TaskProgress:
        """Return each open place as it should be."""
        places = seat_places(self.state.players, observation.seats)
        wanted, seen = (layout.filtered(is_profession) for layout in (self.wanted, named(observation, places).layout))
        players = set(map(open_place, self.state.players))
        wrong = {place for change in difference(wanted, seen) for place in change.places if place in players}
        done = tuple(wrong.isdisjoint(task.places) for task in tasks)
        problems = tuple(profession_discrepancies(self.wanted, self.layout, observation, places))
        unread = tuple(seat for seat in places.values() if open_place(seat) in observation.unreadable)
        return TaskProgress(done, problems, not wrong and not unread, unread)

    def completed_layout(self) -> CardLayout:
        """Return the layout that the game asks for."""
        return self.layout.with_part(self.wanted, is_profession)


class PutHandsRightStep(_PutCardsRightStep):
    """Hidden cards after an undo, which only the players see."""

    moment = str(CoachMode.TURN)

    def first_tasks(self) -> tuple[LayoutTask, ...]:
        """Return one task for each undone event that moved hidden cards, the last one first."""
        return hand_tasks(self.layout)

    def progress(self, tasks: Sequence[LayoutTask], observation: CoachRideObservation) -> TaskProgress:
        """Return the tasks that are done.

        Nothing of them is seen: the players say when it is done. Only open professions are seen, and lie already.
        """
        problems = tuple(
            profession_discrepancies(
                self.wanted, self.layout, observation, seat_places(self.state.players, observation.seats)
            )
        )
        return TaskProgress((False,) * len(tasks), problems, True, unsure=tuple(task.kind for task in tasks))

    def completed_layout(self) -> CardLayout:
        """Return the layout that the game asks for."""
        return replace(self.layout, taken_back=())
