"""Announcer: what the session announces, aloud, as loud and as much as the settings say."""

import contextlib
from collections.abc import Callable
from typing import TypedDict

from companion.device.errors import UserError
from companion.device.folders import cache_folder
from companion.device.settings import BY_EAR, VOICE, Settings
from companion.table.session import Announcement
from companion.voice import Voice
from companion.voice.waves import Chime
from companion.voice.wording import reading_text


class VoiceAnnouncer:
    """The voice and the chimes of a table."""

    def __init__(
        self, settings: Settings, spoken: Callable[[str], str], chime: Callable[[str], Chime], *, silent: bool
    ) -> None:
        """`spoken` gives a sentence as a voice should say it, `chime` the chime of a name.

        `silent`: neither voice nor chimes.
        """
        self._settings, self._spoken, self._chime = settings, spoken, chime
        try:
            cache = cache_folder() / "voice"
        except UserError:
            cache = None
        self._voice = None if silent else Voice(cache, **_voice_settings(settings), unheard=_print)

    def announce(self, said: Announcement) -> None:
        """Say it, if the players want to hear it; by ear it is printed where there is no sound."""
        spoken = reading_text(self._spoken(said.text)) if said.text else ""
        if self._voice is None:
            if spoken and self._settings.by_ear != BY_EAR.default:
                _print(spoken)
            return
        if said.chime:
            self._voice.chime(self._chime(said.chime))
        if spoken:
            self._voice.say(spoken, said.level, cuts=said.cuts, language=said.language)

    def follow(self, settings: Settings) -> None:
        """Take over what of the settings is heard: language, volume, talk, speed, voice, by ear."""
        if settings == self._settings:
            return
        self._settings = settings
        if self._voice is not None:
            self._voice.set(**_voice_settings(settings))

    def sound_devices_changed(self, *, lost: bool) -> None:
        """Tell the voice that a sound device has come, or that one was `lost`."""
        if self._voice is not None:
            self._voice.devices_changed(lost=lost)

    def close(self) -> None:
        """Fall silent."""
        if self._voice is not None:
            self._voice.close()


def _print(text: str) -> None:
    """Print a sentence at once, for a screen reader; a closed terminal is no failure."""
    with contextlib.suppress(OSError):
        print(text, flush=True)


class _VoiceSettings(TypedDict):
    language: str
    volume: int
    talk: str
    words_per_minute: int
    variant: str
    by_ear: bool


def _voice_settings(settings: Settings) -> _VoiceSettings:
    """Return what a voice is told of the settings."""
    return {
        "language": settings.language,
        "volume": settings.volume,
        "talk": settings.talk,
        "words_per_minute": settings.words_per_minute,
        "variant": "" if settings.voice == VOICE.default else settings.voice,
        "by_ear": settings.by_ear != BY_EAR.default,
    }
