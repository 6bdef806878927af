"""Parts of a voice that can be tested anywhere: speech that is made without espeak-ng."""

import functools
import io
import time
import wave
from collections.abc import Callable

from companion.voice.espeak import Espeak
from companion.voice.waves import RATE

#: Length of a text that is not cut short, which is longer than anybody waits here (seconds).
LONG_S = 90.0
#: Longest time that anybody waits here, however busy the machine is (seconds).
PATIENCE_S = 60.0


class Mumbler(Espeak):
    """Voice that makes a tenth of a second of silence of each text, and remembers the texts.

    A ``long`` text takes `LONG_S`.
    """

    asked: list[tuple[str, str]]
    speeds: list[int]

    @functools.cache  # noqa: B019 - as in the class itself
    def voice_for(self, language: str) -> str | None:
        return None if language == "fr" else f"{language}-voice"

    def speak(self, text: str, voice: str, words_per_minute: int) -> bytes:
        self.speeds.append(words_per_minute)
        self.asked.append((text, voice))
        return silence(LONG_S if "long" in text else 0.1)


def mumbler() -> Mumbler:
    made = Mumbler("mumbler", "1.0")
    object.__setattr__(made, "asked", [])
    object.__setattr__(made, "speeds", [])
    return made


def silence(seconds: float) -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as wav:
        wav.setnchannels(1)
        wav.setsampwidth(2)
        wav.setframerate(RATE)
        wav.writeframes(bytes(2 * round(seconds * RATE)))
    return file.getvalue()


def until(holds: Callable[[], bool], longest_s: float = PATIENCE_S) -> None:
    """Wait until something holds; fails if it does not come to hold in time."""
    end = time.monotonic() + longest_s
    while not holds():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.005)
