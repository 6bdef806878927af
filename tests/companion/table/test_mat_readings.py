"""Tests of written readings of mats: the public format, recordings without secrets."""

import json
from pathlib import Path

import pytest

from companion.table.recording import Recorder, load_recording
from tests.companion.table.card_readings import READINGS
from tests.vision.card_mat import ALL_OPEN, CATALOGUE, MAT, Card, ids
from tests.vision.test_mat_watching import FIRST, SIZE, Film
from tests.vision.test_mats import read, shot_of
from vision.picture import load_picture
from vision.reading import read_picture
from vision.virtual import Hand
from vision.watching.debug_view import debug_view

pytestmark = pytest.mark.slow


def test_the_public_format_of_a_mat() -> None:
    shot = shot_of(Card("c1", (100, 50), 90.0), Card(None, (420, 60)), Card("c3", (450, 160)))
    data = READINGS.to_json(READINGS.understand(read(shot), CATALOGUE))
    json.dumps(data)
    (piece,) = data["pieces"]
    assert set(piece) == {"id", "zone", "at_mm", "turn_deg"}
    assert (piece["id"], piece["zone"]) == ("c1", "row-1")
    assert piece["at_mm"] == pytest.approx([100, 50], abs=1)
    assert piece["turn_deg"] == pytest.approx(90, abs=1.5)
    (spot,) = data["unreadable"]
    assert spot["zone"] == "row-2"
    assert data["board"]["found"] is True
    assert READINGS.not_found_to_json()["board"]["found"] is False


def test_a_recording_and_the_debug_view_hold_nothing_secret(tmp_path: Path) -> None:
    film = Film()
    recorder = Recorder(tmp_path / "evening", READINGS, CATALOGUE, focal_px=film.focal_px)
    for hand in (None, Hand((180.0, 60.0), 0.0, "flat")):
        for watched in film.see(FIRST, hand, frames=8):
            recorder.see(film.frame, watched)
            film.now += 0.3
        view = debug_view(film.frame, watched, film.watch, CATALOGUE)
        camera = film.watch.see(film.frame).known
        assert camera is not None
        x, y = camera.registration.camera.project([(*MAT.centre("deck"), 0.0)])[0] * 1280 / SIZE[0]
        assert view[round(y) - 8 : round(y) + 8, round(x) - 8 : round(x) + 8].max() < 30
    frames = load_recording(tmp_path / "evening", READINGS).frames
    assert {frame.reading is None for frame in frames} == {True, False}
    for frame in frames:
        pixels = load_picture(frame.picture).pixels
        if frame.reading is None:
            assert pixels.max() < 20, "while something moves, what a hand carries may be secret"
        else:
            assert ids(read_picture(pixels, CATALOGUE, focal_px=film.focal_px)) == {"c1", "c2"}
            assert ids(read_picture(pixels, ALL_OPEN, focal_px=film.focal_px)) <= {"c1", "c2"}
