"""Tests of tables in the table's window: presses, drawing, and a playing virtual table."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
import pygame

from companion.device.settings import NO_CAMERA, Settings
from companion.games.finstere_flure.table.game import TABLE
from companion.games.finstere_flure.table.running_game import running
from companion.games.finstere_flure.table.start_position import start_position
from companion.games.finstere_flure.virtual_table.game import VIRTUAL, some_game
from companion.games.finstere_flure.virtual_table.pictures import PICTURES
from companion.games.finstere_flure.virtual_table.placement import table_from_position
from companion.games.finstere_flure.virtual_table.players import FinstereFlurePlayers
from companion.games.opponents import load_opponents
from companion.journal import Journal
from companion.opponents.worker import Opponent
from companion.table.app import App
from companion.table.session import Announcement, Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.virtual_table.autopilot import Autopilot
from companion.virtual_table.drawing import TableWidget
from companion.virtual_table.table_source import VirtualTableSource, virtual_table_source
from hardware.buttons import Button, Buttons, Press, Source

pytestmark = pytest.mark.slow

SIZE = (800, 480)


class Silent:
    """Voice that announces nothing."""

    def announce(self, said: Announcement) -> None:
        pass

    def follow(self, settings: Settings) -> None:
        pass

    def sound_devices_changed(self, *, lost: bool) -> None:
        """Do nothing."""


class RoomWithoutATable:
    """A room that keeps what it is told."""

    widget = None

    def __init__(self) -> None:
        self.told: list[tuple[str, float]] = []

    def tick(self, time_s: float) -> None:
        self.told.append(("tick", time_s))

    def pressed(self, time_s: float) -> None:
        self.told.append(("pressed", time_s))

    def handle(self, _event: pygame.event.Event, /) -> bool:
        return False

    def close(self) -> None:
        pass


@pytest.fixture
def surface() -> Iterator[pygame.Surface]:
    pygame.display.init()
    pygame.font.init()
    yield pygame.display.set_mode(SIZE)
    pygame.display.quit()


@pytest.fixture
def session(tmp_path: Path) -> Session:
    session = open_session(Journal.open(tmp_path / "games.sqlite"), Settings(), [TABLE], sees=True, rng=Random(1))
    session.open_start_page()
    return session


def test_the_room_hears_of_presses_before_it_tells_what_it_sees(session: Session, surface: pygame.Surface) -> None:
    buttons = Buttons()
    app = App(session, announcer=Silent(), buttons=buttons)
    app.table_source = table_source = RoomWithoutATable()
    app.turn(surface, 1.0)
    buttons.changed(Button.DRAW, True, 1.5, Source.KEYS)
    buttons.changed(Button.DRAW, False, 1.6, Source.KEYS)
    app.turn(surface, 2.0)
    assert table_source.told == [("tick", 1.0), ("pressed", 2.0), ("tick", 2.0)]
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        app.handle(pygame.event.Event(kind, button=pygame.BUTTON_LEFT, pos=(1, 1)), surface, 3.0)
    assert table_source.told[-1] == ("pressed", 3.0)


def test_under_a_real_camera_the_screen_is_all_the_companions(session: Session, surface: pygame.Surface) -> None:
    by_hand = App(session, announcer=Silent(), buttons=Buttons())
    by_hand.turn(surface, 1.0)
    expected = pygame.image.tobytes(surface, "RGB")
    surface.fill("magenta")
    watched = App(session, announcer=Silent(), buttons=Buttons())
    watched.table_source = RoomWithoutATable()
    watched.turn(surface, 1.0)
    assert pygame.image.tobytes(surface, "RGB") == expected


def test_a_virtual_table_plays_before_the_eyes_of_its_camera(session: Session, surface: pygame.Surface) -> None:
    start = some_game(2, 1)
    session.around, session.watching = SessionContext(watched=lambda _: start), True
    table = table_from_position(start_position(start.players), 1)
    widget = TableWidget(table, PICTURES)
    table_source = VirtualTableSource(session, VIRTUAL, table, widget, seed=1)
    # Hands that nobody watches are quick.
    table_source.pilot = Autopilot(session, table, FinstereFlurePlayers(table, Random(1)))
    app = App(session, announcer=Silent(), buttons=Buttons())
    app.table_source = table_source
    session.table_game.begin(session, start, {})
    deadline = time.monotonic() + 60
    while session.game is None or len(session.game.events) < 3:
        assert time.monotonic() < deadline, session.page
        app.turn(surface, time.monotonic())
        time.sleep(0.02)
    assert widget.camera_picture is not None
    table_source.close()


def test_who_takes_over_a_watched_game_plays_one_seat_and_bots_the_others(tmp_path: Path) -> None:
    started = some_game(4, 3)
    opponent = Opponent(load_opponents)
    around = SessionContext(watched=lambda _: started, opponent=opponent)
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_session(journal, Settings(), [TABLE], sees=True, rng=Random(3), around=around)
    source = virtual_table_source(session, game=VIRTUAL, start=started, seed=3)
    try:
        session.open_start_page()
        session.watch(TABLE)
        source.tick(0.0)
        assert not session.seating.seats.bots
        session.press(Press(Button.BACK, held=False), 0.1)
        source.tick(0.1)
        turn = running(session).state.turn
        others = {str(colour) for colour in running(session).state.started.players if colour is not turn}
        assert dict(session.seating.seats.bots) == dict.fromkeys(others, "careful")
        assert len(others) == len(running(session).state.started.players) - 1
        source.tick(0.2)
        assert len(session.seating.changes) == len(others)
    finally:
        source.close()
        opponent.close()
        journal.close()


@pytest.mark.usefixtures("surface")
def test_a_table_whose_camera_is_switched_off_says_so_and_says_it_again_for_a_moved_piece(tmp_path: Path) -> None:
    started = some_game(2, 1)
    journal = Journal.open(tmp_path / "games.sqlite")
    around = SessionContext(watched=lambda _: started)
    session = open_session(journal, Settings(camera=NO_CAMERA), [TABLE], sees=True, around=around)
    source = virtual_table_source(session, game=VIRTUAL, start=started, seed=3)
    window = pygame.Surface((900, 700))
    try:
        session.open_start_page()
        session.table_game.begin(session, started, {})
        session.press(Press(Button.ADVANCE, held=True), 0.1)
        assert session.game is not None
        piece = next(iter(source.table.pieces.values()))

        def drag() -> None:
            source.tick(session.now + 1)
            source.widget.draw(window)
            x, y = source.widget.to_px(piece.centre_mm)
            for kind, at_px in (
                (pygame.MOUSEBUTTONDOWN, (x, y)),
                (pygame.MOUSEMOTION, (x + 40, y)),
                (pygame.MOUSEBUTTONUP, (x + 40, y)),
            ):
                source.handle(pygame.event.Event(kind, button=pygame.BUTTON_LEFT, pos=at_px))

        drag()
        assert session.notice.startswith("The camera is off")
        assert source.widget.help_line == session.notice
        session.change_settings(Settings())
        session.hint("")
        piece = source.table.pieces[piece.id]
        session.press(Press(Button.DRAW, held=False), session.now)
        drag()
        assert "is off" not in session.notice + source.widget.help_line
    finally:
        source.close()
        journal.close()


def test_a_touch_of_a_free_cell_shows_it_to_friends_elsewhere(
    session: Session, surface: pygame.Surface, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = virtual_table_source(session, game=VIRTUAL, start=some_game(2, 1), seed=1)
    shown: list[str] = []

    def point(place: str) -> str:
        shown.append(place)
        return f"The other table is shown {place}."

    monkeypatch.setattr(session, "point", point)
    widget = source.widget
    assert widget is not None
    widget.draw(surface)
    pixel = widget.to_px(source.table.catalogue.grid.centre("f7"))
    source.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=pygame.BUTTON_LEFT, pos=pixel))
    source.close()
    assert shown == ["f7"]
    assert session.notice == "The other table is shown f7."
