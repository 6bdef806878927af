"""The pieces of Finstere Flure on the virtual table."""

from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.piece_things import PieceThings
from companion.games.finstere_flure.virtual_table.places import SEEN, TABLE
from companion.games.finstere_flure.virtual_table.scene import ground_prints
from companion.virtual_table.piece import PieceKind
from companion.virtual_table.pieces import Areas, PieceSet
from engine.finstere_flure.pieces import MONSTER, POOL_SHAPES, STONE_FRONTS, TELEPORTER_PAIRS, TOKENS, Side
from vision.model.catalogue import Catalogue
from vision.model.surface import Area
from vision.virtual import Print

#: What lies on what: nobody lays a pool on a token.
_FLOOR, _STONE, _FIGURE = range(3)

_TOKEN = PieceKind((Side.WHITE, Side.BLACK), _FIGURE, off_mm=1.2, askew_deg=4.0, turns_freely=True, is_round=True)
_MONSTER = PieceKind(layer=_FIGURE, off_mm=0.5, askew_deg=2.0)
_STONES = PieceKind(("front", "back"), _STONE, off_mm=0.6, askew_deg=2.0)
_TELEPORTER = PieceKind(layer=_FLOOR, off_mm=0.6, askew_deg=2.0)
_POOL = PieceKind(layer=_FLOOR, off_mm=0.5, askew_deg=0.4)
_KINDS = {
    MONSTER: _MONSTER,
    **dict.fromkeys(TOKENS, _TOKEN),
    **dict.fromkeys(STONE_FRONTS, _STONES),
    **dict.fromkeys(TELEPORTER_PAIRS, _TELEPORTER),
    **dict.fromkeys(POOL_SHAPES, _POOL),
}


class FinstereFlurePieces(PieceSet):
    """The pieces in their usual sizes, or in those of another catalogue."""

    def catalogue(self) -> Catalogue:
        """Return the usual tags."""
        return make_catalogue()

    def things(self, catalogue: Catalogue) -> PieceThings:
        """Return the things of the printed pieces."""
        return PieceThings(catalogue)

    def kind(self, piece_id: str) -> PieceKind:
        """Return the kind of a piece: two faces for tokens and stones, one for all else."""
        return _KINDS[piece_id]

    def areas(self, catalogue: Catalogue) -> Areas:
        """Return the table with the box, which no camera sees."""
        cell = catalogue.grid.cell_mm
        return Areas(_in_mm(TABLE, cell), _in_mm(SEEN, cell))

    def ground(self, catalogue: Catalogue) -> tuple[Print, ...]:
        """Return a wooden table and the board on it."""
        return ground_prints(catalogue.grid.cell_mm)


def _in_mm(area: Area, cell_mm: float) -> Area:
    left, top, right, bottom = (edge * cell_mm for edge in area)
    return left, top, right, bottom


PIECES = FinstereFlurePieces()


def new_face(piece_id: str) -> str:
    """Return the face that lies up when a piece comes out of the box."""
    return Side.WHITE if piece_id in TOKENS else "back" if piece_id in STONE_FRONTS else ""
