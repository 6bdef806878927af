"""Steps of a game with one piece on a cell: players, set-up, moves, the end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.cells.board import CellBoard, disc_of
from companion.cells.facts import CellFacts
from companion.cells.inference import (
    CellLayout,
    CellObservation,
    discs_of,
    fits,
    infer,
    misplaced,
    turned_discs,
    unseen,
)
from companion.cells.refusal import RefusedMoves
from companion.cells.touches import HAND, OFF_BOARD, TouchedMove
from companion.device.button_colours import press
from companion.device.language import say
from companion.device.sentences import capitalised, describe_winners, together
from companion.screen.pages import BoardPage, Keys, Page, Row, Tone
from companion.table.camera_words import describe_covered
from companion.table.game_over import OverStep
from companion.table.inference import Happened, Problems, TableProblem, Waiting
from companion.table.inference_step import InferenceStep
from companion.table.lists import ListStep, index_of, step_choice
from companion.table.menus import UndoStep
from companion.table.option_rows import option_row
from companion.table.planned_bots import BOTS, BotsStep, bots_rows
from companion.table.problem_page import is_wrong, problem_page, tone_of
from companion.table.put_right import PutRightStep, TaskProgress
from companion.table.ring import problem_pattern, won_pattern
from companion.table.session import GameSession, Session
from companion.voice import Level
from hardware.buttons import Button
from hardware.ring.patterns import Pattern, Seat

#: A move that lies on the table counts after so long (seconds): the hand may just be resting.
SETTLED_S = 0.7
#: So long something may lie wrong, or a piece be in the air, before the companion says so.
PROBLEM_S = 2.0
LIFTED_S = 10.0


def player_pattern(game: CellFacts, player: str) -> Pattern:
    """Return the ring pattern of the player on turn."""
    players = list(game.colours)
    return Seat(players.index(player), len(players), game.colours[player], 1, 1)


#: The session at a table with one piece on a cell.
CellSession = GameSession[Any, Any, CellLayout, CellObservation, None]

#: Prefix of the rows of options: a game may call one as another row is called.
_OPTION = "option-"


class CellPlayersStep(ListStep):
    """Before a game: who plays, and by which options."""

    name = "players"

    def __init__(self, session: Session, game: CellFacts) -> None:
        super().__init__(session)
        self.game = game
        #: The options of this game by their ids.
        self.chosen = dict(session.settings.of_game(game.rules.id, game.options))

    def title(self) -> str:
        """The page's title."""
        return say("New game")

    def rows(self) -> Sequence[Row]:
        """The start, the players, the options."""
        options = [option_row(option, self.chosen[option.id], _OPTION + option.id) for option in self.game.options]
        bots = bots_rows(self.session, tuple(self.game.colours))
        return [Row(say("Start"), "start", tone=Tone.NOW), *options, *bots, *self.game.signs()]

    def choose(self, row_id: str) -> None:
        """Changes an option, or starts."""
        if row_id == "start":
            self.game.begin(self.session, self.game.started(self.chosen), self.chosen)
            return
        if row_id == BOTS:
            self.session.open(BotsStep(self.session, tuple(self.game.colours)))
            return
        option = next(option for option in self.game.options if _OPTION + option.id == row_id)
        self.chosen[option.id] = option.after(self.chosen[option.id])


@dataclass(frozen=True)
class CellTask:
    """Task to move a misplaced piece from one cell to another, with its translated sentence.

    A cell is None for a place beside the board.
    """

    piece: str
    start: str | None
    end: str | None
    sentence: str


class CellPlacementStep(PutRightStep[CellTask, CellLayout, CellObservation]):
    """The pieces are laid as the game says they lie."""

    def __init__(self, session: Session, game: CellFacts) -> None:
        self.game = game
        assert session.game is not None
        self.target = game.lying(session.game.state)
        self.labels = game.labels(session.game.state)
        super().__init__(session)

    def first_tasks(self) -> tuple[CellTask, ...] | None:
        """Return the tasks that follow from the layout as far as it is known."""
        layout = self.session.layout
        return None if layout is None else self._tasks(layout)

    def tasks_from_observation(self, observation: CellObservation) -> tuple[CellTask, ...]:
        """Return the tasks that follow from the observation; pieces that may be hidden get no task."""
        observation = self.game.matched(self.target, observation)
        hidden = {
            piece: self.target[piece]
            for piece in unseen(self.target, observation)
            if self._may_be_hidden(piece, observation)
        }
        return self._tasks({**observation.lying, **hidden})

    def _may_be_hidden(self, piece: str, observation: CellObservation) -> bool:
        return self.target[piece] in observation.unreadable | observation.hidden

    def _tasks(self, lying: CellLayout) -> tuple[CellTask, ...]:
        turned = turned_discs(lying, self.target)
        pieces = sorted({*lying, *self.target} - {*turned.values()}, key=lambda piece: (piece in self.target, piece))
        return tuple(
            self._task(piece, turned.get(piece, piece), lying.get(turned.get(piece, piece)))
            for piece in pieces
            if lying.get(piece) != self.target.get(piece)
        )

    def _task(self, piece: str, side: str, start: str | None) -> CellTask:
        """Return the task to bring a piece to its cell; `side` of its disc lies up on `start`."""
        names, end = self.game.names, self.target.get(piece)
        if side != piece and start is not None and end is not None:
            sentence = names.describe_turn(side, start, end)
        else:
            sentence = names.describe_task(piece, start, end)
        return CellTask(piece, start, end, capitalised(sentence))

    def progress(self, tasks: Sequence[CellTask], observation: CellObservation) -> TaskProgress:
        """A task is done when its piece is seen where it belongs."""
        observation = self._with_names_of(tasks, self.game.matched(self.target, observation))
        to_do = {
            task.piece
            for task in tasks
            if observation.lying.get(task.piece) != task.end or task.piece in observation.in_doubt
        }
        hidden = [piece for piece in unseen(self.target, observation) if self._may_be_hidden(piece, observation)]
        astray = {task.piece for task in tasks if self._is_misplaced(task, observation)}
        return TaskProgress(
            tuple(task.piece not in to_do for task in tasks),
            misplaced(self.target, observation, self.game.names, but=to_do - astray),
            fits(self.target, observation),
            tuple(sorted(observation.unreadable)),
            tuple(piece for piece in unseen(self.target, observation) if piece in to_do),
            tuple(hidden),
        )

    def _with_names_of(self, tasks: Sequence[CellTask], observation: CellObservation) -> CellObservation:
        """Return the observation with the names that tasks give to pieces.

        Of pieces that are alike, one that has not been moved yet has its task's name.
        """
        lying = dict(observation.lying)
        for piece, start, end in ((task.piece, task.start, task.end) for task in tasks):
            other = next((name for name, cell in lying.items() if cell == start != self.target.get(name)), None)
            place = lying.get(piece)
            if start is None or other is None or other == piece or place == end is not None:
                continue
            if self._is_alike(piece, other, start):
                del lying[other]
                lying |= {piece: start} if place is None else {piece: start, other: place}
        return replace(observation, lying=lying)

    def _is_alike(self, piece: str, other: str, cell: str) -> bool:
        """Return True if the other piece, on this cell, could be called by the name of the first."""
        return self.game.matched({piece: cell}, CellObservation({other: cell})).lying == {piece: cell}

    @staticmethod
    def _is_misplaced(task: CellTask, observation: CellObservation) -> bool:
        """Return True if the piece is on a cell that is neither its start nor its end."""
        _, cell = discs_of(observation.lying).get(disc_of(task.piece), ("", None))
        return cell is not None and cell not in (task.start, task.end)

    def completed_layout(self) -> CellLayout:
        """All pieces where the game says."""
        return self.target

    def board(self, open_tasks: Sequence[CellTask]) -> CellBoard:
        """The board as it should be, with ways for what must move."""
        marks = {problem.places[0]: tone_of(problem) for problem in self.problems if problem.places}
        for number, task in enumerate(open_tasks):
            cell = task.end or task.start
            if cell:
                marks.setdefault(cell, Tone.PLAIN if number else Tone.NOW)
        if self.found is not None:
            marks |= dict.fromkeys(self.found.waiting, Tone.WAITING)
        # A disc that is turned over stays where it is.
        discs = {disc_of(piece) for piece in self.target}
        leaving = {
            task.piece: task.start
            for task in open_tasks
            if task.start and task.end is None and disc_of(task.piece) not in discs
        }
        ways = tuple(
            (task.start, task.end) for task in open_tasks if task.start and task.end and task.start != task.end
        )
        return CellBoard.of(self.target, marks, ways, self.labels, leaving)


class CellMoveStep(InferenceStep[Any]):
    """Step in which a player moves, on the table or by touch.

    By touch, the player first chooses the piece, on the board or in hand, and then its target.
    """

    takes_events = True
    session: CellSession

    def __init__(self, session: CellSession, game: CellFacts) -> None:
        super().__init__(session)
        self.game = game
        assert session.game is not None
        self.state = session.game.state
        self.lying = game.lying(self.state)
        self.outcomes = game.outcomes(self.state)
        self.player = game.turn(self.state)
        self.labels = game.labels(self.state)
        self._refused = RefusedMoves(game, self.state, self.lying, self.outcomes)
        #: What has been told by touch.
        self.touched = TouchedMove(self.lying, self.outcomes, game.piece_name)
        #: By hand: the piece or the place that Advance takes, once Draw has marked one.
        self.marked: str | None = None

    # --- what is seen -------------------------------------------------------------------------------------------

    def see(self) -> None:
        """Finds out what has happened; it counts when it has lain still for a while."""
        observation = self.session.observation
        assert observation is not None
        names, refused = self.game.names, self._refused
        self.find(infer(self.lying, self.outcomes, observation, names, self.game.matched, refused.of_layout))

    def tick(self) -> None:
        """Takes what has settled, says what has been wrong for a while."""
        match self.inference:
            case Happened(event=event) if self.age_s >= SETTLED_S:
                self._take(event, already_placed=True)
            case Problems(problems=problems) if self.age_s >= PROBLEM_S and not self.reported:
                self.report(problems)
            case Waiting(problems=problems) if problems and self.age_s >= LIFTED_S and not self.reported:
                self.report(problems)

    def _take(self, event: Any, *, already_placed: bool) -> None:
        hidden = self.session.hidden_cards
        # What lies there has happened; what is told may not be what somebody's hand has.
        contradiction = hidden.contradiction(event) if hidden is not None and self._seen_event is None else ""
        if contradiction:
            self.touched = TouchedMove(self.lying, self.outcomes, self.game.piece_name)
            self.session.hint(contradiction)
            return
        self.session.apply(event, already_placed=already_placed)
        self.session.say("", Level.DETAIL, "right")
        self.session.go_on()

    def enter_event(self, event: Any) -> None:
        """Take an event that was entered as a whole, as one that was touched."""
        self._take(event, already_placed=self.is_placed_by_people)

    # --- buttons ------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Says whose turn it is, and what to do."""
        self.session.say(self.game.announce_turn(self.state), Level.PHASE, "turn")

    @property
    def _confirmed(self) -> Any:
        """The event that Advance takes."""
        return self.touched.event_so_far if self._seen_event is None else self._seen_event

    @property
    def _seen_event(self) -> Any:
        """The event that the table shows to have happened, for sure or perhaps."""
        match self.inference:
            case Happened(event=event) | Waiting(maybe=(event, *_)):
                return event
        return None

    def advance(self) -> None:
        """Takes what is marked or seems to have happened; else says again what is wrong."""
        if self.marked is not None:
            self.touch(self.marked)
        elif self._confirmed is not None:
            self._take(self._confirmed, already_placed=self._seen_event is not None or not self.session.sees)
        elif isinstance(self.inference, Problems):
            self.report(self.inference.problems)

    @property
    def _steps(self) -> bool:
        """True if there is something to mark."""
        return bool(self._targets)

    def _step(self, by: int) -> None:
        """Mark the next piece, or the next place for it."""
        self.marked = step_choice(self._targets, self.marked, by)

    @property
    def _targets(self) -> list[str]:
        """Targets that the buttons step through by hand: pieces, then places, nearest first."""
        if self.session.sees:
            return []
        start = self._touch_start
        if start is None:
            return [*self.touched.hand, *sorted(self.touched.starts)]
        apart = self.game.tag_set.steps_apart
        return sorted(self.touched.ends(start), key=lambda end: (apart(start, end), end))

    def back(self) -> None:
        """Lets go of what was touched, or shows what can be undone."""
        self.marked = None
        before = self.touched.back()
        if before is not None:
            self.touched = before
        else:
            self.session.open(UndoStep(self.session))

    def touch(self, target: str) -> None:
        """Select a piece by its cell or by its row, or select its target.

        The event is taken as soon as only one is possible.
        """
        self.marked = None
        after = self.touched.touch(target)
        if after is self.touched:
            why = self._refused.of_touch(self.touched, target)
            if why:
                self.session.say("", Level.DETAIL, "wrong")
                self.session.hint(why)
            return
        self.touched = after
        if after.event is not None:
            # Where no camera looks the hands do themselves what was touched; else it is made sure of.
            self._take(after.event, already_placed=not self.session.sees)

    @property
    def _touch_start(self) -> str | None:
        """The target of the piece whose end a touch would tell; a lone piece in hand needs no touch."""
        return self.touched.held or self.touched.only_hand

    # --- what is shown ------------------------------------------------------------------------------------------

    def pattern(self) -> Pattern:
        """Return the ring pattern of the player on turn, or of a problem."""
        return problem_pattern() if is_wrong(self._reported) else player_pattern(self.game, self.player)

    @property
    def _reported(self) -> tuple[TableProblem, ...]:
        match self.inference:
            case Problems(problems=problems) | Waiting(problems=problems) if self.reported:
                return problems
        return ()

    def page(self) -> Page:
        """Return the page with the player on turn and the cells that a selected piece can reach.

        A piece is selected by a touch or when it is lifted.
        """
        if self._reported:
            marks = {cell: Tone.GOOD for problem in self._reported for cell in problem.allowed}
            marks |= {cell: tone_of(problem) for problem in self._reported for cell in problem.places}
            return problem_page(
                self.session, CellBoard.of(self.lying, marks, labels=self.labels), self._reported, overrule=False
            )
        shown, marks = self.touched.lying, {}
        after = next((outcome.lying for outcome in self.outcomes if outcome.event == self._confirmed), None)
        if after is not None:
            shown = after
            marks = {cell: Tone.GOOD for piece, cell in after.items() if self.lying.get(piece) != cell}
        elif self._from:
            marks = {self._from: Tone.NOW, **dict.fromkeys(self.touched.ends(self._from), Tone.GOOD)}
        if self.touched.done and self.touched.held is None:
            marks = {**marks, **dict.fromkeys(self.touched.starts, Tone.GOOD)}
        if self.marked is not None:
            marks = {cell: Tone.PLAIN if tone is Tone.NOW else tone for cell, tone in marks.items()}
            marks[self.marked] = Tone.NOW
        rows = tuple(self._hand_rows())
        return BoardPage(
            "move",
            self.game.whose_turn(self.state),
            CellBoard.of(shown, marks, labels=self.labels),
            self._caption(),
            rows,
            Tone.WAITING if isinstance(self.inference, Waiting) else Tone.NOW,
            self.game.signs_of.get(self.player),
            self._keys(),
            self.session.notice,
            action=self.session.hands_button(),
            selected=index_of(rows, self.marked),
        )

    def _keys(self) -> Keys:
        steps = bool(self._targets)
        confirm = say("Confirm") if self._confirmed is not None else ""
        return Keys(
            advance=say("Choose") if self.marked is not None else confirm,
            draw=say("Next") if steps else say("Say again"),
            back=say("Put down") if self.touched.back() else say("Undo"),
            back_hold=say("Menu"),
            draw_hold=say("Previous") if steps else "",
        )

    @property
    def _from(self) -> str | None:
        """Target of the touched or lifted piece.

        Without a camera it may also be the only piece in hand that can be played.
        """
        if self.touched.held is None and isinstance(self.inference, Waiting):
            return next((self.lying[piece] for piece in self.inference.pieces if piece in self.lying), None)
        return self.touched.held if self.session.sees else self._touch_start

    def _hand_rows(self) -> Iterator[Row]:
        """Yield rows for the pieces in hand that may enter the board, and for a place beside it.

        The place is for a piece that may leave the board.
        """
        for target, count in self.touched.hand.items():
            piece = target.removeprefix(HAND)
            name = capitalised(self.game.piece_name(piece))
            tone = Tone.NOW if target == self._from else Tone.PLAIN
            yield Row(name, target, str(count) if count > 1 else "", tone=tone, sign=piece)
        if self.touched.held is not None and OFF_BOARD in self.touched.ends(self.touched.held):
            yield Row(say("Off the board"), OFF_BOARD, tone=Tone.GOOD)

    def _caption(self) -> str:
        match self.inference:
            case Happened():
                return say("The move is seen and counts in a moment.")
            case Waiting(maybe=(_, *_)):
                return together(
                    say("Something hides the move from the camera. Is everything as shown?"),
                    press(Button.ADVANCE, say("Confirm")),
                )
            case Waiting(places=places, pieces=()) if places:
                return describe_covered(places)
        if self.touched.event_so_far is not None:
            return together(say("Is that all?"), press(Button.ADVANCE, say("Confirm")))
        if self.touched.held is not None:
            return self._ask_for_end(self.touched.held)
        if self.touched.done and self.touched.only_leaving:
            return say("Touch the piece that leaves the board.")
        if self.touched.done:
            return say("Touch another piece that moves.")
        if self.session.watching is not None and not self.session.sees:
            # The pieces of a virtual table can be moved all the same, and nobody would say what is wrong with that.
            return together(self.game.task(self.state), say("No camera looks on: touch the move here."))
        return self.game.task(self.state)

    def _ask_for_end(self, held: str) -> str:
        """Ask where a piece goes, which keeps its name until it has moved."""
        piece, end = self.touched.ends(held).get(self.marked or "", (None, None))
        if piece is None:
            piece, _ = next(iter(self.touched.ends(held).values()))
            name = capitalised(self.game.piece_name(piece))
            return say("{piece}: touch the cell where it goes.", piece=name)
        task = self.game.names.describe_task(piece, self.lying.get(piece), end)
        return together(capitalised(task), press(Button.ADVANCE, say("Choose")))


class CellOverStep(OverStep):
    """The game is over: who has won, and why."""

    def __init__(self, session: Session, game: CellFacts) -> None:
        super().__init__(session)
        self.game = game
        result = game.rules.over(self.state)
        assert result is not None
        self.result = result

    @property
    def _winner(self) -> str:
        return next(iter(self.result.winners), "")

    def title(self) -> str:
        """Describe who has won."""
        return describe_winners([self.game.player_name(player) for player in self.result.winners])

    def text(self) -> str:
        """Why."""
        return self.game.reason(self.result.reason)

    def last_act(self) -> str:
        """Describe the last move, whoever made it."""
        return self.describe_last_event()

    def board(self) -> CellBoard | None:
        """The board at the end, the last move marked."""
        played = self.session.game
        assert played is not None
        if len(played.events) == 1:
            return None
        moved = self.game.move_board(played.undo().state, played.events[-1])
        # What the last move took is off the board.
        return replace(moved, labels=tuple(sorted(self.game.labels(self.state).items())), leaving=())

    def announcement(self) -> str:
        """Name who has won, and why."""
        return together(self.title(), self.text())

    def sign(self) -> object | None:
        """The winner."""
        return self.game.signs_of.get(self._winner)

    def pattern(self) -> Pattern:
        """The winners' seats."""
        return won_pattern(self.game.colours, self.result.winners)
