"""Men of wood as tall as real ones, for the virtual table's camera."""

from companion.cells.pieces import CellPieces, DiscThings
from companion.screen.theme import Rgb
from companion.virtual_table.piece import Point
from vision.model.catalogue import Catalogue
from vision.virtual import Body, Thing, disc

#: Colours of the wood: walls and tops of light and dark men.
_WOOD: dict[str, tuple[Rgb, Rgb]] = {
    "white": ((196, 164, 118), (222, 196, 152)),
    "black": ((52, 38, 32), (74, 56, 46)),
}
#: Each man from the foot to the head: (height of the part's top, its diameter), in cells.
_FOOT = ((0.14, 1.0), (0.24, 0.8))
_PROFILES: dict[str, tuple[float, float, tuple[tuple[float, float], ...]]] = {
    # Diameter of the foot and height, in cells; then parts as shares of height and foot.
    "pawn": (0.56, 0.86, ((0.62, 0.42), (0.72, 0.62), (1.0, 0.52))),
    "rook": (0.62, 1.0, ((0.72, 0.52), (1.0, 0.72))),
    "knight": (0.62, 1.16, ((0.55, 0.5), (0.85, 0.66), (1.0, 0.4))),
    "bishop": (0.62, 1.32, ((0.62, 0.4), (0.7, 0.6), (0.94, 0.46), (1.0, 0.18))),
    "queen": (0.68, 1.52, ((0.7, 0.4), (0.78, 0.6), (0.94, 0.62), (1.0, 0.22))),
    "king": (0.7, 1.7, ((0.7, 0.42), (0.78, 0.62), (0.92, 0.56), (1.0, 0.2))),
}


class MenThings(DiscThings):
    """Maker of men without tags."""

    def make(self, tag_id: str, centre_mm: Point, turn_deg: float, base_mm: float = 0.0) -> Thing:
        """Return a man: a foot, a body that tapers, a head."""
        tag = self.tag(tag_id)
        side, man, *_ = tag_id.split("-")
        foot_cells, height_cells, parts = _PROFILES[man]
        unit = self.cell_mm
        wall, top = ((blue, green, red) for red, green, blue in _WOOD[side])
        bodies, bottom = [], base_mm
        for share, width in (*_FOOT, *parts):
            upper = base_mm + share * height_cells * unit
            bodies.append(Body(disc(width * foot_cells * unit), bottom, upper, wall, top))
            bottom = upper
        return Thing(tag.id, centre_mm, turn_deg, tuple(bodies))

    @property
    def cell_mm(self) -> float:
        """Side of a cell in millimetres."""
        return self._catalogue.grid.cell_mm


class MenPieces(CellPieces):
    """Men without tags."""

    def things(self, catalogue: Catalogue) -> MenThings:
        """Return the men as things."""
        return MenThings(catalogue, {})
