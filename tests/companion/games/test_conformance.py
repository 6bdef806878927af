"""Tests of the conformance checks: faults of a game are reported."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from fox_and_geese.game import FoxAndGeese
from fox_and_geese.rules import Event, FoxAndGeeseRules, Moved, Started, State
from fox_and_geese.virtual import FoxAndGeeseVirtual

from companion.device.language import PLATFORM, game_translations
from companion.device.options import Values
from companion.games import DEFAULT_GAME, CompanionGame
from companion.games.conformance import check_game
from companion.main import main
from engine.game import Choice


class NamesTooMuch(FoxAndGeeseRules):
    """Rules that say that geese may fly."""

    def next(self, state: State) -> tuple[Choice, ...]:
        return (*super().next(state), Choice("flown", "geese"))


class Forgetful(FoxAndGeeseRules):
    """Rules whose files do not say whether the fox must take."""

    def event_to_json(self, event: Event) -> dict[str, Any]:
        return super().event_to_json(Started() if isinstance(event, Started) else event)


class Strict(FoxAndGeeseRules):
    """Rules that fail on a move that they name."""

    def problems(self, state: State | None, event: Event) -> Any:
        if isinstance(event, Moved) and event.to == "d7":
            raise RuntimeError("d7")
        return super().problems(state, event)


def broken(rules_of_it: FoxAndGeeseRules) -> CompanionGame:
    """Return the example with other rules."""

    class Broken(FoxAndGeese):
        rules = rules_of_it

    return Broken()


def problems_of(game: CompanionGame, only: str) -> str:
    return " ".join(str(check) for check in check_game(game, games=1, only=(only,)) if check.problems)


@pytest.mark.parametrize(
    ("rules", "only", "problem"),
    [
        (NamesTooMuch(), "next", "next names flown geese, but no sample is one"),
        (Strict(), "events", "RuntimeError: d7 ("),
    ],
)
def test_what_is_wrong_with_the_rules_is_told(rules: FoxAndGeeseRules, only: str, problem: str) -> None:
    assert problem in problems_of(broken(rules), only)


class AlwaysMustTake(FoxAndGeeseVirtual):
    """Virtual table that begins games in which the fox must take."""

    def start(self, players: int | None, seed: int, options: Values) -> Started:
        super().start(players, seed, options)
        return Started(must_take=True)


def test_an_event_that_a_file_changes_is_told() -> None:
    class MustTake(FoxAndGeese):
        rules = Forgetful()
        virtual = AlwaysMustTake()

    assert "is another event when it is read again" in problems_of(MustTake(), "events")


def test_a_language_that_is_not_complete_is_told(tmp_path: Path) -> None:
    class Silent(FoxAndGeese):
        translations = game_translations(tmp_path)

    (tmp_path / "locale" / "de" / "LC_MESSAGES").mkdir(parents=True)
    shutil.copy(PLATFORM.folder / "de" / "LC_MESSAGES" / "companion.mo", tmp_path / "locale" / "de" / "LC_MESSAGES")
    Silent.__module__ = FoxAndGeese.__module__
    assert "not in Deutsch: the geese" in problems_of(Silent(), "words")


def test_a_failed_check_is_the_exit_status(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.commands.check_game.find_game", lambda _: broken(NamesTooMuch()))
    assert main(["check-game", "fox-and-geese", "--games", "1", "--only", "next,undo"]) == 2
    failed, good = capsys.readouterr().out.splitlines()
    assert failed.startswith("FAILED  next: ")
    assert good.startswith("ok      undo: ")


@pytest.mark.parametrize("words", [["chess"], [DEFAULT_GAME, "--only", "taste"], [DEFAULT_GAME, "--games", "0"]])
def test_what_cannot_be_checked_is_one_sentence(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-game", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
