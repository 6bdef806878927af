"""Guide: tasks for hands until boat row, open cards and tokens lie as the game says."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from companion.games.lifeboat.boat_view import BoatView, boat_view
from companion.games.lifeboat.captions import lay_boat_row, name, names
from companion.games.lifeboat.language import say
from companion.games.lifeboat.mat import BOAT, RowSide
from companion.games.lifeboat.readings import LifeboatObservation, ObservationMemory
from companion.games.lifeboat.table.boat_row import seats_wrong
from companion.games.lifeboat.table.discrepancies import (
    cards_in_unowned_rows,
    positions_missing,
    relevant_unread,
    row_owners,
    stray_cards,
    unread,
)
from companion.games.lifeboat.table.inference import open_card_gone, seen_twice
from companion.games.lifeboat.table.layout import (
    LifeboatSession,
    are_tokens_used,
    boat_seats,
    expected_layout,
    named_lies,
    players_of,
    tasks,
    visible_layout,
    with_tokens_of,
)
from companion.games.lifeboat.tags import PROVISION_OF
from companion.games.lifeboat.words import provision_name
from companion.table.inference import TableProblem
from companion.table.layout import Change, LayoutTask, TableLayout, difference
from companion.table.problem_page import is_wrong
from companion.table.put_right import PutRightStep, TaskProgress
from companion.table.running_game import state_of
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.state import State

#: What hands do with the boat row.
_ROW = ("seats", "line")
#: What is told as numbers, of cards that people hold.
_COUNTS = ("hands", "piles")
#: What hands do with open cards.
_OPEN_CARDS = ("open", "moved", "discard", "hand", "bow")
#: Players of a task are marked in the picture if they are so few.
_MOST_MARKED = 2


class PutBoatRightStep(PutRightStep[LifeboatObservation]):
    """Tokens and piles are told as numbers; rows and open cards too where no camera looks."""

    moment = "act"

    session: LifeboatSession

    def __init__(self, session: LifeboatSession) -> None:
        self.state = state_of(session, State)
        self.wanted = expected_layout(self.state)
        super().__init__(session)

    def first_tasks(self) -> tuple[LayoutTask, ...]:
        """Return the differences from the layout as far as we know; all of it if nobody knows."""
        layout = self.session.layout or TableLayout()
        found = tasks(layout if are_tokens_used(self.session) else with_tokens_of(layout, self.wanted), self.wanted)
        if self.session.watching is None and self.session.hidden_cards is not None:
            # Phones are the hands, and nobody holds piles.
            found = tuple([task for task in found if task.kind not in _COUNTS])
        if not self.session.is_by_ear:
            return found
        row = lay_boat_row(self.state.seats)
        lays_row = [task.kind == "seats" and players_of(task) == self.state.seats for task in found]
        return tuple(replace(task, sentence=row) if lays else task for task, lays in zip(found, lays_row, strict=True))

    def progress(self, tasks: Sequence[LayoutTask], observation: LifeboatObservation) -> TaskProgress:
        """Return the boat row and open cards, ticked as they are seen.

        Of counts and piles only the players know.
        """
        rows = {row: character for character, row in row_owners(self.state, observation).items()}
        stray = tuple(stray_cards(self.state, observation, rows))
        observation = relevant_unread(self.state, observation, rows)
        differs = difference(visible_layout(self.state, boat=False), self._open_cards(observation, rows))
        wrong = {place for change in differs for place in change.places}
        sides = row_sides(self.state)
        row_is_placed = observation.seats == self.state.seats and all(
            lies in sides[character] for character, lies in observation.boat
        )

        def done(task: LayoutTask) -> bool:
            if task.kind in _ROW:
                return row_is_placed
            if task.kind in _OPEN_CARDS:
                return wrong.isdisjoint(task.places)
            return task.kind == "out" and players_of(task)[0] not in observation.seats

        ticked = tuple(map(done, tasks))
        unsure = tuple(task.kind for task in tasks if task.kind not in (*_ROW, "out", *_OPEN_CARDS))
        in_line = row_is_placed or not observation.boat
        to_do = [task for task, is_done in zip(tasks, ticked, strict=True) if not is_done]
        problems = (
            *self._discrepancies(to_do, observation, differs, rows),
            *unread(self.state, observation, rows),
            *self._not_yet_used(observation),
            *stray,
        )
        matches = in_line and not differs and not observation.unreadable
        return TaskProgress(ticked, problems, matches, tuple(sorted(observation.unreadable)), unsure=unsure)

    def _open_cards(self, observation: LifeboatObservation, rows: Mapping[str, Character]) -> TableLayout:
        """Return the open cards that are seen before their owners."""
        return named_lies(self.state, observation, rows).filtered(lambda lie: lie.place in self.state.seats)

    def _discrepancies(
        self,
        to_do: Sequence[LayoutTask],
        observation: LifeboatObservation,
        differs: Iterable[Change],
        rows: Mapping[str, Character],
    ) -> Iterator[TableProblem]:
        """Yield what lies otherwise than the game says, beyond what is still to be done."""
        yield from seen_twice(observation)
        if observation.boat and BOAT not in observation.unreadable:
            row_unfinished = any(task.kind in _ROW for task in to_do)
            yield from self._other_order(observation) if row_unfinished else self._row_differs(observation)
        covered = {str(rows[row]) for row in observation.unreadable if row in rows}
        still = {(lie.piece, lie.place) for task in to_do for change in task.changes for lie in change if lie}
        lies = [(lie, describe) for change in differs for lie, describe in zip(change, _CARD_PROBLEMS, strict=True)]
        for lie, describe in lies:
            if lie is not None and lie.place not in covered and (lie.piece, lie.place) not in still:
                yield describe(Provision(lie.piece), Character(lie.place))
        yield from cards_in_unowned_rows(self.state, observation, rows)

    def _other_order(self, observation: LifeboatObservation) -> Iterator[TableProblem]:
        """Yield the problem that the boat row lies neither as before nor as it shall."""
        layout = self.session.layout
        if layout is None or set(observation.seats) != set(self.state.seats):
            return
        if observation.seats in (boat_seats(layout), self.state.seats):
            return
        fix = lay_boat_row(self.state.seats)
        yield TableProblem("seats", say("The boat row lies in a different order."), fix)

    def _row_differs(self, observation: LifeboatObservation) -> Iterator[TableProblem]:
        """Yield missing position cards, another order, and cards that are pushed out."""
        missing = tuple(seat for seat in self.state.seats if seat not in observation.seats)
        sides = row_sides(self.state)
        pushed = tuple(
            character for character, lies in observation.boat if character in sides and lies not in sides[character]
        )
        if missing:
            yield positions_missing(missing, unfinished=False)
        elif observation.seats != self.state.seats and set(observation.seats) == set(self.state.seats):
            yield seats_wrong(self.state.seats)
        elif pushed:
            text, fix = (
                say("Not in their places: {players}.", players=names(pushed)),
                lay_boat_row(self.state.seats),
            )
            yield TableProblem("line", text, fix, (), _ids(pushed))

    def _not_yet_used(self, observation: LifeboatObservation) -> Iterator[TableProblem]:
        """Yield the cards in the place for used cards that no event has used.

        First the table is put right.
        """
        memory, game = self.session.remembered(ObservationMemory), self.session.game
        if memory is not None and game is not None:
            observation = memory.without_used_cards(observation, len(game.events))
        for tag in observation.show:
            text = say("Among the used cards: {card}.", card=provision_name(PROVISION_OF[tag]))
            yield TableProblem("not-used", text, say("First put the table right."), (tag,), unfinished=True)

    def completed_layout(self) -> TableLayout:
        """Return the layout as the game says."""
        return self.wanted

    def board(self, open_tasks: Sequence[LayoutTask]) -> BoatView:
        """Return the boat as it should lie."""
        if wrong := [place for problem in self.problems if is_wrong([problem]) for place in problem.places]:
            return boat_view(self.state, [seat for seat in self.state.seats if str(seat) in wrong])
        if unfinished := [place for problem in self.problems for place in problem.places]:
            return boat_view(self.state, to_do=[seat for seat in self.state.seats if str(seat) in unfinished])
        players = players_of(open_tasks[0]) if open_tasks else ()
        return boat_view(self.state, to_do=players if len(players) <= _MOST_MARKED else ())


def _ids(character: Sequence[Character]) -> tuple[str, ...]:
    return tuple(map(str, character))


def _extra_card_problem(card: Provision, character: Character) -> TableProblem:
    return TableProblem(
        "too-much",
        say("One too many: {card} ({player}).", card=provision_name(card), player=name(character)),
        say("Take it away, or put it right in the menu."),
        (str(card),),
        (str(character),),
    )


#: What is said of a card that is seen and does not belong there, and of one that is not seen where it belongs.
_CARD_PROBLEMS = (_extra_card_problem, open_card_gone)


def row_sides(state: State) -> Mapping[Character, Collection[RowSide]]:
    """Return where each position card may lie.

    It lies in line, in a fight on its side, for a demand pushed out or not.
    """
    sides: dict[Character, Collection[RowSide]] = dict.fromkeys(state.seats, (RowSide.LINE,))
    if state.fight is not None:
        sides |= dict.fromkeys(state.fight.attack, (RowSide.ATTACK,)) | dict.fromkeys(
            state.fight.defend, (RowSide.DEFEND,)
        )
    elif state.demand is not None:
        sides |= {state.demand.by: (RowSide.LINE, RowSide.ATTACK), state.demand.of: (RowSide.LINE, RowSide.DEFEND)}
    return sides
