"""Pages of a mend: the event that no longer fits, with both positions; the confirmation."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from companion.device.language import say, say_count
from companion.device.sentences import together
from companion.screen.pages import BoardPage, Keys, ListPage, Page, Poster, Row, Tone
from companion.table.chapters import Moments, imagined_beside
from companion.table.event_dialog import JudgedStep
from companion.table.game import TableGame
from companion.table.lists import ListStep
from companion.table.mended import MendNote, keep_mend
from companion.table.other_table import why_not_mended
from companion.table.session import Session
from companion.table.step import Step
from companion.table.trial_step import EventEntryStep
from companion.voice import Level
from engine.errors import RulesError
from engine.game import EventNotAllowedError, Game
from engine.mending import MendAct, Mending, mend

if TYPE_CHECKING:
    import pygame

    from companion.screen.fonts import Fonts


@dataclass(frozen=True)
class MendStart:
    """Beginning of a mend of a kept game: its event (numbered from 0), and the act.

    `mended`: shows what it has made of a game that is not running.
    """

    table_game: TableGame[Session]
    game: Game[object, object]
    game_id: int
    act: MendAct | None
    number: int
    mended: Callable[[], None] | None = None

    @property
    def note(self) -> MendNote:
        """Note of the mend for the journal."""
        return MendNote(self.act, self.number)

    def open(self, session: Session) -> None:
        """Ask for another event where one is told, then for what becomes of those that follow."""
        if self.act is MendAct.DROP:
            self._begin(session, None)
            return
        session.open(
            EventEntryStep(
                session,
                self.table_game,
                self.game,
                self.number,
                lambda event: self._begin(session, event),
                self._name_entry,
            )
        )

    def _name_entry(self) -> str:
        """Name what is told."""
        if self.act is MendAct.INSERT:
            return say("Before event {n}", n=self.number + 1)
        return say("Change event {n}", n=self.number + 1)

    def _begin(self, session: Session, event: object) -> None:
        assert self.act is not None
        try:
            mending = mend(self.game, self.act, self.number, event)
        except RulesError as error:
            reason = describe_problems(session, self, error, self.game, self.number)
            session.hint(together(say("That does not fit here."), reason))
            return
        self.show(session, mending)

    def show(self, session: Session, mending: Mending[object, object]) -> None:
        """Show the first event that no longer fits, or ask whether the mend is to be so."""
        if mending.misfit is None:
            session.open(ConfirmMendStep(session, self, mending))
        else:
            session.open(MisfitStep(session, self, mending))


def describe_problems(
    session: Session, start: MendStart, error: RulesError, game: Game[object, object], events: int
) -> str:
    """Say in a player's words why an event does not fit after the first `events` of a game."""
    if not isinstance(error, EventNotAllowedError) or not error.problems:
        return ""
    step = session.trial(start.table_game, game, events).running_step
    if isinstance(step, JudgedStep):
        return step.describe_problem(error.problems[0])
    state = game.undo(len(game.events) - events).state
    return start.table_game.history.describe_problem(state, error.problems[0])


class _MendPage(ListStep):
    """Page of a mend that goes on."""

    def __init__(self, session: Session, start: MendStart, mending: Mending[object, object]) -> None:
        super().__init__(session)
        self.start, self.mending = start, mending
        self._was = Moments(start.table_game, mending.before)
        self._is = Moments(start.table_game, mending.game)


class MisfitStep(_MendPage):
    """Page of the first event that no longer fits, with both positions and the choices."""

    name = "misfit"

    def begin(self) -> None:
        """Say what no longer fits."""
        self.session.say(together(self.title(), self.text()), Level.PROBLEM, "wrong")

    def title(self) -> str:
        """Return the page's title."""
        return say("Event {n} no longer fits.", n=self.mending.next + 1)

    def text(self) -> str:
        """Return the event, and why it does not fit."""
        game, error = self.mending.game, EventNotAllowedError(self.mending.problems)
        reason = describe_problems(self.session, self.start, error, game, len(game.events))
        return together(self._was.describe(self.mending.next), reason)

    def _positions(self) -> dict[str, tuple[str, BoardPage]]:
        """Return titles and pages of the position before this event and of that of now, by row ids."""
        before, after = self._was.page(self.mending.next - 1), self._is.page(len(self._is) - 1)
        return {"was": (say("As it was"), before), "now": (say("As it is now"), after)}

    def tiles(self) -> Sequence[Row]:
        """Return both positions, as pictures where the game has some."""
        return [
            Row(text, row_id, sign=board_poster(self.start.table_game, page.board))
            for row_id, (text, page) in self._positions().items()
            if page.board is not None
        ]

    def rows(self) -> Sequence[Row]:
        """Return what can be done with the event."""
        left = len(self.mending.before.events) - self.mending.next
        words = [Row(text, row_id) for row_id, (text, page) in self._positions().items() if page.board is None]
        return [
            Row(say("Change it"), "change"),
            Row(say("Leave it out"), "drop"),
            Row(
                say("Stop here"),
                "stop",
                detail=say_count("{n} event is left out.", "{n} events are left out.", left),
            ),
            *words,
        ]

    def page(self) -> Page:
        """Return the list; the positions are large."""
        page = super().page()
        assert isinstance(page, ListPage)
        keys = replace(page.keys, back=say("Cancel"))
        return replace(page, keys=keys, posters=bool(page.tiles))

    def choose(self, row_id: str) -> None:
        """Do it, or look at a position."""
        session, mending = self.session, self.mending
        match row_id:
            case "was" | "now":
                session.open(PositionStep(session, *self._positions()[row_id]))
            case "drop":
                self.start.show(session, mending.drop())
            case "stop":
                self.start.show(session, mending.stop())
            case "change":
                game = mending.game
                number = mending.next + 1
                step = EventEntryStep(
                    session,
                    self.start.table_game,
                    game,
                    len(game.events),
                    self._change,
                    lambda: say("Change event {n}", n=number),
                )
                session.open(step)

    def _change(self, event: object) -> None:
        try:
            changed = self.mending.change(event)
        except RulesError:
            self.session.hint(say("That does not fit here."))
            return
        self.start.show(self.session, changed)


class PositionStep(Step[Session]):
    """Page of a position of a mend, as large as it can be."""

    only_shows = True

    def __init__(self, session: Session, title: str, page: BoardPage) -> None:
        super().__init__(session)
        self._page = replace(page, name="position", title=title)

    def page(self) -> Page:
        """Return the position's page."""
        return imagined_beside(self.session, replace(self._page, keys=Keys(back=say("Back"))))

    def back(self) -> None:
        """Leave it."""
        self.session.close()


class ConfirmMendStep(_MendPage):
    """List of all that a mend changes: nothing is done before somebody says so."""

    name = "mend"

    def begin(self) -> None:
        """Ask whether it is to be so."""
        self.session.say(self.title(), Level.PHASE, "turn")

    def title(self) -> str:
        """Return the page's title."""
        return say("Mend the game like this?")

    def text(self) -> str:
        """Describe what stays, and how the mend is taken back."""
        stays = sum(origin is not None for origin in self.mending.origins)
        return together(
            say_count("{n} event stays as it was.", "{n} events stay as they were.", stays),
            say("Undo takes the whole mend back."),
        )

    def rows(self) -> Sequence[Row]:
        """Return the events that are told anew, and those that are left out."""
        mending = self.mending
        kept = {origin for origin in mending.origins if origin is not None}
        new = [
            Row(self._is.describe(number), value=say("new"), tone=Tone.GOOD)
            for number, origin in enumerate(mending.origins)
            if origin is None
        ]
        out = [
            Row(self._was.describe(number), value=say("left out"), tone=Tone.BAD)
            for number in range(len(mending.before.events))
            if number not in kept
        ]
        return [*new, *out]

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(advance=say("Mend"), back=say("Cancel"))

    def advance(self) -> None:
        """Mend the game."""
        session, start = self.session, self.start
        # Another table may have come while this page was open.
        if why_not := why_not_mended(session.other_table, start.game_id):
            session.hint(why_not)
            return
        if session.game is not None and session.game_id == start.game_id:
            session.mend(self.mending, start.note)
            return
        result = start.table_game.history.result_line(self.mending.game.state)
        keep_mend(session.journal, start.game_id, self.mending, start.note, result)
        assert start.mended is not None
        start.mended()
        session.say(say("Mended."), Level.PHASE, "right")


def board_poster(table_game: TableGame[Session], board: object) -> Poster:
    """Return a board as the picture of a choice."""

    def paint(fonts: "Fonts", size: tuple[int, int]) -> "pygame.Surface":
        # Only what draws needs pygame.
        from companion.screen.board_picture import board_picture

        return board_picture(table_game.pictures(fonts), fonts, board, size)

    @cache
    def aspect(fonts: "Fonts") -> float:
        from companion.screen.board_picture import board_aspect

        return board_aspect(table_game.pictures(fonts))

    return Poster(paint, aspect)
