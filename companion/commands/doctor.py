"""``companion doctor``: check every part of the box; say what is wrong and what to do."""

import argparse
import getpass
import platform
import re
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from companion.device.checks import blanking, camera_check, machine, outputs, persistence, storage, wiring
from companion.device.checks.finding import Finding, Severity, wrong
from companion.device.config import Config
from companion.device.files import write_whole
from companion.device.outputs import keep
from companion.device.plain_text import plain
from companion.device.settings import default_settings_path
from companion.games import CompanionGame, game_options
from companion.games import checks as game_checks
from companion.games.choosing import ConfigOfCommand
from companion.journal import checks as journal_checks
from companion.journal import default_journal_path
from companion.phones import checks as phones_checks
from companion.sheets.manifest import tags_of
from companion.table.photo import photo_of
from companion.voice import checks as voice_checks
from vision.addresses import masked
from vision.calibration.gates import LEAST_PX_PER_MODULE
from vision.calibration.resolution import px_per_module
from vision.model.profile import load_profile
from vision.sources.camera import Frame
from vision.sources.opening import open_camera

Check = Callable[[], Iterator[Finding]]
PROGRAM = ("packages", "readers", "games")
"""Checks that an update must pass, whatever is plugged in and whatever else is installed."""


def add_arguments(parser: argparse.ArgumentParser, game: CompanionGame) -> None:  # noqa: ARG001 - as every command
    """Declare the command's arguments."""
    parser.add_argument("--program", action="store_true", help="only the program's own parts")
    parser.add_argument("--report", metavar="FILE", help="also write all that is found to a file, for a bug report")
    parser.add_argument("--config", metavar="FILE", help="the config file (default: the one in its place)")
    parser.add_argument("--camera", metavar="SOURCE", help="the camera to look through (default: that of the config)")


def run(args: argparse.Namespace) -> int:
    """Print one line for each thing; return 0 if nothing is wrong, else 1. Raises UserError."""
    asked: ConfigOfCommand = args.config_of_command
    config_path, (config, _) = asked.path, asked.read
    lines = []
    hindered = 0
    only = PROGRAM if args.program else None
    for finding in findings(config, config_path, args.camera or config.camera.source, args.companion_game, only):
        hindered += finding.severity is Severity.WRONG
        lines.append(plain(f"{finding.severity:6}{finding.subject + ':':14}{finding.text}"))
        print(lines[-1], flush=True)
    todo = "1 thing is" if hindered == 1 else f"{hindered} things are"
    lines.append(f"{todo} to be done, see WRONG above." if hindered else "Nothing is wrong.")
    print(lines[-1])
    if args.report:
        written = [f"companion doctor, {time.strftime('%Y-%m-%d %H:%M UTC', time.gmtime())}", "", *lines, "", "Config:"]
        text = "\n".join([*written, *_said(config_path)]) + "\n"
        keep(args.report, [config_path, default_settings_path(), Path(config.games.journal or default_journal_path())])
        write_whole(Path(args.report), remove_personal_data(text).encode())
        print(f"{args.report} is written; it holds no names, folders of yours or addresses. Attach it to your report.")
    return 1 if hindered else 0


def findings(
    config: Config, config_path: Path, source: str, game: CompanionGame, only: Collection[str] | None = None
) -> Iterator[Finding]:
    """Yield all findings, or those of the checks `only`, in the order in which to fix them.

    A check that fails itself is a finding, too.
    """
    journal = Path(config.games.journal) if config.games.journal else default_journal_path()
    model, boot = (machine.read_system_text(path) for path in ("/proc/device-tree/model", "/boot/firmware/config.txt"))
    checks: dict[str, Check] = {
        "versions": machine.versions,
        "packages": machine.packages,
        "readers": machine.readers,
        "temperature": machine.temperature,
        "supply": machine.supply,
        "disk": lambda: storage.disk(journal.parent),
        "persistence": lambda: persistence.persistence((journal.parent, default_settings_path().parent)),
        "journal": lambda: journal_checks.journal(journal),
        "games": game_checks.games,
        "config": lambda: storage.config(config_path, game_options()),
        "settings": lambda: storage.settings(default_settings_path(), game_options()),
        "display": outputs.display,
        "blanking": lambda: blanking.blanking(config.screen.driver),
        "fonts": outputs.fonts,
        "sound": voice_checks.sound,
        "voices": voice_checks.voices,
        "pins": lambda: wiring.pins(config),
        "SPI clock": lambda: wiring.bus_clock(config, model, boot),
        "camera": camera_check.cameras,
        "network": lambda: camera_check.network(source),
        "phones": lambda: phones_checks.phones(config.phones),
        "flicker": lambda: camera_check.flicker(source, config.camera.mains_hz),
        "picture": lambda: camera_check.picture(
            source,
            lambda frame: _read(frame, config, game),
            open_source=lambda chosen: open_camera(chosen, mains_hz=config.camera.mains_hz),
        ),
    }
    for subject in only or checks:
        try:
            yield from checks[subject]()
        except Exception as error:  # a doctor who faints helps nobody
            yield wrong(subject, f"could not be looked at ({type(error).__name__}: {error}); please report this")


def _read(frame: Frame, config: Config, game: CompanionGame) -> Iterator[Finding]:
    """Yield the findings about the table in one frame.

    Raises VisionError.
    """
    readings = game.readings
    catalogue = tags_of(readings.tags, config.camera.tags)
    profile = load_profile(config.camera.profile) if config.camera.profile else None
    began = time.monotonic()
    photo = photo_of(frame.picture, catalogue, readings, profile=profile)
    spent_ms = 1000 * (time.monotonic() - began)
    registration = photo.reading.registration
    least = min(px_per_module(registration.camera, catalogue).values())
    text = (
        f"the board is found by {len(registration.references)} of {len(catalogue.references)} reference tags, "
        f"{readings.count(photo.table)}, read in {spent_ms:.0f} ms; {least:.1f} pixels a module where it is coarsest"
    )
    enough = least >= LEAST_PX_PER_MODULE[catalogue.code]
    hint = "" if enough else "; hang the camera lower or choose a higher resolution (companion camera-height)"
    yield Finding("reading", Severity.OK if enough else Severity.WRONG, text + hint)
    if photo.reading.unreadable:
        yield wrong("reading", f"cannot be read: {', '.join(photo.reading.unreadable)}; is there glare or a shadow?")


def remove_personal_data(text: str) -> str:
    """Remove user name, machine name, home folder and personal parts of addresses from a text."""
    text = text.replace(str(Path.home()), "~")
    text = re.sub(r"(/home/|/Users/)[^/\s]+", r"\1USER", text)
    # Whatever follows the scheme may be a name, a password or an address in somebody's home.
    text = re.sub(r"\b([a-z][a-z0-9+.-]*://)[^\s\"']+", r"\1...", masked(text))
    for name, instead in ((_user(), "USER"), (platform.node(), "HOST")):
        if len(name) > 2 and name != "root":
            text = re.sub(rf"\b{re.escape(name)}\b", instead, text)
    return text


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return ""


def _said(path: Path) -> list[str]:
    """Return the config file without its comments."""
    lines = (line.split("#")[0].strip() for line in machine.read_system_text(str(path)).splitlines())
    return [line for line in lines if line] or ["the defaults hold"]
