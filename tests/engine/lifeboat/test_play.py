"""Lifeboat as bots play it: moves are right and complete, and a seat knows what it has seen."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import get_args

import pytest

from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.dealt import Dealt, Move, Plan
from engine.lifeboat.game import RULES
from engine.lifeboat.hidden import navigation_pool, visible_signs
from engine.lifeboat.navigation import UNKNOWN
from engine.lifeboat.offers import TRADING
from engine.lifeboat.play import PLAY
from engine.lifeboat.state import Phase
from engine.values import replaced
from tests.engine.lifeboat.random_games import filled, random_start

LAUREN = Character.LAUREN
STEPHEN = Character.STEPHEN
CAPTAIN = Character.CAPTAIN
MATE = Character.MATE
FOUR = (LAUREN, STEPHEN, CAPTAIN, MATE)


def states(games: int, *, part: float, seed: int = 1) -> Iterator[tuple[Dealt, Random]]:
    """Yield some states of random games of all variants, each with chance of its own."""
    for number in range(games):
        rng = Random(f"{seed} {number}")
        state = PLAY.deal(random_start(rng), rng)
        while PLAY.over(state) is None:
            if rng.random() < part:
                yield state, Random(rng.random())
            state = PLAY.follow(state, PLAY.draw(state, rng))


def begun(*, seed: int = 1) -> Dealt:
    """Four players, stand-in navigation cards; the first provision is to be taken."""
    return PLAY.deal(e.GameStarted(FOUR, (), e.Deck.STAND_IN), Random(seed))


def acting(hands: dict[Character, tuple[Provision, ...]] | None = None) -> Dealt:
    """Lauren is to act; who is named has this hand."""
    dealt = begun()
    while dealt.state.step is Phase.TAKE:
        dealt = PLAY.follow(dealt, PLAY.moves_of(dealt, PLAY.acting_seats(dealt)[0])[0])
    hidden, wanted = dealt.hidden, hands or {}
    left = Counter(dealt.state.unseen) - Counter(card for cards in wanted.values() for card in cards)
    remaining = list(left.elements())
    Random(1).shuffle(remaining)
    new = {
        character: wanted[character] if character in wanted else tuple(remaining.pop() for _ in hand)
        for character, hand in hidden.hands.items()
    }
    bow, removed = tuple(remaining[:-10]), tuple(remaining[-10:])
    people = tuple(replaced(person, hand=len(new[person.who])) for person in dealt.state.people)
    state = replaced(dealt.state, people=people, bow=len(bow))
    return Dealt(state, replaced(hidden, hands=new, bow=bow, removed=removed, memories={}))


def follow(dealt: Dealt, *moves: Move) -> Dealt:
    """Return the state after these moves, each of them possible."""
    for move in moves:
        assert move.event is None or not RULES.problems(dealt.state, move.event)
        dealt = PLAY.follow(dealt, move)
    return dealt


def fits(dealt: Dealt, seat: Character, seed: int = 1) -> Dealt:
    """Return a whole state that fits the seat's view."""
    return PLAY.determinize(PLAY.view(dealt, seat), seat, Random(seed))


# --- moves ------------------------------------------------------------------------------------------------------------


def counted(dealt: Dealt) -> Counter[Provision]:
    """Return all hidden provisions by kind; as many of each place as everybody knows."""
    state, hidden = dealt.state, dealt.hidden
    revealed = [cards.by for cards in state.revealed]
    assert all(len(hand) == dealt.hand_size(character) for character, hand in hidden.hands.items())
    piles = hidden.bow, hidden.passing, hidden.removed, hidden.gone, hidden.deck, hidden.row
    numbers = state.bow, state.passing, state.removed, state.gone_hands, state.deck, state.row
    assert tuple(map(len, piles)) == numbers
    hands = [hand for character, hand in hidden.hands.items() if character not in revealed]
    return Counter(card for cards in (*hands, *piles[:4]) for card in cards)


def test_hidden_cards_are_those_that_nobody_has_seen() -> None:
    for dealt, _ in states(15, part=0.5):
        assert counted(dealt) == +Counter(dealt.state.unseen)


def test_what_is_possible_is_allowed() -> None:
    for dealt, rng in states(15, part=0.1):
        for move in (*PLAY.possible(dealt), PLAY.draw(dealt, rng)):
            assert move.event is None or not RULES.problems(dealt.state, move.event), move


def is_true(dealt: Dealt, event: e.GameEvent) -> bool:
    """Return True if the hidden cards allow the event, and it is no outcome of a flare."""
    state, hidden = dealt.state, dealt.hidden
    match event:
        case e.Used(card=Provision.FLARE):
            return False
        case e.Laid(by=actor, card=card) | e.Used(by=actor, card=card, source=e.CardSource.HAND):
            return card in hidden.hands[actor]
        case e.Drank(by=actor, source=e.CardSource.HAND):
            return Provision.WATER in hidden.hands[actor]
        case e.Chummed(by=actor, source=e.CardSource.HAND):
            return Provision.CHUM in hidden.hands[actor]
        case e.Navigated(card=card, signs=signs, compass=compass):
            pool, _ = navigation_pool(hidden, state, compass=compass)
            return any(candidate.id == card or visible_signs(candidate, state) == signs for candidate in pool)
        case e.Revealed(by=actor):
            return event == e.Revealed(
                actor, hidden.love[actor], hidden.hate[actor], tuple(sorted(hidden.hands[actor]))
            )
    return True


def test_all_that_is_allowed_is_possible() -> None:
    tried = Counter[str]()
    for dealt, rng in states(15, part=0.2):
        if dealt.owed is not None or dealt.plan is not None:
            continue
        events = [move.event for move in PLAY.possible(dealt)]
        for choice in RULES.next(dealt.state):
            event = filled(dealt.state, choice, rng)
            if not RULES.problems(dealt.state, event) and is_true(dealt, event):
                assert event in events, event
                tried[choice.event] += 1
    rare = {"gamestarted", "eaten", "objected", "haunted", "revealed", "corrected"}
    assert set(tried) >= {kind.__name__.lower() for kind in get_args(e.GameEvent)} - rare


@pytest.mark.parametrize(
    ("hand", "plan", "source"),
    [((Provision.FLARE,), Plan.FLARE_IN_HAND, e.CardSource.HAND), ((), Plan.FLARE_OPEN, e.CardSource.OPEN)],
)
def test_a_flare_turns_the_cards_on_top(hand: tuple[Provision, ...], plan: Plan, source: e.CardSource) -> None:
    dealt = acting({LAUREN: (Provision.FLARE,)})
    if not hand:
        dealt = follow(dealt, Move(e.Laid(LAUREN, Provision.FLARE)))
    fired = follow(dealt, Move(None, by=LAUREN, plan=plan))
    assert PLAY.acting_seats(fired) == ()
    (outcome,) = PLAY.possible(fired)
    top = tuple(str(card.id) for card in dealt.hidden.deck[:3])
    assert outcome.event == e.Used(LAUREN, Provision.FLARE, source, cards=top)
    after = follow(fired, outcome)
    assert tuple(card.id for card in after.hidden.deck[-3:]) == top
    assert all(card in fits(after, MATE).hidden.deck[-3:] for card in dealt.hidden.deck[:3])


def test_a_hand_card_is_taken_by_chance() -> None:
    hand = (Provision.KNIFE, Provision.WATER)
    dealt = acting({STEPHEN: hand})
    owed = follow(dealt, Move(e.Demanded(LAUREN, STEPHEN, e.DemandKind.HAND)), Move(e.Agreed(STEPHEN)))
    assert PLAY.acting_seats(owed) == ()
    assert {move.picks for move in PLAY.possible(owed)} == {(card,) for card in hand}
    after = follow(owed, Move(None, (Provision.KNIFE,)))
    assert after.hidden.hands[STEPHEN] == (Provision.WATER,)
    assert Provision.KNIFE in after.hidden.hands[LAUREN]
    assert PLAY.acting_seats(after)[0] is STEPHEN


def test_others_may_trade_before_a_hand_card_is_taken_by_chance() -> None:
    dealt = acting({LAUREN: (), STEPHEN: (Provision.KNIFE, Provision.WATER), MATE: (Provision.OAR,)})
    owed = follow(dealt, Move(e.Demanded(LAUREN, STEPHEN, e.DemandKind.HAND)), Move(e.Agreed(STEPHEN)))
    traded = follow(owed, Move(e.Traded(MATE, Character.CAPTAIN, 1, 0), (Provision.OAR,)))
    after = follow(traded, Move(None, (Provision.KNIFE,)))
    assert after.hidden.hands[LAUREN] == (Provision.KNIFE,)
    assert after.hidden.hands[STEPHEN] == (Provision.WATER,)
    assert after.owed is None


def test_a_fight_ends_when_nobody_wants_anything_more() -> None:
    dealt = follow(acting(), Move(e.Demanded(LAUREN, STEPHEN, e.DemandKind.SEAT)), Move(e.Refused(STEPHEN)))
    while PLAY.acting_seats(dealt):
        seat = PLAY.acting_seats(dealt)[0]
        assert Move(None, by=Character(seat)) in PLAY.moves_of(dealt, seat)
        dealt = follow(dealt, Move(None, by=Character(seat)))
    assert PLAY.possible(dealt) == [Move(e.Fought())]
    # Whoever joins, all are asked again.
    asked = follow(dealt, Move(e.Joined(MATE, e.Side.ATTACK)))
    assert len(PLAY.acting_seats(asked)) == len(FOUR)


def test_chance_does_nothing_that_all_have_declined() -> None:
    steps = set()
    for state, rng in states(60, part=0.1):
        declined = state
        while state.plan is None and (seats := PLAY.acting_seats(declined)):
            no = Move(None, by=Character(seats[0]))
            if no not in PLAY.moves_of(declined, seats[0]):
                break
            declined = PLAY.follow(declined, no)
        if not PLAY.acting_seats(declined) and declined.declined:
            steps.add(declined.state.step)
            assert PLAY.draw(declined, rng) in PLAY.possible(declined)
    assert {Phase.FIGHT, Phase.OVERBOARD, Phase.THIRST} <= steps


def test_who_rows_looks_at_the_cards_before_some_are_kept() -> None:
    dealt = follow(acting(), Move(None, by=LAUREN, plan=Plan.ROW))
    top = [str(card.id) for card in dealt.hidden.deck[:2]]
    moves = PLAY.moves_of(PLAY.view(dealt, LAUREN), LAUREN)
    assert [move.picks for move in moves] == [(), (top[0],), (top[1],), (top[0], top[1])]
    after = follow(dealt, moves[2])
    assert [card.id for card in after.hidden.row] == [top[1]]
    assert after.hidden.deck[-1].id == top[0]


# --- what a seat knows ------------------------------------------------------------------------------------------------


def test_what_fits_a_view_has_the_same_view() -> None:
    for dealt, rng in states(10, part=0.1):
        for person in dealt.state.people:
            view = PLAY.view(dealt, person.who)
            other = PLAY.determinize(view, person.who, Random(rng.random()))
            assert PLAY.view(other, person.who) == view
            assert counted(other) == counted(dealt)
            assert PLAY.acting_seats(view) == PLAY.acting_seats(dealt)


def test_others_may_have_offered_cards_just_where_cards_are_traded_and_the_row_stack_may_be_another() -> None:
    found, steps = 0, set[Phase | None]()
    for dealt, rng in states(3, part=0.3):
        seat = str(dealt.state.people[-1].who)
        for secret in PLAY.secrets(dealt, seat, rng):
            if secret.kind == "offers" and len(secret.state.offers) > len(dealt.offers):
                steps.add(dealt.state.step)
            if secret.kind == "navigation cards" and secret.place == "row":
                decks = zip(dealt.hidden.deck, secret.state.hidden.deck, strict=True)
                assert sum(card != other for card, other in decks) <= len(dealt.hidden.row)
                found += 1
    assert found > 10
    assert {Phase.ACT, Phase.ANSWER} <= steps <= {*TRADING}


def test_a_view_has_nothing_of_the_others() -> None:
    dealt = acting({STEPHEN: (Provision.KNIFE,)})
    view = PLAY.view(dealt, LAUREN).hidden
    assert view.hands[LAUREN] == dealt.hidden.hands[LAUREN]
    assert not view.hands[STEPHEN]
    assert not view.bow
    assert not view.removed
    assert set(view.love) == set(view.hate) == {LAUREN}
    assert set(view.deck) == {UNKNOWN}


def test_who_passes_provisions_on_knows_what_the_others_have() -> None:
    dealt = begun()
    for _ in FOUR:
        dealt = follow(dealt, PLAY.moves_of(dealt, PLAY.acting_seats(dealt)[0])[0])
    last = dealt.hidden.hands[MATE][-1]
    assert dealt.hidden.memory(CAPTAIN).held == (last,)
    passed = Counter(dealt.hidden.memory(LAUREN).held)
    assert passed == Counter(dealt.hidden.hands[character][-1] for character in (STEPHEN, CAPTAIN, MATE))
    for seed in range(20):
        others = fits(dealt, LAUREN, seed).hidden.hands
        assert not passed - Counter(card for character in (STEPHEN, CAPTAIN, MATE) for card in others[character])


def test_who_takes_sees_what_goes_round_and_who_passed_it_on_knows_it() -> None:
    """Players cannot take cards for granted in hands that still go round."""
    dealt = begun()
    dealt = follow(dealt, PLAY.moves_of(dealt, PLAY.acting_seats(dealt)[0])[0])
    going_round, first, second = dealt.hidden.passing, Character(FOUR[0]), dealt.state.turn
    assert second is not None
    assert second is not first
    assert len(going_round) > 1
    for seed in range(5):
        assert fits(dealt, second, seed).hidden.passing == going_round
        fitting = fits(dealt, first, seed)
        assert Counter(fitting.hidden.passing) == Counter(going_round)
        assert counted(fitting) == +Counter(dealt.state.unseen)
    # That such cards go round does not put others like them into hands.
    others = [
        [hand for owner, hand in fits(dealt, first, seed).hidden.hands.items() if owner is not first]
        for seed in range(20)
    ]
    assert any(not {*going_round} & {card for hand in hands for card in hand} for hands in others)
    after = follow(dealt, PLAY.moves_of(dealt, second)[0])
    held = Counter(going_round)
    for seed in range(5):
        fitting = fits(after, first, seed)
        # One of those that the first has seen is in a hand, and the others go round.
        assert not Counter(fitting.hidden.passing) - held
        hands = [hand for owner, hand in fitting.hidden.hands.items() if owner is not first]
        assert held - Counter(fitting.hidden.passing) <= Counter(card for hand in hands for card in hand)


def test_both_know_a_card_that_was_given() -> None:
    dealt = acting({LAUREN: (Provision.GAFF, Provision.WATER)})
    dealt = follow(dealt, Move(e.Traded(LAUREN, CAPTAIN, 1, 0), (Provision.GAFF,)))
    assert all(Provision.GAFF in fits(dealt, LAUREN, seed).hidden.hands[CAPTAIN] for seed in range(20))
    assert not all(Provision.GAFF in fits(dealt, MATE, seed).hidden.hands[CAPTAIN] for seed in range(20))
    # What is laid is hidden no longer.
    laid = follow(dealt, Move(e.Laid(CAPTAIN, Provision.GAFF)))
    assert not laid.hidden.memory(LAUREN).known[CAPTAIN]


def test_the_victim_knows_the_card_that_was_taken() -> None:
    dealt = acting({LAUREN: (), STEPHEN: (Provision.KNIFE, Provision.WATER)})
    demand = Move(e.Demanded(LAUREN, STEPHEN, e.DemandKind.HAND))
    dealt = follow(dealt, demand, Move(e.Agreed(STEPHEN)), Move(None, (Provision.KNIFE,)))
    assert fits(dealt, STEPHEN).hidden.hands[LAUREN] == (Provision.KNIFE,)
    # When he who was robbed sees it go on by another robbery, it is in some hand.
    robbed = Move(e.Demanded(MATE, LAUREN, e.DemandKind.HAND))
    dealt = follow(dealt, Move(e.Passed(STEPHEN)), Move(e.Passed(CAPTAIN)), robbed, Move(e.Agreed(LAUREN)))
    dealt = follow(dealt, Move(None, (Provision.KNIFE,)))
    assert not dealt.hidden.memory(STEPHEN).known[LAUREN]
    assert Provision.KNIFE in dealt.hidden.memory(STEPHEN).held


def test_who_rowed_knows_the_row_stack() -> None:
    dealt = follow(acting(), Move(None, by=LAUREN, plan=Plan.ROW))
    kept, under = dealt.hidden.deck[:2]
    dealt = follow(dealt, Move(e.Rowed(LAUREN, 1), (str(kept.id),)))
    for seed in range(5):
        known = fits(dealt, LAUREN, seed).hidden
        assert (known.row, known.deck[-1]) == ((kept,), under)
    assert PLAY.view(dealt, MATE).hidden.row == (UNKNOWN,)
    # Who navigates looks at it.
    passed = [Move(e.Passed(character)) for character in (STEPHEN, CAPTAIN, MATE)]
    assert PLAY.view(follow(dealt, *passed), MATE).hidden.row == (kept,)


def test_what_is_hidden_is_dealt_as_likely_everywhere() -> None:
    dealt, found = acting(), Counter[str]()
    rng, view = Random(1), PLAY.view(acting(), LAUREN)
    for _ in range(600):
        hidden = PLAY.determinize(view, LAUREN, rng).hidden
        found["knife"] += Provision.KNIFE in hidden.hands[MATE]
        found["love"] += hidden.love[MATE] is hidden.love[LAUREN]
        found["card"] += hidden.deck[0].id == "n01"
    unseen = sum(dealt.state.unseen.values()) - len(dealt.hidden.hands[LAUREN])
    assert found["knife"] == pytest.approx(600 * len(dealt.hidden.hands[MATE]) / unseen, abs=25)
    assert found["card"] == pytest.approx(600 / 24, abs=20)
    assert found["love"] == 0


# --- what is done with hidden cards -----------------------------------------------------------------------------------


def test_provisions_and_navigation_cards_are_dealt_by_chance() -> None:
    dealt = [begun(seed=seed).hidden for seed in range(40)]
    assert len({hidden.hands[LAUREN] for hidden in dealt}) > 5
    assert len({hidden.removed for hidden in dealt}) > 5
    assert len({hidden.deck for hidden in dealt}) > 5


def test_who_navigates_lays_the_chosen_card_and_the_others_go_under_the_deck() -> None:
    kinds = set[tuple[bool, bool]]()
    for dealt, _ in states(8, part=1.0):
        moves = [move for seat in PLAY.acting_seats(dealt) for move in PLAY.moves_of(dealt, seat)]
        for move in moves:
            if isinstance(move.event, e.Navigated):
                pool, deck = navigation_pool(dealt.hidden, dealt.state, compass=move.event.compass)
                after, chosen = PLAY.follow(dealt, move).hidden, str(move.event.card or move.picks[0])
                day = next(card for card in pool if card.id == chosen)
                under = (*deck, *[card for card in pool if card is not day])
                # The last day's card goes there as well, where nobody is left to be thirsty.
                assert (after.deck, after.day) in ((under, day), ((*under, day), None))
                if move.event.signs is not None:
                    told = PLAY.follow(dealt, Move(move.event)).hidden
                    assert visible_signs(told.day or told.deck[-1], dealt.state) == move.event.signs
                elif deck:
                    other = PLAY.follow(dealt, Move(replaced(move.event, card=deck[0].id, overruled=True))).hidden
                    under = (*deck[1:], *pool)
                    assert (other.deck, other.day) in ((under, deck[0]), ((*under, deck[0]), None))
                kinds.add((move.event.signs is None, len(pool) > 1))
    assert len(kinds) == 4, "known and told cards, one and several"
