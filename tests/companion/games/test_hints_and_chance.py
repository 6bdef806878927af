"""Hints and bots go by what their seat knows, not by hidden cards or by chance to come."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.games import CompanionGame
from companion.games.opponents import bots_of
from companion.games.play_checks import some_states
from companion.opponents import worker
from companion.opponents.worker import Audience, LoadedGame, Request
from companion.table import bots, hint_request
from tools.hint_reasons.__main__ import example_games, load_game

HIDDEN = ("betrayal", "coach-ride", "finstere-flure", "lifeboat", "mouse-and-elephant")
GAMES = (*HIDDEN, *(game for game in example_games() if game not in HIDDEN))
#: Games without chance and hidden things, in which nothing can be otherwise: some of them, all with `--thorough`.
OPEN = ("ludo", "mancala", "noughts-and-crosses")
STATES = 6
NODES = 60

pytestmark = pytest.mark.slow


def facts(value: Any) -> Any:
    """Return all that a value holds, also what does not count when it is compared."""
    assert not isinstance(value, Random), "where chance comes from is no part of a state"
    if is_dataclass(value) and not isinstance(value, type):
        # What was worked out of a state before tells nothing more.
        return type(value).__name__, *(facts(getattr(value, field.name)) for field in fields(value) if field.init)
    if isinstance(value, Mapping):
        return tuple((repr(key), facts(entry)) for key, entry in value.items())
    if isinstance(value, tuple | list):
        return tuple(map(facts, value))
    if isinstance(value, set | frozenset):
        return tuple(sorted(map(repr, value)))
    return repr(value)


def asked(game: CompanionGame, state: Any, seat: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Request]:
    """Yield what is asked at a table where only this state is known: hints, then each bot."""
    found: list[Request] = []
    session: Any = SimpleNamespace(
        game=SimpleNamespace(events=()),
        game_id=1,
        table_game=game.table,
        around=SimpleNamespace(opponent=SimpleNamespace(ask=found.append)),
    )
    for module in (bots, hint_request):
        monkeypatch.setattr(module, "whole_state", lambda _session: state)
    for audience in (Audience.PLAYER, Audience.ALL):
        hint_request.ask_hint(session, seat, audience)
    for bot in bots_of(game):
        bots.ask_bot(session, seat, bot)
    return (replace(request, seconds=500.0, nodes=NODES) for request in found)


def ways(game: CompanionGame, seed: int) -> list[tuple[Any, Any, str]]:
    """Return states of games, each with one that differs in what an acting seat does not know."""
    play, rng = game.play, Random(seed)
    states = rng.sample([played.state for played in some_states(game, 2, seed)], STATES)
    return [
        (state, play.determinize(play.view(state, seat), seat, rng), seat)
        for state in states
        for seat in play.acting_seats(state)
    ]


def problems(game: CompanionGame, found: list[tuple[Any, Any, str]], monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Yield what is otherwise where only chance, and what is hidden from a seat, are otherwise."""
    loaded = LoadedGame(game.play, bots_of(game), partial(_explained, game))
    for state, other, seat in found:
        requests = (asked(game, shown, seat, monkeypatch) for shown in (state, other))
        for request, otherwise in zip(*requests, strict=True):
            if facts(request) != facts(otherwise):
                yield f"{seat}: {request.bot} is sent what is hidden"
            elif chosen(loaded, request) != chosen(loaded, otherwise):
                yield f"{seat}: {request.bot} does something else"


def _explained(game: CompanionGame, view: Any, seat: str, move: Any, shared: bool) -> Any:
    return game.table.hint_reason(view, seat, move, shared=shared)


def chosen(loaded: LoadedGame, request: Request) -> worker.ChosenMove:
    return worker._choose(loaded, request, lambda: False)


@pytest.mark.thorough(but=["coach-ride", "lifeboat", "mouse-and-elephant", "ludo", "mancala"])
@pytest.mark.parametrize("game_id", GAMES)
def test_a_hint_and_a_bot_are_the_same_however_chance_has_fallen(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game(game_id)
    assert [*problems(game, ways(game, 3), monkeypatch)] == []


@pytest.mark.parametrize("game_id", HIDDEN)
def test_a_view_that_shows_how_chance_has_fallen_is_found(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game(game_id)
    found = ways(game, 3)
    monkeypatch.setattr(type(game.play), "view", lambda _play, state, _seat: state)
    assert "sent what is hidden" in next(problems(game, found, monkeypatch))


def test_a_reason_that_is_another_each_time_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("finstere-flure")
    found = ways(game, 3)
    number = iter(range(1000))

    def count(*_: Any, **__: Any) -> int:
        return next(number)

    monkeypatch.setattr(type(game.table), "hint_reason", staticmethod(count))
    assert "does something else" in next(problems(game, found, monkeypatch))
