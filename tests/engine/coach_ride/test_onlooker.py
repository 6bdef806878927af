"""Tests of what an onlooker knows of the cards, who sees no hand."""

from collections import Counter
from random import Random

import pytest

from engine.coach_ride import events as e
from engine.coach_ride.cards import Item, Person
from engine.coach_ride.dealt import Dealt, can_be_dealt, dealt_to_onlooker
from engine.coach_ride.game import RULES
from engine.coach_ride.onlooker import known_after_end
from engine.coach_ride.places import PILE
from engine.coach_ride.play import PLAY


def whole_game(seed: int) -> tuple[list[e.GameEvent], list[Dealt]]:
    """Return a game by chance: its events, and the whole state after each."""
    rng = Random(seed)
    players = tuple(rng.sample(list(Person), 3 + seed % 6))
    started = e.Started(players, players[0], tuple(sorted({Item.SEXTANT, Item.COAT, Item.TOME})), ())
    state = PLAY.deal(started, rng)
    events: list[e.GameEvent] = [started]
    wholes = [state]
    while PLAY.over(state) is None:
        actors = PLAY.acting_seats(state)
        moves = PLAY.moves_of(state, actors[0]) if actors else [PLAY.draw(state, rng)]
        # Claims by chance would end each game soon.
        late = len(events) > 150
        move = rng.choice([move for move in moves if late or not isinstance(move.event, e.Claimed)] or list(moves))
        state = PLAY.follow(state, move)
        if move.event is not None:
            events.append(move.event)
            wholes.append(state)
    return events, wholes


@pytest.mark.parametrize("seed", range(6))
def test_what_an_onlooker_holds_for_possible_is_never_ruled_out(seed: int) -> None:
    events, wholes = whole_game(seed)
    states = RULES.replay(events).states()
    for state, knowledge, whole in zip(states, known_after_end(events, states), wholes, strict=True):
        for group in knowledge.items:
            lying = [
                str(item)
                for place in {*group.places}
                for item in (whole.cards.pile if place == PILE else whole.cards.hands[Person(place)])
            ]
            for card in group.cards:
                lying.remove(card)
        dealt = dealt_to_onlooker(state, knowledge, (), Random(seed))
        assert {player: len(hand) for player, hand in dealt.cards.hands.items()} == dict(state.hands)
        assert sorted((*dealt.cards.pile, *sum(dealt.cards.hands.values(), ()))) == sorted(
            (*whole.cards.pile, *sum(whole.cards.hands.values(), ()))
        )
        assert all(dealt.cards.professions[player] is card for player, card in state.professions.items())
        assert can_be_dealt(dealt), "no player has seen what cannot be"


def test_a_hand_that_a_claim_shows_is_known_since_its_last_change() -> None:
    events, wholes = whole_game(1)
    states = RULES.replay(events).states()
    claim = states[-1].claim
    assert claim is not None
    number = next(n for n, event in enumerate(events) if isinstance(event, e.Claimed))
    knowledge = known_after_end(events, states)
    for luck in range(5):
        dealt = dealt_to_onlooker(states[number - 1], knowledge[number - 1], (), Random(luck))
        assert sorted(dealt.cards.hands[claim.by]) == sorted(wholes[number - 1].cards.hands[claim.by])
        assert dealt.cards.sides[claim.by] == wholes[number - 1].cards.sides[claim.by]
    hands = {dealt_to_onlooker(states[0], knowledge[0], (), Random(luck)).cards.hands[claim.by] for luck in range(9)}
    assert len(hands) > 1


def test_who_is_dealt_cards_for_an_onlooker_has_seen_those_that_a_claim_has_shown() -> None:
    events, _ = whole_game(1)
    states = RULES.replay(events).states()
    last = states[-1]
    assert last.claim is not None
    dealt, rng = dealt_to_onlooker(last, known_after_end(events, states)[-1], (), Random(0)), Random(1)
    hands = {player: shown.items for player, shown in last.claim.shown.items() if shown.items is not None}
    assert hands
    for seat in last.players:
        thought = PLAY.determinize(PLAY.view(dealt, seat), seat, rng)
        assert {player: Counter(thought.cards.hands[player]) for player in hands} == {
            player: Counter(items) for player, items in hands.items()
        }
        for player, shown in last.claim.shown.items():
            assert thought.cards.sides[player] == shown.association
