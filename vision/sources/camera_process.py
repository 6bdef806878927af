"""Process for a camera's driver: it opens the camera and sends a frame for each request."""

import contextlib
import os
import threading
import time
from collections.abc import Callable

from vision.errors import CameraError
from vision.sources.camera import Camera
from vision.sources.frame_pipe import MAINS, SOURCE, WISH, write_error, write_frame, write_opened

#: So often it is looked whether the companion is still there (seconds).
_LOOK_S = 0.5


def serve(opener: Callable[[], Camera]) -> None:
    """Open the camera and answer requests on standard input until there are no more.

    Frames go to standard output.
    """
    frames = os.dup(1)
    # What a driver prints would be taken for a frame.
    os.dup2(2, 1)
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    camera: Camera | None = None
    try:
        camera = opener()
        write_opened(frames)
        while os.read(0, 1) == WISH:
            write_frame(frames, camera.latest())
    except Exception as error:  # Whatever a driver raises is said; the companion starts another process.
        _say(frames, error)
    finally:
        if camera is not None:
            camera.close()


def _say(frames: int, error: Exception) -> None:
    with contextlib.suppress(OSError):  # Perhaps nobody wants to know any more.
        write_error(frames, CameraError.of(error))


def _end_with(companion: int) -> None:
    """Exit when the companion has gone: a driver that hangs must not keep the camera."""
    while os.getppid() == companion:
        time.sleep(_LOOK_S)
    os._exit(1)


if __name__ == "__main__":
    from vision.sources.opening import device_opener

    opener = device_opener(os.environ[SOURCE], mains_hz=int(os.environ[MAINS]))
    assert opener is not None
    serve(opener)
