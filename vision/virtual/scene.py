"""Scene before the virtual camera: ground, printed things, perhaps a hand; plain values.

It holds no pixels yet. All lengths are millimetres of the board frame (see `vision.model.catalogue`). A thing
has a frame of its own: origin at its code's centre, x to its right, y towards its lower edge; `turn_deg` turns
it clockwise as seen from above.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.model.surface import Surface
from vision.picture import Pixels
from vision.virtual.hand import Hand

Points = npt.NDArray[np.float64]
Bgr = tuple[int, int, int]

#: Corners of a polygon that stands for a circle.
_DISC_CORNERS = 40
#: Points along a straight edge, so that it may come out bent by the lens.
_EDGE_POINTS = 4


@dataclass(frozen=True, eq=False)
class Print:
    """A printed picture, BGR (h, w, 3); `origin_mm` is where its outer top-left corner lies.

    On the ground also (h, w, 4), BGR already weighted by the alpha in the fourth channel.
    """

    picture: Pixels
    px_per_mm: float
    origin_mm: tuple[float, float]

    @property
    def width_mm(self) -> float:
        """The printed width."""
        return float(self.picture.shape[1] / self.px_per_mm)

    @classmethod
    def centred(cls, picture: Pixels, width_mm: float, centre_mm: tuple[float, float] = (0.0, 0.0)) -> "Print":
        """Return the picture `width_mm` wide with its middle at `centre_mm`."""
        height, width = picture.shape[:2]
        px_per_mm = width / width_mm
        return cls(picture, px_per_mm, (centre_mm[0] - width_mm / 2, centre_mm[1] - height / px_per_mm / 2))


@dataclass(frozen=True, eq=False)
class Body:
    """Upright prism from `base_mm` up to `top_mm`, with a convex outline (n, 2).

    The outline is clockwise as seen from above. `side` colours its walls; `top` is the colour of its top face,
    `prints` what is printed there, in order.
    """

    outline_mm: Points
    base_mm: float
    top_mm: float
    side: Bgr
    top: Bgr = (255, 255, 255)
    prints: tuple[Print, ...] = ()


@dataclass(frozen=True)
class PrintedCode:
    """Printed code of a thing's top face: its symbol's side without quiet zone, and its middle."""

    symbol_mm: float
    centre_mm: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, eq=False)
class Thing:
    """Thing that lies on the table: bodies stacked from the lowest to the highest."""

    name: str
    centre_mm: tuple[float, float]
    turn_deg: float
    bodies: tuple[Body, ...]
    code: PrintedCode | None = None

    @property
    def base_mm(self) -> float:
        """The height on which it stands."""
        return self.bodies[0].base_mm

    @property
    def top_mm(self) -> float:
        """The height of its top face."""
        return self.bodies[-1].top_mm

    def to_board(self, points_mm: npt.ArrayLike) -> Points:
        """Board points (n, 2) of points (n, 2) of its own frame."""
        cos, sin = np.cos(np.radians(self.turn_deg)), np.sin(np.radians(self.turn_deg))
        turned = np.asarray(points_mm, dtype=np.float64) @ np.array([[cos, sin], [-sin, cos]])
        return np.asarray(turned + np.asarray(self.centre_mm), dtype=np.float64)

    def from_board(self, points_mm: npt.ArrayLike) -> Points:
        """Return points (n, 2) of its own frame of board points (n, 2)."""
        cos, sin = np.cos(np.radians(self.turn_deg)), np.sin(np.radians(self.turn_deg))
        moved = np.asarray(points_mm, dtype=np.float64) - np.asarray(self.centre_mm)
        return np.asarray(moved @ np.array([[cos, -sin], [sin, cos]]), dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Scene:
    """Scene before the camera.

    `ground` is laid one over the other on the plane z = 0: the first print goes on for ever (mirrored at its edges),
    the others end where they end. `surface` names the cells or zones of which the truth says whether the hand hides
    them.
    """

    ground: tuple[Print, ...]
    things: tuple[Thing, ...]
    surface: Surface
    hand: Hand | None = None


def disc(diameter_mm: float) -> Points:
    """Return the outline of a disc about the origin."""
    angle = np.linspace(0, 2 * np.pi, _DISC_CORNERS, endpoint=False)
    return np.asarray(np.column_stack([np.cos(angle), np.sin(angle)]) * diameter_mm / 2, dtype=np.float64)


def rectangle(left: float, top: float, right: float, bottom: float) -> Points:
    """Return the outline of an axis-parallel rectangle."""
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], dtype=np.float64)
    along = np.linspace(0, 1, _EDGE_POINTS, endpoint=False)[:, None]
    edges = [a + (b - a) * along for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    return np.vstack(edges)
