"""Tests of bots: they use only their player's knowledge, and finish games by the rules.

They are read from the mat like people.
"""

from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from statistics import median

import pytest

from companion.device.errors import UserError
from companion.games.coach_ride.virtual_table.dealing import CoachRideDealer
from companion.games.coach_ride.virtual_table.game import VIRTUAL
from companion.games.coach_ride.virtual_table.truth import contradiction, shown
from companion.journal import Journal
from companion.opponents.bots import choose_quickly
from companion.opponents.budget import Budget
from companion.virtual_table.autoplay import Autoplay
from companion.virtual_table.bot_moves import next_move
from engine.coach_ride import events as e
from engine.coach_ride.cards import BAG_OF, FIGHT_CARDS, UNSEALED, Association, Item, Person, Profession
from engine.coach_ride.dealt import Dealt, Move
from engine.coach_ride.game import RULES
from engine.coach_ride.play import PLAY
from engine.coach_ride.sightings import HandSeen, SideSeen
from engine.coach_ride.state import State
from engine.game import Game
from engine.values import replaced

CoachGame = Game[State, e.GameEvent]
ALL_ITEMS = tuple(map(str, UNSEALED))


#: One game of bots: how many play, its seed, and its variants and items.
Kind = tuple[int, int, frozenset[str]]
#: Games in which each number of players, variant and item is, and most professions.
GAMES: tuple[Kind, ...] = (
    (3, 0, frozenset({"three_advanced", *ALL_ITEMS})),
    (4, 0, frozenset({"smuggling", *ALL_ITEMS})),
    (5, 0, frozenset({"fortune_telling", "crest"})),
    (5, 1, frozenset(ALL_ITEMS)),
    (6, 0, frozenset({"fortune_telling", *ALL_ITEMS})),
    (7, 0, frozenset(ALL_ITEMS)),
    (8, 0, frozenset({"smuggling", "crest"})),
    (10, 0, frozenset()),
)
#: Others like them, of other seeds.
MORE_GAMES = tuple((players, seed, options) for seed in range(2, 14) for players, _, options in GAMES)


def start_of(kind: Kind) -> e.Started:
    """Return the start of a game."""
    players, seed, options = kind
    started: e.Started = VIRTUAL.start(players, seed, dict.fromkeys(sorted(options), True))
    return started


def play_moves(kind: Kind) -> list[tuple[Dealt, Move]]:
    """Play a game of bots: the whole state before each move, and the move."""
    rng, made = Random(kind[1]), list[tuple[Dealt, Move]]()
    whole = PLAY.deal(start_of(kind), rng)
    while PLAY.over(whole) is None:
        move = next_move(PLAY, whole, rng)
        made.append((whole, move))
        whole = PLAY.follow(whole, move)
    return made


#: The moves of a game that several tests look at.
moves = cache(play_moves)


def events_of(made: list[tuple[Dealt, Move]]) -> list[e.GameEvent]:
    """Return the events of moves."""
    return [move.event for _, move in made if move.event is not None]


@cache
def played(kind: Kind) -> CoachGame:
    """Return a game of bots.

    Whoever follows its events alone knows as many hidden cards at each.
    """
    game, dealer = RULES.replay([start_of(kind), *events_of(moves(kind))]), CoachRideDealer(kind[1])
    for number, state in enumerate(game.states(), start=1):
        hidden = dealer.hidden(game.events[:number])
        assert {player: len(hand) for player, hand in hidden.hands.items()} == dict(state.hands)
        assert len(hidden.pile) == state.pile
    return game


@pytest.mark.slow
@pytest.mark.thorough(but=["some"])
@pytest.mark.parametrize("kinds", [GAMES, MORE_GAMES], ids=["some", "more"])
def test_games_of_bots_end_by_the_rules_few_by_a_wrong_claim_and_none_goes_on_for_ever(kinds: tuple[Kind, ...]) -> None:
    games = [played(kind) for kind in kinds]
    assert len({game.events for game in games}) == len(games)
    ended = [game.state for game in games]
    wrong = [state for state in ended if state.result is not None and state.result.reason.endswith("wrong")]
    assert len(wrong) <= len(games) / 6
    assert median([state.turns / len(state.players) for state in ended]) < 20


def test_the_same_seed_is_the_same_game() -> None:
    assert events_of(play_moves(GAMES[0])) == events_of(moves(GAMES[0]))


@pytest.mark.slow
def test_whatever_bots_do_contradicts_no_card_in_the_coach() -> None:
    """Bots do only what their cards allow: nothing of it may be refused."""
    for whole, move in chain.from_iterable(map(moves, GAMES)):
        if move.event is not None:
            assert not contradiction(whole.cards, whole.state, move.event), move


def chosen(whole: Dealt, seat: str, seed: int) -> Move:
    """Return the move of the bot in this seat."""
    move: Move = choose_quickly(PLAY, PLAY.view(whole, seat), seat, Budget(nodes=64), Random(seed))
    return move


def test_bots_claim_on_what_they_have_seen_alone() -> None:
    """Two keys are in the own hand, the third one in that of somebody of the own side."""
    whole = PLAY.deal(e.Started(tuple(Person)[:4], Person.MARIE, (), ()), Random(1))
    marie, gundla, sarah, romana = whole.state.players
    order, brotherhood = (Association.ORDER,), (Association.BROTHERHOOD,)
    items = [item for hand in whole.cards.hands.values() for item in hand] + [*whole.cards.pile]
    others = [item for item in items if item not in (Item.KEY, Item.PEARL)]
    hands = {marie: (Item.KEY, Item.KEY), gundla: (Item.KEY,), sarah: (others.pop(),), romana: (others.pop(),)}
    sides = {marie: order, gundla: order, sarah: brotherhood, romana: brotherhood}
    state = replaced(whole.state, hands={player: len(hand) for player, hand in hands.items()}, pile=len(others) + 1)
    cards = replaced(whole.cards, hands=hands, sides=sides, pile=(*others, Item.PEARL))
    dealt = replaced(cards, sightings=(replaced(cards.sightings[0], hands=hands),))
    whole = replaced(whole, state=state, cards=dealt)
    looks = HandSeen(marie, gundla, hands[gundla]), SideSeen(marie, gundla, 0, Association.ORDER)
    claims: dict[int, list[Move]] = {}
    for known in (0, 1, 2):
        seen = replaced(whole, cards=replaced(dealt, sightings=(*dealt.sightings, *looks[:known])))
        found = [chosen(seen, marie, seed) for seed in range(20)]
        claims[known] = [move for move in found if isinstance(move.event, e.Claimed)]
    assert not claims[0]
    assert not claims[1]
    assert claims[2] == [Move(e.Claimed(marie, e.ClaimKind.OWN), plan=(gundla,))] * 20


@pytest.mark.slow
def test_bots_offer_no_bag_to_somebody_who_is_known_to_hold_the_other_one_alone() -> None:
    """K5: it could only be refused."""
    offers = 0
    for whole, move in chain.from_iterable(map(moves, GAMES)):
        match move.event:
            case e.Offered(by=giver, to=taker) if whole.state.hands[taker] == 1 and whole.state.pile:
                groups = PLAY.view(whole, giver).known[giver].items  # type: ignore[index]
                known = {card for group in groups if {*group.places} == {taker} for card in group.cards}
                assert {move.give, *known} != {*BAG_OF.values()}
                offers += 1
    assert offers > 8


@pytest.mark.slow
def test_bots_use_every_profession_and_every_item() -> None:
    events = [event for kind in GAMES for event in events_of(moves(kind))]
    used = {event.card for event in events if isinstance(event, e.Used)}
    assert used == set(FIGHT_CARDS)
    kinds = {type(event) for event in events}
    assert {e.PriestUsed, e.DoctorUsed, e.Hypnotised, e.DiplomatUsed, e.ClairvoyantUsed} <= kinds
    announced = {event.item for event in events if isinstance(event, e.Announced)}
    acting = {Item.PRIVILEGE, Item.MONOCLE, Item.SEXTANT, Item.COAT, Item.TOME, *BAG_OF.values()}
    assert acting | {None} == announced


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [
        (2, {}, "3 to 10 can play"),
        (11, {}, "3 to 10 can play"),
        (4, {"three_advanced": True}, "needs three players"),
        (10, {"coat": True}, "with ten players the coat stays out"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(players: int, options: dict[str, bool], said: str) -> None:
    with pytest.raises(UserError, match=said):
        VIRTUAL.start(players, 1, options)


@pytest.mark.slow
def test_bots_do_the_same_when_what_they_cannot_know_is_dealt_anew() -> None:
    asked = 0
    for number, (whole, _) in enumerate(chain(*(moves(kind)[:100] for kind in GAMES[3:6]))):
        for seat in PLAY.acting_seats(whole)[:1]:
            other = PLAY.determinize(PLAY.view(whole, seat), seat, Random(number))
            asked += other.cards != whole.cards
            assert chosen(other, seat, number) == chosen(whole, seat, number)
    assert asked > 100


def test_a_bot_shows_the_profession_that_lies_open_before_it_whoever_else_opened_it() -> None:
    """K26: the table let a second player open the same one."""
    game = RULES.start(e.Started(tuple(Person)[:3], Person.MARIE, (), ()))
    marie, gundla, sarah = game.state.players
    fight = (e.Attacked(marie, gundla), e.Supported(sarah, e.Support.NONE), e.Used(marie, Profession.THUG))
    again = e.Used(gundla, Profession.THUG, overruled=True)
    for event in (*fight, again, e.Counted(), e.Looked(marie), e.Passed(gundla), e.Passed(sarah)):
        game = game.apply(event)
    claimed = game.apply(e.Claimed(marie, e.ClaimKind.OWN))
    dealer = CoachRideDealer(1)
    laid = shown(dealer.hidden(claimed.events), claimed.state, marie)
    assert laid.profession is Profession.THUG
    assert not claimed.problems(laid)


@pytest.mark.thorough
@pytest.mark.slow
def test_bots_are_read_off_the_mat(tmp_path: Path) -> None:
    """Trades, fights and guides before the camera, then gone on with at the very event."""
    journal = Journal.open(tmp_path / "games.sqlite")
    try:
        start = VIRTUAL.start(5, 1, {})
        autoplay = Autoplay(VIRTUAL, start, journal, seed=1)
        kinds: set[type] = set()
        while len(kinds & {e.Attacked, e.Supported, e.Counted, e.Offered}) < 4 or len(autoplay.game.events) < 10:
            autoplay.pilot.act(autoplay.now)
            autoplay.look()
            kinds = {type(event) for event in autoplay.game.events} if autoplay.session.game else set()
            assert len(kinds) == 0 or len(autoplay.game.events) < 60, "by then all of it has happened"
        assert autoplay.counts.problems == 0
        assert autoplay.session.game_id is not None
        again = Autoplay(VIRTUAL, start, journal, seed=1, resume=autoplay.session.game_id)
        assert again.game.events == autoplay.game.events
    finally:
        journal.close()
