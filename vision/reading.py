"""Picture reading: from pixels to the cell of each tag, and to what could not be read.

The stages, each with small values between: codes -> reference tags -> registration -> placed_tags, then a
second pass at the cells on which something lies that was not read.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.decode.alignment import Grey
from vision.decode.codes import CodeDetection
from vision.decode.rescan import SquareToRead, decode_rectified, rescan_places
from vision.decode.symbologies import find_codes_of
from vision.decode.thorough_search import (
    ENOUGH_REFERENCES,
    ROUND_TAG,
    missing_references,
    refuse_other_symbology,
    search_references,
    search_thoroughly,
)
from vision.decode.undecoded import borrows_finder, recognise_codes, undecoded_codes
from vision.errors import (
    BoardNotFoundError,
    TornPictureError,
)
from vision.locate.corner_registration import register_by_corners
from vision.locate.print_scale import print_note, retagged, scale_catalogue
from vision.locate.rectified import RectifiedBoard, rectify
from vision.locate.registration import Registration, register
from vision.locate.tearing import find_tear
from vision.model.bare_board import BareBoard
from vision.model.catalogue import Catalogue
from vision.model.detections import TagDetection, detect_tags, foreign_codes
from vision.model.grid_cells import connected_components
from vision.model.pinhole import Pinhole, Points
from vision.model.placed_tags import Covers, PlacedTag, large_piece_cells, placed_tags, strip_dropped_codes
from vision.model.profile import CameraProfile
from vision.model.surface import Grid, Mat
from vision.occupancy.cells import Ink, find_ink, unread
from vision.occupancy.cover_net import board_view, cover_probabilities
from vision.occupancy.ground import Floats, Ground, cells_of, compute_ground
from vision.occupancy.occlusion import occluded_shares
from vision.occupancy.relighting import may_be_board, relight_ground
from vision.occupancy.zones import Spot, UnreadSpots, unread_spots
from vision.picture import Pixels, in_grey

#: The usual height of pieces, at which cells are looked at, and how much round a cell the second pass takes in.
_LOOK_MARGIN_MM = 9.0
_LOOK_HEIGHT_MM = 5.0
#: Tags that are larger than this, in cells, lie beside the board.
_ON_ONE_CELL = 1.15
#: With so many times as many tags after the second pass the camera is estimated anew, and if that moves a corner of the
#: board so far, the rest is looked at once more.
_WORTH_REFITTING = 1.25
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
    much to know that nothing lies there.
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

    @property
    def hidden(self) -> tuple[str, ...]:
        """Occluded cells without a reading: no tag was read there, and nothing else is seen there.

        On a large piece another may lie, so of a large piece only the cell with the tag is known.
        """
        known = {placed.cell for placed in self.placed_tags} | set(self.unreadable)
        return tuple(cell for cell in self.occluded if cell not in known)


def read_picture(
    image: Pixels,
    catalogue: Catalogue,
    profile: CameraProfile | None = None,
    *,
    focal_px: float | None = None,
    covers: Covers | None = None,
    codes: Sequence[CodeDetection] | None = None,
    held: Registration | None = None,
    bare: BareBoard | None = None,
    worth: Callable[[Points], bool] | None = None,
) -> Reading:
    """Read a picture (BGR or grey).

    `focal_px` is what the camera itself says of its focal length (see `Picture`), used if there is no `profile`.
    `covers` tells which cells the piece of a placed covers, for pieces larger than one cell. Who watches the table
    may know much of the picture already: with `codes` only what they leave unread is looked at, and where a
    registration is `held`, the board is not located anew (at least one of the codes must be the catalogue's). `bare` is
    the look of the bare board, the profile's if none is given; that of a board of another size is not used. `worth`
    tells of a place, by its corners (4, 2) in the picture, whether a second look may find more than the last one did.
    Raises BoardNotFoundError (TornPictureError, OtherSymbologyError), MirroredPictureError, NegativePictureError, and
    ProfileError if the profile is for another kind of picture.
    """
    bare = bare or (profile.bare_board if profile else None)
    grey = in_grey(image)
    searched, codes = codes is None, find_codes_of(catalogue.code, grey) if codes is None else list(codes)
    codes = recognise_codes(grey, catalogue, codes)
    try:
        if held:
            seen, registration = detect_tags(grey, catalogue, codes), held
        else:
            seen, registration = _locate(grey, catalogue, codes, profile, focal_px)
    except BoardNotFoundError:
        if not searched:
            raise
        refuse_other_symbology(grey, catalogue, codes)
        harder = search_thoroughly(grey, catalogue, codes)
        harder = search_references(grey, catalogue, harder, profile, focal_px)
        if len(harder) == len(codes):
            raise
        codes = harder
        seen, registration = _locate(grey, catalogue, codes, profile, focal_px)
    if registration.print_scale != 1.0:
        catalogue = scale_catalogue(catalogue, registration.print_scale)
        seen = retagged(seen, catalogue)
    told = _Arguments(image, grey, catalogue, profile, focal_px, covers, bare, held)
    board = rectify(image, registration.camera, catalogue, seen, _LOOK_HEIGHT_MM)
    found = _Findings(codes, seen, registration, board, placed_tags(seen, registration.camera, catalogue), len(seen))
    first, refitted = _find_unread_places(told, found), True
    if isinstance(catalogue.surface, Mat):
        found, first = _decode_quickly(told, found, first, worth)
    scanned: set[_Spot] = set()
    while refitted:
        unread_places = _worthwhile_places(first.places, found, worth)
        places = _unscanned_places(scanned, _places_to_scan(catalogue, unread_places, found.codes))
        new = rescan_places(grey, found.registration.camera, catalogue, places, found.codes)
        if not new:
            break
        before = found
        found, first, refitted = _merge_codes(told, found, first, new)
        if (
            refitted
            and _corner_distance_mm(before.registration.camera, found.registration.camera, catalogue) > _MOVED_MM
        ):
            scanned.clear()
    # All else is asked only when nothing more can be read without it.
    rest = _find_unread(told, found, first)
    places = _unscanned_places(scanned, _worthwhile_places(rest.places, found, worth))
    new = rescan_places(grey, found.registration.camera, catalogue, places, found.codes) if places else []
    if new:
        found, first, refitted = _merge_codes(told, found, first, new)
        rest = _find_unread(told, found, first, None if refitted else rest)
    registration, placed = found.registration, found.placed
    if registration.notes or len(rest.unreadable) > _MANY_UNREADABLE * len(catalogue.surface.places):
        _refuse_torn(grey)
    kept = strip_dropped_codes(found.codes, placed, registration.camera, catalogue)
    foreign = len(foreign_codes(kept, catalogue))
    if isinstance(catalogue.surface, Mat):
        placed = tuple(one for one in placed if one.zone is not None)
    notes = registration.notes
    if registration.print_scale != 1.0:
        notes = (*notes, print_note(catalogue, registration.print_scale))
    return Reading(
        registration,
        placed,
        rest.unreadable,
        foreign,
        notes=notes,
        codes=kept,
        spots=rest.spots,
        covered=rest.covered,
        occluded=rest.occluded,
    )


@dataclass(frozen=True, eq=False)
class _Arguments:
    """Arguments of `read_picture`; `grey` is the picture's."""

    image: Pixels
    grey: Grey
    catalogue: Catalogue
    profile: CameraProfile | None
    focal_px: float | None
    covers: Covers | None
    bare: BareBoard | None
    held: Registration | None


@dataclass(frozen=True, eq=False)
class _Findings:
    """Findings up to now: codes, the catalogue's tags among them, the board, and placed tags.

    `fitted_tag_count` is the number of tags seen when the camera was estimated last.
    """

    codes: Sequence[CodeDetection]
    seen: Sequence[TagDetection]
    registration: Registration
    board: RectifiedBoard
    placed: tuple[PlacedTag, ...]
    fitted_tag_count: int


#: The middle in mm and the height of a place that was looked at.
_Spot = tuple[tuple[float, float], float]


def _unscanned_places(scanned: set[_Spot], places: Sequence[SquareToRead]) -> list[SquareToRead]:
    """Return the places that were not scanned before, and mark them as scanned."""
    new = [place for place in places if (place.centre_mm, place.height_mm) not in scanned]
    scanned.update((place.centre_mm, place.height_mm) for place in new)
    return new


def _worthwhile_places(
    places: Sequence[SquareToRead], found: _Findings, worth: Callable[[Points], bool] | None
) -> Sequence[SquareToRead]:
    """Return the places at which a rescan may find more, by the caller's `worth`.

    `worth` holds what the table's watcher knows.
    """
    return [place for place in places if worth is None or worth(place.corners_px(found.registration.camera))]


def _merge_detections(told: _Arguments, found: _Findings, new: Sequence[CodeDetection]) -> tuple[_Findings, bool]:
    """Merge new codes; also return whether the camera was refitted.

    It is refitted if the new codes are many.
    """
    catalogue, registration, board = told.catalogue, found.registration, found.board
    new_seen = detect_tags(told.grey, catalogue, new)
    seen = [*found.seen, *new_seen]
    fitted_tag_count = found.fitted_tag_count
    refitted = not told.held and len(seen) > _WORTH_REFITTING * fitted_tag_count
    if refitted:
        fitted_tag_count = len(seen)
        refit = _register(told.grey, seen, catalogue, told.profile, told.focal_px)
        registration = replace(refit, print_scale=registration.print_scale)
        board = rectify(told.image, registration.camera, catalogue, seen, _LOOK_HEIGHT_MM)
        placed = placed_tags(seen, registration.camera, catalogue)
    else:
        placed = (*found.placed, *placed_tags(new_seen, registration.camera, catalogue))
    return _Findings([*found.codes, *new], seen, registration, board, placed, fitted_tag_count), refitted


@dataclass(frozen=True, eq=False)
class _FirstPass:
    """First findings: places that are worth a rescan, and ink on a grid or objects on a mat."""

    places: tuple[SquareToRead, ...]
    ink: Ink | None = None
    mat: UnreadSpots | None = None


def _find_unread_places(told: _Arguments, found: _Findings, before: UnreadSpots | None = None) -> _FirstPass:
    """Find unread places where a tag may lie.

    `before` is what was seen on the mat with a few tags less.
    """
    catalogue, codes = told.catalogue, found.codes
    foreign = [code.corners for code in foreign_codes(codes, catalogue)]
    if isinstance(catalogue.surface, Mat):
        dropped = [code.dropped_px for code in codes if code.dropped_px is not None]
        blank = undecoded_codes(codes)
        sure = [code.corners for code in blank if not borrows_finder(code, codes)]
        unsure = [code.corners for code in blank if borrows_finder(code, codes)]
        there = unread_spots(
            found.board, catalogue, found.seen, found.placed, dropped, foreign, sure, unsure, before=before
        )
        return _FirstPass(there.places, mat=there)
    covered = {cell for one in found.placed for cell in (told.covers(one) if told.covers else ())}
    ink = find_ink(found.board, catalogue, found.seen, covered, foreign)
    inked = (*((cell, _LOOK_HEIGHT_MM) for cell in ink.inked), *ink.high)
    return _FirstPass(_squares(catalogue, inked), ink)


def _decode_quickly(
    told: _Arguments, found: _Findings, first: _FirstPass, worth: Callable[[Points], bool] | None
) -> tuple[_Findings, _FirstPass]:
    """Decode the worthwhile places on a mat quickly; return the new findings and first findings."""
    new = decode_rectified(
        told.grey,
        found.registration.camera,
        told.catalogue,
        _worthwhile_places(first.places, found, worth),
        found.codes,
    )
    if not new:
        return found, first
    found, first, _ = _merge_codes(told, found, first, new)
    return found, first


def _merge_codes(
    told: _Arguments, found: _Findings, first: _FirstPass, new: Sequence[CodeDetection]
) -> tuple[_Findings, _FirstPass, bool]:
    """Merge new codes, update the first findings, and return whether the camera was refitted."""
    found, refitted = _merge_detections(told, found, new)
    return found, _find_unread_places(told, found, None if refitted else first.mat), refitted


def _squares(catalogue: Catalogue, cells: Iterable[tuple[str, float]]) -> tuple[SquareToRead, ...]:
    """The squares about cells at heights in which a tag of one cell is looked for."""
    grid = catalogue.grid
    loose = tuple(
        tag for tag in catalogue.tags if tag.placement_mm is None and tag.size_mm < _ON_ONE_CELL * grid.cell_mm
    )
    side_mm = grid.cell_mm + 2 * _LOOK_MARGIN_MM
    return tuple(SquareToRead(grid.centre(cell), side_mm, height_mm, loose) for cell, height_mm in cells)


@dataclass(frozen=True, eq=False)
class _CoverEvidence:
    """Probability (n,) per cell that an unread object hides its print, and its source `ground`."""

    ground: Ground
    chances: Floats


@dataclass(frozen=True)
class _UnreadObjects:
    """Unread objects, the places worth a rescan because of them, and the evidence on a grid."""

    unreadable: tuple[str, ...]
    covered: tuple[str, ...]
    spots: tuple[Spot, ...] = ()
    places: tuple[SquareToRead, ...] = ()
    asked: _CoverEvidence | None = None
    occluded: tuple[str, ...] = ()


def _find_unread(
    told: _Arguments, found: _Findings, first: _FirstPass, before: _UnreadObjects | None = None
) -> _UnreadObjects:
    """Find unread objects.

    `before` is the result of an earlier pass with the same camera and a few tags less.
    """
    if first.ink is not None:
        return _find_unread_on_grid(told, found, first.ink, before)
    assert first.mat is not None
    zones = {spot.zone for spot in first.mat.spots}
    unread_zones = tuple(zone for zone in told.catalogue.surface.places if zone in zones)
    return _UnreadObjects(unread_zones, first.mat.covered, first.mat.spots)


def _find_unread_on_grid(told: _Arguments, found: _Findings, ink: Ink, before: _UnreadObjects | None) -> _UnreadObjects:
    """The same on a grid, where the network is asked."""
    catalogue, board = told.catalogue, found.board
    grid = catalogue.grid
    foreign = [code.corners for code in foreign_codes(found.codes, catalogue)]
    large = large_piece_cells(found.placed, told.covers)
    ground = compute_ground(told.image, board.camera, catalogue, found.seen, large, foreign, board.light)
    if (
        before is None
        or before.asked is None
        or _explains_unreadable(before.unreadable, before.asked.ground, ground, ink, grid)
    ):
        chances = _cover_chances(ground, board, told.bare, grid)
    else:
        chances = before.asked.chances
    burnt, white = (
        np.asarray(cells_of(mask, grid).mean(axis=(1, 2)), np.float32) for mask in (ground.burnt, ground.white)
    )
    behind_tall = occluded_shares(found.placed, board.camera, grid)
    rest = unread(board, catalogue, found.seen, ink, ground.floor, chances, burnt, white, behind_tall)
    places = _squares(catalogue, ((cell, _LOOK_HEIGHT_MM) for cell in rest.worth_a_look))
    return _UnreadObjects(rest.strange, rest.covered, (), places, _CoverEvidence(ground, chances), rest.occluded)


def _explains_unreadable(unreadable: Sequence[str], before: Ground, ground: Ground, ink: Ink, grid: Grid) -> bool:
    """Return True if newly read pieces lie beside unreadable cells, and may be the reason.

    New pieces are those that were read since `before`.
    """
    hidden = np.asarray(cells_of(ground.behind & ~before.behind, grid).any(axis=(1, 2)), np.bool_)
    told = np.array([cell in unreadable for cell in grid.cells])
    return bool((connected_components(told | hidden, hidden, 1, grid) & told & ink.bare).any())


def _cover_chances(ground: Ground, board: RectifiedBoard, bare: BareBoard | None, grid: Grid) -> Floats:
    """Return the probability (n,) that an unread object hides each cell's print.

    `bare` is the board's look, if known.
    """
    view = None
    if bare is not None and bare.fits(grid):
        lit = relight_ground(bare, ground)
        # The look of another board tells nothing of this one.
        view = board_view(ground, board.light, bare, lit) if may_be_board(bare, lit, grid) else None
    return cover_probabilities(view or board_view(ground, board.light), grid)


def _locate(
    grey: Grey,
    catalogue: Catalogue,
    codes: Sequence[CodeDetection],
    profile: CameraProfile | None,
    focal_px: float | None,
) -> tuple[list[TagDetection], Registration]:
    """The tags of these codes, and the registration by them. Raises as `read_picture`."""
    seen = detect_tags(grey, catalogue, codes)
    by_hand = profile is not None and profile.corners_px is not None and bool(seen)
    if not by_hand and not any(tag.tag.placement_mm for tag in seen):
        raise BoardNotFoundError(_no_references(codes, catalogue))
    return seen, _register(grey, seen, catalogue, profile, focal_px)


def _register(
    grey: Grey,
    seen: Sequence[TagDetection],
    catalogue: Catalogue,
    profile: CameraProfile | None,
    focal_px: float | None,
) -> Registration:
    height, width = grey.shape
    try:
        return register(seen, catalogue, (width, height), profile, focal_px)
    except BoardNotFoundError:
        _refuse_torn(grey)
        if profile is None or profile.corners_px is None:
            raise
        return register_by_corners(profile, catalogue, (width, height))


def _refuse_torn(grey: Grey) -> None:
    """Raises TornPictureError if a part of the picture is shifted."""
    row = find_tear(grey)
    if row is not None:
        raise TornPictureError(row)


def _no_references(codes: Sequence[CodeDetection], catalogue: Catalogue) -> str:
    names = ", ".join(tag.called for tag in catalogue.references)
    if isinstance(catalogue.surface, Mat):
        # How many other codes there are may be a secret.
        return f"no reference tag is seen in the picture; show the whole mat with {names}, in focus and well lit."
    advice = f"show the whole board with its reference tags ({names}), in focus and well lit."
    count = sum(code.text is not None for code in codes)
    if not count:
        return f"no code can be read in the picture; {advice}"
    seen = f"{count} codes are" if count > 1 else "one code is"
    return f"{seen} seen in the picture, but none of the reference tags; {advice}"


def _corner_distance_mm(camera: Pinhole, other: Pinhole, catalogue: Catalogue) -> float:
    """Return the largest distance of the surface's corners between two cameras, in mm."""
    left, top, right, bottom = catalogue.surface.extent_mm
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    return float(np.linalg.norm(other.on_plane(camera.project(corners)) - corners, axis=1).max())


def _places_to_scan(
    catalogue: Catalogue, unread_places: Sequence[SquareToRead], codes: Sequence[CodeDetection]
) -> list[SquareToRead]:
    """Return the places to scan one by one: the unread places, and missing references."""
    places = list(unread_places)
    missing = missing_references(catalogue, codes, ROUND_TAG)
    if len(catalogue.references) - len(missing) < ENOUGH_REFERENCES:
        places += missing
    return places
