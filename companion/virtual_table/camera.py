"""A virtual camera over the virtual table: what a real one would see of it."""

import math
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache, cached_property, lru_cache
from threading import Lock

from companion.virtual_table.piece import Piece
from companion.virtual_table.table import VirtualTable
from vision.model.pinhole import looking_at
from vision.model.surface import Area
from vision.picture import Pixels
from vision.sources.camera import Camera, Frame
from vision.virtual import LIGHTS, IncrementalRenderer, PictureLook, Print, Scene, Thing, Viewpoint

#: The picture's width is seen under this angle: narrow, so that the camera hangs high and the tall figure hides next to
#: nothing beside it; but not so narrow that a reader who does not know the lens would misjudge it.
_WIDTH_DEG = 28.0
#: Angle of the camera from plumb: nobody mounts one exactly.
_TILT_DEG = 0.8
#: Angle of the camera from straight: nobody mounts one exactly.
_ROLL_DEG = 0.7
#: Distortion of the camera's lens.
_DISTORTION = (-0.05, 0.0, 0.0, 0.0, 0.0)
#: A well-lit room and a good lens; nothing is lost to compression.
GOOD_LOOK = replace(LIGHTS["normal"], gloss=0.1, blur_px=0.6, noise=2.0, jpeg_quality=None)


class VirtualCamera(Camera):
    """Camera above a `VirtualTable`; keeps its last picture and repaints only the changes.

    `size_px` is (width, height); None: as the game's pieces need it. The picture's width is seen under `width_deg`: the
    wider, the nearer the camera hangs.
    """

    def __init__(
        self,
        table: VirtualTable,
        *,
        size_px: tuple[int, int] | None = None,
        look: PictureLook = GOOD_LOOK,
        seed: int = 0,
        width_deg: float = _WIDTH_DEG,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.table = table
        self._clock = clock
        self.view = _view(table.areas.seen, size_px or table.piece_set.picture_px, width_deg)
        self._renderer = IncrementalRenderer(self.view, look, seed)
        self._made: dict[tuple[Piece, float], Thing] = {}
        # A camera that hung and was opened again may still be at its picture.
        self._taking = Lock()
        #: What lay there when the last picture was taken, and the picture.
        self._latest: tuple[object, Pixels] | None = None

    # Both are painted for the first picture, in the thread that takes it: the window opens meanwhile.
    @cached_property
    def _ground(self) -> tuple[Print, ...]:
        return self.table.piece_set.ground(self.table.catalogue)

    @cached_property
    def _references(self) -> list[Thing]:
        return self.table.things.references()

    def latest(self) -> Frame:
        """Return the table as it lies now; the very same picture again if nothing has changed."""
        layout_key = tuple(self.table.stacked()), self.table.arm
        if self._latest is None or self._latest[0] != layout_key:
            self._latest = layout_key, self._shoot(self.table)
        return Frame(self._latest[1], self._clock())

    def close(self) -> None:
        """Do nothing: no device is open."""

    def take(self, table: VirtualTable) -> Callable[[], Pixels]:
        """Return a function that takes the picture of this table, in any thread.

        Only one picture may be taken at a time. The table may be a copy of the one below the camera, so that hands
        can go on with theirs meanwhile. The picture is taken once: the stacking of the pieces need not be computed
        again for each look at a table on which nothing moves.
        """
        return cache(lambda: self._shoot(table))

    def _shoot(self, table: VirtualTable) -> Pixels:
        with self._taking:
            return self._renderer.shoot(self.scene(table))

    def scene(self, table: VirtualTable) -> Scene:
        """Return the scene before the camera; what did not move is the same thing as before."""
        placed = [(table.pieces[name], height) for name, height in table.heights_mm().items()]
        self._made = {key: self._made.get(key) or self._thing(*key) for key in placed}
        things = (*self._references, *self._made.values())
        return Scene(self._ground, things, table.catalogue.surface, table.arm)

    def _thing(self, piece: Piece, height_mm: float) -> Thing:
        return self.table.things.make(piece.tag_id, piece.centre_mm, piece.turn_deg, height_mm)


@lru_cache(maxsize=8)
def _view(seen: Area, size_px: tuple[int, int], width_deg: float) -> Viewpoint:
    """Return the viewpoint from which all of `seen` is in the picture."""
    left, top, right, bottom = seen
    px_per_mm = min(size_px[0] / (right - left), size_px[1] / (bottom - top))
    focal_px = size_px[0] / 2 / math.tan(math.radians(width_deg / 2))
    camera = looking_at(
        ((left + right) / 2, (top + bottom) / 2),
        focal_px / px_per_mm,
        focal_px,
        size_px,
        tilt_deg=_TILT_DEG,
        roll_deg=_ROLL_DEG,
        distortion=_DISTORTION,
    )
    return Viewpoint(camera, size_px)
