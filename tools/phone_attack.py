"""Attack the page for phones, and measure honest phones and the window meanwhile.

    python -m tools.phone_attack               (about three minutes; prints a table)

A window is open (without a display SDL's dummy driver stands in for one), at a player's turn and while the monster
moves. Four honest phones sit in the four seats, each at an address of its own: each asks for the page's words over a
new connection, and changes its language and waits until it is shown so. A stranger and a guest of other addresses do
all their acts at the same time, also as onlookers. Everything but the window runs in processes of its own, with and
without the attack; the last column is the machine's load of a minute.
"""

import argparse
import contextlib
import json
import os
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from itertools import count

if not any(map(os.environ.get, ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"))):
    os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame

from companion.phones.table import PhoneTable
from hardware.buttons import Buttons
from tests.companion.phones.evening import HERE
from tests.companion.phones.phone import TestPhone
from tools.bench_window import PAGES, CountingApp, NoVoice, new_session, open_start_page

SIZE = (1280, 720)
#: Pages of the window on which it is measured.
MEASURED = {name: page for name, page in PAGES.items() if page is not open_start_page}
STRANGER = "127.0.0.9"
GUEST = "127.0.0.8"
#: An honest phone does something so often (seconds).
_EVERY_S = 0.4
#: An honest phone gives up after so long (seconds).
_PATIENCE_S = 10.0
#: Phones join, sit down and the attack begins within so long (seconds).
_WARM_UP_S = 8.0


# --- the attack -------------------------------------------------------------------------------------------------------


class Attack:
    """A stranger and a guest, each of whose acts is done again and again by a thread of its own."""

    def __init__(self, port: int, ticket: str, onlookers: str) -> None:
        self.port, self.ticket, self.onlookers = port, ticket, onlookers
        self.host = f"127.0.0.1:{port}"
        self.joins = f"POST /join HTTP/1.1\r\nHost: {self.host}\r\nOrigin: http://{self.host}\r\n"
        self.json = "Content-Type: application/json\r\n"
        self.done = dict.fromkeys(self.acts(), 0)

    def acts(self) -> dict[str, Callable[[int], None]]:
        """Return the acts: each is told how often it was done before."""
        host = f"Host: {self.host}\r\n"
        begun = {
            "nothing": b"",
            "half a handshake": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(40),
            "half a head": f"GET /words HTTP/1.1\r\n{host}".encode(),
            "half a body": f"{self.joins}{self.json}Content-Length: 900\r\n\r\n{{".encode(),
            "half a body of an onlooker": f"{self.joins}{self.json}Content-Length: 900\r\n\r\n{{".replace(
                "/join", "/watch/join"
            ).encode(),
            "packets of another table": f"GET /table/1/host?after=0 HTTP/1.1\r\n{host}\r\n".encode(),
            "half a second request": f"GET /words HTTP/1.1\r\n{host}\r\nGET /words HTTP/1.1\r\n".encode(),
        }
        return {
            **{name: partial(self._hold, sent) for name, sent in begun.items()},
            "wrong tickets": lambda number: self._post(STRANGER, "/join", {"ticket": f"{number:032x}"}),
            "wrong codes": lambda number: self._post(STRANGER, "/join", {"code": f"{number % 1000000:06}"}),
            "wrong codes of onlookers": lambda number: self._post(
                STRANGER, "/stream/join", {"code": f"{number % 1000000:06}"}
            ),
            "places": self._take_places,
            "pipelined requests": lambda _: self._send(f"GET /words HTTP/1.1\r\n{host}\r\n".encode() * 400),
            "huge heads": lambda _: self._send(f"GET / HTTP/1.1\r\n{host}X: {'a' * 60_000}\r\n\r\n".encode()),
            "other hosts": lambda number: self._send(f"GET / HTTP/1.1\r\nHost: evil{number}.example\r\n\r\n".encode()),
            "two lengths": lambda _: self._send(
                f"{self.joins}{self.json}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET".encode()
            ),
            "touches": self._touch,
            "streams that nobody reads": self._stream,
            "onlookers": self._look_on,
        }

    def run(self, seconds: float) -> None:
        """Do all for so long."""
        until = time.monotonic() + seconds

        def repeat(name: str, act: Callable[[int], None]) -> None:
            while time.monotonic() < until:
                with contextlib.suppress(OSError, AssertionError, ValueError):
                    act(self.done[name])
                self.done[name] += 1
                time.sleep(0.02)

        threads = [threading.Thread(target=repeat, args=named_act, daemon=True) for named_act in self.acts().items()]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(max(0.0, until - time.monotonic()) + 1)

    def _connect(self, own: str = STRANGER) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=2, source_address=(own, 0))

    def _hold(self, sent: bytes, _: int) -> None:
        """Open 220 connections, begin something on each, and hold them for a while."""
        with contextlib.ExitStack() as opened:
            for _ in range(220):
                connection = opened.enter_context(self._connect())
                with contextlib.suppress(OSError):
                    connection.sendall(sent)
            time.sleep(1)

    def _send(self, sent: bytes) -> None:
        with self._connect() as connection:
            connection.sendall(sent)
            while connection.recv(65_536):
                pass

    def _phone(self, own: str) -> TestPhone:
        return TestPhone(f"http://{self.host}/", lambda: None, own=own)

    def _post(self, own: str, path: str, value: object, cookie: str = "") -> None:
        phone = self._phone(own)
        phone.cookie = cookie
        headers = {"Content-Type": "application/json", "Origin": f"http://{self.host}"}
        phone.ask("POST", path, json.dumps(value).encode(), headers)

    def _take_places(self, index: int) -> None:
        self._post(GUEST, "/join", {"ticket": self.ticket, "language": "en", "again": index})

    def _joined(self) -> str:
        phone = self._phone(GUEST)
        phone.post("/join", {"ticket": self.ticket, "language": "en"})
        return phone.cookie

    def _touch(self, index: int) -> None:
        """Touch what is nobody's, another's, late, too long and no text."""
        cookie = self._joined()
        for number in range(60):
            for touched in (
                {"seat": "red"},
                {"do": "move 0", "offer": number + index},
                {"note": "\u4f60" * 500},
                {"note": "\ud83d"},
                {"counter": "a", "value": True},
                {"chosen": ["red"], "at": [number / 60, 0.5]},
                {"hint": True},
            ):
                self._post(GUEST, "/touch", touched, cookie)

    def _stream(self, index: int) -> None:
        """Open streams and read none of them."""
        self._open_streams(index, "", self._joined())

    def _look_on(self, index: int) -> None:
        """Look on, with streams that nobody reads, and try a player's paths."""
        phone = self._phone(GUEST)
        phone.post("/watch/join", {"ticket": self.onlookers, "language": "en"})
        for path in ("/touch", "/watch/touch"):
            self._post(GUEST, path, {"seat": "red"}, phone.cookie.replace("onlooker", "phone"))
        self._open_streams(index, "/watch", phone.cookie)

    def _open_streams(self, index: int, page: str, cookie: str) -> None:
        request = f"GET {page}/events HTTP/1.1\r\nHost: {self.host}\r\nCookie: {cookie}\r\n\r\n".encode()
        with contextlib.ExitStack() as opened:
            for _ in range(12):
                opened.enter_context(self._connect(GUEST)).sendall(request)
            for turn in range(20):
                self._post(GUEST, f"{page}/touch", {"language": ("en", "de")[(turn + index) % 2]}, cookie)


# --- honest phones ----------------------------------------------------------------------------------------------------


def be_honest(port: int, ticket: str, seconds: float) -> None:
    """Be four phones; print how long (ms) each answer and each change took."""
    answers, changes, seats, failed = list[float](), list[float](), ("red", "blue", "green", "yellow"), count()
    barrier = threading.Barrier(len(seats))

    def play(number: int, seat: str) -> None:
        phone = TestPhone(f"http://127.0.0.1:{port}/", lambda: None, own=f"127.0.0.{number + 2}")
        while phone.join("en", ticket=ticket) != 200:
            time.sleep(0.1)
        phone.wait(bool)
        phone.take(seat)
        if barrier.wait() == 0:
            print("seated", flush=True)
        time.sleep(_WARM_UP_S / 2 + number * 0.1)
        until, language = time.monotonic() + seconds, "en"
        while time.monotonic() < until:
            began = time.monotonic()
            try:
                assert phone.ask("GET", "/words")[0] == 200
                answers.append(time.monotonic() - began)
                language, began = "de" if language == "en" else "en", time.monotonic()
                assert phone.post("/touch", {"language": language})[0] == 204
                while phone.shows["language"] != language and time.monotonic() - began < _PATIENCE_S:
                    time.sleep(0.002)
                changes.append(time.monotonic() - began)
            except (OSError, AssertionError):
                next(failed)
            time.sleep(_EVERY_S)
        phone.sleep()

    threads = [threading.Thread(target=play, args=numbered_seat, daemon=True) for numbered_seat in enumerate(seats)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(json.dumps({"answers": answers, "changes": changes, "failed": next(failed)}))


# --- the window -------------------------------------------------------------------------------------------------------


def measure(page: str, seconds: float, *, attacked: bool) -> str:
    """Open a window with this page and phones; return a row of the table."""
    pygame.display.init()
    with new_session(virtual=False) as session:
        MEASURED[page](session)
        session.tick(time.monotonic())
        app = CountingApp(session, announcer=NoVoice(), buttons=Buttons())
        phones = PhoneTable(session, HERE)
        phones.switch_on()
        app.phones = phones
        assert phones._link is not None
        tool, about = [sys.executable, "-m", "tools.phone_attack"], [str(phones._link.port), phones.guests.ticket]
        onlookers = phones.guests.onlookers_ticket
        honest = subprocess.Popen(
            [*tool, "--honest", *about, "--seconds", str(seconds)], stdout=subprocess.PIPE, text=True
        )
        others = [honest]

        def attack_when_all_sit() -> None:
            assert honest.stdout is not None
            if honest.stdout.readline() and attacked:
                longer = ["--seconds", str(seconds + 2 * _WARM_UP_S)]
                others.append(subprocess.Popen([*tool, "--attack", *about, onlookers, *longer], text=True))

        waiting = threading.Thread(target=attack_when_all_sit)
        waiting.start()
        try:
            app.measured_s = (_WARM_UP_S, seconds)
            app.run(SIZE)
            began, ended = app.marks
            # The phones end a little later: the table goes on for them.
            while honest.poll() is None:
                session.tick(time.monotonic())
                phones.tick(time.monotonic())
                time.sleep(0.01)
            waiting.join()
            told = json.loads(honest.communicate()[0])
        finally:
            for process in others:
                process.kill()
                process.wait()
            phones.close()
            pygame.display.quit()
    turns = (ended.turns - began.turns) / (ended.time_s - began.time_s)
    columns = [page, "yes" if attacked else "no", f"{turns:.0f}"]
    for name in ("answers", "changes"):
        most_of_all = statistics.quantiles(told[name], n=20)[-1]
        columns += [f"{1000 * time_s:.0f}" for time_s in (statistics.median(told[name]), most_of_all, max(told[name]))]
    return f"| {' | '.join((*columns, str(told['failed']), f'{os.getloadavg()[0]:.0f}'))} |"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each window is measured (default: 20)")
    parser.add_argument("--honest", nargs=2, metavar=("PORT", "TICKET"), help=argparse.SUPPRESS)
    parser.add_argument("--attack", nargs=3, metavar=("PORT", "TICKET", "ONLOOKERS"), help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.honest:
        be_honest(int(chosen.honest[0]), chosen.honest[1], chosen.seconds)
    elif chosen.attack:
        attack = Attack(int(chosen.attack[0]), *chosen.attack[1:])
        attack.run(chosen.seconds)
    else:
        print(
            "| window | attacked | pictures/s | answer: median, ms | 95 % | at most "
            "| shown: median, ms | 95 % | at most | failed | load |"
        )
        print("|:--|:--|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
        for page in MEASURED:
            for attacked in (False, True):
                print(measure(page, chosen.seconds, attacked=attacked), flush=True)


if __name__ == "__main__":
    main()
