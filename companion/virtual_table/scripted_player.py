"""Test player for games: presses, touches and places pieces at the virtual table.

It plays as a player would.

::

    pilot = HandPilot(virtual, start, journal)
    pilot.begin()
    pilot.place_as_asked()
    pilot.wait(3.0)
    pilot.place_piece("red-1", cell="o11", face="black")
    pilot.wait(3.0)
    assert pilot.page.name == "put-right"

It sees what players see: the page and the announcements. The virtual camera photographs the pieces it places,
and they are read.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.journal import Journal
from companion.screen.pages import BoardPage, ListPage, Page, PlayedPage
from companion.table.session import Announcement
from companion.virtual_table.game import VirtualGame
from companion.virtual_table.hands import do
from companion.virtual_table.piece import Point
from companion.virtual_table.watched_table import LOOK_EVERY_S, WatchedTable
from hardware.buttons import Button, Press


class ScriptedPlayer(WatchedTable):
    """Pair of hands for all players; `start` is the game's first event.

    The table is set up for a game before that event. Play begins on the first page. `said` is all that was
    announced since it was last emptied.
    """

    def __init__(self, virtual: VirtualGame, start: Any, journal: Journal, *, seed: int = 1) -> None:
        super().__init__(virtual, virtual.table_before(start, seed), journal, seed=seed)
        self.said: list[str] = []
        self._start = start
        self._players = virtual.players(self.session, self.table, seed)
        self.session.open_start_page()

    # --- what a player sees -----------------------------------------------------------------------------------------

    @property
    def page(self) -> Page:
        """Current page of the screen."""
        return self.session.page

    @property
    def offered(self) -> tuple[str, ...]:
        """The ids of the tiles and rows that can be touched."""
        if isinstance(self.page, PlayedPage):
            return ()
        tiles = self.page.tiles if isinstance(self.page, ListPage) else ()
        return tuple(row.id for row in (*tiles, *self.page.rows) if row.id)

    @property
    def game(self) -> Any:
        """The game as far as it has been played. Raises LookupError if none has begun."""
        if self.session.game is None:
            raise LookupError(f"no game has begun; the screen shows {self.page.name!r}")
        return self.session.game

    def heard(self, said: Announcement) -> None:
        """Note what is said."""
        self.said.append(said.text)

    # --- what a player does -----------------------------------------------------------------------------------------

    def begin(self, variants: Mapping[str, Any] | None = None) -> None:
        """Begin the game at once, without the pages before it."""
        self.session.table_game.begin(self.session, self._start, variants or {})

    def press(self, button: Button, *, held: bool = False) -> None:
        """Press a button, or hold it."""
        self.session.press(Press(button, held), self.now)

    def touch(self, *targets: str) -> None:
        """Touch the targets one after the other: a row by its id, or a place of a board.

        Raises LookupError for a target that the page does not offer.
        """
        for target in targets:
            if target not in self.offered and not isinstance(self.page, BoardPage):
                raise LookupError(f"the page {self.page.name!r} offers {', '.join(self.offered)}, not {target!r}")
            self.session.touch(target, self.now)

    def place_piece(
        self,
        piece: str,
        *,
        cell: str = "",
        at_mm: Point | None = None,
        face: str | None = None,
        turn_deg: float | None = None,
    ) -> None:
        """Lay a piece on a cell or at a point of the surface; what is not told stays as it lies.

        Raises LookupError if there is no such piece on the table.
        """
        lying = self.table.pieces.get(piece)
        if lying is None:
            raise LookupError(f"there is no piece {piece!r} on the table")
        turned = replace(
            lying,
            face=lying.face if face is None else face,
            centre_mm=lying.centre_mm if at_mm is None else at_mm,
            turn_deg=lying.turn_deg if turn_deg is None else turn_deg,
        )
        for _ in do(self.table, [self.table.on_cell(turned, cell) if cell else turned]):
            pass

    def place_as_asked(self) -> None:
        """Lay the pieces as the screen asks for now, such as the floor before a game."""
        for _ in do(self.table, self._players.pieces(self.session.step)):
            pass

    def wait(self, seconds: float) -> None:
        """Let time pass while the camera looks on."""
        until = self.now + seconds
        while self.now < until - LOOK_EVERY_S / 2:
            self.look()
