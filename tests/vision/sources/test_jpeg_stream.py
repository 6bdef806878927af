"""Tests of streams of JPEG pictures as servers of cameras send them, by a real server here."""

import gzip
import http.server
import io
import itertools
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import cv2
import numpy as np
import pytest
from PIL import Image

from vision.errors import CameraError, CameraFault
from vision.sources.camera import Camera
from vision.sources.jpeg_stream import JpegScanner, JpegStreamCamera
from vision.sources.snapshot import SnapshotCamera, open_address
from vision.sources.web_address import WebAddress

#: Time between two pictures (seconds).
PAUSE_S = 0.02


def jpeg(grey: int, *, progressive: bool = False) -> bytes:
    """Return a picture of one grey with some noise, as a file that holds all byte values."""
    noise = np.random.default_rng(grey).integers(-3, 4, (120, 160, 3))
    pixels = np.clip(grey + noise, 0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_PROGRESSIVE, int(progressive)])[1].tobytes()


def with_thumbnail(grey: int) -> bytes:
    """Return a picture with a smaller one of another grey in its EXIF data."""
    image = Image.open(io.BytesIO(jpeg(grey)))
    exif = Image.Exif()
    exif[0x010E] = jpeg(255 - grey).decode("latin-1")
    written = io.BytesIO()
    image.save(written, "JPEG", exif=exif)
    return written.getvalue()


@dataclass(frozen=True)
class Habit:
    """Content that a server sends: its `kind` (Content-Type), and the `parts` of each answer."""

    parts: Callable[[int], Iterator[bytes]]
    kind: str = "multipart/x-mixed-replace; boundary=frame"
    headers: tuple[tuple[str, str], ...] = ()
    chunked: bool = False


def part_of(
    picture: bytes,
    *,
    newline: bytes = b"\r\n",
    boundary: bytes = b"--frame",
    header: bytes = b"Content-Type: image/jpeg",
    length: int | None = None,
) -> bytes:
    """Return a picture with what stands before and behind it."""
    lines = [boundary, header, b"" if length is None else b"Content-Length: %d" % length]
    head = b"".join(line + newline for line in lines if line)
    return head + newline + picture + newline


def always(make: Callable[[int], bytes]) -> Callable[[int], Iterator[bytes]]:
    """Yield pictures without end, each a little brighter."""

    def parts(_answers: int) -> Iterator[bytes]:
        for number in range(10_000):
            yield make(60 + number % 100)

    return parts


def first_without_boundary(_answers: int) -> Iterator[bytes]:
    yield part_of(jpeg(60), boundary=b"")
    yield from always(lambda grey: part_of(jpeg(grey)))(0)


def after_a_preamble(_answers: int) -> Iterator[bytes]:
    yield b"This is a stream for old browsers.\r\n" * 40
    yield from always(lambda grey: part_of(jpeg(grey)))(0)


def that_ends(answers: int) -> Iterator[bytes]:
    for number in range(2):
        yield part_of(jpeg(60 + 10 * answers + number))


def every_second_cut(_answers: int) -> Iterator[bytes]:
    for number in range(1000):
        picture = jpeg(60 + number % 100)
        yield part_of(picture if number % 2 else picture[: len(picture) // 2])


def packed(_answers: int) -> Iterator[bytes]:
    packer = zlib.compressobj(wbits=31)
    for number in range(1000):
        yield packer.compress(part_of(jpeg(60 + number % 100))) + packer.flush(zlib.Z_SYNC_FLUSH)


STREAMS = {
    "plain": Habit(always(lambda grey: part_of(jpeg(grey), length=len(jpeg(grey))))),
    "line ends of Unix": Habit(always(lambda grey: part_of(jpeg(grey), newline=b"\n"))),
    "no type of the parts": Habit(always(lambda grey: part_of(jpeg(grey), header=b""))),
    "image/jpg": Habit(always(lambda grey: part_of(jpeg(grey), header=b"Content-Type: image/jpg"))),
    "small letters": Habit(always(lambda grey: part_of(jpeg(grey), header=b"content-type:image/jpeg"))),
    "lengths too large": Habit(always(lambda grey: part_of(jpeg(grey), length=len(jpeg(grey)) + 7))),
    "lengths too small": Habit(always(lambda grey: part_of(jpeg(grey), length=17))),
    "first without boundary": Habit(first_without_boundary),
    "boundary without dashes": Habit(always(lambda grey: part_of(jpeg(grey), boundary=b"frame"))),
    "boundary in quotes": Habit(
        always(lambda grey: part_of(jpeg(grey))), kind='multipart/x-mixed-replace; boundary="--frame"'
    ),
    "no boundary named": Habit(always(lambda grey: part_of(jpeg(grey))), kind="Multipart/X-Mixed-Replace"),
    "preamble": Habit(after_a_preamble),
    "ends": Habit(that_ends),
    "some cut short": Habit(every_second_cut),
    "thumbnails": Habit(always(lambda grey: part_of(with_thumbnail(grey)))),
    "progressive": Habit(always(lambda grey: part_of(jpeg(grey, progressive=True)))),
    "in chunks": Habit(always(lambda grey: part_of(jpeg(grey))), chunked=True),
    "packed": Habit(packed, headers=(("Content-Encoding", "gzip"),)),
    "a length of nothing": Habit(always(lambda grey: part_of(jpeg(grey))), headers=(("Content-Length", "0"),)),
    "no type": Habit(always(lambda grey: part_of(jpeg(grey))), kind=""),
    "called a page": Habit(always(lambda grey: part_of(jpeg(grey))), kind="text/html"),
    "called a video": Habit(always(lambda grey: part_of(jpeg(grey))), kind="video/x-motion-jpeg"),
    "nothing between": Habit(always(jpeg)),
}


class Server:
    """A camera's server with one habit; it counts who asks."""

    def __init__(self, habit: Habit) -> None:
        self.answers = 0
        self.off = threading.Event()
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: object) -> None:
                """Log nothing."""

            def do_GET(self) -> None:
                server.answers += 1
                self.close_connection = True
                self.send_response(200)
                if habit.kind:
                    self.send_header("Content-Type", habit.kind)
                for name, value in (*habit.headers, *((("Transfer-Encoding", "chunked"),) if habit.chunked else ())):
                    self.send_header(name, value)
                self.end_headers()
                try:
                    for part in habit.parts(server.answers):
                        if server.off.is_set():
                            return
                        self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part) if habit.chunked else part)
                        server.off.wait(PAUSE_S)
                except OSError:
                    return

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_port}/video"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def stop(self) -> None:
        self.off.set()
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def served(habit: Habit) -> Iterator[Server]:
    server = Server(habit)
    try:
        yield server
    finally:
        server.stop()


def grey_of(camera: Camera) -> int:
    return round(float(camera.latest().picture.mean()))


@pytest.mark.parametrize("name", STREAMS)
def test_pictures_are_found_whatever_stands_between_them(name: str) -> None:
    with served(STREAMS[name]) as server:
        camera = open_address(server.address)
        assert isinstance(camera, JpegStreamCamera)
        shown = [camera.latest() for _ in range(4)]
        camera.close()
    assert {frame.size_px for frame in shown} == {(160, 120)}
    greys = [round(float(frame.picture.mean())) for frame in shown]
    assert all(55 <= grey <= 165 for grey in greys)
    assert len(set(greys)) == 4
    assert [frame.taken_s for frame in shown] == sorted({frame.taken_s for frame in shown})


def test_a_stream_that_ends_is_asked_for_again_and_nothing_is_asked_twice_at_first() -> None:
    with served(STREAMS["ends"]) as server:
        camera = open_address(server.address)
        assert server.answers == 1
        seen = {grey_of(camera) for _ in range(4)}
        camera.close()
        assert server.answers > 1
    assert max(seen) - min(seen) >= 9


def test_a_camera_that_is_gone_says_so() -> None:
    with served(STREAMS["plain"]) as server:
        camera = open_address(server.address)
        camera.latest()
    with pytest.raises(CameraError, match="no pictures come from http://127") as caught:
        list(itertools.islice(camera.frames(), 1000))
    assert caught.value.fault is CameraFault.MISSING
    camera.close()


def test_pictures_that_are_sent_without_end_as_one_are_read_one_by_one() -> None:
    with served(Habit(always(jpeg), kind="image/jpeg")) as server:
        camera = open_address(server.address)
        assert isinstance(camera, SnapshotCamera)
        assert grey_of(camera) == 60
        camera.close()


def test_a_packed_picture_is_unpacked() -> None:
    habit = Habit(lambda _: iter([gzip.compress(jpeg(70))]), kind="image/jpeg", headers=(("Content-Encoding", "gzip"),))
    with served(habit) as server:
        assert grey_of(open_address(server.address)) == 70


def nothing_but_headers(_answers: int) -> Iterator[bytes]:
    for number in range(100_000):
        yield b"X-Number: %d\r\n" % number * 50


def drop_by_drop(_answers: int) -> Iterator[bytes]:
    for byte in part_of(jpeg(60)):
        yield bytes([byte])


NO_STREAMS = {
    "headers without end": (Habit(nothing_but_headers), "in which there are no pictures", CameraFault.UNUSABLE),
    "parts that are no JPEG": (
        Habit(always(lambda grey: part_of(b"\x89PNG\r\n\x1a\n" + bytes([grey]), header=b"Content-Type: image/png"))),
        r"something \(multipart/x-mixed-replace; boundary=frame\)",
        CameraFault.UNUSABLE,
    ),
    "ends without a picture": (Habit(lambda _: iter([b"--frame--"])), "no pictures that are", CameraFault.UNUSABLE),
    "ends at once": (Habit(lambda _: iter([])), "no pictures come from", CameraFault.MISSING),
    "too slow": (Habit(drop_by_drop), "no picture in time", CameraFault.SILENT),
    "always damaged": (
        Habit(always(lambda grey: part_of(jpeg(grey)[:20] + b"\xff\xd9"))),
        "damaged",
        CameraFault.UNUSABLE,
    ),
    "too large to be a frame": (
        Habit(always(lambda _: part_of(jpeg(60).replace(b"\0\x78\0\xa0", b"\xff\xf0\xff\xf0")))),
        "more than 64 million",
        CameraFault.UNUSABLE,
    ),
}


@pytest.mark.parametrize("name", NO_STREAMS)
def test_a_stream_of_no_pictures_is_called_so_in_time(name: str) -> None:
    habit, told, fault = NO_STREAMS[name]
    with served(habit) as server:
        web = WebAddress(server.address)
        began = time.monotonic()
        with pytest.raises(CameraError, match=told) as caught:
            JpegStreamCamera(web, web.ask(began + 5), patience_s=0.5)
    assert caught.value.fault is fault
    assert time.monotonic() - began < 5


def test_what_is_neither_picture_nor_stream_nor_video_is_called_so() -> None:
    habit = Habit(lambda _: iter([b'{"error": "choose a channel"}']), kind="application/json")
    with served(habit) as server, pytest.raises(CameraError, match=r"something \(application/json\)") as caught:
        open_address(server.address)
    assert "rtsp://" in str(caught.value)
    assert caught.value.fault is CameraFault.UNUSABLE


def test_the_page_to_log_in_at_is_no_stream() -> None:
    page = Habit(lambda _: iter([b"\xef\xbb\xbf\n<html>password?</html>"]), kind="text/html")
    with served(page) as server, pytest.raises(CameraError, match="is a web page"):
        open_address(server.address)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000, 10**6])
def test_files_are_found_in_parts_of_any_size(size: int) -> None:
    files = [jpeg(60), with_thumbnail(80), jpeg(100, progressive=True)]
    data = b"\xff\xd8 no file \xff".join([b"", *files, jpeg(1)[:500]]) + files[0]
    scanner = JpegScanner()
    found = [file for start in range(0, len(data), size) for file in scanner.pictures(data[start : start + size])]
    assert found == [*files, files[0]]
    assert not scanner.has_begun
