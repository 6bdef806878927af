"""Tests of announcements: spoken as the settings want it."""

from typing import Any

import pytest

from companion.device.settings import Settings
from companion.table import announcer
from companion.table.announcer import VoiceAnnouncer
from companion.table.session import Announcement
from companion.voice import Kind, Level

CHIME: Any = object()


class NotedVoice:
    """A voice that notes what it is told."""

    def __init__(self, _cache: object, **options: object) -> None:
        self.told: list[object] = [options]

    def say(self, text: str, level: Level, *, cuts: bool, language: str) -> None:
        self.told.append((text, level, *(["cuts"] if cuts else []), *([language] if language else [])))

    def chime(self, chime: object) -> None:
        self.told.append(chime)

    def set(self, **options: object) -> None:
        self.told.append(options)

    def devices_changed(self, *, lost: bool) -> None:
        self.told.append(lost)

    def close(self) -> None:
        self.told.append("closed")


@pytest.fixture(autouse=True)
def voices(monkeypatch: pytest.MonkeyPatch) -> list[NotedVoice]:
    made: list[NotedVoice] = []

    def make(cache: object, **options: object) -> NotedVoice:
        made.append(NotedVoice(cache, **options))
        return made[-1]

    monkeypatch.setattr(announcer, "Voice", make)
    return made


def speaker(*, silent: bool = False) -> VoiceAnnouncer:
    return VoiceAnnouncer(Settings(), str.upper, {"gong": CHIME}.__getitem__, silent=silent)


def test_chime_and_words_are_both_heard_and_each_alone(voices: list[NotedVoice]) -> None:
    speaks = speaker()
    (voice,) = voices
    for said in (
        Announcement("two", Level.PHASE, "gong"),
        Announcement("words", Level.DETAIL),
        Announcement("", Level.PHASE, "gong"),
        Announcement("mark", Level.DETAIL, kind=Kind.MARK, cuts=True),
        Announcement("mot", Level.DETAIL, language="fr"),
    ):
        speaks.announce(said)
    assert voice.told[1:] == [
        CHIME,
        ("TWO", Level.PHASE),
        ("WORDS", Level.DETAIL),
        CHIME,
        ("MARK", Level.DETAIL, "cuts"),
        ("MOT", Level.DETAIL, "fr"),
    ]


def test_other_settings_are_followed_once(voices: list[NotedVoice]) -> None:
    speaks = speaker()
    (voice,) = voices
    voice.told.clear()
    speaks.follow(Settings())
    assert voice.told == []
    for _ in range(2):
        speaks.follow(Settings(language="de", volume=30, words_per_minute=220, voice="f4", by_ear="short"))
    german = {
        "language": "de",
        "volume": 30,
        "talk": "all",
        "words_per_minute": 220,
        "variant": "f4",
        "by_ear": True,
    }
    usual = {"language": Settings().language, "volume": Settings().volume, "talk": "all"}
    assert voice.told == [german]
    speaks.follow(Settings())
    assert voice.told[1:] == [{**usual, "words_per_minute": 155, "variant": "", "by_ear": False}]


def test_sound_devices_and_the_end_are_passed_on(voices: list[NotedVoice]) -> None:
    speaks = speaker()
    (voice,) = voices
    voice.told.clear()
    speaks.sound_devices_changed(lost=True)
    speaks.close()
    assert voice.told == [True, "closed"]


@pytest.mark.parametrize("by_ear", ["off", "short"])
def test_by_ear_what_is_said_in_silence_is_printed(by_ear: str, capsys: pytest.CaptureFixture[str]) -> None:
    speaks = VoiceAnnouncer(Settings(), str, {"gong": CHIME}.__getitem__, silent=True)
    speaks.follow(Settings(by_ear=by_ear))
    speaks.announce(Announcement("Red begins.", Level.PHASE))
    assert capsys.readouterr().out == ("Red begins.\n" if by_ear == "short" else "")


def test_where_it_is_silent_there_is_no_voice(voices: list[NotedVoice]) -> None:
    speaks = speaker(silent=True)
    speaks.announce(Announcement("words", Level.PHASE, "gong"))
    speaks.follow(Settings(volume=1))
    speaks.sound_devices_changed(lost=True)
    speaks.close()
    assert voices == []
