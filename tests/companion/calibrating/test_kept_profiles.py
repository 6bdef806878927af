"""Tests of saved camera profiles: used the next time; a damaged one does not stop play."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.calibrating.kept_profiles import keep_profile, kept_profile, profile_path
from companion.device.errors import UserError
from vision.model.profile import CameraProfile

PROFILE = CameraProfile(
    (2304, 1296), np.array([[1750.0, 0.0, 1151.5], [0.0, 1751.0, 647.5], [0.0, 0.0, 1.0]]), np.zeros(5)
)


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def test_each_camera_has_its_own() -> None:
    assert kept_profile("pi") is None
    keep_profile("pi", PROFILE)
    kept = kept_profile("pi")
    assert kept is not None
    assert kept.image_size == PROFILE.image_size
    assert (kept.matrix == PROFILE.matrix).all()
    assert kept_profile("pi@2304x1296") is None


def test_a_damaged_one_is_told_and_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    keep_profile("0", PROFILE)
    profile_path("0").write_text("{", encoding="utf-8")
    assert kept_profile("0") is None
    assert "is no valid JSON" in capsys.readouterr().err


def test_where_it_cannot_be_kept_one_sentence_says_so() -> None:
    profile_path("0").parent.parent.write_text("a file where the folder should be")
    with pytest.raises(UserError, match="cannot be written"):
        keep_profile("0", PROFILE)


@given(st.text(min_size=1, max_size=400))
def test_any_source_makes_the_name_of_a_file(source: str) -> None:
    path = profile_path(source)
    assert path.parent == profile_path("pi").parent
    assert path.suffix == ".json"
    assert all(letter.isascii() and (letter.isalnum() or letter in "@-") for letter in path.stem)
    assert len(path.name) <= 105
