"""Piece on the table: its id, upper face, position and turn; no rules."""

import math
from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True)
class PieceKind:
    """Properties of a piece for the hands.

    `faces` are its faces in the order in which turning it over shows them; one without a name is its only one. A
    piece of a higher `layer` lies on those of lower ones. Hands lay it at most `off_mm` off its right place (along
    each axis) and about `askew_deg` askew; with `turns_freely` its turn does not matter, and it comes to lie with
    any turn. `is_round`: it is a disc about its tag. `stays`: hands leave it in its place.
    """

    faces: tuple[str, ...] = ("",)
    layer: int = 0
    off_mm: float = 0.6
    askew_deg: float = 2.0
    turns_freely: bool = False
    is_round: bool = False
    stays: bool = False

    def after(self, face: str) -> str:
        """Return the face that lies up when the piece is turned over."""
        return self.faces[(self.faces.index(face) + 1) % len(self.faces)]


@dataclass(frozen=True)
class Piece:
    """A piece of the game somewhere on the table.

    `face` is what lies up, empty where there is only one. `centre_mm` is the point of the surface under the centre of
    its tag, `turn_deg` how far the tag's top edge is turned clockwise from the surface's up direction.
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
    def quarter_turns(self) -> int:
        """Turn of the piece in quarters, clockwise: 0 north to 3 west."""
        return round(self.turn_deg / 90) % 4

    def is_near(self, other: "Piece", within_mm: float, within_deg: float) -> bool:
        """Return True if it lies as the other, within this distance and turn, the same face up."""
        turned = abs((self.turn_deg - other.turn_deg + 180) % 360 - 180)
        near = math.dist(self.centre_mm, other.centre_mm) < within_mm
        return self.face == other.face and near and turned < within_deg

    def to_board(self, point_mm: Point) -> Point:
        """Return the surface's point of a point in the piece's own frame.

        The frame starts at its tag's centre, x to the tag's right, y down.
        """
        cos, sin = self._cos_sin
        x, y = point_mm
        return self.centre_mm[0] + cos * x - sin * y, self.centre_mm[1] + sin * x + cos * y

    def from_board(self, point_mm: Point) -> Point:
        """Return the point of its own frame that is at this point of the surface."""
        cos, sin = self._cos_sin
        x, y = point_mm[0] - self.centre_mm[0], point_mm[1] - self.centre_mm[1]
        return cos * x + sin * y, cos * y - sin * x

    @property
    def _cos_sin(self) -> Point:
        turn = math.radians(self.turn_deg)
        return math.cos(turn), math.sin(turn)
