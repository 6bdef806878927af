"""Reasons of hints: true by counting again, told in all languages, without secrets."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from enum import Enum
from fractions import Fraction
from functools import cache
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest

from companion.games import CompanionGame
from companion.games.lifeboat.reasons import AddsChoice
from companion.opponents.reasons import BestAnswered, BestAtOnce, BestOnAverage, MuchAlike, StaysUnsaid
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.dealt import Dealt, Move, Plan
from engine.lifeboat.events import Navigated
from tools.benchmarks import kept_tables
from tools.hint_reasons.__main__ import example_games, keep_report, load_game, main
from tools.hint_reasons.case import Hint
from tools.hint_reasons.hints import Report, check_hints, checks_of, hints, problems_of, sentences

GAMES = ("betrayal", "coach-ride", "finstere-flure", "lifeboat", *example_games())
HIDDEN = ("coach-ride", "lifeboat", "mouse-and-elephant")
#: Hints of a game that are checked here; `tools.hint_reasons` checks more.
HINTS = 12
NODES = 40
#: Games whose moves take long to weigh; the reasons of all games on cells are counted by the same code.
SLOW = ("alquerque", "brandubh", "breakthrough", "chess", "draughts", "halma", "hex", "nine-mens-morris", "othello")
#: They are true of most good moves, and nothing is claimed where a reason stays unsaid.
ESTIMATES = (BestAnswered, BestAtOnce, BestOnAverage, MuchAlike, StaysUnsaid)

pytestmark = pytest.mark.slow


@cache
def some_hints(game_id: str) -> tuple[Hint, ...]:
    """Return hints of the first moves of two games."""
    game = load_game(game_id)
    return tuple(hint for seed in (1, 2) for hint in islice(hints(game, seed, NODES), 12))


@pytest.mark.thorough(but=[game for game in GAMES if game not in SLOW])
@pytest.mark.parametrize("game_id", GAMES)
def test_every_reason_is_true(game_id: str) -> None:
    report = check_hints(load_game(game_id), HINTS, seed=5, nodes=NODES)
    assert report.problems == []
    assert report.decisions == HINTS


def few_of_each_kind(game_id: str) -> list[Hint]:
    """Return hints of the first moves, at most four of a kind.

    Each of them is asked about all of other kinds.
    """
    hints_by_kind: dict[type, list[Hint]] = {}
    for hint in some_hints(game_id):
        hints_by_kind.setdefault(type(hint.reason), []).append(hint)
    return [hint for alike in hints_by_kind.values() for hint in alike[:4]]


def wrong_facts(reason: Any) -> Iterator[Any]:
    """Yield the reason with a number one more, another truth, or somebody else's name."""
    for field in fields(reason):
        fact = getattr(reason, field.name)
        if isinstance(fact, bool):
            yield replace(reason, **{field.name: not fact})
        elif isinstance(fact, int | float | Fraction):
            yield replace(reason, **{field.name: fact + 1})
        elif isinstance(fact, Enum):
            yield replace(reason, **{field.name: next(other for other in type(fact) if other is not fact)})
        else:
            yield replace(reason, **{field.name: f"{fact}-other"})


def is_found(hint: Hint, reason: Any) -> bool:
    """Return True if the checks find that this is no reason of this hint."""
    try:
        return not checks_of(hint.table.rules.id)[type(reason)](replace(hint, reason=reason), reason)
    except (AssertionError, AttributeError, KeyError, LookupError, StopIteration, ValueError):
        return True


@pytest.mark.thorough(but=[game for game in GAMES if game not in SLOW])
@pytest.mark.parametrize("game_id", GAMES)
def test_a_reason_with_a_fact_that_is_wrong_is_found(game_id: str) -> None:
    wrong = [(hint, reason) for hint in some_hints(game_id) for reason in wrong_facts(hint.reason)]
    assert wrong
    assert [reason for hint, reason in wrong if not is_found(hint, reason)] == []


@pytest.mark.thorough(but=[game for game in GAMES if game not in SLOW])
@pytest.mark.parametrize("game_id", GAMES)
def test_a_reason_of_another_move_is_found(game_id: str) -> None:
    kinds: dict[type, list[bool]] = {}
    for hint, other in product(few_of_each_kind(game_id), repeat=2):
        if type(hint.reason) not in ESTIMATES and type(hint.reason) is not type(other.reason):
            kinds.setdefault(type(hint.reason), []).append(is_found(other, hint.reason))
    # What is said of one decision may be true of another one by chance, but seldom.
    assert {kind: found for kind, found in kinds.items() if sum(found) < 0.6 * len(found)} == {}


@pytest.mark.thorough(but=[game for game in GAMES if game not in SLOW])
@pytest.mark.parametrize("game_id", GAMES)
def test_a_reason_is_one_short_sentence_in_every_language(game_id: str) -> None:
    for hint in some_hints(game_id):
        for language, text in sentences(hint).items():
            assert text.endswith("。" if "。" in text else "."), (language, text)
            assert text.count(".") + text.count("。") == 1, (language, text)
            assert len(text) <= 125, (language, text)
            assert "{" not in text, (language, text)


@pytest.mark.parametrize("game_id", HIDDEN)
def test_a_reason_for_all_that_takes_the_whole_state_is_found(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = load_game(game_id).table
    made = table.hint_reason

    def leak(view: Any, seat: str, move: Any, *, shared: bool) -> Any:  # noqa: ARG001 - the player's reason for all
        return made(view, seat, move, shared=False)

    monkeypatch.setattr(type(table), "hint_reason", staticmethod(leak))
    found = (
        problem
        for seed in range(1, 6)
        for hint in hints(load_game(game_id), seed, NODES)
        if hint.shared
        for problem in problems_of(hint)
    )
    assert any("hidden" in problem for problem in found)


def test_a_wrong_reason_is_printed_and_makes_the_command_fail(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = load_game("noughts-and-crosses").table
    monkeypatch.setattr(type(table), "hint_reason", lambda *_, **__: StaysUnsaid())
    assert main(["--game", "noughts-and-crosses", "--hints", "2", "--nodes", "20"]) == 1
    assert "not true" in capsys.readouterr().out


def test_when_the_time_is_up_fewer_hints_are_checked_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--game", "noughts-and-crosses", "--hints", "1000", "--nodes", "20", "--minutes", "0.005"]) == 0
    hints_checked = int(capsys.readouterr().out.split(", ")[1].split(" hints:")[0])
    assert 0 < hints_checked < 1000


def test_a_game_keeps_a_row_of_figures_in_the_place_of_its_older_one(tmp_path: Path) -> None:
    for decisions in (3, 1200):
        for game_id in ("ludo", "halma"):
            keep_report(
                game_id,
                Report(Counter({"Takes": decisions, "Takes (for all)": 2}), ["not true: a claim"], decisions),
                tmp_path,
            )
    rows = kept_tables(tmp_path)["hint-reasons"].rows
    assert [row.split(" | ")[:4] for row in rows] == [["| halma", "1,200", "1", "1"], ["| ludo", "1,200", "1", "1"]]


def test_a_game_is_found_that_is_not_installed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--game", "halma", "--hints", "2", "--nodes", "20", "--print", "1", "--json"]) == 0
    assert '"problems": []' in capsys.readouterr().out


def test_a_game_of_cards_without_reasons_of_its_own_goes_by_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    game: CompanionGame = load_game("mouse-and-elephant")
    kind = type(game.table)
    monkeypatch.delattr(kind, "hint_reason")
    monkeypatch.delattr(kind, "describe_reason")
    report = check_hints(game, 20, seed=1, nodes=NODES)
    assert report.problems == []
    assert report.kinds["StaysUnsaid (for all)"] == 20
    assert MuchAlike.__name__ in report.kinds


def test_in_lifeboat_the_player_alone_hears_of_hand_love_and_hate() -> None:
    own = [hint for hint in some_hints("lifeboat") if not hint.shared]
    told = {type(hint.reason).__name__ for hint in own}
    assert told & {"KeepsTreasure", "KeepsUseful", "HelpsLoved", "HarmsHated"}
    for hint in some_hints("lifeboat"):
        if hint.shared:
            assert isinstance(hint.state, Dealt)
            assert type(hint.reason).__name__ not in {"KeepsTreasure", "KeepsUseful", "HelpsLoved", "HarmsHated"}


@pytest.mark.parametrize("has_rowed", [False, True])
def test_in_lifeboat_the_compass_adds_a_choice_only_if_somebody_has_rowed(*, has_rowed: bool) -> None:
    found = (hint for seed in range(1, 9) for hint in hints(load_game("lifeboat"), seed, NODES) if not hint.shared)
    hint = next(hint for hint in found if isinstance(hint.move.event, Navigated) and bool(hint.public.row) is has_rowed)
    navigator = Character(hint.seat)
    with_compass = tuple(
        replace(person, open=(*person.open, Provision.COMPASS)) if person.who is navigator else person
        for person in hint.public.people
    )
    state = replace(hint.state, state=replace(hint.public, people=with_compass))
    look = Move(None, by=navigator, plan=Plan.COMPASS)
    reason = hint.table.hint_reason(hint.play.view(state, hint.seat), hint.seat, look, shared=False)
    assert isinstance(reason, AddsChoice) is has_rowed
    advised = Hint(hint.table, state, hint.seat, look, reason, shared=False)
    assert list(problems_of(advised)) == []
    assert bool([*problems_of(replace(advised, reason=AddsChoice()))]) is not has_rowed
