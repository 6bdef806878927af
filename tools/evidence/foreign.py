"""Boards full of foreign codes: nothing may be invented there, and looking at all of them may not take long.

    python -m tools.evidence.foreign [--seed 31] [PHOTOGRAPHS...]

A code of another kind lies on every cell of a photographed board: QR of any version, Micro QR, DataMatrix, Aztec,
EAN-13, Code 128, PDF417, AprilTags. Times are the best of two, beside those of plain zxing-cpp on the same picture.
Photographs of codes, any number of files, are read as well: their licences decide whether they may be kept, so none
are part of the project.
"""

import argparse
import io
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import segno
import zxingcpp

from companion.games.finstere_flure.random_table import random_table
from companion.games.finstere_flure.reading import covered_cells
from companion.games.finstere_flure.scene import points_to_see, scene_from_position
from companion.games.finstere_flure.tags import make_catalogue
from engine.finstere_flure.board import CELLS
from vision.errors import VisionError
from vision.picture import Pixels
from vision.pinhole import Pinhole, Points
from vision.reading import read_picture
from vision.virtual import Look, fit_view, render

#: A camera of twelve megapixels.
SIZE_PX = (4032, 3024)
#: The kinds of foreign codes; "qr" are of the size of our own tags.
KINDS = ("qr", "larger qr", "micro", "april", "datamatrix", "aztec", "ean", "code128", "pdf417")
_FORMATS = {
    "datamatrix": zxingcpp.BarcodeFormat.DataMatrix,
    "aztec": zxingcpp.BarcodeFormat.Aztec,
    "ean": zxingcpp.BarcodeFormat.EAN13,
    "code128": zxingcpp.BarcodeFormat.Code128,
    "pdf417": zxingcpp.BarcodeFormat.PDF417,
}
_MARGIN_PX = 8


def foreign_code(kind: str, rng: random.Random) -> Pixels:
    """A print of a code with a random text that no tag of ours holds, black on white with a margin."""
    letters = "".join(rng.choice("ABCDEGHIJKLMNOPQRSTUVWXYZ0123456789") for _ in range(40))
    if kind == "april":
        family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
        picture = cv2.aruco.generateImageMarker(family, rng.randrange(587), 80)
    elif kind in _FORMATS:
        texts = {"ean": "".join(rng.choice("0123456789") for _ in range(12)), "code128": letters[:12]}
        code = zxingcpp.create_barcode(texts.get(kind, letters[: rng.randint(6, 40)]), _FORMATS[kind])
        picture = np.array(zxingcpp.write_barcode_to_image(code, scale=3))
    else:
        sizes: dict[str, tuple[int | str, int]] = {
            "qr": (1, 6),
            "micro": ("M2", 4),
            "larger qr": (rng.randint(2, 10), 20),
        }
        version, length = sizes[kind]
        file = io.BytesIO()
        segno.make("Z" + letters[: length - 1], version=version, micro=kind == "micro").save(
            file, kind="png", scale=4, border=1
        )
        picture = np.asarray(cv2.imdecode(np.frombuffer(file.getvalue(), np.uint8), cv2.IMREAD_GRAYSCALE))
    grey = np.asarray(picture if picture.ndim == 2 else picture[..., 0], np.uint8)
    margins = (_MARGIN_PX,) * 4
    return np.asarray(cv2.copyMakeBorder(grey, *margins, cv2.BORDER_CONSTANT, value=255.0), np.uint8)


def board_of_foreign_codes(
    seed: int, kinds: Sequence[str] = KINDS, size_px: tuple[int, int] = SIZE_PX, cells: Sequence[str] = CELLS
) -> Pixels:
    """A picture of an empty board with a foreign code of 12 to 22 mm on each of these cells."""
    rng, catalogue = random.Random(seed), make_catalogue()
    table = random_table(rng, players=2)
    # Our own pieces stay in the box.
    scene = scene_from_position(table, catalogue, seed=seed)
    references = {tag.id for tag in catalogue.references}
    scene = replace(scene, things=tuple(thing for thing in scene.things if thing.name in references))
    view = fit_view(
        points_to_see(catalogue), size_px, focal_px=0.77 * size_px[0], tilt_deg=rng.uniform(0, 25), azimuth_deg=15
    )
    picture = np.array(render(scene, view, Look(noise=0.0, blur_px=0.0), seed).picture)
    for cell in cells:
        _lay(picture, foreign_code(rng.choice(kinds), rng), _quad(catalogue.grid.centre(cell), view.camera, rng))
    noise = np.random.default_rng(seed).normal(0, 3, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 0.5) + noise, 0, 255).astype(np.uint8)


def _quad(centre: tuple[float, float], camera: Pinhole, rng: random.Random) -> Points:
    """The corners in the picture of a square that lies there, turned by any angle."""
    turn, half = rng.uniform(0, 2 * np.pi), rng.uniform(6, 11)
    across = half * np.array([np.cos(turn), np.sin(turn)])
    down = np.array([-across[1], across[0]])
    corners = np.array(centre) + np.array([-across - down, across - down, across + down, down - across])
    return camera.project(np.column_stack([corners, np.full(4, 2.0)]))


def _lay(picture: Pixels, code: Pixels, quad: Points) -> None:
    """Paints a print over a quad of the picture, in place, as finely averaged as a sensor does."""
    low, high = np.floor(quad.min(0)).astype(int), np.ceil(quad.max(0)).astype(int) + 1
    fine, (height, width) = 4, code.shape
    own = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - 0.5
    to_part = cv2.getPerspectiveTransform(own, ((quad - low + 0.5) * fine - 0.5).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    large = (size[0] * fine, size[1] * fine)
    shades, inside = (cv2.warpPerspective(of, to_part, large) for of in (code, np.full_like(code, 255)))
    shade, alpha = (cv2.resize(of, size, interpolation=cv2.INTER_AREA) / 255 for of in (shades, inside))
    part = picture[low[1] : high[1], low[0] : high[0]]
    part[:] = part * (1 - alpha[..., None]) + 255 * np.minimum(shade, alpha)[..., None]


def _measured(name: str, picture: Pixels) -> str:
    """A line of the table: what is read of the picture, and how long that takes."""
    catalogue = make_catalogue()
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    plain, ours, said = [], [], ""
    for _ in range(2):
        began = time.perf_counter()
        zxingcpp.read_barcodes(grey)
        middle = time.perf_counter()
        try:
            reading = read_picture(picture, catalogue, covers=covered_cells)
            invented, told = len(reading.placed_tags), len(reading.unreadable)
            said = f"{invented} | {reading.foreign} | {told}"
        except VisionError:
            said = "0 | - | board not found"
        plain.append(middle - began)
        ours.append(time.perf_counter() - middle)
    return f"| {name} | {said} | {min(ours):.2f} | {min(ours) / min(plain):.1f} x |"


def lines(seed: int, photographs: Sequence[Path]) -> Iterator[str]:
    """The table."""
    yield "| picture | invented | foreign codes | unreadable cells | seconds | of plain zxing-cpp |"
    yield "|:--|--:|--:|--:|--:|--:|"
    yield _measured("all kinds", board_of_foreign_codes(seed))
    for number, kind in enumerate(KINDS):
        yield _measured(kind, board_of_foreign_codes(seed + 1 + number, (kind,)))
    for path in photographs:
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if picture is not None:
            yield _measured(path.name, np.asarray(picture, np.uint8))


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description="Reads boards full of foreign codes.")
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("photographs", type=Path, nargs="*", help="photographs of codes that are none of ours")
    args = parser.parse_args()
    for line in lines(args.seed, args.photographs):
        print(line, flush=True)


if __name__ == "__main__":
    main()
