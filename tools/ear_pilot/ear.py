"""Ear that hears what the voice says, when it says it, up to where it is cut off."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.device.language import traits_in_use
from companion.device.settings import Settings
from companion.table.session import Announcement
from companion.voice.length import spoken_s
from companion.voice.voice import MOST_WAITING, MOST_WAITING_BY_EAR
from companion.voice.wording import reading_text

#: From a press to the first sound (seconds): the time in which a sentence is made into sound.
_BEGINS_S = 0.15


@dataclass(frozen=True)
class Heard:
    """Sentence or chime as far as it was heard, and when (seconds); `whole`: it was not cut off."""

    text: str
    began_s: float
    ended_s: float
    chime: str = ""
    whole: bool = True


@dataclass(frozen=True)
class _Said:
    text: str
    said: Announcement
    lasts_s: float


class PilotEar:
    """Announcer of a session that keeps what somebody hears of it.

    It hears as `companion.voice.Voice` speaks: by ear all is said in turn until an announcement cuts; else what is more
    important interrupts, and what is less important is dropped.
    """

    def __init__(self, spoken: Callable[[str], str], *, by_ear: bool) -> None:
        """`spoken` gives a sentence as the voice of the running game says it."""
        self._spoken, self._by_ear = spoken, by_ear
        self.now = 0.0
        self._waiting: list[_Said] = []
        self._current: _Said | None = None
        self._began_s = 0.0
        self._heard: list[Heard] = []

    # --- announcements ------------------------------------------------------------------------------------------------

    def announce(self, said: Announcement) -> None:
        """Say it as the voice does."""
        if said.chime:
            self._heard.append(Heard("", self.now, self.now, said.chime))
        if not said.text:
            return
        text = reading_text(self._spoken(said.text))
        saying = _Said(text, said, spoken_s(text))
        if self._by_ear:
            self._waiting = [saying] if said.cuts else [*self._waiting, saying][-MOST_WAITING_BY_EAR:]
        else:
            kept = [
                waiting
                for waiting in self._waiting
                if waiting.said.level > said.level or waiting.said.level == said.level > min(type(said.level))
            ]
            self._waiting = [*kept, saying][-MOST_WAITING:]
        lower = self._current is not None and not self._by_ear and self._current.said.level < said.level
        if self._current is not None and (said.cuts or lower):
            self._cut()
        self._next()

    def follow(self, settings: Settings) -> None:
        """Do nothing: it hears as it is told at the beginning."""

    def sound_devices_changed(self, *, lost: bool) -> None:
        """Do nothing: ears need no device."""

    # --- time ---------------------------------------------------------------------------------------------------------

    def pass_time(self, time_s: float) -> None:
        """Hear on until then (seconds)."""
        while self._current is not None and self._ends_s <= time_s:
            self._heard.append(Heard(self._current.text, self._began_s, self._ends_s))
            self.now, self._current = self._ends_s, None
            self._next()
        self.now = time_s

    @property
    def _ends_s(self) -> float:
        assert self._current is not None
        return self._began_s + self._current.lasts_s

    @property
    def is_silent(self) -> bool:
        """True if nothing is being said."""
        return self._current is None

    @property
    def speaks_s(self) -> float:
        """Seconds until the sentence being said ends; 0 in silence."""
        return 0.0 if self._current is None else max(0.0, self._ends_s - self.now)

    def _next(self) -> None:
        if self._current is None and self._waiting:
            self._current, self._began_s = self._waiting.pop(0), self.now + _BEGINS_S

    def _cut(self) -> None:
        """Hear the words of the sentence that were said before it was cut off."""
        assert self._current is not None
        part = (self.now - self._began_s) / max(self._current.lasts_s, 1e-6)
        text = _first_part(self._current.text, part)
        if text:
            self._heard.append(Heard(text, self._began_s, self.now, whole=False))
        self._current = None

    # --- what was heard -----------------------------------------------------------------------------------------------

    @property
    def being_said(self) -> str:
        """Part of the sentence being said that has been heard so far."""
        if self._current is None:
            return ""
        return _first_part(self._current.text, (self.now - self._began_s) / max(self._current.lasts_s, 1e-6))

    def take(self) -> list[Heard]:
        """Return what was heard since the last call."""
        heard, self._heard = self._heard, []
        return heard


def _first_part(text: str, part: float) -> str:
    """Return the words of a text (of Chinese the characters) that are over at a time."""
    if part <= 0:
        return ""
    separator = " " if traits_in_use().spaces else ""
    words = text.split(" ") if traits_in_use().spaces else list(text)
    return separator.join(words[: int(part * len(words))])
