"""Camera whose driver runs in its own process, which can be ended.

A thread that hangs in a driver cannot be ended, and would keep the camera for good. A driver that crashes takes
nothing along, and its output reaches no terminal.
"""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from vision.errors import CameraError, CameraFault
from vision.sources.camera import Camera, Frame
from vision.sources.frame_pipe import MAINS, SOURCE, WISH, EndedError, TooLateError, read_frame, read_opened
from vision.sources.mains import DEFAULT_MAINS_HZ

#: Time that a camera may take until it is open, focused and exposed (seconds): a little less than `SteadyCamera`
#: waits, as this tells more.
OPENING_S = 28.0
#: Time that may pass until a frame comes (seconds): a little less than `SteadyCamera` waits, as this tells more.
PATIENCE_S = 4.5
#: It may take so long to close the camera by itself, and to end when it is made to (seconds).
CLOSING_S = 0.7
#: The kernel cannot end a process while its driver holds it in a call. With so many of them no other is begun.
MOST_HELD = 3

#: The most that Linux allows everybody: a frame goes through in few pieces.
_PIPE_BYTES = 1 << 20
#: What Python is told to run.
_PROGRAM = ("-m", "vision.sources.camera_process")

_held: list["subprocess.Popen[bytes]"] = []


class OwnProcessCamera(Camera):
    """Camera that is open in a process of its own."""

    def __init__(
        self,
        source: str,
        *,
        mains_hz: int = DEFAULT_MAINS_HZ,
        program: Sequence[str] = _PROGRAM,
        opening_s: float = OPENING_S,
        patience_s: float = PATIENCE_S,
        closing_s: float = CLOSING_S,
    ) -> None:
        """Start the process that opens `source`.

        `program` are Python's arguments for it, `mains_hz` see `flicker`. Raises CameraError.
        """
        self._patience_s, self._closing_s = patience_s, closing_s
        _held[:] = [process for process in _held if process.poll() is None]
        if len(_held) >= MOST_HELD:
            raise CameraError(
                "the camera's driver hangs; pull the camera out, or restart the machine.",
                CameraFault.SILENT,
            )
        # The very package that we are of, whatever lies in the working directory.
        root = str(Path(__file__).parents[2])
        path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", *program],
                env={**os.environ, "PYTHONPATH": path, SOURCE: source, MAINS: str(mains_hz)},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                # Ctrl-C is for the companion, which closes the camera.
                start_new_session=True,
            )
        except OSError as error:
            raise CameraError(f"the camera's process cannot be started: {error.strerror}.", CameraFault.BUSY) from None
        assert self._process.stdin
        assert self._process.stdout
        self._wishes, self._frames = self._process.stdin, self._process.stdout
        _widen(self._frames.fileno())
        try:
            with self._as_camera_error():
                read_opened(self._frames.fileno(), time.monotonic() + opening_s)
        except BaseException:
            self.close()
            raise

    def latest(self) -> Frame:
        """Return a frame taken after the call. Raises CameraError; the process is useless then."""
        # A process that has ended has said why before, and that is still to be read.
        with contextlib.suppress(OSError):
            self._wishes.write(WISH)
        with self._as_camera_error():
            return read_frame(self._frames.fileno(), time.monotonic() + self._patience_s)

    @contextlib.contextmanager
    def _as_camera_error(self) -> Iterator[None]:
        """Raise CameraError for anything that ends the process or its answers."""
        try:
            yield
        except TooLateError:
            raise CameraError("the camera gives no pictures any more; check its cable.", CameraFault.SILENT) from None
        except (EndedError, ValueError):
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(self._closing_s)
            raise CameraError(
                f"the camera's driver has crashed (status {self._process.returncode}).", CameraFault.UNUSABLE
            ) from None

    def close(self) -> None:
        """Let the process close the camera; end a process that hangs.

        Returns within about twice `closing_s`.
        """
        for end in (self._wishes.close, self._process.kill):
            with contextlib.suppress(OSError):
                end()
            try:
                self._process.wait(self._closing_s)
            except subprocess.TimeoutExpired:
                continue
            break
        else:
            _held.append(self._process)
        self._frames.close()


def _widen(pipe: int) -> None:
    """Let more of a frame into the pipe at once, where that can be done."""
    if sys.platform == "linux":
        import fcntl

        with contextlib.suppress(OSError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
