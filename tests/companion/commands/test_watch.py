"""`companion watch`: the lines it prints, the pictures it writes, and what it refuses."""

import json
from pathlib import Path

import cv2
import pytest

from companion.commands.watch import Teller
from companion.device.pictures import write_picture
from companion.games.finstere_flure.reading.readings import READINGS
from companion.games.finstere_flure.virtual_table.game import VIRTUAL
from companion.main import main
from companion.virtual_table.demo_camera import DemoCamera
from tests.vision.watching.film import Film
from tests.vision.watching.film_table import CATALOGUE

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with one picture of a table, which is shown again and again."""
    write_picture(str(tmp_path / "table.png"), Film().frame().picture)
    return tmp_path


def test_a_folder_of_pictures_is_watched(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", str(folder), "--seconds", "4", "--json"]) == 0
    first, *_, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["board"] == "lost"
    assert last["board"] == "found"
    assert last["reading"]["position"]["format"] == "finstere-flure/position"


def test_debug_pictures_are_written_to_a_folder(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "seen"
    assert main(["watch", str(folder), "--seconds", "1", "--debug", "--out", str(out)]) == 0
    pictures = sorted(out.iterdir())
    picture = cv2.imread(str(pictures[-1]))
    assert picture is not None
    assert picture.shape[1] == 1660


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["watch", "nowhere"], "'nowhere' is no camera"),
        (["watch", "--seconds", "0"], "--seconds 0: give a number above 0"),
        (["watch", "--out", "x"], "--out goes with --debug"),
        (["watch", "virtual", "--profile", "lens.json"], "lens.json"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert complaint in capsys.readouterr().err


def test_changes_are_told_piece_by_piece() -> None:
    film = Film()
    teller = Teller(READINGS, CATALOGUE, as_json=False)
    film.settle()
    said = [line for state in film.states for line in teller.lines(state, 1.0)]
    assert said[0].startswith("     1.0 s  the table has not been still")
    token, goal = film.tokens()[0], film.free_cells()[40]
    start = film.cell_of(token)
    film.move(token, goal)
    (line,) = teller.lines(film.settle(), 2.0)
    assert f"{token}/" in line
    assert line.endswith(f": {start} -> {goal}")


def test_hands_move_tokens_at_the_virtual_table() -> None:
    busy = DemoCamera(VIRTUAL, 3)
    before = {name: busy.table.cell_of(piece) for name, piece in busy.table.pieces.items()}
    arms = 0
    for _ in range(35):
        busy.latest()
        arms += busy.table.arm is not None
    after = {name: busy.table.cell_of(piece) for name, piece in busy.table.pieces.items()}
    assert arms > 5
    assert sum(before[name] != after[name] for name in before) == 1
    busy.close()
