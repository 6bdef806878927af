"""Tests of the doctor: findings with remedies, and a report without anybody's name."""

import random
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

from companion.commands import doctor
from companion.commands.doctor import remove_personal_data
from companion.device.checks import camera_check, machine, storage, wiring
from companion.device.checks.blanking import blanking
from companion.device.checks.finding import Finding, Severity
from companion.device.checks.persistence import persistence
from companion.device.config import ButtonsConfig, Config, RingConfig
from companion.games import DEFAULT_GAME, find_game
from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.scene import required_points, scene_from_position
from companion.journal import Journal
from companion.journal import checks as journal_checks
from companion.main import main
from companion.voice import checks as voice_checks
from tests import ROOT
from vision.errors import CameraError, CameraFault
from vision.sources.camera_discovery import FoundCamera
from vision.virtual import fit_view, render


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a box on which nothing has been played yet."""
    for variable in ("STATE_DIRECTORY", "CONFIGURATION_DIRECTORY", "CACHE_DIRECTORY"):
        monkeypatch.delenv(variable, raising=False)
    for variable in ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / variable))
    return tmp_path


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a photo of a table."""
    catalogue = make_catalogue()
    scene = scene_from_position(random_table(random.Random(1)), catalogue, seed=1)
    shot = render(scene, fit_view(required_points(catalogue), (1536, 1152), focal_px=1333.0), seed=1)
    path = tmp_path_factory.mktemp("photo") / "table.png"
    cv2.imwrite(str(path), shot.picture)
    return path


def only(findings: Iterator[Finding]) -> Finding:
    (finding,) = findings
    return finding


@pytest.mark.slow
def test_each_thing_has_a_line_and_the_status_tells_whether_anything_is_wrong(
    capsys: pytest.CaptureFixture[str], photo: Path
) -> None:
    """SDL's dummy driver stands for a screen here, a picture for the camera."""
    status = main(["doctor", "--camera", str(photo)])
    out = capsys.readouterr().out
    for subject in (
        "versions",
        "disk",
        "journal",
        "config",
        "display",
        "fonts",
        "voices",
        "pins",
        "picture",
        "reading",
    ):
        assert f" {subject}:" in out, subject
    assert "pieces on the board" in out
    assert (status == 0) == ("Nothing is wrong." in out)


def test_of_the_program_alone_nothing_that_is_plugged_in_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--program", "--camera", "/dev/video99"]) == 0
    told = [line[6:].partition(":")[0] for line in capsys.readouterr().out.splitlines()]
    assert told[:-1] == ["readers", "games"]


def test_a_camera_that_is_not_there_is_wrong_if_it_was_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--camera", "/nowhere"]) == 1
    assert "WRONG picture:      /nowhere: '/nowhere' is no camera" in capsys.readouterr().out


def test_without_any_camera_a_game_is_played_by_hand() -> None:
    assert only(camera_check.cameras(find=list)).severity is Severity.NOTE
    assert list(camera_check.picture("", lambda _: iter(()), first=lambda: None)) == []
    assert list(camera_check.picture("none", lambda _: iter(()))) == []


def test_cameras_are_listed_with_their_modes() -> None:
    found = only(camera_check.cameras(find=lambda: [FoundCamera("pi", "imx708", ("4608x2592 14/s",))]))
    assert found == Finding("camera", Severity.OK, "pi: imx708, 4608x2592 14/s")


def test_a_camera_that_fails_is_told_in_its_own_words() -> None:
    def busy(_: str) -> None:
        raise CameraError("another program uses the camera.", CameraFault.BUSY)

    finding = only(camera_check.picture("pi", lambda _: iter(()), open_source=busy))  # type: ignore[arg-type]
    assert finding == Finding("picture", Severity.WRONG, "pi: another program uses the camera.")


class FakePi:
    """A Raspberry Pi's camera with these controls."""

    def __init__(self, *controls: str) -> None:
        self.camera_controls = dict.fromkeys(controls)

    def close(self) -> None:
        """Do nothing: the camera holds nothing open."""


@pytest.mark.parametrize(
    ("source", "mains_hz", "webcam_hz", "controls", "severity"),
    [
        ("0@1920x1080", 50, 0, (), Severity.OK),
        ("/dev/video2", 60, None, (), Severity.NOTE),
        ("pi", 50, None, ("AeFlickerMode", "AeFlickerPeriod"), Severity.OK),
        ("pi:1", 50, None, ("AeEnable",), Severity.NOTE),
        ("pi", 0, None, ("AeFlickerMode", "AeFlickerPeriod"), Severity.NOTE),
    ],
)
def test_whether_exposure_follows_the_mains_is_told(
    source: str, mains_hz: int, webcam_hz: int | None, controls: tuple[str, ...], severity: Severity
) -> None:
    pi = FakePi(*controls)
    finding = only(
        camera_check.flicker(source, mains_hz, webcam_hz=lambda _: webcam_hz, load=lambda: lambda camera_num: pi)  # noqa: ARG005
    )
    assert finding.severity is severity
    assert (f"{mains_hz} Hz" in finding.text) is (severity is Severity.OK)


@pytest.mark.parametrize("source", ["none", "http://phone/video", "pictures"])
def test_of_what_is_no_camera_here_no_flicker_is_told(source: str) -> None:
    assert list(camera_check.flicker(source, 50)) == []


def test_a_camera_in_the_network_needs_the_units_leave(tmp_path: Path) -> None:
    address = "http://192.168.0.7/video"
    assert list(camera_check.network("pi", (tmp_path,))) == []
    assert only(camera_check.network(address, (tmp_path,))).severity is Severity.OK, "nothing is installed"
    (tmp_path / camera_check.SERVICE).write_text((ROOT / "systemd" / camera_check.SERVICE).read_text())
    finding = only(camera_check.network(address, (tmp_path,)))
    assert finding.severity is Severity.WRONG
    assert "network-camera.conf" in finding.text
    drop_ins = tmp_path / f"{camera_check.SERVICE}.d"
    drop_ins.mkdir()
    (drop_ins / "network-camera.conf").write_text((ROOT / "systemd" / "network-camera.conf").read_text())
    assert only(camera_check.network(address, (tmp_path,))).severity is Severity.OK


@pytest.mark.slow
def test_a_coarse_picture_asks_for_a_lower_camera(tmp_path: Path, photo: Path) -> None:
    small = tmp_path / "small.png"
    large = cv2.imread(str(photo))
    assert large is not None
    cv2.imwrite(str(small), cv2.resize(large, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    findings = list(
        camera_check.picture(str(small), lambda frame: doctor._read(frame, Config(), find_game(DEFAULT_GAME)))
    )
    reading = next(finding for finding in findings if finding.subject == "reading")
    assert reading.severity is Severity.WRONG
    assert "hang the camera lower" in reading.text


def test_games_are_counted_and_a_damaged_journal_is_told(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    assert only(journal_checks.journal(path)).severity is Severity.OK
    assert not path.exists(), "the doctor leaves nothing behind"
    journal = Journal.open(path)
    journal.finish(journal.start("finstere-flure", "{}"), "red")
    journal.start("finstere-flure", "{}")
    journal.close()
    assert only(journal_checks.journal(path)).text.startswith("2 games, 1 of them finished")
    path.write_bytes(b"this is no journal" * 1000)
    damaged = only(journal_checks.journal(path))
    assert damaged.severity is Severity.WRONG
    assert "was damaged" in damaged.text


def test_a_full_disk_and_a_folder_that_cannot_be_written_are_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert only(storage.disk(tmp_path / "not" / "there" / "yet")).severity is Severity.OK
    monkeypatch.setattr(storage, "LITTLE_ROOM", 1 << 62)
    assert "make room" in only(storage.disk(tmp_path)).text


CARD = "26 1 179:2 / / rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw"
HOME_IN_MEMORY = "40 26 0:40 / /home\\040of rw - tmpfs tmpfs rw,size=100k"
OVERLAY = "26 1 0:30 / / rw,relatime shared:1 - overlay overlayroot rw,lowerdir=/media/ro,upperdir=/media/rw/up,x=y"


@pytest.mark.parametrize(
    ("mounts", "command_line", "words"),
    [
        ([CARD], "", None),
        ([CARD, HOME_IN_MEMORY], "", "as it is in memory (tmpfs)"),
        ([CARD, "40 26 0:40 / /home\\040of/me rw - ramfs none rw"], "", "as it is in memory (ramfs)"),
        ([CARD, "40 26 0:40 / /home\\040of rw - ext4 /dev/zram1 rw"], "", "as it is in memory (ext4)"),
        # A folder beside it, and one below which a disk is mounted, or over which.
        ([CARD, "40 26 0:40 / /home rw - tmpfs tmpfs rw"], "", None),
        ([CARD, HOME_IN_MEMORY, "41 40 8:1 / /home\\040of/me rw - ext4 /dev/sda1 rw"], "", None),
        ([CARD, HOME_IN_MEMORY, "41 40 8:1 / /home\\040of rw - ext4 /dev/sda1 rw"], "", None),
        # Of a container nobody knows what is below; raspi-config says it, and so does a file system in memory.
        ([OVERLAY], "console=tty1", None),
        ([OVERLAY], "console=tty1 overlayroot=tmpfs:recurse=0", "the overlay file system is on"),
        ([OVERLAY], "boot=overlay console=tty1", "the overlay file system is on"),
        ([OVERLAY, "30 26 0:31 / /media/rw rw - tmpfs tmpfs-root rw"], "", "the overlay file system is on"),
        ([OVERLAY, "41 26 8:1 / /home\\040of/me rw - vfat /dev/sda1 rw"], "overlayroot=tmpfs", None),
        ([], "", None),
        (["nonsense", "1 2 - x", ""], "", None),
    ],
)
def test_a_folder_that_forgets_at_power_off_is_wrong(
    mounts: list[str], command_line: str, words: str | None, tmp_path: Path
) -> None:
    (tmp_path / "mounts").write_text("\n".join(mounts))
    (tmp_path / "cmdline").write_text(command_line)
    folder = Path("/home of/me/games")
    found = list(persistence([folder, folder], tmp_path / "mounts", tmp_path / "cmdline"))
    if words is None:
        assert found == []
    else:
        assert [finding.severity for finding in found] == [Severity.WRONG]
        assert found[0].text.startswith(f"{folder} forgets at power-off, ")
        assert words in found[0].text


def _said_of_the_screen(folder: Path, driver: str, environment: dict[str, str], console: str) -> list[Finding]:
    (folder / "consoleblank").write_text(console)
    return list(
        blanking(
            driver,
            environment=environment,
            console=folder / "consoleblank",
            processes=folder,
            unit_folders=[folder / "units"],
        )
    )


@pytest.mark.parametrize(
    ("driver", "environment", "console", "severity"),
    [
        ("kmsdrm", {}, "600\n", Severity.WRONG),
        ("", {"SDL_VIDEODRIVER": "kmsdrm"}, "600\n", Severity.WRONG),
        ("kmsdrm", {}, "0\n", Severity.OK),
        # On a desktop, and within cage, the console is not shown.
        ("", {}, "600\n", Severity.OK),
        ("wayland", {}, "600\n", Severity.OK),
    ],
)
def test_a_console_that_is_blanked_under_kmsdrm_is_wrong(
    driver: str, environment: dict[str, str], console: str, severity: Severity, tmp_path: Path
) -> None:
    (finding,) = _said_of_the_screen(tmp_path, driver, environment, console)
    assert finding.severity is severity
    assert ("after 600 seconds" in finding.text and "consoleblank=0" in finding.text) is (severity is Severity.WRONG)


def test_the_installed_drop_in_for_kmsdrm_counts_too(tmp_path: Path) -> None:
    drop_ins = tmp_path / "units" / f"{camera_check.SERVICE}.d"
    drop_ins.mkdir(parents=True)
    (drop_ins / "kmsdrm.conf").write_text((ROOT / "systemd" / "kmsdrm.conf").read_text())
    (finding,) = _said_of_the_screen(tmp_path, "", {}, "600\n")
    assert finding.severity is Severity.WRONG


def test_a_program_that_waits_for_idleness_is_named_once_with_its_time(tmp_path: Path) -> None:
    for number, words in {
        "100": ["/usr/bin/labwc"],
        "200": ["swayidle", "-w", "timeout", "600", "wlopm --off *", "resume", "wlopm --on *"],
        "201": ["/usr/bin/swayidle", "timeout", "300", "true"],
        "300": ["/usr/bin/hypridle"],
    }.items():
        (tmp_path / number).mkdir()
        (tmp_path / number / "cmdline").write_text("\0".join(words) + "\0")
    found = _said_of_the_screen(tmp_path, "", {}, "0\n")
    assert [finding.severity for finding in found] == [Severity.NOTE, Severity.NOTE]
    assert "swayidle runs and may switch the screen off after 600 seconds without a touch: " in found[0].text
    assert "hypridle runs and may switch the screen off: " in found[1].text


def test_where_no_kernel_tells_it_nothing_is_said_of_blanking(tmp_path: Path) -> None:
    assert _said_of_the_screen(tmp_path, "kmsdrm", {}, "") == []


def test_mistakes_in_the_config_are_told_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    assert only(storage.config(path, {})).severity is Severity.OK
    path.write_text("[ring]\nkind = 'spy'\n", encoding="utf-8")
    finding = only(storage.config(path, {}))
    assert finding.severity is Severity.WRONG
    assert "line 2" in finding.text


def test_pins_that_cannot_be_used_are_told_one_by_one() -> None:
    twice = Config(buttons=ButtonsConfig(advance=17, draw="GPIO17"), ring=RingConfig(kind="spi", spi_device="/dev/no"))
    findings = list(wiring.pins(twice))
    assert [finding.severity for finding in findings] == [Severity.WRONG, Severity.WRONG]
    assert "given twice" in findings[0].text
    assert only(wiring.pins(Config())).severity is Severity.NOTE


@pytest.mark.parametrize(
    ("model", "boot", "severity"),
    [
        ("Raspberry Pi 4 Model B", "dtparam=spi=on\n", Severity.WRONG),
        ("Raspberry Pi 4 Model B", "core_freq_min = 500 # for the ring\n", Severity.OK),
        ("Raspberry Pi 3 Model B Plus", "core_freq_min=500\n", Severity.WRONG),
        ("Raspberry Pi Zero 2 W", "core_freq=250\n", Severity.OK),
        ("Raspberry Pi 5 Model B", "", Severity.OK),
    ],
)
def test_the_clock_of_the_spi_bus_must_stand_still(model: str, boot: str, severity: Severity) -> None:
    assert only(wiring.bus_clock(Config(ring=RingConfig(kind="spi")), model, boot)).severity is severity
    assert list(wiring.bus_clock(Config(), model, boot)) == [], "without a ring on SPI it does not matter"


@pytest.mark.parametrize(
    ("said", "severity", "word"),
    [
        ("throttled=0x0", Severity.OK, "strong enough"),
        ("throttled=0x50005", Severity.WRONG, "now"),
        ("throttled=0x10000", Severity.WRONG, "has been too low"),
        ("throttled=0x40000", Severity.WRONG, "slowed down"),
        ("error=1 error_msg='no'", Severity.NOTE, "group video"),
    ],
)
def test_what_a_raspberry_pi_says_of_its_supply(tmp_path: Path, said: str, severity: Severity, word: str) -> None:
    command = tmp_path / "vcgencmd"
    command.write_text(f'#!/bin/sh\necho "{said}"\n', encoding="utf-8")
    command.chmod(0o755)
    finding = only(machine.supply(str(command)))
    assert (finding.severity, word in finding.text) == (severity, True)


def test_the_kernel_tells_of_the_supply_whoever_may_not_ask_the_firmware(tmp_path: Path) -> None:
    command, kernels = tmp_path / "vcgencmd", tmp_path / "get_throttled"
    command.write_text("#!/bin/sh\nexit 255\n", encoding="utf-8")
    command.chmod(0o755)
    kernels.write_text("50005\n", encoding="utf-8")
    assert only(machine.supply(str(command), str(kernels))).severity is Severity.WRONG
    assert only(machine.supply(str(command), str(tmp_path / "none"))).severity is Severity.NOTE


@pytest.mark.parametrize(("milli", "severity"), [("48200", Severity.OK), ("81000", Severity.WRONG)])
def test_a_hot_processor_is_wrong(tmp_path: Path, milli: str, severity: Severity) -> None:
    zone = tmp_path / "thermal_zone0"
    zone.mkdir()
    (zone / "temp").write_text(f"{milli}\n", encoding="ascii")
    assert only(machine.temperature(tmp_path)).severity is severity
    assert only(machine.temperature(tmp_path / "none")).severity is Severity.NOTE


def test_sound_and_voices_never_hinder_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert only(voice_checks.voices()).severity is Severity.NOTE
    assert Severity.WRONG not in {finding.severity for finding in voice_checks.sound()}


def test_a_check_that_fails_itself_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def faints() -> Iterator[Finding]:
        raise RuntimeError("oh")

    monkeypatch.setattr(machine, "versions", faints)
    first = next(doctor.findings(Config(), Path("/nowhere/config.toml"), "none", find_game(DEFAULT_GAME)))
    assert first == Finding("versions", Severity.WRONG, "could not be looked at (RuntimeError: oh); please report this")


def test_the_report_holds_all_lines_and_the_config_but_no_personal_data(
    own_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = own_home / "config.toml"
    config.write_text(
        '# my camera in the bedroom\n[camera]\nsource = "http://anna:secret@cam.home.example:8080/video"\n',
        encoding="utf-8",
    )
    report = own_home / "report.txt"
    main(["doctor", "--config", str(config), "--camera", "/nowhere", "--report", str(report)])
    printed, text = capsys.readouterr().out, report.read_text(encoding="utf-8")
    assert 'source = "http://..."' in text
    for private in ("anna", "secret", "cam.home", "bedroom"):
        assert private not in text
    assert all(line.split(":")[0] in text for line in printed.splitlines()[:-1])


def test_names_and_home_folders_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/greta")
    monkeypatch.setattr(doctor, "_user", lambda: "greta")
    monkeypatch.setattr("platform.node", lambda: "gretas-box")
    text = "/home/greta/games, /home/otto/x, user greta on gretas-box, rtsp://otto@10.0.0.7/stream cam/?token=x7"
    assert remove_personal_data(text) == "~/games, /home/USER/x, user USER on HOST, rtsp://... cam/?token=***"
