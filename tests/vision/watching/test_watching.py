"""Tests of watching a table through films: hands, bumps and light.

Every frame is a tenth of a second of the film's time.
"""

from random import Random

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.vision.watching.film import (
    FRAME_S,
    SIZE,
    Effect,
    Film,
    Pixels,
    camera_moved,
    content,
    covered,
    settled_film,
)
from tests.vision.watching.film_table import CATALOGUE
from vision.sources.camera import Frame
from vision.watching import BoardState, CellState, Gates

pytestmark = pytest.mark.slow


@pytest.fixture
def film() -> Film:
    """Return a film whose table has settled."""
    return settled_film()


def brightened(gain: float | npt.NDArray[np.float64]) -> Effect:
    """Return the picture with so many times the light."""
    return lambda picture: np.clip(picture * np.asarray(gain, np.float32), 0, 255).astype(np.uint8)


class TestSettling:
    def test_a_still_table_is_read_within_half_a_second(self) -> None:
        film = Film()
        first = film.run()[0]
        assert (first.board, first.settled, first.reading) == (BoardState.LOST, False, None)
        assert first.problem
        settled = film.settle(0.4)
        assert settled.changed
        assert settled.board is BoardState.FOUND
        assert settled.problem == ""
        assert content(settled.reading) == content(film.truth())
        assert set(settled.cells) == set(CATALOGUE.grid.cells)
        assert {settled.cells[cell] for cell in film.free_cells()} == {CellState.EMPTY}

    def test_what_does_not_change_is_reported_once(self, film: Film) -> None:
        assert [(state.settled, state.changed) for state in film.run(5)] == [(True, False)] * 5

    def test_a_piece_that_a_hand_moves_is_reported_once_and_half_a_second_after_the_hand_has_gone(
        self, film: Film
    ) -> None:
        token, goal = film.tokens()[0], film.free_cells()[40]
        start = film.table.cell_of(token)
        film.carry(token, goal)
        reported = [state for state in film.states if state.changed]
        assert not reported, "while the hand is there nothing is settled"
        film.settle(0.5)
        (change,) = [state for state in [*film.states, *film.run(5)] if state.changed]
        assert start
        assert change.cells[start] is CellState.EMPTY
        assert change.cells[goal] is CellState.READ
        assert content(change.reading) == content(film.truth())

    def test_cells_below_a_moving_hand_are_covered_and_remembered(self, film: Film) -> None:
        before = content(film.states[-1].known)
        for step in range(6):
            film.reach((150.0 + 12 * step, 140.0), "flat")
            (state,) = film.run()
            assert not state.settled
            assert content(state.known) == before
            assert content(state.reading) == before
        assert len(covered(film.states[-1])) > 8
        film.reach(None)
        assert content(film.settle().reading) == before
        assert not any(state.changed for state in film.states)

    @pytest.mark.thorough(but=["flat"])
    @pytest.mark.parametrize("pose", ["flat", "point", "pinch"])
    def test_a_hand_that_rests_hides_what_is_below_it_and_changes_nothing(self, film: Film, pose: str) -> None:
        before = content(film.states[-1].reading)
        film.reach((200.0, 160.0), pose)
        states = film.run(25)
        assert not any(state.settled or state.changed for state in states)
        assert all(content(state.known) == before for state in states)
        assert covered(states[-1])
        film.reach(None)
        assert content(film.settle().reading) == before

    def test_elsewhere_a_change_is_known_while_a_hand_rests(self, film: Film) -> None:
        film.reach((40.0, 240.0), "flat")
        film.run(6)
        hidden = set(covered(film.run()[0]))
        token = next(name for name in film.tokens() if film.cell_of(name) not in hidden)
        goal = next(cell for cell in reversed(film.free_cells()) if cell not in hidden)
        film.move(token, goal)
        state = film.run(4)[-1]
        assert not state.settled
        assert state.known is not None
        assert (token, goal) in [
            (placed_tag.tag.id.partition("/")[0], placed_tag.cell) for placed_tag in state.known.placed_tags
        ]
        assert state.cells[goal] is CellState.READ

    def test_a_blank_piece_is_unreadable_and_not_covered(self, film: Film) -> None:
        cell = film.free_cells()[60]
        film.effect = _blob_at(film, cell)
        state = film.settle()
        assert state.changed
        assert [name for name, what in state.cells.items() if what is CellState.UNREADABLE] == [cell]


class TestButtons:
    def test_frames_before_a_press_do_not_count(self, film: Film) -> None:
        film.watch.ignore_before(film.taken_s + 2.5 * FRAME_S)
        assert [state.settled for state in film.run(5)] == [False, False, False, False, True]

    def test_an_old_frame_changes_nothing(self, film: Film) -> None:
        state = film.states[-1]
        old = Frame(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), state.taken_s - 1)
        assert film.watch.see(old).reading is state.reading
        assert film.run()[0].settled

    def test_the_reading_before_the_press_holds_if_nothing_has_changed(self, film: Film) -> None:
        reading = film.states[-1].reading
        film.watch.ignore_before(film.taken_s + 0.05)
        assert film.settle().reading is reading


class TestBoard:
    @pytest.mark.thorough(but=["4.0-2.0-0.0", "20.0--12.0-0.0"])
    @pytest.mark.parametrize(
        ("dx", "dy", "turn_deg"), [(4.0, 2.0, 0.0), (0.0, 0.0, 0.4), (20.0, -12.0, 0.0), (10.0, 5.0, 4.0)]
    )
    def test_a_bump_is_noticed_and_the_board_found_anew(
        self, film: Film, dx: float, dy: float, turn_deg: float
    ) -> None:
        before = content(film.states[-1].reading)[0]
        film.effect = camera_moved(dx, dy, turn_deg)
        earlier = len(film.states)
        state = film.settle()
        # Once, with the frame in which it was found anew; the table may settle a frame later.
        assert [state.board for state in film.states[earlier:]].count(BoardState.MOVED) == 1
        on_board = [piece for piece in content(state.reading)[0] if piece[1]]
        assert on_board == [piece for piece in before if piece[1]]
        assert film.run()[0].board is BoardState.FOUND

    def test_while_everything_moves_the_board_is_lost_with_a_sentence(self, film: Film) -> None:
        for step in range(4):
            film.effect = camera_moved(40.0 * step, 25.0 * step, 3.0 * step)
            film.run()
        state = film.states[-1]
        assert state.board is BoardState.LOST
        assert not state.settled
        assert "moves" in state.problem
        assert set(covered(state)) == set(CATALOGUE.grid.cells)
        film.effect = None
        assert film.settle().problem == ""

    def test_the_registration_holds_while_references_are_hidden(self, film: Film) -> None:
        film.effect = _references_hidden(film)
        state = film.run(4)[-1]
        assert state.board is BoardState.HELD
        token, goal = film.tokens()[0], film.free_cells()[40]
        film.move(token, goal)
        state = film.settle()
        assert state.board is BoardState.HELD
        assert state.changed
        assert state.cells[goal] is CellState.READ
        film.effect = None
        assert film.settle().board is BoardState.FOUND

    def test_it_does_not_hold_if_what_is_seen_has_moved(self, film: Film) -> None:
        hide = _references_hidden(film)
        film.effect = hide
        film.run(4)
        bump = camera_moved(9.0, 0.0)
        film.effect = lambda picture: bump(hide(picture))
        state = film.run(5)[-1]
        assert state.board is BoardState.LOST
        assert not state.settled
        assert "reference" in state.problem
        film.effect = bump
        state = film.settle(2.5)
        assert state.board is BoardState.MOVED

    def test_whatever_is_wrong_with_the_picture_is_said_in_a_sentence(self) -> None:
        film = Film()
        film.effect = lambda picture: np.ascontiguousarray(picture[:, ::-1])
        state = film.run(4)[-1]
        assert state.board is BoardState.LOST
        assert "mirrored" in state.problem
        assert state.reading is None

    def test_a_picture_of_another_size_begins_anew(self, film: Film) -> None:
        picture = film.frame().picture
        small = np.asarray(cv2.resize(picture, None, fx=0.9, fy=0.9, interpolation=cv2.INTER_AREA), np.uint8)
        states = [film.watch.see(Frame(small.copy(), film.taken_s + n * FRAME_S)) for n in range(1, 4)]
        assert states[0].board is BoardState.LOST
        assert states[-1].settled


class TestLight:
    def test_light_that_fades_is_no_motion(self, film: Film) -> None:
        for step in range(15):
            film.effect = brightened(1 - 0.04 * step)
            (state,) = film.run()
            assert state.settled
            assert not state.changed

    def test_a_lamp_that_is_switched_on_is_no_hand(self, film: Film) -> None:
        film.effect = brightened(0.45)
        film.settle()
        down, across = np.mgrid[0 : SIZE[1], 0 : SIZE[0]].astype(np.float32)
        lamp = np.exp(-((across - 1000) ** 2 + (down - 300) ** 2) / (2 * 700**2))
        film.effect = brightened((0.45 + 0.5 * lamp)[..., None])
        states = film.run(5)
        assert not any(covered(state) for state in states)
        assert [state.settled for state in states][2:] == [True] * 3
        assert not any(state.changed for state in states)

    def test_lamps_that_flicker_are_no_motion(self, film: Film) -> None:
        rows = np.arange(SIZE[1])
        for step in range(10):
            bands = 1 + 0.1 * np.sin(2 * np.pi * (rows / 400 + 0.37 * step))
            film.effect = brightened(bands[:, None, None])
            (state,) = film.run()
            assert state.settled, step
            assert not state.changed

    def test_a_piece_that_is_moved_while_the_light_changes_is_noticed(self, film: Film) -> None:
        token, goal = film.tokens()[0], film.free_cells()[40]
        film.effect = brightened(0.7)
        film.move(token, goal)
        state = film.settle()
        assert state.changed
        assert content(state.reading) == content(film.truth())


class TestAgain:
    def test_all_is_read_anew_now_and_then(self, film: Film) -> None:
        reading = film.states[-1].reading
        film.taken_s += Gates().refresh_s
        state = film.run()[0]
        assert state.settled
        assert not state.changed
        assert state.reading is not reading

    def test_what_has_not_changed_is_not_read_again(self, film: Film) -> None:
        reading = film.states[-1].reading
        assert all(state.reading is reading for state in film.run(10))

    @pytest.mark.thorough(but=["2"])
    @pytest.mark.parametrize("times", [2, 6])
    def test_reading_what_has_changed_is_as_good_as_reading_all(self, times: int) -> None:
        film = Film(seed=10, tokens_there=25)
        film.settle()
        rng = Random(0)
        for _ in range(times):
            for _ in range(rng.randint(1, 4)):
                film.change_anything(rng)
            if rng.random() < 0.5:
                film.carry(rng.choice(film.tokens()), rng.choice(film.free_cells()))
            state = film.settle()
            assert content(state.reading) == content(film.truth())


def _blob_at(film: Film, cell: str) -> Effect:
    """Return a blank disc of another colour on a cell."""
    assert film.states[-1].reading is not None
    camera = film.states[-1].reading.registration.camera
    middle = np.array(CATALOGUE.grid.centre(cell))
    (x, y), (x2, _) = camera.project(np.array([middle, middle + np.array([9.0, 0.0])]))

    def lay(picture: Pixels) -> Pixels:
        return np.asarray(
            cv2.circle(picture.copy(), (round(x), round(y)), round(x2 - x), (200, 40, 200), -1, cv2.LINE_AA), np.uint8
        )

    return lay


def _references_hidden(film: Film) -> Effect:
    """Return sheets over all the references but one."""
    assert film.states[-1].reading is not None
    camera = film.states[-1].reading.registration.camera
    middles = camera.project([tag.placement_mm or (0.0, 0.0) for tag in CATALOGUE.references[1:]])

    def hide(picture: Pixels) -> Pixels:
        hidden = picture.copy()
        for x, y in middles:
            hidden[max(0, int(y) - 45) : int(y) + 45, max(0, int(x) - 45) : int(x) + 45] = (90, 60, 50)
        return hidden

    return hide
