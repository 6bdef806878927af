"""What every step of the session has: a page to show, a ring pattern, and answers to buttons, touches and readings."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.box.language import say
from companion.games.finstere_flure.table.observed import Observed
from companion.screen.pages import Keys, ListPage, Page, Row
from hardware.ring.patterns import Off, Pattern

if TYPE_CHECKING:
    from companion.table.session import Session


#: The id of the row that asks the hands of the virtual table for help.
HANDS = "hands"


class Step:
    """One thing that the companion does with the players: a page, and what it answers to. The session has a stack.

    What a step does not answer to does nothing.
    """

    def __init__(self, session: "Session") -> None:
        self.session = session
        #: Whether the hands of the virtual table shall do what is to be done.
        self.hands_asked = False

    def page(self) -> Page:
        """What the screen shows now: each step has its own."""
        raise NotImplementedError

    def pattern(self) -> Pattern:
        """What the ring shows now."""
        return Off()

    def begin(self) -> None:
        """The step is on the screen (again): it announces itself."""

    def advance(self) -> None:
        """Advance was pressed."""

    def insist(self) -> None:
        """Advance was held."""

    def draw(self) -> None:
        """Draw was pressed: where no card is turned over, the announcement is repeated."""
        self.begin()

    def back(self) -> None:
        """Back was pressed."""

    def touch(self, target: str) -> None:
        """A row or a cell was touched on the screen: the row's id, or the cell."""

    def see(self, seen: Observed) -> None:
        """The camera has a new reading of the table."""

    def forget_seen(self) -> None:
        """The camera sees the table no more: the players go on by hand."""

    def restless(self) -> None:
        """The table changes under our eyes: what was seen is out of date and does not settle."""

    def tick(self) -> None:
        """Time has passed; `session.now` says what it is."""

    def hands_row(self) -> tuple[Row, ...]:
        """At the virtual table: a row to touch that has the work done."""
        if self.session.watching is not False or self.hands_asked:
            return ()
        return (Row(say("Do it for me"), HANDS),)


class ListStep(Step):
    """A list to choose from: Draw goes down, Advance chooses, Back leaves; or a touch on a row."""

    name = ""

    def __init__(self, session: "Session") -> None:
        super().__init__(session)
        self.index = 0

    def title(self) -> str:
        """The page's title: each list has its own."""
        raise NotImplementedError

    def rows(self) -> Sequence[Row]:
        """The rows, each list its own; those with an id can be chosen."""
        raise NotImplementedError

    def choose(self, row_id: str) -> None:
        """A row was chosen."""

    def text(self) -> str:
        """What is read before the rows."""
        return ""

    def sign(self) -> object | None:
        """The sign of the player whom the page is about."""
        return None

    def keys(self) -> Keys:
        """What the buttons do."""
        return Keys(advance=say("Choose"), draw=say("Next"), back=say("Back"))

    def page(self) -> Page:
        """The list, with the row that Advance chooses."""
        rows = tuple(self.rows())
        choices = [number for number, row in enumerate(rows) if row.id]
        selected = choices[self.index % len(choices)] if choices else None
        return ListPage(
            self.name, self.title(), rows, self.text(), selected, self.sign(), self.keys(), self.session.notice
        )

    def _ids(self) -> list[str]:
        return [row.id for row in self.rows() if row.id]

    def advance(self) -> None:
        """Chooses the selected row."""
        ids = self._ids()
        if ids:
            self.choose(ids[self.index % len(ids)])

    def draw(self) -> None:
        """Selects the next row."""
        self.index = (self.index + 1) % max(1, len(self._ids()))

    def back(self) -> None:
        """Leaves the list."""
        self.session.close()

    def touch(self, target: str) -> None:
        """Chooses the touched row."""
        ids = self._ids()
        if target in ids:
            self.index = ids.index(target)
            self.choose(target)
