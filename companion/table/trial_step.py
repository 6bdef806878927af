"""Play for trial, on the screen alone: a line is explored, or an event told for a mend."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.device.language import say
from companion.device.sentences import join_parts
from companion.screen.pages import BoardPage, Page, PlayedPage, Row
from companion.table.chapters import imagined_beside
from companion.table.game import TableGame
from companion.table.put_right import PutRightStep
from companion.table.session import Session
from companion.table.step import Step
from companion.voice import Level
from engine.game import Game
from hardware.buttons import Button, Press
from hardware.ring.patterns import Pattern

#: So often in a row imagined hands put the pieces of a trial right.
_MOST_HANDS = 20


class TrialStep(Step[Session]):
    """Session of its own above the running game, which waits; Back held leads back to it."""

    takes_held_back = True

    def __init__(
        self, session: Session, table_game: TableGame[Session], game: Game[object, object], events: int
    ) -> None:
        """Play on after the first `events` of a game; chance brings other things than in it."""
        super().__init__(session)
        self.inner = session.trial(table_game, self.game_for_trial(table_game, game), events)
        self._settle()

    def game_for_trial(self, table_game: TableGame[Session], game: Game[object, object]) -> Game[object, object]:
        """Return the game with another future than its own: nobody looks ahead by a trial."""
        return table_game.rules.replay(table_game.history.reshuffled(game.events, self.session.rng))

    def told(self) -> str:
        """Return what the page says of itself."""
        return say("For trial: nothing of it is kept.")

    def leaving(self) -> str:
        """Return the label that leads back."""
        return say("End the trial")

    # --- what it shows ------------------------------------------------------------------------------------------

    def page(self) -> Page:
        """Return the page of the trial: its board lies on no table."""
        page = self.inner.page
        page = replace(page, keys=replace(page.keys, back_hold=self.leaving()))
        if isinstance(page, BoardPage):
            page = imagined_beside(self.session, replace(page, action=None))
        return page if page.status else replace(page, status=self.told())

    def status(self) -> str:
        """Return what the page says of itself."""
        return self.told()

    def pattern(self) -> Pattern:
        """Return the ring pattern of the trial."""
        return self.inner.pattern

    def places(self) -> tuple[Sequence[Row], int | None]:
        """Return what Draw steps through in the trial."""
        return self.inner.step.places()

    @property
    def takes_text(self) -> bool:
        """True if the trial's step takes typed letters."""
        return self.inner.step.takes_text

    # --- what is done -------------------------------------------------------------------------------------------

    def press(self, press: Press) -> None:
        """Press a button of the trial; Back held ends it."""
        if press == Press(Button.BACK, held=True):
            self.session.close()
            return
        self.inner.press(press, self.session.now)
        self._settle()

    def touch(self, target: str) -> None:
        """Touch something of the trial."""
        self.inner.touch(target, self.session.now)
        self._settle()

    def typed(self, text: str) -> None:
        """Type into the trial."""
        self.inner.typed(text, self.session.now)

    def tick(self) -> None:
        """Go on with the time in the trial."""
        self.inner.tick(self.session.now)
        self._settle()

    def _settle(self) -> None:
        """Lay what is to be laid, say what the trial says, and leave one without a game."""
        for _ in range(_MOST_HANDS):
            if not isinstance(self.inner.step, PutRightStep):
                break
            self.inner.step.overrule()
        said = self.inner.announcements()
        if self.session.step is not self:
            return
        for announcement in said:
            self.session.announced.add(announcement)
        if self.inner.game is None:
            self.session.close()


class EventEntryStep(TrialStep):
    """Trial in which one event is told as at the table; `then` is done with it.

    `title` says which one, in the language in use.
    """

    def __init__(
        self,
        session: Session,
        table_game: TableGame[Session],
        game: Game[object, object],
        events: int,
        then: Callable[[object], None],
        title: Callable[[], str],
    ) -> None:
        self._events, self._then, self._title = events, then, title
        super().__init__(session, table_game, game, events)

    def begin(self) -> None:
        """Say which event is told."""
        self.session.say(self._title(), Level.PHASE)

    def page(self) -> Page:
        """Return the trial's page under the name of the event; its own title stands at the edge."""
        page = super().page()
        if isinstance(page, PlayedPage):
            return replace(page, status=join_parts(text for text in (self._title(), page.status) if text))
        status = self.inner.page.status
        return replace(page, title=self._title(), status=join_parts(text for text in (page.title, status) if text))

    def game_for_trial(self, table_game: TableGame[Session], game: Game[object, object]) -> Game[object, object]:  # noqa: ARG002 - as above
        """Return the game itself: the event is to fit it."""
        return game

    def told(self) -> str:
        """Return which event is told."""
        return self._title()

    def leaving(self) -> str:
        """Return the label that leads back."""
        return say("Cancel")

    def _settle(self) -> None:
        game = self.inner.game
        if game is not None and len(game.events) > self._events and self.session.step is self:
            event = game.events[self._events]
            self.session.close()
            self._then(event)
            return
        super()._settle()
