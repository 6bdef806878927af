"""Picture reading: from pixels to the cell of each tag, and to what could not be read.

The stages, each with small values between: codes -> reference tags -> registration -> placed tags, then a second pass
at the cells on which something lies that was not read.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.decode.codes import CodeDetection
from vision.decode.first_sight import shown_at_first_sight
from vision.decode.rescan import SquareToRead, decode_rectified, rescan_places
from vision.decode.scanned_places import ScannedPlaces
from vision.decode.symbologies import find_codes_of
from vision.decode.thorough_search import ENOUGH_REFERENCES, ROUND_TAG, missing_references
from vision.decode.undecoded import recognise_codes
from vision.locate.board import BoardLocator
from vision.locate.print_scale import print_note, retagged, scale_catalogue
from vision.locate.rectified import rectify, relight
from vision.locate.registration import Registration
from vision.locate.veil import veiled_cells, without_veil
from vision.model.bare_board import BareBoard
from vision.model.catalogue import Catalogue
from vision.model.detections import detect_tags, foreign_codes
from vision.model.pinhole import Pinhole, Points
from vision.model.placed_tags import Covers, PlacedTag, placed_tags, strip_dropped_codes
from vision.model.profile import CameraProfile
from vision.model.surface import Mat
from vision.occupancy.unread_search import (
    LOOK_HEIGHT_MM,
    Decoded,
    UnreadObjects,
    UnreadPlaces,
    UnreadSearch,
    at_first_sight,
)
from vision.occupancy.zones import Spot
from vision.picture import Pixels, checked_pixels, in_grey

#: With so many times as many tags after the second pass the camera is estimated anew, if that can change it: where four
#: references or more were seen, more pieces moved the board's corners by 0.07 mm at most (27 pictures).
_WORTH_REFITTING = 1.25
#: If that moves a corner of the board so far, the rest is looked at once more.
_MOVED_MM = 3.0
#: Where so large a share of all places is unreadable, or a reference was left out, the picture may be torn.
_MANY_UNREADABLE = 0.15


@dataclass(frozen=True, eq=False)
class Reading:
    """All that one picture shows.

    `placed_tags` are the tags read, reference tags excluded; a tag that is seen at two places is there twice.
    `unreadable` are cells or zones, in the surface's order, in which something lies that could not be read, on a mat
    with the `spots` where it lies; over those of the cells that are `covered` it reaches in from beyond the board, as
    an arm does (on floors these are the tags of tiles). `foreign` counts the codes that are none of the catalogue's;
    `notes` are sentences about what was odd but not in the way; `codes` are all that were found, reference tags
    included. Of codes that lie on a mat where nothing is read, or of a kind that is not read there, only the outline is
    left, in `codes`, and none is counted. `occluded` are the cells of whose print tall pieces that were read hide too
    much to know that nothing lies there. `veiled` are those of the unreadable cells over which a window or a lamp is
    mirrored. `knows_bare_board`: the look of the bare board told what lies there.
    """

    registration: Registration
    placed_tags: tuple[PlacedTag, ...]
    unreadable: tuple[str, ...]
    foreign: int
    notes: tuple[str, ...] = ()
    codes: tuple[CodeDetection, ...] = ()
    spots: tuple[Spot, ...] = ()
    covered: tuple[str, ...] = ()
    occluded: tuple[str, ...] = ()
    veiled: tuple[str, ...] = ()
    knows_bare_board: bool = False

    @property
    def hidden(self) -> tuple[str, ...]:
        """Occluded cells without a reading: no tag was read there, and nothing else is seen there.

        On a large piece another may lie, so of a large piece only the cell with the tag is known.
        """
        known = {placed.cell for placed in self.placed_tags} | set(self.unreadable)
        return tuple(cell for cell in self.occluded if cell not in known)


def read_picture(
    picture: Pixels,
    catalogue: Catalogue,
    profile: CameraProfile | None = None,
    *,
    focal_px: float | None = None,
    covers: Covers | None = None,
) -> Reading:
    """Read one picture (BGR or grey); the arguments and errors are those of `Reader`."""
    return Reader(catalogue, profile, focal_px=focal_px, covers=covers).read(picture)


@dataclass(frozen=True, eq=False)
class Reader:
    """Reader of pictures of one table through one camera.

    `focal_px` is what the camera itself says of its focal length (see `Picture`), used if there is no `profile`.
    `covers` tells which cells the piece of a placed tag covers, for pieces larger than one cell. `bare_board` is the
    look of the bare board, the profile's if none is given; that of a board of another size is not used.
    """

    catalogue: Catalogue
    profile: CameraProfile | None = None
    focal_px: float | None = None
    covers: Covers | None = None
    bare_board: BareBoard | None = None

    def read(
        self,
        picture: Pixels,
        *,
        codes: Sequence[CodeDetection] | None = None,
        held: Registration | None = None,
        worth: Callable[[Points], bool] | None = None,
    ) -> Reading:
        """Read a picture (BGR or grey; one channel and four are taken for these).

        Who watches the table may know much of the picture already: with `codes` only what they leave unread is
        looked at, and where a registration is `held`, the board is not located anew (at least one of the codes must
        be the catalogue's). `worth` tells of a place, by its corners (4, 2) in the picture, whether a second look
        may find more than the last one did. Raises BoardNotFoundError (TornPictureError, OtherSymbologyError),
        MirroredPictureError, NegativePictureError, ProfileError if the profile is for another kind of picture, and
        PictureError for an array that is no picture.
        """
        picture = checked_pixels(picture)
        grey, catalogue = in_grey(picture), self.catalogue
        locator = BoardLocator(grey, catalogue, self.profile, self.focal_px)
        detections = find_codes_of(catalogue.code, grey) if codes is None else list(codes)
        detections = recognise_codes(grey, catalogue, detections)
        if held:
            seen, registration = detect_tags(grey, catalogue, detections), held
        elif codes is None:
            detections, seen, registration = locator.search(detections)
        else:
            seen, registration = locator.locate(detections)
        if registration.print_scale != 1.0:
            catalogue = scale_catalogue(catalogue, registration.print_scale)
            seen = retagged(seen, catalogue)
        bare_board = self.bare_board or (self.profile.bare_board if self.profile else None)
        # Tags are read as they are; what is not read is looked for in what lies under the veils.
        on_mat = isinstance(catalogue.surface, Mat)
        cleared = picture if on_mat else without_veil(picture, registration.camera, catalogue, seen)
        search = UnreadSearch(cleared, catalogue, self.covers, bare_board)
        second_pass = _SecondPass(replace(locator, catalogue=catalogue), search, worth, may_refit=held is None)
        board = rectify(
            cleared, registration.camera, catalogue, seen, LOOK_HEIGHT_MM, grey=grey if cleared is picture else None
        )
        placed = placed_tags(seen, registration.camera, catalogue)
        found, unread = second_pass.scan(_Findings(Decoded(detections, seen, board, placed), registration, len(seen)))
        registration, placed = found.registration, found.decoded.placed
        if registration.notes or len(unread.unreadable) > _MANY_UNREADABLE * len(catalogue.surface.places):
            locator.refuse_torn()
        kept = strip_dropped_codes(found.decoded.codes, placed, registration.camera, catalogue)
        veiled: tuple[str, ...] = ()
        if on_mat:
            placed = tuple(one for one in placed if one.zone is not None)
        else:
            veiled = veiled_cells(picture, cleared, registration.camera, catalogue, unread.unreadable)
        notes = registration.notes
        if registration.print_scale != 1.0:
            notes = (*notes, print_note(catalogue, registration.print_scale))
        return Reading(
            registration,
            placed,
            unread.unreadable,
            len(foreign_codes(kept, catalogue)),
            notes=notes,
            codes=kept,
            spots=unread.spots,
            covered=unread.covered,
            occluded=unread.occluded,
            veiled=veiled,
            knows_bare_board=bare_board is not None,
        )


@dataclass(frozen=True, eq=False)
class _Findings:
    """Findings up to now.

    `fitted_tag_count` is the number of tags seen when the camera was estimated last.
    """

    decoded: Decoded
    registration: Registration
    fitted_tag_count: int


@dataclass(frozen=True, eq=False)
class _SecondPass:
    """Scan of the places of a located picture at which something lies that was not read.

    `worth` is that of `Reader.read`; only where it `may_refit` the camera is estimated anew with many new tags.
    """

    locator: BoardLocator
    search: UnreadSearch
    worth: Callable[[Points], bool] | None
    may_refit: bool

    def scan(self, found: _Findings) -> tuple[_Findings, UnreadObjects]:
        """Return all findings, and what stays unread."""
        catalogue = self.locator.catalogue
        first, refitted = self.search.places(found.decoded), True
        if isinstance(catalogue.surface, Mat):
            found, first = self._decode_quickly(found, first)
        scanned = ScannedPlaces()
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
        rest = self.search.objects(found.decoded, first)
        while True:
            new = self._rescan(self._worthwhile(rest.inked, found), found, scanned)
            new = new or self._rescan(self._worthwhile(rest.places, found), found, scanned)
            if not new:
                break
            found, first, rest = self._merge_rest(found, first, rest, new)
        return found, rest

    def _rescan(self, places: Sequence[SquareToRead], found: _Findings, scanned: ScannedPlaces) -> list[CodeDetection]:
        """Return the codes found at those of the places that were not scanned before."""
        catalogue, codes, camera = self.locator.catalogue, found.decoded.codes, found.registration.camera
        places = shown_at_first_sight(scanned.unscanned(places), found.decoded.board, catalogue, codes)
        new, hopeless = rescan_places(self.locator.grey, camera, catalogue, places, codes)
        scanned.give_up(hopeless, camera)
        scanned.found(new)
        return new

    def _decode_quickly(self, found: _Findings, first: UnreadPlaces) -> tuple[_Findings, UnreadPlaces]:
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

    def _worthwhile(self, places: Sequence[SquareToRead], found: _Findings) -> Sequence[SquareToRead]:
        """Return the places at which a rescan may find more, by the caller's `worth`."""
        camera = found.registration.camera
        return [place for place in places if self.worth is None or self.worth(place.corners_px(camera))]

    def _merge_codes(
        self, found: _Findings, first: UnreadPlaces, new: Sequence[CodeDetection]
    ) -> tuple[_Findings, UnreadPlaces, bool]:
        """Merge new codes and search for unread places anew; return if the camera was refitted."""
        found, refitted = self._merge_detections(found, new)
        return found, self.search.places(found.decoded, None if refitted else first.mat), refitted

    def _merge_rest(
        self, found: _Findings, first: UnreadPlaces, rest: UnreadObjects, new: Sequence[CodeDetection]
    ) -> tuple[_Findings, UnreadPlaces, UnreadObjects]:
        """Merge new codes; search for unread places and objects anew."""
        more, first, _ = self._merge_codes(found, first, new)
        same_camera = more.registration is found.registration
        return more, first, self.search.objects(more.decoded, first, rest if same_camera else None)

    def _merge_detections(self, found: _Findings, new: Sequence[CodeDetection]) -> tuple[_Findings, bool]:
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
            return _Findings(Decoded(codes, seen, decoded.board, placed), registration, found.fitted_tag_count), False
        known, more = (
            {tag.tag.id for tag in tags if tag.tag.placement_mm is not None} for tags in (decoded.seen, new_seen)
        )
        if len(known) >= ENOUGH_REFERENCES and more <= known:
            board = relight(decoded.board, self.search.image, seen)
        else:
            registration = replace(self.locator.register(seen), print_scale=registration.print_scale)
            board = rectify(self.search.image, registration.camera, catalogue, seen, LOOK_HEIGHT_MM)
        placed = placed_tags(seen, registration.camera, catalogue)
        return _Findings(Decoded(codes, seen, board, placed), registration, len(seen)), True


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
