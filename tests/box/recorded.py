"""Recording of a game at the virtual table, to show it to a box: pictures and keys."""

import http.server
import itertools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.games import find_game
from companion.games.finstere_flure.virtual_table.game import some_game
from companion.journal import Journal
from companion.virtual_table.autoplay import Autoplay
from hardware.buttons import Button, Press
from vision.picture import Pixels

KEYS = {Button.ADVANCE: "ret", Button.DRAW: "d", Button.BACK: "backspace"}
#: The game is shown after so many events: it has begun, and the cards are shuffled.
BEGINNING = 2
#: Two qualities of one picture in turn: a camera that gives the very same again and again counts as frozen.
QUALITIES = (90, 92)


@dataclass(frozen=True)
class Act:
    """Act of the players after so many events, on this page: a new picture, or a key."""

    events: int
    page: str
    picture: tuple[bytes, ...] = ()
    key: str = ""


def record(path: Path, *, events: int, seed: int) -> list[Act]:
    """Play a game until it has so many events; write a journal of its `BEGINNING`."""
    game = find_game("finstere-flure")
    start = some_game(2, seed)
    journal = Journal.open(path.with_name("whole.sqlite"))
    autoplay = Autoplay(game.virtual, start, journal, seed=seed)
    acts: list[Act] = []
    before: Pixels | None = None

    def count() -> int:
        return len(autoplay.session.game.events) if autoplay.session.game else 0

    def note(**more: object) -> None:
        if count() >= BEGINNING:
            acts.append(Act(count(), autoplay.session.page.name, **more))  # type: ignore[arg-type]

    do = autoplay.pilot._do

    def press(what: Button | Press | str | None, time_s: float) -> None:
        if isinstance(what, Button):
            note(key=KEYS[what])
        do(what, time_s)

    def note_picture() -> None:
        nonlocal before
        picture = autoplay.camera.latest().picture
        if count() >= BEGINNING and (before is None or not np.array_equal(picture, before)):
            note(picture=encoded(picture))
            before = picture

    autoplay.pilot._do = press  # type: ignore[method-assign]
    while count() < events:
        # The table as the beginning leaves it comes first.
        note_picture()
        autoplay.pilot.act(autoplay.now)
        note_picture()
        autoplay.look()
    first, *others = journal.events(1)[:BEGINNING]
    journal.close()
    beginning = Journal.open(path)
    number = beginning.start(game.rules.id, first)
    for event in others:
        beginning.append(number, event)
    beginning.close()
    return acts


def encoded(picture: Pixels) -> tuple[bytes, ...]:
    return tuple(
        cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, quality))[1].tobytes() for quality in QUALITIES
    )


class NetworkCamera:
    """Camera in the network: gives the picture that it was shown last."""

    def __init__(self) -> None:
        self.port = 0
        self._pictures: Iterator[bytes] = iter(())

    def show(self, pictures: tuple[bytes, ...]) -> None:
        self._pictures = itertools.cycle(pictures)

    @contextmanager
    def switched_on(self) -> Iterator[None]:
        """Answer requests for as long as the context lasts."""
        camera = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                picture = next(camera._pictures)
                self.send_response(200)
                self.send_header("Content-Type", "image/jpeg")
                self.send_header("Content-Length", str(len(picture)))
                self.end_headers()
                self.wfile.write(picture)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
            self.port = server.server_address[1]
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield
            server.shutdown()
