"""Tests of ``companion games``: list, export, import, and one sentence for each error."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.commands import games
from companion.games.files import event_line, game_file_text
from companion.games.finstere_flure.kept_games import result_line
from companion.journal import Journal
from companion.main import main
from engine.finstere_flure.game import RULES, Game
from engine.gamefile import game_from_text, game_to_text
from tests.engine.finstere_flure.whole_game import whole_game


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a journal with a game that is over and one that is not; nobody changes it."""
    folder = tmp_path_factory.mktemp("written")
    journal = Journal.open(folder / "games.sqlite")
    write(journal, whole_game(1))
    write(journal, whole_game(1).undo(20))
    journal.close()
    return folder


@pytest.fixture
def journal(tmp_path: Path, written: Path) -> Path:
    """Return the same journal, the test's own."""
    return shutil.copytree(written, tmp_path, dirs_exist_ok=True) / "games.sqlite"


def write(journal: Journal, game: Game) -> int:
    first, *others = (event_line(RULES, event) for event in game.events)
    number = journal.start(RULES.id, first)
    for line in others:
        journal.append(number, line)
    if game.state.outcome is not None:
        journal.finish(number, result_line(game.state.outcome))
    return number


def told(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    """Run a correct command line and return its output."""
    assert main(list(map(str, words))) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def complaint(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    """Return the one sentence that a command line that is wrong prints."""
    assert main(list(map(str, words))) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("companion: ")
    assert captured.err.count("\n") == 1
    return captured.err


# --- the list --------------------------------------------------------------------------------------------------------


def test_the_list_shows_the_game_last_played_first(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head, second, first = told(capsys, "games", "--journal", journal).splitlines()
    assert head.split("  ")[0] == "number"
    assert second.split()[0] == "2"
    assert second.endswith("green and red  not finished")
    assert f"  {len(whole_game(1).events)}  " in first
    assert first.endswith("green and red  Green wins!")


def test_games_of_several_kinds_are_named_and_every_column_has_its_heading(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = Journal.open(journal)
    kept.start("lifeboat", "{}")
    kept.close()
    head, *listed = told(capsys, "games", "--journal", journal).splitlines()
    assert head.split("  ")[-1] == "game"
    assert [line[head.rindex("game") :] for line in listed] == ["Lifeboat", "Finstere Flure", "Finstere Flure"]


def test_who_has_won_is_told_in_the_language_of_whoever_lists(
    journal: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    assert "Grün gewinnt" in told(capsys, "games", "--journal", journal)
    monkeypatch.setenv("LANGUAGE", "fr")
    assert "Vert" in told(capsys, "games", "--journal", journal)


@pytest.mark.parametrize("result", ["Red wins!", "null", "[]", '{"winner": "pink"}', "{", ""])
def test_a_result_of_an_older_journal_is_told_as_it_is(
    result: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    journal.finish(journal.start(RULES.id, event_line(RULES, whole_game(1).events[0])), result)
    journal.close()
    (_, line) = told(capsys, "games", "--journal", tmp_path / "games.sqlite").splitlines()
    assert line.endswith(f"green and red  {result}".rstrip())


def test_the_list_as_json(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(told(capsys, "games", "--journal", journal, "--json"))
    assert data["journal"] == str(journal)
    second, first = data["games"]
    assert (first["id"], second["id"]) == (1, 2)
    assert first["events"] == len(whole_game(1).events)
    assert first["kind"] == "finstere-flure"
    assert first["players"] == ["green", "red"]
    assert first["result"] == {"winner": "green", "ending": "nobody-left", "won_by": "most-out"}
    assert second["result"] is None
    assert first["started"].endswith("Z")


def test_the_list_is_told_in_pages(
    journal: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "PAGE_GAMES", 1)
    first = told(capsys, "games", "--journal", journal).splitlines()
    assert first[1].startswith("2 ")
    assert first[2:] == ["Page 1 of 2; the next: --page 2"]
    second = told(capsys, "games", "--page", "2", "--journal", journal).splitlines()
    assert second[1].startswith("1 ")
    assert second[2:] == []
    data = json.loads(told(capsys, "games", "--json", "--page", "2", "--journal", journal))
    assert ([game["id"] for game in data["games"]], data["page"], data["pages"]) == ([1], 2, 2)
    assert "from 1 to 2" in complaint(capsys, "games", "--page", "3", "--journal", journal)
    assert "from 1 to 2" in complaint(capsys, "games", "--page", "0", "--journal", journal)


def test_without_a_journal_there_is_no_game_and_none_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.sqlite"
    assert "No game" in told(capsys, "games", "--journal", path)
    assert json.loads(told(capsys, "games", "--journal", path, "--json"))["games"] == []
    assert not path.exists()


def test_the_usual_journal_is_in_the_state_folder(
    journal: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(journal.parent))
    assert "Green wins!" in told(capsys, "games")


def test_the_games_can_be_listed_while_one_is_played(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    playing = Journal.open(journal)
    write(playing, whole_game(1).undo(50))
    assert told(capsys, "games", "--journal", journal).count("\n") == 4
    assert playing.warning is None


# --- export and import -----------------------------------------------------------------------------------------------


def test_an_exported_game_is_a_game_file(journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "game.jsonl"
    said = f"{out}: game 1, {len(whole_game(1).events)} events\n"
    assert told(capsys, "games", "export", "1", "-o", out, "--journal", journal) == said
    assert out.read_text() == game_to_text(RULES, whole_game(1).events)
    assert told(capsys, "games", "--journal", journal, "export", "1") == game_to_text(RULES, whole_game(1).events)


def test_what_was_taken_back_is_not_exported(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    playing = Journal.open(journal)
    playing.undo(2, keep=10)
    playing.close()
    assert told(capsys, "games", "export", "2", "--journal", journal).count("\n") == 11


def test_the_same_events_have_the_same_hash_at_both_tables(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = Journal.open(tmp_path / "other.sqlite")
    number = write(other, whole_game(1))
    other.close()
    at_home = told(capsys, "games", "hash", 1, "--journal", journal)
    assert at_home == told(capsys, "games", "--journal", tmp_path / "other.sqlite", "hash", number)
    assert at_home.startswith(f"{len(whole_game(1).events)} events: ")
    other = Journal.open(tmp_path / "other.sqlite")
    other.undo(number, keep=len(whole_game(1).events) - 1)
    other.close()
    assert told(capsys, "games", "hash", number, "--journal", tmp_path / "other.sqlite") != at_home


@pytest.mark.parametrize("undone", [0, 30], ids=["over", "not over"])
def test_an_imported_game_is_the_game_that_was_exported(
    undone: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = whole_game(1).undo(undone)
    file, path = tmp_path / "game.jsonl", tmp_path / "new folder" / "games.sqlite"
    file.write_text(game_to_text(RULES, game.events))
    assert "game 1" in told(capsys, "games", "import", file, "--journal", path)
    journal = Journal.open(path)
    (record,) = journal.games()
    assert game_from_text(RULES, game_file_text(RULES, journal.events(record.id))) == game
    assert record.finished == (game.state.outcome is not None)


def test_a_game_that_is_there_already_is_not_added_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, files = tmp_path / "games.sqlite", [tmp_path / "begun.jsonl", tmp_path / "whole.jsonl"]
    for file, game in zip(files, (whole_game(1).undo(30), whole_game(1)), strict=True):
        file.write_text(game_to_text(RULES, game.events))
    assert "is now game 1 in" in told(capsys, "games", "import", files[0], "--journal", path)
    assert "is now game 2 in" in told(capsys, "games", "import", files[1], "--journal", path)
    assert f"{files[0]} is game 1 in {path} already." in told(capsys, "games", "import", files[0], "--journal", path)
    journal = Journal.open(path)
    assert len(journal.games()) == 2


def test_a_game_with_other_line_ends_can_be_imported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + game_to_text(RULES, whole_game(1).events).replace("\n", "\r\n").encode())
    assert "game 1" in told(capsys, "games", "import", file, "--journal", tmp_path / "games.sqlite")


def test_a_game_file_is_made_of_the_lines_of_its_events() -> None:
    assert game_file_text(RULES, [event_line(RULES, event) for event in whole_game(1).events]) == game_to_text(
        RULES, whole_game(1).events
    )


# --- what cannot be --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda _: "", "line 1"),
        (lambda _: "tea\n", "line 1"),
        (lambda _: '{"format": "finstere-flure/position", "version": 1}\n', "not a game file"),
        (lambda text: text.splitlines()[0], "line 2"),
        (lambda text: text.replace('"card"', '"meal"', 1), "event"),
        (lambda text: text + text.splitlines()[-1], "the game is over"),
    ],
    ids=["empty", "one word", "a position", "only a header", "a foreign word", "an event too many"],
)
def test_what_is_no_game_is_not_imported(
    spoil: Callable[[str], str], words: str, journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(spoil(game_to_text(RULES, whole_game(1).events)))
    before = told(capsys, "games", "--journal", journal)
    sentence = complaint(capsys, "games", "import", file, "--journal", journal)
    assert str(file) in sentence
    assert words in sentence
    assert told(capsys, "games", "--journal", journal) == before


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=80))
def test_no_file_is_more_than_one_sentence(data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(data)
    assert str(file) in complaint(capsys, "games", "import", file, "--journal", tmp_path / "games.sqlite")
    assert not (tmp_path / "games.sqlite").exists()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["export", "9"], "there is no game '9'; the games are: 1, 2"),
        (["export", "first"], "'first'"),
        (["export", "1", "-o", "nowhere/game.jsonl"], "nowhere"),
        (["import", "nowhere.jsonl"], "nowhere.jsonl: cannot be read"),
        (["export"], "--help"),
        (["burn"], "burn"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    words: list[str], expected: str, journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert expected in complaint(capsys, "games", "--journal", journal, *words)


def test_a_damaged_journal_is_said_and_left_where_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.sqlite"
    path.write_bytes(b"no journal" * 1000)
    assert "damaged" in complaint(capsys, "games", "--journal", path)
    assert path.read_bytes() == b"no journal" * 1000


def test_a_newer_journal_is_said_and_not_written(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = sqlite3.connect(journal)
    database.execute("PRAGMA user_version = 3")
    database.close()
    file = tmp_path / "game.jsonl"
    file.write_text(game_to_text(RULES, whole_game(1).events))
    assert "newer" in complaint(capsys, "games", "--journal", journal)
    assert "newer" in complaint(capsys, "games", "import", file, "--journal", journal)


def test_another_kind_of_game_is_listed_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    for first in ("{}", "[]", "not even JSON", '{"event": "card", "drawn": ["7"], "order": null}'):
        journal.start("another", first)
    journal.close()
    assert told(capsys, "games", "--journal", journal.path).count("not finished") == 4
