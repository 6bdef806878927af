"""Picture reading: from pixels to the cell of each tag, and to what could not be read.

The stages, each with small values between: codes -> reference tags -> registration -> placed tags, then a second pass
at the cells on which something lies that was not read.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.decode.known_tags import detect_tags
from vision.decode.scanned_places import ScannedPlaces
from vision.decode.symbologies import find_codes_of
from vision.decode.undecoded import recognise_codes
from vision.errors import WarpedPictureError
from vision.locate.board import BoardLocator
from vision.locate.print_scale import print_note, retagged, scale_catalogue
from vision.locate.rectified import rectify
from vision.locate.registration import Registration
from vision.locate.veil import veiled_cells, without_veil
from vision.locate.warped import is_warped
from vision.model.bare_board import BareBoard
from vision.model.catalogue import Catalogue
from vision.model.code_detection import CodeDetection
from vision.model.detections import foreign_codes
from vision.model.pinhole import Points
from vision.model.placed_tags import Covers, placed_tags, strip_dropped_codes
from vision.model.profile import CameraProfile
from vision.model.surface import Grid, Mat
from vision.occupancy.unread_search import (
    LOOK_HEIGHT_MM,
    Decoded,
    UnreadSearch,
)
from vision.picture import Pixels, checked_pixels, in_grey
from vision.reading.reading import Reading
from vision.reading.second_pass import Findings, SecondPass

#: Where so large a share of all places is unreadable, or a reference was left out, the picture may be torn.
_MANY_UNREADABLE = 0.15


def read_picture(
    picture: Pixels,
    catalogue: Catalogue,
    profile: CameraProfile | None = None,
    *,
    focal_px: float | None = None,
    covers: Covers | None = None,
) -> Reading:
    """Read one picture (BGR or grey); the arguments and errors are those of `Reader`.

    Where `catalogue` has the tags of the table in the photo:

    >>> from vision import load_picture, read_picture
    >>> reading = read_picture(load_picture("photo.jpg").pixels, catalogue)
    >>> len(reading.placed_tags), reading.foreign
    (43, 0)
    """
    return Reader(catalogue, profile, focal_px=focal_px, covers=covers).read(picture)


@dataclass(frozen=True, eq=False)
class Reader:
    """Reader of pictures of one table through one camera.

    `focal_px` is what the camera itself says of its focal length (see `Picture`), used if there is no `profile`.
    `covers` tells which cells the piece of a placed tag covers, for pieces larger than one cell. `bare_board` is the
    look of the bare board, the profile's if none is given; that of a board of another size is not used. `plain`: pieces
    bear no tags.
    """

    catalogue: Catalogue
    profile: CameraProfile | None = None
    focal_px: float | None = None
    covers: Covers | None = None
    bare_board: BareBoard | None = None
    plain: bool = False

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
        may find more than the last one did. Raises BoardNotFoundError (TornPictureError, WarpedPictureError,
        OtherSymbologyError), MirroredPictureError, NegativePictureError, ProfileError if the profile is for another
        kind of picture, and PictureError for an array that is no picture.
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
        board = rectify(
            cleared, registration.camera, catalogue, seen, LOOK_HEIGHT_MM, grey=grey if cleared is picture else None
        )
        search = UnreadSearch(cleared, picture, catalogue, self.covers, bare_board, self.plain)
        second_pass = SecondPass(replace(locator, catalogue=catalogue), search, worth, may_refit=held is None)
        placed = placed_tags(seen, registration.camera, catalogue)
        findings = Findings(Decoded(detections, seen, board, placed), registration, len(seen))
        scanned = ScannedPlaces()
        found, unread = second_pass.scan(findings, scanned)
        if not on_mat and unread.unreadable and len(found.decoded.seen) > len(seen):
            # Tags that were read only now may tell of a veil.
            more, camera = found.decoded.seen, found.registration.camera
            again = without_veil(picture, camera, catalogue, more)
            if again is not picture and not np.array_equal(again, cleared):
                cleared = again
                second_pass = replace(second_pass, search=replace(search, image=cleared))
                board = rectify(cleared, camera, catalogue, more, LOOK_HEIGHT_MM)
                found, unread = second_pass.scan(replace(found, decoded=replace(found.decoded, board=board)), scanned)
        registration, placed = found.registration, found.decoded.placed
        if registration.notes or len(unread.unreadable) > _MANY_UNREADABLE * len(catalogue.surface.places):
            locator.refuse_torn()
        surface = catalogue.surface
        # A camera that is watched sends what it sees; photos go through hands.
        if codes is None and self.profile is None and isinstance(surface, Grid) and is_warped(placed, surface):
            raise WarpedPictureError
        kept = strip_dropped_codes(found.decoded.codes, placed, registration.camera, catalogue)
        veiled = blurred = tuple[str, ...]()
        if on_mat:
            placed = tuple(tag for tag in placed if tag.zone is not None)
        else:
            veiled = veiled_cells(picture, cleared, registration.camera, catalogue, unread.unreadable)
            blurred = scanned.blurred_cells(catalogue.grid, unread.unreadable)
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
            blurred=blurred,
            knows_bare_board=bare_board is not None,
            shades=unread.shades,
            looks=unread.looks,
        )
