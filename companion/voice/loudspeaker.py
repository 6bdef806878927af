"""The loudspeaker: pygame's mixer, with one channel for speech and one for chimes."""

import functools
import io
import os
import sys
import time
from pathlib import Path

import numpy as np
import pygame

from companion.voice.waves import RATE, Chime, samples_of

#: Loudspeakers at the end of a video cable swallow what comes in the first moment.
WAKES_S = 0.5


class SoundError(OSError):
    """Error: there is no sound device, or it has failed."""


class Loudspeaker:
    """The system's sound device; volumes are 0..1."""

    def __init__(self) -> None:
        """Open it. Raises SoundError where there is none."""
        if not _may_have_sound():
            raise SoundError("there is no sound device")
        try:
            # One channel, 16 bit, as all our sounds are; SDL converts where the device wants it otherwise.
            pygame.mixer.init(RATE, -16, 1, 512, allowedchanges=0)
            self._speech, self._chime, awake = (pygame.mixer.Channel(number) for number in range(3))
            # Noise far below hearing: a loudspeaker that falls asleep would swallow the next first syllable.
            hush = np.random.default_rng(1).integers(-1, 2, RATE, dtype=np.int16)
            awake.play(pygame.mixer.Sound(buffer=hush.tobytes()), loops=-1)
        except pygame.error as error:
            raise SoundError(str(error)) from None
        self._awake_at = time.monotonic() + WAKES_S

    @property
    def ready(self) -> bool:
        """True if it has been open long enough to swallow no sound."""
        return time.monotonic() >= self._awake_at

    @property
    def speaking(self) -> bool:
        """True if speech is heard now.

        Raises SoundError, as all that follows, when the device has failed.
        """
        return self._busy(self._speech)

    @property
    def chiming(self) -> bool:
        """True if a chime is heard now."""
        return self._busy(self._chime)

    def speak(self, wav: bytes, volume: float) -> float:
        """Play a WAV file in place of the current speech; return its length in seconds."""
        try:
            sound = pygame.mixer.Sound(file=io.BytesIO(wav))
            sound.set_volume(volume)
            self._speech.play(sound)
            return sound.get_length()
        except pygame.error as error:
            raise SoundError(str(error)) from None

    def chime(self, chime: Chime, volume: float) -> None:
        """Play a chime in place of the one that plays now."""
        try:
            sound = _chime_sound(chime)
            sound.set_volume(volume)
            self._chime.play(sound)
        except pygame.error as error:
            raise SoundError(str(error)) from None

    def hush(self) -> None:
        """End the speech that plays now."""
        try:
            self._speech.stop()
        except pygame.error as error:
            raise SoundError(str(error)) from None

    def close(self) -> None:
        """End all sound and give the device back."""
        _chime_sound.cache_clear()
        if pygame.mixer.get_init():
            # A sound that ended while the device is given back would stop the whole program: its thread waits for
            # Python, which pygame holds while it waits for that thread.
            pygame.mixer.stop()
        pygame.mixer.quit()

    def _busy(self, channel: pygame.mixer.Channel) -> bool:
        try:
            return channel.get_busy()
        except pygame.error as error:
            raise SoundError(str(error)) from None


def _may_have_sound() -> bool:
    """Return True if a sound device may exist.

    On Linux without one the libraries print complaints of their own when they are asked.
    """
    if not sys.platform.startswith("linux") or os.environ.get("SDL_AUDIODRIVER") or os.environ.get("PULSE_SERVER"):
        return True
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR", "/nonexistent"))
    return any(path.exists() for path in (Path("/dev/snd"), runtime / "pulse", runtime / "pipewire-0"))


@functools.cache
def _chime_sound(chime: Chime) -> pygame.mixer.Sound:
    return pygame.mixer.Sound(buffer=samples_of(chime).tobytes())
