"""Tests of ``companion play`` with a camera: from the command line to the observation.

They also test the message for a camera that is none.
"""

import json
import threading
from pathlib import Path
from random import Random

import cv2
import pygame
import pytest

from companion.calibrating.camera_check import CameraSetup
from companion.calibrating.kept_profiles import kept_profile
from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.games.finstere_flure.virtual_table.placement import table_from_position
from companion.main import main
from companion.table.observation import TableObservation
from companion.table.session import GameSession, Session
from companion.virtual_table.camera import VirtualCamera
from vision.model.profile import load_profile


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--camera", "nonsense"], "'nonsense' is no camera, folder or file"),
        (["--camera", "pi", "--profile", "missing.json"], "camera profile missing.json cannot be read"),
        (["--camera", "0", "--tags", "missing.json"], "tag manifest missing.json cannot be read"),
        (["--camera", "none", "--record", "evening"], "there is no camera whose pictures could be recorded"),
        (["--game", "lifeboat", "--camera", "none", "--record", "evening"], "no pictures are kept of Lifeboat"),
        (["--virtual", "--camera", "0"], "--virtual has a camera and tags of its own"),
        (["--virtual", "--profile", "lens.json"], "--virtual has a camera and tags of its own"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    words: list[str],
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["play", *words]) == 2
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1


def leave() -> None:
    pygame.event.post(pygame.event.Event(pygame.QUIT))


@pytest.mark.slow
def test_a_table_before_a_camera_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    position = random_table(Random(2))
    camera = VirtualCamera(table_from_position(position, 2), seed=2)
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    cv2.imwrite(str(pictures / "table.png"), camera.latest().picture)
    lens = camera.view.camera
    profile = tmp_path / "lens.json"
    profile.write_text(
        json.dumps(
            {
                "format": "companion/camera-profile",
                "version": 1,
                "image_size": list(camera.view.size_px),
                "camera_matrix": lens.matrix.tolist(),
                "distortion": [float(number) for number in lens.distortion],
            }
        )
    )
    seen: list[BoardObservation] = []
    setups: list[CameraSetup | None] = []

    def observe(session: Session, observation: TableObservation[BoardObservation] | None, _now: float) -> None:
        if observation is None or observation.meaning is None:
            return
        seen.append(observation.meaning)
        setups.append(session.around.camera_setup())
        leave()

    monkeypatch.setattr(GameSession, "observe", observe)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    at_last = threading.Timer(30, leave)
    at_last.start()
    words = ["--camera", str(pictures), "--profile", str(profile), "--journal", str(tmp_path / "games"), "--silent"]
    assert main(["play", *words]) == 0
    at_last.cancel()
    assert {token.id for token in seen[0].tokens} == {token.id for token in position.tokens if token.cell}
    assert seen[0].monster == (position.monster, position.facing)
    assert capfd.readouterr().err == ""

    # A profile that is made at the table is kept for this camera.
    setup = setups[0]
    assert setup is not None
    setup.keep(load_profile(profile))
    kept = kept_profile(str(pictures))
    assert kept is not None
    assert kept.image_size == camera.view.size_px
