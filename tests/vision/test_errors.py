"""Tests that any error of a camera's driver becomes one short sentence."""

import pytest

from vision.errors import CameraError, CameraFault, PictureError


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (RuntimeError("select() timeout"), "the camera fails: select() timeout"),
        (KeyError(("many\nlines", "\x1b[2J")), r"the camera fails: ('many\nlines', '\x1b[2J')"),
        (OSError("two\nlines\x1b[2J"), "the camera fails: two lines [2J"),
        (MemoryError(), "the camera fails: MemoryError"),
        (PictureError("this is no picture."), "this is no picture."),
    ],
)
def test_one_line_says_what_failed(error: Exception, sentence: str) -> None:
    told = CameraError.of(error)
    assert (str(told), told.fault) == (sentence, CameraFault.UNUSABLE)


def test_long_sentences_are_cut() -> None:
    assert len(str(CameraError.of(ValueError("word " * 10_000)))) < 200


def test_what_is_a_cameras_own_error_stays_as_it_is() -> None:
    busy = CameraError("another program has it.", CameraFault.BUSY)
    assert CameraError.of(busy) is busy
