"""``companion calibrate``: measure a camera over the table; save its profile if it is good.

Every check must pass before the profile is saved.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from companion.calibrating.calibration import Calibration, Setup
from companion.calibrating.kept_profiles import save_profile
from companion.calibrating.words import describe_height, describe_verdict
from companion.device.camera_commands import open_source
from companion.device.display import NoDisplayError
from companion.device.errors import UserError
from companion.games import CompanionGame
from companion.sheets.manifest import tags_of
from vision.addresses import masked
from vision.calibration.cell_size import farthest_cells
from vision.errors import PictureError
from vision.model.pinhole import Points
from vision.model.profile import is_clockwise_quad
from vision.model.surface import Grid
from vision.picture import load_picture
from vision.sources.camera import Camera
from vision.sources.files import PICTURE_ENDINGS, pictures_in
from vision.sources.opening import SOURCES

#: Lengths of the printed 100 mm ruler that a printer may have made of it.
_RULER_MM = (80.0, 120.0)


def add_arguments(parser: argparse.ArgumentParser, game: CompanionGame) -> None:  # noqa: ARG001 - as every command
    """Declare the command's arguments."""
    add = parser.add_argument
    add("source", metavar="SOURCE", help=f"a picture of the table, or the camera itself: {SOURCES}")
    add("--out", metavar="PROFILE", help="where to keep the profile (.json); without it, all is only checked")
    add("--tags", metavar="MANIFEST", help="manifest.json of your tags, if they have other sizes")
    add(
        "--ruler-mm",
        type=float,
        default=100.0,
        metavar="MM",
        help="measured length of the printed 100 mm ruler (default: %(default)g)",
    )
    add("--corners", metavar="X,Y...", help="pixels of the board's corners, for a board without reference tags: top "
        "left, top right, bottom right and bottom left, as in 210,90 2100,95 2080,1210 220,1200")  # fmt: skip
    look = parser.add_mutually_exclusive_group()
    look.add_argument("--window", action="store_true", help="show a window for pictures, too")
    look.add_argument("--no-window", action="store_true", help="ask in the terminal even where there is a display")


def run(args: argparse.Namespace) -> int:
    """Measure, report the result and write the profile; return the exit status.

    Raises UserError, VisionError.
    """
    if not _RULER_MM[0] <= args.ruler_mm <= _RULER_MM[1]:
        low, high = _RULER_MM
        raise UserError(f"--ruler-mm {args.ruler_mm:g}: expected the length of the printed ruler, {low:g} to {high:g}")
    if args.out is not None and not Path(args.out).absolute().parent.is_dir():
        raise UserError(f"--out {args.out}: there is no such folder")
    game: CompanionGame = args.companion_game
    catalogue = tags_of(game.sheets.tags, args.tags)
    covered = game.readings.covered
    calibration = Calibration(Setup(catalogue, game.sheets.anchors(catalogue), args.ruler_mm, covered))
    if args.corners is not None:
        calibration.put_corners(parse_corners(args.corners))
    pictures = [] if args.window else _pictures(Path(args.source))
    if pictures:
        _take_pictures(calibration, pictures)
    else:
        camera = open_source(args)
        try:
            _take_live(calibration, camera, args)
        finally:
            camera.close()
    for line in report(calibration):
        print(line)
    profile = calibration.profile(masked(args.source))
    if profile.bare_board is not None:
        known, cells = len(profile.bare_board.cells(catalogue.grid)), len(catalogue.grid.cells)
        print(f"{known} of {cells} cells are seen bare: their look is part of the profile")
    if calibration.doubtful_cells:
        print(
            f"No piece is seen, so that what seems to lie on {', '.join(calibration.doubtful_cells)} is taken for the"
            " board's print; if something does lie there, take it away and calibrate once more"
        )
    if args.out is not None:
        save_profile(Path(args.out), profile)
        print(f"{args.out}: the profile of this camera in this mode. Use it with --profile {args.out}")
    return 0


def parse_corners(text: str) -> Points:
    """Parse four corners (4, 2) in pixels, like ``10,20 900,25 890,600 12,610``.

    Raises UserError.
    """
    try:
        corners = np.array([[float(number) for number in pair.split(",")] for pair in text.split()], np.float64)
    except ValueError:
        corners = np.zeros(0)
    if corners.shape != (4, 2) or not np.isfinite(corners).all() or not is_clockwise_quad(corners):
        raise UserError(
            f"--corners {text[:60]!r}: expected four corners x,y of the board in pixels, from its top left clockwise"
        )
    return corners


def _pictures(source: Path) -> list[Path]:
    """Return the pictures that the source is; none if it is a camera or a video."""
    if source.is_dir():
        return pictures_in(source)
    return [source] if source.is_file() and source.suffix.lower() in PICTURE_ENDINGS else []


def _take_pictures(calibration: Calibration, pictures: list[Path]) -> None:
    for path in pictures:
        try:
            picture = load_picture(path)
        except PictureError as error:
            if len(pictures) == 1:
                raise
            print(f"passed over: {error}")
            continue
        try:
            of_table = calibration.take(picture.pixels, picture.focal_px)
        except UserError as error:
            raise PictureError(f"{path}: {error}.") from None
        print(f"{path.name}: {'the table' if of_table else f'the chessboard sheet (view {len(calibration.views)})'}")
    calibration.finish()


def _take_live(calibration: Calibration, camera: Camera, args: argparse.Namespace) -> None:
    """Lead through the steps, in a window where there is one."""
    if not args.no_window:
        # Only here, so that the terminal alone does not need pygame.
        from companion.calibrating.window import calibrate_in_window

        try:
            if not calibrate_in_window(calibration, camera):
                raise UserError("nothing is saved: the calibration was left before its end")
            return
        except NoDisplayError:
            if args.window:
                raise
    _ask_in_terminal(calibration, camera)


def _ask_in_terminal(calibration: Calibration, camera: Camera) -> None:
    """Lead through the steps in the terminal; Enter looks, a word goes on."""
    surface = calibration.setup.catalogue.surface
    print("Step 1 of 2: the table. Lay it out with its reference tags.")
    if isinstance(surface, Grid):
        first, second = farthest_cells(surface)
        print(f"  Nothing else but two tagged pieces, one on the middle of {first} and one on the middle of {second},")
        print("  which tell how large the cells are.")
    while _confirm("Enter: look; n: next step", "n"):
        calibration.take_table(camera.latest().picture)
        for line in report(calibration):
            print(line)
    print("Step 2 of 2: the lens, if you like. Hold the chessboard sheet of the tags before the camera, tilted to")
    print("  another side each time, until it has been in every part of the picture.")
    while _confirm("Enter: look; n: finish", "n"):
        if calibration.take_sheet(camera.latest().picture):
            print(f"  view {len(calibration.views)}")
        else:
            print("  nothing new is seen of the sheet; hold it still, in another place")
    calibration.finish()


def _confirm(question: str, word: str) -> bool:
    """Ask a question; return True unless the answer is `word`, which goes on.

    Raises UserError if nobody can answer.
    """
    print(f"  [{question}] ", end="", flush=True)
    line = sys.stdin.readline(1000)
    if not line:
        raise UserError("nobody answers here; calibrate with pictures, or where there is a terminal or a display")
    return line.strip().lower() != word


def report(calibration: Calibration) -> Iterator[str]:
    """Yield the results, one line for each check."""
    room = calibration.room
    look = calibration.look
    if look is not None and look.height_mm is not None:
        yield describe_height(look.height_mm)
    for verdict in calibration.verdicts():
        yield f"{'ok    ' if verdict.passed else 'CHANGE'}  {describe_verdict(verdict, room)}"
