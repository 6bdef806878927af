"""Whole games with plain pieces before the camera of a room in which things happen.

Part of `tools.plain_report`. Hands with arms carry what bots choose, the watch of a real table looks on. Now and then
the light changes, a lamp is mirrored in the board, somebody's shadow falls on it, a hand rests there, the board is
bumped so that all pieces slip, or the camera is bumped. Where nothing that the page says is right, players push pieces
straight.
"""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, cast

import cv2
import numpy as np

from companion.device.errors import UserError
from companion.journal import Journal
from companion.screen.pages import PlayedPage
from companion.table.inference_step import InferenceStep
from companion.table.put_right import PutRightStep
from companion.table.reading_setup import ReadingSetup
from companion.virtual_table.autopilot import Autopilot
from companion.virtual_table.autoplay import Autoplay
from companion.virtual_table.bare_table import bare_profile
from companion.virtual_table.camera import GOOD_LOOK, VirtualCamera
from companion.virtual_table.game import VirtualGame
from companion.virtual_table.hands import reaching
from companion.virtual_table.players import PlainPlayers
from vision.picture import Pixels
from vision.sources.camera import Frame
from vision.virtual import LIGHTS
from vision.watching import TableWatch

#: Picture of the camera (width, height in pixels), and seconds between two of them.
SIZE_PX = (1280, 960)
LOOK_S = 0.25
#: Hands carry a piece in so many steps, of which the autopilot takes about seven between two pictures.
_STEPS = 16
#: Lights of the room; the look of the bare board is taken in the first.
ROOM_LIGHTS = {
    "usual": GOOD_LOOK,
    "dim": replace(LIGHTS["dim"], jpeg_quality=None),
    "warm": replace(LIGHTS["warm"], jpeg_quality=None),
    "glare": replace(GOOD_LOOK, gloss=1.0),
}
#: Something happens in the room so often (seconds, on the average), and lasts so long.
_HAPPENS_S = 25.0
_LASTS_S = (4.0, 15.0)
#: Players look for so long (seconds) at a page on which nothing is right before they push pieces straight.
_LOOKED_S = 5.0
#: Pieces slip by up to so much of a cell where the board is bumped, and the picture by so many pixels.
_SLIP = 0.08
_BUMP_PX = 6


class Room:
    """Camera over a table, in a room in which things happen by `rng`; `happened` counts them."""

    def __init__(self, play: "PlainPlay", seed: int, rng: Random) -> None:
        self._play, self._seed, self._rng = play, seed, rng
        self._cameras: dict[str, VirtualCamera] = {}
        self.happened = Counter[str]()
        self._light, self._shift_px = "usual", (0, 0)
        #: Way to the shadow (radians), place of its edge (shares of the picture), and the light that is left.
        self._shadow: tuple[float, float, float] | None = None
        self._ends_s, self._next_s = math.inf, rng.expovariate(1 / _HAPPENS_S)

    @property
    def is_hand_resting(self) -> bool:
        """True while a hand lies on the board without doing anything."""
        return self._play.table.arm is not None and self._ends_s < math.inf

    def camera(self) -> VirtualCamera:
        """Return the camera in the light that there is."""
        if self._light not in self._cameras:
            play, look = self._play, ROOM_LIGHTS[self._light]
            self._cameras[self._light] = VirtualCamera(
                play.table, size_px=SIZE_PX, look=look, seed=self._seed, clock=lambda: play.now
            )
        return self._cameras[self._light]

    def pass_time(self) -> None:
        """Let something begin or end."""
        time_s, table, rng = self._play.now, self._play.table, self._rng
        if time_s > self._ends_s:
            self._ends_s, self._shadow, table.arm = math.inf, None, None
            self._next_s = time_s + rng.expovariate(1 / _HAPPENS_S)
        if time_s < self._next_s or self._ends_s < math.inf:
            return
        what = rng.choice(("light", "shadow", "hand", "slip", "bump"))
        if what == "hand" and table.arm is not None:
            return
        self.happened[what] += 1
        self._ends_s = time_s + rng.uniform(*_LASTS_S)
        grid = table.catalogue.grid
        match what:
            case "light":
                self._light = rng.choice([light for light in ROOM_LIGHTS if light != self._light])
                self.happened[self._light] += 1
            case "shadow":
                self._shadow = rng.uniform(0, 2 * math.pi), rng.uniform(-0.2, 0.2), rng.uniform(0.45, 0.75)
            case "hand":
                table.arm = reaching(table, grid.centre(rng.choice(sorted(grid.cells))), "flat")
            case "slip":
                for piece in list(table.pieces.values()):
                    if table.lies(piece.id) and table.cell_of(piece) is not None:
                        x, y = (value + rng.uniform(-_SLIP, _SLIP) * table.unit_mm for value in piece.centre_mm)
                        table.put(replace(piece, centre_mm=(x, y)))
            case "bump":
                self._shift_px = rng.randint(-_BUMP_PX, _BUMP_PX), rng.randint(-_BUMP_PX, _BUMP_PX)

    def straighten(self) -> None:
        """Push to the middles of their cells what has slipped farther than at once."""
        table = self._play.table
        for piece in list(table.pieces.values()):
            cell = table.cell_of(piece) if table.lies(piece.id) else None
            middle = piece.centre_mm if cell is None else table.catalogue.grid.centre(cell)
            if math.dist(piece.centre_mm, middle) > _SLIP * table.unit_mm:
                self.happened["straightened"] += 1
                table.put(replace(piece, centre_mm=middle))

    def describe(self) -> str:
        """Describe what there is in the room."""
        hand = "a hand rests" if self.is_hand_resting else "no hand"
        return f"light {self._light}, shadow {self._shadow}, moved by {self._shift_px} px, {hand}"

    def frame(self) -> Frame:
        """Return the picture that the camera takes."""
        taken = self.camera().latest()
        picture = taken.picture
        if self._shift_px != (0, 0):
            x, y = self._shift_px
            moved = np.array([[1, 0, x], [0, 1, y]], np.float32)
            height, width = picture.shape[:2]
            shifted = cv2.warpAffine(picture, moved, (width, height), borderMode=cv2.BORDER_REPLICATE)
            picture = np.asarray(shifted, np.uint8)
        return Frame(picture if self._shadow is None else _shaded(picture, *self._shadow), taken.taken_s)


def _shaded(picture: Pixels, way: float, edge: float, depth: float) -> Pixels:
    """Return the picture with a soft shadow over one side; `depth` of the light is left."""
    height, width = picture.shape[:2]
    y, x = np.mgrid[-0.5 : 0.5 : height * 1j, -0.5 : 0.5 : width * 1j]
    share = np.clip(((x * math.cos(way) + y * math.sin(way)) - edge) / 0.06, 0, 1)
    return np.asarray(picture * (1 - (1 - depth) * share)[..., None], dtype=np.uint8)


class PlainPlay(Autoplay):
    """Game of bots' hands with plain pieces, in a room in which things happen."""

    def __init__(self, virtual: VirtualGame, start: Any, journal: Journal, *, seed: int) -> None:
        super().__init__(virtual, start, journal, seed=seed)
        rng = Random(f"room {virtual.table.rules.id} {seed}")
        self.room = Room(self, seed, rng)
        self.pilot = Autopilot(self.session, self.table, self._players, steps=_STEPS)
        self._profile = bare_profile(self.table, seed, size_px=SIZE_PX, look=ROOM_LIGHTS["usual"])
        self._setup: ReadingSetup | None = None
        self._watch: TableWatch | None = None
        #: When hands had last left the table, and the seconds from then to each event.
        self._left_s, self.waits_s = 0.0, list[float]()
        self.wrong: list[str] = []
        #: How often it was asked in the first of a game's rounds.
        self.asked_first = 0

    def describe(self) -> str:
        """Describe the page, the step's findings and the room."""
        step, page = self.session.step, self.session.page
        texts = [] if isinstance(page, PlayedPage) else [page.title, *(row.text for row in page.rows)]
        caption, found = getattr(page, "caption", ""), getattr(step, "found", None)
        return f"{caption} {texts}, keys {page.keys}; {found}; {self.room.describe()}"

    def look(self) -> None:
        """Let a quarter of a second pass, and read what the camera sees."""
        self.now += LOOK_S
        self.room.pass_time()
        self.virtual.hurry(self.session.step)
        self._read()
        self.session.tick(self.now)
        for said in self.session.announcements():
            self.heard(said)

    def _read(self) -> None:
        if self._setup is None or not self._setup.fit(self.session):
            self._setup = ReadingSetup(self.session, lambda _: self.table.catalogue)
            self._watch = self._setup.watch(profile=self._profile)
        assert self._watch is not None
        frame = self.room.frame()
        self.counts.readings += 1
        self.session.observe(self._setup.observe(self._watch.see(frame), frame), self.now)

    def _watch_inference(self) -> None:
        step, before, misread = self.session.step, self.session.game, self.moves.misread
        if self.table.arm is not None or self.table.carries:
            self._left_s = self.now
        was_asked, asked = isinstance(step, InferenceStep) and bool(step.alike), self.moves.questions
        super()._watch_inference()
        if self.session.game is not None and getattr(self.game.state, "round", 0) == 1:
            self.asked_first += self.moves.questions - asked
        after = self.session.game
        if isinstance(step, InferenceStep) and before is not None and after is not None:
            if self.moves.misread > misread:
                self.wrong.append(f"{after.events[len(before.events)]} was not made, event {len(before.events)}")
            if len(after.events) > len(before.events) and not was_asked:
                self.waits_s.append(self.now - self._left_s)
        self._straighten()

    def _straighten(self) -> None:
        """Let players push pieces straight where a page has been wrong for a while.

        None of the moves that it asks about was made, or it says that what lies as it should does not.
        """
        match self.session.step:
            case PutRightStep() as step:
                is_wrong = step.found is not None and not step.found.matches
            case InferenceStep() as step:
                players = cast("PlainPlayers", self._players)
                is_wrong = bool(step.alike) and not any(players.has_made(step, event) for event in step.alike)
            case _:
                return
        if is_wrong and step.age_s > _LOOKED_S and self.table.arm is None and not self.table.carries:
            self.room.straighten()


def play_plain(virtual: VirtualGame, seed: int) -> Mapping[str, Any]:
    """Play a whole game; return its counts, waits (seconds) and faults, as of `Record`."""
    virtual.tagged = frozenset()
    try:
        with TemporaryDirectory() as folder:
            journal = Journal.open(Path(folder) / "games.sqlite")
            play = PlainPlay(virtual, virtual.start(None, seed, {}), journal, seed=seed)
            faults, missed = play.wrong, 0
            try:
                play.play()
            except UserError as error:
                faults, missed = [*faults, f"{error}; {play.describe()}; {play.session.observation}"], 1
            journal.close()
    finally:
        virtual.tagged = None
    game = play.session.game
    counts = {
        "games": 1,
        "moves": play.moves.inferred,
        "not made": play.moves.misread,
        "missed": missed,
        "asked": play.moves.questions,
        "left": play.pilot.holds,
        "asked entrance": play.asked_first,
        "asked later": play.moves.questions - play.asked_first,
        "rounds": 0 if game is None else getattr(game.state, "round", 0),
    }
    happened = {f"room: {what}": number for what, number in play.room.happened.items()}
    return {"counts": counts | happened, "waits_s": play.waits_s, "faults": faults}
