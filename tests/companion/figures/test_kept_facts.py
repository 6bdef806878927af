"""Facts that are kept beside the journal are those that were counted."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.device.language import say, use_language
from companion.figures import facts as all_facts
from companion.figures import kept_facts
from companion.figures.facts import CountedGame, GameFacts
from companion.figures.tables import game_tables
from companion.games import find_game
from companion.games.counting import count_games
from companion.journal import Journal
from companion.journal.entries import KeptGame
from companion.journal.file import JournalFile
from companion.journal.player_names import PlayerNames
from companion.journal.search import GameSearch
from tests.companion.commands.test_games import told
from tests.companion.figures.recount import OWN
from tests.companion.figures.test_recounted import kept

KINDS = tuple(OWN)

pytestmark = pytest.mark.slow


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with a game of each kind, in which Zephyrine sat."""
    path = tmp_path / "games.sqlite"
    file = JournalFile.open(path)
    games = [kept(kind, 1, number) for number, kind in enumerate(KINDS)]
    file.take(games)
    file.close()
    names = PlayerNames(path)
    names.add("Zephyrine")
    for game in games:
        names.sit(game.key, {json.loads(game.entries[0].text)["players"][0]: "Zephyrine"})
    return path


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The kinds of the games that are replayed to be counted."""
    found: list[str] = []
    facts_of = all_facts.facts_of

    def noted(game: KeptGame, companion_game: CountedGame, names: Mapping[str, str]) -> GameFacts | None:
        found.append(game.kind)
        return facts_of(game, companion_game, names)

    monkeypatch.setattr(kept_facts, "facts_of", noted)
    return found


def facts(path: Path) -> list[GameFacts]:
    return list(count_games(path, PlayerNames(path), GameSearch()))


def test_the_second_count_replays_no_game_and_tells_the_same_in_every_language(path: Path, counted: list[str]) -> None:
    first = facts(path)
    assert sorted(counted) == sorted(KINDS)
    second = facts(path)
    assert second == first
    assert len(counted) == len(KINDS)
    for language in ("de", "zh"):
        use_language(language)
        words = [
            [
                say(text)
                for table in game_tables(found)
                for text in (table.title, *(label.text for label in table.columns))
            ]
            for found in (first, second)
        ]
        assert words[0] == words[1]
    assert any(word not in str(game_tables(first)) for word in words[0]), "the words are translated"


def test_a_mend_and_its_undo_count_the_game_anew(path: Path, counted: list[str]) -> None:
    first = facts(path)
    journal = Journal.open(path)
    game, result = 1, journal.result(1)
    journal.mend(game, 10, journal.events(game)[10:], "", result)
    journal.close()
    del counted[:]
    assert sorted(found.events for found in facts(path)) == sorted(found.events for found in first)
    journal = Journal.open(path)
    journal.undo_mend(game, journal.mends(game)[-1].place)
    journal.close()
    facts(path)
    assert counted == [KINDS[0]] * 2


def test_other_code_counts_all_games_anew(path: Path, counted: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    facts(path)
    monkeypatch.setattr(kept_facts, "facts_version", lambda game: f"other {game.rules.id}")
    del counted[:]
    facts(path)
    assert sorted(counted) == sorted(KINDS)


def test_names_that_are_changed_or_forgotten_are_at_once(
    path: Path, counted: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    facts(path)
    del counted[:]
    told(capsys, "players", "rename", "Zephyrine", "Hildebrand", "--journal", path)
    assert all("Hildebrand" in found.names.values() for found in facts(path))
    told(capsys, "players", "forget", "Hildebrand", "--journal", path)
    assert not any(found.names for found in facts(path))
    assert counted == []
    kept_bytes = b"".join(file.read_bytes() for file in path.parent.iterdir() if file.is_file())
    assert (path.parent / "games.facts.sqlite").is_file()
    assert b"Zephyrine" not in kept_bytes
    assert b"Hildebrand" not in kept_bytes


def test_a_broken_game_is_not_kept_as_one_without_facts(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("broken")

    with monkeypatch.context() as patch:
        patch.setattr(type(find_game("lifeboat").table), "figures", fail)
        assert len(facts(path)) == len(KINDS) - 1
    assert len(facts(path)) == len(KINDS)


def test_of_a_damaged_journal_what_can_be_read_is_counted_and_nothing_kept(path: Path) -> None:
    whole = facts(path)
    (path.parent / "games.facts.sqlite").unlink()
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        file.write(bytes(4096))
    found = facts(path)
    assert 0 < len(found) <= len(whole)
    assert not (path.parent / "games.facts.sqlite").exists()
