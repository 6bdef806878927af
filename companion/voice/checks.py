"""Doctor's checks of the voice: the loudspeaker and the languages that can be spoken."""

from collections.abc import Iterator

from companion.device.checks.finding import Finding, good, note
from companion.device.language import LANGUAGES
from companion.voice.espeak import Espeak
from companion.voice.loudspeaker import Loudspeaker, SoundError


def sound() -> Iterator[Finding]:
    """Check that there is a loudspeaker."""
    try:
        loudspeaker = Loudspeaker()
    except SoundError as error:
        yield note(
            "sound", f"none ({error}): announcements are only written; aplay -L lists the devices for the config file"
        )
        return
    loudspeaker.close()
    yield good("sound", "a loudspeaker or headphones can be used")


def voices() -> Iterator[Finding]:
    """Find the languages that can be spoken."""
    espeak = Espeak.find()
    if espeak is None:
        yield note("voices", "espeak-ng is missing, announcements are only written: sudo apt install espeak-ng")
        return
    spoken = {code: espeak.voice_for(code) for code in LANGUAGES}
    names = ", ".join(f"{code} by {voice}" for code, voice in spoken.items() if voice)
    silent = [LANGUAGES[code].name for code, voice in spoken.items() if not voice]
    yield good("voices", f"espeak-ng {espeak.version}: {names}")
    if silent:
        yield note("voices", f"espeak-ng cannot speak {', '.join(silent)}: sudo apt install espeak-ng-data")
