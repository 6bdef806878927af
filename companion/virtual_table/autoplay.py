"""A complete game that plays itself, without a window and in compressed time, through the whole way that a real one
takes: virtual table, virtual camera, reading, session, journal.
"""

import time
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.box.settings import Settings
from companion.games.finstere_flure.photo import photo_of
from companion.games.finstere_flure.table.before_the_game import before_the_game
from companion.games.finstere_flure.table.monster import MoveStep
from companion.games.finstere_flure.table.observed import observed_from_reading
from companion.games.finstere_flure.table.set_up import SetUpStep
from companion.games.finstere_flure.virtual_table.laying import table_from_position
from companion.journal import Journal
from companion.table.session import Said, Session
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.pilot import Pilot
from companion.virtual_table.table import VirtualTable
from companion.voice import Level
from engine.finstere_flure.events import GameStarted, SetUp
from engine.finstere_flure.game import Game
from vision.errors import VisionError
from vision.picture import Pixels

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

    `resume` is the number of a game in the journal to go on with, on a table that lies as before a game.
    """

    def __init__(self, start: GameStarted, journal: Journal, *, seed: int, resume: int | None = None) -> None:
        self.table: VirtualTable = table_from_position(before_the_game(start.players), seed, tiles=())
        self.camera = VirtualCamera(self.table, seed=seed, clock=lambda: self.now)
        self.session = Session(journal, Settings(), sees=True, chance=Random(seed))
        self.pilot = Pilot(self.session, self.table, seed)
        self.counts = Counts()
        self.now = 0.0
        #: The picture that was read last, while it is still true.
        self._read_picture: Pixels | None = None
        if resume is not None:
            self.session.resume(resume)
        elif start.set_up is SetUp.BASIC:
            self.session.open(SetUpStep(self.session, start, real_deck=False))
        else:
            self.session.start(start, real_deck=False)

    @property
    def game(self) -> Game:
        """The game as far as it has been played."""
        assert self.session.game is not None
        return self.session.game

    def play(self) -> Game:
        """Plays to the end. Raises RuntimeError if the table gets stuck."""
        looks, events = 0, -1
        while self.session.game is None or self.session.game.state.outcome is None:
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
        if isinstance(self.session.step, MoveStep):
            self.session.step.advance()
        self._read()
        self.session.tick(self.now)
        for said in self.session.announcements():
            self.counts.problems += said.level is Level.PROBLEM
            self.heard(said)

    def heard(self, said: Said) -> None:
        """Something was announced; nobody listens, unless somebody puts an ear in this place."""

    def _read(self) -> None:
        focal_px = float(self.camera.view.camera.matrix[0, 0])
        try:
            picture = self.camera.latest().picture
            if picture is self._read_picture:
                return
            self._read_picture = picture
            self.counts.readings += 1
            photo = photo_of(picture, self.table.catalogue, focal_px=focal_px)
        except VisionError as error:
            self._read_picture = None
            self.session.camera(error)
            return
        self.session.camera(None)
        self.session.see(observed_from_reading(photo.table), self.now)


def play_headless(start: GameStarted, journal: Journal, *, seed: int) -> dict[str, Any]:
    """Plays a whole game and says how it went, as data that `json.dumps` writes."""
    began = time.perf_counter()
    autoplay = Autoplay(start, journal, seed=seed)
    game = autoplay.play()
    state, outcome = game.state, game.state.outcome
    assert outcome is not None
    return {
        "seed": seed,
        "players": [str(colour) for colour in state.players],
        "set_up": str(state.started.set_up),
        "dm": state.started.dm,
        "winner": str(outcome.winner) if outcome.winner else None,
        "reason": str(outcome.ending),
        "won_by": str(outcome.won_by),
        "rounds": state.round,
        "events": len(game.events),
        "readings": autoplay.counts.readings,
        "problems": autoplay.counts.problems,
        "same_as_replay": Game.replay(game.events).state == state,
        "seconds": round(time.perf_counter() - began, 1),
    }
