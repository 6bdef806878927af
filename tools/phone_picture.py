"""Draw the picture of phones in the documents: hands of two games, as Chromium shows them.

    ./run extra browser
    python -m tools.phone_picture

Writes `docs/pictures/phones.png`.
"""

import os
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pygame
from PIL import Image

from companion.games import find_game
from companion.journal import Journal
from tests.companion.phones.browsers import SIZES, BrowserPhone, chromium
from tests.companion.phones.evening import VirtualEvening

#: Games, each with the colours of its phone.
_SHOWN = (("lifeboat", "light"), ("coach-ride", "dark"))
_PLAYERS = 5
#: What is further down on a page is what is rare (pixels).
_HEIGHT_PX = 1090
#: Colours of the picture: of more it gets no better.
_COLOURS = 128
#: Between the phones (pixels).
_GAP_PX = 24
#: The page loads its pictures in so long (milliseconds).
_LOADS_MS = 1500
_FILE = Path(__file__).parents[1] / "docs" / "pictures" / "phones.png"


def shoot(browser: Any, game_id: str, colours: str, folder: Path) -> Image.Image:
    """Return the page of the phone whose turn it is at a game's beginning."""
    journal = Journal.open(folder / f"{game_id}.sqlite")
    evening = VirtualEvening(find_game(game_id), journal, players=_PLAYERS)
    evening.phones.switch_on()
    evening.begin()
    session = evening.session
    phone = BrowserPhone(browser, evening, "en-GB", SIZES[0])
    phone.page.emulate_media(color_scheme=colours)
    phone.join()
    phone.take(session.table_game.actor(session.game.state))
    phone.until(lambda: phone.shown.get("moves"))
    phone.page.wait_for_timeout(_LOADS_MS)
    picture = Image.open(BytesIO(phone.page.screenshot(full_page=True)))
    evening.close()
    journal.close()
    return picture.convert("RGB")


def main() -> None:
    """Draw the phones side by side."""
    # Only there where a browser is driven.
    from playwright.sync_api import sync_playwright

    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver, chromium(driver) as browser:
        pictures = [shoot(browser, game_id, colours, Path(folder)) for game_id, colours in _SHOWN]
    width = sum(picture.width for picture in pictures) + _GAP_PX * (len(pictures) - 1)
    whole, left = Image.new("RGB", (width, _HEIGHT_PX), "white"), 0
    for picture in pictures:
        whole.paste(picture, (left, 0))
        left += picture.width + _GAP_PX
    whole.quantize(_COLOURS).save(_FILE, optimize=True)


if __name__ == "__main__":
    main()
