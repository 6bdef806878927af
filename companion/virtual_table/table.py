"""The table as hands know it: pieces at places in millimetres, one of them perhaps in the air. It knows no rules.

A piece keeps its place and turn until a hand moves it, so that a camera sees only that change which was changed.
"""

import math
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from types import MappingProxyType

from companion.virtual_table.piece import Piece, PieceKind, Point
from companion.virtual_table.pieces import PieceSet
from vision.catalogue import Catalogue
from vision.surface import Grid
from vision.virtual import Hand


class VirtualTable:
    """The table and everything on it. Points are millimetres of the surface (x right, y down).

    `lifted` is the piece that a hand holds in the air: it lies nowhere until it is dropped, and no camera sees it.
    `arm` is a hand held over the table, which hides what is below it from the camera. `chance` makes the
    hands unsteady, by `seed`.
    """

    def __init__(self, pieces: PieceSet, seed: int = 0, catalogue: Catalogue | None = None) -> None:
        self.piece_set = pieces
        self.catalogue = catalogue or pieces.catalogue()
        self.unit_mm = self.catalogue.surface.unit_mm
        self.areas = pieces.areas(self.catalogue)
        self.things = pieces.things(self.catalogue)
        self.lifted: str | None = None
        self.arm: Hand | None = None
        self._grip: Point = (0.0, 0.0)
        self.chance = Random(seed)
        self._pieces: dict[str, Piece] = {}

    def __copy__(self) -> "VirtualTable":
        """The table as it lies now, for others to look at while hands go on with this one."""
        table = VirtualTable(self.piece_set, 0, self.catalogue)
        table._pieces = dict(self._pieces)
        table.lifted, table.arm = self.lifted, self.arm
        return table

    @property
    def pieces(self) -> Mapping[str, Piece]:
        """All pieces by their ids; of two of the same layer that lie on each other the later one is on top."""
        return MappingProxyType(self._pieces)

    # -- what hands do ------------------------------------------------------------------------------------------

    def pick_up(self, piece_id: str, grip_mm: Point | None = None) -> None:
        """Takes a piece into the air, held at the point `grip_mm` (its tag's centre if None); drops another one."""
        if self.lifted is not None:
            self.drop()
        x, y = self._pieces[piece_id].centre_mm
        grip_x, grip_y = grip_mm or (x, y)
        self._grip = (x - grip_x, y - grip_y)
        self.lifted = piece_id

    def drag(self, to_mm: Point) -> None:
        """Moves the piece in the air so that its grip is over this point, no farther than the table's edge."""
        assert self.lifted is not None, "no piece is in the air"
        left, top, right, bottom = self.areas.table
        x, y = min(max(to_mm[0], left), right), min(max(to_mm[1], top), bottom)
        centre = (x + self._grip[0], y + self._grip[1])
        self._pieces[self.lifted] = replace(self._pieces[self.lifted], centre_mm=centre)

    def drop(self, *, exactly: bool = False) -> None:
        """Lays down the piece in the air: on the cell below it or where there is none, as straight as hands do.

        With `exactly` it lies just as it was held.
        """
        assert self.lifted is not None, "no piece is in the air"
        piece = self._pieces[self.lifted]
        cell = self.cell_of(piece)
        if not exactly:
            piece = self.straightened(piece) if cell is None else self.on_cell(piece, cell)
        self.put(piece)

    def flip(self, piece_id: str) -> bool:
        """Turns the piece over; False for one that has only one face."""
        piece = self._pieces[piece_id]
        face = self.kind(piece).after(piece.face)
        if face == piece.face:
            return False
        self._pieces[piece_id] = replace(piece, face=face)
        return True

    def turn(self, piece_id: str, quarters: int = 1) -> None:
        """Turns the piece clockwise about its middle; one whose tag is not in its middle then lies on cells again."""
        piece = self._pieces[piece_id]
        turned = replace(piece, turn_deg=(piece.turn_deg + 90 * quarters) % 360)
        (x, y), before, after = piece.centre_mm, self.middle_mm(piece), self.middle_mm(turned)
        turned = replace(turned, centre_mm=(x + before[0] - after[0], y + before[1] - after[1]))
        if self.lifted == piece_id:
            # It turns about its middle in the hand, too, which holds it where it held it.
            self._grip = (self._grip[0] + before[0] - after[0], self._grip[1] + before[1] - after[1])
        cell = self.cell_of(turned)
        if before != after and cell is not None and self.lifted != piece_id:
            turned = self.on_cell(turned, cell)
        self._pieces[piece_id] = turned

    def put(self, piece: Piece) -> None:
        """The piece lies like this from now on, on top of what lies there already."""
        self._pieces.pop(piece.id, None)
        self._pieces[piece.id] = piece
        if self.lifted == piece.id:
            self.lifted = None

    def remove(self, piece_id: str) -> None:
        """The piece is not on the table any more: it has come into a hand, a pile, the box."""
        self._pieces.pop(piece_id, None)
        if self.lifted == piece_id:
            self.lifted = None

    def on_cell(self, piece: Piece, cell: str) -> Piece:
        """The piece as a hand lays it with its tag on this cell: see `near`."""
        return self.near(piece, self.catalogue.grid.centre(cell))

    def near(self, piece: Piece, point_mm: Point) -> Piece:
        """The piece as a hand lays it with its tag on this point: not quite there, not quite straight.

        Pieces that turn freely come to lie turned anyhow; all others are straightened to the nearest quarter.
        """
        x, y = point_mm
        kind = self.kind(piece)
        off_mm = kind.off_mm
        centre = (x + self.chance.uniform(-off_mm, off_mm), y + self.chance.uniform(-off_mm, off_mm))
        if kind.turns_freely:
            return replace(piece, turn_deg=self.chance.uniform(0, 360), centre_mm=centre)
        return replace(self.straightened(piece), centre_mm=centre)

    def straightened(self, piece: Piece) -> Piece:
        """The piece turned to the nearest quarter as well as a hand does it."""
        askew_deg = self.kind(piece).askew_deg
        askew = min(max(self.chance.gauss(0, askew_deg), -3 * askew_deg), 3 * askew_deg)
        return replace(piece, turn_deg=(90 * piece.quarter_turns + askew) % 360)

    # -- where things are ---------------------------------------------------------------------------------------

    def kind(self, piece: Piece) -> PieceKind:
        """What hands know of the piece."""
        return self.piece_set.kind(piece.id)

    def cell_of(self, piece: Piece) -> str | None:
        """The cell under the centre of the piece's tag; None beside the board, and where there are no cells."""
        surface = self.catalogue.surface
        return surface.cell_at(*piece.centre_mm) if isinstance(surface, Grid) else None

    def middle_mm(self, piece: Piece) -> Point:
        """The middle of the piece, which need not be its tag's centre."""
        left, top, right, bottom = self.things.edges_mm(piece.tag_id)
        return piece.to_board(((left + right) / 2, (top + bottom) / 2))

    def covers(self, piece: Piece, point_mm: Point) -> bool:
        """Whether the piece lies over this point of the table."""
        if math.dist(point_mm, piece.centre_mm) > self._reach_mm(piece):
            # Most pieces are out of the question so.
            return False
        left, top, right, bottom = self.things.edges_mm(piece.tag_id)
        x, y = piece.from_board(point_mm)
        if self.kind(piece).is_round:
            return bool(x * x + y * y <= right * right)
        return left <= x <= right and top <= y <= bottom

    def _reach_mm(self, piece: Piece) -> float:
        """Farther from its tag's centre than this not even a corner of the piece reaches."""
        _, _, right, bottom = self.things.edges_mm(piece.tag_id)
        return right + bottom

    def stacked(self) -> list[Piece]:
        """All pieces that lie on the table, the one in the air left out, from the lowest to the highest."""
        lying = [piece for piece in self._pieces.values() if piece.id != self.lifted]
        return sorted(lying, key=lambda piece: self.kind(piece).layer)

    def piece_at(self, point_mm: Point) -> str | None:
        """The topmost piece over this point; None if there is none."""
        return next((piece.id for piece in reversed(self.stacked()) if self.covers(piece, point_mm)), None)

    def _lies_on(self, piece: Piece, lower: Piece) -> bool:
        """Whether a piece lies on one that was laid before it."""
        if self.covers(lower, piece.centre_mm):
            return True
        apart_mm = math.dist(piece.centre_mm, lower.centre_mm)
        if not self.piece_set.fanned or apart_mm > self._reach_mm(piece) + self._reach_mm(lower):
            return False
        return any(
            self.covers(one, point) for one, other in ((lower, piece), (piece, lower)) for point in self._outline(other)
        )

    def _outline(self, piece: Piece) -> list[Point]:
        """Corners and middles of the edges."""
        left, top, right, bottom = self.things.edges_mm(piece.tag_id)
        across, down = (left, (left + right) / 2, right), (top, (top + bottom) / 2, bottom)
        return [piece.to_board((x, y)) for x in across for y in down]

    def heights_mm(self) -> dict[str, float]:
        """For every piece on the table, in stacking order, how high above the table it lies: on what is below it."""
        heights: dict[str, float] = {}
        lower: list[tuple[Piece, float]] = []
        for piece in self.stacked():
            below = [top for other, top in lower if self._lies_on(piece, other)]
            heights[piece.id] = max(below, default=0.0)
            lower.append((piece, heights[piece.id] + self.things.tag(piece.tag_id).height_mm))
        return heights
