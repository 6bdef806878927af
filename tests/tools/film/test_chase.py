"""Film of the README: its kept game, length and captions, and that it shows today's pages."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pygame
import pytest
from PIL import Image

from companion.games.finstere_flure.playback.timeline import timeline
from companion.journal import Journal
from engine.finstere_flure.events import CardDrawn, TokenMoved
from engine.finstere_flure.game import RULES
from engine.gamefile import game_from_text
from tests import ROOT
from tools.film import chase
from tools.film.chase import CAPTIONS, SECONDS, ChaseFilm
from tools.film.encode import FPS, SIZE, WEBP_FPS, WEBP_SIZE, small

FILM = ROOT / "docs" / "pictures" / "film.webp"
LARGEST_BYTES = 4_000_000
#: Pictures of the kept film that are looked at (its seconds), and how far their colours may be off (of 255): it is
#: compressed.
LOOKED_AT_S = (0.5, 2.0, 3.0, 4.5, 7.0, 9.0, 12.0, 14.1, 16.5, 19.0)
MOST_OFF = 4.0


@pytest.fixture
def film(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ChaseFilm]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.display.set_mode(SIZE)
    journal = Journal.open(tmp_path / "film.sqlite")
    yield ChaseFilm(journal)
    journal.close()
    pygame.display.quit()


def kept_pictures() -> dict[float, Image.Image]:
    """Return the pictures of the kept film at the moments that are looked at."""
    found, at_s = {}, 0.0
    with Image.open(FILM) as animation:
        for number in range(animation.n_frames):  # type: ignore[attr-defined]
            animation.seek(number)
            picture = animation.convert("RGB")
            ends_s = at_s + animation.info["duration"] / 1000
            found.update({moment: picture for moment in LOOKED_AT_S if at_s <= moment < ends_s})
            at_s = ends_s
    return found


def test_the_kept_film_is_small_and_goes_round_in_twenty_seconds() -> None:
    assert FILM.stat().st_size < LARGEST_BYTES
    with Image.open(FILM) as animation:
        assert animation.size == WEBP_SIZE
        assert animation.info["loop"] == 0
        durations = []
        for number in range(animation.n_frames):  # type: ignore[attr-defined]
            animation.seek(number)
            animation.load()
            durations.append(animation.info["duration"])
    assert sum(durations) / 1000 == pytest.approx(SECONDS, abs=0.1)


def test_the_next_card_of_the_kept_game_brings_a_bite() -> None:
    game = game_from_text(RULES, Path(chase.__file__).with_name("chase.jsonl").read_text(encoding="utf-8"))
    moved = game.events[-1]
    assert isinstance(moved, TokenMoved)
    (drawn,) = RULES.possible(game.state)
    assert isinstance(drawn, CardDrawn)
    move = game.apply(drawn).state.monster_move
    assert move is not None
    bite = next(segment for segment in timeline(move) if segment.bite_s is not None)
    assert moved.token in bite.after.eaten


@pytest.mark.slow
def test_two_films_are_the_same(film: ChaseFilm, tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "other.sqlite")
    for frame, other in itertools.islice(zip(film.frames(), ChaseFilm(journal).frames(), strict=True), FPS + 8):
        assert (frame == other).all()
    journal.close()


@pytest.mark.thorough
def test_the_kept_film_shows_today_s_pages(film: ChaseFilm) -> None:
    kept: list[np.ndarray] = []
    assert sum(1 for _ in small(film.frames(), kept)) == SECONDS * FPS
    # Each caption is read, in the order of the story, and long enough.
    assert tuple(film.captions) == CAPTIONS
    assert min(np.diff([*film.captions.values(), SECONDS])) > 0.9
    for moment, picture in kept_pictures().items():
        off = cv2.absdiff(np.asarray(picture), kept[round(moment * WEBP_FPS)]).mean()
        assert off < MOST_OFF, f"at {moment} s the film is otherwise: make it anew with ./run film"
