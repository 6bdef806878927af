"""Interface between a session and its pages and a game at the table.

The game implements it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, cast

from companion.device.button_colours import button_name
from companion.device.language import say
from companion.device.options import AnyOption, Values
from companion.figures.facts import Figure
from companion.opponents.reasons import Ahead, StaysUnsaid, end_reason, general_reason, reason_by_deals
from companion.screen.pages import Row, Standings
from companion.table.absence import Absence
from companion.table.first_page import EmblemFirstPage, FirstPage
from companion.table.game_voice import GameVoice
from companion.table.hints import Hints
from companion.table.history import History
from companion.table.layout import PieceObservation, TableLayout
from companion.table.readings import AnyReadings
from companion.table.reason_words import describe_general_reason
from companion.table.seat_screen import SeatScreen
from companion.table.step import SessionT, Step
from companion.table.table_question import TableQuestion
from companion.voice.brevity import short_confirmation
from engine.game import EventT, Game, MoveT, Play, Rules, StateT, ViewT
from hardware.buttons import Button
from vision.model.catalogue import Catalogue
from vision.reading import Reading

if TYPE_CHECKING:
    # Only a window needs pygame.
    from companion.screen.fonts import Fonts
    from companion.screen.pictures import Pictures


#: Parts of a game at the table: what belongs together and few games have of their own.
PARTS = ("history", "seat_screen", "hints", "absence", "first_page", "voice")


class TypedTableGame(ABC, Generic[SessionT, StateT, EventT, ViewT, MoveT]):
    """Game at the table, without the data of a running game: those belong to the session.

    States and events are those of the game's rules, views and moves those of its `play`. Observations and the memory
    of `remember` may be values of the game's own. The session keeps them and never looks into them. What belongs
    together and few games have of their own is a part: `history`, `seat_screen`, `hints`, `absence`, `first_page`,
    `voice`. Without it there is the part that every game has.
    """

    #: The game's rules; their id is the game's everywhere.
    rules: Rules[StateT, EventT]
    #: What can be chosen of the game; its settings, flags and rows are made from it.
    options: Sequence[AnyOption] = ()

    @property
    def play(self) -> Play[ViewT, MoveT]:
        """The game as bots play it: the rules, where nothing is hidden that they do not know."""
        return cast("Play[ViewT, MoveT]", self.rules)

    # --- parts --------------------------------------------------------------------------------------------------

    @cached_property
    def history(self) -> History[StateT, EventT]:
        """The game's log and replay, what is taken back, mended or gone on with."""
        return History(self.rules)

    @cached_property
    def seat_screen(self) -> SeatScreen[StateT, EventT, ViewT, MoveT]:
        """Words and moves for own screens of seats, such as phones."""
        return SeatScreen(self.play, self.rules, self.describe_event)

    @cached_property
    def hints(self) -> Hints[SessionT, StateT, EventT, MoveT]:
        """Words and pictures of hints, and the usual bot."""
        return Hints()

    @cached_property
    def absence(self) -> Absence[StateT, EventT]:
        """Rules for empty seats."""
        return Absence()

    @cached_property
    def first_page(self) -> FirstPage[SessionT]:
        """Entry on the first page: poster, what there is to try, guide to the tags."""
        return EmblemFirstPage(self.rules.id, self.pictures)

    @cached_property
    def voice(self) -> GameVoice:
        """The game's own sounds, and its texts as a voice says them."""
        return GameVoice()

    # --- words --------------------------------------------------------------------------------------------------

    @abstractmethod
    def title(self) -> str:
        """Return the game's name, as the first page shows it."""

    @abstractmethod
    def help(self, state: StateT) -> Sequence[str]:
        """Return the rules of what happens now, in a few sentences."""

    def describe_draw_button(self) -> str:
        """Describe the function of the button Draw, in a sentence."""
        return say("{button} repeats what to do.", button=button_name(Button.DRAW))

    @abstractmethod
    def status(self, state: StateT) -> str:
        """Return a few words at the screen's edge: how far the game is."""

    def standing(self, state: StateT) -> Standings | None:  # noqa: ARG002 - games override it
        """Return the standing of all players, always in view beside the board.

        None: the status says enough.
        """
        return None

    @abstractmethod
    def describe_event(self, before: StateT | None, event: EventT, after: StateT) -> str:
        """Describe an event in one line, for the log and the list of what can be undone.

        `before` is None for the first event.
        """

    def describe_heard(self, before: StateT | None, event: EventT, after: StateT, *, confirms: bool) -> str:
        """Describe an event for the ear in about fifteen words, without what the next step says.

        `confirms`: a person has just told it with the buttons, and hears in at most six words that it counts; what it
        brought by itself, such as a roll, is told all the same. `before` is None for the first event. Empty: a step
        tells it as it goes on.
        """
        text = self.describe_event(before, event, after)
        return short_confirmation(text) if confirms else text

    # --- asking the table ---------------------------------------------------------------------------------------

    def questions(self, view: ViewT | StateT, seat: str) -> Sequence[TableQuestion]:  # noqa: ARG002 - games override it
        """Return what the table can be asked about this game, besides what it can in every game.

        `seat`: who asks on their own phone; `view` is then that seat's `Play.view`. Empty: all hear the answer, and
        `view` is the rules' state as everybody knows it (`open_state`).
        """
        return ()

    def describe_board(self, view: StateT, /) -> Sequence[str]:
        """Return what lies on the table, in short sentences, by the state as everybody knows it.

        Whoever does not see the board reads or hears them in the place of its picture.
        """
        text = self.status(view)
        return (text,) if text else ()

    # --- pictures -----------------------------------------------------------------------------------------------

    @abstractmethod
    def pictures(self, fonts: "Fonts") -> "Pictures":
        """Return the pictures of this game's values on pages, for one window with these fonts."""

    # --- players ------------------------------------------------------------------------------------------------

    def signs(self) -> Sequence[Row]:
        """Return all signs that players must be able to tell apart on the screen."""
        return ()

    def seat_rows(self) -> Sequence[Row]:
        """Return a row with the name and the sign of everybody who may play; its id is the player's."""
        return [replace(row, id=str(row.sign)) for row in self.signs()]

    def seats(self, started: EventT) -> tuple[str, ...]:
        """Return the ids of those who play, by the first event, as `play` has them."""
        return tuple(map(str, getattr(started, "players", ())))

    def actor(self, state: StateT) -> str:
        """Return the id of the player who must act now; empty if that is nobody in particular."""
        turn = getattr(state, "turn", None)
        return "" if turn is None else str(turn)

    # --- steps --------------------------------------------------------------------------------------------------

    @abstractmethod
    def new_game(self, session: SessionT) -> Step[SessionT]:
        """Return the first step of a new game: who plays."""

    @abstractmethod
    def begin(self, session: SessionT, started: Any, variants: Values) -> None:
        """Begin a game with this first event, once the table is set up.

        `variants` are the chosen options.
        """

    @abstractmethod
    def next_step(self, session: SessionT) -> Step[SessionT]:
        """Return the step for what must happen next in the running game, the table put right before.

        The last of a game is a `companion.table.game_over.GameOverStep`: with it the journal has the game's result.
        """

    def ending_answers(self, state: StateT) -> Collection[str]:  # noqa: ARG002 - games override it
        """Return the ids of answers that end, lose or refuse something now.

        None of them is marked first where others can be chosen: a hasty press does no harm.
        """
        return ()

    def menu(self) -> Mapping[str, tuple[str, Callable[[SessionT], Step[SessionT]]]]:
        """Return the game's own rows in the menu of a running game.

        The keys are row ids, the values the text and the function that makes the step.
        """
        return {}

    # --- reasons of hints ---------------------------------------------------------------------------------------

    def hint_reason(self, view: ViewT, seat: str, move: MoveT, *, shared: bool) -> object | None:
        """Return the reason why a seat should make a move, as a value; None: there is none.

        `shared`: all hear it, so that it says nothing that others may not know. A bot's process calls it.
        """
        if not self.play.is_public:
            return StaysUnsaid() if shared else reason_by_deals(self.play, view, seat, move)
        ahead = Ahead(self.play, view, seat, move)
        reason: object | None = end_reason(ahead) or general_reason(ahead)
        return reason

    def describe_reason(self, reason: object) -> str:
        """Describe a reason in a sentence; empty for one that the game does not know."""
        return describe_general_reason(
            reason, lambda seat: next((row.text for row in self.seat_rows() if row.id == seat), seat)
        )

    # --- the table ----------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def readings(self) -> AnyReadings:
        """The game's tags, and what is read of them."""

    @abstractmethod
    def observe(self, reading: Reading, catalogue: Catalogue) -> PieceObservation:
        """Return the observation of a reading of the table.

        It is called in the watcher's thread: it must not keep anything.
        """

    def remember(self, observation: PieceObservation, memory: object) -> tuple[PieceObservation, object]:
        """Return the observation completed by earlier ones, and the new memory.

        `memory` is None at first.
        """
        return observation, memory

    @abstractmethod
    def layout_after(
        self, layout: TableLayout | None, before: StateT | None, event: EventT, after: StateT, *, already_placed: bool
    ) -> TableLayout | None:
        """Return the layout after an event; `layout` is the one before it.

        `already_placed`: the players have already carried out the event on the table. `before` is None for the first
        event.
        """

    # --- statistics ---------------------------------------------------------------------------------------------

    def figures(self, states: Sequence[StateT], events: Sequence[EventT]) -> Iterable[Figure]:  # noqa: ARG002 - games override it
        """Return the counts of a finished game for statistics; `states` are those after each event.

        Wins and lengths are counted for every game.
        """
        return ()


#: A game at the table as the platform knows it: its values are the game's own.
TableGame = TypedTableGame[SessionT, Any, Any, Any, Any]
#: A game of any kind, as far as it has been played.
PlayedGame = Game[Any, Any]
