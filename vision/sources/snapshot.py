"""Phones and network cameras that give one picture a request (``http://phone/shot.jpg``)."""

import http.client
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from typing import Any

from vision.errors import CameraError, CameraFault, PictureError
from vision.picture import begins_as_picture, decode_picture
from vision.sources.addresses import masked
from vision.sources.camera import Camera, Frame
from vision.sources.webcam import PATIENCE_S, WebCamera

#: No camera's single picture is larger (bytes).
MAX_BYTES = 50_000_000
#: Enough of an answer to tell a picture from a page (bytes).
_HEAD_BYTES = 512
#: Pause before a damaged picture is asked for anew (seconds).
_PAUSE_S = 0.1
#: Kinds of content that only a player of videos understands.
_STREAMS = ("multipart/", "video/", "audio/", "application/vnd.apple.mpegurl", "application/x-mpegurl")
#: Status codes of an address that lets in only those who give the right name, password or access token.
_REFUSED = (http.client.UNAUTHORIZED, http.client.FORBIDDEN)
_NOTHING_THERE = (http.client.NOT_FOUND, http.client.GONE)
#: Signs that stay as they are in an address; all others, such as spaces, are quoted.
_KEPT_SIGNS = "%/:=&?~#+!$,;'@()*[]"


def open_address(address: str) -> Camera:
    """Open what an address of HTTP or HTTPS gives: single pictures, or a stream of them.

    Raises CameraError.
    """
    camera = SnapshotCamera(address)
    return camera if camera.is_snapshot() else WebCamera(address)


class SnapshotCamera(Camera):
    """Camera that asks an address for a picture whenever a frame is wanted."""

    def __init__(
        self, address: str, *, patience_s: float = PATIENCE_S, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`patience_s`: how long a picture may take. Raises CameraError for an address that is none."""
        self._name = masked(address)
        self._patience_s, self._clock = patience_s, clock
        try:
            self._url, user, password = _parts(address)
        except ValueError:
            raise self._no_address() from None
        self._opener = _opener(self._url, user, password)

    def is_snapshot(self) -> bool:
        """Ask whether a picture comes from there, and not a stream of them. Raises CameraError."""
        deadline = self._clock() + self._patience_s
        with self._ask(deadline) as answer:
            kind: str = answer.headers.get("Content-Type", "").lower()
            if kind.startswith(_STREAMS):
                return False
            head = self._read(answer, deadline, _HEAD_BYTES)
        if begins_as_picture(head):
            return True
        if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
            what = f"{self._name} is a web page; give the address of its pictures, such as .../shot.jpg or .../video."
            raise CameraError(what, CameraFault.UNUSABLE)
        return kind.startswith("image/")

    def latest(self) -> Frame:
        """The picture that comes when it is asked for now. Raises CameraError."""
        deadline = self._clock() + self._patience_s
        while True:
            # A picture is no older than the moment at which we asked for it.
            began = self._clock()
            with self._ask(deadline) as answer:
                data = self._read(answer, deadline, MAX_BYTES)
            try:
                return Frame(decode_picture(data, f"the picture of {self._name}").pixels, began)
            except PictureError as error:
                # Damaged on its way, or asked for while it was written: the next may be better.
                if self._clock() + _PAUSE_S > deadline:
                    raise CameraError(str(error), CameraFault.UNUSABLE) from None
            time.sleep(_PAUSE_S)

    def close(self) -> None:
        """Nothing is open."""

    def _ask(self, deadline: float) -> Any:
        """The answer to one request, to be closed. Raises CameraError."""
        try:
            return self._opener.open(self._url, timeout=max(deadline - self._clock(), _PAUSE_S))
        except urllib.error.HTTPError as error:
            error.close()
            raise self._refusal(error.code) from None
        except TimeoutError:
            raise self._too_slow() from None
        except urllib.error.URLError as error:
            if isinstance(error.reason, TimeoutError):
                raise self._too_slow() from None
            raise self._no_pictures() from None
        except (OSError, http.client.HTTPException):
            raise self._no_pictures() from None
        except ValueError:
            raise self._no_address() from None

    def _read(self, answer: Any, deadline: float, most_bytes: int) -> bytes:
        """The first `most_bytes` of an answer, or all if it has no more. Raises CameraError."""
        parts = []
        try:
            while most_bytes > 0 and (part := answer.read1(most_bytes)):
                parts.append(part)
                most_bytes -= len(part)
                if self._clock() > deadline:
                    raise self._too_slow()
        except TimeoutError:
            raise self._too_slow() from None
        except (OSError, http.client.HTTPException):
            pass  # What is missing shows when it is decoded.
        return b"".join(parts)

    def _refusal(self, status: int) -> CameraError:
        if status in _REFUSED:
            hint = "write NAME:PASSWORD@ behind its //"
            what = f"{self._name} wants another user name or password, or access token; {hint}."
            return CameraError(what, CameraFault.REFUSED)
        if status in _NOTHING_THERE:
            what = f"there is nothing at {self._name}; check what stands behind the name of the phone or camera."
            return CameraError(what, CameraFault.MISSING)
        return self._no_pictures(f" (status {status})")

    def _no_pictures(self, status: str = "") -> CameraError:
        what = (
            f"no pictures come from {self._name}{status}; check the address, and that the camera or phone sends them."
        )
        return CameraError(what, CameraFault.MISSING)

    def _too_slow(self) -> CameraError:
        what = f"{self._name} sends no picture in time; bring it nearer to the Wi-Fi, or choose a smaller picture."
        return CameraError(what, CameraFault.SILENT)

    def _no_address(self) -> CameraError:
        what = f"{self._name} is no address; in a password write / as %2F, @ as %40 and : as %3A."
        return CameraError(what, CameraFault.UNUSABLE)


def _parts(address: str) -> tuple[str, str, str]:
    """Split an address into the requested address, user name and password.

    The requested address is without user name and password. Raises ValueError.
    """
    url = urllib.parse.urlsplit(address)
    who, _, place = url.netloc.rpartition("@")
    # Reading the port shows whether it is one.
    if not url.hostname or (url.port is None and place.endswith(":")):
        raise ValueError
    user, _, password = who.partition(":")
    asked = urllib.parse.urlunsplit((url.scheme, place, url.path or "/", url.query, ""))
    return urllib.parse.quote(asked, _KEPT_SIGNS), urllib.parse.unquote(user), urllib.parse.unquote(password)


def _opener(url: str, user: str, password: str) -> urllib.request.OpenerDirector:
    """Opener of web addresses; it uses no proxy, which would not reach a phone at home."""
    # As with streams, it is not asked who has signed for the camera: at home they sign for themselves.
    secured = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    secured.check_hostname, secured.verify_mode = False, ssl.CERT_NONE
    handlers: list[urllib.request.BaseHandler] = [
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(context=secured),
        urllib.request.HTTPRedirectHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
    ]
    if user or password:
        passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        passwords.add_password(None, url, user, password)
        handlers += [
            _AnswerCloser(),
            urllib.request.HTTPDigestAuthHandler(passwords),
            urllib.request.HTTPBasicAuthHandler(passwords),
        ]
    opener = urllib.request.OpenerDirector()
    for handler in handlers:
        opener.add_handler(handler)
    return opener


class _AnswerCloser(urllib.request.BaseHandler):
    """Handler that closes the answer which asks for a password, before others ask again."""

    handler_order = 100

    def http_error_401(self, _request: object, answer: Any, *_rest: object) -> None:
        """Close the answer, and leave the rest to the other handlers."""
        answer.close()
