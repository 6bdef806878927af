"""Secrets of a seat change nothing that other phones or the table are sent.

Of other games in short: `tests/tools/secrets/test_evenings.py`.
"""

from random import Random
from typing import Any

import pytest
from mouse_and_elephant.game import GAME as MOUSE

from companion.games import CompanionGame, find_game
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.table.hint import HintStep
from companion.table.session import GameSession, Session
from engine.coach_ride.events import Attacked
from tools import phone_secrets
from tools.phone_secrets import Known, Watchers, find_leaks, start_game

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("display")]


def check_secrets(game: CompanionGame, journal: Journal, states: int, seed: int = 5) -> None:
    """Change what a seat does not know in many states, and compare what is sent."""
    leaks = list(find_leaks(start_game(game, journal, seed), Random(seed), states))
    assert leaks
    assert set(leaks) == {None}


def test_items_associations_and_professions_stay_hidden(journal: Journal) -> None:
    check_secrets(find_game("coach-ride"), journal, 24)


@pytest.mark.thorough
def test_cards_of_the_coach_stay_hidden_in_whole_games(journal: Journal) -> None:
    check_secrets(find_game("coach-ride"), journal, 400, seed=6)


@pytest.mark.thorough
@pytest.mark.parametrize("game", [MOUSE, find_game("lifeboat"), find_game("betrayal")], ids=lambda game: game.id)
def test_secrets_stay_hidden_in_whole_games(journal: Journal, game: CompanionGame) -> None:
    check_secrets(game, journal, 400, seed=6)


def test_a_move_that_nobody_else_notices_is_found_where_it_is_told(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that counts who has declined sends something when somebody declines."""
    session = start_game(find_game("coach-ride"), journal, 1)
    # What a seat does not know stays as it is: only the moves can tell.
    monkeypatch.setattr(phone_secrets, "other_state", lambda _play, state, _seat, _rng: state)

    def status(session: Session) -> str:
        whole = session.hidden_cards.whole_state() if session.hidden_cards is not None else None
        return str(len(getattr(whole, "declined", ())))

    monkeypatch.setattr(GameSession, "status", property(status))
    assert any(leak is not None and "nobody else notices" in leak for leak in find_leaks(session, Random(1), 60))


def test_the_name_on_a_refused_hint_tells_nobody_who_has_declined(journal: Journal) -> None:
    """The page of a hint names none of several players who are asked."""
    session = start_game(find_game("coach-ride"), journal, 1)
    hidden, game, play = Known(), session.game, session.table_game.play
    assert game is not None
    session.use_hidden_cards(hidden)
    state = play.deal(game.events[0], Random(1))
    attack = next(move for move in play.possible(state) if isinstance(move.event, Attacked))
    hidden.state = play.follow(state, attack)
    session.apply(attack.event, already_placed=True)
    session.go_on()
    titles = set[str]()
    while len(play.acting_seats(hidden.state)) > 1:
        page = HintStep(session).page()
        assert isinstance(page, BoardPage)
        titles.add(page.title)
        hidden.state = play.follow(
            hidden.state, next(move for move in play.possible(hidden.state) if move.event is None)
        )
    assert titles == {"Hint"}


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
