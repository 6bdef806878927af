"""Pictures of the boards that two tables show each other, once both have switched them on.

Each sends a small JPEG of its board alone, a few a minute. One that comes is a stranger's: it is looked at within
limits.
"""

import base64
import binascii
import io
from collections.abc import Mapping
from typing import Any

import cv2
from PIL import Image

from companion.screen.pages import Snapshot
from companion.two_tables.messages import MOST_IN_PICTURE, MOST_NUMBER
from vision.errors import PictureError
from vision.picture import Pixels, decode_picture

#: A table says so often (seconds) that it shows pictures and wants them; one that was not heard for so long does not.
SAYS_S = 5.0
_FORGETS_S = 20.0
#: So long (seconds) lies between two pictures, and until one is sent again that may have been lost.
NEXT_S = 15.0
AGAIN_S = 60.0
#: What comes sooner (seconds) after a picture is not looked at.
_LEAST_S = 5.0
#: No picture from another table has more pixels on a side.
_MOST_PX = 640
#: Qualities of JPEG to try, until the picture is small enough.
_QUALITIES = (75, 55, 35, 20, 10)


class BoardPictures:
    """Pictures of one table and of the other one."""

    def __init__(self, *, is_on: bool = False) -> None:
        #: Whether people here have switched them on.
        self.is_on = is_on
        #: The other table's board, and when it was seen there (seconds, by the clock here).
        self.snapshot: Snapshot | None = None
        self.seen_s = 0.0
        self._other_said_s: float | None = None
        self._came_s = self._said_s = self._sent_s = -1e9
        self._own: Pixels | None = None
        self._own_s = 0.0
        self._is_sent = False

    def is_both(self, time_s: float) -> bool:
        """Return True if both tables have switched them on."""
        return self.is_on and self.is_asked(time_s)

    def is_asked(self, time_s: float) -> bool:
        """Return True if the other table has switched them on."""
        return self._other_said_s is not None and time_s - self._other_said_s < _FORGETS_S

    def switch(self, *, on: bool) -> None:
        """Switch them on or off at this table; what has come is forgotten."""
        self.is_on, self.snapshot, self._own = on, None, None
        self._said_s = -1e9

    def receive(self, message: Mapping[str, Any], time_s: float) -> None:
        """Take a message of the other table that was checked (`messages.decoded`)."""
        match message:
            case {"kind": "pictures"}:
                self._other_said_s = time_s
            case {"kind": "picture", "jpeg": jpeg, "age": age} if self.is_on and time_s - self._came_s >= _LEAST_S:
                self._came_s = time_s
                pixels = picture_from(jpeg)
                if pixels is not None:
                    self.snapshot, self.seen_s = Snapshot(pixels), time_s - age

    def due(self, own: Pixels | None, time_s: float) -> list[dict[str, Any]]:
        """Return the messages to send now; `own` is the newest picture of this table's board."""
        if not self.is_on:
            return []
        messages: list[dict[str, Any]] = []
        if time_s - self._said_s >= SAYS_S:
            self._said_s = time_s
            messages.append({"kind": "pictures"})
        if own is not None and own is not self._own:
            self._own, self._own_s, self._is_sent = own, time_s, False
        wait_s = AGAIN_S if self._is_sent else NEXT_S
        if self._own is not None and self.is_asked(time_s) and time_s - self._sent_s >= wait_s:
            self._sent_s, self._is_sent = time_s, True
            jpeg = encoded_picture(self._own)
            if jpeg:
                age = min(round(time_s - self._own_s), MOST_NUMBER)
                messages.append({"kind": "picture", "jpeg": jpeg, "age": age})
        return messages


def encoded_picture(pixels: Pixels) -> str:
    """Return a picture as JPEG in letters; empty if it is too large at any quality."""
    for quality in _QUALITIES:
        _, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
        jpeg = base64.b64encode(data.tobytes()).decode()
        if len(jpeg) <= MOST_IN_PICTURE:
            return jpeg
    return ""


def picture_from(jpeg: str) -> Pixels | None:
    """Return the picture that a stranger has sent; None for anything but a small JPEG."""
    try:
        data = base64.b64decode(jpeg, validate=True)
        with Image.open(io.BytesIO(data), formats=("JPEG",)) as header:
            if max(header.size) > _MOST_PX:
                return None
        pixels = decode_picture(data).pixels
    except (binascii.Error, ValueError, OSError, SyntaxError, Image.DecompressionBombError, PictureError):
        return None
    return pixels if pixels.ndim == 3 else None
