"""Lifeboat at the table, as the platform asks for it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.device.sentences import without_rules
from companion.games import Part
from companion.games.lifeboat.captions import name
from companion.games.lifeboat.chimes import CHIMES
from companion.games.lifeboat.figures import figures
from companion.games.lifeboat.language import say
from companion.games.lifeboat.mat import SHOW
from companion.games.lifeboat.options import OPTIONS
from companion.games.lifeboat.readings import LifeboatObservation, ObservationMemory, observation_from_reading
from companion.games.lifeboat.reasons import own_reason, public_reason
from companion.games.lifeboat.table.ask import describe_board, questions
from companion.games.lifeboat.table.correct import LifeboatCorrectStep
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
from companion.games.lifeboat.table.pages import LifeboatOverStep
from companion.games.lifeboat.table.parts import (
    LifeboatAbsence,
    LifeboatFirstPage,
    LifeboatHints,
    LifeboatHistory,
    LifeboatSeatScreen,
)
from companion.games.lifeboat.table.players import LifeboatPlayersStep, LifeboatSetUpStep
from companion.games.lifeboat.table.put_right import PutBoatRightStep
from companion.games.lifeboat.table.reason_words import describe_lifeboat_reason
from companion.games.lifeboat.table.steps import LifeboatStep
from companion.games.lifeboat.table.words import describe_event, describe_help, describe_status
from companion.screen.pages import Row
from companion.table.dialog_game import DialogGame
from companion.table.game_voice import GameVoice
from companion.table.layout import PieceObservation, TableLayout
from companion.table.running_game import state_of
from companion.table.session import Session
from companion.table.step import Step
from engine.lifeboat.components import Character
from engine.lifeboat.dealt import Dealt, Move
from engine.lifeboat.events import GameEvent
from engine.lifeboat.game import RULES
from engine.lifeboat.play import PLAY
from engine.lifeboat.state import Phase, State
from vision.model.catalogue import Catalogue
from vision.reading import Reading

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


class LifeboatTable(DialogGame[State, GameEvent, Dealt, Move]):
    """Lifeboat: its steps, words and pictures."""

    rules = RULES
    play = PLAY
    figures = staticmethod(figures)
    options = OPTIONS
    help = staticmethod(describe_help)
    status = staticmethod(describe_status)
    describe_event = staticmethod(describe_event)
    describe_board = staticmethod(describe_board)
    describe_heard = staticmethod(describe_heard)
    pictures = Part("companion.games.lifeboat.screen.pictures:LifeboatPictures")
    readings = Part("companion.games.lifeboat.readings:READINGS")
    history = LifeboatHistory(RULES)
    seat_screen = LifeboatSeatScreen(PLAY, RULES, describe_event)
    hints = LifeboatHints()
    absence = LifeboatAbsence()
    first_page = LifeboatFirstPage(RULES.id)
    voice = GameVoice(partial(without_rules, number=_RULE_NUMBERS), CHIMES)
    new_game = LifeboatPlayersStep
    set_up = LifeboatSetUpStep
    correct = LifeboatCorrectStep
    public_questions = staticmethod(questions)

    # --- words --------------------------------------------------------------------------------------------------

    def title(self) -> str:
        """Return the game's name."""
        return say("Lifeboat")

    # --- hints and questions --------------------------------------------------------------------------------------

    def hint_reason(self, view: Dealt, seat: str, move: Move, *, shared: bool) -> Any:
        """Return why: for all by what all see, for the player alone by its hand, love and hate, too."""
        return public_reason(view.state, seat, move.event, move.plan) if shared else own_reason(view, seat, move)

    def describe_reason(self, reason: Any) -> str:
        """Describe it by wounds, birds and fights, else as every game."""
        return describe_lifeboat_reason(reason) or super().describe_reason(reason)

    # --- pictures -----------------------------------------------------------------------------------------------

    def signs(self) -> Sequence[Row]:
        """Return a row for each character."""
        return [Row(name(character), sign=character) for character in Character]

    # --- steps --------------------------------------------------------------------------------------------------

    def next_step(self, session: LifeboatSession) -> Step[Session]:
        """Return the step that puts the table right, else what the rules ask for."""
        state = state_of(session, State)
        if state.step is Phase.OVER:
            return LifeboatOverStep(session)
        wanted = expected_layout(state)
        if session.layout is not None and not session.sees:
            # Without a camera nobody pushes cards, or cares whether they lie in line.
            session.confirm_layout(with_pushed(session.layout, pushed=PUSHED in wanted.counts))
        if session.layout is not None and (session.watching is not None or session.hidden_cards is not None):
            # At a virtual table, and where phones are the hands, hands and piles are as the game says.
            session.confirm_layout(with_counts_of(session.layout, wanted))
        if session.layout is not None and not are_tokens_used(session):
            session.confirm_layout(with_tokens_of(session.layout, wanted))
        if session.layout != wanted:
            return PutBoatRightStep(session)
        return LifeboatStep(session)

    def ending_answers(self, state: State) -> Collection[str]:
        """Return what gives something away, or ends the time in which others may still act."""
        return _ENDING_ANSWERS.get(state.step, ())

    # --- the table ----------------------------------------------------------------------------------------------

    def observe(self, reading: Reading, catalogue: Catalogue) -> LifeboatObservation:
        """Return which cards lie where on the mat."""
        return observation_from_reading(reading, reads_show=SHOW in catalogue.surface.places)

    def remember(self, observation: PieceObservation, memory: object) -> tuple[LifeboatObservation, ObservationMemory]:
        """Remember whose open row is whose, as it was seen when the characters' cards lay there."""
        assert isinstance(observation, LifeboatObservation)
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


TABLE = LifeboatTable()
