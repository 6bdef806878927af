"""No command writes over what it reads, and none writes two results into one file."""

import json
from pathlib import Path

import pytest

from companion.main import main


def refused(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    assert main(list(map(str, words))) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "photo.jpg"
    path.write_bytes(b"the only photo of that evening")
    return path


def test_a_photo_is_not_drawn_into_itself(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = photo.read_bytes()
    assert "is read by this command" in refused(capsys, "predict", photo, "--card", "8", "-o", photo)
    assert photo.read_bytes() == before


def test_another_name_of_the_same_file_helps_nothing(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = photo.with_name("other.jpg")
    other.symlink_to(photo)
    before = photo.read_bytes()
    for output in (other, photo.parent / "." / photo.name, photo.parent / "x" / ".." / photo.name):
        assert "is read by this command" in refused(capsys, "predict", photo, "--card", "8", "-o", output)
    assert photo.read_bytes() == before


def test_two_results_want_two_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position, out = tmp_path / "position.json", tmp_path / "out.png"
    position.write_text(json.dumps({"format": "finstere-flure/position", "version": 1}), encoding="utf-8")
    assert "two results" in refused(capsys, "render", position, "-o", out, "--truth", out)
    assert not out.exists()
