"""Games that were played at this box: the list of all, with a search, and each of them."""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from companion.device.errors import UserError
from companion.device.language import later, say, say_count
from companion.device.sentences import describe_winners, join_items, join_parts
from companion.figures.counter import GameCounter
from companion.figures.facts import GameFacts
from companion.journal import GameRecord
from companion.journal.entries import KeptMend
from companion.journal.player_names import PlayerNames
from companion.journal.search import GameSearch
from companion.screen.pages import Keys, Poster, Row, Tone
from companion.table.game import TableGame
from companion.table.kept_games import read_game
from companion.table.lists import ListStep
from companion.table.mended import describe_mend
from companion.table.other_table import why_not_mended
from companion.table.player_names import WhoSitsStep
from companion.table.players_list import PlayersListStep
from companion.table.replay_step import ReplayedGame, ReplayStep
from companion.table.session import Session
from companion.table.statistics_pages import StatisticsStep
from companion.table.unfinished import describe_day
from companion.voice import Level

if TYPE_CHECKING:
    import pygame

    from companion.screen.fonts import Fonts

#: So many games stand on a page.
_PAGE = 5
#: Prefix of the rows of games.
_GAME = "game "
#: What can be searched for by days: the words, and how many days back.
_DAYS: tuple[tuple[str, int | None], ...] = (
    (later("always"), None),
    (later("today"), 0),
    (later("last 7 days"), 6),
    (later("last 31 days"), 30),
    (later("last 366 days"), 365),
)
#: And by numbers of events.
_LENGTHS: tuple[tuple[int, int | None], ...] = ((0, None), (0, 50), (51, 100), (101, 200), (201, None))


class PastGamesStep(ListStep):
    """Ways to the games that were played, to statistics and to players."""

    name = "past"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        games = {game.rules.id: game for game in session.games_by_name}
        self.counter = GameCounter(session.journal.path, games)

    def title(self) -> str:
        """Return the page's title."""
        return say("Games and players")

    def text(self) -> str:
        """Say why nothing can be read; usually nothing."""
        return self.counter.problem

    def rows(self) -> Sequence[Row]:
        """Return the three ways; those to games can be gone once the list has been read."""
        records = self.counter.records
        ways = (
            Row(say("Games"), "games", "" if records is None else str(len(records))),
            Row(say("Statistics"), "statistics", "" if records is None else str(self.counter.total)),
        )
        players = Row(say("Players"), "players", str(len(self.session.names.names())))
        return (*(replace(row, id="" if records is None else row.id) for row in ways), players)

    def choose(self, row_id: str) -> None:
        """Open it."""
        match row_id:
            case "games":
                self.session.open(GamesListStep(self.session, self.counter))
            case "statistics":
                self.session.open(StatisticsStep(self.session, self.counter))
            case "players":
                self.session.open(PlayersListStep(self.session))

    def back(self) -> None:
        """Leave the page: what was counted so far stays known."""
        self.counter.stop()
        super().back()


@dataclass
class ChosenSearch:
    """Choices of a search; `days` and `length` are places in the lists of choices."""

    kind: str = ""
    player: str = ""
    days: int = 0
    length: int = 0

    def search(self, names: PlayerNames) -> GameSearch:
        """Return the search."""
        keys, days = None, _DAYS[self.days][1]
        if self.player:
            # Forgotten meanwhile: all games are shown.
            with suppress(UserError):
                keys = names.games_of([self.player])
        since = None if days is None else date.today() - timedelta(days=days)
        return GameSearch(self.kind, since, None, *_LENGTHS[self.length], keys)

    def describe(self, games: Mapping[str, TableGame[Session]]) -> str:
        """Return what is searched for in a few words."""
        parts = [
            games[self.kind].title() if self.kind else "",
            self.player,
            say(_DAYS[self.days][0]) if self.days else "",
            describe_length(*_LENGTHS[self.length]) if self.length else "",
        ]
        return join_parts(part for part in parts if part) or say("all")


class GamesListStep(ListStep):
    """List of all games, some at a time, with what is searched for above."""

    name = "games"

    def __init__(self, session: Session, counter: GameCounter) -> None:
        super().__init__(session)
        self.counter = counter
        self._games = {game.rules.id: game for game in session.games_by_name}
        # Made once: a page with other pictures would be drawn anew.
        self._emblems = {kind: Poster(partial(paint_emblem, game)) for kind, game in self._games.items()}
        self._search, self._first = ChosenSearch(), 0

    def title(self) -> str:
        """Return the page's title."""
        return say("Games")

    def _found(self) -> list[GameRecord]:
        records = [record for record in self.counter.records or () if record.kind in self._games]
        return self._search.search(self.session.names).found(records)

    def rows(self) -> Sequence[Row]:
        """Return what is searched for, and the games of this page."""
        found = self._found()
        on_page = found[self._first : self._first + _PAGE]
        earlier = len(found) - self._first - len(on_page)
        rows = [Row(say("Search"), "search", self._search.describe(self._games)), *map(self._row, on_page)]
        if not found:
            rows.append(Row(say("No game was found."), tone=Tone.FADED))
        if self._first:
            rows.append(Row(say("Played later"), "later", str(self._first)))
        if earlier:
            rows.append(Row(say("Played longer ago"), "earlier", str(earlier)))
        return rows

    def _row(self, record: GameRecord) -> Row:
        game = self._games[record.kind]
        facts = self.counter.facts.get(record.key)
        sitting = self.session.names.sitting(record.key)
        names = {row.id: row.text for row in game.seat_rows()}

        def called(seat: str) -> str:
            return sitting.get(seat) or names.get(seat, seat)

        if record.is_broken_off:
            result = say("broken off")
        elif not record.finished:
            result = say("not finished")
        else:
            result = describe_winners([called(seat) for seat in facts.winners]) if facts is not None else ""
        players = join_items(map(called, seats_in(game, record)))
        day = describe_day(record.played, datetime.now().astimezone())
        return Row(
            game.title(),
            f"{_GAME}{record.id}",
            day,
            join_parts(part for part in (players, result) if part),
            sign=self._emblems[record.kind] if len(self._games) > 1 else None,
        )

    def choose(self, row_id: str) -> None:
        """Change what is searched for, turn the page, or open a game."""
        match row_id:
            case "search":
                self._first = 0
                self.session.open(SearchStep(self.session, self._search, self._games))
            case "later":
                self._first = max(0, self._first - _PAGE)
            case "earlier":
                self._first += _PAGE
            case _:
                number = int(row_id.removeprefix(_GAME))
                record = next(record for record in self._found() if record.id == number)
                self.session.open(PastGameStep(self.session, self.counter, record))


class SearchStep(ListStep):
    """Page of a search: each row takes its next value."""

    name = "search"

    def __init__(self, session: Session, search: "ChosenSearch", games: Mapping[str, TableGame[Session]]) -> None:
        super().__init__(session)
        self._search, self._games = search, games

    def title(self) -> str:
        """Return the page's title."""
        return say("Search")

    def rows(self) -> Sequence[Row]:
        """Return game, player, day and length."""
        search = self._search
        kinds = [Row(say("Game"), "kind", self._games[search.kind].title() if search.kind else say("all"))]
        names = [Row(say("Player"), "player", search.player or say("everybody"))]
        return [
            *(kinds if len(self._games) > 1 else []),
            *(names if self.session.names.names() else []),
            Row(say("Played"), "days", say(_DAYS[search.days][0])),
            Row(say("Length"), "length", describe_length(*_LENGTHS[search.length])),
        ]

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return replace(super().keys(), advance=say("Change"))

    def choose(self, row_id: str) -> None:
        """Search for the next value."""
        search = self._search
        match row_id:
            case "kind":
                search.kind = _next(["", *self._games], search.kind)
            case "player":
                search.player = _next(["", *self.session.names.names()], search.player)
            case "days":
                search.days = (search.days + 1) % len(_DAYS)
            case "length":
                search.length = (search.length + 1) % len(_LENGTHS)


class PastGameStep(ListStep):
    """Page of a game: its players, its winners, its moments, its last mend, and the way on."""

    name = "past-game"

    def __init__(self, session: Session, counter: GameCounter, record: GameRecord) -> None:
        super().__init__(session)
        self.record, self._counter = record, counter
        self._game = next(game for game in session.games if game.rules.id == record.kind)
        self._seats = seats_in(self._game, record)
        self._why_not_mended = why_not_mended(session.other_table, record.id)
        self._mends: Sequence[KeptMend] = ()
        self._problem = self._told = ""
        self._try_to_read(self._read_mends)

    def title(self) -> str:
        """Return the game's name."""
        return self._game.title()

    def text(self) -> str:
        """Return when it was played, how long, and the last mend that counts."""
        if self._problem:
            return self._problem
        day = describe_day(self.record.played, datetime.now().astimezone())
        count = say_count("{n} event", "{n} events", self.record.events)
        minutes = ""
        if (facts := self._facts) is not None:
            minutes = say_count("{n} minute", "{n} minutes", round(facts.played_s / 60))
        played = join_parts(text for text in (day, count, minutes) if text)
        mend = describe_mend(self._mends[-1].note) if self._mends else ""
        return join_parts(text for text in (played, self._told, mend) if text)

    @property
    def _facts(self) -> GameFacts | None:
        return self._counter.facts.get(self.record.key)

    def rows(self) -> Sequence[Row]:
        """Return the seats with the names of who sat there, winners in green."""
        sitting = self.session.names.sitting(self.record.key)
        facts = self._facts
        winners = facts.winners if facts is not None else ()
        shown = {row.id: row for row in self._game.seat_rows()}
        seats = [
            Row(
                shown[seat].text if seat in shown else seat,
                seat,
                sitting.get(seat) or say("guest"),
                tone=Tone.GOOD if seat in winners else Tone.PLAIN,
            )
            for seat in self._seats
        ]
        return [
            *seats,
            Row(
                say("Watch it again"),
                "watch again",
                detail=self._why_not_mended or say("Any moment can be played on from, or mended."),
            ),
            *([Row(say("Take the last mend back"), "undo mend")] if self._mends and not self._why_not_mended else []),
            *([Row(say("Continue"), "go on", tone=Tone.NOW)] if self.record.result is None else []),
        ]

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return replace(super().keys(), advance=say("Choose"))

    def choose(self, row_id: str) -> None:
        """Go on with the game, show it again, take its mend back, or ask who sat in a seat."""
        match row_id:
            case "go on":
                self._try_to_read(lambda: self.session.resume(self.record.id))
            case "watch again":
                self._try_to_read(self._watch_again)
            case "undo mend":
                self.session.journal.undo_mend(self.record.id, self._mends[-1].place)
                self._read_again()
                self._told = say("Taken back.")
                self.session.say(self._told, Level.PHASE, "right")
            case _:
                self._ask_for_name(row_id)

    def _ask_for_name(self, row_id: str) -> None:
        """Ask who sat in a seat."""
        names, key = self.session.names, self.record.key
        before = dict(names.sitting(key))

        def sit(name: str) -> None:
            others = {seat: sitting for seat, sitting in before.items() if seat != row_id}
            names.sit(key, {**others, row_id: name} if name else others)

        title = next(row.text for row in self.rows() if row.id == row_id)
        others = {name for seat, name in before.items() if seat != row_id}
        self.session.open(WhoSitsStep(self.session, title, before.get(row_id, ""), others, sit))

    def _read_mends(self) -> None:
        self._mends = self.session.journal.mends(self.record.id)

    def _read_again(self) -> None:
        """Take what has become of the game."""
        self.record = self._counter.recount(self.session.journal.kept(self.record.id))
        self._told = ""
        self._read_mends()

    def _mended(self) -> None:
        """Show the mend, and where it is taken back, instead of the pages above."""
        while self.session.step is not self:
            self.session.close()
        self._read_again()

    def _watch_again(self) -> None:
        session = self.session
        table_game, game = read_game(session.journal, session.games, self.record.id)
        session.choose_game(table_game)
        session.open(ReplayStep(session, ReplayedGame(table_game, game, self.record.id, self._mended), playing=True))

    def _try_to_read(self, act: Callable[[], None]) -> None:
        """Do something with the game; say on the page why it cannot be read."""
        try:
            act()
        except Exception as error:  # A stranger's game may fail in any way while it reads its events.
            if self.session.game is not None:
                raise
            self._problem = say("The game cannot be read: {error}", error=error)


def seats_in(game: TableGame[Session], record: GameRecord) -> tuple[str, ...]:
    """Return the seats of a game by its first event; none if that cannot be read."""
    with suppress(Exception):  # A stranger's game may fail in any way.
        return game.seats(game.rules.event_from_json(json.loads(record.first)))
    return ()


def describe_length(least: int, most: int | None) -> str:
    """Return numbers of events in a few words."""
    if most is None:
        return say("from {n} events on", n=least) if least else say("any")
    return say("{least} to {most} events", least=least, most=most)


def _next(values: Sequence[str], value: str) -> str:
    return values[(values.index(value) + 1) % len(values)] if value in values else values[0]


def paint_emblem(game: TableGame[Session], fonts: "Fonts", size: tuple[int, int]) -> "pygame.Surface":
    """Return a game's own sign."""
    return game.pictures(fonts).emblem(size[0])
