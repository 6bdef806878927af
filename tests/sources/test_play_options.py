"""What ``companion play`` says of a camera, a profile or tags that are none, before any window opens."""

from pathlib import Path

import pytest

from companion.main import main


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--camera", "nonsense"], "'nonsense' is no camera, folder or file"),
        (["--camera", "pi", "--profile", "missing.json"], "camera profile missing.json cannot be read"),
        (["--camera", "0", "--tags", "missing.json"], "tag manifest missing.json cannot be read"),
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
