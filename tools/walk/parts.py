"""Parts of a walked table that answer at once: camera, bots, voice."""

import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from random import Random
from typing import Any
from unittest.mock import patch

import numpy as np

from companion.device.settings import Settings
from companion.opponents.budget import Budget
from companion.opponents.worker import Audience, ChosenMove, NoAnswerError, Opponent, Request
from companion.table import camera_table
from companion.table.observation import TableObservation
from companion.table.reading_setup import ReadingSetup
from companion.table.session import Announcement
from companion.table.watcher import Observe
from companion.two_tables.order import Side
from companion.two_tables.post import Post
from companion.virtual_table import table_source
from companion.virtual_table.drawing import TableWidget
from companion.virtual_table.table import VirtualTable
from tests.companion.virtual_table.faultless_reading import reading_of
from tools.walk.games import bots, load_opponents, walked_games
from vision.errors import CameraError, CameraFault
from vision.model.pinhole import Pinhole
from vision.reading import Reading
from vision.sources.camera import Frame
from vision.watching import TableWatch
from vision.watching.observation import BoardState, Observation

#: It is looked again so long (seconds) later whether a bot's process has answered.
_POLL_S = 0.005
#: So many packets of a table that nobody takes are kept.
_MOST_WAITING = 300
#: A bot of a walk looks at no more states for a move.
NODES = 40


@dataclass
class CameraCable:
    """Cable of the cameras of a walk: pulled out, none of them gives a picture."""

    is_out: bool = False


class InstantWatcher:
    """Watcher that reads the unchanged table without pictures, in the thread of the window."""

    def __init__(self, cable: CameraCable, camera: Any, _watch: TableWatch, observe: Observe, *_keep: object) -> None:
        self._cable, self._camera, self._observe = cable, camera, observe
        width, height = camera._camera.view.size_px
        #: A dark picture, as large as the camera's: how a mat lies in it is judged by its size.
        self.frame = Frame(np.zeros((height, width, 3), np.uint8), 0.0)
        self._layout: object = None
        self._settled: TableObservation[Any] | None = None

    @property
    def _table(self) -> VirtualTable:
        return self._camera._camera.table  # type: ignore[no-any-return]

    def news(self) -> TableObservation[Any] | None:
        """Return what is seen now: nothing settled where the table has changed since the last call."""
        if self._cable.is_out:
            self._layout = None
            return TableObservation(error=CameraError("the camera was unplugged", CameraFault.UNUSABLE))
        layout = tuple(self._table.stacked()), self._table.arm
        if layout != self._layout:
            self._layout, self._settled = layout, None
            return TableObservation()
        if self._settled is None:
            pinhole: Pinhole = self._camera._camera.view.camera
            reading = self._reading(pinhole)
            settled = Observation(0.0, {}, BoardState.FOUND, reading, settled=True, changed=True)
            self._settled = self._observe(settled, self.frame)
        return self._settled

    def _reading(self, pinhole: Pinhole) -> Reading:
        """Return what is read: as the setup has it each piece has its tag, or none has one."""
        setup: ReadingSetup = self._observe.__self__  # type: ignore[attr-defined]
        reading = reading_of(self._table, setup.catalogue, pinhole)
        if not setup._is_plain:
            return reading
        taken = {cell for placed in reading.placed_tags for cell in setup.readings.covered(placed)}
        cells = tuple(cell for cell in setup.catalogue.surface.places if cell in taken)
        return replace(reading, placed_tags=(), unreadable=cells)

    def use(self, _watch: TableWatch, observe: Observe, *_keep: object) -> None:
        """Read in another way from now on."""
        self._observe, self._settled = observe, None

    def ignore_before(self, moment_s: float) -> None:
        """Do nothing: nothing older is kept."""

    def close(self) -> None:
        """Do nothing: nothing is open."""


class PatientCamera:
    """Camera of a real table that is open at once."""

    signs = 0

    def __init__(self, opener: Callable[[], Any]) -> None:
        self._camera = opener()._camera


@contextmanager
def instant_cameras(cable: CameraCable, clock: Callable[[], float]) -> Iterator[None]:
    """Let all tables that are opened meanwhile be read at once.

    Their widgets follow this `clock` (seconds).
    """

    def watcher(*given: Any) -> InstantWatcher:
        return InstantWatcher(cable, *given)

    def widget(*given: Any, **named: Any) -> TableWidget:
        return TableWidget(*given, **{"clock": clock, **named})

    with ExitStack() as patched:
        for module in (table_source, camera_table):
            patched.enter_context(patch.object(module, "Watcher", watcher))
        patched.enter_context(patch.object(camera_table, "SteadyCamera", PatientCamera))
        patched.enter_context(patch.object(table_source, "TableWidget", widget))
        yield


class QuickOpponent(Opponent):
    """Bots that think in the window's thread, with few nodes; a failing process can be played."""

    def __init__(self) -> None:
        self._request: Request | None = None
        #: Whether the process that thinks is killed each time it is asked.
        self.is_killed = False

    def prepare(self, game_id: str) -> None:
        """Do nothing: it is there."""

    def ask(self, request: Request) -> None:
        """Keep the question."""
        self._request = request

    def stop(self) -> None:
        """Forget the question."""
        self._request = None

    def answer(self) -> ChosenMove | None:
        """Return the answer to the last question. Raises NoAnswerError while the process is killed."""
        request, self._request = self._request, None
        if request is None:
            return None
        if self.is_killed:
            raise NoAnswerError
        game, bot = walked_games()[request.game_id], bots(request.game_id)[request.bot]
        move = bot(game.play, request.view, request.seat, Budget(nodes=NODES), Random(request.seed))
        if request.audience is Audience.NOBODY:
            return ChosenMove(move)
        shared = request.audience is Audience.ALL
        return ChosenMove(move, game.table.hint_reason(request.view, request.seat, move, shared=shared))

    def close(self) -> None:
        """Do nothing: nothing runs."""


class MortalOpponent(Opponent):
    """Bots in their own process, waited for, with few nodes; the process can really be killed."""

    def __init__(self) -> None:
        # A busy machine makes no process late.
        super().__init__(load_opponents, clock=lambda: 0.0)
        #: Whether the process that thinks is killed each time it is asked.
        self.is_killed = False

    def ask(self, request: Request) -> None:
        """Ask for a move for which few nodes are enough."""
        super().ask(replace(request, nodes=NODES))

    def answer(self) -> ChosenMove | None:
        """Wait for the answer, for a walk's clock stands still meanwhile.

        Raises NoAnswerError if the process was killed at each try.
        """
        while self._asked is not None:
            if self.is_killed and self._process is not None:
                self._process.kill()
                self._process.join()
            answer = super().answer()
            if answer is not None:
                return answer
            time.sleep(_POLL_S)
        return None


class PostRooms:
    """Rooms in which tables of one process leave packets for each other, which come at once."""

    def __init__(self) -> None:
        #: Packets that wait in a room for a side.
        self.waiting: dict[tuple[str, Side], deque[bytes]] = defaultdict(lambda: deque(maxlen=_MOST_WAITING))

    def start_post(self, _url: str, room: str, side: Side) -> Post:
        """Return the post of one side in a room."""
        return MemoryPost(self, room, side)


class MemoryPost(Post):
    """Post of one side in a room."""

    def __init__(self, rooms: PostRooms, room: str, side: Side) -> None:
        self._rooms, self._room, self._side = rooms, room, side
        self.works = True

    def send(self, packet: bytes) -> None:
        """Leave a packet for the other side."""
        self._rooms.waiting[self._room, self._side.other].append(packet)

    def received(self) -> list[bytes]:
        """Return the packets that were left for this side."""
        waiting = self._rooms.waiting.pop((self._room, self._side), ())
        return [*waiting]

    def close(self) -> None:
        """Do nothing: nothing is open."""


class Ears:
    """Announcer that keeps what is said, instead of a voice."""

    def __init__(self) -> None:
        self.said: list[Announcement] = []

    def announce(self, said: Announcement) -> None:
        """Keep it."""
        self.said.append(said)

    def follow(self, settings: Settings) -> None:
        """Do nothing: there is no voice."""

    def sound_devices_changed(self, *, lost: bool) -> None:
        """Do nothing: there is no voice."""
