"""Coach Ride at the table, as the platform asks for it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.games import Part
from companion.games.coach_ride.chimes import CHIMES
from companion.games.coach_ride.figures import figures
from companion.games.coach_ride.language import say
from companion.games.coach_ride.options import OPTIONS
from companion.games.coach_ride.readings import CoachRideObservation, observation_from_reading
from companion.games.coach_ride.reasons import own_reason, public_reason
from companion.games.coach_ride.table.ask import describe_board, questions
from companion.games.coach_ride.table.correct import CoachRideCorrectStep
from companion.games.coach_ride.table.layout import (
    UNKNOWN,
    CardLayout,
    CoachRideSession,
    card_layout,
    expected_layout,
    hand_tasks,
    laid,
    layout_after_event,
    person_tasks,
    profession_tasks,
    remembered_seats,
)
from companion.games.coach_ride.table.pages import CardsStep, CoachRideOverStep, RulingStep, without_rulings
from companion.games.coach_ride.table.parts import (
    CoachRideAbsence,
    CoachRideFirstPage,
    CoachRideHints,
    CoachRideHistory,
    CoachRideSeatScreen,
)
from companion.games.coach_ride.table.players import CoachRidePlayersStep, CoachRideSetUpStep
from companion.games.coach_ride.table.put_right import (
    PutHandsRightStep,
    PutPersonsRightStep,
    PutProfessionsRightStep,
    ShowSeatsStep,
)
from companion.games.coach_ride.table.reason_words import describe_coach_ride_reason
from companion.games.coach_ride.table.seats import Seats, are_seats_known, seat_places, update_seats
from companion.games.coach_ride.table.steps import CoachRideStep
from companion.games.coach_ride.table.words import describe_event, describe_heard, describe_help, describe_status
from companion.games.coach_ride.words import person_name
from companion.screen.pages import Row
from companion.table.dialog_game import DialogGame
from companion.table.game_voice import GameVoice
from companion.table.layout import PieceObservation, TableLayout
from companion.table.running_game import state_of
from companion.table.session import Session
from companion.table.step import Step
from engine.coach_ride.cards import Person
from engine.coach_ride.dealt import Dealt, Move, without_sets
from engine.coach_ride.events import ClaimKind, GameEvent
from engine.coach_ride.game import RULES
from engine.coach_ride.play import PLAY
from engine.coach_ride.state import Phase, State
from vision.model.catalogue import Catalogue
from vision.reading import Reading

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


class CoachRideTable(DialogGame[State, GameEvent, Dealt, Move]):
    """Coach Ride: its steps, words and pictures."""

    rules = RULES
    play = PLAY
    figures = staticmethod(figures)
    options = OPTIONS
    help = staticmethod(describe_help)
    status = staticmethod(describe_status)
    describe_event = staticmethod(describe_event)
    describe_board = staticmethod(describe_board)
    describe_heard = staticmethod(describe_heard)
    pictures = Part("companion.games.coach_ride.screen.pictures:CoachRidePictures")
    readings = Part("companion.games.coach_ride.readings:READINGS")
    history = CoachRideHistory(RULES)
    seat_screen = CoachRideSeatScreen(PLAY, RULES, describe_event)
    hints = CoachRideHints()
    absence = CoachRideAbsence()
    first_page = CoachRideFirstPage(RULES.id)
    voice = GameVoice(without_rulings, CHIMES)
    new_game = CoachRidePlayersStep
    set_up = CoachRideSetUpStep
    correct = CoachRideCorrectStep
    public_questions = staticmethod(questions)

    # --- words --------------------------------------------------------------------------------------------------

    def title(self) -> str:
        """Return the game's name."""
        return say("Coach Ride to Devil's Castle")

    def hint_reason(self, view: Dealt, seat: str, move: Move, *, shared: bool) -> Any:
        """Return why: for all by what all see, for the player alone by its cards, too."""
        if shared:
            return public_reason(without_sets(view.state), seat, move.event or move.begins, looks=move.looks)
        return own_reason(view, seat, move)

    def describe_reason(self, reason: Any) -> str:
        """Describe it by fights and items, else as every game."""
        return describe_coach_ride_reason(reason) or super().describe_reason(reason)

    # --- pictures -----------------------------------------------------------------------------------------------

    def signs(self) -> Sequence[Row]:
        """Return the persons."""
        return [Row(person_name(player), sign=player) for player in Person]

    # --- steps --------------------------------------------------------------------------------------------------

    def next_step(self, session: CoachRideSession) -> Step[Session]:
        """Return the step that puts the table right, then what the rules ask for."""
        state = state_of(session, State)
        if state.phase is Phase.OVER:
            return CoachRideOverStep(session)
        if session.sees and not are_seats_known(state.players, remembered_seats(session)):
            if session.watching is None:
                return ShowSeatsStep(session)
            # At a virtual table the players sit as the picture shows them.
            session.keep_memory(seat_places(state.players, remembered_seats(session)))
        wanted = expected_layout(state)
        if session.layout == UNKNOWN and (not session.sees or _sees_no_persons(session)):
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

    def menu(self) -> Mapping[str, tuple[str, Callable[[Session], Step[Session]]]]:
        """Return the menu: card effects, the rulings, and public facts to put right by hand."""
        return {
            "cards": (say("The cards"), CardsStep),
            "why": (say("Why?"), RulingStep),
            **super().menu(),
        }

    # --- the table ----------------------------------------------------------------------------------------------

    def observe(self, reading: Reading, catalogue: Catalogue) -> CoachRideObservation:  # noqa: ARG002 - as every game
        """Return which cards lie where on the mat."""
        return observation_from_reading(reading)

    def remember(self, observation: PieceObservation, memory: object) -> tuple[CoachRideObservation, Seats]:
        """Remember who sits where, as it was seen when the person cards lay there."""
        assert isinstance(observation, CoachRideObservation)
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


def _sees_no_persons(session: CoachRideSession) -> bool:
    """Return True if the camera has seen that no person card lies on the mat."""
    seen = session.observed(CoachRideObservation)
    return seen is not None and not (seen.persons or seen.unreadable)


TABLE = CoachRideTable()
