"""The step for whatever must happen next in a game: a question about it, beside the table."""

import math
from dataclasses import replace
from itertools import takewhile

from companion.games.coach_ride.chimes import chime_of
from companion.games.coach_ride.claim_words import condition_rows
from companion.games.coach_ride.language import say
from companion.games.coach_ride.mat import CoachMode
from companion.games.coach_ride.readings import CoachRideObservation
from companion.games.coach_ride.ring import seats_pattern, step_pattern, window_pattern
from companion.games.coach_ride.table.captions import ask_both_to_announce, ask_to_pick, facts, title
from companion.games.coach_ride.table.claim_dialog import ask_first_claim
from companion.games.coach_ride.table.dialog import ABOUT, ask, may_hold_doctor, may_hold_priest
from companion.games.coach_ride.table.inference import FIGHT_CARD, infer_event
from companion.games.coach_ride.table.layout import is_claim_only
from companion.games.coach_ride.table.pages import RulingStep, SeatStep, translate_rulings
from companion.games.coach_ride.table.picking import card_row
from companion.games.coach_ride.table.seats import seat_places
from companion.games.coach_ride.table.words import describe_problem, describe_verdict_line, ruling_of
from companion.games.coach_ride.table_view import TableView, table_view
from companion.games.coach_ride.words import card_name, describe_claim, first_name
from companion.screen.pages import Keys, Page, Row, Tone
from companion.table.bot_step import bot_or_step
from companion.table.dialog import next_question
from companion.table.event_series import EventSeriesStep
from companion.table.inference import Waiting
from companion.table.problem_page import is_wrong
from companion.table.questions import AnsweredEvent, Answers, Question
from companion.table.ring import problem_pattern
from companion.table.session import Session
from companion.voice import Level
from engine.coach_ride import events as e
from engine.coach_ride.cards import Person, Profession
from engine.coach_ride.picking import Picking
from engine.coach_ride.state import Phase, State
from engine.game import Problem
from hardware.ring.patterns import Pattern

#: A hidden profession may be turned open for so long (seconds) before it goes on, whoever has it, or nobody.
WINDOW_S = 5.0
#: So long (seconds) it stays open even if all agree: the press that opened it may have been two.
_LEAST_WINDOW_S = 1.0
_READING_MODES = {
    Phase.SUPPORT: CoachMode.FIGHT,
    Phase.POWERS: CoachMode.FIGHT,
    Phase.RESULT: CoachMode.FIGHT,
    Phase.CLAIM: CoachMode.CLAIM,
    Phase.NAMING: CoachMode.CLAIM,
    Phase.ALLIES: CoachMode.CLAIM,
    Phase.REVEAL: CoachMode.CLAIM,
}
#: The second answer of these is one press away, too.
_YES_OR_NO = (Phase.OFFER, Phase.DEMAND)
_WHY = "why"
#: All agree that nobody speaks.
_AGREED = "agreed"


class CoachRideStep(EventSeriesStep[State, e.GameEvent]):
    """Step for what happens next, told by hand or seen."""

    #: A card counts as soon as it is read: nothing has moved over the mat for a while by then, and no hand is there.
    settled_s = 0.0
    takes_events = True

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.name = str(self.state.phase)
        self.moment = str(_READING_MODES.get(self.state.phase, CoachMode.TURN))
        #: Who may speak now before it goes on.
        self.window: Profession | None = window_of(self.state)
        #: True once somebody has declined: nothing is said again then, and no time is added.
        self._resumes = False
        #: The event that waits for picks, as it was said.
        self._picked_for: e.GameEvent | None = None
        #: What is waited for while a page is made, which asks for it many times; empty at other times.
        self._picking_of_page: tuple[Picking | None, ...] = ()
        self._opened = session.now
        #: Sides that were touched before their turn: they are told when all before them have declared.
        self.declared: dict[Person, e.Support] = {}
        #: The ruling of the last refusal.
        self._ruling = ""

    def asked(self, answers: Answers) -> Question | AnsweredEvent:
        """Return what waits for picks, then whether a player speaks up."""
        picking = self._picking
        if picking is not None and not answers and not self.overruling:
            return Question(ask_to_pick(self.state, picking.event), ())
        if self.window is not None and not answers and not self.overruling:
            doctor = self.window is Profession.DOCTOR
            text = say("A Doctor may speak now.") if doctor else say("A Priest may speak now.")
            agreed = Row(say("All agree: go on"), _AGREED, say("{n} s", n=math.ceil(self._left_s)), tone=Tone.NOW)
            return Question(text, (card_row(self.window), agreed), draw=str(self.window))
        return super().asked(answers)

    def ask(self, answers: Answers) -> Question | AnsweredEvent:
        """Return the questions of this step."""
        if self._looks_on:
            return next_question(ask_first_claim(self.state), answers)
        return ask(self.state, answers, overruling=self.overruling, hidden=self.session.hidden_cards is not None)

    def circumstances(self) -> tuple[object, ...]:
        """Return whether a virtual table keeps the hidden cards, and whether only claims are told."""
        return self.session.hidden_cards is not None, self._looks_on

    @property
    def _picking(self) -> Picking | None:
        """Return what waits until players have picked on their own screens what they give."""
        hidden = self.session.hidden_cards
        if self._picking_of_page:
            return self._picking_of_page[0]
        if hidden is None or not hidden.has_whole_states or not self.session.seating.own_screens:
            # Without own screens nobody picks, and the whole state takes time.
            return None
        whole = hidden.whole_state()
        return whole.picking if whole is not None and whole.picking is not None and whole.picking.left else None

    @property
    def _looks_on(self) -> bool:
        """True if nothing is told before somebody claims."""
        return self.state.phase is Phase.TURN and is_claim_only(self.session)

    @property
    def _left_s(self) -> float:
        """Return how long (seconds) somebody may still speak."""
        return max(0.0, WINDOW_S - (self.session.now - self._opened))

    def describe_problem(self, problem: Problem) -> str:
        """Return the sentence of its code."""
        self._ruling = ruling_of(problem)
        return describe_problem(problem)

    def see(self) -> None:
        """Find out what has happened on the mat."""
        observation = self.session.observed(CoachRideObservation)
        assert observation is not None
        if not self.answers and not self._looks_on:
            self.find(
                infer_event(self.state, observation, seat_places(self.state.players, observation.seats), self.window)
            )
            if isinstance(self.found, Waiting):
                # A fight goes on by what is told, too: this is shown and not said aloud.
                self.session.ignored_problems.add(
                    [problem for problem in self.found.problems if problem.kind == FIGHT_CARD]
                )

    def follow_up(self, event: e.GameEvent, after: State) -> None:
        """Play the sound that goes with an event, and tell how a claim was judged."""
        text = describe_verdict_line(self.state, after)
        self.session.announced.say_outcome(text, Level.PHASE, chime_of(self.state, event, after))
        self.session.go_on()
        step = self.session.step
        if isinstance(step, CoachRideStep) and step.state.phase is Phase.SUPPORT:
            step.declared = {
                player: side for player, side in self.declared.items() if player in step.state.support_order()
            }

    # --- support in any order -----------------------------------------------------------------------------------

    def declare(self, person: Person, side: e.Support) -> None:
        """Take the side of a touched seat; the same once more takes it back.

        Support that is told already is final (K14).
        """
        if person not in self.state.support_order() or self.session.refuse_told(e.Supported(person, side)):
            return
        if self.declared.get(person) is side:
            del self.declared[person]
        else:
            self.declared[person] = side
        self._tell_declared()

    def _tell_declared(self) -> None:
        """Tell who has declared in turn; while a Priest may speak nobody has (K1)."""
        first = self.state.support_order()[0]
        if self.window is None and first in self.declared:
            self.enter_event(e.Supported(first, self.declared[first]))

    def enter_event(self, event: e.GameEvent | tuple[e.GameEvent, ...]) -> None:
        """Take the event; with a declared side also those that were touched for the next players."""
        order = self.state.support_order() if self.state.phase is Phase.SUPPORT else ()
        if isinstance(event, tuple):
            event = tuple(self._as_declared(single) for single in event)
        elif isinstance(event, e.Supported) and order[:1] == (event.by,):
            touched = takewhile(lambda player: player in self.declared, order[1:])
            events = (event, *(e.Supported(player, self.declared[player]) for player in touched))
            event = events if len(events) > 1 else event
        super().enter_event(event)

    def _as_declared(self, event: e.GameEvent) -> e.GameEvent:
        if isinstance(event, e.Supported):
            return replace(event, side=self.declared.get(event.by, event.side))
        return event

    def _with_declared(self) -> State:
        """Return the state as it is shown: touched sides count already."""
        fight = self.state.fight
        if fight is None or not self.declared:
            return self.state
        return replace(self.state, fight=replace(fight, support={**fight.support, **self.declared}))

    # --- buttons ------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Say what is due; after a menu everybody has the whole time to speak again."""
        resumes, self._resumes = self._resumes, False
        if resumes:
            return
        self._opened = self.session.now
        self.mark_first()
        chime = "turn" if self.state.phase is Phase.TURN and not self._looks_on else ""
        self.session.say(self._announcement_text(), Level.PHASE, chime)
        if self._asks_to_announce:
            self.session.say(ask_both_to_announce(), Level.PHASE)

    def resume(self) -> None:
        """Say nothing again, and add no time, after a bot has declined."""
        self._resumes = True

    def _announcement_text(self) -> str:
        """Return the text that is said first: the question, or what is claimed.

        Of those who show at a claim's end only the first hears all of it.
        """
        claim = self.state.claim
        if claim is not None and self.state.phase is Phase.CLAIM:
            return describe_claim(claim.kind, claim.by)
        if claim is not None and self.state.phase is Phase.REVEAL and len(claim.shown) > 1 + len(claim.named):
            return say("{player}?", player=first_name(self.state.players_to_show()[0]))
        return self.question.text

    def close_window(self) -> None:
        """Go on, as nobody has spoken."""
        if self.window is not None:
            self.window = None
            if not self.answers:
                self.index = 0
                self.begin()
                self._read_again()
            if self.session.step is self and self.state.phase is Phase.SUPPORT:
                self._tell_declared()
            if self.session.step is self:
                self._ask_bot()

    def _ask_bot(self) -> None:
        """Let a bot go on that has left time to people."""
        step = bot_or_step(self.session, self) if self.session.seating.seats.bots else self
        if step is not self:
            self.session.switch(step)

    def _read_again(self) -> None:
        if self.session.observation is not None:
            self.see()

    def tick(self) -> None:
        """Close the window after its time."""
        picking = self._picking
        if self.window is not None and picking is None and self.session.now - self._opened >= WINDOW_S:
            self.close_window()
        if picking is not None and picking.event != self._picked_for:
            self._picked_for = picking.event
            self.forget_answers()
            self.session.say(self.question.text, Level.PHASE)
        super().tick()

    @property
    def _is_window(self) -> bool:
        return self.window is not None and self._is_first and not self.overruling

    @property
    def _asks_to_announce(self) -> bool:
        """True if a trade is told with its announcements; a virtual table asks for them afterwards."""
        return self.state.phase in _YES_OR_NO and self.session.hidden_cards is None

    @property
    def _is_placed(self) -> bool:
        """True if a laid card answers, and the camera sees it."""
        return self.state.phase is Phase.SUPPORT and self._is_first and not self.overruling and self.session.sees

    @property
    def _is_first(self) -> bool:
        """True if the phase's first question is asked: no pick is waited for."""
        return not self.answers and self._picking is None

    def draw(self) -> None:
        """Mark the next answer; where a laid card answers it is said again."""
        if self._is_placed:
            self.begin()
        else:
            super().draw()

    def draw_held(self) -> None:
        """Mark the answer before, where Draw marks the next one."""
        if self._is_placed:
            self.draw()
        else:
            super().draw_held()

    def answer(self, row_id: str) -> None:
        """Give one of the answers; say why it was refused, tell about a player, or go on."""
        if row_id == _WHY:
            self.session.open(RulingStep(self.session, self._ruling))
        elif row_id == ABOUT:
            self.session.open(SeatStep(self.session, Person(self.answers[-1])))
        elif row_id == _AGREED and self._left_s > WINDOW_S - _LEAST_WINDOW_S:
            self.session.hint(say("Wait a moment: whoever wants to speak may still do so."))
        elif row_id == _AGREED:
            if not self.session.refuse_told(None):
                self.close_window()
        else:
            super().answer(row_id)

    def can_overrule(self) -> bool:
        """Return True if the rules can be overruled.

        Of a claim the table can overrule only where an item can be, and whose profession is whose; there is nothing
        else to overrule.
        """
        return self.state.phase not in (Phase.NAMING, Phase.REVEAL) and not self._looks_on

    def touch(self, target: str) -> None:
        """Choose; a seat's half is a side, a seat whom to trade with or attack, or who claims.

        Else tell more about who sits there.
        """
        side, _, player = target.partition(" ")
        if player and player not in self._ids():
            if self.state.phase is Phase.SUPPORT and not self.answers:
                self.declare(Person(player), e.Support(side))
            return
        target = player or target
        ids = self.question.ids
        if target in map(str, self.state.players) and (
            ("offered" in ids and self.answers[:1] != (target,) and (self.answers or target != self.state.turn))
            or (self._looks_on and not self.answers)
        ):
            super().answer(target)
        elif target not in self._ids() and target in map(str, self.state.players):
            self.session.open(SeatStep(self.session, Person(target)))
        else:
            super().touch(target)

    # --- what is shown ------------------------------------------------------------------------------------------

    def page(self) -> Page:
        """Return the question, or what waits for picks."""
        self._picking_of_page = (self._picking,)
        try:
            return super().page()
        finally:
            self._picking_of_page = ()

    def title(self) -> str:
        """Return a title for what goes on."""
        return say("Claim only") if self._looks_on else title(self.state)

    def status(self) -> str:
        """Return the limit alone while nobody counts turns and items."""
        return say("limit {n}", n=self.state.limit) if self._looks_on else ""

    def board(self) -> TableView:
        """Return the table."""
        wrong = {place for problem in self.reported_problems for place in problem.places}
        marked = tuple(player for player in self.state.players if str(player) in wrong)
        left = self._left_s / WINDOW_S if self._is_window else 0.0
        view = table_view(self._with_declared(), marked, supporting=self.state.support_order(), left=left)
        return view.uncounted() if self._looks_on else view

    def sign(self) -> object | None:
        """Return the player on turn."""
        return None if self._looks_on else self.state.turn

    def facts(self) -> tuple[Row, ...]:
        """Return why an event was refused, and what there is to know before an answer."""
        refused = super().facts()
        if self.state.claim is not None:
            return (*refused, *condition_rows(self.state))
        both = (ask_both_to_announce(),) if self._asks_to_announce else ()
        return (*refused, *map(Row, (*both, *facts(self.state))))

    def _rows(self) -> tuple[Row, ...]:
        why = self.refusal and self._ruling and not self.answers
        return (*super()._rows(), *([Row(say("Why?"), _WHY, translate_rulings(self._ruling))] if why else []))

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        keys = super().keys()
        if self._is_window:
            card = card_name(self.window) if self.window else ""
            return Keys(say("Go on"), card, keys.back, keys.advance_hold, keys.back_hold)
        if self._is_placed:
            return Keys(say("Keeps it"), say("Say again"), keys.back, keys.advance_hold, keys.back_hold)
        return keys

    def tone(self) -> Tone:
        """Return the tone of the question, red as the ring.

        It is red for a refusal, and where a claim's condition is crossed.
        """
        return Tone.BAD if self.pattern() == problem_pattern() else Tone.NOW

    def pattern(self) -> Pattern:
        """Return the step's ring pattern."""
        if self.refusal or is_wrong(self.reported_problems):
            return problem_pattern()
        if self._is_window:
            return window_pattern(self._left_s, WINDOW_S)
        if self._looks_on:
            return seats_pattern(self.state)
        chosen = self._person_selected()
        return step_pattern(self.state, chosen)

    def _person_selected(self) -> Person | None:
        """Person who is selected where one of the others is chosen."""
        ids = self.question.ids
        people = [row_id for row_id in ids if row_id in map(str, self.state.players)]
        selected = self._selected_id()
        return Person(selected) if selected in people else None


def window_of(state: State) -> Profession | None:
    """Return who may speak before it goes on, for all that is public (K1)."""
    fight = state.fight
    if state.phase is Phase.SUPPORT and fight and not fight.support and may_hold_priest(state):
        return Profession.PRIEST
    if state.phase is Phase.RESULT and may_hold_doctor(state):
        return Profession.DOCTOR
    return None
