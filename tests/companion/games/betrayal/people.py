"""People at the virtual table: what hands do is done by a mouse over the window, what the camera sees is read."""

from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pygame

from companion.games.betrayal.mat import AREAS, HOUSE
from companion.games.betrayal.virtual_table.box import ASIDE, CARD_PILES, PILES, STACK
from companion.games.betrayal.virtual_table.game import VIRTUAL
from companion.games.betrayal.virtual_table.hands import BetrayalHands, is_landing
from companion.games.betrayal.virtual_table.players import BetrayalPlayers
from companion.journal import Journal
from companion.table.session import Session
from companion.table.step import Step
from companion.virtual_table.drawing import TableWidget
from companion.virtual_table.piece import Piece, Point
from companion.virtual_table.pilot import CONFIRM_S
from companion.virtual_table.watched_table import WatchedTable
from engine.betrayal import events as e
from engine.betrayal.components import CARDS
from engine.betrayal.state import State
from hardware.buttons import Button, Press

SIZE = (1280, 720)
#: In the box: where whoever has died lies, and where what is carried waits, in columns of so many.
_GONE, _WAITING, _APART, _IN_A_COLUMN = (1400.0, 745.0), (1345.0, 650.0), 24.0, 4
#: A step that takes longer is stuck: what lies there is not read as it was laid.
_MOST_WAIT_S = 60.0
#: Points of a piece, from its middle, at which a mouse takes hold of it: one of them is not covered.
_GRIPS = sorted(product(range(-42, 43, 4), repeat=2), key=lambda off: abs(off[0]) + abs(off[1]))


#: Tiles of two floors keep so far apart. No house has more floors.
_NEAR, _MOST_FLOORS = 78.0, 6


class _Choosing(BetrayalPlayers):
    """Chooses for people what bots would."""

    def _plays(self, step: Step[Session]) -> bool:  # noqa: ARG002 - always
        return True


class People(WatchedTable):
    """A session, the virtual table in a window, a mouse and a camera. `resume`: the number of a game to go on with."""

    hands: BetrayalHands

    def __init__(self, start: e.GameStarted, journal: Journal, *, seed: int, resume: int | None = None) -> None:
        super().__init__(VIRTUAL, VIRTUAL.table_before(start, seed), journal, seed=seed)
        self.hands = VIRTUAL.secret_hands(self.session, self.table, seed)
        self.widget = TableWidget(self.table, VIRTUAL.pictures, lambda: self.now, self.hands)
        self.window = pygame.Surface(SIZE)
        self._players = _Choosing(self.table, Random(seed), self.hands._game)
        self._step: Step[Session] | None = None
        self._since = 0.0
        self.session.to_start()
        if resume is None:
            self.session.table_game.begin(self.session, start, {})
        else:
            self.session.resume(resume)
        self.look()
        self.widget.draw(self.window)

    @property
    def game(self) -> Any:
        assert self.session.game is not None
        return self.session.game

    @property
    def state(self) -> State:
        state = self.game.state
        assert isinstance(state, State)
        return state

    def look(self) -> None:
        """Time passes: as the room of a window does it."""
        if self.session.step is not self._step:
            self._step, self._since = self.session.step, self.now
            VIRTUAL.bring(self.session, self.table)
        self.hands.tick()
        if self.now - self._since > CONFIRM_S and (row := self.hands.players.answer(self.session.step)):
            assert isinstance(row, str)
            self.session.touch(row, self.now)
        super().look()

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until:
            self.look()

    # --- the mouse --------------------------------------------------------------------------------------------------

    def post(self, kind: int, at: Point = (0.0, 0.0), **more: Any) -> None:
        self.widget.handle(pygame.event.Event(kind, button=more.pop("button", pygame.BUTTON_LEFT), pos=at, **more))
        self.hands.tick()

    def click(self, at_mm: Point, button: int = pygame.BUTTON_LEFT) -> None:
        at = self.widget.to_px(at_mm)
        self.post(pygame.MOUSEMOTION, at)
        self.post(pygame.MOUSEBUTTONDOWN, at, button=button)
        self.post(pygame.MOUSEBUTTONUP, at, button=button)
        self.now += 1.0

    def drag(self, start_mm: Point, end_mm: Point, *, quarters: int = 0) -> None:
        """From there to there, the piece turned by so many quarters with the wheel on its way."""
        start, end = self.widget.to_px(start_mm), self.widget.to_px(end_mm)
        self.post(pygame.MOUSEMOTION, start)
        self.post(pygame.MOUSEBUTTONDOWN, start)
        self.post(pygame.MOUSEMOTION, end)
        for _ in range(quarters % 4):
            self.post(pygame.MOUSEWHEEL, y=-1)
        self.post(pygame.MOUSEBUTTONUP, end)
        self.now += 1.0

    def grip(self, piece_id: str) -> Point:
        """A point at which the piece is on top, as hands would take it."""
        x, y = self.table.middle_mm(self.table.pieces[piece_id])
        points = [(x + dx, y + dy) for dx, dy in _GRIPS]
        for point in points:
            if self.widget.piece_at(self.widget.to_px(point)) == piece_id:
                return point
        raise LookupError(f"nothing of {piece_id} at {x:.0f}, {y:.0f} is to be seen")

    def carry(self, wanted: Piece) -> None:
        """Brings a piece where and how it shall lie, out of its pile if it lies there."""
        while wanted.id not in self.table.pieces:
            self.draw_for(wanted.id)
        here = self.table.pieces[wanted.id]
        if here.face != wanted.face:
            self.click(self.grip(wanted.id), pygame.BUTTON_RIGHT)
        start, middle = self.grip(wanted.id), self.table.middle_mm(here)
        to = self.table.middle_mm(wanted)
        if wanted.centre_mm[0] < 0 or wanted.centre_mm[1] > self.table.areas.table[3]:
            # Out of everybody's sight: on its pile, or into the box.
            to = self._home(wanted.id)
        end = to[0] + start[0] - middle[0], to[1] + start[1] - middle[1]
        self.drag(start, end, quarters=wanted.quarter_turns - here.quarter_turns)

    def _home(self, piece_id: str) -> Point:
        kind, _, name = piece_id.partition("/")
        if kind == "tile":
            return PILES[STACK]
        return PILES[CARD_PILES[CARDS[name].kind]] if kind == "card" else _GONE

    def draw_for(self, piece_id: str) -> None:
        """Turns over the topmost tile or card; what is not wanted is set aside."""
        kind, _, name = piece_id.partition("/")
        pile = STACK if kind == "tile" else CARD_PILES[CARDS[name].kind]
        before = set(self.table.pieces)
        self.click(PILES[pile])
        (drawn,) = set(self.table.pieces) - before
        if drawn != piece_id:
            self.drag(PILES[pile], PILES[ASIDE])

    def _move_floors(self, step: Step[Session]) -> None:
        """Floors that have no more room are dragged elsewhere by their landings, each where nothing else lies."""
        for _ in range(_MOST_FLOORS):
            wanted = [piece for piece in self._players.pieces(step) if is_landing(piece.id)]
            moved = [(one, self._way(one)) for one in wanted if one.id in self.table.pieces]
            moved = [(one, way) for one, way in moved if max(map(abs, way)) > _APART]
            if not moved:
                return
            piece, way = min(moved, key=lambda one: self._is_blocked(*one))
            if self._is_blocked(piece, way):
                # Out of the others' way first.
                here = self.table.pieces[piece.id].centre_mm
                ways = [(x - here[0], y - here[1]) for x, y in product(range(90, 1240, 30), range(120, 600, 30))]
                way = next((one for one in ways if not self._is_blocked(piece, one)), way)
            start = self.grip(piece.id)
            self.drag(start, (start[0] + way[0], start[1] + way[1]))

    def _way(self, piece: Piece) -> Point:
        (x, y), (to_x, to_y) = self.table.pieces[piece.id].centre_mm, piece.centre_mm
        return to_x - x, to_y - y

    def _is_blocked(self, piece: Piece, way: Point) -> bool:
        """Whether this landing's floor, moved so, would come near another one or leave the table."""
        places = self.state.house.rooms
        floor = places[piece.id.removeprefix("tile/")].floor
        middles = {
            room: self.table.middle_mm(self.table.pieces[f"tile/{room}"])
            for room in places
            if f"tile/{room}" in self.table.pieces
        }
        there = [(x + way[0], y + way[1]) for room, (x, y) in middles.items() if places[room].floor is floor]
        left, top, right, bottom = AREAS[HOUSE]
        if not all(left + 30 < x < right - 30 and top + 30 < y < bottom - 30 for x, y in there):
            return True
        others = [at for room, at in middles.items() if places[room].floor is not floor]
        return any(max(abs(x - a), abs(y - b)) < _NEAR for x, y in there for a, b in others)

    # --- playing ----------------------------------------------------------------------------------------------------

    def do_something(self) -> None:
        """The next thing that a player does: pieces are carried; what no camera sees is touched on the screen."""
        step = self.session.step
        self._move_floors(step)
        pieces = list(self._players.pieces(step))
        lying = [piece.id for piece in pieces if piece.id in self.table.pieces and not piece.id.startswith("tile/")]
        for number, piece_id in enumerate(reversed(lying) if len(pieces) > 1 else ()):
            # All are taken up before the first is laid, which lies on top then: else one might cover another.
            across, down = divmod(number, _IN_A_COLUMN)
            at = _WAITING[0] + across * _APART, _WAITING[1] + down * _APART
            self.carry(replace(self.table.pieces[piece_id], centre_mm=at))
        for piece in pieces:
            self.carry(piece)
        self.wait(3.5)
        patience = self.now + _MOST_WAIT_S
        while self.session.step is step:
            assert self.now < patience, f"nothing goes on: {self.session.page}"
            row = self._players.answer(step)
            if isinstance(row, Button):
                self.session.press(Press(row, held=False), self.now)
            elif row:
                self.session.touch(row, self.now)
            self.look()
