"""A whole table runs with its options, its camera, its settings, and ends.

The game is made up for tests.
"""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pygame
import pytest

from companion.calibrating.kept_profiles import kept_profile
from companion.cells.readings import CellReadings
from companion.device.button_colours import COLOURS, button_colour
from companion.device.config import ButtonsConfig, Config, ScreenConfig
from companion.device.errors import UserError
from companion.device.language import language_in_use
from companion.device.service import Service
from companion.device.settings import NO_CAMERA, Settings, default_settings_path, load_settings, save_settings
from companion.journal import Journal, default_journal_path
from companion.sheets.anchors import reference_anchors
from companion.sheets.manifest import tags_of
from companion.sheets.tags import TagSet
from companion.table import app as app_module
from companion.table import run as run_module
from companion.table.app import App
from companion.table.camera_table import CameraTable
from companion.table.recording import Recorder
from companion.table.run import TableOptions, run_table
from companion.table.session import Session
from hardware.buttons import Button, Press, Source
from tests.companion.cells.cat_and_mice import Table as CatTable
from tests.companion.cells.noughts_and_crosses import NoughtsTable, Started
from vision.model.catalogue import Catalogue
from vision.model.profile import CameraProfile

GAMES = (NoughtsTable(), CatTable())
PROFILE = CameraProfile((1280, 720), np.diag([900.0, 900.0, 1.0]), np.zeros(5))


class VirtualTableSource:
    """The room of a virtual table on which nothing happens."""

    widget = None

    def __init__(self, session: Session) -> None:
        self.session, self.closed = session, False

    def tick(self, time_s: float) -> None:
        """Do nothing."""

    def pressed(self, time_s: float) -> None:
        """Do nothing."""

    def handle(self, _event: pygame.event.Event) -> bool:
        return False

    def close(self) -> None:
        self.closed = True


class Evening:
    """Table whose window is driven by a function instead of people.

    Nobody's own files are touched.
    """

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder, self._patch = folder, patch
        self.journal = folder / "games.sqlite"
        self.sizes: list[tuple[int, int] | None] = []
        for variable in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            patch.setenv(variable, str(folder / variable))
        patch.setenv("SDL_VIDEODRIVER", "dummy")

    def run(self, drive: Callable[[App], object] = lambda _: None, **options: Any) -> None:
        def run_window(app: App, size: tuple[int, int] | None, _instead: str) -> None:
            assert pygame.display.get_init()
            self.sizes.append(size)
            drive(app)

        self._patch.setattr(app_module, "run_window", run_window)
        chosen: dict[str, Any] = {"games": GAMES, "camera": "", "journal": self.journal, "silent": True}
        run_table(TableOptions(**chosen | options))

    def keep_settings(self, settings: Settings | None = None) -> None:
        """Keep settings as somebody has them who has been through the first run."""
        save_settings(settings or Settings(), default_settings_path(), Settings())

    def pictures(self) -> str:
        """Return a folder of pictures that stands for a camera."""
        folder = self.folder / "pictures"
        folder.mkdir(exist_ok=True)
        cv2.imwrite(str(folder / "grey.png"), np.full((72, 128), 128, np.uint8))
        return str(folder)


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evening:
    return Evening(tmp_path, monkeypatch)


# --- options ----------------------------------------------------------------------------------------------------------


def test_what_a_pulled_plug_left_of_a_write_is_removed_at_the_start(evening: Evening) -> None:
    evening.keep_settings()
    settings = default_settings_path()
    parts = [
        settings.with_name(".settings.toml.12345678"),
        default_journal_path().with_name("cameras") / ".0.json.abcd_ef0",
    ]
    for part in parts:
        part.parent.mkdir(parents=True, exist_ok=True)
        part.touch()
        os.utime(part, (0, 0))
    evening.run()
    assert not any(map(Path.exists, parts))
    assert settings.exists()


def test_who_comes_for_the_first_time_is_asked_for_the_language_and_who_knows_it_is_not(evening: Evening) -> None:
    pages: list[str] = []
    evening.run(lambda app: pages.append(app.session.page.name))
    evening.run(lambda app: pages.append(app.session.page.name), virtual=VirtualTableSource)
    evening.keep_settings()
    evening.run(lambda app: pages.append(app.session.page.name), size=(300, 200))
    assert pages == ["first-language", "start", "start"]
    assert evening.sizes == [None, None, (300, 200)]
    assert not pygame.display.get_init()


def test_a_laptop_asks_once_what_is_to_be_heard_and_any_button_goes_on(evening: Evening) -> None:
    def press(*buttons: Button) -> None:
        def drive(app: App) -> None:
            pages.append(app.session.page.name)
            for button in buttons:
                app.session.press(Press(button, held=False), 0.0)
            pages.append(app.session.page.name)

        evening.run(drive, virtual=VirtualTableSource, silent=False)

    pages: list[str] = []
    press(Button.BACK)
    default_settings_path().unlink()
    press(Button.DRAW, Button.ADVANCE)
    press()
    assert pages == ["first-laptop", "start"] * 2 + ["start"] * 2
    assert load_settings(default_settings_path())[0].language == "de"


@pytest.mark.parametrize("asked", [{"silent": True}, {"language": "de"}, {"kiosk": True}])
def test_a_laptop_asks_nobody_who_hears_nothing_or_has_named_a_language(
    evening: Evening, asked: dict[str, Any]
) -> None:
    pages: list[str] = []
    evening.run(
        lambda app: pages.append(app.session.page.name), virtual=VirtualTableSource, **{"silent": False} | asked
    )
    assert pages == ["start"]


def test_the_language_is_asked_by_ear_and_not_where_it_was_named(evening: Evening) -> None:
    pages: list[str] = []
    evening.run(lambda app: pages.append(app.session.page.name), virtual=VirtualTableSource, by_ear="short")
    evening.run(lambda app: pages.append(app.session.page.name), language="de")
    assert pages == ["first-laptop", "first-screen"]


def test_a_first_run_that_was_cut_short_is_offered_again(evening: Evening) -> None:
    def cut_short(app: App) -> None:
        app.session.touch("de", 0.0)
        assert app.session.page.name == "first-screen"
        app.session.touch("full_screen", 0.0)
        assert not default_settings_path().exists()

    def finish(app: App) -> None:
        pages.append(app.session.page.name)
        app.session.touch("de", 0.0)
        for button in (Button.ADVANCE, Button.ADVANCE, *Button, Button.ADVANCE):
            app.session.press(Press(button, held=False), 0.0)
        assert app.session.page.name == "first-done"

    pages: list[str] = []
    evening.run(cut_short)
    evening.run(finish)
    evening.run(lambda app: pages.append(app.session.page.name))
    assert pages == ["first-language", "start"]
    assert load_settings(default_settings_path())[0].language == "de"


def test_a_first_run_that_was_left_is_not_offered_again(evening: Evening) -> None:
    pages: list[str] = []
    evening.run(lambda app: app.session.press(Press(Button.BACK, held=False), 0.0))
    evening.run(lambda app: pages.append(app.session.page.name))
    assert pages == ["start"]


@pytest.mark.parametrize("asked", [{}, {"full_screen": True}, {"kiosk": True}])
def test_the_screen_is_filled_if_anything_says_so(evening: Evening, asked: dict[str, bool]) -> None:
    found: list[bool] = []
    evening.run(lambda app: found.append(app.full_screen), **asked)
    evening.keep_settings(Settings(full_screen=True))
    evening.run(lambda app: found.append(app.full_screen), **asked)
    assert found == [bool(asked), True]


def test_the_language_of_the_command_line_comes_before_that_of_the_settings(evening: Evening) -> None:
    evening.keep_settings(Settings(language="fr"))
    spoken: list[str] = []
    evening.run(lambda app: spoken.append(app.session.settings.language))
    evening.run(lambda _: spoken.append(language_in_use()), language="de")
    assert spoken == ["fr", "de"]
    assert load_settings(default_settings_path())[0].language == "fr", "that is for this time"


@pytest.mark.parametrize("asked", [None, "full", "off"])
def test_by_ear_on_the_command_line_comes_before_that_of_the_settings(evening: Evening, asked: str | None) -> None:
    evening.keep_settings(Settings(by_ear="short"))
    heard: list[str] = []
    evening.run(lambda app: heard.append(app.session.settings.by_ear), by_ear=asked)
    assert heard == [asked or "short"]


def test_what_the_config_says_of_screen_and_buttons_holds(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "none such")
    colours: list[object] = []
    config = Config(screen=ScreenConfig(driver="dummy"), buttons=ButtonsConfig(advance_colour="blue"))
    evening.run(lambda _: colours.append(button_colour(Button.ADVANCE)), config=config)
    assert colours == [COLOURS["blue"]]
    evening.run(lambda _: colours.append(button_colour(Button.ADVANCE)))
    assert colours[1:] == [COLOURS["green"]]


def test_settings_that_are_not_right_are_told_and_those_that_cannot_be_kept_too(
    evening: Evening, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.keep_settings()
    default_settings_path().write_text("volume = true\n")
    kept: list[int] = []

    def drive(app: App) -> None:
        app.session.toggle_full_screen()
        kept.append(load_settings(default_settings_path())[0].full_screen)
        monkeypatch.setattr(run_module, "save_settings", fail)
        app.session.toggle_full_screen()

    def fail(*_: object) -> None:
        raise UserError("the disk is full")

    evening.run(drive)
    told = capsys.readouterr().err
    assert "volume" in told
    assert "the disk is full" in told
    assert kept == [True]


def test_a_game_is_in_the_journal_that_is_named_or_in_the_usual_one(evening: Evening) -> None:
    def drive(app: App) -> None:
        app.session.start(Started())

    evening.run(drive)
    evening.run(drive, journal=None)
    for path in (evening.journal, default_journal_path()):
        journal = Journal.open(path)
        assert journal.warning is None, "it was let go"
        assert [record.kind for record in journal.games()] == ["noughts-and-crosses"]
        journal.close()


# --- the virtual table ------------------------------------------------------------------------------------------------


def test_a_virtual_table_has_a_room_of_its_own_and_may_play_by_itself(evening: Evening) -> None:
    rooms: list[VirtualTableSource] = []
    watching: list[object] = []

    def table_source(session: Session) -> VirtualTableSource:
        rooms.append(VirtualTableSource(session))
        return rooms[-1]

    def drive(app: App) -> None:
        assert app.table_source is rooms[-1]
        assert app.session.sees
        assert app.session.around.camera_setup() is None
        watching.append(app.session.watching)

    for autoplay in (False, True):
        evening.run(drive, virtual=table_source, watched=lambda _: Started(), autoplay=autoplay)
    assert [bool(each) for each in watching] == [False, True]
    assert [each.closed for each in rooms] == [True, True]


def test_nothing_plays_by_itself_at_a_real_table(evening: Evening) -> None:
    def drive(app: App) -> None:
        assert app.table_source is None
        assert not app.session.sees
        assert app.session.around.watched is None
        assert app.session.around.camera_setup() is None

    evening.run(drive, watched=lambda _: Started())


# --- a camera ---------------------------------------------------------------------------------------------------------


def test_a_camera_has_a_room_and_can_be_set_up_and_its_profile_is_used_and_kept(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: list[CameraProfile | None] = []
    closed: list[CameraTable] = []
    monkeypatch.setattr(CameraTable, "use_profile", lambda _self, profile: used.append(profile))
    monkeypatch.setattr(CameraTable, "close", lambda table_source: closed.append(table_source))
    pictures = evening.pictures()
    evening.keep_settings(Settings(camera=NO_CAMERA))

    def drive(app: App) -> None:
        assert isinstance(app.table_source, CameraTable)
        assert app.session.sees, "who names a camera wants it"
        setup = app.session.around.camera_setup()
        assert setup is not None
        assert setup.name == pictures
        measured = setup.measure()
        assert measured.catalogue == tags_of(GAMES[0].readings.tags, None)
        assert len(measured.anchors) == len(reference_anchors(measured.catalogue))
        setup.keep(PROFILE)
        assert closed == []

    evening.run(drive, camera=pictures)
    assert used == [PROFILE]
    assert len(closed) == 1
    kept = kept_profile(pictures)
    assert kept is not None
    assert kept.image_size == PROFILE.image_size
    evening.run(lambda app: used.append(app.table_source._profile), camera=pictures)  # type: ignore[union-attr]
    assert used[1] is not None
    assert used[1].image_size == PROFILE.image_size


def test_without_a_word_the_first_camera_that_is_found_is_taken(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms: list[object] = []
    for found in (evening.pictures(), None):
        monkeypatch.setattr(run_module, "first_camera", lambda found=found: found)
        evening.run(lambda app: rooms.append(app.table_source), camera=None)
    assert isinstance(rooms[0], CameraTable)
    assert rooms[1] is None
    evening.run(lambda app: rooms.append(app.table_source), camera=None, virtual=VirtualTableSource)
    assert isinstance(rooms[2], VirtualTableSource)


def test_a_camera_is_wanted_unless_none_is_asked_for(evening: Evening) -> None:
    wanted: list[bool] = []
    for camera in ("", None, evening.pictures()):
        evening.run(lambda app: wanted.append(app.session.around.camera_wanted), camera=camera)
    evening.run(lambda app: wanted.append(app.session.around.camera_wanted), virtual=VirtualTableSource)
    assert wanted == [False, True, True, False]


def test_the_tags_of_each_game_are_made_once_and_a_manifest_is_for_the_first_alone(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[TagSet, Path | None]] = []

    def catalogue(tags: TagSet, manifest: Path | None) -> Catalogue:
        asked.append((tags, manifest))
        return GAMES_CATALOGUE

    monkeypatch.setattr(run_module, "tags_of", catalogue)

    def drive(app: App) -> None:
        assert isinstance(app.table_source, CameraTable)
        for game in (*GAMES, *GAMES):
            assert app.table_source._catalogue_of(game) is GAMES_CATALOGUE

    evening.run(drive, camera=evening.pictures(), tags=Path("manifest.json"))
    assert asked == [(GAMES[0].readings.tags, Path("manifest.json")), (GAMES[1].readings.tags, None)]


GAMES_CATALOGUE = tags_of(NoughtsTable().readings.tags, None)


def test_the_evening_is_recorded_until_the_disk_is_full(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[object] = []

    def see(_self: Recorder, frame: object, *_: object) -> None:
        if len(seen) == 2:
            raise UserError("the disk is full")
        seen.append(frame)

    monkeypatch.setattr(Recorder, "see", see)

    def drive(app: App) -> None:
        record = app.table_source._record  # type: ignore[union-attr]
        for frame in range(5):
            record(frame, None, None)

    evening.run(drive, camera=evening.pictures(), record=evening.folder / "recording")
    assert seen == [0, 1]
    assert capsys.readouterr().err.count("the recording has ended: the disk is full") == 1
    evening.run(lambda app: seen.append(app.table_source._record), camera=evening.pictures())  # type: ignore[union-attr]
    assert seen[2:] == [None]


class SecretReadings(CellReadings):
    """Readings of which no picture is kept."""

    keeps_pictures = False


class SecretTable(NoughtsTable):
    """A game with secrets on the board."""

    readings = SecretReadings(NoughtsTable.tag_set)


def test_only_of_the_first_game_pictures_are_kept(evening: Evening) -> None:
    recording: dict[str, Any] = {"camera": evening.pictures(), "record": evening.folder / "recording"}
    with pytest.raises(UserError, match="no pictures are kept of"):
        evening.run(games=(SecretTable(), NoughtsTable()), **recording)
    assert not (evening.folder / "recording").exists()
    evening.run(games=(NoughtsTable(), SecretTable()), **recording)
    assert (evening.folder / "recording").exists()


def test_nothing_is_recorded_without_a_camera(evening: Evening) -> None:
    with pytest.raises(UserError, match="no camera whose pictures could be recorded"):
        evening.run(record=evening.folder / "recording")


# --- the end ----------------------------------------------------------------------------------------------------------


def test_a_service_that_is_told_to_stop_leaves_the_table(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    happened: list[object] = []
    # The end that is sure to come after some seconds would be that of the tests.
    monkeypatch.setattr(Service, "_end_now", lambda _: None)
    monkeypatch.setattr(Service, "ready", lambda _: happened.append("ready"))
    monkeypatch.setattr(Service, "tick", lambda _self, time_s: happened.append(time_s))
    monkeypatch.setattr(Service, "status", lambda _self, text: happened.append(text))

    def drive(app: App) -> None:
        surface = pygame.display.set_mode((320, 240))
        app.turn(surface, 1.0)
        assert not app.quit_requested
        os.kill(os.getpid(), signal.SIGTERM)
        app.turn(surface, 2.0)
        assert app.quit_requested

    evening.keep_settings()
    evening.run(drive)
    assert happened == ["ready", 1.0, "page start", 2.0, "page start"]


@pytest.mark.parametrize("error", ["", "nobody watches"])
def test_back_held_for_long_shuts_the_machine_down(
    evening: Evening, error: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def shut_down() -> None:
        asked.append("shut down")
        if error:
            raise UserError(error)

    monkeypatch.setenv("RUNTIME_DIRECTORY", str(evening.folder))
    monkeypatch.setattr(run_module, "shut_down", shut_down)

    def drive(app: App) -> None:
        surface = pygame.display.set_mode((320, 240))
        app._buttons.changed(Button.BACK, True, 1.0, Source.PINS)
        for tenth in range(10, 150):
            app.turn(surface, tenth / 10)
        assert app.session.switch_off() == ("" if error else "Switching off. The game is kept.")

    evening.run(drive)
    assert asked == ["shut down", "shut down"]
    assert capsys.readouterr().err.count(error or "shut") == (2 if error else 0)


def test_what_cannot_be_shut_down_from_here_offers_no_such_thing(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    found: list[object] = []
    evening.run(lambda app: found.append(app.session.around.switch_off))
    assert found == [None]
