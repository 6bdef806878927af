"""The guide: what hands must do on the table so that it lies as the game says, ticked off as the camera sees it."""

from typing import TYPE_CHECKING

from companion.box.language import say, say_count
from companion.games.finstere_flure.screen.shown import Arrow, BoardShown, Mark
from companion.games.finstere_flure.sentences import together
from companion.games.finstere_flure.table.event_words import state_line
from companion.games.finstere_flure.table.guide import tasks_for, tasks_from
from companion.games.finstere_flure.table.guide_progress import Progress, progress
from companion.games.finstere_flure.table.observed import Observed
from companion.games.finstere_flure.table.ring import problem_pattern, put_right_pattern
from companion.games.finstere_flure.table.tasks import Task
from companion.screen.pages import BoardPage, Keys, Page, Row, Tone
from companion.table.menus import UndoStep
from companion.table.problem import say_trouble
from companion.table.step import Step
from companion.voice import Level
from engine.finstere_flure.board import is_cell
from engine.finstere_flure.trace import MonsterMove
from hardware.ring.patterns import Pattern

if TYPE_CHECKING:
    from companion.table.session import Session

#: The table must match for so long (seconds): hands may still be at work.
SETTLED_S = 0.7
#: So long something may lie wrong, beyond what is still to do, before the companion says so.
TROUBLE_S = 3.0


class PutRightStep(Step):
    """The pieces are brought to where the game says they are."""

    def __init__(self, session: "Session") -> None:
        super().__init__(session)
        assert session.game is not None
        self.target = session.game.state.position
        self.tasks: tuple[Task, ...] | None = None
        if session.laid is not None:
            self.tasks = tasks_for(session.laid, self.target, self._move())
        self.by_hand: set[int] = set()
        self.progress: Progress | None = None
        self.since = session.now
        self.told = False

    def _move(self) -> MonsterMove | None:
        """The monster's move that the table must follow, if it is that."""
        state = self.session.game.state if self.session.game else None
        move = state.monster_move if state else None
        return move if move is not None and move.start == self.session.laid else None

    def begin(self) -> None:
        """Says what to do first."""
        open_tasks = self._open()
        if open_tasks:
            self.session.say(open_tasks[0].sentence, Level.DETAIL, "")
        elif self.tasks is None:
            self.session.say(self._caption(), Level.PHASE, "")

    def see(self, seen: Observed) -> None:
        """Ticks off what is done."""
        if self.tasks is None:
            self.tasks = tasks_from(seen, self.target)
        before = self._open()
        self.by_hand = set()
        seen_now = progress(self.tasks, self.target, seen)
        if seen_now != self.progress:
            troubled = bool(self.progress and self.progress.troubles)
            if not (troubled and seen_now.troubles):
                self.since, self.told = self.session.now, False
            self.progress = seen_now
            after = self._open()
            if after and len(after) < len(before):
                self.session.say(after[0].sentence, Level.DETAIL, "right")

    def forget_seen(self) -> None:
        """What was seen to be done stays ticked; the players tick the rest."""
        self.by_hand = {number for number in range(len(self.tasks or ())) if self._is_done(number)}
        self.progress, self.told = None, False

    def restless(self) -> None:
        """Nothing settles."""
        self.since = self.session.now

    def tick(self) -> None:
        """Goes on when the table matches; says what has been wrong for a while."""
        if self.progress is None:
            return
        age = self.session.now - self.since
        if self.progress.matches and not self.progress.unsure and age >= SETTLED_S:
            self._done()
        elif self.progress.troubles and not self.told and age >= TROUBLE_S:
            self.told = True
            say_trouble(self.session, self.progress.troubles[0])

    def _done(self) -> None:
        self.session.laid = self.target
        self.session.say("", Level.DETAIL, "right")
        self.session.go_on()

    def _is_done(self, number: int) -> bool:
        return number in self.by_hand or (self.progress is not None and self.progress.done[number])

    def _open(self) -> list[Task]:
        return [task for number, task in enumerate(self.tasks or ()) if not self._is_done(number)]

    def advance(self) -> None:
        """The players say that it is done where no camera sees that; else the next thing to do is said again."""
        if self.asks_players:
            self._done()
        else:
            self.begin()

    @property
    def asks_players(self) -> bool:
        """Whether only the players know that it is done: no camera, or what is left is out of its sight."""
        return not self.session.sees or (self.progress is not None and self.progress.matches)

    def insist(self) -> None:
        """The players say that the table is right, whatever the camera sees."""
        self._done()

    def back(self) -> None:
        """Shows what can be undone."""
        self.session.open(UndoStep(self.session))

    def touch(self, target: str) -> None:
        """Without a camera a task is ticked by touch."""
        if not self.session.sees and target.isdigit() and int(target) < len(self.tasks or ()):
            self.by_hand ^= {int(target)}

    def pattern(self) -> Pattern:
        """How much is done."""
        if self.told:
            return problem_pattern()
        tasks = self.tasks or ()
        return put_right_pattern(len(tasks) - len(self._open()), len(tasks))

    def _caption(self) -> str:
        if self.told and self.progress and self.progress.troubles:
            trouble = self.progress.troubles[0]
            return say("{trouble} {fix}", trouble=trouble.sentence, fix=trouble.fix)
        open_tasks = self._open()
        if open_tasks and self.session.sees and self.asks_players:
            return together(open_tasks[0].sentence, say("I cannot see that: press Advance when it is done."))
        if open_tasks:
            return open_tasks[0].sentence
        if self.tasks is None:
            return say("Lay the table as the picture shows it.")
        return say("Done? Then press Advance.") if self.asks_players else say("The table is right.")

    def page(self) -> Page:
        """The board as it should be, arrows for what must move, and the list of what to do."""
        rows = []
        first_open = True
        for number, task in enumerate(self.tasks or ()):
            done = self._is_done(number)
            now = not done and first_open
            first_open = first_open and done
            tone = Tone.FADED if done else Tone.NOW if now else Tone.PLAIN
            rows.append(Row(task.sentence, "" if self.session.sees else str(number), tone=tone, done=done))
        told = self.told and self.progress is not None
        troubles = self.progress.troubles if told and self.progress else ()
        rows = [Row(trouble.sentence, detail=trouble.fix, tone=Tone.BAD) for trouble in troubles] + rows
        left = len(self._open())
        return BoardPage(
            "put-right",
            say_count("{n} thing to do on the board", "{n} things to do on the board", left)
            if left
            else say("The table"),
            self._board(),
            self._caption(),
            (*self.hands_row(), *rows),
            Tone.BAD if troubles else Tone.NOW,
            keys=Keys(
                advance=say("Done") if self.asks_players else "",
                draw=say("Say again"),
                back=say("Undo"),
                advance_hold="" if self.asks_players else say("Leave as it is"),
                back_hold=say("Menu"),
            ),
            status=state_line(self.session),
        )

    def _board(self) -> BoardShown:
        arrows: list[Arrow] = []
        marks: list[Mark] = []
        for task in self._open():
            if task.start != task.end:
                arrows.append(Arrow(task.start, task.end, Tone.NOW if not arrows else Tone.PLAIN))
            elif task.end and is_cell(task.end):
                marks.append(Mark((task.end,), Tone.NOW))
        if self.progress:
            marks += [Mark(trouble.cells, Tone.BAD) for trouble in self.progress.troubles if self.told]
            if self.progress.waiting:
                marks.append(Mark(self.progress.waiting, Tone.WAITING))
        return BoardShown.of(self.target, tuple(marks), tuple(arrows))
