"""Assembly of a running table: journal, settings, voice, buttons, lights, window, table."""

import contextlib
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pygame

from companion.calibrating.calibration import Setup
from companion.calibrating.camera_check import CameraSetup
from companion.calibrating.kept_profiles import keep_profile, kept_profile, looks_path
from companion.device.button_colours import use_button_colours
from companion.device.config import Config
from companion.device.devices import open_devices
from companion.device.display import open_display
from companion.device.errors import UserError
from companion.device.files import remove_parts
from companion.device.folders import settings_folder, state_folder
from companion.device.language import say, use_language
from companion.device.line_outputs import opened_output
from companion.device.log import warn
from companion.device.service import Service, ShutDownButton, can_shut_down, shut_down
from companion.device.settings import (
    AUTOMATIC_CAMERA,
    Settings,
    default_settings_path,
    load_settings,
    save_settings,
)
from companion.journal import Journal, default_journal_path
from companion.opponents.worker import LoadOpponents, Opponent
from companion.sheets.anchors import reference_anchors
from companion.sheets.manifest import tags_of
from companion.table.announcer import VoiceAnnouncer
from companion.table.app import INSTEAD, App
from companion.table.camera_table import CameraTable, Record
from companion.table.event_lines import EventLines
from companion.table.first_run import ScreenStep, is_cut_short
from companion.table.game import TableGame
from companion.table.new_box import NewBoxStep, NewLaptopStep
from companion.table.other_table import OtherTable
from companion.table.phones import Phones
from companion.table.photo_list import observe_photo
from companion.table.readings import AnyReadings
from companion.table.recording import Recorder, refuse_to_keep
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.table.step import Step
from companion.table.table_source import TableSource
from engine.game import Game
from vision.model.catalogue import Catalogue
from vision.model.profile import CameraProfile, load_profile
from vision.sources.camera import Frame
from vision.sources.camera_discovery import first_camera
from vision.sources.opening import camera_opener
from vision.watching.observation import Observation


@dataclass(frozen=True)
class TableOptions:
    """Options of the table on the command line.

    `games`: the games that can be played, at least one; `tags` and `record` are about the first. `virtual` makes a
    virtual table that stands in for board and camera, None for a real one; `watched` gives the first event of the game
    of this id that it plays by itself on request, with `autoplay` at once one of the first game. `camera`: a source as
    `vision.sources` knows them, None for the first that is found, empty for none; `profile`: the file of its profile;
    `tags`: the manifest of the tags, None for the default ones. `record`: a new folder for the camera's pictures.
    `journal`: None for the default place. `language`, `by_ear`, `stickers`: None for those of the settings.
    `kiosk`: nothing else runs on this screen. `size`: the window's, None for the default. `config`:
    buttons, lights, sound and the initial settings, until they are changed on the screen. `phones` lets phones join;
    None: none may. `other_table` lets another table share a game, `join` the address of one to join at once. `events`:
    where each event is written for other programs (`companion.device.line_outputs`).
    """

    games: Sequence[TableGame[Session]]
    virtual: Callable[[Session], TableSource] | None = None
    watched: Callable[[str], object] | None = None
    autoplay: bool = False
    camera: str | None = None
    profile: Path | None = None
    tags: Path | None = None
    record: Path | None = None
    journal: Path | None = None
    language: str | None = None
    silent: bool = False
    by_ear: str | None = None
    stickers: str | None = None
    full_screen: bool = False
    kiosk: bool = False
    size: tuple[int, int] | None = None
    config: Config = field(default_factory=Config)
    load_opponents: LoadOpponents | None = None
    bots: Mapping[str, str] = field(default_factory=dict)
    phones: Callable[[Session], Phones] | None = None
    other_table: Callable[[Session, Phones | None], OtherTable[Session]] | None = None
    join: str | None = None
    events: str | None = None


def run_table(options: TableOptions) -> None:
    """Run the table in a window until the players leave.

    Raises NoDisplayError, UserError, and VisionError for a camera, profile or manifest that is none.
    """
    os.environ.update(options.config.environment())
    remove_parts({settings_folder(), state_folder()})
    settings = _settings(options)
    use_language(settings.language)
    use_button_colours(options.config.buttons.colours())
    catalogues = {options.games[0].rules.id: tags_of(options.games[0].readings.tags, options.tags)}
    source = "" if options.virtual else first_camera() if options.camera is None else options.camera
    if options.record is not None:
        refuse_to_keep(options.games[0].readings)
        if not source:
            raise UserError("there is no camera whose pictures could be recorded; give --camera, or leave out --record")

    def catalogue_of(game: TableGame[Session]) -> Catalogue:
        """Return the game's catalogue: only the first game's tags may be other than the usual ones."""
        if game.rules.id not in catalogues:
            catalogues[game.rules.id] = tags_of(game.readings.tags, None)
        return catalogues[game.rules.id]

    opener = camera_opener(source, mains_hz=options.config.camera.mains_hz) if source else None
    profile = load_profile(options.profile) if options.profile else kept_profile(source) if source else None
    with contextlib.ExitStack() as opened:
        output = None if options.events is None else opened.enter_context(opened_output(options.events))
        service = opened.enter_context(Service())
        opened.callback(pygame.display.quit)
        open_display(INSTEAD)
        journal = Journal.open(options.journal or default_journal_path())
        opened.callback(journal.close)
        announcer = VoiceAnnouncer(
            settings,
            lambda text: session.table_game.voice.spoken(text),
            lambda name: session.table_game.voice.chime(name),
            silent=options.silent,
        )
        opened.callback(announcer.close)
        devices = open_devices(options.config, opened)
        sees = bool(options.virtual or opener)
        opponent = Opponent(options.load_opponents) if options.load_opponents else None
        if opponent is not None:
            opened.callback(opponent.close)
        live: CameraTable | None = None
        around = SessionContext(
            watched=options.watched if options.virtual else None,
            camera_wanted=not options.virtual and options.camera != "",
            camera_setup=lambda: _camera_setup(live, source) if live and source else None,
            save_settings=lambda changed: _save(changed, options, session.step),
            switch_off=_shut_down if can_shut_down() else None,
            kiosk=options.kiosk,
            read_photo=None if options.virtual else lambda file: observe_photo(session, file, catalogue_of),
            opponent=opponent,
            phones=(lambda session: phones.step(session)) if options.phones else None,
            looks_path=None if options.virtual else looks_path(),
        )
        session = open_session(journal, settings, options.games, sees=sees, around=around)
        session.seating.planned_bots[session.table_game.rules.id] = dict(options.bots)
        off = ShutDownButton(devices.buttons, options.config.buttons.shut_down_hold_s, session.switch_off)

        def on_turn(time_s: float) -> None:
            service.tick(time_s)
            off.tick(time_s)
            if service.stop_asked:
                session.quit()

        app = App(
            session,
            announcer=announcer,
            buttons=devices.buttons,
            rings=devices.rings,
            on_turn=on_turn,
            on_page=lambda name: service.status(f"page {name}"),
            title=session.table_game.title(),
        )
        session.open_start_page()
        if output is not None:
            app.event_lines = EventLines(session, output.write)
        if options.phones:
            phones = app.phones = options.phones(session)
            opened.callback(phones.close)
        if options.other_table:
            other_table = options.other_table(session, app.phones)
            session.use_other_table(other_table)
            opened.callback(other_table.close)
            # The first page has a row more.
            session.open_start_page()
        if options.virtual:
            table_source = options.virtual(session)
            opened.callback(table_source.close)
            app.table_source = table_source
            if options.autoplay:
                session.watch(session.table_game)
        elif source and opener:
            record = _recorder(options, catalogues[options.games[0].rules.id], profile, lambda: session.game)
            live = CameraTable(session, opener, catalogue_of, profile, service.watchdog, record)
            opened.callback(live.close)
            app.table_source = live
        if not default_settings_path().exists():
            if not options.virtual:
                session.open(ScreenStep(session) if options.language else NewBoxStep(session))
            elif _is_somebody_asked(options):
                session.open(NewLaptopStep(session))
        if session.other_table is not None and options.join is not None:
            session.open(session.other_table.join_step(session))
        service.ready()
        app.run(options.size)


def _is_somebody_asked(options: TableOptions) -> bool:
    """Return True if people at a virtual table have not said yet in which language they play."""
    # Where all is printed by ear, it is asked for without sound, too.
    is_silent = options.silent and not options.by_ear
    return not (options.autoplay or options.kiosk or is_silent or options.language)


def _recorder(
    options: TableOptions,
    catalogue: Catalogue,
    profile: CameraProfile | None,
    running_game: Callable[[], Game[object, object] | None],
) -> Record | None:
    """Return the recorder of the evening with the running game's events, if one was asked for.

    A full disk ends the recording, but no game.
    """
    if options.record is None:
        return None
    recorder = Recorder(options.record, options.games[0].readings, catalogue, profile=profile)
    rules = options.games[0].rules
    noted: Game[object, object] | None = None
    broken = False

    def record(frame: Frame, watched: Observation, readings: AnyReadings) -> None:
        nonlocal broken, noted
        if not broken:
            try:
                recorder.see(frame, watched, readings)
                game = running_game()
                if game is not noted:
                    noted = game
                    recorder.note_events(
                        frame.taken_s, [rules.event_to_json(event) for event in game.events] if game else []
                    )
            except UserError as error:
                broken = True
                warn(f"the recording has ended: {error}")

    return record


def _camera_setup(table_source: CameraTable, source: str) -> CameraSetup:
    """Return the set-up of the camera at the table; a saved profile is used at once.

    It is used again the next time.
    """

    def keep(profile: CameraProfile) -> None:
        keep_profile(source, profile)
        table_source.use_profile(profile)

    def measure() -> Setup:
        game = table_source.session.table_game
        readings = game.readings.at_moment(table_source.session.moment)
        catalogue = readings.tags_read(table_source.catalogue_of(game))
        return Setup(catalogue, reference_anchors(catalogue), covers=readings.covered)

    return CameraSetup(table_source.newest, measure, source, keep)


def _settings(options: TableOptions) -> Settings:
    settings, warnings = load_settings(
        default_settings_path(), options.config.settings(), {game.rules.id: game.options for game in options.games}
    )
    for warning in warnings:
        warn(warning)
    if options.language:
        settings = replace(settings, language=options.language)
    if options.by_ear:
        settings = replace(settings, by_ear=options.by_ear)
    if options.stickers:
        settings = replace(settings, stickers=options.stickers)
    if options.camera:
        settings = replace(settings, camera=AUTOMATIC_CAMERA)
    return replace(settings, full_screen=settings.full_screen or options.full_screen or options.kiosk)


def _save(settings: Settings, options: TableOptions, step: Step[Session]) -> None:
    """Keep the settings; that they cannot be kept stops no game.

    The first run is offered as long as there are none, so none are kept in the midst of it.
    """
    if is_cut_short(step) and not default_settings_path().exists():
        return
    try:
        save_settings(settings, default_settings_path(), options.config.settings())
    except UserError as error:
        warn(str(error))


def _shut_down() -> str:
    """Shut the machine down; return what is said then, nothing if it cannot be done."""
    try:
        shut_down()
    except UserError as error:
        warn(str(error))
        return ""
    return say("Switching off. The game is kept.")
