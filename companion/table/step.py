"""Base of the session's steps: page, ring pattern, and reactions to the inputs.

The inputs are buttons, touches and readings.
"""

from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

from companion.screen.pages import Page, Row
from hardware.buttons import Button, Press
from hardware.ring.patterns import Off, Pattern


class HasReadingMode(Protocol):
    """Part of a session that a step needs."""

    @property
    def moment(self) -> str:
        """Moment for the readings."""


#: The session that a step belongs to.
SessionT = TypeVar("SessionT", bound=HasReadingMode)


class Step(Generic[SessionT]):
    """Activity of the companion with the players: a page, and its reactions to input.

    The session has a stack of steps. An input to which a step does not react does nothing.
    """

    #: What is to be read while this step is done, one of `Readings.moments`; empty: the same as in the step below it.
    moment: str = ""
    #: Whether the session's time stands still while this step is on the screen.
    stops_clock: bool = False
    #: Whether it takes also the press that opens the menu elsewhere.
    takes_held_back: bool = False
    #: Whether the step only shows what has happened: nobody has to act in it.
    only_shows: bool = False
    #: Whether a whole event can be entered here (`enter_event`), such as on a phone.
    takes_events: bool = False
    #: Whether its rows can do more than those events.
    has_other_rows: bool = False
    #: Whether it belongs to the game though it lies above the game's own step: phones show it, and can go on from it.
    belongs_to_game: bool = False
    #: Whether it asks the table something: a question from a key takes its place.
    is_asking: bool = False
    #: Whether hands do all that it asks for, and it is over then.
    is_laid_by_hands: bool = False
    #: Whether it is the last step of a game, that shows how it ended.
    is_end: bool = False
    #: First event of the game for which the table is laid in this step; None: it is laid for none.
    first_event: Any = None

    def __init__(self, session: SessionT) -> None:
        self.session = session
        #: Whether the hands of the virtual table shall do what is to be done.
        self.auto_move_requested = False

    def request_auto_move(self) -> None:
        """Ask the hands of the virtual table to do what is to be done."""
        self.auto_move_requested = True

    def page(self) -> Page:
        """Return the current page of the screen; each step has its own."""
        raise NotImplementedError

    def places(self) -> tuple[Sequence[Row], int | None]:
        """Return what Draw steps through instead of rows, and the number of what is marked.

        A place of the board is its name, and what lies there as the value. None where nothing is marked.
        """
        return (), None

    @property
    def is_begun(self) -> bool:
        """True if its rows answer a question that follows from what somebody has chosen."""
        return False

    @property
    def mark_language(self) -> str:
        """The code of the language in which the marked row is heard; empty: the one in use."""
        return ""

    def status(self) -> str:
        """Return the progress of the game, at the page's edge; empty if the game's state says it."""
        return ""

    def pattern(self) -> Pattern:
        """Return the current pattern of the ring."""
        return Off()

    def begin(self) -> None:
        """Announce the step, which is on the screen (again)."""

    def resume(self) -> None:
        """Prepare to be on the screen again after a bot has done what nobody notices."""

    def leave(self) -> None:
        """Make way for another step on the screen, above this one or instead of it."""

    def press(self, press: Press) -> None:
        """Handle a press of a button, but not the one that opens the menu."""
        match press.button, press.held:
            case Button.ADVANCE, False:
                self.advance()
            case Button.ADVANCE, True:
                self.overrule()
            case Button.DRAW, False:
                self.draw()
            case Button.DRAW, True:
                self.draw_held()
            case Button.BACK, False:
                self.back()

    def advance(self) -> None:
        """Act on a press of Advance."""

    def overrule(self) -> None:
        """Act on Advance held: it shall be as it is, whatever the rules or the camera say."""

    def draw(self) -> None:
        """Act on a press of Draw: repeat the announcement, where nothing is turned over."""
        self.begin()

    def draw_held(self) -> None:
        """Act on Draw held: step back where Draw steps on; else as on a press of Draw."""
        self.draw()

    def back(self) -> None:
        """Act on a press of Back."""

    def touch(self, target: str) -> None:
        """Act on a touch on the screen: a row by its id, or a place on the game's picture."""

    def enter_event(self, event: Any) -> None:
        """Enter a whole event that the rules allow."""

    @property
    def has_choices(self) -> bool:
        """True if people would lose what they have chosen for a game not begun: they are asked."""
        return False

    @property
    def takes_text(self) -> bool:
        """True if typed letters are text now (`typed`); then they do not stand for buttons."""
        return False

    @property
    def typed_keys(self) -> frozenset[Button]:
        """The buttons whose keys write letters now, or take one away."""
        return frozenset({Button.DRAW}) if self.takes_text else frozenset()

    def typed(self, text: str) -> None:
        """Take typed text, at least one character."""

    def rub_out(self) -> bool:
        """Take the last typed letter away; return False where there is none: then Back is pressed."""
        return False

    def explain_ignored_touch(self, target: str) -> str:  # noqa: ARG002 - steps override it
        """Say why a touch there did nothing; return nothing if nobody would have expected anything."""
        return ""

    def see(self) -> None:
        """Take the camera's new reading of the table: `session.observation`."""

    def forget_observation(self) -> None:
        """Forget what was seen: the camera sees the table no more, and the players go on by hand."""

    def unsettled(self) -> None:
        """Start the wait for a still table anew: it changes, and what was seen is out of date."""

    def tick(self) -> None:
        """Go on with the time, `session.now`."""
