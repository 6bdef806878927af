"""The step for whatever must happen next in a game: a question about it, beside the boat."""

from collections.abc import Sequence
from dataclasses import replace

from companion.device.sentences import together
from companion.games.lifeboat.boat_view import BoatView, boat_view
from companion.games.lifeboat.captions import facts, name, title
from companion.games.lifeboat.chimes import chime_of
from companion.games.lifeboat.language import say
from companion.games.lifeboat.readings import LifeboatObservation, ObservationMemory
from companion.games.lifeboat.ring import step_pattern
from companion.games.lifeboat.table.dialog import ALL_REVEALED, ask, revealing_characters
from companion.games.lifeboat.table.discrepancies import row_owners
from companion.games.lifeboat.table.inference import describe_spread, infer_day, infer_event, infer_hand
from companion.games.lifeboat.table.layout import PUSHED, LifeboatSession, expected_layout, with_pushed
from companion.games.lifeboat.table.pages import PersonStep, SumsStep
from companion.games.lifeboat.table.words import describe_notes, describe_problem
from companion.games.lifeboat.tags import PROVISION_OF
from companion.screen.pages import Row
from companion.table.event_series import EventSeriesStep
from companion.table.inference import Happened, Nothing, Problems, Waiting
from companion.table.layout import PieceObservation
from companion.table.photo_list import PhotoListStep
from companion.table.problem_page import is_wrong
from companion.table.questions import AnsweredEvent, Answers, Question
from companion.table.ring import problem_pattern
from companion.voice import Level
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.state import Phase, State
from hardware.ring.patterns import Pattern

#: What is read in each step; hands are read at the scoring only.
_READING_MODES = {Phase.REVEAL: "scoring"}
#: Answer that a photo shows a spread hand.
_PHOTO = "photo"
#: The first answers that tell a flare; where it comes from follows.
_FLARE = ("use", Provision.FLARE)
#: So many facts stand in one row.
_MANY = 3


class LifeboatStep(EventSeriesStep[State, e.GameEvent]):
    """Step for what happens next, told by hand."""

    session: LifeboatSession
    takes_events = True
    describe_problem = staticmethod(describe_problem)

    def __init__(self, session: LifeboatSession) -> None:
        super().__init__(session)
        self.name = str(self.state.step)
        self.moment = _READING_MODES.get(self.state.step, str(self.state.step))

    def ask(self, answers: Answers) -> Question | AnsweredEvent:
        """Return the question after these answers, or the event that they tell."""
        return ask(self.state, answers, overruling=self.overruling, hidden=self._knows_hidden_cards())

    def circumstances(self) -> tuple[object, ...]:
        """Return whether a virtual table keeps the hidden cards."""
        return (self._knows_hidden_cards(),)

    def _knows_hidden_cards(self) -> bool:
        """Return True at a virtual table.

        At the scoring it must know the hands that are still to be laid open.
        """
        hidden = self.session.hidden_cards
        if hidden is None or self.state.step is not Phase.REVEAL:
            return hidden is not None
        return all(
            hidden.true_answer((str(revealing_character),))
            for revealing_character in revealing_characters(self.state)[:1]
        )

    def asked(self, answers: Answers) -> Question | AnsweredEvent:
        """Return the question, with what is seen of a hand that is spread."""
        asked = super().asked(answers)
        seen = self.session.observed(LifeboatObservation)
        if isinstance(asked, Question) and self._is_revealing(answers) and seen is not None:
            spread = describe_spread(self.state, seen, Character(answers[0]))
            return replace(asked, text=together(spread, asked.text))
        if isinstance(asked, Question) and self._can_read_photo and len(asked.ids) > 1 and self._is_revealing(answers):
            return replace(asked, rows=(*asked.rows, Row(say("From a photo"), _PHOTO)))
        return asked

    @property
    def _can_read_photo(self) -> bool:
        """True where a photo can stand in for the camera."""
        return self.session.around.read_photo is not None and not self.session.sees

    def _take_photo(self, observation: PieceObservation) -> str:
        """Take what a photo of a spread hand shows; return what is wrong with it."""
        assert isinstance(observation, LifeboatObservation)
        character = Character(self.answers[0])
        match infer_hand(self.state, observation, character):
            case Happened(event=event):
                self.session.close()
                self.enter_event(event)
                return ""
            case Problems(problems=(problem, *_)) | Waiting(problems=(problem, *_)):
                return together(problem.sentence, problem.fix)
        return together(say("The photo does not show all of it."), describe_spread(self.state, observation, character))

    def _is_revealing(self, answers: Answers) -> bool:
        """Return True if somebody spreads a hand, and has told nothing of it.

        The last love and hate cards need no telling.
        """
        if self.state.step is not Phase.REVEAL:
            return False
        known = answers[:1]
        while len(known) < len(answers):
            question = ask(self.state, known)
            if not isinstance(question, Question) or len(question.ids) != 1:
                return False
            known = (*known, question.ids[0])
        return bool(answers) and known == answers

    def see(self) -> None:
        """Find out what has happened on the mat."""
        observation = self.session.observed(LifeboatObservation)
        assert observation is not None
        rows = {zone: character for character, zone in row_owners(self.state, observation).items()}
        if self.state.step is Phase.REVEAL:
            if self._is_revealing(self.answers):
                self.find(infer_hand(self.state, observation, Character(self.answers[0])))
            return
        if self.state.step is Phase.CHOOSE:
            found = infer_day(
                self.state, observation, self.answers, overruling=self.overruling, yesterday=self._previous_day_card()
            )
            self.find(found)
            return
        memory, game, pushed = (
            self.session.remembered(ObservationMemory),
            self.session.game,
            frozenset(self.state.seats),
        )
        if memory is not None and game is not None:
            observation = memory.without_used_cards(observation, len(game.events))
            pushed = memory.pushed
            if self.state.fight is None:
                # Who is pushed out for the next fight is seen then.
                self.session.keep_memory(replace(memory, pushed=frozenset()))
        found = infer_event(self.state, observation, rows, pushed)
        # While the table overrules, cards may lie as it wants; what is told begins with who does it.
        self.find(Nothing() if self.overruling and not isinstance(found, Happened) else found)

    def _previous_day_card(self) -> str | None:
        """Return the number of the day's card before this one."""
        game = self.session.game
        events = reversed(game.events if game else ())
        return next((event.card for event in events if isinstance(event, e.Navigated)), None)

    def answer(self, row_id: str) -> None:
        """Give an answer; at a virtual table's scoring the hidden cards give all that follow."""
        if row_id == _PHOTO:
            character = name(Character(self.answers[0]))
            text = say("Choose the photo of the mat with love, hate and hand in the boat: {player}.", player=character)
            self.session.open(PhotoListStep(self.session, text, self._take_photo))
            return
        if self.state.step is Phase.REVEAL and not self.answers:
            everybody = revealing_characters(self.state)
            revealing = everybody if row_id == ALL_REVEALED else [player for player in everybody if player == row_id]
            found = tuple(event for event in map(self._hidden_hand, revealing) if event is not None)
            if found:
                self.forget_refusal()
                self.enter_event(found)
            if found or row_id == ALL_REVEALED:
                return
        super().answer(row_id)
        if self.session.step is self and self.answers[:2] == _FLARE and len(self.answers) > len(_FLARE):
            flare = self._told_by_hidden_cards(self.answers)
            if flare is not None:
                # Its cards are turned once it is told, and by nobody before.
                self.enter_event(flare)

    def _hidden_hand(self, character: Character) -> e.GameEvent | None:
        """Return what somebody reveals by a virtual table's hidden cards; None without them."""
        return self._told_by_hidden_cards((str(character),))

    def _told_by_hidden_cards(self, answers: Answers) -> e.GameEvent | None:
        """Return the event that the hidden cards give after these answers.

        None where they leave it open, and where nobody keeps any.
        """
        hidden = self.session.hidden_cards
        while hidden is not None and (true := hidden.true_answer(answers)):
            answers = (*answers, true)
            asked = self.asked(answers)
            if isinstance(asked, AnsweredEvent):
                event: e.GameEvent = asked.event
                return event
        return None

    def follow_up(self, event: e.GameEvent, after: State) -> None:
        """Say what followed by itself; show the sums of a player who has revealed."""
        self._remember_used(event)
        self._leave_to_hands(after)
        self.session.announced.say_outcome(describe_notes(after), Level.PHASE, chime_of(self.state, event, after))
        if not isinstance(event, e.Revealed):
            self.session.go_on()
        elif self.session.table_game.rules.over(after) is not None:
            # The game's end is kept before anything is read.
            self.session.go_on()
            self.session.open(SumsStep(self.session, event.by))
        else:
            # Who is asked next hears it once the sums are closed.
            self.session.go_on(SumsStep(self.session, event.by))

    def _leave_to_hands(self, after: State) -> None:
        """Leave what a bot does to hands: the table lies as before its event."""
        game = self.session.game
        by_bot = game is not None and self.session.seating.events_by_bots == len(game.events)
        if by_bot and self.session.layout is not None and self.session.watching is not None:
            lies, wanted = expected_layout(self.state), expected_layout(after)
            # In a fight it is open which cards are pushed out.
            pushed = PUSHED in lies.counts and PUSHED not in wanted.counts
            self.session.confirm_layout(with_pushed(lies, pushed=pushed))

    def _remember_used(self, event: e.GameEvent) -> None:
        """Remember that a card that lies there has been used, and is not used again."""
        seen, game = self.session.observed(LifeboatObservation), self.session.game
        memory = self.session.remembered(ObservationMemory)
        if seen is None or memory is None or game is None:
            return
        left = memory.without_used_cards(seen, len(game.events) - 1).show
        tags = [tag for tag in left if PROVISION_OF[tag] is _used_card(event)]
        self.session.keep_memory(memory.with_used_cards(tags[:1], len(game.events)))

    # --- buttons ------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Say what is due."""
        self.mark_first()
        chime = "" if self.state.step in (Phase.FIGHT, Phase.OVERBOARD, Phase.REVEAL) else "turn"
        text = self.question.text
        self.session.say(text, Level.PHASE, chime)

    def can_overrule(self) -> bool:
        """Return False for what was revealed: it is what it is."""
        return self.state.step is not Phase.REVEAL

    def touch(self, target: str) -> None:
        """Choose; join a fight by an end of a berth; else tell more about who sits there.

        Where somebody is asked for, the whole berth answers.
        """
        side, _, character = target.partition(" ")
        if character and self.state.step is Phase.FIGHT:
            if character not in self._ids():
                self._go_to((side, character))
                return
            target = character
        if target not in self._ids() and target in map(str, self.state.seats):
            self.session.open(PersonStep(self.session, Character(target)))
        else:
            super().touch(target)

    # --- what is shown ------------------------------------------------------------------------------------------

    def title(self) -> str:
        """Return the day and the phase."""
        return title(self.state)

    def board(self) -> BoatView:
        """Return the boat."""
        wrong = {place for problem in self.reported_problems for place in problem.places}
        return boat_view(self.state, tuple(seat for seat in self.state.seats if str(seat) in wrong))

    def sign(self) -> object | None:
        """Return the player on turn."""
        return self.state.turn

    def facts(self) -> tuple[Row, ...]:
        """Return facts: a refusal's reason, what followed on the last event, and other facts.

        The other facts are what there is to know before an answer.
        """
        return (*super().facts(), *map(Row, self._facts()))

    def _facts(self) -> Sequence[str]:
        """Return the facts that matter most: the choices need the room."""
        lines = tuple(facts(self.state))
        if self.state.step in (Phase.FIGHT, Phase.OVERBOARD):
            # What is at stake, what each would lose; many in one row.
            return lines if len(lines) < _MANY else (" · ".join(lines),)
        if self.unfinished:
            return ()
        # How the game ended stands in the question.
        notes = "" if self.state.step is Phase.REVEAL else describe_notes(self.state)
        return (notes,) if notes else lines

    def pattern(self) -> Pattern:
        """Return the step's ring pattern."""
        return problem_pattern() if self.refusal or is_wrong(self.reported_problems) else step_pattern(self.state)


def _used_card(event: e.GameEvent) -> Provision | None:
    """Return the kind of the card that an event uses."""
    match event:
        case e.Drank():
            return Provision.WATER
        case e.Chummed():
            return Provision.CHUM
        case e.Used(card=card):
            return card
    return None
