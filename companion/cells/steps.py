"""Steps of a game with one piece on a cell: players, set-up, moves, the end."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion.cells.board import CellBoard, disc_of
from companion.cells.facts import CellFacts
from companion.cells.plain_moves import PlainMoves
from companion.cells.refusal import RefusedMoves
from companion.cells.touches import HAND, OFF_BOARD, TouchedMove
from companion.device.button_colours import press
from companion.device.language import say
from companion.device.sentences import capitalised, together
from companion.screen.pages import BoardPage, Keys, Page, Row, Tone
from companion.table.camera_words import describe_covered
from companion.table.game_over import GameOverStep
from companion.table.hearing import HeardEvent
from companion.table.inference import Happened, Inference, Problems, TableProblem, Undecided, Waiting
from companion.table.inference_step import InferenceStep
from companion.table.layout import (
    MISPLACED,
    Change,
    LayoutTask,
    Lie,
    PieceObservation,
    TableLayout,
    assign_changes,
    describe_discrepancies,
    difference,
)
from companion.table.learned_looks import is_doubt
from companion.table.lists import ListStep, index_of, step_choice
from companion.table.matching import match_event
from companion.table.option_rows import option_row
from companion.table.plain_pieces import PlainTarget
from companion.table.planned_bots import BOTS, BotsStep, bots_rows
from companion.table.player_names import NAMES, NamesStep, names_row
from companion.table.problem_page import is_wrong, problem_page, tone_of
from companion.table.put_right import PutRightStep, TaskProgress
from companion.table.ring import problem_pattern, won_pattern
from companion.table.session import GameSession, Session
from companion.table.undo_step import open_undo, undo_label
from companion.table.which_move import ask_which_move, none_of_these
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
CellSession = GameSession[Any, Any]

#: Prefix of the rows of options: a game may call one as another row is called.
_OPTION = "option-"


class CellPlayersStep(ListStep):
    """Players and options of a game that is about to begin."""

    name = "players"

    def __init__(self, session: Session, game: CellFacts) -> None:
        super().__init__(session)
        self.game = game
        #: The options of this game by their ids.
        self.chosen = dict(session.settings.of_game(game.rules.id, game.options))

    @property
    def has_choices(self) -> bool:
        """True if an option is another than in the settings."""
        return self.chosen != dict(self.session.settings.of_game(self.game.rules.id, self.game.options))

    def keys(self) -> Keys:
        """Name the way out, too."""
        return replace(super().keys(), back_hold=self.session.menu_name)

    def title(self) -> str:
        """Return the page's title."""
        return say("New game")

    def rows(self) -> Sequence[Row]:
        """Return the start, the options, and the ways to bots and names, which list the players."""
        options = [option_row(option, self.chosen[option.id], _OPTION + option.id) for option in self.game.options]
        bots = bots_rows(self.session, tuple(self.game.colours))
        names = names_row(self.session, tuple(self.game.colours))
        return [Row(say("Start"), "start", tone=Tone.NOW), *options, *bots, names]

    def choose(self, row_id: str) -> None:
        """Change an option, or start."""
        if row_id == "start":
            self.game.begin(self.session, self.game.started(self.chosen), self.chosen)
            return
        if row_id == BOTS:
            self.session.open(BotsStep(self.session, tuple(self.game.colours)))
            return
        if row_id == NAMES:
            self.session.open(NamesStep(self.session, tuple(self.game.colours)))
            return
        option = next(option for option in self.game.options if _OPTION + option.id == row_id)
        self.chosen[option.id] = option.after(self.chosen[option.id])


class CellPlacementStep(PutRightStep[PieceObservation]):
    """The pieces are laid as the game says they lie."""

    def __init__(self, session: Session, game: CellFacts) -> None:
        self.game = game
        assert session.game is not None
        self.target = game.lying(session.game.state)
        self.layout = game.layout(session.game.state)
        self.labels = game.labels(session.game.state)
        #: How the pieces are known by where they lie, if they have no stickers; else None.
        self._plain: PlainTarget | None = None
        if session.settings.is_plain:
            self._plain = PlainTarget(self.layout, session.layout)
        super().__init__(session)

    def first_tasks(self) -> tuple[LayoutTask, ...] | None:
        """Return the tasks that follow from the layout as far as it is known."""
        layout = self.session.layout
        return None if layout is None else self._tasks(difference(self.layout, layout))

    def tasks_to_lay(self) -> tuple[LayoutTask, ...]:
        """Return the tasks that lay all pieces, those that are alike together."""
        assert self.session.game is not None
        return tuple(map(LayoutTask, self.game.describe_laying(self.session.game.state)))

    def tasks_from_observation(self, observation: PieceObservation) -> tuple[LayoutTask, ...]:
        """Return the tasks that follow from the observation; pieces that may be hidden get no task.

        What lies where nothing belongs, and nobody can name, leaves the board.
        """
        if self._plain is not None:
            observation = self.session.unrest.hide_vouched(observation, observation)
        observation = self._named(observation)
        changes = difference(self.layout, observation.layout)
        tasks = self._tasks(
            change for change in changes if change.start is not None or not self._may_be_hidden(change, observation)
        )
        if not self._plain:
            return tasks
        unknown = sorted(observation.unreadable)
        return (*(LayoutTask(say("Take away what lies on {cell}.", cell=cell), kind=cell) for cell in unknown), *tasks)

    def _named(self, observation: PieceObservation) -> PieceObservation:
        """Return the observation with one name for pieces alike, plain ones by their cells."""
        named = observation.named(self.game.alike)
        return named if self._plain is None else self._plain.name_pieces(named)

    @staticmethod
    def _may_be_hidden(change: Change, observation: PieceObservation) -> bool:
        return change.lie.place in observation.unreadable | observation.hidden

    def _tasks(self, changes: Iterable[Change]) -> tuple[LayoutTask, ...]:
        """Return a task for each change: first those of pieces that leave the board."""
        ordered = sorted(changes, key=lambda change: (change.end is not None, (change.end or change.lie).side))
        return tuple(LayoutTask(capitalised(self._describe_task(change)), (change,)) for change in ordered)

    def _describe_task(self, change: Change) -> str:
        names, (start, end) = self.game.names, change
        if change.is_turn and start is not None and end is not None:
            return names.describe_turn(start.side, start.place, end.place)
        places = (None if lie is None else lie.place for lie in change)
        return names.describe_task((end or change.lie).side, *places)

    def is_told_by(self, heard: HeardEvent, task: LayoutTask) -> bool:
        """Return True if each cell of the task is named."""
        cells = {lie.place for change in task.changes for lie in (change.start, change.end) if lie is not None}
        return cells <= {*re.findall(r"\w+", heard.text)}

    def progress(self, tasks: Sequence[LayoutTask], observation: PieceObservation) -> TaskProgress:
        """Return the progress of tasks: one is done when its piece is seen where it belongs."""
        plain = self._plain
        if plain is not None:
            observation = self.session.unrest.hide_vouched(self.steady.see(observation, self.session.now), observation)
        seen = observation.named(self.game.alike)
        observation = self._named(observation)
        changes = difference(self.layout, observation.layout)
        left, _ = assign_changes(tasks, changes)
        starts = {change.start for task in tasks for change in task.changes} | {None}
        sides = [{lie.side for change in task.changes[:1] for lie in change if lie} for task in tasks]
        in_doubt = [bool(side & observation.in_doubt) for side in sides]
        on_their_way = [change for mine in left for change in mine if change.start in starts]
        hidden = [change for change in changes if change.start is None and self._may_be_hidden(change, observation)]
        if plain is not None:
            hidden += plain.unseen
        cleared = [task.kind not in observation.unreadable for task in tasks]
        return TaskProgress(
            tuple(not (mine or doubt) and clear for mine, doubt, clear in zip(left, in_doubt, cleared, strict=True)),
            describe_discrepancies(self.layout, observation, self.game.names, but=on_their_way),
            observation.fits(self.layout) if plain is None else plain.matches(seen),
            tuple(sorted(observation.unreadable)),
            tuple(change.lie.side for mine in left for change in mine if change.start is None),
            tuple(change.lie.side for change in hidden),
        )

    def _done(self) -> None:
        if self._plain is not None and self._last_seen is not None:
            # What people leave though it is seen otherwise, such as a hard shadow, stops no later move.
            self.session.unrest.leave(frozenset(self.target.values()), self._last_seen)
        super()._done()

    def completed_layout(self) -> TableLayout:
        """Return the layout with all pieces where the game says."""
        return self.layout

    def board(self, open_tasks: Sequence[LayoutTask]) -> CellBoard:
        """Return the board as it should be, with ways for what must move."""
        changes = [change for task in open_tasks for change in task.changes]
        marks = {problem.places[0]: tone_of(problem) for problem in self.problems if problem.places}
        for number, change in enumerate(changes):
            marks.setdefault((change.end or change.lie).place, Tone.PLAIN if number else Tone.NOW)
        if self.found is not None:
            marks |= dict.fromkeys(self.found.waiting, Tone.WAITING)
        leaving = tuple(self._name_leaving([lie for lie, end in changes if lie and end is None]))
        ways = ((start.place, end.place) for start, end in changes if start and end)
        board = CellBoard.of(self.target, marks, tuple(way for way in ways if way[0] != way[1]), self.labels)
        return replace(board, leaving=leaving)

    def _name_leaving(self, lies: Iterable[Lie]) -> Iterator[tuple[str, str]]:
        """Yield the pieces that leave the board, with their cells.

        Of pieces that are alike these are some that are not on the board afterwards.
        """
        discs = {disc_of(piece) for piece in self.target}
        unused = [piece for piece in self.game.tag_set.pieces if disc_of(piece) not in discs]
        for lie in lies:
            piece = next((piece for piece in unused if self.game.alike(piece) == lie.side), lie.side)
            unused = [other for other in unused if disc_of(other) != disc_of(piece)]
            yield piece, lie.place


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
        self._layout = game.layout(self.state)
        #: The cells of pieces that are lifted.
        self._lifted: tuple[str, ...] = ()
        self.outcomes = game.possible_layouts(self.state)
        self.player = game.turn(self.state)
        self.labels = game.labels(self.state)
        self._refused = RefusedMoves(game, self.state, self.lying, self.outcomes)
        self._plain = PlainMoves(game, self.state, self.lying, self.outcomes, session.unrest, session.looks)
        #: What has been told by touch.
        self.touched = TouchedMove(self.lying, self.outcomes, game.piece_name)
        #: By hand: the piece or the place that Advance takes, once Draw has marked one.
        self.marked: str | None = None

    # --- what is seen -------------------------------------------------------------------------------------------

    def see(self) -> None:
        """Find out what has happened; it counts when it has lain still for a while."""
        observation = self.session.observation
        assert observation is not None
        told: Inference[Any] | None = None
        if self._is_plain:
            observation, told = self._plain.match(observation, self.session.now)
        named = observation.named(self.game.alike)
        self._lifted = tuple(lie.place for lie in named.missing(self._layout) if lie.place not in named.hidden)

        def refuse() -> tuple[TableProblem, ...]:
            return self._refused.of_layout(self.game.arranged(observation.layout.sides, self.lying))

        found = told or match_event(self._layout, self.outcomes, named, self.game.names, refuse)
        half = self._half_done(found)
        self.find(found if half is None else Waiting(half.pieces, problems=(half,)))

    def _half_done(self, found: Inference[Any]) -> TableProblem | None:
        """Return what is left of the only move that takes what is lifted; else None.

        Whoever lifts an own piece is about to move it.
        """
        if not isinstance(found, Waiting) or found.maybe or found.places or not self._lifted:
            return None
        pieces = [piece for piece, cell in self.lying.items() if cell in self._lifted]
        if any(self.game.player_of(piece) == self.player for piece in pieces):
            return None
        taking = [outcome for outcome in self.outcomes if not outcome.lying.keys() & {*pieces}]
        if len(taking) != 1:
            return None
        lying = {piece: cell for piece, cell in self.lying.items() if piece not in pieces}
        first = next(iter(difference(taking[0].layout, TableLayout.from_sides(lying, self.game.alike))), None)
        if first is None or first.end is None:
            return None
        start = None if first.start is None else first.start.place
        task = self.game.names.describe_task(first.end.side, start, first.end.place)
        return TableProblem(
            MISPLACED,
            say("The move is half done."),
            capitalised(task),
            found.pieces,
            (first.end.place,),
            unfinished=True,
        )

    def tick(self) -> None:
        """Take what has settled, say what is wrong, ask which of several moves it was."""
        if self._is_plain and self.session.observation is not None and self._plain.is_due(self.session.now):
            self.see()
        settled_s = self._plain.steady.settled_s if self._is_plain else SETTLED_S
        match self.inference:
            case Undecided() if self.age_s >= settled_s and not self.reported:
                self.reported = True
                ask_which_move(self.session, self._alike_rows())
            case Happened(event=event) if self.age_s >= settled_s and not self.session.own_screens_decide:
                self._take(event, already_placed=True)
            case Problems(problems=problems) if self.age_s >= PROBLEM_S and not self.reported:
                self.report(problems)
            case Waiting(problems=problems) if problems and self.age_s >= LIFTED_S and not self.reported:
                self.report(problems)

    def unsettled(self) -> None:
        """Start the wait for a still table anew, and for each cell."""
        super().unsettled()
        self._plain.steady.unsettle(self.session.now)

    def _take(self, event: Any, *, already_placed: bool) -> None:
        hidden = self.session.hidden_cards
        # What lies there has happened; what is told may not be what somebody's hand has.
        contradiction = hidden.contradiction(event) if hidden is not None and self._seen_event is None else ""
        if contradiction:
            self.touched = TouchedMove(self.lying, self.outcomes, self.game.piece_name)
            self.session.hint(contradiction)
            return
        self.session.apply(self.recorded(event), already_placed=already_placed)
        if already_placed and self._is_plain and self.session.sees:
            self._plain.vouch(event)
            # Nobody sees whether discs are turned over already: that is asked.
            self.session.confirm_layout(self._plain.unseen_layout(event))
        self.session.say("", Level.DETAIL, "right")
        self.session.go_on()

    def recorded(self, event: Any) -> Any:
        """Return a move as it is kept: a game may add what it has measured.

        A move of another table has been measured there, and is kept as it is.
        """
        return event

    @property
    def _is_plain(self) -> bool:
        """True if the pieces have no stickers."""
        return self.session.settings.is_plain

    def enter_event(self, event: Any) -> None:
        """Take an event that was entered as a whole, as one that was touched."""
        self._take(event, already_placed=self.is_placed_by_people)

    # --- buttons ------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Say whose turn it is, and what to do."""
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
        """Take what is marked or seems to have happened; else say again what is wrong."""
        if self.marked is not None:
            self.touch(self.marked)
        elif self._confirmed is not None:
            self._take(self._confirmed, already_placed=self._seen_event is not None or not self.session.sees)
        elif isinstance(self.inference, Problems):
            self.report(self.inference.problems)

    def overrule(self) -> None:
        """Let pieces lie that are not seen or seem swapped; pass over what only seems to lie."""
        if self.unseen_event is not None:
            self._take(self.unseen_event, already_placed=True)
        elif is_doubt(self._reported):
            self._plain.looks.accept(self._reported)
            self.see()

    @property
    def unseen_event(self) -> Any:
        """The event that has happened if what is reported only looks so: not seen, or too much."""
        match self.inference:
            case Problems(overrule=event) if self.reported:
                return event
        return None

    @property
    def _steps(self) -> bool:
        """True if there is something to mark."""
        return bool(self._targets)

    def _step(self, steps: int) -> None:
        """Mark the next piece, or the next place for it."""
        self.marked = step_choice(self._targets, self.marked, steps)

    @property
    def _targets(self) -> list[str]:
        """Targets that the buttons step through by hand: pieces, then places, nearest first."""
        if self.alike:
            return [row.id for row in self._alike_rows()]
        if self.session.sees:
            return []
        start = self._touch_start
        if start is None:
            return [*self.touched.hand, *sorted(self.touched.starts)]
        apart = self.game.tag_set.steps_apart
        return sorted(self.touched.ends(start), key=lambda end: (apart(start, end), end))

    def places(self) -> tuple[Sequence[Row], int | None]:
        """Return the targets in words: a cell with what lies there, or a piece in hand."""
        targets = self._targets
        return [self._target_row(target) for target in targets], targets.index(
            self.marked
        ) if self.marked in targets else None

    def _target_row(self, target: str) -> Row:
        alike = next((row for row in self._alike_rows() if row.id == target), None)
        if alike is not None:
            return alike
        if target == OFF_BOARD:
            return Row(say("Off the board"), target)
        if target.startswith(HAND):
            return Row(self.game.piece_name(target.removeprefix(HAND)), target)
        piece = next((piece for piece, cell in self.touched.lying.items() if cell == target), None)
        name = "" if piece is None else self.game.piece_name(piece)
        return Row(self.game.names.place(target), target, name, self.labels.get(target, ""))

    def back(self) -> None:
        """Let go of what was touched, or show what can be undone."""
        self.marked = None
        before = self.touched.back()
        if before is not None:
            self.touched = before
        else:
            open_undo(self.session)

    def touch(self, target: str) -> None:
        """Select a piece by its cell or by its row, or select its target.

        The event is taken as soon as only one is possible.
        """
        self.marked = None
        if self.unseen_event is not None and any(target in problem.places for problem in self._reported):
            self.overrule()
            return
        event = self._plain.chosen(self.alike, target)
        if event is not None:
            self._take(event, already_placed=True)
        if self.alike:
            return
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
                self.session,
                CellBoard.of(self.lying, marks, labels=self.labels),
                self._reported,
                overrule=is_doubt(self._reported) or self.unseen_event is not None,
            )
        if self.alike:
            return self._alike_page()
        shown, marks = self.touched.lying, {}
        after = next((outcome.lying for outcome in self.outcomes if outcome.event == self._confirmed), None)
        if after is not None:
            shown = after
            marks = {cell: Tone.GOOD for piece, cell in after.items() if self.lying.get(piece) != cell}
        elif self._from:
            marks = {self._from: Tone.NOW, **dict.fromkeys(self.touched.ends(self._from), Tone.GOOD)}
        else:
            marks = dict.fromkeys(self._out_of_sight, Tone.WAITING)
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

    def _alike_rows(self) -> tuple[Row, ...]:
        return self._plain.rows(self.alike, heard=self.session.is_by_ear)

    def _alike_page(self) -> Page:
        """Return the page with the moves that look alike, one of which it was."""
        rows = (*self._alike_rows(), none_of_these())
        marked = None if self.marked is None else self._plain.chosen(self.alike, self.marked)
        return BoardPage(
            "move",
            say("Which move was it?"),
            self._plain.board(self.alike, marked, self.labels),
            ""
            if self.session.is_by_ear
            else say("The pieces look the same after each of these moves. Touch the one that was made."),
            rows,
            Tone.NOW,
            self.game.signs_of.get(self.player),
            self._keys(),
            self.session.notice,
            action=self.session.hands_button(),
            one_column=True,
            selected=index_of(rows, self.marked),
        )

    def _keys(self) -> Keys:
        steps = bool(self._targets)
        confirm = say("Confirm") if self._confirmed is not None else ""
        return Keys(
            advance=say("Choose") if self.marked is not None else confirm,
            draw=say("Next") if steps else say("Say again"),
            back=say("Put down") if self.touched.back() else undo_label(self.session),
            back_hold=say("Menu"),
            draw_hold=say("Previous") if steps else "",
        )

    @property
    def _from(self) -> str | None:
        """Target of the touched or lifted piece.

        Without a camera it may also be the only piece in hand that can be played.
        """
        if self.touched.held is None and isinstance(self.inference, Waiting):
            return next(iter(self._lifted), None)
        return self.touched.held if self.session.sees else self._touch_start

    @property
    def _out_of_sight(self) -> tuple[str, ...]:
        """The cells in which plain pieces may have moved unseen, as where a lamp is mirrored."""
        match self.inference:
            case Waiting(places=places, pieces=()) if self._is_plain and self._plain.hides(places):
                return places
        return ()

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
            case Waiting(places=places, pieces=()) if places and not self._out_of_sight:
                return describe_covered(places)
            case Waiting(problems=(TableProblem(unfinished=True, missing=False) as half, *_)):
                return together(half.sentence, half.fix)
        if self.touched.event_so_far is not None:
            return together(say("Is that all?"), press(Button.ADVANCE, say("Confirm")))
        if self.touched.held is not None:
            return self._ask_for_end(self.touched.held)
        if self.touched.done and self.touched.only_leaving:
            return (
                say("Choose the piece that leaves the board.")
                if self.session.is_by_ear
                else say("Touch the piece that leaves the board.")
            )
        if self.touched.done:
            return (
                say("Choose another piece that moves.")
                if self.session.is_by_ear
                else say("Touch another piece that moves.")
            )
        if self.session.watching is not None and not (self.session.sees or self.session.is_told_by_keys):
            # The pieces of a virtual table can be moved all the same, and nobody would say what is wrong with that.
            return together(self.game.task(self.state), say("No camera looks on: touch the move here."))
        unseen = (
            say("I do not see the marked cells. If you move there, touch the move here.") if self._out_of_sight else ""
        )
        return together(self.game.task(self.state), unseen)

    def _ask_for_end(self, held: str) -> str:
        """Ask where a piece goes, which keeps its name until it has moved."""
        piece, end = self.touched.ends(held).get(self.marked or "", (None, None))
        if piece is None:
            piece, _ = next(iter(self.touched.ends(held).values()))
            name = capitalised(self.game.piece_name(piece))
            if self.session.is_by_ear:
                return say("{piece}: where does it go?", piece=name)
            return say("{piece}: touch the cell where it goes.", piece=name)
        task = self.game.names.describe_task(piece, self.lying.get(piece), end)
        return together(capitalised(task), press(Button.ADVANCE, say("Choose")))


class CellOverStep(GameOverStep[Any]):
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
        return self.game.describe_winners(self.result)

    def text(self) -> str:
        """Explain why the game is over, and tell what only the whole game shows."""
        assert self.session.game is not None
        return together(self.game.reason(self.result.reason), self.game.notes_at_end(self.session.game.events))

    def last_act(self) -> str:
        """Describe the last move, of a person or a bot."""
        return self.describe_last_event()

    def board(self) -> CellBoard | None:
        """Return the board at the end, the last move marked."""
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
        """Return the winner."""
        return self.game.signs_of.get(self._winner)

    def pattern(self) -> Pattern:
        """Return the winners' seats."""
        return won_pattern(self.game.colours, self.result.winners)
