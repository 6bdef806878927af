"""Lifeboat on a phone in each seat: supply, trades, fights, and who is asked."""

import json
from collections.abc import Iterator
from random import Random

import pytest

from companion.device.errors import UserError
from companion.games import find_game
from companion.games.lifeboat.captions import name
from companion.games.lifeboat.words import provision_name
from companion.journal import Journal
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.state import Phase
from tests.companion.phones.evening import Evening, VirtualEvening
from tests.companion.phones.players import PhonePlayers

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("display", "faultless_reading")]


@pytest.fixture
def players(journal: Journal) -> Iterator[PhonePlayers]:
    """Return a phone in each seat of a game that has begun."""
    evening = VirtualEvening(find_game("lifeboat"), journal)
    evening.begin()
    yield PhonePlayers(evening)
    evening.phones.close()


def take_supply(players: PhonePlayers) -> None:
    """Keep the first card that comes, in every seat."""
    session = players.evening.session
    while session.game.state.step is Phase.TAKE:
        seat = players.wait_for_seat()
        # The supply goes round: nobody else is asked meanwhile.
        assert seat == session.game.state.turn
        assert not any(players.shown(other)["moves"] for other in players.seats if other != seat)
        players.do(seat, players.shown(seat)["moves"][0]["text"])


def test_the_supply_goes_from_phone_to_phone(players: PhonePlayers) -> None:
    before = [len(players.shown(seat)["hand"]) for seat in players.seats]
    take_supply(players)
    events = players.evening.session.game.events
    assert [type(event) for event in events[1:]] == [e.Took] * len(players.seats)
    assert [len(players.shown(seat)["hand"]) - 1 for seat in players.seats] == before


def test_a_card_is_offered_and_another_given_for_it(players: PhonePlayers) -> None:
    take_supply(players)
    session = players.evening.session
    giver = players.wait_for_seat()
    taker, third = [seat for seat in players.seats if seat != giver][:2]
    before = {seat: players.shown(seat) for seat in (giver, taker, third)}
    mine, theirs = (before[seat]["hand"][2]["text"] for seat in (giver, taker))
    offer = next(
        move
        for move in before[giver]["moves"]
        if [part["id"] for part in move["parts"]] == [before[giver]["hand"][2]["id"], f"to {taker}"]
    )
    said = len(players.line.sent)
    players.do(giver, offer["text"])
    # Only these two notice it.
    told = [message["phone"] for message in players.line.sent[said:] if message["kind"] == "show"]
    assert sorted(told) == sorted(players.seats.index(seat) + 1 for seat in (giver, taker))
    shown = players.shown(taker)
    assert shown["awaited"]
    assert not players.shown(third)["awaited"]
    card = before[taker]["hand"][2]["id"]
    # No card of the hand is touched: the row says where it goes.
    assert not {part["id"] for move in shown["moves"] for part in move["parts"]}
    given, wanted = provision_name(Provision(card)), provision_name(Provision(before[giver]["hand"][2]["id"]))
    people = {seat: name(Character(seat)) for seat in (giver, taker)}
    players.do(taker, f"Give: {given} (to: {people[giver]}, for: {wanted})")
    assert session.game.events[-1] == e.Traded(session.game.state.turn, Character(taker), 1, 1)
    for seat, card in ((giver, theirs), (taker, mine)):
        assert card in [row["text"] for row in players.shown(seat)["hand"][2:]]
    if given != wanted:
        for seat, other, got, gave in ((giver, taker, given, wanted), (taker, giver, wanted, given)):
            lines = [f"You got: {got} (from: {people[other]}).", f"You lost: {gave} (to: {people[other]})."]
            assert players.shown(seat)["news"][-2:] == lines
    assert not any(people[giver] in line for line in players.shown(third)["news"])


def make_offer(players: PhonePlayers) -> tuple[str, str]:
    """Let the player on turn offer somebody a card; return these two."""
    giver = players.wait_for_seat()
    taker = next(seat for seat in players.seats if seat != giver)
    offers = [
        move for move in players.shown(giver)["moves"] if [part["id"] for part in move["parts"]][1:] == [f"to {taker}"]
    ]
    players.do(giver, offers[0]["text"])
    return giver, taker


def test_after_a_crash_an_offer_is_open_and_nobody_is_asked_again(journal: Journal, players: PhonePlayers) -> None:
    take_supply(players)
    giver, taker = make_offer(players)
    before = {seat: players.shown(seat) for seat in players.seats}
    # Nothing of the table that ends is told to the next but by its files.
    again = VirtualEvening(players.evening.game, journal)
    again.resume()
    after = PhonePlayers(again)
    for seat in players.seats:
        assert after.shown(seat)["awaited"] == before[seat]["awaited"] == (seat in (giver, taker))
        assert after.shown(seat)["moves"] == before[seat]["moves"]
    after.do(taker, "No trade")
    last = VirtualEvening(players.evening.game, journal)
    last.resume()
    assert not PhonePlayers(last).shown(taker)["awaited"]
    for evening in (again, last):
        evening.phones.close()


def test_an_offer_that_was_taken_back_in_the_same_moment_is_taken_by_nobody(players: PhonePlayers) -> None:
    take_supply(players)
    giver, taker = make_offer(players)
    taken_back = next(move for move in players.shown(giver)["moves"] if move["text"] == "Take the offer back")
    shown, events = players.shown(taker), players.evening.session.game.events
    accepted = next(move["id"] for move in shown["moves"] if move["text"].startswith("Give: "))
    players.touch(giver, {"do": taken_back["id"], "offer": players.shown(giver)["offer"]})
    players.touch(taker, {"do": accepted, "offer": shown["offer"]})
    players.evening.work()
    assert players.evening.session.game.events == events
    assert players.shown(taker)["refused"] == "late"


def test_whoever_has_a_seat_next_does_not_read_the_last_one_s_news(players: PhonePlayers) -> None:
    take_supply(players)
    session = players.evening.session
    giver, taker = make_offer(players)
    players.do(taker, next(m["text"] for m in players.shown(taker)["moves"] if m["text"].startswith("Give: ")))
    assert isinstance(session.game.events[-1], e.Traded)
    assert players.shown(giver)["news"]
    stranger = len(players.seats) + 1
    players.line.coming.append({"kind": "joined", "phone": stranger, "key": str(stranger), "language": "en"})
    players.evening.work()
    # One gives the seat back and the other has it before the table looks again.
    players.touch(giver, {"seat": ""})
    players.line.coming.append({"kind": "touched", "phone": stranger, "touched": {"seat": giver}})
    players.evening.work()
    shown = [
        json.loads(message["value"])
        for message in players.line.sent
        if message.get("phone") == stranger and "value" in message
    ]
    assert shown[-1]["seat"] == giver
    assert shown[-1]["hand"]
    assert not any(value.get("news") for value in shown)


def test_unnoticed_moves_of_a_damaged_file_are_told_of(players: PhonePlayers) -> None:
    take_supply(players)
    make_offer(players)
    secrets = players.evening.session.hidden_cards.secrets
    kept, events = secrets.to_json(secrets.kept), secrets.kept.events
    assert secrets.from_json(kept, events).unnoticed == secrets.kept.unnoticed
    for wrong in ({"by": "nobody"}, {"by": "kid", "plan": "sleep"}, {"by": "kid", "offer": ["kid"]}, {}, "kid"):
        with pytest.raises(UserError, match="damaged"):
            secrets.from_json({**kept, "unnoticed": [wrong]}, events)


def test_an_offer_stands_while_somebody_lays_a_card_open(players: PhonePlayers) -> None:
    take_supply(players)
    session = players.evening.session
    giver, taker = make_offer(players)
    other = next(seat for seat in players.seats if seat not in (giver, taker))
    card = next(iter(session.hidden_cards.whole_state().hidden.hands[Character(other)]))
    session.apply(e.Laid(Character(other), card))
    players.evening.work()
    assert session.game.events[-1] == e.Laid(Character(other), card)
    assert players.shown(taker)["awaited"]
    assert "Take the offer back" in [move["text"] for move in players.shown(giver)["moves"]]
    # With the turn it ends.
    players.do(taker, "No trade")
    assert not players.shown(taker)["awaited"]


def test_an_offer_is_refused_by_one_touch(players: PhonePlayers) -> None:
    take_supply(players)
    giver = players.wait_for_seat()
    taker = next(seat for seat in players.seats if seat != giver)
    offers = [
        move for move in players.shown(giver)["moves"] if [part["id"] for part in move["parts"]][1:] == [f"to {taker}"]
    ]
    players.do(giver, offers[0]["text"])
    assert "Take the offer back" in [move["text"] for move in players.shown(giver)["moves"]]
    players.do(taker, "No trade")
    assert not players.shown(taker)["awaited"]
    assert offers[0]["text"] in [move["text"] for move in players.shown(giver)["moves"]]


def test_a_flare_turns_its_cards_without_another_touch(journal: Journal) -> None:
    evening, rng = VirtualEvening(find_game("lifeboat"), journal, seed=11, players=5), Random(11)
    evening.begin()
    players = PhonePlayers(evening)
    events = evening.session.game.events
    while not (
        flares := [move for move in players.shown(players.wait_for_seat())["moves"] if "lare gun ·" in move["text"]]
    ):
        assert len(events) < 60
        players.play(rng, len(events) + 1)
        events = evening.session.game.events
    players.do(players.wait_for_seat(), flares[0]["text"])
    assert players.wait_for_seat()
    used = [event for event in evening.session.game.events[len(events) :] if isinstance(event, e.Used)]
    assert [event.card for event in used] == [Provision.FLARE]
    evening.phones.close()


def test_a_fight_that_nobody_joins_is_a_touch_of_each(players: PhonePlayers) -> None:
    take_supply(players)
    session = players.evening.session
    turn = players.wait_for_seat()
    demand = next(
        move["text"] for move in players.shown(turn)["moves"] if "seat" in move["text"] and "Kid" not in move["text"]
    )
    players.do(turn, demand)
    asked = players.wait_for_seat()
    players.do(asked, "Refuse: a fight")
    assert session.game.state.step is Phase.FIGHT
    touches = 0
    while session.game.state.step is Phase.FIGHT and touches < 10:
        players.do(players.wait_for_seat(), "Nothing")
        touches += 1
        for _ in range(5):
            players.evening.work()
    assert touches == len(players.seats)
    assert e.Fought() in session.game.events


def test_with_real_cards_a_phone_alone_knows_love_and_hate(journal: Journal) -> None:
    evening = Evening(find_game("lifeboat"), journal)
    evening.begin()
    players = PhonePlayers(evening)
    for seat in players.seats:
        shown = players.shown(seat)
        assert shown["hand"] == []
        love, hate = shown["told"]["questions"]
        assert love["rows"] == hate["rows"]
        assert {row["id"] for row in love["rows"]} == set(players.seats)
        assert len(shown["told"]["lines"]) == len(players.seats) ** 2
    assert players.shown("kid")["told"]["lines"]["kid kid"].endswith(" = 9")
    evening.phones.close()


@pytest.mark.thorough
def test_a_whole_game_is_played_on_phones(players: PhonePlayers) -> None:
    players.play(Random(1), 10_000)
    assert players.evening.session.game.state.step is Phase.OVER


def test_the_heading_above_the_rows_asks_what_the_rows_answer(players: PhonePlayers) -> None:
    turn = players.wait_for_seat()
    other = next(seat for seat in players.seats if seat != turn)
    assert players.shown(turn)["asks"] == "They go round: choose the one that you keep"
    assert players.shown(other)["asks"] == ""
    take_supply(players)
    giver, taker = make_offer(players)
    assert players.shown(giver)["asks"] == ""
    assert players.shown(taker)["asks"] == "A trade is offered to you: which card do you give for it?"
    players.do(taker, "No trade")
    assert players.shown(taker)["asks"] == ""
    players.do(giver, "Row")
    assert players.shown(giver)["asks"] == "You draw these: choose what goes on the row stack"
    assert all(players.shown(seat)["asks"] == "" for seat in players.seats if seat != giver)
