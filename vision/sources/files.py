"""Simulated cameras: a folder of pictures or a video, played in real time."""

import contextlib
import itertools
import re
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.errors import CameraError, CameraFault, PictureError
from vision.picture import Pixels, load_picture
from vision.sources.camera import Camera, Frame
from vision.sources.capture import check_size, quiet_capture

PICTURE_ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp", ".heic", ".heif", ".hif"})
#: Digits in a name, which count as a number.
_NUMBER = re.compile(r"([0-9]+)")
#: So long each picture of a folder is shown (seconds).
SHOWN_S = 2.0
#: A video that does not say how fast it is.
DEFAULT_FPS = 25.0


def pictures_in(folder: Path) -> list[Path]:
    """Return the pictures in a folder, IMG_9 before IMG_10.

    Hidden files, as other systems leave beside pictures, are left out. Raises OSError.
    """
    found = [
        file
        for file in folder.iterdir()
        if file.suffix.lower() in PICTURE_ENDINGS and not file.name.startswith(".") and not file.is_dir()
    ]
    return sorted(found, key=_natural_order)


def _natural_order(file: Path) -> tuple[list[str | int], str]:
    """Return texts and numbers in turns, so that numbers count as such."""
    parts = _NUMBER.split(file.name.casefold())
    return [int(part) if number % 2 else part for number, part in enumerate(parts)], file.name


class PictureCamera(Camera):
    """Camera that shows a folder's pictures in name order, or one picture for good.

    The last one stays. Pictures that come into the folder while it is watched are shown in their turn. A file that
    cannot be opened, for example while it is still being copied, is passed over until it can.
    """

    def __init__(
        self, path: Path | str, *, shown_s: float = SHOWN_S, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Show each picture for `shown_s`. Raises CameraError if there is no picture."""
        self._path = Path(path)
        self._is_folder = self._path.is_dir()
        self._shown_s, self._clock = shown_s, clock
        self._since = clock()
        self._had: set[Path] = set()
        """Pictures that had their turn."""
        pictures = self._pictures()
        found = next(_whole(pictures), None)
        self._shown, self._pixels = found or (pictures[0], _load(pictures[0]))
        self._had.add(self._shown)

    def _pictures(self) -> list[Path]:
        if not self._is_folder:
            return [self._path]
        try:
            found = pictures_in(self._path)
        except OSError as error:
            raise CameraError(f"{self._path} cannot be read: {error.strerror}.", CameraFault.MISSING) from None
        if not found:
            raise CameraError(f"{self._path} holds no pictures (JPEG or PNG files).", CameraFault.MISSING)
        return found

    def latest(self) -> Frame:
        """Return the current picture; the very same pixels while the picture is the same.

        Raises CameraError.
        """
        time_s = self._clock()
        turns = int((time_s - self._since) / self._shown_s)
        if turns > 0:
            self._since += turns * self._shown_s
            self._advance(turns)
        return Frame(self._pixels, time_s)

    def _advance(self, turns: int) -> None:
        pictures = self._pictures()
        if self._shown not in pictures:
            # The picture is not there any more: it begins anew.
            self._had.clear()
        waiting = _whole([picture for picture in pictures if picture not in self._had])
        for self._shown, self._pixels in itertools.islice(waiting, turns):
            self._had.add(self._shown)

    def close(self) -> None:
        """Do nothing: nothing is open between two pictures."""


def _whole(pictures: Iterable[Path]) -> Iterator[tuple[Path, Pixels]]:
    """Yield the pictures that can be opened, each with its pixels."""
    for picture in pictures:
        with contextlib.suppress(CameraError):
            yield picture, _load(picture)


def _load(picture: Path) -> Pixels:
    try:
        return load_picture(picture).pixels
    except PictureError as error:
        fault = CameraFault.UNUSABLE if picture.is_file() else CameraFault.MISSING
        raise CameraError(str(error), fault) from None


class VideoCamera(Camera):
    """Camera that plays a video in its own speed; the last picture stays."""

    def __init__(self, path: Path | str, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Open the video. Raises CameraError if the file is no video."""
        self._path, self._clock = Path(path), clock
        self._capture = quiet_capture(str(path), cv2.CAP_FFMPEG)
        if self._capture.isOpened():
            check_size(self._capture)
        fps = self._capture.get(cv2.CAP_PROP_FPS) if self._capture.isOpened() else 0.0
        self._fps = fps if 0 < fps < 1000 else DEFAULT_FPS
        self._number = -1
        self._began = clock()
        pixels = self._forward(0)
        if pixels is None:
            self._capture.release()
            raise CameraError(f"{path} is no video that can be played; give another file.", CameraFault.UNUSABLE)
        self._pixels = pixels

    def latest(self) -> Frame:
        """Return the picture that is on now; the very same pixels as long as it is the same."""
        time_s = self._clock()
        pixels = self._forward(int((time_s - self._began) * self._fps))
        if pixels is not None:
            self._pixels = pixels
        return Frame(self._pixels, time_s)

    def _forward(self, number: int) -> Pixels | None:
        """Return the picture of a number, or the last before the end; None if nothing is new."""
        grabbed = False
        while self._number < number and self._capture.grab():
            self._number += 1
            grabbed = True
        if not grabbed:
            return None
        good, pixels = self._capture.retrieve()
        return np.asarray(pixels, np.uint8) if good else None

    def close(self) -> None:
        """Close the file."""
        self._capture.release()
