"""People at one laptop: they use only a mouse; placed pieces are read from pictures.

The mouse acts on the whole window.
"""

import math
from dataclasses import replace
from itertools import product

import pygame

from companion.games.betrayal.mat import AREAS, HOUSE
from companion.games.betrayal.table.event_answers import event_answers
from companion.games.betrayal.table.players import BetrayalPlayersStep
from companion.games.betrayal.table.put_right import PutHouseRightStep
from companion.games.betrayal.table.steps import HouseStep
from companion.games.betrayal.virtual_table.game import VIRTUAL
from companion.games.betrayal.virtual_table.hands import BetrayalHands, is_landing
from companion.games.betrayal.virtual_table.pieces import ASIDE, CARD_PILES, PILES, STACK
from companion.games.betrayal.virtual_table.players import BetrayalPlayers
from companion.journal import Journal
from companion.table.session import Session
from companion.table.step import Step
from companion.table.who_plays import FIRST
from companion.virtual_table.piece import Piece, Point
from engine.betrayal import events as e
from engine.betrayal.components import CARDS
from hardware.buttons import Button
from tests.companion.virtual_table.people import STILL_S, People

#: Place in the box where somebody who has died lies (mm).
_GONE = (1400.0, 745.0)
#: Place in the box where the first piece that is carried waits (mm).
_WAITING = (1345.0, 650.0)
#: Distance between pieces that wait (mm).
_APART = 24.0
#: Number of pieces that wait in a column.
_IN_A_COLUMN = 4
#: A step that takes longer is stuck: what lies there is not read as it was laid.
_MOST_WAIT_S = 60.0
#: Points of a piece, from its middle, at which a mouse takes hold of it: one of them is not covered.
_GRIPS = sorted(product(range(-42, 43, 4), repeat=2), key=lambda off: abs(off[0]) + abs(off[1]))


#: Distance that tiles of two floors keep (mm).
_NEAR = 78.0
#: Number of floors of which no house has more.
_MOST_FLOORS = 6
#: So near (mm) a figure lies over another one.
_OVER = 30.0


class _Choosing(BetrayalPlayers):
    """Players whose choices are those of bots."""

    def _is_bot_step(self, step: Step[Session]) -> bool:  # noqa: ARG002 - always
        return True


class HousePeople(People):
    """People who do what bots would, with the mouse alone."""

    hands: BetrayalHands

    def __init__(self, start: e.GameStarted, journal: Journal, *, seed: int) -> None:
        super().__init__(VIRTUAL, start, journal, seed)
        self.start = start
        self._players = _Choosing(self.table, seed, self.hands.secrets)

    @property
    def events(self) -> tuple[e.GameEvent, ...]:
        assert self.session.game is not None
        return tuple(self.session.game.events)

    def sit_down(self) -> None:
        """Go from the first page to the first turn."""
        self.touch("new", *self.start.players)
        step = self.session.step
        assert isinstance(step, BetrayalPlayersStep)
        while step.first != self.start.first:
            self.touch(FIRST)
        self.touch(*(variant.replace("-", "_") for variant in self.start.variants), "start")
        self.advance()

    def go_on_with(self, number: int) -> None:
        """Go on with a game from the first page, once all lies as it lay."""
        self.touch(f"resume {number}")
        self.follow_the_guide()

    def follow_the_guide(self) -> None:
        """Do the tasks on the page with the mouse."""
        while isinstance(self.session.step, PutHouseRightStep):
            self.take_action()

    def tell(self, event: e.GameEvent) -> None:
        """Click the rows that tell an event."""
        step = self.session.step
        assert isinstance(step, HouseStep), self.page
        for row in event_answers(step.state, event)[len(step.answers) :]:
            self.touch(row)
        assert isinstance(self.events[-1], type(event)), self.page

    def do_until(self, kind: type[e.GameEvent]) -> None:
        """Play until something of this kind has happened."""
        before = len(self.events)
        while not any(isinstance(event, kind) for event in self.events[before:]):
            self.take_action()

    # --- carrying ---------------------------------------------------------------------------------------------------

    def grip(self, piece_id: str) -> Point:
        """Return a point at which the piece is on top, as hands would take it."""
        x, y = self.table.middle_mm(self.table.pieces[piece_id])
        points = [(x + dx, y + dy) for dx, dy in _GRIPS]
        for point in points:
            across, down = self.widget.to_px(point)
            # Of what is nearly covered there is less to be seen than a mouse's pixel.
            if self.widget.piece_at((round(across), round(down))) == piece_id:
                return point
        raise LookupError(f"nothing of {piece_id} at {x:.0f}, {y:.0f} is to be seen")

    def carry(self, wanted: Piece) -> None:
        """Bring a piece where and how it shall lie, out of its pile if it lies there."""
        while wanted.id not in self.table.pieces:
            self.draw_for(wanted.id)
        lying = self.table.pieces[wanted.id]
        if lying.face != wanted.face:
            self.click(self.widget.to_px(self.grip(wanted.id)), pygame.BUTTON_RIGHT)
        start, middle = self.grip(wanted.id), self.table.middle_mm(lying)
        to = self.table.middle_mm(wanted)
        if wanted.centre_mm[0] < 0 or wanted.centre_mm[1] > self.table.areas.table[3]:
            # Out of everybody's sight: on its pile, or into the box.
            to = self._home(wanted.id)
        end = to[0] + start[0] - middle[0], to[1] + start[1] - middle[1]
        self.drag_from(start, end, quarters=wanted.quarter_turns - lying.quarter_turns)

    def _home(self, piece_id: str) -> Point:
        kind, _, name = piece_id.partition("/")
        if kind == "tile":
            return PILES[STACK]
        return PILES[CARD_PILES[CARDS[name].kind]] if kind == "card" else _GONE

    def draw_for(self, piece_id: str) -> None:
        """Turn over the topmost tile or card; what is not wanted is set aside."""
        kind, _, name = piece_id.partition("/")
        pile = STACK if kind == "tile" else CARD_PILES[CARDS[name].kind]
        before = set(self.table.pieces)
        self.click(self.widget.to_px(PILES[pile]))
        (drawn,) = set(self.table.pieces) - before
        if drawn != piece_id:
            self.drag_from(PILES[pile], PILES[ASIDE])

    def _move_floors(self, step: Step[Session]) -> None:
        """Drag floors without free room by their landings to an empty place."""
        for _ in range(_MOST_FLOORS):
            wanted = [piece for piece in self._players.pieces(step) if is_landing(piece.id)]
            moved = [(piece, self._way(piece)) for piece in wanted if piece.id in self.table.pieces]
            moved = [(piece, way) for piece, way in moved if max(map(abs, way)) > _APART]
            if not moved:
                return
            piece, way = min(moved, key=lambda pair: self._is_blocked(*pair))
            if self._is_blocked(piece, way):
                # Out of the others' way first.
                middle = self.table.pieces[piece.id].centre_mm
                ways = [(x - middle[0], y - middle[1]) for x, y in product(range(90, 1240, 30), range(120, 600, 30))]
                way = next((candidate for candidate in ways if not self._is_blocked(piece, candidate)), way)
            start = self.grip(piece.id)
            self.drag_from(start, (start[0] + way[0], start[1] + way[1]))

    def _way(self, piece: Piece) -> Point:
        (x, y), (to_x, to_y) = self.table.pieces[piece.id].centre_mm, piece.centre_mm
        return to_x - x, to_y - y

    def _is_blocked(self, piece: Piece, way: Point) -> bool:
        """Return True if this landing's moved floor would be near another one or off the table."""
        places = self.state.house.rooms
        floor = places[piece.id.removeprefix("tile/")].floor
        middles = {
            room: self.table.middle_mm(self.table.pieces[f"tile/{room}"])
            for room in places
            if f"tile/{room}" in self.table.pieces
        }
        ends = [(x + way[0], y + way[1]) for room, (x, y) in middles.items() if places[room].floor is floor]
        left, top, right, bottom = AREAS[HOUSE]
        if not all(left + 30 < x < right - 30 and top + 30 < y < bottom - 30 for x, y in ends):
            return True
        others = [place for room, place in middles.items() if places[room].floor is not floor]
        return any(max(abs(x - a), abs(y - b)) < _NEAR for x, y in ends for a, b in others)

    def _is_covered_later(self, piece: Piece, pieces: list[Piece]) -> bool:
        """Return True if the piece lies where another one goes, which would cover it."""
        lying = self.table.pieces.get(piece.id)
        return lying is not None and any(
            math.dist(other.centre_mm, lying.centre_mm) < _OVER and other.id != piece.id for other in pieces
        )

    # --- playing ----------------------------------------------------------------------------------------------------

    def take_action(self) -> None:
        """Do the next action of a player: carry pieces; touch on the screen what no camera sees."""
        step = self.session.step
        self._move_floors(step)
        pieces = list(self._players.pieces(step))
        lying = [piece.id for piece in pieces if piece.id in self.table.pieces and not piece.id.startswith("tile/")]
        _, top, _, bottom = AREAS[HOUSE]
        in_rooms = (top < piece.centre_mm[1] < bottom for piece in pieces if piece.id.startswith("card/"))
        cards = sum(piece_id.startswith("card/") for piece_id in lying)
        cover = cards > 1 or (len(pieces) > 1 and any(in_rooms))
        for number, piece_id in enumerate(reversed(lying) if cover else ()):
            # All are taken up before the first is laid, which lies on top then: else a card might cover another piece.
            across, down = divmod(number, _IN_A_COLUMN)
            at_mm = _WAITING[0] + across * _APART, _WAITING[1] + down * _APART
            self.carry(replace(self.table.pieces[piece_id], centre_mm=at_mm))
        for piece in sorted(pieces, key=lambda wanted: not self._is_covered_later(wanted, pieces)):
            self.carry(piece)
        self.wait(STILL_S)
        patience = self.now + _MOST_WAIT_S
        while self.session.step is step:
            assert self.now < patience, f"nothing goes on: {self.page}"
            row = self._players.answer(step)
            if isinstance(row, Button):
                self.press(row)
            elif row in self.rows() or (row and self._plan()):
                self.touch(row)
            if isinstance(row, Button) or row is None:
                self.wait(0.6)
