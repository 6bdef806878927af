"""Coach Ride at the table, as the platform asks for it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from companion.device.button_colours import button_name
from companion.device.options import Values
from companion.games import Part
from companion.games.coach_ride.chimes import CHIMES
from companion.games.coach_ride.claim_words import condition_rows
from companion.games.coach_ride.figures import figures
from companion.games.coach_ride.language import say
from companion.games.coach_ride.options import OPTIONS
from companion.games.coach_ride.reasons import own_reason, public_reason
from companion.games.coach_ride.state_words import describe_winners
from companion.games.coach_ride.table.ask import describe_board, questions
from companion.games.coach_ride.table.captions import facts, title
from companion.games.coach_ride.table.correct import CorrectStep
from companion.games.coach_ride.table.layout import (
    UNKNOWN,
    CardLayout,
    CoachRideSession,
    card_layout,
    expected_layout,
    hand_tasks,
    laid,
    layout_after_event,
    layout_without_undone,
    person_tasks,
    profession_tasks,
    remembered_seats,
)
from companion.games.coach_ride.table.pages import CardsStep, OverStep, RulingStep, without_rulings
from companion.games.coach_ride.table.players import PlayersStep, SetUpStep
from companion.games.coach_ride.table.put_right import (
    PutHandsRightStep,
    PutPersonsRightStep,
    PutProfessionsRightStep,
    ShowSeatsStep,
)
from companion.games.coach_ride.table.reason_words import describe_coach_ride_reason
from companion.games.coach_ride.table.seat_news import seat_news
from companion.games.coach_ride.table.seat_words import (
    describe_advised,
    describe_announced,
    describe_seat_move,
    known_rows,
    own_rows,
)
from companion.games.coach_ride.table.seats import Seats, are_seats_known, update_seats
from companion.games.coach_ride.table.steps import CoachRideStep
from companion.games.coach_ride.table.words import describe_act, describe_event, describe_heard, describe_help
from companion.games.coach_ride.table_view import table_view
from companion.games.coach_ride.words import describe_fault, person_name
from companion.screen.pages import BoardPage, Row, Tone
from companion.table.game import TypedTableGame
from companion.table.layout import Observation, TableLayout
from companion.table.running_game import state_of
from companion.table.session import Session
from companion.table.step import Step
from companion.table.table_question import TableQuestion
from companion.voice.waves import Chime
from engine.coach_ride.cards import Person
from engine.coach_ride.dealt import Dealt, Move, without_sets
from engine.coach_ride.events import Attacked, Claimed, ClaimKind, GameEvent, Passed, Started
from engine.coach_ride.game import RULES
from engine.coach_ride.play import PLAY
from engine.coach_ride.state import Phase, State
from engine.coach_ride.windows import asked_order, looking_player
from engine.game import Play
from engine.values import replaced
from hardware.buttons import Button
from vision.model.catalogue import Catalogue
from vision.reading import Reading

if TYPE_CHECKING:
    from companion.games.coach_ride.readings import MatObservation

#: Answers that end a turn, a fight or the game, and those that refuse or waive something.
_ENDING_ANSWERS: Mapping[Phase, Collection[str]] = {
    Phase.TURN: ("passed", "claimed", *ClaimKind),
    Phase.OFFER: ("refused",),
    Phase.DEMAND: ("denied",),
    Phase.EFFECT: ("waived",),
    Phase.POWERS: ("counted",),
}
#: Cards that are shown stay where they are as long as there is a claim.
_CLAIM = (Phase.CLAIM, Phase.NAMING, Phase.ALLIES, Phase.REVEAL)


class CoachRideTable(TypedTableGame[Session, State, GameEvent, Dealt, Move]):
    """Coach Ride: its steps, words and pictures."""

    rules = RULES
    figures = staticmethod(figures)
    options = OPTIONS
    chimes: Mapping[str, Chime] = CHIMES
    help = staticmethod(describe_help)
    describe_event = staticmethod(describe_event)
    describe_board = staticmethod(describe_board)
    describe_act = staticmethod(describe_act)
    describe_heard = staticmethod(describe_heard)
    pictures = Part("companion.games.coach_ride.screen.pictures:CoachRidePictures")
    poster = Part("companion.games.coach_ride.screen.poster:poster")
    readings = Part("companion.games.coach_ride.readings:READINGS")
    new_game = PlayersStep

    describe_move = staticmethod(describe_seat_move)
    describe_announced = staticmethod(describe_announced)

    @property
    def play(self) -> Play[Dealt, Move]:
        """The cards in hand, and what each player knows of the others'."""
        return PLAY

    # --- words --------------------------------------------------------------------------------------------------

    def title(self) -> str:
        """Return the game's name."""
        return say("Coach Ride to Devil's Castle")

    def spoken(self, text: str) -> str:
        """Return a text without rulings and sections: they stand on the screen."""
        return without_rulings(text)

    def describe_draw_button(self) -> str:
        """Describe what Draw does: it goes through the choices."""
        return say(
            "{button} goes to the next choice; without one it repeats what to do.",
            button=button_name(Button.DRAW),
        )

    def status(self, state: State) -> str:
        """Return the turn, the pile and the limit."""
        if state.phase is Phase.OVER:
            return ""
        return say("Turn {n} · pile {pile} · limit {limit}", n=state.turns, pile=state.pile, limit=state.limit)

    def describe_advised(self, state: State, event: Any) -> str:  # noqa: ARG002 - words of the event alone
        """Describe an act, to whom, and with which card if that lies open then."""
        return describe_advised(event)

    def hint_reason(self, view: Dealt, seat: str, move: Move, *, shared: bool) -> Any:
        """Return why: for all by what all see, for the player alone by its cards, too."""
        if shared:
            return public_reason(without_sets(view.state), seat, move.event or move.begins, looks=move.looks)
        return own_reason(view, seat, move)

    def describe_reason(self, reason: Any) -> str:
        """Describe it by fights and items, else as every game."""
        return describe_coach_ride_reason(reason) or super().describe_reason(reason)

    def refuse_hint(self, state: State) -> str:
        """Refuse where a hint would tell everybody who has which card."""
        if asked_order(state):
            return say("No hint now: everybody would hear who has which card.")
        return ""

    def describe_event_time(self, before: State | None, after: State) -> str:
        """Return the turn."""
        return say("Turn {n}", n=(before or after).turns)

    chapter_events = (Started, Attacked, Claimed)

    def replayed(self, before: State | None, event: Any, after: State) -> BoardPage:
        """Return the table after an event."""
        return replayed_page(before, event, after, self.status(after))

    def hand(self, view: Dealt, seat: str) -> Sequence[Row]:
        """Return the own cards."""
        return tuple(own_rows(view, Person(seat)))

    def seat_question(self, view: Dealt, seat: str) -> str:
        """Return what is given away, or what is chosen of the cards that the player has looked at."""
        person = Person(seat)
        if view.picking is not None:
            return say("Which item do you give away?") if person in view.picking.left else ""
        if not view.looked or looking_player(view.state) is not person:
            return ""
        if view.state.phase is Phase.TURN:
            return say("The item pile: choose the two on top")
        if view.state.phase is Phase.EFFECT:
            return say("The profession pile: choose the one that you take")
        return say("Choose what you take")

    def asked_openly(self, whole: Dealt) -> Sequence[str]:
        """Return who is asked, as if nobody had declined or picked."""
        if whole.picking is not None:
            return whole.picking.asked
        return self.awaited(replaced(whole, declined=frozenset()))

    def known_of_others(self, view: Dealt, seat: str) -> Sequence[Row]:
        """Return what a trade shows, and what is known of others."""
        return tuple(known_rows(view, Person(seat)))

    def seat_news(self, before: Dealt | None, view: Dealt, events: Sequence[Any], seat: str) -> Sequence[str]:
        """Describe cards that were got, lost and used, and what came of it."""
        return tuple(seat_news(before, view, events, Person(seat)))

    def questions(self, view: Any, seat: str) -> Sequence[TableQuestion]:
        """Return the questions about this game, by what everybody knows."""
        return questions(self.open_state(view, seat), seat)

    # --- pictures -----------------------------------------------------------------------------------------------

    def signs(self) -> Sequence[Row]:
        """Return the persons."""
        return [Row(person_name(player), sign=player) for player in Person]

    # --- steps --------------------------------------------------------------------------------------------------

    def begin(self, session: Session, started: Started, variants: Values) -> None:
        """Begin with laying the table."""
        session.open(SetUpStep(session, started, variants))

    def next_step(self, session: CoachRideSession) -> Step[Session]:
        """Return the step that puts the table right, then what the rules ask for."""
        state = state_of(session, State)
        if state.phase is Phase.OVER:
            return OverStep(session)
        if session.sees and not are_seats_known(state.players, remembered_seats(session)):
            return ShowSeatsStep(session)
        wanted = expected_layout(state)
        if session.layout == UNKNOWN and not session.sees:
            # At the beginning the page has said that person cards are in the hands; a camera looks whether they are.
            session.confirm_layout(wanted)
        layout = None if session.layout is None else laid(session)
        if person_tasks(layout, wanted):
            return PutPersonsRightStep(session)
        if profession_tasks(layout, wanted) and state.phase not in _CLAIM:
            return PutProfessionsRightStep(session)
        if hand_tasks(layout) and session.hidden_cards is None:
            return PutHandsRightStep(session)
        return CoachRideStep(session)

    def ending_answers(self, state: State) -> Collection[str]:
        """Return what ends a turn, a fight or the game, and what refuses or waives something."""
        return _ENDING_ANSWERS.get(state.phase, ())

    def passing_event(self, state: State) -> Passed:
        """Return the event of a turn in which nothing is done."""
        return Passed(by=state.turn)

    def menu(self) -> Mapping[str, tuple[str, Callable[[Session], Step[Session]]]]:
        """Return the menu: card effects, the rulings, and public facts to put right by hand."""
        return {
            "cards": (say("The cards"), CardsStep),
            "why": (say("Why?"), RulingStep),
            "correct": (say("Put right by hand"), CorrectStep),
        }

    # --- the table ----------------------------------------------------------------------------------------------

    def observe(self, reading: Reading, catalogue: Catalogue) -> "MatObservation":  # noqa: ARG002 - as every game
        """Return which cards lie where on the mat."""
        from companion.games.coach_ride.readings import observation_from_reading

        return observation_from_reading(reading)

    def remember(self, observation: Observation, memory: object) -> tuple["MatObservation", Seats]:
        """Remember who sits where, as it was seen when the person cards lay there."""
        from companion.games.coach_ride.readings import MatObservation

        assert isinstance(observation, MatObservation)
        seats = update_seats(observation, memory if isinstance(memory, dict) else {})
        return replace(observation, seats=seats), seats

    def layout_after(
        self, layout: TableLayout | None, before: Any, event: Any, after: State, *, already_placed: bool
    ) -> CardLayout | None:
        """Return the layout as hands have laid it when the event is told."""
        if before is None:
            # The person cards that said who sits where may still lie there.
            return UNKNOWN
        return (
            expected_layout(after) if already_placed else layout_after_event(card_layout(layout), before, event, after)
        )

    def layout_after_undo(
        self, layout: TableLayout | None, undone: Sequence[tuple[Any, Any, Any]]
    ) -> CardLayout | None:
        """Hidden cards that changed hands go back; only the players see that."""
        return layout_without_undone(card_layout(layout), undone)


def replayed_page(before: State | None, event: GameEvent, after: State, status: str) -> BoardPage:
    """Return the page of an event; `before` is None for the first."""
    caption, rows, tone = describe_event(before, event, after), _rows(after), Tone.PLAIN
    if after.result is not None:
        caption, tone = describe_winners(after.result.winners), Tone.GOOD
    return BoardPage("replay", title(after), table_view(after), caption, rows, tone, after.turn, status=status)


def _rows(state: State) -> tuple[Row, ...]:
    """Return what counts in a fight, or the conditions of a claim.

    At the end these are the conditions in which it failed.
    """
    claim = state.claim
    if claim is None:
        return tuple(Row(line) for line in facts(state))
    if state.result is not None and claim.faults:
        return tuple(Row(describe_fault(fault), tone=Tone.BAD) for fault in claim.faults)
    return condition_rows(state)


TABLE = CoachRideTable()
