"""Finstere Flure at the table."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from companion.device.button_colours import button_name
from companion.device.options import Values
from companion.games import Part
from companion.games.finstere_flure.chimes import CHIMES
from companion.games.finstere_flure.figures import figures
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.options import OPTIONS
from companion.games.finstere_flure.reading.reading import understand
from companion.games.finstere_flure.reading.readings import READINGS
from companion.games.finstere_flure.reasons import token_reason
from companion.games.finstere_flure.table.ask import questions
from companion.games.finstere_flure.table.flow import next_step
from companion.games.finstere_flure.table.help import describe_help
from companion.games.finstere_flure.table.hint import describe_token_reason
from companion.games.finstere_flure.table.lies import layout_of
from companion.games.finstere_flure.table.observation import BoardObservation, observation_from_reading
from companion.games.finstere_flure.table.parts import (
    FinstereFlureAbsence,
    FinstereFlureFirstPage,
    FinstereFlureHints,
    FinstereFlureHistory,
    FinstereFlureSeatScreen,
)
from companion.games.finstere_flure.table.players import FinstereFlurePlayersStep
from companion.games.finstere_flure.table.running_game import FinstereFlureSession, Memory
from companion.games.finstere_flure.table.set_up import FinstereFlureSetUpStep
from companion.games.finstere_flure.table.standing import describe_status, standing_of
from companion.games.finstere_flure.words.board_words import describe_board
from companion.games.finstere_flure.words.event_words import describe_event
from companion.games.finstere_flure.words.heard_words import describe_heard
from companion.games.finstere_flure.words.piece_names import player_name
from companion.games.finstere_flure.words.voice_captions import spoken
from companion.screen.pages import Row
from companion.table.game import TypedTableGame
from companion.table.game_voice import GameVoice
from companion.table.layout import PieceObservation, TableLayout
from companion.table.session import Session
from companion.table.table_question import TableQuestion
from engine.finstere_flure.events import GameEvent, GameStarted, SetUp, TilePlaced, TokenMoved
from engine.finstere_flure.game import RULES
from engine.finstere_flure.pieces import MONSTER, Colour
from engine.finstere_flure.rounds import position_after
from engine.finstere_flure.state import Phase, State
from hardware.buttons import Button
from vision.model.catalogue import Catalogue
from vision.occupancy.occlusion import shares_behind
from vision.reading import Reading


class FinstereFlureTable(TypedTableGame[Session, State, GameEvent, State, GameEvent]):
    """Interface of Finstere Flure to the session."""

    rules = RULES
    options = OPTIONS
    help = staticmethod(describe_help)
    status = staticmethod(describe_status)
    standing = staticmethod(standing_of)
    describe_event = staticmethod(describe_event)
    describe_board = staticmethod(describe_board)
    describe_heard = staticmethod(describe_heard)
    figures = staticmethod(figures)
    pictures = Part("companion.games.finstere_flure.screen.pictures:FinstereFlurePictures")
    readings = READINGS
    history = FinstereFlureHistory(RULES)
    seat_screen = FinstereFlureSeatScreen(RULES, RULES, describe_event)
    hints = FinstereFlureHints()
    absence = FinstereFlureAbsence()
    first_page = FinstereFlureFirstPage(RULES.id)
    voice = GameVoice(spoken, CHIMES)
    new_game = FinstereFlurePlayersStep
    next_step = staticmethod(next_step)

    def title(self) -> str:
        """Return the game's name."""
        return say("Finstere Flure")

    def questions(self, view: State, seat: str) -> Sequence[TableQuestion]:
        """Return the questions about tokens, cells, the monster, risks and cards."""
        return questions(view, seat)

    def hint_reason(self, view: State, seat: str, move: GameEvent, *, shared: bool) -> Any:  # noqa: ARG002 - all is open
        """Return what the move does to risks and steps."""
        return token_reason(view, seat, move)

    def describe_reason(self, reason: Any) -> str:
        """Describe a reason by the token it is about, else as every game does."""
        return describe_token_reason(reason) or super().describe_reason(reason)

    def describe_draw_button(self) -> str:
        """Describe that the button turns over the monster's cards."""
        return say(
            "{button} turns over a card; at other times it repeats what to do.",
            button=button_name(Button.DRAW),
        )

    def begin(self, session: FinstereFlureSession, started: GameStarted, variants: Values) -> None:
        """Begin a game: the basic floor is laid and checked first.

        Without the basic floor the game begins with placing the tiles.
        """
        if started.set_up is SetUp.BASIC:
            session.open(FinstereFlureSetUpStep(session, started, variants))
        else:
            session.start(started, variants)

    def actor(self, state: State) -> str:
        """Return the player who moves a token."""
        return str(state.turn) if state.phase is Phase.MOVE_TOKEN and state.turn is not None else ""

    def observe(self, reading: Reading, catalogue: Catalogue) -> BoardObservation:
        """Return the pieces that are seen, and what is not known."""
        observation = observation_from_reading(understand(reading, catalogue.grid.cell_mm))
        camera, monster = reading.registration.camera, next((tag for tag in catalogue.tags if tag.id == MONSTER), None)
        if camera is None or monster is None:
            return observation
        return replace(observation, behind=lambda cell: shares_behind(monster, cell, camera, catalogue.grid))

    def remember(self, observation: PieceObservation, memory: object) -> tuple[BoardObservation, Memory]:
        """Mark a cell that has shown a piece as not hidden by the monster.

        This holds as long as the monster stands where it stands.
        """
        assert isinstance(observation, BoardObservation)
        monster, shown = cast("Memory | None", memory) or (None, frozenset())
        if observation.monster and observation.monster[0] != monster:
            monster, shown = observation.monster[0], frozenset()
        shown |= observation.occupied
        return observation.with_shown_cells(shown), (monster, shown)

    def layout_after(
        self, layout: TableLayout | None, before: State | None, event: GameEvent, after: State, *, already_placed: bool
    ) -> TableLayout | None:
        """Return the layout after an event.

        The floor lies as it must when a game begins, and tile by tile as it is placed; then what has been moved.
        """
        match event:
            case GameStarted():
                return layout_of(after.position)
            case TilePlaced() if already_placed:
                return layout_of(after.position)
            case TokenMoved() if already_placed and before is not None:
                return layout_of(position_after(before.position, event))
        return layout

    def signs(self) -> Sequence[Row]:
        """Return the players' colours and shapes."""
        return [Row(player_name(colour), sign=colour) for colour in Colour]


TABLE = FinstereFlureTable()
"""The game as sessions take it."""
