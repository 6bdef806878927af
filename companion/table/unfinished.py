"""Unfinished games to go on with: rows of the first page, and a page of the others."""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from itertools import islice
from time import monotonic

from companion.device.errors import UserError
from companion.device.language import language_in_use, say, say_count
from companion.device.sentences import join_items, join_parts
from companion.journal import GameRecord
from companion.screen.pages import ListPage, Page, Poster, Row, Tone
from companion.table.lists import ListStep
from companion.table.session import Session
from engine.errors import RulesError

#: So many games to go on with stand on the first page; of more, the last place leads to the others.
_MOST_OFFERED = 4
#: So many stand on a page of the others.
_PAGE = 8
#: So many events of games are followed in one frame, at most.
_EVENTS_A_FRAME = 100
#: And for so long (seconds): of some games a single event takes milliseconds.
_FOLLOWED_S = 0.008
#: Id of the row that leads to the others.
OTHERS = "others"
#: Begin of the ids of rows that go on with a game.
RESUME = "resume"

#: The first events and the states of games by their numbers.
FollowedGames = dict[int, tuple[object, object]]


class UnfinishedGames:
    """Some games of the journal that can go on, the one last played first, each with its row.

    A game that turns out not to go on keeps its place, without an id.
    """

    def __init__(self, session: Session, most: int, skipped: int = 0, followed: FollowedGames | None = None) -> None:
        """`followed`: what is known of games that have been followed, as in `followed_games`."""
        self.session = session
        self._games = {game.rules.id: game for game in session.games}
        kinds = tuple(self._games)
        self._records = session.journal.unfinished(kinds, most=most, skipped=skipped)
        #: The numbers of those that turned out not to go on.
        self._unreadable = set[int]()
        #: The first event and the state of each that has been followed to its last event, by its number.
        self.followed_games: FollowedGames = followed if followed is not None else {}
        self._following = self._follow_all()
        self._are_followed = False
        #: The games of the next page, once these have been followed.
        self._skipped = skipped
        self._after: UnfinishedGames | None = None
        #: How far each is and who plays (see `_names`), by language and number.
        self._details: dict[tuple[str, int], tuple[str, tuple[str, ...]]] = {}
        #: When each was played last, in words that are true on a day, by the rows' ids.
        self._played: tuple[tuple[str, date], dict[str, str]] | None = None
        #: How many there are after these.
        self.others = max(0, session.journal.count_unfinished(kinds) - skipped - len(self._records))
        #: Why the last one that was chosen does not go on.
        self.problem = ""
        self.tick()

    def tick(self) -> None:
        """Follow some more events of the games, so that no frame is late because of long ones.

        Those of the next page follow, before somebody asks for them.
        """
        if self._are_followed and self.others and self._after is None:
            skipped = self._skipped + len(self._records)
            self._after = UnfinishedGames(self.session, _PAGE, skipped, self.followed_games)
        following = self._following if self._after is None else self._after._following
        until = monotonic() + _FOLLOWED_S
        for _ in islice(following, _EVENTS_A_FRAME):
            if monotonic() > until:
                break

    def follow(self) -> None:
        """Follow all games to their ends at once."""
        for _ in self._following:
            pass

    def _follow_all(self) -> Iterator[None]:
        """Follow the events of one game after the other, each of them checked when it came."""
        for record in self._records:
            if record.id in self.followed_games:
                continue
            yield
            rules = self._games[record.kind].rules
            # A stranger's game may fail in any way; the other games are there all the same.
            with suppress(Exception):
                first, *others = self.session.journal.events(record.id)
                started = rules.event_from_json(json.loads(first))
                state = rules.start(started).state
                for line in others:
                    state = rules.follow(state, rules.event_from_json(json.loads(line)))
                    yield
                self.followed_games[record.id] = started, state
        self._are_followed = True

    def rows(self) -> list[Row]:
        """Return a row for each game, and one that leads to the others, if there are any.

        A game's row says its name where there are several, how far it is, and its players.
        """
        rows = [self._row(record) for record in self._records]
        if self.others:
            count = say_count("{n} more game", "{n} more games", self.others)
            rows.append(Row(say("Continue"), OTHERS, count, say("Played longer ago"), Tone.WAITING))
        return rows

    @property
    def played(self) -> dict[str, str]:
        """Return when each game was played last, by the ids of their rows."""
        moment = datetime.now().astimezone()
        known = language_in_use(), moment.date()
        if self._played is None or self._played[0] != known:
            self._played = (
                known,
                {f"{RESUME} {record.id}": describe_day(record.played, moment) for record in self._records},
            )
        return self._played[1]

    def _row(self, record: GameRecord) -> Row:
        table_game, key = self._games[record.kind], (language_in_use(), record.id)
        if key not in self._details and record.id in self.followed_games:
            self._details[key] = self._describe(record)
        row_id = "" if record.id in self._unreadable else f"{RESUME} {record.id}"
        name = table_game.title() if len(self._games) > 1 else ""
        # When it was begun stands there until the game has been followed, and for good if it cannot be read.
        detail, *shorter = self._told(record) or (_date_text(record),)
        poster = Poster(table_game.first_page.poster)
        return Row(say("Continue"), row_id, name, detail, Tone.WAITING, poster, shorter=tuple(shorter))

    def _told(self, record: GameRecord) -> list[str]:
        """Return how far a game is and who plays: with all names, then with ever fewer.

        The players come first where they tell it from others of its kind. The shortest says one of both alone.
        """
        language = language_in_use()
        standing, named = self._details.get((language, record.id), ("", ("",)))
        alike = [self._details.get((language, other.id)) for other in self._records if other.kind == record.kind]
        is_told_by_players = len({found[1] for found in alike if found is not None}) > 1
        parts = [(players, standing) if is_told_by_players else (standing, players) for players in named]
        parts.append((parts[-1][0], ""))
        return [text for text in (join_parts(filter(None, pair)) for pair in parts) if text]

    def resume(self, row_id: str) -> bool:
        """Go on with a row's game; return False if it is none of these rows."""
        what, _, number = row_id.partition(" ")
        if what != RESUME:
            return False
        try:
            self.session.resume(int(number))
        except Exception as error:  # A stranger's game may fail in any way while it reads its events.
            if self.session.game is not None:
                # It was read: what fails are its pages.
                raise
            is_told = isinstance(error, (RulesError, ValueError, UserError))
            self.problem = say("The game cannot be read: {error}", error=error if is_told else repr(error))
            self._unreadable.add(int(number))
        return True

    def _describe(self, record: GameRecord) -> tuple[str, tuple[str, ...]]:
        """Describe how far a game is and who plays; nothing if it cannot be read."""
        started, state = self.followed_games[record.id]
        try:
            table_game = self._games[record.kind]
            names = {row.id: row.text for row in table_game.seat_rows()}
            players = _names([names.get(seat, seat) for seat in table_game.seats(started)])
            return table_game.first_page.describe_standing(state) or table_game.status(state), players
        except Exception:  # As when it is followed.
            return "", ("",)


def most_offered(session: Session) -> int:
    """Return the number of unfinished games that stand on the first page."""
    count = session.journal.count_unfinished(tuple(game.rules.id for game in session.games))
    return _MOST_OFFERED if count <= _MOST_OFFERED else _MOST_OFFERED - 1


class UnfinishedStep(ListStep):
    """Unfinished games that have no place on the first page, some at a time."""

    name = "unfinished"

    def __init__(self, session: Session, skipped: int, followed: FollowedGames | None = None) -> None:
        """`followed`: see `UnfinishedGames`."""
        super().__init__(session)
        self.unfinished = UnfinishedGames(session, _PAGE, skipped, followed)
        # A list's rows are as high as their texts: none may change later.
        self.unfinished.follow()
        self._next = skipped + _PAGE

    def title(self) -> str:
        """Return the page's title."""
        return say("Continue")

    def page(self) -> Page:
        """Return the games; why one of them does not go on stands where notices stand."""
        page = super().page()
        assert isinstance(page, ListPage)
        problem = self.unfinished.problem
        return replace(page, status=problem, status_tone=Tone.NOW) if problem and not page.status else page

    def rows(self) -> Sequence[Row]:
        """Return the games, and the way to those that were played longer ago."""
        played = self.unfinished.played
        return [
            replace(row, text=row.value or row.text, value=played.get(row.id, ""), tone=Tone.PLAIN)
            for row in self.unfinished.rows()
        ]

    def choose(self, row_id: str) -> None:
        """Go on with the game, or show others."""
        self.unfinished.problem = ""
        if not self.unfinished.resume(row_id):
            self.session.open(UnfinishedStep(self.session, self._next, self.unfinished.followed_games))

    def tick(self) -> None:
        """Follow the games of the page after this one."""
        self.unfinished.tick()


def describe_day(played: str, moment: datetime) -> str:
    """Describe a moment in UTC, such as ``2026-11-21T19:30:00Z``, in the time zone of `moment`.

    What cannot be read is returned as it is.
    """
    try:
        when = datetime.fromisoformat(played.replace("Z", "+00:00")).astimezone(moment.tzinfo)
    except ValueError:
        return played
    time = f"{when:%H:%M}"
    days = (moment.date() - when.date()).days
    if days == 0:
        return say("today {time}", time=time)
    return say("yesterday {time}", time=time) if days == 1 else f"{when:%Y-%m-%d} {time}"


def _names(players: Sequence[str]) -> tuple[str, ...]:
    """Return all names, then ever fewer of them with the number of the others."""
    fewer = range(len(players) - 1, 0, -1)
    return (join_items(players), *(join_items([*players[:n], f"+{len(players) - n}"]) for n in fewer))


def _date_text(record: GameRecord) -> str:
    """Describe when the game was begun, and its length."""
    begun = record.started.replace("T", " ")[:16]
    return say("Started {when}, {moves}", when=begun, moves=say_count("{n} event", "{n} events", record.events))
