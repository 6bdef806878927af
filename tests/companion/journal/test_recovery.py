"""Tests of reading a journal without SQLite, and of the report about it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.device.checks.finding import Severity
from companion.journal import Journal
from companion.journal import recovery as salvage_module
from companion.journal.backups import BackupWorker
from companion.journal.checks import journal as journal_findings
from companion.journal.entries import Entry, EntryKind, KeptGame
from companion.journal.errors import DamagedError, JournalError
from companion.journal.file import JournalFile, row_checksum
from companion.journal.recovery import Salvaged, salvage
from companion.journal.repair import Rescue, rescue

#: Around the lengths from which on SQLite cuts a row into pages, and how it does.
LENGTHS = (1, 40, 118, 119, 120, *range(4000, 4070), 4500, 5000, *range(8095, 8135), 8160, 8200, 12250, 12300, 70000)


def game(number: int, *texts: str) -> KeptGame:
    entries = (Entry(EntryKind.EVENT, text, 1000.0 + place) for place, text in enumerate(texts))
    return KeptGame(number, "some-game", tuple(entries))


@pytest.mark.parametrize("number", [1, 2, 127, 128, 300, 70000, 3_000_000])
def test_rows_of_every_length_and_number_are_found(number: int, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    kept = game(number, *("x" * length for length in LENGTHS))
    with closing(JournalFile.open(path)) as file:
        file.put([kept])
    assert salvage(path).games() == (kept,)
    # Without its head nobody can tell the length of its pages: the usual one counts.
    path.write_bytes(bytes(100) + path.read_bytes()[100:])
    assert salvage(path).games() == (kept,)


@pytest.mark.parametrize("page_bytes", [512, 1024, 8192, 32768])
def test_rows_are_found_whatever_the_length_of_pages(page_bytes: int, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    kept = game(2, *("x" * length for length in (*range(400, 520), *LENGTHS)))
    with closing(JournalFile.open(path)) as file:
        file.put([kept])
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for change in ("PRAGMA journal_mode = DELETE", f"PRAGMA page_size = {page_bytes}", "VACUUM"):
            database.execute(change)
    assert int.from_bytes(path.read_bytes()[16:18], "big") == page_bytes
    assert salvage(path).games() == (kept,)
    # The same of the log alone.
    with closing(JournalFile.open(path)) as file:
        added = file.add("some-game", kept.entries)
        (tmp_path / "other.sqlite-wal").write_bytes(Path(f"{path}-wal").read_bytes())
    assert added in salvage(tmp_path / "other.sqlite").games()


@pytest.mark.parametrize("number", [1, 2, 127, 128, 300, 70000, 3_000_000])
def test_the_kind_of_a_game_is_known_from_its_line_where_the_index_is_gone(number: int, tmp_path: Path) -> None:
    path, kept = tmp_path / "games.sqlite", game(number, "a")
    with closing(JournalFile.open(path)) as file:
        file.put([kept])
    with closing(sqlite3.connect(path)) as database:
        database.execute("DROP INDEX games_again")
        database.execute("VACUUM")
    assert salvage(path).games() == (kept,)


def test_a_row_that_is_cut_off_anywhere_hides_no_other(tmp_path: Path) -> None:
    path, kept = tmp_path / "games.sqlite", game(1, "first", "second", "third")
    with closing(JournalFile.open(path)) as file:
        file.put([kept])
    data = path.read_bytes()
    # Rows fill their page from its end: the one written first lies last.
    begins, ends = data.index(b"third") - 30, data.index(b"first") + 5
    for end in range(begins, ends):
        (tmp_path / "cut.sqlite").write_bytes(data[:end])
        found = salvage(tmp_path / "cut.sqlite").entries.get(1, {})
        whole = [entry.text for entry in kept.entries if data.index(entry.text.encode()) + 30 < end]
        assert {entry.text for entry in found.values()} >= set(whole)


def test_the_highest_entry_and_the_sound_beginning_of_each_game() -> None:
    entries = {number: Entry(EntryKind.EVENT, str(number), 1000.0 - number) for number in (1, 2, 4)}
    found = Salvaged({5: "some-game", 6: "some-game", 7: "some-game"}, {5: entries, 6: {1: entries[1]}, 7: {}})
    assert [found.highest(number) for number in (5, 6, 8)] == [4, 1, 0]
    assert [(kept.id, kept.events) for kept in found.games()] == [(5, ("1", "2")), (6, ("1",))], "last played last"


def test_a_row_longer_than_any_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, kept = tmp_path / "games.sqlite", game(1, "a", "x" * 9000)
    with closing(JournalFile.open(path)) as file:
        file.put([kept])
    monkeypatch.setattr(salvage_module, "_LONGEST_ROW", 9000)
    assert salvage(path).games() == (game(1, "a"),)


def test_of_the_same_entry_in_file_and_log_that_of_the_file_counts(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    for name, text in (("games", "in the file"), ("other", "in the log")):
        with closing(JournalFile.open(tmp_path / f"{name}.sqlite")) as file:
            file.put([game(1, text)])
    with closing(JournalFile.open(tmp_path / "third.sqlite")) as file:
        file.add("some-game", game(1, "in the log").entries)
        (tmp_path / "games.sqlite-wal").write_bytes((tmp_path / "third.sqlite-wal").read_bytes())
    (found,) = salvage(path).games()
    assert found.events == ("in the file",)


def test_rows_of_the_log_are_found_without_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    journal = Journal.open(path)
    number = journal.start("some-game", "begun")
    for length in LENGTHS:
        journal.append(number, "x" * length)
    (tmp_path / "other.sqlite-wal").write_bytes(Path(f"{path}-wal").read_bytes())
    journal.close()
    (found,) = salvage(tmp_path / "other.sqlite").games()
    assert [len(event) for event in found.events] == [5, *LENGTHS]


def test_where_there_is_neither_journal_nor_log_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="there is no such file"):
        salvage(tmp_path / "games.sqlite")


@pytest.mark.parametrize(
    ("cut", "told"),
    [
        ((), "4 games were saved as far as they can be read."),
        ((4, 3, 2), "Game 2 is damaged: it goes on after its first 2 entries."),
        ((4, 3, 2, 1), "1 other game is shortened, too."),
    ],
)
def test_three_shortened_games_are_named_and_more_are_counted(cut: tuple[int, ...], told: str) -> None:
    games = tuple(game(number, *"x" * number) for number in (1, 2, 3, 4))
    sentences = Rescue(games, cut).told()
    assert sentences.endswith(told)
    assert ("shortened" in sentences) == (len(cut) > 3)
    assert ("backup" in sentences, "could not" in sentences) == (False, False)


def test_what_comes_from_a_backup_and_what_is_lost_is_told() -> None:
    told = Rescue((game(1, "x"),), lost=2, from_backup=True).told()
    assert told == (
        "1 game was saved as far as it can be read. Some of it comes from the backup. 2 games could not be saved."
    )


# --- the doctor -------------------------------------------------------------------------------------------------------


def test_the_doctor_makes_no_journal_counts_the_games_and_lets_go_of_it(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    (finding,) = journal_findings(path)
    assert "no game has been played yet" in finding.text
    assert list(tmp_path.iterdir()) == []
    journal = Journal.open(path)
    journal.finish(journal.start("some-game", "a"), "over")
    journal.start("some-game", "b")
    journal.close()
    (finding,) = journal_findings(path)
    assert finding.severity is Severity.OK
    assert finding.text.startswith("2 games, 1 of them finished")
    assert Journal.open(path).warning is None, "nobody else uses it"


def test_the_doctor_says_what_is_wrong_with_a_journal_that_is_gone_beside_its_backup(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    journal = Journal.open(path)
    journal.finish(journal.start("some-game", "a"), "over")
    journal.close()
    path.unlink()
    (finding,) = journal_findings(path)
    assert finding.severity is Severity.WRONG
    assert "was missing" in finding.text


# --- what is missing --------------------------------------------------------------------------------------------------


def insert(path: Path, kept: KeptGame, numbers: range) -> None:
    """Write a game's line and those of its entries, as damage may leave them."""
    with closing(JournalFile.open(path)), closing(sqlite3.connect(path)) as database, database:
        values: tuple[object, ...] = (kept.id, kept.kind)
        database.execute("INSERT INTO games (id, kind, checksum) VALUES (?, ?, ?)", (*values, row_checksum(*values)))
        for number in numbers:
            entry = kept.entries[number - 1]
            values = (kept.id, number, str(entry.kind), entry.text, entry.at)
            database.execute(
                "INSERT INTO entries (game, number, kind, text, at, checksum) VALUES (?, ?, ?, ?, ?, ?)",
                (*values, row_checksum(*values)),
            )


def test_a_game_without_its_first_entry_is_lost_unless_it_is_known(tmp_path: Path) -> None:
    path, kept = tmp_path / "games.sqlite", game(7, "a", "b", "c")
    insert(path, kept, range(2, 4))
    assert rescue(path) == Rescue((), (), 1)
    assert rescue(path, [kept]) == Rescue((kept,))
    assert rescue(path, [game(8, "x")]) == Rescue((game(8, "x"),), (), 1)


def test_a_game_without_any_entry_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    insert(path, game(7, "a"), range(1, 1))
    with closing(JournalFile.open(path)) as file:
        for read in (lambda: file.game(7), file.records, file.check):
            with pytest.raises(DamagedError):
                read()
        with pytest.raises(KeyError):
            file.game(8)


def test_a_finished_game_is_backed_up_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Path] = []
    monkeypatch.setattr(BackupWorker, "back_up", lambda self: begun.append(self._path))
    journal = Journal.open(tmp_path / "games.sqlite")
    journal.finish(journal.start("some-game", "a"), "over")
    assert len(begun) == 1
    journal.append(journal.start("some-game", "b"), "c")
    journal.close()
    assert len(begun) == 1
