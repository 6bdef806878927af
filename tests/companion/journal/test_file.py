"""The journal's file holds its entries, names what it lacks, and refuses bad content.

What it lacks is compared with another file; bad content is not as it was written.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.entries import Entry, EntryKind, GameLine, GameRecord, KeptGame, PackedGame
from companion.journal.errors import ConflictError, DamagedError, JournalError, MovedError
from companion.journal.file import JournalFile

A = Entry(EntryKind.EVENT, "a", 1.0)
B = Entry(EntryKind.EVENT, "b", 2.0)
UNDO = Entry(EntryKind.UNDO, "1", 3.0)
OVER = Entry(EntryKind.FINISH, "red wins", 4.0)
OPEN = KeptGame(1, "chess", (A, B))
FINISHED = KeptGame(4, "halma", (A, OVER))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture
def file(path: Path) -> Iterator[JournalFile]:
    """Return a journal with a game that is over, and one that is not and was played last."""
    with closing(JournalFile.open(path)) as file:
        file.put([FINISHED, OPEN])
        yield file


def written(path: Path, *games: KeptGame) -> Path:
    with closing(JournalFile.open(path)) as file:
        file.put(games)
    return path


def changed(path: Path, *changes: str) -> None:
    """Change a journal's file as damage or another program does."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for trigger in ("entries_stay", "entries_are_kept"):
            database.execute(f"DROP TRIGGER IF EXISTS {trigger}")
        for change in changes:
            database.execute(change)


# --- what it holds ----------------------------------------------------------------------------------------------------


def test_what_was_put_is_there_at_a_glance_in_lines_and_as_a_whole(file: JournalFile) -> None:
    assert file.read() == (FINISHED, OPEN)
    assert (file.highest(), file.length()) == (4, 4)
    assert file.last_places() == {4: 2, 1: 4}
    assert file.unfinished() == (GameLine(1, "chess", False),)
    assert file.records() == (FINISHED.record, OPEN.record)
    assert [file.kind(number) for number in (1, 2, 4)] == ["chess", None, "halma"]
    assert [file.game(1), file.game(4, 2)] == [OPEN, FINISHED]
    assert file.holds(1, 2, B)
    assert not any((file.holds(1, 2, A), file.holds(1, 3, B), file.holds(2, 2, B)))
    file.check()


def test_a_game_is_read_up_to_the_place_that_is_named(file: JournalFile) -> None:
    assert file.game(1, 3).entries == (A,)


def test_a_line_counts_the_events_that_were_not_taken_back(path: Path) -> None:
    played: list[tuple[Entry, ...]] = [(A,), (A, B, UNDO), (A, B, UNDO, B), (A, UNDO, UNDO, B, OVER), (A, OVER, B)]
    played.append((A, B, B, UNDO, B, OVER, UNDO))
    games = [KeptGame(number, "chess", entries) for number, entries in enumerate(played, 1)]
    with closing(JournalFile.open(path)) as file:
        file.put(games)
        assert file.records() == tuple(game.record for game in games)
    assert [game.record.events for game in games] == [1, 1, 2, 2, 2, 1]
    assert [game.record.finished for game in games] == [False, False, False, True, False, False]
    assert games[3].record == GameRecord(4, "chess", "1970-01-01T00:00:01Z", "1970-01-01T00:00:04Z", 2, "red wins")


def test_a_packed_game_is_as_it_was() -> None:
    assert PackedGame.of(FINISHED).unpacked() == FINISHED
    assert PackedGame.of(FINISHED).record == FINISHED.record


def test_an_empty_file_that_may_only_be_read_holds_nothing(path: Path) -> None:
    path.touch()
    with closing(JournalFile.open(path, read_only=True)) as file:
        assert (file.read(), file.unfinished(), file.last_places(), file.records()) == ((), (), {}, ())
        assert (file.highest(), file.length()) == (0, 0)
        file.check()
    assert path.stat().st_size == 0


def test_a_new_file_holds_nothing_and_begins_with_number_one(path: Path) -> None:
    with closing(JournalFile.open(path)) as file:
        assert (file.highest(), file.length()) == (0, 0)
        assert file.add("chess", (A,)) == KeptGame(1, "chess", (A,))
        assert file.add("chess", (B,)).id == 2
        file.write(KeptGame(1, "chess", (A, B)))
        file.write(KeptGame(1, "chess", (A, B)))
        assert file.game(1).entries == (A, B)
        assert file.length() == 3


def test_what_is_written_is_safe_at_once_and_little_is_kept_in_memory(file: JournalFile) -> None:
    asked = ("journal_mode", "synchronous", "foreign_keys", "cache_size")
    found = [file._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in asked]
    assert found == ["wal", 2, 1, -256]
    assert not Path(f"{file.path}-wal").stat().st_size, "nothing stays in the log of games that were put"


def test_all_or_nothing_is_put(path: Path) -> None:
    with closing(JournalFile.open(path)) as file:
        with pytest.raises(JournalError):
            file.put([OPEN, OPEN])
        assert file.read() == ()
        file.put([OPEN])
        assert file.read() == (OPEN,)


def test_a_copy_is_whole(file: JournalFile, tmp_path: Path) -> None:
    file.copy_to(tmp_path / "copy.sqlite")
    with closing(JournalFile.open(tmp_path / "copy.sqlite", read_only=True)) as copy:
        assert copy.read() == file.read()


def test_who_is_asked_to_stop_stops(path: Path) -> None:
    written(path, *(KeptGame(number, "chess", (A, B) * 20) for number in range(1, 200)))
    asked: list[bool] = []

    def stopped() -> bool:
        asked.append(True)
        return len(asked) > 2

    with closing(JournalFile.open(path, read_only=True, stopped=stopped)) as file:
        with pytest.raises(JournalError) as error:
            file.check()
        assert not isinstance(error.value, DamagedError)
    assert len(asked) == 3


# --- another journal --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("theirs", "lacks", "lacks_any"),
    [
        ((), False, False),
        ((OPEN, FINISHED), False, False),
        ((KeptGame(1, "chess", (A,)),), False, False),
        ((KeptGame(1, "chess", (A, B, UNDO)),), True, True),
        ((KeptGame(7, "chess", (A,)),), True, True),
        # Another game of the same number.
        ((KeptGame(1, "chess", (B, A, A)),), False, True),
        ((KeptGame(1, "chess", (B,)),), False, True),
    ],
)
def test_what_another_journal_has_more(
    file: JournalFile, theirs: tuple[KeptGame, ...], lacks: bool, lacks_any: bool, tmp_path: Path
) -> None:
    other = written(tmp_path / "other.sqlite", *theirs)
    for _ in range(2):
        assert (file.lacks(other), file.lacks_any(other)) == (lacks, lacks_any)


def test_an_empty_journal_lacks_all_that_there_is(file: JournalFile, tmp_path: Path) -> None:
    (tmp_path / "empty.sqlite").touch()
    assert not file.lacks(tmp_path / "empty.sqlite")
    with closing(JournalFile.open(tmp_path / "empty.sqlite", read_only=True)) as empty:
        assert empty.lacks(file.path)
        assert empty.lacks_any(file.path)
        assert not empty.lacks(tmp_path / "empty.sqlite")
        assert empty.lacks(written(tmp_path / "one.sqlite", KeptGame(1, "chess", (A,))))


# --- what is not as it was written ------------------------------------------------------------------------------------

READERS: dict[str, Callable[[JournalFile], object]] = {
    "read": lambda file: file.read(),
    "check": lambda file: file.check(),
    "records": lambda file: file.records(),
    "game": lambda file: file.game(1),
    "kind": lambda file: file.kind(1),
}


@pytest.mark.parametrize(
    ("change", "noticed_by"),
    [
        ("UPDATE games SET kind = 'x' WHERE id = 1", {"read", "check", "records", "game", "kind"}),
        ("UPDATE entries SET text = 'x' WHERE game = 1 AND number = 1", {"read", "check", "records", "game"}),
        ("UPDATE entries SET at = 9 WHERE game = 1 AND number = 2", {"read", "check", "records", "game"}),
        ("UPDATE entries SET kind = 'x' WHERE game = 1 AND number = 2", {"read", "check", "records", "game"}),
        ("DELETE FROM entries WHERE game = 1 AND number = 1", {"read", "check", "records", "game"}),
        ("DELETE FROM entries WHERE game = 1", {"read", "check", "records", "game"}),
        ("DELETE FROM games WHERE id = 1", {"read", "check"}),
        ("UPDATE entries SET game = 9 WHERE game = 1", {"read", "check", "records", "game"}),
    ],
)
def test_what_was_changed_is_noticed_where_it_is_read(change: str, noticed_by: set[str], path: Path) -> None:
    changed(written(path, OPEN, FINISHED), change)
    noticed = set()
    with closing(JournalFile.open(path)) as file:
        for name, reader in READERS.items():
            try:
                reader(file)
            except DamagedError:
                noticed.add(name)
            except KeyError:
                assert "games" in change
    assert noticed == noticed_by


def test_an_index_that_hides_rows_is_noticed_when_all_is_looked_through(path: Path) -> None:
    written(path, OPEN, FINISHED)
    with closing(sqlite3.connect(path)) as database:
        query = "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_entries_1'"
        (page,) = database.execute(query).fetchone()
    data = bytearray(path.read_bytes())
    # The number of rows on the index's page.
    place = (page - 1) * 4096 + 3
    assert data[place : place + 2] == (4).to_bytes(2, "big")
    data[place : place + 2] = bytes(2)
    path.write_bytes(data)
    with closing(JournalFile.open(path, read_only=True)) as file:
        assert len(file.read()) == 2
        with pytest.raises(DamagedError):
            file.check()


def test_nothing_is_written_into_a_file_that_was_moved_or_goes_on_elsewhere(file: JournalFile, tmp_path: Path) -> None:
    with closing(JournalFile.open(file.path)) as other:
        other.write(KeptGame(1, "chess", (A, B, UNDO)))
    assert file.has_own_log()
    with pytest.raises(ConflictError, match="gone on with game 1"):
        file.write(KeptGame(1, "chess", (A, B, OVER)))
    file.write(KeptGame(1, "chess", (A, B, UNDO, OVER)))
    file.path.rename(tmp_path / "elsewhere.sqlite")
    for write in (lambda: file.add("chess", (A,)), lambda: file.write(OPEN)):
        with pytest.raises(MovedError):
            write()


def test_what_another_program_has_spoilt_meanwhile_is_noticed_before_anything_is_written(file: JournalFile) -> None:
    changed(file.path, "UPDATE entries SET text = 'x' WHERE game = 4 AND number = 1", "PRAGMA wal_checkpoint(TRUNCATE)")
    with pytest.raises(DamagedError):
        file.write(KeptGame(1, "chess", (A, B, UNDO)))
