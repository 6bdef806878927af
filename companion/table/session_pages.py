"""Pages of a session that know the session itself: handed to it when it is made."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol

from companion.screen.pages import Page
from companion.table.step import SessionT, Step
from hardware.buttons import Press


class OwnScreens(Protocol):
    """Choices that seats make on screens of their own, such as phones."""

    @property
    def decides_alone(self) -> bool:
        """True at a virtual table where only seats on own screens decide, whatever is moved."""

    def page(self, page: Page) -> Page:
        """Return the page without anything to choose while seats decide on their own screens."""

    def holds_back(self, done: Press | str) -> bool:
        """Return True if a press, or a touch of a row or place, is not the table's to do; say why."""

    def refusal(self, event: object) -> str:
        """Say why the table does not enter an event; empty: it may."""


@dataclass(frozen=True)
class SessionPages(Generic[SessionT]):
    """Makers of a session's pages: the first one, a menu, what precedes a step.

    `ask` makes the page on which the table is asked, with the question that it answers at once.
    `describe_acts` tells what bots have done since people acted last; empty: nothing.
    `own_screens`: makes what knows the choices that are not the table's.
    """

    first_step: Callable[[SessionT], Step[SessionT]]
    menu: Callable[[SessionT], Step[SessionT]]
    ask: Callable[[SessionT, str], Step[SessionT]]
    before_step: Callable[[SessionT, Step[SessionT]], Step[SessionT]]
    describe_acts: Callable[[SessionT], str]
    own_screens: Callable[[SessionT], OwnScreens]
