"""The soundtrack of a film: each chime and sentence at its moment."""

import io
import wave
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

from companion.device.settings import Settings
from companion.games.finstere_flure.table.game import TABLE
from companion.journal import Journal
from companion.table.session import Announcement, Session
from companion.table.session_start import open_session
from companion.voice import Kind, Level
from companion.voice.espeak import Espeak
from companion.voice.waves import RATE, Wave
from tools.film.soundtrack import Soundtrack


class Tone(Espeak):
    """Voice whose sentences are as loud as they have words, and last a second."""

    def voice_for(self, language: str) -> str | None:  # type: ignore[override]
        return language

    def speak(self, text: str, voice: str, words_per_minute: int) -> bytes:  # noqa: ARG002 - one voice
        file = io.BytesIO()
        with wave.open(file, "wb") as wav:
            wav.setnchannels(1)
            wav.setsampwidth(2)
            wav.setframerate(RATE)
            wav.writeframes(np.full(RATE, 1000 * len(text.split()), np.int16).tobytes())
        return file.getvalue()


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    journal = Journal.open(tmp_path / "film.sqlite")
    yield open_session(journal, Settings(), [TABLE], sees=False, rng=Random(1))
    journal.close()


def mixed(session: Session, espeak: Espeak | None, *told: tuple[float, Announcement]) -> Wave:
    clock = [0.0]
    sound = Soundtrack(lambda: clock[0])
    for clock[0], said in told:
        sound.announce(said)
    return sound.mix(session, 10.0, 5.0, espeak)


def words_at(sound: Wave, seconds: float) -> int:
    """Number of words of the sentence that is heard then."""
    return round(float(sound[round(seconds * RATE)]) * 32.768)


def test_a_chime_is_heard_at_its_moment_without_a_voice(session: Session) -> None:
    sound = mixed(session, None, (11.0, Announcement("Two words", Level.PHASE, "turn")))
    assert len(sound) == 5 * RATE
    assert not sound[:RATE].any()
    assert np.abs(sound[RATE : 2 * RATE]).max() > 0.4


def test_a_sentence_waits_for_the_one_before(session: Session) -> None:
    told = (11.0, Announcement("one", Level.PHASE)), (11.5, Announcement("one two", Level.PHASE))
    sound = mixed(session, Tone("", ""), *told)
    assert [words_at(sound, at_s) for at_s in (0.9, 1.1, 1.9, 2.1, 2.9, 3.1)] == [0, 1, 1, 2, 2, 0]


def test_a_more_important_one_cuts_it(session: Session) -> None:
    told = (11.0, Announcement("one", Level.DETAIL)), (11.5, Announcement("one two", Level.PHASE))
    sound = mixed(session, Tone("", ""), *told)
    assert [words_at(sound, at_s) for at_s in (1.4, 1.6, 2.4, 2.6)] == [1, 2, 2, 0]


def test_one_that_came_too_late_is_left_out(session: Session) -> None:
    texts = ("one", "one two", "one two three")
    told = [(11.0 + 0.3 * number, Announcement(text, Level.DETAIL)) for number, text in enumerate(texts)]
    sound = mixed(session, Tone("", ""), *told)
    assert [words_at(sound, at_s) for at_s in (1.9, 2.1, 3.1)] == [1, 3, 0]


def test_what_is_said_by_ear_or_beyond_the_film_is_not_heard(session: Session) -> None:
    told = [
        (9.0, Announcement("one", Level.PHASE)),
        (11.0, Announcement("one two", Level.PHASE, kind=Kind.PAGE)),
        (16.0, Announcement("one two three", Level.PHASE)),
    ]
    assert not mixed(session, Tone("", ""), *told).any()
