"""Placement of pieces over each other, with as little as possible hidden of any tag."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.model.surface import Area, Point

Points = npt.NDArray[np.float64]

#: A tag is judged by so many points in each direction, and a piece's outline likewise.
_NET = 4
#: A piece that would stand on another one which stands, as a figure does, is as bad as a hidden tag.
_STANDS_ON = 1.0


@dataclass(frozen=True)
class CrowdPiece:
    """Piece on the table: its tag's place and turn, its edges about that, half its tag's side.

    `weight`: how much it matters that the tag stays in sight; `stands`: nothing else that stands finds room on it.
    """

    at_mm: Point
    turn_deg: float
    edges: Area
    half_mm: float
    weight: float = 1.0
    stands: bool = False

    @property
    def reach_mm(self) -> float:
        """Distance (mm) of its farthest part from its tag's centre."""
        left, top, right, bottom = self.edges
        return math.hypot(max(-left, right), max(-top, bottom))

    def tag_points(self) -> Points:
        """Return points (n, 2) all over its tag."""
        half = self.half_mm
        return _placed(_grid_points((-half, -half, half, half)), [self.at_mm], [self.turn_deg]).reshape(-1, 2)


def hidden(
    piece: CrowdPiece, below: Sequence[CrowdPiece], above: Sequence[CrowdPiece], spots: Points
) -> npt.NDArray[np.float64]:
    """Compute what a piece would hide of tags at each spot, and what would be hidden of its own.

    The spots are (n, 3: x, y, turn). `below` and `above` are what lies lower and higher there. The results are
    shares of tags, each times its weight.
    """
    points_mm, turns = spots[:, :2], spots[:, 2]
    cost = np.zeros(len(spots))
    for other in _touching_pieces(piece, below, points_mm):
        cost += other.weight * _points_inside(other.tag_points(), points_mm, turns, piece.edges).mean(axis=1)
        if piece.stands and other.stands:
            cost += _STANDS_ON * _standing_share(other, piece, points_mm, turns)
    own = _grid_points((-piece.half_mm, -piece.half_mm, piece.half_mm, piece.half_mm))
    points = _placed(own, points_mm, turns)
    for other in _touching_pieces(piece, above, points_mm):
        flat = points.reshape(-1, 2)
        inside = _points_inside(flat, np.array([other.at_mm]), np.array([other.turn_deg]), other.edges)
        cost += piece.weight * inside.reshape(len(spots), -1).mean(axis=1)
        if piece.stands and other.stands:
            cost += _STANDS_ON * _standing_share(other, piece, points_mm, turns)
    return cost


def _touching_pieces(piece: CrowdPiece, others: Sequence[CrowdPiece], points: Points) -> Iterator[CrowdPiece]:
    """Yield the pieces that a piece could touch at any of these places."""
    for other in others:
        if np.abs(points - other.at_mm).max(axis=1).min() < piece.reach_mm + other.reach_mm:
            yield other


def _standing_share(
    other: CrowdPiece, piece: CrowdPiece, points: Points, turns: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Return the share of the other piece on which this one would stand."""
    outline = _placed(_grid_points(other.edges), [other.at_mm], [other.turn_deg])[0]
    return np.asarray(_points_inside(outline, points, turns, piece.edges).mean(axis=1), np.float64)


def _grid_points(edges: Area) -> Points:
    left, top, right, bottom = edges
    x, y = np.meshgrid(np.linspace(left, right, _NET), np.linspace(top, bottom, _NET))
    return np.stack([x.ravel(), y.ravel()], axis=1)


def _placed(
    points: Points, places_mm: Points | Sequence[Point], turns: npt.NDArray[np.float64] | Sequence[float]
) -> Points:
    """Return points (n, 2) of a piece at each of its places: (places, n, 2)."""
    angles = np.radians(np.asarray(turns, np.float64))[:, None]
    cos, sin = np.cos(angles), np.sin(angles)
    x, y = points[:, 0], points[:, 1]
    return np.stack([cos * x - sin * y, sin * x + cos * y], axis=2) + np.asarray(places_mm, np.float64)[:, None]


def _points_inside(
    points: Points, places_mm: Points, turns: npt.NDArray[np.float64], edges: Area
) -> npt.NDArray[np.bool_]:
    """Return True for each point (n, 2) inside a piece's edges, at each place: (places, n)."""
    angles = np.radians(turns)[:, None]
    cos, sin = np.cos(angles), np.sin(angles)
    dx, dy = points[:, 0] - places_mm[:, :1], points[:, 1] - places_mm[:, 1:]
    x, y = cos * dx + sin * dy, cos * dy - sin * dx
    left, top, right, bottom = edges
    return np.asarray((left <= x) & (x <= right) & (top <= y) & (y <= bottom), np.bool_)
