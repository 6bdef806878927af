"""Games that have been played: a list at the table, to watch, mend and play on."""

import json
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from companion.device.errors import UserError
from companion.device.language import say, say_count
from companion.device.sentences import join_items
from companion.journal import GameRecord
from companion.screen.pages import Row
from companion.table.game import TableGame
from companion.table.lists import ListStep
from companion.table.mended import describe_mend
from companion.table.replay_step import ReplayedGame, ReplayStep
from companion.table.session import Session
from companion.table.unfinished import describe_day
from companion.voice import Level
from engine.errors import RulesError
from engine.game import Game

#: So many stand on a page.
_PAGE = 8
_MORE = "more"


class KeptGamesStep(ListStep):
    """List of the journal's games that can be played here, the one last played first."""

    name = "kept-games"

    def __init__(self, session: Session, records: Sequence[GameRecord] | None = None, skipped: int = 0) -> None:
        super().__init__(session)
        self._games = {game.rules.id: game for game in session.games}
        found = session.journal.games() if records is None else records
        self._records = [record for record in found if record.kind in self._games]
        self._skipped = skipped
        moment = datetime.now().astimezone()
        shown = self._records[skipped : skipped + _PAGE]
        self._shown = [(record, describe_day(record.played, moment), self._players(record)) for record in shown]

    def _players(self, record: GameRecord) -> str:
        """Return who plays; nothing of a game that cannot be read."""
        # A stranger's game may fail in any way; the others are listed all the same.
        with suppress(Exception):
            table_game, session = self._games[record.kind], self.session
            rules = table_game.rules
            first = rules.event_from_json(json.loads(session.journal.events(record.id)[0]))
            names = {row.id: row.text for row in table_game.seat_rows()}
            return join_items(names.get(seat, seat) for seat in table_game.seats(first))
        return ""

    def title(self) -> str:
        """Return the page's title."""
        return say("Games you have played")

    def text(self) -> str:
        """Say that there is none, if so."""
        return "" if self._records else say("No game is kept yet.")

    def rows(self) -> Sequence[Row]:
        """Return the games, and the way to those played longer ago."""
        rows = [
            Row(
                self._games[record.kind].title(),
                str(record.id),
                value=played,
                detail=" · ".join(
                    text for text in (players, say_count("{n} event", "{n} events", record.events)) if text
                ),
            )
            for record, played, players in self._shown
        ]
        left = len(self._records) - self._skipped - len(self._shown)
        if left > 0:
            rows.append(Row(say("Played longer ago"), _MORE, value=say_count("{n} more game", "{n} more games", left)))
        return rows

    def choose(self, row_id: str) -> None:
        """Open what can be done with the game, or show others."""
        session = self.session
        if row_id == _MORE:
            session.open(KeptGamesStep(session, self._records, self._skipped + _PAGE))
            return
        try:
            table_game, game = session.kept(int(row_id))
        except Exception as error:  # A stranger's game may fail in any way while it reads its events.
            is_told = isinstance(error, (RulesError, ValueError, UserError))
            session.hint(say("The game cannot be read: {error}", error=error if is_told else repr(error)))
            return
        session.choose_game(table_game)
        session.open(KeptGameStep(session, table_game, game, int(row_id)))


class KeptGameStep(ListStep):
    """List of all that can be done with a game that has been played."""

    name = "kept-game"

    def __init__(self, session: Session, table_game: TableGame[Session], game: Game[Any, Any], game_id: int) -> None:
        super().__init__(session)
        self._game = ReplayedGame(table_game, game, game_id)
        self._number = game_id
        self._mends = session.journal.mends(game_id)

    def title(self) -> str:
        """Return the page's title."""
        return self._game.table_game.title()

    def text(self) -> str:
        """Return the last that happened, and the last mend that counts."""
        moments = self._game.moments
        mended = describe_mend(self._mends[-1].note) if self._mends else ""
        return " ".join(text for text in (moments.describe(len(moments) - 1), mended) if text)

    def rows(self) -> Sequence[Row]:
        """Return what can be done."""
        goes_on = self._game.table_game.result_line(self._game.game.state) is None
        return [
            Row(say("Watch it again"), "replay", detail=say("Any moment can be played on from, or mended.")),
            *([Row(say("Continue"), "continue")] if goes_on else []),
            *([Row(say("Take the last mend back"), "undo-mend")] if self._mends else []),
        ]

    def choose(self, row_id: str) -> None:
        """Do it."""
        session = self.session
        if row_id == "continue":
            session.resume(self._number)
        elif row_id == "undo-mend":
            session.journal.undo_mend(self._number, self._mends[-1].place)
            table_game, game = session.kept(self._number)
            session.close()
            session.open(KeptGameStep(session, table_game, game, self._number))
            session.say(say("Taken back."), Level.PHASE, "right")
        else:
            session.open(ReplayStep(session, self._game, playing=True))
