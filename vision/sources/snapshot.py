"""Phones and network cameras that give one picture a request (``http://phone/shot.jpg``)."""

import time
from collections.abc import Callable

from vision.errors import CameraError, CameraFault, PictureError
from vision.picture import begins_as_picture, decode_picture
from vision.sources.camera import Camera, Frame
from vision.sources.jpeg_stream import JpegScanner, JpegStreamCamera
from vision.sources.web_address import PAUSE_S, WebAddress
from vision.sources.webcam import PATIENCE_S, WebCamera

#: Enough of an answer to tell a picture from a page or a stream (bytes).
_HEAD_BYTES = 512
#: Kinds of content that only a player of videos understands.
_VIDEOS = ("video/", "audio/", "application/vnd.apple.mpegurl", "application/x-mpegurl")
#: How a JPEG file begins.
_JPEG = b"\xff\xd8\xff"
#: How a line between two pictures of a stream begins.
_BOUNDARY = b"--"


def open_address(address: str) -> Camera:
    """Open the single pictures, the stream of them, or the video at an address of HTTP or HTTPS.

    Raises CameraError.
    """
    web = WebAddress(address)
    deadline = time.monotonic() + PATIENCE_S
    answer = web.ask(deadline)
    kind = answer.kind
    if kind.startswith("multipart/"):
        return JpegStreamCamera(web, answer)
    try:
        if kind.startswith(_VIDEOS) and "jpeg" not in kind:
            return WebCamera(address)
        head = b""

        def has_head(part: bytes) -> bool:
            nonlocal head
            head += part
            return len(head) >= _HEAD_BYTES

        web.read(answer, deadline, has_head)
    finally:
        answer.close()
    if begins_as_picture(head):
        return SnapshotCamera(address)
    # Some editors write a mark before the first letter.
    begin = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if begin.startswith(b"<"):
        raise web.web_page()
    if _JPEG in head or begin.startswith(_BOUNDARY):
        return JpegStreamCamera(web, web.ask(time.monotonic() + PATIENCE_S))
    if kind.startswith("image/"):
        return SnapshotCamera(address)
    try:
        return WebCamera(address)
    except CameraError:
        # Something came, but neither we nor OpenCV know what it is.
        raise web.not_understood(kind) from None


class SnapshotCamera(Camera):
    """Camera that asks an address for a picture whenever a frame is wanted."""

    def __init__(
        self, address: str, *, patience_s: float = PATIENCE_S, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Wait for a picture `patience_s`. Raises CameraError for an address that is none."""
        self._patience_s, self._clock = patience_s, clock
        self._web = WebAddress(address, clock)

    def latest(self) -> Frame:
        """Return the picture that comes when it is asked for now. Raises CameraError."""
        deadline = self._clock() + self._patience_s
        while True:
            # A picture is no older than the moment at which we asked for it.
            began = self._clock()
            data = self._picture(deadline)
            try:
                return Frame(decode_picture(data, f"the picture of {self._web.name}").pixels, began)
            except PictureError as error:
                # Damaged on its way, or asked for while it was written: the next may be better.
                if self._clock() + PAUSE_S > deadline:
                    raise CameraError(str(error), CameraFault.UNUSABLE) from None
            time.sleep(PAUSE_S)

    def _picture(self, deadline: float) -> bytes:
        """Return the picture file that the address gives now. Raises CameraError.

        Of JPEG pictures without end it is the first.
        """
        scanner = JpegScanner()
        found: list[bytes] = []
        begins: bool | None = None

        def has_picture(part: bytes) -> bool:
            nonlocal begins
            begins = part.startswith(_JPEG) if begins is None else begins
            if begins:
                found.extend(scanner.pictures(part))
            return bool(found)

        answer = self._web.ask(deadline)
        try:
            whole = self._web.read(answer, deadline, has_picture)
        finally:
            answer.close()
        return found[0] if found else whole

    def close(self) -> None:
        """Do nothing: nothing is open between two pictures."""
