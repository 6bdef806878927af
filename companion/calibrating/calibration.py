"""Calibration in progress: measurements so far, their verdicts, and the resulting profile."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

import numpy as np

from companion.device.errors import UserError
from companion.device.language import say
from vision.calibration.bare_cells import find_bare_look
from vision.calibration.cell_size import Anchors
from vision.calibration.gates import Gate, Verdict, check_lens, check_table
from vision.calibration.lens import Lens, SheetView, calibrate_lens, sheet_view
from vision.calibration.measurement import TableLook, look_at_table, profile_of
from vision.calibration.remedies import Headroom, compute_headroom
from vision.model.catalogue import Catalogue
from vision.model.pinhole import Points
from vision.model.placed_tags import Covers
from vision.model.profile import CameraProfile
from vision.picture import Pixels, in_grey
from vision.reading.redaction import redacted

#: A view of the sheet counts only if its corners have moved so far on the average, as a share of the picture's width.
_ANOTHER_VIEW = 0.05


@dataclass(frozen=True)
class Setup:
    """Known facts before a calibration: tags, grid anchors of their cards, and ruler length.

    `anchors` are the points of the grid that the cards touch. `ruler_mm` is the length of the printed 100 mm ruler.
    `covers` gives the cells that pieces of several cells cover.
    """

    catalogue: Catalogue
    anchors: Anchors
    ruler_mm: float = 100.0
    covers: Covers | None = None


class Calibration:
    """Calibration from pictures of the table and the ChArUco sheet, in any order, of one size.

    `look` is the newest of the table, `views` are those of the sheet; `lens` is what the views tell, None until they
    do. `corners_px` (4, 2) are the grid's corners if somebody has put them by hand. `shown` is the newest picture of
    the table as it may be shown: of a mat without what is secret or not read. `doubtful_cells` are taken for bare in
    the profile though something seems to lie there.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.look: TableLook | None = None
        self.views: list[SheetView] = []
        self.lens: Lens | None = None
        self.corners_px: Points | None = None
        self.shown: Pixels | None = None
        self.doubtful_cells: tuple[str, ...] = ()
        self._table: tuple[Pixels, float | None] | None = None
        self._size: tuple[int, int] | None = None

    def take(self, pixels: Pixels, focal_px: float | None = None) -> bool:
        """Measure a picture (BGR or grey); return whether it shows the table, not the sheet.

        Raises UserError if it has another size than those before.
        """
        self._check_size(pixels)
        view = sheet_view(in_grey(pixels))
        if view is None:
            self.take_table(pixels, focal_px)
            return True
        self.add_view(view)
        return False

    def take_table(self, pixels: Pixels, focal_px: float | None = None) -> None:
        """Measure a picture of the table. Raises UserError as `take`."""
        self._check_size(pixels)
        self._table = pixels, focal_px
        self._measure()

    def take_sheet(self, pixels: Pixels) -> bool:
        """Look for the sheet in a picture; return True if the view adds something new.

        Raises UserError.
        """
        self._check_size(pixels)
        view = sheet_view(in_grey(pixels))
        return view is not None and self.add_view(view)

    def add_view(self, view: SheetView) -> bool:
        """Add a view of the sheet unless one just like it is there already; whether it did."""
        assert self._size is not None
        if any(_mean_shift_px(view, other) < _ANOTHER_VIEW * self._size[0] for other in self.views):
            return False
        self.views.append(view)
        self.lens = calibrate_lens(self.views, self._size)
        return True

    def put_corners(self, corners_px: Points | None) -> None:
        """Put the grid's corners where hands have set them, or forget them (None)."""
        self.corners_px = corners_px
        if self._table is not None:
            self._measure()

    def finish(self) -> None:
        """Look at the table once more through the lens that the views have told, if they are good."""
        if self._table is not None and self.lens is not None:
            self._measure()

    def verdicts(self) -> tuple[Verdict, ...]:
        """Return the verdicts on all measurements so far.

        Without a picture of the table the only verdict says that none was taken.
        """
        if self.look is None:
            return (Verdict(Gate.LOCATED, False, values={"why": say("no picture of the table was taken.")}),)
        table = check_table(self.look, self.setup.catalogue)
        if not self.views:
            return table
        return (*table, *check_lens(len(self.views), self.lens, self.look, self.setup.catalogue))

    @property
    def room(self) -> Headroom | None:
        """Possible gain from moving the camera."""
        return compute_headroom(self.look, self.setup.catalogue) if self.look else None

    def profile(self, camera: str, today: Callable[[], date] = date.today) -> CameraProfile:
        """Return the profile to keep, the look of the cells that are seen bare with it.

        Raises UserError unless all verdicts are good.
        """
        failed = [verdict.gate.value for verdict in self.verdicts() if not verdict.passed]
        if failed or self.look is None:
            names = ", ".join(failed)
            raise UserError(f"nothing is saved: {names} must be better first; change what is said above and try again")
        look = self.look
        corners = self.corners_px if look.by_corners else None
        profile = profile_of(look.lens, corners, camera, _measurements(look) | {"date": today().isoformat()})
        assert self._table is not None
        bare = find_bare_look(self._table[0], self.setup.catalogue, profile, self.setup.covers)
        self.doubtful_cells = bare.doubtful if bare else ()
        return replace(profile, bare_board=bare.board if bare else None)

    def _measure(self) -> None:
        assert self._table is not None
        pixels, focal_px = self._table
        self.look = look_at_table(
            pixels,
            self.setup.catalogue,
            lens=self.lens,
            focal_px=focal_px,
            corners_px=self.corners_px,
            anchors=self.setup.anchors,
            ruler_mm=self.setup.ruler_mm,
        )
        self.shown = redacted(pixels, self.look.reading, self.setup.catalogue)

    def _check_size(self, pixels: Pixels) -> None:
        size = (pixels.shape[1], pixels.shape[0])
        if self._size is not None and size != self._size:
            raise UserError(
                f"a picture has {size[0]} x {size[1]} pixels, those before have {self._size[0]} x {self._size[1]}; "
                "a profile is for one camera in one mode, so take all in the same"
            )
        self._size = size


def _mean_shift_px(view: SheetView, other: SheetView) -> float:
    """Return the mean movement of the corners that both views show, in pixels.

    It is infinite if they share none.
    """
    places = {tuple(corner): place for corner, place in zip(other.sheet_mm.tolist(), other.pixels, strict=True)}
    moves = [
        float(np.linalg.norm(place - places[tuple(corner)]))
        for corner, place in zip(view.sheet_mm.tolist(), view.pixels, strict=True)
        if tuple(corner) in places
    ]
    return float(np.mean(moves)) if moves else float("inf")


def _source_of_lens(look: TableLook) -> str:
    if look.lens.views:
        return f"measured with {look.lens.views} views of the chessboard sheet"
    return f"estimated from the {'corners set by hand' if look.by_corners else 'reference tags'}"


def _measurements(look: TableLook) -> dict[str, float | str]:
    """Return the measurements of a look at the table for the record."""
    measured: dict[str, float | str] = {
        "lens": _source_of_lens(look),
        "focal_px": round(float(look.lens.matrix[0, 0]), 1),
        "px_per_module": round(min(look.px_per_module.values()), 2),
    }
    if look.height_mm is not None:
        measured["camera_height_mm"] = round(look.height_mm, 0)
    if look.blur_px:
        measured["blur_px"] = round(max(look.blur_px.values()), 2)
        judged = [look.light[name] for name in look.blur_px]
        measured["paper"] = round(min(light.paper for light in judged), 0)
        measured["contrast"] = round(min(light.contrast for light in judged), 0)
    if look.cells is not None:
        measured["cell_mm"] = round(look.cells.cell_mm, 2)
        measured["cell_sigma_mm"] = round(look.cells.sigma_mm, 2)
    return measured
