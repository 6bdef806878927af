"""What goes wrong during the evening, on purpose and by chance."""

import contextlib
import resource
import signal
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pygame

from companion.virtual_table.camera import VirtualCamera
from companion.voice.loudspeaker import Loudspeaker
from companion.voice.waves import Chime
from vision.camera import Camera, Frame
from vision.errors import CameraError, CameraFault
from vision.picture import Pixels
from vision.virtual import Viewpoint

#: With each look at the table one of these begins with this probability, and lasts so many looks (least, most).
CAMERA_GONE, GARBAGE, DISK_FULL, SOUND_GONE, CLOCK_JUMP = 0.01, 0.02, 0.01, 0.003, 0.01
_LASTS = {"camera gone": (1, 12), "garbage frames": (1, 3), "disk full": (1, 10)}
#: The wall clock is put forward or back by up to so many seconds.
_JUMP_S = 3 * 86400.0


class Faults:
    """Begins and ends faults; what it has done is counted by name."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.counts: Counter[str] = Counter()
        self.clock_off_s = 0.0
        self._sound_goes = False
        self._left: dict[str, int] = {}
        # A write beyond the limit shall be an error, not the end of the process.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    def active(self, name: str) -> bool:
        """Whether this fault is there now."""
        return self._left.get(name, 0) > 0

    def look(self, journal: Path) -> None:
        """Before each look at the table: some faults end, others begin."""
        for name in list(self._left):
            self._left[name] -= 1
            if not self._left[name]:
                del self._left[name]
                if name == "disk full":
                    _limit_files(None)
        for name, probability in (("camera gone", CAMERA_GONE), ("garbage frames", GARBAGE), ("disk full", DISK_FULL)):
            if not self.active(name) and self.chance.random() < probability:
                self.counts[name] += 1
                self._left[name] = self.chance.randint(*_LASTS[name])
                if name == "disk full":
                    _limit_files(journal)
        self._sound_goes = self._sound_goes or self.chance.random() < SOUND_GONE
        if self.chance.random() < CLOCK_JUMP:
            self.counts["clock jumps"] += 1
            self.clock_off_s = self.chance.uniform(-_JUMP_S, _JUMP_S)

    def sound(self) -> None:
        """Before something is to be heard, in the thread of the voice: the device may be gone."""
        if self._sound_goes:
            self._sound_goes = False
            self.counts["sound gone"] += 1
            pygame.mixer.quit()

    def end(self) -> None:
        """All is well again."""
        self._left.clear()
        _limit_files(None)


def _limit_files(journal: Path | None) -> None:
    """No file of this process may become larger than the journal's files are now, as if the disk were full."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    soft = resource.RLIM_INFINITY
    if journal is not None:
        sizes = []
        for name in (journal, Path(f"{journal}-wal")):
            with contextlib.suppress(OSError):
                sizes.append(name.stat().st_size)
        soft = min(sizes, default=0)
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


class FaultyLoudspeaker(Loudspeaker):
    """A loudspeaker whose device disappears."""

    def __init__(self, faults: Faults) -> None:
        super().__init__()
        self._faults = faults

    def speak(self, wav: bytes, volume: float) -> float:
        """As a loudspeaker; raises SoundError if the device is gone."""
        self._faults.sound()
        return super().speak(wav, volume)

    def chime(self, chime: Chime, volume: float) -> None:
        """As a loudspeaker; raises SoundError if the device is gone."""
        self._faults.sound()
        super().chime(chime, volume)


class FaultyCamera(Camera):
    """A virtual camera that is sometimes gone, and sometimes delivers garbage."""

    def __init__(self, camera: VirtualCamera, faults: Faults) -> None:
        self._camera, self._faults = camera, faults

    @property
    def view(self) -> Viewpoint:
        """Where the camera is."""
        return self._camera.view

    def latest(self) -> Frame:
        """The newest frame. Raises CameraError while the camera is gone."""
        if self._faults.active("camera gone"):
            raise CameraError("the camera was unplugged.", CameraFault.MISSING)
        frame = self._camera.latest()
        if self._faults.active("garbage frames"):
            return Frame(_garbage(frame.picture, self._faults.chance), frame.taken_s)
        return frame

    def close(self) -> None:
        """The virtual camera has nothing to let go of."""


def _garbage(picture: Pixels, chance: Random) -> Pixels:
    """A frame as a loose cable or a driver in trouble makes them."""
    kind = chance.choice(("black", "noise", "torn", "shifted", "small"))
    garbage = picture.copy()
    height, width = garbage.shape[:2]
    if kind == "black":
        garbage[:] = 0
    elif kind == "noise":
        garbage[:] = np.random.default_rng(chance.randrange(1 << 30)).integers(0, 256, garbage.shape, np.uint8)
    elif kind == "torn":
        # The lower part was never transferred.
        garbage[chance.randrange(height // 4, height) :] = 16
    elif kind == "shifted":
        # From some row on everything is moved to the side.
        row = chance.randrange(height // 4, height)
        garbage[row:] = np.roll(garbage[row:], chance.randrange(width // 8, width // 2), axis=1)
    else:
        garbage = garbage[: height // 8, : width // 8].copy()
    return garbage
