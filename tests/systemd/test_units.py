"""Tests of the units: valid for systemd, locked down, in step with each other.

They are also in step with the program and the installer.
"""

import configparser
import ipaddress
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.device.service import STOP_WITHIN_S
from tests import ROOT

UNITS = ROOT / "systemd"
TABLE = "finstere-flure-companion.service"
HELPERS = ("finstere-flure-power-off.path", "finstere-flure-power-off.service")
STICK = "finstere-flure-stick.service"
INSTALLER = "finstere-flure-install.service"
SYSTEM_UNITS = (TABLE, *HELPERS, "finstere-flure-stick.path", STICK, "finstere-flure-install.path", INSTALLER)
USER_UNITS = (TABLE, *HELPERS)

needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")


def lines(path: Path, key: str) -> list[str]:
    """Return the values that a unit gives to a key, one after the other."""
    return [line.partition("=")[2] for line in path.read_text().splitlines() if line.startswith(f"{key}=")]


def copied(folder: Path, kind: Path) -> Path:
    """Copy the units to a folder, with a program that exists on every machine.

    Their own programs are missing here, which is no fault.
    """
    folder.mkdir()
    for name in SYSTEM_UNITS if kind == UNITS else USER_UNITS:
        source = kind / name if (kind / name).exists() else UNITS / name
        (folder / name).write_text(runnable(source.read_text()))
    return folder


def runnable(unit: str) -> str:
    return re.sub(r"^(Exec\w+=-?)\S+.*", r"\1/bin/true", unit, flags=re.MULTILINE)


def analyze(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)


@needs_systemd
@pytest.mark.parametrize("kind", ["system", "user"])
def test_systemd_has_nothing_to_say_against_the_units(kind: str, tmp_path: Path) -> None:
    folder = copied(tmp_path / "units", UNITS if kind == "system" else UNITS / "user")
    result = analyze("verify", "--man=no", *map(str, sorted(folder.iterdir())))
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


@needs_systemd
def test_systemd_would_speak_up(tmp_path: Path) -> None:
    folder = copied(tmp_path / "units", UNITS)
    unit = folder / TABLE
    unit.write_text(unit.read_text().replace("ProtectHome=yes", "ProtectHome=perhaps\nProtectGarden=yes"))
    complaints = analyze("verify", "--man=no", str(unit)).stderr
    assert "Failed to parse" in complaints
    assert "ProtectGarden" in complaints


#: The kernel module that brings a kind of devices. The others are part of the kernel itself.
MODULES = {"drm": "drm", "alsa": "snd", "video4linux": "videodev", "media": "mc", "spi": "spidev"}
BUILT_IN = {"dma_heap", "gpiochip", "input", "tty"}


def test_devices_are_known_before_the_table_may_use_them() -> None:
    kinds = {value.removeprefix("char-").split()[0] for value in lines(UNITS / TABLE, "DeviceAllow")}
    assert kinds - BUILT_IN == MODULES.keys()
    wanted = {f"modprobe@{module}.service" for module in MODULES.values()}
    for key in ("Wants", "After"):
        assert wanted <= set(" ".join(lines(UNITS / TABLE, key)).split())


#: An installer needs the rights of root. Which is all the more reason that it installs nothing but what was checked.
MOST_EXPOSED = {INSTALLER: 3.4}
SERVICES = sorted(path.name for path in UNITS.glob("*.service"))
DROP_INS = sorted(path.name for path in UNITS.glob("*.conf"))


@needs_systemd
@pytest.mark.parametrize("drop_in", [None, *DROP_INS])
@pytest.mark.parametrize("service", SERVICES)
def test_a_service_of_the_system_is_exposed_by_no_more_than_two_point_one_but_the_installer(
    service: str, drop_in: str | None, tmp_path: Path
) -> None:
    unit = copied(tmp_path / "units", UNITS) / service
    if drop_in:
        unit.write_text(unit.read_text() + runnable((UNITS / drop_in).read_text()))
    threshold = round(10 * MOST_EXPOSED.get(service, 2.1))
    result = analyze("security", "--offline=true", f"--threshold={threshold}", "--no-pager", str(unit))
    assert result.returncode == 0, result.stdout


def test_what_looks_at_a_stick_installs_nothing_and_reaches_nobody() -> None:
    """Confinement of the stick's service: root's folders, no network, else only new files."""
    assert lines(UNITS / STICK, "CapabilityBoundingSet") == ["CAP_SYS_ADMIN CAP_DAC_OVERRIDE"]
    assert lines(UNITS / STICK, "ProtectSystem") == ["strict"]
    assert lines(UNITS / STICK, "RestrictAddressFamilies") == ["none"]
    assert lines(UNITS / STICK, "ReadWritePaths") == ["-%t/finstere-flure-companion"]
    for unit in (STICK, INSTALLER):
        assert lines(UNITS / unit, "RuntimeDirectory") == lines(UNITS / unit, "StateDirectory")
        assert lines(UNITS / unit, "User") == []
        # Whatever a stick does, an end comes, and an answer.
        assert lines(UNITS / unit, "TimeoutStartSec")
        assert lines(UNITS / unit, "ExecStopPost")[0].endswith("/stick.py failed")
    assert INSTALLER in lines(UNITS / STICK, "After")
    assert "finstere-flure-install.path" in lines(UNITS / TABLE, "Wants")[0]


@needs_systemd
def test_no_network_can_be_reached(tmp_path: Path) -> None:
    unit = copied(tmp_path / "units", UNITS) / TABLE
    report = json.loads(analyze("security", "--offline=true", "--json=short", str(unit)).stdout)
    verdicts = {check["json_field"]: check["set"] for check in report}
    assert verdicts["RestrictAddressFamilies_AF_INET_INET6"] is True
    assert verdicts["IPAddressDeny"] is True


@needs_systemd
@pytest.mark.parametrize(
    ("drop_in", "names"),
    [("network-camera.conf", ["localhost", "link-local", "multicast"]), ("phones.conf", ["localhost", "link-local"])],
)
def test_the_network_at_home_can_be_reached_and_nothing_beyond(tmp_path: Path, drop_in: str, names: list[str]) -> None:
    unit = copied(tmp_path / "units", UNITS) / TABLE
    unit.write_text(unit.read_text() + (UNITS / drop_in).read_text())
    report = json.loads(analyze("security", "--offline=true", "--json=short", str(unit)).stdout)
    verdicts = {check["json_field"]: check["set"] for check in report}
    assert verdicts["RestrictAddressFamilies_AF_INET_INET6"] is False
    allowed = lines(UNITS / drop_in, "IPAddressAllow")[0].split()
    private = [ipaddress.ip_network(name) for name in allowed if name[0].isdigit() or ":" in name]
    assert all(network.is_private for network in private)
    assert [name for name in allowed if name.isalpha() or "-" in name] == names


@pytest.mark.parametrize("service", sorted(path.name for path in (UNITS / "user").glob("*.service")))
def test_a_users_service_locks_what_a_users_systemd_can(service: str) -> None:
    unit = UNITS / "user" / service
    for key in ("NoNewPrivileges", "RestrictSUIDSGID", "RestrictNamespaces", "RestrictRealtime", "LockPersonality"):
        assert lines(unit, key) == ["yes"], key
    assert lines(unit, "UMask") == ["0077"]
    assert lines(unit, "SystemCallArchitectures") == ["native"]
    first, refused = lines(unit, "SystemCallFilter")
    assert first == "@system-service"
    assert "@privileged" in refused
    assert "AF_INET" not in lines(unit, "RestrictAddressFamilies")[0]


@pytest.mark.parametrize("unit", [UNITS / TABLE, UNITS / "user" / TABLE])
def test_it_is_kept_alive_and_never_given_up(unit: Path) -> None:
    assert lines(unit, "Type") == ["notify"]
    assert lines(unit, "WatchdogSec") == ["30"]
    # On a desktop, who leaves it wants to go there.
    assert lines(unit, "Restart") == ["on-failure" if unit.parent.name == "user" else "always"]
    assert lines(unit, "StartLimitIntervalSec") == ["0"]
    assert "finstere-flure-power-off.path" in lines(unit, "Wants")[0]


def test_the_companion_stays_in_its_unit_or_systemd_would_not_hear_it() -> None:
    """A session moves what is started into a scope of its own, whose messages have no service."""
    assert lines(UNITS / TABLE, "PAMName") == []
    assert "LIBSEAT_BACKEND=seatd" in lines(UNITS / TABLE, "Environment")
    assert "seatd.service" in lines(UNITS / TABLE, "Wants")[0]
    assert "seatd " in (ROOT / "install" / "apt.txt").read_text()


def test_the_companion_may_speak_for_cage_which_is_the_main_process() -> None:
    assert "cage" in lines(UNITS / TABLE, "ExecStart")[0]
    assert lines(UNITS / TABLE, "NotifyAccess") == ["all"]
    assert lines(UNITS / "user" / TABLE, "NotifyAccess") == ["main"]
    assert lines(UNITS / "kmsdrm.conf", "NotifyAccess") == ["main"]


def test_the_companion_is_told_to_stop_and_waited_for_before_cage_is() -> None:
    told, waited = lines(UNITS / TABLE, "ExecStop")
    assert told.endswith("pkill -TERM -P $MAINPID")
    (seconds,) = re.findall(r"timeout (\d+) ", waited)
    assert STOP_WITHIN_S < int(seconds) < int(lines(UNITS / TABLE, "TimeoutStopSec")[0])
    assert lines(UNITS / "kmsdrm.conf", "ExecStop") == [""]


def test_cage_knows_the_keyboard_that_the_system_is_set_up_for() -> None:
    assert lines(UNITS / TABLE, "EnvironmentFile") == ["-/etc/default/keyboard"]
    environment = " ".join(lines(UNITS / TABLE, "Environment")).split()
    (start,) = lines(UNITS / TABLE, "ExecStart")
    for name in ("MODEL", "LAYOUT", "VARIANT", "OPTIONS"):
        # Without that file a value all the same, which it replaces.
        assert f"XKB{name}" in [each.partition("=")[0] for each in environment]
        assert f" XKB_DEFAULT_{name}=${{XKB{name}}} " in start.partition("/usr/bin/cage")[0]


def test_the_service_user_is_in_the_groups_that_own_its_devices() -> None:
    members = re.findall(r"^m finstere-flure (\S+)$", (UNITS / "finstere-flure-companion.sysusers").read_text(), re.M)
    assert lines(UNITS / TABLE, "SupplementaryGroups")[0].split() == members
    assert lines(UNITS / TABLE, "User") == ["finstere-flure"]


@pytest.mark.parametrize("unit", [UNITS / TABLE, UNITS / "user" / TABLE])
def test_lgpio_has_a_folder_to_write_into(unit: Path) -> None:
    environment = " ".join(lines(unit, "Environment")).split()
    folder = lines(unit, "RuntimeDirectory")[0]
    assert f"LG_WD=%t/{folder}" in environment
    assert "GPIOZERO_PIN_FACTORY=lgpio" in environment


def test_all_run_the_installed_companion() -> None:
    for path, option in ((TABLE, "--kiosk"), (f"user/{TABLE}", "--fullscreen"), ("kmsdrm.conf", "--kiosk")):
        command = f"/opt/finstere-flure-companion/start play {option}"
        assert lines(UNITS / path, "ExecStart")[-1].endswith(command)


def test_the_desktop_starts_the_users_unit() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(UNITS / "user" / "finstere-flure-companion.desktop")
    assert f"systemctl --user start {TABLE}" in entry["Desktop Entry"]["Exec"]


@pytest.mark.skipif(not shutil.which("systemd-sysusers"), reason="systemd-sysusers is not installed")
def test_the_user_and_its_groups_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    users = UNITS / "finstere-flure-companion.sysusers"
    for _ in range(2):  # A second time changes nothing.
        subprocess.run(["systemd-sysusers", f"--root={tmp_path}", str(users)], check=True, capture_output=True)
    entries = [line.split(":") for line in (tmp_path / "etc" / "group").read_text().splitlines()]
    groups = {entry[0]: entry[3] for entry in entries}
    assert all(groups[name] == "finstere-flure" for name in ("video", "render", "gpio", "spi", "input", "audio"))
    assert "finstere-flure:x:" in (tmp_path / "etc" / "passwd").read_text()
