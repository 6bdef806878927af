"""Soundtrack of a film: what the program announces, each chime and sentence at its moment."""

import io
import wave
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from companion.device.language import language_in_use
from companion.device.settings import WORDS_PER_MINUTE, Settings
from companion.table.session import Announcement, Session
from companion.voice import Kind, Level
from companion.voice.espeak import Espeak
from companion.voice.waves import RATE, Wave, samples_of
from companion.voice.wording import reading_text

#: A sentence waits for the end of a chime at most so long (seconds), as at the table.
_LONGEST_CHIME_S = 0.7
#: The loudest sample.
_PEAK = 32_768


@dataclass
class _Sentence:
    """Sentence that is heard from `start_s` on, in seconds of the film."""

    start_s: float
    wave: Wave
    level: Level

    @property
    def end_s(self) -> float:
        return self.start_s + len(self.wave) / RATE


class Soundtrack:
    """Announcer that notes what is said, and when; `mix` makes the sound of it."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """`clock` is the session's, in seconds."""
        self._clock = clock
        self._heard: list[tuple[float, Announcement]] = []

    def announce(self, said: Announcement) -> None:
        """Note an announcement that is heard at every table."""
        if said.kind in (Kind.NOTE, Kind.EVENT):
            self._heard.append((self._clock(), said))

    def follow(self, settings: Settings) -> None:
        """Do nothing: a film has one voice."""

    def sound_devices_changed(self, *, lost: bool) -> None:
        """Do nothing: no device is open."""

    def mix(self, session: Session, begin_s: float, seconds: float, espeak: Espeak | None) -> Wave:
        """Return the sound (-1..1) of so many seconds from `begin_s` on.

        Without espeak-ng there are chimes alone."""
        whole, chime_until_s = np.zeros(round(seconds * RATE)), 0.0
        sentences: list[_Sentence] = []
        heard = [(at_s - begin_s, said) for at_s, said in self._heard if begin_s <= at_s < begin_s + seconds]
        for number, (at_s, said) in enumerate(heard):
            if said.chime:
                chime = samples_of(session.table_game.voice.chime(said.chime)) / _PEAK
                chime_until_s = at_s + len(chime) / RATE
                _lay(whole, chime, at_s)
            if not said.text or espeak is None:
                continue
            start_s = max(at_s, min(chime_until_s, at_s + _LONGEST_CHIME_S))
            if sentences and sentences[-1].end_s > start_s:
                if said.level > sentences[-1].level:
                    sentences[-1].wave = sentences[-1].wave[: round((start_s - sentences[-1].start_s) * RATE)]
                else:
                    start_s = sentences[-1].end_s
            # What is told while a sentence waits takes its place, unless it matters less.
            if not any(
                text.text and text.level >= said.level and told_s < start_s for told_s, text in heard[number + 1 :]
            ):
                spoken = reading_text(session.table_game.voice.spoken(said.text))
                sentences.append(_Sentence(start_s, _speech(espeak, spoken), said.level))
        for sentence in sentences:
            _lay(whole, sentence.wave, sentence.start_s)
        return np.clip(whole, -1.0, 1.0)


def _speech(espeak: Espeak, text: str) -> Wave:
    """Return a sentence as the voice says it, RATE samples a second."""
    voice = espeak.voice_for(language_in_use())
    assert voice is not None, "espeak-ng speaks all languages of the program"
    with wave.open(io.BytesIO(espeak.speak(text, voice, WORDS_PER_MINUTE.default))) as wav:
        assert wav.getframerate() == RATE
        samples = np.frombuffer(wav.readframes(wav.getnframes()), np.int16)
    return samples / _PEAK


def _lay(whole: Wave, part: Wave, at_s: float) -> None:
    """Add a part to the whole from a moment on; what reaches beyond the end is cut off."""
    start = round(at_s * RATE)
    part = part[: max(0, len(whole) - start)]
    whole[start : start + len(part)] += part
