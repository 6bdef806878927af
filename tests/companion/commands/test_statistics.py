"""Progress of a count of many games, as the terminal shows it."""

from pathlib import Path

import pytest

from companion.commands import statistics
from companion.games import find_game
from companion.games.files import event_line
from companion.journal.entries import Entry, EntryKind
from companion.journal.file import JournalFile
from tests.companion.commands.test_games import told
from tests.engine.finstere_flure.whole_game import whole_game


def test_a_terminal_sees_how_far_the_count_is_and_a_pipe_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, game, played = tmp_path / "games.sqlite", find_game("finstere-flure"), whole_game(1)
    result = game.result_line(played.state)
    assert result is not None
    lines = [Entry(EntryKind.EVENT, event_line(game.rules, event), 1.0) for event in played.events]
    file = JournalFile.open(path)
    for _ in range(5):
        file.add(game.id, (*lines, Entry(EntryKind.FINISH, result, 2.0)))
    file.close()
    monkeypatch.setattr(statistics, "_TOLD_EVERY", 2)
    shown: list[str] = []
    monkeypatch.setattr("sys.stderr.write", shown.append)
    told(capsys, "statistics", "--journal", path)
    assert not shown
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    told(capsys, "statistics", "--journal", path)
    assert not shown, "all are known"
    (tmp_path / "games.facts.sqlite").unlink()
    told(capsys, "statistics", "--journal", path)
    assert "".join(shown) == "\r2 of 5 games counted\r4 of 5 games counted\r5 of 5 games counted\n"
