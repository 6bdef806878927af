"""The check of the basic set-up."""

from companion.games.finstere_flure.reading.reading import Misplacement, MisplacementKind
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.games.finstere_flure.table.problem_kinds import ProblemKind
from companion.games.finstere_flure.table.set_up_check import BASIC_FLOOR, MONSTER_AT, SetUpCheck, check_basic
from engine.finstere_flure.board import Cell, Direction
from engine.finstere_flure.pieces import STONE_FRONTS, Side, TileKind
from engine.finstere_flure.position import Tile, Token
from engine.finstere_flure.setup import BASIC_STONE_CELLS, basic_tiles
from tests.companion.games.finstere_flure.table.drawn_tables import told
from tests.companion.games.finstere_flure.table.observing import relaid

LAID = relaid(tiles=BASIC_FLOOR, monster=MONSTER_AT)


def without(observation: BoardObservation, *cells: Cell) -> BoardObservation:
    """Return the table without the tiles on these cells."""
    return relaid(observation, tiles=tuple(tile for tile in observation.tiles if tile.cell not in cells))


def with_tile(observation: BoardObservation, tile: Tile) -> BoardObservation:
    return relaid(observation, tiles=(*observation.tiles, tile))


def stone(cell: Cell, tile: str = "stone-1", kind: TileKind = TileKind.STONE) -> Tile:
    return Tile(tile, kind, (cell,))


def texts(check: SetUpCheck) -> list[str]:
    return [told(problem) for problem in check.problems]


def test_all_lies_right() -> None:
    assert check_basic(LAID) == SetUpCheck(tuple(STONE_FRONTS), ())


def test_any_stone_may_lie_anywhere() -> None:
    stones = (*tuple(STONE_FRONTS)[4:], *tuple(STONE_FRONTS)[:4])
    assert check_basic(relaid(LAID, tiles=basic_tiles(stones))).stones == stones


def test_nothing_is_laid() -> None:
    check = check_basic(BoardObservation())
    assert check.stones is None
    assert check.to_lay == BASIC_FLOOR
    assert texts(check)[:3] == [
        "I do not see the square pool. Put the square pool on the cells from i3 to j4.",
        "I do not see the long pool. Put the long pool on the cells from e9 to h9.",
        "I do not see the stone on c3. Put the stone on c3.",
    ]
    assert texts(check)[-1] == "I do not see Furunkulus. Put Furunkulus on a1, facing east."
    assert len(check.problems) == 2 + len(BASIC_STONE_CELLS) + 1


def test_a_stone_is_missing() -> None:
    check = check_basic(without(LAID, "h5"))
    assert texts(check) == ["I do not see the stone on h5. Put the stone on h5."]
    assert check.to_lay == (stone("h5", "stone-2"),)


def test_a_stone_lies_in_the_wrong_place() -> None:
    check = check_basic(with_tile(without(LAID, "h5"), stone("h6", "stone-2")))
    assert texts(check) == ["The stone lies on h6 instead of h5. Put the stone on h5."]


def test_a_front_lies_up() -> None:
    check = check_basic(with_tile(without(LAID, "n6"), stone("n6", "stone-4", TileKind.CRYSTAL)))
    assert texts(check) == ["The tile on n6 shows the wrong face: it should show the stone. Turn it over."]


def test_a_pool_lies_in_the_wrong_place() -> None:
    check = check_basic(with_tile(without(LAID, "i3"), Tile("pool-2x2", TileKind.POOL, ("i2", "j2", "i3", "j3"))))
    assert texts(check) == ["The square pool lies in the wrong place. Put the square pool on the cells from i3 to j4."]


def test_the_monster_faces_the_wrong_way() -> None:
    check = check_basic(relaid(LAID, monster=("a1", Direction.S)))
    assert texts(check) == ["Furunkulus faces south instead of east. Turn Furunkulus to face east."]


def test_what_should_not_be_there() -> None:
    teleporter = Tile("teleporter-A1", TileKind.TELEPORTER, ("d5",), Direction.N)
    check = check_basic(relaid(with_tile(LAID, teleporter), tokens=(Token("red-4", Side.WHITE, "p11"),)))
    assert texts(check) == [
        "The teleporter on d5 should not be on the board. Take the teleporter off the board.",
        "All tokens begin at the entrance, but I see red 4 on the board. Take the tokens off the board.",
    ]
    assert check.stones is None


def test_a_cell_that_cannot_be_read_is_waited_for() -> None:
    check = check_basic(relaid(without(LAID, "h5"), unreadable=("h5", "d1")))
    assert check == SetUpCheck(None, (), ("h5",), (stone("h5", "stone-2"),), ("d1",))


def test_a_stone_on_a_line_is_told_of_once() -> None:
    misplacement = Misplacement(MisplacementKind.ON_A_LINE, ("stone-2",), ("h5", "h6"))
    check = check_basic(relaid(without(LAID, "h5"), misplacements=(misplacement,)))
    assert [problem.kind for problem in check.problems] == [ProblemKind.ON_A_LINE]
