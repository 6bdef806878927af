"""Tests of ``companion play`` as systemd starts it: start, ready, signs of life, quick stop.

The stop takes only seconds.
"""

import argparse
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from companion.commands.play import _config, add_arguments
from companion.device.config import Config
from companion.device.config_file import parse_config
from companion.device.errors import UserError
from companion.device.settings import Settings, load_settings, save_settings
from companion.games import DEFAULT_GAME, find_game
from companion.games.choosing import ConfigOfCommand
from companion.main import main
from companion.table.run import TableOptions

# --- what comes first ------------------------------------------------------------------------------------------------


def parse_play_config(*words: str) -> Config:
    """Return the config that `companion play` makes of the words on the command line."""
    parser = argparse.ArgumentParser()
    add_arguments(parser, find_game(DEFAULT_GAME))
    parser.set_defaults(config_of_command=ConfigOfCommand(words))
    return _config(parser.parse_args(words))


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Path at which the config file is looked for."""
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path))
    return tmp_path / "config.toml"


def test_the_command_line_comes_before_the_config_file(place: Path) -> None:
    assert parse_play_config() == Config()
    place.write_text('[buttons]\nadvance = 5\ndraw = 6\n[ring]\nkind = "spi"\nbrightness_percent = 20\n')
    assert parse_play_config().buttons.pins() == {"advance": 5, "draw": 6}
    config = parse_play_config("--buttons", "GPIO17,27", "--leds", "5, BOARD31")
    assert config.buttons.pins() == {"advance": "GPIO17", "draw": 27}
    assert (config.ring.kind, config.ring.leds) == ("leds", (5, "BOARD31"))
    assert config.ring.brightness_percent == 20


def test_what_is_wrong_in_the_usual_file_is_said_and_in_a_named_one_is_refused(
    place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place.write_text("[ring]\ncuont = 4\ncount = 8\n")
    assert parse_play_config().ring.count == 8
    assert 'line 2: there is no key "cuont" in [ring]; did you mean "count"?' in capsys.readouterr().err
    with pytest.raises(UserError, match="cuont"):
        parse_play_config("--config", str(place))
    with pytest.raises(UserError, match="there is no such file; companion config --write"):
        parse_play_config("--config", str(tmp_path / "other.toml"))
    with pytest.raises(UserError, match="--buttons: 4 pins for three buttons"):
        parse_play_config("--buttons", "1,2,3,4")


def test_the_screen_comes_before_the_config_file_for_what_was_changed_there(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    config, _ = parse_config(
        'screen.language = "fr"\nsound.volume_percent = 30\nsound.by_ear = "full"\ngames.speed = 2.0'
    )
    usual = config.settings()
    assert (usual.language, usual.volume, usual.by_ear, usual.speed) == ("fr", 30, "full", 2.0)
    save_settings(replace(usual, volume=90), path, usual)
    assert path.read_text() == "volume = 90\n"
    later, _ = parse_config('screen.language = "de"\nsound.volume_percent = 10')
    settings, _ = load_settings(path, later.settings())
    assert (settings.language, settings.volume, settings.speed) == ("de", 90, Settings().speed)


@pytest.mark.parametrize(
    ("flags", "by_ear"),
    [((), None), (("--by-ear",), "short"), (("--by-ear", "full"), "full"), (("--by-ear", "off"), "off")],
)
def test_by_ear_is_a_flag_with_or_without_a_word(
    flags: Sequence[str], by_ear: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[TableOptions] = []
    monkeypatch.setattr("companion.table.run.run_table", asked.append)
    assert main(["play", "--camera", "none", *flags]) == 0
    assert asked[0].by_ear == by_ear


# --- the process -----------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def ended(process: "subprocess.Popen[str]") -> Iterator[None]:
    """Leave no process behind, whatever happens."""
    try:
        yield
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


def network_sockets(pid: int) -> list[str]:
    """The process's sockets that reach beyond this machine, or could be reached from there."""
    mine = set()
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # Closed meanwhile.
            mine.add(os.readlink(link))
    found = []
    for table in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6"):
        path = Path(f"/proc/{pid}/net/{table}")
        for line in path.read_text().splitlines()[1:] if path.exists() else []:
            if f"socket:[{line.split()[9]}]" in mine:
                found.append(f"{table}: {line}")
    return found


@pytest.mark.skipif(not Path("/proc/self/net/tcp").exists(), reason="there is no /proc to look into")
def test_a_network_socket_would_be_found() -> None:
    assert network_sockets(os.getpid()) == []
    with socket.create_server(("127.0.0.1", 0)):
        assert len(network_sockets(os.getpid())) == 1


@pytest.mark.slow
def test_the_table_tells_systemd_that_it_lives_and_stops_when_told(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[ring]\nkind = "spi"\nspi_device = "/dev/spidev9.9"\n')
    systemd = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    systemd.settimeout(120)
    systemd.bind(os.path.relpath(tmp_path / "notify"))
    folders = {f"{kind}_DIRECTORY": str(tmp_path) for kind in ("STATE", "CACHE", "RUNTIME", "CONFIGURATION")}
    surroundings = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "companion.main", "play", "--camera", "none", "--silent", "--size", "800x480"],
        env={
            **os.environ,
            **folders,
            **surroundings,
            "NOTIFY_SOCKET": str(tmp_path / "notify"),
            "WATCHDOG_USEC": "600000",
        },
        stderr=subprocess.PIPE,
        text=True,
    )
    with systemd, ended(process):
        heard: list[bytes] = []
        while heard.count(b"WATCHDOG=1") < 2:
            heard.append(systemd.recv(4096))
        assert heard[:2] == [b"READY=1", b"WATCHDOG=1"]
        assert any(message.startswith(b"STATUS=page ") for message in heard)
        assert network_sockets(process.pid) == []
        process.send_signal(signal.SIGTERM)
        messages: list[bytes] = []
        while messages[-1:] != [b"STOPPING=1"]:
            messages.append(systemd.recv(4096))
        _, said = process.communicate(timeout=120)
    assert process.returncode == 0
    # There is no such ring here: that was said, in one line, and stopped nothing.
    assert said.count("\n") == 1
    assert "spidev" in said
    assert (tmp_path / "games.sqlite").exists()
