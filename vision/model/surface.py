"""The surface that tags lie on, as data: a board's grid of cells, or a mat with named zones.

All points are millimetres of the surface: x to the right, y down, z up; a grid's origin is the outer top-left corner
of its first cell, a mat's its top-left corner.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import ClassVar

#: Left, top, right and bottom in millimetres.
Area = tuple[float, float, float, float]
Point = tuple[float, float]

#: Distance from its edge up to which a mat on which tiles are laid still counts.
_BESIDE_MM = 120.0
#: Distance that is a little within its far edges.
_INSIDE_MM = 1e-6


class Surface(ABC):
    """Base of all surfaces: the places on it by name, and its extent."""

    #: Whether a picture may show a part of it alone.
    may_be_cut_off: ClassVar[bool] = False

    @property
    @abstractmethod
    def places(self) -> tuple[str, ...]:
        """The names of the places of which a reading tells something, in order: cells, or zones."""

    @property
    @abstractmethod
    def extent_mm(self) -> Area:
        """The smallest rectangle that holds everything."""

    @property
    @abstractmethod
    def unit_mm(self) -> float:
        """The length by which it is judged whether something is near or far, large or small."""

    @property
    @abstractmethod
    def spread_mm(self) -> tuple[Point, ...]:
        """Points that are spread over all of it."""

    @property
    def corners_mm(self) -> tuple[Point, Point, Point, Point]:
        """The corners of `extent_mm`, from its top left clockwise."""
        left, top, right, bottom = self.extent_mm
        return (left, top), (right, top), (right, bottom), (left, bottom)

    @abstractmethod
    def area_mm(self, place: str) -> Area:
        """Return the rectangle of a place. Raises KeyError for a name that there is not."""

    @abstractmethod
    def centre(self, place: str) -> Point:
        """Return the middle of a place. Raises KeyError for a name that there is not."""

    @abstractmethod
    def place_at(self, x_mm: float, y_mm: float) -> str | None:
        """Return the name of the place that holds this point; None where there is none."""


@dataclass(frozen=True)
class Grid(Surface):
    """Cells of a board: a name for each, with its 0-based (column, row), and the cell side (mm).

    >>> from vision import Grid
    >>> grid = Grid(30.0, {"a1": (0, 0), "b1": (1, 0)})
    >>> grid.centre("b1"), grid.cell_at(59.0, 29.0), grid.cell_at(61.0, 29.0)
    ((45.0, 15.0), 'b1', None)
    """

    cell_mm: float
    cells: Mapping[str, tuple[int, int]]

    @property
    def places(self) -> tuple[str, ...]:
        """The names of the cells."""
        return tuple(self.cells)

    @cached_property
    def columns(self) -> int:
        """Number of columns, from 0 to the last cell's."""
        return max(column for column, _ in self.cells.values()) + 1

    @cached_property
    def rows(self) -> int:
        """Number of rows, from 0 to the last cell's."""
        return max(row for _, row in self.cells.values()) + 1

    @property
    def extent_mm(self) -> Area:
        """Extent of the cells in mm, from the first column and row to the last."""
        return 0.0, 0.0, self.columns * self.cell_mm, self.rows * self.cell_mm

    @property
    def unit_mm(self) -> float:
        """The side of a cell."""
        return self.cell_mm

    @cached_property
    def spread_mm(self) -> tuple[Point, ...]:
        """The centres of the cells."""
        return tuple(self.centre(cell) for cell in self.cells)

    @cached_property
    def _names(self) -> dict[tuple[int, int], str]:
        return {place: name for name, place in self.cells.items()}

    def is_tall(self, height_mm: float) -> bool:
        """Return True if a piece of this height is tall: higher than half a cell is wide."""
        return height_mm > self.cell_mm / 2

    def named(self, column: int, row: int) -> str | None:
        """Return the name of the cell in this column and row; None where there is none."""
        return self._names.get((column, row))

    def cell_at(self, x_mm: float, y_mm: float) -> str | None:
        """Return the name of the cell that holds this point of the board, or None off the grid."""
        return self.named(int(x_mm // self.cell_mm), int(y_mm // self.cell_mm))

    def place_at(self, x_mm: float, y_mm: float) -> str | None:
        """Return the name of the cell at a point, as `cell_at` does."""
        return self.cell_at(x_mm, y_mm)

    def area_mm(self, place: str) -> Area:
        """Return the square of a cell."""
        column, row = self.cells[place]
        return column * self.cell_mm, row * self.cell_mm, (column + 1) * self.cell_mm, (row + 1) * self.cell_mm

    def centre(self, place: str) -> Point:
        """Return the centre of a cell in board millimetres."""
        column, row = self.cells[place]
        return (column + 0.5) * self.cell_mm, (row + 0.5) * self.cell_mm


class ZoneUse(StrEnum):
    """Treatment of things that lie in a zone."""

    READ = "read"
    IGNORED = "ignored"
    """Nothing there is read at this moment, and it is black in every picture that is kept or shown."""
    SECRET = "secret"
    """As ignored, at every moment."""


@dataclass(frozen=True)
class Zone:
    """Named rectangle of a mat. `kinds` are the kinds of tags that are read there, None for all."""

    name: str
    area_mm: Area
    use: ZoneUse = ZoneUse.READ
    kinds: frozenset[str] | None = None

    def holds(self, x_mm: float, y_mm: float) -> bool:
        """Return True if the point is in the zone; its right and lower edge are not."""
        left, top, right, bottom = self.area_mm
        return left <= x_mm < right and top <= y_mm < bottom

    def reads(self, kind: str) -> bool:
        """Return True if tags of this kind are read here."""
        return self.use is ZoneUse.READ and (self.kinds is None or kind in self.kinds)


@dataclass(frozen=True)
class Mat(Surface):
    """A mat of `size_mm` (width, height) with zones that do not overlap.

    Pieces lie anywhere in the zones, turned by any angle. What lies in a zone that is not read, or in none, is dropped
    from every reading.

    >>> from vision import Mat, Zone
    >>> mat = Mat((400.0, 250.0), (Zone("west", (60, 125, 150, 235)), Zone("north", (155, 15, 245, 125))))
    >>> mat.places, mat.place_at(100, 130), mat.place_at(5, 5)
    (('west', 'north'), 'west', None)
    """

    size_mm: tuple[float, float]
    zones: tuple[Zone, ...]
    #: Pieces are about so large.
    unit_mm: float = 30.0

    @property
    def places(self) -> tuple[str, ...]:
        """The names of the zones that are read."""
        return tuple(zone.name for zone in self.zones if zone.use is ZoneUse.READ)

    @property
    def extent_mm(self) -> Area:
        """The whole mat."""
        return 0.0, 0.0, *self.size_mm

    @cached_property
    def spread_mm(self) -> tuple[Point, ...]:
        """The middles of the squares of a coarse net."""
        width, height = self.size_mm
        columns, rows = (max(3, round(side / self.unit_mm / 2)) for side in self.size_mm)
        return tuple(
            ((column + 0.5) * width / columns, (row + 0.5) * height / rows)
            for row in range(rows)
            for column in range(columns)
        )

    def place_at(self, x_mm: float, y_mm: float) -> str | None:
        """Return the name of the zone that is read and holds this point."""
        zone = self.zone_at(x_mm, y_mm)
        return zone.name if zone and zone.use is ZoneUse.READ else None

    def zone_at(self, x_mm: float, y_mm: float) -> Zone | None:
        """Return the zone that holds this point, whatever its use."""
        return next((zone for zone in self.zones if zone.holds(x_mm, y_mm)), None)

    def zone(self, name: str) -> Zone:
        """Return the zone of this name. Raises KeyError."""
        return {zone.name: zone for zone in self.zones}[name]

    def area_mm(self, place: str) -> Area:
        """Return the rectangle of a zone."""
        return self.zone(place).area_mm

    def centre(self, place: str) -> Point:
        """Return the middle of a zone."""
        left, top, right, bottom = self.area_mm(place)
        return (left + right) / 2, (top + bottom) / 2

    def at_moment(self, reads: Mapping[str, frozenset[str] | None]) -> "Mat":
        """Return the mat for a moment at which only these zones are read.

        Each zone comes with the kinds that are read there (None: all). The others are ignored; secret ones stay
        secret.
        """

        def with_kinds(zone: Zone) -> Zone:
            if zone.use is ZoneUse.SECRET:
                return zone
            if zone.name not in reads:
                return replace(zone, use=ZoneUse.IGNORED)
            return replace(zone, use=ZoneUse.READ, kinds=reads[zone.name])

        return replace(self, zones=tuple(map(with_kinds, self.zones)))


@dataclass(frozen=True)
class Floors(Mat):
    """Mat on which floors of square tiles grow, each a separate patch at any place and angle.

    Tags of `tile_kind` lie on tiles. `origins` are the tiles by whose tags a floor's patch is found, with the floor
    and the tile's cell (x to the right, y down, as the tile lies that is at turn 0); several of one floor are one
    rigid piece. `openings` are the middles of the sides of a tile by which it joins others, by name, in halves of
    its side from its middle, in its own frame: (0, -1) is its upper side. On `two_sided` tiles it matters near
    which opening a piece stands. Things a little off the mat belong to the next zone; `patches_in` is the zone in
    which floors lie.
    """

    may_be_cut_off: ClassVar[bool] = True

    tile_kind: str = ""
    patches_in: str = ""
    origins: Mapping[str, tuple[str, int, int]] = field(default_factory=dict)
    openings: Mapping[str, Mapping[str, Point]] = field(default_factory=dict)
    two_sided: frozenset[str] = frozenset()

    def zone_at(self, x_mm: float, y_mm: float) -> Zone | None:
        """Return the zone that holds this point, of a point a little off the mat the next one."""
        width, height = self.size_mm
        if not (-_BESIDE_MM <= x_mm < width + _BESIDE_MM and -_BESIDE_MM <= y_mm < height + _BESIDE_MM):
            return None
        inside = min(max(x_mm, 0.0), width - _INSIDE_MM), min(max(y_mm, 0.0), height - _INSIDE_MM)
        return super().zone_at(*inside)
