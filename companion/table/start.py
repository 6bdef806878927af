"""The first page: all games as large pictures, and those to go on with."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from companion.device.language import say
from companion.screen.pages import Keys, ListPage, Page, Poster, Row, Tone
from companion.table.game import TableGame
from companion.table.lists import ListStep
from companion.table.past_games import PastGamesStep, paint_emblem
from companion.table.ring import resume_pattern
from companion.table.session import Session
from companion.table.settings_menu import SettingsStep
from companion.table.unfinished import OTHERS, RESUME, UnfinishedGames, UnfinishedStep, most_offered
from companion.voice import Level
from hardware.ring.patterns import Pattern


class PostersStep(ListStep):
    """List whose first choices are the games, as large pictures."""

    def page(self) -> Page:
        """Return the list, its tiles large."""
        page = super().page()
        assert isinstance(page, ListPage)
        return replace(page, posters=True)


class StartStep(PostersStep):
    """First page: what newcomers begin with, the unfinished games, and all games to begin."""

    name = "start"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._offered = most_offered(session)
        self.unfinished = UnfinishedGames(session, self._offered)
        self.answer = ""
        finished = session.journal.finished_kinds() & self.games.keys()
        self._for_newcomers = not finished
        self._has_kept = bool(finished or self.unfinished.rows())
        #: The emblem of each game that shows more than itself: it stands beside what it shows.
        self.emblems = {
            kind: Poster(partial(paint_emblem, game)) for kind, game in self.games.items() if game.first_page.shows()
        }
        # Advance goes on where something can go on, whatever stands before it.
        ids = self._ids()
        left = f"{RESUME} {session.left_game_id}"
        # The one that was just left, though another may have had its last move later.
        resumes = sorted((row_id for row_id in ids if row_id.startswith(RESUME)), key=lambda row_id: row_id != left)
        played_last = f"new {session.table_game.rules.id}"
        begun = resumes or ([] if self._introductions() or played_last not in ids else [played_last])
        self.index = ids.index(begun[0]) if begun else 0

    @property
    def games(self) -> Mapping[str, TableGame[Session]]:
        """All games by their ids, in the order of their names."""
        return {game.rules.id: game for game in self.session.games_by_name}

    def _introductions(self) -> dict[str, Row]:
        """Return what newcomers begin with, by the games' ids, until a game has been finished."""
        rows = (
            {kind: game.first_page.introduction() for kind, game in self.games.items()} if self._for_newcomers else {}
        )
        return {kind: row for kind, row in rows.items() if row is not None}

    def begin(self) -> None:
        """Greet."""
        if self.unfinished.rows():
            self.session.say(say("A game can be continued."), Level.PHASE, "")

    def tick(self) -> None:
        """Describe more of the unfinished games."""
        self.unfinished.tick()

    def title(self) -> str:
        """Return the page's title."""
        return self._only_title() or say("Which game?")

    def _only_title(self) -> str:
        """Return the game's name if there is but one."""
        titles = [game.title() for game in self.session.games]
        return titles[0] if len(titles) == 1 else ""

    def page(self) -> Page:
        """Return the list's page; the response to the last choice stands where notices stand."""
        page = super().page()
        assert isinstance(page, ListPage)
        answer = self.answer or self.unfinished.problem
        return replace(page, status=answer, status_tone=Tone.NOW) if answer and not page.status else page

    def tiles(self) -> Sequence[Row]:
        """Return what newcomers begin with, the unfinished games, and all games to begin."""
        only = bool(self._only_title())
        introductions = [
            replace(
                row,
                id=f"show {kind} {row.id}",
                value="" if only else self.games[kind].title(),
                tone=Tone.NOW,
                sign=Poster(self.games[kind].first_page.poster),
            )
            for kind, row in self._introductions().items()
        ]
        games = [
            Row(
                game.title(),
                "new" if only else f"new {kind}",
                detail=say("New game"),
                sign=Poster(game.first_page.poster),
            )
            for kind, game in self.games.items()
        ]
        return (*introductions, *self.unfinished.rows(), *games)

    def rows(self) -> Sequence[Row]:
        """Return the other possible actions."""
        only, introductions = self._only_title(), self._introductions()
        rows = []
        if self.session.watching is not None:
            rows.append(Row(say("Watch a game"), "watch"))
        rows += [
            Row(text, f"show {kind} {show}", sign=None if only else self.emblems[kind])
            for kind, game in self.games.items()
            for show, (text, _) in game.first_page.shows().items()
            if kind not in introductions or show != introductions[kind].id
        ]
        if self._has_kept:
            rows.append(Row(say("Games and players"), "past"))
        if self.session.around.phones:
            rows.append(Row(say("Phones"), "phones"))
        if self.session.other_table is not None:
            rows.append(Row(say("Join another table"), "join"))
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
        """Return a game waits."""
        return resume_pattern() if self.unfinished.rows() else super().pattern()

    def choose(self, row_id: str) -> None:
        """Do it."""
        self.answer = self.unfinished.problem = ""
        if row_id == OTHERS:
            self.session.open(UnfinishedStep(self.session, self._offered, self.unfinished.followed_games))
        if row_id == OTHERS or self.unfinished.resume(row_id):
            return
        what, _, kind = row_id.partition(" ")
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
            case "past":
                self.session.open(PastGamesStep(self.session))
            case "join" if self.session.other_table is not None:
                self.session.open(self.session.other_table.join_step(self.session))
            case "settings":
                self.session.open(SettingsStep(self.session))
            case "off":
                self.answer = self.session.switch_off()
            case "leave":
                self.session.quit()


class WatchStep(PostersStep):
    """Choice of the game that plays itself."""

    name = "watch"

    def title(self) -> str:
        """Return the page's title."""
        return say("Watch a game")

    def tiles(self) -> Sequence[Row]:
        """Return all games."""
        games = self.session.games_by_name
        return [Row(game.title(), game.rules.id, sign=Poster(game.first_page.poster)) for game in games]

    def rows(self) -> Sequence[Row]:
        """Return no rows: there are the games alone."""
        return ()

    def choose(self, row_id: str) -> None:
        """Begin it."""
        self.session.watch(next(game for game in self.session.games if game.rules.id == row_id))
