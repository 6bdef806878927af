"""Phones and network cameras that send streams of JPEG pictures (``http://phone/video``).

The pictures are found by how JPEG files begin and end. What servers write between them differs much: lengths that are
wrong or missing, other line ends, boundaries without dashes.
"""

import http.client
import re
import threading
import time
from collections.abc import Callable, Iterator

from vision.errors import CameraError, CameraFault, PictureError
from vision.picture import decode_picture
from vision.sources.camera import Camera, Frame
from vision.sources.web_address import MAX_BYTES, PAUSE_S, Answer, WebAddress
from vision.sources.webcam import PATIENCE_S

#: No more stands before a picture (bytes), unless it is a text for people or no stream of pictures.
_HEAD_BYTES = 512
# Markers of JPEG (ITU-T T.81, table B.1), the byte behind 0xff.
_START = 0xD8
_END = 0xD9
_SCAN = 0xDA
#: Markers without a length: TEM and the restarts.
_ALONE = frozenset({0x01, *range(0xD0, 0xD8)})
#: How a JPEG file begins.
_BEGINS = b"\xff\xd8\xff"
#: A marker in coded data, which may hold 0xff only before a zero or a restart.
_MARKER = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")


class JpegScanner:
    """Finder of whole JPEG files in data that come part by part."""

    def __init__(self) -> None:
        self._data = bytearray()
        #: So far the file at the beginning of the data has been looked through; 0: none has begun.
        self._index = 0
        self._in_scan = False

    @property
    def has_begun(self) -> bool:
        """True within a file."""
        return self._index > 0

    def pictures(self, part: bytes) -> Iterator[bytes]:
        """Yield the files that are whole with the next part of the data."""
        self._data += part
        while (end := self._find_end()) is not None:
            yield bytes(self._data[:end])
            self._drop(end)

    def _find_end(self) -> int | None:
        """Return where the next whole file ends; None if that needs more data."""
        while self._index or self._find_beginning():
            if self._in_scan and not self._leave_scan():
                return None
            head = self._data[self._index : self._index + 4]
            if len(head) < 2:
                return None
            mark, code = head[:2]
            if code == _END:
                return self._index + 2
            length = int.from_bytes(head[2:], "big")
            if mark != 0xFF or (len(head) == 4 and length < 2 and code not in _ALONE):
                # Damaged: another file may begin behind this beginning.
                self._drop(2)
            elif code == _START:
                # What was before has been cut short.
                self._drop(self._index)
            elif code == 0xFF:
                self._index += 1
            elif code in _ALONE:
                self._index += 2
            elif len(head) < 4 or len(self._data) < self._index + 2 + length:
                return None
            else:
                self._index += 2 + length
                self._in_scan = code == _SCAN
        return None

    def _find_beginning(self) -> bool:
        """Forget all before the next beginning of a file; return False if none is there."""
        place = self._data.find(_BEGINS)
        if place < 0:
            # A part of it may be.
            del self._data[: 1 - len(_BEGINS)]
            return False
        del self._data[:place]
        self._index = 2
        return True

    def _leave_scan(self) -> bool:
        """Go on to the marker behind coded data; return False if it has not come yet."""
        marker = _MARKER.search(self._data, self._index)
        if marker is not None:
            self._index, self._in_scan = marker.start(), False
            return True
        # A part of it may be.
        self._index = max(self._index, len(self._data) - 1)
        if len(self._data) > MAX_BYTES:
            self._drop(len(self._data))
        return False

    def _drop(self, count: int) -> None:
        """Forget the first bytes; no file has begun."""
        del self._data[:count]
        self._index, self._in_scan = 0, False


class JpegStreamCamera(Camera):
    """Camera whose address sends picture after picture; a stream that ends is asked for again.

    A thread of its own reads all that comes, so that no old picture waits; only requested ones are decoded.
    """

    def __init__(
        self,
        web: WebAddress,
        answer: Answer,
        *,
        patience_s: float = PATIENCE_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`answer`: the stream as it was opened. Raises CameraError if no picture comes in time."""
        self._web, self._patience_s, self._clock = web, patience_s, clock
        self._kind = answer.kind
        self._changed = threading.Condition()
        self._wanted = self._closed = False
        self._newest: Frame | None = None
        #: Why there are no more pictures, and why the last one could not be decoded.
        self._trouble: CameraError | None = None
        self._damage: PictureError | None = None
        #: What has come since the last picture (bytes), and whether one has begun.
        self._came = 0
        self._scanner = JpegScanner()
        self._thread = threading.Thread(target=self._drain, args=(answer,), name=f"camera {web.name}", daemon=True)
        self._thread.start()
        try:
            self.latest()
        except CameraError:
            self.close()
            raise

    def latest(self) -> Frame:
        """Return the first picture that comes after the call. Raises CameraError."""
        with self._changed:
            before, self._wanted = self._newest, True
            self._changed.wait_for(
                lambda: self._newest is not before or self._trouble or self._closed, self._patience_s
            )
            if self._newest is not before and self._newest is not None:
                return self._newest
            raise self._trouble or self._nothing_came()

    def _nothing_came(self) -> CameraError:
        if self._damage is not None:
            return CameraError(str(self._damage), CameraFault.UNUSABLE)
        if self._came > _HEAD_BYTES and not self._scanner.has_begun:
            return self._web.not_understood(self._kind)
        return self._web.too_slow()

    def close(self) -> None:
        """End the thread, and with it the connection; returns in time even if nothing comes."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join(self._patience_s)

    def _drain(self, answer: Answer) -> None:
        """Read picture after picture; ask again for a stream that ends after some."""
        try:
            while True:
                try:
                    some = self._read_stream(answer)
                finally:
                    answer.close()
                if self._closed:
                    return
                if not some:
                    # Asked again it would end again.
                    raise self._web.not_understood(self._kind) if self._came else self._web.no_pictures()
                time.sleep(PAUSE_S)
                answer = self._web.ask(self._clock() + self._patience_s)
        except CameraError as error:
            with self._changed:
                self._trouble = error
                self._changed.notify_all()

    def _read_stream(self, answer: Answer) -> bool:
        """Read a stream to its end; return whether there were pictures in it."""
        answer.ignore_length()
        self._scanner = JpegScanner()
        # A picture is no older than the moment at which the one before it was whole.
        some, began = False, self._clock()
        try:
            while not self._closed and (part := answer.read_on()):
                self._came += len(part)
                for picture in self._scanner.pictures(part):
                    if self._wanted:
                        self._decode(picture, began)
                    some, began, self._came = True, self._clock(), 0
        except TimeoutError:
            raise self._web.too_slow() from None
        except (OSError, http.client.HTTPException):
            pass  # It has ended.
        return some

    def _decode(self, picture: bytes, taken_s: float) -> None:
        try:
            pixels = decode_picture(picture, f"the picture of {self._web.name}").pixels
        except PictureError as error:
            # Damaged on its way: the next may be better.
            self._damage = error
            return
        with self._changed:
            self._wanted, self._damage = False, None
            self._newest = Frame(pixels, taken_s)
            self._changed.notify_all()
