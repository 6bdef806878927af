"""Puts a running table together: journal, settings, voice, buttons, lights, window, perhaps the virtual table."""

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pygame

from companion.display import open_display
from companion.errors import UserError
from companion.finstere_flure.table.announcer import VoiceAnnouncer
from companion.finstere_flure.table.app import INSTEAD, App
from companion.finstere_flure.table.before_the_game import before_the_game
from companion.finstere_flure.table.live_room import LiveRoom
from companion.finstere_flure.table.session import Session
from companion.finstere_flure.table.session_start import StartStep
from companion.finstere_flure.table.virtual_room import VirtualRoom
from companion.finstere_flure.tags import make_catalogue, make_grid
from companion.finstere_flure.virtual_table.drawing import TableWidget
from companion.finstere_flure.virtual_table.laying import table_from_position
from companion.journal import Journal
from companion.journal import usual_path as usual_journal
from companion.language import say, use_language
from companion.settings import AUTOMATIC_CAMERA, Settings, load_settings, save_settings
from companion.settings import usual_path as usual_settings
from engine.finstere_flure.events import GameStarted
from hardware.buttons import Button, Buttons
from hardware.errors import HardwareError
from hardware.gpio_buttons import GpioButtons
from hardware.ring.gpio_leds import GpioRing
from hardware.ring.ring import Ring
from vision.camera import Camera
from vision.manifest import load_manifest
from vision.profile import load_profile
from vision.sources import camera_opener
from vision.sources.found import first_camera


@dataclass(frozen=True)
class TableOptions:
    """What was asked for on the command line.

    `virtual`: a virtual table stands in for board and camera; `autoplay`: it plays the game `watched` by itself at
    once. `camera`: a source as `vision.sources` knows them, None for the first that is found, empty for none;
    `profile`: the file of its profile; `tags`: the manifest of the tags, None for the usual ones. `journal`: None for
    the usual place. `language`: None for that of the settings. `buttons`, `leds`: pins in gpiozero's notations, set
    apart by commas; empty for none. `size`: the window's, None for the usual one.
    """

    watched: GameStarted
    seed: int
    virtual: bool = False
    autoplay: bool = False
    camera: str | None = None
    profile: Path | None = None
    tags: Path | None = None
    journal: Path | None = None
    language: str | None = None
    silent: bool = False
    full_screen: bool = False
    size: tuple[int, int] | None = None
    buttons: str = ""
    leds: str = ""


def run_table(options: TableOptions) -> None:
    """Runs the table in a window until the players leave.

    Raises NoDisplayError, HardwareError, UserError, and VisionError for a camera, profile or manifest that is none.
    """
    settings = _settings(options)
    use_language(settings.language)
    catalogue = load_manifest(options.tags, make_grid) if options.tags else make_catalogue()
    profile = load_profile(options.profile) if options.profile else None
    opener = None if options.virtual else _camera_opener(options.camera)
    with contextlib.ExitStack() as opened:
        opened.callback(pygame.display.quit)
        open_display(INSTEAD)
        journal = Journal.open(options.journal or usual_journal())
        opened.callback(journal.close)
        announcer = VoiceAnnouncer(settings, silent=options.silent)
        opened.callback(announcer.close)
        buttons = Buttons()
        rings = tuple(_hardware(options, buttons, opened))
        session = Session(journal, settings, sees=options.virtual or opener is not None, save_settings=_save)
        app = App(session, announcer=announcer, buttons=buttons, rings=rings)
        session.open(StartStep(session))
        if options.virtual:
            session.watching, session.watched = False, options.watched
            table = table_from_position(before_the_game(options.watched.players), options.seed, tiles=())
            room = VirtualRoom(session, table, TableWidget(table), options.seed)
            opened.callback(room.close)
            app.room = room
            if options.autoplay:
                session.watch()
        elif opener:
            app.room = LiveRoom(session, opener, catalogue, profile)
            opened.callback(app.room.close)
        app.run(options.size)


def _camera_opener(source: str | None) -> Callable[[], Camera] | None:
    """What opens the camera; None if there is none. Raises CameraError for what is no camera."""
    source = first_camera() if source is None else source
    return camera_opener(source) if source else None


def _settings(options: TableOptions) -> Settings:
    settings, warnings = load_settings(usual_settings())
    for warning in warnings:
        print(f"companion: {warning}", file=sys.stderr)
    if options.language:
        settings = replace(settings, language=options.language)
    if options.camera:
        settings = replace(settings, camera=AUTOMATIC_CAMERA)
    return replace(settings, full_screen=settings.full_screen or options.full_screen)


def _save(settings: Settings) -> None:
    """Keeps the settings; that they cannot be kept stops no game."""
    try:
        save_settings(settings, usual_settings())
    except UserError as error:
        print(f"companion: {error}", file=sys.stderr)


def _hardware(options: TableOptions, buttons: Buttons, opened: contextlib.ExitStack) -> Iterator[Ring]:
    """Opens the pins that were asked for; gives the rings."""
    if options.buttons:
        pins = _pins(options.buttons)
        if len(pins) > len(Button):
            raise HardwareError(say("--buttons: {n} pins for three buttons", n=len(pins)))
        device = GpioButtons(dict(zip(Button, pins, strict=False)), buttons, clock=time.monotonic)
        opened.callback(device.close)
    if options.leds:
        ring = GpioRing(_pins(options.leds))
        opened.callback(ring.close)
        yield ring


def _pins(text: str) -> list[str | int]:
    """Pins in gpiozero's notations, set apart by commas; plain numbers are GPIO numbers."""
    return [int(pin) if pin.strip().isdigit() else pin.strip() for pin in text.split(",")]
