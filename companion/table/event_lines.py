"""Events of a running game as lines of JSON, which other programs follow (docs/events.md)."""

import json
import time
from collections.abc import Callable

from companion.table.announcement import Announcement
from companion.table.followed_game import FollowedGame
from companion.table.session import Session


class EventLines:
    """Lines about a session's games: what everybody at the table knows, as it happens."""

    def __init__(self, session: Session, write: Callable[[str], None], clock: Callable[[], float] = time.time) -> None:
        """`write` takes a line without its end; `clock` gives seconds since 1970."""
        self._session, self._write, self._clock = session, write, clock
        self._game = FollowedGame[object, object]()
        #: The game whose lines were written last; None: none runs. And its number in the journal.
        self._game_id: str | None = None
        self._number: int | None = None
        self._is_over = False

    def tick(self, _time_s: float) -> None:
        """Write what has happened since the last call."""
        game = self._session.game
        if game is None:
            if self._game_id is not None:
                self._line("left")
                self._game_id = None
            return
        if (self._game_id, self._number) != (game.rules.id, self._session.game_id):
            self._begin(game.rules.id, len(game.events))
        if game.events == self._game.events:
            return
        last = len(self._game.events)
        stay = self._game.follow(game)
        if stay < last:
            self._line("undo", number=stay)
        for number in range(stay, len(game.events)):
            self._event(number)
        result = game.rules.over(game.state)
        if result is not None and not self._is_over:
            self._line("finish", **result.to_json())
        self._is_over = result is not None

    def announce(self, said: Announcement) -> None:
        """Write the sound that an announcement has, if any."""
        if said.chime:
            self._line("chime", chime=said.chime)

    def _begin(self, game_id: str, events: int) -> None:
        """Begin with another game; what it had before it was continued is not told."""
        self._game, self._is_over = FollowedGame[object, object](), False
        self._game_id, self._number = game_id, self._session.game_id
        # Of a game that has just begun all but the first event was told here.
        if events > 1 + len(self._session.acts):
            assert self._session.game is not None
            self._game.follow(self._session.game)
            self._line("continued", number=events)

    def _event(self, number: int) -> None:
        rules, table_game = self._session.table_game.rules, self._session.table_game
        event, after = self._game.events[number], self._game.states[number]
        before = self._game.states[number - 1] if number else None
        told = rules.event_to_json(rules.open_event(event))
        self._line("event", number=number, event=told, text=table_game.describe_event(before, event, after))

    def _line(self, kind: str, **more: object) -> None:
        game = {} if self._game_id is None else {"game": self._game_id}
        line = {"kind": kind, "time": round(self._clock(), 3), **game, **more}
        self._write(json.dumps(line, ensure_ascii=False))
