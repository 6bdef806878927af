"""A complete game that plays itself, without a window and in compressed time, through the whole way that a real one
takes: virtual table, virtual camera, reading, session, journal.
"""

import time
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.box.settings import Settings
from companion.journal import Journal
from companion.table.opening import open_session
from companion.table.session import Said
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.game import VirtualGame
from companion.virtual_table.pilot import Pilot
from companion.voice import Level
from vision.errors import VisionError
from vision.picture import Pixels
from vision.reading import read_picture

#: Seconds of the game's own clock that pass between two looks at the table.
LOOK_EVERY_S = 0.5
#: A table on which nothing goes on for so many looks is stuck: that would be our mistake, never the game's.
MOST_LOOKS = 60


@dataclass
class Counts:
    """What happened besides the game."""

    readings: int = 0
    problems: int = 0


class Autoplay:
    """One game that plays itself. `table`, `session` and `counts` may be looked at on the way.

    `start` is its first event. `resume` is the number of a game in the journal to go on with, on a table that lies as
    before a game.
    """

    def __init__(
        self, virtual: VirtualGame, start: Any, journal: Journal, *, seed: int, resume: int | None = None
    ) -> None:
        self.virtual = virtual
        self.table = virtual.table_before(start, seed)
        self.camera = VirtualCamera(self.table, seed=seed, clock=lambda: self.now)
        self.session = open_session(journal, Settings(), [virtual.table], sees=True, chance=Random(seed))
        self.pilot = Pilot(self.session, self.table, virtual.players(self.table, Random(seed)))
        self.counts = Counts()
        self.now = 0.0
        #: The picture that was read last, while it is still true.
        self._read_picture: Pixels | None = None
        if resume is not None:
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

    def play(self) -> Any:
        """Plays to the end; returns the game. Raises RuntimeError if the table gets stuck."""
        looks, events = 0, -1
        while not self._over:
            self.pilot.act(self.now)
            self.look()
            count = len(self.session.game.events) if self.session.game else 0
            looks, events = (0, count) if count != events else (looks + 1, events)
            if looks > MOST_LOOKS:
                raise RuntimeError(f"nothing goes on at the table: {self.session.page}")
        return self.game

    def look(self) -> None:
        """Time passes, and what the camera sees is read if it is another picture than before."""
        self.now += LOOK_EVERY_S
        self.virtual.hurry(self.session.step)
        self._read()
        self.session.tick(self.now)
        for said in self.session.announcements():
            self.counts.problems += said.level is Level.PROBLEM
            self.heard(said)

    def heard(self, said: Said) -> None:
        """Something was announced; nobody listens, unless somebody puts an ear in this place."""

    def _read(self) -> None:
        focal_px = float(self.camera.view.camera.matrix[0, 0])
        game = self.session.table_game
        try:
            picture = self.camera.latest().picture
            if picture is self._read_picture:
                return
            self._read_picture = picture
            self.counts.readings += 1
            reading = read_picture(picture, self.table.catalogue, focal_px=focal_px, covers=game.covers)
        except VisionError as error:
            self._read_picture = None
            self.session.camera(error)
            return
        self.session.camera(None)
        self.session.see(game.observe(reading, self.table.catalogue), self.now)


def play_headless(virtual: VirtualGame, start: Any, journal: Journal, *, seed: int) -> dict[str, Any]:
    """Plays a whole game and says how it went, as data that `json.dumps` writes."""
    began = time.perf_counter()
    autoplay = Autoplay(virtual, start, journal, seed=seed)
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
        "same_as_replay": rules.replay(game.events).state == game.state,
        "seconds": round(time.perf_counter() - began, 1),
    }
