"""Rescan: parts of the picture with unread things, rectified, enlarged and sharpened."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Literal, NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.decode.alignment import Grey
from vision.decode.codebook import MOST_TRIPLES, best_match, distinct_sides, quick_matches
from vision.decode.finder_patterns import FinderSearch, dark_as_symbol
from vision.decode.match import UNSURE_AGAIN, Match
from vision.decode.symbologies import find_codes_of
from vision.model.catalogue import Catalogue, Tag
from vision.model.code_detection import CodeDetection
from vision.model.pinhole import Matrix, Pinhole, Points
from vision.symbology import QUIET_MODULES, SYMBOL_MODULES, Symbology

#: How the rectified part is made for each way of reading: pixels a module of the smallest tag, blur before and
#: strength of sharpening; a decoder may be asked twice. (Of 183 places where comparison did not find a QR tag, in
#: pictures at the limit of what can be read, no decoder read one, however the part was made; it finds foreign codes.)
_FOR_DECODER = ((4.8, 0.0, 1.0), (6.6, 0.0, 2.0))
FOR_MATCHING: Mapping[Symbology, tuple[float, float, float]] = MappingProxyType(
    {"qr": (2.0, 0.3, 0.0), "micro": (2.0, 0.3, 0.0), "april": (3.0, 0.3, 0.0)}
)

#: The blur that sharpening takes away, in pixels of the picture.
_SHARPEN_PX = 0.8
#: Brighter is glare, unless less than this share of a part is darker.
_GLARE = 250
_NO_GLARE = 0.25
#: Black and white of a part are these shares from its darkest to its brightest.
_ENDS = (0.01, 0.99)
#: Many places are looked at at once, so much enlarged and sharpened: a place takes as long as so many pixels.
_ENLARGE_ALL = 2
_SHARPEN_ALL = 1.0
_PLACE_PX = 150_000
#: With modules of so many pixels, enlarged, nothing more is decoded when a place is looked at alone.
_FINE_PX = 4.0
#: A place at which no known symbol is more alike than this holds none (foreign codes stay below, a known tag that any
#: way reads is above): the dearer ways are not tried.
_HOPELESS = 0.35

#: With so many places at which a known tag is not sure the picture is too blurred; a single tag may be worn.
_TOO_BLURRED = 2

#: A symbol and a little of its quiet zone.
_WIPE_SCALE = 1.1


#: The corners of a square, clockwise, and its middle, in halves of its side.
_SQUARE = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1), (0, 0)])


@dataclass(frozen=True)
class SquareToRead:
    """Square of the table for the rescan: its middle and side in mm, its height above the board.

    `tags` are those that may lie there. `on` is what it lies on: a cell or a reference's place, a cell whose print
    seems to be in sight, a mat's open ground, or a piece that was read. On a full mat much print on pieces looks like
    ink. So on prints, on open ground and on pieces the rescan stops early if the place does not look like a symbol at
    first sight.
    """

    centre_mm: tuple[float, float]
    side_mm: float
    height_mm: float
    tags: tuple[Tag, ...]
    on: Literal["place", "print", "ground", "piece"] = "place"

    def may_hold_symbol(self, part: Grey, sides_px: Sequence[float], finders: FinderSearch) -> bool:
        """Return True if the square is worth a closer look.

        `part` is the square as seen from above, `sides_px` are the sides that QR symbols can have in it, `finders`
        searches it.
        """
        if self.on == "place":
            return True
        if self.on == "print":
            return finders.shows_symbol(sides_px)
        # Half of a tag that is covered may lie on the ground.
        return (self.on == "ground" and dark_as_symbol(part, min(sides_px))) or finders.shows_finder(min(sides_px))

    def corners_px(self, camera: Pinhole) -> Points:
        """Return the corners (4, 2) of the square in the picture."""
        return np.asarray(squares_px([self], camera)[0, :4], np.float64)


def squares_px(places: Sequence[SquareToRead], camera: Pinhole) -> Points:
    """Return the corners and the middle of each square in the picture: (n, 5, 2)."""
    middles, halves = np.array([place.centre_mm for place in places]), [place.side_mm / 2 for place in places]
    points = middles[:, None] + _SQUARE * np.array(halves)[:, None, None]
    heights = np.repeat([place.height_mm for place in places], len(_SQUARE))
    return camera.project(np.column_stack([points.reshape(-1, 2), heights])).reshape(-1, len(_SQUARE), 2)


class Rescan(NamedTuple):
    """Codes found at some places, and what came of the others.

    `settled` are the places of which a second scan would tell no more: like no known symbol, or too blurred. At
    `blurred` ones a known symbol seems to lie that is not sure.
    """

    codes: list[CodeDetection]
    settled: list[SquareToRead]
    blurred: list[SquareToRead]


def rescan_places(
    grey: Grey, camera: Pinhole, catalogue: Catalogue, places: Sequence[SquareToRead], codes: Sequence[CodeDetection]
) -> Rescan:
    """Scan these places for codes that are none of the known `codes`.

    Their corners are in the picture's pixels.
    """
    if not places:
        return Rescan([], [], [])
    squares = squares_px(places, camera)
    in_picture = _in_picture(squares, grey)
    still_unread = grey.copy()
    paint_over_codes(still_unread, codes)
    # Of places where there may be prints few hold anything.
    sure_things = np.array([place.on == "place" for place in places]) & in_picture
    decoded = _decode_all_places(still_unread, squares[sure_things, :4], catalogue.code)
    found = decoded or []
    paint_over_codes(still_unread, found)
    unsure: dict[int, Match] = {}
    left = [number for number in np.flatnonzero(in_picture).tolist() if not _holds_any(squares[number], found)]
    texts = [code.text for code in (*codes, *found)]
    parts = {
        number: _prepare(still_unread, squares[number], camera, catalogue, places[number], texts) for number in left
    }
    new = _match_quickly([part for part in parts.values() if part.may_hold_symbol], catalogue.code)
    for number in left:
        paint_over_codes(still_unread, new)
        found = merged(found, new)
        if new:
            # What was prepared shows them, and perhaps their edition was not known.
            parts = {place: part for place, part in parts.items() if not _meets_any(squares[place], new)}
            texts += [code.text for code in new]
        new = []
        if not _holds_any(squares[number], found):
            part = parts.get(number) or _prepare(
                still_unread, squares[number], camera, catalogue, places[number], texts
            )
            payloads = catalogue.payloads_beside(places[number].tags, texts)
            if part.payloads != payloads:
                part = replace(part, payloads=payloads, sides_px=_sides_px(catalogue, payloads, places[number], camera))
            new, match = _scan_part(still_unread, part, catalogue)
            if match:
                unsure[number] = match
    found = merged(found, new)
    paint_over_codes(still_unread, new)
    # Foreign codes are like no known symbol. Where several known ones are too blurred no decoder reads others.
    blurred = [places[number] for number, match in unsure.items() if match.score >= _HOPELESS]
    unlike = [number for number, match in unsure.items() if match.score < _HOPELESS and len(blurred) < _TOO_BLURRED]
    fine = _modules_px(squares, places, catalogue) * _ENLARGE_ALL > _FINE_PX
    left = [number for number in unlike if not (fine and decoded is not None and sure_things[number])]
    more = _decode_all_places(still_unread, squares[left, :4], catalogue.code) if fine else None
    if more is None:
        more = []
        for number in left:
            more += _decode_place(still_unread, squares[number, :4], catalogue, places[number])
    settled = [places[number] for number, match in unsure.items() if match.gate_margin < UNSURE_AGAIN]
    return Rescan(merged(codes, merged(found, more))[len(codes) :], settled, blurred)


@dataclass(frozen=True, eq=False)
class _Part:
    """Place with these `corners` (4, 2), rectified for comparison, and the map back.

    The symbols there have one of these payloads and sides; `finders` searches the part.
    """

    place: SquareToRead
    corners: Points
    shades: Grey
    to_picture: Matrix
    payloads: tuple[str, ...]
    sides_px: Sequence[float]
    finders: FinderSearch

    @cached_property
    def may_hold_symbol(self) -> bool:
        """True if the place is worth a closer look."""
        return self.place.may_hold_symbol(self.shades, self.sides_px, self.finders)


def _prepare(
    grey: Grey,
    square: Points,
    camera: Pinhole,
    catalogue: Catalogue,
    place: SquareToRead,
    texts: Iterable[str | None],
) -> _Part:
    """Prepare the square (5, 2) about a place for comparison; `texts` are known codes."""
    payloads = catalogue.payloads_beside(place.tags, texts)
    shades, to_picture = _part_for(grey, square[:4], catalogue, place, FOR_MATCHING[catalogue.code])
    sides_px = _sides_px(catalogue, payloads, place, camera)
    return _Part(place, square[:4], shades, to_picture, payloads, sides_px, FinderSearch(shades))


def _sides_px(catalogue: Catalogue, payloads: Sequence[str], place: SquareToRead, camera: Pinhole) -> list[float]:
    """Return the sides of symbols with these payloads in a place prepared for comparison."""
    scale = FOR_MATCHING[catalogue.code][0] / _module_mm(catalogue, place)
    return distinct_sides(side * scale for side in apparent_sides_mm(catalogue, payloads, place.height_mm, camera))


def _match_quickly(parts: Sequence[_Part], code: Symbology) -> list[CodeDetection]:
    """Return the QR tags whose finder patterns show and that are sure at once.

    They are compared all together, which takes a third of the time.
    """
    if code != "qr":
        return []
    groups: defaultdict[tuple[str, ...], list[_Part]] = defaultdict(list)
    for part in parts:
        groups[part.payloads].append(part)
    found: list[CodeDetection] = []
    for payloads, group in groups.items():
        quads = [np.concatenate([part.finders.symbols(side, MOST_TRIPLES) for side in part.sides_px]) for part in group]
        matches = quick_matches([part.shades for part in group], quads, code, payloads)
        sure = [(match.code, part) for match, part in zip(matches, group, strict=True) if match and match.sure]
        found = merged(found, [_moved(code_there, part.to_picture) for code_there, part in sure])
    return found


def _modules_px(squares: Points, places: Sequence[SquareToRead], catalogue: Catalogue) -> float:
    """Return the least side of the smallest tag's modules in squares (n, 5, 2) about places."""
    widths_px = np.linalg.norm(squares[:, 0] - squares[:, 2], axis=1) / math.sqrt(2)
    modules = [_module_mm(catalogue, place) / place.side_mm for place in places]
    return float((widths_px * modules).min())


def _in_picture(squares: Points, grey: Grey) -> npt.NDArray[np.bool_]:
    """Return the squares (n, 5, 2) whose middle is in the picture: (n,)."""
    middles = squares[:, 4]
    return np.asarray(((middles >= 0) & (middles <= np.array(grey.shape[::-1]) - 1)).all(axis=1), np.bool_)


def _holds_any(square: Points, codes: Sequence[CodeDetection]) -> bool:
    """Return True if one of the codes lies about the middle of a square (5, 2)."""
    inner = ((square[:4] + square[4]) / 2).astype(np.float32)
    return any(cv2.pointPolygonTest(inner, code.centre_px, measureDist=False) > 0 for code in codes)


def _meets_any(square: Points, codes: Sequence[CodeDetection]) -> bool:
    """Return True if a corner of one of the codes lies in a square (5, 2)."""
    outline = square[:4].astype(np.float32)
    return any(cv2.pointPolygonTest(outline, corner, False) > 0 for code in codes for corner in code.corners.tolist())


def decode_rectified(
    grey: Grey, camera: Pinhole, catalogue: Catalogue, places: Sequence[SquareToRead], codes: Sequence[CodeDetection]
) -> list[CodeDetection]:
    """Decode the catalogue's codes at these places, sharpened and enlarged.

    The known `codes` are left out. This takes a tenth of the time of `rescan_places`. Then the places of cards are
    known, and most of their print needs no rescan. Places on pieces are left to `rescan_places`: few hold anything.
    """
    found: list[CodeDetection] = []
    places = [place for place in places if place.on != "piece"]
    if not places:
        return []
    squares = squares_px(places, camera)
    for square in squares[_in_picture(squares, grey)]:
        if _holds_any(square, found):
            continue
        new = _decode_all_places(grey, square[None, :4], catalogue.code) or []
        found = merged(found, [code for code in new if code.text in catalogue.by_payload])
    return merged(codes, found)[len(codes) :]


def _decode_all_places(grey: Grey, corners: Points, code: Symbology) -> list[CodeDetection] | None:
    """Return the codes in an enlarged part of the picture that holds all the places.

    `corners` (n, 4, 2) are those of the places. None if one place after the other takes less time.
    """
    if not len(corners):
        return None
    low = np.clip(np.floor(corners.min(axis=(0, 1))), 0, grey.shape[::-1]).astype(int)
    high = np.clip(np.ceil(corners.max(axis=(0, 1))), low, grey.shape[::-1]).astype(int)
    if math.prod((high - low).tolist()) > len(corners) * _PLACE_PX:
        return None
    codes = find_coarse_codes(grey[low[1] : high[1], low[0] : high[0]], code)
    return [replace(code, corners=code.corners + low) for code in codes]


def find_coarse_codes(grey: Grey, kind: Symbology) -> list[CodeDetection]:
    """Find codes that can be decoded when the picture is sharpened and enlarged.

    Their modules may be as small as a pixel.
    """
    sharp = cv2.addWeighted(grey, 1 + _SHARPEN_ALL, cv2.GaussianBlur(grey, (0, 0), _SHARPEN_PX), -_SHARPEN_ALL, 0)
    large = cv2.resize(sharp, None, fx=_ENLARGE_ALL, fy=_ENLARGE_ALL, interpolation=cv2.INTER_CUBIC)
    codes = [code for code in find_codes_of(kind, np.asarray(large, np.uint8)) if code.text is not None]
    return [replace(code, corners=(code.corners + 0.5) / _ENLARGE_ALL - 0.5) for code in codes]


def _scan_part(grey: Grey, part: _Part, catalogue: Catalogue) -> tuple[list[CodeDetection], Match | None]:
    """Return the codes at a place, and the likeliest QR tag there if none is sure.

    Their corners are in the picture's pixels. Tries ways of rising cost and stops at the first that reads a tag of the
    catalogue: comparison, which finds most of the tags there, then decoders.
    """
    code, place = catalogue.code, part.place
    if code == "qr" and not part.may_hold_symbol:
        return [], None
    match = best_match(part.shades, part.sides_px, code, part.payloads, part.finders)
    if match.sure:
        return [_moved(match.code, part.to_picture)], None
    hopeless = match.score < _HOPELESS
    if code == "qr":
        # Of 371 places that were like a known tag and not sure no decoder read any code; what is like none is left to
        # the decoder alone.
        on_ground = place.on == "ground" and not part.finders.shows_finder(min(part.sides_px))
        return [], None if hopeless and on_ground else match
    # AprilTags have no foreign codes, and few are decoded that comparison does not find.
    ways = {"micro": 1 if hopeless else 2, "april": 0 if hopeless else 1}[code]
    found: list[CodeDetection] = []
    for way in _FOR_DECODER[:ways]:
        found += _decode_place(grey, part.corners, catalogue, place, way)
        if any(code.text in catalogue.by_payload for code in found):
            break
    return found, None


def _decode_place(
    grey: Grey,
    corners: Points,
    catalogue: Catalogue,
    place: SquareToRead,
    way: tuple[float, float, float] = _FOR_DECODER[0],
) -> list[CodeDetection]:
    """Return the codes that a decoder finds at a place with these `corners` (4, 2)."""
    part, to_picture = _part_for(grey, corners, catalogue, place, way)
    return [_moved(code, to_picture) for code in find_codes_of(catalogue.code, part) if code.text is not None]


def _part_for(
    grey: Grey, corners: Points, catalogue: Catalogue, place: SquareToRead, way: tuple[float, float, float]
) -> tuple[Grey, Matrix]:
    """Return a place (corners: 4, 2) rectified for a way of reading, and the map back."""
    module_px, smooth, sharpen = way
    size = max(round(place.side_mm * module_px / _module_mm(catalogue, place)), 8)
    return rectified(grey, corners, size, smooth, sharpen)


def _module_mm(catalogue: Catalogue, place: SquareToRead) -> float:
    """Return the side of a module of the smallest tag that may lie there."""
    modules = SYMBOL_MODULES[catalogue.code]
    return min(tag.size_mm for tag in place.tags) / (modules + 2 * QUIET_MODULES[catalogue.code])


def apparent_sides_mm(catalogue: Catalogue, payloads: Sequence[str], height_mm: float, camera: Pinhole) -> list[float]:
    """Return the sides that symbols of these payloads seem to have on the plane at this height.

    What is nearer to the camera than the plane looks larger in it.
    """
    eye, printed = camera.position_mm[2], catalogue.printed_sides
    sides_mm = {printed[payload] for payload in payloads}
    return sorted({round(side * (eye - height_mm) / (eye - high), 1) for side, high in sides_mm})


def rectified(grey: Grey, corners: Points, size: int, smooth: float, sharpen: float) -> tuple[Grey, Matrix]:
    """Return a quad (4, 2) of the picture as a square, smoothed and sharpened, and the map back."""
    own = np.array([(0, 0), (size, 0), (size, size), (0, size)], np.float32) - 0.5
    to_picture = np.asarray(cv2.getPerspectiveTransform(own, corners.astype(np.float32)), np.float64)
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    part = cv2.warpPerspective(grey, to_picture, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    side_px = float(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).mean())
    blow_up = max(size / max(side_px, 1.0), 1.0)
    return _enhanced(np.asarray(part, np.uint8), blow_up, smooth, sharpen), to_picture


def _enhanced(part: Grey, blow_up: float, smooth: float, sharpen: float) -> Grey:
    """Stretch from black to white, smooth, then sharpen at the scale of the original picture.

    Glare becomes as white as paper, so that its rim is no edge.
    """
    counts = np.bincount(part[::4, ::4].ravel(), minlength=256)
    if counts[:_GLARE].sum() > _NO_GLARE * counts.sum():
        counts[_GLARE:] = 0
    low, high = _percentiles(counts)
    gain = 255.0 / max(high - low, 16.0)
    shades = np.asarray(cv2.convertScaleAbs(np.maximum(part, int(low)), alpha=gain, beta=-low * gain), np.uint8)
    if smooth:
        shades = np.asarray(cv2.GaussianBlur(shades, (0, 0), smooth * blow_up), np.uint8)
    if sharpen:
        soft = cv2.GaussianBlur(shades, (0, 0), _SHARPEN_PX * blow_up)
        shades = np.asarray(cv2.addWeighted(shades, 1 + sharpen, soft, -sharpen, 0), np.uint8)
    return shades


def _percentiles(counts: npt.NDArray[np.int64]) -> tuple[float, float]:
    """Return the grey levels at `_ENDS`; `counts` (256,) are the pixels of each level."""
    ranks = np.array(_ENDS) * (counts.sum() - 1)
    below = np.floor(ranks)
    levels = np.searchsorted(np.cumsum(counts), [below, np.minimum(below + 1, counts.sum() - 1)], side="right")
    low, high = levels[0] + (ranks - below) * (levels[1] - levels[0])
    return float(low), float(high)


def _moved(code: CodeDetection, to_picture: Matrix) -> CodeDetection:
    corners = cv2.perspectiveTransform(code.corners.reshape(-1, 1, 2), to_picture)
    return replace(code, corners=np.asarray(corners, np.float64).reshape(-1, 2))


def paint_over_codes(grey: Grey, codes: Sequence[CodeDetection]) -> None:
    """Paint paper over the symbols of decoded codes, in place.

    A look at the place beside them then does not find them again.
    """
    decoded = [code.corners for code in codes if code.text is not None]
    if not decoded:
        return
    corners = np.array(decoded)
    middles = corners.mean(axis=1, keepdims=True)
    outlines = np.round(middles + (corners - middles) * _WIPE_SCALE).astype(np.int32)
    x, y = np.moveaxis(np.clip(outlines, 0, np.array(grey.shape[::-1]) - 1), 2, 0)
    for outline, shade in zip(outlines, np.median(grey[y, x], axis=1).tolist(), strict=True):
        cv2.fillConvexPoly(grey, outline, shade)


def merged(codes: Sequence[CodeDetection], more: Sequence[CodeDetection]) -> list[CodeDetection]:
    """Merge codes with those of `more` that are decoded, not at the place of a decoded one."""
    together = list(codes)
    for code in more:
        if code.text is not None and not any(c.text is not None and c.same_place(code) for c in together):
            together.append(code)
    return together
