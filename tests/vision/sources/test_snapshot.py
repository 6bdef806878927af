"""Tests of phones that give one picture for each request, by a real server here.

The requests are those for a phone.
"""

import base64
import hashlib
import http.server
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from tests.vision.sources.fake_cameras import eventually
from vision.errors import CameraError, CameraFault
from vision.sources.camera import Camera
from vision.sources.opening import open_camera
from vision.sources.snapshot import SnapshotCamera, open_address
from vision.sources.steady_camera import SteadyCamera


def jpeg(grey: int) -> bytes:
    return cv2.imencode(".jpg", np.full((120, 160, 3), grey, np.uint8))[1].tobytes()


def _md5(text: str) -> str:
    return hashlib.md5(text.encode()).hexdigest()


#: What answers the challenge of a camera that never wants to hear the password itself.
DIGEST = f'response="{_md5(_md5("me:phone:p@ss/word") + ":1:" + _md5("GET:/shot.jpg"))}"'


@dataclass
class Phone:
    """Behaviour of the phone; each picture is a little brighter than the one before."""

    keeps_open: bool = False
    status: int = 200
    kind: str = "image/jpeg"
    body: bytes = b""
    """Sent instead of a picture."""
    tells_length: bool = True
    in_chunks: bool = False
    moved: bool = False
    """It sends whoever asks on to another path."""
    pause_s: float = 0.0
    password: str = ""
    """A part of the Authorization that is wanted."""
    cut: int = 0
    """So many pictures end in their midst."""
    asked: list[str] = field(default_factory=list)

    @property
    def pictures(self) -> int:
        return len(self.asked)


class Server:
    """The phone's server; it can be switched off and comes back at the same address."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.port = 0
        self.start()

    def start(self) -> None:
        phone = self.phone

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1" if phone.keeps_open else "HTTP/1.0"

            def log_message(self, *_: object) -> None:
                """Log nothing."""

            def do_GET(self) -> None:
                if phone.password and phone.password not in self.headers.get("Authorization", ""):
                    self._answer(401, "text/html", b"<html>who are you?</html>")
                    return
                if phone.moved and self.path != "/now.jpg":
                    self.send_response(302)
                    self.send_header("Location", "/now.jpg")
                    self.end_headers()
                    return
                phone.asked.append(self.path)
                time.sleep(phone.pause_s)
                body = phone.body or jpeg(phone.pictures)
                self._answer(phone.status, phone.kind, body)

            def _answer(self, status: int, kind: str, body: bytes) -> None:
                self.send_response(status)
                if status == 401:
                    kind_of_password = 'Digest nonce="1", ' if phone.password == DIGEST else "Basic "
                    self.send_header("WWW-Authenticate", f'{kind_of_password}realm="phone"')
                if kind:
                    self.send_header("Content-Type", kind)
                if phone.in_chunks:
                    self.send_header("Transfer-Encoding", "chunked")
                    half = len(body) // 2
                    body = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:half], body[half:], b""))
                elif phone.tells_length:
                    self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                if status == 200 and phone.cut:
                    phone.cut -= 1
                    self.wfile.write(body[: len(body) // 2])
                    self.close_connection = True
                    return
                self.wfile.write(body)

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def address(self, path: str = "shot.jpg", login: str = "") -> str:
        return f"http://{login}127.0.0.1:{self.port}/{path}"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    server = Server(getattr(request, "param", None) or Phone())
    yield server
    server.stop()


def grey_of(camera: Camera) -> int:
    return round(float(camera.latest().picture.mean()))


ANSWERS = {
    "one connection for each": Phone(),
    "one connection for all": Phone(keeps_open=True),
    "no length": Phone(tells_length=False),
    "in chunks": Phone(keeps_open=True, in_chunks=True),
    "elsewhere": Phone(moved=True),
    "no kind": Phone(kind=""),
    "wrong kind": Phone(kind="application/octet-stream"),
    "sent as a page": Phone(kind="text/html"),
    "with a character set": Phone(kind="image/jpeg; charset=utf-8"),
}


@pytest.mark.parametrize("server", ANSWERS.values(), ids=ANSWERS.keys(), indirect=True)
def test_an_address_of_one_picture_is_asked_again_and_again(server: Server) -> None:
    camera = open_address(server.address())
    assert isinstance(camera, SnapshotCamera)
    first = grey_of(camera)
    assert [grey_of(camera) for _ in range(3)] == [first + 1, first + 2, first + 3]
    camera.close()


def test_a_frame_is_no_older_than_the_wish_for_it(server: Server) -> None:
    camera = open_address(server.address())
    before = time.monotonic()
    assert camera.latest().taken_s >= before


def test_what_stands_behind_the_question_mark_is_asked_with(server: Server) -> None:
    open_address(server.address("shot.jpg?token=s3cret&t=1 2")).latest()
    assert server.phone.asked[-1] == "/shot.jpg?token=s3cret&t=1%202"


@pytest.mark.slow
def test_a_slow_phone_is_waited_for_but_not_for_ever(server: Server) -> None:
    server.phone.pause_s = 0.4
    camera = SnapshotCamera(server.address(), patience_s=2.0)
    assert grey_of(camera) == 1
    impatient = SnapshotCamera(server.address(), patience_s=0.2)
    with pytest.raises(CameraError, match="sends no picture in time") as caught:
        impatient.latest()
    assert caught.value.fault is CameraFault.SILENT


@pytest.mark.slow
def test_a_picture_that_was_cut_short_on_its_way_is_asked_for_anew(server: Server) -> None:
    camera = SnapshotCamera(server.address())
    server.phone.cut = 2
    assert grey_of(camera) == 3
    server.phone.cut = 1000
    with pytest.raises(CameraError, match="cut short"):
        SnapshotCamera(server.address(), patience_s=0.3).latest()


@pytest.mark.parametrize("code", [401, 403])
def test_a_phone_that_lets_nobody_in_asks_for_user_name_or_password(server: Server, code: int) -> None:
    server.phone.status = code
    with pytest.raises(CameraError, match="user name or password") as caught:
        open_address(server.address("shot.jpg?token=s3cret", "me:topsecret@"))
    assert caught.value.fault is CameraFault.REFUSED
    assert "s3cret" not in str(caught.value)
    assert "topsecret" not in str(caught.value)


@pytest.mark.parametrize("password", ["Basic " + base64.b64encode(b"me:p@ss/word").decode(), DIGEST])
@pytest.mark.parametrize("login", ["", "me:wrong@", "me@"])
def test_a_wrong_password_is_named_and_a_right_one_opens(server: Server, login: str, password: str) -> None:
    server.phone.password = password
    with pytest.raises(CameraError, match="user name or password"):
        open_address(server.address(login=login))
    camera = open_address(server.address(login="me:p%40ss%2Fword@"))
    assert grey_of(camera) == 2


def test_an_address_with_nothing_at_it_says_so(server: Server) -> None:
    server.phone.status = 404
    with pytest.raises(CameraError, match=r"there is nothing at http://127\.0\.0\.1:\d+/shot\.jpg") as caught:
        open_address(server.address())
    assert caught.value.fault is CameraFault.MISSING


def test_a_phone_in_trouble_and_one_that_is_not_there_send_no_pictures(server: Server) -> None:
    server.phone.status = 503
    with pytest.raises(CameraError, match="no pictures come from") as caught:
        open_address(server.address())
    assert caught.value.fault is CameraFault.MISSING
    with pytest.raises(CameraError, match="no pictures come from http://127"):
        open_address("http://127.0.0.1:1/shot.jpg")


def test_the_page_of_the_app_is_no_camera(server: Server) -> None:
    server.phone.kind, server.phone.body = "text/html; charset=utf-8", b"\n <!DOCTYPE html><html>My phone</html>"
    with pytest.raises(CameraError, match="is a web page") as caught:
        open_address(server.address(""))
    assert caught.value.fault is CameraFault.UNUSABLE


@pytest.mark.parametrize(
    "address", ["http://me:to/psecret@cam/x", "http://me:topsecret@cam:x/", "http:///x", "http://[/"]
)
def test_an_address_that_is_none_is_one_sentence_without_its_password(address: str) -> None:
    with pytest.raises(CameraError) as caught:
        open_address(address)
    assert "psecret" not in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_a_phone_that_goes_and_comes_back(server: Server) -> None:
    camera = SteadyCamera(lambda: open_address(server.address()), pauses_s=(0.05,))
    first = grey_of(camera)
    server.stop()
    eventually(lambda: _fails(camera))
    server.start()
    eventually(lambda: not _fails(camera))
    assert grey_of(camera) > first
    camera.close()


@pytest.mark.slow
def test_in_a_process_of_its_own_it_is_a_camera_like_others(server: Server) -> None:
    camera = open_camera(server.address())
    assert camera.latest().size_px == (160, 120)
    assert camera.latest().pixels.mean() != camera.latest().pixels.mean()
    camera.close()
    server.phone.status = 401
    with pytest.raises(CameraError, match="user name or password") as caught:
        open_camera(server.address())
    assert caught.value.fault is CameraFault.REFUSED


def _fails(camera: SteadyCamera) -> bool:
    try:
        camera.latest()
    except CameraError:
        return True
    return False
