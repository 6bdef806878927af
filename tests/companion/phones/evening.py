"""An evening with phones: a session, its phones, and perhaps a virtual table."""

import time
from dataclasses import replace
from random import Random
from typing import Any

from companion.cells.roll_step import CellRollStep
from companion.device.settings import NO_CAMERA, Settings
from companion.games import CompanionGame
from companion.journal import Journal
from companion.phones.address import Address
from companion.phones.table import PhoneTable
from companion.table.preparation import PreparationStep
from companion.table.put_right import PutRightStep
from companion.table.session import HANDS
from companion.table.session_start import open_session
from companion.virtual_table.autopilot import Autopilot
from companion.virtual_table.scripted_player import ScriptedPlayer
from hardware.buttons import Button, Press
from tests.companion.phones.phone import TestPhone

#: Nobody else can reach this, and any port will do.
HERE = Address("127.0.0.1", 0)
#: After so long the table is laid, also on a busy machine (seconds).
_BEGIN_S = 90.0
#: After so long the page has the ticket (seconds).
_TICKET_S = 2.0


class Evening:
    """A table without a camera, by whose screen players tell what they do."""

    def __init__(
        self, game: CompanionGame, journal: Journal, *, seed: int = 1, port: int = 0, players: int | None = None
    ) -> None:
        self.game = game
        self.start = self.game.virtual.start(players, seed, {})
        self.session = self._session(journal, seed)
        self.phones = PhoneTable(self.session, replace(HERE, port=port))
        self._joined: list[TestPhone] = []

    def _session(self, journal: Journal, seed: int) -> Any:
        session = open_session(journal, Settings(camera=NO_CAMERA), [self.game.table], sees=False, rng=Random(seed))
        session.open_start_page()
        return session

    def begin(self) -> None:
        """Begin the game; all lies as it should."""
        self.session.table_game.begin(self.session, self.start, {})
        self._lay()

    def resume(self) -> None:
        """Go on with the last game of the journal."""
        self.session.resume(self.session.journal.unfinished((self.game.id,), most=1)[0].id)
        self._lay()

    def _lay(self) -> None:
        # A game may begin with a roll of the die.
        while not (self.session.step.takes_events or isinstance(self.session.step, CellRollStep)):
            self.session.press(Press(Button.ADVANCE, held=False), time.monotonic())

    def work(self) -> None:
        """Take one turn of the window's loop."""
        now_s = time.monotonic()
        self.session.tick(now_s)
        for said in self.session.announcements():
            self.phones.announce(said)
        self.phones.tick(now_s)

    def phone(self, language: str = "en", *, own: str = "127.0.0.1") -> TestPhone:
        """Let a phone at an address of its own join that shows the ticket."""
        phone = TestPhone(self.phones.page_address, self.work, own=own)
        until = time.monotonic() + _TICKET_S
        # The page listens a moment before it has the ticket.
        while (status := phone.join(language, ticket=self.phones.guests.ticket)) != 200 and time.monotonic() < until:
            time.sleep(0.1)
        assert status == 200
        self._joined.append(phone)
        phone.wait(bool)
        return phone

    def leave(self) -> None:
        """Put all phones to sleep for good."""
        while self._joined:
            self._joined.pop().sleep()

    def close(self) -> None:
        """End the evening and its server."""
        self.leave()
        self.phones.close()


class VirtualEvening(Evening):
    """A virtual table, whose hidden cards are kept, and whose hands do what phones tell."""

    def _session(self, journal: Journal, seed: int) -> Any:
        self.player = ScriptedPlayer(self.game.virtual, self.start, journal, seed=seed)
        session = self.player.session
        session.watching = False
        self.hands = self.game.virtual.secret_hands(session, self.player.table, seed)
        session.use_hidden_cards(self.hands)
        if self.hands is not None:
            self.player._players = self.hands.players
        self.pilot = Autopilot(session, self.player.table, self.player._players)
        return session

    def _lay(self) -> None:
        until = time.monotonic() + _BEGIN_S
        while not self.session.step.takes_events:
            assert time.monotonic() < until, self.session.page
            self._look()
            if isinstance(self.session.step, PutRightStep):
                self.session.touch(HANDS, self.player.now, by_bot=True)
            elif not self.session.step.takes_events:
                # Held, it begins whatever the camera sees of a table that nobody lays.
                is_held = isinstance(self.session.step, PreparationStep)
                self.session.press(Press(Button.ADVANCE, held=is_held), self.player.now)

    def _look(self) -> None:
        if self.hands is not None:
            self.hands.tick()
        if self.session.step.auto_move_requested or self.session.page.name in ("set-up", "put-right"):
            self.player.place_as_asked()
        if self.hands is not None:
            self.pilot.act(self.player.now)
        self.player.wait(1.0)

    def work(self) -> None:
        """Take one turn of the window's loop."""
        self._look()
        self.phones.tick(self.player.now)
