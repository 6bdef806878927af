"""Many pictures of one table; only parts that changed since the last one are repainted."""

from collections.abc import Iterable, Sequence

import numpy as np

from vision.picture import Pixels
from vision.virtual.framing import Viewpoint
from vision.virtual.hand import Hand, paint_hand
from vision.virtual.light import PictureLook, exposure_for, jpeg_round_trip
from vision.virtual.painting import SHADOW_GRID, PixelBox, ProjectedThing, painting_order, project_thing, renderer_for
from vision.virtual.scene import Print, Scene, Thing


class IncrementalRenderer:
    """Renderer of scenes from one view, exactly like `render` with the same look and seed.

    A `Thing` that is the very object of the scene before has not changed.
    """

    def __init__(self, view: Viewpoint, look: PictureLook | None = None, seed: int = 0) -> None:
        self._view = view
        self._look = look or PictureLook()
        self._exposure = exposure_for(view.size_px, self._look, seed)
        width, height = view.size_px
        self._whole: PixelBox = (0, 0, width, height)
        self._ground: tuple[Print, ...] | None = None
        self._things: tuple[Thing, ...] = ()
        self._hand: Hand | None = None
        self._portraits: dict[Thing, ProjectedThing] = {}
        #: What lies there, unlit and without a hand; the same exposed; what was delivered last.
        self._canvas = np.zeros((height, width, 3), np.uint8)
        self._exposed = np.zeros((height, width, 3), np.uint8)
        self._latest: Pixels | None = None

    def shoot(self, scene: Scene) -> Pixels:
        """Return the picture, (h, w, 3) BGR, not to be written into.

        It is the very same again if nothing has changed.
        """
        try:
            return self._shot(scene)
        except BaseException:
            # What was painted until then is not known: the next picture is painted anew.
            self._ground, self._things, self._latest = None, (), None
            self._portraits = {}
            raise

    def _shot(self, scene: Scene) -> Pixels:
        boxes = self._changed(scene)
        if boxes:
            self._paint(scene, boxes)
        elif self._latest is not None and scene.hand == self._hand:
            return self._latest
        self._hand = scene.hand
        if scene.hand is None:
            picture = self._exposed.copy()
        else:
            with_hand = self._canvas.copy()
            paint_hand(with_hand, self._view.camera, scene.hand)
            picture = self._exposure.expose(with_hand)
        if self._look.jpeg_quality is not None:
            picture = jpeg_round_trip(picture, self._look.jpeg_quality)
        picture.flags.writeable = False
        self._latest = picture
        return picture

    def _changed(self, scene: Scene) -> list[PixelBox]:
        """Return the parts of the picture to repaint, and remember the scene's things."""
        before, self._things = self._things, scene.things
        old, new = set(before), set(scene.things)
        kept = {thing: self._portraits[thing] for thing in before if thing in new}
        gone = [self._portraits[thing] for thing in before if thing not in new]
        come = {thing: project_thing(thing, self._view) for thing in scene.things if thing not in old}
        self._portraits = kept | come
        if scene.ground is not self._ground:
            self._ground = scene.ground
            self._renderer = renderer_for(scene.ground, self._view)
            return [self._whole]
        if [thing for thing in before if thing in new] != [thing for thing in scene.things if thing in old]:
            # Others lie on top now.
            return [self._whole]
        return _joined(self._reach(projected) for projected in (*gone, *come.values()))

    def _paint(self, scene: Scene, boxes: Sequence[PixelBox]) -> None:
        order = painting_order(scene.things, self._view.camera)
        groups = [[(n, self._portraits[scene.things[n]]) for n in group] for group in order]
        for box in boxes:
            self._renderer.paint(self._canvas, box, groups)
        for box in boxes:
            lit = self._grown(box, self._exposure.reach_px)
            left, top, right, bottom = lit
            self._exposed[top:bottom, left:right] = self._exposure.expose(self._canvas, lit)

    def _reach(self, projected: ProjectedThing) -> PixelBox:
        """Return the part of the picture that this thing or its shadow affects.

        It is on whole pixels of the shadows' picture.
        """
        corners = [np.array(patch.box).reshape(2, 2) for patch in projected.patches]
        margin = self._renderer.shadow_margin_px
        corners += [outline * SHADOW_GRID + side for outline in projected.shadows for side in (-margin, margin)]
        points = np.vstack(corners)
        left, top = np.floor(points.min(0) / SHADOW_GRID).astype(int) * SHADOW_GRID
        right, bottom = np.ceil(points.max(0) / SHADOW_GRID).astype(int) * SHADOW_GRID
        return self._grown((int(left), int(top), int(right), int(bottom)), 0)

    def _grown(self, box: PixelBox, margin: int) -> PixelBox:
        """Return the box with so many pixels more on every side, as far as the picture reaches."""
        _, _, width, height = self._whole
        left, top, right, bottom = box
        return max(0, left - margin), max(0, top - margin), min(width, right + margin), min(height, bottom + margin)


def _joined(boxes: Iterable[PixelBox]) -> list[PixelBox]:
    """Return boxes that cover the same pixels and do not overlap; empty ones are dropped."""
    joined: list[PixelBox] = []
    for box in boxes:
        if box[0] >= box[2] or box[1] >= box[3]:
            continue
        while overlapping := [other for other in joined if _overlap(box, other)]:
            joined = [other for other in joined if other not in overlapping]
            sides = list(zip(box, *overlapping, strict=True))
            box = (min(sides[0]), min(sides[1]), max(sides[2]), max(sides[3]))
        joined.append(box)
    return joined


def _overlap(box: PixelBox, other: PixelBox) -> bool:
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
