"""Tests of a board without reference tags, with corners set by hand: its print is tracked."""

import cv2
import numpy as np
import pytest

from tests.vision.watching.film import (
    SIZE,
    Film,
    Pixels,
    camera_moved,
    content,
    hide_except_window,
    without_references,
)
from tests.vision.watching.film_table import CATALOGUE
from vision.locate.corner_registration import grid_corners_mm
from vision.model.pinhole import Points
from vision.watching import BoardState, Observation
from vision.watching.corners import FollowedCorners
from vision.watching.gates import DEFAULT_GATES

pytestmark = pytest.mark.slow


@pytest.fixture
def film() -> Film:
    film = without_references()
    assert film.settle().board is BoardState.FOUND
    return film


def board_corners_px(state: Observation) -> Points:
    """Return the positions of the board's corners in the picture."""
    assert state.reading
    return state.reading.registration.camera.project(grid_corners_mm(CATALOGUE.grid))


@pytest.mark.thorough(but=["15.0-8.0-6.0"])
@pytest.mark.parametrize(
    ("dx", "dy", "turn_deg"), [(6.0, 3.0, 0.0), (0.0, 0.0, 0.6), (30.0, -18.0, 0.0), (15.0, 8.0, 6.0)]
)
def test_a_bump_is_noticed_and_the_corners_go_with_the_board(film: Film, dx: float, dy: float, turn_deg: float) -> None:
    before, hide, move = film.settle(), film.effect, camera_moved(dx, dy, turn_deg)
    assert hide
    film.effect = lambda picture: move(hide(picture))
    film.states.clear()
    state = film.settle(0.8)
    assert BoardState.MOVED in {state.board for state in film.states}
    on_board = [piece for piece in content(before.reading)[0] if piece[1]]
    assert [piece for piece in content(state.reading)[0] if piece[1]] == on_board
    assert film.run()[0].board is BoardState.FOUND
    earlier_corners, corners = board_corners_px(before), board_corners_px(state)
    turning = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), turn_deg, 1)
    expected = earlier_corners @ turning[:, :2].T + turning[:, 2] + (dx, dy)
    assert np.abs(corners - expected).max() < 0.05 * np.linalg.norm(earlier_corners[1] - earlier_corners[0]) / 16


def test_pieces_that_are_moved_do_not_move_the_board(film: Film) -> None:
    for token, goal in zip(film.tokens()[:2], film.free_cells()[40:42], strict=True):
        film.carry(token, goal)
    state = film.settle()
    assert BoardState.MOVED not in {state.board for state in film.states}
    assert content(state.reading) == content(film.truth())


def test_where_the_board_cannot_be_made_out_any_more_it_is_lost_with_a_sentence(film: Film) -> None:
    hide = film.effect
    assert hide

    def only_a_piece(picture: Pixels) -> Pixels:
        """Another board, on which one of the tokens lies."""
        picture = hide(picture)
        known = film.states[-1].known
        assert known
        tag = known.placed_tags[0].corners_px
        low, high = tag.min(axis=0).astype(int) - 15, tag.max(axis=0).astype(int) + 15
        other = np.full_like(picture, 120)
        part = np.s_[low[1] : high[1], low[0] : high[0]]
        other[part] = picture[part]
        return other

    film.effect = only_a_piece
    state = film.run(6)[-1]
    assert state.board is BoardState.LOST
    assert "corners were set by hand" in state.problem
    film.effect = hide
    assert film.settle(3.0).board in (BoardState.FOUND, BoardState.MOVED)


def test_while_most_of_the_board_is_hidden_what_was_seen_before_is_remembered(film: Film) -> None:
    assert film.profile
    board, move = film.frame().grey, camera_moved(30.0, -18.0, 2.0)
    hidden = np.asarray(hide_except_window(film)(film.frame().picture)[..., 0], np.uint8)
    moved = np.asarray(move(board), np.uint8)
    expected, followed = (FollowedCorners(film.profile, CATALOGUE.grid, DEFAULT_GATES) for _ in range(2))
    assert [expected.follow(picture) for picture in (board, moved)] == [False, True]
    assert [followed.follow(picture) for picture in (board, hidden, moved)] == [False, False, True]
    assert followed.profile.corners_px == pytest.approx(expected.profile.corners_px)


def test_what_is_hidden_does_not_move_the_corners_by_what_is_left_of_it(film: Film) -> None:
    corners = board_corners_px(film.states[-1])
    film.effect = hide_except_window(film)
    film.run(30)
    assert board_corners_px(film.states[-1]) == pytest.approx(corners)
