"""Tests of ``companion games mend`` and ``play-on``: the old game stays."""

import json
from pathlib import Path

import pytest

from companion.games.files import event_line
from companion.journal import Journal
from companion.main import main
from companion.two_tables.kept import KeptShare, ShareFile
from companion.two_tables.order import Side
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.game import RULES
from tests.companion.commands.test_games import write
from tests.engine.finstere_flure.whole_game import whole_game

LAUREN = Character.LAUREN
STEPHEN = Character.STEPHEN
EVENTS = (
    e.GameStarted((LAUREN, STEPHEN, Character.CAPTAIN, Character.MATE)),
    e.Took(LAUREN),
    e.Laid(LAUREN, Provision.KNIFE),
    e.Took(STEPHEN),
)
LINES = tuple(event_line(RULES, event) for event in EVENTS)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a journal with one game."""
    path = tmp_path / "games.sqlite"
    journal = Journal.open(path)
    first, *others = LINES
    game = journal.start(RULES.id, first)
    for line in others:
        journal.append(game, line)
    journal.close()
    return path


def events(path: Path, game: int = 1) -> tuple[str, ...]:
    """Return the events that the journal holds of a game."""
    journal = Journal.open(path)
    found = journal.events(game)
    journal.close()
    return found


def games(path: Path, *words: str) -> int:
    """Run ``companion games`` with this journal."""
    return main(["games", "--journal", str(path), *words])


def test_a_mend_drops_changes_or_inserts_and_undo_gives_the_bytes_of_before(path: Path) -> None:
    assert games(path, "mend", "1", "--entry", "3", "--drop") == 0
    assert events(path) == (LINES[0], LINES[1], LINES[3])
    assert games(path, "mend", "1", "--undo") == 0
    assert events(path) == LINES
    rope = event_line(RULES, e.Laid(LAUREN, Provision.PARASOL))
    assert games(path, "mend", "1", "--entry", "3", "--change", rope) == 0
    assert events(path) == (*LINES[:2], rope, LINES[3])
    assert games(path, "mend", "1", "--undo") == 0
    assert games(path, "mend", "1", "--entry", "4", "--insert", rope, "--unfit", "drop") == 0
    assert rope in events(path)


def test_what_no_longer_fits_stops_it_unless_somebody_says_what_to_do(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert games(path, "mend", "1", "--entry", "2", "--drop") == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "no longer fits" in error
    assert events(path) == LINES, "nothing is changed"
    assert games(path, "mend", "1", "--entry", "2", "--drop", "--unfit", "end") == 0
    assert events(path) == (LINES[0], LINES[2]), "what still fits stays"


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["--entry", "9", "--drop"], "there is no event 9"),
        (["--entry", "1", "--drop"], "it can only be changed"),
        (["--entry", "2", "--change", "{}"], "--change"),
        (["--entry", "2", "--change", "[" * 100_000], "--change"),
        (["--entry", "2", "--insert", LINES[3]], "--entry 2"),
        (["--drop"], "--entry N"),
        (["--undo"], "no mend counts"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_changes_nothing(
    path: Path, words: list[str], what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert games(path, "mend", "1", *words) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert what in error
    assert events(path) == LINES


def test_a_game_in_another_companions_hands_is_not_mended(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    playing = Journal.open(path)
    assert games(path, "mend", "1", "--entry", "3", "--drop") == 2
    playing.close()
    assert "another companion plays with it" in capsys.readouterr().err
    assert events(path) == LINES


def test_play_on_begins_a_new_game_and_the_old_one_stays(path: Path) -> None:
    assert games(path, "play-on", "1", "--entry", "2") == 0
    assert (events(path), events(path, 2)) == (LINES, LINES[:2])
    assert games(path, "play-on", "1", "--entry", "5") == 2


def test_nobody_plays_on_with_the_hidden_cards_of_a_game_that_is_not_over(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = path.parent / "virtual"
    folder.mkdir()
    journal = Journal.open(path)
    secrets = {"format": "lifeboat/virtual", "version": 1, "seed": 5, "entries": 4, "began_s": journal.started_s(1)}
    journal.close()
    (folder / "games-1.json").write_text(json.dumps(secrets))
    assert games(path, "play-on", "1", "--entry", "2") == 2
    assert "once this one is over" in capsys.readouterr().err
    assert [file.name for file in folder.iterdir()] == ["games-1.json"]


def test_what_lies_face_down_is_shuffled_until_the_game_is_over(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    journal = Journal.open(path)
    whole = whole_game(1)
    write(journal, whole)
    number = next(number for number, event in enumerate(whole.events, 1) if getattr(event, "order", None) is not None)
    write(journal, whole.undo(len(whole.events) - number))
    journal.close()
    for game in ("1", "2"):
        assert games(path, "play-on", game, "--entry", str(number)) == 0
    assert events(path, 3) == events(path)[:number], "the game is over: everybody knows its cards"
    old, new = json.loads(events(path, 2)[-1]), json.loads(events(path, 4)[-1])
    assert new["order"] != old["order"]
    assert sorted(new["order"]) == sorted(old["order"])


def test_a_game_with_another_table_is_not_mended(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ShareFile.beside(path).keep(KeptShare(1, Side.HOST, ("Stephen",), "5" * 64, "", "6" * 64))
    assert games(path, "mend", "1", "--entry", "3", "--drop") == 2
    assert "cannot be mended; companion games play-on 1" in capsys.readouterr().err
    assert events(path) == LINES
    assert games(path, "play-on", "1", "--entry", "3") == 0
    assert games(path, "mend", "2", "--entry", "3", "--drop") == 0
