"""Checks of games that list their moves: the examples pass, and every fault is told."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from fox_and_geese.game import FoxAndGeese
from fox_and_geese.rules import GEESE, FoxAndGeeseRules, Moved, State
from fox_and_geese.table import FoxAndGeeseTable
from mouse_and_elephant.game import MouseAndElephant
from mouse_and_elephant.table import TABLE as MOUSE_AND_ELEPHANT
from mouse_and_elephant.table import MouseAndElephantTable

from companion.cards.play import CardPlay, Dealt
from companion.cells.play import CellPlay
from companion.games import CompanionGame, find_game
from companion.games.conformance import check_game
from companion.games.play_checks import answer_problems, possible_problems, some_states, view_problems
from companion.table.table_question import TableQuestion
from engine.game import Play


def problems(game: CompanionGame) -> Iterator[str]:
    states = some_states(game, 2, seed=1)
    yield from possible_problems(game, states, seed=1)
    yield from view_problems(game, states, seed=1)


@pytest.mark.parametrize("game", [FoxAndGeese(), MouseAndElephant()], ids=lambda game: game.rules.id)
def test_the_examples_pass(game: CompanionGame) -> None:
    assert list(problems(game)) == []


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["finstere-flure", "lifeboat"])
def test_a_big_game_passes(game_id: str) -> None:
    assert list(problems(find_game(game_id))) == []


@pytest.mark.thorough
@pytest.mark.slow
def test_a_thousand_states_of_lifeboat_pass() -> None:
    game = find_game("lifeboat")
    states = some_states(game, 67, seed=2)
    assert len(states) >= 1000
    assert list(possible_problems(game, states, seed=2)) == []
    assert list(view_problems(game, states, seed=2)) == []


class MovesTooFar(FoxAndGeeseRules):
    """Lists a jump of a goose that the rules refuse."""

    def possible(self, state: State) -> tuple[Moved, ...]:
        goose = next(piece for piece in state.lying if piece in GEESE)
        return (*super().possible(state), Moved(state.turn, goose, "d7"))


class ForgetsMoves(FoxAndGeeseRules):
    """Lists no move of the fox to the middle file."""

    def possible(self, state: State) -> tuple[Moved, ...]:
        moves = super().possible(state)
        return tuple(move for move in moves if move.by != "fox" or move.to[0] != "d") or moves


class OpenHands(CardPlay):
    """A player sees all cards."""

    def view(self, state: Dealt, seat: str) -> Dealt:  # noqa: ARG002
        return state

    def determinize(self, view: Dealt, seat: str, rng: Random) -> Dealt:
        return super().determinize(super().view(view, seat), seat, rng)


class CopiedHands(CardPlay):
    """A player sees all cards, and whoever deals anew keeps what was seen."""

    def view(self, state: Dealt, seat: str) -> Dealt:  # noqa: ARG002
        return state

    def determinize(self, view: Dealt, seat: str, rng: Random) -> Dealt:  # noqa: ARG002
        return view


class UnsaidHands(CardPlay):
    """Play that hides hands and does not say that they are secret."""

    secrets = Play.secrets


class WildHands(CardPlay):
    """The hidden cards are dealt by other chance than the seed's."""

    rng = Random(1)

    def determinize(self, view: Dealt, seat: str, rng: Random) -> Dealt:  # noqa: ARG002
        return super().determinize(view, seat, self.rng)


def with_rules(rules: FoxAndGeeseRules) -> CompanionGame:
    table = FoxAndGeeseTable()
    vars(table)["rules"] = rules

    class Faulty(FoxAndGeese):
        play = CellPlay(table)

    return Faulty()


def with_hands(kind: type[CardPlay]) -> CompanionGame:
    class Faulty(MouseAndElephant):
        play = kind(MOUSE_AND_ELEPHANT, MOUSE_AND_ELEPHANT.tag_set.cards, MOUSE_AND_ELEPHANT.deal)

    return Faulty()


@pytest.mark.parametrize(
    ("game", "problem"),
    [
        (with_rules(MovesTooFar()), "is possible, but refused: "),
        (with_rules(ForgetsMoves()), "is allowed, but not listed as possible"),
        (with_hands(OpenHands), "the view of west is another where only what is hidden from it is otherwise"),
        (with_hands(CopiedHands), "the view of west tells hands of north"),
        (with_hands(UnsaidHands), "test_play_checks.UnsaidHands hides something and does not say what; write secrets("),
        (with_hands(WildHands), "determinize gives west something else for the same view and seed"),
    ],
    ids=["too-many", "too-few", "open", "copied", "unsaid", "wild"],
)
def test_a_fault_is_told(game: CompanionGame, problem: str) -> None:
    assert any(problem in told for told in problems(game))


class ListsNothing(FoxAndGeeseRules):
    """Lists no moves."""

    possible = Play.possible  # type: ignore[assignment]


def test_a_game_without_moves_says_so() -> None:
    game, table = FoxAndGeese(), FoxAndGeeseTable()
    vars(table)["rules"] = ListsNothing()
    vars(game)["table"] = table
    (check,) = check_game(game, games=1, only=("views",))
    assert str(check).endswith("has no such opponents yet: its rules do not list what is possible")


class TellsHands(MouseAndElephantTable):
    """Answers on a phone which cards all hands hold."""

    def questions(self, view: Any, seat: str) -> Sequence[TableQuestion]:
        cards = [card for player in sorted(view.hands) for card in sorted(view.hands[player])] if seat else []
        return (TableQuestion("leak", "Which cards are held?", lambda: cards),)


@pytest.mark.parametrize("game_id", ["finstere-flure", "lifeboat", "coach-ride", "betrayal"])
def test_no_answer_changes_with_a_secret(game_id: str) -> None:
    game = find_game(game_id)
    assert list(answer_problems(game, some_states(game, 1, seed=3), seed=3)) == []


def test_an_answer_that_tells_a_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = MouseAndElephant()
    states = some_states(game, 1, seed=1)
    assert list(answer_problems(game, states, seed=1)) == []
    monkeypatch.setattr(CardPlay, "view", lambda _play, state, _seat: state)
    vars(game)["table"] = TellsHands()
    found = [*answer_problems(game, states, seed=1)]
    assert any(problem.startswith("on the phone of west the answer to leak tells hands") for problem in found)


def test_an_answer_at_the_table_that_tells_the_deck_s_order_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("finstere-flure")
    states = some_states(game, 1, seed=1)
    monkeypatch.setattr(type(game.table.play), "view", lambda _rules, state, _seat: state)
    asked = TableQuestion("next", "Which card comes?", list)
    monkeypatch.setattr(
        type(game.table),
        "questions",
        lambda _table, view, _seat: (replace(asked, answer=lambda: [*view.deck.face_down[:1]]),),
    )
    assert any("at the table the answer to next tells deck" in told for told in answer_problems(game, states, seed=1))
