"""A piece as it lies on the table: which one, which face is up, where, how it is turned. No rules."""

import math
from dataclasses import dataclass
from enum import IntEnum

from engine.finstere_flure.pieces import MONSTER, POOL_SHAPES, STONE_FRONTS, TELEPORTER_PAIRS, TOKENS, Side

Point = tuple[float, float]

_OTHER_FACE = {"white": "black", "black": "white", "front": "back", "back": "front"}
#: How far off the middle of a cell a hand lays it (millimetres along each axis), how far askew (degrees).
_UNSTEADY_TOKEN, _UNSTEADY_TILE, _UNSTEADY_POOL, _UNSTEADY_MONSTER = (1.2, 4.0), (0.6, 2.0), (0.5, 0.4), (0.5, 2.0)


class Layer(IntEnum):
    """What lies on what: nobody lays a pool on a token."""

    FLOOR = 0
    STONE = 1
    FIGURE = 2


@dataclass(frozen=True)
class Piece:
    """A piece of the game somewhere on the table.

    `face` is what lies up: a token's ``white`` or ``black``, a two-sided tile's ``front`` or ``back``, else empty.
    `centre_mm` is the board point under the centre of its tag, `turn_deg` how far the tag's top edge is turned
    clockwise from the board's up direction.
    """

    id: str
    face: str
    centre_mm: Point
    turn_deg: float

    @property
    def tag_id(self) -> str:
        """The tag that lies up."""
        return f"{self.id}/{self.face}" if self.face else self.id

    @property
    def other_face(self) -> str:
        """The face that lies down; empty for what has only one."""
        return _OTHER_FACE.get(self.face, "")

    @property
    def layer(self) -> Layer:
        """How low or high it lies among others on its place."""
        if self.is_pool or self.id in TELEPORTER_PAIRS:
            return Layer.FLOOR
        return Layer.STONE if self.id in STONE_FRONTS else Layer.FIGURE

    @property
    def is_token(self) -> bool:
        """Whether it is a player's token."""
        return self.id in TOKENS

    @property
    def is_pool(self) -> bool:
        """Whether it covers four cells."""
        return self.id in POOL_SHAPES

    @property
    def points(self) -> bool:
        """Whether it has a front that points somewhere: the monster, and teleporters with their arrow."""
        return self.id == MONSTER or self.id in TELEPORTER_PAIRS

    @property
    def quarter_turns(self) -> int:
        """Its turn in quarters, clockwise: 0 north to 3 west."""
        return round(self.turn_deg / 90) % 4

    @property
    def skew_deg(self) -> float:
        """How far it is turned from the nearest quarter, -45 to 45 degrees."""
        return (self.turn_deg + 45) % 90 - 45

    @property
    def unsteadiness(self) -> tuple[float, float]:
        """How far off the middle of its cell a hand may lay it (mm along each axis), and how askew (degrees)."""
        if self.is_pool:
            return _UNSTEADY_POOL
        if self.is_token:
            return _UNSTEADY_TOKEN
        return _UNSTEADY_MONSTER if self.id == MONSTER else _UNSTEADY_TILE

    def to_board(self, point_mm: Point) -> Point:
        """The board point of a point of its own frame: from its tag's centre, x to the tag's right, y down."""
        cos, sin = self._cos_sin
        x, y = point_mm
        return self.centre_mm[0] + cos * x - sin * y, self.centre_mm[1] + sin * x + cos * y

    def from_board(self, point_mm: Point) -> Point:
        """The point of its own frame that is at this board point."""
        cos, sin = self._cos_sin
        x, y = point_mm[0] - self.centre_mm[0], point_mm[1] - self.centre_mm[1]
        return cos * x + sin * y, cos * y - sin * x

    @property
    def _cos_sin(self) -> Point:
        turn = math.radians(self.turn_deg)
        return math.cos(turn), math.sin(turn)


def new_face(piece_id: str) -> str:
    """The face that lies up when a piece comes out of the box."""
    return Side.WHITE if piece_id in TOKENS else "back" if piece_id in STONE_FRONTS else ""
