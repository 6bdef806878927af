"""Speech by the program espeak-ng: text in, a WAV file out."""

import functools
import io
import re
import shutil
import subprocess
import wave
from dataclasses import dataclass
from typing import Self

from companion.device.languages import LANGUAGES

#: Voices under the names by which espeak-ng takes a variant of them; under the others it takes none.
_VARIED = {"en-gb": "en", "fr-fr": "fr"}
#: Far more than any sentence takes; a program that hangs must not silence the rest of the game.
LONGEST_S = 10.0


class SpeechError(OSError):
    """espeak-ng did not make speech of a text."""


@dataclass(frozen=True)
class Espeak:
    """The espeak-ng that is installed; `version` is what it says of itself."""

    program: str
    version: str

    @classmethod
    def find(cls) -> Self | None:
        """Return the program, None if it is not installed or does not run."""
        program = shutil.which("espeak-ng")
        if program is None:
            return None
        try:
            said = _run([program, "--version"]).decode(errors="replace")
        except SpeechError:
            return None
        version = re.search(r"\d+(\.\d+)+\S*", said)
        return cls(program, version.group() if version else said.strip())

    @functools.cache  # noqa: B019 - there is one Espeak in a program
    def voice_for(self, language: str) -> str | None:
        """Return the voice's name for a language (``de``), or None if no voice can read it."""
        known = LANGUAGES.get(language)
        if known is None:
            return None
        for voice in known.voices or (language,):
            try:
                word = known.voice_word or known.name
                sounds = _run([self.program, "-v", voice, "-q", "-x", "--stdin"], word).decode(errors="replace")
            except SpeechError:
                continue
            # "(en)" marks what a voice cannot read itself and leaves to the English one.
            if "(en)" not in sounds:
                return voice
        return None

    def varied(self, voice: str, variant: str) -> str:
        """Return the name of a voice in a variant such as ``f2``; in its own if that is empty."""
        return f"{_VARIED.get(voice, voice)}+{variant}" if variant else voice

    def speak(self, text: str, voice: str, words_per_minute: int) -> bytes:
        """Return the text as a WAV file: mono, 16 bit. Raises SpeechError if espeak-ng fails."""
        made = _run([self.program, "-v", voice, "-s", str(words_per_minute), "--stdin", "--stdout"], text)
        start = made.find(b"data")
        if not made.startswith(b"RIFF") or start < 0:
            raise SpeechError(f"espeak-ng made no sound of {text!r}")
        # Writing to a pipe, espeak-ng cannot say in the header how long the sound is.
        file = io.BytesIO()
        with wave.open(file, "wb") as wav:
            wav.setnchannels(1)
            wav.setsampwidth(2)
            wav.setframerate(int.from_bytes(made[24:28], "little"))
            wav.writeframes(made[start + 8 :])
        return file.getvalue()


@functools.cache
def lacks_voice(language: str) -> bool:
    """Return True if espeak-ng is installed but cannot speak a language."""
    espeak = Espeak.find()
    return espeak is not None and espeak.voice_for(language) is None


def _run(command: list[str], text: str = "") -> bytes:
    """Run the command with `text` as input and return its output."""
    try:
        return subprocess.run(command, input=text.encode(), capture_output=True, timeout=LONGEST_S, check=True).stdout
    except subprocess.CalledProcessError as error:
        raise SpeechError(error.stderr.decode(errors="replace").strip() or f"espeak-ng ended with {error}") from None
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SpeechError(str(error)) from None
