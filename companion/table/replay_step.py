"""Any moment of a game again at the table: a replay, and all that can be done from it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from companion.device.errors import UserError
from companion.device.language import language_in_use, say
from companion.device.sentences import together
from companion.screen.pages import BoardPage, Keys, ListPage, Page, Row
from companion.screen.replaying import Replaying, reading_time_s
from companion.screen.scrubber import MOMENT
from companion.table.chapters import Moments, imagined_beside, with_scrubber
from companion.table.game import TableGame
from companion.table.lists import ListStep
from companion.table.mend_steps import MendStart
from companion.table.other_table import why_not_mended
from companion.table.session import Session
from companion.table.step import Step
from companion.table.trial_step import TrialStep
from companion.voice import Level
from engine.game import Game
from engine.mending import MendAct

_FROM_HERE = "from here"


@dataclass(frozen=True)
class ReplayedGame:
    """Game to be replayed; `game_id` is its number in the journal, None if it is not kept.

    `mended`: shows what a mend has made of a game that is not running.
    """

    table_game: TableGame[Session]
    game: Game[object, object]
    game_id: int | None
    mended: Callable[[], None] | None = None

    @cached_property
    def moments(self) -> Moments:
        """All its moments."""
        return Moments(self.table_game, self.game)


def running_replay(session: Session, moment: int | None = None) -> "ReplayStep":
    """Return the replay of the running game, at a moment; None: the last one."""
    assert session.game is not None
    replayed = ReplayedGame(session.table_game, session.game, session.game_id)
    return ReplayStep(session, replayed, len(session.game.events) - 1 if moment is None else moment)


def _in_tables_place(session: Session, page: BoardPage) -> BoardPage:
    """Return the page of a moment; beside a virtual table its board takes that one's place."""
    return page if session.watching is None else imagined_beside(session, page)


class ReplayStep(Step[Session]):
    """Replay at the table: Advance plays and pauses, Draw goes on (held: back), Back leaves."""

    only_shows = True

    def __init__(self, session: Session, replayed: ReplayedGame, moment: int = 0, *, playing: bool = False) -> None:
        super().__init__(session)
        self.replayed = replayed
        moments = replayed.moments
        self.replaying = Replaying(len(moments), moment=moment, playing=playing)
        self._language, self._titles = "", dict[int, str]()
        self._name_chapters()
        #: The page of a moment, and in which language.
        self._made: tuple[object, BoardPage] | None = None

    def _name_chapters(self) -> None:
        if self._language != language_in_use():
            self._language = language_in_use()
            self._titles = {chapter.moment: chapter.title for chapter in self.replayed.moments.chapters()}
            self.replaying.chapters = tuple(self._titles)

    @property
    def titles(self) -> dict[int, str]:
        """The titles of the chapters in the language in use, by the moments with which they begin."""
        self._name_chapters()
        return self._titles

    def begin(self) -> None:
        """Say what the moment shows."""
        self._say()

    def _say(self) -> None:
        if not self.replaying.playing:
            self.session.say(self.replayed.moments.describe(self.replaying.moment), Level.DETAIL)

    def page(self) -> Page:
        """Return the page of the moment."""
        replaying, key = self.replaying, (self.replaying.moment, language_in_use())
        if self._made is None or self._made[0] != key:
            self._made = key, self.replayed.moments.page(replaying.moment)
        page = self._made[1]
        self._name_chapters()
        rows = (*page.rows, Row(say("From here"), _FROM_HERE))
        keys = Keys(
            advance=say("Pause") if replaying.playing else say("Play"),
            draw=say("Forward"),
            back=say("Back"),
            advance_hold=say("From here"),
            draw_hold=say("One back"),
            back_hold=self.session.menu_name if self.session.game is not None else "",
        )
        count = f"{replaying.moment + 1}/{replaying.moments}"
        status = " · ".join(text for text in (page.status, count) if text)
        page = replace(page, rows=rows, keys=keys, status=self.session.notice or status, action=None)
        return with_scrubber(_in_tables_place(self.session, page), replaying)

    def tick(self) -> None:
        """Show the next moment once this one has been read."""
        page = self.page()
        assert not isinstance(page, ListPage)
        caption = getattr(page, "caption", "")
        if self.replaying.turn(self.session.now, reading_time_s(caption)):
            self.session.say(self.replayed.moments.describe(self.replaying.moment), Level.DETAIL)

    def advance(self) -> None:
        """Play, or pause."""
        self.replaying.toggle(self.session.now)

    def overrule(self) -> None:
        """Offer what can be done from this moment on."""
        self._offer()

    def draw(self) -> None:
        """Go on by one moment."""
        self.replaying.step(1, self.session.now)
        self._say()

    def draw_held(self) -> None:
        """Go back by one moment."""
        self.replaying.step(-1, self.session.now)
        self._say()

    def back(self) -> None:
        """Leave the replay."""
        self.session.close()

    def touch(self, target: str) -> None:
        """Show a moment, or all that can be done from here."""
        if target.startswith(MOMENT):
            self.replaying.show(int(target.removeprefix(MOMENT)), self.session.now)
        elif target == _FROM_HERE:
            self._offer()

    def _offer(self) -> None:
        self.replaying.playing = False
        self.session.open(FromHereStep(self.session, self))


class FromHereStep(ListStep):
    """List of all that can be done from a moment of a replay, also without touch."""

    name = "from-here"

    def __init__(self, session: Session, replay: ReplayStep) -> None:
        super().__init__(session)
        self._replay, self._moment = replay, replay.replaying.moment
        self._why_not_mended = why_not_mended(session.other_table, replay.replayed.game_id)
        self._board = replay.replayed.moments.page(self._moment).board

    def title(self) -> str:
        """Return the page's title."""
        return say("From here")

    def page(self) -> Page:
        """Return the list, beside the picture of the moment where there is one."""
        page = super().page()
        if self._board is None:
            return page
        assert isinstance(page, ListPage)
        beside = BoardPage(
            page.name,
            page.title,
            self._board,
            page.text,
            page.rows,
            selected=page.selected,
            keys=page.keys,
            status=page.status,
        )
        return _in_tables_place(self.session, beside)

    def text(self) -> str:
        """Return what happened at this moment."""
        number, moments = self._moment + 1, self._replay.replayed.moments
        event = say("Event {n}: {event}", n=number, event=moments.describe(self._moment))
        return together(event, self._why_not_mended)

    def rows(self) -> Sequence[Row]:
        """Return what can be done."""
        replayed = self._replay.replayed
        is_kept, is_first = replayed.game_id is not None, self._moment == 0
        kept = [
            Row(say("Play on from here"), "play-on", detail=say("A new game begins; this one stays as it is.")),
        ]
        mending = [
            Row(say("Change this event"), MendAct.CHANGE),
            Row(say("Leave this event out"), MendAct.DROP),
            Row(say("Tell one that is missing before it"), MendAct.INSERT),
        ]
        is_over = replayed.game.rules.over(replayed.moments.state(self._moment)) is not None
        trial = [Row(say("Try moves from here"), "trial", detail=say("Nothing of it is kept."))]
        return [
            *(kept if is_kept and not is_over else []),
            *([] if is_over else trial),
            *(mending if is_kept and not is_first and not self._why_not_mended else []),
            *([Row(say("Chapters"), "chapters")] if self._replay.titles else []),
            Row(say("Speed"), "speed", value=f"{self._replay.replaying.speed:g} ×"),
        ]

    def choose(self, row_id: str) -> None:
        """Do it."""
        session, replayed = self.session, self._replay.replayed
        match row_id:
            case "play-on":
                assert replayed.game_id is not None
                try:
                    session.play_on(replayed.game_id, self._moment + 1)
                except UserError as error:
                    session.hint(str(error))
                else:
                    session.say(say("A new game goes on from here."), Level.PHASE, "gong")
            case "trial":
                session.open(TrialStep(session, replayed.table_game, replayed.game, self._moment + 1))
            case "chapters":
                session.open(ChaptersStep(session, self._replay))
            case "speed":
                self._replay.replaying.take_next_speed()
            case _:
                assert replayed.game_id is not None
                act, mended = MendAct(row_id), replayed.mended
                MendStart(replayed.table_game, replayed.game, replayed.game_id, act, self._moment, mended).open(session)


class ChaptersStep(ListStep):
    """The chapters of a game; a choice leads to its beginning."""

    name = "chapters"

    def __init__(self, session: Session, replay: ReplayStep) -> None:
        super().__init__(session)
        self._replay = replay
        self.index = replay.replaying.chapter or 0

    def title(self) -> str:
        """Return the page's title."""
        return say("Chapters")

    def rows(self) -> Sequence[Row]:
        """Return a row for each chapter."""
        return [Row(title, f"{MOMENT}{moment}", str(moment + 1)) for moment, title in self._replay.titles.items()]

    def choose(self, row_id: str) -> None:
        """Show its beginning."""
        self._replay.replaying.show(int(row_id.removeprefix(MOMENT)), self.session.now)
        self.session.close()
        if self.session.step is not self._replay:
            self.session.close()
