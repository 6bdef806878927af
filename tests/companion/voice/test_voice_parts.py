"""The parts of the voice: espeak-ng, the kept WAV files, the chimes."""

import io
import os
import shutil
import time
import wave
from pathlib import Path

import numpy as np
import pytest

from companion.device.language import COMPLETE
from companion.device.settings import VOICE, WORDS_PER_MINUTE
from companion.games.finstere_flure.table.game import TABLE
from companion.voice.cache import WavCache
from companion.voice.chimes import CHIMES
from companion.voice.espeak import Espeak, SpeechError
from companion.voice.waves import PEAK, RATE, samples_of
from tests.companion.voice.mumbling import silence

needs_espeak = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")


def program(folder: Path, script: str) -> None:
    """Put a program of the name of espeak-ng into a folder."""
    path = folder / "espeak-ng"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@needs_espeak
@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "Red's turn."), ("de", "Rot ist am Zug."), ("fr", "Au tour de Rouge."), ("zh", "轮到红方。")],
)
def test_every_language_is_spoken(language: str, text: str) -> None:
    espeak = Espeak.find()
    assert espeak is not None
    assert espeak.version[0].isdigit()
    voice = espeak.voice_for(language)
    assert voice is not None
    with wave.open(io.BytesIO(espeak.speak(text, voice, 155))) as wav:
        assert wav.getnchannels() == 1
        assert 0.5 < wav.getnframes() / wav.getframerate() < 4
        samples = np.frombuffer(wav.readframes(wav.getnframes()), np.int16)
    assert np.abs(samples).max() > 3_000


@needs_espeak
@pytest.mark.parametrize("variant", [value for value in VOICE.values if value != VOICE.default])
def test_every_voice_that_can_be_chosen_sounds_unlike_the_usual_one(variant: str) -> None:
    espeak = Espeak.find()
    assert espeak is not None
    for language in COMPLETE:
        voice = espeak.voice_for(language)
        assert voice is not None
        assert espeak.speak("Rot 7", espeak.varied(voice, variant), 155) != espeak.speak("Rot 7", voice, 155), language


@needs_espeak
def test_speech_is_as_fast_as_it_is_asked_for() -> None:
    espeak = Espeak.find()
    assert espeak is not None
    text = "Move the red token from the entrance to the seventh row, and push the stone."
    slow, usual, fast = (len(espeak.speak(text, "en-gb", speed)) for speed in (100, WORDS_PER_MINUTE.default, 440))
    assert slow > 1.3 * usual
    assert fast < 0.5 * usual


@needs_espeak
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Red's turn. Move one token, or let it stay where it is."),
        ("de", "Rot ist am Zug. Zieht eine Figur, oder lasst sie stehen, wo sie ist."),
        ("fr", "Au tour de Rouge. Déplacez un pion, ou laissez-le où il est."),
        ("zh", "轮到红方。请走一个角色，或者让它留在原处不动。"),
    ],
)
def test_twelve_words_are_made_long_before_they_must_begin(language: str, text: str) -> None:
    espeak = Espeak.find()
    assert espeak is not None
    voice = espeak.voice_for(language)
    assert voice is not None
    took = []
    for _ in range(7):
        start = time.perf_counter()
        espeak.speak(text, voice, 155)
        took.append(time.perf_counter() - start)
    assert min(took) < 0.15, "half of what a press may take until the first word"


def test_every_language_of_the_program_has_voices_to_look_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, "cat")  # whatever it is given to read, it can
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    espeak = Espeak.find()
    assert espeak is not None
    assert all(espeak.voice_for(language) for language in COMPLETE)
    assert espeak.voice_for("tlh") is None


def test_a_chinese_voice_that_reads_english_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, '[ "$2" = cmn ] && echo "(en)h@U(cmn)" || echo "xau2"')
    monkeypatch.setenv("PATH", str(tmp_path))
    espeak = Espeak.find()
    assert espeak is not None
    assert espeak.voice_for("zh") == "cmn-latn-pinyin"


@needs_espeak
def test_no_text_is_taken_for_an_option() -> None:
    espeak = Espeak.find()
    assert espeak is not None
    with wave.open(io.BytesIO(espeak.speak("--version", "en-gb", 155))) as wav:
        assert wav.getnframes() > 0


def test_without_the_program_there_is_no_espeak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert Espeak.find() is None
    program(tmp_path, "exit 1")
    assert Espeak.find() is None


@pytest.mark.parametrize(
    ("script", "reason"), [("echo no such voice >&2; exit 1", "no such voice"), ("echo hello", "made no sound of 'Hi'")]
)
def test_a_program_that_fails_says_why(tmp_path: Path, script: str, reason: str) -> None:
    program(tmp_path, script)
    with pytest.raises(SpeechError, match=reason):
        Espeak(str(tmp_path / "espeak-ng"), "1").speak("Hi", "en", 155)


# --- the kept files ----------------------------------------------------------------------------------------------


def test_a_sound_is_found_again_by_its_whole_key(tmp_path: Path) -> None:
    cache = WavCache(tmp_path / "made" / "wav")
    cache.put(silence(0.1), "1.51", "de", "Rot")
    assert cache.get("1.51", "de", "Rot") == silence(0.1)
    assert cache.get("1.52", "de", "Rot") is None
    assert cache.get("1.51", "d", "eRot") is None


def test_what_was_not_used_for_longest_makes_room(tmp_path: Path) -> None:
    cache = WavCache(tmp_path, largest_bytes=3 * len(silence(0.1)))
    for number, name in enumerate("abc"):
        cache.put(silence(0.1), name)
        newest = max(tmp_path.iterdir(), key=lambda path: path.stat().st_mtime_ns)
        os.utime(newest, (number, number))
    assert cache.get("a") is not None  # used again just now
    cache.put(silence(0.1), "d")
    assert [name for name in "abcd" if cache.get(name) is None] == ["b"]


def test_the_cache_removes_what_a_pulled_plug_left(tmp_path: Path) -> None:
    part = tmp_path / ".0123456789abcdef.wav.12345678"
    part.touch()
    os.utime(part, (0, 0))
    WavCache(tmp_path)
    assert not part.exists()


def test_a_damaged_file_is_as_none(tmp_path: Path) -> None:
    cache = WavCache(tmp_path)
    for damage in (b"", b"RIFF", silence(0.1)[:-50]):
        cache.put(silence(0.1), "a")
        next(tmp_path.iterdir()).write_bytes(damage)
        assert cache.get("a") is None


def test_a_folder_that_cannot_be_written_is_given_up_with_one_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = WavCache(tmp_path / "file")
    for name in "ab":
        cache.put(silence(0.1), name)
        assert cache.get(name) is None
    assert len(caplog.records) == 1


# --- chimes ------------------------------------------------------------------------------------------------------


ALL_CHIMES = {**CHIMES, **TABLE.voice.chimes}


@pytest.mark.parametrize("name", ALL_CHIMES)
def test_a_chime_is_short_even_and_does_not_click(name: str) -> None:
    samples = samples_of(ALL_CHIMES[name]) / 32_767
    assert 0.1 < len(samples) / RATE < 2.0
    assert np.abs(samples).max() == pytest.approx(PEAK, abs=0.01)
    assert abs(samples[-1]) < 0.001
    assert abs(samples.mean()) < 0.02


@pytest.mark.slow
def test_no_two_chimes_sound_alike() -> None:
    def spectrum(name: str) -> np.ndarray:
        loud = np.abs(np.fft.rfft(samples_of(ALL_CHIMES[name]), 2 * RATE))[: 2 * 3000].reshape(-1, 20).sum(axis=1)
        return np.asarray(loud / np.linalg.norm(loud))

    names = list(ALL_CHIMES)
    for place, name in enumerate(names):
        for other in names[place + 1 :]:
            assert spectrum(name) @ spectrum(other) < 0.95, f"{name} sounds like {other}"


def test_a_game_has_its_own_chimes_besides_the_platforms() -> None:
    assert TABLE.voice.chime("turn") is CHIMES["turn"]
    assert TABLE.voice.chime("eaten") is TABLE.voice.chimes["eaten"]
    with pytest.raises(ValueError, match="no chime 'boom'; there are turn, wrong, right, gong, victory, breath, card"):
        TABLE.voice.chime("boom")
