"""Secrets of a seat change nothing that other phones or the table are sent."""

from random import Random
from typing import Any

import pytest
from mouse_and_elephant.game import GAME as MOUSE

from companion.games import CompanionGame, find_game
from companion.journal import Journal
from tools.phone_secrets import Known, Watchers, find_leaks, start_game

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("display")]


def check_secrets(game: CompanionGame, journal: Journal, states: int, seed: int = 5) -> None:
    """Change what a seat does not know in many states, and compare what is sent."""
    leaks = list(find_leaks(start_game(game, journal, seed), Random(seed), states))
    assert leaks
    assert set(leaks) == {None}


def test_hidden_hands_stay_hidden(journal: Journal) -> None:
    check_secrets(MOUSE, journal, 6)


def test_love_hate_hands_and_offers_stay_hidden(journal: Journal) -> None:
    check_secrets(find_game("lifeboat"), journal, 20)


def test_the_order_of_stacks_stays_hidden(journal: Journal) -> None:
    check_secrets(find_game("betrayal"), journal, 10)


def test_items_associations_and_professions_stay_hidden(journal: Journal) -> None:
    check_secrets(find_game("coach-ride"), journal, 5)


@pytest.mark.thorough
def test_cards_of_the_coach_stay_hidden_in_whole_games(journal: Journal) -> None:
    check_secrets(find_game("coach-ride"), journal, 80, seed=6)


@pytest.mark.thorough
@pytest.mark.parametrize("game", [MOUSE, find_game("lifeboat"), find_game("betrayal")], ids=lambda game: game.id)
def test_secrets_stay_hidden_in_whole_games(journal: Journal, game: CompanionGame) -> None:
    check_secrets(game, journal, 150, seed=6)


def test_a_leak_is_found(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that shows a hand of another seat is not what the check lets pass."""
    game = find_game("lifeboat")
    session = start_game(game, journal, 1)
    monkeypatch.setattr(type(game.table), "status", lambda *_: str(getattr(session.hidden_cards, "state", "")))
    assert any(leak is not None for leak in find_leaks(session, Random(1), 3))


def test_the_values_of_a_phone_need_no_more_than_a_view(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """The order of a deck that nobody knows is in no view, so no phone can show it."""
    game = find_game("finstere-flure")
    session = start_game(game, journal, 1)
    seen: list[Any] = []
    view = type(game.table.play).view

    def watched(play: Any, state: Any, seat: str) -> Any:
        seen.append(view(play, state, seat))
        return seen[-1]

    monkeypatch.setattr(type(game.table.play), "view", watched)
    Watchers(session, Known()).show(None)
    assert seen
    assert not any(state.deck.order_known for state in seen)
