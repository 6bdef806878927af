"""Tests of a card that installs by itself, on folders that stand for its partitions."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests import ROOT
from tests.install.test_install import NAME, needs_systemd
from tests.install.test_updates import NEW, Box, archive_of

CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=12345678-02 rootfstype=ext4 fsck.repair=yes rootwait\n"
UNIT = "finstere-flure-first-start.service"
START = f"sh /boot/firmware/{NAME}/first-start.sh"


def card(*words: "str | Path") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["./run", "card", *words], cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Return an archive by its name alone: it is not looked into here."""
    path = tmp_path / f"{NAME}-9.9.9.tar"
    path.write_text("an archive")
    return path


@pytest.fixture
def bookworm(tmp_path: Path) -> Path:
    """Return a boot partition as it is on a freshly written card."""
    folder = tmp_path / "bootfs"
    folder.mkdir()
    (folder / "cmdline.txt").write_text(CMDLINE)
    (folder / "config.txt").write_text("#dtparam=i2c_arm=on\n#dtparam=spi=on\ncamera_auto_detect=1\n")
    return folder


@pytest.fixture
def trixie(bookworm: Path) -> Path:
    (bookworm / "meta-data").write_text("dsmode: local\ninstance_id: rpios-image\n")
    (bookworm / "user-data").write_text("#cloud-config\nruncmd:\n- [ls]\n")
    return bookworm


def test_on_trixie_cloud_init_finds_a_script_beside_what_is_there(trixie: Path, archive: Path) -> None:
    result = card(trixie, archive)
    assert result.returncode == 0, result.stderr
    script = (trixie / "vendor-data").read_text()
    assert script.startswith("#!/bin/sh\n")
    assert script.endswith(f"exec {START}\n")
    assert (trixie / "user-data").read_text() == "#cloud-config\nruncmd:\n- [ls]\n"
    assert (trixie / "cmdline.txt").read_text() == CMDLINE
    check = subprocess.run(
        ["sha256sum", "--check", "--status", f"{archive.name}.sha256"], cwd=trixie / NAME, check=False
    )
    assert check.returncode == 0


def test_on_bookworm_the_kernels_line_runs_a_script_once(bookworm: Path, archive: Path) -> None:
    assert card(bookworm, archive).returncode == 0
    (line,) = (bookworm / "cmdline.txt").read_text().splitlines()
    assert line.startswith(CMDLINE.strip() + " systemd.run=/boot/firmware/firstrun.sh ")
    script = (bookworm / "firstrun.sh").read_text()
    assert f"\n{START} --later\n" in script
    # What the script does with that line at its end.
    (remove,) = [words for words in script.splitlines() if words.startswith("sed")]
    subprocess.run(remove.replace("/boot/firmware", str(bookworm)), shell=True, check=True)
    assert (bookworm / "cmdline.txt").read_text() == CMDLINE


def test_what_the_imager_left_on_bookworm_is_kept(bookworm: Path, archive: Path) -> None:
    imager = "#!/bin/bash\n\nset +e\n\necho table >/etc/hostname\nrm -f /boot/firstrun.sh\nexit 0\n"
    (bookworm / "firstrun.sh").write_text(imager)
    (bookworm / "cmdline.txt").write_text(CMDLINE.strip() + " systemd.run=/boot/firstrun.sh\n")
    assert card(bookworm, archive).returncode == 0
    assert (bookworm / "firstrun.sh").read_text() == imager.replace("bash\n", f"bash\n{START} --later\n", 1)
    assert (bookworm / "cmdline.txt").read_text().count("systemd.run") == 1


@pytest.mark.parametrize("release", ["bookworm", "trixie"])
def test_a_second_time_changes_nothing(release: str, archive: Path, request: pytest.FixtureRequest) -> None:
    bootfs: Path = request.getfixturevalue(release)
    assert card(bootfs, archive).returncode == 0
    before = {path: path.read_bytes() for path in bootfs.rglob("*") if path.is_file()}
    assert card(bootfs, archive).returncode == 0
    assert {path: path.read_bytes() for path in bootfs.rglob("*") if path.is_file()} == before


def test_the_bus_of_the_ring_is_switched_on(bookworm: Path, archive: Path) -> None:
    assert "SPI is switched on" in card(bookworm, archive).stdout
    assert (bookworm / "config.txt").read_text().splitlines()[1] == "dtparam=spi=on"


def test_what_is_not_right_is_said_in_one_line(tmp_path: Path, trixie: Path, archive: Path) -> None:
    (trixie / "vendor-data").write_text("#cloud-config\n")
    for words, told in (
        ((tmp_path,), "is no boot partition of Raspberry Pi OS"),
        ((trixie, tmp_path / "none.tar"), "make one: ./run bundle"),
        ((trixie, archive), "vendor-data belongs to something else"),
    ):
        result = card(*words)
        assert (result.returncode, result.stderr.count("\n")) == (2, 1)
        assert told in result.stderr


# --- the first switch-on ---------------------------------------------------------------------------------------------


@pytest.fixture
def first_start(tmp_path: Path, trixie: Path) -> tuple[Box, Path]:
    """A machine with nothing on it, and the card's folder, whose archive installs a stand-in."""
    box = Box(tmp_path)
    (box.root / "var/tmp").mkdir(parents=True)
    assert card(trixie, archive_of(box, NEW)).returncode == 0
    commands = tmp_path / "commands"
    commands.mkdir()
    (commands / "apt-get").write_text("#!/bin/sh\nexit 1\n")
    (commands / "apt-get").chmod(0o755)
    return box, trixie / NAME


def start(box: Box, folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    path = f"{box.folder / 'commands'}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COMPANION_WAIT_S": "0"}
    words = ("sh", str(folder / "first-start.sh"), "--root", str(box.root), "--python", str(box.python), *words)
    return subprocess.run(words, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
@needs_systemd
def test_the_first_switch_on_installs_and_tells_how_far_it_is(first_start: tuple[Box, Path]) -> None:
    box, folder = first_start
    assert start(box, folder).returncode == 0
    wanted = box.root / f"etc/systemd/system/multi-user.target.wants/{UNIT}"
    assert wanted.is_symlink()
    unit = box.root / "etc/systemd/system" / UNIT
    assert f"ExecStart=/bin/sh {folder}/first-start.sh --install" in unit.read_text()
    result = start(box, folder, "--install")
    assert result.returncode == 0, result.stdout + result.stderr
    steps = [line for line in result.stdout.splitlines() if line.startswith("Step ")]
    assert [line[:11] for line in steps] == ["Step 1 of 3", "Step 2 of 3", "Step 3 of 3"]
    assert result.stdout.count("There is no network yet") == 1
    assert box.table() == "table new"
    assert not wanted.is_symlink()
    assert sorted(path.name for path in folder.iterdir()) == ["first-start.done", "first-start.log"]


@pytest.mark.slow
@needs_systemd
def test_a_damaged_archive_is_told_and_tried_again(first_start: tuple[Box, Path]) -> None:
    box, folder = first_start
    (archive,) = folder.glob("*.tar")
    whole = archive.read_bytes()
    archive.write_bytes(whole[:-2000])
    result = start(box, folder, "--install")
    assert result.returncode == 1
    assert "is damaged: run ./run card again" in result.stdout
    assert "is damaged" in (folder / "first-start.log").read_text()
    archive.write_bytes(whole)
    assert start(box, folder, "--install").returncode == 0


@pytest.mark.slow
@needs_systemd
@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")
def test_systemd_has_nothing_to_say_against_the_unit(first_start: tuple[Box, Path]) -> None:
    box, folder = first_start
    assert start(box, folder, "--later").returncode == 0
    unit = box.root / "etc/systemd/system" / UNIT
    result = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stderr) == (0, "")
