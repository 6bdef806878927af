"""Tests of whole random games with hidden hands, for all player numbers and variants."""

from random import Random

import pytest

from engine.coach_ride.cards import UNSEALED, Item, Variant, is_single
from engine.coach_ride.events import By, GameEvent
from engine.coach_ride.game import RULES
from engine.coach_ride.holders import may_have
from engine.coach_ride.problems import Code
from engine.coach_ride.rules import RULE_OF
from engine.coach_ride.state import Phase, State
from engine.gamefile import game_from_text, game_to_text

from .hidden_table import HiddenTable

CLAIMS = (Phase.CLAIM, Phase.NAMING, Phase.ALLIES, Phase.REVEAL, Phase.OVER)


def table(seed: int, players: int, claims: float = 0.06) -> HiddenTable:
    """Return a game whose variants and items are drawn by lot."""
    rng = Random(f"{seed} {players}")
    variants = [Variant.SMUGGLING, Variant.FORTUNE_TELLING] + ([Variant.THREE_ADVANCED] if players == 3 else [])
    items = [item for item in UNSEALED if not (players == 10 and item is Item.COAT)]
    return HiddenTable(
        rng,
        players,
        tuple(rng.sample(variants, rng.randint(0, len(variants)))),
        tuple(rng.sample(items, rng.randint(0, len(items)))),
        claims,
    )


@pytest.mark.parametrize("players", range(3, 11))
@pytest.mark.parametrize("seed", range(2))
def test_the_public_state_fits_the_hidden_cards(seed: int, players: int) -> None:
    played = table(seed, players)
    while played.state.phase is not Phase.OVER:
        before = played.state
        choices = {(choice.event, choice.by) for choice in RULES.next(before)}
        event = played.step()
        data = RULES.event_to_json(event)
        # What happened was among the choices: so they are never empty before the end.
        assert (data["event"], data.get("by", "")) in choices
        _check(before, event, played)
    text = game_to_text(RULES, played.game.events)
    assert game_from_text(RULES, text).state == played.state
    assert played.game.states()[-2] == played.game.undo().state
    assert RULES.next(played.state) == ()


def _check(before: State, event: GameEvent, played: HiddenTable) -> None:
    state = played.state
    assert {player: len(hand) for player, hand in played.hands.items()} == state.hands
    assert len(played.pile) == state.pile <= before.pile
    assert sum(state.hands.values()) + state.pile == sum(state.items.values())
    assert min(state.hands.values()) >= 1
    if state.phase not in (Phase.LIMIT, *CLAIMS):
        assert max(state.hands.values()) <= state.limit
    assert len(set(state.professions.values())) == len(state.professions)
    assert all(played.professions[player] is profession for player, profession in state.professions.items())
    for player, hand in played.hands.items():
        assert all(may_have(state.holders, item, player) for item in hand if is_single(item))
    assert RULES.event_from_json(RULES.event_to_json(event)) == event
    if state.claim is None:
        told = str(RULES.public_state(state))
        assert "order" not in told
        assert "brotherhood" not in told


@pytest.mark.parametrize("seed", range(8))
def test_an_event_of_another_moment_is_refused_with_codes_and_never_fails(seed: int) -> None:
    """Events of one game are tried in another, as they are and overruled."""
    rng = Random(seed)
    played, other = table(seed, rng.randint(3, 10)), table(seed + 1000, rng.randint(3, 10))
    for random_game in (played, other):
        while random_game.state.phase is not Phase.OVER:
            random_game.step()
    known = {code.word for code in Code}
    for state in played.game.states():
        for event in rng.sample(other.game.events, min(12, len(other.game.events))):
            data = RULES.event_to_json(event) | {"overruled": rng.random() < 0.5}
            tried = RULES.event_from_json(data)
            problems = RULES.problems(state, tried)
            assert {problem.code for problem in problems} <= known
            if not problems:
                after = RULES.follow(state, tried)
                assert RULES.next(after) or after.result
                assert RULES.public_state(after)["phase"]


def test_every_kind_of_event_happens_in_these_games() -> None:
    missing = {kind for kind in RULE_OF if issubclass(kind, By)}
    for seed in range(60):
        played = table(seed, 3 + seed % 8, claims=0.01)
        while missing and played.state.phase is not Phase.OVER:
            missing.discard(type(played.step()))
    assert missing == set()
