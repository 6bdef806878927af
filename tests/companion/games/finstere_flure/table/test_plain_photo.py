"""Photos of plain pieces, with what is known of the table before."""

import json
from pathlib import Path

import cv2
import pytest

from companion.games.finstere_flure.virtual_table.placement import table_from_position
from companion.main import main
from companion.virtual_table.bare_table import bare_profile
from companion.virtual_table.camera import VirtualCamera
from engine.finstere_flure.board import Direction
from engine.finstere_flure.events import StoneMoved, TokenMoved
from engine.finstere_flure.pieces import Side, TileKind
from engine.finstere_flure.position import Position, Tile, Token
from engine.finstere_flure.positionfile import position_to_json
from engine.finstere_flure.rounds import position_after
from vision.model.profile import profile_to_json

BEFORE = Position("b5", Direction.E, (Token("red-5", Side.WHITE, "h6"),), (Tile("stone-1", TileKind.STONE, ("h7",)),))
FAR = TokenMoved("red-5", "l6", Side.BLACK)
PUSHED = TokenMoved("red-5", "h7", Side.BLACK, (StoneMoved("stone-1", "h8"),))

pytestmark = pytest.mark.slow


@pytest.fixture
def words(tmp_path: Path, request: pytest.FixtureRequest) -> list[str]:
    """Return the arguments that tell of a picture of plain pieces after an event."""
    table = table_from_position(position_after(BEFORE, request.param), 1)
    table.peel_tags()
    cv2.imwrite(str(tmp_path / "table.png"), VirtualCamera(table, seed=1).latest().picture)
    (tmp_path / "camera.json").write_text(json.dumps(profile_to_json(bare_profile(table, 1))))
    (tmp_path / "before.json").write_text(json.dumps(position_to_json(BEFORE)))
    names = ("table.png", "camera.json", "before.json")
    picture, profile, before = (str(tmp_path / name) for name in names)
    return [picture, "--card", "5", "--profile", profile, "--since", before]


@pytest.mark.parametrize("words", [FAR], indirect=True)
def test_the_table_before_tells_what_lies_on_taken_cells(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["predict", *words, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["moved"]["token"], answer["moved"]["to"]) == ("red-5", "l6")


@pytest.mark.parametrize("words", [PUSHED], indirect=True)
def test_moves_that_look_alike_are_listed_with_their_answers(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = Path(words[0]).with_name("way.png")
    assert main(["predict", *words, "-o", str(drawn)]) == 0
    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    assert "several moves fit" in printed.err
    assert not drawn.exists()
    assert len(lines) == 2
    assert {"h7" in lines[0], "h8" in lines[0]} == {True, False}
    assert all("Furunkulus stops" in line for line in lines)
    assert main(["show", *words, "--export", str(Path(words[0]).with_name("move.png"))]) == 2
    assert "several moves fit" in capsys.readouterr().err
