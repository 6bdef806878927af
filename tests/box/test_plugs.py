"""The plug is pulled again and again while games play themselves: nothing shown is lost."""

import json
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.device.settings import VOLUME, load_settings
from companion.journal import Journal
from tests.box.player import volume_after
from tools.box.image import ROOT, Image, run
from tools.box.machine import PATIENCE_S, Hardware, Machine
from tools.soak.evening import missing_events

#: What the player needs besides the companion that is installed.
PLAYER = ("tests/box/player.py", "tests/box/player.sh", "tests/companion/three_keys.py")
GAME = "examples/fox-and-geese/fox_and_geese"
#: A disk with the player, and a console that writes into a file of the host.
PARTS = (
    "-drive if=virtio,format=raw,readonly=on,file={player}"
    " -device virtio-serial-pci -chardev file,id=diary,path={said} -device virtconsole,chardev=diary"
)
FIRST = 'init=/bin/sh -- -c "mount -o ro /dev/vdb /mnt; cd /mnt; exec sh tests/box/player.sh"'
#: The plug is pulled at most so long after the stick is there, or after the first event was shown, in seconds.
MOST_S = 4.0
#: Every so many times it is pulled without waiting for an event: while the journal is opened.
EARLY_EVERY = 4
#: Time between two looks at what the machine says, in seconds.
LOOK_EVERY_S = 0.05


def make_player(folder: Path) -> Path:
    """Make the disk with the player; return its file."""
    root = folder / "player"
    for name in PLAYER:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    shutil.copytree(ROOT / GAME, root / Path(GAME).name)
    disk = root.with_suffix(".img")
    run("mkfs.ext4", "-q", "-d", root, disk, "16M")
    return disk


def parts(player: Path, said: Path) -> Hardware:
    more = PARTS.format(player=player, said=said)
    return Hardware(kernel_words=FIRST, more=more, sound=False, network=False, counts=False)


def await_line(said: Path) -> None:
    """Wait until the machine has said something. Raises TimeoutError."""
    until = time.monotonic() + PATIENCE_S
    while not said.exists() or b"\n" not in said.read_bytes():
        if time.monotonic() > until:
            raise TimeoutError(f"the machine said nothing within {PATIENCE_S:.0f} s")
        time.sleep(LOOK_EVERY_S)


def kept_on(stick: Path, folder: Path) -> Journal:
    """Return the journal on a copy of the stick, whose file system is mended as at a mount."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    disk = folder.with_suffix(".img")
    run("cp", "--sparse=always", stick, disk)
    mended = subprocess.run(["e2fsck", "-p", disk], capture_output=True, text=True, check=False)
    # One stands for what it could mend.
    assert mended.returncode in (0, 1), mended.stdout
    run("debugfs", "-R", f"rdump / {folder}", disk)
    return Journal.open(folder / "games.sqlite")


def may_be(words: bytes, volume: int) -> set[int]:
    """Return the volumes that the file may hold: the one told last, or one of the next two.

    What is on its way to the console when the plug is pulled is never told.
    """
    for line in words[: words.rfind(b"\n") + 1].splitlines():
        match json.loads(line):
            case ["settings", int(kept)]:
                volume = kept
    following = volume_after(volume)
    return {volume, following, volume_after(following)}


def test_no_shown_event_is_lost(
    image: Image, tmp_path: Path, pytestconfig: pytest.Config, note: Callable[[str, object], None]
) -> None:
    player, stick, diary, said = make_player(tmp_path), tmp_path / "stick.img", tmp_path / "diary", tmp_path / "said"
    run("mkfs.ext4", "-q", stick, "64M")
    machine = Machine(image, tmp_path / "machine")
    machine.switch_on(parts(player, said))
    await_line(said)
    assert said.read_text().strip() == '"waits"'
    # All starts go on from here: the disk of the journal is plugged in afterwards, and is as the last one left it.
    machine.save("waits")
    machine.pull_plug()
    plugs = pytestconfig.getoption("--plugs")
    # Another number of plugs is pulled at other moments.
    rng = Random(plugs)
    missing = shown = written = 0
    volume = VOLUME.default
    for number in range(plugs):
        machine.switch_on(parts(player, said), saved="waits")
        machine.plug_in(stick)
        if (number + 1) % EARLY_EVERY:
            await_line(said)
        time.sleep(rng.uniform(0, MOST_S))
        machine.pull_plug()
        words = said.read_bytes()
        assert b"Traceback" not in words, words.decode()
        shown += words.count(b"\n[") - words.count(b'\n["')
        written += words.count(b'["settings"')
        with diary.open("ab") as file:
            file.write(words + b"\n")
        journal = kept_on(stick, tmp_path / "copy")
        missing += missing_events(journal, diary)
        journal.close()
        settings, warnings = load_settings(tmp_path / "copy" / "settings.toml")
        assert not warnings, warnings
        assert settings.volume in may_be(words, volume)
        volume = settings.volume
        note("plugs pulled", number + 1)
        note("events shown", shown)
        note("settings kept", written)
        note("events shown that are missing in the journal", missing)
    assert missing == 0
