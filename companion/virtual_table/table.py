"""Table for the hands: pieces at places in mm, some of them in the air; no rules.

A piece keeps its place and turn until a hand moves it, so that a camera sees only the intended change.
"""

import math
from collections.abc import Collection, Mapping
from dataclasses import replace
from random import Random
from types import MappingProxyType

from companion.virtual_table.piece import Piece, PieceKind, Point
from companion.virtual_table.pieces import PieceSet, Things
from companion.virtual_table.plain_things import PlainThings
from vision.model.catalogue import Catalogue
from vision.model.surface import Grid
from vision.virtual import Hand


class Carry:
    """Piece in the air, held by one hand until it is put down or the carry is cancelled.

    If another hand puts, picks up or removes the piece, the carry is cancelled: from then on it does nothing.
    """

    def __init__(self, table: "VirtualTable", piece_id: str, grip_mm: Point) -> None:
        """Keep `grip_mm`: the way from the point where the piece is held to its tag's centre."""
        self._table = table
        self._grip = grip_mm
        self.piece_id = piece_id

    @property
    def piece(self) -> Piece | None:
        """The piece as it hangs in the air; None once it was laid down or the carry was called off."""
        return self._table.pieces[self.piece_id] if self._table.carries.get(self.piece_id) is self else None

    def drag(self, to_mm: Point) -> None:
        """Move the piece so that its grip is over this point, no farther than the table's edge."""
        if self.piece is None:
            return
        left, top, right, bottom = self._table.areas.table
        x, y = min(max(to_mm[0], left), right), min(max(to_mm[1], top), bottom)
        self._table._hold(replace(self.piece, centre_mm=(x + self._grip[0], y + self._grip[1])))

    def flip(self) -> bool:
        """Turn the piece over in the air; False for one that has only one face."""
        flipped = self.piece and self._table.flipped(self.piece)
        if flipped is None:
            return False
        self._table._hold(flipped)
        return True

    def turn(self, quarters: int = 1) -> None:
        """Turn the piece clockwise about its middle; the hand goes on holding it where it held it."""
        if self.piece is None:
            return
        turned, (x, y) = self._table.turned(self.piece, quarters)
        self._grip = self._grip[0] + x, self._grip[1] + y
        self._table._hold(turned)

    def place_piece(self, piece: Piece) -> None:
        """Lay the piece down as `piece` says."""
        if self.piece is not None:
            self._table.put(piece)

    def drop(self, *, exactly: bool = False) -> bool:
        """Lay the piece down on the cell below it or where there is none, as straight as hands do.

        With `exactly` it lies just as it was held. False if the carry was called off before.
        """
        piece = self.piece
        if piece is None:
            return False
        if not exactly:
            cell = self._table.cell_of(piece)
            piece = self._table.straightened(piece) if cell is None else self._table.on_cell(piece, cell)
        self._table.put(piece)
        return True


class VirtualTable:
    """The table and everything on it. Points are millimetres of the surface (x right, y down).

    `carries` are the pieces that hands hold in the air: they lie nowhere until they are laid down, and no camera sees
    them. `arm` is a hand held over the table, which hides what is below it from the camera. `rng` makes the
    hands unsteady, by `seed`.
    """

    def __init__(self, pieces: PieceSet, seed: int = 0, catalogue: Catalogue | None = None) -> None:
        self.piece_set = pieces
        self.catalogue = catalogue or pieces.catalogue()
        self.unit_mm = self.catalogue.surface.unit_mm
        self.areas = pieces.areas(self.catalogue)
        self.things: Things = pieces.things(self.catalogue)
        self.arm: Hand | None = None
        self.rng = Random(seed)
        self._pieces: dict[str, Piece] = {}
        self._carries: dict[str, Carry] = {}

    def __copy__(self) -> "VirtualTable":
        """Return the table as it lies now, for others to look at while hands go on with this one."""
        table = VirtualTable(self.piece_set, 0, self.catalogue)
        table.things = self.things
        table._pieces = dict(self._pieces)
        table._carries, table.arm = dict(self._carries), self.arm
        return table

    @property
    def pieces(self) -> Mapping[str, Piece]:
        """Pieces by their ids; of two overlapping ones in the same layer the later is on top."""
        return MappingProxyType(self._pieces)

    @property
    def carries(self) -> Mapping[str, Carry]:
        """The pieces in the air by their ids, each with the hand's carry."""
        return MappingProxyType(self._carries)

    def peel_tags(self, tagged: Collection[str] = (), *, references: bool = True) -> None:
        """Take the tags off all pieces but those that are named `tagged`.

        `references`: whether the reference cards stay.
        """
        self.things = PlainThings(self.things, tagged, references=references)

    # -- what hands do ------------------------------------------------------------------------------------------

    def pick_up(self, piece_id: str, grip_mm: Point | None = None) -> Carry | None:
        """Pick up a piece at the point `grip_mm` (None: its tag's centre); None if it is not here.

        If another hand carries it, that hand loses it.
        """
        piece = self._pieces.get(piece_id)
        if piece is None:
            return None
        x, y = piece.centre_mm
        grip_x, grip_y = grip_mm or (x, y)
        self._carries[piece_id] = Carry(self, piece_id, (x - grip_x, y - grip_y))
        return self._carries[piece_id]

    def _hold(self, piece: Piece) -> None:
        """Let a piece in the air hang like this."""
        self._pieces[piece.id] = piece

    def flip(self, piece_id: str) -> bool:
        """Turn over a piece that is here; return True if it has another face and was turned.

        Returns False for a piece that has only one face, is in the air or is not here.
        """
        flipped = self.flipped(self._pieces[piece_id]) if self.lies(piece_id) else None
        if flipped is None:
            return False
        self._pieces[piece_id] = flipped
        return True

    def flipped(self, piece: Piece) -> Piece | None:
        """Return the piece with its other face up; None if it has only one."""
        face = self.kind(piece).after(piece.face)
        return replace(piece, face=face) if face != piece.face else None

    def turn(self, piece_id: str, quarters: int = 1) -> None:
        """Turn a piece that is here clockwise about its middle, by `quarters`.

        If its tag moves, the piece is aligned to cells again.
        """
        if not self.lies(piece_id):
            return
        turned, moved = self.turned(self._pieces[piece_id], quarters)
        cell = self.cell_of(turned)
        if moved != (0.0, 0.0) and cell is not None:
            turned = self.on_cell(turned, cell)
        self._pieces[piece_id] = turned

    def turned(self, piece: Piece, quarters: int) -> tuple[Piece, Point]:
        """Return the piece turned clockwise about its middle, and its tag's shift in mm."""
        turned = replace(piece, turn_deg=(piece.turn_deg + 90 * quarters) % 360)
        (x, y), before, after = piece.centre_mm, self.middle_mm(piece), self.middle_mm(turned)
        moved = before[0] - after[0], before[1] - after[1]
        return replace(turned, centre_mm=(x + moved[0], y + moved[1])), moved

    def put(self, piece: Piece) -> None:
        """Put the piece down like this, on top of everything there; a carry of it is cancelled."""
        self.remove(piece.id)
        self._pieces[piece.id] = piece

    def remove(self, piece_id: str) -> None:
        """Remove the piece from the table: into a hand, a pile or the box; a carry is cancelled."""
        self._pieces.pop(piece_id, None)
        self._carries.pop(piece_id, None)

    def on_cell(self, piece: Piece, cell: str) -> Piece:
        """Return the piece as a hand lays it with its tag on this cell: see `near`."""
        return self.near(piece, self.catalogue.grid.centre(cell))

    def near(self, piece: Piece, point_mm: Point) -> Piece:
        """Return the piece as a hand places its tag on this point: a little off and askew.

        Pieces that turn freely come to lie with any turn; all others are straightened to the nearest quarter.
        """
        x, y = point_mm
        kind = self.kind(piece)
        off_mm = kind.off_mm
        centre = (x + self.rng.uniform(-off_mm, off_mm), y + self.rng.uniform(-off_mm, off_mm))
        if kind.turns_freely:
            return replace(piece, turn_deg=self.rng.uniform(0, 360), centre_mm=centre)
        return replace(self.straightened(piece), centre_mm=centre)

    def straightened(self, piece: Piece) -> Piece:
        """Return the piece turned to the nearest quarter as well as a hand does it."""
        askew_deg = self.kind(piece).askew_deg
        askew = min(max(self.rng.gauss(0, askew_deg), -3 * askew_deg), 3 * askew_deg)
        return replace(piece, turn_deg=(90 * piece.quarter_turns + askew) % 360)

    # -- where things are ---------------------------------------------------------------------------------------

    def kind(self, piece: Piece) -> PieceKind:
        """Return the properties of the piece for the hands."""
        return self.piece_set.kind(piece.id)

    def lies(self, piece_id: str) -> bool:
        """Return if the piece is on the table and in nobody's hand."""
        return piece_id in self._pieces and piece_id not in self._carries

    def cell_of(self, piece: Piece) -> str | None:
        """Return the cell under the centre of the piece's tag.

        None beside the board, and on a table without cells.
        """
        surface = self.catalogue.surface
        return surface.cell_at(*piece.centre_mm) if isinstance(surface, Grid) else None

    def middle_mm(self, piece: Piece) -> Point:
        """Return the middle of the piece, which need not be its tag's centre."""
        left, top, right, bottom = self.things.edges_mm(piece.tag_id)
        return piece.to_board(((left + right) / 2, (top + bottom) / 2))

    def covers(self, piece: Piece, point_mm: Point) -> bool:
        """Return True if the piece covers this point of the table."""
        if math.dist(point_mm, piece.centre_mm) > self._reach_mm(piece):
            # Most pieces are out of the question so.
            return False
        left, top, right, bottom = self.things.edges_mm(piece.tag_id)
        x, y = piece.from_board(point_mm)
        if self.kind(piece).is_round:
            return bool(x * x + y * y <= right * right)
        return left <= x <= right and top <= y <= bottom

    def _reach_mm(self, piece: Piece) -> float:
        """Return the most (mm) that a corner of the piece can be away from its tag's centre."""
        _, _, right, bottom = self.things.edges_mm(piece.tag_id)
        return right + bottom

    def stacked(self) -> list[Piece]:
        """Return the pieces on the table from the lowest to the highest, without those in the air."""
        lower_pieces = [piece for piece in self._pieces.values() if piece.id not in self._carries]
        return sorted(lower_pieces, key=lambda piece: self.kind(piece).layer)

    def piece_at(self, point_mm: Point) -> str | None:
        """Return the topmost piece over this point; None if there is none."""
        return next((piece.id for piece in reversed(self.stacked()) if self.covers(piece, point_mm)), None)

    def _is_on(self, piece: Piece, lower: Piece) -> bool:
        """Return True if a piece lies on one that was placed before it."""
        if self.covers(lower, piece.centre_mm):
            return True
        apart_mm = math.dist(piece.centre_mm, lower.centre_mm)
        if not self.piece_set.fanned or apart_mm > self._reach_mm(piece) + self._reach_mm(lower):
            return False
        return any(
            self.covers(upper, point)
            for upper, other in ((lower, piece), (piece, lower))
            for point in self._outline(other)
        )

    def _outline(self, piece: Piece) -> list[Point]:
        """Return the corners of a piece and the middles of its edges."""
        left, top, right, bottom = self.things.edges_mm(piece.tag_id)
        across, down = (left, (left + right) / 2, right), (top, (top + bottom) / 2, bottom)
        return [piece.to_board((x, y)) for x in across for y in down]

    def heights_mm(self) -> dict[str, float]:
        """Return the height of each piece's base above the table, in stacking order, in mm.

        A piece lies on what is below it.
        """
        heights: dict[str, float] = {}
        lower: list[tuple[Piece, float]] = []
        for piece in self.stacked():
            below = [top for other, top in lower if self._is_on(piece, other)]
            heights[piece.id] = max(below, default=0.0)
            lower.append((piece, heights[piece.id] + self.things.tag(piece.tag_id).height_mm))
        return heights
