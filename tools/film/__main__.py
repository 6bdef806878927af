"""Make the films of the README and of the page about phones anew.

    ./run film [--phone] [--out FOLDER]

Writes `docs/pictures/film.webp`, and the same with sound as `film.mp4` into the folder; with `--phone`
`phone-film.webp` and `phone-film.mp4` of a phone as a hand, in Chromium.
"""

import argparse
import os
import tempfile
from contextlib import ExitStack
from pathlib import Path

import pygame

from companion.device.language import use_language
from companion.journal import Journal
from companion.voice.espeak import Espeak
from tests.companion.phones.browsers import chromium
from tools.film import chase, phone
from tools.film.chase import ChaseFilm
from tools.film.encode import SIZE, Frame, small, write_mp4, write_webp
from tools.film.phone import PhoneFilm

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"


def main() -> None:
    """Make a film."""
    parser = argparse.ArgumentParser(prog="./run film", description="Make a film of the documents anew.")
    parser.add_argument("--phone", action="store_true", help="that of a phone as a hand; needs Chromium")
    parser.add_argument("--out", type=Path, default=Path("build/film"), help="folder of the MP4 (default: build/film)")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.display.set_mode(SIZE)
    use_language("en")
    espeak = Espeak.find()
    if espeak is None:
        print("espeak-ng is not installed: the film has chimes alone.")
    name, seconds = ("phone-film", phone.SECONDS) if args.phone else ("film", chase.SECONDS)
    kept: list[Frame] = []
    with ExitStack() as opened:
        journal = Journal.open(Path(opened.enter_context(tempfile.TemporaryDirectory())) / "film.sqlite")
        opened.callback(journal.close)
        film = _phone_film(journal, opened) if args.phone else ChaseFilm(journal)
        write_mp4(
            args.out / f"{name}.mp4",
            small(film.frames(), kept),
            lambda: film.sound.mix(film.session, film.began_s, seconds, espeak),
        )
    write_webp(PICTURES / f"{name}.webp", kept)


def _phone_film(journal: Journal, opened: ExitStack) -> PhoneFilm:
    """Return the film of a phone in a browser that is closed with the others."""
    # Only there where a browser is driven.
    from playwright.sync_api import sync_playwright

    browser = opened.enter_context(chromium(opened.enter_context(sync_playwright())))
    film = PhoneFilm(journal, browser)
    opened.callback(film.close)
    return film


if __name__ == "__main__":
    main()
