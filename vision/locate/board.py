"""Location of the board in a picture by its codes, or by a thorough search if there are few."""

from collections.abc import Sequence
from dataclasses import dataclass

from vision.decode.alignment import Grey
from vision.decode.known_tags import detect_tags
from vision.errors import BoardNotFoundError, TornPictureError
from vision.locate.corner_registration import register_by_corners
from vision.locate.registration import Registration, register
from vision.locate.tearing import find_tear
from vision.locate.thorough_search import refuse_other_symbology, search_references, search_thoroughly
from vision.model.catalogue import Catalogue
from vision.model.code_detection import CodeDetection
from vision.model.detections import TagDetection
from vision.model.profile import CameraProfile
from vision.model.surface import Mat


@dataclass(frozen=True, eq=False)
class BoardLocator:
    """Locator of a catalogue's surface in one grey picture.

    `focal_px` is the focal length that the camera names, used if there is no `profile`. All that locates raises
    BoardNotFoundError (TornPictureError), and ProfileError if the profile is for another kind of picture.
    """

    grey: Grey
    catalogue: Catalogue
    profile: CameraProfile | None
    focal_px: float | None

    def search(self, codes: list[CodeDetection]) -> tuple[list[CodeDetection], list[TagDetection], Registration]:
        """Return the codes, the tags among them and the registration.

        A thorough search follows if these codes do not do.

        Raises OtherSymbologyError, MirroredPictureError and NegativePictureError, too.
        """
        try:
            return codes, *self.locate(codes)
        except BoardNotFoundError:
            refuse_other_symbology(self.grey, self.catalogue, codes)
            more = search_thoroughly(self.grey, self.catalogue, codes)
            more = search_references(self.grey, self.catalogue, more, self.profile, self.focal_px)
            if len(more) == len(codes):
                raise
        return more, *self.locate(more)

    def locate(self, codes: Sequence[CodeDetection]) -> tuple[list[TagDetection], Registration]:
        """Return the tags of these codes, and the registration by them."""
        seen = detect_tags(self.grey, self.catalogue, codes)
        by_hand = self.profile is not None and self.profile.corners_px is not None
        if not by_hand and not any(tag.tag.placement_mm for tag in seen):
            raise BoardNotFoundError(_no_references(codes, self.catalogue))
        return seen, self.register(seen)

    def register(self, seen: Sequence[TagDetection]) -> Registration:
        """Return the registration by these tags, or by the corners in the profile."""
        height, width = self.grey.shape
        try:
            return register(seen, self.catalogue, (width, height), self.profile, self.focal_px)
        except BoardNotFoundError:
            self.refuse_torn()
            if self.profile is None or self.profile.corners_px is None:
                raise
            return register_by_corners(self.profile, self.catalogue, (width, height))

    def refuse_torn(self) -> None:
        """Raise TornPictureError if a part of the picture is shifted."""
        row = find_tear(self.grey)
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
