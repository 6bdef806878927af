"""Tests that random games keep section 10 of the rules, with overruling and corrections."""

from collections import Counter
from random import Random

import pytest

from engine.gamefile import game_from_text, game_to_text
from engine.lifeboat import events as e
from engine.lifeboat.components import Provision, provisions
from engine.lifeboat.game import RULES
from engine.lifeboat.navigation import LAND
from engine.lifeboat.state import Ending, Phase, State, navigation_count
from tests.engine.lifeboat.random_games import filled, is_in_play, random_game

SEEDS = range(6)


@pytest.mark.parametrize("players", [4, 5, 6, 7])
@pytest.mark.parametrize("seed", range(2))
def test_every_game_keeps_the_invariants_and_ends(players: int, seed: int) -> None:
    rng = Random(100 * players + seed)
    last = None
    for game in random_game(rng, players):
        keeps_the_invariants(game.state)
        last = game
    assert last is not None
    assert last.state.step is Phase.OVER


def keeps_the_invariants(state: State) -> None:
    """Section 10, and that the public state is plain JSON with all its keys."""
    kinds = provisions(state.started.variants)
    hands = sum(person.hand for person in state.people)
    opened = Counter(card for person in state.people for card in person.open)
    revealed = Counter(card for cards in state.revealed for card in cards.hand)
    away = state.bow + state.passing + state.removed + state.gone_hands + len(state.gone_open)
    assert away + hands + opened.total() + len(state.discard) == sum(kinds.values())
    assert state.deck + state.row + (state.card is not None) == navigation_count(state.started)
    assert min(state.deck, state.row, state.bow, state.passing, state.birds, state.gone_hands) >= 0
    assert sorted(state.seats) == sorted(person.who for person in state.people if person.left is None)
    assert state.birds < LAND or state.ended is Ending.LANDED
    for kind, unseen in state.unseen.items():
        assert unseen >= 0
        seen = state.discard.count(kind) + opened[kind] + state.gone_open.count(kind) + revealed[kind]
        assert unseen + seen == kinds[kind]
    if not state.revealed:
        assert sum(state.unseen.values()) == state.bow + state.passing + state.removed + hands + state.gone_hands
    if state.fight:
        sides = (*state.fight.attack, *state.fight.defend)
        assert len(set(sides)) == len(sides)
    assert (state.demand is not None) is (state.step in (Phase.ANSWER, Phase.OBJECTION, Phase.FIGHT))
    for person in state.people:
        assert person.hand >= 0
        assert not person.parasol or Provision.PARASOL in person.open
        assert person.left is None or not (person.hand or person.open or person.rowed or person.fought)
    if is_in_play(state):
        assert any(person.alive for person in state.aboard)


@pytest.mark.thorough(but=["0", "1", "2"])
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_next_is_allowed_and_nothing_else(seed: int) -> None:
    rng = Random(seed)
    for game in random_game(rng):
        state, next_now = game.state, RULES.next(game.state)
        assert list(next_now) == sorted(set(next_now))
        if rng.random() < 0.2:
            for choice in next_now:
                assert any(not RULES.problems(state, filled(state, choice, rng)) for _ in range(500)), choice
        # Anything else that anybody might do.
        others = {choice.event for choice in next_now} | {"laid", "traded", "used", "joined", "objected"}
        for name in sorted(others):
            character = rng.choice(state.people).who
            event = filled(state, type(next_now[0])(name, str(character)), rng) if next_now else e.Passed(character)
            actor = getattr(event, "by", None)
            if not RULES.problems(state, event):
                assert type(next_now[0])(name, str(actor) if actor else "") in next_now, event


@pytest.mark.thorough(but=["0", "1", "2"])
@pytest.mark.parametrize("seed", SEEDS)
def test_read_again_and_undone_a_game_is_the_same(seed: int) -> None:
    games = list(random_game(Random(seed)))
    last = games[-1]
    text = game_to_text(RULES, last.events)
    assert "NaN" not in text
    again = game_from_text(RULES, text)
    assert again == last
    assert again.events == last.events
    assert list(last.states()) == [game.state for game in games]
    for number in Random(seed).sample(range(1, len(games)), min(5, len(games) - 1)):
        assert last.undo(number) == games[-1 - number]


def test_a_refused_event_changes_nothing() -> None:
    rng = Random(5)
    refused = 0
    for game in random_game(rng):
        before = RULES.public_state(game.state)
        character = rng.choice(game.state.people).who
        for event in (
            e.Passed(character),
            e.Fought(),
            e.Drank(character, character, e.CardSource.OPEN),
            e.Rowed(character, 99),
        ):
            refused += bool(RULES.problems(game.state, event))
        assert RULES.public_state(game.state) == before
    assert refused > 100


@pytest.mark.parametrize("seed", range(3))
def test_nobody_who_is_not_conscious_does_anything_unless_it_is_overruled(seed: int) -> None:
    before = None
    for game in random_game(Random(seed)):
        event = game.events[-1]
        free = (e.GameStarted, e.Corrected, e.Suffered, e.Haunted, e.Revealed)
        actor = getattr(event, "by", None)
        if before is not None and actor and not isinstance(event, free) and not event.overruled:
            assert before.person(actor).conscious
        before = game.state
