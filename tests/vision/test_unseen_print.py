"""A print that is known is looked for in each quarter of a cell: a thing leaves nothing of it there, light all."""

import numpy as np
import pytest

from companion.games.finstere_flure.tags import make_catalogue
from vision.ground import CELL_PX, Floats
from vision.unseen_print import PrintSeen, print_seen, shows_through

GRID = make_catalogue().grid
NAMES = list(GRID.cells)
HALF = CELL_PX // 2
QUARTERS = [(slice(top, top + HALF), slice(left, left + HALF)) for top in (0, HALF) for left in (0, HALF)]


class Board:
    """The details of a board, and of a picture of it that shows them all."""

    def __init__(self) -> None:
        chance = np.random.default_rng(5)
        self.known = chance.normal(0, 0.05, (len(NAMES), CELL_PX, CELL_PX)).astype(np.float32)
        self.seen: Floats = self.known.copy()
        self.compared = np.ones_like(self.known)
        self.brightness = np.full(len(NAMES), 0.5, np.float32)

    def hide(self, cell: str, *quarters: int, brightness: float = 0.0) -> None:
        """Something even lies on these quarters of a cell, or an edge of that brightness runs through them."""
        for quarter in quarters:
            place = self.seen[NAMES.index(cell)][QUARTERS[quarter]]
            if brightness:
                place[:, HALF // 2] += brightness
            else:
                place[:] = 0

    def look(self) -> PrintSeen:
        """What is seen of the print."""
        return print_seen(self.compared, np.stack([self.known, self.seen], axis=-1), self.brightness, GRID)

    def told(self) -> tuple[set[str], set[str]]:
        """The cells whose print is known again, and those of which it is hidden."""
        found = self.look()
        known, hidden = ({NAMES[n] for n in np.nonzero(what)[0]} for what in (found.known_again, found.hidden))
        return known, hidden


def test_all_that_shows_is_known_again() -> None:
    assert Board().told() == (set(NAMES), set())


def test_a_cell_of_which_three_quarters_show_nothing_is_hidden_whatever_lies_beside_it() -> None:
    board = Board()
    board.hide("f5", 0, 1, 2)
    assert board.told() == (set(NAMES) - {"f5"}, {"f5"})


def test_half_a_cell_is_hidden_only_beside_one_that_is_and_known_again_nowhere() -> None:
    board = Board()
    board.hide("f5", 0, 1, 2, 3)
    board.hide("g6", 0, 2)
    board.hide("k9", 0, 2)
    assert board.told() == (set(NAMES) - {"f5", "g6", "k9"}, {"f5", "g6"})


def test_the_edge_of_a_shadow_hides_nothing_and_the_print_is_known_again_beside_it() -> None:
    board = Board()
    board.hide("f5", 0, 1, 2, brightness=0.5)
    assert board.told() == (set(NAMES), set())


def test_faint_details_beside_the_edge_of_an_arm_are_alike_and_those_of_an_arm_are_not() -> None:
    """In glare a tenth of the details is left, and noise; the arm has an edge in each quarter of the cell, too."""
    board = Board()
    noise = np.random.default_rng(6).normal(0, 0.002, (2, CELL_PX, CELL_PX)).astype(np.float32)
    glare, arm = (NAMES.index(cell) for cell in ("f5", "k9"))
    board.seen[glare] = 0.1 * board.known[glare] + noise[0]
    board.seen[arm] = 10 * noise[1]
    for cell in ("f5", "k9"):
        board.hide(cell, 0, 1, 2, 3, brightness=1.0)
    alike = board.look().alike
    assert alike[glare] > 0.5
    assert alike[arm] < 0.2


@pytest.mark.parametrize(("left", "told"), [(1.3, True), (0.5, True), (0.0, False)], ids=["tint", "veil", "coin"])
def test_only_light_is_where_details_show_through(left: float, told: bool) -> None:
    """A coin's own details are as strong as the print's."""
    board = Board()
    covered = np.zeros(board.known.shape, np.bool_)
    number, middle = NAMES.index("f5"), slice(4, 12)
    covered[number, middle, middle] = True
    own = np.random.default_rng(7).normal(0, 0.05, (8, 8)).astype(np.float32)
    board.seen[number, middle, middle] = left * board.seen[number, middle, middle] + (0.0 if left else own)
    assert shows_through(covered, board.look())[number] == told


def test_three_quarters_that_can_be_compared_show_the_print_within_the_rim_of_a_cell() -> None:
    board = Board()
    number = NAMES.index("f5")
    for part in (board.compared, board.known, board.seen):
        part[number][QUARTERS[3]] = 0
    assert board.look().within[number]
    board.hide("f5", 0)
    assert not board.look().within[number]


def test_lines_at_the_rim_are_not_all_of_a_print() -> None:
    board = Board()
    number = NAMES.index("f5")
    rim = np.pad(np.zeros((CELL_PX - 6, CELL_PX - 6), np.bool_), 3, constant_values=True)
    board.known[number][rim] *= 20
    board.seen[number] = np.where(rim, board.known[number], 0)
    assert board.look().known_again[number]
    assert not board.look().within[number]


def test_a_picture_that_shows_no_print_at_all_tells_nothing() -> None:
    board = Board()
    board.seen[:] = 0
    assert board.told() == (set(), set())


def test_a_print_without_details_is_plain_however_noisy_it_is_in_the_dark() -> None:
    board = Board()
    chance = np.random.default_rng(6)
    # The same noise counts for five times as much where it is dark: more than many a detail.
    dark = [NAMES.index(cell) for cell in ("f5", "g5")]
    board.brightness[dark] = 0.1
    for picture in (board.known, board.seen):
        picture[dark] = 0
        picture += chance.normal(0, 0.008, picture.shape) * (0.5 / board.brightness)[:, None, None]
    board.known[NAMES.index("f5")] += chance.normal(0, 0.2, (CELL_PX, CELL_PX))
    assert {NAMES[n] for n in np.nonzero(board.look().plain)[0]} == {"g5"}
