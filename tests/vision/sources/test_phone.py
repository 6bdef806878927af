"""Tests of a phone as a webcam: a real stream of JPEG pictures over HTTP, the real OpenCV.

The stream is on this machine.
"""

import http.server
import threading
import time
from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from tests.vision.sources.fake_cameras import eventually
from vision.errors import CameraError, CameraFault
from vision.sources.jpeg_stream import JpegStreamCamera
from vision.sources.snapshot import open_address
from vision.sources.steady_camera import SteadyCamera
from vision.sources.webcam import WebCamera

PICTURES_PER_S = 50


class Phone:
    """Phone that sends pictures, each brighter than the one before, to whoever asks."""

    def __init__(self) -> None:
        self.sent = 0
        self.off = threading.Event()
        phone = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                """Log nothing."""

            def do_GET(self) -> None:
                self.send_response(503 if phone.off.is_set() else 200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                while not phone.off.is_set():
                    phone.sent += 1
                    _, data = cv2.imencode(".jpg", np.full((120, 160, 3), phone.sent % 256, np.uint8))
                    head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
                    try:
                        self.wfile.write(head.encode() + data.tobytes() + b"\r\n")
                    except OSError:
                        return
                    time.sleep(1 / PICTURES_PER_S)

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}/video"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        self.off.set()
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def phone() -> Iterator[Phone]:
    phone = Phone()
    yield phone
    phone.close()


@pytest.mark.slow
def test_only_the_newest_picture_counts(phone: Phone) -> None:
    camera = WebCamera(phone.address)
    for _ in range(3):
        sent = phone.sent
        shown = round(float(camera.latest().picture.mean()))
        # A few may be on their way, but no queue of those that nobody asked for.
        assert sent - 10 <= shown <= phone.sent
        eventually(lambda sent=sent: phone.sent > sent + 30)  # type: ignore[misc]
    camera.close()


def test_an_address_that_sends_a_stream_is_opened_as_one(phone: Phone) -> None:
    camera = open_address(phone.address)
    assert isinstance(camera, JpegStreamCamera)
    assert camera.latest().size_px == (160, 120)
    camera.close()


def test_a_phone_that_is_switched_off_and_on_again_comes_back(phone: Phone) -> None:
    camera = SteadyCamera(lambda: WebCamera(phone.address), pauses_s=(0.05,))
    camera.latest()
    phone.off.set()
    eventually(lambda: camera.error or _asks(camera))
    with pytest.raises(CameraError) as caught:
        camera.latest()
    assert caught.value.fault is CameraFault.MISSING
    phone.off.clear()
    eventually(lambda: camera.error is None)
    camera.latest()
    camera.close()


def _asks(camera: SteadyCamera) -> bool:
    try:
        camera.latest()
    except CameraError:
        return True
    return False
