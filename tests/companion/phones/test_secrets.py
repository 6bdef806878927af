"""Secrets of a seat change nothing that other phones or the table are sent."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from mouse_and_elephant.game import GAME as MOUSE

from companion.games import CompanionGame, find_game
from companion.journal import Journal
from companion.phones.link import ServerLink
from companion.phones.table import PhoneTable
from companion.table.hidden_cards import HiddenCards
from companion.table.session import Session
from engine.game import Play
from tests.companion.phones.evening import HERE, Evening

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("display")]


class Line(ServerLink):
    """A line without a server: what goes to phones is kept, what comes is put in."""

    def __init__(self) -> None:
        self.port, self.sent, self.coming = 1, list[dict[str, Any]](), list[dict[str, Any]]()

    @property
    def works(self) -> bool:
        return True

    def send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)

    def received(self) -> list[dict[str, Any]]:
        coming, self.coming = self.coming, []
        return coming

    def close(self) -> None:
        pass


class Known(HiddenCards):
    """A keeper of hidden cards whose whole state a test sets."""

    plays_absent = False
    has_whole_states = True

    def __init__(self) -> None:
        self.state: Any = None

    def contradiction(self, event: Any) -> str:  # noqa: ARG002
        return ""

    def true_answer(self, answers: tuple[str, ...]) -> str:  # noqa: ARG002
        return ""

    def whole_state(self) -> Any:
        return self.state

    def keep_move(self, move: Any) -> None:
        """Nobody plays here."""


def sent_to(session: Session, seats: Sequence[str], hidden: Known, state: Any) -> dict[str, list[dict[str, Any]]]:
    """Return what each seat's phone is sent in this state, with what all are sent."""
    hidden.state = state
    line = Line()
    phones = PhoneTable(session, HERE, start=lambda *_: line)
    phones.switch_on()
    numbers = {seat: number for number, seat in enumerate(seats, 1)}
    numbers["watching"] = len(seats) + 1
    for seat, number in numbers.items():
        line.coming.append({"kind": "joined", "phone": number, "key": "", "language": "en"})
        line.coming.append({"kind": "touched", "phone": number, "touched": {"seat": seat}})
    phones.tick(0.0)
    phones.close()
    return {seat: [m for m in line.sent if m.get("phone") in (0, number)] for seat, number in numbers.items()}


def check_secrets(game: CompanionGame, journal: Journal, states: int, whole_first: Callable[[Any], Any]) -> None:
    """Play by chance; in each state change what a seat does not know, and compare what is sent."""
    evening, rng, hidden = Evening(game, journal), Random(1), Known()
    session, play = evening.session, game.table.play
    evening.begin()
    session.use_hidden_cards(hidden if type(play).public is not Play.public else None)
    seats = game.table.seats(evening.start)
    state, different = whole_first(session.game), 0
    for _ in range(states):
        told = sent_to(session, seats, hidden, state)
        assert all("show" in [message["kind"] for message in told[seat]] for seat in seats)
        for seat in seats:
            other = play.determinize(play.view(state, seat), seat, rng)
            different += other != state
            told_then = sent_to(session, seats, hidden, other)
            # To the seat itself, and to who has no seat: not a byte, and no message more or less.
            assert told_then[seat] == told[seat]
            assert told_then["watching"] == told["watching"]
        moves = play.possible(state)
        if play.over(state) or not moves:
            break
        move = rng.choice(moves)
        if play.event(move) is not None:
            session.apply(play.event(move), already_placed=True)
            session.go_on()
        state = play.follow(state, move)
    assert different


def test_hidden_hands_stay_hidden(journal: Journal) -> None:
    play = MOUSE.table.play
    check_secrets(MOUSE, journal, 5, lambda game: play.deal(game.events[0], Random(5)))


def test_love_hate_and_hands_stay_hidden(journal: Journal) -> None:
    game = find_game("lifeboat")
    check_secrets(game, journal, 6, lambda running: game.table.play.deal(running.events[0], Random(5)))


@pytest.mark.thorough
def test_hidden_hands_stay_hidden_in_whole_games(journal: Journal) -> None:
    play = MOUSE.table.play
    check_secrets(MOUSE, journal, 40, lambda game: play.deal(game.events[0], Random(6)))


def test_the_values_of_a_phone_need_no_more_than_a_view(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """The order of a deck that nobody knows is in no view, so no phone can show it."""
    game = find_game("finstere-flure")
    evening = Evening(game, journal)
    evening.begin()
    seen: list[Any] = []
    view = type(game.table.play).view

    def watched(play: Any, state: Any, seat: str) -> Any:
        seen.append(view(play, state, seat))
        return seen[-1]

    monkeypatch.setattr(type(game.table.play), "view", watched)
    seats = game.table.seats(evening.start)
    sent_to(evening.session, seats, Known(), None)
    assert seen
    assert not any(state.deck.order_known for state in seen)
