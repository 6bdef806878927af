"""Click, press, drag and resize the real window of a virtual table at random.

    python -m tools.clicks --game lifeboat --minutes 60

The game must still run in the end. Needs Xvfb and xdotool, and nothing of the user's: display, journal and
settings are its own. Prints its progress; the exit status is 1 if the window ended or hung, or if the guard of
its loop had to catch anything.
"""

import argparse
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from companion.device.folders import NAME
from companion.games import GamePart, games_with

#: The screen, and sizes that the window takes.
SCREEN = (1280, 720)
SIZES = (SCREEN, (800, 480), (480, 700), (300, 200), (40, 600), (1, 1))
#: A window that gives no sign of life for so long (seconds) hangs.
HANGS_S = 60.0
#: The window is there after so long (seconds) at the latest.
STARTS_S = 60.0
#: What is pressed: the buttons' twins, what turns and flips pieces, close-ups, long lists, full screen and leaving.
KEYS = ("space", "d", "BackSpace", "Tab", "f", "r", "c", "0", "1", "2", "Page_Down", "Page_Up", "Escape", "x", "Return")
#: The process is held up for so long at times (seconds).
HELD_UP_S = (0.01, 0.05, 0.1, 0.3, 0.5)


class HeartbeatListener:
    """Hears the signs of life that the companion gives to systemd, and the names of its pages."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.setblocking(False)
        self.heard_at = time.monotonic()
        self.pages: Counter[str] = Counter()

    def close(self) -> None:
        """Stop listening."""
        self._socket.close()

    def listen(self) -> None:
        """Take what was sent since the last call."""
        with contextlib.suppress(BlockingIOError):
            while message := self._socket.recv(4096).decode():
                self.heard_at = time.monotonic()
                if message.startswith("STATUS=page "):
                    self.pages[message.removeprefix("STATUS=page ")] += 1


@contextlib.contextmanager
def screen() -> Iterator[str]:
    """Start a screen of its own and yield its name."""
    reading, writing = os.pipe()
    width, height = SCREEN
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            yield f":{told.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


class Mouse:
    """A mouse and a keyboard at a display, which does what chance says."""

    def __init__(self, display: str, rng: Random) -> None:
        self._environment = {**os.environ, "DISPLAY": display}
        self._rng = rng

    def _do(self, *words: object) -> str:
        command = ["xdotool", *map(str, words)]
        done = subprocess.run(command, env=self._environment, capture_output=True, text=True, timeout=30, check=False)
        return done.stdout.strip()

    @property
    def window(self) -> str:
        """The window's number, which is another one after full screen; empty: there is none."""
        return self._do("search", "--onlyvisible", "--class", ".").split("\n")[-1]

    def key(self, name: str) -> None:
        """Press a key."""
        self._do("key", name)

    def _point(self) -> tuple[int, int]:
        return self._rng.randrange(SCREEN[0]), self._rng.randrange(SCREEN[1])

    def act(self) -> None:
        """Click, drag, press a key, or resizes."""
        what = self._rng.random()
        x, y = self._point()
        if what < 0.4:
            self._do("mousemove", x, y, "click", self._rng.choice((1, 1, 1, 1, 3, 4, 5)))
        elif what < 0.5:
            self._do("mousemove", x, y, "click", "--repeat", "2", "--delay", "60", 1)
        elif what < 0.75:
            to = [
                word
                for _ in range(self._rng.randrange(1, 4))
                for word in ("mousemove", *self._point(), "sleep", "0.05")
            ]
            self._do("mousemove", x, y, "mousedown", 1, *to, "mouseup", 1)
        elif what < 0.78:
            self._do("mousemove", x, y, self._rng.choice(("mousedown", "mouseup")), 1)
        elif what < 0.82:
            self._do("mousemove", x, y, "mousedown", 1, "sleep", "1.2", "mouseup", 1)
        elif what < 0.97:
            self.key(self._rng.choice(KEYS))
        elif what < 0.98:
            self._do("keydown", "space", "sleep", "1.2", "keyup", "space")
        else:
            self._do("windowsize", self.window, *self._rng.choice(SIZES))
            if self._rng.random() < 0.7:
                self._do("sleep", "0.5", "windowsize", self.window, *SCREEN)


def click(game: str, minutes: float, seed: int, *, autoplay: bool) -> list[str]:
    """Run the window of a game and click; return what went wrong."""
    rng = Random(seed)
    with tempfile.TemporaryDirectory() as name, screen() as display:
        folder = Path(name)
        ear, mouse = HeartbeatListener(folder / "notify"), Mouse(display, rng)
        state = folder / "state"
        environment = {
            **os.environ,
            "DISPLAY": display,
            "SDL_VIDEODRIVER": "x11",
            "SDL_AUDIODRIVER": "dummy",
            "XDG_STATE_HOME": str(state),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "NOTIFY_SOCKET": str(ear.path),
            "WATCHDOG_USEC": "6000000",
            "PYTHONFAULTHANDLER": "1",
        }
        for variable in ("RUNTIME_DIRECTORY", "STATE_DIRECTORY", "WAYLAND_DISPLAY", "COMPANION_GUARD"):
            environment.pop(variable, None)
        command = [sys.executable, "-m", "companion.main", "play", "--game", game, "--virtual", "--silent", "--kiosk"]
        command += ["--seed", str(seed), *(["--autoplay"] if autoplay else [])]
        with open(folder / "log", "w+", encoding="utf-8") as log:
            process = subprocess.Popen(command, env=environment, stderr=log, stdout=log)
            try:
                troubles = _click_on(process, mouse, ear, rng, minutes)
            finally:
                process.send_signal(signal.SIGCONT)
                process.terminate()
                try:
                    process.wait(30)
                except subprocess.TimeoutExpired:
                    process.kill()
            log.seek(0)
            told = log.read()
        reports = [path.read_text(encoding="utf-8") for path in sorted((state / NAME / "reports").glob("*"))]
        if "Traceback" in told or "Fatal Python error" in told or "failed that should not" in told:
            troubles.append(f"the log:\n{told[-4000:]}")
        troubles += [f"a report:\n{report}" for report in reports]
        ear.close()
        print(f"{game}, seed {seed}: pages {dict(ear.pages.most_common())}", flush=True)
        return troubles


def _click_on(
    process: "subprocess.Popen[bytes]", mouse: Mouse, ear: HeartbeatListener, rng: Random, minutes: float
) -> list[str]:
    began = time.monotonic()
    while not mouse.window:
        if process.poll() is not None or time.monotonic() - began > STARTS_S:
            return ["there is no window"]
        time.sleep(0.5)
    # A kiosk fills the screen, and has nothing to leave for.
    mouse.key("F11")
    until, acts = time.monotonic() + 60 * minutes, 0
    while time.monotonic() < until:
        ear.listen()
        if process.poll() is not None:
            return [f"the window ended after {acts} acts, with the status {process.returncode}"]
        if time.monotonic() - ear.heard_at > HANGS_S:
            # The log then says where: PYTHONFAULTHANDLER.
            process.send_signal(signal.SIGABRT)
            return [f"the window hung after {acts} acts"]
        mouse.act()
        acts += 1
        if rng.random() < 0.1:
            process.send_signal(signal.SIGSTOP)
            time.sleep(rng.choice(HELD_UP_S))
            process.send_signal(signal.SIGCONT)
        elif rng.random() < 0.05:
            # What was begun may go on.
            time.sleep(rng.uniform(1.0, 6.0))
    print(f"{acts} acts in {minutes:g} minutes", flush=True)
    return []


def main() -> int:
    """Run the tool; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=games_with(GamePart.VIRTUAL), required=True)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--autoplay", action="store_true", help="the game plays itself until a press takes it over")
    args = parser.parse_args()
    for program in ("Xvfb", "xdotool"):
        if shutil.which(program) is None:
            print(f"{program} is missing; apt-get install xvfb xdotool brings it", file=sys.stderr)
            return 2
    troubles = click(args.game, args.minutes, args.seed, autoplay=args.autoplay)
    for trouble in troubles:
        print(trouble, file=sys.stderr)
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
