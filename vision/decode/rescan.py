"""Rescan: parts of the picture with unread things, rectified, enlarged and sharpened."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

import cv2
import numpy as np

from vision.decode.alignment import Grey
from vision.decode.codebook import best_match, distinct_sides
from vision.decode.codes import CodeDetection
from vision.decode.finder_patterns import FinderSearch, dark_as_symbol
from vision.decode.symbologies import find_codes_of
from vision.model.catalogue import QUIET_MODULES, SYMBOL_MODULES, Catalogue, Symbology, Tag
from vision.model.pinhole import Matrix, Pinhole, Points

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
#: Many places are looked at at once, so much enlarged and sharpened: a place takes as long as so many pixels.
_ENLARGE_ALL = 2
_SHARPEN_ALL = 1.0
_PLACE_PX = 150_000
#: A place at which no known symbol is more alike than this holds none (foreign codes stay below, a known tag that any
#: way reads is above): the dearer ways are not tried.
_HOPELESS = 0.35

#: A symbol and a little of its quiet zone.
_WIPE_SCALE = 1.1


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
            # Half as fine is looked at in a quarter of the time.
            coarse = np.asarray(cv2.resize(part, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
            halves = [side_px / 2 for side_px in sides_px]
            return FinderSearch(coarse).shows_symbol(halves) and finders.shows_symbol(sides_px)
        # Half of a tag that is covered may lie on the ground.
        return (self.on == "ground" and dark_as_symbol(part, min(sides_px))) or finders.shows_finder(min(sides_px))

    def corners_px(self, camera: Pinhole) -> Points:
        """The corners (4, 2) of the square in the picture."""
        half = self.side_mm / 2
        square = np.array(self.centre_mm) + np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
        return camera.project(np.column_stack([square, np.full(4, self.height_mm)]))

    def is_in(self, grey: Grey, camera: Pinhole) -> bool:
        """Return True if the middle of the square is in the picture."""
        middle = camera.project([(*self.centre_mm, self.height_mm)])[0]
        return bool(((middle >= 0) & (middle <= np.array(grey.shape[::-1]) - 1)).all())

    def holds_any(self, codes: Sequence[CodeDetection], camera: Pinhole) -> bool:
        """Return True if one of the codes lies about the middle of the place."""
        if not codes:
            return False
        off = np.abs(camera.on_plane([code.centre_px for code in codes], self.height_mm) - self.centre_mm)
        return bool((off.max(axis=1) < self.side_mm / 4).any())


def rescan_places(
    grey: Grey, camera: Pinhole, catalogue: Catalogue, places: Sequence[SquareToRead], codes: Sequence[CodeDetection]
) -> list[CodeDetection]:
    """Return the codes at these places that are none of the known `codes`.

    Their corners are in the picture's pixels.
    """
    places = [place for place in places if place.is_in(grey, camera)]
    if not places:
        return []
    still_unread = grey.copy()
    _paint_over_codes(still_unread, codes)
    # Of places where there may be prints few hold anything.
    sure_things = [place for place in places if place.on == "place"]
    found = _decode_all_places(still_unread, camera, sure_things, catalogue.code)
    _paint_over_codes(still_unread, found)
    for place in places:
        if not place.holds_any(found, camera):
            payloads = catalogue.payloads_beside(place.tags, [code.text for code in (*codes, *found)])
            new = _scan_place(still_unread, camera, catalogue, place, payloads)
            _paint_over_codes(still_unread, new)
            found = merged(found, new)
    return merged(codes, found)[len(codes) :]


def decode_rectified(
    grey: Grey, camera: Pinhole, catalogue: Catalogue, places: Sequence[SquareToRead], codes: Sequence[CodeDetection]
) -> list[CodeDetection]:
    """Decode the catalogue's codes at these places, sharpened and enlarged.

    The known `codes` are left out. This takes a tenth of the time of `rescan_places`. Then the places of cards are
    known, and most of their print needs no rescan. Places on pieces are left to `rescan_places`: few hold anything.
    """
    found: list[CodeDetection] = []
    for place in places:
        if place.on == "piece" or not place.is_in(grey, camera) or place.holds_any(found, camera):
            continue
        new = _decode_all_places(grey, camera, [place], catalogue.code)
        found = merged(found, [code for code in new if code.text in catalogue.by_payload])
    return merged(codes, found)[len(codes) :]


def _decode_all_places(
    grey: Grey, camera: Pinhole, places: Sequence[SquareToRead], code: Symbology
) -> list[CodeDetection]:
    """Return the codes in an enlarged part of the picture that holds all the places.

    Does so only if one place after the other would take longer.
    """
    if not places:
        return []
    corners = np.vstack([place.corners_px(camera) for place in places])
    low = np.clip(np.floor(corners.min(axis=0)), 0, grey.shape[::-1]).astype(int)
    high = np.clip(np.ceil(corners.max(axis=0)), low, grey.shape[::-1]).astype(int)
    if math.prod((high - low).tolist()) > len(places) * _PLACE_PX:
        return []
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


def _scan_place(
    grey: Grey, camera: Pinhole, catalogue: Catalogue, place: SquareToRead, payloads: tuple[str, ...]
) -> list[CodeDetection]:
    """Return the codes at a place, their corners in the picture's pixels.

    The tags there have one of these payloads. Tries ways of rising cost and stops at the first that reads a tag of
    the catalogue: comparison, which finds most of the tags there, then decoders.
    """
    modules = SYMBOL_MODULES[catalogue.code]
    symbol_share = modules / (modules + 2 * QUIET_MODULES[catalogue.code])
    module_mm = min(tag.size_mm for tag in place.tags) * symbol_share / modules
    found: list[CodeDetection] = []

    def part_for(way: tuple[float, float, float]) -> tuple[Grey, Matrix]:
        module_px, smooth, sharpen = way
        size = max(round(place.side_mm * module_px / module_mm), 8)
        return rectified(grey, place.corners_px(camera), size, smooth, sharpen)

    def decoder(way: tuple[float, float, float]) -> bool:
        part, to_picture = part_for(way)
        codes = [code for code in find_codes_of(catalogue.code, part) if code.text is not None]
        found.extend(_moved(code, to_picture) for code in codes)
        return any(code.text in catalogue.by_payload for code in codes)

    part, to_picture = part_for(FOR_MATCHING[catalogue.code])
    # What is nearer to the camera than the plane of the part looks larger in it.
    eye = camera.position_mm[2]
    printed = (catalogue.by_payload[payload] for payload in payloads)
    sides_mm = {(tag.size_mm * symbol_share, tag.height_mm) for tag in printed}
    sides = {round(side * (eye - place.height_mm) / (eye - high), 1) for side, high in sides_mm}
    sides_px = distinct_sides(side * FOR_MATCHING[catalogue.code][0] / module_mm for side in sides)
    finders = FinderSearch(part)
    if catalogue.code == "qr" and not place.may_hold_symbol(part, sides_px, finders):
        return []
    match = best_match(part, sides_px, catalogue.code, payloads, finders)
    if match.sure:
        return [_moved(match.code, to_picture)]
    hopeless = match.score < _HOPELESS
    if hopeless and catalogue.code == "qr" and place.on == "ground" and not finders.shows_finder(min(sides_px)):
        return []
    # AprilTags have no foreign codes, and few are decoded that comparison does not find.
    ways = {"qr": 1, "micro": 1 if hopeless else 2, "april": 0 if hopeless else 1}[catalogue.code]
    for way in _FOR_DECODER[:ways]:
        if decoder(way):
            break
    return found


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
    some = part[::4, ::4]
    low, high = np.percentile(some[some < _GLARE] if (some < _GLARE).mean() > _NO_GLARE else some, (1, 99))
    gain = 255.0 / max(high - low, 16.0)
    shades = np.asarray(cv2.convertScaleAbs(np.maximum(part, int(low)), alpha=gain, beta=-low * gain), np.uint8)
    if smooth:
        shades = np.asarray(cv2.GaussianBlur(shades, (0, 0), smooth * blow_up), np.uint8)
    if sharpen:
        soft = cv2.GaussianBlur(shades, (0, 0), _SHARPEN_PX * blow_up)
        shades = np.asarray(cv2.addWeighted(shades, 1 + sharpen, soft, -sharpen, 0), np.uint8)
    return shades


def _moved(code: CodeDetection, to_picture: Matrix) -> CodeDetection:
    corners = cv2.perspectiveTransform(code.corners.reshape(-1, 1, 2), to_picture)
    return replace(code, corners=np.asarray(corners, np.float64).reshape(-1, 2))


def _paint_over_codes(grey: Grey, codes: Sequence[CodeDetection]) -> None:
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
    """The codes and those of `more` that are decoded and not at the place of a decoded one."""
    together = list(codes)
    for code in more:
        if code.text is not None and not any(c.text is not None and c.same_place(code) for c in together):
            together.append(code)
    return together
