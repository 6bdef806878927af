"""What players see and hear: display, fonts, sound, voices."""

from collections.abc import Iterator

import pygame

from companion.box.checks.finding import Finding, good, note, wrong
from companion.box.display import NoDisplayError, open_display
from companion.box.language import LANGUAGES
from companion.fonts import BOLD, CHINESE, CHINESE_PACKAGE, REGULAR
from companion.voice.espeak import Espeak
from companion.voice.loudspeaker import Loudspeaker, SoundError


def display() -> Iterator[Finding]:
    """Whether a window can be opened, and by which driver."""
    try:
        open_display("plug in a screen, or start it from the desktop; games can still play themselves without one")
    except NoDisplayError as error:
        yield wrong("display", str(error))
        return
    try:
        sizes = ", ".join(f"{width} x {height}" for width, height in pygame.display.get_desktop_sizes())
        version = ".".join(map(str, pygame.get_sdl_version()))
        yield good("display", f"{sizes} pixels by the driver {pygame.display.get_driver()} (SDL {version})")
    finally:
        pygame.display.quit()


def fonts() -> Iterator[Finding]:
    """Whether all languages can be written."""
    missing = [path.name for path in (REGULAR, BOLD) if not path.is_file()]
    if missing:
        yield wrong("fonts", f"{' and '.join(missing)} missing: install the companion anew")
    chinese = next((path for path in CHINESE if path.is_file()), None)
    if chinese is None:
        yield note("fonts", f"no Chinese characters: sudo apt install {CHINESE_PACKAGE}")
    else:
        yield good("fonts", f"all languages, Chinese by {chinese.name}")


def sound() -> Iterator[Finding]:
    """Whether there is a loudspeaker."""
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
    """Which languages can be spoken."""
    espeak = Espeak.find()
    if espeak is None:
        yield note("voices", "espeak-ng is missing, announcements are only written: sudo apt install espeak-ng")
        return
    spoken = {code: espeak.voice_for(code) for code in LANGUAGES}
    names = ", ".join(f"{code} by {voice}" for code, voice in spoken.items() if voice)
    silent = [LANGUAGES[code] for code, voice in spoken.items() if not voice]
    yield good("voices", f"espeak-ng {espeak.version}: {names}")
    if silent:
        yield note("voices", f"espeak-ng cannot speak {', '.join(silent)}: sudo apt install espeak-ng-data")
