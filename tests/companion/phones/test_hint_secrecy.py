"""Hints made from what their seat knows, and read by it alone."""

from random import Random
from typing import Any

import pytest

from companion.games import find_game
from companion.journal import Journal
from companion.opponents.reasons import StaysUnsaid
from companion.opponents.worker import Audience, ChosenMove, Request
from companion.phones.hints import PhoneHints
from companion.table.hint import HintStep
from companion.table.hint_request import ask_hint
from companion.table.hint_secrecy import names_hidden
from companion.table.session import Session
from engine.lifeboat import events as e
from tools.phone_secrets import Adviser, Known, start_game

pytestmark = pytest.mark.usefixtures("display")
#: States of a game in which somebody is advised to use a card of the hand.
_STATES = 120
#: In the game by chance from seed 4 a card of the hand may have been laid after so many moves.
_LAID_AFTER = 20


def begun(journal: Journal) -> tuple[Session, Known, Any]:
    """Begin a game of Lifeboat; return it with the keeper of its cards, and its whole state."""
    session, hidden = start_game(find_game("lifeboat"), journal, 1), Known()
    assert session.game is not None
    hidden.state = session.table_game.play.deal(session.game.events[0], Random(1))
    session.use_hidden_cards(hidden)
    session.go_on()
    return session, hidden, hidden.state


def test_a_bot_is_asked_by_the_view_of_the_seat(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    session, _, state = begun(journal)
    play, asked = session.table_game.play, list[Request]()
    monkeypatch.setattr(Adviser, "ask", lambda _, request: asked.append(request))
    seat = play.acting_seats(state)[0]
    ask_hint(session, seat, Audience.PLAYER)
    assert [(request.seat, request.view) for request in asked] == [(seat, play.view(state, seat))]
    assert asked[0].view != state


def test_no_other_phone_reads_a_hint(journal: Journal) -> None:
    session, _, state = begun(journal)
    hints, seat = PhoneHints(session), session.table_game.play.acting_seats(state)[0]
    others = [other for other in session.players if other != seat]
    hints.ask(seat)
    assert hints.text(seat) == "A moment: I am thinking."
    assert {hints.text(other) for other in others} == {""}
    assert hints.tick()
    assert hints.text(seat) not in ("", "A moment: I am thinking.", "There is no hint now.")
    assert {hints.text(other) for other in others} == {""}


def test_a_hint_is_hidden_where_it_names_a_card_of_the_hand_and_nowhere_else(journal: Journal) -> None:
    session, hidden, state = begun(journal)
    play, rng, found = session.table_game.play, Random(4), dict[type, bool]()
    for _ in range(_LAID_AFTER):
        for seat in play.acting_seats(state)[:1]:
            for move in session.table_game.seat_screen.seat_moves(play.view(state, seat), seat):
                event = play.event(move)
                if isinstance(event, e.Laid | e.Passed | e.Joined | e.Agreed) and type(event) not in found:
                    found[type(event)] = names_hidden(session, seat, ChosenMove(move))
                    # A reason may name hidden cards where the move does not.
                    assert names_hidden(session, seat, ChosenMove(move, StaysUnsaid()))
        move = play.draw(state, rng)
        event, state = play.event(move), play.follow(state, move)
        hidden.state = state
        if event is not None:
            session.apply(event, already_placed=True)
        session.go_on()
    assert found == {e.Laid: True, e.Passed: False, e.Joined: False, e.Agreed: False}
    session.use_hidden_cards(None)
    assert not names_hidden(session, session.players[0], ChosenMove(move, StaysUnsaid())), "nobody keeps hidden cards"


def test_the_table_does_not_tell_a_hint_that_names_a_hidden_card(journal: Journal) -> None:
    session, hidden, state = begun(journal)
    play, rng, private = session.table_game.play, Random(4), 0
    for _ in range(_STATES):
        step = HintStep(session)
        step.begin()
        asked: Any = session.around.opponent
        advice = asked.answer()
        if advice is not None and step.seat:
            is_hidden = names_hidden(session, step.seat, advice)
            ask_hint(session, step.seat, Audience.ALL)
            step.tick()
            # The second question is answered at once, too.
            step.tick()
            assert step._text().startswith("The hint names hidden cards.") is is_hidden
            private += is_hidden
            step.leave()
        move = play.draw(state, rng)
        event, state = play.event(move), play.follow(state, move)
        hidden.state = state
        if event is not None:
            session.apply(event, already_placed=True)
        if private or play.over(state) is not None:
            break
        session.go_on()
    assert private
