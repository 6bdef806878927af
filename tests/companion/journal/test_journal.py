"""Tests of the journal: written entries survive anything, and players hear of problems."""

import contextlib
import shutil
import sqlite3
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.journal import GameRecord, Journal, file, integrity_check, schema
from companion.journal.backups import backup_paths
from companion.journal.entries import Entry, EntryKind, KeptGame, PackedGame
from companion.journal.errors import JournalError
from companion.journal.file import JournalFile
from companion.journal.high_water import HighWaterMark
from companion.journal.journal import PAUSE_S
from tests.companion.journal.disk import full_disk

HALF_PAST_SEVEN = 1_795_289_400.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def on_disk(path: Path, game: int = 1) -> tuple[str, ...]:
    """Return the events as another program finds them in the file now."""
    journal = JournalFile.open(path)
    try:
        return next((kept.events for kept in journal.read() if kept.id == game), ())
    finally:
        journal.close()


def reopened(journal: Journal) -> Journal:
    journal.close()
    return Journal.open(journal.path)


# --- a game ----------------------------------------------------------------------------------------------------------


def test_a_game_is_there_again(path: Path) -> None:
    journal = Journal.open(path)
    game = journal.start("finstere-flure", "started")
    journal.append(game, "shuffled")
    journal.append(game, "moved: 'red-5' → c8")
    journal = reopened(journal)
    assert journal.warning is None
    assert journal.events(game) == ("started", "shuffled", "moved: 'red-5' → c8")
    journal.append(game, "and goes on")
    assert reopened(journal).events(game)[-1] == "and goes on"


def test_an_event_is_on_disk_when_append_returns(path: Path) -> None:
    journal = Journal.open(path)
    game = journal.start("finstere-flure", "0")
    for number in range(1, 20):
        journal.append(game, str(number))
        assert on_disk(path) == tuple(map(str, range(number + 1)))


def test_what_is_taken_back_stays_in_the_file(path: Path) -> None:
    journal = Journal.open(path)
    game = journal.start("finstere-flure", "a")
    for event in "bcd":
        journal.append(game, event)
    journal.undo(game, keep=2)
    journal.append(game, "e")
    journal = reopened(journal)
    assert journal.events(game) == ("a", "b", "e")
    with contextlib.closing(sqlite3.connect(path)) as database:
        kept = [text for (text,) in database.execute("SELECT text FROM entries")]
    assert kept == ["a", "b", "c", "d", "2", "e"]


@pytest.mark.parametrize("change", ["UPDATE entries SET text = 'x'", "DELETE FROM entries"])
def test_the_file_refuses_to_change_or_delete_an_entry(change: str, path: Path) -> None:
    journal = Journal.open(path)
    journal.start("finstere-flure", "started")
    with contextlib.closing(sqlite3.connect(path)) as database, pytest.raises(sqlite3.IntegrityError, match="never"):
        database.execute(change)


def test_the_list_of_games_has_the_one_last_played_first(path: Path) -> None:
    clock: Callable[[], float] = map(float, count(int(HALF_PAST_SEVEN), 60)).__next__
    journal = Journal.open(path, clock)
    first = journal.start("finstere-flure", "a")
    second = journal.start("another game", "b")
    journal.append(first, "c")
    journal.finish(second, "red wins")
    journal.append(first, "d")
    expected = (
        GameRecord(first, "finstere-flure", "2026-11-21T19:30:00Z", "2026-11-21T19:34:00Z", 3, None),
        GameRecord(second, "another game", "2026-11-21T19:31:00Z", "2026-11-21T19:33:00Z", 1, "red wins"),
    )
    assert journal.games() == expected
    assert reopened(journal).games() == expected


def test_the_game_to_go_on_with_is_the_unfinished_one_last_played(path: Path) -> None:
    journal = Journal.open(path)
    assert journal.latest_unfinished() is None
    first, second = journal.start("finstere-flure", "a"), journal.start("finstere-flure", "b")
    journal.append(first, "c")
    unfinished = journal.latest_unfinished()
    assert unfinished is not None
    assert unfinished.id == first
    journal.finish(first, "nobody wins")
    unfinished = reopened(journal).latest_unfinished()
    assert unfinished is not None
    assert unfinished.id == second


def test_a_game_is_read_when_the_file_is_there_again(path: Path) -> None:
    for event in ("a", "b"):
        journal = Journal.open(path)
        first = journal.start("finstere-flure", event)
        journal.finish(first, "over")
        journal.close()
    journal = Journal.open(path)
    with full_disk():
        journal.start("finstere-flure", "c")
    assert journal.events(1) == ("a",)


def test_the_mark_says_after_each_entry_how_many_are_on_disk_until_the_journal_is_closed(path: Path) -> None:
    journal, mark = Journal.open(path), HighWaterMark(path)
    assert mark.read() == 0
    game = journal.start("finstere-flure", "a")
    assert mark.read() == 1
    journal.append(game, "b")
    assert mark.read() == 2
    journal.start("finstere-flure", "a")
    assert mark.read() == 3
    journal.close()
    assert mark.read() == 0


def test_a_game_that_is_over_is_kept_small_and_is_whole_all_the_same(path: Path) -> None:
    journal = Journal.open(path)
    game = journal.start("finstere-flure", "a")
    journal.append(game, "b")
    assert isinstance(journal._games[game], KeptGame)
    journal.finish(game, "red wins")
    assert isinstance(journal._games[game], PackedGame)
    assert (journal.events(game), journal.kind(game)) == (("a", "b"), "finstere-flure")
    journal.append(game, "c")
    assert isinstance(journal._games[game], KeptGame)
    assert journal.events(game) == ("a", "b", "c")


def test_a_game_is_finished_once(path: Path) -> None:
    journal = Journal.open(path)
    game = journal.start("finstere-flure", "a")
    for result in ("red wins", "blue wins"):
        journal.finish(game, result)
        assert journal.games()[0].result == "red wins"
    journal.close()
    again = Journal.open(path)
    again.finish(game, "blue wins")
    assert again.games()[0].result == "red wins"


def test_a_finished_game_goes_on_when_its_end_is_taken_back(path: Path) -> None:
    journal = Journal.open(path)
    game = journal.start("finstere-flure", "a")
    journal.append(game, "last move")
    journal.finish(game, "red wins")
    journal.undo(game, keep=1)
    record = reopened(journal).latest_unfinished()
    assert record is not None
    assert (record.id, record.events, record.finished) == (game, 1, False)


@pytest.mark.slow
@settings(max_examples=25)
@given(steps=st.lists(st.one_of(st.text(), st.integers(0, 12), st.none()), max_size=30))
def test_after_any_appends_undos_and_restarts_the_events_are_those_of_a_list(
    steps: list[str | int | None], tmp_path_factory: pytest.TempPathFactory
) -> None:
    journal = Journal.open(tmp_path_factory.mktemp("journal") / "games.sqlite")
    game = journal.start("finstere-flure", "started")
    expected = ["started"]
    for step in steps:
        if step is None:
            journal = reopened(journal)
        elif isinstance(step, int):
            journal.undo(game, step)
            del expected[step:]
        else:
            journal.append(game, step)
            expected.append(step)
    assert journal.events(game) == tuple(expected)
    journal = reopened(journal)
    assert [record.events for record in journal.games()] == [len(expected)]
    assert journal.events(game) == tuple(expected)


def test_what_only_a_mistake_in_the_program_can_ask_for_is_refused(path: Path) -> None:
    journal = Journal.open(path)
    game = journal.start("finstere-flure", "a")
    with pytest.raises(KeyError):
        journal.append(game + 1, "b")
    with pytest.raises(ValueError, match="-1"):
        journal.undo(game, keep=-1)
    assert journal.events(game) == ("a",)


# --- the disk --------------------------------------------------------------------------------------------------------


def test_a_full_disk_is_called_that(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal.open(path)
    game = journal.start("finstere-flure", "0")
    full = shutil.disk_usage(path.parent)._replace(free=0)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: full)
    with full_disk():
        journal.append(game, "1")
        assert journal.warning is not None
        assert f"{path} cannot be used: the disk is full." in journal.warning


def test_on_a_full_disk_the_game_goes_on_and_is_written_when_there_is_room_again(path: Path) -> None:
    journal = Journal.open(path)
    game = journal.start("finstere-flure", "0")
    journal.append(game, "1")
    with full_disk():
        journal.append(game, "2")
        journal.undo(game, keep=2)
        journal.append(game, "3")
        assert journal.unwritten == 3
        assert journal.warning is not None
        assert str(path) in journal.warning
        assert "3 entries" in journal.warning
        assert journal.events(game) == ("0", "1", "3")
    assert on_disk(path) == ("0", "1")
    journal.append(game, "4")
    assert journal.warning is None
    assert journal.unwritten == 0
    assert on_disk(path) == ("0", "1", "3", "4")


def test_what_a_full_disk_kept_out_is_written_at_the_latest_when_the_companion_ends(path: Path) -> None:
    journal = Journal.open(path)
    game = journal.start("finstere-flure", "0")
    with full_disk():
        journal.append(game, "the last move")
    assert on_disk(path) == ("0",)
    assert reopened(journal).events(game) == ("0", "the last move")


def test_the_end_of_a_game_is_written_and_backed_up_as_soon_as_there_is_room_though_nobody_moves(path: Path) -> None:
    journal = Journal.open(path)
    game = journal.start("finstere-flure", "0")
    with full_disk():
        journal.append(game, "the last move")
        journal.finish(game, "red wins")
        journal.tick(100.0)
        assert journal.unwritten == 2
    journal.tick(100.0 + PAUSE_S / 2)
    assert journal.unwritten == 2
    journal.tick(100.0 + PAUSE_S)
    assert journal.unwritten == 0
    assert journal.warning is None
    assert on_disk(path) == ("0", "the last move")
    journal.close()
    assert on_disk(backup_paths(path)[0]) == ("0", "the last move")


def test_a_game_begun_on_a_full_disk_is_written_later_too(path: Path) -> None:
    journal = Journal.open(path)
    old = journal.start("finstere-flure", "old")
    with full_disk():
        game = journal.start("finstere-flure", "new")
        journal.append(old, "x")
    journal.append(game, "1")
    assert journal.warning is None
    assert on_disk(path, old) == ("old", "x")
    assert on_disk(path, game) == ("new", "1")


def test_while_another_program_locks_the_file_the_game_goes_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file, "PATIENCE_S", 0.05)
    journal = Journal.open(path)
    game = journal.start("finstere-flure", "0")
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        journal.append(game, "1")
        assert journal.warning is not None
        assert "locked" in journal.warning
    journal.append(game, "2")
    assert journal.warning is None
    assert on_disk(path) == ("0", "1", "2")


@pytest.mark.parametrize("place", ["file/games.sqlite", "folder"])
def test_where_no_file_can_be_made_play_goes_on_in_memory(place: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    journal = Journal.open(tmp_path / place)
    assert journal.warning is not None
    assert "memory only" in journal.warning
    game = journal.start("finstere-flure", "a")
    journal.append(game, "b")
    assert journal.events(game) == ("a", "b")
    assert journal.unwritten == 2
    assert [record.id for record in journal.games()] == [game]
    assert journal.latest_unfinished() is not None


@pytest.mark.parametrize("killed", [False, True])
def test_on_a_disk_that_is_full_at_the_start_the_last_game_goes_on(
    killed: bool, path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    before = Journal.open(path)
    game = before.start("finstere-flure", "0")
    before.append(game, "1")
    if killed:
        # As a companion leaves its files that is killed.
        path = shutil.copytree(path.parent, tmp_path_factory.mktemp("killed") / "copy") / path.name
    before.close()
    with full_disk():
        journal = Journal.open(path)
        assert "memory only" in (journal.warning or "")
        unfinished = journal.latest_unfinished()
        assert unfinished is not None
        assert journal.events(unfinished.id) == ("0", "1")
        journal.append(game, "2")
        assert journal.unwritten == 1
    journal.append(game, "3")
    assert journal.warning is None
    assert on_disk(path) == ("0", "1", "2", "3")


@pytest.fixture(scope="module")
def killed_journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of a journal with a game of twelve events, as left by a killed companion."""
    path = tmp_path_factory.mktemp("played") / "games.sqlite"
    journal = Journal.open(path)
    game = journal.start("finstere-flure", "0")
    for number in range(1, 12):
        journal.append(game, str(number))
    left = shutil.copytree(path.parent, tmp_path_factory.mktemp("left") / "open")
    journal.close()
    return left


@pytest.mark.slow
@settings(max_examples=40)
@given(kept=st.floats(0, 1))
def test_of_a_log_that_was_cut_short_the_events_up_to_there_are_kept_and_it_says_how_many_are_missing(
    kept: float, killed_journal: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = shutil.copytree(killed_journal, tmp_path_factory.mktemp("cut") / "short") / "games.sqlite"
    log = path.with_name("games.sqlite-wal")
    log.write_bytes(log.read_bytes()[: round(kept * log.stat().st_size)])
    journal = Journal.open(path)
    events = [journal.events(record.id) for record in journal.games()]
    assert events in ([], [tuple(map(str, range(sum(map(len, events)))))])
    missing = 12 - sum(map(len, events))
    if missing:
        assert f"At least {missing} entr" in (journal.warning or "")
    # Of the last entry all may still be there, though not as it should be.
    assert kept < 1 or (journal.warning is None and not missing)
    journal.close()
    again = Journal.open(path)
    assert again.warning is None
    again.close()


def test_events_that_never_came_to_the_disk_before_the_power_failed_are_no_damage(
    killed_journal: Path, tmp_path: Path
) -> None:
    path = shutil.copytree(killed_journal, tmp_path / "short") / "games.sqlite"
    log = path.with_name("games.sqlite-wal")
    log.write_bytes(log.read_bytes()[: log.stat().st_size // 2])
    HighWaterMark(path).remove()
    journal = Journal.open(path)
    assert journal.warning is None
    assert 0 < len(journal.events(1)) < 12
    journal.close()


@pytest.mark.parametrize("spoiled", [b"", b"000000000099 00000000\n", b"many\n", bytes(200)])
def test_a_mark_that_is_damaged_says_nothing(spoiled: bytes, killed_journal: Path, tmp_path: Path) -> None:
    path = shutil.copytree(killed_journal, tmp_path / "open") / "games.sqlite"
    assert HighWaterMark(path).read() == 12
    path.with_name("games.sqlite.high-water").write_bytes(spoiled)
    journal = Journal.open(path)
    assert journal.warning is None
    assert len(journal.events(1)) == 12
    journal.append(1, "goes on")
    assert HighWaterMark(path).read() == 13
    journal.close()
    assert not path.with_name("games.sqlite.high-water").exists()


def test_a_disk_that_comes_late_gets_the_whole_game(whole: bytes, tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    folder.touch()
    journal = Journal.open(folder / "games.sqlite")
    game = journal.start("finstere-flure", "a")
    journal.append(game, "b")
    assert journal.unwritten == 2
    folder.unlink()
    folder.mkdir()
    journal.path.write_bytes(whole)
    journal.append(game, "c")
    assert journal.warning is None
    assert journal.events(game) == ("a", "b", "c")
    # Its number was taken there.
    assert on_disk(journal.path, game)[0] == "started 0"
    assert on_disk(journal.path, 4) == ("a", "b", "c")
    journal.undo(game, keep=1)
    assert on_disk(journal.path, 4) == ("a",)


def test_after_a_file_was_set_aside_games_old_and_new_go_into_the_new_one(path: Path) -> None:
    journal = Journal.open(path)
    old, older = journal.start("finstere-flure", "old"), journal.start("finstere-flure", "older")
    with full_disk():
        journal.append(older, "1")
    path.write_bytes(b"not a journal any more")
    path.with_name("games.sqlite-wal").unlink()
    journal.append(older, "2")
    new = journal.start("finstere-flure", "new")
    journal.append(old, "1")
    journal.append(new, "1")
    journal = reopened(journal)
    assert {journal.events(record.id) for record in journal.games()} == {
        ("older", "1", "2"),
        ("new", "1"),
        ("old", "1"),
    }


def test_a_file_damaged_in_the_middle_of_a_game_is_set_aside_and_the_game_written_anew(path: Path) -> None:
    journal = Journal.open(path)
    game = journal.start("finstere-flure", "0")
    with full_disk():
        journal.append(game, "1")
    path.write_bytes(b"not a journal any more")
    path.with_name("games.sqlite-wal").unlink()
    journal.append(game, "2")
    assert journal.warning is not None
    assert "games.damaged-1.sqlite" in journal.warning
    assert journal.unwritten == 0
    assert on_disk(path) == ("0", "1", "2")


# --- other files and other companions --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the file of a journal with a few games."""
    path = tmp_path_factory.mktemp("whole") / "games.sqlite"
    journal = Journal.open(path)
    for number in range(3):
        game = journal.start("finstere-flure", f"started {number}")
        for event in range(30):
            journal.append(game, f'{{"event": "token", "number": {event}}}')
    journal.finish(game, "red wins")
    journal.close()
    return path.read_bytes()


@pytest.mark.parametrize("damage", [b"", b"x"], ids=["cut off", "overwritten"])
def test_a_damaged_file_of_which_no_game_is_left_is_kept_and_a_new_one_begun(
    damage: bytes, whole: bytes, path: Path
) -> None:
    damaged = whole[: len(whole) // 2] + damage * 5000
    path.write_bytes(damaged)
    journal = Journal.open(path)
    aside = path.with_name("games.damaged-1.sqlite")
    assert journal.warning is not None
    assert str(path) in journal.warning
    assert str(aside) in journal.warning
    assert aside.read_bytes() == damaged
    assert journal.games() == ()
    game = journal.start("finstere-flure", "a")
    assert on_disk(path, game) == ("a",)
    assert reopened(journal).warning is None


def test_every_damaged_file_is_kept(path: Path) -> None:
    for number in (1, 2, 3):
        path.write_bytes(b"damaged" * number * 1000)
        Journal.open(path).close()
        assert path.with_name(f"games.damaged-{number}.sqlite").read_bytes() == b"damaged" * number * 1000


def test_a_changed_letter_in_an_event_is_damage(whole: bytes, path: Path) -> None:
    path.write_bytes(whole.replace(b'"number": 17', b'"number": 18'))
    journal = Journal.open(path)
    assert "damaged" in (journal.warning or "")
    # What was before it is told, and nothing that was not so.
    assert [len(journal.events(record.id)) for record in journal.games()] == [18, 18, 18]


@pytest.mark.parametrize("header", ["user_version = 3", "application_id = 7"])
def test_a_newer_journal_and_another_programs_file_are_left_untouched(header: str, whole: bytes, path: Path) -> None:
    path.write_bytes(whole)
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA {header}")
    before = path.read_bytes()
    journal = Journal.open(path)
    assert "memory only" in (journal.warning or "")
    assert "newer" in (journal.warning or "")
    game = journal.start("finstere-flure", "a")
    assert journal.events(game) == ("a",)
    journal.close()
    assert path.read_bytes() == before


def test_a_file_that_another_companion_is_making_just_now_is_not_taken_for_another_programs(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file, "PATIENCE_S", 0.05)

    class Interrupted(sqlite3.Connection):
        """Connection during whose look at the file another one makes it."""

        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            if sql == "PRAGMA user_version":
                with contextlib.suppress(JournalError), contextlib.closing(JournalFile.open(path)):
                    pass
            return super().execute(sql, *values)

    for _ in range(2):
        with contextlib.closing(sqlite3.connect(path, isolation_level=None, factory=Interrupted)) as connection:
            schema.is_new_file(connection, path)
            assert not connection.in_transaction
    JournalFile.open(path).close()


def test_what_another_companion_has_played_is_there_once_it_has_ended(path: Path) -> None:
    first = Journal.open(path)
    old, over = first.start("finstere-flure", "old 0"), first.start("lifeboat", "over 0")
    two = Journal.open(path)
    mine = two.start("finstere-flure", "mine 0")
    first.append(old, "old 1")
    new = first.start("finstere-flure", "new 0")
    two.tick(PAUSE_S)
    assert two.is_used_elsewhere
    assert [game.id for game in two.unfinished(most=9)] == [mine]
    first.finish(over, "all drowned")
    first.close()
    two.tick(PAUSE_S + 0.5)
    assert two.is_used_elsewhere, "it looks every few seconds"
    two.tick(2 * PAUSE_S)
    assert not two.is_used_elsewhere
    assert two.warning is None
    assert {game.id for game in two.unfinished(most=9)} == {mine, new, old}
    assert two.events(old) == ("old 0", "old 1")
    two.append(mine, "mine 1")
    two.append(old, "old 2")
    two.close()
    assert on_disk(path, old) == ("old 0", "old 1", "old 2")
    assert on_disk(path, mine) == ("mine 0", "mine 1")
    assert on_disk(path, new) == ("new 0",)


def test_a_second_companion_is_warned_and_both_keep_their_games(path: Path) -> None:
    first, two = Journal.open(path), Journal.open(path)
    assert first.warning is None
    assert "Another window" in (two.warning or "")
    mine, other = first.start("finstere-flure", "mine 0"), two.start("finstere-flure", "other 0")
    assert mine != other
    for number in (1, 2, 3):
        first.append(mine, f"mine {number}")
        two.append(other, f"other {number}")
    two.close()
    first.append(mine, "mine 4")
    first.close()
    journal = Journal.open(path)
    assert journal.warning is None
    assert journal.events(mine) == tuple(f"mine {number}" for number in range(5))
    assert journal.events(other) == tuple(f"other {number}" for number in range(4))


def test_the_mark_is_of_the_companion_that_has_the_journal_alone(path: Path) -> None:
    first, two, mark = Journal.open(path), Journal.open(path), HighWaterMark(path)
    game = first.start("finstere-flure", "a")
    two.start("finstere-flure", "b")
    assert mark.read() == 1
    first.append(game, "one")
    assert mark.read() == 3


def test_a_second_companion_is_not_offered_the_game_that_the_first_plays(path: Path) -> None:
    first = Journal.open(path)
    first.start("finstere-flure", "a")
    two = Journal.open(path)
    assert two.latest_unfinished() is None
    assert len(two.games()) == 1
    # Its own ones it is.
    own = two.start("finstere-flure", "b")
    assert [record.id for record in two.unfinished(most=4)] == [own]


def test_two_companions_that_go_on_with_the_same_game_do_not_mix_it(path: Path) -> None:
    first = Journal.open(path)
    game = first.start("finstere-flure", "a")
    two = Journal.open(path)
    first.append(game, "one")
    two.append(game, "two")
    assert f"game {game}" in (two.warning or "")
    assert two.events(game) == ("a", "two")
    new = two.start("finstere-flure", "something else")
    assert on_disk(path, game) == ("a", "one")
    assert on_disk(path, new) == ("something else",)


@pytest.mark.slow
def test_opening_does_not_read_the_whole_journal(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted in hundreds of SQLite's steps, which are the same on every machine."""
    # Small ones are looked through at once.
    monkeypatch.setattr(integrity_check, "SMALL_BYTES", 0)
    entries = tuple(Entry(EntryKind.EVENT, f"event {number}", float(number)) for number in range(20))
    over = (*entries, Entry(EntryKind.FINISH, "red wins", 21.0))
    with contextlib.closing(JournalFile.open(path)) as kept:
        kept.put(KeptGame(number, "some-game", entries if number == 250 else over) for number in range(1, 501))
    steps: list[int] = []
    connect = sqlite3.connect

    def counting(*args: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*args, **options)
        connection.set_progress_handler(lambda: steps.append(0), 100)
        return connection

    monkeypatch.setattr(sqlite3, "connect", counting)
    journal = Journal.open(path)
    unfinished = journal.latest_unfinished()
    assert unfinished is not None
    assert unfinished.id == 250
    assert journal.start("some-game", "new") == 501
    opening = len(steps)
    steps.clear()
    with contextlib.closing(JournalFile.open(path)) as kept:
        assert len(kept.read()) == 501
    assert 0 < opening < len(steps) / 3
    journal.close()
