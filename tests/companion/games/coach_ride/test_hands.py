"""Tests of several people at one laptop: covers are held, cards come out of hands.

Bots play for missing people.
"""

from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.games.coach_ride.mat import AREAS
from companion.games.coach_ride.table.layout import CardLayout
from companion.games.coach_ride.table.put_right import PutPersonsRightStep
from companion.games.coach_ride.table.steps import CoachRideStep
from companion.games.coach_ride.tags import ASSOCIATION_OF, ITEM_OF, PROFESSION_OF
from companion.games.coach_ride.virtual_table.game import VIRTUAL
from companion.games.coach_ride.virtual_table.hands import CoachRideHands
from companion.journal import Journal
from companion.table.observation import TableObservation
from companion.virtual_table.bot_moves import next_move
from companion.virtual_table.hands import do
from companion.virtual_table.secret_hands import HeldCard
from engine.coach_ride import events as e
from engine.coach_ride.cards import UNSEALED, Item, Person, Profession
from engine.coach_ride.game import RULES
from engine.coach_ride.hidden import Cards
from engine.coach_ride.play import PLAY
from engine.coach_ride.state import Phase, State
from hardware.buttons import Button, Press
from tests.companion.games.coach_ride.observing import seen_mat
from tests.companion.virtual_table.laptop import Laptop

STARTED = VIRTUAL.start(5, 1, {str(item): True for item in UNSEALED})
PEOPLE = tuple(STARTED.players[(STARTED.players.index(STARTED.first) + n) % 5] for n in range(5))
FIRST, SECOND = PEOPLE[:2]


class Coach(Laptop):
    """Table of the coach ride at a laptop."""

    hands: CoachRideHands

    def __init__(self, journal: Journal, number: int | None = None, started: e.Started = STARTED) -> None:
        super().__init__(VIRTUAL, started, AREAS, journal, number)

    @property
    def hidden(self) -> Cards:
        assert self.hands.secrets.now is not None
        return self.hands.secrets.now

    @property
    def state(self) -> State:
        assert self.hands.secrets.state is not None
        return self.hands.secrets.state

    def seen(self, person: Person) -> list[HeldCard]:
        return [card for group in self.hands.look(str(person)) for card in group.cards]

    def choose(self, person: Person, start: str) -> HeldCard:
        card = next(card for card in self.seen(person) if card.key.startswith(start))
        self.hands.choose(str(person), card.key)
        self.look()
        return card

    def own_zone(self, person: Person) -> str:
        area = next(place.area_mm for place in self.hands.places() if place.holder.id == person)
        return next(zone for zone, of in AREAS.items() if of == area)


pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def laptop(journal: Journal) -> Coach:
    return Coach(journal)


def test_everybody_sees_the_own_cards_and_nothing_on_the_table_tells_them(laptop: Coach) -> None:
    for player in PEOPLE:
        items = [ITEM_OF[card.piece_id] for card in laptop.seen(player) if card.piece_id in ITEM_OF]
        assert sorted(items) == sorted(laptop.hidden.hands[player])
        assert [PROFESSION_OF[c.piece_id] for c in laptop.seen(player) if c.piece_id in PROFESSION_OF] == [
            laptop.hidden.professions[player]
        ]
    assert not [piece for piece in laptop.table.pieces if piece in ITEM_OF or piece in PROFESSION_OF]


def test_the_chosen_item_is_offered_the_other_one_looks_at_it_and_both_know_what_they_got(laptop: Coach) -> None:
    laptop.tell(e.Corrected("for the test", {FIRST: 3, SECOND: 2}, laptop.state.pile - 3))
    mine, theirs = laptop.hidden.hands[FIRST], laptop.hidden.hands[SECOND]
    give, back = mine[-1], next(item for item in theirs if item not in (Item.BAG_KEY, Item.BAG_GOBLET))
    assert laptop.choose(FIRST, f"item {give}").piece_id not in laptop.table.pieces
    laptop.tell(e.Offered(FIRST, SECOND))
    assert [ITEM_OF[card.piece_id] for card in laptop.seen(SECOND) if card.key == "offered"] == [give]
    assert not [
        card for player in PEOPLE if player is not SECOND for card in laptop.seen(player) if card.key == "offered"
    ]
    laptop.choose(SECOND, f"item {back}")
    laptop.tell(e.Accepted(SECOND))
    assert sorted(laptop.hidden.hands[FIRST]) == sorted((*mine[:-1], back))
    assert [ITEM_OF[card.piece_id] for card in laptop.seen(FIRST) if card.key == "got"] == [back]
    assert [ITEM_OF[card.piece_id] for card in laptop.seen(SECOND) if card.key == "got"] == [give]


def to_powers(laptop: Coach) -> None:
    laptop.tell(e.Attacked(FIRST, SECOND), *(e.Supported(player, e.Support.NONE) for player in PEOPLE[2:]))


def test_a_card_out_of_the_hand_is_turned_up_before_its_owner_alone_and_goes_back_after_the_fight(
    laptop: Coach,
) -> None:
    to_powers(laptop)
    card = laptop.choose(FIRST, "item")
    out = laptop.table.pieces[card.piece_id]
    assert out.face == "back"
    laptop.widget._turn_over(out.id)
    assert laptop.table.pieces[out.id].face == "back"
    assert laptop.table.things.make(out.tag_id, out.centre_mm, out.turn_deg).code is None
    for zone in (laptop.own_zone(SECOND), "claim"):
        laptop.drag(card.piece_id, zone)
        assert laptop.table.pieces[card.piece_id] == out, zone
    laptop.drag(card.piece_id, laptop.own_zone(FIRST))
    up = laptop.table.pieces[card.piece_id]
    lies_in = laptop.table.catalogue.mat.zone_at(*up.centre_mm)
    assert (up.face, lies_in and lies_in.name) == ("", laptop.own_zone(FIRST))
    assert laptop.hands.give(str(SECOND), card.piece_id) is False
    laptop.tell(e.Counted(), e.Drew(FIRST))
    assert card.piece_id not in laptop.table.pieces
    assert card.piece_id in [card_seen.piece_id for card_seen in laptop.seen(FIRST)]


def deal_all(laptop: Coach) -> None:
    """Deal all items, so that none is left in the pile."""
    state = laptop.state
    each, more = divmod(sum(state.hands.values()) + state.pile, len(state.players))
    hands = {player: each + (number < more) for number, player in enumerate(state.players)}
    laptop.tell(e.Corrected("for the test", hands, 0))


def turn_of(laptop: Coach, person: Person) -> None:
    while laptop.state.turn is not person:
        laptop.tell(e.Passed(laptop.state.turn))


def trade_item(laptop: Coach, item: Item) -> tuple[Person, Person]:
    """Give the item from its holder to the left player, who reads it out."""
    giver = next(player for player, hand in laptop.hidden.hands.items() if item in hand)
    turn_of(laptop, giver)
    receiver = laptop.state.left_of(giver)
    laptop.choose(giver, f"item {item}")
    laptop.tell(e.Offered(giver, receiver), e.Accepted(receiver), e.Announced(receiver, item))
    return giver, receiver


def test_the_place_where_cards_count_now_is_tinted(laptop: Coach) -> None:
    assert laptop.hands.open_areas() == []
    laptop.session.layout = None
    laptop.tell(e.Attacked(FIRST, SECOND))
    asked = laptop.state.support_order()[0]
    assert laptop.hands.open_areas() == [AREAS[laptop.own_zone(asked)]]


def test_by_the_coat_another_profession_of_the_pile_is_chosen(laptop: Coach) -> None:
    deal_all(laptop)
    giver, _ = trade_item(laptop, Item.COAT)
    pile = laptop.hidden.profession_pile
    looking = [player for player in PEOPLE if any(card.key.startswith("profession ") for card in laptop.seen(player))]
    assert looking == [giver]
    assert laptop.choose(giver, f"profession {pile[2]}").piece_id == f"profession-{pile[2]}"
    laptop.tell(e.Renewed(giver))
    assert laptop.hidden.professions[giver] is pile[2]
    assert not [card for card in laptop.seen(giver) if card.key.startswith("profession ")]


def test_by_the_sextant_everybody_passes_on_what_they_chose(laptop: Coach) -> None:
    deal_all(laptop)
    giver, _ = trade_item(laptop, Item.SEXTANT)
    before = {player: list(hand) for player, hand in laptop.hidden.hands.items()}
    passed = {player: before[player][-1] for player in PEOPLE}
    for player in PEOPLE:
        laptop.choose(player, f"item {passed[player]}")
    laptop.tell(e.SextantUsed(giver, e.Direction.LEFT))
    for player in PEOPLE:
        left = laptop.state.left_of(player)
        before[left].remove(passed[left])
        assert sorted(laptop.hidden.hands[left]) == sorted([*before[left], passed[player]])


def hold(laptop: Coach, person: Person, profession: Profession) -> None:
    """Give a player a profession, face down."""
    laptop.tell(e.Corrected("for the test", professions={person: profession}))
    laptop.tell(e.Corrected("for the test", professions={person: None}))


def test_the_clairvoyant_chooses_what_lies_on_top_of_the_pile(laptop: Coach) -> None:
    hold(laptop, FIRST, Profession.CLAIRVOYANT)
    card = laptop.choose(FIRST, "profession-clairvoyant")
    laptop.drag(card.piece_id, laptop.own_zone(FIRST))
    assert laptop.table.pieces[card.piece_id].face == ""
    laptop.tell(e.ClairvoyantUsed(FIRST))
    pile = sorted(set(laptop.hidden.pile) - set(laptop.hidden.pile[-2:]))
    assert not [card_seen for card_seen in laptop.seen(SECOND) if card_seen.key.startswith("top")]
    for item in pile[:2]:
        laptop.choose(FIRST, f"top {item}")
    assert {*laptop.hidden.pile[-2:]} == {*pile[:2]}
    laptop.tell(e.Passed(FIRST))
    assert not [card_seen for card_seen in laptop.seen(FIRST) if card_seen.key.startswith("top")]
    assert {*laptop.hidden.pile[-2:]} == {*pile[:2]}


def test_by_the_monocle_one_of_three_associations_is_seen(journal: Journal) -> None:
    laptop = Coach(journal, started=VIRTUAL.start(3, 2, {"three_advanced": True}))
    deal_all(laptop)
    giver, receiver = trade_item(laptop, Item.MONOCLE)
    sides = [card for card in laptop.seen(giver) if card.key.startswith("look-side")]
    assert [card.piece_id.endswith("/back") for card in sides] == [True] * 3
    laptop.choose(giver, "look-side-2")
    sides = [card for card in laptop.seen(giver) if card.key.startswith("look-side")]
    assert [card.piece_id.endswith("/back") for card in sides] == [True, False, True]
    assert ASSOCIATION_OF[sides[1].piece_id] is laptop.hidden.sides[receiver][1]
    for row in ("looked", "2"):
        laptop.session.touch(row, 0.0)
    laptop.look()
    assert laptop.session.game is not None
    assert laptop.session.game.events[-1] == e.Looked(giver, 2)
    assert not [card for card in laptop.seen(giver) if card.key.startswith("look-side")]


def test_a_hand_shown_to_the_diplomat_can_be_looked_at_through_the_next_turn(laptop: Coach) -> None:
    missing = next(item for item in Item if item not in laptop.hidden.hands[SECOND] and item in laptop.state.items)
    hold(laptop, FIRST, Profession.DIPLOMAT)
    laptop.tell(e.DiplomatUsed(FIRST, SECOND, missing), e.Denied(SECOND))
    for looks in (True, True, False):
        for player in PEOPLE:
            shown = [ITEM_OF[card.piece_id] for card in laptop.seen(player) if card.key.startswith("take")]
            assert shown == (list(laptop.hidden.hands[SECOND]) if looks and player is FIRST else [])
        laptop.tell(e.Passed(laptop.state.turn))


def test_a_thug_that_lies_open_is_used_again_by_touch(laptop: Coach) -> None:
    laptop.tell(e.Corrected("for the test", professions={FIRST: Profession.THUG}))
    to_powers(laptop)
    for row in ("used", str(FIRST), "thug"):
        laptop.session.touch(row, 0.0)
    assert laptop.session.game is not None
    assert laptop.session.game.events[-1] == e.Used(FIRST, Profession.THUG)


def test_the_cards_of_the_last_game_are_gone_before_the_next_one(laptop: Coach) -> None:
    to_powers(laptop)
    for piece in VIRTUAL.players(laptop.session, laptop.table, 1).pieces(laptop.session.step):
        laptop.table.put(piece)
    laptop.session.open_start_page()
    laptop.session.new_game(VIRTUAL.table)
    laptop.look()
    assert {*laptop.table.pieces} == {f"person-{player}" for player in Person}
    below = laptop.table.areas.seen[3]
    assert all(piece.centre_mm[1] > below for piece in laptop.table.pieces.values())
    # As they are laid so they sit, and that is where their cards come to lie.
    for number, player in enumerate(PEOPLE[:3], start=2):
        laptop.drag(f"person-{player}", f"seat-{number}/person")
    laptop.session.observe(
        TableObservation(seen_mat({f"seat-{n}": ((player, "sword"),) for n, player in enumerate(PEOPLE[:3], start=2)})),
        0.0,
    )
    laptop.session.touch("start", 0.0)
    laptop.look()
    assert {*laptop.table.pieces} == {f"person-{player}" for player in PEOPLE[:3]}
    laptop.session.press(Press(Button.ADVANCE, held=False), 0.0)
    laptop.look()
    assert [laptop.own_zone(player) for player in PEOPLE[:3]] == ["seat-2/open", "seat-3/open", "seat-4/open"]


def test_the_winner_sees_either_the_side_or_the_items(laptop: Coach) -> None:
    laptop.tell(e.Attacked(FIRST, SECOND), e.Supported(PEOPLE[2], e.Support.SWORD))
    laptop.tell(*(e.Supported(player, e.Support.NONE) for player in PEOPLE[3:]), e.Counted())
    assert laptop.state.phase is Phase.RESULT
    step = laptop.session.step
    assert isinstance(step, CoachRideStep)
    assert not [card for card in laptop.seen(FIRST) if card.key.startswith("look")], "a Doctor may still speak"
    step.close_window()
    before = [card for card in laptop.seen(FIRST) if card.key.startswith("look")]
    assert before
    assert all(card.piece_id.endswith("/back") for card in before)
    laptop.choose(FIRST, "look-items")
    shown = [ITEM_OF[card.piece_id] for card in laptop.seen(FIRST) if card.key.startswith("take")]
    assert shown == sorted(laptop.hidden.hands[SECOND])
    assert not [card for card in laptop.seen(FIRST) if card.key.startswith("look")]
    assert not [card for card in laptop.seen(PEOPLE[2]) if card.key.startswith(("look", "take"))]
    # Who has seen the items does not say that it was something else that was looked at.
    assert "look at the items" in step.contradiction(e.Looked(FIRST, None))
    assert not step.contradiction(e.Searched(FIRST, took=False))


def test_a_look_that_was_told_at_once_is_seen_under_the_cover_until_the_next_action(laptop: Coach) -> None:
    laptop.tell(e.Attacked(FIRST, SECOND), e.Supported(PEOPLE[2], e.Support.SWORD))
    laptop.tell(*(e.Supported(player, e.Support.NONE) for player in PEOPLE[3:]), e.Counted(), e.Looked(FIRST))
    side, profession = laptop.hidden.sides[SECOND][0], laptop.hidden.professions[SECOND]
    shown = [card.piece_id for card in laptop.seen(FIRST) if card.key.startswith("seen")]
    assert [ASSOCIATION_OF.get(piece) or PROFESSION_OF[piece] for piece in shown] == [side, profession]
    assert not [card for player in PEOPLE[1:] for card in laptop.seen(player) if card.key.startswith("seen")]
    laptop.tell(e.Passed(laptop.state.turn))
    assert not [card for card in laptop.seen(FIRST) if card.key.startswith("seen")]


def test_who_has_looked_by_an_item_does_not_waive_it(laptop: Coach) -> None:
    """The coat shows the pile of professions under the cover: one is taken then."""
    deal_all(laptop)
    giver, _ = trade_item(laptop, Item.COAT)
    step = laptop.session.step
    assert isinstance(step, CoachRideStep)
    assert not step.contradiction(e.Waived(giver))
    assert [card for card in laptop.seen(giver) if card.key.startswith("profession ")]
    assert "take another profession" in step.contradiction(e.Waived(giver))
    assert not step.contradiction(e.Renewed(giver))


@pytest.mark.slow
def test_a_whole_game_keeps_the_counts_and_the_file_stays_when_it_is_over(laptop: Coach) -> None:
    path = laptop.hands.secrets._file.path  # type: ignore[union-attr]
    rng = Random(2)
    while RULES.over(laptop.state) is None:
        assert path.exists()
        assert {player: len(hand) for player, hand in laptop.hidden.hands.items()} == dict(laptop.state.hands)
        whole = laptop.hands.whole_state()
        assert whole is not None
        move = next_move(PLAY, whole, rng)
        laptop.hands.keep_move(move)
        if move.event is None:
            continue
        laptop.session.apply(move.event)
        laptop.session.go_on()
        laptop.hands.tick()
    # It can be played on from any of its moments.
    assert path.exists()


def test_told_against_what_is_hidden_the_table_is_right(laptop: Coach) -> None:
    """The table is right if an event contradicts the hidden cards.

    A profession that lies open was another player's: it now belongs to this one, and the other has this one's.
    """
    theirs = laptop.hidden.professions[SECOND]
    mine = laptop.hidden.professions[FIRST]
    laptop.tell(e.Corrected("laid so", professions={FIRST: theirs}))
    assert (laptop.hidden.professions[FIRST], laptop.hidden.professions[SECOND]) == (theirs, mine)


@pytest.mark.parametrize("by_bots", [True, False])
def test_hands_lay_and_take_back_the_person_cards_of_another_table(laptop: Coach, *, by_bots: bool) -> None:
    elsewhere = PEOPLE[2]
    other = SimpleNamespace(seats=(str(elsewhere),), is_awaited=False, is_broken_off=False, asks=lambda _: False)
    laptop.session.use_other_table(cast("Any", other))
    for player in PEOPLE if by_bots else ():
        if player is not elsewhere:
            laptop.hands.change_player(str(player))

    def lies_there_when_put_right() -> bool:
        step = laptop.session.step
        assert isinstance(step, PutPersonsRightStep)
        for _ in do(laptop.table, laptop.hands.players.pieces(step)):
            pass
        laptop.session.confirm_layout(step.wanted)
        laptop.session.go_on()
        return laptop.table.areas.shows(laptop.table.pieces[f"person-{elsewhere}"].centre_mm)

    laptop.tell(e.Attacked(FIRST, SECOND))
    for player in laptop.state.support_order():
        laptop.tell(e.Supported(player, e.Support.SWORD if player is elsewhere else e.Support.NONE))
    laptop.session.confirm_layout(CardLayout({}))
    laptop.session.go_on()
    assert lies_there_when_put_right()
    laptop.tell(e.Counted(), e.Looked(FIRST))
    assert laptop.state.phase is Phase.TURN
    assert not lies_there_when_put_right()


def test_at_the_end_hands_lay_what_was_shown_last_at_another_table(laptop: Coach) -> None:
    elsewhere = PEOPLE[4]
    other = SimpleNamespace(seats=(str(elsewhere),), is_awaited=False, is_broken_off=False, asks=lambda _: False)
    laptop.session.use_other_table(cast("Any", other))
    laptop.tell(e.Claimed(FIRST, e.ClaimKind.OWN))
    while laptop.state.phase is not Phase.OVER:
        if laptop.state.phase is Phase.NAMING:
            laptop.tell(e.Named(FIRST, ()))
            continue
        player = laptop.state.players_to_show()[0]
        claims = player is FIRST
        items = laptop.hidden.hands[player] if claims else None
        profession = laptop.hidden.professions[player] if claims else None
        laptop.tell(e.Shown(player, laptop.hidden.sides[player], profession, items))
    for _ in do(laptop.table, laptop.hands.players.pieces(laptop.session.step)):
        pass
    lying = [laptop.hands.zone(piece) for piece in laptop.table.pieces.values() if piece.id in ASSOCIATION_OF]
    assert lying == [laptop.own_zone(elsewhere)]
