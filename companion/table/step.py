"""What every step of a session has: a page to show, a ring pattern, and answers to buttons, touches and readings."""

from typing import Any, Generic, Protocol, TypeVar

from companion.screen.pages import Page
from hardware.ring.patterns import Off, Pattern


class HasMoment(Protocol):
    """What is known of a session here."""

    @property
    def moment(self) -> str:
        """What is to be read now."""


#: The session that a step belongs to.
SessionT = TypeVar("SessionT", bound=HasMoment)


class Step(Generic[SessionT]):
    """One thing that the companion does with the players: a page, and what it answers to. The session has a stack.

    What a step does not answer to does nothing.
    """

    #: What is to be read while this step is done, one of `Readings.moments`; empty: the same as in the step below it.
    moment: str = ""

    def __init__(self, session: SessionT) -> None:
        self.session = session
        #: Whether the hands of the virtual table shall do what is to be done.
        self.hands_asked = False

    def page(self) -> Page:
        """What the screen shows now: each step has its own."""
        raise NotImplementedError

    def status(self) -> str:
        """How far the game is, at the page's edge, where that is not what the game's state says; else empty."""
        return ""

    def pattern(self) -> Pattern:
        """What the ring shows now."""
        return Off()

    def begin(self) -> None:
        """The step is on the screen (again): it announces itself."""

    def advance(self) -> None:
        """Advance was pressed."""

    def overrule(self) -> None:
        """Advance was held: it shall be as it is, whatever the rules or the camera say."""

    def draw(self) -> None:
        """Draw was pressed: where nothing is turned over, the announcement is repeated."""
        self.begin()

    def back(self) -> None:
        """Back was pressed."""

    def touch(self, target: str) -> None:
        """Something was touched on the screen: the row's id, or the place on the game's picture."""

    @property
    def takes_text(self) -> bool:
        """Whether what is typed on a keyboard is text now (`typed`): letters are no buttons' twins then."""
        return False

    def typed(self, text: str) -> None:
        """Text was typed, at least one character."""

    def why_nothing(self, target: str) -> str:  # noqa: ARG002 - steps override it
        """Why a touch there did nothing, in a sentence; empty: nobody would have expected anything."""
        return ""

    def see(self, seen: Any) -> None:
        """The camera has a new reading of the table: what the game's `observe` makes of it."""

    def forget_seen(self) -> None:
        """The camera sees the table no more: the players go on by hand."""

    def unsettled(self) -> None:
        """The table changes under our eyes: what was seen is out of date and does not settle."""

    def tick(self) -> None:
        """Time has passed; `session.now` says what it is."""
