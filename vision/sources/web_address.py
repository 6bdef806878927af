"""Address of a camera in a network (HTTP or HTTPS), its answers, and why it gives none."""

import http.client
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
import zlib
from collections.abc import Callable
from typing import Any

from vision.addresses import masked
from vision.errors import CameraError, CameraFault

#: No camera's single picture is larger (bytes).
MAX_BYTES = 50_000_000
#: Pause before an address is asked anew (seconds).
PAUSE_S = 0.1
#: So much is read at once (bytes).
_PART_BYTES = 1 << 16
#: Status codes of an address that lets in only those who give the right name, password or access token.
_REFUSED = (http.client.UNAUTHORIZED, http.client.FORBIDDEN)
_NOTHING_THERE = (http.client.NOT_FOUND, http.client.GONE)
#: Signs that stay as they are in an address; all others, such as spaces, are quoted.
_KEPT_SIGNS = "%/:=&?~#+!$,;'@()*[]"
#: Kinds of compression that zlib undoes, told apart by how the data begins.
_COMPRESSED = ("gzip", "x-gzip", "deflate")
_ANY_HEADER = zlib.MAX_WBITS | 32


class Answer:
    """Answer to one request, to be closed; packed data are unpacked.

    `kind`: its Content-Type in small letters, perhaps empty.
    """

    def __init__(self, answer: Any) -> None:
        self._answer = answer
        self.kind: str = (answer.headers.get("Content-Type") or "").strip().lower()
        packed = (answer.headers.get("Content-Encoding") or "").strip().lower() in _COMPRESSED
        self._unpack = zlib.decompressobj(_ANY_HEADER) if packed else None

    def read_on(self) -> bytes:
        """Read what comes next, nothing at the end.

        Raises OSError or HTTPException if the connection fails.
        """
        while part := self._answer.read1(_PART_BYTES):
            if self._unpack is None:
                return bytes(part)
            try:
                unpacked = self._unpack.decompress(part, MAX_BYTES)
            except zlib.error as error:
                raise OSError(str(error)) from None
            if unpacked:
                return unpacked
        return b""

    def ignore_length(self) -> None:
        """Read on as long as anything comes: a stream has no length, but some cameras name one."""
        if not self._answer.chunked:
            self._answer.length = None

    def close(self) -> None:
        """End the connection."""
        self._answer.close()


class WebAddress:
    """Address that is asked for pictures. `name` is the address without its password."""

    def __init__(self, address: str, clock: Callable[[], float] = time.monotonic) -> None:
        """Check the address. Raises CameraError for one that is none."""
        self.name = masked(address)
        self._clock = clock
        try:
            self._url, user, password = _parts(address)
        except ValueError:
            raise self._no_address() from None
        self._opener = _opener(self._url, user, password)

    def ask(self, deadline: float) -> Answer:
        """Return the answer to one request. Raises CameraError."""
        try:
            return Answer(self._opener.open(self._url, timeout=max(deadline - self._clock(), PAUSE_S)))
        except urllib.error.HTTPError as error:
            error.close()
            raise self._refusal(error.code) from None
        except TimeoutError:
            raise self.too_slow() from None
        except urllib.error.URLError as error:
            if isinstance(error.reason, TimeoutError):
                raise self.too_slow() from None
            raise self.no_pictures() from None
        except (OSError, http.client.HTTPException):
            raise self.no_pictures() from None
        except ValueError:
            raise self._no_address() from None

    def read(self, answer: Answer, deadline: float, is_enough: Callable[[bytes], bool]) -> bytes:
        """Read an answer to its end, or until a part of it is the last that is wanted.

        Raises CameraError.
        """
        parts: list[bytes] = []
        most_bytes = MAX_BYTES
        try:
            while most_bytes > 0 and (part := answer.read_on()):
                parts.append(part)
                most_bytes -= len(part)
                if is_enough(part):
                    break
                if self._clock() > deadline:
                    raise self.too_slow()
        except TimeoutError:
            raise self.too_slow() from None
        except (OSError, http.client.HTTPException):
            pass  # What is missing shows when it is decoded.
        return b"".join(parts)

    def _refusal(self, status: int) -> CameraError:
        if status in _REFUSED:
            hint = "write NAME:PASSWORD@ behind its //"
            what = f"{self.name} wants another user name or password, or access token; {hint}."
            return CameraError(what, CameraFault.REFUSED)
        if status in _NOTHING_THERE:
            what = f"there is nothing at {self.name}; check what stands behind the name of the phone or camera."
            return CameraError(what, CameraFault.MISSING)
        return self.no_pictures(f" (status {status})")

    def no_pictures(self, status: str = "") -> CameraError:
        """Return the error for an address from which nothing comes."""
        what = f"no pictures come from {self.name}{status}; check the address, and that the camera or phone sends them."
        return CameraError(what, CameraFault.MISSING)

    def too_slow(self) -> CameraError:
        """Return the error for a picture that does not come in time."""
        what = f"{self.name} sends no picture in time; bring it nearer to the Wi-Fi, or choose a smaller picture."
        return CameraError(what, CameraFault.SILENT)

    def web_page(self) -> CameraError:
        """Return the error for the address of a page for people."""
        what = f"{self.name} is a web page; give the address of its pictures, such as .../shot.jpg or .../video."
        return CameraError(what, CameraFault.UNUSABLE)

    def not_understood(self, kind: str) -> CameraError:
        """Return the error for data in which there are no pictures. `kind`: their Content-Type."""
        sent = f"something ({kind[:60]})" if kind.isprintable() and kind else "something"
        what = (
            f"{self.name} sends {sent} in which there are no pictures that are understood; give its address of single "
            "pictures (such as .../shot.jpg), of an MJPEG stream (.../video), or of RTSP (rtsp://...)."
        )
        return CameraError(what, CameraFault.UNUSABLE)

    def _no_address(self) -> CameraError:
        what = f"{self.name} is no address; in a password write / as %2F, @ as %40 and : as %3A."
        return CameraError(what, CameraFault.UNUSABLE)


def _parts(address: str) -> tuple[str, str, str]:
    """Split an address into the requested address, user name and password.

    The requested address is without user name and password. Raises ValueError.
    """
    url = urllib.parse.urlsplit(address)
    login, _, place = url.netloc.rpartition("@")
    # Reading the port shows whether it is one.
    if not url.hostname or (url.port is None and place.endswith(":")):
        raise ValueError
    user, _, password = login.partition(":")
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
