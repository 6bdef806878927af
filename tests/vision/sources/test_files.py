"""Pictures and videos as if they were happening now."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import CameraError, CameraFault
from vision.picture import Pixels
from vision.sources.camera import Frame
from vision.sources.files import SHOWN_S, PictureCamera, VideoCamera, pictures_in

SIZE = (160, 120)
FPS = 10.0


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def picture(number: int) -> Pixels:
    return np.full((SIZE[1], SIZE[0], 3), 40 * number, np.uint8)


def number_of(frame: Frame) -> int:
    return round(float(frame.picture.mean()) / 40)


def put(folder: Path, *numbers: int) -> Path:
    folder.mkdir(exist_ok=True)
    for number in numbers:
        cv2.imwrite(str(folder / f"{number:03}.png"), picture(number))
    return folder


def test_a_folder_shows_its_pictures_in_order_and_stays_at_the_last(tmp_path: Path, clock: Clock) -> None:
    (tmp_path / "notes.txt").write_text("no picture")
    camera = PictureCamera(put(tmp_path, 2, 1, 3), clock=clock)
    seen = []
    for _ in range(10):
        frame = camera.latest()
        assert frame.taken_s == clock.now
        seen.append(number_of(frame))
        clock.now += SHOWN_S / 2
    assert seen == [1, 1, 2, 2, 3, 3, 3, 3, 3, 3]


def test_while_a_picture_is_shown_its_pixels_are_the_very_same(tmp_path: Path, clock: Clock) -> None:
    camera = PictureCamera(put(tmp_path, 1), clock=clock)
    first = camera.latest()
    clock.now += 10 * SHOWN_S
    assert camera.latest().pixels is first.pixels
    assert camera.latest().taken_s > first.taken_s


def test_pictures_that_come_later_are_shown_in_their_turn(tmp_path: Path, clock: Clock) -> None:
    camera = PictureCamera(put(tmp_path, 1), clock=clock)
    clock.now += 7 * SHOWN_S
    camera.latest()
    put(tmp_path, 2, 3)
    clock.now += SHOWN_S
    assert number_of(camera.latest()) == 2
    clock.now += SHOWN_S
    assert number_of(camera.latest()) == 3


def test_one_picture_is_shown_for_good(tmp_path: Path, clock: Clock) -> None:
    camera = PictureCamera(put(tmp_path, 1, 2) / "002.png", clock=clock)
    clock.now += 10 * SHOWN_S
    assert number_of(camera.latest()) == 2


def fault(camera: PictureCamera) -> CameraFault:
    with pytest.raises(CameraError) as caught:
        camera.latest()
    return caught.value.fault


def test_a_folder_that_is_taken_away_is_a_missing_camera_until_it_is_back(tmp_path: Path, clock: Clock) -> None:
    camera = PictureCamera(put(tmp_path / "pictures", 1, 2), clock=clock)
    (tmp_path / "pictures").rename(tmp_path / "elsewhere")
    clock.now += SHOWN_S
    assert fault(camera) is CameraFault.MISSING
    (tmp_path / "elsewhere").rename(tmp_path / "pictures")
    clock.now += SHOWN_S
    assert number_of(camera.latest()) == 2


#: Files that a folder may hold beside whole pictures, by their names.
NO_PICTURES = {
    "._000.png": b"\0\5\x16\7\0\2\0\0Mac OS X        " + bytes(24),
    ".hidden.jpg": b"",
    "000.jpg": b"",
    "0001.png": b"no picture",
    "002.jpg": cv2.imencode(".jpg", picture(2))[1].tobytes()[:400],
    "2.heic": b"\0\0\0\x18ftypheic\0\0\0\0mif1heic",
    "Thumbs.db": b"",
}


def test_what_is_no_whole_picture_is_passed_over(tmp_path: Path, clock: Clock) -> None:
    for name, content in NO_PICTURES.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "000.png").mkdir()
    camera = PictureCamera(put(tmp_path, 1, 3), clock=clock)
    seen = []
    for _ in range(4):
        seen.append(number_of(camera.latest()))
        clock.now += SHOWN_S
    assert seen == [1, 3, 3, 3]


def test_a_file_that_is_still_being_copied_is_shown_when_it_is_whole(tmp_path: Path, clock: Clock) -> None:
    whole = put(tmp_path / "there", 2).joinpath("002.png").read_bytes()
    folder = put(tmp_path / "here", 1)
    camera = PictureCamera(folder, clock=clock)
    for size in (0, 1, len(whole) // 2, len(whole) - 8):
        (folder / "002.png").write_bytes(whole[:size])
        clock.now += SHOWN_S
        assert number_of(camera.latest()) == 1
    put(folder, 3)
    clock.now += SHOWN_S
    assert number_of(camera.latest()) == 3
    (folder / "002.png").write_bytes(whole)
    clock.now += SHOWN_S
    assert number_of(camera.latest()) == 2
    clock.now += SHOWN_S
    assert number_of(camera.latest()) == 2


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"", "is empty"), (b"no picture", "no picture that can be opened"), (NO_PICTURES["2.heic"], "Most Compatible")],
)
def test_a_folder_of_no_whole_picture_says_why(content: bytes, words: str, tmp_path: Path) -> None:
    (tmp_path / "._1.jpg").write_bytes(NO_PICTURES["._000.png"])
    (tmp_path / "1.jpg").write_bytes(content)
    with pytest.raises(CameraError, match=words) as caught:
        PictureCamera(tmp_path)
    assert caught.value.fault is CameraFault.UNUSABLE


def test_numbers_in_names_count_as_numbers(tmp_path: Path) -> None:
    names = ["IMG_2.jpg", "img_9.JPG", "IMG_10.jpg", "IMG_10 (1).jpg", "IMG_0011.jpg", "x.jpg", "20260101_9.png"]
    for name in names:
        (tmp_path / name).touch()
    assert [file.name for file in pictures_in(tmp_path)] == [
        "20260101_9.png", "IMG_2.jpg", "img_9.JPG", "IMG_10 (1).jpg", "IMG_10.jpg", "IMG_0011.jpg", "x.jpg"
    ]  # fmt: skip


def test_a_folder_without_pictures_is_no_camera(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="holds no pictures"):
        PictureCamera(tmp_path)


@pytest.fixture
def video(tmp_path: Path) -> Path:
    """Five pictures in half a second."""
    path = tmp_path / "evening.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, SIZE)
    for number in range(1, 6):
        writer.write(picture(number))
    writer.release()
    return path


def test_a_video_runs_in_its_own_speed_and_stays_at_its_end(video: Path, clock: Clock) -> None:
    camera = VideoCamera(video, clock=clock)
    began = clock.now
    seen = []
    for seconds in (0.0, 0.05, 0.11, 0.35, 0.41, 5.0):
        clock.now = began + seconds
        seen.append(number_of(camera.latest()))
    assert seen == [1, 1, 2, 4, 5, 5]
    assert camera.latest().pixels is camera.latest().pixels
    camera.close()


@pytest.mark.parametrize("content", [b"", b"RIFF is no video", b"\x00" * 5000])
def test_a_file_that_is_no_video_is_one_sentence(
    content: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "film.mp4"
    path.write_bytes(content)
    with pytest.raises(CameraError, match="no video that can be played"):
        VideoCamera(path)
    assert capfd.readouterr().err == ""
