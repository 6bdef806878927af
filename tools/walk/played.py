"""Table at which somebody does what the pages ask for."""

from collections.abc import Callable
from random import Random
from typing import Any

import pygame

from companion.opponents.bots import BOTS
from companion.table.lists import ListStep
from companion.table.session import HANDS
from hardware.buttons import HOLD_S, Button, Source
from tools.walk.opened import READ_S, TURN_S, OpenedTable, TablePlace
from tools.walk.real_table import RealTable
from tools.walk.window import SparingApp

#: Hands have done what a page asks for after so long (seconds).
_HANDS_S = 4.0
#: A seat is a bot's so often, and a game has bots.
_BOTS = 0.5


class PlayedTable(OpenedTable):
    """Table at which time passes, and somebody presses, touches, and follows the pages."""

    app: SparingApp

    def let_pass(self, seconds: float, ends: Callable[[], bool] = lambda: False, *, hands_work: bool = False) -> None:
        """Let time pass, in turns of the window's loop, until something has happened."""
        until = self.now + seconds
        self.app.is_idle = True
        try:
            while self.now < until and not ends():
                if hands_work and isinstance(self.source, RealTable):
                    self.source.move_pieces(self.now)
                self._turn(TURN_S)
        finally:
            self.app.is_idle = False

    def _push(self, button: Button, seconds: float) -> None:
        self._turn(READ_S)
        self.buttons.changed(button, True, self.now, Source.PINS)
        self._turn(min(seconds, HOLD_S / 2))
        if seconds > HOLD_S / 2:
            self._turn(seconds - HOLD_S / 2)
        self.buttons.changed(button, False, self.now, Source.PINS)
        self._turn(TURN_S)

    def _touch(self, target: str) -> None:
        self._turn(READ_S)
        if self.page.name == "played":
            return
        screen = self.screen
        left, top = screen.get_offset()
        places = self.app._view.places(screen.get_size(), self.page)
        box = next((place.box for place in places if place.row.id == target), None)
        if box is None:
            self.session.touch(target, self.now)
        else:
            self._click((box.centerx + left, box.centery + top))
        self._turn(TURN_S)

    def _click(self, point: tuple[int, int]) -> None:
        self._mouse(pygame.MOUSEBUTTONDOWN, point)
        self._turn(0.05)
        self._mouse(pygame.MOUSEBUTTONUP, point)
        self._turn(0.05)

    def _mouse(self, kind: int, point: tuple[int, int]) -> None:
        more: dict[str, Any] = {"button": pygame.BUTTON_LEFT}
        if kind == pygame.MOUSEMOTION:
            more = {"rel": (1, 1), "buttons": (1, 0, 0)}
        self.app.handle(pygame.event.Event(kind, pos=point, **more), self.window, self.now)

    def follow_page(self, rng: Random) -> None:
        """Do the next thing that the page asks for."""
        step, targets = self.session.step, self.targets
        if self.session.game is None:
            self._go_towards_game(rng)
        elif self.page.name == "over":
            self._push(Button.BACK, HOLD_S + TURN_S)
        elif self._is_told:
            choices: list[str] = [*targets, ""]
            chosen = rng.choice(choices)
            if chosen:
                self._touch(chosen)
            self._push(Button.ADVANCE, TURN_S)
        else:
            if self.place is TablePlace.VIRTUAL and self.session.hands_button() is not None:
                self._touch(HANDS)
            self.let_pass(_HANDS_S, lambda: self.session.step is not step, hands_work=True)
            if self.session.step is step:
                self._push(Button.ADVANCE, TURN_S)

    def _go_towards_game(self, rng: Random) -> None:
        """Do the next thing towards a game: choose it, who plays, some bots, and lay the table."""
        targets = self.targets
        if self.page.name == "start":
            self._touch(rng.choice([target for target in targets if target.split(" ")[0] in ("new", "resume")]))
        elif self.page.name == "players":
            free = [row.id for row in self.rows if row.id and row.done is False]
            rng.shuffle(free)
            while "start" not in self.targets and free:
                self._touch(free.pop())
            rules = self.session.table_game.rules.id
            seats = [row.id for row in self.rows if row.done]
            if self.session.table_game.play.is_listed and rng.random() < _BOTS:
                bots = {seat: rng.choice([*BOTS]) for seat in seats if rng.random() < _BOTS}
                self.session.seating.planned_bots[rules] = bots
            if "start" in self.targets:
                self._touch("start")
        elif isinstance(self.session.step, ListStep) and "back" not in self.page.name and not self._lays_out:
            self._push(Button.BACK, HOLD_S + TURN_S)
        else:
            self.session.step.auto_move_requested = self.place is TablePlace.VIRTUAL
            self.let_pass(_HANDS_S, lambda: self.session.game is not None, hands_work=True)
            self._push(Button.ADVANCE, TURN_S)

    @property
    def _lays_out(self) -> bool:
        """True while pieces are laid before a game."""
        return "set-up" in self.page.name

    @property
    def _is_told(self) -> bool:
        """True if moves are told by touches and keys, for no camera looks."""
        return not self.session.sees or self.cable.is_out
