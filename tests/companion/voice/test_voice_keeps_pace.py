"""Tests of a slow voice during the monster's move: it skips steps, and tells nothing late."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from companion.device.settings import Settings
from companion.games.finstere_flure.playback.board_view import MoveFrame
from companion.games.finstere_flure.table.game import TABLE
from companion.journal import Journal
from companion.screen.pages import PlayedPage
from companion.table.session_start import open_session
from companion.voice import Voice
from engine.finstere_flure.events import GameStarted
from engine.finstere_flure.pieces import Colour
from hardware.buttons import Button, Press
from tests.companion.voice.mumbling import Mumbler, until


@dataclass(frozen=True)
class SlowMumbler(Mumbler):
    """Voice that makes no sentence before it is told to go on."""

    goes_on: threading.Event

    def speak(self, text: str, voice: str, words_per_minute: int) -> bytes:
        wav = super().speak(text, voice, words_per_minute)
        assert self.goes_on.wait(5.0)
        return wav


class Telling:
    """A session in which the monster moves, and a slow voice that tells it."""

    def __init__(self, folder: Path) -> None:
        self.espeak = SlowMumbler("mumbler", "1.0", threading.Event())
        object.__setattr__(self.espeak, "asked", [])
        object.__setattr__(self.espeak, "speeds", [])
        self.voice = Voice(None, find_espeak=lambda: self.espeak)
        self.session = open_session(
            Journal.open(folder / "games.sqlite"), Settings(), [TABLE], sees=False, rng=Random(1)
        )
        self.session.start(GameStarted((Colour.RED, Colour.BLUE), Colour.RED))
        for token in ("red-5", "blue-5", "red-4", "blue-4"):
            for target in (token, "stay", "stay"):
                self.session.touch(target, 0.0)
        self.session.press(Press(Button.ADVANCE, held=False), 0.0)
        self.session.announcements()
        self.now = 0.0
        self.session.press(Press(Button.DRAW, held=False), 0.0)
        # The card is turned over without a word; then the monster moves.
        self.play_to(1)

    @property
    def played(self) -> MoveFrame:
        page = self.session.page
        assert isinstance(page, PlayedPage)
        assert isinstance(page.played, MoveFrame)
        return page.played

    @property
    def told(self) -> list[str]:
        return [text for text, _ in self.espeak.asked]

    @property
    def caption(self) -> str:
        """Caption that is to be spoken now."""
        return self.played.playback.caption

    def listen(self) -> None:
        for said in self.session.announcements():
            self.voice.say(said.text, said.level)

    def play_to(self, segment: int) -> None:
        """The move plays on until this beat is shown."""
        while self.played.playback.index < segment:
            self.now += 0.1
            self.session.tick(self.now)
            self.listen()


@pytest.fixture
def telling(tmp_path: Path) -> Iterator[Telling]:
    made = Telling(tmp_path)
    yield made
    made.espeak.goes_on.set()
    made.voice.close()


def test_of_the_steps_shown_meanwhile_only_the_last_is_told(telling: Telling) -> None:
    first = telling.caption
    until(lambda: telling.told == [first])
    telling.play_to(6)
    telling.espeak.goes_on.set()
    until(lambda: not telling.voice.busy)
    assert telling.told == [first, telling.caption]


def test_the_beginning_and_the_end_are_always_told(telling: Telling) -> None:
    first = telling.caption
    until(lambda: telling.told == [first])
    telling.play_to(len(telling.played.playback.segments) - 1)
    telling.espeak.goes_on.set()
    until(lambda: not telling.voice.busy)
    assert telling.told == [first, telling.caption]


def test_a_voice_that_is_quick_enough_tells_every_step(telling: Telling) -> None:
    telling.espeak.goes_on.set()
    captions = [telling.caption]
    for number in range(2, 9):
        until(lambda: not telling.voice.busy)
        telling.play_to(number)
        if telling.caption != captions[-1]:
            captions.append(telling.caption)
    until(lambda: not telling.voice.busy)
    assert len(captions) > 1
    assert telling.told == captions
