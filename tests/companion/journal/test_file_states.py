"""Tests of every state of the journal's files: no readable event is ever lost.

It does not matter what opens them. The files are the journal, its log, the log's index, its backups and the
mark of how much there was; each may be whole, missing, empty or cut off. Their content is read from the files'
bytes, not by the companion.
"""

import json
import random
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest

from companion.journal import Journal, file, integrity_check
from companion.journal.backups import backup_paths
from companion.journal.choosing import kept_games
from companion.journal.claim import claimed
from companion.journal.entries import Entry, EntryKind, KeptGame
from companion.journal.errors import JournalError, damaged
from companion.journal.file import JournalFile
from companion.journal.high_water import HighWaterMark
from companion.journal.wal import log_state
from companion.main import main

#: Nothing else in a file looks like an event.
EVENT = re.compile(rb"<(\d+):(\d+)>")
#: What follows an event, at most: without it it is cut off.
TIME_AND_CHECKSUM_BYTES = 14
#: Number of games in the file.
GAMES = 5
#: Number of events in each game.
EVENTS = 40
PAGE = 4096


@dataclass(frozen=True)
class State:
    """State of each of the files."""

    main: str
    log: str
    index: str
    backups: str
    mark: bool

    def __str__(self) -> str:
        return "-".join((self.main, self.log, self.index, self.backups, "mark" if self.mark else "none"))


MAINS = ("whole", "missing", "empty", "head cut", "one page", "half", "last page missing")
LOGS = ("whole", "missing", "empty", "head cut", "half")
INDEXES = ("whole", "missing", "empty", "half")
BACKUPS = ("whole", "missing", "empty", "half")
ALL = [State(*state) for state in product(MAINS, LOGS, INDEXES, BACKUPS, (True, False))]
#: Each state of the files that hold events with each other's, and some of all the others.
USUAL = [
    *(State(*state, True) for state in product(MAINS, ("whole", "missing"), ("whole",), ("whole", "missing", "half"))),
    *random.Random(1).sample(ALL, 20),
]


def spoil(path: Path, state: str) -> None:
    """Bring one file into its state."""
    if state == "missing":
        path.unlink(missing_ok=True)
    elif state != "whole" and path.exists():
        size = path.stat().st_size
        cuts = {"empty": 0, "head cut": 20, "one page": PAGE, "half": size // 2 + 7, "last page missing": size - PAGE}
        path.write_bytes(path.read_bytes()[: cuts[state]])


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of a companion that was killed in its fifth game, part of it only in the log."""
    path = tmp_path_factory.mktemp("played") / "games.sqlite"
    for game in range(1, GAMES + 1):
        journal = Journal.open(path)
        number = journal.start("some-game", f"<{game}:0>")
        for event in range(1, EVENTS):
            journal.append(number, f"<{game}:{event}>")
        if game < GAMES:
            journal.finish(number, "over")
            journal.close()
    folder = shutil.copytree(path.parent, tmp_path_factory.mktemp("left") / "open")
    journal.close()
    assert len(readable(folder)) == GAMES * EVENTS
    return folder


def readable(folder: Path, followed_by: int = 0) -> set[tuple[int, int]]:
    """Return the events in any of the files, with `followed_by` bytes behind them."""
    return {
        (int(match[1]), int(match[2]))
        for path in folder.iterdir()
        for data in [path.read_bytes()]
        for match in EVENT.finditer(data, 0, max(0, len(data) - followed_by))
    }


def complete_prefixes(events: set[tuple[int, int]]) -> dict[str, int]:
    """Return the number of events of each game up to the first missing one.

    The key is the game's first event.
    """
    lengths = {}
    for game in {game for game, number in events if number == 0}:
        length = 0
        while (game, length) in events:
            length += 1
        lengths[f"<{game}:0>"] = length
    return lengths


def known_kind(folder: Path) -> bool:
    """Return True if any file gives the kind of the game."""
    return any(b"some-game" in path.read_bytes() for path in folder.iterdir())


def in_state(state: State, left: Path, folder: Path) -> Path:
    """Return the journal's path in a folder with files in this state."""
    path = shutil.copytree(left, folder) / left.joinpath("games.sqlite").name
    spoil(path, state.main)
    spoil(Path(f"{path}-wal"), state.log)
    spoil(Path(f"{path}-shm"), state.index)
    for backup in backup_paths(path):
        spoil(backup, state.backups)
    if not state.mark:
        spoil(Path(f"{path}.high-water"), "missing")
    return path


def assert_kept(before: set[tuple[int, int]], folder: Path, what: str) -> None:
    assert sorted(before - readable(folder)) == [], f"{what}: these are in no file any more"


def list_and_play(path: Path) -> dict[str, int]:
    """List the games, then play three more to their end; return the list.

    Each of the three is backed up.
    """
    journal = Journal.open(path)
    listed = {journal.events(record.id)[0]: len(journal.events(record.id)) for record in journal.games()}
    journal.close()
    for game in range(3):
        journal = Journal.open(path)
        number = journal.start("some-game", f"new {game}")
        journal.finish(number, "over")
        journal.close()
        assert journal.unwritten == 0
    return listed


def assert_nothing_is_lost(state: State, left: Path, folder: Path) -> None:
    path = in_state(state, left, folder / "files")
    kept = readable(path.parent, TIME_AND_CHECKSUM_BYTES)
    expected = complete_prefixes(kept) if known_kind(path.parent) else {}
    listed: dict[str, int] = {}
    with suppress(JournalError):
        listed = {game.events[0]: len(game.events) for game in kept_games(path)[0]}
    assert_kept(kept, path.parent, "listed by the command")
    played = list_and_play(path)
    assert_kept(kept, path.parent, "played on")
    for found in (listed, played):
        assert {game: length for game, length in expected.items() if found.get(game, 0) < length} == {}
    journal = Journal.open(path)
    assert journal.warning is None, "what was mended stays so"
    assert len(journal.games()) == len(played) + 3
    journal.close()
    shutil.rmtree(path.parent)


@pytest.mark.slow
@pytest.mark.parametrize("main", MAINS)
def test_no_event_that_can_be_read_anywhere_is_lost(main: str, left: Path, tmp_path: Path) -> None:
    for state in USUAL:
        if state.main == main:
            assert_nothing_is_lost(state, left, tmp_path)


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("main", MAINS)
def test_no_event_is_lost_in_any_state_of_all_files(main: str, left: Path, tmp_path: Path) -> None:
    for state in ALL:
        if state.main == main:
            assert_nothing_is_lost(state, left, tmp_path)


# --- whatever opens it ------------------------------------------------------------------------------------------------

#: The states of which people tell: a journal that was emptied or deleted, beside its log, its backups or both.
TOLD = [
    State(main, log, "whole", backups, True)
    for main, log, backups in product(("missing", "empty"), ("whole", "missing"), ("whole", "missing"))
    if (log, backups) != ("missing", "missing")
]


def open_twice(path: Path) -> None:
    """A companion that finds another one there."""
    claim, _ = claimed(path)
    assert claim is not None
    with closing(claim):
        journal = Journal.open(path)
        journal.finish(journal.start("some-game", "elsewhere"), "over")
        journal.close()


def take_a_game(path: Path) -> None:
    game = path.parent.parent / "some.jsonl"
    game.write_text(json.dumps({"event": "started"}) + "\n")
    main(["games", "import", str(game), "--journal", str(path)])


def look_at_the_doctor(path: Path) -> None:
    config = path.parent.parent / "config.toml"
    config.write_text(f'[games]\njournal = "{path}"\n')
    main(["doctor", "--config", str(config)])


OPENED: dict[str, Callable[[Path], object]] = {
    "listed": lambda path: main(["games", "--journal", str(path)]),
    "exported": lambda path: main(["games", "export", "1", "--journal", str(path)]),
    "imported": take_a_game,
    "rescued": lambda path: main(["games", "rescue", str(path)]),
    "replayed": lambda path: main(["replay", "--game", "1", "--journal", str(path)]),
    "examined": look_at_the_doctor,
    "opened by a second companion": open_twice,
    "read": lambda path: JournalFile.open(path, read_only=True),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", OPENED)
def test_whatever_opens_the_journal_no_event_is_lost(
    what: str, left: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for state in TOLD:
        path = in_state(state, left, tmp_path / "files")
        kept = readable(path.parent, TIME_AND_CHECKSUM_BYTES)
        with suppress(JournalError):
            OPENED[what](path)
        assert_kept(kept, path.parent, f"{what}, {state}")
        shutil.rmtree(path.parent)
    capsys.readouterr()


def test_the_games_of_an_emptied_journal_are_listed_and_that_is_said(
    left: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = in_state(State("empty", "whole", "whole", "whole", True), left, tmp_path / "files")
    assert main(["games", "--json", "--journal", str(path)]) == 0
    told = capsys.readouterr()
    assert [game["id"] for game in json.loads(told.out)["games"]] == [5, 4, 3, 2, 1]
    assert "damaged" in told.err


def test_an_event_of_a_log_whose_journal_is_gone_is_rescued(
    left: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = in_state(State("missing", "whole", "whole", "missing", True), left, tmp_path / "files")
    assert main(["games", "rescue", str(path)]) == 0
    assert "saved" in capsys.readouterr().out
    games, _ = kept_games(path.with_name("games.rescued.sqlite"))
    assert {game.events[0]: len(game.events) for game in games} == complete_prefixes(readable(path.parent))


# --- backups and what is shorter --------------------------------------------------------------------------------------


def games_in(path: Path) -> set[tuple[str, ...]]:
    with closing(JournalFile.open(path, read_only=True)) as file:
        return {game.events for game in file.read()}


def finish_games(path: Path, *names: str) -> None:
    for name in names:
        journal = Journal.open(path)
        journal.finish(journal.start("some-game", name), "over")
        journal.close()


def test_a_journal_shorter_than_its_backups_is_set_aside_and_joined_with_them(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    finish_games(path, "one")
    older = path.read_bytes()
    finish_games(path, "two", "three")
    path.write_bytes(older)
    journal = Journal.open(path)
    assert "damaged-1" in (journal.warning or "")
    assert [journal.events(record.id) for record in journal.games()] == [("three",), ("two",), ("one",)]
    journal.close()
    assert path.with_name("games.damaged-1.sqlite").read_bytes() == older
    assert Journal.open(path).warning is None


def test_of_another_journal_that_was_put_in_its_place_no_game_is_lost_nor_of_its_backups(tmp_path: Path) -> None:
    path, other = tmp_path / "games.sqlite", tmp_path / "other" / "games.sqlite"
    other.parent.mkdir()
    finish_games(path, "one", "two", "three")
    finish_games(other, "uno", "due")
    path.write_bytes(other.read_bytes())
    finish_games(path, "new 1", "new 2", "new 3", "new 4")
    everywhere = set().union(*(games_in(file) for file in tmp_path.glob("games*.sqlite")))
    assert {(name,) for name in ("one", "two", "three", "uno", "due")} <= everywhere
    # Games 1 and 2 are both journals': those of the other are the ones that are listed.
    assert {("uno",), ("due",), ("three",)} <= games_in(path)
    kept = list(tmp_path.glob("games.backup-3.kept-*.sqlite"))
    assert ("one",) in set().union(*(games_in(file) for file in kept))


def test_backups_that_say_nothing_new_are_let_go(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    finish_games(path, *map(str, range(6)))
    assert sorted(file.name for file in tmp_path.glob("*backup*")) == [
        f"games.backup-{number}.sqlite" for number in (1, 2, 3)
    ]


def test_two_logs_that_are_set_aside_are_both_kept(left: Path, tmp_path: Path) -> None:
    path = in_state(State("missing", "whole", "whole", "missing", True), left, tmp_path / "files")
    log = Path(f"{path}-wal").read_bytes()
    for number in (1, 2):
        path.unlink(missing_ok=True)
        Path(f"{path}-wal").write_bytes(log[: len(log) // number])
        Journal.open(path).close()
        assert path.with_name(f"games.damaged-{number}.sqlite-wal").stat().st_size == len(log) // number


@pytest.mark.parametrize("content", [b"", b"x" * 5000])
def test_a_mended_journal_that_is_damaged_is_not_put_in_place_of_a_sound_one(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    finish_games(path, "one")
    path.with_name("games.mended.sqlite").write_bytes(content)
    journal = Journal.open(path)
    assert [journal.events(record.id) for record in journal.games()] == [("one",)]
    assert journal.warning is None
    journal.close()
    assert path.with_name("games.mended.damaged-1.sqlite").read_bytes() == content


def test_a_large_journal_whose_end_is_missing_is_not_opened_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(integrity_check, "SMALL_BYTES", 0)
    path = tmp_path / "games.sqlite"
    finish_games(path, *("much " * 400 + str(number) for number in range(20)))
    for backup in backup_paths(path):
        backup.unlink()
    cut = path.read_bytes()[:-PAGE]
    path.write_bytes(cut)
    journal = Journal.open(path)
    assert "damaged" in (journal.warning or "")
    journal.close()
    assert path.with_name("games.damaged-1.sqlite").read_bytes() == cut


def test_a_journal_whose_end_is_in_its_log_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(integrity_check, "SMALL_BYTES", 0)
    path = tmp_path / "games.sqlite"
    journal = Journal.open(path)
    game = journal.start("some-game", "0")
    for number in range(30):
        journal.append(game, f"{number} " * 300)
    copy = shutil.copytree(tmp_path, tmp_path / "killed") / path.name
    journal.close()
    assert copy.stat().st_size < path.stat().st_size
    again = Journal.open(copy)
    assert again.warning is None
    assert len(again.events(game)) == 31
    again.close()


#: So long that a page holds a few of them.
LONG = "<1:{}>" + "." * 500


@pytest.fixture
def restarted_log(tmp_path: Path) -> tuple[Path, bytes]:
    """Journal left by a kill, with a log begun anew over old frames, and its earlier file.

    The earlier file is from before these frames came there.
    """
    path = tmp_path / "played" / "games.sqlite"
    path.parent.mkdir()
    journal = Journal.open(path)
    game = journal.start("some-game", "<1:0>")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA wal_checkpoint(FULL)")
        before = path.read_bytes()
        for number in range(1, 30):
            journal.append(game, LONG.format(number))
        other.execute("PRAGMA wal_checkpoint(FULL)")
        journal.append(game, LONG.format(30))
        folder = shutil.copytree(path.parent, tmp_path / "left")
    journal.close()
    HighWaterMark(folder / path.name).remove()
    return folder / path.name, before


def test_old_frames_behind_those_that_count_are_no_damage(restarted_log: tuple[Path, bytes]) -> None:
    path, _ = restarted_log
    state = log_state(path)
    assert len(state.left) > 20 * PAGE
    assert not state.broken
    journal = Journal.open(path)
    assert journal.warning is None
    assert len(journal.events(1)) == 31
    journal.close()


def test_what_only_old_frames_hold_is_saved(restarted_log: tuple[Path, bytes]) -> None:
    path, before = restarted_log
    path.write_bytes(before)
    journal = Journal.open(path)
    assert "damaged" in (journal.warning or "")
    assert journal.events(1) == ("<1:0>", *(LONG.format(number) for number in range(1, 31)))
    journal.close()


# --- the list, and what never ends ------------------------------------------------------------------------------------


def test_a_file_that_mending_does_not_cure_is_listed_as_far_as_memory_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.sqlite"
    finish_games(path, "one")
    journal = Journal.open(path)
    game = journal.start("some-game", "two")

    def never(self: JournalFile) -> None:
        raise damaged(self.path)

    monkeypatch.setattr(JournalFile, "records", never)
    assert [record.id for record in journal.games()] == [game]
    journal.close()
    assert len(list(tmp_path.glob("games.damaged-*.sqlite"))) == 1


def test_of_many_games_a_page_is_read_and_of_the_others_the_first_and_last_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.sqlite"
    entries = tuple(Entry(EntryKind.EVENT, f"event {number}", float(number)) for number in range(100))
    with closing(JournalFile.open(path)) as written:
        written.put(KeptGame(number, "some-game", entries) for number in range(1, 101))
    read: list[object] = []
    row_checksum = file.row_checksum

    def counting(*values: object) -> int:
        read.append(values)
        return row_checksum(*values)

    monkeypatch.setattr(file, "row_checksum", counting)
    games, number = kept_games(path, 2, 10)
    assert ([game.id for game in games], number) == (list(range(90, 80, -1)), 100)
    assert len(read) == 10 * (len(entries) + 1)
    read.clear()
    with closing(JournalFile.open(path)) as opened:
        records = opened.records()
    assert [(record.id, record.events) for record in records] == [(game, 100) for game in range(1, 101)]
    assert len(read) == 3 * 100


@pytest.mark.slow
@pytest.mark.parametrize("killed_at", ["write_new", "replace"])
def test_a_rescue_that_is_killed_leaves_nothing_half_written(killed_at: str, left: Path, tmp_path: Path) -> None:
    path = in_state(State("last page missing", "missing", "missing", "missing", False), left, tmp_path / "files")
    before = {name.name for name in path.parent.iterdir()}
    script = f"""
import os, sys
from pathlib import Path
from companion.journal import repair
from companion.journal.file import JournalFile
from companion.journal.high_water import HighWaterMark
from companion.journal.wal import log_state
from companion.main import main
put = JournalFile.put
def die(*_): os._exit(9)
def put_and_die(self, games):
    put(self, list(games)[:1])
    die()
if {killed_at!r} == "replace":
    Path.replace = die
else:
    JournalFile.put = put_and_die
main(["games", "rescue", sys.argv[1]])
"""
    run = subprocess.run([sys.executable, "-c", script, str(path)], check=False, capture_output=True)
    assert run.returncode == 9
    new = path.with_name("games.rescued.sqlite")
    assert not new.exists()
    # The next one is not hindered by it, and clears it away.
    assert main(["games", "rescue", str(path)]) == 0
    assert {name.name for name in path.parent.iterdir()} == before | {new.name}
    assert kept_games(new)[1] > 0
