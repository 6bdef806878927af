"""``companion camera-height``: compute the camera's height over the board and the tag size.

It says how high the camera must be, and if it sees the tags fine enough.
"""

import argparse
import re
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from companion.device.errors import UserError
from companion.games import CompanionGame
from companion.sheets.manifest import tags_of
from companion.sheets.tags import TagSet
from vision.calibration.gates import LEAST_PX_PER_MODULE
from vision.calibration.height import Optics
from vision.calibration.resolution import module_mm, smallest_tag
from vision.model.catalogue import Catalogue
from vision.symbology import SYMBOLOGIES, Symbology

#: The modes of known cameras that show their whole view; picture sizes and angles of view as their maker gives them.
CAMERAS: Mapping[str, tuple[Optics, ...]] = MappingProxyType(
    {
        "Camera Module 3": (Optics((4608, 2592), (66.0, 41.0)), Optics((2304, 1296), (66.0, 41.0))),
        "Camera Module 3 Wide": (Optics((4608, 2592), (102.0, 67.0)), Optics((2304, 1296), (102.0, 67.0))),
        "Camera Module 2": (Optics((3280, 2464), (62.2, 48.8)), Optics((1640, 1232), (62.2, 48.8))),
    }
)
#: With so many pixels along a module decoders need no help, and some are left for blur and bad light.
_COMFORTABLE_PX = 2.5
_ANGLES = (10.0, 150.0)
_SIDES_PX = (200, 20000)
_HEIGHTS_MM = (100.0, 5000.0)


def add_arguments(parser: argparse.ArgumentParser, game: CompanionGame) -> None:
    """Declare the command's arguments."""
    add = parser.add_argument
    add("--size", metavar="WxH", help="picture size of another camera than the known ones, such as 4056x3040")
    add("--angles", metavar="HxV", help="its angles of view in degrees, across and down, such as 66x41")
    add("--height-mm", type=float, metavar="MM", help="height above the board to judge, instead of the best one")
    add(
        "--margin",
        type=float,
        default=3.0,
        metavar="%",
        help="percent of the picture left free around the table (default: %(default)g)",
    )
    for size in game.sheets.tags.sizes[:1]:
        add(size.option, type=float, default=size.default, metavar="MM", help=f"{size.what} (default: %(default)g)")
    add(
        "--code",
        choices=SYMBOLOGIES,
        default=game.sheets.tags.default_code,
        help="kind of the tags (default: %(default)s)",
    )
    add("--tags", metavar="MANIFEST", help="tags as in this manifest.json instead")


def run(args: argparse.Namespace) -> int:
    """Print a line for each camera mode; return the exit status.

    Raises UserError, VisionError.
    """
    if not 0 <= args.margin <= 30:
        raise UserError(f"--margin {args.margin:g}: expected 0 to 30 percent")
    low, high = _HEIGHTS_MM
    if args.height_mm is not None and not low <= args.height_mm <= high:
        raise UserError(f"--height-mm {args.height_mm:g}: expected a height from {low:g} to {high:g} millimetres")
    cameras, catalogue = _cameras(args), _catalogue(args)
    area = np.ptp(args.companion_game.photographs.required_points(catalogue), axis=0)
    tag = smallest_tag(catalogue)
    module = module_mm(catalogue, tag)
    print(f"The board with its reference tags is {area[0]:.0f} x {area[1]:.0f} mm; with a margin of {args.margin:g} %,")
    print(f"for a camera that looks straight down; smallest tag {tag.size_mm:g} mm, modules of {module:.2f} mm.")
    print()
    rows = [("camera", "picture", "height", "px/mm", "px/module", "")]
    for name, optics in cameras:
        fitting = optics.height_for((float(area[0]), float(area[1])), args.margin / 100)
        height = args.height_mm or fitting
        px_per_mm = optics.px_per_mm(height - tag.height_mm)
        verdict = f"too low: {fitting:.0f} mm or more"
        if height >= fitting - 0.5:
            verdict = _verdict(px_per_mm * module, catalogue.code)
        size = f"{optics.size_px[0]}x{optics.size_px[1]}"
        rows.append((name, size, f"{height:.0f} mm", f"{px_per_mm:.1f}", f"{px_per_mm * module:.1f}", verdict))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            row[0].ljust(widths[0]),
            *(cell.rjust(width) for cell, width in zip(row[1:5], widths[1:5], strict=True)),
        ]
        print("  ".join([*cells, row[5]]).rstrip())
    return 0


def _verdict(px_per_module: float, code: Symbology) -> str:
    if px_per_module >= _COMFORTABLE_PX:
        return "good"
    if px_per_module >= LEAST_PX_PER_MODULE[code]:
        return "enough, if sharp and well lit"
    return f"too coarse: {LEAST_PX_PER_MODULE[code]} px/module or more"


def _cameras(args: argparse.Namespace) -> list[tuple[str, Optics]]:
    if args.size is None and args.angles is None:
        return [(name, optics) for name, modes in CAMERAS.items() for optics in modes]
    if args.size is None or args.angles is None:
        raise UserError("--size and --angles belong together: give both, such as --size 4056x3040 --angles 63x50")
    width, height = _pair("--size", args.size, _SIDES_PX)
    across, down = _pair("--angles", args.angles, _ANGLES)
    if width != int(width) or height != int(height):
        raise UserError(f"--size {args.size[:20]}: expected whole pixels, such as 4056x3040")
    return [("your camera", Optics((int(width), int(height)), (across, down)))]


def _pair(option: str, text: str, limits: tuple[float, float]) -> tuple[float, float]:
    match = re.fullmatch(r"(\d{1,5}(?:\.\d{1,4})?)[x×X](\d{1,5}(?:\.\d{1,4})?)", text)
    values = (float(match[1]), float(match[2])) if match else (0.0, 0.0)
    if not all(limits[0] <= value <= limits[1] for value in values):
        raise UserError(
            f"{option} {text[:20]}: expected two numbers from {limits[0]:g} to {limits[1]:g} with an x between"
        )
    return values


def _catalogue(args: argparse.Namespace) -> Catalogue:
    tags: TagSet = args.companion_game.sheets.tags
    if args.tags:
        return tags_of(tags, args.tags)
    if not tags.sizes:
        return tags.catalogue(code=args.code)
    # Pieces fit into their places, however small those are.
    first, *others = tags.sizes
    asked = getattr(args, first.name)
    scale = min(asked / first.default, 1.0)
    sizes = {first.name: asked} | {size.name: size.default * scale for size in others}
    problems = tags.problems(sizes)
    if problems:
        raise UserError("; ".join(problems))
    return tags.catalogue(sizes, args.code)
