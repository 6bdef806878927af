"""Gates of a calibration: every limit in one place, and the values found against it.

A verdict holds numbers and names, no words: the code that shows it puts it into words.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

import numpy as np

from vision.calibration.lens import Lens
from vision.calibration.measurement import TableLook
from vision.calibration.resolution import smallest_tag
from vision.model.catalogue import Catalogue
from vision.symbology import Symbology

#: So many reference tags may be missing from the picture.
MOST_MISSING = 1
#: No reference tag may lie further from where the others have it, in millimetres.
MOST_OFF_MM = 2.0
#: The standard deviation of the blur, in modules of the smallest tag on the cell that is seen smallest.
MOST_BLUR_MODULES = 0.5
#: Grey values (0 to 255) of paper in the worst light on the table, and between paper and ink.
LEAST_PAPER = 60.0
LEAST_CONTRAST = 45.0
#: Shares of a tag's light modules that are burnt out, and of its dark ones that a reflection hides.
MOST_BURNT = 0.3
MOST_LIT = 0.1
#: The share of a cell that a reflection burns out.
MOST_BURNT_CELL = 0.15
#: Pixels along a module of the smallest tag, on the cell that is seen smallest. (Each of the few modules of an AprilTag
#: must be seen; they are more than twice as large.)
LEAST_PX_PER_MODULE: Mapping[Symbology, float] = MappingProxyType({"qr": 1.5, "micro": 1.6, "april": 1.9})
#: The share by which a cell may differ from what the tags were made for.
MOST_CELL_OFF = 0.02
#: The ChArUco sheet: views, how badly the corners fit, how unsure the focal length is (a share), how much of the
#: way from the picture's middle to the board's furthest corner the corners must reach, and how differently the sheet
#: must have been tilted: seen always from the same side, it tells no focal length, but a wrong one may look sure.
LEAST_VIEWS = 5
LEAST_SPREAD_DEG = 20.0
MOST_LENS_RESIDUAL_PX = 1.0
MOST_FOCAL_SIGMA = 0.01
LEAST_LENS_REACH = 0.85


class Gate(StrEnum):
    """Property of a picture or lens that is checked."""

    LOCATED = "located"
    REFERENCES = "references"
    IN_PICTURE = "in picture"
    PLACES = "places"
    FOCUS = "focus"
    BRIGHTNESS = "brightness"
    CONTRAST = "contrast"
    BURNT = "burnt"
    GLARE = "glare"
    RESOLUTION = "resolution"
    CELL_SIZE = "cell size"
    LENS_VIEWS = "lens views"
    LENS_FIT = "lens fit"
    LENS_TILT = "lens tilt"
    LENS_SURE = "lens sure"
    LENS_REACH = "lens reach"


@dataclass(frozen=True)
class Verdict:
    """Result of a gate: passed or not, the value found, the limit, and the tag or cells."""

    gate: Gate
    passed: bool
    found: float = 0.0
    limit: float = 0.0
    where: tuple[str, ...] = ()
    values: Mapping[str, float | str] = field(default_factory=dict)


def check_table(look: TableLook, catalogue: Catalogue) -> tuple[Verdict, ...]:
    """Return the verdicts on a picture of the table.

    Gates that cannot be judged while the board is not located are left out.
    """
    verdicts = []
    if not look.by_corners:
        missing = len(look.missing)
        verdicts.append(Verdict(Gate.REFERENCES, missing <= MOST_MISSING, missing, MOST_MISSING, look.missing))
    located = look.registration is not None
    verdicts.append(Verdict(Gate.LOCATED, located, values={"why": look.location_error}))
    if look.light:
        verdicts += _light_verdicts(look)
    elif look.brightest < LEAST_PAPER:
        verdicts.append(Verdict(Gate.BRIGHTNESS, False, look.brightest, LEAST_PAPER))
    if look.cells is not None:
        off = abs(look.cells.cell_mm / catalogue.grid.cell_mm - 1)
        values = {"cell_mm": look.cells.cell_mm, "made_for_mm": catalogue.grid.cell_mm}
        verdicts.append(Verdict(Gate.CELL_SIZE, off <= MOST_CELL_OFF, off, MOST_CELL_OFF, values=values))
    if look.registration is None:
        return tuple(verdicts)
    verdicts.append(Verdict(Gate.IN_PICTURE, not look.outside, len(look.outside), 0, look.outside))
    verdicts += _sharpness_verdicts(look, catalogue)
    if look.off_mm:
        worst = max(look.off_mm, key=lambda name: look.off_mm[name])
        off = look.off_mm[worst]
        verdicts.append(Verdict(Gate.PLACES, off <= MOST_OFF_MM, off, MOST_OFF_MM, (worst,)))
    return tuple(verdicts)


def _light_verdicts(look: TableLook) -> list[Verdict]:
    # Blur fills the dark modules of small tags: paper and ink are best seen on the references.
    judged = [name for name in look.blur_px if name in look.light]
    darkest = min(judged, key=lambda name: look.light[name].paper)
    faintest = min(judged, key=lambda name: look.light[name].contrast)
    burnt = max(look.light, key=lambda name: look.light[name].burnt)
    lit = max(judged, key=lambda name: look.light[name].lit)
    cells = tuple(cell for cell, share in look.burnt_cells.items() if share > MOST_BURNT_CELL)
    share = max(look.burnt_cells.values(), default=0.0)
    paper, contrast = look.light[darkest].paper, look.light[faintest].contrast
    burnt_share, lit_share = look.light[burnt].burnt, look.light[lit].lit
    glare_free = lit_share <= MOST_LIT and not cells
    glare = (*((lit,) if lit_share > MOST_LIT else ()), *cells)
    return [
        Verdict(Gate.BRIGHTNESS, paper >= LEAST_PAPER, paper, LEAST_PAPER, (darkest,)),
        Verdict(Gate.CONTRAST, contrast >= LEAST_CONTRAST, contrast, LEAST_CONTRAST, (faintest,)),
        Verdict(Gate.BURNT, burnt_share <= MOST_BURNT, burnt_share, MOST_BURNT, (burnt,)),
        Verdict(Gate.GLARE, glare_free, max(share, lit_share), MOST_BURNT_CELL, glare),
    ]


def _sharpness_verdicts(look: TableLook, catalogue: Catalogue) -> list[Verdict]:
    coarsest = min(look.px_per_module, key=lambda cell: look.px_per_module[cell])
    px = look.px_per_module[coarsest]
    tag = smallest_tag(catalogue)
    least = LEAST_PX_PER_MODULE[catalogue.code]
    coarse = [cell for cell, own in look.px_per_module.items() if own < least and cell != coarsest]
    where = (coarsest, *coarse)
    verdicts = [Verdict(Gate.RESOLUTION, px >= least, px, least, where, {"tag": tag.id})]
    if look.blur_px:
        worst = max(look.blur_px, key=lambda name: look.blur_px[name])
        blur, most = look.blur_px[worst], MOST_BLUR_MODULES * max(px, least)
        verdicts.insert(0, Verdict(Gate.FOCUS, blur <= most, blur, most, (worst,)))
    return verdicts


def check_lens(views: int, lens: Lens | None, look: TableLook, catalogue: Catalogue) -> tuple[Verdict, ...]:
    """Return the verdicts on a lens measured with `views` views of the ChArUco sheet.

    `lens` is None if the views did not tell it. `look` is one at the table; it says where in the picture the board
    is.
    """
    enough = views >= LEAST_VIEWS
    verdicts = [Verdict(Gate.LENS_VIEWS, enough, views, LEAST_VIEWS)]
    if lens is None:
        return (*verdicts, Verdict(Gate.LENS_SURE, False, 1.0, MOST_FOCAL_SIGMA))
    residual, sigma = lens.residual_px, lens.sigma[0]
    verdicts += [
        Verdict(Gate.LENS_FIT, residual <= MOST_LENS_RESIDUAL_PX, residual, MOST_LENS_RESIDUAL_PX),
        Verdict(Gate.LENS_TILT, lens.spread_deg >= LEAST_SPREAD_DEG, lens.spread_deg, LEAST_SPREAD_DEG),
        Verdict(Gate.LENS_SURE, sigma <= MOST_FOCAL_SIGMA, sigma, MOST_FOCAL_SIGMA),
    ]
    if look.registration is not None:
        middle = (np.array(look.size_px) - 1) / 2
        centres = np.array(catalogue.surface.spread_mm)
        board = float(np.linalg.norm(look.registration.camera.project(centres) - middle, axis=1).max())
        reach = lens.reach_px / board
        verdicts.append(Verdict(Gate.LENS_REACH, reach >= LEAST_LENS_REACH, reach, LEAST_LENS_REACH))
    return tuple(verdicts)
