"""Step for any event in the house: a question about it, beside a picture.

The picture is the map, an explorer's rows or the dice.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from companion.device.sentences import as_sentence, capitalised
from companion.games.betrayal.chimes import chime_of
from companion.games.betrayal.language import say
from companion.games.betrayal.map_view import MapView, map_view
from companion.games.betrayal.mat import BOOK_OPEN
from companion.games.betrayal.names import explorer_name
from companion.games.betrayal.observation import HouseObservation
from companion.games.betrayal.options import OPTIONS, companion_throws_dice
from companion.games.betrayal.ring import roll_pattern, step_pattern
from companion.games.betrayal.table.announced import describe_announced
from companion.games.betrayal.table.card_dialog import LIES
from companion.games.betrayal.table.counter_dialog import letter_id
from companion.games.betrayal.table.dialog import DOOR, ELSE, FIGURE, WALK, ask
from companion.games.betrayal.table.elsewhere import BEGIN, begun_elsewhere
from companion.games.betrayal.table.event_answers import begun_answers
from companion.games.betrayal.table.fight_dialog import DAMAGE
from companion.games.betrayal.table.haunt_dialog import describe_haunt
from companion.games.betrayal.table.inference import CARD_MISSING, infer_event
from companion.games.betrayal.table.layout import (
    HouseSession,
    expected_layout,
    layout_with_observed_pieces,
    strips_of,
)
from companion.games.betrayal.table.moving_dialog import LAID, open_doors
from companion.games.betrayal.table.pages import ExplorerStep
from companion.games.betrayal.table.picking import HouseQuestion
from companion.games.betrayal.table.roll_dialog import AGAIN, FACES, OWN_DICE, ROLL, THROWN, TRAIT_ROLL, DiceView
from companion.games.betrayal.table.stands_dialog import MISTAKE, STANDS
from companion.games.betrayal.table.tokens import tokens_by_tag
from companion.games.betrayal.table.words import describe_consequences, describe_distance, describe_problem
from companion.screen.pages import Row, Tone
from companion.table.bots import whole_state
from companion.table.event_dialog import EventDialogStep
from companion.table.inference import TableProblem, Waiting
from companion.table.layout import TableLayout
from companion.table.problem_page import is_wrong
from companion.table.questions import AnsweredEvent, Answers, Begun, Question
from companion.table.ring import problem_pattern
from companion.table.running_game import state_of
from companion.table.session import Session
from companion.voice import Level
from engine.betrayal import events as e
from engine.betrayal.components import CHARACTERS
from engine.betrayal.game import RULES
from engine.betrayal.haunting import answerers
from engine.betrayal.hidden import outcomes_brought
from engine.betrayal.play import PLAY
from engine.betrayal.possible import Declined, DiceThrown
from engine.betrayal.state import MONSTERS, Phase, State
from engine.betrayal.throwing import thrower
from engine.betrayal.ways import routes
from engine.game import Game
from hardware.ring.patterns import Pattern

#: The names of the pages on which something that is owed is asked.
_OWED = {
    "drew": "sign",
    "balanced": "room-roll",
    "fell": "fall",
    "elevator_ran": "elevator",
    "damaged": "damage",
    "haunt_rolled": "haunt-roll",
}
#: No event takes more answers.
_MOST_ANSWERS = 60
#: First answers that tell what the camera has seen, whatever is begun.
_SEEN = (LAID, STANDS, LIES)


def step_name(state: State) -> str:
    """Return the page's subject."""
    if state.phase is Phase.SETUP:
        return "haunt-setup"
    if state.haunt is not None and state.haunt.claim is not None:
        return "claim"
    if state.owed:
        return _OWED[state.owed[0].event]
    return "monsters" if state.turn == MONSTERS else "turn"


class HouseStep(EventDialogStep[State, e.GameEvent | tuple[e.GameEvent, ...]]):
    """Step for what happens next, told by hand."""

    session: HouseSession
    takes_events = True
    has_other_rows = True
    describe_problem = staticmethod(describe_problem)

    def __init__(self, session: HouseSession) -> None:
        super().__init__(session)
        self.name = step_name(self.state)
        # While a book may lie open nothing is kept of what the camera sees.
        self.moment = BOOK_OPEN if self.name in ("haunt-roll", "haunt-setup") else ""
        #: The cards of which was said that nobody has drawn them.
        self.not_drawn: frozenset[str] = frozenset()
        #: Dice that are still to come: the answers before them, and the row that throws them.
        self._awaited: tuple[Answers, str] | None = None
        #: The last map, and what it shows: making one takes time.
        self._map: tuple[tuple[object, ...], MapView] | None = None

    def circumstances(self) -> tuple[object, ...]:
        """Explorer whose dice are thrown, what is begun already, and whether hands tell it."""
        return self._throws_dice, self.begun_event, self.auto_move_requested

    @property
    def is_begun(self) -> bool:
        """True once somebody has begun to tell something."""
        return bool(self.answers)

    @property
    def _throws_dice(self) -> bool:
        session = self.session
        options = {**session.settings.of_game(RULES.id, OPTIONS), **session.variants}
        return not session.chance.is_told(real=not companion_throws_dice(options))

    @property
    def begun_event(self) -> e.Discovered | e.Fell | e.ElevatorRan | None:
        """Return what a player has begun on their own screen, with its dice or its tile."""
        whole = whole_state(self.session)
        explorer, seats = "" if whole is None else PLAY.committed_seat(whole), self.session.seating.seats
        if (
            whole is None
            or not explorer
            or self.overruling
            or self.session.watching
            or explorer in seats.bots
            or explorer in seats.away
        ):
            return None
        begun: e.Discovered | e.Fell | e.ElevatorRan | None = whole.announced and whole.announced.event
        return begun

    @property
    def known_answers(self) -> Answers:
        """Answers that what is begun gives to the first questions: nobody is asked them."""
        begun = self.begun_event
        return () if begun is None else begun_answers(self.state, begun, virtual=self._throws_dice)

    def ask(self, answers: Answers) -> Question | AnsweredEvent:
        """Ask the questions of this step; first what is left to decide of what is begun."""
        if not "".join(answers[:1]).startswith(_SEEN):
            answers = (*self.known_answers, *answers)
        asked = ask(self.state, answers, virtual=self._throws_dice, overruling=self.overruling)
        if not isinstance(asked, Question) or not self._is_shared:
            return asked
        begun = begun_elsewhere(self.state, answers) if self._is_judged_elsewhere else None
        if begun is not None and not answers:
            told = describe_announced(begun)
            others = tuple(row for row in asked.rows if row.id == ELSE)
            return replace(
                asked, text=as_sentence(told), rows=(Row(told, BEGIN, tone=Tone.NOW), *others), draw=BEGIN, marked=""
            )
        if self.auto_move_requested:
            # Hands tell what this table has thrown as they tell real dice.
            return asked
        # Nobody at another table sees what real dice show.
        return replace(asked, rows=tuple(row for row in asked.rows if row.id != OWN_DICE))

    @property
    def _is_shared(self) -> bool:
        """True in a game with another table."""
        other = self.session.other_table
        return other is not None and other.shares(self.session.game_id)

    def _begin_elsewhere(self) -> bool:
        """Ask the table that keeps the stacks for what the answers begin; True if they do."""
        hidden = self.session.hidden_cards
        begun = begun_elsewhere(self.state, self.answers) if self._is_judged_elsewhere else None
        if begun is None or hidden is None or self.known_answers:
            return False
        self.forget_answers()
        hidden.keep_move(begun)
        return True

    def enter_event(self, event: e.GameEvent | tuple[e.GameEvent, ...]) -> None:
        """Apply the event, or one step after the other of a longer way, if it is allowed.

        Else say why it is not.
        """
        events = event if isinstance(event, tuple) else (self._answered_here(event),)
        if self.contradiction(events[0]):
            self.refuse(partial(self.contradiction, events[0]))
            return
        before = expected_layout(self.state)
        for step in events:
            game = self.session.game
            if not self._took(step):
                return
            if self.session.game is game:
                # Another table is asked: the rest of a longer way comes after it.
                if self.session.hidden_cards is not None:
                    self.session.hidden_cards.keep_move(events)
                break
            if step is not events[-1] and state_of(self.session, State).owed:
                # Something holds the figure up on its way.
                break
        self._keep_pending_moves(before)
        self.session.go_on()

    def _answered_here(self, event: e.GameEvent) -> e.GameEvent:
        """Let an explorer at this table answer a claim, whoever of the other side is named first."""
        session = self.session
        other = session.other_table
        if not isinstance(event, e.Confirmed | e.Denied) or other is None or event.by not in other.seats:
            return event
        assert session.game is not None
        if self._is_told_by_others(session.game):
            # The other table has answered.
            return event
        own = next((explorer for explorer in answerers(self.state) if explorer not in other.seats), event.by)
        return replace(event, by=own)

    def _is_told_by_others(self, game: Game[State, e.GameEvent]) -> bool:
        """Return True if a bot or another table enters the event after those of `game`."""
        return self.session.seating.events_by_bots == len(game.events) + 1

    def _keep_pending_moves(self, before: TableLayout) -> None:
        """Leave to hands what was told and is not seen to be done."""
        session, seen = self.session, self.session.observed(HouseObservation)
        if session.layout is None or seen is None:
            return
        assert session.game is not None
        state = state_of(session, State)
        seen = seen.with_names(state.house, strips_of(session), tokens_by_tag(session.game.events))
        session.confirm_layout(layout_with_observed_pieces(session.layout, before, expected_layout(state), seen))

    def _took(self, event: e.GameEvent) -> bool:
        game = self.session.game
        assert game is not None
        before = state_of(self.session, State)
        problems = game.problems(event)
        if problems and self.overruling and isinstance(event, e.TurnEvent):
            event = replace(event, overruled=True)
            problems = game.problems(event)
        if problems:
            self.forget_observation()
            self.state = before
            self.refuse(partial(describe_problem, problems[0]))
            return False
        self.session.apply(event)
        if self.session.game is game:
            return True
        after = state_of(self.session, State)
        told = self._is_told_by_others(game)
        follows, chime = describe_consequences(before, event, after), chime_of(before, event, after)
        if (follows and not told) or chime:
            # What a bot does has been told already.
            self.session.announced.say_outcome("" if told else follows, Level.PHASE, chime)
        return True

    def see(self) -> None:
        """Find out what has happened on the table."""
        observation = self.session.observed(HouseObservation)
        assert observation is not None
        game = self.session.game
        assert game is not None
        tokens = tokens_by_tag(game.events)
        self.find(
            infer_event(
                self.state,
                observation,
                strips_of(self.session),
                tokens,
                self.not_drawn,
            )
        )
        if isinstance(self.found, Waiting):
            # Whoever reads a card is shown that it is not seen; it is not said aloud.
            self.session.ignored_problems.add(
                [problem for problem in self.found.problems if problem.kind == CARD_MISSING]
            )

    @property
    def reported_problems(self) -> tuple[TableProblem, ...]:
        """Discrepancies on the table, once they have been said.

        There are none while it is asked how that came.
        """
        return () if self._asks_reason else super().reported_problems

    @property
    def _asks_reason(self) -> bool:
        """True if it is asked why a figure stands somewhere, or how a card came before somebody."""
        return bool(self.answers) and self.answers[0].startswith((STANDS, LIES))

    # --- buttons ------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Say what is due."""
        # Where the beaten has nothing that can be stolen, the damage is asked for at once.
        if not self.answers and self._is_theft_declined and DAMAGE in self.question.ids:
            self.answers = (DAMAGE,)
        self.mark_first()
        chime = "turn" if self.name in ("turn", "monsters") and not self.state.steps else ""
        self.session.say(self.question.text, Level.PHASE, chime)

    def answer(self, row_id: str) -> None:
        """Dice are thrown here, or at the table that keeps them."""
        if row_id == BEGIN:
            self._begin_elsewhere()
            return
        if row_id == MISTAKE and self._asks_reason:
            # The page says where it goes.
            self.forget_refusal()
            self.not_drawn |= {self.answers[0].removeprefix(LIES).partition(",")[0]}
            self.forget_answers()
            if self.session.observation is not None:
                self.see()
            return
        if row_id.startswith((ROLL, AGAIN)):
            number = int(row_id.removeprefix(ROLL)) if row_id.startswith(ROLL) else 1
            faces = self._throw(number)
            self._awaited = None if faces is not None else (self.answers, row_id)
            if faces is None:
                return
            thrown = "".join(map(str, faces))
            row_id = f"{row_id}:{thrown}" if row_id.startswith(AGAIN) else THROWN + thrown
        elif row_id == DAMAGE and self._leaves_damage_to_bot():
            return
        super().answer(row_id)
        if self.session.step is self and self.answers and self._begin_elsewhere():
            return
        if row_id.startswith(TRAIT_ROLL) and self.question.draw.startswith(ROLL):
            # The card says what is rolled: nobody is asked once more.
            self.answer(self.question.draw)

    def tick(self) -> None:
        """Ask for dice again that are still to come."""
        super().tick()
        if self._awaited is not None and self._awaited[0] == self.answers:
            self.answer(self._awaited[1])
        elif self._is_judged_elsewhere and self.question.draw.startswith(ROLL):
            number, whole = int(self.question.draw.removeprefix(ROLL)), whole_state(self.session)
            if whole is not None and whole.thrown is not None and self._told_dice(number):
                # The other table has thrown them meanwhile.
                self.answer(self.question.draw)

    @property
    def _dice_before(self) -> int:
        """Number of dice that the answers tell."""
        thrown = sum(len(answer.removeprefix(THROWN)) for answer in self.answers if answer.startswith(THROWN))
        return thrown + sum(answer.startswith(AGAIN) for answer in self.answers)

    def _told_dice(self, number: int) -> Sequence[int]:
        """Return the next dice that the other table has thrown for what is told; none: it has not."""
        whole, first, event = whole_state(self.session), self._dice_before, self._event_of_dice()
        thrown = None if whole is None else whole.thrown
        if thrown is None or event is None or (thrown.by, thrown.event) != self._throw_of(event):
            return ()
        faces: Sequence[int] = thrown.faces[first : first + number]
        return faces if len(faces) == number else ()

    def _throw_of(self, event: e.GameEvent) -> tuple[str, str]:
        return thrower(self.state, event), RULES.codec.name_of(event)

    def _event_of_dice(self) -> e.GameEvent | None:
        """Return the event for which dice are thrown now, whatever these show; None: unknown."""
        answers = self.answers
        while len(answers) < _MOST_ANSWERS:
            asked = self.asked(answers)
            if isinstance(asked, AnsweredEvent):
                event: e.GameEvent = asked.event[0] if isinstance(asked.event, tuple) else asked.event
                return event
            if not asked.ids:
                break
            row_id = asked.ids[0]
            answers = (*answers, THROWN + "0" * int(row_id.removeprefix(ROLL)) if row_id.startswith(ROLL) else row_id)
        return None

    def _throw_elsewhere(self, number: int) -> Sequence[int] | None:
        """Return the dice that the other table has thrown; None: it is asked for them."""
        faces, event, hidden = self._told_dice(number), self._event_of_dice(), self.session.hidden_cards
        if not faces and event is not None and hidden is not None:
            hidden.keep_move(DiceThrown(*self._throw_of(event), self._dice_before + number))
        return faces or None

    def _throw(self, number: int) -> Sequence[int] | None:
        """Throw so many dice; None: they are still to come.

        Those that were taken back fall as before.
        """
        if self._is_judged_elsewhere:
            return self._throw_elsewhere(number)
        session, whole, first = self.session, whole_state(self.session), self._dice_before
        assert session.game is not None
        events = session.game.events
        kept = None if whole is None else whole.stacks.chance(events)
        rng = session.chance.rng(session.game_id, f"dice {outcomes_brought(events)}", kept)
        return None if rng is None else rng.choices(FACES, k=first + number)[first:]

    @property
    def _is_theft_declined(self) -> bool:
        """True if a bot that may steal has said that it does not."""
        whole = whole_state(self.session)
        return whole is not None and whole.declined

    def _leaves_damage_to_bot(self) -> bool:
        """Let a beaten bot, or another table, share the damage out, of which nothing is stolen.

        Return True if it does.
        """
        session, owed = self.session, self.state.owed[0] if self.state.owed else None
        hidden, other = session.hidden_cards, session.other_table
        others = {*session.seating.seats.bots, *(other.seats if other is not None else ())}
        if owed is None or owed.steal is None or hidden is None or owed.by not in others:
            return False
        hidden.keep_move(Declined(owed.steal))
        session.go_on()
        return True

    @property
    def takes_text(self) -> bool:
        """True while the table writes a name."""
        asked = self.question
        return isinstance(asked, HouseQuestion) and asked.writes

    def typed(self, text: str) -> None:
        """Letter by letter."""
        for letter in text:
            if self.takes_text and letter.isprintable():
                self.answer(letter_id(letter))
                # Advance, which is Return, says that it is right.
                self.index = 0

    def overrule(self) -> None:
        """Accept what lies there or leave it so.

        Else from now on anybody may do it, and once more: as before.
        """
        taken = self.wanted
        if taken is None:
            super().overrule()
            return
        self.overruling = not isinstance(taken, Begun)
        if isinstance(taken, Begun):
            self._go_to(taken.answers)
        else:
            self.enter_event(taken)

    def touch(self, target: str) -> None:
        """Choose; on the map: walk, discover, show an explorer."""
        if target in self._ids():
            super().touch(target)
            return
        shortcut = self._shortcut(target)
        if shortcut:
            self.answers = shortcut[:-1]
            self.answer(shortcut[-1])
        elif self._walking in CHARACTERS and target == self.state.room_of(str(self._walking)):
            self.session.open(ExplorerStep(self.session, str(self._walking)))

    def _shortcut(self, target: str) -> Answers:
        """Return the answers that a touch on the map means if nothing else is being answered."""
        figure = self._walking
        if figure is None or self.overruling or self.begun_event is not None:
            return ()
        before = self.answers if figure in self.state.monsters else ()
        room, _, door = target.partition(":")
        if not door and room in routes(self.state, figure):
            return (*before, WALK, room)
        if door and figure in CHARACTERS and room == self.state.room_of(figure) and not self.state.stopped:
            doors = open_doors(self.state, figure, overruling=False)
            return (f"{DOOR}{door}",) if door in (open_door.word for open_door in doors) else ()
        return ()

    @property
    def _walking(self) -> str | None:
        """The figure that a touch on the map moves."""
        if self.begun_event is not None:
            return None
        if self.name == "turn" and self.answers in ((), (WALK,)):
            return self.state.turn
        if self.name == "monsters" and self.answers and self.answers[0].startswith(FIGURE) and len(self.answers) < 3:
            return self.answers[0].removeprefix(FIGURE)
        return None

    def explain_ignored_touch(self, target: str) -> str:
        """Say that a room is not in reach."""
        if self._walking is not None and target in self.state.house.rooms:
            if self.state.stopped:
                return say("No more moving this turn (rule B4).")
            return describe_distance(self.state, str(self._walking), target)
        return ""

    # --- what is shown ------------------------------------------------------------------------------------------

    def title(self) -> str:
        """Return the player on turn, or the one who does what is owed."""
        state = self.state
        if self.name == "haunt-setup":
            return say("The haunt begins")
        if self.name == "claim":
            return say("Has a side won?")
        explorer = state.owed[0].by if state.owed else state.turn
        if explorer == MONSTERS:
            return say("The monsters")
        if explorer is None:
            return say("The house")
        return capitalised(explorer_name(explorer)) if explorer in CHARACTERS else say("The monsters")

    def board(self) -> object:
        """Return the map, an explorer's rows, or the dice."""
        asked = self.question
        if isinstance(asked, HouseQuestion) and asked.picture is not None:
            return asked.picture
        wrong = tuple(place for problem in self.reported_problems for place in problem.places)
        doors = self.doors
        large = None
        if doors:
            large = self.state.house.rooms[doors[0].partition(":")[0]].floor
        shown = self.state, self._walking, large, doors, wrong
        if self._map is None or self._map[0] != shown:
            self._map = shown, map_view(self.state, self._walking, large=large, doors=doors, wrong=wrong)
        return self._map[1]

    @property
    def doors(self) -> tuple[str, ...]:
        """Doors behind which a tile may be laid now, as ``room:DIR``."""
        begun = self.begun_event
        if isinstance(begun, e.Discovered):
            return (f"{self.state.room_of(begun.by)}:{begun.door.word}",)
        rooms, figure = self.state.house.rooms, self._walking
        explorer = self.state.turn
        if self.answers and explorer is not None and explorer in CHARACTERS and self.answers[0].startswith(DOOR):
            # Until the tile lies there the page and the table show where it goes.
            return (f"{self.state.room_of(explorer)}:{self.answers[0].removeprefix(DOOR)}",)
        chosen = next((answer for answer in reversed(self.answers) if answer.partition(":")[0] in rooms), "")
        if ":" in chosen:
            return (chosen,)
        doors = tuple(row.id for row in self.question.rows if ":" in row.id and row.id.partition(":")[0] in rooms)
        if not doors and self.name == "turn" and figure is not None and not self.state.stopped:
            room = self.state.room_of(figure)
            doors = tuple(f"{room}:{door.word}" for door in open_doors(self.state, figure, overruling=False))
        return doors

    def sign(self) -> object | None:
        """Return the player on turn."""
        state = self.state
        explorer = state.owed[0].by if state.owed else state.turn
        return None if self.name in ("haunt-setup", "claim") else explorer

    def facts(self) -> tuple[Row, ...]:
        """Return why an event was refused, and what is public of the haunt."""
        haunt = " · ".join(describe_haunt(self.state)) if self.name in ("turn", "monsters") else ""
        return (*super().facts(), *((Row(haunt, tone=Tone.FADED),) if haunt else ()))

    def _rows(self) -> tuple[Row, ...]:
        asked = self.question
        own = asked.facts if isinstance(asked, HouseQuestion) else ()
        rows = super()._rows()
        return (*own, *rows)

    def can_overrule(self) -> bool:
        """Return True if somebody moves, draws or is hurt."""
        return self.name in ("turn", "monsters", "fall", "sign", "damage")

    def pattern(self) -> Pattern:
        """Return the step's ring pattern."""
        if self.refusal or is_wrong(self.reported_problems):
            return problem_pattern()
        asked = self.question
        view = asked.picture if isinstance(asked, HouseQuestion) else None
        if isinstance(view, DiceView):
            return roll_pattern(self.state, view.number, len(view.faces))
        return step_pattern(self.state)


class TextStep(HouseStep):
    """Step for what a card, a room or the haunt says.

    It is told from the menu, whatever is asked just now.
    """

    def __init__(self, session: Session, answers: Answers = ()) -> None:
        """Begin with the `answers` that are given already, such as what it says."""
        super().__init__(session)
        self.answers = (ELSE, *answers)

    def forget_answers(self) -> None:
        """Begin again at what a text may say."""
        self.answers = (ELSE,)
        self.mark_first()

    def back(self) -> None:
        """Take the last answer back; before the first one, leave."""
        if self.answers in ((), (ELSE,)):
            self.session.close()
        else:
            super().back()
