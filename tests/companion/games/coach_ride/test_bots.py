"""Tests of bots: they use only their player's knowledge, and finish games by the rules.

They are read from the mat like people.
"""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.device.errors import UserError
from companion.games.coach_ride.virtual_table.bots import choose, claim, player_rngs
from companion.games.coach_ride.virtual_table.dealing import CoachRideDealer
from companion.games.coach_ride.virtual_table.game import VIRTUAL
from companion.games.coach_ride.virtual_table.views import Notes, View, notes_of, view_of
from companion.journal import Journal
from companion.virtual_table.autoplay import Autoplay
from engine.coach_ride import events as e
from engine.coach_ride.cards import BAG_OF, FIGHT_CARDS, UNSEALED, Association, Item, Person, Profession
from engine.coach_ride.game import RULES
from engine.coach_ride.hidden import Cards
from engine.coach_ride.sightings import HandSeen, ItemMoved, ItemSeen, SideSeen, Sighting
from engine.coach_ride.state import Phase, State
from engine.game import Game

CoachGame = Game[State, e.GameEvent]
ALL_ITEMS = {str(item): True for item in UNSEALED}


def played(seed: int, players: int, **options: bool) -> CoachGame:
    """Return a game of bots by the rules alone."""
    game = RULES.start(VIRTUAL.start(players, seed, options))
    dealer = CoachRideDealer(seed)
    while RULES.over(game.state) is None:
        hidden = dealer.hidden(game.events)
        assert {player: len(hand) for player, hand in hidden.hands.items()} == dict(game.state.hands)
        assert len(hidden.pile) == game.state.pile
        game = game.apply(choose(hidden, game.state, player_rngs(seed, len(game.events))))
    assert CoachRideDealer(seed).hidden(game.events) == dealer.hidden(game.events)
    return game


@pytest.mark.slow
@pytest.mark.thorough(but=["3-options0", "5-options2", "10-options4"])
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (3, {"three_advanced": True, **ALL_ITEMS}),
        (4, {"smuggling": True, **ALL_ITEMS}),
        (5, {"fortune_telling": True, "crest": True}),
        (7, {"smuggling": True, "fortune_telling": True}),
        (10, {}),
    ],
)
def test_bots_end_every_kind_of_game_by_the_rules(players: int, options: dict[str, bool]) -> None:
    games = [played(seed, players, **options) for seed in range(3)]
    assert len({game.events for game in games}) == len(games)
    assert played(0, players, **options).events == games[0].events


@pytest.mark.slow
@pytest.mark.thorough(but=["12"])
@pytest.mark.parametrize("games", [12, 200])
def test_few_games_of_bots_end_by_a_wrong_claim(games: int) -> None:
    """Few games of bots end by a wrong claim.

    They claim on what they saw or can conclude, and gamble only when the other side has enough.
    """
    options: list[dict[str, bool]] = [{}, {"fortune_telling": True, **ALL_ITEMS}, {"smuggling": True, "crest": True}]
    ended = [RULES.over(played(seed, 3 + seed % 6, **options[seed % 3]).state) for seed in range(games)]
    wrong = [result for result in ended if result is not None and result.reason.endswith("wrong")]
    assert len(wrong) <= games / 4


def known(view: View, **notes: Any) -> View:
    """Return the same player, who remembers this of the others."""
    return replace(view, notes=replace(view.notes, **notes))


def test_bots_claim_on_what_they_saw_and_gamble_only_when_they_would_lose_otherwise() -> None:
    game = RULES.start(e.Started(tuple(Person)[:4], Person.MARIE, (), ()))
    marie, gundla, sarah, romana = game.state.players
    own, other = (Association.ORDER,), {0: Association.BROTHERHOOD}
    view = View(marie, game.state, (Item.KEY,), own, Profession.THUG, Notes())
    assert not [seed for seed in range(50) if claim(view, Random(seed))]
    friend = known(view, sides={gundla: {0: Association.ORDER}})
    assert claim(friend, Random(1)) is None
    sure = known(friend, items={gundla: (Item.KEY, Item.KEY)})
    assert claim(sure, Random(1)) == e.Claimed(marie, e.ClaimKind.OWN)
    # One of the two was taken, or she had nothing else to give.
    assert claim(known(sure, taken={gundla: 1}), Random(1)) is None
    assert claim(known(sure, given={gundla: 1}), Random(1)) is None
    spare = known(sure, items={gundla: (Item.BAG_KEY, Item.KEY, Item.KEY)}, given={gundla: 1})
    assert claim(spare, Random(1)) == e.Claimed(marie, e.ClaimKind.OWN)
    losing = known(view, sides={sarah: other, romana: other}, items={sarah: (Item.GOBLET,) * 2, romana: (Item.GOBLET,)})
    gambles = [seed for seed in range(50) if claim(losing, Random(seed))]
    assert 10 < len(gambles) < 40
    assert not [seed for seed in range(50) if claim(replace(losing, hand=(Item.DAGGER,)), Random(seed))]


def test_what_everybody_hears_of_a_demand_is_remembered_by_all() -> None:
    game = RULES.start(e.Started(tuple(Person)[:4], Person.MARIE, (), ()))
    marie, gundla, sarah, romana = game.state.players
    dealer = CoachRideDealer(1)
    wanted = dealer.hidden(game.events).hands[gundla][0]
    game = game.apply(e.DiplomatUsed(marie, gundla, wanted)).apply(e.Handed(gundla))
    for notes in (notes_of(dealer.hidden(game.events).sightings, player) for player in (sarah, romana)):
        assert wanted in notes.items[marie]
        assert notes.given == {marie: 1}


def test_who_took_an_item_after_a_look_chose_it_and_others_lose_what_they_like_least() -> None:
    marie, gundla, sarah, romana = tuple(Person)[:4]
    look = HandSeen(romana, gundla, (Item.KEY, Item.WHIP))
    taken = notes_of((look, ItemMoved(gundla, romana, Item.KEY)), marie)
    assert (taken.taken, taken.given) == ({gundla: 1}, {})
    given = notes_of((look, ItemMoved(gundla, sarah, Item.WHIP)), marie)
    assert (given.taken, given.given) == ({}, {gundla: 1})
    # Who looked and took knows what is left.
    assert notes_of((look, ItemMoved(gundla, romana, Item.KEY)), romana).items == {gundla: (Item.WHIP,)}


@pytest.mark.slow
def test_bots_use_every_profession_and_every_item() -> None:
    games = [played(seed, players, **ALL_ITEMS) for seed in range(5) for players in (5, 8)]
    events = [event for game in games for event in game.events]
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
def test_bots_do_the_same_when_what_they_cannot_know_is_exchanged() -> None:
    """Bots act the same when facts that they cannot know are exchanged.

    In one player's turn other hands, associations and professions are exchanged, and the piles are shuffled.
    """
    asked = 0
    for seed in range(6):
        game = RULES.start(VIRTUAL.start(6, seed, dict(ALL_ITEMS)))
        dealer = CoachRideDealer(seed)
        while RULES.over(game.state) is None and len(game.events) < 150:
            hidden, state = dealer.hidden(game.events), game.state
            chances = player_rngs(seed, len(game.events))
            event = choose(hidden, state, chances)
            if state.phase in (Phase.TURN, Phase.OFFER, Phase.LIMIT) and isinstance(event, e.By):
                asked += 1
                other = exchanged(hidden, event.by, Random(seed))
                assert view_of(other, state, event.by) == view_of(hidden, state, event.by)
                assert choose(other, state, chances) == event
            game = game.apply(event)
    assert asked > 100


def exchanged(hidden: Cards, person: Person, rng: Random) -> Cards:
    """Other cards wherever this one cannot look."""
    others = [other for other in hidden.hands if other is not person]
    pool = [item for other in others for item in hidden.hands[other]] + list(hidden.pile)
    rng.shuffle(pool)
    hands = {
        person: hidden.hands[person],
        **{other: tuple(pool.pop() for _ in hidden.hands[other]) for other in others},
    }
    sides = [hidden.sides[other] for other in others]
    rng.shuffle(sides)
    professions = [*(hidden.professions[other] for other in others), *hidden.profession_pile]
    rng.shuffle(professions)
    return Cards(
        hands,
        {person: hidden.sides[person], **dict(zip(others, sides, strict=True))},
        {person: hidden.professions[person], **{other: professions.pop() for other in others}},
        tuple(pool),
        tuple(professions),
        hidden.offered,
        hidden.traded,
        tuple(_unseen_by(sighting, person) for sighting in hidden.sightings),
    )


def _unseen_by(sighting: Sighting, person: Person) -> Sighting:
    """Return the sighting with another card, if this player has not seen it."""
    match sighting:
        case ItemMoved(by=by, to=to) if person not in (by, to):
            return ItemMoved(by, to, Item.KEY)
        case ItemSeen(seer=seer, at=at) if seer not in (None, person):
            return ItemSeen(seer, at, Item.KEY)
        case HandSeen(seer=seer, at=at, items=items) if seer not in (None, person):
            return HandSeen(seer, at, (Item.KEY,) * len(items))
        case SideSeen(seer=seer, at=at, number=number, side=side) if seer not in (None, person):
            return SideSeen(seer, at, number, side.other)
    return sighting


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
    shown = choose(dealer.hidden(claimed.events), claimed.state, player_rngs(1, len(claimed.events)))
    assert isinstance(shown, e.Shown)
    assert shown.profession is Profession.THUG
    assert not claimed.problems(shown)


def test_a_view_has_none_of_the_sets_that_are_never_told() -> None:
    """K25: what the referee concludes about single items is not for bots."""
    game = played(3, 5, **ALL_ITEMS)
    dealer = CoachRideDealer(3)
    hidden = dealer.hidden(game.events[:40])
    state = RULES.replay(game.events[:40]).state
    for player in state.players:
        view = view_of(hidden, state, player)
        assert not view.state.holders
        assert view.profession in Profession
        trade = view.state.trade
        assert trade is None or (not trade.before and not trade.moves)


@pytest.mark.slow
def test_bots_are_read_off_the_mat(tmp_path: Path) -> None:
    """Trades, fights and guides before the camera, then gone on with at the very event."""
    journal = Journal.open(tmp_path / "games.sqlite")
    try:
        start = VIRTUAL.start(5, 1, {})
        autoplay = Autoplay(VIRTUAL, start, journal, seed=1)
        kinds: set[type] = set()
        while len(kinds & {e.Attacked, e.Supported, e.Counted, e.Offered}) < 4 or len(autoplay.game.events) < 20:
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
