"""All that is measured of one picture of the table."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.calibration.cell_size import Anchors, CellSize, measure_cells
from vision.calibration.focus import blur_of
from vision.calibration.lens import Lens, lens_of_references
from vision.calibration.light import TagLight, burnt_cells, light_on
from vision.calibration.resolution import cells_out_of_picture, px_per_mm, px_per_module
from vision.decode.known_tags import detect_tags
from vision.decode.symbologies import find_codes_of
from vision.errors import BoardNotFoundError, MirroredPictureError, NegativePictureError
from vision.locate.camera_fit import corners_mm
from vision.locate.corner_registration import register_by_corners
from vision.locate.print_scale import retagged, scale_catalogue
from vision.locate.registration import MIN_REFERENCES, Registration
from vision.model.catalogue import Catalogue
from vision.model.detections import TagDetection
from vision.model.pinhole import Points
from vision.model.profile import CameraProfile
from vision.model.surface import Grid
from vision.picture import Pixels, in_grey
from vision.reading import Reading, read_picture

#: Focal length of which nothing is known, over the picture's longer side.
_DEFAULT_FOCAL = 0.77
#: Standard deviation of this focal length, as a share of it.
_DEFAULT_FOCAL_SIGMA = 0.25
#: Standard deviation of the lens's distortion term k1.
_DEFAULT_K1_SIGMA = 0.1
#: The same where the camera has written it into the picture.
_WRITTEN_FOCAL_SIGMA = 0.08


@dataclass(frozen=True, eq=False)
class TableLook:
    """Measurements of one picture of the table of `size_px` (width, height).

    `seen` are the tags that were read. `registration` is None where the board was not located, and `location_error`
    says why, in a sentence. `lens` is the one it was looked through, `by_corners` whether the board was located by
    the corners set by hand. `blur_px` has the blur of each reference tag, or of every tag if there are no
    references; `light` the light on each tag. Of the board, if it was located: `px_per_module` of each cell,
    `burnt_cells` and their burnt share, `outside` the cells that are not in the picture, `off_mm` how far each
    reference lies from where it belongs. `cells` is the cells' size, None where the references do not tell it.
    `brightest` is the grey value that one pixel in fifty is above, worked out where the board was not located.
    `reading` is what was read, None where the board was not located by its reference tags.
    """

    size_px: tuple[int, int]
    seen: tuple[TagDetection, ...]
    missing: tuple[str, ...]
    lens: Lens
    registration: Registration | None = None
    location_error: str = ""
    by_corners: bool = False
    blur_px: Mapping[str, float] = field(default_factory=dict)
    light: Mapping[str, TagLight] = field(default_factory=dict)
    px_per_module: Mapping[str, float] = field(default_factory=dict)
    burnt_cells: Mapping[str, float] = field(default_factory=dict)
    outside: tuple[str, ...] = ()
    off_mm: Mapping[str, float] = field(default_factory=dict)
    cells: CellSize | None = None
    brightest: float = 255.0
    reading: Reading | None = None

    @property
    def height_mm(self) -> float | None:
        """The height of the camera above the board, None where the board was not located."""
        return None if self.registration is None else float(self.registration.camera.position_mm[2])


def look_at_table(
    pixels: Pixels,
    catalogue: Catalogue,
    *,
    lens: Lens | None = None,
    focal_px: float | None = None,
    corners_px: Points | None = None,
    anchors: Anchors | None = None,
    ruler_mm: float = 100.0,
) -> TableLook:
    """Measure a picture (BGR or grey).

    `lens` is the one measured with the ChArUco sheet, if it was; `focal_px` what the camera itself says of its focal
    length; `corners_px` (4, 2) where the grid's corners were set by hand, used where the reference tags do not tell;
    `anchors` the points of the grid that the references are laid against and `ruler_mm` how long the printed 100 mm
    ruler is, for the cells' size.
    """
    grey = in_grey(pixels)
    size_px = (grey.shape[1], grey.shape[0])
    lens = lens or _default_lens(size_px, focal_px)
    registration, location_error, by_corners, reading = None, "", False, None
    profile = profile_of(lens) if lens.views else None
    try:
        reading = read_picture(pixels, catalogue, profile, focal_px=focal_px)
        registration, codes = reading.registration, reading.codes
    except (MirroredPictureError, NegativePictureError) as error:
        return TableLook(size_px, (), tuple(tag.called for tag in catalogue.references), lens, None, str(error))
    except BoardNotFoundError as error:
        location_error, codes = str(error), tuple(find_codes_of(catalogue.code, grey))
        if corners_px is not None:
            registration, by_corners = _by_corners(lens, corners_px, catalogue), True
    seen = detect_tags(grey, catalogue, codes)
    references = [tag for tag in seen if tag.tag.placement_mm is not None]
    names = {tag.tag.called for tag in references}
    missing = tuple(tag.called for tag in catalogue.references if tag.called not in names)
    blur_px = {tag.tag.called: blur_of(grey, tag) for tag in references or seen}
    light = {tag.tag.called: light_on(grey, tag) for tag in seen}
    cells = None
    if len(references) >= MIN_REFERENCES and isinstance(catalogue.surface, Grid):
        cells = measure_cells(
            seen, catalogue, anchors or {}, size_px, profile=profile, focal_px=focal_px, ruler_mm=ruler_mm
        )
    if registration is not None and registration.print_scale != 1.0:
        catalogue = scale_catalogue(catalogue, registration.print_scale)
        seen = retagged(seen, catalogue)
        references = [tag for tag in seen if tag.tag.placement_mm is not None]
    if registration is None:
        brightest = float(np.percentile(grey[::8, ::8], 98))
        return TableLook(
            size_px,
            tuple(seen),
            missing,
            lens,
            None,
            location_error,
            False,
            blur_px,
            light,
            cells=cells,
            brightest=brightest,
        )
    camera = registration.camera
    if not by_corners and not lens.views:
        lens = lens_of_references(seen, catalogue, size_px)
    return TableLook(
        size_px,
        tuple(seen),
        missing,
        lens,
        registration,
        "",
        by_corners,
        blur_px,
        light,
        px_per_module(camera, catalogue),
        burnt_cells(grey, camera, catalogue.surface, seen),
        tuple(cells_out_of_picture(camera, catalogue, size_px)),
        _off_mm(registration, references),
        cells,
        reading=reading,
    )


def profile_of(
    lens: Lens, corners_px: Points | None = None, camera: str = "", measured: Mapping[str, float | str] | None = None
) -> CameraProfile:
    """Return the profile that keeps a lens, and the board's corners if they were set by hand."""
    # A lens measured with the sheet is as good as exact; one by the references is estimated on with each picture.
    sigma = None if lens.views else lens.sigma
    return CameraProfile(lens.size_px, lens.matrix, lens.distortion, sigma, corners_px, camera, measured or {})


def _default_lens(size_px: tuple[int, int], focal_px: float | None) -> Lens:
    focal = focal_px or _DEFAULT_FOCAL * max(size_px)
    middle_x, middle_y = ((side - 1) / 2 for side in size_px)
    matrix = np.array([[focal, 0.0, middle_x], [0.0, focal, middle_y], [0.0, 0.0, 1.0]])
    sigma = _WRITTEN_FOCAL_SIGMA if focal_px else _DEFAULT_FOCAL_SIGMA
    return Lens(size_px, matrix, np.zeros(5), (sigma, _DEFAULT_K1_SIGMA), 0, 0.0, 0.0)


def _by_corners(lens: Lens, corners_px: Points, catalogue: Catalogue) -> Registration | None:
    try:
        return register_by_corners(profile_of(lens, corners_px), catalogue, lens.size_px)
    except BoardNotFoundError:
        return None


def _off_mm(registration: Registration, references: Sequence[TagDetection]) -> dict[str, float]:
    """Return the distance of each reference's middle from its place, in mm of the board."""
    off = {}
    for tag in references:
        belongs = registration.camera.project(corners_mm(tag))
        scale = float(px_per_mm(registration.camera, np.array([(*corners_mm(tag).mean(axis=0), 0.0)]))[0])
        off[tag.tag.called] = math.dist(belongs.mean(axis=0), tag.corners_px.mean(axis=0)) / scale
    return off
