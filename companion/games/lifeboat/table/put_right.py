"""Guide: tasks for hands until boat row, open cards and tokens lie as the game says."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from companion.games.lifeboat.boat_view import BoatView, boat_view
from companion.games.lifeboat.captions import name, names
from companion.games.lifeboat.language import say
from companion.games.lifeboat.mat import BOAT, RowSide
from companion.games.lifeboat.readings import MatObservation
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
    PlacementTask,
    TableLayout,
    are_tokens_used,
    expected_layout,
    tasks,
)
from companion.games.lifeboat.tags import PROVISION_OF
from companion.games.lifeboat.words import provision_name
from companion.table.inference import TableProblem
from companion.table.problem_page import is_wrong
from companion.table.put_right import PutRightStep, TaskProgress
from companion.table.running_game import state_of
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.state import State

#: What hands do with the boat row.
_ROW = ("seats", "line")
#: What hands do with open cards.
_OPEN_CARDS = ("open", "moved", "discard", "hand", "bow")
#: Players of a task are marked in the picture if they are so few.
_MOST_MARKED = 2


class PutBoatRightStep(PutRightStep[PlacementTask, TableLayout, MatObservation]):
    """Tokens and piles are told as numbers; rows and open cards too where no camera looks."""

    moment = "act"

    session: LifeboatSession

    def __init__(self, session: LifeboatSession) -> None:
        self.state = state_of(session, State)
        self.wanted = expected_layout(self.state)
        super().__init__(session)

    def first_tasks(self) -> tuple[PlacementTask, ...]:
        """Return the differences from the layout as far as we know; all of it if nobody knows."""
        layout = self.session.layout or TableLayout()
        return tasks(layout if are_tokens_used(self.session) else layout.with_tokens_of(self.wanted), self.wanted)

    def progress(self, tasks: Sequence[PlacementTask], observation: MatObservation) -> TaskProgress:
        """Return the boat row and open cards, ticked as they are seen.

        Of counts and piles only the players know.
        """
        rows = row_owners(self.state, observation)
        by_row = {row: who for who, row in rows.items()}
        stray = tuple(stray_cards(self.state, observation, by_row))
        observation = relevant_unread(self.state, observation, by_row)
        sides = _sides(self.state)
        row_is_placed = observation.seats == self.wanted.seats and all(
            lies in sides[who] for who, lies in observation.boat
        )
        wanted = dict(self.wanted.open)
        open_cards_placed = {
            who: observation.provisions(zone) == wanted.get(who, ())
            for who, zone in rows.items()
            if who in self.state.seats
        }

        def done(task: PlacementTask) -> bool:
            if task.kind in _ROW:
                return row_is_placed
            if task.kind in _OPEN_CARDS:
                return all(open_cards_placed.get(who, True) for who in task.players)
            return task.kind == "out" and task.players[0] not in observation.seats

        ticked = tuple(map(done, tasks))
        visible = [task.kind in (*_ROW, "out", *_OPEN_CARDS) for task in tasks]
        unsure = tuple(task.kind for task, sight in zip(tasks, visible, strict=True) if not sight)
        in_line = row_is_placed or not observation.boat
        matches = in_line and all(open_cards_placed.values()) and not observation.unreadable
        to_do = [task for task, is_done in zip(tasks, ticked, strict=True) if not is_done]
        problems = (
            *self._discrepancies(to_do, observation, rows),
            *unread(self.state, observation, by_row),
            *self._not_yet_used(observation),
            *stray,
        )
        return TaskProgress(ticked, problems, matches, observation.unreadable, unsure=unsure)

    def _discrepancies(
        self, to_do: Sequence[PlacementTask], observation: MatObservation, rows: Mapping[Character, str]
    ) -> Iterator[TableProblem]:
        """Yield what lies otherwise than the game says, beyond what is still to be done."""
        yield from seen_twice(observation)
        if observation.boat and BOAT not in observation.unreadable:
            row_unfinished = any(task.kind in _ROW for task in to_do)
            yield from self._other_order(observation) if row_unfinished else self._row_differs(observation)
        wanted = dict(self.wanted.open)
        for who, row in rows.items():
            if who not in self.state.seats or row in observation.unreadable:
                continue
            lies, should = Counter(observation.provisions(row)), Counter(wanted.get(who, ()))
            still = {card for task in to_do if who in task.players for card in task.cards}
            for card in sorted({*lies, *should} - still):
                if lies[card] > should[card]:
                    yield _extra_card_problem(card, who)
                elif lies[card] < should[card]:
                    yield open_card_gone(card, who)
        yield from cards_in_unowned_rows(self.state, observation, {row: who for who, row in rows.items()})

    def _other_order(self, observation: MatObservation) -> Iterator[TableProblem]:
        """The boat row lies neither as it lay nor as it shall."""
        layout = self.session.layout
        if layout is None or set(observation.seats) != set(self.wanted.seats):
            return
        if observation.seats in (layout.seats, self.wanted.seats):
            return
        fix = say("Lay the boat row as the picture shows.")
        yield TableProblem("seats", say("The boat row lies in a different order."), fix)

    def _row_differs(self, observation: MatObservation) -> Iterator[TableProblem]:
        """A position card that is missing, another order, cards that are pushed out."""
        missing = tuple(who for who in self.wanted.seats if who not in observation.seats)
        sides = _sides(self.state)
        pushed = tuple(who for who, lies in observation.boat if who in sides and lies not in sides[who])
        if missing:
            yield positions_missing(missing, unfinished=False)
        elif observation.seats != self.wanted.seats and set(observation.seats) == set(self.wanted.seats):
            yield seats_wrong()
        elif pushed:
            text, fix = (
                say("Not in their places: {players}.", players=names(pushed)),
                say("Lay the boat row as the picture shows."),
            )
            yield TableProblem("line", text, fix, (), _ids(pushed))

    def _not_yet_used(self, observation: MatObservation) -> Iterator[TableProblem]:
        """Yield the cards in the place for used cards that no event has used.

        First the table is put right.
        """
        memory, game = self.session.memory, self.session.game
        if memory is not None and game is not None:
            observation = memory.without_used_cards(observation, len(game.events))
        for tag in observation.show:
            text = say("Among the used cards: {card}.", card=provision_name(PROVISION_OF[tag]))
            yield TableProblem("not-used", text, say("First put the table right."), (tag,), unfinished=True)

    def completed_layout(self) -> TableLayout:
        """As the game says."""
        return self.wanted

    def board(self, open_tasks: Sequence[PlacementTask]) -> BoatView:
        """The boat as it should lie."""
        if wrong := [place for problem in self.problems if is_wrong([problem]) for place in problem.places]:
            return boat_view(self.state, [who for who in self.state.seats if str(who) in wrong])
        if unfinished := [place for problem in self.problems for place in problem.places]:
            return boat_view(self.state, to_do=[who for who in self.state.seats if str(who) in unfinished])
        players = open_tasks[0].players if open_tasks else ()
        return boat_view(self.state, to_do=players if len(players) <= _MOST_MARKED else ())


def _ids(whom: Sequence[Character]) -> tuple[str, ...]:
    return tuple(map(str, whom))


def _extra_card_problem(card: Provision, who: Character) -> TableProblem:
    return TableProblem(
        "too-much",
        say("One too many: {card} ({player}).", card=provision_name(card), player=name(who)),
        say("Take it away, or put it right in the menu."),
        (str(card),),
        (str(who),),
    )


def _sides(state: State) -> Mapping[Character, Collection[RowSide]]:
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
