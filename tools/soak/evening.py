"""Process of the evening: the table as on the box, with all devices.

These are window, watcher, steady camera, ring, buttons and voice. It plays games on a journal, continues
unfinished ones, with faults all the while. Beside the journal it keeps a diary: each event, once it has been
shown to the players as kept. If anything kills the process, the events in the diary must be in the journal.
"""

import contextlib
import ctypes
import gc
import io
import json
import os
import tempfile
import threading
import time
import wave
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pygame
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.device.config import ButtonsConfig, Config, RingConfig
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.game import VIRTUAL, some_game
from companion.games.finstere_flure.virtual_table.piece_things import PieceThings
from companion.journal import Journal
from companion.table import watcher
from companion.table.camera_table import CameraTable
from companion.table.run import TableOptions, run_table
from companion.table.session import Session
from companion.table.undo_step import UndoStep
from companion.virtual_table.autopilot import Autopilot
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.table import VirtualTable
from companion.virtual_table.table_source import SharedTableCamera
from companion.voice.loudspeaker import Loudspeaker
from engine.finstere_flure.events import Faces, GameStarted, SetUp
from engine.finstere_flure.game import Game
from engine.finstere_flure.gamefile import event_from_json, event_to_json
from hardware.buttons import HOLD_S, Button, Press
from tools.soak.clocks import SPEED
from tools.soak.faults import Faults, FaultyCamera
from vision.decode.alignment import refine_corners
from vision.sources.camera import Camera, Frame

#: The pins of the buttons, and of the ring's lights.
BUTTONS = {Button.ADVANCE: 17, Button.DRAW: 27, Button.BACK: 22}
LIGHTS = (5, 6, 13, 19)
#: Time for which a finger presses (seconds).
PRESSED_S = 0.2
#: Time for which it does not press again (seconds): the screen has answered then.
RESTS_S = 2.5
#: Mean number of events after which players take something back.
UNDO_EVERY = 60
#: Greatest number of events that they take back.
MOST_UNDONE = 6
#: Time for which nothing goes on (seconds of the games' clock) before it can be our mistake.
STUCK_S = 400.0
#: Time of a processor that this process must have had since (seconds): then it is our mistake.
STUCK_WORK_S = 40.0


class Fingers:
    """Press the buttons' pins, one at a time and once for what is asked."""

    def __init__(self, pins: MockFactory) -> None:
        self._pins = pins
        self._since = float("-inf")
        self._waiting: tuple[Button, object] | None = None

    def press(self, button: Button, step: object, time_s: float) -> None:
        """Press for a moment; soon after another press, wait and check the step.

        If a button was pressed a moment ago, this press comes later, if it is still about this step then. A press
        that lasted as long as a hold is made anew in the same way.
        """
        if time_s - self._since < RESTS_S:
            self._waiting = button, step
            return
        self._since, self._waiting = time_s, None
        pin, began_s = self._pins.pin(BUTTONS[button]), time.monotonic()
        pin.drive_low()
        time.sleep(PRESSED_S / SPEED)
        pin.drive_high()
        if time.monotonic() - began_s >= HOLD_S:
            # The machine stood still meanwhile.
            self._waiting = button, step

    def tick(self, step: object, time_s: float) -> None:
        """Do what has waited."""
        if self._waiting and time_s - self._since >= RESTS_S:
            button, asked_by = self._waiting
            self._waiting = None
            if asked_by is step:
                self.press(button, step, time_s)


class FingersAutopilot(Autopilot):
    """Hands on the pieces, fingers on the pins."""

    def __init__(self, session: Session, table: VirtualTable, seed: int, fingers: Fingers) -> None:
        super().__init__(session, table, VIRTUAL.players(session, table, seed))
        self._fingers = fingers

    def _do(self, what: Button | Press | str | None, time_s: float) -> None:
        if isinstance(what, Button):
            self._fingers.press(what, self.session.step, time_s)
        else:
            super()._do(what, time_s)


class SoakRoom:
    """Virtual table under a camera that fails, watched as a real one is.

    Hands play game after game.
    """

    widget = None

    def __init__(self, session: Session, evening: "Evening") -> None:
        self.session, self._evening = session, evening
        self._table: VirtualTable | None = None
        self._camera: SharedTableCamera | None = None
        self._live: CameraTable | None = None
        self._pilot: FingersAutopilot | None = None
        self._fingers = Fingers(evening.pins)

    def _open(self) -> Camera:
        assert self._camera is not None
        return FaultyCamera(self._camera, self._evening.faults)

    def _begin(self, time_s: float) -> None:
        """Begin the next game: the unfinished one, or a new one."""
        session, evening = self.session, self._evening
        unfinished = session.journal.latest_unfinished()
        if unfinished is None:
            start, seed = next(evening.starts)
        else:
            first = event_from_json(json.loads(session.journal.events(unfinished.id)[0]))
            assert isinstance(first, GameStarted)
            start, seed = first, unfinished.id
        self.close()
        table = self._table = VIRTUAL.table_before(start, seed)
        self._camera = SharedTableCamera(VirtualCamera(table, seed=seed))
        if unfinished is None:
            session.table_game.begin(session, start, {})
        else:
            session.resume(unfinished.id)
        self._live = CameraTable(session, self._open, lambda _: table.catalogue)
        self._pilot = FingersAutopilot(session, table, seed, self._fingers)
        evening.begins(session, resumed=unfinished is not None, time_s=time_s)

    def tick(self, time_s: float) -> None:
        """Hand, camera and faults go on."""
        session, evening = self.session, self._evening
        evening.faults.tick(time_s)
        self._fingers.tick(session.step, time_s)
        if self._pilot is None or self._live is None:
            self._begin(time_s)
            return
        VIRTUAL.hurry(session.step)
        self._take_back(time_s)
        self._pilot.act(time_s)
        assert self._camera is not None
        assert self._table is not None
        self._camera.show(self._table)
        self._live.tick(time_s)
        evening.note(session, time_s)
        if evening.is_stuck(time_s):
            frame = self._live.newest()
            raise RuntimeError(f"nothing goes on at the table{_kept(frame, session.game_id)}: {session.page}")
        if session.game is not None and session.running_step.is_end and not session.journal.unwritten:
            # What a picture that is just being read takes for a moment is not what the process keeps.
            self.close()
            self._pilot = self._table = self._camera = None
            for pin in (*BUTTONS.values(), *LIGHTS):
                evening.pins.pin(pin).clear_states()
            evening.ends(session, time_s)
            if evening.over(session):
                session.quit()
        elif evening.enough:
            session.quit()

    def _take_back(self, time_s: float) -> None:
        """Undo now and then what players have just done."""
        session, evening = self.session, self._evening
        game = session.game
        if game is None or not evening.chooses_undo(len(game.events)):
            return
        session.press(Press(Button.BACK, held=False), time_s)
        if isinstance(session.step, UndoStep):
            # Not before each event can be gone back: a card and the monster's way are one thing.
            keep = evening.faults.rng.choice([row.id for row in session.step.rows()[:MOST_UNDONE] if row.id])
            evening.undoes(session, int(keep))
            session.touch(keep, time_s)

    def pressed(self, time_s: float) -> None:
        """Invalidate everything that the camera saw before."""
        if self._live:
            self._live.pressed(time_s)

    def handle(self, _event: pygame.event.Event, /) -> bool:
        """Return False: nobody touches the table through the window."""
        return False

    def close(self) -> None:
        """Let go of the camera."""
        if self._live:
            self._live.close()
            self._live = None


class Evening:
    """Evening of one process: faults, diary, log."""

    def __init__(self, folder: Path, disk: Path, *, games: int, most_events: int | None, seed: int) -> None:
        self.faults = Faults(Random(f"faults {seed}"), disk)
        self.starts = kinds_of_games(seed)
        self.pins = MockFactory(pin_class=MockPWMPin)
        self._diary, self._log = folder / "diary.jsonl", folder / "log.jsonl"
        self._games, self._most_events = games, most_events
        self._noted = self._shown = self._undone = 0
        self._ended: int | None = None
        self._resumed, self._began_s = False, 0.0
        self._went_on_s = self._went_on_work_s = 0.0

    @property
    def enough(self) -> bool:
        """True if as many events as wanted have been shown."""
        return self._most_events is not None and self._shown >= self._most_events

    def over(self, session: Session) -> bool:
        """Return True if as many games as wanted have been played."""
        return sum(record.finished for record in session.journal.games()) >= self._games

    def begins(self, session: Session, *, resumed: bool, time_s: float) -> None:
        """Note that a game begins, or goes on."""
        self._resumed, self._began_s = resumed, time_s
        self._advances(time_s)
        self._noted = len(session.game.events) if session.game else 0
        self._undone = 0

    def note(self, session: Session, time_s: float) -> None:
        """Write the events that the players have seen into the diary.

        They are as the session has them, not the journal.
        """
        game = session.game
        # What is kept in memory only was told as that.
        if game is None or session.journal.unwritten or len(game.events) == self._noted:
            return
        self._advances(time_s)
        for number in range(self._noted, len(game.events)):
            self._write([session.game_id, number, event_to_json(game.events[number])])
        self._shown += max(0, len(game.events) - self._noted)
        self._noted = len(game.events)

    def is_stuck(self, time_s: float) -> bool:
        """Return True if nothing has gone on for so long that it would be our mistake."""
        worked_s = time.process_time() - self._went_on_work_s
        return time_s - self._went_on_s > STUCK_S and worked_s > STUCK_WORK_S

    def _advances(self, time_s: float) -> None:
        self._went_on_s, self._went_on_work_s = time_s, time.process_time()

    def chooses_undo(self, events: int) -> bool:
        """Return True if somebody takes something back now."""
        return events > self._noted - 1 and events > 20 and self._noted == events and self._by_chance(events)

    def _by_chance(self, events: int) -> bool:
        if events <= self._undone:
            return False
        self._undone = events
        return self.faults.rng.random() < 1 / UNDO_EVERY

    def undoes(self, session: Session, keep: int) -> None:
        """Note that the events from this one on will not be missed any more."""
        self._write([session.game_id, keep, None])
        self._noted = keep
        self.faults.counts["undo"] += 1

    def ends(self, session: Session, time_s: float) -> None:
        """Log the end of a game.

        While the disk is full the next one cannot begin, and this one stays.
        """
        game = session.game
        assert game is not None
        if session.game_id == self._ended:
            return
        self._ended = session.game_id
        self.faults.end()
        line = {
            "game": session.game_id,
            "resumed": self._resumed,
            "events": len(game.events),
            "same_as_replay": Game.replay(game.events).state == game.state,
            "faults": dict(self.faults.counts),
            "clock_s": time_s - self._began_s,
        }
        self.faults.counts.clear()
        write_line(self._log, line | footprint())

    def _write(self, entry: list[Any]) -> None:
        # The diary survives the process, and that is all that it must survive.
        with self._diary.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")


def _kept(frame: Frame | None, game: int | None) -> str:
    """Keep what the camera saw last for whoever mends the mistake, and say where."""
    if frame is None:
        return ""
    path = Path(tempfile.gettempdir()) / f"soak-stuck-in-game-{game}.png"
    cv2.imwrite(str(path), frame.picture)
    return f", which {path} shows"


def missing_events(journal: Journal, diary: Path) -> int:
    """Return the number of the diary's events that are missing or changed in the journal."""
    if not diary.exists():
        return 0
    shown: dict[int, dict[int, Any]] = {}
    for line in diary.read_text(encoding="utf-8").splitlines():
        try:
            game, number, event = json.loads(line)
        except ValueError:
            continue  # It was being written when the process was killed.
        events = shown.setdefault(game, {})
        if event is None:
            shown[game] = {before: event for before, event in events.items() if before < number}
        else:
            events[number] = event
    kept = {record.id: [json.loads(line) for line in journal.events(record.id)] for record in journal.games()}
    return sum(
        number >= len(kept.get(game, ())) or kept[game][number] != event
        for game, events in shown.items()
        for number, event in events.items()
    )


def kinds_of_games(seed: int) -> Iterator[tuple[GameStarted, int]]:
    """Yield games of all sizes and kinds, without end."""
    number = seed
    while True:
        rng = Random(number)
        players = rng.randint(2, 7)
        start = some_game(
            players,
            number,
            {
                "set_up": str(rng.choice(list(SetUp))),
                "dm_placing": rng.random() < 0.3,
                "dm_end": rng.random() < 0.3,
                "five_as_three": rng.random() < 0.5,
                "faces": str(rng.choice(list(Faces))),
            },
        )
        yield start, number
        number += 1


def warm_caches() -> None:
    """Make the pictures and symbols of all tags once and keep them.

    Otherwise they would look like a leak when they come.
    """
    catalogue = make_catalogue()
    pieces = PieceThings(catalogue)
    for tag in catalogue.tags:
        if tag.kind not in ("reference", "card"):
            pieces.make(tag.id, (0.0, 0.0), 0.0)
    payloads = [tag.payload for tag in catalogue.tags]
    square = np.array([(10.0, 10.0), (52.0, 10.0), (52.0, 52.0), (10.0, 52.0)])
    for borders in (48, 120, 160):
        refine_corners(
            np.full((64, 64), 255, np.uint8),
            payloads,
            catalogue.code,
            np.repeat(square[None], len(payloads), axis=0),
            borders=borders,
        )


def footprint() -> dict[str, int]:
    """Memory that is resident (kB), open files and threads of this process.

    What the C library keeps of freed memory for later is given back before.
    """
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").malloc_trim(0)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    resident_kb = pages * os.sysconf("SC_PAGE_SIZE") // 1024
    return {
        "resident_kb": resident_kb,
        "files": len(os.listdir("/proc/self/fd")),
        "threads": threading.active_count(),
    }


def play_evening(folder: Path, disk: Path, *, games: int, most_events: int | None, seed: int) -> None:
    """Play until the journal holds so many finished games, or so many events were played.

    Writes a line to the log after each game.
    """
    evening = Evening(folder, disk, games=games, most_events=most_events, seed=seed)
    watcher.LOOKS_PER_S = 5.0 * SPEED
    speak = Loudspeaker.speak
    Loudspeaker.speak = lambda self, wav, volume: SPEED * speak(self, hurried(wav), volume)  # type: ignore[method-assign]
    Device.pin_factory = evening.pins
    warm_caches()
    advance, draw, back = BUTTONS.values()
    config = Config(
        buttons=ButtonsConfig(advance=advance, draw=draw, back=back), ring=RingConfig(kind="leds", leds=LIGHTS)
    )
    run_table(
        TableOptions(
            [VIRTUAL.table],
            virtual=lambda session: SoakRoom(session, evening),
            journal=disk / "games.sqlite",
            kiosk=True,
            size=(800, 480),
            config=config,
        )
    )
    evening.faults.end()


def hurried(wav: bytes) -> bytes:
    """Return a sound's beginning, as long as the whole lasts on the games' clock."""
    file = io.BytesIO()
    with wave.open(io.BytesIO(wav)) as whole, wave.open(file, "wb") as part:
        part.setparams(whole.getparams())
        part.writeframes(whole.readframes(int(whole.getnframes() / SPEED)))
    return file.getvalue()


def write_line(log: Path, line: dict[str, Any]) -> None:
    """Add a line of JSON to a file."""
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
