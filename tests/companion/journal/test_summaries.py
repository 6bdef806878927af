"""Tests of the summaries beside the journal: they say what the journal says, or nothing."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.journal import GameRecord
from companion.journal.entries import Entry, EntryKind
from companion.journal.file import JournalFile
from companion.journal.summaries import Summaries
from tests.companion.journal.damage import cut_off, flip_a_bit, overwrite


def entries(game: int, count: int) -> tuple[Entry, ...]:
    return tuple(
        Entry(EntryKind.EVENT, f"event {number} of {game}", 1e9 + 60 * game + number) for number in range(count)
    )


@pytest.fixture
def file(tmp_path: Path) -> Iterator[JournalFile]:
    with closing(JournalFile.open(tmp_path / "games.sqlite")) as file:
        for game in range(1, 4):
            file.add("counting", entries(game, 3 + game))
        yield file


@pytest.fixture
def summarized(file: JournalFile) -> JournalFile:
    """The journal with a summary of each game."""
    summaries = Summaries(file.path)
    summaries.records(file)
    summaries.keep_facts({game: ("new", f"facts of {game}") for game in (1, 2, 3)})
    return file


def told(file: JournalFile) -> tuple[tuple[GameRecord, ...], dict[int, str]]:
    """Return all that summaries tell; the records are always those of the journal."""
    summaries = Summaries(file.path)
    records = summaries.records(file)
    for found, record in zip(records, file.records(), strict=True):
        assert (found, found.key, found.first) == (record, record.key, record.first)
    return records, summaries.facts({"new"})


def test_a_second_look_reads_no_game_again(summarized: JournalFile, monkeypatch: pytest.MonkeyPatch) -> None:
    records, facts = told(summarized)
    assert facts == {game: f"facts of {game}" for game in (1, 2, 3)}
    monkeypatch.setattr(JournalFile, "records", None)
    monkeypatch.setattr(JournalFile, "game", None)
    assert Summaries(summarized.path).records(summarized) == records


def test_of_a_game_that_went_on_nothing_is_kept(summarized: JournalFile) -> None:
    game = summarized.game(2)
    summarized.write(type(game)(2, game.kind, (*game.entries, Entry(EntryKind.UNDO, "1", 2e9))))
    records, facts = told(summarized)
    assert records[-1].events == 1
    assert sorted(facts) == [1, 3]


def test_facts_of_another_version_are_none(summarized: JournalFile) -> None:
    summaries = Summaries(summarized.path)
    summaries.records(summarized)
    assert summaries.facts({"newer"}) == {}


def test_another_journal_in_the_same_place_has_no_summary_of_this_one(summarized: JournalFile, tmp_path: Path) -> None:
    summarized.close()
    (tmp_path / "games.sqlite").unlink()
    with closing(JournalFile.open(tmp_path / "games.sqlite")) as other:
        for game in range(1, 4):
            other.add("counting", entries(game + 10, 3 + game))
        _, facts = told(other)
    assert facts == {}
    assert b"facts of" not in (tmp_path / "games.facts.sqlite").read_bytes()


def test_an_older_copy_of_the_journal_is_told_as_it_is(file: JournalFile, tmp_path: Path) -> None:
    (tmp_path / "older").mkdir()
    file.copy_to(tmp_path / "older" / "games.sqlite")
    file.add("counting", entries(4, 2))
    summaries = Summaries(file.path)
    summaries.records(file)
    summaries.keep_facts({4: ("new", "facts of 4")})
    shutil.copy(tmp_path / "games.facts.sqlite", tmp_path / "older")
    with closing(JournalFile.open(tmp_path / "older" / "games.sqlite")) as older:
        records, facts = told(older)
    assert (len(records), facts) == (3, {})


@pytest.mark.parametrize("harm", [flip_a_bit, overwrite, cut_off])
@pytest.mark.parametrize("seed", range(6))
def test_what_is_damaged_is_told_by_the_journal(
    summarized: JournalFile, harm: Callable[[Path, Random], None], seed: int
) -> None:
    path = Summaries(summarized.path).path
    harm(path, Random(seed))
    _, facts = told(summarized)
    assert all(text == f"facts of {game}" for game, text in facts.items())
    assert told(summarized)[1].keys() <= facts.keys()


def test_a_value_that_was_changed_drops_the_file(summarized: JournalFile) -> None:
    path = Summaries(summarized.path).path
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE facts SET text = 'other facts' WHERE game = 2")
        connection.commit()
    assert told(summarized)[1] == {}
    assert not path.exists()


@pytest.mark.parametrize("place", ["facts of", "CREATE TABLE facts", "CREATE TABLE records"])
def test_a_flipped_bit_that_is_no_text_any_more_drops_the_file(summarized: JournalFile, place: str) -> None:
    path = Summaries(summarized.path).path
    content = bytearray(path.read_bytes())
    content[content.index(place.encode())] ^= 0x80
    path.write_bytes(content)
    assert told(summarized)[1] == {}
    Summaries(summarized.path).records(summarized)
    assert place.encode() not in path.read_bytes() or place.startswith("CREATE")


def test_a_page_that_is_only_written_is_made_anew_when_it_is_damaged(summarized: JournalFile) -> None:
    path = Summaries(summarized.path).path
    summaries = Summaries(summarized.path)
    summaries.records(summarized)
    content = bytearray(path.read_bytes())
    content[content.index(b"CREATE TABLE facts")] ^= 0x80
    path.write_bytes(content)
    for _ in range(2):
        summaries.keep_facts({1: ("new", "facts of 1")})
    assert told(summarized)[1] == {1: "facts of 1"}


def test_the_copy_of_a_journal_under_the_name_of_the_facts_keeps_its_games(file: JournalFile, tmp_path: Path) -> None:
    copy = tmp_path / "games.facts.sqlite"
    file.copy_to(copy)
    before = copy.read_bytes()
    records, facts = told(file)
    assert (len(records), facts, copy.read_bytes()) == (3, {}, before)


def test_a_file_of_another_program_stays(file: JournalFile, tmp_path: Path) -> None:
    path = tmp_path / "games.facts.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (text)")
    for content in (path.read_bytes(), b"no database", bytes(4096)):
        path.write_bytes(content)
        assert told(file)[1] == {}
        Summaries(file.path).keep_facts({1: ("new", "facts of 1")})
        assert path.read_bytes() == content


def test_nothing_is_written_through_a_link(file: JournalFile, tmp_path: Path) -> None:
    (tmp_path / "games.facts.sqlite").symlink_to(tmp_path / "elsewhere")
    told(file)
    assert not (tmp_path / "elsewhere").exists()


def test_a_folder_that_cannot_be_written_hinders_nothing(file: JournalFile) -> None:
    Summaries(file.path).path.mkdir()
    records, facts = told(file)
    assert (len(records), facts) == (3, {})


def test_summaries_that_another_program_writes_stay(summarized: JournalFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.journal.summaries._PATIENCE_S", 0.01)
    path = Summaries(summarized.path).path
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        assert told(summarized)[1] == {}
    assert sorted(told(summarized)[1]) == [1, 2, 3]
