"""Moves at which people would laugh: no bot but the random one makes them."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from companion.opponents.bots import BOTS
from companion.opponents.budget import Budget
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.dealt import Dealt, Move
from engine.lifeboat.play import PLAY
from engine.lifeboat.state import Cause, Demand, Fight, Overboard, Person, Phase, Thirst
from engine.values import replaced

LAUREN = Character.LAUREN
STEPHEN = Character.STEPHEN
CAPTAIN = Character.CAPTAIN
MATE = Character.MATE
FOUR = (LAUREN, STEPHEN, CAPTAIN, MATE)
STARTED = e.GameStarted(FOUR, (), e.Deck.STAND_IN)
#: Whom everybody loves and hates: none of them themselves.
LOVE = dict(zip(FOUR, (STEPHEN, CAPTAIN, MATE, LAUREN), strict=True))
HATE = dict(zip(FOUR, (CAPTAIN, MATE, LAUREN, STEPHEN), strict=True))
Cards = tuple[Provision, ...]


def boat(
    step: Phase,
    hands: Mapping[Character, Cards],
    *,
    open_cards: Mapping[Character, Cards] | None = None,
    wounds: Mapping[Character, int] | None = None,
    row: tuple[str, ...] = (),
    love: Mapping[Character, Character] = LOVE,
    hate: Mapping[Character, Character] = HATE,
    **facts: Any,
) -> Dealt:
    """Four in a boat on the third day; who has no hand here has one water."""
    open_cards, wounds = open_cards or {}, wounds or {}
    begun = PLAY.deal(STARTED, Random(1))
    hands = {character: hands.get(character, (Provision.WATER,)) for character in FOUR}
    people = tuple(
        Person(
            person.who, person.size, wounds.get(person.who, 0), len(hands[person.who]), open_cards.get(person.who, ())
        )
        for person in begun.state.people
    )
    cards = {card.id: card for card in begun.hidden.deck}
    rowed = tuple(cards.pop(card) for card in row)
    public = replaced(
        begun.state, people=people, step=step, day=3, row=len(row), deck=len(cards), **{"waiting": (), **facts}
    )
    left = Counter(public.unseen) - Counter(card for hand in hands.values() for card in hand)
    remaining = tuple(left.elements())
    bow, removed = remaining[: -public.removed], remaining[-public.removed :]
    hidden = replaced(
        begun.hidden,
        hands=hands,
        love=love,
        hate=hate,
        bow=bow,
        removed=removed,
        deck=tuple(cards.values()),
        row=rowed,
    )
    return Dealt(replaced(public, bow=len(bow)), hidden)


def acts(character: Character) -> dict[str, Any]:
    """The facts of somebody's turn; the others have had theirs."""
    return {"order": FOUR, "waiting": (character,)}


def choose(bot: str, dealt: Dealt, seat: Character) -> Move:
    move = BOTS[bot](PLAY, PLAY.view(dealt, seat), seat, Budget(nodes=600), Random(1))
    assert isinstance(move, Move)
    assert move in PLAY.moves_of(dealt, seat)
    return move


@pytest.fixture(params=["greedy", "strong"])
def bot(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_who_would_die_of_thirst_drinks(bot: str) -> None:
    dealt = boat(Phase.THIRST, {}, wounds={STEPHEN: 4}, thirst=(Thirst(STEPHEN, (Cause.NAMED,)),))
    assert choose(bot, dealt, STEPHEN) == Move(e.Drank(STEPHEN, STEPHEN, e.CardSource.HAND))


@pytest.mark.parametrize("wounds", range(3))
@pytest.mark.parametrize("character", FOUR)
def test_who_is_thirsty_drinks_their_own_water(bot: str, character: Character, wounds: int) -> None:
    # Looking ahead by moves, `strong` kept it: after all who are asked and decline the wound was out of its sight.
    dealt = boat(Phase.THIRST, {}, wounds={character: wounds}, thirst=(Thirst(character, (Cause.NAMED,)),), birds=2)
    assert choose(bot, dealt, character) == Move(e.Drank(character, character, e.CardSource.HAND))


def test_nobody_gives_water_to_the_hated(bot: str) -> None:
    dealt = boat(Phase.THIRST, {}, wounds={MATE: 8}, thirst=(Thirst(MATE, (Cause.NAMED,)),))
    assert not isinstance(choose(bot, dealt, STEPHEN).event, e.Drank)


def test_the_loved_one_is_saved_from_dying(bot: str) -> None:
    hands = {STEPHEN: (Provision.WATER,) * 3}
    dealt = boat(Phase.THIRST, hands, wounds={CAPTAIN: 7}, thirst=(Thirst(CAPTAIN, (Cause.NAMED,)),), birds=3)
    assert isinstance(choose(bot, dealt, STEPHEN).event, e.Drank)


def test_who_falls_in_lays_the_preserver(bot: str) -> None:
    hands = {STEPHEN: (Provision.PRESERVER,)}
    dealt = boat(Phase.OVERBOARD, hands, wounds={STEPHEN: 4}, overboard=Overboard((STEPHEN,)))
    assert choose(bot, dealt, STEPHEN) == Move(e.Laid(STEPHEN, Provision.PRESERVER))


def test_nobody_lays_a_preserver_before_the_hated(bot: str) -> None:
    hands = {STEPHEN: (Provision.PRESERVER,)}
    dealt = boat(Phase.OVERBOARD, hands, wounds={MATE: 7}, overboard=Overboard((MATE,)))
    move = choose(bot, dealt, STEPHEN)
    assert not (isinstance(move.event, e.Laid) and move.event.to is MATE)


@pytest.mark.parametrize("falling", [STEPHEN, CAPTAIN], ids=["oneself", "the loved one"])
def test_nobody_throws_chum_before_friends(bot: str, falling: Character) -> None:
    hands = {STEPHEN: (Provision.CHUM,)}
    dealt = boat(Phase.OVERBOARD, hands, wounds={STEPHEN: 3, CAPTAIN: 5}, overboard=Overboard((falling,)))
    assert not isinstance(choose(bot, dealt, STEPHEN).event, e.Chummed | e.Laid)


def test_chum_is_thrown_before_the_hated_who_dies_of_it(bot: str) -> None:
    hands = {STEPHEN: (Provision.CHUM,)}
    dealt = boat(Phase.OVERBOARD, hands, wounds={MATE: 7}, overboard=Overboard((MATE,)), birds=3)
    assert choose(bot, dealt, STEPHEN) == Move(e.Chummed(STEPHEN, e.CardSource.HAND))


def test_who_navigates_does_not_throw_a_friend_overboard_but_the_hated(bot: str) -> None:
    # The mate loves Lauren and hates Stephen: n20 has her overboard, n09 him, thirsty is she or he.
    dealt = boat(Phase.CHOOSE, {}, wounds={LAUREN: 3, STEPHEN: 4}, row=("n20", "n09"))
    assert choose(bot, dealt, MATE) == Move(e.Navigated(MATE, "n09"))


def test_who_wins_by_landing_lands(bot: str) -> None:
    # Everybody else is dead and the mate is not: n11 has the fourth bird, n18 makes nothing better.
    wounds = {LAUREN: 5, STEPHEN: 6, CAPTAIN: 8, MATE: 7}
    dealt = boat(
        Phase.CHOOSE,
        {MATE: ()},
        wounds=wounds,
        row=("n07", "n16"),
        birds=3,
        hate={**HATE, MATE: CAPTAIN, STEPHEN: STEPHEN, LAUREN: MATE, CAPTAIN: LAUREN},
    )
    move = choose(bot, dealt, MATE)
    assert move.event in (e.Navigated(MATE, "n07"), e.Navigated(MATE, "n16"))


def test_who_is_about_to_pass_out_uses_the_medical_kit_not_the_loved_enemy(bot: str) -> None:
    hands = {STEPHEN: (Provision.MEDKIT,)}
    dealt = boat(Phase.ACT, hands, wounds={STEPHEN: 4, MATE: 7}, **acts(STEPHEN))
    move = choose(bot, dealt, STEPHEN)
    assert not (isinstance(move.event, e.Used) and move.event.on is MATE)


def test_nobody_joins_the_weaker_side_of_a_fight_in_vain(bot: str) -> None:
    fight = Fight((MATE,), (LAUREN,))
    dealt = boat(
        Phase.FIGHT,
        {STEPHEN: ()},
        open_cards={MATE: (Provision.GAFF,)},
        wounds={STEPHEN: 4},
        fight=fight,
        demand=Demand(MATE, LAUREN, e.DemandKind.SEAT),
        order=FOUR,
    )
    assert not isinstance(choose(bot, dealt, STEPHEN).event, e.Joined)


def test_a_weapon_that_turns_the_fight_is_laid_by_who_would_pass_out(bot: str) -> None:
    fight = Fight((STEPHEN,), (LAUREN,))
    dealt = boat(
        Phase.FIGHT,
        {LAUREN: (Provision.KNIFE,)},
        wounds={LAUREN: 3, STEPHEN: 4},
        fight=fight,
        demand=Demand(STEPHEN, LAUREN, e.DemandKind.HAND),
        order=FOUR,
    )
    assert choose(bot, dealt, LAUREN) == Move(e.Laid(LAUREN, Provision.KNIFE))


def test_the_weak_give_way_rather_than_die(bot: str) -> None:
    dealt = boat(
        Phase.ANSWER,
        {LAUREN: (Provision.WATER,)},
        wounds={LAUREN: 3},
        open_cards={MATE: (Provision.GAFF,)},
        demand=Demand(MATE, LAUREN, e.DemandKind.SEAT),
        order=FOUR,
        love={**LOVE, LAUREN: MATE, CAPTAIN: CAPTAIN, MATE: STEPHEN, STEPHEN: LAUREN},
    )
    assert choose(bot, dealt, LAUREN) == Move(e.Agreed(LAUREN))


def test_the_loved_one_gets_no_demand_the_hated_no_medical_kit(bot: str) -> None:
    dealt = boat(Phase.ACT, {}, wounds={CAPTAIN: 6}, **acts(STEPHEN))
    move = choose(bot, dealt, STEPHEN)
    assert not (isinstance(move.event, e.Demanded) and move.event.of is CAPTAIN)


def test_three_jewels_are_not_passed_on(bot: str) -> None:
    hands = {LAUREN: (Provision.JEWELS, Provision.JEWELS)}
    dealt = boat(Phase.TAKE, hands)
    offered = (Provision.CHUM, Provision.JEWELS, Provision.OAR, Provision.BLACKJACK)
    remaining = list(dealt.hidden.bow + dealt.hidden.removed)
    for card in offered:
        remaining.remove(card)
    bow, removed = (*offered, *remaining[:-10]), tuple(remaining[-10:])
    dealt = Dealt(replaced(dealt.state, waiting=FOUR), replaced(dealt.hidden, bow=bow, removed=removed))
    assert choose(bot, dealt, LAUREN).picks == (Provision.JEWELS,)


def test_treasures_are_not_laid_open(bot: str) -> None:
    hands = {LAUREN: (Provision.JEWELS, Provision.JEWELS)}
    dealt = boat(Phase.ACT, hands, **acts(LAUREN))
    assert not isinstance(choose(bot, dealt, LAUREN).event, e.Laid)


def test_more_that_counts_is_worth_more() -> None:
    rich = boat(Phase.ACT, {LAUREN: (Provision.JEWELS,) * 3}, **acts(LAUREN))
    poor = boat(Phase.ACT, {}, **acts(LAUREN))
    wounded = boat(Phase.ACT, {}, wounds={LAUREN: 3}, **acts(LAUREN))
    assert PLAY.worth(rich, LAUREN) > PLAY.worth(poor, LAUREN) > PLAY.worth(wounded, LAUREN) > 0
    assert sum(PLAY.worth(poor, character) for character in FOUR) == pytest.approx(1)
