"""Tests of announcements: which are spoken, and which give way.

No failure of the sound harms the game.
"""

import itertools
import time
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from companion.voice import Level, Voice
from companion.voice.chimes import CHIMES
from companion.voice.espeak import SpeechError
from companion.voice.loudspeaker import Loudspeaker, SoundError
from companion.voice.waves import Chime
from tests.companion.voice.mumbling import LONG_S, PATIENCE_S, Mumbler, mumbler, silence, until


class Recorder(Loudspeaker):
    """The loudspeaker, with a history of what it was asked to play."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def speak(self, wav: bytes, volume: float) -> float:
        seconds = super().speak(wav, volume)
        # Not before: whoever waits for it may pull the device out.
        self.heard.append(f"speech at {volume:.0%}")
        return seconds

    def chime(self, chime: Chime, volume: float) -> None:
        super().chime(chime, volume)
        self.heard += [name for name, known in CHIMES.items() if known is chime]


class Stage:
    """A voice with its parts in view."""

    def __init__(self, folder: Path | None = None, **settings: object) -> None:
        self.espeak = mumbler()
        self.loudspeakers: list[Recorder] = []
        self.voice = Voice(
            folder,
            find_espeak=lambda: self.espeak,
            open_loudspeaker=self._open,
            **settings,  # type: ignore[arg-type]
        )

    def _open(self) -> Recorder:
        self.loudspeakers.append(Recorder())
        return self.loudspeakers[-1]

    @property
    def texts(self) -> list[str]:
        return [text for text, _ in self.espeak.asked]

    @property
    def heard(self) -> list[str]:
        return self.loudspeakers[0].heard if self.loudspeakers else []

    def wait(self) -> None:
        until(lambda: not self.voice.busy)


@pytest.fixture
def stage() -> Iterator[Stage]:
    made = Stage()
    yield made
    made.voice.close()


def test_an_announcement_is_spoken_in_the_language_that_is_set(stage: Stage) -> None:
    stage.voice.say("Red's turn.", Level.PHASE)
    stage.voice.set(language="de", volume=20)
    stage.voice.say("Rot ist am Zug.", Level.PHASE)
    stage.wait()
    assert stage.espeak.asked == [("Red's turn.", "en-voice"), ("Rot ist am Zug.", "de-voice")]
    assert stage.heard[-1] == "speech at 20%"


def test_the_table_never_waits_for_the_voice(stage: Stage) -> None:
    start = time.monotonic()
    for number in range(10):
        stage.voice.say(f"long story {number}", Level.PROBLEM)
        stage.voice.chime(CHIMES["turn"])
    assert time.monotonic() - start < PATIENCE_S  # one story alone takes longer


def test_what_matters_more_cuts_short_what_is_being_said(stage: Stage) -> None:
    stage.voice.say("a long detail")
    until(lambda: stage.heard == ["speech at 70%"])
    stage.voice.say("Two tokens were moved.", Level.PROBLEM)
    # The detail alone takes longer than this waits.
    stage.wait()
    assert stage.texts == ["a long detail", "Two tokens were moved."]


def test_what_answers_a_press_cuts_short_all_that_is_said_or_waits(stage: Stage) -> None:
    stage.voice.say("a long problem", Level.PROBLEM)
    until(lambda: stage.heard == ["speech at 70%"])
    stage.voice.say("another problem", Level.PROBLEM)
    stage.voice.say("to f8", cuts=True)
    stage.wait()
    assert stage.texts == ["a long problem", "to f8"]


def test_by_ear_everything_is_said_in_turn(stage: Stage) -> None:
    stage.voice.set(by_ear=True, talk="quiet")
    stage.voice.say("a long welcome")
    until(lambda: stage.heard == ["speech at 70%"])
    for number in range(6):
        stage.voice.say(f"detail {number}")
    stage.voice.say("the turn", Level.PHASE)
    stage.loudspeakers[0].hush()  # the welcome is over
    stage.wait()
    assert stage.texts == ["a long welcome", *(f"detail {number}" for number in range(6)), "the turn"]


def test_by_ear_words_begin_while_a_chime_is_heard(stage: Stage) -> None:
    stage.voice.set(by_ear=True)
    stage.voice.chime(CHIMES["gong"])
    until(lambda: stage.heard == ["gong"])
    stage.voice.say("at once", cuts=True)
    until(lambda: stage.heard[-1] == "speech at 70%")
    assert stage.loudspeakers[0].chiming, "neither ends the other"
    stage.voice.say("a long story", cuts=True)
    until(lambda: stage.heard.count("speech at 70%") == 2)
    stage.voice.chime(CHIMES["turn"])
    until(lambda: stage.heard[-1] == "turn")
    assert stage.loudspeakers[0].speaking


def test_each_announcement_may_have_a_language_of_its_own_and_a_voice_its_speed_and_variant(stage: Stage) -> None:
    stage.voice.say("Say it.", Level.PHASE)
    stage.voice.say("Sag es.", Level.PHASE, language="de")
    stage.wait()
    stage.voice.set(words_per_minute=260, variant="f4")
    stage.voice.say("Say it.", Level.PHASE)
    stage.wait()
    assert stage.espeak.asked == [("Say it.", "en-voice"), ("Sag es.", "de-voice"), ("Say it.", "en-voice+f4")]
    assert stage.espeak.speeds == [155, 155, 260]


def test_what_matters_less_waits(stage: Stage) -> None:
    stage.voice.say("a problem", Level.PROBLEM)
    stage.voice.say("whose turn it is", Level.PHASE)
    stage.voice.say("a detail")
    stage.wait()
    assert stage.texts == ["a problem", "whose turn it is", "a detail"]


def test_old_details_are_skipped_and_the_queue_stays_short(stage: Stage) -> None:
    stage.voice.say("a long welcome", Level.PROBLEM)
    until(lambda: stage.heard == ["speech at 70%"])
    for number in range(6):
        stage.voice.say(f"detail {number}")
    stage.voice.say("the turn", Level.PHASE)
    for number in range(6):
        stage.voice.say(f"phase {number}", Level.PHASE)
    stage.voice.say("last detail")
    stage.voice.say("no, this one")
    stage.loudspeakers[0].hush()  # the welcome is over
    stage.wait()
    assert stage.texts == ["a long welcome", "phase 4", "phase 5", "no, this one"]


def test_stop_makes_it_fall_silent(stage: Stage) -> None:
    stage.voice.say("a long problem", Level.PROBLEM)
    stage.voice.say("another one", Level.PROBLEM)
    until(lambda: stage.heard == ["speech at 70%"])
    stage.voice.stop()
    until(lambda: not stage.voice.busy)
    assert stage.texts == ["a long problem"]


@pytest.mark.parametrize(
    ("talk", "spoken"),
    [("all", ["detail", "phase", "problem"]), ("phases", ["phase", "problem"]), ("quiet", [])],
)
def test_players_choose_how_much_it_talks(talk: str, spoken: list[str]) -> None:
    stage = Stage(talk=talk)
    for level in Level:
        stage.voice.say(level.name.lower(), level)
        stage.wait()
    stage.voice.chime(CHIMES["right"])
    until(lambda: "right" in stage.heard)
    stage.voice.close()
    assert stage.texts == spoken


def test_when_players_want_quiet_it_falls_silent_at_once(stage: Stage) -> None:
    stage.voice.say("a long problem", Level.PROBLEM)
    until(lambda: stage.heard == ["speech at 70%"])
    stage.voice.set(talk="quiet")
    until(lambda: not stage.voice.busy)


def test_a_chime_comes_before_the_words_and_also_between_them(stage: Stage) -> None:
    stage.voice.chime(CHIMES["gong"])
    stage.voice.say("a long sentence", Level.PHASE)
    until(lambda: len(stage.heard) == 2)
    stage.voice.chime(CHIMES["right"])
    until(lambda: stage.heard == ["gong", "speech at 70%", "right"])


def test_what_was_said_once_is_not_made_again(tmp_path: Path) -> None:
    for _ in range(2):
        stage = Stage(tmp_path / "wav")
        stage.voice.say("Red's turn.")
        stage.voice.say("Red's turn.", Level.PHASE)
        stage.wait()
        stage.voice.close()
        assert stage.heard
    assert stage.texts == []
    assert len(list((tmp_path / "wav").iterdir())) == 1


def test_a_language_without_a_voice_is_not_spoken_and_logged_once(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    stage.voice.set(language="fr")
    for _ in range(3):
        stage.voice.say("Bonjour.", Level.PHASE)
        stage.wait()
    stage.voice.chime(CHIMES["turn"])
    until(lambda: stage.heard == ["turn"])
    assert [record.message for record in caplog.records] == [
        "an announcement in the language 'fr' cannot be spoken: espeak-ng has no voice for it"
    ]


def test_without_espeak_there_are_chimes_only(caplog: pytest.LogCaptureFixture) -> None:
    loudspeakers: list[Recorder] = []

    def opened() -> Recorder:
        loudspeakers.append(Recorder())
        return loudspeakers[-1]

    voice = Voice(None, find_espeak=lambda: None, open_loudspeaker=opened)
    voice.say("Red's turn.", Level.PROBLEM)
    voice.chime(CHIMES["turn"])
    until(lambda: bool(loudspeakers) and loudspeakers[0].heard == ["turn"])
    voice.close()
    assert [record.message for record in caplog.records] == [
        "espeak-ng is not installed: announcements are written, but not spoken"
    ]


def test_by_ear_what_nobody_can_hear_is_handed_on() -> None:
    unheard: list[str] = []
    voice = Voice(None, by_ear=True, find_espeak=lambda: None, open_loudspeaker=Recorder, unheard=unheard.append)
    voice.say("Red's turn.")
    until(lambda: unheard == ["Red's turn."])
    voice.close()


def test_without_a_sound_device_nothing_is_made(caplog: pytest.LogCaptureFixture) -> None:
    def none() -> Loudspeaker:
        raise SoundError("no such device")

    espeak = mumbler()
    voice = Voice(None, find_espeak=lambda: espeak, open_loudspeaker=none)
    for _ in range(3):
        voice.say("Red's turn.", Level.PROBLEM)
        voice.chime(CHIMES["turn"])
    until(lambda: not voice.busy)
    voice.close()
    assert espeak.asked == []
    assert [record.message for record in caplog.records] == ["there is no sound: no such device"]


def test_a_device_that_fails_in_mid_game_is_opened_again(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    stage.voice.say("a long story")
    until(lambda: stage.heard == ["speech at 70%"])
    pygame.mixer.quit()
    stage.voice.say("This one finds out.", Level.PHASE)
    until(lambda: len(stage.loudspeakers) == 2)
    stage.wait()
    stage.voice.say("Red's turn.", Level.PHASE)
    stage.voice.chime(CHIMES["turn"])
    until(lambda: {"speech at 70%", "turn"} <= set(stage.loudspeakers[1].heard))
    assert [record.message for record in caplog.records] == [
        "there is no sound: mixer not initialized",
        "there is sound again",
    ]


class Socket:
    """Socket with or without a loudspeaker."""

    def __init__(self) -> None:
        self.plugged = False
        self.tries: list[float] = []
        self.loudspeakers: list[Recorder] = []

    def open(self) -> Recorder:
        self.tries.append(time.monotonic())
        if not self.plugged:
            raise SoundError("no such device")
        self.loudspeakers.append(Recorder())
        return self.loudspeakers[-1]


@pytest.mark.slow
def test_without_a_device_it_is_tried_again_for_ever_with_growing_pauses(caplog: pytest.LogCaptureFixture) -> None:
    socket = Socket()
    voice = Voice(None, find_espeak=mumbler, open_loudspeaker=socket.open, pauses_s=(0.0, 0.05, 0.1, 0.2))
    until(lambda: len(socket.tries) == 8)
    pauses = [later - earlier for earlier, later in itertools.pairwise(socket.tries)]
    assert all(pause >= least for pause, least in zip(pauses, (0.0, 0.05, 0.1, 0.2, 0.2, 0.2, 0.2), strict=True))
    socket.plugged = True
    until(lambda: bool(socket.loudspeakers))
    voice.say("Red's turn.", Level.PHASE)
    until(lambda: socket.loudspeakers[0].heard == ["speech at 70%"])
    voice.close()
    assert [record.message for record in caplog.records] == [
        "there is no sound: no such device",
        "there is sound again",
    ]


def test_a_device_that_is_plugged_in_is_used_at_once_and_one_that_is_pulled_out_no_more() -> None:
    socket = Socket()
    voice = Voice(None, find_espeak=mumbler, open_loudspeaker=socket.open, pauses_s=(0.0, 3600.0))
    until(lambda: len(socket.tries) == 2)
    voice.say("Nobody hears it.", Level.PHASE)
    until(lambda: not voice.busy)
    socket.plugged = True
    voice.devices_changed(lost=False)
    until(lambda: len(socket.loudspeakers) == 1)
    # The same is told of the device that was just opened: that is no reason to open it again.
    voice.devices_changed(lost=False)
    voice.chime(CHIMES["turn"])
    until(lambda: socket.loudspeakers[0].heard == ["turn"])
    assert len(socket.tries) == 3
    voice.devices_changed(lost=True)
    until(lambda: len(socket.loudspeakers) == 2)
    voice.close()


def test_a_device_that_takes_no_sound_any_more_is_opened_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("companion.voice.voice._PATIENCE_S", 0.1)
    until(lambda: len(stage.loudspeakers) == 1)
    monkeypatch.setattr(stage.loudspeakers[0], "_busy", lambda channel: channel is stage.loudspeakers[0]._speech)
    stage.voice.say("Red's turn.", Level.PHASE)
    until(lambda: len(stage.loudspeakers) == 2)
    assert "the sound device takes no sound any more" in caplog.text


def test_a_text_that_cannot_be_spoken_does_not_silence_the_rest(
    stage: Stage, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Mumbler.speak

    def speak(self: Mumbler, text: str, voice: str, words_per_minute: int) -> bytes:
        if text == "unspeakable":
            raise SpeechError("it broke")
        return whole(self, text, voice, words_per_minute)

    monkeypatch.setattr(Mumbler, "speak", speak)
    stage.voice.say("unspeakable", Level.PHASE)
    stage.voice.say("Red's turn.", Level.PHASE)
    stage.wait()
    assert stage.heard == ["speech at 70%"]
    assert "cannot be spoken: it broke" in caplog.text


def test_the_real_device_needs_a_moment_before_the_first_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.voice.loudspeaker.WAKES_S", 0.2)
    start = time.monotonic()
    stage = Stage()
    stage.voice.chime(CHIMES["turn"])
    until(lambda: stage.heard == ["turn"])
    assert time.monotonic() - start >= 0.2
    stage.voice.close()


def test_where_there_is_no_device_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SDL_AUDIODRIVER")
    monkeypatch.setattr("companion.voice.loudspeaker._may_have_sound", lambda: False)
    with pytest.raises(SoundError, match="there is no sound device"):
        Loudspeaker()


def test_nothing_plays_any_more_when_the_device_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sound has ended when the device is released.

    A sound that ends just then would wait for Python while Python waits for it, and the whole program would stop.
    """
    give_back, playing = pygame.mixer.quit, []

    def give_back_and_tell() -> None:
        playing.append(bool(pygame.mixer.get_init()) and pygame.mixer.get_busy())
        give_back()

    monkeypatch.setattr(pygame.mixer, "quit", give_back_and_tell)
    loudspeaker = Loudspeaker()
    loudspeaker.speak(silence(LONG_S), 0.5)
    loudspeaker.close()
    loudspeaker.close()
    assert playing == [False, False]
