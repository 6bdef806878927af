"""``companion render``: photograph a position with the virtual camera, and write its truth."""

import argparse
import json
import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np

from companion.device.errors import UserError
from companion.device.files import write_whole
from companion.device.outputs import said
from companion.device.pictures import check_picture_name, write_picture
from companion.games import CompanionGame
from companion.games.choosing import refuse_another_game
from companion.sheets.manifest import tags_of
from engine.suggestions import did_you_mean
from vision.model.catalogue import Catalogue
from vision.model.surface import Grid
from vision.symbology import SYMBOLOGIES
from vision.virtual import HAND_POSES, LIGHTS, Hand, PictureLook, fit_view, render

#: The picture's width is seen under this angle, as with a Raspberry Pi Camera Module 3.
_WIDTH_DEG = 66.0
#: Option: smallest and largest value that makes sense.
_RANGES = {
    "tilt": (0.0, 45.0),
    "azimuth": (-360.0, 360.0),
    "roll": (-360.0, 360.0),
    "blur": (0.0, 20.0),
    "noise": (0.0, 60.0),
    "distortion": (-0.2, 0.2),
    "seed": (0, 2**32 - 1),
}
#: Shortest side that a picture may have.
_SMALLEST_PX = 320
#: Longest side that a picture may have.
_LARGEST_PX = 8000


def add_arguments(parser: argparse.ArgumentParser, game: CompanionGame) -> None:
    """Declare the command's arguments."""
    add = parser.add_argument
    add("position", metavar="POSITION", help="position file or text board; - for standard input")
    add("-o", "--out", required=True, metavar="PICTURE", help="where to write the photo: .jpg, .png, .bmp or .tif")
    add("--truth", metavar="FILE", help="also write what there is to see, and where, as JSON")
    add("--size", default="2304x1296", metavar="WxH", help="size of the picture in pixels (default: %(default)s)")
    add(
        "--tilt",
        type=float,
        default=15.0,
        help="degrees between the camera's axis and the vertical (default: %(default)g)",
    )
    add(
        "--azimuth",
        type=float,
        default=0.0,
        help="side of the camera: 0 below the board, 90 right (default: %(default)g)",
    )
    add("--roll", type=float, default=0.0, help="degrees the camera is turned about its axis (default: %(default)g)")
    add("--seed", type=int, default=1, help="seed of how pieces lie, light and noise (default: %(default)d)")
    add("--light", choices=LIGHTS, default="normal", help="the light (default: %(default)s)")
    add("--blur", type=float, metavar="PX", help="standard deviation of the blur (default: by the light)")
    add("--noise", type=float, metavar="LEVELS", help="standard deviation of the noise (default: by the light)")
    add(
        "--distortion",
        type=float,
        default=0.0,
        metavar="K1",
        help="distortion of the lens; below 0: barrel (default: %(default)g)",
    )
    add("--hand", metavar="PLACE", help="a hand lies over this cell or zone, or over a point X,Y in millimetres")
    add("--pose", choices=HAND_POSES, default="flat", help="pose of the hand (default: %(default)s)")
    add(
        "--code",
        choices=SYMBOLOGIES,
        default=game.readings.tags.default_code,
        help="kind of the tags (default: %(default)s)",
    )
    add("--tags", metavar="MANIFEST", help="tags as in this manifest.json instead of the default ones")
    game.readings.add_reading_mode(parser)
    game.photographs.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Write the photo, and the truth on request; return the exit status.

    Raises UserError for impossible arguments.
    """
    _check(args)
    check_picture_name(args.out)
    for path in filter(None, (args.out, args.truth)):
        if not Path(path).parent.is_dir():
            raise UserError(f"{path}: there is no such folder")
    size_px = _size(args.size)
    refuse_another_game(args.position, args.companion_game)
    photographs, readings = args.companion_game.photographs.with_arguments(args), args.companion_game.readings
    if readings.moments:
        readings = readings.at_moment(args.moment)
    catalogue = readings.tags_read(tags_of(readings.tags, args.tags, args.code))
    hand = _hand(args, catalogue)
    scene, shot_truth = photographs.scene(args.position, catalogue, seed=args.seed, hand=hand, moment=readings.moment)
    view = fit_view(
        photographs.required_points(catalogue),
        size_px,
        focal_px=size_px[0] / 2 / math.tan(math.radians(_WIDTH_DEG / 2)),
        tilt_deg=args.tilt,
        azimuth_deg=args.azimuth,
        roll_deg=args.roll,
        distortion=(args.distortion, 0.0, 0.0, 0.0, 0.0),
    )
    shot = render(scene, view, _look(args), args.seed)
    truth = json.dumps(shot_truth(shot), ensure_ascii=False, indent=1)
    write_picture(args.out, shot.picture, jpeg_quality=LIGHTS[args.light].jpeg_quality or 95)
    said(args.out, f"the photo, {size_px[0]} x {size_px[1]} pixels")
    if args.truth:
        write_whole(Path(args.truth), f"{truth}\n".encode())
        said(args.truth, "what there is to see on it, and where")
    return 0


def _check(args: argparse.Namespace) -> None:
    for name, (least, most) in _RANGES.items():
        value = getattr(args, name)
        if value is not None and not least <= value <= most:
            raise UserError(f"--{name} {value:.10g}: expected a number from {least:.10g} to {most:.10g}")


def _size(text: str) -> tuple[int, int]:
    width, cross, height = text.lower().partition("x")
    if not (cross and width.isdecimal() and height.isdecimal() and len(text) < 12):
        raise UserError(f"--size {text}: expected width and height in pixels, such as 2304x1296")
    size = int(width), int(height)
    if not all(_SMALLEST_PX <= side <= _LARGEST_PX for side in size):
        raise UserError(f"--size {text}: both sides must be from {_SMALLEST_PX} to {_LARGEST_PX} pixels")
    return size


def _hand(args: argparse.Namespace, catalogue: Catalogue) -> Hand | None:
    if args.hand is None:
        return None
    surface = catalogue.surface
    point = re.fullmatch(r"(\d{1,4}(?:\.\d{1,3})?),(\d{1,4}(?:\.\d{1,3})?)", args.hand)
    if point is None and args.hand not in surface.places:
        kind = "cell" if isinstance(surface, Grid) else "zone"
        near = did_you_mean(args.hand, surface.places)
        near = near or f"; {kind}s are called {surface.places[0]} to {surface.places[-1]}, a point X,Y"
        raise UserError(f"--hand {args.hand}: there is no such {kind}{near}")
    place = (float(point[1]), float(point[2])) if point else surface.centre(args.hand)
    # People sit round the table: the arm comes from anywhere.
    return Hand(place, float(np.random.default_rng([args.seed, 2]).uniform(0, 360)), args.pose)


def _look(args: argparse.Namespace) -> PictureLook:
    """Return the light's look with the changes asked for, not compressed: the file does that."""
    light = LIGHTS[args.light]
    return replace(
        light,
        blur_px=light.blur_px if args.blur is None else args.blur,
        noise=light.noise if args.noise is None else args.noise,
        jpeg_quality=None,
    )
