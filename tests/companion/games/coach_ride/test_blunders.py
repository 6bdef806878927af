"""Blunders that people would laugh at: bots do not make them."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from companion.opponents.bots import BOTS
from companion.opponents.budget import Budget
from engine.coach_ride import events as e
from engine.coach_ride.cards import Association, Item, Person, Profession
from engine.coach_ride.dealt import Dealt, Move
from engine.coach_ride.hidden import Cards
from engine.coach_ride.play import PLAY
from engine.coach_ride.setup import begin
from engine.coach_ride.sightings import HandsDealt, HandSeen, SideSeen, Sighting

MARIE = Person.MARIE
GUNDLA = Person.GUNDLA
SARAH = Person.SARAH
ROMANA = Person.ROMANA
ORDER = Association.ORDER
BROTHERHOOD = Association.BROTHERHOOD
KEY = Item.KEY
GOBLET = Item.GOBLET
#: Marie's side is Sarah's; all have what does not matter.
SIDES = {MARIE: ORDER, GUNDLA: BROTHERHOOD, SARAH: ORDER, ROMANA: BROTHERHOOD}
HANDS: Mapping[Person, tuple[Item, ...]] = {
    MARIE: (Item.WHIP,),
    GUNDLA: (Item.BAG_GOBLET,),
    SARAH: (Item.BAG_KEY,),
    ROMANA: (Item.DAGGER,),
}
PROFESSIONS = {
    MARIE: Profession.THUG,
    GUNDLA: Profession.GRANDMASTER,
    SARAH: Profession.HYPNOTIST,
    ROMANA: Profession.CLAIRVOYANT,
}
ALL_SIDES = tuple(SideSeen(None, player, 0, side) for player, side in SIDES.items())


def table(
    hands: Mapping[Person, tuple[Item, ...]],
    seen: tuple[Sighting, ...] = (),
    events: tuple[Move, ...] = (),
    professions: Mapping[Person, Profession] | None = None,
) -> Dealt:
    """Four players, of whom Marie is on turn, after what was seen and done."""
    hands = {**HANDS, **hands}
    state = begin(e.Started(tuple(Person)[:4], MARIE, (), ()))
    left = [item for item, number in state.items.items() for _ in range(number)]
    for hand in hands.values():
        for item in hand:
            left.remove(item)
    held = {**PROFESSIONS, **(professions or {})}
    others = tuple(profession for profession in Profession if profession not in held.values())
    state = replace(state, hands={player: len(hand) for player, hand in hands.items()}, pile=len(left))
    sightings = (HandsDealt(hands), *seen)
    dealt = Dealt(
        state,
        Cards(
            hands, {player: (side,) for player, side in SIDES.items()}, held, tuple(left), others, sightings=sightings
        ),
    )
    for move in events:
        assert move in PLAY.possible(dealt)
        dealt = PLAY.follow(dealt, move)
    return dealt


def chosen(bot: str, dealt: Dealt, person: Person, seed: int) -> Move:
    move = BOTS[bot](PLAY, PLAY.view(dealt, person), person, Budget(nodes=3000), Random(seed))
    assert isinstance(move, Move)
    return move


def declines(*person: Person) -> tuple[Move, ...]:
    return tuple(Move(None, None, answer) for answer in person)


THREE_KEYS = table({MARIE: (KEY, KEY, KEY)})
FRIEND_HAS_TWO = table({MARIE: (KEY,), SARAH: (KEY, KEY)}, (*ALL_SIDES, HandSeen(MARIE, SARAH, (KEY, KEY))))
WITH_PEARL = table({MARIE: (KEY, KEY, KEY, Item.PEARL)})


def claims(move: Move) -> bool:
    return isinstance(move.event, e.Claimed)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("bot", ["greedy", "strong"])
class TestNobodyLaughs:
    """The same for both bots."""

    def test_three_keys_in_the_own_hand_are_claimed(self, bot: str, seed: int) -> None:
        assert chosen(bot, THREE_KEYS, MARIE, seed) == Move(e.Claimed(MARIE, e.ClaimKind.OWN), plan=())

    def test_a_friend_s_two_keys_are_claimed_and_that_friend_is_going_to_be_named(self, bot: str, seed: int) -> None:
        move = chosen(bot, FRIEND_HAS_TWO, MARIE, seed)
        assert move == Move(e.Claimed(MARIE, e.ClaimKind.OWN), plan=(SARAH,))

    def test_nobody_claims_with_the_pearl(self, bot: str, seed: int) -> None:
        assert not claims(chosen(bot, WITH_PEARL, MARIE, seed))

    def test_nobody_claims_at_the_beginning(self, bot: str, seed: int) -> None:
        assert not claims(chosen(bot, table({MARIE: (KEY,)}), MARIE, seed))

    def test_an_enemy_does_not_give_back_a_goblet_for_a_whip(self, bot: str, seed: int) -> None:
        dealt = table({GUNDLA: (GOBLET, Item.MONOCLE)}, ALL_SIDES, (Move(e.Offered(MARIE, GUNDLA), Item.WHIP),))
        assert chosen(bot, dealt, GUNDLA, seed).give is not GOBLET

    def test_a_gift_over_the_limit_is_no_key_for_the_other_side(self, bot: str, seed: int) -> None:
        dealt = table({MARIE: (KEY, KEY, Item.WHIP, Item.RING, Item.GLOVES, Item.KNIVES, Item.MONOCLE)}, ALL_SIDES)
        dealt = replace(dealt, state=PLAY.follow(dealt, Move(e.Passed(MARIE))).state)
        move = chosen(bot, dealt, MARIE, seed)
        assert isinstance(move.event, e.Gave)
        assert move.give is not KEY or move.event.to is SARAH

    def test_known_friends_are_supported(self, bot: str, seed: int) -> None:
        friend = table({}, ALL_SIDES, (Move(e.Attacked(MARIE, GUNDLA)), *declines(GUNDLA, MARIE, ROMANA, SARAH)))
        assert chosen(bot, friend, SARAH, seed).event == e.Supported(SARAH, e.Support.SWORD)
        friend = PLAY.follow(friend, Move(e.Supported(SARAH, e.Support.SWORD)))
        friend = PLAY.follow(friend, declines(MARIE)[0])
        friend = PLAY.follow(friend, declines(GUNDLA)[0])
        assert chosen(bot, friend, ROMANA, seed).event == e.Supported(ROMANA, e.Support.SHIELD)

    def test_the_poison_mixer_does_not_name_the_enemy(self, bot: str, seed: int) -> None:
        fight = (
            Move(e.Attacked(MARIE, GUNDLA)),
            *declines(GUNDLA, MARIE, ROMANA, SARAH),
            Move(e.Supported(SARAH, e.Support.NONE)),
            *declines(MARIE, GUNDLA),
            Move(e.Supported(ROMANA, e.Support.NONE)),
            *declines(MARIE, GUNDLA),
        )
        dealt = table({}, ALL_SIDES, fight, {SARAH: Profession.POISON_MIXER})
        assert chosen(bot, dealt, SARAH, seed).event != e.Used(SARAH, Profession.POISON_MIXER, e.Fighter.DEFENDER)

    def test_a_doctor_does_not_undo_the_own_victory(self, bot: str, seed: int) -> None:
        fight = (
            Move(e.Attacked(MARIE, GUNDLA)),
            *declines(GUNDLA, MARIE, ROMANA, SARAH),
            Move(e.Supported(SARAH, e.Support.SWORD)),
            *declines(MARIE, GUNDLA),
            Move(e.Supported(ROMANA, e.Support.NONE)),
            *declines(MARIE, GUNDLA, SARAH, ROMANA),
            Move(e.Counted()),
        )
        dealt = table({}, ALL_SIDES, fight, {MARIE: Profession.DOCTOR})
        assert not isinstance(chosen(bot, dealt, MARIE, seed).event, e.DoctorUsed)


def test_nobody_waits_for_ever_for_a_surer_claim() -> None:
    dealt = table({})
    worths = [PLAY.worth(replace(dealt, state=replace(dealt.state, turns=turns)), MARIE) for turns in (1, 48, 60, 500)]
    assert worths[0] == worths[1] > worths[2] > worths[3] > 0.4 * worths[0]
