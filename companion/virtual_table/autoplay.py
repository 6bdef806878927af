"""Autoplay of a complete game, without a window and in compressed time.

It takes the whole way of a real game: virtual table, virtual camera, reading, session, journal.
"""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, cast

from companion.device.errors import UserError
from companion.journal import Journal
from companion.screen.pages import Page
from companion.table.event_lines import EventLines
from companion.table.inference_step import InferenceStep
from companion.virtual_table.autopilot import Autopilot
from companion.virtual_table.game import VirtualGame
from companion.virtual_table.players import PlainPlayers
from companion.virtual_table.watched_table import WatchedTable

#: A table on which for so long (seconds) nothing happens and nothing else is asked is stuck: that would be our mistake,
#: never the game's.
PATIENCE_S = 30.0


@dataclass
class MoveCounts:
    """Counts of moves of plain pieces.

    `inferred` were taken from what the camera saw, `misread` of these the hands had not made; `questions` is how often
    the players were asked which move it was.
    """

    inferred: int = 0
    questions: int = 0
    misread: int = 0


class Autoplay(WatchedTable):
    """Game that plays itself; `table`, `session` and `counts` may be inspected meanwhile.

    `start` is its first event. `resume` is the number of a game in the journal to continue, on a table that is set
    up as before a game.
    """

    def __init__(
        self, virtual: VirtualGame, start: Any, journal: Journal, *, seed: int, resume: int | None = None
    ) -> None:
        super().__init__(virtual, virtual.table_before(start, seed), journal, seed=seed)
        self.moves = MoveCounts()
        self._players = virtual.players(self.session, self.table, seed)
        self.pilot = Autopilot(self.session, self.table, self._players)
        if resume is not None:
            self.session.open_start_page()
            self.session.resume(resume)
        else:
            self.session.table_game.begin(self.session, start, {})

    @property
    def game(self) -> Any:
        """The game as far as it has been played."""
        assert self.session.game is not None
        return self.session.game

    @property
    def _over(self) -> bool:
        game = self.session.game
        return game is not None and game.rules.over(game.state) is not None

    def _watch_inference(self) -> None:
        """Look at the table; count what is inferred from it, and what is asked."""
        step, before = self.session.step, self.session.game
        was_asked = isinstance(step, InferenceStep) and bool(step.alike)
        self.look()
        if self.virtual.tagged is None or not isinstance(step, InferenceStep):
            return
        self.moves.questions += bool(step.alike) and not was_asked
        after = self.session.game
        if before is not None and after is not None and len(after.events) > len(before.events):
            event = after.events[len(before.events)]
            self.moves.inferred += 1
            self.moves.misread += not cast("PlainPlayers", self._players).has_made(step, event)

    def play(self) -> Any:
        """Play to the end; return the game. Raises UserError if the table gets stuck."""
        since, events = self.now, -1
        #: What was asked since the last event: some things take many answers to tell.
        pages: list[Page] = []
        while not self._over:
            self.pilot.act(self.now)
            self._watch_inference()
            count = len(self.session.game.events) if self.session.game else 0
            if count != events:
                events = count
                pages.clear()
            page = self.session.page
            if page not in pages:
                pages.append(page)
                since = self.now
            if self.table.carries:
                # Hands that lay many pieces are long at work.
                since = self.now
            if self.now - since > PATIENCE_S:
                raise UserError(
                    f"nothing goes on at the table after {count} events, on the page {page.name!r}: what lies there is"
                    " not read as the bots laid it. Play another --seed, and report this one"
                )
        # Nobody looks at the last page.
        self.session.finish()
        return self.game


def play_headless(
    virtual: VirtualGame, start: Any, journal: Journal, *, seed: int, write: Callable[[str], None] | None = None
) -> dict[str, Any]:
    """Play a whole game; return how it went, as data that `json.dumps` writes.

    `write` takes the lines of its events (docs/events.md).
    """
    began = time.perf_counter()
    autoplay = Autoplay(virtual, start, journal, seed=seed)
    autoplay.event_lines = EventLines(autoplay.session, write) if write else None
    game = autoplay.play()
    rules = game.rules
    result = rules.over(game.state)
    assert result is not None
    return {
        "game": rules.id,
        "seed": seed,
        "winners": list(result.winners),
        "reason": result.reason,
        **virtual.summary(game),
        "events": len(game.events),
        "readings": autoplay.counts.readings,
        "problems": autoplay.counts.problems,
        **({} if virtual.tagged is None else asdict(autoplay.moves)),
        "same_as_replay": rules.replay(game.events).state == game.state,
        "seconds": round(time.perf_counter() - began, 1),
    }
