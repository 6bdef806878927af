"""Learning of the bare board's look while the table is watched, cell by cell.

A cell is learned where nothing was seen to lie.
"""

from vision.decode.known_tags import detect_tags
from vision.model.bare_board import BareBoard, nothing_known, only_cells
from vision.model.catalogue import Catalogue
from vision.model.detections import foreign_codes
from vision.model.placed_tags import Covers, large_piece_cells, tall_shadow_cells
from vision.model.surface import Grid
from vision.occupancy.bare_ground import with_cells
from vision.occupancy.ground import compute_ground
from vision.occupancy.relighting import relight_ground, unchanged_cells
from vision.reading import Reading
from vision.sources.camera import Frame
from vision.watching.gates import Gates
from vision.watching.memory import places_of

#: What is known follows what is seen by this share with each look.
_FOLLOW = 0.1


class BareCells:
    """Look of the bare board as far as it is known, and of cells that may be known soon.

    A cell becomes known when it has looked the same often enough while the table was settled and nothing was seen
    to lie there, each time after something had moved on the table: no hand lies the same again.
    """

    def __init__(self, catalogue: Catalogue, bare: BareBoard | None, covers: Covers | None, gates: Gates) -> None:
        """`bare` is what is known from the beginning."""
        self._catalogue, self._covers, self._gates = catalogue, covers, gates
        self._guess = bare
        #: How often each cell has looked as it is guessed to look.
        self._looks = dict.fromkeys(bare.cells(catalogue.grid), gates.bare_looks) if bare else {}
        self._looked_s = -gates.bare_s
        self._disturbed = True
        self.board = bare
        """What is known now; None if nothing is."""

    def disturbed(self) -> None:
        """Note that the table is not settled."""
        self._disturbed = True

    def learn(self, frame: Frame, settled: Reading) -> None:
        """Take in a frame of a settled table, of which this is the reading, if it is time for that."""
        # A mat has no cells: what lies in its zones is seen without knowing how it looks bare.
        if not isinstance(self._catalogue.surface, Grid):
            return
        if not self._disturbed or frame.taken_s - self._looked_s < self._gates.bare_s:
            return
        self._looked_s, self._disturbed = frame.taken_s, False
        grid = self._catalogue.grid
        guess = self._guess or nothing_known(grid)
        # A shadow is no part of the board: the piece that throws it goes away.
        taken = {*settled.unreadable, *tall_shadow_cells(settled.placed_tags, grid)}
        for placed in settled.placed_tags:
            taken.update(places_of(placed, self._covers))
        large = large_piece_cells(settled.placed_tags, self._covers)
        seen = detect_tags(frame.grey, self._catalogue, settled.codes)
        foreign = [code.corners for code in foreign_codes(settled.codes, self._catalogue)]
        camera = settled.registration.camera
        ground = relight_ground(guess, compute_ground(frame.picture, camera, self._catalogue, seen, large, foreign))
        same = [cell for cell in unchanged_cells(guess, ground, grid) if cell not in taken]
        new = [cell for cell in grid.cells if cell not in taken and not self._is_known(cell) and cell not in same]
        self._guess = with_cells(with_cells(guess, ground, same, grid, _FOLLOW), ground, new, grid)
        self._looks |= {cell: self._looks.get(cell, 0) + 1 for cell in same} | dict.fromkeys(new, 0)
        known = [cell for cell in grid.cells if self._is_known(cell)]
        self.board = only_cells(self._guess, known, grid) if known else None

    def _is_known(self, cell: str) -> bool:
        return self._looks.get(cell, 0) >= self._gates.bare_looks
