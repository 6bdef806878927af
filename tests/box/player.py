"""Player in the machine whose plug is pulled: three buttons play game after game."""

import argparse
import json
import os
import subprocess
import time
from dataclasses import replace
from pathlib import Path
from random import Random

from fox_and_geese.table import TABLE

from companion.device.settings import VOLUME, Settings, load_settings, save_settings
from companion.journal import Journal
from companion.table.first_run import LanguageStep, is_cut_short
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from hardware.buttons import Button
from tests.companion.three_keys import ThreeKeys

#: Share of presses before which somebody changes the volume.
CHANGES = 0.1
#: Time between two looks for the stick, in seconds.
LOOK_EVERY_S = 0.1


def await_stick(stick: Path, folder: Path) -> None:
    """Wait for the disk that the journal is kept on; mount it."""
    while not stick.exists():
        time.sleep(LOOK_EVERY_S)
    subprocess.run(["mount", stick, folder], check=True)


class KeptSettings:
    """Settings in a file; the diary has the volume once it is kept."""

    def __init__(self, file: Path, diary: int) -> None:
        self._file, self._diary = file, diary
        self.new = not file.exists()
        self.settings, warnings = load_settings(file)
        assert not warnings, warnings

    def save(self, settings: Settings) -> None:
        save_settings(settings, self._file)
        os.write(self._diary, f"{json.dumps(['settings', settings.volume])}\n".encode())


def volume_after(volume: int) -> int:
    """Return the volume that is chosen next: one after the other."""
    values = VOLUME.values
    return values[(values.index(volume) + 1) % len(values)] if volume in values else values[0]


def finish_first_run(keys: ThreeKeys) -> None:
    """Go through the pages of the first switch-on."""
    keys.session.open_start_page()
    keys.session.open(LanguageStep(keys.session))
    while keys.session.page.name.startswith("first-"):
        for button in Button if keys.session.page.name == "first-buttons" else (Button.ADVANCE,):
            keys.press(button)
        keys.session.tick(keys.session.now + 0.1)


def press_something(keys: ThreeKeys, rng: Random) -> None:
    """Mark some piece or place and take it, or go on."""
    if rng.random() < CHANGES:
        settings = keys.session.settings
        keys.session.change_settings(replace(settings, volume=volume_after(settings.volume)))
    if keys.session.page.name == "move":
        for _ in range(rng.randrange(1, 4)):
            keys.press(Button.DRAW, held=rng.random() < 0.3)
    if keys.page.keys.advance:
        keys.press(Button.ADVANCE)


def play(session: Session, diary: int, rng: Random) -> None:
    """Go on with the game that is unfinished, or begin one; play it to its end.

    Each event is written into the diary when the screen shows it.
    """
    keys = ThreeKeys(session)
    unfinished = session.journal.latest_unfinished()
    session.open_start_page()
    if unfinished is None:
        keys.choose("new")
        keys.choose("start")
    else:
        session.resume(unfinished.id)
    noted = unfinished.events if unfinished else 0
    while session.page.name != "over":
        press_something(keys, rng)
        session.tick(session.now + 0.1)
        game = session.game
        # What is kept in memory only was told as that.
        if game is None or session.journal.unwritten:
            continue
        for number in range(noted, len(game.events)):
            event = game.rules.event_to_json(game.events[number])
            os.write(diary, f"{json.dumps([session.game_id, number, event])}\n".encode())
        noted = len(game.events)


def main() -> None:
    """Wait until the stick is plugged in; play on until the plug is pulled."""
    parser = argparse.ArgumentParser()
    parser.add_argument("stick", type=Path, help="disk of the journal")
    parser.add_argument("folder", type=Path, help="where it is mounted")
    parser.add_argument("diary", type=Path, help="what the players were shown")
    args = parser.parse_args()
    diary = os.open(args.diary, os.O_WRONLY | os.O_APPEND | os.O_NOCTTY)
    os.write(diary, b'"waits"\n')
    await_stick(args.stick, args.folder)
    journal = Journal.open(args.folder / "games.sqlite")
    kept = KeptSettings(args.folder / "settings.toml", diary)
    rng = Random(sum(record.events for record in journal.games()))

    def save(changed: Settings) -> None:
        # As at a table: in the midst of the first run nothing is kept.
        if not (kept.new and is_cut_short(session.step)):
            kept.save(changed)

    around = SessionContext(save_settings=save)
    session = open_session(journal, kept.settings, [TABLE], sees=False, around=around, rng=rng)
    if kept.new:
        finish_first_run(ThreeKeys(session))
    while True:
        play(session, diary, rng)


if __name__ == "__main__":
    main()
