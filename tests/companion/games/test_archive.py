"""Tests of archives of games: whole, each game once, strangers' files refused."""

import contextlib
import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.device.errors import UserError
from companion.games.archive import ArchivedGame, archived_game, judged, pack, unpack
from companion.journal import Journal
from companion.journal.entries import Entry, EntryKind, KeptGame
from companion.journal.file import JournalFile
from companion.main import main
from tests.companion.commands.test_games import told, write
from tests.engine.finstere_flure.whole_game import whole_game


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with a game that went on after its end, and one that is not over."""
    path = tmp_path_factory.mktemp("box") / "games.sqlite"
    journal = Journal.open(path)
    number = write(journal, whole_game(1))
    journal.change_seats(write(journal, whole_game(2).undo(30)), '{"seats": "left", "players": ["red"]}')
    journal.undo(number, 40)
    journal.close()
    return path


def games_in(path: Path) -> list[KeptGame]:
    with contextlib.closing(JournalFile.open(path, read_only=True)) as file:
        return [replace(game, id=0) for game in sorted(file.read(), key=lambda game: game.entries[0].at)]


@pytest.fixture
def archive(box: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    told(capsys, "games", "export", "--all", "-o", tmp_path / "box.gz", "--journal", box)
    return tmp_path / "box.gz"


def test_another_box_gets_every_entry_and_no_game_twice(
    box: Path, archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other" / "games.sqlite"
    for expected in ("2 games", "0 games"):
        assert expected in told(capsys, "games", "import", archive, "--journal", other)
        assert games_in(other) == games_in(box)


def test_names_go_along_only_when_asked(archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own" / "games.sqlite"
    told(capsys, "games", "import", archive, "--journal", own)
    told(capsys, "players", "add", "Zephyrine", "--journal", own)
    told(capsys, "players", "seat", "1", games_in(own)[0].entries[0].text.split('"')[7], "Zephyrine", "--journal", own)
    told(capsys, "games", "export", "--all", "-o", tmp_path / "plain.gz", "--journal", own)
    assert b"Zephyrine" not in gzip.decompress((tmp_path / "plain.gz").read_bytes())
    told(capsys, "games", "export", "--all", "--names", "-o", tmp_path / "named.gz", "--journal", own)
    other = tmp_path / "other" / "games.sqlite"
    told(capsys, "games", "import", tmp_path / "named.gz", "--journal", other)
    assert "Zephyrine  1 game" in told(capsys, "players", "--journal", other)


def test_what_came_later_in_a_game_is_added_and_what_went_on_otherwise_stays(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = sorted((archived_game(line).game for line in unpack(archive)), key=lambda game: game.entries[0].at)
    shorter = replace(games[1], entries=games[1].entries[:10])
    other = tmp_path / "games.sqlite"
    with contextlib.closing(JournalFile.open(other)) as file:
        file.take([shorter])
    assert "1 game went on" in told(capsys, "games", "import", archive, "--journal", other)
    assert games[1] in games_in(other)
    otherwise = replace(games[0], entries=(*games[0].entries[:5], Entry(EntryKind.UNDO, "3", 1e9)))
    third = tmp_path / "third.sqlite"
    with contextlib.closing(JournalFile.open(third)) as file:
        file.take([otherwise])
    assert main(["games", "import", str(archive), "--journal", str(third)]) == 0
    assert "otherwise" in capsys.readouterr().err
    assert games_in(third)[0] == otherwise


def spoilt(archive: Path, path: Path, spoil: Callable[[list[dict[str, Any]]], object]) -> Path:
    """Return the path of an archive with lines that are changed."""
    lines = [json.loads(line) for line in gzip.decompress(archive.read_bytes()).splitlines()]
    spoil(lines)
    path.write_bytes(gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode()))
    return path


@pytest.mark.parametrize("change", [{"format": "another/format"}, {"version": 2}])
def test_another_file_is_refused_and_changes_nothing(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, Any]
) -> None:
    bad = spoilt(archive, tmp_path / "bad.gz", lambda lines: lines[0].update(change))
    assert main(["games", "import", str(bad), "--journal", str(tmp_path / "g.sqlite")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "g.sqlite").exists()


def entry(*row: object) -> Callable[[dict[str, Any]], None]:
    """Return what puts an entry in the place of a game's fourth."""
    return lambda game: game["entries"].__setitem__(3, list(row))


def at_end(*row: object) -> Callable[[dict[str, Any]], None]:
    """Return what adds an entry to a game."""
    return lambda game: game["entries"].append(list(row))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda game: game.update(kind="../../etc"),
        lambda game: game.update(kind=7),
        lambda game: game.update(entries=[]),
        lambda game: game.update(names={"red": "x" * 500}),
        lambda game: game.update(names={"red": "Anna", "blue": "anna"}),
        lambda game: game.update(names={"nobody": "Anna"}),
        lambda game: game.update(names={"\ud800": "Anna"}),
        lambda game: game.update(names={"red": "\ud800"}),
        lambda game: game.update(names={"red": 7}),
        lambda game: game["entries"].__setitem__(0, ["undo", "1", 1.0]),
        entry("undo", "-1", 1.0),
        entry("event", "two\nlines", 1.0),
        entry("event", "{}", 1e30),
        entry("event", "{}", 10**400),
        entry("event", "{}", float("inf")),
        entry("event", "{}", float("nan")),
        entry("event", "{}", True),
        entry("mystery", "{}", 1.0),
        entry("mend", "{}", 11),
        entry("mend", "[" * 100_000, 11),
        entry("mend", '{"keep": 1e999, "events": 1}', 11),
        entry("mend", '{"keep": NaN, "events": 1}', 11),
        at_end("mend", '{"keep": -1, "events": 3}', 11),
        at_end("mend", '{"keep": 3.7, "events": 3}', 11),
        at_end("mend", json.dumps({"keep": 10**30, "events": 10**30}), 11),
        at_end("mend", json.dumps({"keep": 3, "events": 10**30}), 11),
        at_end("mend", '{"keep": 3, "events": 2}', 11),
        at_end("mend", '{"keep": 3, "events": 3, "undoes": 999}', 11),
        at_end("mend", '{"keep": 3, "events": 3, "undoes": -1}', 11),
        at_end("mend", '{"keep": 0, "events": 0}', 11),
        at_end("undo", "999999", 11),
        at_end("seats", '{"seats": "swapped", "players": ["red"]}', 11),
        lambda game: game["entries"].extend([["seats", "", 11]] * 3000),
    ],
)
def test_a_bad_game_is_refused_with_its_line_and_the_others_are_taken(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], spoil: Callable[[dict[str, Any]], object]
) -> None:
    bad = spoilt(archive, tmp_path / "bad.gz", lambda lines: spoil(lines[1]))
    assert main(["games", "import", str(bad), "--journal", str(tmp_path / "g.sqlite")]) == 0
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert "Line 2 is not taken" in captured.err
    assert "1 game" in captured.out


def test_a_game_whose_names_cannot_be_kept_is_taken_with_guests(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def name_all(lines: list[dict[str, Any]]) -> None:
        for line, name in zip(lines[1:], ("Zephyrine", "Anna"), strict=True):
            line["names"] = {json.loads(line["entries"][0][1])["players"][0]: name}

    monkeypatch.setattr("companion.journal.player_names.MOST_PLAYERS", 1)
    own = tmp_path / "g.sqlite"
    assert main(["games", "import", str(spoilt(archive, tmp_path / "a.gz", name_all)), "--journal", str(own)]) == 0
    captured = capsys.readouterr()
    assert "2 games" in captured.out
    assert "Line 3: its names are not kept: No more than 1 players can be kept." in captured.err
    assert "Zephyrine  1 game" in told(capsys, "players", "--journal", own)


def test_a_game_that_the_rules_refuse_is_left_out_alone(
    archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = (archived_game(line).game for line in unpack(archive))
    wrong = replace(first, entries=(*first.entries[:3], *first.entries[5:9]))
    mixed = tmp_path / "mixed.gz"
    mixed.write_bytes(b"".join(pack([ArchivedGame(wrong), ArchivedGame(second)])))
    other = tmp_path / "other.sqlite"
    assert main(["games", "import", str(mixed), "--journal", str(other)]) == 0
    captured = capsys.readouterr()
    assert "Line 2" in captured.err
    assert "1 game" in captured.out
    assert games_in(other) == [second]


def test_a_result_that_the_rules_do_not_know_is_not_believed(archive: Path) -> None:
    second = archived_game(list(unpack(archive))[1]).game
    lie = replace(second, entries=(*second.entries, Entry(EntryKind.FINISH, '{"winner": "red"}', 2e9)))
    assert lie.result is not None
    assert judged(lie).result is None


@pytest.mark.parametrize(
    "change", ['{"seats": "bot", "players": ["red"], "bot": "../x"}', '{"seats": "left", "players": ["mauve"]}', "{"]
)
def test_changes_of_seats_that_do_not_fit_are_refused(archive: Path, change: str) -> None:
    second = archived_game(list(unpack(archive))[1]).game
    with pytest.raises(UserError):
        judged(replace(second, entries=(*second.entries, Entry(EntryKind.SEATS, change, 2e9))))


@given(data=st.data())
def test_any_cut_or_flipped_archive_is_an_archive_or_one_sentence(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    entries = (Entry(EntryKind.EVENT, '{"event": "started"}', 1.0),)
    whole = b"".join(pack([ArchivedGame(KeptGame(0, "counting", entries), {"red": "Anna"})]))
    place = data.draw(st.integers(0, len(whole) - 1))
    spoilt = whole[:place] if data.draw(st.booleans()) else whole[:place] + b"\x55" + whole[place + 1 :]
    path = tmp_path_factory.mktemp("spoilt") / "a.gz"
    path.write_bytes(spoilt)
    with contextlib.suppress(UserError):
        for line in unpack(path):
            archived_game(line)


def test_what_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    bomb = tmp_path / "bomb.gz"
    bomb.write_bytes(gzip.compress(b'{"format": "companion/games", "version": 1}\n' + b" " * 50_000_000))
    with pytest.raises(UserError, match="too large"):
        list(unpack(bomb))
