"""Tests of install, update and removal: by --dry-run, and below another root.

There a stand-in replaces pip.
"""

import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from companion.device.config import WIRED
from companion.device.config_file import load_config
from companion.games import game_options
from tests import ROOT

NAME = "finstere-flure-companion"
HELPERS = (
    *("power-off.path", "power-off.service", "stick.path", "stick.service"),
    *("install.path", "install.service"),
)
UNITS = (f"{NAME}.service", *(f"finstere-flure-{name}" for name in HELPERS))

#: Makes a virtual environment that runs the program under test in place of one that pip would fetch packages for.
#: The file `broken` beside it makes pip fail as it does without a network.
STAND_IN = f"""#!/bin/sh
case "$*" in
--version) echo Python 3.11.2 ;;
"-c import sys"*) ;;
"-m venv"*)
    mkdir -p "$4/bin"
    cp "$0" "$4/bin/python"
    ;;
*"/install/run_pip.py install"*)
    [ ! -e {{folder}}/broken ] || exit 1
    for source in "$@"; do :; done
    case "$*" in
    *"--require-hashes -r"*) grep -q -- --hash=sha256: "$source" && exit 0 || exit 1 ;;
    *"--no-deps --no-build-isolation"*) ;;
    *) echo "unexpected: $*" >&2; exit 9 ;;
    esac
    [ -f "$source/pyproject.toml" ] && [ -d "$source/companion/fonts" ] || exit 1
    # The game that an update must play would take its seconds in each test.
    printf '#!/bin/sh\\n[ "$1" = play ] || exec {sys.executable} -m companion.main "$@"\\n' >"$(dirname "$0")/companion"
    chmod +x "$(dirname "$0")/companion"
    ;;
"-c import importlib"*) exit 1 ;;
*) echo "unexpected: $*" >&2; exit 9 ;;
esac
"""

needs_systemd = pytest.mark.skipif(
    not (shutil.which("systemctl") and shutil.which("systemd-sysusers")), reason="systemd is not installed"
)


class Machine:
    """A folder that stands for a whole machine, and what `./run` says about it."""

    def __init__(self, folder: Path, project: Path) -> None:
        """`project`: the source that is installed from."""
        self.folder, self.project = folder, project
        self.root = folder / "root"
        self.root.mkdir()
        self.python = folder / "python"
        self.python.write_text(STAND_IN.replace("{folder}", str(folder)))
        self.python.chmod(0o755)

    def run(self, command: str, *options: str) -> "subprocess.CompletedProcess[str]":
        python = ("--python", str(self.python)) if command == "install" else ()
        return subprocess.run(
            ["./run", command, "--root", str(self.root), *python, *options],
            cwd=self.project,
            env={**os.environ, "PYTHONPATH": str(ROOT), "SUDO_USER": ""},
            capture_output=True,
            text=True,
            check=False,
        )

    def done(self, command: str, *options: str) -> str:
        """Run the command and return its output; fail if it fails."""
        result = self.run(command, *options)
        assert result.returncode == 0, result.stdout + result.stderr
        return result.stdout

    def files(self) -> dict[str, tuple[int, bytes]]:
        """Return everything below the root, with modes, links and contents."""
        return {
            str(path.relative_to(self.root)): (path.lstat().st_mode, _content(path)) for path in self.root.rglob("*")
        }

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path


def _content(path: Path) -> bytes:
    if path.is_symlink():
        return os.readlink(path).encode()
    return path.read_bytes() if path.is_file() else b""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source as it was when the tests began: a version is known by its files."""
    folder = tmp_path_factory.mktemp("project")
    for name in ("companion", "engine", "hardware", "vision", "install", "systemd"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "locale"))
    for name in ("run", "pyproject.toml", "constraints.txt", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, folder)
    return folder


@pytest.fixture
def machine(tmp_path: Path, project: Path) -> Machine:
    return Machine(tmp_path, project)


@pytest.fixture(scope="module")
def once_installed(tmp_path_factory: pytest.TempPathFactory, project: Path) -> Machine:
    """Return a machine on which root installed it with a narrow umask; nobody changes it."""
    machine = Machine(tmp_path_factory.mktemp("installed"), project)
    before = os.umask(0o077)
    try:
        machine.done("install", "--lite")
    finally:
        os.umask(before)
    return machine


@pytest.fixture
def installed(machine: Machine, once_installed: Machine) -> Machine:
    """Return a machine of the test's own on which it is installed."""
    shutil.copytree(once_installed.root, machine.root, symlinks=True, dirs_exist_ok=True)
    return machine


# --- without changing anything ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [("--lite",), ("--desktop", "--user", "nobody")])
def test_a_dry_run_tells_and_changes_nothing(options: tuple[str, ...], machine: Machine) -> None:
    said = machine.done("install", "--dry-run", *options)
    assert machine.files() == {}
    assert said.startswith("Nothing is changed; this is what would be done.")
    for part in (
        "python3-picamera2",
        "-m venv --system-site-packages",
        "run_pip.py install",
        UNITS[0],
        "config --wired",
    ):
        assert part in said
    assert "Nothing is changed" in machine.done("uninstall", "--dry-run")


def test_a_dry_run_needs_no_root_and_no_rights() -> None:
    said = subprocess.run(
        ["./run", "install", "--dry-run", "--lite", "--python", sys.executable],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert f"would run: install -D -m 644 {ROOT}/systemd/{UNITS[0]} /etc/systemd/system/{UNITS[0]}" in said
    assert not Path(f"/etc/systemd/system/{UNITS[0]}").exists()


# --- on a machine without a desktop ----------------------------------------------------------------------------------


@pytest.mark.slow
@needs_systemd
def test_all_is_in_its_place(once_installed: Machine) -> None:
    system = once_installed.root / "etc/systemd/system"
    for unit in UNITS:
        assert (system / unit).read_text() == (ROOT / "systemd" / unit).read_text()
    watchdog = system.with_name("system.conf.d") / f"{NAME}.conf"
    assert watchdog.read_text() == (ROOT / "systemd/watchdog.conf").read_text()
    enabled = system / "multi-user.target.wants" / UNITS[0]
    assert os.readlink(enabled) == f"/etc/systemd/system/{UNITS[0]}"
    program = once_installed.root / f"opt/{NAME}/current/bin/companion"
    assert "companion" in subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    assert os.readlink(once_installed.root / "usr/local/bin/companion") == f"/opt/{NAME}/current/bin/companion"
    config = once_installed.root / f"etc/{NAME}/config.toml"
    assert load_config(config, game_options()) == (WIRED, ())
    assert stat.S_IMODE(config.stat().st_mode) == 0o644
    assert "finstere-flure:" in (once_installed.root / "etc/passwd").read_text()


@pytest.mark.slow
@needs_systemd
def test_everybody_can_read_what_root_installs_with_a_narrow_umask(once_installed: Machine) -> None:
    opt, config = once_installed.root / "opt", once_installed.root / f"etc/{NAME}/config.toml"
    for path in (opt, *opt.rglob("*"), config):
        assert path.is_symlink() or os.stat(path).st_mode & 0o004, path
        assert not path.is_dir() or os.stat(path).st_mode & 0o001, path


@pytest.mark.slow
@needs_systemd
def test_a_second_time_changes_nothing(installed: Machine) -> None:
    before = installed.files()
    assert "Program: up to date" in installed.done("install", "--lite")
    assert installed.files() == before


@pytest.mark.slow
@needs_systemd
def test_an_update_keeps_games_settings_and_config_and_the_version_before(installed: Machine) -> None:
    kept = [
        installed.write(f"var/lib/{NAME}/games.sqlite", "games"),
        installed.write(f"var/lib/{NAME}/settings.toml", "volume = 10\n"),
        installed.write(f"etc/{NAME}/config.toml", "[ring]\ncount = 16\n"),
        installed.write(f"etc/systemd/system/{UNITS[0]}.d/mine.conf", "[Service]\n"),
    ]
    before = [path.read_bytes() for path in kept]
    versions = installed.root / f"opt/{NAME}/versions"
    old = next(versions.iterdir()).rename(versions / "older")
    (versions.parent / "current").unlink()
    (versions.parent / "current").symlink_to("versions/older")
    assert "config.toml stays as it is" in installed.done("install", "--lite")
    (new,) = set(versions.iterdir()) - {old}
    assert os.readlink(versions.parent / "current") == f"versions/{new.name}"
    assert os.readlink(versions.parent / "previous") == "versions/older"
    assert [path.read_bytes() for path in kept] == before


@pytest.mark.slow
@needs_systemd
def test_a_config_that_is_not_right_any_more_is_told(installed: Machine) -> None:
    installed.write(f"etc/{NAME}/config.toml", "[ring]\ncuont = 16\n")
    result = installed.run("install", "--lite")
    assert result.returncode == 0
    assert 'line 2: there is no key "cuont" in [ring]; did you mean "count"?' in result.stderr
    assert "Please mend it" in result.stdout


@pytest.mark.slow
@needs_systemd
def test_an_update_that_fails_leaves_the_old_version_running(installed: Machine) -> None:
    opt = installed.root / f"opt/{NAME}"
    next((opt / "versions").iterdir()).rename(opt / "versions/older")
    (opt / "current").unlink()
    (opt / "current").symlink_to("versions/older")
    before = installed.files()
    (installed.folder / "broken").touch()
    result = installed.run("install", "--lite")
    assert result.returncode == 2
    assert result.stderr.endswith("is there a connection to the network? What was there stays.\n")
    assert installed.files() == before


@pytest.mark.parametrize(
    ("folder", "free_kb", "wheels", "reason"),
    [
        ("new", 900_000, "none", "is there a connection to the network?"),
        ("new", 2_048, "none", "the disk has only 2 MB left: free some."),
        ("missing", 900_000, "none", "nothing can be written to missing: is the disk full, or not yours?"),
        ("new", 900_000, "wheels", "the archive's own packages did not fit: fetch it anew."),
    ],
)
def test_a_failed_pip_is_told_by_what_kept_it_from_its_work(
    folder: str, free_kb: int, wheels: str, reason: str, tmp_path: Path
) -> None:
    for name in ("new", "wheels"):
        (tmp_path / name).mkdir()
    free = f"df() {{ printf 'Filesystem Blocks Used Available\n/dev/x 1 1 {free_kb}\n'; }}"
    command = f". {ROOT / 'install/versions.sh'}; {free}; new={folder}; wheels={wheels}; why_no_packages"
    told = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == reason


@pytest.mark.slow
@needs_systemd
def test_what_was_begun_and_not_finished_is_begun_again(installed: Machine) -> None:
    (version,) = (installed.root / f"opt/{NAME}/versions").iterdir()
    (version / "complete").unlink()
    (version / "bin/companion").write_text("half a file")
    installed.done("install", "--lite")
    assert "companion.main" in (version / "bin/companion").read_text()


@pytest.mark.slow
@needs_systemd
def test_uninstalling_takes_everything_back_but_games_settings_and_config(installed: Machine) -> None:
    games = installed.write(f"var/lib/{NAME}/games.sqlite", "games")
    installed.write(f"var/cache/{NAME}/voice/hello.wav", "sound")
    said = installed.done("uninstall")
    left = {name for name, (mode, _) in installed.files().items() if not stat.S_ISDIR(mode)}
    # What systemd-sysusers writes below another root belongs to that root's users.
    users = {f"etc/{name}" for name in ("passwd", "group", "shadow", "gshadow", ".pwd.lock")}
    assert left - users == {f"var/lib/{NAME}/games.sqlite", f"etc/{NAME}/config.toml"}
    assert str(games.parent) in said
    installed.done("uninstall", "--purge")
    assert not games.parent.exists()
    assert not (installed.root / f"etc/{NAME}").exists()
    assert "Done." in installed.done("uninstall")


# --- on a desktop ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@needs_systemd
def test_on_a_desktop_it_starts_with_it_in_place_of_the_console(installed: Machine) -> None:
    home = installed.root / "nonexistent"  # The home of the user nobody.
    installed.done("install", "--desktop", "--user", "nobody")
    assert (home / f".config/autostart/{NAME}.desktop").exists()
    assert load_config(home / f".config/{NAME}/config.toml", game_options()) == (WIRED, ())
    assert (installed.root / f"etc/systemd/user/{UNITS[0]}").read_text() == (
        ROOT / "systemd/user" / UNITS[0]
    ).read_text()
    for folder in ("system", "system.conf.d"):
        assert not list((installed.root / "etc/systemd" / folder).rglob("finstere*"))
    installed.done("uninstall", "--user", "nobody")
    assert not (home / f".config/autostart/{NAME}.desktop").exists()
    assert not list((installed.root / "etc/systemd").rglob("finstere*"))
    assert (home / f".config/{NAME}/config.toml").exists()


@pytest.mark.parametrize(("shows_one", "mode"), [(True, "desktop"), (False, "lite")])
def test_a_system_that_wants_a_desktop_and_has_none_is_one_without(shows_one: bool, mode: str, tmp_path: Path) -> None:
    manager = tmp_path / "display-manager.service"
    if shows_one:
        manager.touch()
    choose = f""". install/common.sh; set_places; desktop={manager}
        systemctl() {{ echo graphical.target; }}; choose_mode; echo $mode"""
    done = subprocess.run(["sh", "-euc", choose], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"{mode}\n"


# --- what the owner of the machine must do ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "firmware", "told", "not_told"),
    [
        ("Raspberry Pi 5 Model B Rev 1.0", "#dtparam=spi=on\n", ["dtparam=spi=on", "camera_auto_detect=1"], ["core"]),
        ("Raspberry Pi 4 Model B", "camera_auto_detect=1\n", ["dtparam=spi=on", "core_freq_min=500"], ["camera_a"]),
        ("Raspberry Pi Zero 2 W", "dtparam=spi=on\ndtoverlay=imx708\n", ["core_freq=250"], ["spi=on", "camera_auto"]),
        ("Raspberry Pi 5", "dtparam=spi=on\ncamera_auto_detect=1\n", ["SPI and camera are switched on"], ["add"]),
    ],
)
def test_the_firmwares_settings_are_explained_and_never_edited(
    model: str, firmware: str, told: list[str], not_told: list[str], machine: Machine
) -> None:
    machine.write("proc/device-tree/model", f"{model}\0")
    path = machine.write("boot/firmware/config.txt", firmware)
    said = machine.done("install", "--dry-run", "--lite").partition("Firmware")[2]
    assert all(words in said for words in told), said
    assert not any(words in said for words in not_told), said
    assert path.read_text() == firmware


# --- what is not right -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "options", "words"),
    [
        ("install", ("--ligth",), "There is no option '--ligth'; ./run install --help tells them."),
        ("install", ("--desktop", "--user", "nobody-at-all"), "There is no user 'nobody-at-all'"),
        ("install", ("--user",), "--user needs a name."),
        ("install", ("--lite", "--python", "/bin/false"), "Python 3.11 or newer is needed"),
        ("uninstall", ("--all",), "There is no option '--all'"),
        ("uninstall", ("--root", "/nowhere"), "--root needs a folder that is there."),
    ],
)
def test_what_is_not_right_is_said_in_one_line(
    command: str, options: tuple[str, ...], words: str, machine: Machine
) -> None:
    result = machine.run(command, *options)
    assert result.returncode == 2
    assert result.stderr.startswith(words)
    assert result.stderr.count("\n") == 1
    assert machine.files() == {}


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("shellcheck"), reason="shellcheck is not installed")
def test_the_scripts_are_sound() -> None:
    scripts = ["run", *(str(path.relative_to(ROOT)) for path in (ROOT / "install").glob("*.sh"))]
    result = subprocess.run(["shellcheck", "-x", *scripts], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.stdout == ""
