"""Tests of ``companion give``: what others get of a table, and that they read the same."""

import functools
import json
import zipfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pygame
import pytest
from PIL import Image

from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.scene import required_points, scene_from_position
from companion.main import main
from companion.screen import picture_review
from companion.screen.fonts import Fonts
from companion.screen.picture_review import review_pictures
from companion.sheets.manifest import catalogue_to_json
from vision.model.bare_board import bare_board_to_json, nothing_known
from vision.picture import Pixels
from vision.virtual import fit_view, render

FOCAL_35MM = 28


@functools.cache
def table(seed: int) -> Pixels:
    """Return a small photo of a table."""
    catalogue = make_catalogue()
    view = fit_view(required_points(catalogue), (1280, 960), focal_px=FOCAL_35MM * 1600 / 43.27)
    shot = render(scene_from_position(random_table(Random(seed)), catalogue, seed=seed), view, seed=seed)
    shot.picture.setflags(write=False)
    return shot.picture


def in_a_room(pixels: Pixels, face: tuple[int, int, int]) -> Pixels:
    """Return the photo with a face in its corner, and a name at its edge."""
    room = pixels.copy()
    cv2.circle(room, (40, 40), 36, face, -1)
    cv2.circle(room, (30, 30), 6, (10, 10, 10), -1)
    cv2.circle(room, (50, 30), 6, (10, 10, 10), -1)
    cv2.putText(room, "Anna", (4, 950), cv2.FONT_HERSHEY_SIMPLEX, 0.8, face, 2)
    return room


def photo(path: Path, pixels: Pixels) -> Path:
    """Write a photo as phones do: with the place, the time and the owner in it."""
    exif = Image.Exif()
    exif[0x010F], exif[0x0132], exif[0x013B] = "Phone", "2026:11:30 20:15:00", "Anna"
    exif.get_ifd(0x8769)[0xA405] = FOCAL_35MM
    exif.get_ifd(0x8825)[2] = (48.0, 8.0, 14.0)
    Image.fromarray(np.ascontiguousarray(pixels[..., ::-1])).save(path, quality=98, exif=exif)
    return path


def given(folder: Path, *names: str, out: str = "table.zip", options: Sequence[str] = ()) -> tuple[int, Path]:
    """Give photos of this folder by a preview; return the status and the archive."""
    sources, preview = [str(folder / name) for name in names], folder / f"preview of {out}"
    assert main(["give", *sources, "--preview", str(preview), *options]) == 0
    command = ["give", *sources, "--preview", str(preview), "--yes", "--out", str(folder / out)]
    return main([*command, *options]), folder / out


@pytest.mark.slow
def test_others_read_the_same_and_see_nothing_of_the_room(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo(tmp_path / "Anna at home.jpg", in_a_room(table(1), (150, 180, 230)))
    status, archive = given(tmp_path, "Anna at home.jpg")
    assert status == 0
    out = capsys.readouterr().out
    assert "1 pictures, 0 of them read otherwise than before the cut" in out
    assert "| picture | 1280 x 960 pixels" in out
    assert main(["read", "--replay", str(archive)]) == 0
    assert capsys.readouterr().out.startswith("1 settled pictures read again, 0 of them otherwise")
    with zipfile.ZipFile(archive) as packed:
        everything = b"".join(packed.read(name) for name in packed.namelist())
        assert Image.open(packed.open("000001.jpg")).getexif() == {}
        frame = json.loads(packed.read("frames.jsonl"))
        cut = cv2.imdecode(np.frombuffer(packed.read("000001.jpg"), np.uint8), cv2.IMREAD_COLOR)
    assert all(secret not in everything for secret in (b"Anna", b"Phone", b"2026", str(tmp_path).encode()))
    assert (frame["picture"], frame["taken_s"]) == ("000001.jpg", 0.0)
    assert frame["focal_px"] == pytest.approx(FOCAL_35MM * 1600 / 43.27, rel=0.01)
    assert cut is not None
    assert not cut[:80, :80].any()
    assert not cut[930:, :100].any()


@pytest.mark.slow
def test_whatever_the_room_the_very_same_archive_is_given(tmp_path: Path) -> None:
    for name, face in (("a.png", (150, 180, 230)), ("b.png", (40, 60, 90))):
        assert cv2.imwrite(str(tmp_path / name), in_a_room(table(1), face))
    (_, first), (_, second) = (given(tmp_path, name, out=f"{name}.zip") for name in ("a.png", "b.png"))
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.slow
def test_what_was_taken_out_of_the_preview_or_changed_there_is_not_given(tmp_path: Path) -> None:
    for seed in (1, 2, 3):
        assert cv2.imwrite(str(tmp_path / f"{seed}.png"), table(seed))
    command = ["give", *(str(tmp_path / f"{seed}.png") for seed in (1, 2, 3)), "--preview", str(tmp_path / "preview")]
    assert main(command) == 0
    (tmp_path / "preview" / "000001.jpg").unlink()
    (tmp_path / "preview" / "000002.jpg").write_bytes(b"painted over")
    assert main([*command, "--yes", "--out", str(tmp_path / "table.zip")]) == 0
    with zipfile.ZipFile(tmp_path / "table.zip") as packed:
        assert {name for name in packed.namelist() if name.startswith("0")} == {"000003.jpg"}


@pytest.mark.slow
def test_a_picture_without_a_board_is_left_out_and_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cv2.imwrite(str(tmp_path / "1.png"), table(1))
    assert cv2.imwrite(str(tmp_path / "sofa.png"), np.full((400, 400, 3), 90, np.uint8))
    _, archive = given(tmp_path, "sofa.png", "1.png")
    assert "sofa.png: left out, since no board is found" in capsys.readouterr().out
    with zipfile.ZipFile(archive) as packed:
        assert "000001.jpg" not in packed.namelist()
    assert main(["give", str(tmp_path / "sofa.png"), "--preview", str(tmp_path / "none")]) == 2
    assert "none of the pictures can be given" in capsys.readouterr().err


@pytest.mark.slow
def test_a_profile_loses_its_camera_and_the_look_of_the_board_is_asked_for(tmp_path: Path) -> None:
    assert cv2.imwrite(str(tmp_path / "1.png"), table(1))
    profile = {
        "format": "companion/camera-profile",
        "version": 1,
        "camera": "/dev/v4l/by-id/usb-Cam_SN0815",
        "image_size": [1280, 960],
        "camera_matrix": [[1035, 0, 639.5], [0, 1035, 479.5], [0, 0, 1]],
        "distortion": [0, 0, 0, 0, 0],
        "measured": {"owner": "Anna"},
        "bare_board": bare_board_to_json(nothing_known(make_catalogue().grid)),
    }
    (tmp_path / "camera.json").write_text(json.dumps(profile))
    manifest = catalogue_to_json(make_catalogue())
    manifest["tags"][0] |= {"name": "Anna's token", "image": "anna.png"}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    options = ("--profile", str(tmp_path / "camera.json"), "--tags", str(tmp_path / "manifest.json"))
    status, archive = given(tmp_path, "1.png", options=options)
    assert status == 0
    with zipfile.ZipFile(archive) as packed:
        head = packed.read("recording.json")
    kept = json.loads(head)["profile"]
    assert b"nna" not in head
    assert {"camera", "measured"}.isdisjoint(kept)
    assert "bare_board" in kept
    preview = tmp_path / "preview of table.zip"
    (preview / "bare-board.png").unlink()
    command = ["give", str(tmp_path / "1.png"), *options, "--preview", str(preview), "--yes", "--out", str(archive)]
    assert main(command) == 0
    with zipfile.ZipFile(archive) as packed:
        assert "bare_board" not in json.loads(packed.read("recording.json"))["profile"]


@pytest.mark.slow
def test_a_picture_that_is_read_otherwise_after_the_cut_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cv2.imwrite(str(tmp_path / "1.png"), table(1))
    monkeypatch.setattr("companion.table.cut_pictures.cut_to_table", lambda pixels, *_: np.zeros_like(pixels))
    status, _ = given(tmp_path, "1.png")
    assert status == 1
    out = capsys.readouterr().out
    assert "1.png: 000001.png, no board is found in the cut picture" in out
    assert "1 pictures, 1 of them read otherwise than before the cut" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["a.jpg", "--yes"], "look at the pictures there first"),
        (["a.jpg", "--preview", ".."], "is not empty"),
        (["a.jpg", "--preview", "none", "--yes"], "cannot be used"),
        (["a.jpg", "--preview", "new"], "a.jpg cannot be read"),
        (["a.jpg", "--game", "lifeboat"], "no pictures are kept of"),
        (["a.jpg", "--game", "betrayal", "--moment", "book-open", "--preview", "new"], "none of the pictures can be"),
    ],
)
def test_what_cannot_be_given_gets_a_sentence(
    words: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    assert main(["give", *words]) == 2
    assert sentence in capsys.readouterr().err


def answered(monkeypatch: pytest.MonkeyPatch, *events: pygame.event.Event) -> tuple[bool, ...] | None:
    """Return the answers about two pictures, each followed by one of these events."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(picture_review, "_LOOK_S", 0.0)
    left = iter(events)

    def load() -> Pixels:
        pygame.event.post(next(left, pygame.event.Event(pygame.QUIT)))
        return np.full((60, 80, 3), 200, np.uint8)

    return review_pictures([load, load], "nothing")


def key(code: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, unicode="", mod=0)


def click(x: int, y: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=pygame.BUTTON_LEFT)


@pytest.mark.slow
def test_in_the_window_each_picture_is_given_or_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answered(monkeypatch, key(pygame.K_SPACE), key(pygame.K_BACKSPACE)) == (True, False)
    # The green button is on the left.
    assert answered(monkeypatch, click(900, 690), click(200, 690)) == (False, True)
    assert answered(monkeypatch, key(pygame.K_RETURN), key(pygame.K_ESCAPE)) is None


def test_a_second_press_in_a_hurry_answers_no_picture_that_nobody_has_seen() -> None:
    review = picture_review._Review([lambda: np.zeros((9, 9, 3), np.uint8)] * 2, Fonts())
    surface = pygame.Surface((640, 360))
    review._shown, review._shown_s = review._load[0](), 10.0
    review.handle(key(pygame.K_SPACE), surface, 11.0)
    review.handle(key(pygame.K_SPACE), surface, 11.0)
    review._shown, review._shown_s = review._load[1](), 11.1
    review.handle(key(pygame.K_SPACE), surface, 11.2)
    assert review.answers == [True]
