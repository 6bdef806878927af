"""Checks of the outputs for players: display, fonts."""

from collections.abc import Iterator

import pygame

from companion.device.checks.finding import Finding, good, note, wrong
from companion.device.display import NoDisplayError, open_display
from companion.device.languages import LANGUAGES
from companion.fonts import BOLD, REGULAR


def display() -> Iterator[Finding]:
    """Check that a window can be opened, and by which driver."""
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
    """Check that all languages can be written."""
    missing = [path.name for path in (REGULAR, BOLD) if not path.is_file()]
    if missing:
        yield wrong("fonts", f"{' and '.join(missing)} missing: install the companion anew")
    found = []
    for language in LANGUAGES.values():
        if not language.fonts:
            continue
        font = next((path for path in language.fonts if path.is_file()), None)
        if font is None:
            yield note("fonts", f"no characters of {language.name}: sudo apt install {language.font_package}")
        else:
            found.append(f", {language.name} by {font.name}")
    if len(found) == sum(bool(language.fonts) for language in LANGUAGES.values()):
        yield good("fonts", f"all languages{''.join(found)}")
