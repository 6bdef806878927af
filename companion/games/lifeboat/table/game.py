"""Lifeboat at the table, as the platform asks for it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.device.button_colours import button_name
from companion.device.options import Values
from companion.device.sentences import without_rules
from companion.games import Part
from companion.games.lifeboat.boat_view import boat_view
from companion.games.lifeboat.captions import describe_over, name, title
from companion.games.lifeboat.chimes import CHIMES
from companion.games.lifeboat.figures import figures
from companion.games.lifeboat.language import say, say_count
from companion.games.lifeboat.mat import SHOW
from companion.games.lifeboat.options import OPTIONS
from companion.games.lifeboat.reasons import own_reason, public_reason
from companion.games.lifeboat.table.ask import describe_board, questions
from companion.games.lifeboat.table.correct import CorrectStep
from companion.games.lifeboat.table.heard_words import describe_heard
from companion.games.lifeboat.table.layout import (
    PUSHED,
    LifeboatSession,
    are_tokens_used,
    expected_layout,
    layout_after_event,
    with_counts_of,
    with_pushed,
    with_tokens_of,
)
from companion.games.lifeboat.table.pages import OverStep
from companion.games.lifeboat.table.players import PlayersStep, SetUpStep
from companion.games.lifeboat.table.put_right import PutBoatRightStep
from companion.games.lifeboat.table.reason_words import describe_lifeboat_reason
from companion.games.lifeboat.table.seat_news import seat_news
from companion.games.lifeboat.table.seat_words import (
    awaited,
    describe_advised,
    describe_announced,
    describe_seat_move,
    own_cards,
    score_so_far,
    seat_moves,
    seat_question,
)
from companion.games.lifeboat.table.steps import LifeboatStep
from companion.games.lifeboat.table.words import describe_act, describe_entered, describe_event, describe_help
from companion.screen.pages import BoardPage, Row, Tone
from companion.table.game import TypedTableGame
from companion.table.layout import Observation, TableLayout
from companion.table.running_game import state_of
from companion.table.seat_moves import SeatMove, ToldFacts
from companion.table.session import Session
from companion.table.step import Step
from companion.table.table_question import TableQuestion
from companion.voice.waves import Chime
from engine.game import Play
from engine.lifeboat.components import Character
from engine.lifeboat.dealt import Dealt, Move
from engine.lifeboat.events import Eaten, Fought, GameEvent, GameStarted, Navigated, Passed
from engine.lifeboat.game import RULES
from engine.lifeboat.play import PLAY
from engine.lifeboat.scores import scores, winners
from engine.lifeboat.state import Phase, State
from engine.values import replaced
from hardware.buttons import Button
from vision.model.catalogue import Catalogue
from vision.reading import Reading

if TYPE_CHECKING:
    from companion.games.lifeboat.readings import MatObservation, ObservationMemory


#: Answers that give a seat or a card away, or after which nobody can object, join a fight, or be saved any more.
_ENDING_ANSWERS: Mapping[Phase, Collection[str]] = {
    Phase.ACT: ("passed",),
    Phase.ANSWER: ("agreed", "refused"),
    Phase.OBJECTION: ("eaten",),
    Phase.FIGHT: ("fought",),
    Phase.OVERBOARD: ("fell",),
    Phase.THIRST: ("suffered",),
}
#: The number of a rule, a ruling or a variant.
_RULE_NUMBERS = r"(?:LR?|V)\d+"


class LifeboatTable(TypedTableGame[Session, State, GameEvent, Dealt, Move]):
    """Lifeboat: its steps, words and pictures."""

    rules = RULES
    figures = staticmethod(figures)
    options = OPTIONS
    chimes: Mapping[str, Chime] = CHIMES
    help = staticmethod(describe_help)
    describe_event = staticmethod(describe_event)
    describe_board = staticmethod(describe_board)
    describe_entered = staticmethod(describe_entered)
    describe_heard = staticmethod(describe_heard)
    describe_act = staticmethod(describe_act)
    describe_announced = staticmethod(describe_announced)
    pictures = Part("companion.games.lifeboat.screen.pictures:LifeboatPictures")
    poster = Part("companion.games.lifeboat.screen.poster:poster")
    readings = Part("companion.games.lifeboat.readings:READINGS")
    new_game = PlayersStep

    @property
    def play(self) -> Play[Dealt, Move]:
        """The game as bots play it, with hands, love and hate."""
        return PLAY

    # --- words --------------------------------------------------------------------------------------------------

    def title(self) -> str:
        """Return the game's name."""
        return say("Lifeboat")

    def spoken(self, text: str) -> str:
        """Return a text for the voice without the rules' numbers, which the screen shows."""
        return without_rules(text, _RULE_NUMBERS)

    def describe_draw_button(self) -> str:
        """Describe that the button goes through the choices."""
        return say(
            "{button} goes to the next choice; without one it repeats what to do.",
            button=button_name(Button.DRAW),
        )

    def status(self, state: State) -> str:
        """Return how far the game is: the day and the birds."""
        if state.step is Phase.OVER:
            return ""
        day = say("Day {day}", day=state.day)
        return f"{day} · {say_count('{n} bird', '{n} birds', state.birds)}"

    def describe_event_time(self, before: State | None, after: State) -> str:
        """Return the day."""
        return say("Day {day}", day=(before or after).day)

    chapter_events = (GameStarted, Navigated, Fought, Eaten)

    def chapter(self, before: State | None, event: Any, after: State) -> str:
        """Return the title of a day's end, a fight, a meal, or a death."""
        if before is not None and sum(p.alive for p in after.people) < sum(p.alive for p in before.people):
            return self.describe_event(before, event, after)
        return super().chapter(before, event, after)

    def replayed(self, before: State | None, event: Any, after: State) -> BoardPage:
        """Return the page of the boat after the event; at the end with everybody's points."""
        return replayed_page(before, event, after, self.status(after))

    # --- a seat's own screen --------------------------------------------------------------------------------------

    def hand(self, view: Dealt, seat: str) -> Sequence[Row]:
        """Love, hate and the hand."""
        return own_cards(view, Character(seat))

    def seat_moves(self, view: Dealt, seat: str) -> Sequence[Move]:
        """Return what a player may do, trades included."""
        return seat_moves(view, Character(seat))

    def awaited(self, view: Dealt) -> Sequence[str]:
        """Return those who must act or decline."""
        return awaited(view)

    def seat_question(self, view: Dealt, seat: str) -> str:
        """Return what is done with cards that the player alone sees."""
        return seat_question(view, Character(seat))

    def asked_openly(self, whole: Dealt) -> Sequence[str]:
        """Return the awaited players as if nobody had declined, and no trade were offered."""
        return awaited(replaced(whole, declined=frozenset(), offers=(), owed=None))

    def told_facts(self, state: State, seat: str) -> ToldFacts | None:
        """Return the score so far by love and hate."""
        return score_so_far(state, Character(seat)) if state.step is not Phase.OVER else None

    def describe_move(self, view: Dealt, move: Move) -> SeatMove:
        """Return the event in words, and what is picked."""
        told = "" if move.event is None else super().describe_move(view, move).text
        return describe_seat_move(view, move, told)

    def hint_reason(self, view: Dealt, seat: str, move: Move, *, shared: bool) -> Any:
        """Return why: for all by what all see, for the player alone by its hand, love and hate, too."""
        return public_reason(view.state, seat, move.event, move.plan) if shared else own_reason(view, seat, move)

    def describe_reason(self, reason: Any) -> str:
        """Describe it by wounds, birds and fights, else as every game."""
        return describe_lifeboat_reason(reason) or super().describe_reason(reason)

    def describe_advised(self, state: State, event: Any) -> str:
        """Describe an advised act with its card and the other player."""
        return describe_advised(event, super().describe_advised(state, event))

    def seat_news(self, before: Dealt | None, view: Dealt, events: Sequence[Any], seat: str) -> Sequence[str]:
        """Return lines about cards that were got, lost and used, and what came of it."""
        return tuple(seat_news(before, view, events, Character(seat)))

    def questions(self, view: Any, seat: str) -> Sequence[TableQuestion]:
        """Return the questions about this game, by what everybody knows."""
        return questions(self.open_state(view, seat), seat)

    # --- pictures -----------------------------------------------------------------------------------------------

    def signs(self) -> Sequence[Row]:
        """Return a row for each character."""
        return [Row(name(character), sign=character) for character in Character]

    # --- steps --------------------------------------------------------------------------------------------------

    def begin(self, session: Session, started: GameStarted, variants: Values) -> None:
        """Begin with laying the table."""
        session.open(SetUpStep(session, started, variants))

    def next_step(self, session: LifeboatSession) -> Step[Session]:
        """Return the step that puts the table right, else what the rules ask for."""
        state = state_of(session, State)
        if state.step is Phase.OVER:
            return OverStep(session)
        wanted = expected_layout(state)
        if session.layout is not None and not session.sees:
            # Without a camera nobody pushes cards, or cares whether they lie in line.
            session.confirm_layout(with_pushed(session.layout, pushed=PUSHED in wanted.counts))
        if session.layout is not None and session.watching is not None:
            # At a virtual table hands and piles are as the game says.
            session.confirm_layout(with_counts_of(session.layout, wanted))
        if session.layout is not None and not are_tokens_used(session):
            session.confirm_layout(with_tokens_of(session.layout, wanted))
        if session.layout != wanted:
            return PutBoatRightStep(session)
        return LifeboatStep(session)

    def ending_answers(self, state: State) -> Collection[str]:
        """Return what gives something away, or ends the time in which others may still act."""
        return _ENDING_ANSWERS.get(state.step, ())

    def passing_event(self, state: State) -> Passed | None:
        """Return the event of the player on turn who does nothing (L10)."""
        return Passed(by=state.turn) if state.turn is not None else None

    def is_round_over(self, before: State, after: State, character: str) -> bool:  # noqa: ARG002 - a day is everybody's
        """Return True if the day is over."""
        return before.day != after.day

    def menu(self) -> Mapping[str, tuple[str, Callable[[Session], Step[Session]]]]:
        """Public facts can be put right by hand."""
        return {"correct": (say("Put right by hand"), CorrectStep)}

    # --- the table ----------------------------------------------------------------------------------------------

    def observe(self, reading: Reading, catalogue: Catalogue) -> "MatObservation":
        """Return which cards lie where on the mat."""
        from companion.games.lifeboat.readings import observation_from_reading

        return observation_from_reading(reading, reads_show=SHOW in catalogue.surface.places)

    def remember(self, observation: Observation, memory: object) -> tuple["MatObservation", "ObservationMemory"]:
        """Remember whose open row is whose, as it was seen when the characters' cards lay there."""
        from companion.games.lifeboat.readings import MatObservation, ObservationMemory

        assert isinstance(observation, MatObservation)
        remembered = memory if isinstance(memory, ObservationMemory) else ObservationMemory()
        remembered = remembered.after(observation)
        return replace(observation, owners=remembered.owners), remembered

    def layout_after(
        self,
        layout: TableLayout | None,
        before: Any,  # noqa: ARG002 - the event tells enough
        event: Any,
        after: State,
        *,
        already_placed: bool,
    ) -> TableLayout | None:
        """Return the layout when an event is told; what follows from it is still to be laid."""
        return expected_layout(after) if already_placed else layout_after_event(layout, event, after)


def replayed_page(before: State | None, event: GameEvent, after: State, status: str) -> BoardPage:
    """Return the page of an event in a replay; `before` is None for the first."""
    caption, rows = describe_event(before, event, after), tuple[Row, ...]()
    scored = scores(after)
    if after.step is Phase.OVER and scored is not None:
        caption = describe_over(after)
        best = sorted(scored, key=lambda character: (-scored[character].total, list(Character).index(character)))
        won = winners(scored)
        rows = tuple(
            Row(
                name(character),
                value=str(scored[character].total),
                tone=Tone.GOOD if character in won else Tone.PLAIN,
                sign=character,
            )
            for character in best
        )
    return BoardPage("replay", title(after), boat_view(after), caption, rows, sign=after.turn, status=status)


TABLE = LifeboatTable()
