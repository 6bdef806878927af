"""Virtual machine by labgrid's QEMU driver: a screen, a keyboard and a plug to pull."""

import functools
import json
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from labgrid import Environment
from labgrid.driver import QEMUDriver, ShellDriver

from tools.box.image import PASSWORD, Image, run
from vision.picture import Pixels

#: As much as a small Raspberry Pi has.
MEMORY = "1024M"
CORES = 2
#: Longest wait for anything, in seconds: without KVM on a busy computer a start takes minutes.
PATIENCE_S = 1800.0
#: Looks at the screen so far apart leave the processor to the machine, in seconds.
LOOK_EVERY_S = 5.0
#: A key that is held this long is a long press, in seconds of the machine.
HOLD_S = 2.0
#: A console has so many colours at most; a page with smooth letters has more.
CONSOLE_COLOURS = 16
#: A screen that is the same for so many seconds shows its page in full.
STILL_S = 4.0
#: A machine with KVM that has said nothing after so many seconds hangs.
KVM_TRIAL_S = 20
#: Without KVM the machine's clock counts instructions, one a nanosecond: however busy the computer is that emulates it,
#: no watchdog of the machine barks for that, and what it measures is the same each time.
TCG = "-accel tcg -icount shift=0,sleep=on"
#: The kernel of this release hangs there as soon as it starts a second core.
ONE_CORE = "bookworm"
#: The same without counting, on all cores of the computer: for scenes that measure nothing and have no watchdog.
QUICK_TCG = "-accel tcg,thread=multi"
#: Without KVM: the oldest that all packages run on. What newer ones can do is slow when it is emulated.
PROCESSOR = "Nehalem"
KERNEL_WORDS = "console=tty1 console=ttyS0 rw quiet loglevel=3 net.ifnames=0 consoleblank=0 no_timer_check panic=-1"
SOUND = "-audiodev wav,id=sound,path={wav} -device intel-hda -device hda-output,audiodev=sound"


@dataclass(frozen=True)
class Hardware:
    """Parts of the machine; `clock`: the time of its clock chip, as QEMU takes it.

    `counts`: without KVM, its time is that of the instructions.
    """

    clock: str = "utc"
    sound: bool = True
    network: bool = True
    counts: bool = True
    kernel_words: str = "cloud-init=disabled"
    more: str = ""


def shows_page(pixels: Pixels) -> bool:
    """Return True if the picture of the screen shows more than a console's letters."""
    return len(np.unique(pixels[::2, :, 1])) > CONSOLE_COLOURS


@functools.cache
def has_kvm(kernel: Path) -> bool:
    """Return True if this kernel starts with KVM.

    There are computers on which KVM opens and then hangs.
    """
    command = ["qemu-system-x86_64", "-machine", "q35,accel=kvm", "-cpu", "host", "-kernel", str(kernel), "-no-reboot"]
    command += ["-append", "console=ttyS0 panic=-1", "-display", "none", "-serial", "stdio"]
    try:
        done = subprocess.run(command, capture_output=True, timeout=KVM_TRIAL_S, check=False)
    except subprocess.TimeoutExpired:
        return False
    return b"Linux version" in done.stdout


@dataclass
class Machine:
    """Machine with a disk of its own in `folder`, which begins as the image.

    The disk lasts when the plug is pulled.
    """

    image: Image
    folder: Path
    hardware: Hardware = field(default_factory=Hardware)

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.disk = self.folder / "disk.qcow2"
        if not self.disk.exists():
            self.new_disk()
        self.sound = self.folder / "sound.wav"
        self.started_s = 0.0

    def new_disk(self) -> None:
        """Begin again with the disk of the image."""
        self.disk.unlink(missing_ok=True)
        run("qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", self.image.disk, self.disk)

    def copy(self, folder: Path) -> "Machine":
        """Return a machine with a copy of this one's disk, and what was saved in it."""
        folder.mkdir(parents=True, exist_ok=True)
        run("cp", "--sparse=always", self.disk, folder / self.disk.name)
        return Machine(self.image, folder, self.hardware)

    def switch_on(self, hardware: Hardware | None = None, saved: str = "") -> None:
        """Start the machine; `hardware`: other parts from now on; `saved`: the state to go on with."""
        self.hardware = hardware or self.hardware
        settings = self.folder / "labgrid.yaml"
        # JSON is YAML.
        settings.write_text(json.dumps(self._settings(saved)))
        target = Environment(str(settings)).get_target("main")
        self._shell = target.get_driver(ShellDriver, activate=False)
        self._qemu = target.get_driver(QEMUDriver)
        self._target = target
        self.started_s = time.monotonic()
        self._qemu.on()

    def pull_plug(self) -> None:
        """Kill the machine, as when its plug is pulled."""
        self._qemu._child.kill()
        self._qemu._child.wait()
        self._qemu.status = 0
        self._target.cleanup()

    def save(self, name: str) -> None:
        """Keep the running machine's memory and disk under this name, in the disk's file."""
        if said := self._say(f"savevm {name}"):
            raise OSError(said)

    def plug_in(self, stick: Path) -> None:
        """Plug in a USB stick with the contents of this file."""
        self._say(f"drive_add 0 if=none,id=stick,format=raw,file={stick}")
        self._say("device_add usb-storage,drive=stick,removable=on")

    def _say(self, line: str) -> str:
        """Give QEMU's monitor a line; return its answer."""
        return str(self._qemu.monitor_command("human-monitor-command", {"command-line": line}))

    def await_off(self) -> None:
        """Wait until the machine has switched itself off; its plug may be pulled then."""
        self._qemu._child.wait(PATIENCE_S)

    def shell(self, command: str, timeout_s: float = 300.0) -> str:
        """Return the output of a command of root, on the serial console.

        Raises ExecutionError if it fails.
        """
        self._target.activate(self._shell)
        return "\n".join(self._shell.run_check(command, timeout=timeout_s))

    def forget_console(self) -> None:
        """Log in anew: the machine has started again."""
        self._target.deactivate(self._shell)

    def press(self, *keys: str) -> None:
        """Press keys one after the other, by QEMU's names ("ret", "spc", "left", "a")."""
        for key in keys:
            self._qemu.monitor_command("send-key", {"keys": [{"type": "qcode", "data": key}]})
            # A keyboard keeps eight keys; those that come faster than a slow machine takes them are lost.
            self.shell("sleep 0.2")

    def hold(self, key: str) -> None:
        """Hold a key down for as long as a long press takes."""
        keys = [{"type": "qcode", "data": key}]
        self._qemu.monitor_command("send-key", {"keys": keys, "hold-time": round(HOLD_S * 1000)})
        # By the clock of the machine, which may be slow.
        self.shell(f"sleep {HOLD_S}")

    def screen(self, picture: Path | None = None) -> Pixels:
        """Return the picture on the screen (BGR), and keep it as this PNG."""
        path = picture or self.folder / "screen.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        self._qemu.monitor_command("screendump", {"filename": str(path.resolve()), "format": "png"})
        pixels = cv2.imread(str(path))
        if pixels is None:
            raise OSError(f"QEMU wrote no picture into {path}")
        return np.asarray(pixels)

    def await_still(self) -> Pixels:
        """Wait until the screen stays as it is; return its picture."""
        before = self.screen()
        while True:
            time.sleep(STILL_S)
            pixels = self.screen()
            if np.array_equal(pixels, before):
                return pixels
            before = pixels

    def await_page(self, name: str, timeout_s: float = PATIENCE_S) -> None:
        """Wait until the companion tells systemd that it shows the page of this name."""
        self.await_true(lambda: f"page {name}" in self.status(), f"the page {name}", timeout_s)

    def await_true(self, check: Callable[[], bool], wanted: str, timeout_s: float = PATIENCE_S) -> float:
        """Wait until `check` holds; return the seconds since the machine was switched on.

        Raises TimeoutError.
        """
        until = time.monotonic() + timeout_s
        while not check():
            if time.monotonic() > until:
                raise TimeoutError(f"{wanted} did not come within {timeout_s:.0f} s")
            time.sleep(LOOK_EVERY_S)
        return time.monotonic() - self.started_s

    def status(self) -> str:
        """Return the state that the companion tells systemd; empty while it does not run.

        Of one that has ended systemd still has the last word.
        """
        unit = "finstere-flure-companion"
        return self.shell(f"if systemctl is-active -q {unit}; then systemctl show -P StatusText {unit}; fi")

    def _settings(self, saved: str) -> dict[str, object]:
        hardware = self.hardware
        fast = has_kvm(self.image.kernel)
        cores = 1 if hardware.counts and not fast and self.image.kernel.parent.name == ONE_CORE else CORES
        words = f"-initrd {self.image.initrd} -smp {cores} -rtc base={hardware.clock},clock=vm -vga none"
        words += " -device virtio-vga -device qemu-xhci -device usb-kbd -device usb-tablet"
        words += " -accel kvm" if fast else f" {TCG if hardware.counts else QUICK_TCG}"
        if saved:
            words += f" -loadvm {saved}"
        if hardware.sound:
            words += " " + SOUND.format(wav=self.sound)
        return {
            "targets": {
                "main": {
                    "drivers": {
                        "QEMUDriver": {
                            "qemu_bin": "qemu",
                            "machine": "q35",
                            "cpu": "host" if fast else PROCESSOR,
                            "memory": MEMORY,
                            "display": "fb-headless",
                            "kernel": "kernel",
                            "disk": "disk",
                            "nic": "user,model=virtio-net-pci" if hardware.network else "none",
                            "extra_args": f"{words} {hardware.more}",
                            "boot_args": f"{KERNEL_WORDS} {hardware.kernel_words}",
                        },
                        "ShellDriver": {
                            "prompt": r"(?:\x1b\[\?2004h)?root@box:[^ ]+# ",
                            "login_prompt": " login: ",
                            "username": "root",
                            "password": PASSWORD,
                            "login_timeout": int(PATIENCE_S),
                            "await_login_timeout": 10,
                        },
                    }
                }
            },
            "tools": {"qemu": shutil.which("qemu-system-x86_64")},
            "images": {"kernel": str(self.image.kernel), "disk": str(self.disk)},
        }
