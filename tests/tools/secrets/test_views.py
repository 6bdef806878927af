"""Views of games that are played by chance tell no secret, and sown leaks are found."""

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from companion.cards.play import CardPlay
from companion.games.random_play import random_game
from engine.betrayal.play import BetrayalPlay
from engine.betrayal.secrets import FIELDS as BETRAYAL_FIELDS
from engine.coach_ride import hidden as coach_cards
from engine.coach_ride import play as coach
from engine.coach_ride.cards import UNSEALED
from engine.coach_ride.events import Claimed, Offered
from engine.coach_ride.secrets import FIELDS as COACH_FIELDS
from engine.coach_ride.sightings import ItemSeen
from engine.finstere_flure.game import FinstereFlureRules
from engine.finstere_flure.secrets import FIELDS as MONSTER_FIELDS
from engine.finstere_flure.state import State
from engine.lifeboat import hidden as boat_cards
from engine.lifeboat import play as boat
from engine.lifeboat.fights import gone
from engine.lifeboat.secrets import FIELDS as BOAT_FIELDS
from engine.lifeboat.state import DepartureReason, Phase
from engine.secrets import EVERYTHING
from engine.values import replaced
from tests import ROOT
from tools.secrets import follow_both, other_state
from tools.secrets.perception import perceived
from tools.walk.games import games

#: The hidden fields of each game.
_FIELDS = {
    "lifeboat": [field.kind for field in BOAT_FIELDS],
    "coach-ride": [field.kind for field in COACH_FIELDS],
    "betrayal": [field.kind for field in BETRAYAL_FIELDS],
    "finstere-flure": [field.kind for field in MONSTER_FIELDS],
    "mouse-and-elephant": ["hands"],
}
#: The engines of games in which something is hidden.
_ENGINES = ("betrayal", "coach_ride", "finstere_flure", "lifeboat")
#: The other fields, which everybody knows, or which whole states do not have.
_PUBLIC = {
    "lifeboat": {"state", "hidden.day", "hidden.taken", "declined", "plan", "owed"},
    "coach-ride": {"known", "waits", "choosers"},
    "betrayal": {"state", "announced", "declined", "turns", "thrown"},
    "finstere-flure": {field.name for field in fields(State)} - {"deck"} | {"deck.order_known", "deck.played"},
    "mouse-and-elephant": {"state", "seen"},
}
#: Of the states behind the first game every so many are looked at.
_EVERY = 5
#: Moves of a game in which a leak is looked for.
_MOVES = 200
#: Moves that are followed after each of them.
_FOLLOWED = 2
#: Seeds of the games that are played, for three numbers of players; where only orders are hidden few show all.
_SEEDS: dict[str, Sequence[int]] = {
    "lifeboat": range(3),
    # In the first one somebody picks for another's event.
    "coach-ride": (3, 1, 2),
    "betrayal": range(2),
    "finstere-flure": range(2),
    "mouse-and-elephant": range(3),
}
#: In the boat somebody drowns after so many moves: by chance alone nobody may.
_DROWNS_AFTER = 40


def _states(game_id: str, seeds: Sequence[int]) -> Iterator[tuple[Any, str]]:
    """Yield states of games that are played by chance, each with a seat."""
    game = games()[game_id]
    play = game.table.play
    for seed in seeds:
        rng, started = Random(seed), _first_event(game, seed)
        state, seats = play.deal(started, rng), game.table.seats(started)
        if hasattr(state, "choosers"):
            state = replace(state, choosers=frozenset(seats))
        for number in range(_MOVES):
            if play.over(state) is not None:
                break
            if game_id == "lifeboat" and number >= _DROWNS_AFTER:
                state = _drown(state)
            yield state, rng.choice(seats)
            state = play.follow(state, _move(game.table, state, rng, claims=number > _MOVES / 2))


def _drown(dealt: Any) -> Any:
    """Let the last in the order of acting drown with a hand, if nobody is out.

    Nobody has a demand then.
    """
    state = dealt.state
    victims = [person.who for person in state.people if person.hand and person.who in state.waiting[1:]]
    if state.step is not Phase.ACT or len(state.seats) < len(state.people) or not victims:
        return dealt
    after = gone(state, victims[-1], DepartureReason.DROWNED)
    return replaced(dealt, state=after, hidden=boat_cards._lose_hands(dealt.hidden, after), offers=())


def _first_event(game: Any, seed: int) -> Any:
    """Return the first event of a game, with fewer or more players and all cards that there are."""
    started = random_game(game, seed).events[0]
    if game.id == "lifeboat":
        return replace(started, players=started.players[: 4 + seed % 3])
    if game.id == "coach-ride":
        players = started.players[: 3 + seed % 3]
        return replace(started, players=players, first=players[0], items=tuple(sorted(UNSEALED)))
    return started


def _move(table: Any, state: Any, rng: Random, *, claims: bool) -> Any:
    """Draw a move, half the time a seat's own; a claim only where `claims` says so.

    Games that end early show little.
    """
    play, actors = table.play, table.play.acting_seats(state)
    while True:
        move = play.draw(state, rng)
        if actors and rng.random() < 0.5:
            seat = rng.choice(actors)
            move = rng.choice([*table.seat_screen.seat_moves(play.view(state, seat), seat)] or [move])
        if claims or not isinstance(play.event(move), Claimed):
            return move


def told(game_id: str, seeds: Sequence[int] = ()) -> str:
    """Return what a view tells that it must not; empty: nothing was found."""
    play, rng = games()[game_id].table.play, Random(1)
    for whole, seat in _states(game_id, seeds or _SEEDS[game_id]):
        view = play.view(whole, seat)
        for secret in play.secrets(whole, seat, rng):
            if secret.kind != EVERYTHING and play.view(secret.state, seat) != view:
                return secret.kind
        state, other = whole, other_state(play, whole, seat, rng)
        for _ in range(_FOLLOWED):
            if play.over(state) is not None:
                break
            move = play.draw(state, rng)
            both = follow_both(play, state, other, seat, move)
            if both is None:
                break
            state, other = both
            if play.view(state, seat) != play.view(other, seat):
                return f"after {move}"
    return ""


@pytest.mark.parametrize("game_id", [*_FIELDS])
def test_views_tell_nothing(game_id: str) -> None:
    assert told(game_id) == ""


@pytest.mark.parametrize("game_id", [*_FIELDS])
def test_secret_states_look_alike_and_change_all_that_is_hidden(game_id: str) -> None:
    """Fail for a field that never changes, or that nobody has thought of."""
    play, rng = games()[game_id].table.play, Random(1)
    kinds, unchanged = {*_FIELDS[game_id]}, set[str]()
    for number, (whole, seat) in enumerate(_states(game_id, _SEEDS[game_id])):
        unchanged = unchanged or {*_values(whole)}
        if number % _EVERY and number > _MOVES:
            continue
        seen = perceived(whole, seat)
        for secret in play.secrets(whole, seat, rng):
            assert perceived(secret.state, seat) == seen, secret.kind
            kinds.discard(secret.kind)
            unchanged -= _changed(whole, secret.state)
    assert not kinds
    assert unchanged == _PUBLIC[game_id]


def _values(whole: Any) -> dict[str, Any]:
    """Return the fields of a whole state; instead of those that hold hidden fields, these."""
    values = dict(vars(whole))
    for holder in ("hidden", "cards", "stacks", "deck"):
        if holder in values:
            values |= {f"{holder}.{name}": value for name, value in vars(values.pop(holder)).items()}
    return values


def _changed(whole: Any, other: Any) -> set[str]:
    before, after = _values(whole), _values(other)
    return {name for name, value in before.items() if after[name] != value}


@pytest.mark.parametrize("package", ["engine", "companion/cards", *(f"engine/{name}" for name in _ENGINES)])
def test_secrets_are_said_without_views(package: str) -> None:
    """Known must not be what a view gives away by mistake."""
    tree = ast.parse((ROOT / package / "secrets.py").read_text(encoding="utf-8"))
    words = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    words |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    words |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
    words |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not [word for word in words if re.search("view|determin|knowledge|learn", word)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("field", "kind"),
    [
        ("hands", "provisions"),
        ("love", "love"),
        ("hate", "hate"),
        ("bow", "provisions"),
        ("passing", "provisions"),
        ("deck", "navigation cards"),
        ("row", "navigation cards"),
        ("removed", "provisions"),
        ("gone", "provisions"),
        ("memories", "memories"),
        ("seen", "seen cards"),
    ],
)
def test_hidden_cards_of_the_boat_are_found_in_views(monkeypatch: pytest.MonkeyPatch, field: str, kind: str) -> None:
    _leak(monkeypatch, boat, lambda dealt, view: replaced(view, hidden=_with(view.hidden, dealt.hidden, field)))
    found = told("lifeboat")
    assert found == kind or found.startswith("after ")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("field", "kind"),
    [
        ("hands", "items"),
        ("sides", "associations"),
        ("professions", "professions"),
        ("pile", "items"),
        ("profession_pile", "professions"),
        ("offered", "items"),
        ("traded", "items"),
        ("sightings", "items"),
    ],
)
def test_cards_of_the_coach_are_found_in_views(monkeypatch: pytest.MonkeyPatch, field: str, kind: str) -> None:
    _leak(monkeypatch, coach, lambda dealt, view: replaced(view, cards=_with(view.cards, dealt.cards, field)))
    found = told("coach-ride")
    assert found in (kind, "sightings") or found.startswith("after ")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("field", "kind"),
    [
        ("declined", "declined"),
        ("plan", "plan"),
        ("looked", "look"),
        ("picking", "picks"),
        ("state", "sets of K25"),
    ],
)
def test_what_others_do_in_the_coach_is_found_in_views(monkeypatch: pytest.MonkeyPatch, field: str, kind: str) -> None:
    _leak(monkeypatch, coach, lambda dealt, view: _with(view, dealt, field))
    assert told("coach-ride", _SEEDS["coach-ride"][:1] if field == "picking" else ()) == kind


@pytest.mark.slow
def test_offers_between_others_are_found_in_views(monkeypatch: pytest.MonkeyPatch) -> None:
    _leak(monkeypatch, boat, lambda dealt, view: _with(view, dealt, "offers"))
    assert told("lifeboat") == "offers"


def _with(view: Any, whole: Any, field: str) -> Any:
    return replaced(view, **{field: getattr(whole, field)})


def _leak(monkeypatch: pytest.MonkeyPatch, module: Any, leak: Callable[[Any, Any], Any]) -> None:
    """Let views of a module's game be what `leak` makes of the whole state and the view."""
    view_of = module.view_of
    monkeypatch.setattr(module, "view_of", lambda dealt, seat: leak(dealt, view_of(dealt, seat)))


@pytest.mark.slow
def test_stacks_are_found_in_views(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BetrayalPlay, "view", lambda _, state, __: state)
    assert told("betrayal") in [field.kind for field in BETRAYAL_FIELDS]


@pytest.mark.slow
def test_the_order_of_the_monster_s_cards_is_found_in_views(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FinstereFlureRules, "view", lambda _, state, __: state)
    assert told("finstere-flure") == "deck"


@pytest.mark.slow
def test_hands_are_found_in_views(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CardPlay, "view", lambda _, state, __: state)
    assert told("mouse-and-elephant") == "hands"


@pytest.mark.slow
def test_a_trade_that_all_remember_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards that went from hand to hand are known to the two alone (L9)."""
    hand_over = boat_cards.hand_over

    def remembered(hidden: Any, giver: Any, taker: Any, picks: Any) -> Any:
        after = hand_over(hidden, giver, taker, picks)
        memories = {seat: replaced(memory, held=(*memory.held, *picks)) for seat, memory in after.memories.items()}
        return replaced(after, memories=memories)

    monkeypatch.setattr(boat_cards, "hand_over", remembered)
    assert told("lifeboat").startswith("after ")


@pytest.mark.slow
def test_an_offer_that_all_see_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Items that are offered are seen by the passive player alone (section 3)."""

    def seen_by_all(cards: Any, _before: Any, event: Any, picks: Any) -> Any:
        item = picks.gives[event.by]
        return cards.after(ItemSeen(None, event.by, item), offered=item, traded=None)

    monkeypatch.setitem(coach_cards._FOLLOW, Offered, seen_by_all)
    assert told("coach-ride").startswith("after ")
