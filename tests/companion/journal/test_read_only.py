"""A journal that may be read but not written, and one on a disk that is really full."""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Journal
from tests.companion.journal.damage import found, played

#: Nobody's number, who owns nothing.
NOBODY = 65534
#: The root gives its rights away once everything is loaded.
LOOK = f"""
import json, os, sys
from pathlib import Path
from companion.journal import Journal
from companion.journal.choosing import kept_games
if os.getuid() == 0:
    os.setgid({NOBODY})
    os.setuid({NOBODY})
journal = Journal.open(Path(sys.argv[1]))
unfinished = journal.latest_unfinished()
listed = {{game.id: game.events for game in kept_games(Path(sys.argv[1]))[0]}}
print(json.dumps([journal.warning, unfinished and journal.events(unfinished.id), listed]))
journal.close()
"""


def read_as_other_user(path: Path) -> list[object]:
    """Return what a companion sees whose user may read the journal but not write."""
    run = subprocess.run([sys.executable, "-c", LOOK, str(path)], check=True, capture_output=True, text=True)
    told: list[object] = json.loads(run.stdout)
    return told


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """Return a folder into which everybody can look, as its own folders up to the root."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.slow
@pytest.mark.parametrize("killed", [False, True])
def test_a_journal_that_may_only_be_read_lists_its_games_and_says_so_at_once(killed: bool, open_folder: Path) -> None:
    path = open_folder / "games.sqlite"
    truth = played(path, games=2)
    if killed:
        # The last game is still in the log.
        journal = Journal.open(path)
        game = journal.start("some-game", "0")
        copy = shutil.copytree(open_folder, open_folder / "copy")
        journal.close()
        path, truth = copy / path.name, {**truth, game: ("0",)}
    for file in path.parent.glob("games.*"):
        file.chmod(0o444)
    path.parent.chmod(0o555)
    try:
        warning, events, listed = read_as_other_user(path)
    finally:
        path.parent.chmod(0o755)
    assert "memory only" in str(warning)
    assert events == list(truth[max(truth)])
    assert listed == {str(number): list(events) for number, events in truth.items()}


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Return a file system of half a megabyte, where the test may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    done = mount and subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=512k", "tmpfs", folder], check=False, capture_output=True
    )
    if not done or done.returncode:
        pytest.skip("this user may not mount a file system")
    yield folder
    subprocess.run(["umount", folder], check=True)


def test_on_a_disk_that_is_really_full_no_event_is_lost(small_disk: Path) -> None:
    path = small_disk / "games.sqlite"
    journal = Journal.open(path)
    game = journal.start("some-game", "0")
    journal.append(game, "1")
    with (small_disk / "something large").open("wb", buffering=0) as large:
        size = 65536
        while size:
            try:
                large.write(bytes(size))
            except OSError:
                size //= 2
    for number in range(2, 60):
        journal.append(game, str(number))
    assert "memory only" in (journal.warning or "")
    assert journal.unwritten > 0
    (small_disk / "something large").unlink()
    journal.append(game, "60")
    assert journal.warning is None
    journal.finish(game, "over")
    journal.close()
    assert found(path) == ({game: tuple(map(str, range(61)))}, "")
