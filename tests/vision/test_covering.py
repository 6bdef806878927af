"""Cells whose print is not seen: the printed lines tell a thing before the board from light that falls on it."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

from companion.games.finstere_flure.tags import make_catalogue
from vision.covering import covered_cells
from vision.footprints import cell_numbers
from vision.grid_lines import GridLines, grid_lines
from vision.pinhole import Pinhole
from vision.rectified import BLOCKS, CELL_PX, MARGIN_CELLS, RectifiedBoard

GRID = make_catalogue().grid
NAMES = list(GRID.cells)
SIZE = np.array([GRID.rows, GRID.columns])
REST = CELL_PX * 2 // 5
NOTHING = np.zeros(((SIZE + 2 * MARGIN_CELLS) * BLOCKS).astype(int), np.bool_)

Floor = npt.NDArray[np.float32]


def floor(line: float, ground: float = 0.3) -> Floor:
    """A board whose cells are divided by lines of this brightness."""
    bare = np.full(SIZE * CELL_PX, ground, np.float32)
    for column, row in GRID.cells.values():
        left, top = column * CELL_PX, row * CELL_PX
        for end in (0, CELL_PX):
            bare[top : top + CELL_PX, left + end - 1 : left + end + 1] = line
            bare[top + end - 1 : top + end + 1, left : left + CELL_PX] = line
    return np.asarray(bare + np.random.default_rng(0).normal(0, 0.004, bare.shape), np.float32)


def board_of(
    plain: npt.NDArray[np.float32], bare: Floor, *, edges: float = 1.0, light: float | None = None
) -> RectifiedBoard:
    """A board with these blocks and floor; its `edges` are a share of the blocks, its `light` even, or (None) these."""
    camera = Pinhole(np.eye(3), np.zeros(5), np.eye(3), np.array([0.0, 0.0, 500.0]))
    shone = plain if light is None else np.full_like(plain, light)
    return RectifiedBoard(plain, edges * plain[0], bare, shone, camera, 0.0, 25.0, np.ones(plain.shape[1:], np.bool_))


def lines_of(board: RectifiedBoard, hidden: npt.NDArray[np.bool_] = NOTHING) -> GridLines | None:
    """Where the lines of the board are seen of which pieces hide these blocks."""
    return grid_lines(board.floor, hidden, GRID)


def part(*cells: str) -> tuple[slice, slice]:
    """The pixels of the rectangle between two cells, and nearly half a cell round it."""
    columns, rows = zip(*(GRID.cells[cell] for cell in cells), strict=True)
    return (
        slice(max(0, min(rows) * CELL_PX - REST), (max(rows) + 1) * CELL_PX + REST),
        slice(max(0, min(columns) * CELL_PX - REST), (max(columns) + 1) * CELL_PX + REST),
    )


@pytest.mark.parametrize("line", [0.1, 0.8])
def test_lines_are_seen_wherever_nothing_lies_before_them(line: float) -> None:
    covered = floor(line)
    covered[part("g5", "i7")] = 0.5
    lines = grid_lines(covered, NOTHING, GRID)
    assert lines is not None
    for number, (column, row) in enumerate(GRID.cells.values()):
        # How far from h6, the middle of what is covered; beside it half of the lines are.
        away = max(abs(column - 7), abs(row - 5))
        if away != 2:
            share = lines.seen[number] / max(lines.judged[number], 1)
            assert (share < 0.2) if away < 2 else (share > 0.9), NAMES[number]


@pytest.mark.parametrize(("factor", "added"), [(1.0, 0.4), (0.35, 0.0), (0.5, 0.2)])
def test_glare_and_shadow_hide_no_lines(factor: float, added: float) -> None:
    lit = floor(0.1)
    lit[part("c3", "k9")] = lit[part("c3", "k9")] * factor + added
    lines = grid_lines(lit, NOTHING, GRID)
    assert lines is not None
    assert (lines.seen >= 0.6 * lines.judged).all()


def test_cells_beside_what_hides_lines_are_not_unhidden_and_those_farther_off_are() -> None:
    hand = floor(0.1)
    hand[part("g5", "i7")] = 0.5
    lines = grid_lines(hand, NOTHING, GRID)
    assert lines is not None
    unhidden = {cell for cell, seen in zip(NAMES, lines.unhidden, strict=True) if seen}
    apart = {cell: max(abs(column - 7), abs(row - 5)) for cell, (column, row) in GRID.cells.items()}
    assert {apart[cell] for cell in set(NAMES) - unhidden} == {0, 1, 2}
    assert all(apart[cell] >= 2 for cell in unhidden)


def test_only_where_something_hides_them_the_lines_are_unlike_all_round_a_cell() -> None:
    print_ = floor(0.1)
    print_[part("e5", "g7")] = 0.3
    lines = lines_of(board_of(np.full((3, *NOTHING.shape), 0.3, np.float32), print_))
    assert lines is not None
    alike, unlike = (
        {cell for cell, told in zip(NAMES, which, strict=True) if told}
        for which in (lines.alike_all_round, lines.unlike_all_round)
    )
    assert unlike == {f"{column}{row}" for column in "efg" for row in (5, 6, 7)}
    assert {"b5", "i6", "f9"} <= alike
    assert not alike & unlike


def test_a_print_without_lines_says_nothing() -> None:
    assert grid_lines(floor(0.3), NOTHING, GRID) is None


def shone_upon(bare: Floor, *cells: str) -> Floor:
    """A lamp mirrored in the board: so bright that only a fortieth of the lines' contrast is left, and noise."""
    lit = bare.copy()
    where = part(*cells)
    lit[where] = 0.95 + lit[where] / 40
    return lit + np.random.default_rng(1).normal(0, 0.002, bare.shape).astype(np.float32)


def covered(bare: Floor) -> set[str]:
    """The cells that are called covered on a board with this floor and nothing else to go by."""
    plain = np.full((3, *NOTHING.shape), 0.3, np.float32)
    board = board_of(plain, bare)
    nobody = np.full(NOTHING.shape, -1, np.int64)
    found, _, _, lined = covered_cells(board, NOTHING, lines_of(board), cell_numbers(GRID), nobody, NOTHING, GRID)
    assert not (found & lined).any()
    return {NAMES[number] for number in np.nonzero(found)[0]}


def test_a_mirrored_lamp_shows_the_lines_though_faintly_and_covers_nothing() -> None:
    lit = shone_upon(floor(0.1), "d4", "h8")
    lines = grid_lines(lit, NOTHING, GRID)
    assert lines is not None
    assert lines.likeness is not None
    inside = NAMES.index("f6")
    assert lines.seen[inside] < 0.2 * lines.judged[inside]
    assert (lines.likeness > 0.8).all()
    assert covered(lit) == set()


def test_what_is_as_bright_as_a_mirrored_lamp_but_shows_no_lines_covers_its_cells() -> None:
    hidden = shone_upon(floor(0.1), "d4", "h8")
    hidden[part("d4", "h8")] = 0.96
    hidden += np.random.default_rng(2).normal(0, 0.002, hidden.shape).astype(np.float32)
    assert covered(hidden) >= {"e5", "e6", "f6", "g7"}


def test_strong_edges_that_are_unlike_the_lines_do_not_show_the_print() -> None:
    striped = floor(0.1)
    where = part("d4", "h8")
    across = np.arange(striped[where].shape[1])
    # A sleeve with stripes, which are as dark as the lines.
    striped[where] = np.where(across // 7 % 2, 0.1, 0.5)
    assert covered(striped) >= {"e5", "f6", "g7"}


def burnt_board(*cells: str, line: float, paper: float = 255.0) -> RectifiedBoard:
    """A board on which these cells are as bright as `paper` (a grey level), with `line` added where their lines are."""
    bare = floor(0.1)
    plain = np.full((3, *NOTHING.shape), 0.3, np.float32)
    for cell in cells:
        column, row = GRID.cells[cell]
        rim = part(cell)
        bare[rim] = 1.0 + line * (bare[rim] - 0.3)
        blocks = int(BLOCKS * MARGIN_CELLS)
        plain[:, blocks + row * BLOCKS :, blocks + column * BLOCKS :][:, :BLOCKS, :BLOCKS] = 1.0
    return board_of(plain, bare, light=paper)


@pytest.mark.parametrize(
    ("line", "paper", "told"),
    [(0.0, 255.0, {"f6"}), (0.3, 255.0, set()), (0.0, 180.0, set())],
    ids=["burnt out", "its lines show", "no brighter than paper"],
)
def test_a_cell_alone_that_glare_burns_out_is_covered_unless_its_lines_show(
    line: float, paper: float, told: set[str]
) -> None:
    nobody = np.full(NOTHING.shape, -1, np.int64)
    board = burnt_board("f6", line=line, paper=paper)
    found = covered_cells(board, NOTHING, lines_of(board), cell_numbers(GRID), nobody, NOTHING, GRID)[0]
    assert {NAMES[number] for number in np.nonzero(found)[0]} == told


@pytest.mark.parametrize(("shining", "told"), [(0.7, True), (0.4, False)], ids=["most of it", "less than half"])
def test_glare_that_burns_out_most_of_a_cell_hides_it_though_lines_are_seen_beside_it(
    shining: float, told: bool
) -> None:
    bare = floor(0.1)
    plain = np.full((3, *NOTHING.shape), 0.3, np.float32)
    column, row = GRID.cells["f6"]
    # Its lower side and what is next to that are as bright as can be, its upper one is seen.
    for plane, scale, margin in ((bare, CELL_PX, 0.0), (plain, BLOCKS, MARGIN_CELLS)):
        left, top = round((column + margin) * scale), round((row + margin) * scale)
        plane[..., top + round((1 - shining) * scale) : top + scale + 2, left - 1 : left + scale + 2] = 1.0
    board = board_of(plain, bare, light=255.0)
    nobody = np.full(NOTHING.shape, -1, np.int64)
    lines = lines_of(board)
    assert lines is not None
    number = NAMES.index("f6")
    assert lines.seen[number] > 0.6 * lines.judged[number]
    found = covered_cells(board, NOTHING, lines, cell_numbers(GRID), nobody, NOTHING, GRID)[0]
    assert found[number] == told


@pytest.mark.parametrize("soft", [True, False], ids=["glare that fades", "a white sleeve"])
def test_what_fades_into_a_cell_beside_one_that_is_burnt_out_is_light(soft: bool) -> None:
    bare = floor(0.1)
    bare[part("d4", "f8")] = 1.0
    cells = cell_numbers(GRID)
    away = (np.arange(NOTHING.shape[1]) - (MARGIN_CELLS + GRID.cells["g6"][0]) * BLOCKS) / BLOCKS
    round_it = np.isin(cells, [NAMES.index(f"{letter}{number}") for letter in "defgh" for number in range(4, 9)])
    shine = np.zeros(NOTHING.shape)
    shine[:] = 1.0 - np.clip(away, 0, 1) if soft else away < 0.6
    shine[~round_it] = 0.0
    plain = np.repeat((0.3 + 0.7 * shine)[None], 3, axis=0).astype(np.float32)
    odd = np.asarray(shine > 0.3, np.bool_)
    board = board_of(plain, bare, edges=0.1)
    lines = lines_of(board)
    assert lines is not None
    assert lines.likeness is not None
    # The line on which both cells end is not seen.
    number = NAMES.index("g6")
    likeness, unlike = lines.likeness.copy(), lines.unlike.copy()
    likeness[number], unlike[number] = 0.8, 2
    lines = replace(lines, likeness=likeness, unlike=unlike)
    found = covered_cells(board, NOTHING, lines, cells, np.where(odd, -1, cells), odd, GRID)[0]
    assert found[NAMES.index("e6")]
    assert found[number] != soft


@pytest.mark.parametrize(("filled", "told"), [(BLOCKS, {"f6"}), (BLOCKS // 2, set())], ids=["all over", "half"])
def test_a_cell_of_another_colour_all_over_that_shows_no_line_is_told(filled: int, told: set[str]) -> None:
    nobody = np.full(NOTHING.shape, -1, np.int64)
    cells = cell_numbers(GRID)
    odd = cells == NAMES.index("f6")
    odd &= np.cumsum(odd, axis=1) <= filled
    board = burnt_board("f6", line=0.0, paper=180.0)
    found = covered_cells(board, NOTHING, lines_of(board), cells, nobody, odd, GRID)[0]
    assert {NAMES[number] for number in np.nonzero(found)[0]} == told


def alike_board(ground: float) -> RectifiedBoard:
    """A board with cloth of its own colour, this bright, over d4 to h8."""
    cloth = floor(0.1)
    cloth[part("d4", "h8")] = ground
    cloth += np.random.default_rng(3).normal(0, 0.004, cloth.shape).astype(np.float32)
    plain = np.full((3, *NOTHING.shape), 0.3, np.float32)
    low, high = (MARGIN_CELLS + np.array(GRID.cells[cell]) for cell in ("d4", "h8"))
    rows, columns = (
        slice(int(min(low[axis], high[axis]) * BLOCKS), int((max(low[axis], high[axis]) + 1) * BLOCKS))
        for axis in (1, 0)
    )
    plain[:, rows, columns] = ground
    return board_of(plain, cloth, edges=0.1)


@pytest.mark.parametrize(("ground", "told"), [(0.3, {"e5", "f6", "g7"}), (0.12, set())])
def test_cloth_in_the_colours_of_the_board_covers_it_if_it_is_bright_enough_for_lines(
    ground: float, told: set[str]
) -> None:
    # There are pieces everywhere, so that the ground beside them is known, the dark one too.
    owner = cell_numbers(GRID)
    board = alike_board(ground)
    found = covered_cells(board, NOTHING, lines_of(board), cell_numbers(GRID), owner, NOTHING, GRID)[0]
    names = {NAMES[number] for number in np.nonzero(found)[0]}
    assert names >= told if told else not names


@pytest.mark.parametrize(("ends", "told"), [(("d4", "i8"), True), (("i6", "i6"), False)])
def test_few_halves_without_lines_tell_only_beside_what_is_covered(ends: tuple[str, str], told: bool) -> None:
    bare = floor(0.1)
    bare[part(*ends)] = 0.5
    # Of i6 a piece leaves only a side in sight.
    hidden = NOTHING.copy()
    column, row = GRID.cells["i6"]
    left, top = (int((at + MARGIN_CELLS) * BLOCKS) for at in (column, row))
    hidden[top - 2 : top + BLOCKS + 3, left + 4 : left + BLOCKS + 3] = True
    plain = np.full((3, *NOTHING.shape), 0.3, np.float32)
    board = board_of(plain, bare)
    nobody = np.full(NOTHING.shape, -1, np.int64)
    found = covered_cells(board, hidden, lines_of(board, hidden), cell_numbers(GRID), nobody, NOTHING, GRID)[0]
    assert found[NAMES.index("i6")] == told


def names_covered(bare: Floor, plain: Floor) -> set[str]:
    """The cells told as covered on a board without pieces that looks so."""
    board = board_of(plain, bare, edges=0.1)
    found = covered_cells(board, NOTHING, lines_of(board), cell_numbers(GRID), cell_numbers(GRID), NOTHING, GRID)[0]
    return {NAMES[number] for number in np.nonzero(found)[0]}


@pytest.mark.parametrize(("cells", "told"), [(("f5", "g6"), {"f5", "g5", "f6", "g6"}), (("k6", "k6"), set())])
def test_lines_that_would_stand_out_and_are_missing_side_by_side_tell_however_the_cells_look(
    cells: tuple[str, str], told: set[str]
) -> None:
    """A hand as dark as shadows on the board, whose bright lines show in any shadow; one cell alone may be worn."""
    bare = floor(0.8)
    rows, columns = part(*cells)
    bare[rows, columns] = 0.15 + np.random.default_rng(1).normal(0, 0.004, bare[rows, columns].shape)
    plain = np.full((3, *NOTHING.shape), 0.3, np.float32)
    assert names_covered(bare, plain) == told


def test_half_a_cover_is_enough_beside_covered_cells_and_tells_nothing_alone() -> None:
    bare = floor(0.1)
    plain = np.full((3, *NOTHING.shape), 0.3, np.float32)

    def cover(low: tuple[float, float], high: tuple[float, float]) -> None:
        """Something bright from one place to another, in columns and rows."""
        for plane, scale, margin in ((bare, CELL_PX, 0.0), (plain, BLOCKS, MARGIN_CELLS)):
            (left, top), (right, bottom) = (
                (round((column + margin) * scale), round((row + margin) * scale)) for column, row in (low, high)
            )
            plane[..., top:bottom, left:right] = 0.5

    column, row = GRID.cells["f6"]
    cover((column - 2, row - 2), (column + 1.6, row + 2))
    cover((column + 6, row), (column + 6.6, row + 1))
    names = names_covered(bare, plain)
    assert "g6" in names
    assert not {"h6", "l6"} & names


def test_an_arm_that_lies_along_a_bare_cell_does_not_cover_it_however_strange_that_is() -> None:
    bare = floor(0.1)
    plain = np.full((3, *NOTHING.shape), 0.3, np.float32)
    column, row = GRID.cells["f6"]
    # The arm ends on the line between f6 and the cell beside it, of which another print fills all.
    for plane, scale, margin in ((bare, CELL_PX, 0.0), (plain, BLOCKS, MARGIN_CELLS)):
        left, right, further = (round((at + margin) * scale) for at in (column - 2, column + 1.04, column + 2))
        top, bottom = (round((at + margin) * scale) for at in (row - 2, row + 3))
        plane[..., top:bottom, left:right] = 0.5
        if plane is plain:
            plane[..., top:bottom, right:further] = 0.9
    names = names_covered(bare, plain)
    assert "f6" in names
    assert "g6" not in names


def test_odd_colours_go_on_into_no_cell_whose_lines_are_all_known_again() -> None:
    """A lamp's glow on the cell beside one that it burns out."""
    bare = floor(0.1)
    bare[part("d4", "e8")] = 0.5
    left, right = (MARGIN_CELLS + GRID.cells["g6"][0] + share for share in (0.0, 0.45))
    odd = np.isin(cell_numbers(GRID), [NAMES.index(f"{letter}{number}") for letter in "def" for number in range(4, 9)])
    odd[:, round(left * BLOCKS) : round(right * BLOCKS)] |= odd[:, round(left * BLOCKS) - 1][:, None]
    plain = np.full((3, *NOTHING.shape), 0.3, np.float32)
    plain[:, odd] = 0.5
    board = board_of(plain, bare, edges=0.1)
    cells = cell_numbers(GRID)
    found = covered_cells(board, NOTHING, lines_of(board), cells, np.where(odd, -1, cells), odd, GRID)[0]
    assert found[NAMES.index("e6")]
    assert not found[NAMES.index("g6")]


@pytest.mark.parametrize(("line", "told"), [(0.1, False), (0.3, True)], ids=["its lines are seen", "no line is seen"])
def test_odd_colours_beside_what_is_covered_are_light_where_all_lines_are_seen(line: float, told: bool) -> None:
    """On a print whose lines are not all alike, so that only strong ones tell."""
    bare = floor(0.1)
    bare[part("d4", "e8")] = 0.5
    column, row = GRID.cells["g6"]
    rows, columns = (slice(at * CELL_PX - 1, (at + 1) * CELL_PX + 1) for at in (row, column))
    bare[rows, columns] = np.where(bare[rows, columns] < 0.2, line, bare[rows, columns])
    cells = cell_numbers(GRID)
    odd = np.isin(cells, [NAMES.index(f"{letter}{number}") for letter in "defg" for number in range(4, 9)])
    plain = np.full((3, *NOTHING.shape), 0.3, np.float32)
    plain[:, odd] = 0.5
    board = board_of(plain, bare, edges=0.1)
    lines = lines_of(board)
    assert lines is not None
    lines = replace(lines, likeness=None, unlike=np.zeros_like(lines.unlike))
    owner = np.where(odd, -1, cells)
    found = covered_cells(board, NOTHING, lines, cells, owner, odd, GRID)[0]
    assert found[NAMES.index("e6")]
    assert found[NAMES.index("g6")] == told


def photograph(*covered_cells: str) -> tuple[Floor, Floor]:
    """A print of many tones and colours with faint lines, and an arm over the rectangle between two of the cells.

    Its floor, and its blocks, of which those from column j on have colours that the others do not show.
    """
    chance = np.random.default_rng(9)
    tones = np.kron(chance.uniform(0.25, 0.7, tuple(SIZE)), np.ones((CELL_PX, CELL_PX)))
    tones += chance.normal(0, 0.03, tones.shape)
    bare = np.where(floor(0.0, 1.0) < 0.5, 0.93, 1.0) * tones
    plain = np.full((3, *NOTHING.shape), 0.4, np.float32) + chance.normal(0, 0.02, (3, *NOTHING.shape))
    plain[0, :, int((MARGIN_CELLS + 9) * BLOCKS) :] *= 0.2
    if covered_cells:
        bare[part(*covered_cells)] = 0.5 + chance.normal(0, 0.005, bare[part(*covered_cells)].shape)
    return np.asarray(bare, np.float32), np.asarray(plain, np.float32)


@pytest.mark.parametrize(("arm", "told"), [((), set()), (("l3", "m8"), {"l4", "m4", "l5", "m5", "l6", "m6", "l7"})])
def test_strange_colours_of_a_photograph_are_its_own_where_its_faint_lines_are_seen(
    arm: tuple[str, ...], told: set[str]
) -> None:
    bare, plain = photograph(*arm)
    board, cells = board_of(plain, bare, edges=0.1), cell_numbers(GRID)
    known = np.where(np.arange(NOTHING.shape[1]) < (MARGIN_CELLS + 9) * BLOCKS, cells, -1)
    lines = lines_of(board)
    assert lines is not None
    assert lines.likeness is None
    found = covered_cells(board, NOTHING, lines, cells, known, NOTHING, GRID)[0]
    names = {NAMES[number] for number in np.nonzero(found)[0]}
    assert names >= told
    assert names <= {cell for cell in NAMES if arm and cell[0] in "klmn" and 2 <= int(cell[1:]) <= 9}


def test_on_a_calm_print_without_lines_many_cells_side_by_side_are_a_hand_of_which_few_look_very_strange() -> None:
    """Skin almost of the print's own colour, of another in the middle of the hand."""
    chance = np.random.default_rng(5)
    cells, plain = cell_numbers(GRID), np.full((3, *NOTHING.shape), 0.4)
    hand = {f"{column}{row}" for column in "defg" for row in (4, 5, 6)}
    for number, (cell, tone) in enumerate(zip(NAMES, chance.normal(0, 0.06, len(NAMES)), strict=True)):
        plain[:, cells == number] *= 1 + tone
        plain[0, cells == number] *= 0.885 if cell in {"e5", "f5", "e6"} else 0.925 if cell in hand else 1.0
    board = board_of(np.asarray(plain + chance.normal(0, 0.01, plain.shape), np.float32), floor(0.3), edges=0.1)
    print_only = np.append(np.array([cell not in hand for cell in NAMES]), False)[cells]
    found = covered_cells(board, NOTHING, None, cells, np.where(print_only, cells, -1), NOTHING, GRID)[0]
    # One at its edge is hardly strange.
    assert {NAMES[number] for number in np.nonzero(found)[0]} == hand - {"d6"}


def test_lines_that_go_on_from_cell_to_cell_clear_what_looks_like_an_arm_and_a_real_arm_stays() -> None:
    bare, _ = photograph("l3", "m8")
    lines = grid_lines(bare, NOTHING, GRID)
    assert lines is not None
    arm = {f"{column}{row}" for column in "lm" for row in range(3, 9)}
    print_only = {f"{column}{row}" for column in "bcd" for row in range(3, 9)}
    between = lines.faint.between(np.array([cell in arm | print_only for cell in NAMES]))
    assert {cell for cell, cleared in zip(NAMES, between, strict=True) if cleared} == print_only


@pytest.mark.parametrize(("blue", "told"), [(0.92, False), (0.6, True)], ids=["another tone", "skin"])
def test_where_lines_do_not_tell_what_is_hardly_strange_is_a_large_part_of_the_print(blue: float, told: bool) -> None:
    """No line is seen on the right half of a print, as on the dark parts of photographs."""
    chance = np.random.default_rng(5)
    cells, (bare, _) = cell_numbers(GRID), photograph()
    bare[:, 8 * CELL_PX :] = 0.5 + chance.normal(0, 0.02, bare[:, 8 * CELL_PX :].shape)
    plain = np.full((3, *NOTHING.shape), 0.4)
    large = {f"{column}{row}" for column in "jklmn" for row in (4, 5, 6, 7)}
    for number, (cell, tone) in enumerate(zip(NAMES, chance.normal(0, 0.06, len(NAMES)), strict=True)):
        plain[:, cells == number] *= 1 + tone
        plain[0, cells == number] *= blue if cell in large else 1.0
    board = board_of(np.asarray(plain + chance.normal(0, 0.01, plain.shape), np.float32), bare, edges=0.1)
    known = np.append(np.array([cell not in large for cell in NAMES]), False)[cells]
    lines = lines_of(board)
    assert lines is not None
    found = covered_cells(board, NOTHING, lines, cells, np.where(known, cells, -1), NOTHING, GRID)[0]
    assert {NAMES[number] for number in np.nonzero(found)[0]} == (large if told else set())


@pytest.mark.parametrize("arm", [False, True])
def test_what_looks_just_like_a_photograph_is_print_though_it_lacks_the_lines_unless_an_arm_hides_the_table(
    arm: bool,
) -> None:
    chance = np.random.default_rng(5)
    cells, (bare, _) = cell_numbers(GRID), photograph("e1", "i3")
    plain = 0.4 * (1 + chance.normal(0, 0.01, (3, *NOTHING.shape)))
    if arm:
        left, margin = GRID.cells["e1"][0], int(MARGIN_CELLS * BLOCKS)
        plain[0, :margin, margin + left * BLOCKS : margin + (left + 3) * BLOCKS] *= 0.5
    board = board_of(np.asarray(plain, np.float32), bare, edges=0.1)
    large = {f"{column}{row}" for column in "efghi" for row in (1, 2, 3)}
    known = np.append(np.array([cell not in large for cell in NAMES]), False)[cells]
    found = covered_cells(board, NOTHING, lines_of(board), cells, np.where(known, cells, -1), NOTHING, GRID)[0]
    names = {NAMES[number] for number in np.nonzero(found)[0]}
    assert names >= {"f2", "g2", "h2"} if arm else names == set()


@pytest.mark.parametrize("others", [True, False], ids=["another dark part", "bright everywhere else"])
def test_a_dark_part_on_which_no_line_would_show_is_print_if_the_board_has_others(others: bool) -> None:
    chance = np.random.default_rng(2)
    bare, cells = floor(0.08), cell_numbers(GRID)
    plain = np.full((3, *NOTHING.shape), 0.3) + chance.normal(0, 0.01, (3, *NOTHING.shape))
    dark = {f"{column}{row}" for column in "defg" for row in (4, 5, 6, 7)}
    other = {f"{column}{row}" for column in "jklmn" for row in range(3, 10)} if others else set()
    for cell in dark | other:
        column, row = GRID.cells[cell]
        place = (slice(row * CELL_PX, (row + 1) * CELL_PX), slice(column * CELL_PX, (column + 1) * CELL_PX))
        bare[place] = 0.08 + chance.normal(0, 0.004, bare[place].shape)
        plain[:, cells == NAMES.index(cell)] *= 0.3
        # A little less blue than what is known to be dark.
        plain[0, cells == NAMES.index(cell)] *= 0.9 if cell in dark else 1.0
    board = board_of(np.asarray(plain, np.float32), bare, edges=0.1)
    beside = np.append(np.array([n % 5 == 0 and cell not in dark for n, cell in enumerate(NAMES)]), False)[cells]
    found = covered_cells(board, NOTHING, lines_of(board), cells, np.where(beside, cells, -1), NOTHING, GRID)[0]
    assert {NAMES[number] for number in np.nonzero(found)[0]} == (set() if others else dark)


@pytest.mark.parametrize(
    ("cells", "shown"),
    [(("c3", "c4", "d3", "d4"), True), (("l4", "l5", "m4", "m5"), False), ((), False)],
    ids=["print", "an arm", "within a cell"],
)
def test_what_lines_run_over_is_printed_on_the_board_or_light(cells: tuple[str, ...], shown: bool) -> None:
    bare = floor(0.1)
    bare[part("l4", "m5")] = 0.5
    lines = grid_lines(bare, NOTHING, GRID)
    assert lines is not None
    things = np.isin(cell_numbers(GRID), [NAMES.index(cell) for cell in cells])
    if not cells:
        column, row = GRID.cells["c3"]
        left, top = (int((at + MARGIN_CELLS) * BLOCKS) for at in (column, row))
        things[top + 2 : top + BLOCKS - 2, left + 2 : left + BLOCKS - 2] = True
    assert things.any()
    assert (lines.showing(things) == (things & shown)).all()
