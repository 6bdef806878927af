"""Phones in seats: their own cards, and nothing of the stacks."""

import json
from random import Random
from typing import Any

import pytest

from companion.games import find_game
from companion.journal import Journal
from engine.betrayal.play import PLAY
from hardware.buttons import Button, Press
from tests.companion.phones.evening import Evening, VirtualEvening
from tests.companion.phones.players import PhonePlayers
from tests.companion.phones.test_secrets import Known, sent_to

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("display")]

#: So many events are played; the phones are looked at after every tenth.
_EVENTS = 60


class HouseEvening(Evening):
    """An evening of Betrayal at a table without a camera."""

    def _lay(self) -> None:
        while self.session.page.name in ("set-up", "put-right"):
            self.session.press(Press(Button.ADVANCE, held=False), 0.0)


def test_a_phone_shows_its_own_cards_and_nothing_of_the_stacks(journal: Journal) -> None:
    evening, rng, hidden = HouseEvening(find_game("betrayal"), journal), Random(1), Known()
    evening.begin()
    session = evening.session
    seats = session.table_game.seats(evening.start)
    session.use_hidden_cards(hidden)
    state, held = PLAY.deal(evening.start, Random(5)), 0
    while len(session.game.events) < _EVENTS:
        move = PLAY.draw(state, rng)
        state = PLAY.follow(state, move)
        event = PLAY.event(move)
        if event is None:
            continue
        session.apply(event, already_placed=True)
        session.go_on()
        if len(session.game.events) % 10:
            continue
        told = sent_to(session, seats, hidden, state)
        assert sent_to(session, seats, hidden, PLAY.determinize(PLAY.view(state, seats[0]), seats[0], rng)) == told
        for seat in seats:
            # The four traits come first.
            hand = [row["id"] for row in shown(told[seat])["hand"]]
            assert hand == ["", "", "", "", *state.state.cards_at(seat)]
            held += len(hand) - 4
    assert held


def shown(messages: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the last page of a phone."""
    value: dict[str, Any] = json.loads([one["value"] for one in messages if one["kind"] == "show"][-1])
    return value


@pytest.mark.usefixtures("faultless_reading")
def test_explorers_walk_discover_roll_and_draw_on_their_phones(journal: Journal) -> None:
    evening = VirtualEvening(find_game("betrayal"), journal)
    evening.begin()
    players = PhonePlayers(evening)
    players.play(Random(1), 25)
    events = {type(event).__name__ for event in evening.session.game.events}
    assert {"Moved", "Discovered", "Drew"} <= events
