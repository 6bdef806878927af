"""Boards full of foreign codes: no tag may be invented there, and reading may not take long.

    python -m tools.evidence.foreign [--seed 31] [PHOTOGRAPHS...]

A code of another kind lies on every cell of a photographed board: QR of any version, Micro QR, DataMatrix,
Aztec, EAN-13, Code 128, PDF417, AprilTags, and codes cut out of real photographs. Times are the best of two,
beside those of plain zxing-cpp on the same picture. The photographs of tools/evidence/photographs (their
licences stand there) and any others that are named are laid whole over the middle of a board as well, as large
as it.
"""

import argparse
import io
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import segno
import zxingcpp

from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.reading.reading import covered_cells
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.scene import required_points, scene_from_position
from engine.finstere_flure.board import CELLS
from vision.errors import VisionError
from vision.model.pinhole import Pinhole, Points
from vision.picture import Pixels
from vision.reading import read_picture
from vision.symbology import SYMBOLOGIES, Symbology
from vision.virtual import PictureLook, fit_view, render

#: A camera of twelve megapixels.
SIZE_PX = (4032, 3024)
#: The kinds of foreign codes; "qr" are of the size of our own tags.
KINDS = ("qr", "larger qr", "micro", "april", "datamatrix", "aztec", "ean", "code128", "pdf417", "photographed")
PHOTOGRAPHS = tuple(sorted((Path(__file__).parent / "photographs").glob("*.jpg")))
_FORMATS = {
    "datamatrix": zxingcpp.BarcodeFormat.DataMatrix,
    "aztec": zxingcpp.BarcodeFormat.Aztec,
    "ean": zxingcpp.BarcodeFormat.EAN13,
    "code128": zxingcpp.BarcodeFormat.Code128,
    "pdf417": zxingcpp.BarcodeFormat.PDF417,
}
#: The families of square markers in the photographs.
_MARKERS = (cv2.aruco.DICT_APRILTAG_36h11, cv2.aruco.DICT_6X6_250)
_MARGIN_PX = 8


def foreign_code(kind: str, rng: random.Random) -> Pixels:
    """Return a print of a code that no tag of ours has.

    It is black on white with a margin, or a piece of a photograph.
    """
    if kind == "photographed":
        photograph, (left, top, right, bottom) = rng.choice(photographed_codes())
        return photograph[top:bottom, left:right]
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
    framed = cv2.copyMakeBorder(grey, *margins, cv2.BORDER_CONSTANT, value=255.0)
    return np.asarray(cv2.cvtColor(framed, cv2.COLOR_GRAY2BGR), np.uint8)


@lru_cache(maxsize=1)
def photographed_codes() -> tuple[tuple[Pixels, tuple[int, int, int, int]], ...]:
    """Return the codes in the photographs, each with its photograph and box.

    The box is left, top, right and bottom of a code with its margin.
    """
    found = []
    for path in PHOTOGRAPHS:
        picture = _photograph(path)
        codes = [corners[0] for name in _MARKERS for corners in _marker_detector(name).detectMarkers(picture)[0]]
        for barcode in zxingcpp.read_barcodes(picture):
            position = barcode.position
            ends = (position.top_left, position.top_right, position.bottom_right, position.bottom_left)
            codes.append(np.array([(end.x, end.y) for end in ends], np.float32))
        height, width = picture.shape[:2]
        for corners in codes:
            margin = 0.3 * (corners.max(0) - corners.min(0)).max()
            left, top = np.maximum(corners.min(0) - margin, 0).astype(int)
            right, bottom = np.minimum(corners.max(0) + margin, (width, height)).astype(int)
            found.append((picture, (int(left), int(top), int(right), int(bottom))))
    return tuple(found)


def _marker_detector(family: int) -> cv2.aruco.ArucoDetector:
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(family))


def _photograph(path: Path) -> Pixels:
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise SystemExit(f"{path} is no picture.")
    return np.asarray(picture, np.uint8)


def board_of_foreign_codes(
    seed: int,
    kinds: Sequence[str] = KINDS,
    size_px: tuple[int, int] = SIZE_PX,
    cells: Sequence[str] = CELLS,
    *,
    code: Symbology = "qr",
    over: Path | None = None,
) -> Pixels:
    """Return a picture of an empty board with a foreign code of 12 to 22 mm on each cell.

    The board's references are tags of `code`. The photograph `over` lies on the middle of the board, if there is one.
    """
    rng, catalogue = random.Random(seed), make_catalogue(code=code)
    table = random_table(rng, players=2)
    # Our own pieces stay in the box.
    scene = scene_from_position(table, catalogue, seed=seed)
    references = {tag.id for tag in catalogue.references}
    scene = replace(scene, things=tuple(thing for thing in scene.things if thing.name in references))
    view = fit_view(
        required_points(catalogue), size_px, focal_px=0.77 * size_px[0], tilt_deg=rng.uniform(0, 25), azimuth_deg=15
    )
    picture = np.array(render(scene, view, PictureLook(noise=0.0, blur_px=0.0), seed).picture)
    if over is not None:
        first, last = np.array(catalogue.grid.centre(CELLS[0])), np.array(catalogue.grid.centre(CELLS[-1]))
        low, high = np.minimum(first, last), np.maximum(first, last)
        ends = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
        _lay(picture, _photograph(over), view.camera.project(np.column_stack([ends, np.zeros(4)])))
    for cell in cells:
        _lay(picture, foreign_code(rng.choice(kinds), rng), _quad(catalogue.grid.centre(cell), view.camera, rng))
    noise = np.random.default_rng(seed).normal(0, 3, picture.shape)
    return np.clip(cv2.GaussianBlur(picture, (0, 0), 0.5) + noise, 0, 255).astype(np.uint8)


def _quad(centre: tuple[float, float], camera: Pinhole, rng: random.Random) -> Points:
    """Return the corners in the picture of a square that lies there, turned by any angle."""
    turn, half = rng.uniform(0, 2 * np.pi), rng.uniform(6, 11)
    across = half * np.array([np.cos(turn), np.sin(turn)])
    down = np.array([-across[1], across[0]])
    corners = np.array(centre) + np.array([-across - down, across - down, across + down, down - across])
    return camera.project(np.column_stack([corners, np.full(4, 2.0)]))


def _lay(picture: Pixels, code: Pixels, quad: Points) -> None:
    """Paint a print over a quad of the picture, in place, as finely averaged as a sensor does."""
    low, high = np.floor(quad.min(0)).astype(int), np.ceil(quad.max(0)).astype(int) + 1
    height, width = code.shape[:2]
    # What is larger in the picture than it is itself needs no averaging.
    fine = 4 if max(high - low) < 2 * max(width, height) else 1
    own = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - 0.5
    to_part = cv2.getPerspectiveTransform(own, ((quad - low + 0.5) * fine - 0.5).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    large = (size[0] * fine, size[1] * fine)
    shades, inside = (cv2.warpPerspective(of, to_part, large) for of in (code, np.full_like(code, 255)))
    shade, alpha = (cv2.resize(of, size, interpolation=cv2.INTER_AREA) / 255 for of in (shades, inside))
    part = picture[low[1] : high[1], low[0] : high[0]]
    part[:] = part * (1 - alpha) + 255 * np.minimum(shade, alpha)


def _measured(name: str, picture: Pixels, code: Symbology = "qr") -> str:
    """Return a line of the table: what is read of the picture, and how long that takes."""
    catalogue = make_catalogue(code=code)
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
    return f"| {name} | {code} | {said} | {min(ours):.2f} | {min(ours) / min(plain):.1f} x |"


def lines(seed: int, photographs: Sequence[Path]) -> Iterator[str]:
    """Yield the table."""
    yield "| picture | our tags | invented | foreign codes | unreadable cells | seconds | of plain zxing-cpp |"
    yield "|:--|:--|--:|--:|--:|--:|--:|"
    yield _measured("all kinds", board_of_foreign_codes(seed))
    for number, kind in enumerate(KINDS):
        yield _measured(kind, board_of_foreign_codes(seed + 1 + number, (kind,)))
    for number, path in enumerate(photographs):
        for code in SYMBOLOGIES:
            picture = board_of_foreign_codes(seed + 50 + number, cells=(), code=code, over=path)
            yield _measured(path.name, picture, code)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Reads boards full of foreign codes.")
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("photographs", type=Path, nargs="*", help="more photographs of codes that are none of ours")
    args = parser.parse_args()
    for line in lines(args.seed, (*PHOTOGRAPHS, *args.photographs)):
        print(line, flush=True)


if __name__ == "__main__":
    main()
