"""Tests of ``companion cameras``."""

import pytest

from companion.main import main
from tests.vision.sources.test_camera_discovery import WEBCAM, no_picamera2
from vision.sources.camera_discovery import all_cameras


def test_the_command_prints_a_line_for_each(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.commands.cameras.all_cameras", lambda: all_cameras(no_picamera2, lambda: [WEBCAM]))
    assert main(["cameras"]) == 0
    assert capsys.readouterr().out == "2     HD Pro Webcam C920: 1920x1080, 640x480\n"
    monkeypatch.setattr("companion.commands.cameras.all_cameras", list)
    assert main(["cameras"]) == 0
    assert "No camera is found" in capsys.readouterr().out
