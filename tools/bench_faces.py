"""Compare layouts of a face on 20 mm: reading of its tag beside a number and a colour.

    python -m tools.bench_faces [--stickers N] [--seed N] [--tables N [--touch-marks]]

The number is 5 mm high. Each sticker is photographed alone, turned by any angle, at so many pixels a millimetre
of it. With --tables whole tables are photographed instead: so many in each condition, with the faces of today,
and with tags as large as formerly in the middle of their faces, or with the notches and drops of tactile sheets.
"""

import argparse
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from companion.fonts import BOLD
from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.payloads import tag_payloads
from companion.games.finstere_flure.reading.reading import covered_cells
from companion.games.finstere_flure.sheets.game import SHEETS
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.scene import required_points, scene_from_position
from companion.sheets.touch_marks import DROP_MM, TouchMark, notch
from tools.limit_scenes import OFFSET_MODULES, PRINT_PX, Conditions, Grey, LimitShot, rectified_part, shoot
from vision.decode.april import find_april_codes
from vision.decode.codebook import match_symbol, recognised
from vision.decode.codes import find_codes
from vision.decode.symbols import symbol_modules
from vision.model.catalogue import Catalogue
from vision.reading import read_picture
from vision.symbology import SYMBOL_MODULES, Symbology
from vision.virtual import LIGHTS, PictureLook, Print, Scene, Thing, fit_view, render
from vision.virtual.scene import Points

#: Diameter of a disc.
_DISC_MM = 20.0
#: Height of a number.
_NUMBER_MM = 5.0
#: A piece is in sight if so much of its tag is.
_IN_SIGHT = 0.97


@dataclass(frozen=True)
class FaceLayout:
    """Face layout: module size, white round the symbol, and the tag's offset above the middle.

    The middle is the disc's. The number's plate begins `gap_modules` below the symbol; if that is less than 0, it
    hides the last modules in the middle. `hole` (columns, rows, left, top; in modules) is where the number hides
    modules; without one it stands below the tag. `light` is the grey value of light modules.
    """

    code: Symbology
    module_mm: float
    quiet_modules: float
    above_mm: float = 0.0
    hole: tuple[int, int, int, int] | None = None
    number: bool = True
    light: int = 255
    gap_modules: float = 1.0


LAYOUTS: Mapping[str, FaceLayout] = MappingProxyType(
    {
        "QR as before, no number": FaceLayout("qr", 0.6, 4, number=False),
        "QR, a module of white, the number": FaceLayout("qr", 0.557, 1, 1.887),
        "QR, the number right below": FaceLayout("qr", 0.58, 1, 1.66, gap_modules=0),
        "QR, the number hides a row of modules": FaceLayout("qr", 0.6, 1, 1.33, gap_modules=-1),
        "QR, the number hides 5 x 9 modules": FaceLayout("qr", 0.6, 1.25, hole=(5, 9, 8, 7)),
        "QR, the number hides 7 x 9 modules": FaceLayout("qr", 0.6, 1.25, hole=(7, 9, 7, 6)),
        "the same on a tinted ground": FaceLayout("qr", 0.6, 1.25, hole=(7, 9, 7, 6), light=185),
        "Micro QR, the number": FaceLayout("micro", 0.877, 1, 2.149),
        "AprilTag, the number": FaceLayout("april", 1.35, 1, 2.658),
    }
)
SEEN: Mapping[str, tuple[float, Mapping[str, Any]]] = MappingProxyType(
    {
        "8.0 px/mm": (8.0, {}),
        "4.2": (4.2, {}),
        "3.5": (3.5, {}),
        "2.8": (2.8, {}),
        "2.0": (2.0, {}),
        "2.8, 40° aside": (2.8, {"tilt_deg": 40.0}),
        "2.2, blur 0.9": (2.2, {"sigma_px": 0.9}),
        "2.5, noise 8": (2.5, {"noise": 8.0}),
        "4.2, a third under a finger": (4.2, {"cover": "finger", "covered": 1 / 3}),
        "4.2, a third under glare": (4.2, {"cover": "glare", "covered": 1 / 3}),
    }
)


def printed_face(layout: FaceLayout, payload: str, number: int, white: bool, ground: int) -> Grey:
    """Return the printed face on grey, the symbol in the middle, 6 pixels a module."""
    px = PRINT_PX / layout.module_mm
    half = math.ceil(px * (_DISC_MM / 2 + layout.above_mm)) + 2
    face = np.full((2 * half, 2 * half), 110, np.uint8)
    disc = np.zeros_like(face)
    cv2.circle(disc, (half, round(half + layout.above_mm * px)), round(_DISC_MM / 2 * px), 255, cv2.FILLED)
    face[disc > 0] = ground
    side, quiet = SYMBOL_MODULES[layout.code] * PRINT_PX, round(layout.quiet_modules * PRINT_PX)
    low = half - side // 2
    paper = np.zeros_like(face)
    paper[low - quiet : low + side + quiet, low - quiet : low + side + quiet] = 255
    face[(paper > 0) & (disc > 0)] = layout.light
    shades = np.where(symbol_modules(payload, layout.code), 0, layout.light).astype(np.uint8)
    face[low : low + side, low : low + side] = np.kron(shades, np.ones((PRINT_PX, PRINT_PX), np.uint8))
    if layout.number:
        plate, ink = (0, 255) if white else (255, 0)
        high = round(_NUMBER_MM * px)
        if layout.hole:
            wide, rows, left, top = (modules * PRINT_PX for modules in layout.hole)
            face[low + top : low + top + rows, low + left : low + left + wide] = plate
            middle = low + left + wide // 2, low + top + rows // 2
        else:
            wide = round(1.1 * high)
            middle = half, low + side + round(layout.gap_modules * PRINT_PX) + high // 2
            face[middle[1] - high // 2 : middle[1] + high // 2, half - wide // 2 : half + wide // 2] = plate
        _paint_digit(face, number, middle, high, wide, ink)
    return face


def _paint_digit(face: Grey, number: int, middle: tuple[int, int], high: int, wide: int, ink: int) -> None:
    font = ImageFont.truetype(str(BOLD), high)
    canvas = Image.new("L", (2 * high, 2 * high), 0)
    ImageDraw.Draw(canvas).text((high, high), str(number), font=font, fill=255, anchor="mm")
    drawn = np.asarray(canvas)
    rows, columns = np.nonzero(drawn > 100)
    drawn = drawn[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    width = min(round(drawn.shape[1] * high / drawn.shape[0]), wide)
    share = cv2.resize(drawn, (width, high)) / 255.0
    top, left = middle[1] - high // 2, middle[0] - width // 2
    part = face[top : top + high, left : left + width]
    part[:] = (part * (1 - share) + ink * share).astype(np.uint8)


def read(grey: Grey, code: Symbology, payloads: tuple[str, ...]) -> str | None:
    """Return the text that the first look at a picture reads."""
    if code == "april":
        return next((found.text for found in find_april_codes(grey)), None)
    codes = [found for found in find_codes(grey) if found.code == code]
    text = next((found.text for found in codes if found.text is not None), None)
    if text is None:
        known = (recognised(grey, found, payloads) for found in codes)
        text = next((found.text for found in known if found is not None), None)
    return text


def without_number(shot: LimitShot, layout: FaceLayout) -> LimitShot:
    """Return the picture with the hidden modules painted even.

    The comparison takes them for unknown modules.
    """
    if layout.hole is None:
        return shot
    wide, rows, left, top = layout.hole
    modules = np.array([(left, top), (left + wide, top), (left + wide, top + rows), (left, top + rows)], np.float64)
    side = SYMBOL_MODULES[layout.code]
    square = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    to_picture = cv2.getPerspectiveTransform(square, shot.symbol_px.astype(np.float32))
    outline = np.round(cv2.perspectiveTransform(modules[None], to_picture)[0]).astype(np.int32)
    grey = shot.grey.copy()
    cv2.fillConvexPoly(grey, outline, float(np.median(grey)))
    return replace(shot, grey=grey)


def bench_faces(stickers: int, seed: int) -> None:
    """Print one row for each layout: at first sight / in all read, of so many.

    Wrong ones are in brackets.
    """
    print(f"| first sight / in all, of {stickers} | " + " | ".join(SEEN) + " |")
    print("|:--|" + "--:|" * len(SEEN))
    for name, layout in LAYOUTS.items():
        table = tag_payloads(layout.code)
        payloads = tuple(table.values())
        tokens = [text for tag, text in table.items() if tag.endswith(("/white", "/black"))]
        cells = []
        for px_per_mm, more in SEEN.values():
            rng = np.random.default_rng(seed)
            first = whole = wrong = 0
            seen = Conditions(
                px_per_mm * layout.module_mm,
                offset_modules=OFFSET_MODULES[layout.code],
                **{"sigma_px": 0.6, **more},
            )
            for _ in range(stickers):
                payload = str(rng.choice(tokens))
                ground = int(rng.choice([25, 60, 75, 90, 110, 150, 200]))
                face = printed_face(layout, payload, int(rng.integers(1, 7)), bool(rng.integers(2)), ground)
                shot = shoot(face, layout.code, seen, rng)
                text = read(shot.grey, layout.code, payloads)
                first += text == payload
                if text is None:
                    part, sides, _ = rectified_part(without_number(shot, layout), layout.code)
                    match = match_symbol(part, sides, layout.code, payloads)
                    text = match.text if match else None
                whole += text == payload
                wrong += text not in (None, payload)
            cells.append(f"{first} / {whole}" + f" ({wrong} wrong)" * bool(wrong))
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


TABLES: Mapping[str, tuple[int, float, PictureLook]] = MappingProxyType(
    {
        "5.5 px/mm": (3280, 0.0, PictureLook()),
        "3.9": (2304, 0.0, PictureLook()),
        "2.8": (1640, 0.0, PictureLook()),
        "2.5": (1480, 0.0, PictureLook()),
        "2.2": (1280, 0.0, PictureLook()),
        "2.8, 30° aside": (1640, 30.0, PictureLook()),
        "2.8, dim, noise 7": (1640, 0.0, LIGHTS["dim"]),
        "3.9, blur 1.6": (2304, 0.0, PictureLook(blur_px=1.6)),
        "3.9, glare": (2304, 0.0, PictureLook(gloss=1.0)),
    }
)


#: Colour of what shows in a notch: the floor in shadow.
_NOTCH_BGR = (30, 34, 40)
#: Colour of a lamp's reflection on a drop of clear glue.
_DROP_BGR = (225, 225, 225)


def with_touch_marks(scene: Scene, catalogue: Catalogue) -> Scene:
    """Return the scene with notches and drops on the tokens' faces."""
    marks = SHEETS.touch_marks(catalogue, {"token_mm": _DISC_MM})
    return replace(scene, things=tuple(_marked(thing, marks.get(thing.name)) for thing in scene.things))


def _marked(thing: Thing, mark: TouchMark | None) -> Thing:
    if mark is None:
        return thing
    body = thing.bodies[-1]
    middle = body.outline_mm.mean(0)
    prints = []
    for face in body.prints:
        picture, scale = face.picture.copy(), face.px_per_mm

        def px(points: Sequence[tuple[float, float]], face: Print = face, scale: float = scale) -> Points:
            moved = np.asarray(points, dtype=np.float64) + np.asarray(middle) - np.asarray(face.origin_mm)
            return np.asarray(moved * scale, dtype=np.float64)

        for angle in mark.notches_deg:
            corners = np.round(px(notch(angle, 1.01 * _DISC_MM / 2))).astype(np.int32)
            cv2.fillConvexPoly(picture, corners, _NOTCH_BGR, cv2.LINE_AA)
        for drop in mark.drops_mm:
            left, top = np.round(px([drop])[0]).astype(int)
            cv2.circle(picture, (left, top), round(DROP_MM / 2 * scale), (128, 128, 128), cv2.FILLED, cv2.LINE_AA)
            cv2.circle(picture, (left, top), round(DROP_MM / 4 * scale), _DROP_BGR, cv2.FILLED, cv2.LINE_AA)
        prints.append(replace(face, picture=picture))
    return replace(thing, bodies=(*thing.bodies[:-1], replace(body, prints=tuple(prints))))


def bench_tables(tables: int, seed: int, *, touch_marks: bool) -> None:
    """Print one row for each condition: pieces read of those in sight, and wrong ones."""
    present = make_catalogue()
    former = replace(present, tags=tuple(tag.before or tag for tag in present.tags))
    other = "with notches and drops" if touch_marks else "tags as large as formerly"
    print(f"| whole tables | the faces of today: read / wrong | {other}: read / wrong |")
    print("|:--|--:|--:|")
    for name, (width, tilt_deg, look) in TABLES.items():
        cells = []
        for catalogue, marked in ((present, False), (present if touch_marks else former, touch_marks)):
            read_right = in_sight = wrong = 0
            for number in range(seed, seed + tables):
                rng = random.Random(number)
                scene = scene_from_position(random_table(rng, everything=True), catalogue, seed=number)
                if marked:
                    scene = with_touch_marks(scene, catalogue)
                view = fit_view(
                    required_points(catalogue),
                    (width, width * 9 // 16),
                    focal_px=0.77 * width,
                    tilt_deg=tilt_deg,
                    azimuth_deg=rng.uniform(0, 360),
                    roll_deg=rng.uniform(-5, 5),
                )
                shot = render(scene, view, look, number)
                lies = {thing["id"]: thing for thing in shot.truth["things"]}
                reading = read_picture(shot.picture, catalogue, covers=covered_cells)
                for placed in reading.placed_tags:
                    thing = lies.get(placed.tag.id)
                    near = thing and math.dist(thing["centre_mm"], placed.centre_mm) < catalogue.grid.cell_mm / 4
                    wrong += not near
                    read_right += bool(near and thing and thing["visible"] > _IN_SIGHT)
                pieces = [thing for tag, thing in lies.items() if not tag.startswith("ref-")]
                in_sight += sum(thing["visible"] > _IN_SIGHT for thing in pieces)
            cells.append(f"{read_right}/{in_sight} / {wrong}")
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Compares layouts of a token's face.")
    parser.add_argument("--stickers", type=int, default=100)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--tables", type=int, default=0, help="whole tables instead, so many in each condition")
    parser.add_argument("--touch-marks", action="store_true", help="beside tokens with notches and drops")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.tables:
        bench_tables(args.tables, args.seed, touch_marks=args.touch_marks)
    else:
        bench_faces(args.stickers, args.seed)


if __name__ == "__main__":
    main()
