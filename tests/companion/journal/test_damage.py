"""A damaged journal: what was hit is lost at most, and whatever is lost is said."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.journal import Journal
from companion.journal.choosing import kept_games
from companion.main import main
from tests.companion.journal.damage import Games, copied, cut_off, flip_a_bit, found, overwrite, played

Damage = Callable[[Path, Random], None]
TRIES = 8


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Games]:
    """Return a journal with its backups, and its games."""
    path = tmp_path_factory.mktemp("whole") / "games.sqlite"
    return path, played(path)


@pytest.fixture(scope="module")
def left_open(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Games]:
    """A journal as a companion leaves it that is killed: what was played last is in the log."""
    path = tmp_path_factory.mktemp("open") / "games.sqlite"
    opened = Journal.open(path)
    game = opened.start("some-game", "begins")
    for number in range(30):
        opened.append(game, f"event {number}")
    left = shutil.copytree(path.parent, tmp_path_factory.mktemp("left") / "killed") / path.name
    opened.close()
    return left, {game: ("begins", *(f"event {number}" for number in range(30)))}


def assert_only_beginnings(games: Games, truth: Games) -> None:
    """Assert that every game is a beginning of the true one."""
    for number, events in games.items():
        assert events == truth[number][: len(events)]


@pytest.mark.slow
@pytest.mark.parametrize("damage", [flip_a_bit, overwrite])
def test_without_backups_damage_shortens_the_games_it_hit_and_no_other(
    damage: Damage, journal: tuple[Path, Games], tmp_path: Path
) -> None:
    path, truth = journal
    for seed in range(TRIES):
        copy = copied(path, tmp_path / str(seed), backups=False)
        damage(copy, Random(seed))
        games, warning = found(copy)
        assert_only_beginnings(games, truth)
        shortened = [number for number in truth if games.get(number) != truth[number]]
        assert len(shortened) <= 2
        assert warning or not shortened


@pytest.mark.slow
@pytest.mark.parametrize("damage", [flip_a_bit, overwrite, cut_off])
def test_what_a_backup_holds_is_not_lost(damage: Damage, journal: tuple[Path, Games], tmp_path: Path) -> None:
    path, truth = journal
    for seed in range(TRIES):
        copy = copied(path, tmp_path / str(seed), backups=True)
        damage(copy, Random(seed))
        games, warning = found(copy)
        assert_only_beginnings(games, truth)
        # The last game was going on when the last backup was made.
        assert all(games[number] == truth[number] for number in truth if number < max(truth))
        assert warning or games == truth


def test_of_a_file_that_was_cut_off_the_games_before_the_end_are_kept(
    journal: tuple[Path, Games], tmp_path: Path
) -> None:
    path, truth = journal
    copy = copied(path, tmp_path / "cut", backups=False)
    data = copy.read_bytes()
    copy.write_bytes(data[: len(data) * 3 // 4])
    games, warning = found(copy)
    assert_only_beginnings(games, truth)
    assert games[1] == truth[1]
    assert "damaged" in warning


@pytest.mark.slow
@pytest.mark.parametrize("damage", [flip_a_bit, overwrite])
def test_a_damaged_log_is_noticed(damage: Damage, left_open: tuple[Path, Games], tmp_path: Path) -> None:
    path, truth = left_open
    for seed in range(TRIES):
        copy = copied(path, tmp_path / str(seed), backups=False)
        damage(Path(f"{copy}-wal"), Random(seed))
        games, warning = found(copy)
        assert_only_beginnings(games, truth)
        assert warning or games == truth


def test_a_damaged_game_goes_on_from_its_sound_beginning_and_that_is_said(
    journal: tuple[Path, Games], tmp_path: Path
) -> None:
    path, truth = journal
    copy = copied(path, tmp_path / "copy", backups=False)
    last = max(truth)
    with closing(sqlite3.connect(copy)) as database:
        (text,) = database.execute("SELECT text FROM entries WHERE game = ? AND number = 11", (last,)).fetchone()
    before, text_bytes, behind = copy.read_bytes().rpartition(text.encode())
    copy.write_bytes(before + text_bytes.replace(b"b5", b"b6") + behind)
    opened = Journal.open(copy)
    unfinished = opened.latest_unfinished()
    assert unfinished is not None
    assert unfinished.id == last
    assert opened.events(last) == truth[last][:10]
    assert f"Game {last} is damaged: it goes on after its first 10 entries." in (opened.warning or "")
    opened.append(last, "goes on")
    opened.close()
    assert found(copy) == ({**truth, last: (*truth[last][:10], "goes on")}, "")


def test_what_was_damaged_is_kept_under_another_name(journal: tuple[Path, Games], tmp_path: Path) -> None:
    copy = copied(journal[0], tmp_path / "copy", backups=False)
    damaged = b"x" * 100 + copy.read_bytes()[100:]
    copy.write_bytes(damaged)
    _, warning = found(copy)
    aside = copy.with_name("games.damaged-1.sqlite")
    assert str(aside) in warning
    assert aside.read_bytes() == damaged


def test_without_its_line_among_the_games_a_game_is_known_from_its_second_place(
    journal: tuple[Path, Games], tmp_path: Path
) -> None:
    path, truth = journal
    copy = copied(path, tmp_path / "copy", backups=False)
    with closing(sqlite3.connect(copy)) as database:
        (page,) = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'games'").fetchone()
    data = bytearray(copy.read_bytes())
    data[(page - 1) * 4096 : page * 4096] = bytes(4096)
    copy.write_bytes(data)
    assert found(copy)[0] == truth


def test_damage_that_happens_during_a_game_costs_nothing_of_it(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    opened = Journal.open(path)
    game = opened.start("some-game", "0")
    for number in range(1, 40):
        opened.append(game, str(number))
    path.write_bytes(b"not a journal any more" * 1000)
    Path(f"{path}-wal").write_bytes(b"")
    opened.append(game, "40")
    assert "damaged" in (opened.warning or "")
    opened.close()
    assert found(path)[0] == {game: tuple(map(str, range(41)))}


def test_the_list_of_games_tells_what_is_left_and_leaves_the_file_as_it_is(
    journal: tuple[Path, Games], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, truth = journal
    copy = copied(path, tmp_path / "copy", backups=False)
    data = bytearray(copy.read_bytes())
    data[:100] = bytes(100)
    copy.write_bytes(data)
    assert {game.id: game.events for game in kept_games(copy)[0]} == truth
    assert "damaged" in capsys.readouterr().err
    assert copy.read_bytes() == data


def test_rescue_writes_what_can_be_read_as_a_new_journal(
    journal: tuple[Path, Games], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, truth = journal
    copy = copied(path, tmp_path / "copy", backups=False)
    data = bytearray(copy.read_bytes())
    data[:100] = bytes(100)
    copy.write_bytes(data)
    assert main(["games", "rescue", str(copy)]) == 0
    assert "6 games were saved" in capsys.readouterr().out
    assert found(copy.with_name("games.rescued.sqlite")) == (truth, "")
    assert copy.read_bytes() == data
    assert main(["games", "rescue", str(copy)]) == 2
    assert "-o" in capsys.readouterr().err
    assert main(["games", "rescue", str(copy), "-o", str(tmp_path / "new.sqlite")]) == 0


@pytest.mark.parametrize("content", [b"", b"no journal at all"])
def test_where_there_is_nothing_to_rescue_it_says_so(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "some.sqlite"
    file.write_bytes(content)
    assert main(["games", "rescue", str(file)]) == 2
    assert "no game" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [file]
