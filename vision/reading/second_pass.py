"""Second pass of a reading: another look at places where something unread lies."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.decode.known_tags import detect_tags
from vision.decode.rescan import SquareToRead, decode_rectified, rescan_places
from vision.decode.scanned_places import ScannedPlaces
from vision.locate.board import BoardLocator
from vision.locate.rectified import rectify, relight
from vision.locate.registration import Registration
from vision.locate.thorough_search import ENOUGH_REFERENCES, ROUND_TAG, missing_references
from vision.model.catalogue import Catalogue
from vision.model.code_detection import CodeDetection
from vision.model.pinhole import Pinhole, Points
from vision.model.placed_tags import placed_tags
from vision.model.surface import Mat
from vision.occupancy.first_sight import shown_at_first_sight
from vision.occupancy.unread_search import (
    LOOK_HEIGHT_MM,
    Decoded,
    UnreadObjects,
    UnreadPlaces,
    UnreadSearch,
    at_first_sight,
)

#: With so many times as many tags after the second pass the camera is estimated anew, if that can change it: where four
#: references or more were seen, more pieces moved the board's corners by 0.07 mm at most (27 pictures).
_WORTH_REFITTING = 1.25
#: If that moves a corner of the board so far, the rest is looked at once more.
_MOVED_MM = 3.0


@dataclass(frozen=True, eq=False)
class Findings:
    """Findings up to now.

    `fitted_tag_count` is the number of tags seen when the camera was estimated last.
    """

    decoded: Decoded
    registration: Registration
    fitted_tag_count: int


@dataclass(frozen=True, eq=False)
class SecondPass:
    """Scan of the places of a located picture at which something lies that was not read.

    `worth` is that of `Reader.read`; only where it `may_refit` the camera is estimated anew with many new tags.
    """

    locator: BoardLocator
    search: UnreadSearch
    worth: Callable[[Points], bool] | None
    may_refit: bool

    def scan(self, found: Findings, scanned: ScannedPlaces) -> tuple[Findings, UnreadObjects]:
        """Return all findings, and what stays unread; note the places that are `scanned`."""
        catalogue = self.locator.catalogue
        first, refitted = self.search.places(found.decoded), True
        if isinstance(catalogue.surface, Mat):
            found, first = self._decode_quickly(found, first)
        while refitted:
            unread_places = self._worthwhile(at_first_sight(first.places, catalogue), found)
            places = _places_to_scan(catalogue, unread_places, found.decoded.codes)
            new = self._rescan(places, found, scanned)
            if not new:
                break
            camera = found.registration.camera
            found, first, refitted = self._merge_codes(found, first, new)
            if refitted and _corner_distance_mm(camera, found.registration.camera, catalogue) > _MOVED_MM:
                scanned.clear()
        # All else is asked only when nothing more can be read without it.
        objects = self.search.objects(found.decoded, first)
        while True:
            new = self._rescan(self._worthwhile(objects.inked, found), found, scanned)
            new = new or self._rescan(self._worthwhile(objects.places, found), found, scanned)
            if not new:
                break
            found, first, objects = self._merge_rest(found, first, objects, new)
        return found, objects

    def _rescan(self, places: Sequence[SquareToRead], found: Findings, scanned: ScannedPlaces) -> list[CodeDetection]:
        """Return the codes found at those of the places that were not scanned before."""
        catalogue, codes, camera = self.locator.catalogue, found.decoded.codes, found.registration.camera
        places = shown_at_first_sight(scanned.unscanned(places), found.decoded.board, catalogue, codes)
        rescan = rescan_places(self.locator.grey, camera, catalogue, places, codes)
        scanned.give_up(rescan.settled, camera)
        scanned.blur(rescan.blurred)
        scanned.found(rescan.codes)
        return rescan.codes

    def _decode_quickly(self, found: Findings, first: UnreadPlaces) -> tuple[Findings, UnreadPlaces]:
        """Decode the worthwhile places on a mat quickly; return the new findings and unread places."""
        new = decode_rectified(
            self.locator.grey,
            found.registration.camera,
            self.locator.catalogue,
            self._worthwhile(first.places, found),
            found.decoded.codes,
        )
        if not new:
            return found, first
        found, first, _ = self._merge_codes(found, first, new)
        return found, first

    def _worthwhile(self, places: Sequence[SquareToRead], found: Findings) -> Sequence[SquareToRead]:
        """Return the places at which a rescan may find more, by the caller's `worth`."""
        camera = found.registration.camera
        return [place for place in places if self.worth is None or self.worth(place.corners_px(camera))]

    def _merge_codes(
        self, found: Findings, first: UnreadPlaces, new: Sequence[CodeDetection]
    ) -> tuple[Findings, UnreadPlaces, bool]:
        """Merge new codes and search for unread places anew; return if the camera was refitted."""
        found, refitted = self._merge_detections(found, new)
        return found, self.search.places(found.decoded, None if refitted else first.mat), refitted

    def _merge_rest(
        self, found: Findings, first: UnreadPlaces, unread_objects: UnreadObjects, new: Sequence[CodeDetection]
    ) -> tuple[Findings, UnreadPlaces, UnreadObjects]:
        """Merge new codes; search for unread places and objects anew."""
        more, first, _ = self._merge_codes(found, first, new)
        same_camera = more.registration is found.registration
        return more, first, self.search.objects(more.decoded, first, unread_objects if same_camera else None)

    def _merge_detections(self, found: Findings, new: Sequence[CodeDetection]) -> tuple[Findings, bool]:
        """Merge new codes; also return whether the camera was refitted.

        It is refitted if the new codes are many: to more references, or to more pieces if the references are few. The
        light is taken anew in any case.
        """
        grey, catalogue = self.locator.grey, self.locator.catalogue
        registration, decoded = found.registration, found.decoded
        new_seen = detect_tags(grey, catalogue, new)
        codes, seen = [*decoded.codes, *new], [*decoded.seen, *new_seen]
        if not self.may_refit or len(seen) <= _WORTH_REFITTING * found.fitted_tag_count:
            placed = (*decoded.placed, *placed_tags(new_seen, registration.camera, catalogue))
            return Findings(Decoded(codes, seen, decoded.board, placed), registration, found.fitted_tag_count), False
        known, more = (
            {tag.tag.id for tag in tags if tag.tag.placement_mm is not None} for tags in (decoded.seen, new_seen)
        )
        if len(known) >= ENOUGH_REFERENCES and more <= known:
            board = relight(decoded.board, self.search.image, seen)
        else:
            registration = replace(self.locator.register(seen), print_scale=registration.print_scale)
            board = rectify(self.search.image, registration.camera, catalogue, seen, LOOK_HEIGHT_MM)
        placed = placed_tags(seen, registration.camera, catalogue)
        return Findings(Decoded(codes, seen, board, placed), registration, len(seen)), True


def _places_to_scan(
    catalogue: Catalogue, unread_places: Sequence[SquareToRead], codes: Sequence[CodeDetection]
) -> list[SquareToRead]:
    """Return the places to scan one by one: the unread places, and missing references."""
    places = list(unread_places)
    missing = missing_references(catalogue, codes, ROUND_TAG)
    if len(catalogue.references) - len(missing) < ENOUGH_REFERENCES:
        places += missing
    return places


def _corner_distance_mm(camera: Pinhole, other: Pinhole, catalogue: Catalogue) -> float:
    """Return the largest distance of the surface's corners between two cameras, in mm."""
    left, top, right, bottom = catalogue.surface.extent_mm
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    return float(np.linalg.norm(other.on_plane(camera.project(corners)) - corners, axis=1).max())
