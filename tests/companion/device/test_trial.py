"""Tests of the trial of a version that was just installed."""

from pathlib import Path

import pytest

from companion.device.trial import PASSED_AFTER_S, Trial


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder that the start script names; one start is counted."""
    folder = tmp_path / "0.4.0-abc"
    folder.mkdir()
    for left in ("2", "3"):
        (folder / left).touch()
    return folder


def test_it_is_passed_when_the_table_has_run_for_a_while(folder: Path) -> None:
    environment = {"COMPANION_TRIAL": str(folder)}
    trial = Trial(environment)
    assert environment == {}
    trial.tick(100.0)
    trial.tick(99.9 + PASSED_AFTER_S)
    assert len(list(folder.iterdir())) == 2
    trial.tick(100.0 + PASSED_AFTER_S)
    assert [path.name for path in folder.parent.iterdir()] == ["0.4.0-abc.passed"]
    trial.tick(200.0 + PASSED_AFTER_S)


def test_it_outlasts_the_watchdog_of_the_unit() -> None:
    unit = Path(__file__).parents[3] / "systemd" / "finstere-flure-companion.service"
    (watchdog,) = [line for line in unit.read_text().splitlines() if line.startswith("WatchdogSec=")]
    assert int(watchdog.partition("=")[2]) < PASSED_AFTER_S


def test_the_same_version_can_pass_again(folder: Path) -> None:
    before = folder.parent / "0.4.0-abc.passed"
    before.mkdir()
    (before / "3").touch()
    trial = Trial({"COMPANION_TRIAL": str(folder)})
    trial.tick(0.0)
    trial.tick(PASSED_AFTER_S)
    assert list(folder.parent.iterdir()) == [before]


def test_without_a_trial_nothing_happens(tmp_path: Path) -> None:
    trial = Trial({})
    trial.tick(0.0)
    trial.tick(PASSED_AFTER_S)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_renamed_is_told_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trial = Trial({"COMPANION_TRIAL": str(folder / "nowhere")})
    for time_s in (0.0, PASSED_AFTER_S, 2 * PASSED_AFTER_S):
        trial.tick(time_s)
    assert capsys.readouterr().err.count("cannot be kept") == 1
