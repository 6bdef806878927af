"""The end of a game: who has won, and what else there is to see."""

from abc import abstractmethod
from typing import Generic

from companion.device.language import say
from companion.device.sentences import together
from companion.screen.pages import BoardPage, Keys, ListPage, Page, Row, Tone
from companion.table.bots import has_bot_acted_last
from companion.table.session import Session
from companion.table.step import Step
from companion.table.undo_step import open_undo, undo_label
from companion.voice import Level
from engine.game import StateT


class GameOverStep(Step[Session], Generic[StateT]):
    """Step after the end of the game: from its page on there is nothing to continue.

    Advance leads to the first page; Back undoes an event that may have been entered wrongly.
    """

    is_end = True
    #: The sound that goes with the announcement.
    sound = "victory"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        assert session.game is not None
        self.state: StateT = session.game.state
        #: The game that was shown last, and its state before its last event, which takes a whole game to find.
        self._before: tuple[object, StateT] | None = None
        #: Whether a bot's act ended the game.
        self._ended_by_bot = has_bot_acted_last(session) or self._was_bots_turn()

    @abstractmethod
    def title(self) -> str:
        """Return the sentence that says who has won."""

    def rows(self) -> tuple[Row, ...]:
        """Return the players and whatever else there is to read."""
        return ()

    def text(self) -> str:
        """Return what is read before the rows, such as why the game is over."""
        return ""

    def board(self) -> object | None:
        """Return the board as it lies at the end; None: the page is a list."""
        return None

    def last_act(self) -> str:
        """Describe the act that ended the game if a bot did it; players know what they did."""
        return self.describe_last_event() if self._ended_by_bot else ""

    def _was_bots_turn(self) -> bool:
        """Return True if it was a bot's turn, in a game that was continued at its end.

        Who acted is not known then.
        """
        session = self.session
        assert session.game is not None
        if session.seating.events_by_bots or len(session.game.events) == 1:
            return False
        return session.table_game.actor(self._state_before()) in session.seating.seats.bots

    def _state_before(self) -> StateT:
        """Return the state before the game's last event."""
        game = self.session.game
        assert game is not None
        if self._before is None or self._before[0] is not game:
            self._before = game, game.undo().state
        return self._before[1]

    def describe_last_event(self) -> str:
        """Describe the game's last event in a line, in the language in use."""
        game = self.session.game
        assert game is not None
        if len(game.events) == 1:
            return ""
        return self.session.table_game.describe_event(self._state_before(), game.events[-1], game.state)

    def announcement(self) -> str:
        """Return what is said."""
        return self.title()

    def sign(self) -> object | None:
        """Return the winner, as a sign of the game's."""
        return None

    def draw_does(self) -> str:
        """Return what the button Draw does."""
        return say("Say again")

    def begin(self) -> None:
        """Say who has won, and finish the game: whoever has lost sees how."""
        self.session.finish()
        self.session.say(self.announcement(), Level.PHASE, self.sound)

    def advance(self) -> None:
        """Go to the first page."""
        self.session.open_start_page()

    def back(self) -> None:
        """Show what can be undone: the last event may have been told wrongly."""
        open_undo(self.session)

    def page(self) -> Page:
        """Return the page: who has won by what act, the board at the end, and all rows."""
        text, board = together(self.last_act(), self.text()), self.board()
        back = undo_label(self.session)
        keys = Keys(advance=say("New game"), draw=self.draw_does(), back=back, back_hold=say("Menu"))
        if board is None:
            return ListPage(
                "over", self.title(), self.rows(), text, sign=self.sign(), keys=keys, status=self.session.notice
            )
        return BoardPage(
            "over",
            self.title(),
            board,
            text,
            self.rows(),
            Tone.GOOD,
            self.sign(),
            keys,
            self.session.notice,
            standing=self.session.standing,
        )
