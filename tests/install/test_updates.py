"""Tests of updates: a version that does not run is never in the way of the one before.

Below another root, where a small script stands for each version of the program, and a loop for systemd.
"""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from install.archive import NAMESPACE
from tests import ROOT
from tests.install.test_install import NAME, STAND_IN, Machine, needs_systemd
from tools.bundle import signing, write_archive

pytestmark = [needs_systemd, pytest.mark.slow]

#: A version: it does `check` when it is called for its own check, and `life` when it is started as the table.
PROGRAM = """#!/bin/sh
say_games() {{ printf '[{{"started"}}, {{"started"}}]'; }}
case "$1" in
--version) {version}; echo "companion {name}" ;;
doctor) [ "$2" != --report ] || echo "all is well" >"$3"; {doctor} ;;
games) {games} ;;
config) for file; do :; done; [ "$2" = --check ] || install -D /dev/null "$file" ;;
play)
    case "$2" in
    --virtual) {game} ;;
    *) {life} ;;
    esac
    ;;
esac
"""
#: As `companion.device.trial` does after a while, and the table stands.
RUNS = '[ -z "${COMPANION_TRIAL:-}" ] || mv "$COMPANION_TRIAL" "$COMPANION_TRIAL.passed"; echo "table {name}"'


@dataclass(frozen=True)
class Version:
    """A version of the program; each part is a line of shell, all of which are right by default."""

    name: str
    version: str = "true"
    doctor: str = "true"
    games: str = "say_games"
    game: str = "true"
    life: str = RUNS

    def script(self) -> str:
        parts = {"version": self.version, "doctor": self.doctor, "games": self.games, "game": self.game}
        return PROGRAM.format(name=self.name, life=self.life.replace("{name}", self.name), **parts)


#: The number of a wish, which its answer names.
NUMBER = "0123456789abcdef"


class Box(Machine):
    """A machine that is updated and started, as systemd does it."""

    def __init__(self, folder: Path) -> None:
        project = folder / "project"
        (project / "companion" / "fonts").mkdir(parents=True)
        for name in ("install", "systemd"):
            shutil.copytree(ROOT / name, project / name)
        for name in ("engine", "hardware", "vision"):
            (project / name).mkdir()
        for name in ("run", "pyproject.toml", "constraints.txt", "README.md", "LICENSE"):
            shutil.copy2(ROOT / name, project)
        super().__init__(folder, project)
        copied = 'cp "$source/companion/program.sh" "$(dirname "$0")/companion"'
        lines = [copied if "companion.main" in line else line for line in STAND_IN.splitlines()]
        self.python.write_text("\n".join(lines).replace("{folder}", str(folder)))
        self.opt, self.state = self.root / f"opt/{NAME}", self.root / f"var/lib/{NAME}"

    def take(self, version: Version) -> None:
        """Make the project that is installed from that version."""
        (self.project / "companion" / "program.sh").write_text(version.script())

    def update(self, version: Version, *options: str) -> "subprocess.CompletedProcess[str]":
        self.take(version)
        return self.run("install", "--lite", *options)

    def with_stick(self, wish: str, stick: Path) -> str:
        """Do a wish of the screen, with a folder in place of the stick; return the answer to it."""
        return self.wish(wish, STICK_FOLDER=str(stick))

    def pretend(self, **programs: str) -> None:
        """Put programs in the place of the system's: each says these words."""
        folder = self.folder / "programs"
        folder.mkdir(exist_ok=True)
        for name, words in programs.items():
            (folder / name).write_text(f"#!/bin/sh\necho '{words}'\n")
            (folder / name).chmod(0o755)

    def wish(self, wish: str, **folders: str) -> str:
        """Do a wish of the screen, with folders in place of stick or card; return the answer to it."""
        runtime = self.folder / "runtime"
        runtime.mkdir(exist_ok=True)
        (runtime / "stick").write_text(f"{wish} {NUMBER}")
        self.look_at_stick(**folders)
        said: dict[str, str] = json.loads((self.answers / "answer").read_text())
        assert said.pop("wish") in (NUMBER, "")
        assert not (runtime / "stick").exists()
        return said["answer"]

    @property
    def answers(self) -> Path:
        return self.folder / "answers"

    def look_at_stick(self, **folders: str) -> "subprocess.CompletedProcess[str]":
        """Do what the units do when the companion has left a wish."""
        self.answers.mkdir(exist_ok=True)
        programs = self.folder / "programs"
        if not programs.exists():
            # No stick of the computer that tests.
            self.pretend(lsblk="")
        environment = {
            **os.environ,
            **folders,
            "PATH": f"{programs}:{os.environ['PATH']}",
            "RUNTIME_FOLDER": str(self.folder / "runtime"),
            "ANSWER_FOLDER": str(self.answers),
            "KEPT_FOLDER": str(self.folder / "kept-archive"),
            "INSTALL_OPTIONS": f"--lite --root {self.root} --python {self.python}",
        }
        script = [sys.executable, "-E", "-s", "-B", str(self.opt / "stick.py")]
        done = subprocess.run(script, env=environment, capture_output=True, text=True, check=True, timeout=60)
        if (self.answers / "install").exists():
            subprocess.run([*script, "install"], env=environment, capture_output=True, check=True, timeout=300)
        return done

    def start(self, within_s: float = 20.0) -> str:
        """Start the table once, as the unit does; return what it says. One that hangs is killed."""
        environment = {"PATH": os.environ["PATH"], "STATE_DIRECTORY": str(self.state)}
        with subprocess.Popen(
            [self.opt / "start", "play", "--kiosk"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        ) as table:
            try:
                return table.communicate(timeout=within_s)[0].strip()
            except subprocess.TimeoutExpired:
                return ""
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(table.pid, signal.SIGKILL)

    def table(self, within_s: float = 20.0) -> str:
        """Start it until a table stands, at most four times; return which stands."""
        for _ in range(4):
            if said := self.start(within_s):
                return said
        return ""


OLD = Version("old")
NEW = Version("new")


@pytest.fixture(scope="module")
def with_old(tmp_path_factory: pytest.TempPathFactory) -> Box:
    """Return a machine with the old version and games; nobody changes it."""
    box = Box(tmp_path_factory.mktemp("old"))
    assert box.update(OLD).returncode == 0
    box.write(f"var/lib/{NAME}/games.sqlite", "two games")
    return box


@pytest.fixture
def box(with_old: Box, tmp_path: Path) -> Box:
    box = Box(tmp_path)
    shutil.copytree(with_old.root, box.root, symlinks=True, dirs_exist_ok=True)
    return box


def test_a_new_version_is_on_trial_until_it_has_run(box: Box) -> None:
    assert box.update(NEW).returncode == 0
    (trial,) = (box.state / "trial").iterdir()
    assert sorted(path.name for path in trial.iterdir()) == ["1", "2", "3", "sweep"]
    assert box.table() == "table new"
    assert not trial.exists()
    # From now on it may fall over as often as it likes: it is the one that ran.
    assert [box.start() for _ in range(5)] == ["table new"] * 5


def test_the_first_version_has_no_trial(with_old: Box) -> None:
    assert not (with_old.state / "trial").exists()
    assert with_old.table() == "table old"


#: Twenty updates that cannot be good. The first are found before they are taken, the others by their trial.
REFUSED = {
    "does not start": Version("bad", version="exit 1"),
    "is killed when it starts": Version("bad", version="kill -9 $$"),
    "lacks a part": Version("bad", doctor="exit 1"),
    "cannot play": Version("bad", game="exit 1"),
    "falls over in a game": Version("bad", game="kill -SEGV $$"),
    "knows no games any more": Version("bad", games="echo '[]'"),
    "loses a game": Version("bad", games="""echo '[{"started"}]'"""),
    "cannot read the journal": Version("bad", games="exit 2"),
    "eats the journal when it lists it": Version("bad", games="""rm -f "$4"; echo '[]'"""),
}
FAILING = {
    "fails": Version("bad", life="exit 1"),
    "ends at once as if all were well": Version("bad", life="exit 0"),
    "is killed": Version("bad", life="kill -9 $$"),
    "runs out of memory": Version("bad", life="ulimit -v 1000; exec sort /dev/zero"),
    "hangs": Version("bad", life="exec sleep 1000"),
    "hangs in a child": Version("bad", life="sleep 1000; true"),
    "does not heed being told to stop": Version("bad", life="trap '' TERM; while :; do sleep 1; done"),
    "fills what it may write": Version("bad", life='mkdir -p "$STATE_DIRECTORY/full"; echo x >/dev/full'),
    "deletes itself": Version("bad", life='rm -rf "$0"; exit 1'),
    "deletes its trial's files": Version("bad", life='rm -f "$COMPANION_TRIAL"/*; exit 1'),
    "deletes its trial": Version("bad", life='rm -rf "$COMPANION_TRIAL"; exit 1'),
    "starts once and then never": Version(
        "bad", life='[ ! -e "$STATE_DIRECTORY/once" ]; : >"$STATE_DIRECTORY/once"; exit 1'
    ),
}


@pytest.mark.thorough(but=["lacks a part", "falls over in a game", "loses a game"])
@pytest.mark.parametrize("fault", REFUSED)
def test_a_version_that_fails_its_check_is_never_taken(fault: str, box: Box) -> None:
    before = box.files()
    result = box.update(REFUSED[fault])
    assert result.returncode == 2
    assert re.search(r"^The new version .*; what was there stays\.\n$", result.stderr, re.MULTILINE)
    assert box.files() == before
    assert box.table() == "table old"


#: Scripts beside the versions that would leave no table, or none that can be updated.
BROKEN_SCRIPTS = {
    "does not start": ("start.sh", "exit 1\n"),
    "is cut off": ("start.sh", "if true; then\n"),
    "hangs": ("start.sh", "sleep 1000\n"),
    "never goes back": ("start.sh", 'exec "$(dirname "$0")/current/bin/companion" "$@"\n'),
    "always goes back": ("start.sh", 'exec "$(dirname "$0")/previous/bin/companion" "$@"\n'),
    "finds an archive everywhere": ("update.sh", "exit 0\n"),
    "answers no wish": ("stick.py", "exit(0)\n"),
    "cannot read its archive module": ("archive.py", "1 +\n"),
}


@pytest.mark.thorough(but=["hangs", "always goes back", "cannot read its archive module"])
@pytest.mark.parametrize("fault", BROKEN_SCRIPTS)
def test_a_script_that_does_not_work_is_never_taken(fault: str, box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    name, lines = BROKEN_SCRIPTS[fault]
    if fault == "hangs":
        monkeypatch.setenv("COMPANION_SCRIPT_S", "2")
    (box.project / "install" / name).write_text(f"#!/bin/sh\n{lines}")
    before = box.files()
    # Also with a version that is there already.
    for version in (NEW, OLD):
        result = box.update(version)
        assert result.returncode == 2
        assert result.stderr.endswith("The new version's scripts do not work; what was there stays.\n")
    assert box.files() == before
    assert box.table() == "table old"


def test_new_scripts_come_with_their_version_and_not_before_its_check(box: Box) -> None:
    script = box.project / "install" / "start.sh"
    script.write_text(f"{script.read_text()}# New.\n")
    before = box.files()
    assert box.update(Version("bad", game="exit 1")).returncode == 2
    assert box.files() == before
    assert box.update(NEW).returncode == 0
    assert (box.opt / "start").read_text() == script.read_text()


def test_what_fills_the_disk_on_trial_goes_once_the_trial_has_failed(box: Box) -> None:
    kept = box.folder / "kept"
    shutil.move(box.state, kept)
    box.state.mkdir()
    small = ["mount", "-t", "tmpfs", "-o", "size=40M", "tmpfs", str(box.state)]
    if subprocess.run(small, capture_output=True, check=False).returncode:
        pytest.skip("nothing may be mounted here")
    try:
        shutil.copytree(kept, box.state, dirs_exist_ok=True)
        (box.state / "film").write_bytes(bytes(11_000_000))
        assert box.update(Version("bad", life='head -c 12M /dev/zero >"$STATE_DIRECTORY/full"; exit 1')).returncode == 0
        # What was there before stays, also if it is written to.
        (box.state / "film").touch()
        assert box.table() == "table old"
        assert sorted(path.name for path in box.state.iterdir()) == ["film", "games.sqlite", "trial"]
        # What comes later is not the trial's.
        (box.state / "full").write_bytes(bytes(12_000_000))
        assert box.table() == "table old"
        assert (box.state / "full").exists()
    finally:
        subprocess.run(["umount", str(box.state)], check=True)


# Others end a start as these do.
@pytest.mark.thorough(but=["hangs in a child", "deletes its trial", "starts once and then never"])
@pytest.mark.parametrize("fault", FAILING)
def test_after_three_failed_starts_the_version_before_runs_again(fault: str, box: Box) -> None:
    assert box.update(FAILING[fault]).returncode == 0
    started = time.monotonic()
    assert box.table(within_s=1.0) == "table old"
    assert time.monotonic() - started < 60
    assert box.start() == "table old"
    assert (box.state / "games.sqlite").read_text() == "two games"
    # A good one is taken after it as ever.
    assert box.update(NEW).returncode == 0
    assert box.table() == "table new"


def test_a_version_that_has_passed_runs_on_when_games_and_settings_are_deleted(box: Box) -> None:
    box.update(NEW)
    assert box.table() == "table new"
    shutil.rmtree(box.state)
    box.state.mkdir()
    assert box.start() == "table new"


def test_a_version_that_was_given_up_is_none_to_go_back_to(box: Box) -> None:
    box.update(Version("bad", life="exit 1"))
    assert box.table() == "table old"
    box.update(Version("worse", life="exit 2"))
    assert box.table() == "table old"
    versions = {path.name for path in (box.opt / "versions").iterdir()}
    assert len(versions) == 2


def test_the_same_version_once_more_is_tried_again(box: Box) -> None:
    failure = 'rm -rf "$COMPANION_TRIAL"; exit 1'
    flaky = Version("flaky", life=f'[ -e "$STATE_DIRECTORY/mended" ] || {{ {failure}; }}; {RUNS}')
    box.update(flaky)
    assert box.table() == "table old"
    (box.state / "mended").touch()
    assert box.start() == "table old"
    assert "is tried again" in box.update(flaky).stdout
    assert box.table() == "table flaky"


def test_the_version_before_is_run_again_by_hand(box: Box) -> None:
    box.update(NEW)
    assert box.table() == "table new"
    said = box.done("install", "--lite", "--back")
    assert "Games and settings stay." in said
    assert box.start() == "table old"
    box.done("install", "--lite", "--back")
    assert box.start() == "table new"


def test_without_a_version_before_there_is_nothing_to_go_back_to(box: Box) -> None:
    result = box.run("install", "--lite", "--back")
    assert (result.returncode, result.stderr) == (2, "There is no version to go back to.\n")
    assert box.table() == "table old"


NOBODY = 65534


@pytest.fixture
def service_users_box(with_old: Box) -> Iterator[Box]:
    """Machine whose games belong to another user, as the service's do, who can reach them."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        os.chmod(folder, 0o755)
        box = Box(Path(folder))
        shutil.copytree(with_old.root, box.root, symlinks=True, dirs_exist_ok=True)
        for path in (box.state, *box.state.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
        yield box


needs_root = pytest.mark.skipif(os.getuid() != 0, reason="only root can give files away")


@needs_root
def test_a_trial_belongs_to_the_user_whose_games_are_there(service_users_box: Box) -> None:
    box = service_users_box
    assert box.update(NEW).returncode == 0
    (trial,) = (box.state / "trial").iterdir()
    assert {path.stat().st_uid for path in (trial.parent, trial, *trial.iterdir())} == {NOBODY}


@needs_root
def test_an_update_follows_no_link_of_the_user_whose_games_are_there(service_users_box: Box) -> None:
    box = service_users_box
    roots = box.folder / "roots"
    (roots / "folder").mkdir(parents=True)
    (box.state / "trial").symlink_to(roots)
    box.update(NEW)
    assert [path.name for path in roots.rglob("*")] == ["folder"]
    assert roots.stat().st_uid == 0
    assert box.table() == "table old"


@needs_root
@pytest.mark.timeout(120)
def test_an_update_waits_for_no_pipe_in_place_of_the_games(service_users_box: Box) -> None:
    box = service_users_box
    (box.state / "games.sqlite").unlink()
    os.mkfifo(box.state / "games.sqlite")
    assert box.update(NEW).returncode == 0
    assert box.table() == "table new"


def test_a_full_disk_leaves_the_old_version(box: Box) -> None:
    """The folder of the versions lies on a disk of some kilobytes."""
    versions = box.opt / "versions"
    shutil.move(versions, box.folder / "kept")
    versions.mkdir()
    small = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(versions)]
    if subprocess.run(small, capture_output=True, check=False).returncode:
        pytest.skip("nothing may be mounted here")
    try:
        shutil.copytree(box.folder / "kept", versions, dirs_exist_ok=True, symlinks=True)
        (box.project / "engine" / "large").write_bytes(bytes(1_000_000))
        assert box.update(NEW).returncode
        assert [path.name for path in versions.iterdir()] == [path.name for path in (box.folder / "kept").iterdir()]
        assert box.table() == "table old"
    finally:
        subprocess.run(["umount", str(versions)], check=True)


# --- from an archive -------------------------------------------------------------------------------------------------


def make_key(path: Path) -> Path:
    """Make a pair of keys for releases; return the private one."""
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(path)], check=True)
    return path


def trust(box: Box, key: Path) -> None:
    """Let the version that is installed trust archives that are signed with this key."""
    public = key.with_name(f"{key.name}.pub").read_text()
    (box.opt / "current" / "signers").write_text(f'maker namespaces="{NAMESPACE}" {public}')


def archive_of(box: Box, version: Version, key: Path | None = None) -> Path:
    """Bundle that version as `./run bundle` does."""
    box.take(version)
    files = {str(path.relative_to(box.project)): path for path in box.project.rglob("*") if path.is_file()}
    for name in ("engine", "hardware", "vision", "companion/fonts"):
        files[f"{name}/empty"] = box.folder / "empty"
    (box.folder / "empty").touch()
    archive = box.folder / "stick" / f"{NAME}-9.9.9.tar"
    archive.parent.mkdir()
    write_archive(archive, f"{NAME}-9.9.9", {**files}, signing(key) if key else None)
    box.take(OLD)
    return archive


@pytest.fixture
def archive(box: Box) -> Path:
    """Return an archive that is signed with a key that the box knows."""
    key = make_key(box.folder / "key")
    trust(box, key)
    return archive_of(box, NEW, key)


def test_an_archive_is_installed_from_its_folder(archive: Path, box: Box) -> None:
    box.done("install", "--lite", "--from", str(archive.parent))
    assert box.table() == "table new"


def test_a_cut_archive_is_refused(archive: Path, box: Box) -> None:
    size = archive.stat().st_size
    before = box.files()
    for length in (0, 511, 512, 5000, size // 2, size - 20_000):
        cut = archive.with_name("cut.tar")
        cut.write_bytes(archive.read_bytes()[:length])
        result = box.run("install", "--lite", "--from", str(cut))
        assert result.returncode == 2, (length, result.stdout)
        assert "What was there stays." in result.stderr
    assert box.files() == before


def test_an_archive_with_a_changed_byte_is_refused(archive: Path, box: Box) -> None:
    data = bytearray(archive.read_bytes())
    data[data.index(b"SDL_VIDEODRIVER=wayland")] ^= 1
    archive.write_bytes(data)
    result = box.run("install", "--lite", "--from", str(archive))
    assert (result.returncode, result.stderr.count("damaged")) == (2, 1)
    assert box.table() == "table old"


@pytest.mark.parametrize(("wish", "answer"), [("update", "installed"), ("report", "written"), ("nothing", "")])
def test_what_was_chosen_on_the_screen_is_done_with_the_stick(wish: str, answer: str, archive: Path, box: Box) -> None:
    box.pretend(lsblk="", journalctl="a line")
    (box.folder / "runtime").mkdir()
    (box.folder / "runtime" / "doctor.txt").write_text("all is well")
    said = box.with_stick(wish, archive.parent)
    assert said == answer
    assert box.table() == ("table new" if wish == "update" else "table old")
    if wish == "update":
        # From now on the version trusts who signed its own archive.
        public = (box.folder / "key.pub").read_text().split()[1]
        assert public in (box.opt / "current" / "signers").read_text()
        assert (box.opt / "current").readlink() != (box.opt / "previous").readlink()
    reports = [path.name for folder in archive.parent.glob(f"{NAME}-2*") for path in folder.iterdir()]
    assert sorted(reports) == (["doctor.txt", "log.txt"] if wish == "report" else [])


def test_a_stick_that_cannot_be_used_is_told(archive: Path, box: Box) -> None:
    archive.write_bytes(archive.read_bytes()[:5000])
    assert box.with_stick("update", archive.parent) == "damaged"
    assert box.with_stick("update", box.state) == "no-archive"
    assert box.with_stick("report", box.folder / "nowhere") == "not-written"
    assert box.table() == "table old"


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("/sys/devices/pci0000:00/0000:00:03.0/usb2/2-3/2-3:1.0/host6/target6:0:0/6:0:0:0/block/sdx/sdx1", "written"),
        ("/sys/devices/pci0000:00/0000:00:1f.2/ata1/host0/target0:0:0/0:0:0:0/block/sdx/sdx1", "no-stick"),
    ],
)
def test_a_stick_is_a_partition_on_usb(box: Box, path: str, answer: str) -> None:
    box.pretend(lsblk="/dev/sdx1 vfat ", umount="", readlink=path, mount="", journalctl="")
    assert box.wish("report", CARD_FOLDER=str(box.state)) == answer


def test_on_a_read_only_system_the_update_says_so(archive: Path, box: Box) -> None:
    kept = box.folder / "kept"
    shutil.move(box.opt, kept)
    box.opt.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(box.opt)], capture_output=True, check=False).returncode:
        pytest.skip("nothing may be mounted here")
    try:
        shutil.copytree(kept, box.opt, symlinks=True, dirs_exist_ok=True)
        subprocess.run(["mount", "-o", "remount,ro", str(box.opt)], check=True)
        box.pretend(lsblk="", journalctl="")
        assert box.with_stick("update", archive.parent) == "read-only"
        assert box.with_stick("report", archive.parent) == "written"
        assert box.table() == "table old"
    finally:
        subprocess.run(["umount", str(box.opt)], check=True)


def test_without_a_stick_the_archive_on_the_card_is_installed(archive: Path, box: Box) -> None:
    assert box.wish("update", CARD_FOLDER=str(box.state)) == "no-stick"
    assert box.wish("report", CARD_FOLDER=str(archive.parent)) == "no-stick"
    assert box.wish("update", CARD_FOLDER=str(archive.parent)) == "installed"
    assert box.table() == "table new"


def test_a_folder_without_an_archive_is_told(box: Box) -> None:
    result = box.run("install", "--lite", "--from", str(box.state))
    assert (result.returncode, result.stderr) == (2, f"There is no {NAME}-VERSION.tar in {box.state}.\n")


# --- a plug that is pulled -------------------------------------------------------------------------------------------


@pytest.mark.thorough(but=["20"])
@pytest.mark.parametrize("moment", range(50))
def test_a_plug_that_is_pulled_during_an_update_leaves_a_table(moment: int, box: Box) -> None:
    """The update is killed after so many fiftieths of the time that it takes here."""
    box.take(NEW)
    copy = Box.__new__(Box)
    copy.__dict__.update(box.__dict__)
    copy.root = box.folder / "copy"
    shutil.copytree(box.root, copy.root, symlinks=True)
    began = time.monotonic()
    copy.done("install", "--lite")
    whole_s = time.monotonic() - began
    update = subprocess.Popen(
        ["./run", "install", "--root", str(box.root), "--python", str(box.python), "--lite"],
        cwd=box.project,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    time.sleep(whole_s * moment / 50)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(update.pid, signal.SIGKILL)
    update.wait()
    assert box.table() in ("table old", "table new")
    assert (box.state / "games.sqlite").read_text() == "two games"
    box.done("install", "--lite")
    assert box.table() == "table new"
    assert len(list((box.opt / "versions").iterdir())) == 2
