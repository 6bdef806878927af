"""Dialog that enters an event which the rules judge: accepted, refused, or overruled.

A refusal comes with its reason; the table may overrule it. A game gives the questions (`asked`) and the words
of a refusal; the entered event goes into the game, or is refused.
"""

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Generic

from companion.device.language import language_in_use, say
from companion.screen.pages import BoardPage, Keys, Row, Tone
from companion.table.dialog import Dialog, next_question
from companion.table.inference import Problems
from companion.table.kept_answers import keep_answers
from companion.table.questions import AnsweredEvent, Answers, Begun, Question, QuestionStep
from companion.table.ring import problem_pattern
from companion.table.session import GameSession, Session
from companion.voice import Level
from engine.game import EventT, Problem, StateT
from hardware.ring.patterns import Pattern


class JudgedStep(QuestionStep[EventT], Generic[StateT, EventT]):
    """Questions whose event the rules judge; a refusal stays above them until another action."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        assert session.game is not None
        self.state: StateT = session.game.state
        self._describe_refusal: Callable[[], str] = str

    # --- what the game says -------------------------------------------------------------------------------------

    @abstractmethod
    def describe_problem(self, problem: Problem) -> str:
        """Describe why something cannot be, in a player's words."""

    def follow_up(self, event: EventT, after: StateT) -> None:  # noqa: ARG002 - games override it
        """Open the next step after an event that was taken; a game may say what followed by itself."""
        self.session.go_on()

    # --- telling ------------------------------------------------------------------------------------------------

    @property
    def refusal(self) -> str:
        """Reason why the last event was refused, in the language in use; empty: it was not."""
        return self._describe_refusal()

    def refuse(self, describe: Callable[[], str]) -> None:
        """Refuse what was told last: say why, and ask again."""
        self._describe_refusal = describe
        self.forget_answers()
        self.session.say(self.refusal, Level.PROBLEM, "wrong")

    def forget_refusal(self) -> None:
        """Show a refusal no longer."""
        self._describe_refusal = str

    def enter_event(self, event: EventT) -> None:
        """Take the event if it may be; else say why not."""
        assert self.session.game is not None
        event, problems = self.judged(event)
        if problems:
            self.refuse(partial(self.describe_problem, problems[0]))
            return
        if self.contradiction(event):
            self.refuse(partial(self.contradiction, event))
            return
        before = self.session.game
        self.session.apply(event)
        if self.session.game is before:
            # Another table is asked: what follows from it comes with it.
            self.session.go_on()
        else:
            self.follow_up(event, self.session.game.state)

    def contradiction(self, event: EventT) -> str:
        """Describe why the hidden cards of a virtual table do not allow the event.

        Empty: nothing contradicts it.
        """
        hidden = self.session.hidden_cards
        return "" if hidden is None else hidden.contradiction(event) or hidden.unfinished_act(event)

    def judged(self, event: EventT) -> tuple[EventT, tuple[Problem, ...]]:
        """Return the event as it is taken, and what is wrong with it."""
        game = self.session.game
        assert game is not None
        return event, game.problems(event)

    def tone(self) -> Tone:
        """Tone of the page: bad after a refusal."""
        return Tone.BAD if self.refusal else Tone.NOW

    def facts(self) -> tuple[Row, ...]:
        """Return the refusal, why the last telling could not be, as a row."""
        return (Row(self.refusal, tone=Tone.BAD),) if self.refusal else ()


class EventDialogStep(JudgedStep[StateT, EventT], Generic[StateT, EventT]):
    """Dialog of the next event, entered or seen; holding Advance overrules the rules.

    An event that has just been refused is then taken at once; otherwise any event may be entered.
    """

    session: GameSession[StateT, Any]
    _answers: Answers = ()

    def __init__(self, session: GameSession[StateT, Any]) -> None:
        super().__init__(session)
        #: The table wants it so, whatever the rules say.
        self.overruling = False
        #: What the refusal refuses.
        self._refused: EventT | None = None
        #: What was asked after which answers, and under which circumstances.
        self._asked: dict[Answers, Question | AnsweredEvent] = {}
        self._asked_in: tuple[object, ...] = ()

    @property
    def answers(self) -> Answers:
        """Answers so far; those of the running step are kept beside the journal."""
        return self._answers

    @answers.setter
    def answers(self, answers: Answers) -> None:
        changed, self._answers = answers != self._answers, answers
        if changed and self.session.game_id is not None and self.session.running_step is self:
            keep_answers(self.session, () if self.overruling else answers)

    def take_up(self, answers: Answers) -> None:
        """Ask on after these answers, if something is asked after each of them."""
        if not answers:
            return
        try:
            asked = [self.asked(answers[:count]) for count in range(len(answers) + 1)]
        except Exception:  # Another version of the game may have asked otherwise; the answers are of no use then.
            return
        if all(isinstance(question, Question) for question in asked):
            self._answers = answers

    def ask(self, answers: Answers) -> Question | AnsweredEvent:
        """Return the next question after these answers, or the event that they produce.

        A game overrides this, or `asked`.
        """
        raise NotImplementedError(f"{type(self).__name__} asks nothing after {answers}")

    def circumstances(self) -> tuple[object, ...]:
        """Return what the questions depend on besides the state, overruling and the language."""
        return ()

    def asked(self, answers: Answers) -> Question | AnsweredEvent:
        """Return the next question, or the event, from a cache.

        A page asks for it many times, and it may take time to compute.
        """
        asked_in = self.state, self.overruling, language_in_use(), *self.circumstances()
        if self._asked_in != asked_in:
            self._asked_in, self._asked = asked_in, {}
        if answers not in self._asked:
            self._asked[answers] = self.ask(answers)
        return self._asked[answers]

    def see(self) -> None:
        """Find out what has happened; a game that a camera reads overrides it."""

    def enter_event(self, event: EventT) -> None:
        """Keep what is refused: the table may want it so."""
        self._refused = None
        super().enter_event(event)
        if self.refusal:
            self._refused = event

    def judged(self, event: EventT) -> tuple[EventT, tuple[Problem, ...]]:
        """Return the event and its problems; a refused event is overruled if the table wants it."""
        game = self.session.game
        assert game is not None
        problems = game.problems(event)
        if not (problems and self.overruling):
            return event, problems
        refused: Any = event
        event = replace(refused, overruled=True)
        return event, game.problems(event)

    def contradiction(self, event: EventT) -> str:
        """Return nothing where the table wants it so, whatever the cards say: they are made to fit."""
        return "" if self.overruling else super().contradiction(event)

    def can_overrule(self) -> bool:
        """Return True if anything can be overruled now."""
        return True

    def answer(self, row_id: str) -> None:
        """Take an answer; a refusal counts as read."""
        self.forget_refusal()
        self._refused = None
        step = self.session.step
        super().answer(row_id)
        if self.session.step is step and self.session.observation is not None:
            # What lies there may tell the rest of it.
            self.see()

    @property
    def wanted(self) -> EventT | Begun | None:
        """Event or its beginning that the table may take from a wrong layout; None for none."""
        if not isinstance(self.found, Problems) or not self.reported_problems or self.session.own_screens_decide:
            return None
        return self.found.overrule

    @property
    def _is_judged_elsewhere(self) -> bool:
        """True where another table keeps the cards: it alone overrules."""
        other = self.session.other_table
        return other is not None and other.tells(self.session.game_id)

    def overrule(self) -> None:
        """Overrule: take the event or its beginning from a wrong table, else ignore the problem.

        An event that was refused before is taken. Otherwise any event may be entered from now on; a second call
        switches this off again.
        """
        if self.reported_problems:
            taken = self.wanted
            super().overrule()
            self.overruling = self.overruling or taken is not None
            if isinstance(taken, Begun):
                self._go_to(taken.answers)
            elif taken is not None:
                self.enter_event(taken)
            return
        if self._is_judged_elsewhere:
            return
        self.overruling = not self.overruling
        self.forget_answers()
        refused = self._refused
        if self.overruling and refused is not None:
            self.forget_refusal()
            self.enter_event(refused)
        else:
            self.begin()

    def begun(self, answers: Answers) -> None:
        """Begin the telling with what is seen, but not while the rules are overruled.

        Whatever the rules say, telling then begins with who does it: what is seen tells another beginning.
        """
        if not self.overruling:
            super().begun(answers)

    def back(self) -> None:
        """Let go of a refusal, of overruling, of the last answer; else show what can be undone."""
        if not self.answers and (self.refusal or self.overruling):
            self.forget_refusal()
            self._refused, self.overruling = None, False
            return
        super().back()

    def keys(self) -> Keys:
        """Return the buttons; holding Advance overrules."""
        keys = super().keys()
        held = say("As the rules say") if self.overruling else say("Overrule")
        return replace(keys, advance_hold=held if self.can_overrule() and not self._is_judged_elsewhere else "")


class CorrectingStep(JudgedStep[StateT, EventT], Generic[StateT, EventT]):
    """Public facts are put right by hand, from the menu: what, whose, how it is, and why."""

    name = "correct"

    @abstractmethod
    def ask_correction(self, state: StateT, /) -> Dialog[EventT]:
        """Ask what is put right, whose it is, how it is, and why."""

    def asked(self, answers: Answers) -> Question | AnsweredEvent:
        """Return the question after these answers, or the correction."""
        return next_question(self.ask_correction(self.state), answers)

    def contradiction(self, event: EventT) -> str:
        """Return what the hidden cards say; what somebody has begun stops no correction."""
        hidden = self.session.hidden_cards
        return "" if hidden is None else hidden.contradiction(event)

    def back(self) -> None:
        """Take the last answer back; before the first one, leave."""
        self.forget_refusal()
        if self.answers:
            super().back()
        else:
            self.session.close()

    def title(self) -> str:
        """Return the page's title."""
        return say("Put right by hand")

    def pattern(self) -> Pattern:
        """Return the ring's pattern: red while the page shows that something is refused."""
        page = self.page()
        is_red = isinstance(page, BoardPage) and page.tone is Tone.BAD
        return problem_pattern() if is_red else super().pattern()

    def keys(self) -> Keys:
        """Return the buttons; Back leaves the correction."""
        return replace(super().keys(), back=say("Back"))


def correction_reasons() -> tuple[Row, ...]:
    """Return rows with the reasons for a correction."""
    reasons = (say("Recounted"), say("Entered wrongly"), say("Forgotten"))
    return tuple(Row(why, why) for why in reasons)


def number_rows(least: int, most: int, first: int | None = None) -> tuple[Row, ...]:
    """Return a row for each number; `first` is the usual one."""
    numbers = list(range(least, most + 1))
    if first in numbers:
        numbers.remove(first)
        numbers.insert(0, first)
    return tuple(Row(str(number), str(number)) for number in numbers)
