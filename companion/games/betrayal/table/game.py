"""Betrayal at the table, as the platform asks for it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from companion.device.button_colours import button_name
from companion.device.sentences import capitalised, without_rules
from companion.games import Part
from companion.games.betrayal.chimes import CHIMES
from companion.games.betrayal.figures import figures
from companion.games.betrayal.language import say
from companion.games.betrayal.names import explorer_name
from companion.games.betrayal.observation import HouseObservation, observation_from_reading
from companion.games.betrayal.options import OPTIONS
from companion.games.betrayal.readings import READINGS
from companion.games.betrayal.reasons import house_reason
from companion.games.betrayal.table.ask import describe_board, questions
from companion.games.betrayal.table.correct import BetrayalCorrectStep
from companion.games.betrayal.table.damage_dialog import DIES
from companion.games.betrayal.table.dialog import END
from companion.games.betrayal.table.haunt_dialog import NONE
from companion.games.betrayal.table.haunt_step import WON, HauntStep
from companion.games.betrayal.table.heard_words import describe_heard
from companion.games.betrayal.table.layout import HouseSession, expected_layout, layout_after_event
from companion.games.betrayal.table.pages import BetrayalOverStep, PeopleStep, WhyStep
from companion.games.betrayal.table.parts import (
    BetrayalAbsence,
    BetrayalFirstPage,
    BetrayalHints,
    BetrayalHistory,
    BetrayalSeatScreen,
)
from companion.games.betrayal.table.players import BetrayalPlayersStep, BetrayalSetUpStep
from companion.games.betrayal.table.put_right import PutHouseRightStep
from companion.games.betrayal.table.reason_words import describe_house_reason
from companion.games.betrayal.table.steps import HouseStep, TextStep
from companion.games.betrayal.table.words import describe_event, describe_help, describe_status
from companion.screen.pages import Row
from companion.table.dialog_game import DialogGame
from companion.table.game_voice import GameVoice
from companion.table.layout import PieceObservation, TableLayout
from companion.table.running_game import state_of
from companion.table.session import Session
from companion.table.step import Step
from engine.betrayal import events as e
from engine.betrayal.components import CHARACTERS
from engine.betrayal.game import RULES
from engine.betrayal.play import PLAY
from engine.betrayal.state import Phase, State
from engine.betrayal.ways import may_go_on
from hardware.buttons import Button
from vision.model.catalogue import Catalogue
from vision.reading import Reading

#: Answers that end the game, let somebody die, or begin the haunt without monsters.
_ENDING_ANSWERS = (WON, "confirmed", DIES, NONE)
#: The number of a rule or ruling.
_RULE = r"BR?\d+"


class BetrayalTable(DialogGame[State, e.GameEvent, Any, Any]):
    """Betrayal: its steps, words and pictures."""

    rules = RULES
    play = PLAY
    figures = staticmethod(figures)
    options = OPTIONS
    help = staticmethod(describe_help)
    status = staticmethod(describe_status)
    describe_event = staticmethod(describe_event)
    describe_board = staticmethod(describe_board)
    describe_heard = staticmethod(describe_heard)
    pictures = Part("companion.games.betrayal.screen.pictures:BetrayalPictures")
    readings = Part("companion.games.betrayal.readings:READINGS")
    history = BetrayalHistory(RULES)
    seat_screen = BetrayalSeatScreen(PLAY, RULES, describe_event)
    hints = BetrayalHints()
    absence = BetrayalAbsence()
    first_page = BetrayalFirstPage(RULES.id)
    voice = GameVoice(partial(without_rules, number=_RULE), CHIMES)
    new_game = BetrayalPlayersStep
    set_up = BetrayalSetUpStep
    correct = BetrayalCorrectStep
    public_questions = staticmethod(questions)

    # --- words --------------------------------------------------------------------------------------------------

    def title(self) -> str:
        """Return the game's name."""
        return say("Betrayal at House on the Hill")

    def describe_draw_button(self) -> str:
        """Say that the button rolls, or goes through the choices."""
        return say(
            "{button} rolls the dice, moves a point of damage, or goes to the next choice.",
            button=button_name(Button.DRAW),
        )

    # --- pictures -----------------------------------------------------------------------------------------------

    def signs(self) -> Sequence[Row]:
        """Return a row for each explorer."""
        return [Row(capitalised(explorer_name(explorer)), sign=explorer) for explorer in CHARACTERS]

    # --- steps --------------------------------------------------------------------------------------------------

    def next_step(self, session: HouseSession) -> Step[Session]:
        """Return the step that puts the table right, or the one that the rules ask for."""
        state = state_of(session, State)
        if state.phase is Phase.OVER:
            return BetrayalOverStep(session)
        if session.layout != expected_layout(state):
            return PutHouseRightStep(session)
        return HouseStep(session)

    def hint_reason(self, view: Any, seat: str, move: Any, *, shared: bool) -> Any:  # noqa: ARG002 - all is public
        """Return what a move gains, by ways and dice."""
        return house_reason(view, seat, move)

    def describe_reason(self, reason: Any) -> str:
        """Describe it by ways and dice, else as every game."""
        return describe_house_reason(reason) or super().describe_reason(reason)

    def actor(self, state: State) -> str:
        """Explorer who owes something, or is on turn; for monsters a living traitor.

        The haunt's beginning and its end are everybody's.
        """
        if state.haunt is not None and state.haunt.claim is not None:
            return ""
        explorer = state.owed[0].by if state.owed else state.turn
        if explorer is None or explorer in state.explorers:
            return str(explorer or "")
        return next((str(traitor) for traitor in state.traitors if traitor in state.living), "")

    def ending_answers(self, state: State) -> Collection[str]:
        """Return what ends the game, kills, or brings no monsters.

        So does the end of a turn in which the explorer may still go on.
        """
        goes_on = state.turn is not None and state.turn in state.explorers and may_go_on(state, state.turn)
        return (*_ENDING_ANSWERS, END) if goes_on else _ENDING_ANSWERS

    def menu(self) -> Mapping[str, tuple[str, Callable[[Session], Step[Session]]]]:
        """Return the explorers, reasons, and public facts put right by hand."""
        return {
            "else": (say("Something else"), TextStep),
            "people": (say("The explorers"), PeopleStep),
            "haunt": (say("The haunt"), HauntStep),
            "why": (say("Why not?"), WhyStep),
            **super().menu(),
        }

    # --- the table ----------------------------------------------------------------------------------------------

    def observe(self, reading: Reading, catalogue: Catalogue) -> HouseObservation:
        """Return what lies where on the floors."""
        return observation_from_reading(READINGS.understand(reading, catalogue))

    def remember(self, observation: PieceObservation, memory: object) -> tuple[HouseObservation, frozenset[str]]:
        """Return the cards that have lain there: of others nobody knows whether they are laid out."""
        assert isinstance(observation, HouseObservation)
        cards = observation.cards.union(memory if isinstance(memory, frozenset) else ())
        return replace(observation, cards_before=cards), cards

    def layout_after(
        self, layout: TableLayout | None, before: Any, event: Any, after: State, *, already_placed: bool
    ) -> TableLayout | None:
        """Return the layout with what hands have laid when the event is told."""
        return expected_layout(after) if already_placed else layout_after_event(layout, before, event, after)


TABLE = BetrayalTable()
