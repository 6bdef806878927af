"""Measure reading pictures of a board beside zxing-cpp, set as its good users set it.

    python -m tools.bench_pictures FOLDER [--tags MANIFEST] [--json]

zxing-cpp looks for QR codes only, in the grey picture, and once more in the picture twice enlarged. It gives texts;
ours gives pieces on cells and what could not be read. Times are the processor's on one thread, the best of three.
"""

import argparse
import json
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np
import zxingcpp

from companion.games.finstere_flure.reading.readings import READINGS
from companion.games.finstere_flure.tag_set import TAGS
from companion.sheets.manifest import tags_of
from vision.errors import VisionError
from vision.model.catalogue import Catalogue
from vision.model.pinhole import Points
from vision.picture import Picture, Pixels, in_grey, load_picture
from vision.reading import Reader, Reading

T = TypeVar("T")

#: Endings of files that are taken for pictures.
_ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp", ".heic"})
#: Larger pictures are not enlarged for zxing-cpp: nobody waits so long.
MOST_ENLARGED_PX = 16_000_000


@dataclass(frozen=True)
class Times:
    """Best processor's time and best time on the clock of three runs, in ms."""

    processor_ms: float
    wall_ms: float


@dataclass(frozen=True)
class Compared:
    """Comparison of reading one picture, `width` pixels wide, here and by zxing-cpp.

    `read` and `zxing_read` count pieces. `enlarged` is zxing-cpp on the picture twice enlarged, None where that is not
    measured; the second look took `second_look_ms` for `places`.
    """

    width: int
    ours: Times
    zxing: Times
    read: int
    zxing_read: int
    enlarged: Times | None = None
    enlarged_read: int = 0
    second_look_ms: float = 0.0
    places: int = 0

    @property
    def ratio(self) -> float:
        """Processor's time here as a multiple of zxing-cpp's."""
        return self.ours.processor_ms / self.zxing.processor_ms


def best_of_three(call: Callable[[], T]) -> tuple[T, Times]:
    """Return the call's result and its best times of three."""
    runs = []
    for _ in range(3):
        wall_s, processor_s = time.perf_counter(), time.process_time()
        result = call()
        runs.append((time.process_time() - processor_s, time.perf_counter() - wall_s))
    processor_s, wall_s = (min(times) for times in zip(*runs, strict=True))
    return result, Times(1000 * processor_s, 1000 * wall_s)


def zxing_texts(grey: Pixels) -> list[str]:
    """Return texts that zxing-cpp reads in a grey picture, asked for QR codes only."""
    formats = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    return [code.text for code in zxingcpp.read_barcodes(grey, formats=formats)]


def enlarged_texts(grey: Pixels) -> list[str]:
    """Return texts zxing-cpp reads in the picture twice enlarged, which helps with coarse tags."""
    return zxing_texts(np.asarray(cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8))


def compare(picture: Picture, catalogue: Catalogue, *, closely: bool) -> Compared:
    """Read a picture in both ways on one thread.

    `closely` also measures the enlarged picture and the second look.
    """
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return _compare(picture, catalogue, closely)
    finally:
        cv2.setNumThreads(threads)


def _compare(picture: Picture, catalogue: Catalogue, closely: bool) -> Compared:
    grey = in_grey(picture.pixels)
    reader = Reader(catalogue, focal_px=picture.focal_px, covers=READINGS.covered)

    def read(worth: Callable[[Points], bool] | None = None) -> Reading | None:
        try:
            return reader.read(picture.pixels, worth=worth)
        except VisionError:
            return None

    def pieces(texts: Iterable[str]) -> int:
        tags = [catalogue.by_payload[text] for text in texts if text in catalogue.by_payload]
        return len({tag.id for tag in tags if tag.placement_mm is None})

    reading, ours = best_of_three(read)
    texts, zxing = best_of_three(lambda: zxing_texts(grey))
    count = len({placed.tag.id for placed in reading.placed_tags}) if reading else 0
    if not closely:
        return Compared(grey.shape[1], ours, zxing, count, pieces(texts))
    more, enlarged = best_of_three(lambda: enlarged_texts(grey)) if grey.size <= MOST_ENLARGED_PX else ([], None)
    places: set[bytes] = set()

    def refuse(corners: Points) -> bool:
        places.add(np.round(corners).tobytes())
        return False

    _, first_look = best_of_three(lambda: read(refuse))
    second_look_ms = max(ours.processor_ms - first_look.processor_ms, 0.0)
    return Compared(
        grey.shape[1], ours, zxing, count, pieces(texts), enlarged, pieces(more), second_look_ms, len(places)
    )


def by_size(compared: Iterable[Compared]) -> dict[int, list[Compared]]:
    """Group pictures by their width, the smallest first."""
    groups: defaultdict[int, list[Compared]] = defaultdict(list)
    for picture in compared:
        groups[picture.width].append(picture)
    return dict(sorted(groups.items()))


def to_json(sizes: Mapping[int, Sequence[Compared]]) -> dict[str, Any]:
    """Return JSON-able data by the pictures' width.

    Times are medians; ratios are taken picture by picture.
    """

    def entry(group: Sequence[Compared]) -> dict[str, Any]:
        return {
            "pictures": len(group),
            "ours_ms": round(statistics.median(picture.ours.processor_ms for picture in group), 1),
            "zxing_ms": round(statistics.median(picture.zxing.processor_ms for picture in group), 1),
            "ratio": round(statistics.median(picture.ratio for picture in group), 2),
            "worst_ratio": round(max(picture.ratio for picture in group), 2),
            "read": sum(picture.read for picture in group),
            "zxing_read": sum(picture.zxing_read for picture in group),
        }

    return {"sizes": {str(width): entry(group) for width, group in sizes.items()}}


def table(sizes: Mapping[int, Sequence[Compared]]) -> Iterator[str]:
    """Yield a table with a row a size, and what was measured closely."""
    yield (
        "| width | pictures | ours: pieces | ms | wall ms | zxing-cpp: pieces | ms | wall ms | twice enlarged: pieces |"
        " ms | ours vs zxing-cpp: median, worst | second look, a place |"
    )
    yield "|--:|" + "--:|" * 11
    for (width, group), entry in zip(sizes.items(), to_json(sizes)["sizes"].values(), strict=True):
        ours_wall, zxing_wall = (
            statistics.median(times.wall_ms for times in of)
            for of in ([picture.ours for picture in group], [picture.zxing for picture in group])
        )
        enlarged = [picture.enlarged.processor_ms for picture in group if picture.enlarged]
        places = sum(picture.places for picture in group)
        look = f"{sum(picture.second_look_ms for picture in group) / places:.1f} ms of {places}" if places else "-"
        yield (
            f"| {width} | {entry['pictures']} | {entry['read']} | {entry['ours_ms']:.0f} | {ours_wall:.0f} |"
            f" {entry['zxing_read']} | {entry['zxing_ms']:.0f} | {zxing_wall:.0f} |"
            f" {sum(picture.enlarged_read for picture in group) if enlarged else '-'} |"
            f" {f'{statistics.median(enlarged):.0f}' if enlarged else '-'} |"
            f" {entry['ratio']:.1f} x, {entry['worst_ratio']:.1f} x | {look} |"
        )


def pictures_in(folder: Path) -> Iterator[Picture]:
    """Yield the pictures in a folder, by their names; raises PictureError for a damaged one."""
    for file in sorted(folder.iterdir()):
        if file.suffix.lower() in _ENDINGS:
            yield load_picture(file)


def main() -> None:
    """Print the comparison for the pictures in a folder."""
    parser = argparse.ArgumentParser(description="Measures reading pictures of a board beside zxing-cpp.")
    parser.add_argument("folder", type=Path, help="pictures of a board")
    parser.add_argument(
        "--tags", metavar="MANIFEST", help="manifest.json of the tags, if they are not the default ones"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    args = parser.parse_args()
    if not args.folder.is_dir():
        sys.exit(f"{args.folder} is no folder; give a folder with pictures of a board.")
    try:
        catalogue = tags_of(TAGS, args.tags)
        sizes = by_size(compare(picture, catalogue, closely=not args.json) for picture in pictures_in(args.folder))
    except VisionError as error:
        sys.exit(str(error))
    if not sizes:
        sys.exit(f"There is no picture in {args.folder}; give a folder with pictures of a board.")
    print(json.dumps(to_json(sizes)) if args.json else "\n".join(table(sizes)))


if __name__ == "__main__":
    main()
