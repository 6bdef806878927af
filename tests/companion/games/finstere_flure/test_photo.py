"""Tests from a photo of the table to the position: real pictures of the virtual camera.

The real reader reads them.
"""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.reading.reading import TableReading, reading_to_json
from companion.games.finstere_flure.reading.readings import READINGS
from companion.games.finstere_flure.reading.unseen_pieces import decisive_cells
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.scene import required_points, scene_from_position
from companion.main import main
from companion.table.photo import Photo, photo_of
from engine.finstere_flure.board import CELLS, Direction
from engine.finstere_flure.cards import parse_card
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.pieces import Place, Side, TileKind
from engine.finstere_flure.position import Position, Tile, Token
from engine.finstere_flure.textboard import parse_board
from tests.vision.bare_tables import coin
from vision.virtual import PictureLook, Scene, Thing, Viewpoint, fit_view, render

pytestmark = pytest.mark.slow

SIZE = (2304, 1728)
FOCAL_PX = 1800.0
CATALOGUE = make_catalogue()

SMALL_TABLE = """
    a    b    c    d    e    f    g    h    i    j    k    l    m    n    o    p
 3  .    s1   .    .    =    =    =    =    .    .    .    .    .    .    #    #
 5  .    .    q6   .    .    .    R4   .    .    @A1> .    .    .    .    .    .
 7  .    .    .    .    .    .    .    .    ~    ~    .    .    k5   .    .    .
 8  #    .    .    h10  .    .    .    .    ~    ~    .    .    .    .    .    .
 9  #    #    .    .    c4   .    .    .    .    .    Mv   .    .    @A2< .    .
"""


EVERYDAY_TABLE = """
   h  i  j  k  l  m  n  o  p
2  .  .  R1 .  .  .  #  #  #
6  .  .  .  ~  ~  G3 s1 Y1 .
7  .  .  .  ~  ~  .  .  .  P5
8  .  B1 M> .  .  .  .  .  .
"""


@cache
def view(tilt_deg: float, azimuth_deg: float, roll_deg: float) -> Viewpoint:
    return fit_view(
        required_points(CATALOGUE),
        SIZE,
        focal_px=FOCAL_PX,
        tilt_deg=tilt_deg,
        azimuth_deg=azimuth_deg,
        roll_deg=roll_deg,
    )


def photograph(scene: Scene, tilt_deg: float = 18.0, azimuth_deg: float = 40.0, roll_deg: float = 5.0) -> np.ndarray:
    return render(scene, view(tilt_deg, azimuth_deg, roll_deg), PictureLook(), seed=4).picture


def things_of(position: Position) -> dict[str, Thing]:
    return {thing.name: thing for thing in scene_from_position(position, CATALOGUE).things}


@cache
def small_table() -> Scene:
    return scene_from_position(parse_board(SMALL_TABLE), CATALOGUE)


def read_with(change: Callable[[dict[str, Thing]], list[Thing]]) -> Photo[TableReading]:
    """The small table, read after `change` has put hands on its things."""
    scene = small_table()
    things = {thing.name: thing for thing in scene.things}
    return photo_of(photograph(replace(scene, things=tuple(change(things)))), CATALOGUE, READINGS)


def centre(cell: str) -> tuple[float, float]:
    return CATALOGUE.grid.centre(cell)


# On these tables nothing hides behind the monster.
@pytest.mark.thorough(but=["3"])
@pytest.mark.parametrize("seed", [0, 1, 3, 4])
def test_a_full_table_is_read_exactly(seed: int) -> None:
    rng = random.Random(seed)
    position = random_table(rng)
    photo = photo_of(
        photograph(
            scene_from_position(position, CATALOGUE, seed=seed),
            tilt_deg=rng.uniform(0, 35),
            azimuth_deg=rng.uniform(0, 360),
            roll_deg=rng.uniform(-180, 180),
        ),
        CATALOGUE,
        READINGS,
    )
    on_the_board = tuple(token for token in position.tokens if token.cell is not None)
    assert photo.table.contradictions == ()
    assert photo.table.reading.unreadable == ()
    assert photo.table.position == replace(position, tokens=on_the_board)


@pytest.mark.thorough(but=["True-N", "True-W", "False-E", "False-S"])
@pytest.mark.parametrize("facing", list(Direction))
@pytest.mark.parametrize("upright", [False, True])
def test_facing_arrows_and_pools_in_every_turn(facing: Direction, upright: bool) -> None:
    long_pool = ("h3", "h4", "h5", "h6") if upright else ("f4", "g4", "h4", "i4")
    position = Position(
        "a1",
        facing,
        (Token("red-4", Side.BLACK, "p11"), Token("blue-1", Side.WHITE, Place.OUTSIDE)),
        (
            Tile("teleporter-B1", TileKind.TELEPORTER, ("l1",), facing.right),
            Tile("teleporter-B2", TileKind.TELEPORTER, ("e11",), facing.back),
            Tile("pool-2x2", TileKind.POOL, ("m7", "n7", "m8", "n8")),
            Tile("pool-4x1", TileKind.POOL, long_pool),
        ),
    )
    photo = photo_of(photograph(scene_from_position(position, CATALOGUE, seed=int(upright))), CATALOGUE, READINGS)
    assert photo.table.position == replace(position.in_order(), tokens=position.tokens[:1])
    assert photo.table.problems == ()


def test_a_piece_that_is_there_twice() -> None:
    def twin(things: dict[str, Thing]) -> list[Thing]:
        return [*things.values(), replace(things["red-4/white"], centre_mm=centre("d9"))]

    table = read_with(twin).table
    assert table.problems == ("red's white 4 seen twice: g5, d9",)
    assert [piece.cell for piece in table.pieces if piece.id == "red-4/white"] == ["g5", "d9"]
    assert table.position is not None
    assert table.position.token("red-4") is None


def test_both_sides_of_a_token_at_once() -> None:
    def other_side(things: dict[str, Thing]) -> list[Thing]:
        position = parse_board(SMALL_TABLE.replace("R4", "r4"))
        return [*things.values(), replace(things_of(position)["red-4/black"], centre_mm=centre("d9"))]

    assert read_with(other_side).table.problems == ("red's black 3 and red's white 4 seen twice: g5, d9",)


def test_two_pieces_on_a_cell() -> None:
    def crowd(things: dict[str, Thing]) -> list[Thing]:
        x, y = centre("b3")
        moved = replace(things["red-4/white"], centre_mm=(x + 9, y + 9))
        left = replace(things["stone-1/back"], centre_mm=(x - 10, y - 10))
        moved_things = {"red-4/white": moved, "stone-1/back": left}
        return [moved_things.get(name, thing) for name, thing in things.items()]

    table = read_with(crowd).table
    assert "b3: red's white 4 and stone 1 lie on the same cell" in table.problems
    assert table.position is not None
    assert table.position.token("red-4") is None


def test_a_piece_on_the_line_is_not_guessed() -> None:
    def between(things: dict[str, Thing]) -> list[Thing]:
        x, y = centre("g5")
        return [
            replace(thing, centre_mm=(x + 12.2, y)) if name == "red-4/white" else thing
            for name, thing in things.items()
        ]

    table = read_with(between).table
    assert len(table.problems) == 1
    assert table.problems[0].startswith("red's white 4 lies on the line beside")


def test_a_token_beside_the_board_is_a_problem_that_leaves_the_position_alone() -> None:
    def waiting(things: dict[str, Thing]) -> list[Thing]:
        return [
            replace(thing, centre_mm=(395.0, 292.0)) if name == "red-4/white" else thing
            for name, thing in things.items()
        ]

    table = read_with(waiting).table
    assert table.problems == ("red's white 4 lies off the board, near p11",)
    assert table.contradictions == ()
    assert table.position is not None


def test_an_askew_monster_faces_nowhere() -> None:
    def turned(things: dict[str, Thing]) -> list[Thing]:
        return [replace(thing, turn_deg=45.0) if name == "monster" else thing for name, thing in things.items()]

    table = read_with(turned).table
    assert table.problems == ("the monster on k9 is turned askew: turn it straight",)
    assert table.not_seen == ()
    assert table.position is None


def test_no_monster_no_position() -> None:
    table = read_with(lambda things: [thing for name, thing in things.items() if name != "monster"]).table
    assert "the monster is not seen on the board" in table.problems[0]
    assert table.not_seen == ("monster",)
    assert table.position is None


def test_a_picture_of_reference_tags_alone_is_told_from_one_without_the_monster() -> None:
    # As a screenshot of the virtual table: its pieces bear no stickers.
    table = read_with(lambda things: [thing for name, thing in things.items() if name.startswith("ref-")]).table
    assert table.problems[0].startswith("no sticker of a piece is read on the board, so there is no position; ")
    assert table.position is None


def test_the_monster_hides_the_teleporter_it_stands_on() -> None:
    def above(things: dict[str, Thing]) -> list[Thing]:
        return [
            replace(thing, centre_mm=centre("n9")) if name == "monster" else thing for name, thing in things.items()
        ]

    table = read_with(above).table
    assert "(it may be under the monster on n9" in table.problems[0]
    assert len(table.problems[0]) < 200, "many cells are counted, not named"
    assert table.position is None


def test_cards_on_the_table_are_read() -> None:
    def with_card(things: dict[str, Thing]) -> list[Thing]:
        card = next(tag for tag in CATALOGUE.tags if tag.id == "card-8b")
        reference = things["ref-E"]
        drawn = scene_from_position(
            parse_board(SMALL_TABLE),
            replace(CATALOGUE, tags=(*CATALOGUE.tags[:-1], replace(card, placement_mm=(1, 1)))),
        )
        printed = next(thing for thing in drawn.things if thing.name == "card-8b")
        return [*things.values(), replace(printed, centre_mm=(reference.centre_mm[0], 40.0))]

    table = read_with(with_card).table
    assert table.cards == ("8",)
    assert table.problems == ()


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("photo") / "table.png"
    cv2.imwrite(str(path), photograph(scene_from_position(parse_board(SMALL_TABLE), CATALOGUE)))
    return path


def read_json(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(words) == 0
    decoded: dict[str, Any] = json.loads(capsys.readouterr().out)
    return decoded


def test_read_json_has_the_public_format(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reading = read_json(capsys, "read", str(picture), "--json")
    assert reading["board"]["found"] is True
    assert np.array(reading["board"]["homography"]).shape == (3, 3)
    assert reading["board"]["residual_px"] < 1
    pieces = {piece["id"]: piece for piece in reading["pieces"]}
    assert pieces["red-4/white"]["cell"] == "g5"
    assert max(map(abs, pieces["red-4/white"]["offset_mm"])) < 3
    assert pieces["monster"]["facing"] == "S"
    assert pieces["teleporter-A1"]["arrow"] == "E"
    assert pieces["pool-4x1"]["cells"] == ["e3", "f3", "g3", "h3"]
    assert pieces["stone-6/front"]["cell"] == "c5"
    assert (reading["unreadable"], reading["foreign"], reading["problems"]) == ([], 0, [])
    assert reading["position"]["format"] == "finstere-flure/position"


def test_the_homography_takes_millimetres_to_pixels(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    homography = np.array(read_json(capsys, "read", str(picture), "--json")["board"]["homography"])
    view = fit_view(required_points(CATALOGUE), SIZE, focal_px=FOCAL_PX, tilt_deg=18.0, azimuth_deg=40.0, roll_deg=5.0)
    corners = np.array([[0.0, 0.0], [300.0, 0.0], [400.0, 275.0], [100.0, 275.0]])
    mapped = np.column_stack([corners, np.ones(4)]) @ homography.T
    assert np.abs(mapped[:, :2] / mapped[:, 2:] - view.camera.project(corners)).max() < 1.0


def test_read_draws_the_board_for_people(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(picture)]) == 0
    text = capsys.readouterr().out
    assert "11 pieces read." in text
    assert "@A1>" in text


def test_read_and_monster_together_are_predict(
    picture: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    position = tmp_path / "position.json"
    position.write_text(json.dumps(read_json(capsys, "read", str(picture), "--json")["position"]), encoding="utf-8")
    walked = read_json(capsys, "monster", str(position), "--card", "X", "--json")
    out = tmp_path / "way.png"
    predicted = read_json(capsys, "predict", str(picture), "--card", "X", "--json", "-o", str(out))
    assert {key: predicted[key] for key in walked} == walked
    drawn, plain = cv2.imread(str(out)), cv2.imread(str(picture))
    assert drawn is not None
    assert plain is not None
    assert drawn.shape == plain.shape
    assert (drawn != plain).any()


def test_predict_names_hidden_cells_with_what_would_change_and_answers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # From above the board the camera sees nothing of the cell before the monster.
    path = tmp_path / "low.png"
    cv2.imwrite(str(path), photograph(small_table(), tilt_deg=24.0, azimuth_deg=180.0))
    assert read_json(capsys, "read", str(path), "--json")["hidden"] == ["k10", "l10"]
    answer = read_json(capsys, "predict", str(path), "--card", "5", "--json")
    assert [entry["cell"] for entry in answer["if_occupied"]] == ["k10", "l10"]
    assert answer["if_occupied"][0]["itself_eaten"] is True
    assert (answer["if_stone"], answer["unread"]) == ([], [])
    told = "If a token stood on k10, it would be lost at step 1."
    assert main(["predict", str(path), "--card", "5"]) == 0
    captured = capsys.readouterr()
    assert told in captured.out
    assert "Hidden behind the monster: k10, l10." in captured.err
    assert main(["show", str(path), "--card", "5", "--export", str(tmp_path / "end.png")]) == 0
    assert told in capsys.readouterr().out


def test_predict_refuses_while_what_was_not_read_could_matter(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scene = small_table()
    coins = tuple(Thing(f"coin {cell}", centre(cell), 0.0, coin()) for cell in ("k10", "p6"))
    path, out = tmp_path / "coins.png", tmp_path / "way.png"
    cv2.imwrite(str(path), photograph(replace(scene, things=(*scene.things, *coins))))
    for command in (["predict", "-o"], ["show", "--export"]):
        words = [command[0], str(path), "--card", "5", command[1], str(out)]
        assert main(words) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        refused = captured.err.splitlines()[-1]
        assert "k10" in refused
        assert "p6" not in refused
        assert "--as-seen" in refused
        assert not out.exists()
        assert main([*words, "--as-seen"]) == 0
        assert "Something that was not read could change the move: k10." in capsys.readouterr().out
        assert out.exists()
        out.unlink()


@pytest.mark.thorough(but=["2"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_predict_answers_on_an_everyday_table(seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The drawing that the README shows, photographed as the README says."""
    board, path = tmp_path / "table.txt", tmp_path / "photo.jpg"
    board.write_text(EVERYDAY_TABLE, encoding="utf-8")
    assert main(["render", str(board), "-o", str(path), "--seed", str(seed)]) == 0
    capsys.readouterr()
    answer = read_json(capsys, "predict", str(path), "--card", "8", "--json")
    assert answer["final"]["monster"] == {"cell": "p8", "facing": "W"}
    assert (answer["read"]["hidden"], answer["if_occupied"]) == ([], [])


def test_cells_that_the_monster_enters_matter_and_not_all_of_the_others_do() -> None:
    position = parse_board(SMALL_TABLE)
    card = parse_card("5")
    move = move_monster(position, card)
    matter = decisive_cells(move, card, CELLS)
    entered = {step.cell for step in move.steps}
    assert entered <= set(matter) < set(CELLS)
    assert decisive_cells(move, card, ()) == ()


def test_predict_refuses_a_picture_that_contradicts_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scene = scene_from_position(parse_board(SMALL_TABLE), CATALOGUE)
    things = {thing.name: thing for thing in scene.things}
    twin = replace(things["red-4/white"], centre_mm=centre("d9"))
    path = tmp_path / "twin.png"
    cv2.imwrite(str(path), photograph(replace(scene, things=(*scene.things, twin))))
    out = tmp_path / "out.png"
    assert main(["predict", str(path), "--card", "8", "-o", str(out)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "red's white 4 seen twice" in captured.err
    assert not out.exists()


def test_pictures_without_a_board_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "grey.png"
    cv2.imwrite(str(path), np.full((1200, 1600, 3), 128, np.uint8))
    assert main(["read", str(path), "--json"]) == 2
    captured = capsys.readouterr()
    found = json.loads(captured.out)
    assert found["board"]["found"] is False
    assert found["position"] is None
    assert captured.err.startswith("companion: ")
    assert captured.err.count("\n") == 1
    assert main(["predict", str(path), "--card", "8"]) == 2


@pytest.mark.parametrize("content", [b"", b"hello", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0 truncated"])
def test_files_that_are_no_pictures(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(content)
    assert main(["read", str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert str(path) in captured.err
    assert captured.err.count("\n") == 1


def test_a_bad_output_name_is_refused_before_the_work(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["predict", str(picture), "--card", "8", "-o", "way.docx"]) == 2
    assert "way.docx" in capsys.readouterr().err


def test_json_of_a_reading_is_the_same_every_time(picture: Path) -> None:
    pixels = cv2.imread(str(picture))
    assert pixels is not None
    first, second = (
        reading_to_json(photo_of(np.asarray(pixels, np.uint8), CATALOGUE, READINGS).table) for _ in range(2)
    )
    assert first == second
