"""Tests of ``companion players``."""

import json
from pathlib import Path

import pytest

from companion.journal import Journal
from companion.main import main
from tests.companion.commands.test_games import complaint, told, write
from tests.engine.finstere_flure.whole_game import whole_game


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "games.sqlite"
    opened = Journal.open(path)
    write(opened, whole_game(1))
    opened.close()
    return path


def seats(journal: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    games = json.loads(told(capsys, "games", "--json", "--journal", journal))["games"]
    return list(games[0]["players"])


def test_a_name_is_added_seated_renamed_and_forgotten(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = seats(journal, capsys)[:2]
    told(capsys, "players", "add", "Anna", "--journal", journal)
    told(capsys, "players", "add", "Ben", "--journal", journal)
    told(capsys, "players", "seat", "1", first, "anna", "--journal", journal)
    assert "Anna" in told(capsys, "players", "seat", "1", second, "ben", "--journal", journal)
    told(capsys, "players", "rename", "anna", "Hanna", "--journal", journal)
    assert f"Hanna ({first})" in told(capsys, "games", "--journal", journal)
    assert "two" in complaint(capsys, "players", "merge", "Ben", "Hanna", "--journal", journal)
    assert "1 game" in told(capsys, "players", "forget", "Hanna", "--journal", journal)
    listed = json.loads(told(capsys, "players", "list", "--json", "--journal", journal))["players"]
    assert listed == [{"name": "Ben", "games": 1}]
    told(capsys, "players", "seat", "1", second, "--journal", journal)
    assert told(capsys, "players", "--journal", journal) == "Ben  0 games\n"


def test_forgetting_names_the_files_that_still_have_the_letters(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told(capsys, "players", "add", "Zephyrine", "--journal", journal)
    (journal.parent / "notes.txt").write_text("Zephyrine has won")
    output = told(capsys, "players", "forget", "Zephyrine", "--journal", journal)
    assert "notes.txt" in output
    assert "games." not in output.partition("\n")[2]


@pytest.mark.parametrize(
    "words",
    [
        ("players", "forget", "Nobody"),
        ("players", "rename", "Nobody", "Anna"),
        ("players", "seat", "1", "mauve"),
        ("players", "seat", "7", "red"),
        ("players", "add", " "),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(
    journal: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    assert main([*words, "--journal", str(journal)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
