"""The first page: all games as large pictures, and the one to go on with."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from companion.device.errors import UserError
from companion.device.language import say, say_count
from companion.journal import GameRecord
from companion.screen.pages import Keys, ListPage, Page, Poster, Row, Tone
from companion.table.game import TableGame
from companion.table.lists import ListStep
from companion.table.menus import SettingsStep
from companion.table.ring import resume_pattern
from companion.table.session import Session
from companion.voice import Level
from engine.errors import RulesError
from hardware.ring.patterns import Pattern

if TYPE_CHECKING:
    import pygame

    from companion.screen.fonts import Fonts

#: So many games to go on with are offered, the one last played first.
MOST_OFFERED = 3


class PostersStep(ListStep):
    """List whose first choices are the games, as large pictures."""

    def page(self) -> Page:
        """The list, its tiles large."""
        page = super().page()
        assert isinstance(page, ListPage)
        return replace(page, posters=True)


class StartStep(PostersStep):
    """First page: the last unfinished game, then all games; a touch begins a new one."""

    name = "start"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.games = {game.rules.id: game for game in session.games}
        records = session.journal.unfinished(tuple(self.games), most=MOST_OFFERED)
        #: The last unfinished games by their numbers, and where each stands.
        self.unfinished = {record.id: record for record in records}
        self.result_texts = {record.id: self._result_text(record) for record in records}
        self.answer = ""
        #: The emblem of each game that shows more than itself: it stands beside what it shows.
        self.emblems = {kind: Poster(partial(_emblem, game)) for kind, game in self.games.items() if game.shows()}

    def _result_text(self, record: GameRecord) -> str:
        """Describe the state of a game; its length if it cannot be read."""
        try:
            table_game, game = self.session.kept(record.id)
            return table_game.describe_standing(game.state)
        except Exception:  # A stranger's game may fail in any way; the other games are there all the same.
            return _date_text(record)

    def begin(self) -> None:
        """Greets."""
        if self.unfinished:
            self.session.say(say("A game can be continued."), Level.PHASE, "")

    def title(self) -> str:
        """The page's title."""
        return self._only_title() or say("Which game?")

    def _only_title(self) -> str:
        """The game's name if there is but one."""
        titles = [game.title() for game in self.session.games]
        return titles[0] if len(titles) == 1 else ""

    def text(self) -> str:
        """Return the response to the last choice."""
        return self.answer

    def tiles(self) -> Sequence[Row]:
        """Return the last unfinished game, and all games to begin."""
        only = bool(self._only_title())
        last = [
            replace(self._resume_row(record), tone=Tone.NOW, sign=Poster(self.games[record.kind].poster))
            for record in list(self.unfinished.values())[:1]
        ]
        games = [
            Row(game.title(), "new" if only else f"new {kind}", detail=say("New game"), sign=Poster(game.poster))
            for kind, game in self.games.items()
        ]
        return (*last, *games)

    def _resume_row(self, record: GameRecord) -> Row:
        """Return the row that goes on with a game."""
        title = "" if self._only_title() else self.games[record.kind].title()
        return Row(say("Continue"), f"resume {record.id}", title, detail=self.result_texts[record.id])

    def rows(self) -> Sequence[Row]:
        """Return the other possible actions."""
        only = self._only_title()
        rows = [self._resume_row(record) for record in list(self.unfinished.values())[1:]]
        if self.session.watching is not None:
            rows.append(Row(say("Watch a game"), "watch"))
        rows += [
            Row(text, f"show {kind} {show}", sign=None if only else self.emblems[kind])
            for kind, game in self.games.items()
            for show, (text, _) in game.shows().items()
        ]
        if self.session.around.phones:
            rows.append(Row(say("Phones"), "phones"))
        rows.append(Row(say("Settings"), "settings"))
        if self.session.around.switch_off:
            rows.append(Row(say("Switch off"), "off"))
        if not self.session.around.kiosk:
            rows.append(Row(say("Leave"), "leave"))
        return rows

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(advance=say("Choose"), draw=say("Next"))

    def back(self) -> None:
        """Do nothing: there is no page before the first one."""

    def pattern(self) -> Pattern:
        """A game waits."""
        return resume_pattern() if self.unfinished else super().pattern()

    def choose(self, row_id: str) -> None:
        """Does it."""
        what, _, kind = row_id.partition(" ")
        if what == "resume":
            self._resume(int(kind))
            return
        kind = kind or next(iter(self.games))
        match what:
            case "new":
                self.session.new_game(self.games[kind])
            case "show":
                game, _, show = kind.partition(" ")
                self.session.show(self.games[game], show)
            case "watch" if self._only_title():
                self.session.watch(self.games[kind])
            case "watch":
                self.session.open(WatchStep(self.session))
            case "phones" if self.session.around.phones:
                self.session.open(self.session.around.phones(self.session))
            case "settings":
                self.session.open(SettingsStep(self.session))
            case "off":
                self.answer = self.session.switch_off()
            case "leave":
                self.session.quit()

    def _resume(self, number: int) -> None:
        try:
            self.session.resume(number)
        except (RulesError, ValueError, UserError) as error:
            self.answer = say("The game cannot be read: {error}", error=error)
            del self.unfinished[number]


class WatchStep(PostersStep):
    """Choice of the game that plays itself."""

    name = "watch"

    def title(self) -> str:
        """The page's title."""
        return say("Watch a game")

    def tiles(self) -> Sequence[Row]:
        """Return all games."""
        return [Row(game.title(), game.rules.id, sign=Poster(game.poster)) for game in self.session.games]

    def rows(self) -> Sequence[Row]:
        """Nothing but the games."""
        return ()

    def choose(self, row_id: str) -> None:
        """Begins it."""
        self.session.watch(next(game for game in self.session.games if game.rules.id == row_id))


def _emblem(game: TableGame[Session], fonts: "Fonts", size: tuple[int, int]) -> "pygame.Surface":
    """Return the game's own sign."""
    return game.pictures(fonts).emblem(size[0])


def _date_text(record: GameRecord) -> str:
    """Describe when the game was begun, and its length."""
    begun = record.started.replace("T", " ")[:16]
    return say("Started {when}, {moves}", when=begun, moves=say_count("{n} event", "{n} events", record.events))
