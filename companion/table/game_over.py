"""The end of a game: who has won, and what else there is to see."""

from abc import abstractmethod
from typing import Any

from companion.device.language import say
from companion.screen.pages import Keys, ListPage, Page, Row
from companion.table.menus import UndoStep
from companion.table.session import Session
from companion.table.step import Step
from companion.voice import Level


class OverStep(Step[Session]):
    """Step after the end of the game.

    Advance leads to the first page; Back undoes an event that may have been entered wrongly.
    """

    #: The sound that goes with the announcement.
    sound = "victory"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        assert session.game is not None
        self.state: Any = session.game.state

    @abstractmethod
    def title(self) -> str:
        """Return the sentence that says who has won."""

    def rows(self) -> tuple[Row, ...]:
        """Return the players and whatever else there is to read."""
        return ()

    def text(self) -> str:
        """Return what is read before the rows, such as why the game is over."""
        return ""

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
        """Say who has won."""
        self.session.say(self.announcement(), Level.PHASE, self.sound)

    def advance(self) -> None:
        """Go to the first page."""
        self.session.open_start_page()

    def back(self) -> None:
        """Show what can be undone: the last event may have been told wrongly."""
        self.session.open(UndoStep(self.session))

    def page(self) -> Page:
        """Return the page: who has won, and all rows."""
        return ListPage(
            "over",
            self.title(),
            self.rows(),
            self.text(),
            sign=self.sign(),
            keys=Keys(advance=say("New game"), draw=self.draw_does(), back=say("Undo"), back_hold=say("Menu")),
            status=self.session.notice,
        )
