"""People at one laptop before a card game's virtual table, for tests of hidden hands."""

from collections.abc import Mapping
from typing import Any

import pygame

from companion.device.settings import Settings
from companion.journal import Journal
from companion.table.press_guard import UNREAD_S
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.virtual_table.drawing import TableWidget
from companion.virtual_table.game import VirtualGame
from companion.virtual_table.piece import Point
from companion.virtual_table.secret_hands import SecretHands
from companion.virtual_table.table import VirtualTable


class Laptop:
    """A session, the virtual table in a window, and a mouse; no camera looks."""

    hands: SecretHands

    def __init__(
        self,
        virtual: VirtualGame,
        started: Any,
        areas: Mapping[str, Any],
        journal: Journal,
        number: int | None,
        *,
        dealt: int = 1,
    ) -> None:
        """Open a laptop.

        `areas` are the zones of the game's mat; `number` is that of a game to continue; `dealt` is the seed of the
        deal.
        """
        self._areas, self._virtual = areas, virtual
        around = SessionContext(watched=lambda _: started)
        self.session: Session = open_session(journal, Settings(), [virtual.table], sees=True, around=around)
        self.session.open_start_page()
        self.table: VirtualTable = virtual.table_before(started, 1)
        hands = virtual.secret_hands(self.session, self.table, dealt)
        assert hands is not None
        self.hands = hands
        self.session.use_hidden_cards(hands)
        #: Time of the window's clock (seconds); it passes after each look, as people take it.
        self.now = 0.0
        self.widget = TableWidget(self.table, virtual.pictures, clock=lambda: self.now, hands=self.hands)
        self.window = pygame.Surface((640, 720))
        if number is None:
            self.session.start(started)
        else:
            self.session.resume(number)
        self.look()

    def look(self, passing_s: float = 2 * UNREAD_S) -> None:
        self._virtual.bring(self.session, self.table)
        self.hands.tick()
        self.widget.draw(self.window)
        self.now += passing_s

    def tell(self, *events: Any) -> None:
        for event in events:
            self.session.apply(event)
            self.session.go_on()
            self.look()

    def mouse(self, kind: int, at_px: Point) -> None:
        self.widget.handle(pygame.event.Event(kind, button=pygame.BUTTON_LEFT, pos=at_px))
        self.look()

    def cover(self, seat: str) -> Point:
        """Return a point of somebody's cover, found as people do: by looking for it."""
        assert self.widget._covers is not None
        return next((x, 700) for x in range(0, 640, 8) if self.widget._covers.holder_at((x, 700)) == seat)

    def drag(self, piece: str, zone: str) -> None:
        """Drag a piece by its tag into the zone's middle."""
        left, top, right, bottom = self._areas[zone]
        start = self.widget.to_px(self.table.pieces[piece].centre_mm)
        end = self.widget.to_px(((left + right) / 2, (top + bottom) / 2))
        self.mouse(pygame.MOUSEBUTTONDOWN, start)
        self.mouse(pygame.MOUSEMOTION, end)
        self.mouse(pygame.MOUSEBUTTONUP, end)


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")
