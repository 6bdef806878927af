"""Look for secrets on phones: change what a seat does not know, and compare what it is sent.

    python -m tools.phone_secrets --game lifeboat --states 100000

Bots play by chance. In each state all that a seat does not know is dealt anew: its phone, and one without a seat, must
be sent the same messages, byte for byte and as many of them: pages, hands, log, announcements and pictures. What a
player does that others do not notice must send them nothing. Prints each difference, and a sum at the end; the exit
status is 1 if there was any.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pygame

from companion.device.settings import NO_CAMERA, Settings
from companion.games import CompanionGame, find_game
from companion.journal import Journal
from companion.phones.address import Address
from companion.phones.link import ServerLink
from companion.phones.table import PhoneTable
from companion.table.hidden_cards import HiddenCards
from companion.table.session import Session
from companion.table.session_start import open_session
from engine.game import Play
from hardware.buttons import Button, Press

#: Whoever has joined, and sits nowhere.
WATCHING = "watching"
#: Nobody else can reach this, and any port will do.
_HERE = Address("127.0.0.1", 0)
#: A move is one of a seat's own screen so often, else any that is possible.
_OWN_SCREEN = 0.4
#: So many moves without an event are tried in each state: trades make many.
_MOST_UNNOTICED = 3
#: A state has no more moves without an event in a row: they could go on for ever.
_MOST_IN_A_ROW = 6


class Line(ServerLink):
    """A line without a server: what goes to phones is kept, what comes is put in."""

    def __init__(self) -> None:
        self.port, self.sent, self.coming = 1, list[dict[str, Any]](), list[dict[str, Any]]()

    @property
    def works(self) -> bool:
        """It cannot fail."""
        return True

    def send(self, message: dict[str, Any]) -> None:
        """Keep it."""
        self.sent.append(message)

    def received(self) -> list[dict[str, Any]]:
        """Return what was put in."""
        coming, self.coming = self.coming, []
        return coming

    def close(self) -> None:
        """Do nothing."""


class Known(HiddenCards):
    """A keeper of hidden cards whose whole state is set."""

    plays_absent = False
    has_whole_states = True

    def __init__(self) -> None:
        self.state: Any = None

    def contradiction(self, event: Any) -> str:  # noqa: ARG002 - as every keeper
        """Nothing contradicts."""
        return ""

    def true_answer(self, answers: tuple[str, ...]) -> str:  # noqa: ARG002 - as every keeper
        """Nothing is known."""
        return ""

    def whole_state(self) -> Any:
        """Return the state that was set."""
        return self.state

    def keep_move(self, move: Any) -> None:
        """Do nothing: who sets the state plays, too."""


class Watchers:
    """Phones in all seats of a session's game, and one in none."""

    def __init__(self, session: Session, hidden: Known) -> None:
        self._session, self._hidden, self._line = session, hidden, Line()
        self._phones = PhoneTable(session, _HERE, start=lambda *_: self._line)
        assert session.game is not None
        self._seats = (*session.table_game.seats(session.game.events[0]), WATCHING)

    def show(self, state: Any) -> dict[str, list[dict[str, Any]]]:
        """Return what each phone is sent that joins in this state, with what all are sent."""
        self._phones.switch_off()
        self._phones.switch_on()
        for number, seat in enumerate(self._seats, 1):
            self._line.coming.append({"kind": "joined", "phone": number, "key": "", "language": "en"})
            self._line.coming.append({"kind": "touched", "phone": number, "touched": {"seat": seat}})
        return self.change(state)

    def change(self, state: Any) -> dict[str, list[dict[str, Any]]]:
        """Return what each phone is sent when this state follows."""
        self._hidden.state = state
        self._line.sent.clear()
        self._phones.tick(0.0)
        sent = [message for message in self._line.sent if "phone" in message]
        return {
            seat: [message for message in sent if message["phone"] in (0, number)]
            for number, seat in enumerate(self._seats, 1)
        }

    def close(self) -> None:
        """Switch the phones off."""
        self._phones.close()


def start_game(game: CompanionGame, journal: Journal, seed: int) -> Session:
    """Return a session at a table without a camera whose game has just begun."""
    settings = Settings(camera=NO_CAMERA)
    session = open_session(journal, settings, [game.table], sees=False, rng=Random(seed))
    session.open_start_page()
    session.table_game.begin(session, game.virtual.start(None, seed, {}), {})
    while session.game is None or session.page.name in ("set-up", "put-right"):
        session.press(Press(Button.ADVANCE, held=False), 0.0)
    return session


def find_leaks(session: Session, rng: Random, states: int) -> Iterator[str | None]:
    """Yield for each state of a game that is played by chance what is wrong; None: nothing."""
    game, hidden = session.game, Known()
    assert game is not None
    play = session.table_game.play
    session.use_hidden_cards(None if play.is_public else hidden)
    seats = session.table_game.seats(game.events[0])
    state, watchers, unnoticed = play.deal(game.events[0], rng), Watchers(session, hidden), 0
    if hasattr(state, "choosers"):
        # On phones everybody looks at cards before one is chosen.
        state = replace(state, choosers=frozenset(seats))
    for _ in range(states):
        yield _leak_of_state(play, watchers, seats, state, rng)
        move = _chosen(session, play, state, rng, unnoticed)
        if move is None:
            break
        event, state = play.event(move), play.follow(state, move)
        unnoticed = 0 if event is not None else unnoticed + 1
        if event is not None:
            hidden.state = state
            session.apply(event, already_placed=True)
            session.go_on()
    watchers.close()


def _leak_of_state(
    play: Play[Any, Any], watchers: Watchers, seats: Sequence[str], state: Any, rng: Random
) -> str | None:
    told = watchers.show(state)
    for seat in seats:
        other = play.determinize(play.view(state, seat), seat, rng)
        told_then = watchers.show(other)
        for who in (seat, WATCHING):
            if told_then[who] != told[who]:
                return f"the phone of {who} tells what {seat} does not know: {state}"
    for move in _unnoticed_moves(play, state, rng):
        after = play.follow(state, move)
        watchers.show(state)
        sent = watchers.change(after)
        for seat in (*seats, WATCHING):
            noticed = seat != WATCHING and play.view(after, seat) != play.view(state, seat)
            if sent[seat] and not noticed:
                return f"the phone of {seat} is sent something when nobody else notices {move}: {state}"
    return None


def _unnoticed_moves(play: Play[Any, Any], state: Any, rng: Random) -> list[Any]:
    moves = [move for move in play.possible(state) if play.event(move) is None]
    return rng.sample(moves, min(_MOST_UNNOTICED, len(moves)))


def _chosen(session: Session, play: Play[Any, Any], state: Any, rng: Random, unnoticed: int) -> Any | None:
    """Draw a move, often one of a seat's own screen; None if the game is over."""
    if play.over(state) is not None:
        return None
    actors = play.actors(state)
    if actors and rng.random() < _OWN_SCREEN:
        seat = rng.choice(actors)
        offered = [*session.table_game.seat_moves(play.view(state, seat), seat)]
        if unnoticed >= _MOST_IN_A_ROW:
            offered = [move for move in offered if play.event(move) is not None]
        if offered:
            return rng.choice(offered)
    moves = play.possible(state)
    return play.draw(state, rng) if moves else None


def main() -> int:
    """Play, compare and print; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="lifeboat")
    parser.add_argument("--states", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.display.set_mode((16, 16))
    seen, leaks, seed = 0, 0, chosen.seed
    while seen < chosen.states:
        with tempfile.TemporaryDirectory() as folder:
            journal = Journal.open(Path(folder) / "games.sqlite")
            session = start_game(find_game(chosen.game), journal, seed)
            for leak in find_leaks(session, Random(seed), chosen.states - seen):
                seen += 1
                if leak is not None:
                    leaks += 1
                    print(f"seed {seed}: {leak}", flush=True)
            journal.close()
        seed += 1
    print(f"{chosen.game}: {seen} states, {leaks} with a leak")
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
