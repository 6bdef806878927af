"""Commands of the README of chess that need neither an engine nor a camera."""

import shlex
from pathlib import Path

import pytest

from tests.examples.conftest import EXAMPLES, Companion

README = (EXAMPLES / "chess" / "README.md").read_text()
COMMANDS = [line.removeprefix("    ./run companion ") for line in README.splitlines() if "    ./run companion" in line]


def command(start: str, folder: Path) -> list[str]:
    """Return the first command of the README that begins so, its files in a folder."""
    name, *words = shlex.split(next(line for line in COMMANDS if line.startswith(start)))
    return [name, *(str(folder / word) if word in ("tags", "game.pgn") else word for word in words)]


def test_five_commands_lead_from_nothing_to_a_game_in_a_file() -> None:
    block = README.split("\n\n")[README.split("\n\n").index("Five commands, in the folder of the companion:") + 1]
    assert len(block.splitlines()) == 5


@pytest.mark.slow
def test_games_are_listed_and_exported_as_it_says(companion: Companion, tmp_path: Path) -> None:
    journal = ["--journal", str(tmp_path / "games.sqlite")]
    (tmp_path / "game.pgn").write_text("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n")
    assert "No game is kept" in companion(*command("games", tmp_path)[:1], *journal)
    companion("games", *journal, "import", str(tmp_path / "game.pgn"))
    companion(*command("games export", tmp_path), *journal)
    written = (tmp_path / "game.pgn").read_text()
    assert '[White "Ann Lee"]\n[Black "Stockfish"]\n[Result "1-0"]' in written
    assert "4. Qxf7# 1-0" in written


@pytest.mark.slow
def test_cards_are_printed_as_it_says(companion: Companion, tmp_path: Path) -> None:
    companion(*command("tags", tmp_path))
    assert (tmp_path / "tags" / "manifest.json").is_file()
