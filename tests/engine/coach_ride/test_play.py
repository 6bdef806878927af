"""Tests of the game as bots play it: right and complete moves, views, fair deals."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

from engine.coach_ride import events as e
from engine.coach_ride.cards import FIGHT_CARDS, UNSEALED, Item, Person, Profession, Variant, is_single
from engine.coach_ride.dealt import Dealt, Move, _fits_announced, _may_be_given, _some_trade, fits_a_deal
from engine.coach_ride.game import RULES
from engine.coach_ride.hidden import answers, must_be_accepted
from engine.coach_ride.holders import may_have
from engine.coach_ride.knowledge import learn
from engine.coach_ride.moves import demandable, moves_of_player
from engine.coach_ride.places import PILE, Group, Places, deal_places
from engine.coach_ride.play import PLAY
from engine.coach_ride.professions import used_profession
from engine.coach_ride.sightings import Exchanged, ItemMoved, PassedRound, SideSeen
from engine.coach_ride.state import Phase, Trade, TradeKind
from engine.coach_ride.windows import asked_order
from engine.values import replaced

MARIE = Person.MARIE
GUNDLA = Person.GUNDLA
SARAH = Person.SARAH


def started(seed: int, players: int) -> e.Started:
    """Return a first event whose variants and items are drawn by lot."""
    rng = Random(f"{seed} {players}")
    variants = [Variant.SMUGGLING, Variant.FORTUNE_TELLING] + ([Variant.THREE_ADVANCED] if players == 3 else [])
    items = [item for item in UNSEALED if not (players == 10 and item is Item.COAT)]
    seats = tuple(rng.sample(list(Person), players))
    some_items = tuple(rng.sample(items, rng.randint(0, len(items))))
    return e.Started(seats, seats[0], some_items, tuple(rng.sample(variants, rng.randint(0, len(variants)))))


def random_states(seed: int, players: int) -> Iterator[Dealt]:
    """Yield the whole states of a game by chance."""
    rng = Random(seed)
    dealt = PLAY.deal(started(seed, players), rng)
    while True:
        yield dealt
        if PLAY.over(dealt) is not None:
            return
        move = PLAY.draw(dealt, rng)
        assert move.event is None or move in PLAY.possible(dealt)
        dealt = PLAY.follow(dealt, move)


@pytest.mark.parametrize("players", [3, 4, 5, 7, pytest.param(10, marks=pytest.mark.slow)])
def test_possible_moves_are_allowed_and_complete_and_the_cards_fit_the_public_state(players: int) -> None:
    for dealt in random_states(players, players):
        state, cards = dealt.state, dealt.cards
        assert {player: len(hand) for player, hand in cards.hands.items()} == state.hands
        assert len(cards.pile) == state.pile
        assert all(cards.professions[player] is profession for player, profession in state.professions.items())
        for player, hand in cards.hands.items():
            assert all(may_have(state.holders, item, player) for item in hand if is_single(item))
        events = [move.event for move in PLAY.possible(dealt) if move.event is not None]
        assert [event for event in events if RULES.problems(state, event)] == []
        listed = {
            (RULES.event_to_json(event)["event"], event.by if isinstance(event, e.By) else "") for event in events
        }
        for choice in RULES.next(state):
            if (choice.event, choice.by) not in listed:
                assert choice.by, choice
                assert _hidden_forbids(dealt, choice.event, Person(choice.by)), choice


def _hidden_forbids(dealt: Dealt, name: str, person: Person) -> bool:
    """Return True if a choice that is allowed by what everybody sees is not with these cards."""
    other = dealt.state.left_of(person)
    events: dict[str, list[e.GameEvent]] = {
        "clairvoyant": [e.ClairvoyantUsed(person)],
        "diplomat": [e.DiplomatUsed(person, other, Item.KEY)],
        "priest": [e.PriestUsed(person)],
        "doctor": [e.DoctorUsed(person)],
        "hypnotised": [e.Hypnotised(person, other)],
        "used": [
            e.Used(person, card, e.Fighter.ATTACKER if card is Profession.POISON_MIXER else None)
            for card in FIGHT_CARDS
        ],
        "accepted": [e.Accepted(person)],
        "refused": [e.Refused(person)],
        "handed": [e.Handed(person)],
        "denied": [e.Denied(person)],
    }
    return all(_hides(dealt, person, event) for event in events[name] if not RULES.problems(dealt.state, event))


def _hides(dealt: Dealt, person: Person, event: e.GameEvent) -> bool:
    """Return True if face-down cards, or that its player has declined, forbid an event."""
    cards, public = dealt.cards, dealt.state
    declined = person in dealt.declined
    used = used_profession(event)
    if used is not None and not isinstance(event, e.Used):
        lacks = cards.professions[person] is not used[1]
        return lacks or declined or (isinstance(event, e.DiplomatUsed) and event.item not in demandable(dealt, person))
    match event:
        case e.Used(card=card):
            return declined or card not in (*cards.hands[person], cards.professions[person])
        case e.Accepted():
            return not any(move.event == event for move in moves_of_player(dealt, person))
        case e.Refused():
            return cards.offered is not None and must_be_accepted(cards.offered)
        case e.Handed() | e.Denied():
            assert public.trade is not None
            assert public.trade.demanded is not None
            has_it = any(item in cards.hands[person] for item in answers(public.trade.demanded, public.pile))
            return has_it is isinstance(event, e.Denied)
    return False


@pytest.mark.parametrize("players", [3, 5])
def test_who_chooses_looks_at_the_cards_and_takes_any_of_them(players: int) -> None:
    rng, looks = Random(players + 100), Counter[Phase]()
    for game in range(40):
        dealt = PLAY.deal(replace(started(game, players), items=(Item.COAT,)), rng)
        dealt = replace(dealt, choosers=frozenset(dealt.state.players))
        while PLAY.over(dealt) is None:
            move = PLAY.draw(dealt, rng)
            dealt = PLAY.follow(dealt, move)
            if move.looks:
                assert move.by is not None
                looks[dealt.state.phase] += 1
                check_look(dealt, move.by, rng)
    assert min(looks[Phase.RESULT], looks[Phase.EFFECT], looks[Phase.TURN]) > 0


def check_look(dealt: Dealt, person: Person, rng: Random) -> None:
    """Check that one player alone sees the cards to choose from, and may take each."""
    cards, view = dealt.cards, PLAY.view(dealt, person)
    assert PLAY.view(PLAY.determinize(view, person, rng), person) == view
    moves = PLAY.moves_of(view, person)
    assert moves == PLAY.moves_of(dealt, person)
    for other in dealt.state.players:
        seen = PLAY.view(dealt, other).cards
        assert other is person or (set(seen.hands) == {other} and not seen.profession_pile and not seen.pile)
    if dealt.state.phase is Phase.TURN:
        check_pile_orders(dealt, moves)
        return
    taken = {move.chosen[0] for move in moves if move.chosen}
    if dealt.state.phase is Phase.EFFECT:
        assert taken == set(cards.profession_pile)
    else:
        (loser,) = set(view.cards.hands) - {person}
        assert taken == set(cards.hands[loser])
        assert all((move.give is not None) is (len(cards.hands[loser]) == 1) for move in moves if move.chosen)
    for move in moves:
        assert move.event is None or not RULES.problems(dealt.state, move.event)
        after = PLAY.follow(dealt, move).cards
        assert not move.chosen or move.chosen[0] in (*after.hands[person], after.professions[person])


def check_pile_orders(dealt: Dealt, moves: Sequence[Move]) -> None:
    """Check that a Clairvoyant who has looked puts any two items on top (K12)."""
    assert {move.chosen[-1] for move in moves} == set(dealt.cards.pile)
    for move in moves:
        pile = PLAY.follow(dealt, move).cards.pile
        assert pile[-len(move.chosen) :] == move.chosen
        assert Counter(pile) == Counter(dealt.cards.pile)


@pytest.mark.slow
def test_who_gives_something_away_by_anothers_event_picks_it() -> None:
    rng, kinds = Random(1), Counter[str]()
    for game in range(160):
        dealt = PLAY.deal(replace(started(game, 3 + game % 4), items=(Item.SEXTANT,)), rng)
        dealt = replace(dealt, choosers=frozenset(dealt.state.players))
        while PLAY.over(dealt) is None:
            move = PLAY.draw(dealt, rng)
            before, dealt = dealt, PLAY.follow(dealt, move)
            if move.begins is not None:
                kinds[e.CODEC.name_of(move.begins)] += 1
                assert dealt.cards == before.cards
            elif dealt.picking is not None:
                check_pick(before, dealt, move, rng)
            elif before.picking is not None:
                assert PLAY.possible(before) == [move]
                assert {*before.picking.gives.items()} <= {*given_away(dealt)}
    assert kinds.keys() == {"sextant", "priest", "handed"}


def test_an_attacker_pays_the_priest_one_of_two_items_and_never_the_last() -> None:
    had = set[int]()
    for dealt in (*random_states(1, 3), *random_states(7, 3)):
        for move in (move for person in PLAY.acting_seats(dealt) for move in PLAY.moves_of(dealt, person)):
            if isinstance(move.event, e.PriestUsed):
                assert dealt.state.fight is not None
                attacker, priest = dealt.state.fight.attacker, move.event.by
                before, after = dealt.cards.hands, PLAY.follow(dealt, move).cards.hands
                had.add(len(before[attacker]))
                paid = Counter(before[attacker]) - Counter(after[attacker])
                assert paid == Counter(after[priest]) - Counter(before[priest])
                assert paid.total() == (len(before[attacker]) > 1)
    assert had == {1, 2, 3}


def given_away(dealt: Dealt) -> Iterator[tuple[Person, Item]]:
    """Yield who has just given which item away."""
    match dealt.cards.sightings[-1]:
        case PassedRound(moves=moves):
            yield from ((actor, item) for actor, _, item in moves)
        case ItemMoved(by=giver, item=item):
            yield giver, item
        case Exchanged(active=active, passive=passive, items=items):
            yield from zip((active, passive), items, strict=True)


def check_pick(before: Dealt, after: Dealt, move: Move, rng: Random) -> None:
    """Check that a pick is the player's own, and that nobody else notices it."""
    player = move.by
    assert player is not None
    view = PLAY.view(after, player)
    assert PLAY.view(PLAY.determinize(view, player, rng), player) == view
    assert player not in after.actors
    assert set(PLAY.moves_of(before, player)) <= {Move(None, item, player) for item in before.cards.hands[player]}
    for other in before.state.players:
        assert other is player or PLAY.view(after, other) == PLAY.view(before, other)


@pytest.mark.parametrize("players", [3, 5, pytest.param(8, marks=pytest.mark.slow)])
def test_what_each_player_knows_is_true_and_stays_so_where_the_rest_is_dealt_anew(players: int) -> None:
    for number, dealt in enumerate(random_states(100 + players, players)):
        if number % 5:
            continue
        for player in dealt.state.players:
            view = PLAY.view(dealt, player)
            assert view.known is not None
            for fit in (dealt, PLAY.determinize(view, player, Random(number))):
                assert all(_holds(fit, group) for group in view.known[player].items)
                assert {player: len(hand) for player, hand in fit.cards.hands.items()} == fit.state.hands
                assert PLAY.view(fit, player) == view
                all_items = Counter(item for hand in (*fit.cards.hands.values(), fit.cards.pile) for item in hand)
                assert all_items == fit.state.items
                assert sorted((*fit.cards.professions.values(), *fit.cards.profession_pile)) == sorted(Profession)
            if player in PLAY.acting_seats(dealt):
                assert PLAY.moves_of(view, player) == PLAY.moves_of(dealt, player)


def _holds(dealt: Dealt, group: Group) -> bool:
    """Return True if the known cards of a group are all in its places."""
    hands: dict[str, tuple[Item, ...]] = {str(player): hand for player, hand in dealt.cards.hands.items()}
    hands[PILE] = dealt.cards.pile
    counter = Counter(str(item) for place in {*group.places} for item in hands[place])
    return not Counter(group.cards) - counter


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 5])
def test_where_secrets_are_otherwise_what_each_player_has_seen_still_fits_a_deal(players: int) -> None:
    found: Counter[str] = Counter()
    for number, dealt in enumerate(random_states(1, players)):
        if number % 4:
            continue
        for secret in PLAY.secrets(dealt, dealt.state.players[0], Random(number)):
            found[secret.kind] += 1
            for player in dealt.state.players:
                view = PLAY.view(secret.state, player)
                assert fits_a_deal(view, player), (number, secret.kind, secret.place)
                dealt_anew = PLAY.determinize(view, player, Random(number)).cards
                items = Counter(item for hand in (*dealt_anew.hands.values(), dealt_anew.pile) for item in hand)
                assert items == dealt.state.items
    assert min(found[kind] for kind in ("items", "associations", "professions", "sightings")) > 5


def test_each_player_who_is_still_asked_may_have_declined_for_all_that_others_know() -> None:
    deciding = 0
    for dealt in random_states(7, 5):
        asked = asked_order(dealt.state)
        if len(asked) < 4 or dealt.actors[:1] != asked[:1] or dealt.declined:
            continue
        seat = asked[-1]
        secrets = [secret for luck in range(20) for secret in PLAY.secrets(dealt, seat, Random(luck))]
        declined = {player for secret in secrets if secret.kind == "declined" for player in secret.state.declined}
        assert declined == {*asked[1:-1]}
        deciding += 1
        if deciding == 3:
            return
    raise AssertionError("too few players were asked")


def test_a_view_has_nothing_of_the_others_and_none_of_the_sets_that_are_never_told() -> None:
    dealt = [*random_states(7, 5)][40]
    for player in dealt.state.players:
        view = PLAY.view(dealt, player)
        assert set(view.cards.hands) == set(view.cards.sides) == set(view.cards.professions) == {player}
        assert not view.cards.pile
        assert not view.cards.sightings
        assert not view.state.holders


def test_unknown_cards_are_dealt_as_likely_as_each_other() -> None:
    dealt = PLAY.deal(e.Started(tuple(Person)[:4], MARIE, (), ()), Random(1))
    view = PLAY.view(dealt, MARIE)
    counts: Counter[object] = Counter()
    for seed in range(3000):
        deal = PLAY.determinize(view, MARIE, Random(seed)).cards
        counts[deal.professions[GUNDLA]] += 1
        counts[deal.sides[GUNDLA]] += 1
        counts[deal.hands[GUNDLA][0]] += 1
    # Nine professions; one card of her own side is left, and two of the other.
    assert all(
        250 < counts[profession] < 420 for profession in Profession if profession is not dealt.cards.professions[MARIE]
    )
    assert 900 < counts[dealt.cards.sides[MARIE]] < 1100
    # Both bags are dealt to somebody; of four hands she has one.
    bags = [bag for bag in (Item.BAG_KEY, Item.BAG_GOBLET) if bag not in dealt.cards.hands[MARIE]]
    assert all(850 < counts[bag] < 1150 for bag in bags)


def test_an_association_that_was_seen_is_not_dealt_to_anybody_else() -> None:
    dealt = PLAY.deal(e.Started(tuple(Person)[:4], MARIE, (), ()), Random(1))
    (side,) = dealt.cards.sides[GUNDLA]
    view = PLAY.view(replace(dealt, cards=dealt.cards.after(SideSeen(MARIE, GUNDLA, 0, side))), MARIE)
    for seed in range(20):
        sides = PLAY.determinize(view, MARIE, Random(seed)).cards.sides
        assert sides[GUNDLA] == (side,)
        assert {*Counter(side for (side,) in sides.values()).values()} == {2}


def test_a_card_that_moves_unseen_is_in_one_of_two_hands() -> None:
    places = Places((Group(("gundla", "gundla"), ("dagger", "key"), 0), Group(("sarah",), (), 1)))
    places.move("gundla", "sarah")
    assert places.groups() == (Group(("gundla", "sarah"), ("dagger", "key"), 0), Group(("sarah",), (), 1))
    deals = {tuple(deal_places(places.groups(), ["ring"], Random(seed))) for seed in range(30)}
    assert deals == {
        (("gundla", "dagger"), ("sarah", "key"), ("sarah", "ring")),
        (("gundla", "key"), ("sarah", "dagger"), ("sarah", "ring")),
    }
    places.see("sarah", "dagger")
    assert Group(("gundla",), ("key",), 0) in places.groups()


def test_an_announced_item_tells_everybody_what_was_exchanged() -> None:
    dealt = PLAY.deal(e.Started(tuple(Person)[:4], MARIE, (), ()), Random(3))
    for kind in (e.Offered, e.Accepted):
        dealt = PLAY.follow(dealt, next(move for move in PLAY.possible(dealt) if isinstance(move.event, kind)))
    traded = dealt.cards.traded
    assert traded is not None
    trade = dealt.state.trade
    assert trade is not None
    # Of single cards that change hands each is where the other was: nothing is known of either.
    third = next(player for player in dealt.state.players if player not in (trade.active, trade.passive))
    assert trade.passive in learn(third, dealt.state, None, dealt.cards.sightings).items[0].places
    announced = PLAY.possible(dealt)[0].event
    assert isinstance(announced, e.Announced)
    after = PLAY.follow(dealt, PLAY.possible(dealt)[0])
    known = learn(third, after.state, None, after.cards.sightings).items
    named = Group((str(trade.passive),), (str(announced.item),), 0)
    assert (named in known) is (announced.item is not None)


def test_who_declines_is_asked_again_only_when_somebody_acts() -> None:
    dealt = PLAY.deal(e.Started(tuple(Person)[:3], MARIE, (), ()), Random(5))
    attack = next(move for move in PLAY.possible(dealt) if move.event == e.Attacked(MARIE, GUNDLA))
    dealt = PLAY.follow(dealt, attack)
    asked = []
    while PLAY.acting_seats(dealt)[0] not in asked:
        first = Person(PLAY.acting_seats(dealt)[0])
        asked.append(first)
        declines = next((move for move in PLAY.moves_of(dealt, first) if move.event is None), None)
        assert declines is not None
        assert PLAY.event(declines) is None
        dealt = PLAY.follow(dealt, declines)
    # Whoever has to say something first is asked last, and asked again for it.
    assert asked == [GUNDLA, MARIE, SARAH]
    assert all(isinstance(move.event, e.Supported) for move in PLAY.moves_of(dealt, SARAH))


def test_a_demanded_item_may_have_been_given_back_and_a_named_one_alone() -> None:
    hand = (Item.KEY, Item.GOBLET)
    trade = Trade(TradeKind.DEMAND, MARIE, GUNDLA, {}, demanded=Item.PEARL)
    assert _may_be_given(trade, 0, hand) == hand
    assert _may_be_given(trade, 1, hand) == (Item.PEARL,)
    named = replaced(trade, announced=(Item.MONOCLE, None))
    assert _may_be_given(named, 0, hand) == (Item.MONOCLE,)
    assert _may_be_given(named, 1, hand) == (Item.PEARL,)


@pytest.mark.parametrize(
    ("traded", "announced", "fits"),
    [
        ((Item.KEY, Item.GOBLET), (None, None), True),
        ((Item.KEY, Item.GOBLET), (Item.KEY, None), False),
        ((Item.MONOCLE, Item.GOBLET), (Item.MONOCLE, None), True),
        ((Item.MONOCLE, Item.GOBLET), (None, None), False),
        ((Item.PEARL, Item.PEARL), (Item.PEARL, Item.PEARL), False),
        ((Item.KEY, Item.KEY), (None, None), True),
        ((Item.BAG_KEY, Item.BAG_GOBLET), (None, None), False),
    ],
)
def test_an_exchange_fits_what_was_named(
    traded: tuple[Item, Item], announced: tuple[Item | None, ...], fits: bool
) -> None:
    seats = tuple(Person)[:5]
    dealt = PLAY.deal(e.Started(seats, seats[0], (), ()), Random(1))
    trade = Trade(TradeKind.OFFER, MARIE, GUNDLA, {}, announced=announced)
    assert _fits_announced(dealt.state, trade, traded) is fits


def test_a_demand_that_was_met_gave_what_was_demanded() -> None:
    seats = tuple(Person)[:5]
    state = PLAY.deal(e.Started(seats, seats[0], (), (Variant.SMUGGLING,)), Random(1)).state
    active, passive = seats[:2]
    trade = Trade(TradeKind.DEMAND, active, passive, {}, demanded=Item.MONOCLE)
    hands = {active: (Item.KEY,), passive: (Item.GOBLET,)}
    assert _some_trade(state, trade, hands, Random(1)) == (None, (Item.GOBLET, Item.MONOCLE))
