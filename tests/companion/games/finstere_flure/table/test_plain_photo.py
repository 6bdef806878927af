"""Photos of plain pieces, with what is known of the table before."""

import json
from pathlib import Path

import cv2
import pygame
import pytest

from companion.games.finstere_flure.commands import show
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


def press_keys(*keys: int) -> None:
    """Press keys for the next window."""
    pygame.display.init()
    for key in keys:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=""))


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


@pytest.mark.parametrize("words", [PUSHED], indirect=True)
@pytest.mark.usefixtures("display")
def test_the_window_asks_which_move_was_made(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    ends = []
    monkeypatch.setattr(show, "play", lambda move, **_: ends.append(move.start.token("red-5").cell))
    for steps in (1, 2):
        # Before a move is marked the first key takes none.
        press_keys(pygame.K_RETURN, *[pygame.K_RIGHT] * steps, pygame.K_RETURN)
        assert main(["show", *words]) == 0
    assert sorted(ends) == ["h7", "h8"]


@pytest.mark.parametrize("words", [PUSHED], indirect=True)
@pytest.mark.usefixtures("display")
def test_who_leaves_the_question_is_told_the_moves(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    press_keys(pygame.K_ESCAPE)
    assert main(["show", *words]) == 2
    assert "several moves fit" in capsys.readouterr().err
