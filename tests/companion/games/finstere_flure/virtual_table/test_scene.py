"""Tests of the virtual table: positions as printed pieces, readings, `companion render`."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import zxingcpp

from companion.device.errors import UserError
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.board_art import WALL_CELLS, board_picture
from companion.games.finstere_flure.virtual_table.scene import required_points, scene_from_position, shot_truth
from companion.main import main
from engine.finstere_flure.board import CELLS, FILES, ROWS, Direction, column_row
from engine.finstere_flure.pieces import (
    POOL_SHAPES,
    STONE_FRONTS,
    TELEPORTER_PAIRS,
    TOKENS,
    Place,
    Side,
    TileKind,
)
from engine.finstere_flure.position import Position, Tile, Token, pool_cells_from
from engine.finstere_flure.positionfile import position_from_json, position_to_json
from vision.model.catalogue import Catalogue
from vision.symbology import Symbology
from vision.virtual import LIGHTS, Hand, Shot, render, view_at_scale

pytestmark = pytest.mark.slow

CATALOGUE = make_catalogue()


def full_table() -> Position:
    """Return all 43 pieces on the board, none on another."""
    pools = [Tile(p, TileKind.POOL, pool_cells_from(p, c)) for p, c in (("pool-2x2", "i3"), ("pool-4x1", "e9"))]
    taken = {"a1", "p11", "g4", *(cell for pool in pools for cell in pool.cells)}
    free = [cell for cell in CELLS if cell not in taken]
    cells = iter(free[::3] + free[1::3])
    tokens = [Token(token, list(Side)[n % 2], next(cells)) for n, token in enumerate(TOKENS)]
    stones = [Tile(tile, kind, (next(cells),)) for tile, kind in STONE_FRONTS.items()]
    arrows = zip(TELEPORTER_PAIRS, Direction, strict=True)
    teleporters = [Tile(tile, TileKind.TELEPORTER, (next(cells),), arrow) for tile, arrow in arrows]
    return Position("g4", Direction.W, tuple(tokens), (*pools, *stones, *teleporters))


def shoot(
    position: Position,
    px_per_mm: float = 2.0,
    *,
    catalogue: Catalogue = CATALOGUE,
    light: str = "normal",
    tilt: float = 0.0,
    seed: int = 1,
    hand: Hand | None = None,
) -> Shot:
    view = view_at_scale(required_points(catalogue), px_per_mm, tilt_deg=tilt, azimuth_deg=30, roll_deg=10)
    return render(scene_from_position(position, catalogue, seed=seed, hand=hand), view, LIGHTS[light], seed)


def payloads_read(shot: Shot) -> set[str]:
    return {code.text for code in zxingcpp.read_barcodes(shot.picture)}


def moved_pieces(shot: Shot, position: Position) -> dict[str, dict[str, Any]]:
    return {piece["id"]: piece for piece in shot_truth(shot, position)["pieces"]}


class TestReading:
    @pytest.mark.thorough(but=["dim-15.0-micro"])
    @pytest.mark.parametrize(
        ("light", "tilt", "code"), [("normal", 0.0, "qr"), ("warm", 30.0, "micro"), ("dim", 15.0, "micro")]
    )
    def test_a_common_reader_reads_nearly_every_tag_at_three_and_a_half_pixels_a_module(
        self, code: Symbology, light: str, tilt: float
    ) -> None:
        catalogue = make_catalogue(code=code)
        token = next(tag for tag in catalogue.tags if tag.kind == "token")
        module_mm = catalogue.symbol_mm(token) / (21 if code == "qr" else 13)
        # Tilting squeezes the picture by the cosine and more beyond the middle.
        px_per_mm = 3.5 / module_mm / np.cos(np.radians(tilt)) ** 2
        shot = shoot(full_table(), px_per_mm, catalogue=catalogue, light=light, tilt=tilt)
        wanted = {tag.payload for tag in catalogue.tags if tag.placement_mm is not None}
        ids = {piece["id"] for piece in shot_truth(shot, full_table())["pieces"] if piece["visible"] > 0.98}
        wanted |= {tag.payload for tag in catalogue.tags if tag.id in ids}
        assert len(wanted & payloads_read(shot)) >= 0.9 * len(wanted)

    def test_tags_under_the_hand_are_not_read_and_the_truth_says_so(self) -> None:
        position = full_table()
        shot = shoot(position, 6.0, hand=Hand(CATALOGUE.grid.centre("h6"), 200.0))
        pieces = moved_pieces(shot, position)
        hidden = {tag.payload for tag in CATALOGUE.tags if tag.id in pieces and pieces[tag.id]["visible"] < 0.3}
        assert len(hidden) >= 3
        assert not hidden & payloads_read(shot)
        assert shot.truth["hidden_cells"]["h6"] > 0.9
        assert "a1" not in shot.truth["hidden_cells"]


class TestPlaces:
    @pytest.mark.thorough(but=["0"])
    @pytest.mark.parametrize("seed", range(4))
    def test_every_piece_lies_within_its_cell_and_every_tag_is_on_a_piece(self, seed: int) -> None:
        position = full_table()
        pieces = moved_pieces(shoot(position, 1.0, seed=seed), position)
        assert len(pieces) == 43
        for piece in pieces.values():
            cells = piece.get("cells", [piece.get("cell")])
            assert CATALOGUE.grid.cell_at(*piece["centre_mm"]) in cells

    def test_the_reference_tags_lie_where_the_catalogue_says(self) -> None:
        position = full_table()
        references = shot_truth(shoot(position, 1.0), position)["references"]
        assert {entry["id"]: tuple(entry["centre_mm"]) for entry in references} == {
            tag.id: pytest.approx(tag.placement_mm) for tag in CATALOGUE.references
        }

    def test_facing_and_arrow_are_the_tags_turn(self) -> None:
        position = full_table()
        pieces = moved_pieces(shoot(position, 1.0), position)
        clockwise = {"N": 0, "E": 90, "S": 180, "W": 270}
        for piece in pieces.values():
            pointing = piece.get("facing", piece.get("arrow"))
            if pointing:
                assert abs((piece["turn_deg"] - clockwise[pointing] + 180) % 360 - 180) < 10

    def test_tokens_lie_turned_by_any_angle(self) -> None:
        position = full_table()
        turns = [
            p["turn_deg"] for name, p in moved_pieces(shoot(position, 1.0), position).items() if name[:-6] in TOKENS
        ]
        assert len(turns) == 25
        assert len({turn // 90 for turn in turns}) == 4

    @pytest.mark.thorough(but=["pool-4x1-True", "pool-2x2-False"])
    @pytest.mark.parametrize(("pool", "upright"), [("pool-2x2", False), ("pool-4x1", False), ("pool-4x1", True)])
    def test_a_pools_tag_lies_on_the_cell_that_is_its_upper_left_with_the_tags_top_up(
        self, pool: str, upright: bool
    ) -> None:
        cells = pool_cells_from(pool, "f4", upright=upright)
        position = Position("a1", Direction.E, tiles=(Tile(pool, TileKind.POOL, cells),))
        columns, rows = POOL_SHAPES[pool]
        seen_turns = set()
        for seed in range(12):
            piece = moved_pieces(shoot(position, 0.5, seed=seed), position)[pool]
            quarters = round(piece["turn_deg"] / 90) % 4
            seen_turns.add(quarters)
            cell = CATALOGUE.grid.cell_at(*piece["centre_mm"])
            assert cell is not None
            # The tag's own right and down, turned on the board.
            right = [(1, 0), (0, 1), (-1, 0), (0, -1)][quarters]
            down = [(0, 1), (-1, 0), (0, -1), (1, 0)][quarters]
            column, row = column_row(cell)
            covered = {
                f"{FILES[column + x * right[0] + y * down[0]]}{row + 1 + x * right[1] + y * down[1]}"
                for x in range(columns)
                for y in range(rows)
            }
            assert covered == set(cells)
        assert len(seen_turns) == (4 if columns == rows else 2)

    def test_pieces_on_other_pieces_lie_higher(self) -> None:
        pool = Tile("pool-4x1", TileKind.POOL, pool_cells_from("pool-4x1", "e9"))
        teleporters = tuple(
            Tile(f"teleporter-A{n}", TileKind.TELEPORTER, (cell,), Direction.N) for n, cell in ((1, "c3"), (2, "n5"))
        )
        stone = Tile("stone-5", TileKind.CRYSTAL, ("f9",))
        tokens = (Token("red-4", Side.WHITE, "h9"), Token("red-1", Side.BLACK, "h8"))
        position = Position("c3", Direction.S, tokens, (pool, *teleporters, stone))
        pieces = moved_pieces(shoot(position, 2.0), position)
        heights = {name: piece["top_mm"] for name, piece in pieces.items()}
        assert heights["red-1/black"] == 8
        assert heights["red-4/white"] == 10
        assert heights["stone-5/front"] == 4
        assert heights["monster"] == 42
        # Its tag lies behind its sign, so that an edge of it looks out under the monster.
        assert pieces["teleporter-A1"]["visible"] < 0.1
        assert pieces["teleporter-A2"]["visible"] == 1

    def test_tokens_on_no_cell_are_not_on_the_table(self) -> None:
        tokens = tuple(
            Token(token, Side.WHITE, place) for token, place in zip(("red-1", "red-3", "red-4"), Place, strict=True)
        )
        shot = shoot(Position("g4", Direction.N, tokens), 1.0)
        assert {thing["id"] for thing in shot.truth["things"]} == {
            "monster",
            *(tag.id for tag in CATALOGUE.references),
        }

    def test_a_catalogue_without_a_piece_is_refused(self) -> None:
        fewer = Catalogue("qr", CATALOGUE.grid, tuple(tag for tag in CATALOGUE.tags if tag.id != "monster"))
        with pytest.raises(UserError, match="none for monster"):
            scene_from_position(full_table(), fewer)


class TestBoardArt:
    def test_the_cut_off_corners_are_clear_and_all_cells_are_not(self) -> None:
        alpha = board_picture(2.0)[..., 3]
        cell = 50
        for row in range(len(ROWS)):
            for column, file in enumerate(FILES):
                y, x = (round((place + WALL_CELLS + 0.5) * cell) for place in (row, column))
                if f"{file}{row + 1}" in CELLS:
                    assert alpha[y, x] == 255
        assert alpha[cell, -cell] == alpha[-cell, cell] == 0
        assert alpha[5, 5] == alpha[-5, -5] == 255

    def test_every_wall_bears_something_to_read(self) -> None:
        picture = board_picture(4.0)[..., :3].max(axis=2)
        # The letters are the lightest there is on the walls.
        strip = picture[: round(WALL_CELLS * 100)]
        columns = strip.max(axis=0)[round(WALL_CELLS * 100) :][: 12 * 100].reshape(12, 100)
        assert np.all(columns.max(axis=1) > 180)


class TestCommand:
    @pytest.fixture
    def position_file(self, tmp_path: Path) -> Path:
        path = tmp_path / "position.json"
        path.write_text(json.dumps(position_to_json(full_table())), encoding="utf-8")
        return path

    def test_it_writes_a_photo_and_the_truth(self, position_file: Path, tmp_path: Path) -> None:
        photo, truth_file = tmp_path / "photo.jpg", tmp_path / "truth.json"
        words = ["--size", "1640x1232", "--tilt", "20", "--roll", "30", "--distortion", "-0.05", "--hand", "h6"]
        assert main(["render", str(position_file), "-o", str(photo), "--truth", str(truth_file), *words]) == 0
        picture = cv2.imread(str(photo))
        assert picture is not None
        assert picture.shape == (1232, 1640, 3)
        truth = json.loads(truth_file.read_text(encoding="utf-8"))
        assert position_from_json(truth["position"]) == full_table()
        assert truth["seed"] == 1
        assert truth["camera"]["distortion"][0] == -0.05
        assert truth["hidden_cells"]["h6"] > 0.9

    def test_the_same_words_write_the_same_bytes(self, position_file: Path, tmp_path: Path) -> None:
        photos = [tmp_path / f"{n}.png" for n in range(3)]
        for photo, seed in zip(photos, "112", strict=True):
            assert main(["render", str(position_file), "-o", str(photo), "--size", "640x480", "--seed", seed]) == 0
        assert photos[0].read_bytes() == photos[1].read_bytes()
        assert photos[0].read_bytes() != photos[2].read_bytes()

    @pytest.mark.parametrize(
        ("words", "says"),
        [
            (["--tilt", "60"], "--tilt 60: expected a number from 0 to 45"),
            (["--tilt", "nan"], "--tilt nan: expected"),
            (["--seed", "-1"], "--seed -1: expected"),
            (["--hand", "a9"], "--hand a9: there is no such cell"),
            (["--size", "big"], "--size big: expected width and height"),
            (["--size", "10x10"], "--size 10x10: both sides"),
            (["-o", "photo.gif"], "photo.gif: give the picture a name"),
            (["--tags", "missing.json"], "missing.json cannot be read"),
            (["-o", "no/such/folder/photo.png", "--size", "320x320"], "no/such/folder/photo.png"),
        ],
    )
    def test_bad_words_are_refused_in_one_sentence_and_nothing_is_written(
        self,
        words: list[str],
        says: str,
        position_file: Path,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.chdir(tmp_path)
        before = set(tmp_path.iterdir())
        assert main(["render", str(position_file), "-o", "photo.jpg", "--truth", "truth.json", *words]) == 2
        said = capsys.readouterr().err
        assert says in said
        assert said.count("\n") == 1
        assert set(tmp_path.iterdir()) == before
