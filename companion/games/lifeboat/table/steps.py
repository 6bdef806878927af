"""The step for whatever must happen next in a game: a question about it, beside the boat."""

from companion.games.lifeboat.boat_view import BoatView, boat_view
from companion.games.lifeboat.chimes import chime_of
from companion.games.lifeboat.language import say
from companion.games.lifeboat.ring import step_pattern
from companion.games.lifeboat.seen import Seen
from companion.games.lifeboat.table.asking import ask
from companion.games.lifeboat.table.captions import facts, title
from companion.games.lifeboat.table.event_words import tell_notes
from companion.games.lifeboat.table.observed import observed, revealed
from companion.games.lifeboat.table.owners import owners_of
from companion.games.lifeboat.table.person import PersonStep
from companion.games.lifeboat.table.problem_words import tell_problem
from companion.games.lifeboat.table.running import running
from companion.games.lifeboat.table.score_step import SumsStep
from companion.screen.pages import Keys, Row, Tone
from companion.table.inference import Happened, Nothing
from companion.table.questions import Answers, Question, QuestionStep, Told
from companion.table.ring import problem_pattern
from companion.table.session import Session
from companion.voice import Level
from engine.lifeboat import events as e
from engine.lifeboat.components import Character
from engine.lifeboat.state import Step
from engine.values import replaced
from hardware.ring.patterns import Pattern

#: What is read in each step; hands are read at the scoring only.
_MOMENTS = {Step.REVEAL: "scoring"}


class LifeboatStep(QuestionStep):
    """What happens next, told by hand."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.state = running(session)
        self.name = str(self.state.step)
        self.moment = _MOMENTS.get(self.state.step, str(self.state.step))
        #: The table wants it so, whatever the rules say.
        self.overruling = False
        #: Why what was told last cannot be.
        self.refusal = ""

    def asked(self, answers: Answers) -> Question | Told:
        """The questions of this step."""
        return ask(self.state, answers, overruling=self.overruling)

    def see(self, seen: Seen) -> None:
        """Finds out what has happened on the mat."""
        rows = {zone: who for who, zone in owners_of(self.state, seen).items()}
        if self.state.step is Step.REVEAL:
            if len(self.answers) == 1:
                event = revealed(self.state, seen, Character(self.answers[0]))
                self.find(Nothing() if event is None else Happened(event))
            return
        self.find(observed(self.state, seen, rows))

    def told(self, event: e.GameEvent) -> None:
        """Takes the event if it may be; else says why not."""
        game = self.session.game
        assert game is not None
        problems = game.problems(event)
        if problems and self.overruling:
            overruled: e.GameEvent = replaced(event, overruled=True)
            problems = game.problems(overruled)
            event = overruled
        if problems:
            self.forget_seen()
            self.refusal = tell_problem(problems[0])
            self.forget_answers()
            self.session.say(self.refusal, Level.PROBLEM, "wrong")
            return
        self.session.apply(event)
        after = running(self.session)
        self.session.say(tell_notes(after), Level.PHASE, chime_of(self.state, event, after))
        if isinstance(event, e.Revealed):
            self.session.go_on()
            self.session.open(SumsStep(self.session, event.by))
            return
        self.session.go_on()

    # --- buttons ------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Says what is due."""
        chime = "" if self.state.step in (Step.FIGHT, Step.OVERBOARD, Step.REVEAL) else "turn"
        text = self.question.text
        self.session.say(text, Level.PHASE, chime)

    def answer(self, row_id: str) -> None:
        """A refusal has been read when something else is answered."""
        self.refusal = ""
        step = self.session.step
        super().answer(row_id)
        if self.session.step is step and self.session.seen is not None:
            # What lies there may tell the rest of it.
            self.see(self.session.seen)

    def overrule(self) -> None:
        """From now on anybody may do it; once more: as before."""
        self.overruling = not self.overruling
        self.forget_answers()
        self.begin()

    def back(self) -> None:
        """Lets go of a refusal, of overruling, of the last answer; else shows what can be undone."""
        if not self.answers and (self.refusal or self.overruling):
            self.refusal, self.overruling = "", False
            return
        super().back()

    def touch(self, target: str) -> None:
        """Chooses; who sits there is told more about where nobody is asked for."""
        if target not in self._ids() and target in map(str, self.state.seats):
            self.session.open(PersonStep(self.session, Character(target)))
        else:
            super().touch(target)

    # --- what is shown ------------------------------------------------------------------------------------------

    def title(self) -> str:
        """The day and the phase."""
        return title(self.state)

    def board(self) -> BoatView:
        """The boat."""
        wrong = {place for problem in self.reported_problems for place in problem.places}
        return boat_view(self.state, tuple(who for who in self.state.seats if str(who) in wrong))

    def sign(self) -> object | None:
        """Whose turn it is."""
        return self.state.turn

    def tone(self) -> Tone:
        """A refusal is bad news."""
        return Tone.BAD if self.refusal else Tone.NOW

    def facts(self) -> tuple[Row, ...]:
        """Why something was refused, and what there is to know before an answer."""
        refused = (Row(self.refusal, tone=Tone.BAD),) if self.refusal else ()
        return (*refused, *(Row(line) for line in facts(self.state)))

    def keys(self) -> Keys:
        """Holding Advance overrules."""
        keys = super().keys()
        held = say("As the rules say") if self.overruling else say("Overrule")
        return Keys(keys.advance, keys.draw, keys.back, "" if self.state.step is Step.REVEAL else held, keys.back_hold)

    def pattern(self) -> Pattern:
        """What the step shows on the ring."""
        return problem_pattern() if self.refusal or self.reported_problems else step_pattern(self.state)
