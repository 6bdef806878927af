"""Pages of all games in a language: pictures, texts, and what does not fit."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pygame

from companion.device.language import in_language
from companion.games.pages_fit import SIZES
from companion.screen import fitting
from companion.screen.page_view import PageView
from companion.screen.pages import Page
from companion.screen.text import Fonts
from tools.screens import GAMES
from tools.translate.entries import CatalogueText

#: The picture of a page is drawn at this size, the smallest screen's.
_SHOWN = SIZES[0]
#: The package whose texts stand on the pages of every game.
_PLATFORM = "companion"
#: Shorter texts stand on too many pages to tell one.
_LEAST_LETTERS = 3


@dataclass(frozen=True)
class ShownPage:
    """A page with its picture's file, all texts on it at any size, and what does not fit.

    A problem names the size of the screen (pixels) and what is wrong.
    """

    game: str
    name: str
    picture: Path
    texts: tuple[str, ...]
    fit_problems: tuple[str, ...]


def draw_pages(code: str, folder: Path) -> Iterator[ShownPage]:
    """Draw the sample pages of all games into a folder, and look at each at five sizes."""
    fonts = Fonts()
    with in_language(code):
        for game, (samples, pictures) in GAMES.items():
            pages: Mapping[str, Page] = samples()
            view = PageView(fonts, pictures(fonts))
            (folder / game).mkdir(parents=True, exist_ok=True)
            looked: dict[str, tuple[dict[str, None], list[str]]] = {name: ({}, []) for name in pages}
            # Boards are painted once for each size.
            for size in SIZES:
                for name, page in pages.items():
                    texts, fit_problems = looked[name]
                    canvas = view.painted(size, page)
                    texts.update((written.text, None) for written in canvas.written)
                    fit_problems += [f"{size[0]}x{size[1]}: {problem}" for problem in fitting.fit_problems(canvas)]
            for name, page in pages.items():
                surface = pygame.Surface(_SHOWN)
                view.draw(surface, page, ring=(), time_s=0.5)
                path = folder / game / f"{name}.png"
                pygame.image.save(surface, path)
                texts, fit_problems = looked[name]
                yield ShownPage(game, name, path, tuple(texts), tuple(fit_problems))


def pages_by_problem(pages: Iterable[ShownPage]) -> Mapping[str, list[tuple[ShownPage, str]]]:
    """Return what does not fit, each once, with its pages and sizes of screens."""
    found: dict[str, list[tuple[ShownPage, str]]] = {}
    for page in pages:
        for told in page.fit_problems:
            size, _, problem = told.partition(": ")
            found.setdefault(problem, []).append((page, size))
    return found


class Finder:
    """Finds the pages on which entries stand."""

    def __init__(self, pages: tuple[ShownPage, ...]) -> None:
        self._pages = [(page, "\n".join(page.texts)) for page in pages]

    def pages_of(self, entry: CatalogueText) -> list[ShownPage]:
        """Return the pages on which a form of the entry stands, its values filled in.

        A game's own texts stand on its pages alone.
        """
        patterns = [pattern for form in entry.shown if (pattern := pattern_of(form))]
        return [
            page
            for page, text in self._pages
            if entry.package in (_PLATFORM, page.game.replace("-", "_"))
            and any(pattern.search(text) for pattern in patterns)
        ]


def pattern_of(text: str) -> re.Pattern[str] | None:
    """Return what finds a text with any values on a page.

    None for one of so few letters that it tells nothing.
    """
    parts = re.split(r"\{\w*\}", text)
    if sum(map(str.isalnum, "".join(parts))) < _LEAST_LETTERS:
        return None
    # Pages may have their first letter large, and no-break spaces.
    parts = [re.sub(r"(?:\\ |\u00a0)+", r"\\s", re.escape(part)) for part in parts]
    return re.compile(r"(?<!\w)" + "[^\n]+?".join(parts) + r"(?!\w)", re.IGNORECASE)
