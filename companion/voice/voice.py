"""Voice in a thread of its own: announcements and chimes, so that the table never waits."""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.device.settings import WORDS_PER_MINUTE
from companion.voice.cache import WavCache
from companion.voice.espeak import Espeak, SpeechError
from companion.voice.level import Level, Talk
from companion.voice.loudspeaker import Loudspeaker, SoundError
from companion.voice.waves import Chime

_log = logging.getLogger(__name__)

#: How many announcements may wait: whoever plays faster than the voice hears the last ones only.
MOST_WAITING = 3
#: How many may wait where everything is to be heard.
MOST_WAITING_BY_EAR = 20
#: How loud chimes are, as a share, where speech does not wait for their end.
_CHIME_BESIDE_SPEECH = 0.4
#: How often the playing is looked after.
_LOOK_S = 0.02
#: A sound that is not over so long (seconds) after it should be never will: the device has gone.
_PATIENCE_S = 1.0
#: The pauses before a sound device that has failed is opened again: at once, as there may be another one, then later
#: and later, as one that was pulled out seldom comes back soon.
PAUSES_S = (0.0, 2.0, 5.0, 10.0, 20.0, 60.0)
#: The most that speech waits for a chime to end.
_LONGEST_CHIME_S = 0.7


@dataclass(frozen=True)
class _Announcement:
    text: str
    level: Level
    language: str


class Voice:
    """Speaker of announcements and chimes; every call returns at once, and no failure gets out.

    Nothing that goes wrong with the sound reaches the caller. A newer announcement interrupts one of a lower level;
    lower ones that wait are dropped, for their time has gone. A detail waits only until the next detail comes.
    By ear, all is said in turn until an announcement `cuts`, and nothing waits for a chime to end.
    """

    def __init__(
        self,
        cache_folder: Path | None,
        *,
        language: str = "en",
        volume: int = 70,
        talk: str = Talk.ALL,
        words_per_minute: int = WORDS_PER_MINUTE.default,
        variant: str = "",
        by_ear: bool = False,
        find_espeak: Callable[[], Espeak | None] = Espeak.find,
        open_loudspeaker: Callable[[], Loudspeaker] = Loudspeaker,
        pauses_s: Sequence[float] = PAUSES_S,
        unheard: Callable[[str], object] = lambda _: None,
    ) -> None:
        """Create a voice that keeps its WAV files in `cache_folder` (None: nowhere).

        The other settings are as in `set`. By ear, `unheard` is told each text that cannot be made heard.
        """
        self._unheard = unheard
        self._cache = WavCache(cache_folder)
        self._language, self._volume, self._talk = language, volume, Talk(talk)
        self._words_per_minute, self._variant, self._by_ear = words_per_minute, variant, by_ear
        self._find_espeak, self._open_loudspeaker, self._pauses_s = find_espeak, open_loudspeaker, pauses_s
        self._changed = threading.Condition()
        self._waiting: list[_Announcement] = []
        self._chimes: list[Chime] = []
        self._current: _Announcement | None = None
        self._cut = False
        self._device_lost = False
        self._closing = False
        # Only the thread uses these.
        self._espeak: Espeak | None = None
        self._loudspeaker: Loudspeaker | None = None
        self._failures = 0
        self._try_at = 0.0
        self._reported_error = ""
        self._speechless: set[str] = set()
        self._thread = threading.Thread(target=self._work, name="voice", daemon=True)
        self._thread.start()

    def say(self, text: str, level: Level = Level.DETAIL, *, cuts: bool = False, language: str = "") -> None:
        """Speak a text, if the players want to hear such ones.

        `language`: empty for the one that is set now. `cuts`: in place of all that is being said or waits.
        """
        with self._changed:
            said = _Announcement(text, level, language or self._language)
            if not text or not self._wants(said):
                return
            kept = [
                announcement
                for announcement in self._waiting
                if self._by_ear or announcement.level > level or announcement.level == level > Level.DETAIL
            ]
            most = MOST_WAITING_BY_EAR if self._by_ear else MOST_WAITING
            self._waiting = [said] if cuts else [*kept, said][-most:]
            interrupts = cuts or (not self._by_ear and self._current is not None and self._current.level < level)
            self._cut = self._cut or (self._current is not None and interrupts)
            self._changed.notify()

    def chime(self, chime: Chime) -> None:
        """Play a chime, also while something is spoken."""
        with self._changed:
            self._chimes = [*self._chimes, chime][-MOST_WAITING:]
            self._changed.notify()

    def stop(self) -> None:
        """Fall silent: what is being said and what waits has become untrue."""
        with self._changed:
            self._waiting = []
            self._chimes = []
            self._cut = self._current is not None
            self._changed.notify()

    def set(
        self,
        *,
        language: str | None = None,
        volume: int | None = None,
        talk: str | None = None,
        words_per_minute: int | None = None,
        variant: str | None = None,
        by_ear: bool | None = None,
    ) -> None:
        """Change how announcements are spoken from now on.

        The language is as ``de``, the volume in percent, the amount one of `Talk`, `variant` a variant of espeak-ng's
        voices, such as ``f2``. `by_ear`: everything is said.
        """
        with self._changed:
            self._language = self._language if language is None else language
            self._volume = self._volume if volume is None else volume
            self._talk = self._talk if talk is None else Talk(talk)
            self._words_per_minute = self._words_per_minute if words_per_minute is None else words_per_minute
            self._variant = self._variant if variant is None else variant
            self._by_ear = self._by_ear if by_ear is None else by_ear
            self._waiting = [announcement for announcement in self._waiting if self._wants(announcement)]
            self._cut = self._cut or (self._current is not None and not self._wants(self._current))
            self._changed.notify()

    def _wants(self, announcement: _Announcement) -> bool:
        return self._by_ear or self._talk.wants(announcement.level)

    def devices_changed(self, *, lost: bool) -> None:
        """Use the present sound device after one has come or was `lost`, perhaps the one in use."""
        with self._changed:
            if lost or self._loudspeaker is None:
                self._device_lost = True
                self._changed.notify()

    @property
    def busy(self) -> bool:
        """True if something is being said or waits; never for long if nothing can be heard."""
        with self._changed:
            return self._current is not None or bool(self._waiting)

    def close(self) -> None:
        """End the voice and give the sound device back."""
        with self._changed:
            self._closing = True
            self._cut = True
            self._changed.notify()
        self._thread.join(timeout=5.0)

    # --- the thread ----------------------------------------------------------------------------------------------

    def _work(self) -> None:
        self._espeak = self._find_espeak()
        if self._espeak is None:
            _log.warning("espeak-ng is not installed: announcements are written, but not spoken")
        self._open_sound()
        while self._next():
            try:
                self._play_chimes()
                if self._current is not None:
                    self._speak(self._current)
            except SoundError as error:
                self._lose_sound(error)
        self._close_sound()

    def _next(self) -> bool:
        """Wait for work and reopen the sound meanwhile; return False when the voice is closed."""
        with self._changed:
            self._current = None
            self._changed.wait_for(
                lambda: self._closing or self._waiting or self._chimes or self._device_lost, self._pause_s()
            )
            lost, self._device_lost = self._device_lost, False
        if lost:
            self._close_sound()
            self._failures, self._try_at = 0, 0.0
        if self._loudspeaker is None and self._pause_s() == 0:
            self._open_sound()
        with self._changed:
            if self._waiting:
                self._current = self._waiting.pop(0)
            self._cut = False
            return not self._closing

    def _pause_s(self) -> float | None:
        """Return in how many seconds to open the sound again; None while it is open."""
        return None if self._loudspeaker is not None else max(0.0, self._try_at - time.monotonic())

    def _open_sound(self) -> None:
        try:
            self._loudspeaker = self._open_loudspeaker()
        except SoundError as error:
            self._lose_sound(error)
            return
        if self._reported_error:
            _log.warning("there is sound again")
        self._reported_error = ""

    def _lose_sound(self, error: SoundError) -> None:
        """Say once what is wrong, and when the sound is opened again."""
        self._close_sound()
        pause_s = self._pauses_s[min(self._failures, len(self._pauses_s) - 1)]
        self._failures += 1
        self._try_at = time.monotonic() + pause_s
        if str(error) != self._reported_error:
            self._reported_error = str(error)
            _log.warning("there is no sound: %s", error)

    def _close_sound(self) -> None:
        """Give the device back; only then it is looked for anew."""
        if self._loudspeaker is not None:
            self._loudspeaker.close()
            self._loudspeaker = None

    def _play_chimes(self) -> None:
        with self._changed:
            chimes, self._chimes = self._chimes, []
            volume = self._volume / 100
        if self._loudspeaker is not None and chimes:
            self._wait(lambda loudspeaker: loudspeaker.ready, 1.0)
            self._loudspeaker.chime(chimes[-1], self._chime_volume(volume))

    def _speak(self, announcement: _Announcement) -> None:
        wav = self._make(announcement)
        if wav is None or self._loudspeaker is None:
            if self._by_ear:
                self._unheard(announcement.text)
            return
        self._wait(
            lambda loudspeaker: loudspeaker.ready and (self._by_ear or not loudspeaker.chiming), _LONGEST_CHIME_S
        )
        if self._is_cut():
            return
        lasts_s = self._loudspeaker.speak(wav, self._volume / 100)
        self._wait(lambda loudspeaker: not loudspeaker.speaking, lasts_s + _PATIENCE_S)
        if self._loudspeaker.speaking and not self._is_cut():
            raise SoundError("the sound device takes no sound any more")
        self._loudspeaker.hush()
        self._failures = 0

    def _wait(self, over: Callable[[Loudspeaker], bool], longest_s: float) -> None:
        """Wait until `over` holds for the loudspeaker or the announcement is interrupted.

        Chimes go on.
        """
        end = time.monotonic() + longest_s
        while self._loudspeaker is not None and not over(self._loudspeaker) and time.monotonic() < end:
            with self._changed:
                if self._changed.wait_for(lambda: self._cut, _LOOK_S):
                    return
                chime = self._chimes.pop() if self._chimes else None
            if chime:
                self._loudspeaker.chime(chime, self._chime_volume(self._volume / 100))

    def _chime_volume(self, volume: float) -> float:
        """Return how loud a chime is: softer where it is heard at the same time as words."""
        return volume * _CHIME_BESIDE_SPEECH if self._by_ear else volume

    def _is_cut(self) -> bool:
        with self._changed:
            return self._cut

    def _make(self, announcement: _Announcement) -> bytes | None:
        """Return the announcement as a WAV file, None where it cannot be made."""
        if self._espeak is None or self._loudspeaker is None:
            return None
        voice = self._espeak.voice_for(announcement.language)
        if voice is None:
            self._cannot_speak(announcement.language, "espeak-ng has no voice for it")
            return None
        voice, words_per_minute = self._espeak.varied(voice, self._variant), self._words_per_minute
        key = (self._espeak.version, voice, str(words_per_minute), announcement.text)
        wav = self._cache.get(*key)
        if wav is None:
            try:
                wav = self._espeak.speak(announcement.text, voice, words_per_minute)
            except SpeechError as error:
                self._cannot_speak(announcement.language, str(error))
                return None
            self._cache.put(wav, *key)
        return wav

    def _cannot_speak(self, language: str, reason: str) -> None:
        if language not in self._speechless:
            self._speechless.add(language)
            _log.warning("an announcement in the language '%s' cannot be spoken: %s", language, reason)
