"""Tests that `next` equals the events that some choice of the other keys allows.

This holds for all that is public (section 7, State).
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from engine.coach_ride import events as e
from engine.coach_ride.cards import FIGHT_CARDS, Association, Item, Person, Profession, Variant
from engine.coach_ride.game import RULES
from engine.coach_ride.state import Phase, State

from .test_random_games import table

#: These tell where items are, so they do not count here.
UNTOLD = {"item-elsewhere", "has-it"}
PLAIN = (
    e.Passed,
    e.Accepted,
    e.Refused,
    e.Drew,
    e.Looked,
    e.Renewed,
    e.Swapped,
    e.Waived,
    e.ClairvoyantUsed,
    e.Handed,
    e.Denied,
    e.PriestUsed,
    e.DoctorUsed,
)
TOWARDS = (e.Offered, e.Gave, e.Attacked, e.Hypnotised)


def every_event(state: State) -> Iterator[e.GameEvent]:
    """Yield every event that anybody could enter now; shown cards only if counted right."""
    yield e.Counted()
    for player in state.players:
        yield from (kind(player) for kind in PLAIN)
        yield from (e.Looked(player, card) for card in (1, 2, 3))
        yield from (e.SextantUsed(player, way) for way in e.Direction)
        yield from (e.Announced(player, item) for item in (None, *Item))
        yield from (e.Supported(player, side) for side in e.Support)
        yield from (e.Searched(player, took) for took in (False, True))
        yield from (e.Claimed(player, kind) for kind in e.ClaimKind)
        yield from (e.Named(player, players) for size in (0, 1) for players in combinations(state.players, size))
        for to in state.players:
            yield from (kind(player, to) for kind in TOWARDS)
            yield from (e.DiplomatUsed(player, to, item) for item in Item)
        for card in FIGHT_CARDS:
            winners = e.Fighter if card is Profession.POISON_MIXER else (None,)
            yield from (e.Used(player, card, winner) for winner in winners)


def may_show(state: State, person: Person) -> bool:
    """Return True if the player may show cards that are still there."""
    assert state.claim is not None
    gone = Counter(item for cards in state.claim.shown.values() for item in cards.items or ())
    left = [item for item, most in state.items.items() for _ in range(most - gone[item])]
    three = 3 if Variant.THREE_ADVANCED in state.variants else 1
    rng = Random(1)
    for _ in range(300):
        cards: dict[str, object] = {"association": tuple(rng.choices(list(Association), k=three))}
        if state.phase is Phase.CLAIM:
            cards["profession"] = rng.choice(list(Profession))
        if state.phase is not Phase.REVEAL:
            cards["items"] = tuple(rng.sample(left, min(len(left), state.hands[person])))
        problems = RULES.problems(state, e.Shown(person, **cards))  # type: ignore[arg-type]
        if {problem.code for problem in problems} <= UNTOLD | {"hidden-item"}:
            return True
    return False


@pytest.mark.slow
@pytest.mark.thorough(but=["3", "4", "7"])
@pytest.mark.parametrize("players", [3, 4, 7, 10])
def test_next_is_exactly_what_may_happen(players: int) -> None:
    phases = set()
    for seed in range(3):
        dealt = table(seed + 50, players, claims=0.03)
        while dealt.state.phase is not Phase.OVER:
            state = dealt.state
            # Of each phase some states, each with professions open or not.
            if (state.phase, len(state.professions), state.pile == 0) not in phases:
                phases.add((state.phase, len(state.professions), state.pile == 0))
                allowed = {
                    (e.CODEC.name_of(event), event.by.word if isinstance(event, e.By) else "")
                    for event in every_event(state)
                    if {problem.code for problem in RULES.problems(state, event)} <= UNTOLD
                }
                allowed |= {
                    ("shown", player.word) for player in state.players if state.claim and may_show(state, player)
                }
                told = [(choice.event, choice.by) for choice in RULES.next(state)]
                assert told == sorted(allowed), state.phase
            dealt.step()
    assert len({phase for phase, _, _ in phases}) >= 10
