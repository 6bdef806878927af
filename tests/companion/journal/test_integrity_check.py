"""Tests of the integrity check before a journal is opened: log, length, small journals.

A small journal is checked from beginning to end.
"""

import shutil
import struct
from itertools import pairwise
from pathlib import Path

import pytest

from companion.journal import Journal, integrity_check, wal
from companion.journal.errors import DamagedError
from companion.journal.high_water import HighWaterMark
from companion.journal.integrity_check import check_before_opening, check_length
from companion.journal.wal import FRAME_HEADER_BYTES, HEADER_BYTES, LogState, has_log, log_path, log_state

PAGE = 4096
FRAME = FRAME_HEADER_BYTES + PAGE


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal as a killed companion leaves it: one game in the file, more of it in the log."""
    path = tmp_path / "played" / "games.sqlite"
    path.parent.mkdir()
    journal = Journal.open(path)
    game = journal.start("some-game", "event 0")
    journal.close()
    journal = Journal.open(path)
    for number in range(1, 10):
        journal.append(game, f"event {number}")
    left = shutil.copytree(path.parent, tmp_path / "left") / path.name
    journal.close()
    return left


@pytest.fixture
def closed(path: Path) -> Path:
    """Return the same without a log."""
    Journal.open(path).close()
    assert not has_log(path)
    return path


def change(file: Path, old: bytes, new: bytes) -> None:
    data = file.read_bytes()
    assert old in data
    file.write_bytes(data.replace(old, new))


def test_a_sound_journal_passes_with_and_without_a_log(path: Path) -> None:
    check_before_opening(path)
    check_before_opening(path, 10)
    assert has_log(path), "nothing is taken over from it"
    Journal.open(path).close()
    check_before_opening(path, 10)


def test_an_empty_journal_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.touch()
    check_before_opening(path)
    with pytest.raises(DamagedError):
        check_before_opening(path, 1)


def test_a_journal_with_fewer_entries_than_it_has_had_is_damaged(closed: Path) -> None:
    check_before_opening(closed, 10)
    with pytest.raises(DamagedError):
        check_before_opening(closed, 11)


def test_a_small_journal_is_looked_through_and_a_large_one_is_not(
    closed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(closed, b"event 4", b"event x")
    with pytest.raises(DamagedError) as error:
        check_before_opening(closed)
    assert str(closed) in str(error.value)
    monkeypatch.setattr(integrity_check, "SMALL_BYTES", closed.stat().st_size - 1)
    check_before_opening(closed)


def test_a_damaged_frame_that_counts_is_damage_of_the_log(path: Path) -> None:
    log = log_path(path)
    data = bytearray(log.read_bytes())
    data[HEADER_BYTES + FRAME_HEADER_BYTES + 100] ^= 1
    log.write_bytes(data)
    with pytest.raises(DamagedError) as error:
        check_before_opening(path)
    assert str(log) in str(error.value)


@pytest.mark.parametrize("missing", [1, PAGE, 2 * PAGE])
def test_a_journal_that_ends_before_its_head_says_so_is_damaged(closed: Path, missing: int) -> None:
    check_length(closed)
    closed.write_bytes(closed.read_bytes()[:-missing])
    with pytest.raises(DamagedError):
        check_length(closed)


def test_what_is_missing_at_the_end_may_be_in_the_log(path: Path) -> None:
    pages = path.stat().st_size // PAGE
    state = log_state(path)
    assert state.length == pages
    assert state.pages
    for page in range(pages, 1, -1):
        path.write_bytes(path.read_bytes()[: (page - 1) * PAGE])
        if set(range(page, pages + 1)) <= state.pages:
            check_length(path)
        else:
            with pytest.raises(DamagedError):
                check_length(path)


@pytest.mark.parametrize("length", [1, 50, 99])
def test_of_a_journal_without_a_whole_head_nothing_counts(closed: Path, length: int) -> None:
    closed.write_bytes(closed.read_bytes()[:length])
    with pytest.raises(DamagedError):
        check_length(closed)


def test_where_there_is_nothing_nothing_is_wrong(tmp_path: Path) -> None:
    check_length(tmp_path / "games.sqlite")


# --- the log ----------------------------------------------------------------------------------------------------------


def test_all_frames_of_a_sound_log_count(path: Path) -> None:
    state = log_state(path)
    frames = (log_path(path).stat().st_size - HEADER_BYTES) // FRAME
    assert frames >= 9
    assert (state.left, state.broken) == (b"", False)
    assert state.pages <= set(range(1, state.length + 1))


@pytest.mark.parametrize("size", [0, 1, HEADER_BYTES - 1])
def test_a_log_without_a_whole_head_says_nothing(path: Path, size: int) -> None:
    log_path(path).write_bytes(log_path(path).read_bytes()[:size])
    state = log_state(path)
    assert (state.left, state.broken, state.length) == (b"", False, 0)
    assert has_log(path) == (size > 0)


def test_a_head_that_is_no_logs_is_damage_if_anything_follows(path: Path) -> None:
    log = log_path(path)
    data = log.read_bytes()
    log.write_bytes(b"x" * HEADER_BYTES + data[HEADER_BYTES:])
    state = log_state(path)
    assert state.broken
    assert state.left == data[HEADER_BYTES:]
    log.write_bytes(b"x" * HEADER_BYTES + bytes(100))
    assert not log_state(path).broken


def test_a_head_with_a_wrong_number_or_a_wrong_sum_is_no_logs(path: Path) -> None:
    log = log_path(path)
    data = log.read_bytes()
    # A sum that is right for a number that is not, as SQLite would have worked it out.
    other = bytes([data[0] ^ 1]) + data[1:24]
    sums = struct.pack(">2I", *wal._sums(other, (0, 0), "<"))
    for head in (other + sums, data[:28] + b"oops"):
        log.write_bytes(head + data[HEADER_BYTES:])
        assert log_state(path) == LogState(data[HEADER_BYTES:], broken=True)


@pytest.mark.parametrize("missing", [1, 100, FRAME])
def test_a_last_frame_that_was_never_finished_is_as_none(path: Path, missing: int) -> None:
    log = log_path(path)
    data = log.read_bytes()
    log.write_bytes(data[:-FRAME])
    without = log_state(path)
    log.write_bytes(data[:-missing])
    assert log_state(path) == without


def test_of_frames_that_were_written_together_none_counts_without_the_last(path: Path) -> None:
    data = log_path(path).read_bytes()
    frames = range(HEADER_BYTES, len(data), FRAME)
    ends = [frame for frame in frames if int.from_bytes(data[frame + 4 : frame + 8], "big")]
    together = next((first, last) for first, last in pairwise(ends) if last - first > FRAME)
    whole = log_state(path)
    log_path(path).write_bytes(data[: together[1]])
    cut = log_state(path)
    assert not cut.broken
    log_path(path).write_bytes(data[: together[0] + FRAME])
    assert (cut.pages, cut.length) == (log_state(path).pages, log_state(path).length)
    assert cut.pages <= whole.pages


def test_a_damaged_frame_leaves_it_and_all_behind_it(path: Path) -> None:
    log = log_path(path)
    data = bytearray(log.read_bytes())
    third = HEADER_BYTES + 2 * FRAME
    data[third + FRAME_HEADER_BYTES] ^= 1
    log.write_bytes(data)
    state = log_state(path)
    assert state.broken
    assert state.left == data[third:]


@pytest.mark.parametrize(("salts", "broken"), [(b"oldsalts", True), (None, False)])
def test_a_frame_of_another_log_is_old_unless_one_that_counts_lies_behind(
    path: Path, salts: bytes | None, broken: bool
) -> None:
    log = log_path(path)
    data = bytearray(log.read_bytes())
    frames = range(HEADER_BYTES, len(data), FRAME)
    # One frame in the middle, or all from there.
    for frame in frames[3:4] if salts else frames[3:]:
        data[frame + 8 : frame + 16] = salts or b"oldsalts"
    log.write_bytes(data)
    state = log_state(path)
    assert state.broken == broken
    assert state.left == data[frames[3] :]


def test_a_frame_with_one_of_two_salts_is_damaged(path: Path) -> None:
    log = log_path(path)
    data = bytearray(log.read_bytes())
    frames = range(HEADER_BYTES, len(data), FRAME)
    for frame in frames[3:]:
        data[frame + 8 : frame + 12] = b"old!"
    log.write_bytes(data)
    assert log_state(path).broken


# --- the mark ---------------------------------------------------------------------------------------------------------


def test_a_mark_is_read_as_it_was_written_until_it_is_removed(tmp_path: Path) -> None:
    mark = HighWaterMark(tmp_path / "games.sqlite")
    assert mark.read() == 0
    for entries in (7, 123456, 3):
        mark.write(entries)
        assert mark.read() == entries
    mark.remove()
    assert mark.read() == 0
    mark.remove()
