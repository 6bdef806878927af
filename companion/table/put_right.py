"""Guide to putting the table right: tasks for hands, ticked off by the camera.

At the end the table matches the game.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, cast

from companion.device.button_colours import press
from companion.device.language import language_in_use, say, say_count
from companion.device.sentences import together
from companion.screen.pages import BoardPage, Keys, Page, Row, Tone
from companion.table.bot_acts import watched_act
from companion.table.debounce import DebouncedStep
from companion.table.hearing import HeardEvent
from companion.table.inference import TableProblem
from companion.table.layout import LayoutTask, TableLayout
from companion.table.lists import index_of, leave_sentence_to_caption, step_choice
from companion.table.plain_pieces import SteadyPlaces
from companion.table.problem_page import is_wrong, say_problems, tone_of, tone_of_all
from companion.table.ring import problem_pattern, put_right_pattern
from companion.table.session import ObservationT, Session
from companion.table.undo_step import open_undo, undo_label
from companion.voice import Level
from hardware.buttons import Button
from hardware.ring.patterns import Pattern

#: The table must match for so long (seconds): hands may still be at work.
SETTLED_S = 0.7
#: So long something may lie wrong, beyond what is still to do, before the companion says so.
PROBLEM_S = 2.0


@dataclass(frozen=True)
class TaskProgress:
    """Progress of a list of tasks, and the other problems.

    `done` says for each task if it is done. `problems` are the discrepancies beyond the tasks that are still to do.
    `matches`: the table is as it should be. `waiting` are unreadable places on which a piece should lie; `lifted`
    are pieces that are to be moved and are not seen now. `unsure` are pieces whose task only the players know to be
    done: the table may match without it, because the camera does not see where they lie. `hint` says what to move
    so that the camera sees them.
    """

    done: tuple[bool, ...]
    problems: tuple[TableProblem, ...]
    matches: bool
    waiting: tuple[str, ...] = ()
    lifted: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()
    hint: str = ""


class PutRightStep(DebouncedStep[TaskProgress | None], Generic[ObservationT]):
    """Step that brings the pieces to their places by the game.

    The game gives the tasks, and how far they are done.
    """

    session: Session
    is_laid_by_hands = True

    def __init__(self, session: Session) -> None:
        super().__init__(session, None)
        #: The places of plain pieces, which count once they have been seen so for a while.
        self.steady = SteadyPlaces()
        self.by_hand: set[int] = set()
        #: The task that Advance ticks without a camera, once Draw has marked one; -1: none, and Advance says "done".
        self.marked = -1
        #: What was said last is not said again because a hand moved over the table.
        self._announced = ""
        #: None until it is known how the table lies.
        self.tasks = self.first_tasks()
        #: Whether the tasks are to lay all that belongs on the table: nobody knows what lies there.
        self._lays_all = False
        #: The language of their sentences.
        self._language = language_in_use()
        #: The observation that the tasks are made of; None: the layout is.
        self._made_of: ObservationT | None = None
        #: The last observation.
        self._last_seen: ObservationT | None = None
        #: Tasks and progress in another language, and what they say anew.
        self._translated: tuple[object, tuple[LayoutTask, ...], TaskProgress | None] | None = None

    # --- what the game says -------------------------------------------------------------------------------------

    @abstractmethod
    def first_tasks(self) -> tuple[LayoutTask, ...] | None:
        """Return the tasks on a table with the session's `layout`.

        None: the camera must look first.
        """

    def tasks_from_observation(self, observation: ObservationT) -> tuple[LayoutTask, ...]:  # noqa: ARG002 - only where the camera must look first
        """Return the tasks on a table with this observation."""
        return self.tasks or ()

    @abstractmethod
    def progress(self, tasks: Sequence[LayoutTask], observation: ObservationT) -> TaskProgress:
        """Return the progress of the tasks on a table with this observation."""

    @abstractmethod
    def completed_layout(self) -> TableLayout:
        """Return the layout of the pieces when all is done."""

    @abstractmethod
    def board(self, open_tasks: Sequence[LayoutTask]) -> object:
        """Return the table as it should be, with what is left and, once reported, what is wrong."""

    def group(self, task: LayoutTask) -> object:  # noqa: ARG002 - games override it
        """Return the group of a task; one group after the other is shown, in the order of the tasks."""
        return None

    def ask_by_hand(self, tasks: Sequence[LayoutTask]) -> str:
        """Ask the players to do these open tasks of a group: first the first one."""
        return tasks[0].sentence

    def sign(self, task: LayoutTask) -> object | None:  # noqa: ARG002 - games override it
        """Return the picture of the piece that a task is about: a value of the game."""
        return None

    def pieces_of(self, task: LayoutTask) -> frozenset[str]:  # noqa: ARG002 - games override it
        """Return the pieces of a task: a problem with one of them is told instead of the task."""
        return frozenset()

    def is_told_by(self, heard: HeardEvent, task: LayoutTask) -> bool:  # noqa: ARG002 - games override it
        """Return True if the event as it was heard says all that the task asks for."""
        return False

    def ask_to_lay(self) -> str:
        """Return the sentence for a table of which nothing is known."""
        return say("Lay the table as the picture shows.")

    def tasks_to_lay(self) -> tuple[LayoutTask, ...]:
        """Return the tasks that lay all that belongs on the table, in words that need no picture."""
        assert self.session.game is not None
        return tuple(map(LayoutTask, self.session.table_game.describe_board(self.session.game.state)))

    # --- what is seen -------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Say what to do first, in the language that may have been chosen since.

        The hands of a virtual table that is told by keys need not be told.
        """
        if self.tasks is not None and self._language != language_in_use():
            self.tasks, self.found = self._in_language_in_use(self.tasks, self.found)
        self._language = language_in_use()
        self._ask_to_lay_by_ear()
        open_tasks = self.remaining_tasks()
        if self.session.is_told_by_keys:
            return
        if open_tasks:
            self._announce_untold(open_tasks)
        elif self.tasks is None:
            self.session.say(self._caption(), Level.PHASE, "")

    def _ask_to_lay_by_ear(self) -> None:
        """Make tasks of all that lies there, where nobody knows what does and no camera looks."""
        if self.tasks is None and self.session.is_by_ear and not self.session.sees:
            self.tasks, self._lays_all = self.tasks_to_lay(), True

    def see(self) -> None:
        """Tick off what is done."""
        assert self.session.observation is not None
        observation = cast("ObservationT", self.session.observation)
        self._last_seen = observation
        if self.tasks is None or self._lays_all:
            self._made_of, self._lays_all = observation, False
            self.tasks = self.tasks_from_observation(observation)
        before = self.remaining_tasks()
        self.by_hand = set()
        if self.find(self.progress(self.tasks, observation)):
            after = self.remaining_tasks()
            if after and len(after) < len(before) and after[0].sentence != self._announced:
                self._announce(after[0], "right")

    def _announce(self, task: LayoutTask, chime: str) -> None:
        self._announced = task.sentence
        self.session.say(task.sentence, Level.DETAIL, chime)

    def _announce_untold(self, tasks: Sequence[LayoutTask]) -> None:
        """Say the first of the tasks that nobody at the table has just told by ear.

        What a bot or a phone has done is told as it happened, and then as a task for hands.
        """
        untold = list(tasks)
        for heard in (heard for heard in self.session.announced.just_heard if heard.confirms):
            for task in tasks:
                if task in untold and self.is_told_by(heard, task):
                    untold.remove(task)
                    self.session.announced.leave_unsaid(task.sentence)
        if len(untold) < len(tasks) and len(untold) <= 1:
            # How many there are besides is of no use.
            self.session.announced.leave_unsaid(_count_tasks(len(tasks)))
        if untold:
            self._announce(untold[0], "")
        else:
            self._announced = tasks[0].sentence

    def is_news(self, found: TaskProgress | None) -> bool:
        """Other problems than before are no news: what is wrong has been wrong for as long."""
        return not (self.found and self.found.problems and found and found.problems)

    def forget_observation(self) -> None:
        """Forget the observation; finished tasks stay ticked, and the players tick the rest."""
        self.by_hand = {number for number in range(len(self.tasks or ())) if self._is_done(number)}
        super().forget_observation()
        self._ask_to_lay_by_ear()

    def unsettled(self) -> None:
        """Start the wait for a still table anew, and for each place of plain pieces."""
        super().unsettled()
        self.steady.unsettle(self.session.now)

    def tick(self) -> None:
        """Go on when the table matches; say what has been wrong for a while.

        Places of plain pieces count when they have been seen otherwise for long enough.
        """
        if self.session.observation is not None and self.steady.is_due(self.session.now):
            self.see()
        if self.found is None:
            return
        if self.found.matches and not self.found.unsure and self.age_s >= SETTLED_S:
            self._done()
        elif self.found.problems and not self.reported and self.age_s >= PROBLEM_S:
            self.reported = True
            say_problems(self.session, self.found.problems)

    def _done(self) -> None:
        self.session.confirm_layout(self.completed_layout())
        self.session.say("", Level.DETAIL, "right")
        self.session.go_on()

    def _is_done(self, number: int) -> bool:
        return number in self.by_hand or (self.found is not None and self.found.done[number])

    def remaining_tasks(self) -> list[LayoutTask]:
        """Return the tasks that are not done, in the order in which they are told."""
        return [task for number, task in enumerate(self.tasks or ()) if not self._is_done(number)]

    # --- buttons ------------------------------------------------------------------------------------------------

    def explain_ignored_touch(self, target: str) -> str:  # noqa: ARG002 - every place is the same
        """Return why a touch does nothing: hands do it."""
        return say("Move the pieces on the table as the list says.")

    def advance(self) -> None:
        """Accept the players' word that all is done if no camera sees it; else repeat the next task."""
        open_tasks, shown = self.remaining_tasks(), self._shown_tasks()
        if self._ticks and self.marked >= 0:
            self.by_hand ^= {self.marked}
            self.marked = next((number for number in self._shown_numbers() if not self._is_done(number)), -1)
        elif not self.asks_players:
            self.begin()
        elif not self.session.sees and any(task not in shown for task in open_tasks):
            self.by_hand |= set(self._shown_numbers())
            self.begin()
        else:
            self._done()

    def draw(self) -> None:
        """Mark the next task where no camera looks; else repeat what to do."""
        self._mark(1)

    def draw_held(self) -> None:
        """Mark the task before where no camera looks."""
        self._mark(-1)

    def _mark(self, step: int) -> None:
        if self._ticks:
            marked = step_choice((-1, *self._shown_numbers()), self.marked, step)
            self.marked = -1 if marked is None else marked
        else:
            self.begin()

    @property
    def _ticks(self) -> bool:
        """True if players tick the tasks: no camera sees when these are done, and there are several."""
        return not self.session.sees and len(self.tasks or ()) > 1

    @property
    def asks_players(self) -> bool:
        """True if only the players know that all is done.

        There is no camera, or the remaining pieces are out of its sight.
        """
        return not self.session.sees or self._matches

    def overrule(self) -> None:
        """Take the table for right, as the players say, whatever the camera sees."""
        if self.found is not None:
            self.session.ignored_problems.add(self.found.problems)
        self._done()

    def back(self) -> None:
        """Show what can be undone."""
        open_undo(self.session)

    def touch(self, target: str) -> None:
        """Tick a task that is touched where no camera looks."""
        if not self.session.sees and target.isdigit() and int(target) < len(self.tasks or ()):
            self.by_hand ^= {int(target)}

    # --- what is shown ------------------------------------------------------------------------------------------

    @property
    def problems(self) -> tuple[TableProblem, ...]:
        """Discrepancies, once they have been reported."""
        return self.found.problems if self.reported and self.found else ()

    def pattern(self) -> Pattern:
        """Return the ring pattern of the progress."""
        if is_wrong(self.problems):
            return problem_pattern()
        tasks = self.tasks or ()
        # As long as something else keeps the table from being right, the ring is not full.
        left = len(self.remaining_tasks()) or int(self.session.sees and bool(tasks) and not self._matches)
        return put_right_pattern(len(tasks) - left, len(tasks))

    def _caption(self) -> str:
        if self.problems:
            return together(self.problems[0].sentence, self.problems[0].fix)
        open_tasks = self.remaining_tasks()
        done = press(Button.ADVANCE, say("Done"))
        if open_tasks and self.session.sees and self.asks_players:
            return together(open_tasks[0].sentence, together(self._hint or say("The camera cannot see that."), done))
        if open_tasks:
            if self.session.sees:
                return open_tasks[0].sentence
            shown = [task for task in open_tasks if task in self._shown_tasks()]
            last = self.marked < 0 and (len(shown) == 1 or self.group(shown[0]) is not None)
            return together(self.ask_by_hand(shown), done if last else "")
        if self.tasks is None:
            return self.ask_to_lay()
        if not self.asks_players:
            return say("Not everything is seen in its place yet.")
        goes_on = self.session.sees and self.found is not None and not self.found.unsure
        return say("The table is right.") if goes_on else together(self._hint or say("All done?"), done)

    @property
    def _matches(self) -> bool:
        return self.found is not None and self.found.matches

    @property
    def _hint(self) -> str:
        return self.found.hint if self.found is not None else ""

    def _shown_numbers(self) -> list[int]:
        """Return the numbers of the tasks of the first group with an open one, or of the last group."""
        tasks = self.tasks or ()
        first = next(iter((*self.remaining_tasks(), *tasks[-1:])), None)
        if first is None:
            return []
        return [number for number, task in enumerate(tasks) if self.group(task) == self.group(first)]

    def _shown_tasks(self) -> list[LayoutTask]:
        """Return the tasks that are shown now."""
        tasks = self.tasks or ()
        return [tasks[number] for number in self._shown_numbers()]

    def _tasks_to_tell(self) -> list[LayoutTask]:
        """Return the remaining tasks, without those instead of which a problem is told."""
        told = frozenset(piece for problem in self.problems for piece in problem.pieces)
        return [task for task in self.remaining_tasks() if not told & self.pieces_of(task)]

    def page(self) -> Page:
        """Return the page with the tasks on the table, in the language in use.

        Phones may have another than the table. The first task is large if the camera sees when it is done; all others
        are a list.
        """
        if self.tasks is None or language_in_use() == self._language:
            return self._page()
        told = self.tasks, self.found
        self.tasks, self.found = self._in_language_in_use(*told)
        try:
            return self._page()
        finally:
            self.tasks, self.found = told

    def _in_language_in_use(
        self, tasks: tuple[LayoutTask, ...], found: TaskProgress | None
    ) -> tuple[tuple[LayoutTask, ...], TaskProgress | None]:
        """Return the tasks and their progress with sentences in the language in use."""
        told = language_in_use(), tasks, found
        if self._translated is None or self._translated[0] != told:
            made_of, seen = self._made_of, self._last_seen
            first = self.tasks_to_lay if self._lays_all else self.first_tasks
            others = first() if made_of is None else self.tasks_from_observation(made_of)
            if others is None or len(others) != len(tasks):
                others = tasks
            self._translated = told, others, None if found is None or seen is None else self.progress(others, seen)
        return self._translated[1:]

    def _page(self) -> Page:
        rows = [
            Row(problem.sentence, detail=problem.fix, tone=tone_of(problem), sign=problem.sign)
            for problem in self.problems[1:]
        ]
        by_hand = not self.session.sees
        open_tasks = self.remaining_tasks()
        to_tell = self._tasks_to_tell()
        # Nothing stands twice on the page: the thing to do now is the caption.
        # In a game that plays itself that is the act for which hands move what the rows say.
        watched = "" if self.problems else watched_act(self.session)
        captioned = open_tasks[0] if open_tasks and not by_hand and not self.problems and not watched else None
        first_open = by_hand or bool(self.problems) or bool(watched)
        caption = watched or self._caption()
        shown = self._shown_tasks()
        for number, task in enumerate(self.tasks or ()):
            done = self._is_done(number)
            # Where hands tick tasks by touch, the rows keep their places, unless there is but one.
            alone = by_hand and len(self.tasks or ()) == 1
            if task is captioned or alone or task not in shown or (not done and task not in to_tell):
                continue
            is_next = not done and first_open
            first_open = first_open and done
            tone = Tone.FADED if done else Tone.NOW if is_next else Tone.PLAIN
            row = Row(task.sentence, str(number) if by_hand else "", tone=tone, done=done, sign=self.sign(task))
            rows.append(leave_sentence_to_caption(row) if is_next and caption.startswith(task.sentence) else row)
        if not by_hand:
            # What is still to do stands before what is done; rows that are touched keep their places.
            rows.sort(key=lambda row: row.tone is Tone.FADED)
        left = len(to_tell) + len(self.problems)
        return BoardPage(
            "put-right",
            _count_tasks(left) if left else say("The table"),
            self.board([] if self._lays_all else open_tasks),
            caption,
            tuple(rows),
            tone_of_all(self.problems),
            self.problems[0].sign if self.problems else self.sign(captioned) if captioned else None,
            keys=Keys(
                advance=self._advance_label(),
                draw=say("Next") if self._ticks else say("Say again"),
                back=undo_label(self.session),
                advance_hold="" if self.asks_players else say("Leave as it is"),
                back_hold=say("Menu"),
                draw_hold=say("Previous") if self._ticks else "",
            ),
            status=self.session.status,
            standing=self.session.standing,
            action=self.session.hands_button(),
            one_column=True,
            selected=index_of(rows, str(self.marked)) if self._ticks else None,
        )

    def _advance_label(self) -> str:
        if self._ticks and self.marked >= 0:
            return say("Tick off")
        return say("Done") if self.asks_players else ""


def _count_tasks(number: int) -> str:
    """Return how many tasks are still to be done."""
    return say_count("{n} thing to do on the table", "{n} things to do on the table", number)
