"""Compares the screens with the pictures of them that are kept in tests/data/screens.

    ./run screens             writes build/screens/index.html: old, new and difference; fails if any differs
    ./run screens --update    keeps the new ones

The tests compare them too (tests/tools/test_screens.py). Pages are those of the games' sample_pages.py, which a session
makes, and the window of the calibration; the only font is the program's own, so that the pictures are the same on all
machines.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import numpy.typing as npt
import pygame
from PIL import Image

from companion.calibrating.corners import Handles
from companion.calibrating.screen import RoutineButton, WindowContents, paint
from companion.device.language import use_language
from companion.games.betrayal.screen.pictures import BetrayalPictures
from companion.games.coach_ride.screen.pictures import CoachRidePictures
from companion.games.finstere_flure.screen.pictures import FinstereFlurePictures
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.lifeboat.screen.pictures import LifeboatPictures
from companion.screen import theme
from companion.screen.page_view import PageView
from companion.screen.pages import Page
from companion.screen.pictures import Pictures
from companion.screen.text import Fonts
from companion.screen.theme import Rgb
from tests.companion.games.betrayal.sample_pages import samples as betrayal_samples
from tests.companion.games.coach_ride.sample_pages import samples as coach_ride_samples
from tests.companion.games.finstere_flure.screen.sample_pages import samples as finstere_flure_samples
from tests.companion.games.lifeboat.sample_pages import samples as lifeboat_samples
from vision.calibration.gates import Gate, Verdict
from vision.model.pinhole import looking_at
from vision.picture import Pixels

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "tests" / "data" / "screens"
REPORT = ROOT / "build" / "screens"

Size = tuple[int, int]

# Widths and heights of windows (pixels).
_SMALL = (800, 480)
_UPRIGHT = (480, 800)
_HALF = (640, 720)
_LARGE = (1280, 720)
_RING: list[Rgb] = [theme.ACCENT] * 6 + [(0, 0, 0)] * 18

#: A pixel counts as another one if a channel differs by more than this: machines round in different ways.
TOLERANCE = 16
#: So many other pixels are no other picture: less than the smallest letter has.
FEW_PIXELS = 12


#: The games' sample pages, and what draws their pictures.
GAMES: Mapping[str, tuple[Callable[[], Mapping[str, Page]], Callable[[Fonts], Pictures]]] = {
    "finstere-flure": (finstere_flure_samples, FinstereFlurePictures),
    "lifeboat": (lifeboat_samples, LifeboatPictures),
    "coach-ride": (lambda: {**coach_ride_samples(), "ten": coach_ride_samples(10)["powers"]}, CoachRidePictures),
    "betrayal": (betrayal_samples, BetrayalPictures),
}


@dataclass(frozen=True)
class KeptScreen:
    """Picture that is kept: a page of the game's `sample_pages`, its size, and its language."""

    page: str
    size: Size = _SMALL
    language: str = "en"
    game: str = "finstere-flure"

    @property
    def name(self) -> str:
        """The name of its file below the folder of all, without ``.png``."""
        return f"{self.game}/{self.page}-{self.size[0]}x{self.size[1]}-{self.language}"


def _shots(game: str, small: str, *others: tuple[str, Size, str]) -> tuple[KeptScreen, ...]:
    """Return pages of a game on a small screen in English, and other pages as listed.

    The names of the pages are separated by spaces.
    """
    return (*(KeptScreen(page, game=game) for page in small.split()), *(KeptScreen(*other, game) for other in others))


#: Every kind of page on a small screen; those with most on them in other sizes and languages too.
SHOTS = (
    *map(
        KeptScreen, ("first-screen", "first-buttons", "settings", "players", "set-up", "place-tile", "tokens", "reach")
    ),
    *map(KeptScreen, ("foresight-tokens", "foresight-reach", "foresight-choice", "puzzle", "lesson")),
    *map(KeptScreen, ("look", "what-if", "review", "mistake")),
    *map(
        KeptScreen, ("choice", "problem", "draw-real", "put-right", "put-right-problem", "help", "log", "over", "move")
    ),
    *map(KeptScreen, ("pause", "menu-lock", "seats", "seat", "away", "failed-bot", "take-over")),
    KeptScreen("everything", _LARGE),
    *(KeptScreen(page, _UPRIGHT) for page in ("players", "tokens", "problem", "put-right", "move")),
    *(KeptScreen(page, _HALF) for page in ("tokens", "put-right", "move")),
    *(KeptScreen(page, language="de") for page in ("players", "put-right", "move")),
    *(KeptScreen(page, language="fr") for page in ("problem", "put-right-problem", "help")),
    KeptScreen("calibration"),
    KeptScreen("calibration", _UPRIGHT, "de"),
    KeptScreen("calibration-corners"),
    *_shots(
        "lifeboat",
        "players navigation-card set-up act act-demand act-unread fight choose-signs overboard thirst sums over problem"
        " put-right",
        ("act", _LARGE, "en"),
        ("fight", _UPRIGHT, "de"),
        ("act", _HALF, "fr"),
    ),
    *_shots(
        "coach-ride",
        "players set-up turn announce limit powers result allies naming to-show reveal-wrong over refused put-right",
        ("ten", _SMALL, "de"),
        ("to-show", _HALF, "de"),
        ("ten", _UPRIGHT, "en"),
        ("powers", _LARGE, "fr"),
    ),
    *_shots(
        "betrayal",
        "set-up turn discover roll damage haunt-roll attack monsters explorer claim over problem put-right",
        ("house-40", _LARGE, "en"),
        ("turn", _UPRIGHT, "de"),
        ("discover", _HALF, "fr"),
    ),
)


@dataclass(frozen=True, eq=False)
class Comparison:
    """Kept picture (None: not kept) and its new version; `differing` counts the changed pixels."""

    shot: KeptScreen
    old: Pixels | None
    new: Pixels

    @property
    def changed(self) -> npt.NDArray[np.bool_]:
        """Mask of changed pixels."""
        if self.old is None or self.old.shape != self.new.shape:
            return np.ones(self.new.shape[:2], bool)
        apart = np.abs(self.old.astype(np.int16) - self.new.astype(np.int16))
        return np.asarray((apart > TOLERANCE).any(axis=2))

    @property
    def same(self) -> bool:
        """True if nobody could see a difference."""
        if self.old is None:
            return False
        return np.array_equal(self.old, self.new) or int(self.changed.sum()) <= FEW_PIXELS


def drawn(shots: tuple[KeptScreen, ...] = SHOTS) -> Iterator[tuple[KeptScreen, Pixels]]:
    """Yield the pictures as they are now, (height, width, 3) in RGB."""
    fonts = Fonts(others={})
    for game, language in dict.fromkeys((shot.game, shot.language) for shot in shots):
        use_language(language)
        samples, pictures = GAMES[game]
        pages, view = samples(), PageView(fonts, pictures(fonts))
        for shot in shots:
            if (shot.game, shot.language) != (game, language):
                continue
            surface = pygame.Surface(shot.size)
            if shot.page.startswith("calibration"):
                paint(surface, fonts, _calibration(by_hand=shot.page == "calibration-corners"))
            else:
                holding = ("advance", 0.4) if shot.page == "put-right" else None
                view.draw(surface, pages[shot.page], ring=_RING, time_s=0.5, holding=holding)
            yield shot, np.asarray(pygame.surfarray.array3d(surface).swapaxes(0, 1), np.uint8)
    use_language("en")


def _calibration(*, by_hand: bool) -> WindowContents:
    """Return the window of a calibration with remarks, before a camera that sees only grey.

    The calibration finds something to be changed.
    """
    width, height = 640, 480
    grid = make_catalogue().grid
    camera = looking_at((200.0, 137.5), 520.0, 560.0, (width, height), tilt_deg=12.0)
    verdicts = tuple(Verdict(gate, gate is not Gate.BRIGHTNESS, 30.0, 60.0) for gate in Gate)
    return WindowContents(
        np.full((height, width), 96, np.uint8),
        "The table",
        "Change what is marked.",
        {RoutineButton.BACK: "Back", RoutineButton.CORNERS: "Corners by hand", RoutineButton.NEXT: ""},
        grid,
        () if by_hand else verdicts,
        camera=camera,
        handles=Handles.on((width, height), None) if by_hand else None,
    )


def compare(shot: KeptScreen, new: Pixels) -> Comparison:
    """Return a picture beside the one that is kept of it."""
    file = KEPT / f"{shot.name}.png"
    return Comparison(shot, np.asarray(Image.open(file).convert("RGB"), np.uint8) if file.is_file() else None, new)


def write_report(comparisons: list[Comparison], folder: Path = REPORT) -> Path:
    """Write a page that shows old, new and difference, differing ones first; return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    for stale in folder.rglob("*.png"):
        stale.unlink()
    differing = [comparison for comparison in comparisons if not comparison.same]
    lines = [
        "<!doctype html><meta charset='utf-8'><title>Screens</title>",
        "<style>body{background:#ddd;font:16px sans-serif}img{max-width:32vw;border:1px solid #888}",
        "td{vertical-align:top;padding:4px}</style>",
        f"<h1>{len(differing)} of {len(comparisons)} screens differ</h1>",
        "<p>Old, new, and in red what differs. <code>./run screens --update</code> keeps the new ones.</p><table>",
    ]
    for comparison in (*differing, *(comparison for comparison in comparisons if comparison.same)):
        name = comparison.shot.name
        pictures = {
            "old": comparison.old,
            "new": comparison.new,
            "difference": None if comparison.same else _difference(comparison),
        }
        cells = []
        for kind, pixels in pictures.items():
            if pixels is None:
                cells.append("<td></td>")
                continue
            file = folder / f"{name}-{kind}.png"
            file.parent.mkdir(exist_ok=True)
            Image.fromarray(pixels).save(file)
            cells.append(f"<td><img src='{escape(name)}-{kind}.png' alt='{kind}'></td>")
        told = (
            "the same"
            if comparison.same
            else "new"
            if comparison.old is None
            else f"{int(comparison.changed.sum())} pixels differ"
        )
        lines += [f"<tr><th colspan=3>{escape(name)}: {told}</th></tr>", f"<tr>{''.join(cells)}</tr>"]
    page = folder / "index.html"
    page.write_text("\n".join([*lines, "</table>", ""]), encoding="utf-8")
    return page


def _difference(comparison: Comparison) -> Pixels:
    """Return the new picture in faint grey, with what differs in red."""
    grey = np.repeat(comparison.new.mean(axis=2, keepdims=True) / 3, 3, axis=2).astype(np.uint8)
    grey[comparison.changed] = (255, 40, 40)
    return grey


def update(pictures: list[tuple[KeptScreen, Pixels]]) -> None:
    """Keep the pictures, and no others."""
    KEPT.mkdir(parents=True, exist_ok=True)
    wanted = {KEPT / f"{shot.name}.png" for shot, _ in pictures}
    for old in KEPT.rglob("*.png"):
        if old not in wanted:
            old.unlink()
    for shot, pixels in pictures:
        if not compare(shot, pixels).same:
            (KEPT / shot.name).parent.mkdir(exist_ok=True)
            Image.fromarray(pixels).save(KEPT / f"{shot.name}.png", optimize=True)


def main() -> int:
    """Compare, or keep; return the exit status."""
    parser = argparse.ArgumentParser(prog="./run screens", description="compare the screens with those that are kept")
    parser.add_argument("--update", action="store_true", help="keep the pictures as they are now")
    args = parser.parse_args()
    pictures = list(drawn())
    comparisons = [compare(shot, pixels) for shot, pixels in pictures]
    page = write_report(comparisons)
    differing = [comparison.shot.name for comparison in comparisons if not comparison.same]
    if args.update:
        update(pictures)
    for name in differing:
        print(("kept: " if args.update else "differs: ") + name)
    print(f"{len(differing)} of {len(comparisons)} screens differ; old, new and difference: {page}")
    return 1 if differing and not args.update else 0


if __name__ == "__main__":
    sys.exit(main())
