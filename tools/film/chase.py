"""Film of the README: a hand moves a token, a card is drawn, the monster comes."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pygame

from companion.device.settings import Settings
from companion.games.finstere_flure.playback.timeline import SegmentKind
from companion.games.finstere_flure.table.game import TABLE
from companion.games.finstere_flure.table.monster import DrawStep
from companion.games.finstere_flure.table.move_played import MonsterMoveStep
from companion.games.finstere_flure.table.tokens import TokenStep
from companion.games.finstere_flure.virtual_table.placement import moved_pieces
from companion.journal import Journal
from companion.table.app import LIGHTS, App
from companion.table.session_start import open_session
from engine.finstere_flure.events import GameEvent, GameStarted, TokenMoved
from engine.finstere_flure.game import RULES
from engine.gamefile import game_from_text
from hardware.buttons import Buttons
from tools.film.encode import FPS, SIZE, Frame
from tools.film.filmed_table import FilmedTable
from tools.film.overlay import FilmOverlay
from tools.film.soundtrack import Soundtrack

SECONDS = 20.0
#: A game up to the token's move that the film shows; the next card of its deck brings a bite.
_GAME = Path(__file__).parent / "chase.jsonl"
#: The hand comes at this moment, and comes, carries and goes in so many frames.
_HAND_AT_S = 0.6
_COMING = 16
_CARRYING = 32
_GOING = 12
#: The card is asked for so long after the page asks for it, by a press of so long (seconds).
_READ_S = 1.5
_PRESS_S = 0.15
#: The camera's view stays so long after the hand has gone (seconds).
_VIEW_S = 1.2
#: Something comes or goes in so many frames.
_FADE = 6
#: The panel with the caption lies over the box of pieces that nobody needs, below the virtual table.
_PANEL = pygame.Rect(10, 494, 620, 216)
#: The table is laid and found within so long (seconds).
_LONGEST_S = 10.0

_MOVE = "You move a piece on your own board"
_READ = "A camera above it reads the tags"
_CHECKED = "The companion checks the move"
_CARD = "A card: how far does the monster go?"
_WALK = "It shows the way, and why"
_BITE = "A bite! All lights flare"
_HUNGRY = "It is still hungry"
CAPTIONS = (_MOVE, _READ, _CHECKED, _CARD, _WALK, _BITE, _HUNGRY)
"""What the film says, in the order in which it says it."""


class ChaseFilm:
    """Film of one move at the virtual table, in a real session.

    Each of its frames is a turn of the window's loop. `captions` are the moments (seconds) at which each caption came.
    """

    def __init__(self, journal: Journal) -> None:
        """Lay the table, and go on until the token can be moved. pygame's display must be open."""
        game = game_from_text(RULES, _GAME.read_text(encoding="utf-8"))
        started, self._move = game.events[0], game.events[-1]
        assert isinstance(started, GameStarted)
        game = game.undo(1)
        number = journal.start(RULES.id, _line(game.events[0]))
        for event in game.events[1:]:
            journal.append(number, _line(event))
        self.session = open_session(journal, Settings(), [TABLE], sees=True, rng=Random(0))
        self.session.open_start_page()
        self.session.resume(number)
        self.captions: dict[str, float] = {}
        self._frames = 0
        self.sound = Soundtrack(lambda: self._session_s)
        self._table = FilmedTable(self.session, started, game.state.position)
        self._app = App(self.session, announcer=self.sound, buttons=Buttons(), clock=lambda: 0.0)
        self._app.table_source = self._table
        self._overlay = FilmOverlay()
        self._window = pygame.Surface(SIZE)
        while not isinstance(self.session.step, TokenStep):
            assert self._session_s < _LONGEST_S, f"the table is not found: {self.session.page}"
            self._turn()
        #: When the film begins, by the session's clock: what this turn has said is its first sentence.
        self.began_s = self._session_s

    @property
    def _session_s(self) -> float:
        return self._frames / FPS

    @property
    def now(self) -> float:
        """The film's time (seconds)."""
        return self._session_s - self.began_s

    def _turn(self) -> None:
        """Take one turn of the window's loop."""
        self._frames += 1
        self._app.turn(self._window, self._session_s)

    def frames(self) -> Iterator[Frame]:
        """Yield the film's frames."""
        step = self.session.step
        assert isinstance(step, TokenStep)
        assert isinstance(self._move, TokenMoved)
        (piece,) = moved_pieces(self._table.table, step.state.position, self._move)
        ends = (self._table.table.pieces[piece.id].centre_mm, piece.centre_mm)
        middle = self._table.seen_at(((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2))
        hand = self._table.carry(piece, _COMING, _CARRYING, _GOING)
        hand_comes_s, hand_gone_s = _HAND_AT_S + _COMING / FPS, _HAND_AT_S + (_COMING + _CARRYING + _GOING) / FPS
        asked_s, view = SECONDS, 0.0
        while self.now < SECONDS:
            if self.now >= _HAND_AT_S:
                next(hand, None)
            if isinstance(self.session.step, DrawStep):
                asked_s = min(asked_s, self.now)
                self._hold_draw(0 <= self.now - asked_s - _READ_S < _PRESS_S)
            self._turn()
            picture = self._window.copy()
            is_viewed = hand_comes_s <= self.now < hand_gone_s + _VIEW_S
            view = min(1.0, max(0.0, view + (1 if is_viewed else -1) / _FADE))
            if view and self._table.seen is not None:
                self._overlay.camera(picture, self._table.seen, middle, view)
            lights = self.session.pattern.colours(LIGHTS, self._session_s)
            self._overlay.caption(picture, _PANEL, self._caption(), lights)
            yield self._overlay.finished(picture, SECONDS - self.now)

    def _hold_draw(self, down: bool) -> None:
        """Hold the key of the yellow button down, or let it go."""
        kind = pygame.KEYDOWN if down else pygame.KEYUP
        event = pygame.event.Event(kind, key=pygame.K_d, unicode="d", mod=0, scancode=pygame.KSCAN_D)
        self._app.handle(event, self._window, self._session_s)

    def _caption(self) -> str:
        """Return what is said of this moment; note when it came."""
        step = self.session.step
        if isinstance(step, MonsterMoveStep):
            segment = step.playback.segment
            if step.bitten_at is not None:
                text = _BITE if segment.bite_s is not None else _HUNGRY
            else:
                text = _CARD if segment.kind in (SegmentKind.CARD, SegmentKind.START) else _WALK
        elif isinstance(step, DrawStep) or self.session.page.keys.advance:
            text = _CHECKED
        else:
            text = _READ if self.now >= _HAND_AT_S + _COMING / FPS else _MOVE
        self.captions.setdefault(text, self.now)
        return text


def _line(event: GameEvent) -> str:
    """Return an event as the journal keeps it."""
    return json.dumps(RULES.event_to_json(event))
