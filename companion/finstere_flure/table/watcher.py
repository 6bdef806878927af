"""Reads the table in the background, so that screen and buttons never wait for it."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from companion.finstere_flure.photo import photo_of
from companion.finstere_flure.table.observed import Observed, observed_from_reading
from vision.catalogue import Catalogue
from vision.errors import VisionError
from vision.picture import Pixels

#: Takes a picture (BGR); called in the background.
Take = Callable[[], Pixels]


class Watcher:
    """One reading at a time, taken and read in a thread of its own."""

    def __init__(self, catalogue: Catalogue, focal_px: float | None = None) -> None:
        """`focal_px` is what the camera says of its focal length, in pixels."""
        self._catalogue, self._focal_px = catalogue, focal_px
        self._pool = ThreadPoolExecutor(1, "reading")
        self._running: Future[Observed | VisionError] | None = None
        self.picture: Pixels | None = None

    @property
    def busy(self) -> bool:
        """Whether a reading is under way."""
        return self._running is not None

    def look(self, take: Take) -> None:
        """Begins a reading; nothing may be under way."""
        assert self._running is None
        self._running = self._pool.submit(self._read, take)

    def result(self) -> Observed | VisionError | None:
        """The reading that has just come in, or why there is none; None as long as it is under way."""
        if self._running is None or not self._running.done():
            return None
        running, self._running = self._running, None
        return running.result()

    def close(self) -> None:
        """Waits for the reading under way and stops."""
        self._pool.shutdown(cancel_futures=True)

    def _read(self, take: Take) -> Observed | VisionError:
        self.picture = take()
        try:
            return observed_from_reading(photo_of(self.picture, self._catalogue, focal_px=self._focal_px).table)
        except VisionError as error:
            return error
