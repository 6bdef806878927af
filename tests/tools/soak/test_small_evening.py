"""Tests of the evening of `./run soak` in small: a killed life, a continued one, the result."""

import json
import os
import signal
from pathlib import Path

import pytest

from companion.journal import Journal
from tools.soak.evening import missing_events
from tools.soak.report import is_hit, live, small_disk, start

pytestmark = pytest.mark.slow


@pytest.mark.thorough
def test_a_killed_life_loses_no_event_that_was_shown(tmp_path: Path) -> None:
    """A killed life loses no event that was shown.

    It runs on a file system of its own if one may be mounted, otherwise in a folder, on which the disk is not
    filled.
    """
    try:
        with small_disk(tmp_path) as disk:
            play_two_lives(tmp_path, disk)
    except OSError:
        play_two_lives(tmp_path, tmp_path / "disk")


def play_two_lives(folder: Path, disk: Path) -> None:
    killed = start(folder, disk, games=1, seed=1)
    assert live(killed, folder, 1.0, signal.SIGKILL) == -signal.SIGKILL
    assert is_hit(disk)
    shown = (folder / "diary.jsonl").read_text().count("\n")
    assert shown > 0
    goes_on = start(folder, disk, games=1, seed=2, events=3)
    assert goes_on.wait(120) == 0, (folder / "errors.txt").read_text()
    assert (folder / "diary.jsonl").read_text().count("\n") >= shown + 3
    journal = Journal.open(disk / "games.sqlite")
    try:
        assert len(journal.games()) == 1, "the killed game went on"
        assert missing_events(journal, folder / "diary.jsonl") == 0
    finally:
        journal.close()


def test_an_event_that_was_shown_and_is_not_kept_is_missed(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    game = journal.start("some-game", '{"type": "first"}')
    journal.append(game, '{"type": "second"}')
    diary = tmp_path / "diary.jsonl"

    def shown(*entries: list[object]) -> int:
        diary.write_text("".join(json.dumps(entry) + os.linesep for entry in entries) + '[1, 2, {"ty')
        return missing_events(journal, diary)

    first, second, third = ([game, number, {"type": name}] for number, name in enumerate(("first", "second", "third")))
    assert shown(first, second) == 0
    assert shown(first, second, third) == 1
    assert shown(first, [game, 1, {"type": "another"}]) == 1
    assert shown([game + 1, 0, {"type": "first"}]) == 1
    # What was taken back is not missed, what came in its place is.
    assert shown(first, second, third, [game, 2, None]) == 0
    assert shown(first, second, third, [game, 1, None], [game, 1, {"type": "another"}]) == 1
    journal.close()
